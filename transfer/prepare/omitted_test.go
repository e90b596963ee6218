package prepare_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
)

// gapped is a register whose entry 3 of 4 is not in the folder.
func gapped(t *testing.T) material {
	m := registerMaterial(t, 4)
	files := maps.Clone(m.files)
	for name := range files {
		if strings.Contains(name, "-1989-3-") {
			delete(files, name)
		}
	}
	return material{files: files, fields: maps.Clone(m.fields)}
}

// An entry that is not there may be given a reason: the row is no longer faulty,
// the build keeps the reason, and the count of the closing note agrees (C1).
func TestOmitted(t *testing.T) {
	tests := map[string]struct {
		count  string
		reason kind.Values
		cell   string // of the row of entry 3
		codes  []string
		want   []kind.Omitted
	}{
		"no count, no reason":    {cell: "nicht im Ordner"},
		"count without a reason": {count: "4", cell: "nicht im Ordner", codes: []string{"PRE-005"}},
		"count of what is there": {count: "3", cell: "nicht im Ordner"},
		"count with a reason": {count: "4", reason: kind.Values{kind.OmitKey("003"): "Nummer nicht vergeben"}, cell: "Wegfall begründet",
			codes: []string{"PRE-029"},
			want:  []kind.Omitted{{Entry: "3", Reason: "Nummer nicht vergeben"}}},
		"too many in the note": {count: "9", reason: kind.Values{kind.OmitKey("3"): "x"}, cell: "Wegfall begründet",
			codes: []string{"PRE-005", "PRE-029"},
			want:  []kind.Omitted{{Entry: "3", Reason: "x"}}},
		"reason for one that is there": {reason: kind.Values{kind.OmitKey("2"): "x"}, cell: "nicht im Ordner"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			m := gapped(t)
			if tt.count != "" {
				m.fields["entryCount"] = tt.count
			}
			s := newStore(t)
			p := begin(t, s, "register", m)
			p, err := s.Type(t.Context(), p.ID, prepare.Statements{Source: p.Source, Target: p.Target, Fields: p.Fields, Reason: tt.reason})
			if err != nil {
				t.Fatal(err)
			}
			w := &prepare.Work{Store: s}
			for _, r := range preview(t, w, p.ID).Rows {
				if r.Cells[0] != "3" {
					continue
				}
				if r.Gap != "3" || r.Cells[5] != tt.cell || r.Faulty() != (tt.cell == "nicht im Ordner") {
					t.Errorf("%+v", r)
				}
			}
			out, err := w.Build(t.Context(), p.ID, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			var codes []string
			for _, f := range out.Findings {
				if f.Code == "PRE-005" || f.Code == "PRE-029" {
					codes = append(codes, f.Code)
				}
			}
			if diff := cmp.Diff(tt.codes, codes); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.want, out.Preparation.Omitted); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A closing note that names more entries than follow shows the rows that lack.
func TestOmitted_Behind(t *testing.T) {
	m := gapped(t)
	m.fields["entryCount"] = "6"
	s := newStore(t)
	var numbers []string
	for _, r := range preview(t, &prepare.Work{Store: s}, begin(t, s, "register", m).ID).Rows {
		if r.Gap != "" {
			numbers = append(numbers, r.Gap)
		}
	}
	if diff := cmp.Diff([]string{"3", "5", "6"}, numbers); diff != "" {
		t.Error(diff)
	}
}

// Bad input is told before it is kept, and by the build where it came another way.
func TestOmitFault(t *testing.T) {
	for name, tt := range map[string]struct{ kind, entry, reason, want string }{
		"fine":       {"register", "207", "Nummer nicht vergeben", ""},
		"taken back": {"register", "207", "", ""},
		"other kind": {"files", "207", "x", "nur bei Einträgen"},
		"no number":  {"register", "", "x", "keine Nummer"},
		"a path":     {"register", "../1", "x", "keine Nummer"},
		"control":    {"register", "1", "a\x1b[2J", "Steuerzeichen"},
		"too long":   {"register", "1", strings.Repeat("x", 9000), "zu lang"},
	} {
		b, _ := shelf.Builder(tt.kind)
		if got := kind.OmitFault(b, tt.entry, tt.reason).In("de"); tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	m := gapped(t)
	s := newStore(t)
	p := begin(t, s, "register", m)
	if _, err := s.Type(t.Context(), p.ID, prepare.Statements{Source: p.Source, Target: p.Target, Fields: p.Fields,
		Reason: kind.Values{kind.OmitKey("3"): "a\x00"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := (&prepare.Work{Store: s}).Build(t.Context(), p.ID, nil, nil); failure.KindOf(err) != failure.Refused ||
		!strings.Contains(err.Error()+failure.HintOf(err).In("de"), "Steuerzeichen") {
		t.Errorf("%v", err)
	}
}

// Reasons of a sidecar are foreign: they never break the report.
func TestOmittedFindings(t *testing.T) {
	many := make([]kind.Omitted, 5000)
	many[0] = kind.Omitted{Entry: "1\n2", Reason: strings.Repeat("ä", 9000)}
	got := kind.OmittedFindings(many)
	if len(got) != 1000 || got[0].Severity != check.Note || strings.ContainsAny(got[0].Expected, "\n") || len([]rune(got[0].Found)) > 1100 {
		t.Errorf("%d findings, %q", len(got), got[0].Expected)
	}
}
