package samples

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/transfer/container"
)

// maxSeed keeps seeds of fuzz targets small: large ones only slow them down.
const maxSeed = 64 << 10

var errEnough = errors.New("enough seeds")

// Seeds gives up to n small files below a folder of the shared test data, and out
// of the containers that lie there, whose path want accepts; none where the data is
// missing. They are the seeds of the fuzz targets.
func Seeds(t testing.TB, n int, want func(path string) bool, parts ...string) (out [][]byte) {
	t.Helper()
	root := filepath.Join(append([]string{Root(t), filepath.FromSlash(Beside)}, parts...)...)
	take := func(in io.ReadCloser) {
		defer in.Close()
		if data, err := io.ReadAll(io.LimitReader(in, maxSeed+1)); err == nil && len(data) <= maxSeed {
			out = append(out, data)
		}
	}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if len(out) >= n {
			return errEnough
		}
		if want(filepath.ToSlash(p)) {
			if f, err := os.Open(p); err == nil {
				take(f)
			}
			return nil
		}
		tree, err := container.Open(t.Context(), p, container.Options{})
		if err != nil {
			return nil // no container: nothing to take out
		}
		defer tree.Close()
		return tree.Files(t.Context(), func(e container.Entry) error {
			if len(out) >= n {
				return errEnough
			}
			if in, err := tree.Open(t.Context(), e.Path); want(e.Path) && err == nil {
				take(in)
			} else if err == nil {
				return in.Close()
			}
			return nil
		})
	})
	if err != nil && !errors.Is(err, errEnough) && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return out
}
