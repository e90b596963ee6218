package check

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"laufzettel/transfer/container"
)

// What was delivered is told, also what has no bytes: a folder without any file, and
// none that a file lies in, however deep.
func TestCheckPath_EmptyFolders(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ablage")
	for _, name := range []string{"leer", "voll/tief", "voll/leer"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(name)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "voll", "tief", "a.txt"), []byte("a"), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := (&Engine{Workers: 1}).CheckPath(t.Context(), dir, Input{}, container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var paths []string
	for _, f := range out.Report.Findings {
		if f.Code == CodeFolderEmpty.ID {
			paths = append(paths, f.Paths...)
		}
	}
	if n := out.Report.Files; n.Folders != 4 || n.EmptyFolders != 2 || !slices.Equal(paths, []string{"leer/", "voll/leer/"}) {
		t.Errorf("counted %+v, named %v", n, paths)
	}
}
