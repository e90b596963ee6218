package browser

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"laufzettel/app/window"
	"laufzettel/app/work/accession"
	"laufzettel/transfer/slip"
	book "laufzettel/views/book/model"
)

// bookRoom is the room Zugangsbuch.
type bookRoom struct{ *face }

type bookRow struct {
	book.Shown
	Href string
	Late string // that its deadline is near or over, in words
	Tone tone
}

type bookBody struct {
	Filters        []tab
	Filter, Search string
	Rows           []bookRow
	Pager          pager
	Total          int
	Note           string
	Acts           []deedView
}

// lineView is a line of the details with where it leads.
type lineView struct {
	Text, Under, Href string
}

type bookPart struct {
	ID, Title string
	Lines     []lineView
}

type copyView struct {
	book.Copy
	Gone2 *deedView // how a person says that it is gone
}

type entryBody struct {
	book.Details
	Late         string
	DueDay       string
	Next         *deedView
	NextPortion  string
	Acts         []deedView
	Facts        []book.Line
	Parts        []bookPart
	Copies       []copyView
	ReleasedOver bool // neither obstacles nor orders stand against anything any more
}

// present makes the presenter of the book with its rows read.
func (s bookRoom) present(id string) (*book.Presenter, error) {
	p := book.NewPresenter(window.Book{Desk: s.desk}, inline{}, s.words, nothing)
	p.Picked = id
	p.Reload()
	err := p.Err
	if err == nil && id != "" {
		err = p.Fault
	}
	if err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// page is the book, or one accession of it.
func (s bookRoom) page(w http.ResponseWriter, r *http.Request) error {
	id := r.URL.Query().Get("id")
	p, err := s.present(id)
	if err != nil {
		return err
	}
	defer p.Close()
	if id != "" {
		return s.entry(w, r, *p.Details)
	}
	q := r.URL.Query()
	if f := book.Filter(q.Get("filter")); slices.Contains(book.Filters, f) {
		p.SetFilter(f)
	}
	p.SetSearch(q.Get("q"))
	b := bookBody{Filter: q.Get("filter"), Search: p.Search, Total: p.Total(),
		Note: s.words.T("book.note", p.Count(book.Open), p.Count(book.Mine), p.Count(book.Due))}
	for _, f := range book.Filters {
		b.Filters = append(b.Filters, tab{Text: s.words.T("book.filter." + string(f)), Count: s.words.Int(int64(p.Count(f))),
			Href: s.pages.href("book", "filter", f, "q", p.Search), Now: f == p.Filter})
	}
	from, to, pg := turn(r, len(p.Rows), perPage, func(n int) string {
		return s.pages.href("book", "filter", q.Get("filter"), "q", p.Search, "page", n)
	})
	b.Pager = pg
	for _, x := range p.Rows[from:to] {
		v := bookRow{Shown: x, Href: s.pages.href("book", "id", x.ID)}
		v.Late, v.Tone = s.late(x.DueState)
		b.Rows = append(b.Rows, v)
	}
	for _, x := range []struct{ act, key string }{{"new", "book.new"}, {"year", "book.ask.year"}, {"trial", "book.trial"}} {
		b.Acts = append(b.Acts, s.offer("book", x.act, "", "", s.words.T(x.key)))
	}
	s.write(w, r, &page{Name: "book", Title: s.words.T("nav.book"), Room: "book", Body: b, Live: true})
	return nil
}

// late says that a deadline is near or over, "" for neither.
func (s *face) late(n slip.Notice) (string, tone) {
	switch n {
	case slip.Near:
		return s.words.T("browser.due.near"), "warning"
	case slip.Overdue:
		return s.words.T("browser.due.overdue"), toneError
	}
	return "", ""
}

// entry is one accession: stand, next step, acts, and all that was kept with it.
func (s bookRoom) entry(w http.ResponseWriter, r *http.Request, d book.Details) error {
	b := entryBody{Details: d, ReleasedOver: d.State.Released() || d.State.Ended()}
	b.Late, _ = s.late(d.DueState)
	if !d.Due.IsZero() {
		b.DueDay = s.words.Date(d.Due.Add(-1)) // its last day
	}
	for _, v := range d.Offered() {
		x := s.act(d, v)
		if v == d.Next {
			x.Key, x.Primary = "Strg+Enter", true
			b.Next = &x
			continue
		}
		b.Acts = append(b.Acts, x)
	}
	if d.Portion != "" && b.Next == nil {
		b.NextPortion = s.pages.href("portion", "id", d.Portion)
	}
	for _, x := range []struct{ key, value string }{{"agency", d.Agency}, {"opened", s.words.Date(d.Opened)}, {"kind", d.Kind},
		{"extent", d.Extent}, {"profile", d.Profile}, {"transfer", d.TransferID}} {
		if x.value != "" {
			b.Facts = append(b.Facts, book.Line{Text: s.words.T("book.col." + x.key), Under: x.value})
		}
	}
	s.parts(d, &b)
	copies, err := window.Book{Desk: s.desk}.Copies(r.Context(), d.ID)
	if err != nil {
		return err
	}
	for _, c := range copies {
		v := copyView{Copy: c}
		if c.Out && !c.Gone {
			x := s.offer("book", "gone", d.ID, strconv.FormatInt(c.ID, 10), s.words.T("book.do.gone"))
			x.About = c.Place
			v.Gone2 = &x
		}
		b.Copies = append(b.Copies, v)
	}
	s.write(w, r, &page{Name: "accession", Title: strings.TrimSpace(d.Number + "  " + d.Title), Room: "book", Crumbs: s.crumbs("book"),
		Body: b, Live: true})
	return nil
}

// act is an act on an accession as it is offered.
func (s bookRoom) act(d book.Details, v book.Verb) deedView {
	text := s.words.T("book.do." + string(v))
	switch v {
	case book.DoFolder, book.DoDiff, book.DoReceipt: // they only write papers
		return s.once("book", string(v), d.ID, "", text)
	}
	return s.offer("book", string(v), d.ID, "", text)
}

// parts are the lists of the details, each line with where it leads.
func (s bookRoom) parts(d book.Details, b *entryBody) {
	for _, part := range []struct {
		key   string
		lines []book.Line
	}{{"portions", d.Portions}, {"deadlines", d.Deadlines}, {"acts", d.Acts}, {"confirmations", d.Confirmations}, {"letters", d.Letters},
		{"remarks", d.Remarks}} {
		if len(part.lines) == 0 {
			continue
		}
		x := bookPart{ID: part.key, Title: s.words.T("book.part." + part.key)}
		for n, l := range part.lines {
			v := lineView{Text: l.Text, Under: l.Under}
			if !l.At.IsZero() {
				v.Under = strings.TrimSuffix(s.words.Date(l.At)+" · "+l.Under, " · ")
			}
			switch {
			case l.Portion != "":
				v.Href = s.pages.href("portion", "id", l.Portion)
			case l.Path != "":
				v.Href = s.pages.href("paper", "accession", d.ID, "n", n)
			}
			x.Lines = append(x.Lines, v)
		}
		b.Parts = append(b.Parts, x)
	}
}

// find says what an act of the book is now.
func (s bookRoom) find(r *http.Request) (deed, error) {
	v, id, of := book.Verb(r.FormValue("act")), r.FormValue("id"), r.FormValue("of")
	if id == "" {
		return s.findNew(r.FormValue("act"))
	}
	p, err := s.present(id)
	if err != nil {
		return deed{}, err
	}
	defer p.Close()
	d := *p.Details
	if v != book.DoGone && !slices.Contains(d.Offered(), v) {
		return deed{}, errNoDeed
	}
	x := s.asks(string(v), address("book", "id", id))
	a := book.Action{Verb: v}
	take := func(fill func(answers)) {
		x.work = func(ctx context.Context, typed answers, m *message) error {
			fill(typed)
			said, err := window.Book{Desk: s.desk}.Act(ctx, id, a)
			if said != "" {
				m.Title = said
			}
			return err
		}
	}
	field := s.bookField
	switch v {
	case book.DoRemark:
		x.Fields = []blank{field("remark", area, "", true)}
		take(func(t answers) { a.Text = t.text("remark") })
	case book.DoDue:
		day := field("due", oneLine, "", false)
		day.check = s.day
		x.Fields = []blank{field("for", oneLine, "", true), day}
		take(func(t answers) { a.Text, a.Day = t.text("for"), t.text("due") })
	case book.DoConfirm:
		x.Fields = []blank{field("name", oneLine, d.Needed[0], true), field("note", area, "", true)}
		take(func(t answers) { a.Text, a.Note = t.text("name"), t.text("note") })
	case book.DoDeletion:
		x.Fields = []blank{field("note", area, "", true)}
		take(func(t answers) { a.Note = t.text("note") })
	case book.DoDiscard:
		x.Fields = []blank{field("reason", area, "", true)}
		take(func(t answers) { a.Note = t.text("reason") })
	case book.DoTableOut:
		x.Fields = []blank{field("table", oneLine, d.Table, true)}
		take(func(t answers) { a.Text = t.path("table") })
	case book.DoTableIn:
		x.Fields = []blank{field("table", oneLine, "", true), field("shorter", area, "", false)}
		take(func(t answers) { a.Text, a.Note = t.path("table"), t.text("shorter") })
	case book.DoTableUndo:
		x.Fields = []blank{field("shorter", area, "", false)}
		take(func(t answers) { a.Note = t.text("shorter") })
	case book.DoClear:
		take(func(answers) {})
	case book.DoDestroy:
		x.More = append([]string{s.words.N("browser.doomed", d.Doomed)}, d.Orders...)
		x.Fields = []blank{field("basis", oneLine, d.Basis, true)}
		if d.Alone && d.Basis == "" {
			x.Fields = append(x.Fields, field("consent", oneLine, "", false))
		}
		take(func(t answers) { a.Text, a.Note = t.text("basis"), t.text("consent") })
	case book.DoGone:
		if x.More, err = s.gone(r.Context(), id, of); err != nil {
			return x, err
		}
		a.Text, x.Fields = of, []blank{field("how", area, "", true)}
		take(func(t answers) { a.Note = t.text("how") })
	case book.DoClose:
		if err := s.closing(r.Context(), id, &x); err != nil {
			return x, err
		}
		take(func(t answers) { a.Keep, a.Note = t.text("keep") != "", t.text("unreported") })
	default:
		x.Title, a.Text = "", d.Differs
		take(func(answers) {})
	}
	return x, nil
}

// asks is a deed with its texts.
func (s bookRoom) asks(key, back string) deed {
	x := deed{Back: back, Done: s.words.T("window.book.noted")}
	if s.words.Has("book.ask." + key) {
		x.Title, x.Text, x.Buttons = s.words.T("book.ask."+key), s.words.T("book.ask."+key+".text"),
			button(s.words.T("book.ask."+key+".do"))
	}
	return x
}

// bookField is a question of the book.
func (s bookRoom) bookField(id, kind, value string, must bool) blank {
	return blank{ID: id, Label: s.words.T("book.field." + id), Kind: kind, Value: value, Must: must}
}

// day says what is wrong with a day, "" for nothing.
func (s bookRoom) day(text string) string {
	if _, err := accession.ReadDay(text); err != nil {
		return s.words.Explain(err, err.Error())
	}
	return ""
}

// findNew are the acts of the book that are about no accession yet.
func (s bookRoom) findNew(act string) (deed, error) {
	x := s.asks(act, "book")
	src, field := window.Book{Desk: s.desk}, s.bookField
	run := func(ctx context.Context, m *message, a book.Action) error {
		said, err := src.Act(ctx, "", a)
		if said != "" {
			m.Title = said
		}
		return err
	}
	switch act {
	case "new":
		day := field("due", oneLine, "", false)
		day.check = s.day
		x.Fields = []blank{field("title", oneLine, "", false), field("agency", oneLine, "", false), field("profile", oneLine, "", false),
			field("extent", oneLine, "", false), day, field("for", oneLine, "", false), field("offer", oneLine, "", false)}
		x.Fields[0].Help = s.words.T("browser.new.help")
		x.whole = func(t answers) map[string]string {
			out := map[string]string{}
			for _, id := range []string{"title", "agency"} {
				if t.text(id) == "" && t.text("offer") == "" {
					out[id] = s.words.T("book.missing")
				}
			}
			return out
		}
		x.work = func(ctx context.Context, t answers, m *message) error {
			if offer := t.path("offer"); offer != "" {
				return run(ctx, m, book.Action{Verb: book.DoOffer, Text: offer})
			}
			id, err := src.New(ctx, book.Draft{Title: t.text("title"), Agency: t.text("agency"), Profile: t.text("profile"),
				Extent: t.text("extent"), Due: t.text("due"), For: t.text("for")})
			m.Title, m.to = s.words.T("book.made"), address("book", "id", id)
			return err
		}
	case "year":
		f := field("year", oneLine, strconv.Itoa(s.house.Office.Now().Year()), true)
		f.check = func(text string) string {
			if _, err := strconv.Atoi(text); err != nil {
				return s.words.T("hint.window.not-a-year", text)
			}
			return ""
		}
		x.Fields = []blank{f}
		x.work = func(ctx context.Context, t answers, m *message) error {
			return run(ctx, m, book.Action{Verb: book.DoYear, Text: t.text("year")})
		}
	case "trial":
		x.Fields = []blank{field("path", oneLine, "", true)}
		x.Fields[0].Help = s.words.T("browser.path.help")
		x.work = func(ctx context.Context, t answers, m *message) error {
			return run(ctx, m, book.Action{Verb: book.DoTrial, Text: t.path("path")})
		}
	default:
		return x, errNoDeed
	}
	return x, nil
}

// gone names a copy that the program cannot reach and that a person did away with.
func (s bookRoom) gone(ctx context.Context, id, of string) ([]string, error) {
	copies, err := window.Book{Desk: s.desk}.Copies(ctx, id)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(copies, func(c book.Copy) bool { return strconv.FormatInt(c.ID, 10) == of && c.Out && !c.Gone })
	if i < 0 {
		return nil, errNoDeed
	}
	return []string{copies[i].What + ": " + copies[i].Place}, nil
}

// closing lists every copy that goes before an accession is closed.
func (s bookRoom) closing(ctx context.Context, id string, x *deed) error {
	copies, err := window.Book{Desk: s.desk}.Copies(ctx, id)
	if err != nil {
		return err
	}
	for _, c := range copies {
		if c.Gone {
			continue
		}
		x.More = append(x.More, c.What+": "+c.Place+", "+s.words.Bytes(c.Bytes))
		if c.Out {
			x.Links = append(x.Links, link{s.words.T("book.do.gone") + " " + c.Place,
				address("book/act", "act", "gone", "id", id, "of", strconv.FormatInt(c.ID, 10))})
		}
	}
	if len(x.More) == 0 {
		x.More = []string{s.words.T("book.copies.none")}
	}
	x.Fields = []blank{{ID: "keep", Label: s.words.T("book.close.keep"), Help: s.words.T("book.close.keep.text"), Kind: tick},
		s.bookField("unreported", area, "", false)}
	return nil
}
