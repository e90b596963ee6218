package browser

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
	"runtime/debug"
	"slices"
	"strconv"

	"laufzettel/app/browser/gate"
	"laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

type reasonOf = gate.Reason

// getter writes a page, or gives the error to be told in its place.
type getter func(w http.ResponseWriter, r *http.Request) error

// taker takes a form: it gives the page to go to, or the page to show again because
// something in the form is wrong.
type taker func(r *http.Request) (to string, again *page, err error)

// place is one address below the area. It has no parts that vary: what a page is
// about stands in its query and is looked up, so that no name leads anywhere.
type place struct {
	path string
	room string // the role decides who has it; "": everybody
	get  getter
	post taker
}

// rooms of the house that have pages, in the order of the window, with who has them: the
// roles of the screens.
var roomRoles = []struct {
	key, text string
	roles     []settings.Role
}{
	{"book", "nav.book", []settings.Role{settings.Archivist}},
	{"overview", "nav.overview", []settings.Role{settings.Archivist}},
	{"inbox", "nav.inbox", []settings.Role{settings.Archivist}},
	{"appraise", "nav.appraise", []settings.Role{settings.Archivist}},
	{"holdings", "nav.reader", []settings.Role{settings.Archivist, settings.ReadingRoom}},
	{"preserve", "nav.preserve", []settings.Role{settings.Archivist}},
	{"deliver", "nav.prepare", []settings.Role{settings.Clerk}},
	{"transmit", "nav.transmit", []settings.Role{settings.Archivist}},
	{"loans", "nav.loans", []settings.Role{settings.Archivist}},
	{"settings", "nav.settings", []settings.Role{settings.Archivist, settings.Clerk}},
	{"people", "nav.people", []settings.Role{settings.Archivist, settings.Clerk, settings.ReadingRoom}},
}

func (s *Server) table() []place {
	over, in, one := overviewRoom{s.face, window.NewOverview(s.desk)}, &inboxRoom{face: s.face}, portionRoom{s.face}
	judge, held, give, self := s.judge, s.held, deliverRoom{s.face}, sessionRoom{s.face}
	book, send, who, set := bookRoom{s.face}, transmitRoom{s.face}, peopleRoom{s.face}, settingsRoom{s.face}
	acting := func(room string, find func(*http.Request) (deed, error)) place {
		d := doing{s.face, room, find, ""}
		return place{room + "/act", room, d.ask, d.take}
	}
	desk, shared := doing{s.face, "holdings", held.find, "holdings/desk"}, doing{s.face, "inbox", s.share.find, "share"}
	mapped := doing{s.face, "inbox", s.maps.find, "layout"}
	return []place{
		{"book", "book", book.page, nil}, acting("book", book.find),
		{"transmit", "transmit", send.page, nil}, acting("transmit", send.find),
		{"loans", "loans", s.lend.page, nil}, acting("loans", s.lend.find),
		{"people", "people", who.page, nil}, acting("people", who.find),
		{"preserve", "preserve", s.keep.page, nil}, acting("preserve", s.keep.find),
		{"settings", "settings", set.page, nil}, acting("settings", set.find),
		{"overview", "overview", over.page, nil},
		{"inbox", "inbox", in.page, nil},
		{"inbox/open", "inbox", nil, in.openDelivery},
		{"inbox/take", "inbox", in.proposalPage, in.takeProposal},
		{"inbox/undo", "inbox", nil, in.undo},
		{"inbox/check", "inbox", nil, in.check},
		{"portion", "inbox", one.page, nil},
		{"portion/act", "inbox", one.actPage, one.act},
		{"paper", "", one.paper, nil}, // of an act of one's own; letters of portions ask for the room
		{"appraise", "appraise", judge.page, nil},
		{"appraise/picture", "appraise", judge.picture, nil},
		{"appraise/decide", "appraise", nil, judge.decideOne},
		{"appraise/many", "appraise", nil, judge.decideMany},
		{"appraise/undo", "appraise", nil, judge.undo},
		{"appraise/finish", "appraise", judge.finishPage, judge.finish},
		{"appraise/release", "appraise", judge.releasePage, judge.release},
		{"appraise/write", "appraise", nil, judge.writePapers},
		{"appraise/contacts", "appraise", contactSheet{judge}.page, nil}, {"appraise/first", "appraise", contactSheet{judge}.first, nil},
		{"appraise/rule", "appraise", judge.rulePage, judge.decideByRule},
		{"appraise/model", "appraise", judge.modelPage, nil},
		{"appraise/beside", "appraise", judge.besidePage, nil}, acting("appraise", judge.find),
		{"share", "inbox", s.share.page, nil}, {"share/decide", "inbox", nil, s.share.decide},
		{"share/picture", "inbox", s.share.picture, nil},
		{"share/act", "inbox", shared.ask, shared.take},
		{"layout", "inbox", s.maps.page, nil}, {"layout/act", "inbox", mapped.ask, mapped.take},
		{"holdings", "holdings", held.page, nil},
		{"holdings/laws", "holdings", held.lawsPage, nil}, {"holdings/grants", "holdings", held.grantsPage, nil},
		{"holdings/picture", "holdings", held.picture, nil},
		{"holdings/act", "holdings", nil, held.act},
		{"holdings/desk/act", "holdings", desk.ask, desk.take},
		{"holdings/open", "holdings", nil, held.open},
		{"deliver", "deliver", give.page, nil},
		{"deliver/begin", "deliver", nil, give.begin},
		{"deliver/save", "deliver", nil, give.save},
		{"deliver/act", "deliver", nil, give.act},
		{"unlock", "", self.unlockPage, self.unlock},
		{waitPage, "", self.wait, nil},
		{"session", "", self.page, self.change},
		{"session/end", "", nil, self.end},
		{"keys", "", self.keysPage, nil},
		{"handbook", "", handbookRoom{s.face}.page, nil}, {"handbook/picture", "", handbookRoom{s.face}.picture, nil},
		{"events", "", self.events, nil},
	}
}

// routes gives all pages.
func (s *Server) routes() http.Handler {
	known := map[string]place{}
	for _, x := range s.table() {
		known["/"+x.path] = x
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				log.Printf("page %s: %v\n%s", r.URL.Path, p, debug.Stack())
				s.failed(w, r, fmt.Errorf("panic: %v", p))
			}
		}()
		if err := MayServe(s.house); err != nil { // the place or the policy was changed meanwhile
			s.failed(w, r, err)
			s.gate.End()
			return
		}
		switch r.URL.Path {
		case "/", "":
			http.Redirect(w, r, s.gate.Area()+s.home(r.Context()), http.StatusSeeOther)
			return
		case "/app.css", "/app.js", "/icon.svg":
			s.static(w, r)
			return
		}
		x, ok := known[r.URL.Path]
		switch {
		case !ok:
			s.failed(w, r, errNoPage)
		case x.room != "" && !s.has(r.Context(), x.room):
			s.failed(w, r, failure.New(failure.Refused, "page "+x.path, wording.Say("browser.norole")))
		case r.Method == http.MethodPost:
			s.take(w, r, x)
		case x.get == nil:
			s.failed(w, r, errNoPage)
		case x.path == "events":
			if err := x.get(w, r); err != nil {
				s.failed(w, r, err)
			}
		default:
			s.writing <- struct{}{}
			defer func() { <-s.writing }()
			if err := x.get(w, r); err != nil {
				s.failed(w, r, err)
			}
		}
	})
}

// railKeys is how many rooms have a key: Alt with 1 to 9, and 0, as in the window.
const railKeys = 10

var errNoPage = failure.New(failure.Refused, "page", wording.Say("browser.nopage"))

// take takes a form and leads on, so that a page shown again sends nothing twice.
func (s *Server) take(w http.ResponseWriter, r *http.Request, x place) {
	if x.post == nil {
		s.failed(w, r, errNoPage)
		return
	}
	to, again, err := x.post(r)
	switch {
	case err != nil:
		s.failed(w, r, err)
	case again != nil:
		if again.Status == 0 {
			again.Status = http.StatusUnprocessableEntity
		}
		s.write(w, r, again)
	default:
		http.Redirect(w, r, s.gate.Area()+to, http.StatusSeeOther)
	}
}

// failed is the page in place of one that cannot be shown.
func (s *face) failed(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil && errors.Is(err, context.Canceled) {
		return // the browser has left
	}
	status := http.StatusInternalServerError
	if failure.KindOf(err) == failure.Refused || errors.Is(err, errNoPage) {
		status = http.StatusNotFound
	} else {
		log.Printf("page %s: %v", r.URL.Path, err) // a fault of ours leaves a trace beside the page
	}
	m := s.fault(err)
	s.write(w, r, &page{Name: "failed", Status: status, Title: s.words.T("browser.failed"), Message: &m})
}

// has tells whether the person at work has a room.
func (s *face) has(ctx context.Context, room string) bool {
	role := window.RoleOf(ctx, s.house)
	for _, x := range roomRoles {
		if x.key == room {
			return role == settings.Administrator || slices.Contains(x.roles, role)
		}
	}
	return false
}

// home is where the person at work begins: the overview, else the first room there is.
func (s *face) home(ctx context.Context) string {
	if s.has(ctx, "overview") {
		return "overview"
	}
	for _, x := range roomRoles {
		if s.has(ctx, x.key) {
			return x.key
		}
	}
	return "session"
}

// rooms are the links of the navigation, with what waits in each.
func (s *face) rooms(ctx context.Context, now string) (out []roomLink) {
	counts := map[string]int{}
	if waits, err := s.house.Books.Pending(ctx); err == nil { // without it the links have no numbers
		counts["inbox"], counts["appraise"], counts["transmit"], counts["loans"] = waits.Arrived, waits.Units, waits.Jobs, waits.Disputes
	}
	for _, x := range roomRoles {
		if !s.has(ctx, x.key) {
			continue
		}
		l := roomLink{Text: s.words.T(x.text), Href: s.pages.href(x.key), Now: x.key == now}
		if len(out) < railKeys {
			l.Key = "Alt+" + strconv.Itoa((len(out)+1)%railKeys)
		}
		if n := counts[x.key]; n > 0 {
			l.Count = s.words.N("browser.waits", n)
		}
		out = append(out, l)
	}
	return out
}

// inline runs the work of a presenter where it is asked for: a page is written once
// its presenter has all it shows.
type inline struct{}

// Background implements present.Dispatcher.
func (inline) Background(work func()) { work() }

// UI implements present.Dispatcher.
func (inline) UI(update func()) { update() }

func nothing() {}
