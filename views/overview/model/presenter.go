// Package model is what the overview shows, without a face: what waits for somebody
// with its deadline, the counters of the slip, running work and the facts about the
// safety of the holdings.
package model

import (
	"context"
	"time"

	"laufzettel/views/present"
	"laufzettel/views/words"
)

// Severity of a task: the shape before it.
type Severity string

// The severities; empty draws no shape.
const (
	Plain   Severity = ""
	Warning Severity = "warning"
	Error   Severity = "error"
)

// Target is a place in the program: screen, thing, filter.
type Target struct{ Screen, ID, Filter string }

// Task is one thing that waits for somebody.
type Task struct {
	ID       string
	Deadline time.Time // zero: no deadline
	Timed    bool      // the deadline ends at an hour, not with the day
	Severity Severity
	Title    string // "Nachforderung an Landratsamt Musterkreis senden"
	Detail   string // "Bauaufsicht 2026/11 · zurückgewiesen, 4 Fehler"
	Action   string // "Nachforderung erstellen …"
	Target   Target
}

// Job is something running now.
type Job struct {
	Title string
	Done  int64
	Total int64 // 0: unknown
	Bytes bool  // Done and Total count bytes
	Rate  float64
	Left  time.Duration // 0: not known yet
}

// FactState tells how a fact about the safety of the holdings stands.
type FactState string

// The states of a fact.
const (
	FactOK   FactState = "ok"
	FactWait FactState = "wait"
	FactWarn FactState = "warning"
	FactBad  FactState = "error"
)

// Fact is one line of *Sicherheit der Bestände*.
type Fact struct {
	State  FactState
	Text   string
	Action string // a link, may be empty
	Target Target
}

// Volume is one place of storage.
type Volume struct {
	Path        string
	Free, Total int64 // bytes
}

// Recent is a portion lately worked on.
type Recent struct {
	ID, Name, Agency string
	Done             int // boxes of the slip
	Stopped          bool
	At               time.Time
}

// Steps are the names of the nine counters, keys of texts slip.<name>.
var Steps = [9]string{"arrived", "recognised", "checked", "accepted", "appraised", "packaged", "sent", "confirmed", "closed"}

// State is a snapshot of all the screen shows. Tasks come ordered by deadline.
type State struct {
	Tasks    []Task
	Counters [9]int // portions at each box of the slip
	Returned int    // of those at the third box: returned
	Jobs     []Job
	Facts    []Fact
	Volumes  []Volume
	Recent   []Recent
}

// Source is all of the workspace this screen may see.
type Source interface {
	Overview(ctx context.Context) (State, error)
	// Subscribe tells that something changed, from any thread; bursts are merged.
	Subscribe(changed func()) (cancel func())
}

// taskLimit is how many tasks are shown before "weitere 34" (look.md 4).
const taskLimit = 20

// TaskRow is a task as it is drawn.
type TaskRow struct {
	Day, Under string // gutter: "heute" / "18:00", "20.11." / "Fr"
	Urgent     Severity
	Severity   Severity
	Title      string
	Detail     string
	Action     string
	Target     Target
	More       bool // the last row: "weitere 34"
}

// Presenter holds what the overview shows. It belongs to the UI thread.
type Presenter struct {
	words  *words.Words
	now    func() time.Time
	loader *present.Loader[State]
	stop   func()
	redraw func()

	State  State
	Rows   []TaskRow
	Err    error
	Loaded bool
	all    bool
}

// NewPresenter makes a presenter; redraw is called after each change.
func NewPresenter(src Source, run present.Dispatcher, w *words.Words, now func() time.Time, redraw func()) *Presenter {
	p := &Presenter{words: w, now: now, redraw: redraw}
	p.loader = present.NewLoader(run, src.Overview, p.show)
	p.stop = src.Subscribe(func() { run.UI(p.loader.Reload) })
	return p
}

// Reload reads everything anew.
func (p *Presenter) Reload() { p.loader.Reload() }

// Close ends the background work.
func (p *Presenter) Close() {
	p.loader.Close()
	p.stop()
}

// ShowAll shows the tasks beyond the first twenty.
func (p *Presenter) ShowAll() {
	p.all = true
	p.Rows = p.rows()
	p.redraw()
}

func (p *Presenter) show(s State, err error) {
	p.Err, p.Loaded = err, true
	if err == nil {
		p.State = s
		p.Rows = p.rows()
	}
	p.redraw()
}

func (p *Presenter) rows() []TaskRow {
	tasks, more := p.State.Tasks, 0
	if !p.all && len(tasks) > taskLimit {
		tasks, more = tasks[:taskLimit], len(tasks)-taskLimit
	}
	rows := make([]TaskRow, 0, len(tasks)+1)
	for _, t := range tasks {
		r := TaskRow{Severity: t.Severity, Title: t.Title, Detail: t.Detail, Action: t.Action, Target: t.Target}
		r.Day, r.Under, r.Urgent = p.gutter(t)
		rows = append(rows, r)
	}
	if more > 0 {
		rows = append(rows, TaskRow{More: true, Title: p.words.T("overview.tasks.more", more)})
	}
	return rows
}

// gutter writes the deadline: today in error colour when it ends at an hour,
// overdue likewise, today without an hour in warn.
func (p *Presenter) gutter(t Task) (day, under string, urgent Severity) {
	now := p.now()
	switch {
	case t.Deadline.IsZero():
		return p.words.T("overview.task.nodate"), "", Plain
	case p.words.SameDay(t.Deadline, now):
		if t.Timed {
			return p.words.T("date.today"), p.words.Clock(t.Deadline), Error
		}
		return p.words.T("date.today"), "", Warning
	case t.Deadline.Before(now):
		return p.words.Day(t.Deadline), p.words.T("overview.task.overdue"), Error
	}
	if t.Deadline.Year() != now.Year() {
		return p.words.Day(t.Deadline), t.Deadline.Format("2006"), Plain
	}
	return p.words.Day(t.Deadline), p.words.Weekday(t.Deadline), Plain
}

// Primary gives the action of a task row for the primary button, "" if none.
func (p *Presenter) Primary(i int) string {
	if i < 0 || i >= len(p.Rows) {
		return ""
	}
	return p.Rows[i].Action
}

// When writes the time a portion was last opened: heute 08:15, gestern 16:48.
func (p *Presenter) When(t time.Time) string {
	now := p.now()
	switch {
	case p.words.SameDay(t, now):
		return p.words.T("date.today") + " " + p.words.Clock(t)
	case p.words.SameDay(t, now.AddDate(0, 0, -1)):
		return p.words.T("date.yesterday") + " " + p.words.Clock(t)
	}
	return p.words.Date(t)
}

// Amount writes how far a job is: "68.412 von 120.336 Dateien", "1,9 von 2,6 GB · 11,4 MB/s".
func (p *Presenter) Amount(j Job) string {
	w := p.words
	switch {
	case j.Bytes && j.Total > 0:
		s := w.T("overview.job.of", w.Bytes(j.Done), w.Bytes(j.Total))
		if j.Rate > 0 {
			s += " · " + w.Bytes(int64(j.Rate)) + "/s"
		}
		return s
	case j.Bytes:
		return w.Bytes(j.Done)
	case j.Total > 0:
		return w.T("overview.job.files", j.Done, j.Total)
	}
	return w.T("overview.job.count", j.Done)
}
