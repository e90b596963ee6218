// Package samples tells tests where the shared test data lies: third-party
// corpora beside the checkout that are read, never copied into the project. It is
// for tests and benchmarks alone and knows nothing of what the files mean.
package samples

import (
	"errors"
	"io/fs"
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

// Files lists the files below a folder by their paths.
func Files(t testing.TB, dir string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			out = append(out, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// EnvPDFium names the folder in which tests keep the compiled PDFium; make unit sets it.
const EnvPDFium = "LAUFZETTEL_PDFIUM_CACHE"

// PDFium gives that folder, one of the system's temporary ones without EnvPDFium.
// Compiling takes 4 s: whoever opens a workspace in a test that draws or reads pages
// hands it over.
func PDFium() string {
	if dir := os.Getenv(EnvPDFium); dir != "" {
		return dir
	}
	return filepath.Join(os.TempDir(), "laufzettel-pdfium-cache")
}

// Missing is why a test is left out that reads the shared test data: make unit
// counts by it how many were.
const Missing = "../shared fehlt"

// Folder gives the folder of the shared test data and whether it is there.
func Folder(t testing.TB) (dir string, there bool) {
	t.Helper()
	dir = filepath.Join(Root(t), filepath.FromSlash(Beside))
	_, err := os.Stat(dir)
	return dir, err == nil
}

// Path gives a file or folder of the shared test data. Without the data the test is
// skipped and says so; where they are there, what it asks for must be among them.
func Path(t testing.TB, parts ...string) string {
	t.Helper()
	dir, there := Folder(t)
	if !there {
		t.Skip(Missing)
	}
	p := filepath.Join(append([]string{dir}, parts...)...)
	if _, err := os.Stat(p); err != nil {
		t.Fatalf("not in %s: %v", Beside, err)
	}
	return p
}
