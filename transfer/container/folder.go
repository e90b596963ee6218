package container

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"laufzettel/transfer/failure"
)

// folderSource reads files below an os.Root, so that nothing outside can be
// reached even when a link appears while we read.
type folderSource struct{ root *os.Root }

func (s *folderSource) close() error { return s.root.Close() }

// name is the file's name on disk, which differs from its path where the name is
// not UTF-8.
func (s *folderSource) name(x *index, i int) string {
	if raw := x.raw(i); raw != nil {
		return string(raw)
	}
	return x.path(i)
}

func (s *folderSource) file(x *index, i int) (*os.File, error) {
	f, err := s.root.Open(s.name(x, i))
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular() || info.Size() != x.items[i].size:
		err = fmt.Errorf("%w: %q", ErrChanged, x.path(i))
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

func (s *folderSource) open(_ context.Context, x *index, i int) (io.ReadCloser, error) {
	return s.file(x, i)
}

func (s *folderSource) at(x *index, i int) (randomAccess, error) {
	f, err := s.file(x, i)
	if err != nil {
		return randomAccess{}, err
	}
	return randomAccess{ReaderAt: f, size: x.items[i].size, close: f.Close}, nil
}

func openFolder(ctx context.Context, name string, o Options) (*tree, error) {
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, openError(name, err)
	}
	w := &folderWalk{root: root, g: &gate{o: o}, x: &index{}}
	err = w.walk(ctx, ".", "")
	if err == nil {
		w.x.settle(w.g)
		err = w.g.err()
	}
	if err != nil {
		_ = root.Close()
		return nil, err
	}
	return newTree(baseName(name), Folder, o, 0, w.x, &folderSource{root: root}, w.g), nil
}

type folderWalk struct {
	root  *os.Root
	g     *gate
	x     *index
	count int64
}

// walk indexes the folder disk; shown is its path in the tree.
func (w *folderWalk) walk(ctx context.Context, disk, shown string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	names, err := w.list(disk)
	if err != nil {
		return failure.Wrap(failure.Setup, "read folder", "Der Ordner „"+shown+"“ lässt sich nicht lesen. Bitte die Zugriffsrechte prüfen.", err)
	}
	slices.Sort(names)
	for _, name := range names {
		if w.g.full() {
			return nil
		}
		if err := w.one(ctx, path.Join(disk, name), shown, name); err != nil {
			return err
		}
	}
	return nil
}

func (w *folderWalk) list(disk string) ([]string, error) {
	dir, err := w.root.Open(disk)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	var all []string
	for {
		names, err := dir.Readdirnames(4096)
		all = append(all, names...)
		if len(all) > w.g.o.Limits.Files {
			return all, nil // the index refuses them with the right words
		}
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

func (w *folderWalk) one(ctx context.Context, disk, shown, name string) error {
	text, encoding := decodeName([]byte(name), "", "iso-8859-1")
	clean := path.Join(shown, text)
	info, err := w.root.Lstat(disk)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // gone between listing and looking
	}
	if err != nil {
		return failure.Wrap(failure.Setup, "read folder", "Die Datei „"+clean+"“ lässt sich nicht lesen. Bitte die Zugriffsrechte prüfen.", err)
	}
	w.g.checkSegments(clean)
	switch mode := info.Mode(); {
	case mode.IsDir():
		if strings.Count(clean, "/") >= w.g.o.Limits.PathDepth {
			return nil // told by checkSegments
		}
		if w.x.addDir(w.g, clean) {
			return w.walk(ctx, disk, clean)
		}
	case mode.IsRegular():
		w.count++
		it := item{size: info.Size(), stored: info.Size(), offset: w.count, modified: info.ModTime().Unix()}
		var raw []byte
		if encoding != "" || !utf8.ValidString(disk) {
			raw = []byte(disk)
		}
		if !w.x.add(w.g, it, clean, raw, encoding) {
			w.g.refused.More = true
		}
	default:
		w.g.fault(LinkOrDevice, clean, "Datei oder Ordner", kindOf(mode))
	}
	return nil
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		return "Verknüpfung"
	case mode&fs.ModeNamedPipe != 0:
		return "Pipe"
	case mode&fs.ModeSocket != 0:
		return "Socket"
	default:
		return "Gerät"
	}
}
