package container

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// folderSource reads files below an os.Root, so that nothing outside can be
// reached even when a link appears while we read.
type folderSource struct {
	root *os.Root

	mu   sync.Mutex
	last *openDir // the folder of the file opened last
}

// openDir is a folder kept open while files of it are opened: each would ask for
// every folder above it anew.
type openDir struct {
	path   string
	root   *os.Root
	handle *os.File // nil where files are not opened by it
	busy   int      // files being opened
	old    bool     // another folder is the last
}

func (d *openDir) close() {
	_ = d.root.Close()
	if d.handle != nil {
		_ = d.handle.Close()
	}
}

func (s *folderSource) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last != nil {
		s.last.close()
		s.last = nil
	}
	return s.root.Close()
}

// openFile opens a file below the root and tells what stands under its name.
func (s *folderSource) openFile(name string) (*os.File, fs.FileInfo, error) {
	dir, base := path.Split(name)
	if dir == "" {
		return openIn(s.root, base)
	}
	d := s.enter(path.Clean(dir))
	if d == nil {
		return openIn(s.root, name) // with the error of the whole path
	}
	defer s.leave(d)
	if f, info, err := openIn(d.root, base); err == nil {
		return f, info, nil
	}
	return openIn(s.root, name)
}

func openIn(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := root.Lstat(name)
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// enter gives the folder open, nil where it cannot be opened.
func (s *folderSource) enter(dir string) *openDir {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last == nil || s.last.path != dir {
		root, err := s.root.OpenRoot(dir)
		if err != nil {
			return nil
		}
		if d := s.last; d != nil {
			if d.old = true; d.busy == 0 {
				d.close()
			}
		}
		s.last = &openDir{path: dir, root: root, handle: handleOf(root)}
	}
	s.last.busy++
	return s.last
}

func (s *folderSource) leave(d *openDir) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d.busy--; d.old && d.busy == 0 {
		d.close()
	}
}

// name is the file's name on disk, which differs from its path where the name is
// not UTF-8.
func (s *folderSource) name(x *index, i int) string {
	if raw := x.raw(i); raw != nil {
		return string(raw)
	}
	return x.path(i)
}

// file opens a file as it was indexed. What took its place meanwhile is no longer
// that file, be it a link or a pipe: opening does not wait for the pipe's writer.
func (s *folderSource) file(x *index, i int) (*os.File, error) {
	f, named, err := s.openFile(s.name(x, i))
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !(sameAsIndexed(info, x.items[i]) && os.SameFile(info, named)) {
		err = fmt.Errorf("%w: %q", ErrChanged, x.path(i))
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// sameAsIndexed compares an open file with what the walk saw.
func sameAsIndexed(info fs.FileInfo, it item) bool {
	return info.Mode().IsRegular() && info.Size() == it.size && info.ModTime().Unix() == it.modified
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
	w := &folderWalk{g: &gate{o: o}, x: &index{}, at: name, streams: streamsOf}
	err = w.walk(ctx, root, "", "")
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
	g     *gate
	x     *index
	count int64
	at    string // where the folder lies
	// streams names what lies beside the content of a file where a disk knows that.
	streams func(file string) []string
}

// walk indexes the folder dir, which stands at disk below the root; shown is its
// path in the tree.
func (w *folderWalk) walk(ctx context.Context, dir *os.Root, disk, shown string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	names, err := w.list(dir)
	if err != nil && shown == "" {
		return unreadable("Der Ordner", shown, err)
	}
	if err != nil {
		return w.unread("Der Ordner", shown, err)
	}
	slices.Sort(names)
	for _, name := range names {
		if w.g.full() {
			return nil
		}
		if err := w.one(ctx, dir, disk, shown, name); err != nil {
			return err
		}
	}
	return nil
}

func unreadable(what, shown string, err error) error {
	return failure.Wrap(failure.Setup, "read folder", wording.Say("hint.container.entry-unreadable", what, shown), err)
}

// unread is a file or folder that cannot be looked at: the end of the walk, or a fault
// where such are left out.
func (w *folderWalk) unread(what, shown string, err error) error {
	if !w.g.o.LeaveOut {
		return unreadable(what, shown, err)
	}
	w.g.fault(NotRead, shown, wording.Say("want.container.readable"), ReadWords(err))
	return nil
}

// ReadWords says why a file or folder cannot be read.
func ReadWords(err error) wording.Text {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return wording.Say("found.container.no-right")
	case locked(err):
		return wording.Say("found.container.locked")
	case errors.Is(err, fs.ErrNotExist):
		return wording.Say("found.container.gone")
	}
	return wording.Say("found.container.unreadable")
}

// Withheld reports whether a file is there and its content is kept from us: no right to
// read it, or another program holds it.
func Withheld(err error) bool { return errors.Is(err, fs.ErrPermission) || locked(err) }

// below indexes a folder inside dir.
func (w *folderWalk) below(ctx context.Context, dir *os.Root, name, disk, shown string) error {
	sub, err := dir.OpenRoot(name)
	if err != nil {
		return w.unread("Der Ordner", shown, err)
	}
	defer sub.Close()
	return w.walk(ctx, sub, disk, shown)
}

func (w *folderWalk) list(root *os.Root) ([]string, error) {
	dir, err := root.Open(".")
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

func (w *folderWalk) one(ctx context.Context, dir *os.Root, above, shown, name string) error {
	disk := path.Join(above, name)
	text, encoding := decodeName([]byte(name), "", "iso-8859-1")
	if encoding != "" {
		if _, err := dir.Lstat(text); err == nil {
			text = escaped(name) // beside it lies one that is called so
		}
		w.g.fault(OtherEncoding, path.Join(shown, text), wording.Say("want.container.utf8"), escaped(name))
	}
	clean := path.Join(shown, text)
	info, err := dir.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // gone between listing and looking
	}
	if err != nil {
		return w.unread("Die Datei", clean, err)
	}
	if cloudOnly(info) {
		w.g.fault(NotRead, clean, wording.Say("want.container.on-medium"), wording.Say("found.container.cloud"))
		return nil
	}
	w.g.checkSegments(clean)
	switch mode := info.Mode(); {
	case mode.IsDir():
		if strings.Count(clean, "/") >= w.g.o.Limits.PathDepth {
			return nil // told by checkSegments
		}
		if w.x.addDir(w.g, clean, info.ModTime().Unix()) {
			return w.below(ctx, dir, name, disk, clean)
		}
	case mode.IsRegular():
		if err := ours(name, clean, info); err != nil {
			return err
		}
		w.count++
		it := item{size: info.Size(), stored: info.Size(), offset: w.count, modified: info.ModTime().Unix()}
		var raw []byte
		if encoding != "" || !utf8.ValidString(disk) {
			raw = []byte(disk)
		}
		if !w.x.add(w.g, it, clean, raw, encoding) {
			w.g.refused.More = true
		}
		for _, stream := range w.streams(filepath.Join(w.at, filepath.FromSlash(disk))) {
			w.g.fault(StreamLeft, clean, wording.Say("want.container.no-stream"), stream)
		}
	case w.g.o.LeaveOut:
		w.g.fault(LinkLeft, clean, wording.Say("want.container.file-or-folder"), kindOf(mode))
	default:
		w.g.fault(LinkOrDevice, clean, wording.Say("want.container.file-or-folder"), kindOf(mode))
	}
	return nil
}

func kindOf(mode fs.FileMode) any {
	switch {
	case mode&fs.ModeSymlink != 0:
		return wording.Say("found.container.link")
	case mode&fs.ModeNamedPipe != 0:
		return "Pipe"
	case mode&fs.ModeSocket != 0:
		return "Socket"
	default:
		return wording.Say("found.container.device")
	}
}
