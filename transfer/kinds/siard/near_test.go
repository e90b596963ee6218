package siard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
)

// A description without the database is told as what it looks like, wherever it lies and
// whatever it is called (K10).
func TestNearMisses(t *testing.T) {
	const described = `<?xml version="1.0"?><siardArchive xmlns="http://www.bar.admin.ch/xmlns/siard/2/metadata.xsd" version="2.1"><dbname>a</dbname></siardArchive>`
	for name, tt := range map[string]struct {
		file, text string
		want       bool
	}{
		"as one file":              {"metadata.xml", described, true},
		"as text":                  {"Datenbank/beschreibung.txt", described, true},
		"speaks of it":             {"brief.txt", "Im siardArchive fehlt nichts.", false},
		"another root":             {"a.xml", "<a>siardArchive</a>", false},
		"too deep to be looked at": {"a/b/metadata.xml", described, false},
	} {
		dir := t.TempDir()
		write(t, dir, tt.file, tt.text)
		tree, err := container.Open(t.Context(), dir, container.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Kind{}.NearMisses(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		if (len(got) > 0) != tt.want || tt.want && !strings.Contains(got[0].Message, "SIARD") {
			t.Errorf("%s: %+v", name, got)
		}
		if err := tree.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A folder that holds the description alone is recognised, and refused: nothing of the
// database was delivered.
func TestRead_DescriptionAlone(t *testing.T) {
	for file, want := range map[string]bool{"": true, "content/schema0/table0/table0.xml": false} {
		dir := t.TempDir()
		write(t, dir, "header/metadata.xml",
			`<siardArchive xmlns="http://www.bar.admin.ch/xmlns/siard/2/metadata.xsd" version="2.1"><dbname>a</dbname></siardArchive>`)
		if file != "" {
			write(t, dir, file, "<table/>")
		}
		tree, err := container.Open(t.Context(), dir, container.Options{})
		if err != nil {
			t.Fatal(err)
		}
		match, err := Kind{}.Recognise(t.Context(), tree)
		if err != nil || match.Kind != "siard" {
			t.Fatalf("%+v %v", match, err)
		}
		_, got, err := Kind{}.Read(t.Context(), tree, match, check.ReadInput{})
		if err != nil {
			t.Fatal(err)
		}
		said := false
		for _, f := range got {
			said = said || f.Code == "KND-004"
		}
		if said != want {
			t.Errorf("beside %q: %+v", file, got)
		}
		if err := tree.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	at := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
