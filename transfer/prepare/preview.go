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

	Columns []Column `json:"columns"`
	Rows    []Row    `json:"rows"`
	Total   int      `json:"total"`
	Faulty  int      `json:"faulty"` // rows with an error or a warning
	More    int      `json:"more,omitempty"`
	Files   int      `json:"files"`
	Bytes   int64    `json:"bytes"`
	Read    []Read   `json:"read"`
	Missing []string `json:"missing"`        // German: what keeps the portion from being built as it stands
	Name    string   `json:"name,omitempty"` // of the portion, "" = not known yet
	Tree    []string `json:"tree,omitempty"` // first files of what comes about
}

// Column is a column of the table.
type Column struct {
	Key     string `json:"key"`
	Label   string `json:"label"`
	LabelEN string `json:"labelEn"`
	Right   bool   `json:"right,omitempty"` // numbers
	Wide    bool   `json:"wide,omitempty"`  // takes the room there is
}

// Row is one entry or file.
type Row struct {
	Cells  []string   `json:"cells"`
	Files  []string   `json:"files,omitempty"` // of the material, where it was read from
	Faults []RowFault `json:"faults,omitempty"`
	Lacks  string     `json:"lacks,omitempty"` // what a missing file would be called, without extension (AddFile)
	Gap    string     `json:"gap,omitempty"`   // the entry that is not there and whose omission may be given a reason
}

// RowFault is what is wrong with a row, or worth knowing.
type RowFault struct {
	Severity check.Severity `json:"severity"`
	Code     string         `json:"code,omitempty"` // of the finding the check will give
	Text     string         `json:"text"`           // German
	File     string         `json:"file,omitempty"`
}

// Faulty tells whether a row has an error or a warning.
func (r Row) Faulty() bool {
	return slices.ContainsFunc(r.Faults, func(f RowFault) bool { return f.Severity != check.Note })
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

// tabler is a kind whose material is shown in rows of its own; of every other kind
// the files are shown. It gives the plan too, nil where statements are missing.
type tabler interface {
	table(ctx context.Context, src Source, t *tabling) (*Plan, error)
}

// tabling gathers a preview; safe for several goroutines.
type tabling struct {
	w        *Work
	progress func(Progress)

	mu  sync.Mutex
	out *Preview
	now Progress
	dup int // rows with faults kept beyond MaxRows
}

func (t *tabling) columns(c ...Column) { t.out.Columns = c }

// add keeps a row while there is room; one with a fault is kept for longer.
func (t *tabling) add(r Row) {
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

// seen tells that a file was looked at.
func (t *tabling) seen(size int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now.Done++
	t.now.Bytes += size
	t.now.Left = max(0, t.now.Left-size)
	t.progress(t.now)
}

// expect says how much is to be looked at.
func (t *tabling) expect(files int, bytes int64) {
	t.now.Total, t.now.Left = int64(files), bytes
	t.progress(t.now)
}

func faultOf(f check.Finding) RowFault {
	text := f.Message
	if f.Expected != "" && f.Found != "" {
		text += " Erwartet: " + f.Expected + ". Gefunden: " + f.Found + "."
	} else if f.Expected != "" {
		text += " Erwartet: " + f.Expected + "."
	}
	return RowFault{Severity: f.Severity, Code: f.Code, Text: text, File: f.Path}
}

func warn(text string) RowFault { return RowFault{Severity: check.Warning, Text: text} }

func wrong(text string) RowFault { return RowFault{Severity: check.Error, Text: text} }

// Preview reads the material of a preparation and builds nothing. Statements may
// be missing: what they keep from being seen is told. Errors: Refused where no
// folder is named or it cannot be read.
func (w *Work) Preview(ctx context.Context, id string, progress func(Progress)) (*Preview, error) {
	p, err := w.Store.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if p.Source == "" {
		return nil, refusal("preview "+id, "Es fehlt der Ordner mit dem Material. Bitte zuerst den Ordner angeben.", nil)
	}
	if info, err := os.Stat(p.Source); err != nil || !info.IsDir() {
		return nil, refusal("preview "+id, "„"+p.Source+"“ lässt sich nicht als Ordner öffnen. Bitte den Ordner mit dem Material angeben.", err)
	}
	b, ok := For(p.Kind)
	if !ok {
		return nil, failure.New(failure.Bug, "preview "+id, "Die Art der Abgabe ist nicht bekannt. Bitte den Fehler melden.")
	}
	values, set, err := w.Store.settled(ctx, p)
	if err != nil {
		return nil, err
	}
	if progress == nil {
		progress = func(Progress) {}
	}
	t := &tabling{w: w, progress: progress, now: Progress{Phase: PhasePreview, PhaseNo: 1, Phases: 1, Since: time.Now()},
		out: &Preview{Preparation: id, Kind: p.Kind, Source: p.Source, Basis: BasisOf(&p), Made: w.Store.now(), Rows: []Row{}, Read: []Read{}, Missing: []string{}}}
	tree, err := w.material(ctx, &p)
	if refused, is := errors.AsType[*container.Refused](err); is {
		t.hostile(refused)
		return t.out, nil
	}
	if err != nil {
		return nil, err
	}
	if invalid, is := errors.AsType[*Invalid](Validate(b.Fields(), values)); is {
		for _, f := range invalid.Faults {
			t.out.Missing = append(t.out.Missing, f.Text)
		}
	}
	src := Source{Tree: tree, Dir: p.Source, Values: WithDefaults(b.Fields(), values), Set: set, Reason: p.Reason, Roots: w.Roots, Now: w.Store.now()}
	err = t.fill(ctx, b, src)
	return t.out, closed(tree, err)
}

// hostile shows a source no archive takes: the files that are in the way.
func (t *tabling) hostile(refused *container.Refused) {
	t.columns(fileColumn)
	for _, f := range check.FindingsOf(refused) {
		t.add(Row{Cells: []string{f.Path}, Files: []string{f.Path}, Faults: []RowFault{faultOf(f)}})
	}
	t.out.Missing = append(t.out.Missing, "Im Material liegen Dateien, die kein Archiv annimmt. Bitte umbenennen oder aus dem Material nehmen.")
}

var fileColumn = Column{Key: "file", Label: "Datei", LabelEN: "File", Wide: true}

// fill reads table and plan; what keeps a plan from being made is told, not an
// error.
func (t *tabling) fill(ctx context.Context, b Builder, src Source) error {
	err := src.Tree.Files(ctx, func(e container.Entry) error {
		t.out.Files, t.out.Bytes = t.out.Files+1, t.out.Bytes+e.Size
		return nil
	})
	if err != nil {
		return err
	}
	own, ok := b.(tabler)
	if !ok {
		own = fileTable{b}
	}
	plan, err := own.table(ctx, src, t)
	if err = t.told(err); err != nil {
		return err
	}
	if plan == nil {
		return nil
	}
	t.out.Name, t.out.Read = plan.Name, append(t.out.Read, plan.Read[:min(len(plan.Read), MaxShown)]...)
	t.marks(plan.Findings)
	t.out.Tree = treeOf(plan)
	return nil
}

// told takes a refusal as something the person can mend.
func (t *tabling) told(err error) error {
	if invalid, is := errors.AsType[*Invalid](err); is {
		for _, f := range invalid.Faults {
			if !slices.Contains(t.out.Missing, f.Text) {
				t.out.Missing = append(t.out.Missing, f.Text)
			}
		}
		return nil
	}
	if err != nil && failure.KindOf(err) == failure.Refused {
		t.out.Missing = append(t.out.Missing, failure.HintOf(err))
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
			k := max(0, slices.IndexFunc(t.out.Columns, func(c Column) bool { return c.Wide }))
			if len(cells) > 0 {
				cells[k] = f.Path
			}
			t.add(Row{Cells: cells, Files: []string{f.Path}, Faults: []RowFault{faultOf(f)}})
			continue
		}
		r := &t.out.Rows[i]
		if slices.ContainsFunc(r.Faults, func(x RowFault) bool { return x.Code == f.Code && x.File == f.Path }) {
			continue
		}
		if !r.Faulty() && f.Severity != check.Note {
			t.out.Faulty++
		}
		r.Faults = append(r.Faults, faultOf(f))
	}
}

// treeOf are the first lines of what comes about.
func treeOf(p *Plan) (out []string) {
	var names []string
	for _, c := range p.Copies {
		if !c.Drop {
			names = append(names, c.To)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(strings.Count(a, "/")-strings.Count(b, "/"), natural(a, b))
	})
	return names[:min(len(names), maxTree)]
}

// natural puts "2" before "10": digits count by their number.
func natural(a, b string) int {
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x > 0 && y > 0 {
			p, q := strings.TrimLeft(a[:x], "0"), strings.TrimLeft(b[:y], "0")
			if c := cmp.Or(len(p)-len(q), strings.Compare(p, q)); c != 0 {
				return c
			}
			a, b = a[x:], b[y:]
			continue
		}
		if a[0] != b[0] {
			return strings.Compare(a, b)
		}
		a, b = a[1:], b[1:]
	}
	return len(a) - len(b)
}

func digits(s string) int {
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}
