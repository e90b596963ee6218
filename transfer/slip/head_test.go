package slip

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file of which the beginning says that it is no slip is not read further; one of which it
// says nothing is.
func TestMayBeSlip(t *testing.T) {
	slip := `<Laufzettel xmlns="` + Namespace + `"/>`
	for name, tt := range map[string]struct {
		head string
		want bool
	}{
		"slip": {slip, true}, "other root": {`<?xml version="1.0"?><x><Laufzettel xmlns="` + Namespace + `"/></x>`, false},
		"long remark before the root": {"<!-- " + strings.Repeat("x", headBytes), true},
		"no XML":                      {"PK\x03\x04", true}, "nothing": {"", true},
	} {
		if got := mayBeSlip([]byte(tt.head)); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
	}
}

// Of several slips the one that names the container is taken, wherever its root stands.
func TestPrefer_RootBehindTheHead(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.xml": `<Laufzettel xmlns="` + Namespace + `"><Datei>andere.zip</Datei></Laufzettel>`,
		"b.xml": "<!-- " + strings.Repeat("x", headBytes) + ` --><Laufzettel xmlns="` + Namespace + `"><Datei>lieferung.zip</Datei></Laufzettel>`,
		"c.xml": "<andere>lieferung.zip</andere>",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := place{names: []string{"a.xml", "b.xml", "c.xml"},
		open: func(name string) (io.ReadCloser, error) { return os.Open(filepath.Join(dir, name)) }}
	if got := strings.Join(p.prefer("lieferung.zip"), " "); got != "b.xml" {
		t.Errorf("%q, want b.xml", got)
	}
}
