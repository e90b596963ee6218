package app

import (
	"context"
	"fmt"
	"sync"

	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/app/work/accession"
	"laufzettel/docs"
	"laufzettel/views/appraise"
	"laufzettel/views/blacken"
	"laufzettel/views/book"
	"laufzettel/views/conflicts"
	"laufzettel/views/handbook"
	"laufzettel/views/inbox"
	"laufzettel/views/kit"
	"laufzettel/views/layout"
	"laufzettel/views/nav"
	"laufzettel/views/overview"
	"laufzettel/views/people"
	"laufzettel/views/portion"
	"laufzettel/views/prepare"
	"laufzettel/views/preserve"
	"laufzettel/views/reader"
	"laufzettel/views/route"
	"laufzettel/views/sample"
	"laufzettel/views/sensitive"
	"laufzettel/views/settings"
	"laufzettel/views/share"
	"laufzettel/views/transmit"
)

// decisionBar is the height of the bar of decisions in units; a message must not
// cover its buttons.
const decisionBar = 78

// screens are all screens of the window with their sources and roles.
func (p *program) screens(d *window.Desk) []nav.Screen {
	appraisal := window.NewAppraise(p.w, d.Words, d.Outside)
	d.Place = appraisal.Outside
	if p.reader == nil {
		p.reader = window.NewReader(p.w, d.Outside, p.w.Gate.Grant)
	}
	d.Site = p.reader.OpenPortionSite
	title := "nav.reader"
	if p.w.Office.Kiosk() {
		title = "reader.title"
	}
	p.reader.Left, p.reader.Words = p.changePerson, d.Words
	var staff []route.Role  // all
	if p.w.Office.Kiosk() { // readers do not see who works here
		staff = []route.Role{route.Archivist, route.Clerk, route.Admin}
	}
	in := inbox.Screen(window.Inbox{Desk: d}, inbox.Native{}, route.Archivist)
	in.Badge = p.badges.inbox
	judge := appraise.Screen(appraisal, route.Archivist)
	judge.Badge, judge.Foot = p.badges.appraise, decisionBar
	give := prepare.Screen(window.Prepare{Desk: d}, inbox.Native{}, route.Clerk)
	send := transmit.Screen(window.Transmit{Desk: d}, route.Archivist)
	send.Badge = p.badges.transmit
	lend := conflicts.Screen(window.NewLoans(d), route.Archivist)
	lend.Badge = p.badges.loans
	return []nav.Screen{
		book.Screen(window.Book{Desk: d}, route.Archivist),
		overview.Screen(window.NewOverview(d), p.w.Office.Now, route.Archivist),
		in,
		portion.Screen(window.Portion{Desk: d}, route.Archivist),
		judge,
		share.Screen(window.NewShare(d), route.Archivist),
		sensitive.Screen(window.Sensitive{Desk: d}, route.Archivist),
		sample.Screen(window.Sample{Desk: d}, route.Archivist),
		reader.Screen(p.reader, title, p.w.Office.Now, route.Archivist, route.ReadingRoom),
		blacken.Screen(window.NewBlacken(d, p.reader), route.Archivist),
		preserve.Screen(window.Preserve{W: p.w}, route.Archivist),
		give,
		share.AtSource(window.NewSourceShare(d), route.Clerk),
		send,
		lend,
		settings.Screen(settings.Deps{Source: window.Settings{Desk: d}, Apply: p.apply,
			Actions: func() map[string][]kit.Action { return p.shell.Actions() }}, route.Archivist, route.Clerk),
		layout.Screen(window.Layout{Desk: d}, inbox.Native{}, route.Archivist),
		people.Screen(window.People{Desk: d}, p.changePerson, staff...),
		handbook.Screen(docs.Pages),
	}
}

// badges are the counts of the rail, read off the UI thread.
type badges struct {
	w *work.House

	mu  sync.Mutex
	now accession.Pending
}

func newBadges(w *work.House) *badges { return &badges{w: w} }

// read counts anew; false if the counts could not be read.
func (b *badges) read(ctx context.Context) bool {
	now, err := b.w.Books.Pending(ctx)
	if err != nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now = now
	return true
}

func (b *badges) pending() accession.Pending {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.now
}

func (b *badges) inbox() route.Badge {
	n := b.pending()
	return route.Badge{Count: n.Arrived, Warn: n.Faulty}
}

func (b *badges) appraise() route.Badge { return route.Badge{Count: b.pending().Units} }

func (b *badges) transmit() route.Badge {
	n := b.pending().Jobs
	return route.Badge{Count: n, Warn: n > 0}
}

func (b *badges) loans() route.Badge {
	n := b.pending().Disputes
	return route.Badge{Count: n, Warn: n > 0}
}

// panicError makes a recovered value an error.
type panicError struct{ value any }

func (e panicError) Error() string { return fmt.Sprint("panic: ", e.value) }
