package browser

import (
	"context"
	"net/http"
	"slices"
	"sync"

	"laufzettel/app/window"
	preserve "laufzettel/views/preserve/model"
)

// preserveRoom is the room Bestandserhaltung. The inventory walks the whole stock: it
// is counted when somebody first looks and when it is asked for anew.
type preserveRoom struct {
	*face

	mu      sync.Mutex
	counted *preserve.Inventory
	running *preserve.Presenter // while second representations are made
	under   string              // what is worked on
}

// stock is the source of the room with the inventory as it was counted last.
type stock struct {
	window.Preserve
	room *preserveRoom
}

// Inventory implements preserve.Source.
func (s stock) Inventory(ctx context.Context) (preserve.Inventory, error) {
	s.room.mu.Lock()
	defer s.room.mu.Unlock()
	if s.room.counted != nil {
		return *s.room.counted, nil
	}
	inv, err := s.Preserve.Inventory(ctx)
	if err == nil {
		s.room.counted = &inv
	}
	return inv, err
}

// anew forgets the inventory that was counted.
func (s *preserveRoom) anew() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counted = nil
}

type formatRow struct {
	preserve.Format
	Href, Shown string
	Share       int // of all bytes, per cent
	Now         bool
	Viewer      deedView
}

type planRow struct {
	preserve.Package
	Href, Stand string
}

type preserveBody struct {
	Note     string
	Under    string
	Acts     []deedView
	Lost     string
	Formats  []formatRow
	Chosen   string
	Plan     []planRow
	PlanPage pager
	Measures []preserve.Measure
	Pager    pager
}

// present makes the presenter of the room with a format chosen, the first where none is.
func (s *preserveRoom) present(run dispatcher, format string, say func(string)) (*preserve.Presenter, error) {
	p := preserve.NewPresenter(stock{window.Preserve{W: s.house}, s}, run, s.words, nothing, say)
	p.Reload()
	if p.Err != nil && p.Inv.Lost == nil {
		return nil, p.Err
	}
	if i := slices.IndexFunc(p.Inv.Formats, func(f preserve.Format) bool { return f.PUID == format }); i >= 0 {
		p.Choose(i)
	}
	return p, nil
}

// dispatcher is where a presenter works.
type dispatcher interface {
	Background(work func())
	UI(update func())
}

// page is the room: formats, packages with the one chosen, measures.
func (s *preserveRoom) page(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	p, err := s.present(inline{}, q.Get("format"), func(string) {})
	if err != nil {
		return err
	}
	t, now := s.words.T, p.Index()
	b := preserveBody{Note: t("preserve.note", s.words.Date(p.Inv.At), p.Inv.Packages)}
	if p.Inv.Lost != nil {
		b.Lost = s.words.Explain(p.Inv.Lost, p.Inv.Lost.Error())
	}
	s.mu.Lock()
	b.Under = s.under
	s.mu.Unlock()
	b.Acts = []deedView{s.once("preserve", "count", "", "", t("preserve.reload"))}
	for i, f := range p.Inv.Formats {
		row := formatRow{Format: f, Href: s.pages.href("preserve", "format", f.PUID) + "#plan", Shown: s.path(f),
			Share: int(p.Share(i)*100 + 0.5), Now: i == now, Viewer: s.offer("preserve", "viewer", f.PUID, "", t("browser.viewer"))}
		row.Viewer.About = f.Name
		b.Formats = append(b.Formats, row)
	}
	if now >= 0 {
		b.Chosen = p.Inv.Formats[now].Name
		if n := len(p.Open()); n > 0 && b.Under == "" {
			x := s.offer("preserve", "convert", p.Inv.Formats[now].PUID, "", s.words.N("preserve.convert", n)+" …")
			x.Key, x.Primary = "Strg+Enter", true
			b.Acts = append(b.Acts, x)
		}
	}
	if b.Under != "" {
		b.Acts = append(b.Acts, s.once("preserve", "stop", "", "", t("preserve.stop")))
	}
	from, to, pg := turn(r, len(p.Plan), perPage, func(n int) string {
		return s.pages.href("preserve", "format", q.Get("format"), "page",
			n) + "#plan"
	})
	b.PlanPage = pg
	for _, x := range p.Plan[from:to] {
		b.Plan = append(b.Plan, planRow{x, s.pages.href("holdings", "pid", x.PID), s.state(x)})
	}
	b.Measures = p.Measures[:min(len(p.Measures), filesPerPage)]
	s.write(w, r, &page{Name: "preserve", Title: t("nav.preserve"), Room: "preserve", Body: b, Live: true})
	return nil
}

// path says in words how a format is shown.
func (s *preserveRoom) path(f preserve.Format) string {
	switch {
	case f.ViewPath == "":
		return s.words.T("browser.nopath")
	case f.Outside:
		return s.words.T("preserve.outside", f.ViewPath)
	}
	return s.words.T("preserve.shown", f.ViewPath)
}

// state says in words whether a package is or can be converted.
func (s *preserveRoom) state(x preserve.Package) string {
	switch {
	case x.Converted:
		return s.words.T("preserve.converted")
	case x.Converter == "":
		return s.words.T("preserve.notool")
	}
	return s.words.T("preserve.tool", x.Converter)
}

// aloud is a dispatcher for a conversion: it tells the pages how far it is, and how it
// can be stopped.
type aloud struct {
	room *preserveRoom
	p    *preserve.Presenter
}

// Background implements present.Dispatcher.
func (a *aloud) Background(work func()) { work() }

// UI implements present.Dispatcher.
func (a *aloud) UI(update func()) {
	update()
	if a.p == nil || !a.p.Working {
		return
	}
	a.room.mu.Lock()
	a.room.running, a.room.under = a.p, a.p.Under
	a.room.mu.Unlock()
	a.room.desk.Hub.Notify()
}

// convert makes the second representations that a format asks for.
func (s *preserveRoom) convert(ctx context.Context, format string, m *message) error {
	run := &aloud{room: s}
	p, err := s.present(run, format, func(said string) { m.Title = said })
	if err != nil {
		return err
	}
	s.mu.Lock()
	busy := s.under != ""
	if !busy {
		s.under = s.words.T("browser.running")
	}
	s.mu.Unlock()
	if busy {
		return errNoDeed
	}
	defer func() {
		s.mu.Lock()
		s.running, s.under = nil, ""
		s.mu.Unlock()
	}()
	s.anew()
	run.p = p
	p.Convert()
	return p.Fault
}

// stop ends a conversion after the file at hand; what is made stays.
func (s *preserveRoom) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running != nil {
		s.running.Stop()
	}
}

// find says what an act of the room is now.
func (s *preserveRoom) find(r *http.Request) (deed, error) {
	act, id, t := r.FormValue("act"), r.FormValue("id"), s.words.T
	x := deed{Back: "preserve", Done: t("browser.noted")}
	switch act {
	case "count":
		x.work = func(context.Context, answers, *message) error {
			s.anew()
			return nil
		}
		x.Done = t("browser.counted")
		return x, nil
	case "stop":
		x.Done = t("browser.stopped.convert")
		x.work = func(context.Context, answers, *message) error {
			s.stop()
			return nil
		}
		return x, nil
	}
	p, err := s.present(inline{}, id, func(string) {})
	if err != nil {
		return x, err
	}
	i := p.Index()
	if i < 0 || p.Inv.Formats[i].PUID != id {
		return x, errNoDeed
	}
	f := p.Inv.Formats[i]
	x.Back = address("preserve", "format", id)
	switch n := len(p.Open()); {
	case act == "convert" && n > 0:
		x.Title, x.Text, x.Buttons = t("preserve.convert"), s.words.N("preserve.ask", n)+" "+t("preserve.ask.text"),
			button(t("preserve.do"))
		for _, o := range p.Open()[:min(n, filesPerPage)] {
			x.More = append(x.More, o.ReferenceCode+", "+s.words.N("preserve.files", o.Files)+", "+s.state(o))
		}
		x.work = func(ctx context.Context, _ answers, m *message) error { return s.convert(ctx, id, m) }
	case act == "viewer":
		x.Title, x.Text, x.Buttons = t("preserve.key.viewer"), t("preserve.viewer.help"), button(t("preserve.viewer.do"))
		x.Fields = []blank{{ID: "program", Label: t("preserve.viewer.field", f.Name)}}
		if f.Outside {
			x.Fields[0].Value = f.ViewPath
		}
		x.work = func(ctx context.Context, a answers, _ *message) error {
			err := window.Preserve{W: s.house}.SetViewer(ctx, id, a.text("program"))
			s.anew()
			return err
		}
	default:
		return x, errNoDeed
	}
	return x, nil
}

var _ preserve.Source = stock{}
