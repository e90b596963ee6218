package app

import (
	"context"
	"fmt"
	"sync"

	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/sync/queue"
	"laufzettel/transfer"
	"laufzettel/views/appraise"
	"laufzettel/views/book"
	"laufzettel/views/conflicts"
	"laufzettel/views/inbox"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/overview"
	"laufzettel/views/people"
	"laufzettel/views/portion"
	"laufzettel/views/prepare"
	"laufzettel/views/preserve"
	"laufzettel/views/reader"
	"laufzettel/views/settings"
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
	if role(p.w.Office.Settings.Get().Person.Role) == nav.ReadingRoom {
		title = "reader.title"
	}
	p.reader.Left = p.changePerson
	var staff []nav.Role    // all
	if p.w.Office.Kiosk() { // readers do not see who works here
		staff = []nav.Role{nav.Archivist, nav.Clerk, nav.Admin}
	}
	in := inbox.Screen(window.Inbox{Desk: d}, inbox.Native{}, nav.Archivist)
	in.Badge = p.badges.inbox
	judge := appraise.Screen(appraisal, nav.Archivist)
	judge.Badge, judge.Foot = p.badges.appraise, decisionBar
	give := prepare.Screen(window.Prepare{Desk: d}, inbox.Native{}, nav.Clerk)
	send := transmit.Screen(window.Transmit{Desk: d}, nav.Archivist)
	send.Badge = p.badges.transmit
	lend := conflicts.Screen(window.NewLoans(d), nav.Archivist)
	lend.Badge = p.badges.loans
	return []nav.Screen{
		book.Screen(window.Book{Desk: d}, nav.Archivist),
		overview.Screen(window.NewOverview(d), p.w.Office.Now, nav.Archivist),
		in,
		portion.Screen(window.Portion{Desk: d}, nav.Archivist),
		judge,
		reader.Screen(p.reader, title, p.w.Office.Now, nav.Archivist, nav.ReadingRoom),
		preserve.Screen(window.Preserve{W: p.w}, nav.Archivist),
		give,
		send,
		lend,
		settings.Screen(settings.Deps{Source: window.Settings{Desk: d}, Apply: p.apply,
			Actions: func() map[string][]kit.Action { return p.shell.Actions() }}, nav.Archivist, nav.Clerk),
		people.Screen(window.People{Desk: d}, p.changePerson, staff...),
	}
}

// badges are the counts of the rail, read off the UI thread.
type badges struct {
	w *work.House

	mu                   sync.Mutex
	waiting, open, stuck int
	disputes             int // decisions that stand against each other
	errors               bool
}

func newBadges(w *work.House) *badges { return &badges{w: w} }

// read counts anew; false if the counts could not be read.
func (b *badges) read(ctx context.Context) bool {
	list, err := b.w.Intake.Portions.List(ctx)
	if err != nil {
		return false
	}
	waiting, open, stuck, warn := 0, 0, 0, false
	for _, p := range list {
		switch p.State {
		case transfer.Arrived, transfer.Recognised, transfer.Checked:
			waiting++
			warn = warn || p.Errors > 0
		case transfer.Accepted, transfer.AcceptedWithException:
			a, err := b.w.Desk.Glance(ctx, p.ID)
			if err != nil {
				return false
			}
			open += a.Progress.Open
		}
	}
	jobs, err := b.w.Outbox.Queue.List(ctx)
	if err != nil {
		return false
	}
	for _, j := range jobs {
		if j.State == queue.NeedsUser || j.State == queue.NeedsAdmin || j.State == queue.Damaged {
			stuck++
		}
	}
	disputes, err := b.w.Lending.Disputes(ctx, "")
	if err != nil {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.disputes = len(disputes)
	b.waiting, b.open, b.stuck, b.errors = waiting, open, stuck, warn
	return true
}

func (b *badges) inbox() nav.Badge {
	b.mu.Lock()
	defer b.mu.Unlock()
	return nav.Badge{Count: b.waiting, Warn: b.errors}
}

func (b *badges) appraise() nav.Badge {
	b.mu.Lock()
	defer b.mu.Unlock()
	return nav.Badge{Count: b.open}
}

func (b *badges) transmit() nav.Badge {
	b.mu.Lock()
	defer b.mu.Unlock()
	return nav.Badge{Count: b.stuck, Warn: b.stuck > 0}
}

func (b *badges) loans() nav.Badge {
	b.mu.Lock()
	defer b.mu.Unlock()
	return nav.Badge{Count: b.disputes, Warn: b.disputes > 0}
}

// panicError makes a recovered value an error.
type panicError struct{ value any }

func (e panicError) Error() string { return fmt.Sprint("panic: ", e.value) }
