// Package samples tells tests where the shared test data lies: third-party
// corpora beside the checkout that are read, never copied into the project. It is
// for tests and benchmarks alone and knows nothing of what the files mean.
package samples

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Beside is the folder of the shared test data, seen from the root of the module.
const Beside = "../shared/testdata"

// Root gives the root of the module a test runs in.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
}

// Lay writes files by path below a folder of that name and gives the folder.
func Lay[T ~string | ~[]byte](t testing.TB, name string, files map[string]T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), name)
	for file, data := range files {
		p := filepath.Join(dir, filepath.FromSlash(file))
		if err := errors.Join(os.MkdirAll(filepath.Dir(p), 0o700), os.WriteFile(p, []byte(data), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Path gives a file or folder of the shared test data; where it is missing, the
// test is skipped and says so.
func Path(t testing.TB, parts ...string) string {
	t.Helper()
	p := filepath.Join(append([]string{Root(t), filepath.FromSlash(Beside)}, parts...)...)
	if _, err := os.Stat(p); err != nil {
		t.Skipf("%s missing: %v", Beside, err)
	}
	return p
}
