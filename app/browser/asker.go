package browser

import (
	"sync"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// askTime is how long an act waits for a passphrase.
const askTime = 10 * time.Minute

// Asker asks for passphrases on a page, where a program without a window has nobody
// else to ask. One question is open at a time. Safe for concurrent use.
type Asker struct {
	asking sync.Mutex // one question at a time

	mu     sync.Mutex
	open   *question
	signal chan struct{} // closed when a question is asked
	closed bool
}

// question is one passphrase that is wanted; name is whose, "" the device's.
type question struct {
	name   string
	answer chan string
}

// NewAsker makes one without a page; Start gives it one.
func NewAsker() *Asker { return &Asker{signal: make(chan struct{})} }

// asked is closed when a question waits for its answer.
func (a *Asker) asked() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.signal
}

// waiting gives the open question, false where there is none.
func (a *Asker) waiting() (name string, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open == nil {
		return "", false
	}
	return a.open.name, true
}

// reply answers the open question; "" is no answer.
func (a *Asker) reply(pass string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open == nil {
		return
	}
	a.open.answer <- pass
	a.open, a.signal = nil, make(chan struct{})
}

// Ask waits for the passphrase of a person, "" of this device. Error: Refused where
// none was given.
func (a *Asker) Ask(name string) (string, error) {
	a.asking.Lock()
	defer a.asking.Unlock()
	refused := failure.New(failure.Refused, "ask passphrase", wording.Say("browser.unlock.none"))
	q := &question{name: name, answer: make(chan string, 1)}
	a.mu.Lock()
	if a.closed {
		a.mu.Unlock()
		return "", refused
	}
	a.open = q
	close(a.signal)
	a.mu.Unlock()
	late := time.AfterFunc(askTime, func() { a.give(q) })
	defer late.Stop()
	if pass := <-q.answer; pass != "" {
		return pass, nil
	}
	return "", refused
}

// Or gives the two ways of asking: first what is known without asking, then the page.
// While a key is being made for a person who acts for the first time nobody is asked:
// that must not stand in the way of the act.
func (a *Asker) Or(known func() (string, error), ofPerson func(name string, fresh bool) (string, error)) (func() (string, error),
	func(string, bool) (string, error)) {
	return func() (string, error) {
			if pass, err := known(); err == nil {
				return pass, nil
			}
			return a.Ask("")
		}, func(name string, fresh bool) (string, error) {
			pass, err := ofPerson(name, fresh)
			if err == nil || fresh {
				return pass, err
			}
			return a.Ask(name)
		}
}

// Withdraw gives up the open question: it was answered elsewhere.
func (a *Asker) Withdraw() { a.reply("") }

// give gives a question up that nobody has answered.
func (a *Asker) give(q *question) {
	a.mu.Lock()
	open := a.open == q
	a.mu.Unlock()
	if open {
		a.reply("")
	}
}

// close gives up the open question; none is asked afterwards.
func (a *Asker) close() {
	a.mu.Lock()
	a.closed = true
	a.mu.Unlock()
	a.reply("")
}
