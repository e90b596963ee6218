package layout_test

import (
	"testing"

	"laufzettel/transfer/layout"
	"laufzettel/transfer/vocab"
)

// The fingerprint is that of what the layout reads: another file beside it changes
// nothing, another byte or place of what is read does.
func TestFingerprint(t *testing.T) {
	l := &layout.Layout{Sources: []layout.Source{{Name: "a", File: "liste.csv", Type: layout.TypeCSV},
		{Name: "f", Type: layout.TypeFolder}}}
	of := func(files map[string][]byte) string {
		got, err := l.Fingerprint(t.Context(), vocab.NewTree("x", files))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	first := of(map[string][]byte{"liste.csv": []byte("a;b\n"), "x.pdf": []byte("1")})
	for name, tt := range map[string]struct {
		files map[string][]byte
		same  bool
	}{
		"beside":     {map[string][]byte{"liste.csv": []byte("a;b\n"), "y.pdf": []byte("2")}, true},
		"other byte": {map[string][]byte{"liste.csv": []byte("a;c\n"), "x.pdf": []byte("1")}, false},
		"elsewhere":  {map[string][]byte{"d/liste.csv": []byte("a;b\n")}, false},
	} {
		if got := of(tt.files); (got == first) != tt.same || got == "" {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := of(map[string][]byte{"x.pdf": []byte("1")}); got != "" {
		t.Errorf("nothing read: %q", got)
	}
}
