package app

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/url"
	"os"
	"os/signal"
	"syscall"

	"laufzettel/app/browser"
	"laufzettel/app/machinelog"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
)

// browseURL is what a further start hands over that was asked for the pages in the
// browser.
const browseURL = office.Scheme + ":browser"

// browse opens the pages of this workspace in the browser, with an address that works
// once. Called again it opens them anew, and the browser before is put out.
func (p *program) browse() {
	p.run.Background(func() {
		s, err := p.serve()
		if err != nil {
			p.run.UI(func() { p.shell.Refuse(err, err.Error()) })
			return
		}
		address := s.Address()
		said := p.env.T("window.browse.opened")
		if u, err := url.Parse(address); err != nil || p.app.OpenURL(u) != nil {
			said = p.env.T("window.browse.none", address)
		}
		p.run.UI(func() { p.shell.Toast(said, nil) })
	})
}

// browsable gives what opens the pages; nil where they may not be begun at all.
func (p *program) browsable() func() {
	if browser.MayServe(p.w) != nil {
		return nil
	}
	return p.browse
}

// serve begins the pages beside the window, or gives those that are there. They share
// its works, its sender and what it tells of changes.
func (p *program) serve() (*browser.Server, error) {
	p.serving.Lock()
	defer p.serving.Unlock()
	if p.pages != nil {
		select {
		case <-p.pages.Done(): // its session has ended
			if err := p.pages.Close(); err != nil {
				return nil, err
			}
			p.pages = nil
		default:
			return p.pages, nil
		}
	}
	asks := browser.NewAsker()
	s, err := browser.Start(p.ctx, browser.Options{House: p.w, Hub: p.hub, Works: p.works, Sender: p.sender, Asker: asks,
		Language: p.env.Words.Language(), Changed: p.anew})
	if err != nil {
		return nil, err
	}
	p.pages = s
	p.asker.alsoAsk(asks)
	return s, nil
}

// anew builds the window anew after the pages have changed who is at work, or the display.
func (p *program) anew() {
	p.run.Background(func() { p.run.UI(func() { p.rebuild(p.shell.Now()) }) })
}

// endPages ends the pages with the window.
func (p *program) endPages() {
	p.serving.Lock()
	defer p.serving.Unlock()
	if p.pages == nil {
		return
	}
	if err := p.pages.Close(); err != nil {
		log.Println("end pages in the browser:", err)
	}
}

// Browse shows the workspace in the browser alone, without a window, until the session
// ends there. Where a window of the workspace is open, that one is asked to. It gives
// the exit code of Run.
func Browse(o Options) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	o.keyring = true
	dir, err := dataDir(o.Data)
	if err == nil {
		defer logTo(dir)()
		defer told("browser")()
		err = browseAlone(ctx, dir, o, openOrSay)
	}
	if err == nil {
		return 0
	}
	said := failure.HintOf(err).String()
	if said == "" {
		said = err.Error()
	}
	fmt.Fprintln(os.Stderr, said)
	log.Println("pages in the browser:", err)
	_ = machine.Tell(machinelog.Refused, err.Error()) // the person is told anyway
	return codeRefused
}

// openOrSay opens an address in the browser, and says it where that cannot be.
func openOrSay(address string) {
	if err := browser.Open(address); err != nil {
		fmt.Fprintln(os.Stderr, failure.HintOf(err), address)
	}
}

// browseAlone is Browse on a workspace; show is given each address.
func browseAlone(ctx context.Context, dir string, o Options, show func(address string)) (err error) {
	durable.Private()
	one, taken, err := claim(dir, []string{browseURL})
	if taken || err != nil {
		return err
	}
	if one != nil {
		defer closeOne(one)
	}
	known, asks := newAsker(dir), browser.NewAsker()
	pass, person := asks.Or(known.passphrase, known.person)
	h, err := work.Open(ctx, dir, office.Options{Person: o.Person, Passphrase: pass, PersonPass: person, Keyring: o.keyring})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	s, err := browser.Start(ctx, browser.Options{House: h, Asker: asks})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	show(s.Address())
	if one != nil {
		one.Serve(again(s, show))
	}
	select {
	case <-s.Done():
	case <-ctx.Done():
	}
	return nil
}

// again answers further starts: they open the pages anew, in place of the browser before.
func again(s *browser.Server, show func(string)) func([]string) bool {
	return func([]string) bool {
		select {
		case <-s.Done():
			return false
		default:
			show(s.Address())
			return true
		}
	}
}
