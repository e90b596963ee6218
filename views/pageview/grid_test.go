package pageview

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"laufzettel/viewer"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/pageview/model"
)

// tables is a database: level 0 lists tables, level 1 has rows, level 2 is a file.
type tables struct{ level, rows int }

func (d tables) Info() viewer.Info { return viewer.Info{Kind: viewer.Table} }
func (d tables) Close() error      { return nil }
func (d tables) Columns() []string { return []string{"A", "B"} }
func (d tables) Rows() int         { return d.rows }
func (d tables) Row(n int) []string {
	return []string{fmt.Sprint("T", d.level), fmt.Sprint(n)}
}
func (d tables) Leads(_, col int) bool { return d.level < 2 && (d.level == 0 || col == 1) }
func (d tables) Below(context.Context, int, int) (string, viewer.Document, error) {
	return "x", tables{d.level + 1, 450_000}, nil
}

func TestGrid_OpensWhatLiesBelowAndLeadsBack(t *testing.T) {
	s := kittest.With(t, "de", kit.ModeLight, 1)
	p := New(s.Env, "page")
	s.Show(p.Object(), 640, 700)
	p.Show(model.Ref{Key: "db", Title: "Datenbank", Open: func(context.Context) (viewer.Document, error) { return tables{0, 3}, nil }})
	s.Run.Drain()
	p.openBelow(1, 0)
	s.Run.Drain()
	if p.Shown().Key != "db/1/0" || p.Shown().Title != "T0.1" {
		t.Fatalf("shown %+v", p.Shown())
	}
	if got := p.Where(); !strings.HasPrefix(got, "Zeilen 1–200.000 von 450.000") {
		t.Errorf("bar says %q", got)
	}
	p.turn(1)
	p.turn(1)
	p.turn(1)
	if from, to, _ := p.grid.window(); from != 400_001 || to != 450_000 {
		t.Errorf("last part shows %d to %d", from, to)
	}
	p.grid.reveal(7)
	if from, _, _ := p.grid.window(); from != 1 || p.Shown().Key != "db/1/0" {
		t.Errorf("a found row leads to the part from %d of %s", from, p.Shown().Key)
	}
	p.openBelow(5, 0)
	if p.Shown().Key != "db/1/0" {
		t.Error("a cell that leads nowhere opened something")
	}
	p.openBelow(5, 1)
	s.Run.Drain()
	s.Tap(t, "page.back")
	s.Run.Drain()
	if p.Shown().Key != "db/1/0" {
		t.Fatalf("back at %s", p.Shown().Key)
	}
	s.Tap(t, "page.back")
	s.Run.Drain()
	if p.Shown().Key != "db" {
		t.Errorf("back at %s", p.Shown().Key)
	}
}
