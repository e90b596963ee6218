package work_test

import (
	"testing"

	"laufzettel/transfer"
	"laufzettel/transfer/generate"
)

// What stayed undecided in an accession waits for nobody once it is closed or discarded.
func TestWaiting_NothingOfAnEndedAccession(t *testing.T) {
	tests := []struct {
		name string
		to   []transfer.AccessionState
		want int
	}{
		{"in work", nil, 1},
		{"cleared", []transfer.AccessionState{transfer.InWork, transfer.Archived, transfer.Cleared}, 1},
		{"closed", []transfer.AccessionState{transfer.InWork, transfer.Archived, transfer.Cleared, transfer.AccessionClosed}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, t.TempDir(), "M. Ahrens")
			p, _ := received(t, w, generate.Plan{Kind: "xdomea-0501", Seed: 4, Dossiers: 1, Cases: 1})
			for _, to := range tt.to {
				must(t, w.Intake.Portions.MoveAccession(t.Context(), p.AccessionID, to, "M. Ahrens", nil))
			}
			waiting, err := w.Books.Waiting(t.Context())
			must(t, err)
			if len(waiting) != tt.want {
				t.Errorf("%d wait, want %d: %+v", len(waiting), tt.want, waiting)
			}
		})
	}
}
