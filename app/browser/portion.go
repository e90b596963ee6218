package browser

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"laufzettel/app/window"
	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	portion "laufzettel/views/portion/model"
	"laufzettel/views/present"
	"laufzettel/views/route"
)

const (
	// placesShown is how many places of a group of findings stand on the page of all.
	placesShown = 10
	// filesPerPage is how many files a page lists.
	filesPerPage = 200
)

// portionRoom is the room of one portion.
type portionRoom struct{ *face }

// portionParts are the parts of a portion, in the order of the window's tabs.
var portionParts = []string{"findings", "files", "content", "messages", "events", "facts"}

// verbView is one thing that can be done: at once by a form, or by a page that asks.
type verbView struct {
	Verb portion.Verb
	Text string
	Href string // a page that asks for more; "" is done at once
	Key  string
}

type groupView struct {
	portion.Group
	ID    string
	Word  string
	Shown []string
	More  string // address of the page with all places
}

type stepView struct {
	portion.Step
	Word string
}

type checkView struct {
	portion.Check
	Word string
}

type fileView struct {
	portion.File
	Word string
}

type messageView struct {
	portion.Message
	Href string
}

type portionBody struct {
	portion.Detail
	Part                   string
	Mark                   present.Mark
	Word                   string
	Progress               progressView
	Primary                verbView
	Waits                  string // what the portion waits for, where there is nothing to do
	Offered, Tools         []verbView
	Share                  string // the workplace for it, where it is a file share
	Layout                 string // the desk where its layout is mapped, where that may help
	Kinds                  []portion.Choice
	Groups                 []groupView
	All, Shown             int
	Counts                 []tab
	Severity, Search, Code string
	Empty                  string
	Steps                  []stepView
	Checks                 []checkView
	Files                  []fileView
	Nodes                  []portion.Node
	Letters                []messageView
	Log                    []portion.Event
	Pager                  pager
}

// progressView is work in progress, in words.
type progressView struct {
	Phase, Of, Now, Left string
	Done, Total          int64
}

// present makes the presenter of a portion with all of it read.
func (s portionRoom) present(id string) (*portion.Presenter, error) {
	p := portion.NewPresenter(window.Portion{Desk: s.desk}, inline{}, s.words, nothing)
	p.Load(id)
	if p.Err != nil {
		p.Close()
		return nil, p.Err
	}
	return p, nil
}

// page is the room of one portion, one part of it at a time.
func (s portionRoom) page(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	p, err := s.present(q.Get("id"))
	if err != nil {
		return err
	}
	defer p.Close()
	b := portionBody{Detail: p.Detail, Part: q.Get("part")}
	if !slices.Contains(portionParts, b.Part) {
		b.Part = portionParts[0]
	}
	d := p.Detail
	b.Mark = present.WholeMarkOf(d.State, d.Kind, p.Count(check.Error), p.Count(check.Warning), d.Whole)
	b.Word = s.words.T(b.Mark.Word)
	if g := d.Running; g != nil {
		b.Progress = s.progress(g)
	}
	s.verbs(p, &b)
	if err := s.part(r, p, &b); err != nil {
		return err
	}
	s.write(w, r, &page{Name: "portion", Title: d.Name, Room: "inbox", Crumbs: s.crumbs("inbox"), Body: b, Live: true,
		Tabs: s.tabs(p, b.Part), TabsOf: s.words.T("browser.parts.portion")})
	return nil
}

func (s portionRoom) tabs(p *portion.Presenter, now string) (out []tab) {
	counts := map[string]int{"findings": p.Count(""), "files": p.Detail.FileCount, "content": p.Roots(), "messages": len(p.Detail.Messages)}
	for _, name := range portionParts {
		t := tab{Text: s.words.T("portion.tab." + name), Href: s.pages.href("portion", "id", p.ID, "part", name), Now: name == now}
		if n := counts[name]; n > 0 {
			t.Count = s.words.Int(int64(n))
		}
		out = append(out, t)
	}
	return out
}

// progress writes work in progress as the window does.
func (s portionRoom) progress(g *portion.Running) progressView {
	w := s.words
	v := progressView{Phase: g.Phase, Of: w.T("inbox.progress.phase", g.At, g.Of), Done: g.Done, Total: g.Total, Left: w.Left(g.Left)}
	if g.Total > 0 {
		v.Now = w.T("inbox.progress.of", g.Done, g.Total)
	} else {
		v.Now = w.T("inbox.progress.count", g.Done)
	}
	if g.Rate > 0 {
		v.Now += " · " + w.T("inbox.progress.rate", int(g.Rate))
	}
	return v
}

// asking are the verbs with a page of their own: they need a letter read, a reason, a
// number, or cannot be taken back (WCAG 3.3.4).
var asking = []portion.Verb{portion.DoReturn, portion.DoException, portion.DoStop, portion.DoClear, portion.DoAccept, portion.DoSend}

// verbView makes a verb as it is offered.
func (s portionRoom) verb(p *portion.Presenter, v portion.Verb) verbView {
	out := verbView{Verb: v, Text: s.words.T("portion.do." + string(v))}
	d := p.Detail
	switch {
	case slices.Contains(asking, v), v == portion.DoPackage && d.Divides:
		out.Href = s.pages.href("portion/act", "id", d.ID, "verb", v)
	case v == portion.DoReopen:
		out.Href = s.pages.href("inbox") + "#open"
	case screens[v] != "":
		out.Href = s.elsewhere(screens[v], d.ID)
		if v == portion.DoReader && out.Href != "" {
			out.Href = s.pages.href("holdings", "accession", s.accession(p))
		}
		if v == portion.DoClose {
			out.Href = s.pages.href("book", "id", s.accession(p))
		}
	}
	return out
}

// screens are where a step is taken that has a room of its own.
var screens = map[portion.Verb]route.Key{portion.DoAppraise: route.Appraise, portion.DoReader: route.Reader, portion.DoClose: route.Book}

// accession is by what the packages of a portion are found in the holdings.
func (s portionRoom) accession(p *portion.Presenter) string {
	x, err := s.house.Intake.Portions.Get(s.ctx, p.ID)
	if err != nil {
		return p.ID // nothing is found by it
	}
	return x.AccessionID
}

// verbs are the one next step, the decisions beside it and the tools.
func (s portionRoom) verbs(p *portion.Presenter, b *portionBody) {
	d := p.Detail
	v := p.Primary()
	switch {
	case d.Running != nil:
		b.Waits = s.words.T("portion.do.running")
	case screens[v] != "" && s.elsewhere(screens[v], d.ID) == "":
		b.Waits = s.words.T("browser.inwindow", s.words.T("portion.do."+string(v)))
	case v != portion.DoNothing:
		b.Primary = s.verb(p, v)
		b.Primary.Key = "Strg+Enter"
	case d.State == transfer.Sent, d.State == transfer.Confirmed:
		b.Waits = s.words.T("portion.do.wait")
	default:
		b.Waits = s.words.T("browser.nothing")
	}
	for _, o := range p.Offered() {
		b.Offered = append(b.Offered, s.verb(p, o))
	}
	if d.Running != nil || !d.Checked {
		return
	}
	if p.Mappable() {
		b.Layout = s.pages.href("layout", "portion", d.ID)
	}
	if d.Kind == intake.PlainKind {
		b.Share = s.pages.href("share", "id", d.ID)
	}
	tool := func(v portion.Verb, text string) {
		x := verbView{Verb: v, Text: s.words.T(text)}
		switch v {
		case portion.DoReceipt:
			x.Key = "Strg+Umschalt+E"
		case portion.DoVeraPDF:
			x.Key = "Strg+Umschalt+P"
		case portion.DoConvert:
			x.Key = "Strg+Umschalt+U"
		}
		b.Tools = append(b.Tools, x)
	}
	if slices.Contains([]transfer.State{transfer.Checked, transfer.Returned, transfer.Recognised}, d.State) {
		tool(portion.DoCheck, "portion.recheck")
	}
	tool(portion.DoReport, "portion.report")
	tool(portion.DoReceipt, "browser.receipt")
	if d.State == transfer.Checked {
		tool(portion.DoVeraPDF, "portion.key.verapdf")
		b.Kinds = d.Kinds
	}
	if p.Converts() {
		tool(portion.DoConvert, "portion.do.convert")
	}
}

// part fills in what the part asked for shows.
func (s portionRoom) part(r *http.Request, p *portion.Presenter, b *portionBody) error {
	d := p.Detail
	at := func(n int) string { return s.pages.href("portion", "id", d.ID, "part", b.Part, "page", n) }
	switch b.Part {
	case "findings":
		s.findings(r, p, b)
	case "files":
		from, to, pg := turn(r, d.FileCount, filesPerPage, at)
		files, err := window.Portion{Desk: s.desk}.Files(r.Context(), d.ID, from, to-from)
		if err != nil {
			return err
		}
		b.Pager = pg
		for _, f := range files {
			v := fileView{File: f, Word: s.words.T("browser.file.unchecked")}
			switch {
			case f.Worst != "":
				v.Word = s.words.T("severity." + string(f.Worst))
			case f.Checked:
				v.Word = s.words.T("browser.file.sound")
			}
			b.Files = append(b.Files, v)
		}
	case "content":
		from, to, pg := turn(r, len(d.Records), filesPerPage, at)
		b.Nodes, b.Pager = d.Records[from:to], pg
	case "messages":
		return s.letterLinks(r, p, b)
	case "events":
		from, to, pg := turn(r, len(d.Events), filesPerPage, at)
		b.Log, b.Pager = d.Events[from:to], pg
	case "facts":
		for _, x := range d.Steps {
			b.Steps = append(b.Steps, stepView{x, s.words.T("browser.step." + string(x.State))})
		}
		for _, c := range d.Checks {
			word := s.words.T("browser.check." + string(c.Mark()))
			c.Detail = c.Said(s.words)
			b.Checks = append(b.Checks, checkView{c, word})
		}
	}
	return nil
}

// letterLinks leads from the messages we wrote to the papers.
func (s portionRoom) letterLinks(r *http.Request, p *portion.Presenter, b *portionBody) error {
	letters, err := s.house.Intake.Portions.Letters(r.Context(), p.ID)
	if err != nil {
		return err
	}
	for _, m := range p.Detail.Messages {
		v := messageView{Message: m}
		for n, l := range letters {
			if l.Made.Equal(m.At) && strings.HasSuffix("/"+l.Path, "/"+m.File) {
				v.Href = s.pages.href("paper", "portion", p.ID, "n", n)
			}
		}
		b.Letters = append(b.Letters, v)
	}
	return nil
}

// findings are the groups that pass filter and search, or one group with all its
// places.
func (s portionRoom) findings(r *http.Request, p *portion.Presenter, b *portionBody) {
	q := r.URL.Query()
	b.Severity, b.Search, b.Code = q.Get("severity"), q.Get("q"), q.Get("code")
	b.All = p.Count("")
	for _, v := range []check.Severity{"", check.Error, check.Warning, check.Note} {
		t := tab{Text: s.words.T("portion.filter.all"), Count: s.words.Int(int64(p.Count(v))), Now: string(v) == b.Severity,
			Href: s.pages.href("portion", "id", p.ID, "severity", v, "q", b.Search)}
		if v != "" {
			t.Text = s.words.T("severity." + string(v))
		}
		b.Counts = append(b.Counts, t)
	}
	if slices.Contains([]string{string(check.Error), string(check.Warning), string(check.Note)}, b.Severity) {
		p.Toggle(check.Severity(b.Severity))
	}
	p.SetSearch(b.Search)
	for i, g := range p.Shown() {
		key := g.Code + "-" + strconv.Itoa(i)
		if b.Code != "" && b.Code != key {
			continue
		}
		v := groupView{Group: g, ID: "finding-" + strconv.Itoa(i), Word: s.words.T("severity." + string(g.Severity)), Shown: g.Places}
		switch {
		case b.Code != "":
			from, to, pg := turn(r, len(g.Places), filesPerPage, func(n int) string {
				return s.pages.href("portion", "id", p.ID, "severity", b.Severity, "q", b.Search, "code", key, "page", n)
			})
			v.Shown, b.Pager = g.Places[from:to], pg
		case len(g.Places) > placesShown:
			v.Shown = g.Places[:placesShown]
			v.More = s.pages.href("portion", "id", p.ID, "severity", b.Severity, "q", b.Search, "code", key)
		}
		b.Groups = append(b.Groups, v)
		b.Shown += g.Count
	}
	switch {
	case len(b.Groups) > 0:
	case b.All > 0:
		b.Empty = s.words.T("portion.findings.nohit")
	case p.Detail.Running != nil:
		b.Empty = s.words.T("portion.findings.live")
	case !p.Detail.Checked:
		b.Empty = s.words.T("portion.findings.unchecked")
	default:
		b.Empty = p.NoFindings()
	}
}
