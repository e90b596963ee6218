package window

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"laufzettel/transfer/check"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
	view "laufzettel/views/prepare/model"
)

// Reading is the verb of a look at the material.
const Reading Verb = "look"

// aroundFault is how many rows beside one with a fault are shown with it.
const aroundFault = 3

// lookKey names the reading of a preparation's material among the works: it goes
// beside typing and keeps nobody from it.
func lookKey(id string) string { return "look:" + id }

// looks keeps the previews last shown, so that a redraw reads no file.
type looks struct {
	mu   sync.Mutex
	kept map[string]looked // by preparation
}

type looked struct {
	stamp string
	of    *prepare.Preview
	table *view.Table
}

// maxLooks bounds the previews in memory.
const maxLooks = 3

// look gives the preview of a preparation with its table, nil where none was made
// of this source.
func (s Prepare) look(p *prepare.Preparation) (*prepare.Preview, *view.Table, error) {
	stamp := s.W.Clerk.PreviewStamp(p.ID)
	if stamp == "" {
		return nil, nil, nil
	}
	s.looks.mu.Lock()
	defer s.looks.mu.Unlock()
	got, ok := s.looks.kept[p.ID]
	if !ok || got.stamp != stamp {
		seen, err := s.W.Clerk.PreviewOf(p.ID)
		if err != nil || seen == nil {
			return nil, nil, err
		}
		if len(s.looks.kept) >= maxLooks || s.looks.kept == nil {
			s.looks.kept = map[string]looked{}
		}
		got = looked{stamp, seen, s.tableOf(seen)}
		got.table.Missing = s.besideFields(p, seen.Missing)
		s.looks.kept[p.ID] = got
	}
	if got.of.Source != p.Source {
		return nil, nil, nil
	}
	return got.of, got.table, nil
}

// tableOf makes the rows of the screen.
func (s Prepare) tableOf(p *prepare.Preview) *view.Table {
	t := &view.Table{Around: p.Around(aroundFault), Total: p.Total, Faulty: p.Faulty, More: p.More,
		Rows: make([]view.TableRow, 0, len(p.Rows))}
	for i, c := range p.Columns {
		title, longest := c.Label, 4
		if s.Words.Language() == "en" {
			title = c.LabelEN
		}
		for _, r := range p.Rows[:min(len(p.Rows), 500)] {
			if i < len(r.Cells) {
				longest = max(longest, utf8.RuneCountInString(r.Cells[i]))
			}
		}
		t.Columns = append(t.Columns, view.TableColumn{Title: title, Right: c.Right,
			Weight: float32(3 + min(max(longest, utf8.RuneCountInString(title)), 26))})
	}
	for _, r := range p.Rows {
		row := view.TableRow{Cells: s.dated(r.Cells), Files: r.Files, Gap: r.Gap, Lacks: r.Lacks}
		if r.Gap != "" {
			row.Key = kind.OmitKey(r.Gap)
		}
		for _, f := range r.Faults {
			row.Faults = append(row.Faults, view.TableFault{Severity: f.Severity, Text: f.Text})
		}
		slices.SortStableFunc(row.Faults, func(a, b view.TableFault) int { return rank(a.Severity) - rank(b.Severity) })
		t.Rows = append(t.Rows, row)
	}
	return t
}

// dated writes days as people do.
func (s Prepare) dated(cells []string) []string {
	for i, c := range cells {
		if len(c) != len(time.DateOnly) {
			continue
		}
		if t, err := time.Parse(time.DateOnly, c); err == nil {
			cells = slices.Clone(cells)
			cells[i] = s.Words.Date(t)
		}
	}
	return cells
}

// besideFields leaves what the fields themselves do not say.
func (s Prepare) besideFields(p *prepare.Preparation, missing []string) (out []string) {
	var told []string
	if b, ok := s.W.Clerk.Prepare.Kinds.Builder(p.Kind); ok {
		for _, f := range b.Fields() {
			told = append(told, f.Fault(cmp.Or(p.Fields[f.Key], f.Default)))
		}
	}
	for _, m := range missing {
		if !slices.Contains(told, m) {
			out = append(out, m)
		}
	}
	return out
}

func rank(s check.Severity) int {
	return slices.Index([]check.Severity{check.Error, check.Warning, check.Note}, s)
}

// seen puts what was read of the material into a draft: the table, and while the
// portion is not built the values that fill its fields.
func (s Prepare) seen(p *prepare.Preparation, d *view.Draft, read map[string]string) error {
	if w := s.Works.Of(lookKey(p.ID)); w != nil {
		d.Looking = &view.Running{Phase: "preview", At: 1, Of: 1, Done: w.Done, Total: w.Total, Rate: w.Rate, Left: w.Left}
	} else if err := s.Works.Fault(lookKey(p.ID)); err != nil {
		d.Fault = s.Words.Explain(err, s.Words.T("window.fault"))
	}
	seen, table, err := s.look(p)
	if err != nil || seen == nil {
		return err
	}
	d.Table, d.Stale = table, seen.Basis != prepare.BasisOf(p)
	if p.State != prepare.Draft {
		return nil
	}
	d.Read = nil
	for _, r := range seen.Read {
		d.Read = append(d.Read, view.Pair{Label: r.Label, Value: r.Value})
		if r.Key != "" {
			read[r.Key] = r.Value
		}
	}
	if len(seen.Tree) > 0 {
		d.Tree = append(d.Tree, cmp.Or(seen.Name, s.Words.T("prepare.kind."+p.Kind))+"/")
		for _, name := range seen.Tree {
			d.Tree = append(d.Tree, "  "+name)
		}
	}
	return nil
}

// Look implements prepare.Source.
func (s Prepare) Look(ctx context.Context, id string) error {
	p, err := s.W.Clerk.Prepare.Get(ctx, id)
	if err != nil {
		return err
	}
	_, err = s.Works.Start(lookKey(id), Reading, s.called(&p), func(ctx context.Context, step func(Step)) error {
		_, err := s.W.Clerk.PreviewPreparation(ctx, id, func(g prepare.Progress) {
			step(Step{Phase: g.Phase, At: g.PhaseNo, Of: g.Phases, Done: g.Done, Total: g.Total})
		})
		return err
	})
	return err
}

// AddFile implements prepare.Source.
func (s Prepare) AddFile(ctx context.Context, id, name, file string) error {
	_, err := s.W.Clerk.AddToPreparation(ctx, id, name, file)
	return err
}

// StopLook implements prepare.Source.
func (s Prepare) StopLook(_ context.Context, id string) error {
	s.Works.Cancel(lookKey(id))
	return nil
}
