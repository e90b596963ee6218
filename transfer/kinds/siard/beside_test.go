package siard

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
)

// outside moves the first large object of the sample out of the archive and lays
// the archive with the external file into one delivery.
func outside(t *testing.T, lob []byte, change func(name string, data []byte) []byte) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "lieferung")
	if err := os.MkdirAll(filepath.Join(dir, "lobs"), 0o700); err != nil {
		t.Fatal(err)
	}
	var members []Member
	for _, m := range Build(plan()) {
		const in = "content/schema0/table0/lob3/record0.bin"
		switch {
		case m.Name == in:
			if lob == nil {
				lob = m.Data
			}
			if len(lob) > 0 {
				if err := os.WriteFile(filepath.Join(dir, "lobs", "record0.bin"), lob, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			continue
		case strings.HasSuffix(m.Name, "table0.xml"):
			m.Data = bytes.Replace(m.Data, []byte(`file="`+in+`"`), []byte(`file="../lobs/record0.bin"`), 1)
		}
		if change != nil {
			m.Data = change(m.Name, m.Data)
		}
		members = append(members, m)
	}
	raw, err := os.ReadFile(pack(t, members))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "kataster.siard"), raw, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Large objects beside the archive are files of the delivery: their size and digest
// are compared, a missing one is named, and what is wrong in the archive bears its
// place (eCH-0165 lobFolder).
func TestBeside(t *testing.T) {
	for _, tt := range []struct {
		name   string
		lob    []byte
		change func(string, []byte) []byte
		want   []string
	}{
		{"sound", nil, nil, nil},
		{"external file changed", []byte("\x00\x01kartX"), nil, []string{"FIX-002 lobs/record0.bin"}},
		{"external file missing", []byte{}, nil, []string{"VOL-001 lobs/record0.bin"}},
		{"archive damaged", nil, func(name string, data []byte) []byte {
			if strings.HasSuffix(name, "metadata.xml") {
				return bytes.Replace(data, []byte("<rows>2"), []byte("<rows>3"), 1)
			}
			return data
		}, []string{"SRD-005 kataster.siard!content/schema0/table0/table0.xml"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out := checkPath(t, outside(t, tt.lob, tt.change), nil)
			rep := out.Report
			var got []string
			for _, f := range rep.Findings {
				if f.Severity == check.Error {
					got = append(got, f.Code+" "+f.Path)
				}
			}
			if rep.Kind != "siard" || !slices.Equal(got, tt.want) {
				t.Errorf("%s: %v, want %v: %+v", rep.Kind, got, tt.want, rep.Findings)
			}
			if rep.Agency.Name != "Landratsamt Musterkreis" || rep.Objects.Cases != 1 {
				t.Errorf("%+v %+v", rep.Agency, rep.Objects)
			}
		})
	}
}
