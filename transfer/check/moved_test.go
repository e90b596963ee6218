package check

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/record"
)

// A missing file is found under another name by its digest where it can be no other one:
// equal bytes of two documents prove nothing, a standard that compares names exactly takes
// nothing for the other (A7, A36).
func TestCheck_Moved(t *testing.T) {
	sum := func(s string) string { b := sha256.Sum256([]byte(s)); return hex.EncodeToString(b[:]) }
	listed := func(exact bool, pairs ...string) *Manifest {
		m := &Manifest{ListsAll: true, ExactNames: exact}
		for i := 0; i < len(pairs); i += 2 {
			m.Listed = append(m.Listed, Listed{Path: pairs[i], Size: -1,
				Digests: []Declared{{Algorithm: "sha-256", Value: sum(pairs[i+1])}}})
		}
		return m
	}
	tests := []struct {
		name     string
		files    map[string]string
		manifest *Manifest
		want     []string
	}{
		{"one", map[string]string{"scan.txt": "a", "b.txt": "b"}, listed(false, "brief.txt", "a", "b.txt", "b"),
			[]string{"VOL-007 scan.txt"}},
		{"two are one finding", map[string]string{"1.txt": "a", "2.txt": "b"}, listed(false, "brief.txt", "a", "plan.txt", "b"),
			[]string{"VOL-007 1.txt"}},
		{"other bytes", map[string]string{"scan.txt": "x"}, listed(false, "brief.txt", "a"),
			[]string{"VOL-001 brief.txt", "VOL-002 scan.txt"}},
		{"two documents of equal bytes", map[string]string{"1.txt": "a", "2.txt": "a"}, listed(false, "brief.txt", "a", "kopie.txt", "a"),
			[]string{"VOL-001 brief.txt", "VOL-001 kopie.txt", "VOL-002 1.txt", "VOL-002 2.txt"}},
		{"two files of the bytes of one", map[string]string{"1.txt": "a", "2.txt": "a"}, listed(false, "brief.txt", "a"),
			[]string{"VOL-001 brief.txt", "VOL-002 1.txt", "VOL-002 2.txt"}},
		{"its bytes lie in another document alone", map[string]string{"b.txt": "a"}, listed(false, "brief.txt", "a", "b.txt", "a"),
			[]string{"VOL-001 brief.txt"}},
		{"umlauts spelled out", map[string]string{"Groesse.txt": "a"}, listed(false, "Größe.txt", "x"), []string{"VOL-006 Groesse.txt"}},
		{"a blank lost", map[string]string{"Bescheid12.txt": "a"}, listed(false, "Bescheid 12.txt", "x"),
			[]string{"VOL-006 Bescheid12.txt"}},
		{"a blank lost, two that may be it", map[string]string{"Bescheid12.txt": "a", "Bescheid1 2.txt": "b"},
			listed(false, "Bescheid 12.txt", "x"),
			[]string{"VOL-001 Bescheid 12.txt", "VOL-002 Bescheid1 2.txt", "VOL-002 Bescheid12.txt"}},
		{"umlauts lost", map[string]string{"Gr__e der H_fe.txt": "a"}, listed(false, "Größe der Höfe.txt", "x"),
			[]string{"VOL-006 Gr__e der H_fe.txt"}},
		{"two that may be it", map[string]string{"Gr__e.txt": "a", "x/Gr??e.txt": "b"}, listed(false, "Größe.txt", "x"),
			[]string{"VOL-001 Größe.txt", "VOL-002 Gr__e.txt", "VOL-002 x/Gr??e.txt"}},
		{"cut name", map[string]string{"Übersicht über alle Flurstücke der Gemarkung Musterdorf.txt": "a"},
			listed(false, "Übersicht über alle Flurstücke der Gemarkung Musterdorf mit Eigentümern.txt", "x"),
			[]string{"VOL-006 Übersicht über alle Flurstücke der Gemarkung Musterdorf.txt"}},
		{"one cut name of two", map[string]string{"Übersicht über alle Flurstücke der Gemarkung Musterdorf.txt": "a"},
			listed(false, "Übersicht über alle Flurstücke der Gemarkung Musterdorf mit Eigentümern.txt", "x",
				"Übersicht über alle Flurstücke der Gemarkung Musterdorf mit Pächtern.txt", "y"),
			[]string{"VOL-001 Übersicht über alle Flurstücke der Gemarkung Musterdorf mit Eigentümern.txt",
				"VOL-001 Übersicht über alle Flurstücke der Gemarkung Musterdorf mit Pächtern.txt",
				"VOL-002 Übersicht über alle Flurstücke der Gemarkung Musterdorf.txt"}},
		{"names count sign by sign", map[string]string{"scan.txt": "a"}, listed(true, "brief.txt", "a"), []string{"VOL-007 scan.txt"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := &Engine{Kinds: []Kind{&fakeKind{name: "fake", conf: 100, manifest: tt.manifest}}, Identify: byExtension{}, Workers: 1}
			out := checkTree(t, e, newTree(tt.files), Input{})
			var got []string
			for _, s := range codesOf(out.Report) {
				if s[:3] == "VOL" {
					got = append(got, s)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			for _, f := range out.Report.Findings {
				if want := tt.manifest.ExactNames; f.Code == "VOL-007" && (f.Severity == Error) != want {
					t.Errorf("severity %s of %+v", f.Severity, f)
				}
			}
		})
	}
}

// What was found under another name is shown and packaged under it; the name of the message
// stays as the original one.
func TestCheck_MovedInTheTree(t *testing.T) {
	sum := sha256.Sum256([]byte("a"))
	doc := &record.Object{ID: "d1", Kind: record.Document,
		Versions: []record.Version{{Renditions: []record.Rendition{{File: record.PrimaryFile{Name: "brief.txt"}}}}}}
	m := &Manifest{ListsAll: true, Roots: []*record.Object{doc},
		Listed: []Listed{{Path: "brief.txt", Object: "d1", Size: -1,
			Digests: []Declared{{Algorithm: "sha-256", Value: hex.EncodeToString(sum[:])}}}}}
	e := &Engine{Kinds: []Kind{&fakeKind{name: "fake", conf: 100, manifest: m}}, Identify: byExtension{}, Workers: 1}
	checkTree(t, e, newTree(map[string]string{"scan.txt": "a"}), Input{})
	if f := doc.Versions[0].Renditions[0].File; f.Name != "scan.txt" || f.Original != "brief.txt" {
		t.Errorf("the document has %+v", f)
	}
}
