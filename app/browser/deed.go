package browser

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// How an answer is given.
const (
	oneLine = ""
	area    = "area"
	secret  = "secret"
	tick    = "tick"
	choice  = "choice"
)

// blank is one answer an act needs.
type blank struct {
	ID, Label, Help, Value string
	Kind                   string // oneLine, area, secret, tick or choice
	Must                   bool
	Fixed                  bool // decided elsewhere: shown, not changed
	Choices                []choiceView
	Fault                  string
	check                  func(value string) (fault string) // nil: whatever is typed
}

// deed is something a person can do on a page. Where it has a title, a page of its own
// says what will happen and asks for what it needs; without one it is done at once.
type deed struct {
	Title, Text string
	More        []string // what it concerns, one thing a line
	Links       []link
	Fields      []blank
	Buttons     []choiceView // what is taken by each; the first is the usual one
	Back        string       // the page to come back to
	Done        string       // what is said afterwards
	work        func(ctx context.Context, a answers, m *message) error
	// whole tells what is missing where one answer asks for another: texts by field.
	whole func(a answers) map[string]string
}

// answers are what was typed, spaces around it cut off.
type answers struct{ url.Values }

func (a answers) text(id string) string {
	return strings.TrimSpace(strings.ReplaceAll(a.Get(id), "\r\n", "\n"))
}

// path is a text as a path: quotation marks of a file manager are left out.
func (a answers) path(id string) string { return strings.Trim(a.text(id), `"`) }

// doing are the acts of a room, at one address. What an act is about stands in act, id
// and of; find says what it is now, and refuses what is not offered.
type doing struct {
	*face
	room string
	find func(r *http.Request) (deed, error)
	at   string // its address where it is not that of the room
}

// deedKeys name an act and what it is about.
var deedKeys = []string{"act", "id", "of"}

var errNoDeed = failure.New(failure.Refused, "act of a page", wording.Say("browser.nodeed"))

type deedBody struct {
	deed
	Action string
	Hidden [][2]string
}

// page makes the page that asks.
func (d doing) page(r *http.Request, x deed) *page {
	b := deedBody{deed: x, Action: cmp.Or(d.at, d.room) + "/act"}
	for _, k := range deedKeys {
		if v := r.FormValue(k); v != "" {
			b.Hidden = append(b.Hidden, [2]string{k, v})
		}
	}
	return &page{Name: "deed", Title: strings.TrimSuffix(x.Title, " …"), Room: d.room, Crumbs: d.crumbs(d.room), Body: b}
}

// ask shows what will happen and asks for what is needed.
func (d doing) ask(w http.ResponseWriter, r *http.Request) error {
	x, err := d.find(r)
	if err != nil {
		return err
	}
	if x.Title == "" {
		return errNoPage
	}
	d.write(w, r, d.page(r, x))
	return nil
}

// take does it. What is missing or refused is told on the page that asked, with all
// that was typed.
func (d doing) take(r *http.Request) (string, *page, error) {
	x, err := d.find(r)
	if err != nil {
		return d.said(d.room, d.fault(err)), nil, nil
	}
	typed := answers{r.PostForm}
	var wrong []fieldError
	missing := map[string]string{}
	if x.whole != nil {
		missing = x.whole(typed)
	}
	for i := range x.Fields {
		f := &x.Fields[i]
		if f.Fixed {
			continue
		}
		got := typed.text(f.ID)
		if f.Kind != secret {
			f.Value = got
		}
		switch {
		case f.Must && got == "":
			f.Fault = d.words.T("book.missing")
		case got != "" && f.check != nil:
			f.Fault = f.check(got)
		}
		if f.Fault == "" {
			f.Fault = missing[f.ID]
		}
		if f.Fault != "" {
			wrong = append(wrong, fieldError{f.ID, f.Label + ": " + f.Fault})
		}
	}
	if len(wrong) > 0 {
		again := d.page(r, x)
		again.Errors = wrong
		return "", again, nil
	}
	begun := &act{back: x.Back}
	if x.Title != "" && len(x.Fields) > 0 {
		begun.again = func(m message) *page {
			again := d.page(r, x)
			again.Message = &m
			return again
		}
	}
	to := d.await(d.start(begun, message{Tone: toneOK, Title: x.Done}, func(ctx context.Context, m *message) error {
		return x.work(ctx, typed, m)
	}))
	if m, over := begun.now(); over && m.Tone == toneError && begun.again != nil {
		return "", begun.again(m), nil
	}
	return to, nil, nil
}

// button is a deed's one button.
func button(text string) []choiceView { return []choiceView{{Text: text}} }

// deedView is a deed as it is offered: a link to the page that asks, or a button.
type deedView struct {
	Asks        bool
	Href, To    string
	Act, ID, Of string
	Text, About string
	Key         string
	Primary     bool
}

// offer makes a link to the page that asks for what a deed of a room needs.
func (s *face) offer(room, act, id, of, text string) deedView {
	return deedView{Asks: true, Href: s.pages.href(room+"/act", "act", act, "id", id, "of", of), Text: text}
}

// once makes a button for a deed that asks for nothing.
func (s *face) once(room, act, id, of, text string) deedView {
	return deedView{To: room + "/act", Act: act, ID: id, Of: of, Text: text}
}
