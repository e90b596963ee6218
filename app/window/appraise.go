// Package window gives the screens their sources over a workspace: it turns
// what the rooms hold into what a screen shows. It imports views for their
// source types only and never Fyne's app; the window itself is built by app.
package window

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"laufzettel/app/work"
	appraiseroom "laufzettel/app/work/appraise"
	"laufzettel/app/work/reading"
	"laufzettel/appraisal"
	"laufzettel/appraisal/counsel"
	"laufzettel/transfer"
	"laufzettel/transfer/record"
	"laufzettel/viewer"
	appraise "laufzettel/views/appraise/model"
	"laufzettel/views/words"
)

// Appraise is the source of the screen Bewertung. Safe for concurrent use.
type Appraise struct {
	w     *work.House
	words *words.Words
	// Open opens a file with the system's program.
	outside func(path string) error
	mu      sync.Mutex
	loaded  map[string]*shown // by portion
}

// shown is what the screen has of a portion.
type shown struct {
	portion  transfer.Portion
	survey   *appraiseroom.Survey // nil until asked for
	index    map[string]*record.Object
	roots    []*record.Object
	verdicts map[string]appraise.Verdict
	drafts   map[string]string
}

// NewAppraise makes the source. outside opens a file with the system's program.
func NewAppraise(w *work.House, texts *words.Words, outside func(string) error) *Appraise {
	return &Appraise{w: w, words: texts, outside: outside, loaded: map[string]*shown{}}
}

// Portions implements appraise.Source: accepted portions, oldest first.
func (s *Appraise) Portions(ctx context.Context) ([]appraise.Choice, error) {
	list, err := s.w.Intake.Portions.List(ctx)
	if err != nil {
		return nil, err
	}
	var out []appraise.Choice
	for _, p := range slices.Backward(list) {
		if !p.State.Appraisable() {
			continue
		}
		units, err := s.w.Desk.OpenUnits(ctx, p)
		if err != nil {
			return nil, err
		}
		if units.Total > 0 {
			out = append(out, appraise.Choice{ID: p.ID, Title: title(p), Agency: p.Agency, Total: units.Total, Open: units.Open})
		}
	}
	return out, nil
}

func title(p transfer.Portion) string {
	if p.Title != "" {
		return p.Title
	}
	return p.Name
}

// Load implements appraise.Source.
func (s *Appraise) Load(ctx context.Context, portion string) (appraise.Portion, error) {
	a, err := s.w.Room.Records(ctx, portion, reading.Asker{})
	if err != nil {
		return appraise.Portion{}, err
	}
	sh := &shown{portion: a.Portion, index: map[string]*record.Object{}, roots: a.Roots, drafts: map[string]string{}}
	for o := range record.All(a.Roots) {
		sh.index[o.ID] = o
	}
	sh.verdicts = verdicts(a, sh.index)
	s.mu.Lock()
	if before := s.loaded[portion]; before != nil {
		sh.drafts = before.drafts
	} else {
		sh.drafts = readDrafts(s.w.Office.Dir, portion)
	}
	s.loaded[portion] = sh
	drafts := maps.Clone(sh.drafts)
	s.mu.Unlock()
	p := a.Portion
	reference := p.TransferID
	if len(reference) > 8 {
		reference = reference[:4] + " " + reference[4:8]
	}
	blocks, err := s.textBlocks(ctx, p)
	if err != nil {
		return appraise.Portion{}, err
	}
	draft, err := s.draft(ctx, p.ID)
	if err != nil {
		return appraise.Portion{}, err
	}
	origins, err := s.w.Office.KeyOrigins(ctx)
	if err != nil {
		return appraise.Portion{}, err
	}
	var fresh []string
	for _, o := range origins {
		if o.Fresh {
			fresh = append(fresh, o.In(s.words.Language()))
		}
	}
	next, err := s.w.Books.NextOf(ctx, p)
	if err != nil {
		return appraise.Portion{}, err
	}
	return appraise.Portion{ID: p.ID, Title: title(p), After: string(next.Step), Agency: p.Agency, Reference: reference,
		Objects: rows(a.Roots), Verdicts: maps.Clone(sh.verdicts),
		Drafts: drafts, Blocks: blocks, Draft: draft, Keys: fresh, CanUndo: true, CanRedo: true, Finished: !p.State.Appraisable()}, nil
}

// rows lays the tree out as the list shows it: positions of the filing plan, then
// dossiers, then what is appraised one by one. Documents inside are no rows.
func rows(roots []*record.Object) []appraise.Object {
	units := map[*record.Object]bool{}
	for _, u := range appraisal.Units(roots) {
		units[u] = true
	}
	groups := map[string][]*record.Object{}
	var order []string
	for _, r := range roots {
		key := r.Plan.Reference
		if _, ok := groups[key]; !ok {
			order = append(order, key)
		}
		groups[key] = append(groups[key], r)
	}
	var out []appraise.Object
	var walk func(o *record.Object, level int, above string)
	walk = func(o *record.Object, level int, above string) {
		if units[o] {
			out = append(out, unitRow(o, level, above))
			return
		}
		if !holds(o, units) {
			return // nothing to appraise below: context of another part
		}
		row := plainRow(o, level, above)
		row.Kind = appraise.Dossier
		out = append(out, row)
		for _, c := range o.Children {
			walk(c, level+1, o.Reference)
		}
	}
	for _, key := range order {
		level := 0
		if key != "" {
			out = append(out, appraise.Object{ID: "plan:" + key, Kind: appraise.PlanUnit, Number: key, Title: groups[key][0].Plan.Title})
			level = 1
		}
		for _, r := range groups[key] {
			walk(r, level, key)
		}
	}
	return out
}

func holds(o *record.Object, units map[*record.Object]bool) bool {
	for x := range record.All([]*record.Object{o}) {
		if units[x] {
			return true
		}
	}
	return false
}

func plainRow(o *record.Object, level int, above string) appraise.Object {
	number := o.Reference
	if rest, ok := strings.CutPrefix(number, above+"/"); ok && above != "" {
		number = "/" + rest
	}
	if number == "" {
		number = o.Number
	}
	row := appraise.Object{ID: o.ID, Level: level, Number: number, Title: o.Subject, Span: years(o.Span), Words: o.Type + " " + o.LeadUnit +
		" " + o.Note,
		Paper: appraiseroom.Paper(o), Plan: counsel.PlanOf(o), Agency: o.LeadUnit}
	row.From, row.To = appraiseroom.Years(o.Span)
	return row
}

func unitRow(o *record.Object, level int, above string) appraise.Object {
	row := plainRow(o, level, above)
	row.Kind = appraise.Unit
	row.Free = o.RatingFree
	if row.Suggestion = string(o.Suggestion); row.Suggestion == "" {
		row.Suggestion = string(o.Rating)
	}
	for x := range record.All([]*record.Object{o}) {
		if x.Kind == record.Document && !x.Attachment() {
			row.Documents++
		}
		if x.Held != nil {
			row.Documents += x.Held.Documents
		}
		row.Paper = row.Paper || appraiseroom.Paper(x)
	}
	return row
}

func years(s record.DateSpan) string {
	from, to := s.From.Year(), s.To.Year()
	switch {
	case from == "" || from == to || to == "":
		return from + strings.TrimPrefix(to, from)
	}
	return from + "–" + to
}

// verdicts turns what holds into what is shown; open ones are left out.
func verdicts(a *appraiseroom.Appraisal, index map[string]*record.Object) map[string]appraise.Verdict {
	out := map[string]appraise.Verdict{}
	for id, v := range a.Verdicts {
		if v.Rating != record.RatingArchive && v.Rating != record.RatingDestroy {
			continue
		}
		x := appraise.Verdict{Letter: string(v.Rating), Inherited: v.Inherited, Origin: string(v.Origin)}
		if v.Inherited && index[v.From] != nil {
			x.From = index[v.From].Label()
		}
		if d := v.Decision; d != nil {
			x.Reason, x.Actor, x.At, x.Released = d.Reason, d.Actor, d.At, d.ReleasedBy != ""
		}
		out[id] = x
	}
	return out
}

// Decide implements appraise.Source.
func (s *Appraise) Decide(ctx context.Context, portion string, objects []string, letter, reason string) (appraise.Change, error) {
	rating := record.Rating(letter)
	if letter == "" {
		rating = record.RatingAppraise
	}
	if err := s.w.Desk.Set(ctx, portion, objects, rating, reason); err != nil {
		return appraise.Change{}, err
	}
	s.mu.Lock()
	if sh := s.loaded[portion]; sh != nil {
		for _, o := range objects {
			delete(sh.drafts, o)
		}
		if err := writeDrafts(s.w.Office.Dir, portion, sh.drafts); err != nil {
			s.mu.Unlock()
			return appraise.Change{}, err
		}
	}
	s.mu.Unlock()
	return s.change(ctx, portion, objects, false)
}

// Undo implements appraise.Source.
func (s *Appraise) Undo(ctx context.Context, portion string) (appraise.Change, error) {
	objects, err := s.w.Desk.Undo(ctx, portion)
	if err != nil {
		return appraise.Change{}, err
	}
	return s.change(ctx, portion, objects, true)
}

// Redo implements appraise.Source.
func (s *Appraise) Redo(ctx context.Context, portion string) (appraise.Change, error) {
	objects, err := s.w.Desk.Redo(ctx, portion)
	if err != nil {
		return appraise.Change{}, err
	}
	return s.change(ctx, portion, objects, true)
}

// Barrier implements appraise.Source.
func (s *Appraise) Barrier(ctx context.Context, portion string) error {
	return appraiseroom.ReleaseBarrier(ctx, s.w.Desk, portion)
}

// Release implements appraise.Source.
func (s *Appraise) Release(ctx context.Context, portion string) (appraise.Change, error) {
	if _, err := s.w.Desk.Release(ctx, portion, nil); err != nil {
		return appraise.Change{}, err
	}
	c, err := s.change(ctx, portion, nil, false)
	for id := range c.Verdicts {
		c.Objects = append(c.Objects, id)
	}
	slices.Sort(c.Objects)
	return c, err
}

// change computes what holds now and gives what is another than before.
func (s *Appraise) change(ctx context.Context, portion string, objects []string, redo bool) (appraise.Change, error) {
	s.mu.Lock()
	was := s.loaded[portion]
	s.mu.Unlock()
	var a *appraiseroom.Appraisal
	var err error
	if was != nil { // the records are read already; only the decisions are new
		a, err = s.w.Desk.AppraisalOf(ctx, was.portion, was.roots)
	} else {
		a, err = s.w.Room.Records(ctx, portion, reading.Asker{})
	}
	if err != nil {
		return appraise.Change{}, err
	}
	c := appraise.Change{Objects: objects, Verdicts: map[string]appraise.Verdict{}, CanUndo: true, CanRedo: redo, At: s.w.Office.Now()}
	s.mu.Lock()
	defer s.mu.Unlock()
	sh := s.loaded[portion]
	if sh == nil {
		return c, nil // the screen has not loaded it; it reads all when it does
	}
	now := verdicts(a, sh.index)
	for id, v := range now {
		if sh.verdicts[id] != v {
			c.Verdicts[id] = v
		}
	}
	for id := range sh.verdicts {
		if _, ok := now[id]; !ok {
			c.Verdicts[id] = appraise.Verdict{}
		}
	}
	sh.verdicts = now
	return c, nil
}

// SaveDraft implements appraise.Source. Drafts are kept in a file of the
// workspace, so that a reason half written survives a kill.
func (s *Appraise) SaveDraft(_ context.Context, portion, object, reason string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	sh := s.loaded[portion]
	if sh == nil {
		return nil
	}
	if reason == "" {
		delete(sh.drafts, object)
	} else {
		sh.drafts[object] = reason
	}
	return writeDrafts(s.w.Office.Dir, portion, sh.drafts)
}

// Finish implements appraise.Source.
func (s *Appraise) Finish(ctx context.Context, portion string) error {
	return s.w.Desk.FinishAppraisal(ctx, portion)
}

// Open implements appraise.Source: document names a file of the portion.
func (s *Appraise) Open(ctx context.Context, portion, document string) (viewer.Document, error) {
	if document == "" || strings.HasPrefix(document, "none:") {
		return viewer.Undelivered(s.words.T("aids.undelivered")), nil
	}
	o, err := s.w.Room.OpenPortion(ctx, portion, reading.Asker{})
	if err != nil {
		return nil, err
	}
	doc, done, err := o.Document(ctx, document)
	if err != nil {
		return nil, err
	}
	return viewer.OnClose(doc, done), nil
}

// OpenSource implements appraise.Source.
func (s *Appraise) OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	return s.w.Room.OpenPart(ctx, src)
}

// Outside implements appraise.Source: a copy of the file goes to the system's
// program, never the delivered file itself.
func (s *Appraise) Outside(ctx context.Context, portion, document string) error {
	o, err := s.w.Room.OpenPortion(ctx, portion, reading.Asker{})
	if err != nil {
		return err
	}
	r, err := o.File(ctx, document)
	if err != nil {
		return err
	}
	defer r.Close()
	return copyOutside(filepath.Join(s.w.Office.Dir, "cache", "outside"), document, r, s.outside)
}

var _ appraise.Source = (*Appraise)(nil)
