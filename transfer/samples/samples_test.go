package samples

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestRoot_HoldsTheModule(t *testing.T) {
	if _, err := os.Stat(filepath.Join(Root(t), "go.mod")); err != nil {
		t.Error(err)
	}
}

func TestPath_SkipsWhatIsNotThere(t *testing.T) {
	skipped := false
	t.Run("missing", func(t *testing.T) {
		defer func() { skipped = t.Skipped() }()
		Path(t, "gibt es nicht")
	})
	if !skipped {
		t.Error("a missing sample did not skip the test")
	}
}

func TestSeeds_FromFilesAndContainers(t *testing.T) {
	Path(t) // skips where there is nothing
	want := func(p string) bool { return filepath.Base(p) == "METS.xml" }
	if got := Seeds(t, 3, want, "eark", "korpus"); len(got) != 3 {
		t.Errorf("%d seeds", len(got))
	}
	if got := Seeds(t, 3, want, "gibt es nicht"); got != nil {
		t.Errorf("%d seeds of a folder that is not there", len(got))
	}
}

func TestLay_WritesBelowTheName(t *testing.T) {
	dir := Lay(t, "lieferung", map[string]string{"a/b.txt": "eins"})
	if got, err := os.ReadFile(filepath.Join(dir, "a", "b.txt")); err != nil || string(got) != "eins" || filepath.Base(dir) != "lieferung" {
		t.Errorf("%q in %s, %v", got, dir, err)
	}
}

// Seeds lie far apart in a folder, so that not only its first subject is sown.
func TestSeeds_SpreadOverTheFolder(t *testing.T) {
	Path(t)
	var from []string
	all := Seeds(t, 1<<20, Named(".pdf"), "pdfa")
	few := Seeds(t, 4, Named(".pdf"), "pdfa")
	for _, seed := range few {
		from = append(from, fmt.Sprint(slices.IndexFunc(all, func(a []byte) bool { return bytes.Equal(a, seed) })*4/len(all)))
	}
	if got := strings.Join(from, " "); got != "0 1 2 3" {
		t.Errorf("quarters of %d files: %s", len(all), got)
	}
}
