package work_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"weak"

	"laufzettel/app/work/intake"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/generate"
)

// counting is a kind of which every message that was read is counted as long as anybody
// holds it.
type counting struct {
	check.Kind
	*readings
}

type readings struct {
	mu   sync.Mutex
	all  []weak.Pointer[check.Manifest]
	most int // held at once by the check of a piece
}

func (counting) Proceeds() {}

func (c counting) Read(ctx context.Context, t container.Tree, m check.Match, in check.ReadInput) (*check.Manifest, []check.Finding, error) {
	read, findings, err := c.Kind.Read(ctx, t, m, in)
	if read != nil {
		c.mu.Lock()
		c.all = append(c.all, weak.Make(read))
		c.mu.Unlock()
	}
	return read, findings, err
}

func (c counting) Rules(m *check.Manifest) []check.Rule {
	return append(c.Kind.Rules(m), check.Rule{Name: "held", Run: func(context.Context, check.Facts) ([]check.Finding, error) {
		runtime.GC()
		c.mu.Lock()
		defer c.mu.Unlock()
		n := 0
		for _, p := range c.all {
			if p.Value() != nil {
				n++
			}
		}
		c.most = max(c.most, n)
		return nil, nil
	}})
}

// The check of a drop holds the message of the piece it checks once, and of the others
// those alone it is compared with (G12).
func TestCheckDrop_HoldsMessagesOnce(t *testing.T) {
	const one, other = "316f8d25-9058-41b1-bbef-3db595fb4576", "4b0e6c17-7f0c-4f7e-9d0b-6a1b2c3d4e5f"
	tests := []struct {
		name      string
		kinds     []string
		processes []string
		want      int
	}{
		{"a delivery beside a letter", []string{"xdomea-0503"}, []string{one}, 1},
		{"of two procedures", []string{"xdomea-0503", "xdomea-0503"}, []string{one, other}, 1},
		{"offer and delivery of one procedure", []string{"xdomea-0501", "xdomea-0503"}, []string{one, one}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, t.TempDir(), "M. Ahrens")
			held := &readings{}
			kinds := slices.Clone(w.Intake.Engine.Kinds)
			for i, k := range kinds {
				if slices.Contains(k.Names(), "xdomea-0503") {
					kinds[i] = counting{k, held}
				}
			}
			w.Intake.Engine.Kinds = kinds
			drop := t.TempDir()
			must(t, os.WriteFile(filepath.Join(drop, "Anschreiben.txt"), []byte("Sehr geehrte Damen und Herren"), 0o600))
			for i, kind := range tt.kinds {
				made := delivery(t, generate.Plan{Kind: kind, Seed: 1, Process: tt.processes[i], Dossiers: 1, Cases: 2, Documents: 1})
				must(t, os.Rename(made, filepath.Join(drop, filepath.Base(made))))
			}
			d, pieces, err := intake.Drops{Intake: w.Intake}.CheckDrop(t.Context(), drop, intake.CheckOptions{NoPDFA: true})
			must(t, err)
			if d == nil || len(pieces) != len(tt.kinds) || len(held.all) < 2*len(pieces) {
				t.Fatalf("drop %v, %d pieces, %d readings; wanted a drop of %d, each read twice at least", d, len(pieces), len(held.all),
					len(tt.kinds))
			}
			if held.most != tt.want {
				t.Errorf("%d messages held at once, want %d", held.most, tt.want)
			}
		})
	}
}

// A proposal that waits for a person holds no tree of any message.
func TestPropose_HoldsNoTrees(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	held := &readings{}
	for i, k := range w.Intake.Engine.Kinds {
		if slices.Contains(k.Names(), "xdomea-0503") {
			w.Intake.Engine.Kinds = slices.Clone(w.Intake.Engine.Kinds)
			w.Intake.Engine.Kinds[i] = counting{k, held}
		}
	}
	p, err := intake.Drops{Intake: w.Intake}.Propose(t.Context(), delivery(t, generate.Plan{Seed: 1, Dossiers: 1, Cases: 1, Documents: 1}))
	must(t, err)
	runtime.GC()
	for _, m := range held.all {
		if m.Value() != nil {
			t.Error("the proposal holds a message")
		}
	}
	if len(held.all) == 0 || p.Pieces[0].Process == "" {
		t.Errorf("%d readings, piece %+v", len(held.all), p.Pieces[0])
	}
}

// The proposal of a share holds none of its names: a million of them would lie beside the tree
// that is copied.
func TestPropose_HoldsNoNamesOfAShare(t *testing.T) {
	w := open(t, t.TempDir(), "M. Ahrens")
	share := t.TempDir()
	for i := range 150 { // more than go along as papers
		must(t, os.WriteFile(filepath.Join(share, fmt.Sprintf("Schreiben %03d.txt", i)), []byte("An die Gemeinde"), 0o600))
	}
	must(t, os.WriteFile(filepath.Join(share, "Thumbs.db"), []byte("klein"), 0o600))
	p, err := intake.Drops{Intake: w.Intake}.Propose(t.Context(), share)
	must(t, err)
	if !p.Single() || len(p.Papers)+len(p.Left)+len(p.Litter) > 0 {
		t.Errorf("%d pieces, %d papers, %d left, %d litter", len(p.Pieces), len(p.Papers), len(p.Left), len(p.Litter))
	}
}
