package work_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"laufzettel/app/work/intake"
	"laufzettel/transfer/check"
	"laufzettel/transfer/generate"
)

// A container that lies in a drop a second time is told and makes no accession (P1.5); one
// of other bytes is a delivery.
func TestDrops_Twins(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	made := func(seed uint64) string {
		raw, err := os.ReadFile(delivery(t, generate.Plan{Kind: "xdomea-0503", Seed: seed, Dossiers: 1, Cases: 1, Documents: 1}))
		must(t, err)
		return string(raw)
	}
	one, other := made(1), made(2)
	tests := []struct {
		name   string
		files  map[string]string
		pieces []string
		twins  []intake.Twin
	}{
		{"beside each other", map[string]string{"a.zip": one, "a (1).zip": one}, []string{"a.zip"},
			[]intake.Twin{{Name: "a (1).zip", Of: "a.zip"}}},
		{"the nearer one stays", map[string]string{"Alt/a.zip": one, "b.zip": one}, []string{"b.zip"},
			[]intake.Twin{{Name: "Alt/a.zip", Of: "b.zip"}}},
		{"in a container", map[string]string{"a.zip": one, "x.zip": zipped(t, map[string]string{"b.zip": one})},
			[]string{"a.zip"}, []intake.Twin{{Name: "x.zip!b.zip", Of: "a.zip"}}},
		{"other bytes", map[string]string{"a.zip": one, "b.zip": other}, []string{"a.zip", "b.zip"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			room, drop := intake.Drops{Intake: w.Intake}, laid(t, tt.files)
			p, err := room.Propose(t.Context(), drop)
			must(t, err)
			var pieces []string
			for _, x := range p.Pieces {
				pieces = append(pieces, x.Name)
			}
			slices.Sort(pieces)
			if !slices.Equal(pieces, tt.pieces) || !slices.Equal(p.Twins, tt.twins) {
				t.Errorf("pieces %q, twins %v of %s, want %q and %v", pieces, p.Twins, filepath.Base(drop), tt.pieces, tt.twins)
			}
			d, _, err := room.CheckDrop(t.Context(), drop, intake.CheckOptions{NoPDFA: true})
			must(t, err)
			told := 0
			for _, f := range d.Findings {
				if f.Code == check.CodeTwin.ID {
					told += f.Weight()
				}
			}
			if told != len(tt.twins) {
				t.Errorf("%d twins told, want %d", told, len(tt.twins))
			}
		})
	}
}
