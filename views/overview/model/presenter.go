// Package model is what the overview shows, without a face: what waits for somebody
// with its deadline, the counters of the slip, running work and the facts about the
// safety of the holdings.
package model

import (
	"context"
	"slices"
	"time"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/slip"
	"laufzettel/views/present"
	"laufzettel/views/route"
	"laufzettel/views/words"
)

// Task is one thing that waits for somebody.
type Task struct {
	ID       string
	Deadline time.Time      // zero: no deadline
	Notice   slip.Notice    // how near the deadline is
	Timed    bool           // the deadline ends at an hour, not with the day
	Severity check.Severity // "" draws no shape
	Title    string         // "Nachforderung an Landratsamt Musterkreis senden"
	Detail   string         // "Bauaufsicht 2026/11 · zurückgewiesen, 4 Fehler"
	Action   string         // "Nachforderung erstellen …"
	Target   route.Route
}

// Job is something running now.
type Job struct {
	Title  string
	Done   int64
	Total  int64 // 0: unknown
	Bytes  bool  // Done and Total count bytes
	Things bool  // they count neither bytes nor files: packages, rules
	Rate   float64
	Left   time.Duration // 0: not known yet
}

// Fact is one line of *Sicherheit der Bestände*.
type Fact struct {
	Tone   transfer.Tone // note: it waits for something
	Text   string
	Action string // a link, may be empty
	Target route.Route
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

// State is a snapshot of all the screen shows. The presenter orders the tasks.
type State struct {
	Tasks    []Task
	Counters [9]int // portions at each box of the slip
	Returned int    // of those at the third box: returned
	Jobs     []Job
	Facts    []Fact
	Volumes  []Volume
	Recent   []Recent
	Others   int // tasks in the charge of others, which are not among these
}

// Source is all of the workspace this screen may see.
type Source interface {
	Overview(ctx context.Context) (State, error)
	// Mail opens the draft of a mail that says what waits for the person now working.
	Mail(ctx context.Context) error
	// Subscribe tells that something changed, from any thread; bursts are merged.
	Subscribe(changed func()) (cancel func())
}

// taskLimit is how many tasks are shown before "weitere 34" (look.md 4).
const taskLimit = 20

// TaskRow is a task as it is drawn.
type TaskRow struct {
	Day, Under string // gutter: "heute" / "18:00", "20.11." / "Fr"
	Urgent     check.Severity
	Severity   check.Severity
	Title      string
	Detail     string
	Action     string
	Target     route.Route
	More       bool // the last row: "weitere 34"
}

// Presenter holds what the overview shows. It belongs to the UI thread.
type Presenter struct {
	words  *words.Words
	src    Source
	run    present.Dispatcher
	now    func() time.Time
	loader *present.Loader[State]
	stop   func()
	redraw func()

	State  State
	Rows   []TaskRow
	Err    error
	Fault  error // of an act
	Loaded bool
	all    bool
}

// NewPresenter makes a presenter; redraw is called after each change.
func NewPresenter(src Source, run present.Dispatcher, w *words.Words, now func() time.Time, redraw func()) *Presenter {
	p := &Presenter{words: w, src: src, run: run, now: now, redraw: redraw}
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

// Mail opens the draft of a mail with what waits (A3).
func (p *Presenter) Mail() {
	p.Fault = nil
	present.Do(p.loader.Context(), p.run, p.src.Mail, func(err error) {
		p.Fault = err
		p.redraw()
	})
}

// Solved takes the fault of an act away.
func (p *Presenter) Solved() {
	p.Fault = nil
	p.redraw()
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
		arrange(p.State.Tasks)
		p.Rows = p.rows()
	}
	p.redraw()
}

// arrange puts the tasks in the order of their deadlines, what has none last, and lets
// a deadline that is near or passed weigh.
func arrange(tasks []Task) {
	for i := range tasks {
		switch t := &tasks[i]; {
		case t.Deadline.IsZero():
		case t.Notice == slip.Overdue:
			t.Severity = check.Error
		case t.Notice == slip.Near && t.Severity == "":
			t.Severity = check.Warning
		}
	}
	slices.SortStableFunc(tasks, func(a, b Task) int {
		switch {
		case a.Deadline.IsZero() && b.Deadline.IsZero():
			return 0
		case a.Deadline.IsZero():
			return 1
		case b.Deadline.IsZero():
			return -1
		}
		return a.Deadline.Compare(b.Deadline)
	})
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
func (p *Presenter) gutter(t Task) (day, under string, urgent check.Severity) {
	now := p.now()
	switch {
	case t.Deadline.IsZero():
		return p.words.T("overview.task.nodate"), "", ""
	case p.words.SameDay(t.Deadline, now):
		if t.Timed {
			return p.words.T("date.today"), p.words.Clock(t.Deadline), check.Error
		}
		return p.words.T("date.today"), "", check.Warning
	case t.Deadline.Before(now):
		return p.words.Day(t.Deadline), p.words.T("overview.task.overdue"), check.Error
	}
	if t.Deadline.Year() != now.Year() {
		return p.words.Day(t.Deadline), t.Deadline.Format("2006"), ""
	}
	return p.words.Day(t.Deadline), p.words.Weekday(t.Deadline), ""
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
	case j.Things && j.Total > 0:
		return w.T("overview.job.of", j.Done, j.Total)
	case j.Things:
		return ""
	case j.Total > 0:
		return w.T("overview.job.files", j.Done, j.Total)
	}
	return w.T("overview.job.count", j.Done)
}
