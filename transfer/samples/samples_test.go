package samples

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

func TestRoot_HoldsTheModule(t *testing.T) {
	if _, err := os.Stat(filepath.Join(Root(t), "go.mod")); err != nil {
		t.Error(err)
	}
}

// outside is a test in a module beside which there is no test data.
type outside struct {
	testing.TB
	skipped, failed bool
}

func (o *outside) Helper()               {}
func (o *outside) Skip(...any)           { o.skipped = true; runtime.Goexit() }
func (o *outside) Fatalf(string, ...any) { o.failed = true; runtime.Goexit() }

// asked asks for a path as a test would that runs in dir.
func asked(t *testing.T, dir string, parts ...string) (o *outside, got string) {
	t.Helper()
	t.Chdir(dir)
	o = &outside{TB: t}
	ended := make(chan struct{})
	go func() { defer close(ended); got = Path(o, parts...) }()
	<-ended
	return o, got
}

// Without the data a test is left out; with them a path that is not there is a
// mistake of the test.
func TestPath(t *testing.T) {
	dir := Lay(t, "m", map[string]string{"laufzettel/go.mod": "module m\n"})
	module := filepath.Join(dir, "laufzettel")
	if o, got := asked(t, module, "a"); !o.skipped || got != "" {
		t.Errorf("without data: skipped %v, %q", o.skipped, got)
	}
	want := filepath.Join(dir, "shared", "testdata", "a")
	if err := os.MkdirAll(want, 0o700); err != nil {
		t.Fatal(err)
	}
	if o, got := asked(t, module, "a"); o.skipped || o.failed || got != filepath.Join(module, "..", "shared", "testdata", "a") {
		t.Errorf("with data: skipped %v, failed %v, %q", o.skipped, o.failed, got)
	}
	if o, _ := asked(t, module, "b"); !o.failed {
		t.Error("a path that is not there did not fail")
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
