package browser

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"laufzettel/app/window"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	inbox "laufzettel/views/inbox/model"
)

// perPage is how many rows a table of a page holds.
const perPage = 100

// inboxRoom is the room Eingang.
type inboxRoom struct {
	*face
	drops drops
}

type inboxRow struct {
	inbox.Row
	Href     string
	Findings string
	Step     inbox.Step
	StepText string
}

type inboxBody struct {
	Filters []tab
	Filter  string
	Search  string
	Rows    []inboxRow
	Pager   pager
	Total   int
	Path    string
	Waiting []string // drops that wait for a person's word
	Undo    []string // what was taken in last
}

// pager leads through a list that is longer than a page.
type pager struct {
	From, To, Of int
	Before, Next string // addresses, "" at the ends
}

// turn cuts a list of n to the page asked for; at makes the address of another page.
func turn(r *http.Request, n, size int, at func(page int) string) (from, to int, p pager) {
	now, err := strconv.Atoi(r.URL.Query().Get("page"))
	last := max(1, (n+size-1)/size)
	if err != nil || now < 1 {
		now = 1
	}
	now = min(now, last)
	from, to = (now-1)*size, min(now*size, n)
	p = pager{From: from + 1, To: to, Of: n}
	if now > 1 {
		p.Before = at(now - 1)
	}
	if now < last {
		p.Next = at(now + 1)
	}
	return from, to, p
}

// present makes the presenter of the room Eingang with its list read.
func (s *inboxRoom) present() *inbox.Presenter {
	p := inbox.NewPresenter(window.Inbox{Desk: s.desk}, inline{}, s.words, nothing)
	p.Reload()
	return p
}

// page is the room Eingang.
func (s *inboxRoom) page(w http.ResponseWriter, r *http.Request) error {
	p, err := s.pageOf(r, "")
	if err != nil {
		return err
	}
	s.write(w, r, p)
	return nil
}

// pageOf makes the page of Eingang; path is what was typed as a delivery.
func (s *inboxRoom) pageOf(r *http.Request, path string) (*page, error) {
	p := s.present()
	defer p.Close()
	if p.Err != nil {
		return nil, p.Err
	}
	q := r.URL.Query()
	filter := inbox.Filter(q.Get("filter"))
	if filter != "" {
		p.SetFilter(filter)
	}
	p.SetSearch(q.Get("q"))
	b := inboxBody{Filter: q.Get("filter"), Search: p.Search, Total: p.Total(), Path: path, Waiting: s.drops.waiting(),
		Undo: s.drops.last(true).Portions}
	for _, f := range inbox.Filters {
		b.Filters = append(b.Filters, tab{Text: s.words.T("inbox.filter." + string(f)), Count: s.words.Int(int64(p.Count(f))),
			Href: s.pages.href("inbox", "filter", f, "q", p.Search), Now: f == p.Filter})
	}
	if !slices.Contains(inbox.Filters, p.Filter) { // a station of the slip
		b.Filters = append(b.Filters, tab{Text: s.words.T("slip." + string(p.Filter)), Count: s.words.Int(int64(p.Count(p.Filter))),
			Href: s.pages.href("inbox", "filter", p.Filter), Now: true})
	}
	from, to, pg := turn(r, len(p.Rows), perPage, func(n int) string {
		return s.pages.href("inbox", "filter", q.Get("filter"), "q", p.Search, "page", n)
	})
	b.Pager = pg
	for _, x := range p.Rows[from:to] {
		row := inboxRow{Row: x, Href: s.pages.href("portion", "id", x.ID), Findings: s.findingsOf(x.Portion), Step: inbox.Next(x.Portion)}
		if row.Step != inbox.StepNone {
			row.StepText = s.words.T("inbox.step." + string(row.Step))
		}
		b.Rows = append(b.Rows, row)
	}
	return &page{Name: "inbox", Title: s.words.T("nav.inbox"), Room: "inbox", Body: b, Live: true}, nil
}

// findingsOf says in words what a check found.
func (s *inboxRoom) findingsOf(x inbox.Portion) string {
	if !x.Checked {
		return s.words.T("browser.unchecked")
	}
	var out []string
	for _, c := range []struct {
		n    int
		kind check.Severity
	}{{x.Errors, check.Error}, {x.Warnings, check.Warning}, {x.Notes, check.Note}} {
		if c.n > 0 {
			out = append(out, s.words.N("browser.count."+string(c.kind), c.n))
		}
	}
	if len(out) == 0 {
		return s.words.T("browser.nofindings")
	}
	return strings.Join(out, ", ")
}

// openDelivery takes a delivery that lies on this machine; the originals are only read.
// What a person has to look at first leads to the page that asks.
func (s *inboxRoom) openDelivery(r *http.Request) (string, *page, error) {
	path := strings.Trim(strings.TrimSpace(r.PostFormValue("path")), `"`)
	if path == "" {
		p, err := s.pageOf(r, path)
		if err != nil {
			return "", nil, err
		}
		p.Errors = []fieldError{{"path", s.words.T("browser.open.missing")}}
		return "", p, nil
	}
	return s.intake(func(ctx context.Context, src inbox.Source) (inbox.Added, error) { return src.Add(ctx, []string{path}) }), nil, nil
}

// drops are the drops that wait for a person's word, and the last intake, which can be
// taken back. The zero value holds none. Safe for concurrent use.
type drops struct {
	mu    sync.Mutex
	next  int
	open  map[string]inbox.Proposal
	taken inbox.Added
}

// took keeps what an intake did and gives the addresses of what waits now.
func (d *drops) took(added inbox.Added) (ids []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open == nil {
		d.open = map[string]inbox.Proposal{}
	}
	for _, p := range added.Open {
		d.next++
		id := strconv.Itoa(d.next)
		d.open[id] = p
		ids = append(ids, id)
	}
	if len(added.Portions) > 0 {
		d.taken = added
	}
	return ids
}

func (d *drops) find(id string) (inbox.Proposal, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	p, ok := d.open[id]
	return p, ok
}

func (d *drops) drop(id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.open, id)
}

// waiting are the drops that wait, in the order they came.
func (d *drops) waiting() (ids []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for n := 1; n <= d.next; n++ {
		if _, ok := d.open[strconv.Itoa(n)]; ok {
			ids = append(ids, strconv.Itoa(n))
		}
	}
	return ids
}

// last takes the last intake; it can be taken back once.
func (d *drops) last(keep bool) inbox.Added {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := d.taken
	if !keep {
		d.taken = inbox.Added{}
	}
	return out
}

// intake takes deliveries in and says what came of it.
func (s *inboxRoom) intake(work func(context.Context, inbox.Source) (inbox.Added, error)) string {
	return s.do("inbox", message{Tone: toneOK}, func(ctx context.Context, m *message) error {
		added, err := work(ctx, window.Inbox{Desk: s.desk})
		for _, id := range s.drops.took(added) {
			m.Links = append(m.Links, link{s.words.T("inbox.proposal.title"), address("inbox/take", "id", id)})
		}
		for _, id := range added.Portions {
			m.Links = append(m.Links, link{id, address("portion", "id", id)})
		}
		m.Title = s.words.N("inbox.taken", len(added.Portions))
		switch {
		case len(added.Portions) == 0 && len(added.Open) > 0:
			m.Tone, m.Title, m.Text = toneNote, s.words.T("inbox.proposal.title"), s.words.T("inbox.proposal.text")
		case len(added.Portions) > 0:
			m.Text = s.words.T("browser.opened.text")
		case len(added.Offered) > 0:
			m.Title = s.words.T("inbox.offered", strings.Join(added.Offered, ", "))
		}
		return err
	})
}

var errNoProposal = failure.New(failure.Refused, "take proposal", wording.Say("browser.noproposal"))

type proposalBody struct {
	ID string
	inbox.Proposal
}

// proposalPage asks where the pieces of a drop belong.
func (s *inboxRoom) proposalPage(w http.ResponseWriter, r *http.Request) error {
	id := r.URL.Query().Get("id")
	p, ok := s.drops.find(id)
	if !ok {
		return errNoProposal
	}
	s.write(w, r, &page{Name: "proposal", Title: s.words.T("inbox.proposal.title"), Room: "inbox", Crumbs: s.crumbs("inbox"),
		Body: proposalBody{id, p}})
	return nil
}

// takeProposal takes a drop in as it was put right, or lets it lie.
func (s *inboxRoom) takeProposal(r *http.Request) (string, *page, error) {
	id := r.PostFormValue("id")
	p, ok := s.drops.find(id)
	if !ok {
		return "", nil, errNoProposal
	}
	if r.PostFormValue("later") != "" {
		s.drops.drop(id)
		return s.said("inbox", message{Tone: toneNote, Title: s.words.T("browser.later"), Text: s.words.T("browser.later.text")}), nil, nil
	}
	for i := range p.Pieces {
		to := r.PostFormValue("piece" + strconv.Itoa(i))
		if slices.ContainsFunc(p.Pieces[i].Goals, func(g inbox.Goal) bool { return g.To == to }) {
			p.Pieces[i].To = to
		}
	}
	return s.intake(func(ctx context.Context, src inbox.Source) (inbox.Added, error) {
		added, err := src.Take(ctx, p)
		if err == nil {
			s.drops.drop(id)
		}
		return added, err
	}), nil, nil
}

// undo discards what was just taken in by mistake; the number stays.
func (s *inboxRoom) undo(*http.Request) (string, *page, error) {
	taken := s.drops.last(false)
	if taken.None() {
		return s.said("inbox", message{Tone: toneNote, Title: s.words.T("browser.noundo")}), nil, nil
	}
	done := message{Tone: toneOK, Title: s.words.T("browser.undone", strings.Join(slices.Concat(taken.Portions, taken.Offered), ", "))}
	return s.do("inbox", done, func(ctx context.Context, _ *message) error { return window.Inbox{Desk: s.desk}.Undo(ctx, taken) }), nil, nil
}

// check starts the check of a portion of the list, or stops it.
func (s *inboxRoom) check(r *http.Request) (string, *page, error) {
	id, src := r.PostFormValue("id"), window.Inbox{Desk: s.desk}
	back := address("inbox", "filter", r.PostFormValue("filter"))
	if r.PostFormValue("stop") != "" {
		done := message{Tone: toneOK, Title: s.words.T("browser.stopped", id), Text: s.words.T("browser.stopped.text")}
		return s.do(back, done, func(ctx context.Context, _ *message) error { return src.Cancel(ctx, id) }), nil, nil
	}
	done := message{Tone: toneOK, Title: s.words.T("browser.checking", id), Text: s.words.T("browser.checking.text")}
	return s.do(back, done, func(ctx context.Context, _ *message) error { return src.Check(ctx, id) }), nil, nil
}

// crumbs is the way to a page that lies below a room.
func (s *face) crumbs(room string, more ...link) []link {
	for _, x := range roomRoles {
		if x.key == room {
			return append([]link{{s.words.T(x.text), room}}, more...)
		}
	}
	return more
}
