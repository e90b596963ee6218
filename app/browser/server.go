// Package browser is the second face of the program: the same workspace as pages on
// loopback, for everybody who works with a screen reader, with large type, in high
// contrast, or without a mouse (issue 27). Pages are written by the server, work
// without script and stand on the presenters (views/<screen>/model) and sources
// (app/window) of the window: no rule is made here, and what may be done or seen is
// asked at the same doors. Who comes in decides the gate.
package browser

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"laufzettel/app/browser/gate"
	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/words"
)

// Options are what the pages stand on.
type Options struct {
	House *work.House
	// Hub, Works and Sender are those of the window where it is open; nil: the pages
	// are alone and begin what runs behind them.
	Hub    *window.Hub
	Works  *window.Works
	Sender *window.Sender
	// Language is "de" or "en", "" as in the settings.
	Language string
	// Asker is asked for passphrases, nil: somebody else is.
	Asker *Asker
	// Idle is after how much time without a page the session ends; 0: as usual.
	Idle time.Duration
	// Patience is how long a page waits for the end of an act before it says that it runs
	// on; 0: as usual, below 0: not at all.
	Patience time.Duration
	// Now is the clock of the session, nil: the system's.
	Now func() time.Time
	// Zone is where times are shown, nil: the local one.
	Zone *time.Location
	// Port is that of loopback, 0: a free one.
	Port int
	// Changed is told that somebody else is at work now, or that the display was set anew:
	// a window builds itself anew by it. nil: there is none.
	Changed func()
}

// face is what all rooms of the pages stand on: the workspace, the words, the pages and
// what people have asked for.
type face struct {
	house *work.House
	desk  *window.Desk
	words *words.Words
	pages *pages
	gate  *gate.Gate
	asker *Asker
	told  func() // of another person or display, nil: nobody is
	acts  acts
	// patience is that of the options.
	patience time.Duration
	letters  papers
	ctx      context.Context

	mu       sync.Mutex
	noLetter bool // single letters are no keys (WCAG 2.1.4)
	lines    int  // pages that listen for news
}

// Server shows the pages until its end. Safe for concurrent use.
type Server struct {
	*face
	judge *appraiseRoom
	held  holdingsRoom
	lend  loansRoom
	keep  *preserveRoom
	share *shareRoom
	maps  *layoutRoom

	ln     net.Listener
	http   *http.Server
	cancel context.CancelFunc
	alone  []func() // ends what was begun for these pages alone
	wg     sync.WaitGroup
	once   sync.Once
	done   chan struct{}
	// writing are the pages being written: some read the database while they read it,
	// and its readers are few.
	writing chan struct{}
}

const (
	// tickEvery is how often it is looked whether the session is over.
	tickEvery = time.Second
	// atOnce is how many pages are written at a time.
	atOnce = 2
	// watchEvery is how often changes by other programs are looked for.
	watchEvery = 500 * time.Millisecond
	// lastAnswers is how long answers under way may take when the session ends.
	lastAnswers = 2 * time.Second
)

// MayServe refuses where the pages may not be begun: by policy, and at a reader's
// place, where what is shown must not leave the window.
func MayServe(h *work.House) error {
	if err := h.Office.Staff("serve pages"); err != nil {
		return err
	}
	if !h.Office.Settings.MayBrowse() {
		return failure.New(failure.Refused, "serve pages", wording.Say("browser.policy"))
	}
	return nil
}

// Start begins to serve on loopback. Errors: Refused where it is not allowed, Setup
// where no port can be had.
func Start(ctx context.Context, o Options) (*Server, error) {
	if err := MayServe(o.House); err != nil {
		return nil, err
	}
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", fmt.Sprintf("127.0.0.1:%d", o.Port))
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "serve pages", wording.Say("browser.noport"), err)
	}
	s, err := newServer(ctx, o, ln.Addr().String())
	if err != nil {
		return nil, errors.Join(err, ln.Close())
	}
	s.ln = ln
	if o.Works == nil {
		s.begin()
	}
	s.wg.Go(s.watch)
	s.wg.Go(func() { _ = s.http.Serve(ln) }) // ends with Close
	return s, nil
}

// newServer makes the server without its listener.
func newServer(ctx context.Context, o Options, host string) (*Server, error) {
	set := o.House.Office.Settings.Get()
	d := window.DisplayOf(set)
	if o.Language != "" {
		d.Language = o.Language
	}
	texts, err := words.Load(d.Language)
	if err != nil {
		return nil, err
	}
	if o.Zone == nil {
		o.Zone = time.Local
	}
	if texts = texts.In(o.Zone); d.Swiss {
		texts = texts.Swiss()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Server{
		face:    &face{house: o.House, words: texts, asker: o.Asker, told: o.Changed, patience: o.Patience},
		done:    make(chan struct{}),
		writing: make(chan struct{}, atOnce),
	}
	s.ctx, s.cancel = context.WithCancel(ctx)
	s.gate = gate.New(host, o.Now, s.cancel)
	if o.Idle > 0 {
		s.gate.SetIdle(o.Idle)
	}
	if o.Works == nil {
		o.Hub = window.NewHub()
		o.Works = window.NewWorks(o.Hub, o.House.Office.Now)
		o.Sender = window.NewSender(o.House, o.Hub)
		s.alone = []func(){o.Hub.Close, o.Works.Close}
	}
	s.desk = &window.Desk{W: o.House, Hub: o.Hub, Works: o.Works, Sender: o.Sender, Words: texts, Outside: s.letters.made, Still: true}
	s.judge = &appraiseRoom{face: s.face, src: window.NewAppraise(o.House, texts, s.letters.made)}
	s.held = newHoldings(s.face)
	s.share, s.maps = newShareRoom(s.face, s.judge.src.OpenSource), &layoutRoom{face: s.face}
	s.lend, s.keep = loansRoom{s.face, window.NewLoans(s.desk)}, &preserveRoom{face: s.face}
	if s.pages, err = newPages(texts, s.gate.Area()); err != nil {
		return nil, err
	}
	s.http = &http.Server{Handler: s.gate.Guard(s.routes(), s.refuse), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute,
		MaxHeaderBytes: gate.MaxHeader,
		ErrorLog:       log.New(noise{}, "", 0), BaseContext: func(net.Listener) context.Context { return s.ctx }}
	return s, nil
}

// noise takes what net/http says of broken connections: a tab was closed.
type noise struct{}

func (noise) Write(p []byte) (int, error) { return len(p), nil }

// begin starts what runs behind pages that are alone: sending, and looking for what
// other programs change.
func (s *Server) begin() {
	ctx, cancel := context.WithCancel(s.ctx)
	s.alone = append([]func(){cancel}, s.alone...)
	s.wg.Go(func() {
		if err := s.house.Books.Watch(ctx, watchEvery, s.desk.Hub.Notify); err != nil && !failure.Canceled(err) {
			log.Println("watch workspace:", err)
		}
	})
	s.wg.Go(func() { s.desk.Sender.Run(ctx) })
}

// watch ends the server with its session.
func (s *Server) watch() {
	tick := time.NewTicker(tickEvery)
	defer tick.Stop()
	for !s.gate.Tick() {
		select {
		case <-s.ctx.Done():
			s.gate.End()
		case <-tick.C:
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), lastAnswers)
	defer cancel()
	if s.http.Shutdown(ctx) != nil { // an answer takes too long
		_ = s.http.Close()
	}
	close(s.done)
}

// changed tells a window beside the pages that another person or another display holds.
func (s *face) changed() {
	if s.told != nil {
		s.told()
	}
}

// Address makes an address that lets one browser in, once.
func (s *Server) Address() string { return s.gate.Address() }

// Done is closed when the session has ended.
func (s *Server) Done() <-chan struct{} { return s.done }

// Close ends the session and all that was begun for it, and waits.
func (s *Server) Close() (err error) {
	s.once.Do(func() {
		s.gate.End()
		<-s.done
		if s.asker != nil {
			s.asker.close()
		}
		s.keep.stop()
		s.acts.wait()
		s.judge.places.close()
		s.share.close()
		s.maps.close()
		err = s.held.src.CloseSites()
		for _, end := range s.alone {
			end()
		}
		s.wg.Wait()
	})
	return err
}
