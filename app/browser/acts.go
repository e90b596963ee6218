package browser

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"strconv"
	"sync"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

const (
	// patience is how long a page waits for the end of an act before it says that it
	// runs on.
	patience = 2 * time.Second
	// keptActs is how many outcomes can still be looked at.
	keptActs = 200
)

// tone is how an outcome is shown.
type tone string

// The tones.
const (
	toneOK    tone = "ok"
	toneNote  tone = "note"
	toneError tone = "error"
)

// link leads to a page of ours.
type link struct{ Text, Href string }

// message is what a page tells first: the outcome of what was just done.
type message struct {
	Tone    tone
	Title   string
	Text    string
	Details string // technical, for support
	Links   []link
	to      string // another page to go to than the one given, once it is done
}

// act is something a person has asked for, with its outcome once it is there.
type act struct {
	id    string
	back  string // the page to come back to
	begun message
	ended chan struct{}
	end   message // after ended
	// again is the form that asked, with what was typed, for a fault that comes late; nil:
	// the fault is told at back.
	again func(message) *page
}

// now gives what can be said by now.
func (a *act) now() (m message, over bool) {
	select {
	case <-a.ended:
		return a.end, true
	default:
		return a.begun, false
	}
}

// acts keeps what was asked for: an act runs on when its page is left, and its outcome
// is kept for the page that asks for it.
type acts struct {
	wg sync.WaitGroup

	mu   sync.Mutex
	next int
	all  map[string]*act
}

// find gives an act by what stands in an address.
func (a *acts) find(id string) *act {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.all[id]
}

func (a *acts) keep(x *act) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.all == nil {
		a.all = map[string]*act{}
	}
	a.next++
	x.id = strconv.Itoa(a.next)
	for i := range x.begun.Links {
		x.begun.Links[i].Href = withMessage(waitPage, x.id)
	}
	a.all[x.id] = x
	delete(a.all, strconv.Itoa(a.next-keptActs))
}

// wait waits for the acts under way.
func (a *acts) wait() { a.wg.Wait() }

// said keeps an outcome that is there already and gives the page that shows it.
func (s *face) said(back string, m message) string {
	x := &act{back: back, end: m, ended: make(chan struct{})}
	close(x.ended)
	s.acts.keep(x)
	return withMessage(back, x.id)
}

// do runs what a person asked for, which may say more than done does, and gives the page to go to: the one to come back
// to with the outcome, or, where a passphrase is needed, the one that asks for it.
func (s *face) do(back string, done message, work func(context.Context, *message) error) string {
	return s.await(s.start(&act{back: back}, done, work))
}

// start begins what do does.
func (s *face) start(x *act, done message, work func(context.Context, *message) error) *act {
	x.ended = make(chan struct{})
	x.begun = message{
		Tone:  toneNote,
		Title: s.words.T("browser.running"),
		Text:  s.words.T("browser.running.text"),
		Links: []link{{Text: s.words.T("browser.onward")}},
	}
	s.acts.keep(x)
	s.acts.wg.Go(func() {
		before := s.letters.count()
		if err := s.safely(func(ctx context.Context) error { return work(ctx, &done) }); err != nil {
			links := done.Links // what was done before the fault is told, too
			done = s.fault(err)
			done.Links = links
		}
		done.Links = append(done.Links, s.letters.since(before, s.words)...)
		x.end = done
		close(x.ended)
		s.desk.Hub.Notify()
	})
	return x
}

// await waits for the end of an act as long as a page can.
func (s *face) await(x *act) string {
	if s.patience < 0 {
		return onward(x)
	}
	late := time.NewTimer(cmp.Or(s.patience, patience))
	defer late.Stop()
	var asked <-chan struct{}
	if s.asker != nil {
		asked = s.asker.asked()
	}
	select {
	case <-x.ended:
	case <-asked:
		return "unlock?m=" + x.id
	case <-late.C:
	case <-s.ctx.Done():
	}
	return onward(x)
}

// safely runs work; a panic ends only that.
func (s *face) safely(work func(context.Context) error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = failure.Wrap(failure.Damaged, "act of a page", wording.Say("browser.panic"), fmt.Errorf("panic: %v", r))
		}
	}()
	return work(context.WithoutCancel(s.ctx))
}

// fault is the outcome of what did not work.
func (s *face) fault(err error) message {
	return message{Tone: toneError, Title: s.words.T("browser.fault"), Text: s.words.Explain(err, s.words.T("browser.fault.text")),
		Details: err.Error()}
}

// withMessage adds what is to be said to the address of a page of ours.
func withMessage(page, id string) string {
	u, err := url.Parse(page)
	if err != nil {
		return "overview"
	}
	q := u.Query()
	q.Set("m", id)
	u.RawQuery, u.Fragment = q.Encode(), "message"
	return u.String()
}
