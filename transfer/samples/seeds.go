package samples

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/container"
)

// maxSeed keeps seeds of fuzz targets small: large ones only slow them down.
const maxSeed = 64 << 10

var errEnough = errors.New("enough seeds")

// Named accepts paths by the end of their name: ".pdf", "metadata.xml", "Beleg.warc.gz".
func Named(ends ...string) func(path string) bool {
	return func(p string) bool {
		return slices.ContainsFunc(ends, func(end string) bool { return strings.HasSuffix(p, end) })
	}
}

// Seeds gives up to n small files below a folder of the shared test data whose path
// want accepts, spread evenly over all of them, and where those do not suffice out of
// the containers that lie there; none where the data is missing. They are the seeds
// of the fuzz targets.
func Seeds(t testing.TB, n int, want func(path string) bool, parts ...string) (out [][]byte) {
	t.Helper()
	beside, _ := Folder(t)
	root := filepath.Join(append([]string{beside}, parts...)...)
	var plain, others []string
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !want(filepath.ToSlash(p)) {
			others = append(others, p)
		} else if i, err := d.Info(); err == nil && i.Size() <= maxSeed {
			plain = append(plain, p)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for i := range min(n, len(plain)) {
		if data, err := os.ReadFile(plain[i*len(plain)/min(n, len(plain))]); err == nil {
			out = append(out, data)
		}
	}
	for _, p := range others {
		if len(out) >= n {
			break
		}
		out = append(out, inside(t, p, n-len(out), want)...)
	}
	return out
}

// inside takes up to n seeds out of a container; none out of what is no container.
func inside(t testing.TB, name string, n int, want func(path string) bool) (out [][]byte) {
	tree, err := container.Open(t.Context(), name, container.Options{})
	if err != nil {
		return nil
	}
	defer tree.Close()
	err = tree.Files(t.Context(), func(e container.Entry) error {
		if len(out) >= n {
			return errEnough
		}
		if !want(e.Path) || e.Size > maxSeed {
			return nil
		}
		in, err := tree.Open(t.Context(), e.Path)
		if err != nil {
			return nil // a damaged member of a corpus is no seed
		}
		defer in.Close()
		if data, err := io.ReadAll(io.LimitReader(in, maxSeed+1)); err == nil && len(data) <= maxSeed {
			out = append(out, data)
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		t.Fatal(err)
	}
	return out
}
