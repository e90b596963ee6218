package prepare

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/wording"
)

// PhasePreview is the look at the material before anything is built.
const PhasePreview = "preview"

// Limits of a preview: rows that are kept, and rows with faults kept beyond them.
const (
	MaxRows   = 100_000
	maxFaulty = 10_000
	maxTree   = 12 // lines of what comes about
)

// Preview is what was read of the material before the build (issue 4, no. 2;
// look.md 4, Abgabe): a row for each entry or file, with what is wrong at the row.
type Preview struct {
	Preparation string    `json:"preparation"`
	Kind        string    `json:"kind"`
	Source      string    `json:"source"`
	Basis       string    `json:"basis"` // of source and statements it was made of (BasisOf)
	Made        time.Time `json:"made"`

	Columns []kind.Column `json:"columns"`
	Rows    []kind.Row    `json:"rows"`
	Total   int           `json:"total"`
	Faulty  int           `json:"faulty"` // rows with an error or a warning
	More    int           `json:"more,omitempty"`
	Files   int           `json:"files"`
	Bytes   int64         `json:"bytes"`
	Read    []kind.Read   `json:"read"`
	Missing []string      `json:"missing"`        // German: what keeps the portion from being built as it stands
	Name    string        `json:"name,omitempty"` // of the portion, "" = not known yet
	Tree    []string      `json:"tree,omitempty"` // first files of what comes about
}

// Around gives the indexes of the rows with a fault and n rows before and behind
// each ("Rund um Fehler").
func (p *Preview) Around(n int) (out []int) {
	last := -1
	for i, r := range p.Rows {
		if !r.Faulty() {
			continue
		}
		for k := max(last+1, i-n); k <= min(i+n, len(p.Rows)-1); k++ {
			out, last = append(out, k), k
		}
	}
	return out
}

// BasisOf names source and statements of a preparation by a digest: a preview of
// another basis speaks of something else.
func BasisOf(p *Preparation) string {
	basis := []any{p.Kind, p.Source, p.Fields, p.Reason}
	if len(p.Added) > 0 {
		basis = append(basis, p.Added)
	}
	data, err := json.Marshal(basis)
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// tabling implements Table.
type tabling struct {
	w        *Work
	progress func(Progress)

	mu  sync.Mutex
	out *Preview
	now Progress
	dup int // rows with faults kept beyond MaxRows
}

// Columns implements Table.
func (t *tabling) Columns(c ...kind.Column) { t.out.Columns = c }

// Add implements Table.
func (t *tabling) Add(r kind.Row) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.out.Total++
	faulty := r.Faulty()
	if faulty {
		t.out.Faulty++
	}
	switch {
	case len(t.out.Rows)-t.dup < MaxRows:
	case faulty && t.dup < maxFaulty:
		t.dup++
	default:
		t.out.More++
		return
	}
	t.out.Rows = append(t.out.Rows, r)
}

// Seen implements Table.
func (t *tabling) Seen(size int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Done++
	t.now.Bytes += size
	t.now.Left = max(0, t.now.Left-size)
	t.progress(t.now)
}

// Expect implements Table.
func (t *tabling) Expect(files int, bytes int64) {
	t.now.Total, t.now.Left = int64(files), bytes
	t.progress(t.now)
}

// Looked refuses what no material can be looked at in: no folder, or none that opens.
func Looked(source string) error {
	if source == "" {
		return refusal("preview", wording.Say("hint.prepare.no-source"), nil)
	}
	if info, err := os.Stat(source); err != nil || !info.IsDir() {
		return refusal("preview", wording.Say("hint.prepare.source-not-as-folder", source), err)
	}
	return nil
}

// Preview reads the material of a preparation and builds nothing. Statements may
// be missing: what they keep from being seen is told. Errors: Refused where no
// folder is named or it cannot be read.
func (w *Work) Preview(ctx context.Context, id string, progress func(Progress)) (*Preview, error) {
	p, err := w.Store.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := Looked(p.Source); err != nil {
		return nil, err
	}
	b, ok := w.Store.Kinds.Builder(p.Kind)
	if !ok {
		return nil, failure.New(failure.Bug, "preview "+id, wording.Say("hint.window.kind-unknown"))
	}
	values, set, err := w.Store.settled(ctx, p)
	if err != nil {
		return nil, err
	}
	if progress == nil {
		progress = func(Progress) {}
	}
	t := &tabling{w: w, progress: progress, now: Progress{Phase: PhasePreview, PhaseNo: 1, Phases: 1, Since: time.Now()},
		out: &Preview{Preparation: id, Kind: p.Kind, Source: p.Source, Basis: BasisOf(&p), Made: w.Store.now(), Rows: []kind.Row{},
			Read: []kind.Read{}, Missing: []string{}}}
	tree, err := w.material(ctx, &p)
	if refused, is := errors.AsType[*container.Refused](err); is {
		t.hostile(refused)
		return t.out, nil
	}
	if err != nil {
		return nil, err
	}
	if invalid, is := errors.AsType[*kind.Invalid](kind.Validate(b.Fields(), values)); is {
		for _, f := range invalid.Faults {
			t.out.Missing = append(t.out.Missing, f.Text)
		}
	}
	src := kind.Source{Tree: tree, Dir: p.Source, Values: kind.WithDefaults(b.Fields(), values), Set: set.Values, Reason: p.Reason,
		Roots: w.Roots, Now: w.Store.now()}
	err = t.fill(ctx, b, src)
	return t.out, kind.Closed(tree, err)
}

// hostile shows a source no archive takes: the files that are in the way.
func (t *tabling) hostile(refused *container.Refused) {
	t.Columns(kind.FileColumn)
	for _, f := range check.FindingsOf(refused) {
		t.Add(kind.Row{Cells: []string{f.Path}, Files: []string{f.Path}, Faults: []kind.RowFault{kind.FaultOf(f)}})
	}
	t.out.Missing = append(t.out.Missing,
		"Im Material liegen Dateien, die kein Archiv annimmt. Bitte umbenennen oder aus dem Material nehmen.")
}

// fill reads table and plan; what keeps a plan from being made is told, not an
// error.
func (t *tabling) fill(ctx context.Context, b kind.Builder, src kind.Source) error {
	err := src.Tree.Files(ctx, func(e container.Entry) error {
		t.out.Files, t.out.Bytes = t.out.Files+1, t.out.Bytes+e.Size
		return nil
	})
	if err != nil {
		return err
	}
	own, ok := b.(kind.Tabler)
	if !ok {
		own = fileTable{b}
	}
	plan, err := own.Table(ctx, src, t)
	if err = t.Told(err); err != nil {
		return err
	}
	if plan == nil {
		return nil
	}
	t.out.Name, t.out.Read = plan.Name, append(t.out.Read, plan.Read[:min(len(plan.Read), kind.MaxShown)]...)
	t.marks(plan.Findings)
	t.out.Tree = treeOf(plan)
	return nil
}

// Lack implements Table.
func (t *tabling) Lack(text string) { t.out.Missing = append(t.out.Missing, text) }

// Told implements Table.
func (t *tabling) Told(err error) error {
	if invalid, is := errors.AsType[*kind.Invalid](err); is {
		for _, f := range invalid.Faults {
			if !slices.Contains(t.out.Missing, f.Text) {
				t.out.Missing = append(t.out.Missing, f.Text)
			}
		}
		return nil
	}
	if err != nil && failure.KindOf(err) == failure.Refused {
		t.out.Missing = append(t.out.Missing, failure.HintOf(err).In(wording.German))
		return nil
	}
	return err
}

// marks puts the findings of a plan to the rows of their files; one without a row
// gets its own.
func (t *tabling) marks(findings []check.Finding) {
	if len(findings) == 0 {
		return
	}
	at := map[string]int{}
	for i, r := range t.out.Rows {
		for _, f := range r.Files {
			at[f] = i
		}
	}
	for _, f := range findings {
		i, ok := at[f.Path]
		if !ok {
			cells := make([]string, len(t.out.Columns))
			k := max(0, slices.IndexFunc(t.out.Columns, func(c kind.Column) bool { return c.Wide }))
			if len(cells) > 0 {
				cells[k] = f.Path
			}
			t.Add(kind.Row{Cells: cells, Files: []string{f.Path}, Faults: []kind.RowFault{kind.FaultOf(f)}})
			continue
		}
		r := &t.out.Rows[i]
		if slices.ContainsFunc(r.Faults, func(x kind.RowFault) bool { return x.Code == f.Code && x.File == f.Path }) {
			continue
		}
		if !r.Faulty() && f.Severity != check.Note {
			t.out.Faulty++
		}
		r.Faults = append(r.Faults, kind.FaultOf(f))
	}
}

// treeOf are the first lines of what comes about.
func treeOf(p *kind.Plan) (out []string) {
	var names []string
	for _, c := range p.Copies {
		if !c.Drop {
			names = append(names, c.To)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(strings.Count(a, "/")-strings.Count(b, "/"), kind.Natural(a, b))
	})
	return names[:min(len(names), maxTree)]
}
