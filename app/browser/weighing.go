package browser

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"laufzettel/app/window"
	"laufzettel/appraisal/sift"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	appraise "laufzettel/views/appraise/model"
	"laufzettel/views/route"
	"laufzettel/views/words"
)

// unitsPerPage is how many objects the list of an appraisal holds on a page.
const unitsPerPage = 100

// mostReason bounds what is typed as a reason.
const mostReason = 20_000

// appraiseRoom is the room Bewertung.
type appraiseRoom struct {
	*face
	src    *window.Appraise
	places workplaces
}

type choiceRow struct {
	appraise.Choice
	Href string
}

type choicesBody struct{ Rows []choiceRow }

type objectRow struct {
	appraise.Object
	Index         int
	Label, Href   string
	Kind2, Letter string // in words
	Decided       string
	Progress      string // of an Akte
	CanMark       bool
}

type tallyView struct {
	Total, Done, Open, A, V int
	Text, Kept              string
}

type listBody struct {
	Portion    appraise.Portion
	Tally      tallyView
	Unreleased int
	Shows      []tab
	Filter     sift.Filter
	Rows       []objectRow
	Pager      pager
	Blocks     []string
	Papers     []choiceView
	Any        bool
	Partial    string
	Next       string // the next open one
}

// filterKeys are the facets of the list as they stand in an address.
var filterKeys = []string{"show", "q", "word", "suggestion", "model", "plan", "agency", "from", "to", "unreasoned", "differs", "paper",
	"twin", "gap", "remark", "changed"}

// filterOf reads the facets of an address.
func filterOf(r *http.Request) sift.Filter {
	q := r.URL.Query()
	on := func(k string) bool { return q.Get(k) != "" }
	year := func(k string) int { n, _ := strconv.Atoi(q.Get(k)); return max(0, min(n, 9999)) } // no number narrows nothing
	one := func(k string, of ...string) string {
		if v := q.Get(k); slices.Contains(of, v) {
			return v
		}
		return ""
	}
	return sift.Filter{Show: one("show", appraise.Shows[:]...), Text: strings.TrimSpace(q.Get("q")), Word: strings.TrimSpace(q.Get("word")),
		Suggestion: one("suggestion", appraise.Proposals[:]...),
		Model:      one("model", appraise.Proposals[:]...), Plan: strings.TrimSpace(q.Get("plan")),
		Agency: strings.TrimSpace(q.Get("agency")),
		From:   year("from"), To: year("to"),
		Unreasoned: on("unreasoned"), Differs: on("differs"), Paper: on("paper"), Twin: on("twin"), Gap: on("gap"), Remark: on("remark"),
		Changed: on("changed")}
}

// page is the room Bewertung: the portions to choose from, or the list of one.
func (s *appraiseRoom) page(w http.ResponseWriter, r *http.Request) error {
	id := r.URL.Query().Get("id")
	if id == "" {
		return s.choices(w, r)
	}
	if object := r.URL.Query().Get("object"); object != "" {
		return s.objectPage(w, r, id, object)
	}
	p, err := s.listOf(r, id)
	if err != nil {
		return err
	}
	s.write(w, r, p)
	return nil
}

func (s *appraiseRoom) choices(w http.ResponseWriter, r *http.Request) error {
	list, err := s.src.Portions(r.Context())
	if err != nil {
		return err
	}
	var b choicesBody
	for _, c := range list {
		b.Rows = append(b.Rows, choiceRow{c, s.pages.href("appraise", "id", c.ID)})
	}
	s.write(w, r, &page{Name: "choices", Title: s.words.T("appraise.title"), Room: "appraise", Body: b, Live: true})
	return nil
}

// listOf makes the list of a portion as its facets narrow it.
func (s *appraiseRoom) listOf(r *http.Request, id string) (out *page, err error) {
	err = s.at(r.Context(), id, func(w *workplace, p *appraise.Presenter) error {
		f := filterOf(r)
		p.Narrow(f)
		if f.Word != "" {
			if err := w.until(r.Context(), p.LookedUp); err != nil {
				return err
			}
		}
		b := listBody{Portion: p.Portion, Filter: f, Any: f.Any(), Blocks: reasonsOf(p), Unreleased: p.Tree.Counts.Unreleased,
			Partial: w.said}
		b.Tally = tallyOf(s.words, p)
		keep := func(changed ...any) string {
			var pairs []any
			for _, k := range filterKeys {
				pairs = append(pairs, k, r.URL.Query().Get(k))
			}
			return s.pages.href("appraise", append(append([]any{"id", id}, pairs...), changed...)...)
		}
		for i, n := range []int{b.Tally.Total, b.Tally.Open, b.Tally.A, b.Tally.V} {
			text := []string{s.words.T("appraise.chip.all"), s.words.T("appraise.chip.open"), "A", "V"}[i]
			b.Shows = append(b.Shows, tab{Text: text, Count: s.words.Int(int64(n)), Href: keep("show", appraise.Shows[i]),
				Now: f.Show == appraise.Shows[i]})
		}
		from, to, pg := turn(r, len(p.Tree.Visible), unitsPerPage, func(n int) string { return keep("page", n) })
		b.Pager = pg
		for _, i := range p.Tree.Visible[from:to] {
			b.Rows = append(b.Rows, s.objectRow(p, id, i))
		}
		for _, kind := range appraise.Papers {
			b.Papers = append(b.Papers, choiceView{Value: kind, Text: s.words.T("appraise.papers." + kind)})
		}
		if _, _, open := neighbours(p, -1); open >= 0 {
			b.Next = s.pages.href("appraise", "id", id, "object", p.Tree.Objects[open].ID)
		}
		out = &page{Name: "appraise", Title: p.Portion.Title, Room: "appraise", Crumbs: s.crumbs("appraise"), Body: b}
		return nil
	})
	return out, err
}

// tallyOf says how far the appraisal is.
func tallyOf(w *words.Words, p *appraise.Presenter) tallyView {
	c := p.Tree.Counts
	return tallyView{Total: c.Total, Done: c.A + c.V, Open: c.Open, A: c.A, V: c.V, Text: w.T("appraise.progress", c.A+c.V, c.Total),
		Kept: w.N("appraise.kept.units", p.Tree.Kept.Archive.Units) + ", " + w.N("appraise.kept.documents", p.Tree.Kept.Archive.Documents)}
}

var kindKeys = map[appraise.Kind]string{appraise.PlanUnit: "plan", appraise.Dossier: "dossier", appraise.Unit: "unit"}

func (s *appraiseRoom) objectRow(p *appraise.Presenter, id string, i int) objectRow {
	o := p.Tree.Objects[i]
	row := objectRow{Object: o, Index: i, Label: p.Tree.Label(i), Letter: p.Tree.Letter(i), CanMark: o.Kind == appraise.Unit,
		Kind2: strings.TrimSpace(strings.ReplaceAll(s.words.T("appraise.kind."+kindKeys[o.Kind], ""), "  ", " "))}
	if o.Kind != appraise.PlanUnit {
		row.Href = s.pages.href("appraise", "id", id, "object", o.ID)
	}
	if o.Kind == appraise.Unit {
		row.Decided = verdictOf(s.words, p, i)
	} else {
		row.Progress = s.words.T("appraise.progress", p.Tree.Done[i], p.Tree.Units[i])
	}
	return row
}

// verdictOf says in words what holds for an object and where it comes from.
func verdictOf(w *words.Words, p *appraise.Presenter, i int) string {
	v := p.Tree.Verdict(i)
	text := w.T("appraise.letter." + p.Tree.Letter(i))
	switch {
	case v.Conflict:
		return w.T("browser.conflict")
	case v.Letter == "":
		return text
	case v.Inherited && v.From != "":
		return w.T("appraise.verdict.inherited", text, v.From)
	case v.Letter == "V" && !v.Released:
		return text + ", " + w.T("browser.unreleased")
	}
	return text
}

type objectBody struct {
	Portion                appraise.Portion
	Object                 appraise.Object
	Label, Kind, Decided   string
	Letter                 string // decided here, not inherited
	Reason                 string
	Who                    string
	Warning                string
	Reasons                []string // text blocks, then those given last
	Deciding               bool     // a filing plan position is never decided
	Details                appraise.Details
	Documents              []documentRow
	Doc                    *docView
	Tally                  tallyView
	Before, Next, NextOpen string
	BeforeDoc, NextDoc     string
	At                     int
	Below                  string // what a decision on an Akte concerns
	Place                  string
	Lang                   string
}

type documentRow struct {
	appraise.Document
	Href string
	Now  bool
}

var errNoObject = failure.New(failure.Refused, "show object", wording.Say("browser.noobject"))

// objectPage is one object with description, proposals, documents and the decision.
func (s *appraiseRoom) objectPage(w http.ResponseWriter, r *http.Request, id, object string) error {
	p, err := s.objectOf(r, id, object)
	if err != nil {
		return err
	}
	s.write(w, r, p)
	return nil
}

func (s *appraiseRoom) objectOf(r *http.Request, id, object string) (*page, error) {
	b := objectBody{Lang: "de"}
	err := s.at(r.Context(), id, func(w *workplace, p *appraise.Presenter) error {
		i, ok := p.Tree.Index[object]
		if !ok {
			return errNoObject
		}
		p.Narrow(sift.Filter{})
		p.Current = object
		o := p.Tree.Objects[i]
		v := p.Tree.Verdict(i)
		b.Portion, b.Object, b.Label, b.Tally, b.Reason = p.Portion, o, p.Tree.Label(i), tallyOf(s.words, p), p.Reason()
		b.Deciding, b.Decided, b.Reasons = o.Kind != appraise.PlanUnit, verdictOf(s.words, p, i), reasonsOf(p)
		b.Kind = strings.TrimSpace(s.words.T("appraise.kind."+kindKeys[o.Kind], ""))
		if !v.Inherited {
			b.Letter = p.Tree.Letter(i)
		}
		if v.Actor != "" {
			b.Who = strings.TrimSpace(v.Actor + ", " + s.words.Moment(v.At))
		}
		if o.Kind == appraise.Dossier {
			b.Below = s.words.T("browser.below", p.Tree.Units[i]-p.Tree.Done[i], p.Tree.Units[i])
		}
		s.around(p, id, object, i, &b)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if b.Details, err = s.src.Details(r.Context(), id, object); err != nil {
		return nil, err
	}
	b.Warning = b.Details.Warning
	s.documents(r, id, object, &b)
	return &page{Name: "object", Title: b.Label, Room: "appraise", Body: b,
		Crumbs: s.crumbs("appraise", link{b.Portion.Title, address("appraise", "id", id)})}, nil
}

// neighbours gives the units before and behind a row of the list, and the next one that
// is open, round and round; -1: there is none.
func neighbours(p *appraise.Presenter, i int) (before, next, open int) {
	before, next, open = -1, -1, -1
	t, first := p.Tree, -1
	for _, j := range t.Visible {
		if t.Objects[j].Kind != appraise.Unit || j == i {
			continue
		}
		free := t.Letter(j) == ""
		switch {
		case j < i:
			before = j
			if free && first < 0 {
				first = j
			}
		default:
			if next < 0 {
				next = j
			}
			if free && open < 0 {
				open = j
			}
		}
	}
	if open < 0 {
		open = first
	}
	return before, next, open
}

// around gives the ways to the neighbours of an object.
func (s *appraiseRoom) around(p *appraise.Presenter, id, object string, i int, b *objectBody) {
	before, next, open := neighbours(p, i)
	b.Before, b.Next, b.NextOpen = unitPage(p, id, before), unitPage(p, id, next), unitPage(p, id, open)
	if row := p.Tree.Row(object); row >= 0 {
		b.Place = s.words.T("browser.place", row+1, len(p.Tree.Visible))
	}
}

// unitPage gives the address of a unit, "" for none.
func unitPage(p *appraise.Presenter, id string, i int) string {
	if i < 0 {
		return ""
	}
	return address("appraise", "id", id, "object", p.Tree.Objects[i].ID)
}

// documents lists the documents of an object and opens the one asked for, the first
// dated one where none is.
func (s *appraiseRoom) documents(r *http.Request, id, object string, b *objectBody) {
	all := b.Details.Documents
	if len(all) == 0 {
		return
	}
	now := slices.IndexFunc(all, func(d appraise.Document) bool { return d.ID == r.URL.Query().Get("doc") })
	if now < 0 {
		now = max(0, slices.IndexFunc(all, func(d appraise.Document) bool { return d.Date != "" }))
	}
	at := func(i int) string {
		return s.pages.href("appraise", "id", id, "object", object, "doc", all[i].ID) + "#document"
	}
	for i, d := range all {
		b.Documents = append(b.Documents, documentRow{d, at(i), i == now})
	}
	if now > 0 {
		b.BeforeDoc = at(now - 1)
	}
	if now+1 < len(all) {
		b.NextDoc = at(now + 1)
	}
	b.At = now + 1
	v := s.document(r, s.delivered(id, all[now].ID, all[now].Title))
	b.Doc = &v
}

// delivered is where a document of a portion comes from.
func (s *appraiseRoom) delivered(portion, document, title string) source {
	src := s.src
	return source{open: func(ctx context.Context) (viewer.Document, error) { return src.Open(ctx, portion, document) },
		inside: src.OpenSource,
		page:   "appraise", picture: "appraise/picture", keys: []string{"id", "object", "doc"}, title: title,
		query: url.Values{"doc": {document}}}
}

// picture draws a page of a document of a portion.
func (s *appraiseRoom) picture(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	if _, err := s.house.Intake.Portions.Get(r.Context(), q.Get("id")); err != nil {
		return err
	}
	return s.draw(w, r, s.delivered(q.Get("id"), q.Get("doc"), ""))
}

// elsewhere gives the page of a step that is taken in another room, "" where that room
// has no pages yet.
func (s *face) elsewhere(screen route.Key, id string) string {
	switch {
	case screen == route.Book:
		return s.pages.href("book", "id", id)
	case screen == route.Transmit:
		return s.pages.href("transmit", "job", id)
	case screen == route.Loans:
		return s.pages.href("loans")
	case screen == route.People:
		return s.pages.href("people", "id", id)
	case screen == route.Settings:
		return s.pages.href("settings")
	case screen == route.Preserve:
		return s.pages.href("preserve")
	case screen == route.Appraise:
		return s.pages.href("appraise", "id", id)
	case screen == route.Share:
		return s.pages.href("share", "id", id)
	case screen == route.Prepare:
		return s.pages.href("deliver", "id", id)
	case screen == route.Reader:
		return s.pages.href("holdings", "pid", id)
	}
	return ""
}
