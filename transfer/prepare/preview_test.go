package prepare_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
)

func preview(t *testing.T, w *prepare.Work, id string) *prepare.Preview {
	t.Helper()
	p, err := w.Preview(t.Context(), id, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, failure.HintOf(err).In("de"))
	}
	return p
}

// faults gives the texts of what is wrong, by the first cell that says something.
func faults(p *prepare.Preview) map[string]string {
	out := map[string]string{}
	for _, r := range p.Rows {
		if r.Faulty() {
			name := strings.Join(slices.DeleteFunc(slices.Clone(r.Cells), func(s string) bool { return s == "" })[:1], "")
			for _, f := range r.Faults {
				out[name] += f.Text + "\n"
			}
		}
	}
	return out
}

// Sound material of every kind is shown without a fault, and building it is not
// needed for that.
func TestPreview_EveryKind(t *testing.T) {
	rows := map[string]int{"register": 4, "handelsregister": 4, "norm": 8, "xdomea": 3, "files": 3, "bagit": 3, "website": 3}
	for kind, m := range materials(t) {
		t.Run(kind, func(t *testing.T) {
			s := newStore(t)
			p := begin(t, s, kind, m)
			got := preview(t, &prepare.Work{Store: s}, p.ID)
			if want, ok := rows[kind]; ok && got.Total != want {
				t.Errorf("%d rows, want %d: %+v", got.Total, want, got.Rows)
			}
			faulty := map[string]int{"norm": 1}[kind]   // the issuer of its signature is not known here
			made := kind == "norm" || kind == "website" // they write all of their files anew
			if got.Total == 0 || got.Faulty != faulty || len(got.Missing) != 0 || got.Name == "" || (len(got.Tree) == 0) != made ||
				got.Files != len(m.files) {
				t.Errorf("%d rows, %d faulty %v, missing %q, name %q, tree %v, %d files of %d", got.Total, got.Faulty, faults(got),
					got.Missing, got.Name, got.Tree, got.Files, len(m.files))
			}
			for _, r := range got.Rows {
				if len(r.Cells) != len(got.Columns) {
					t.Errorf("%d cells under %d columns: %q", len(r.Cells), len(got.Columns), r.Cells)
				}
			}
			now, err := s.Get(t.Context(), p.ID)
			if err != nil || now.State != prepare.Draft || got.Basis != prepare.BasisOf(&now) {
				t.Errorf("%s, basis %s of %s: %v", now.State, got.Basis, prepare.BasisOf(&now), err)
			}
		})
	}
}

// Every entry says who signed it, when and where that stands (C6).
func TestPreview_RegisterSigners(t *testing.T) {
	a := newAuthority(t, registrar, time.Now().AddDate(1, 0, 0))
	m := signedMaterial(t, a)
	s := newStore(t)
	got := preview(t, &prepare.Work{Store: s, Roots: a.roots()}, begin(t, s, "register", m).ID)
	var have [][]string
	for _, r := range got.Rows {
		day, err := time.Parse(time.DateOnly, r.Cells[3])
		if err != nil || time.Since(day) > 48*time.Hour {
			t.Errorf("entry %s was signed on %q", r.Cells[0], r.Cells[3])
		}
		have = append(have, []string{r.Cells[0], r.Cells[2], r.Cells[4], r.Cells[5]})
	}
	want := [][]string{{"1", registrar, "Signatur der PDF-Datei", "Urkunde"}, {"2", registrar, "Signatur der XML-Datei", "Urkunde"},
		{"3", registrar, "Signatur der XML-Datei", "Urkunde"}}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Error(diff)
	}
}

// What is wrong stands at the row it is about.
func TestPreview_RegisterFaults(t *testing.T) {
	m := registerMaterial(t, 4)
	files := maps.Clone(m.files)
	for name := range files {
		if strings.Contains(name, "-1989-3-") {
			delete(files, name)
		}
	}
	delete(files, "623456-S-1989-1-U0.pdf")
	files["623456-S-1989-2-U0.pdf"] = nil
	files["unbekannt.xml"] = []byte("<a/>")
	files["Thumbs.db"] = []byte("x")
	files["index.csv"] = []byte("Nummer;Verfügungsnummer\n1;V-1\n6;V-6\n")
	s := newStore(t)
	got := preview(t, &prepare.Work{Store: s}, begin(t, s, "register", material{files: files, fields: m.fields}).ID)
	told := faults(got)
	for row, want := range map[string]string{"1": "nur eine der beiden Dateien", "2": "Die Datei ist leer.",
		"3": "Eintrag 3 liegt nicht im Ordner", "6": "Eintrag 6 liegt nicht im Ordner",
		"unbekannt.xml": "weder ihr Name noch ihr Inhalt", "Thumbs.db": "gehört zu keinem Teil"} {
		if !strings.Contains(told[row], want) {
			t.Errorf("row %s says %q, want %q", row, told[row], want)
		}
	}
	if got.Faulty != len(told) || told["4"] != "" && !strings.Contains(told["4"], "Unterschrift") {
		t.Errorf("%d faulty rows, told %v", got.Faulty, told)
	}
	if diff := cmp.Diff([]int{0, 1, 2, 3, 4, 5, 6}, got.Around(1)); diff != "" {
		t.Error(diff)
	}
}

// The same for the other kinds.
func TestPreview_Faults(t *testing.T) {
	all := materials(t)
	tests := map[string]struct {
		kind   string
		change func(map[string][]byte)
		row    string
		want   string
	}{
		"company without a name": {"handelsregister", func(f map[string][]byte) {
			f["firmen.txt"] = []byte(strings.Replace(string(f["firmen.txt"]), "\n", "\nCH-020.3.999.999-9\t\tZug\t1.1.1900\t31.12.1890\n",
				1))
		}, "CH-020.3.999.999-9", "keine Belegakte"},
		"file of no company": {"handelsregister", func(f map[string][]byte) { f["belege/Herkunft_unklar.pdf"] = []byte("%PDF-1.4\n") },
			"belege/Herkunft_unklar.pdf", "nennt keine Firma"},
		"metadata missing": {"norm", func(f map[string][]byte) { delete(f, "Originalnorm/metadaten.xml") }, "Originalnorm",
			"Die Metadaten fehlen"},
		"word in a norm": {"norm", func(f map[string][]byte) { f["Ausgabenorm/roh.doc"] = []byte("roh") }, "Ausgabenorm",
			"nur PDF/A und XML"},
		"not UTF-8": {"export", func(f map[string][]byte) { f["liste.csv"] = []byte("a;b\n1;\xf6\n") }, "liste.csv",
			"nicht UTF-8"},
		"ragged": {"export", func(f map[string][]byte) { f["liste.csv"] = []byte("a;b\n1;2\n1;2;3\n") }, "liste.csv",
			"Zeile 3"},
		"broken xml": {"files", func(f map[string][]byte) { f["a.xml"] = []byte("<a>\n<b>") }, "a.xml", "nicht wohlgeformt"},
		"empty":      {"bagit", func(f map[string][]byte) { f["leer.txt"] = nil }, "leer.txt", "leer"},
		"not in the message": {"xdomea", func(f map[string][]byte) { f["Nachtrag.txt"] = []byte("x") }, "Nachtrag.txt",
			"die Nachricht nennt sie nicht"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			m := material{files: maps.Clone(all[tt.kind].files), fields: all[tt.kind].fields}
			tt.change(m.files)
			s := newStore(t)
			told := faults(preview(t, &prepare.Work{Store: s}, begin(t, s, tt.kind, m).ID))
			if !strings.Contains(told[tt.row], tt.want) {
				t.Errorf("told %q, want %q at %s", told, tt.want, tt.row)
			}
		})
	}
}

// Statements that are missing are told, and what can be seen without them is seen.
func TestPreview_Unfinished(t *testing.T) {
	m := registerMaterial(t, 2)
	m.fields = kind.Values{"closingDate": "31.2.1990"}
	s := newStore(t)
	got := preview(t, &prepare.Work{Store: s}, begin(t, s, "register", m).ID)
	missing := strings.Join(got.Missing, "\n")
	if got.Total != 4 || !strings.Contains(missing, "Standesamt") || !strings.Contains(missing, "Datum des Abschlussvermerks") {
		t.Errorf("%d rows, missing %q", got.Total, missing)
	}
	p, err := s.New(t.Context(), prepare.Preparation{Kind: "files"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (&prepare.Work{Store: s}).Preview(t.Context(), p.ID, nil); failure.KindOf(err) != failure.Refused ||
		!strings.Contains(failure.HintOf(err).In("de"), "Ordner") {
		t.Errorf("without a folder: %v", err)
	}
}

// formats knows one format by its first byte.
type formats struct{}

func (formats) Tool() string { return "formats 1" }
func (formats) Identify(name string, c container.Content) (check.Format, error) {
	if strings.HasSuffix(name, ".txt") {
		return check.Format{PUID: "x-fmt/111", Name: "Plain Text File"}, nil
	}
	return check.Format{PUID: "UNKNOWN"}, nil
}

// The agreed formats are held against the files before the build.
func TestPreview_Agreed(t *testing.T) {
	s := newStore(t)
	m := plainMaterial(t)
	work := &prepare.Work{Store: s, Identify: formats{}, Agreed: []string{"fmt/354"}}
	told := faults(preview(t, work, begin(t, s, "files", m).ID))
	if !strings.Contains(told["brief.txt"], "Format nicht vereinbart: Plain Text File (x-fmt/111)") ||
		!strings.Contains(told["pläne/lageplan.pdf"], "nicht zu erkennen") {
		t.Errorf("told %q", told)
	}
}

// A preview can be cancelled and says how far it is.
func TestPreview_Cancel(t *testing.T) {
	s := newStore(t)
	p := begin(t, s, "register", registerMaterial(t, 4))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	last := prepare.Progress{}
	_, err := (&prepare.Work{Store: s}).Preview(ctx, p.ID, func(g prepare.Progress) {
		last = g
		if g.Done == 2 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || last.Phase != prepare.PhasePreview || last.Total < 8 || last.Left <= 0 {
		t.Errorf("%v after %+v", err, last)
	}
}
