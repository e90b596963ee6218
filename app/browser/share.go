package browser

import (
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"laufzettel/app/window"
	"laufzettel/appraisal/share"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	model "laufzettel/views/share/model"
)

// shareRoom is the workplace for file shares. A share may have a hundred thousand files:
// the one looked at last stays loaded, and its decisions are read anew for each page.
type shareRoom struct {
	*face
	src    *window.Share
	inside func(context.Context, viewer.Source) (viewer.Document, error)

	mu       sync.Mutex
	p        *model.Presenter
	id       string
	said     string
	searched map[model.Mode]bool
	asked    []shareAsk  // decisions a page asks about
	busy     atomic.Bool // a search is under way: the share is not free until its end
}

// shareAsk is what a decision would be about, until its page is answered.
type shareAsk struct {
	share, letter, text, back string
	means                     []model.Means
}

// mostAsked is how many open questions are kept.
const mostAsked = 50

// shareModes are the lists beside the folders. The tiles of the window are a drawing of
// the first one, whose table says the same in numbers.
var shareModes = slices.DeleteFunc(slices.Clone(model.Modes), func(m model.Mode) bool { return m == model.Tiles })

// shareSearches are the modes that look through all files first, which may take a while.
var shareSearches = []model.Mode{model.Double, model.Drafting, model.Litter}

// shareKeys are what a list of a share is asked by, as it stands in an address.
var shareKeys = []string{"folder", "mode", "order", "stays"}

// shareLetters are what can be decided, in the order of the buttons.
var shareLetters = []string{string(record.RatingArchive), string(record.RatingDestroy), string(record.RatingAppraise)}

var (
	errNoShareFile = failure.New(failure.Refused, "look into share", wording.Say("browser.share.gone"))
	errShareList   = failure.New(failure.Refused, "decide on share", wording.Say("browser.share.changed"))
)

func newShareRoom(f *face, inside func(context.Context, viewer.Source) (viewer.Document, error)) *shareRoom {
	s := &shareRoom{face: f, src: window.NewShare(f.desk), inside: inside}
	s.src.Save = typedPlace
	return s
}

// close ends what runs for the share that is loaded.
func (s *shareRoom) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.p != nil {
		s.p.Close()
	}
}

// at runs work on the presenter of a share with its decisions read anew.
func (s *shareRoom) at(id string, work func(p *model.Presenter) error) error {
	if id == "" {
		return errNoPortion
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.p == nil || s.id != id || s.p.Err != nil {
		if s.p != nil {
			s.p.Close()
		}
		s.p, s.id, s.searched = model.NewPresenter(
			s.src, inline{}, s.words, nothing, func(text string) { s.said = text },
		), id, map[model.Mode]bool{}
	}
	s.p.Fault, s.said = nil, ""
	s.p.Load(id)
	if s.p.Err != nil {
		return s.p.Err
	}
	if s.p.Fault != nil {
		return s.p.Fault
	}
	return work(s.p)
}

// shareQuery is a list of a share as it stands in an address: folder, mode, order, whether
// only what would stay, and the facets chosen.
type shareQuery struct {
	url.Values
	choice share.Choice
}

func shareQueryOf(v url.Values) shareQuery {
	q := shareQuery{url.Values{}, share.Choice{}}
	for _, k := range shareKeys {
		if x := v.Get(k); x != "" {
			q.Set(k, x)
		}
	}
	for _, name := range share.FacetNames {
		if v.Has("c-" + name) {
			q.choice[name] = v.Get("c-" + name)
			q.Set("c-"+name, v.Get("c-"+name))
		}
	}
	return q
}

// with gives the address of the list with something changed, in pairs.
func (q shareQuery) with(id string, changed ...string) string {
	v := maps.Clone(q.Values)
	for i := 0; i+1 < len(changed); i += 2 {
		if v.Del(changed[i]); changed[i+1] != "" {
			v.Set(changed[i], changed[i+1])
		}
		if changed[i] == "mode" { // facets belong to one list
			for _, name := range share.FacetNames {
				v.Del("c-" + name)
			}
		}
	}
	v.Set("id", id)
	return "share?" + v.Encode()
}

// narrowed gives the address of the list with other facets.
func (q shareQuery) narrowed(id string, c share.Choice) string {
	v := maps.Clone(q.Values)
	for _, name := range share.FacetNames {
		if v.Del("c-" + name); c != nil {
			if x, ok := c[name]; ok {
				v.Set("c-"+name, x)
			}
		}
	}
	v.Set("id", id)
	return "share?" + v.Encode()
}

// show has the presenter show the list of an address.
func (q shareQuery) show(p *model.Presenter) error {
	at, ok := p.Share.Tree.Find(q.Get("folder"))
	if !ok && q.Get("folder") != "" {
		return errNoShareFile
	}
	p.Mode = model.Files
	if m := model.Mode(q.Get("mode")); slices.Contains(shareModes, m) {
		p.Mode = m
	}
	p.Order, p.Stays = model.ByName, q.Get("stays") != ""
	if o := model.Order(q.Get("order")); o == model.BySize || o == model.ByAge {
		p.Order = o
	}
	p.Choice = nil
	if p.Mode == model.Choosing && len(q.choice) > 0 {
		p.Choice = q.choice
	}
	p.Choose(at)
	return p.Fault
}

// find says what an act of the room is now.
func (s *shareRoom) find(r *http.Request) (deed, error) {
	id, of, t := r.FormValue("id"), r.FormValue("of"), s.words.T
	x := deed{Back: address("share", "id", id), Done: t("browser.noted")}
	act := r.FormValue("act")
	switch act {
	case "decide":
		return s.decideDeed(id, of)
	case "undo", "redo":
		x.work = s.working(id, func(_ context.Context, p *model.Presenter, _ answers) {
			if act == "undo" {
				p.Undo()
			} else {
				p.Redo()
			}
		})
	case "report":
		x.Done = t("browser.written")
		x.work = s.working(id, func(_ context.Context, p *model.Presenter, _ answers) { p.Report() })
	case "search":
		m := model.Mode(of)
		if !slices.Contains(shareSearches, m) {
			return x, errNoDeed
		}
		x.Back, x.Done = address("share", "id", id, "mode", of), t("browser.share.searched")
		x.work = func(ctx context.Context, _ answers, _ *message) error { return s.search(id, m) }
	case "list", "names":
		x.Title, x.Text, x.Buttons = t("share.list"), t("browser.share.list.text"), button(t("browser.write"))
		x.Fields = []blank{{ID: "file", Label: t("browser.share.file"), Help: t("browser.handout.help"), Must: true}}
		if act == "names" {
			x.Title, x.Text = t("browser.share.names"), t("browser.share.names.text")
			x.Buttons, x.Fields[0].Help = button(t("browser.share.names.do")), ""
		}
		x.work = s.working(id, func(ctx context.Context, p *model.Presenter, a answers) {
			if act == "names" {
				p.Names(a.path("file"))
				return
			}
			if err := s.src.List(context.WithValue(ctx, placeKey{}, a.path("file")), p.Share); err != nil {
				p.Fault = err
			}
		})
	case "name":
		return s.nameDeed(id, of)
	default:
		return x, errNoDeed
	}
	return x, s.at(id, func(*model.Presenter) error { return nil })
}

// working makes the work of a deed of something the presenter does and says.
func (s *shareRoom) working(id string, do func(context.Context, *model.Presenter, answers)) func(context.Context, answers, *message) error {
	return func(ctx context.Context, a answers, m *message) error {
		return s.at(id, func(p *model.Presenter) error {
			if do(ctx, p, a); p.Fault != nil {
				return p.Fault
			}
			if s.said != "" {
				m.Title = s.said
			}
			return nil
		})
	}
}

// search looks through all files for what a mode shows; meanwhile the pages of the share
// say so and wait for nothing.
func (s *shareRoom) search(id string, m model.Mode) error {
	s.busy.Store(true)
	defer s.busy.Store(false)
	return s.at(id, func(p *model.Presenter) error {
		if p.Turn(m); p.Fault != nil {
			return p.Fault
		}
		s.searched[m] = true
		return nil
	})
}

// nameDeed asks for title and description of a folder.
func (s *shareRoom) nameDeed(id, folder string) (x deed, err error) {
	t := s.words.T
	err = s.at(id, func(p *model.Presenter) error {
		i, ok := p.Share.Tree.Find(folder)
		if !ok {
			return errNoShareFile
		}
		f := p.Folder(i)
		x = deed{
			Title:   t("share.describe.title"),
			Text:    t("share.describe.text", f.Path),
			Buttons: button(t("share.describe.take")),
			Back:    address("share", "id", id, "folder", folder),
			Done:    t("browser.noted"),
			Fields: []blank{
				{ID: "title", Label: t("share.describe.name"), Value: f.Title},
				{ID: "detail", Label: t("share.describe.detail"), Value: f.Detail, Kind: area},
			},
		}
		return nil
	})
	x.work = s.working(id, func(_ context.Context, p *model.Presenter, a answers) {
		if i, ok := p.Share.Tree.Find(folder); ok {
			p.Choose(i)
			p.Describe(a.text("title"), a.text("detail"))
		}
	})
	return x, err
}

// decideDeed says what a decision would change and asks for its reason.
func (s *shareRoom) decideDeed(id, of string) (x deed, err error) {
	t := s.words.T
	err = s.at(id, func(p *model.Presenter) error {
		n, err := strconv.Atoi(of)
		if err != nil || n < 0 || n >= len(s.asked) || s.asked[n].share != id {
			return errShareList
		}
		q := s.asked[n]
		var meant model.Meant
		p.Ask(q.means, func(m model.Meant) { meant = m })
		if p.Fault != nil {
			return p.Fault
		}
		say := t("share.ask", q.text, s.words.N("share.files", meant.Files), s.words.Bytes(meant.Bytes))
		if meant.Kept > 0 {
			say += " " + s.words.N("share.ask.kept", meant.Kept)
		}
		x = deed{
			Title:   t("share.ask." + q.letter),
			Text:    say,
			Buttons: button(t("share.ask." + q.letter)),
			Back:    q.back,
			Done:    t("share.decided."+q.letter, s.words.N("share.files", meant.Files)),
			Fields: []blank{{
				ID: "reason", Label: t("share.reason"), Help: t("share.reason.help"), Value: p.Reason,
				Must: q.letter != string(record.RatingAppraise),
			}},
		}
		x.work = s.working(id, func(_ context.Context, p *model.Presenter, a answers) {
			p.Decide(q.means, record.Rating(q.letter), a.text("reason"), nothing)
		})
		return nil
	})
	return x, err
}

// decide takes the lines that are marked, or the folder itself, to the page that says what
// a decision on them would change.
func (s *shareRoom) decide(r *http.Request) (string, *page, error) {
	id, q := r.PostFormValue("id"), shareQueryOf(r.PostForm)
	letter := r.PostFormValue("letter")
	if !slices.Contains(shareLetters, letter) {
		return "", nil, errNoLetter
	}
	if r.PostFormValue("self") == "" && len(r.PostForm["mark"]) == 0 {
		again, err := s.listOf(r, id, q)
		if err == nil {
			again.Errors = []fieldError{{"marks", s.words.T("browser.nomark")}}
		}
		return "", again, err
	}
	to := ""
	err := s.at(id, func(p *model.Presenter) error {
		if err := q.show(p); err != nil {
			return err
		}
		x := shareAsk{share: id, letter: letter, back: q.with(id)}
		if r.PostFormValue("self") != "" {
			x.text, x.means = p.Name(p.At), []model.Means{{Paths: []string{p.Folder(p.At).Path}}}
		} else if err := x.take(s, p, r.PostForm["mark"]); err != nil {
			return err
		}
		if len(s.asked) == mostAsked {
			s.asked = nil // older questions are asked anew
		}
		s.asked = append(s.asked, x)
		to = address("share/act", "act", "decide", "id", id, "of", len(s.asked)-1)
		return nil
	})
	return to, nil, err
}

// take gathers what the marked lines mean; a mark is the row of a line and its name, so
// that nothing is decided on a list that has changed.
func (x *shareAsk) take(s *shareRoom, p *model.Presenter, marks []string) error {
	var paths []string
	for _, mark := range marks {
		row, id, _ := strings.Cut(mark, ":")
		i, err := strconv.Atoi(row)
		if err != nil || i < 0 || i >= len(p.Lines) || p.Lines[i].ID != id || p.Lines[i].Means == nil {
			return errShareList
		}
		l := p.Lines[i]
		if x.text = l.Text; len(l.Means.Paths) > 0 {
			paths = append(paths, l.Means.Paths...)
		} else {
			x.means = append(x.means, *l.Means)
		}
	}
	if len(paths) > 0 {
		x.means = append(x.means, model.Means{Paths: paths})
	}
	if len(marks) > 1 {
		x.text = s.words.N("share.lines", len(marks))
	}
	return nil
}
