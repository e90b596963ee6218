package browser

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// idleChoices are the times without a page after which the session may end, in
// minutes; 0 is never by itself. WCAG 2.2.1 asks for ten times the usual one.
var idleChoices = []int{15, 30, 60, 120, 480, 0}

// sessionRoom is what belongs to the session itself: its settings and end, keys,
// passphrases and news.
type sessionRoom struct{ *face }

type choiceView struct {
	Value, Text string
	Now         bool
}

type sessionBody struct {
	Idle    []choiceView
	Letters bool
	Person  string
}

// page is what can be set for this session, and its end.
func (s sessionRoom) page(w http.ResponseWriter, r *http.Request) error {
	now := int(s.gate.IdleTime() / time.Minute)
	b := sessionBody{}
	choices := idleChoices
	if !slices.Contains(choices, now) {
		choices = append([]int{now}, choices...)
	}
	for _, n := range choices {
		c := choiceView{Value: strconv.Itoa(n), Text: s.words.T("browser.idle.minutes", n), Now: n == now}
		switch {
		case n == 0:
			c.Text = s.words.T("browser.idle.never")
		case n >= 60:
			c.Text = s.words.N("browser.idle.hours", n/60)
		}
		b.Idle = append(b.Idle, c)
	}
	s.mu.Lock()
	b.Letters = !s.noLetter
	s.mu.Unlock()
	s.write(w, r, &page{Name: "session", Title: s.words.T("browser.session"), Room: "session", Body: b})
	return nil
}

// change changes the idle time and whether single letters are keys.
func (s sessionRoom) change(r *http.Request) (string, *page, error) {
	n, err := strconv.Atoi(r.PostFormValue("idle"))
	if err != nil || n < 0 || n > 7*24*60 {
		return s.said("session", s.fault(fmt.Errorf("idle time %q", r.PostFormValue("idle")))), nil, nil
	}
	s.gate.SetIdle(time.Duration(n) * time.Minute)
	s.mu.Lock()
	s.noLetter = r.PostFormValue("letters") == ""
	s.mu.Unlock()
	return s.said("session", message{Tone: toneOK, Title: s.words.T("browser.session.changed")}), nil, nil
}

// end ends it; the page that says so is the last answer.
func (s sessionRoom) end(*http.Request) (string, *page, error) {
	s.gate.End()
	return "", &page{Name: "ended", Alone: true, Status: http.StatusOK}, nil
}

type unlockBody struct{ ID, Name string }

// unlockPage asks for the passphrase an act waits for.
func (s sessionRoom) unlockPage(w http.ResponseWriter, r *http.Request) error {
	x := s.acts.find(r.URL.Query().Get("m"))
	if x == nil || s.asker == nil {
		return errNoPage
	}
	name, open := s.asker.waiting()
	if !open {
		http.Redirect(w, r, s.gate.Area()+s.await(x), http.StatusSeeOther)
		return nil
	}
	s.write(w, r, &page{Name: "unlock", Title: s.words.T("window.pass.title"), Body: unlockBody{x.id, name}})
	return nil
}

// unlock gives the passphrase to the act that waits and goes on with it.
func (s sessionRoom) unlock(r *http.Request) (string, *page, error) {
	x := s.acts.find(r.PostFormValue("m"))
	if x == nil || s.asker == nil {
		return "", nil, errNoPage
	}
	pass := r.PostFormValue("pass")
	name, open := s.asker.waiting()
	if open && pass == "" && r.PostFormValue("later") == "" {
		return "", &page{Name: "unlock", Title: s.words.T("window.pass.title"), Body: unlockBody{x.id, name},
			Errors: []fieldError{{"pass", s.words.T("browser.unlock.missing")}}}, nil
	}
	if r.PostFormValue("later") != "" {
		pass = ""
	}
	s.asker.reply(pass)
	return s.await(x), nil, nil
}
