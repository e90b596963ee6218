package website

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
)

// written makes a delivery of the kind as a folder, with a defect where code is set.
func written(t *testing.T, kind, code string) string {
	t.Helper()
	d, err := Sample{Kind: kind, Pages: 2, Clock: isoClock, PDF: func(string) ([]byte, error) { return []byte(onePage), nil }}.Build()
	if err != nil {
		t.Fatal(err)
	}
	files, err := Defects(kind)[code].Apply(d)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "lieferung")
	for name, data := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// Every kind has a sound sample and for each of its codes a delivery that causes it.
func TestDefects_EachCodeIsUttered(t *testing.T) {
	for kind, prefix := range map[string]string{Name: "WEB", NameWARC: "WRC", NameWACZ: "WCZ"} {
		t.Run(kind, func(t *testing.T) {
			rep := checked(t, written(t, kind, ""))
			if rep.Kind != kind || rep.Verdict != check.Accepted || len(codesOf(rep, check.Warning)) > 0 {
				t.Fatalf("%s %s %+v", rep.Kind, rep.Verdict, rep.Findings)
			}
			for _, c := range Codes {
				if !strings.HasPrefix(c.ID, prefix) {
					continue
				}
				rep := checked(t, written(t, kind, c.ID))
				if _, made := Defects(kind)[c.ID]; !made || !slices.Contains(codesOf(rep, check.Note), c.ID) {
					t.Errorf("%s: not uttered: %s %+v", c.ID, rep.Kind, rep.Findings)
				}
			}
		})
	}
}

// onePage is the smallest PDF that has a page.
const onePage = "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n" +
	"3 0 obj<</Type/Page/Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
