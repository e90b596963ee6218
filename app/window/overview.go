package window

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"laufzettel/transfer/procedure"

	"laufzettel/app/work/accession"
	"laufzettel/sync/queue"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/schema"
	"laufzettel/transfer/wording"
	overview "laufzettel/views/overview/model"
	"laufzettel/views/present"
	"laufzettel/views/route"
)

const (
	// recents are the portions of *Zuletzt geöffnet*.
	recents = 5
	// chainEvery is how often the event log is walked while the overview is shown.
	chainEvery = time.Minute
)

// Overview is the source of the screen Übersicht.
type Overview struct {
	*Desk

	mu     sync.Mutex
	walked time.Time // when the event log was last verified
	count  int64
	broken string
}

// NewOverview makes the source.
func NewOverview(d *Desk) *Overview { return &Overview{Desk: d} }

// Overview implements overview.Source.
func (s *Overview) Overview(ctx context.Context) (overview.State, error) {
	list, err := s.W.Intake.Portions.List(ctx)
	if err != nil {
		return overview.State{}, err
	}
	var st overview.State
	for _, p := range list {
		if p.State == transfer.Discarded {
			continue // taken in by mistake: it is on no way
		}
		m := present.MarkOf(p.State, p.Kind, p.Errors, p.Warnings)
		if p.State == transfer.Returned {
			st.Returned++
			st.Counters[2]++
		} else if m.Done > 0 {
			st.Counters[m.Done-1]++
		}
	}
	charge, err := s.W.Office.Competence(ctx)
	if err != nil {
		return st, err
	}
	if st.Tasks, st.Others, err = s.tasks(ctx, charge); err != nil {
		return st, err
	}
	st.Jobs = s.jobs(ctx)
	if st.Facts, err = s.facts(ctx); err != nil {
		return st, err
	}
	if st.Others > 0 {
		st.Facts = append(st.Facts, overview.Fact{Tone: transfer.ToneNote, Text: s.Words.N("window.safe.others", st.Others),
			Action: s.Words.T("window.safe.others.do"), Target: route.Route{Screen: route.Book}})
	}
	if free, total, err := s.W.Office.Space(); err == nil {
		st.Volumes = []overview.Volume{{Path: s.W.Office.Dir, Free: free, Total: total}}
	}
	st.Recent, err = s.recent(ctx)
	return st, err
}

// Mail implements overview.Source.
func (s *Overview) Mail(ctx context.Context) error {
	all, err := s.W.Books.WaitingFor(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(t accession.Told) bool { return t.Person == s.W.Office.Person() })
	if i < 0 {
		return failure.New(failure.Refused, "draft mail", wording.Say("hint.accession.nothing-waits"))
	}
	draft, err := s.W.Books.MailDraft(all[i], "")
	if err != nil {
		return err
	}
	return copyOutside(filepath.Join(s.W.Office.Dir, "cache", "outside"), all[i].MailName(), bytes.NewReader(draft), s.Outside)
}

// tasks are what waits for somebody, of what charge covers; others counts the rest.
func (s *Overview) tasks(ctx context.Context, charge []string) (out []overview.Task, others int, err error) {
	all, others, err := s.W.Books.Tasks(ctx, charge, func(portion string) bool { return s.Works.Of(portion) != nil })
	if err != nil {
		return nil, 0, err
	}
	out = make([]overview.Task, 0, len(all))
	for _, t := range all {
		out = append(out, s.task(t))
	}
	stuck, err := s.stuck(ctx)
	if err != nil {
		return nil, 0, err
	}
	due, err := s.dueAccessions(ctx, charge)
	return append(append(out, stuck...), due...), others, err
}

// task says in words what a portion asks for, and where that is done.
func (s *Overview) task(x accession.Task) overview.Task {
	p, n := x.Portion, x.Next
	t := overview.Task{ID: p.ID, Detail: s.detail(p), Severity: x.Severity, Deadline: x.Deadline, Notice: x.Notice,
		Target: route.Route{Screen: route.Portion, ID: p.ID}}
	say := func(key string, args ...any) {
		t.Title, t.Action = s.Words.T("window.task."+key, append([]any{s.name(p)}, args...)...), s.Words.T("window.task."+key+".do")
	}
	desk := route.Route{Screen: route.Appraise, ID: p.ID}
	switch n.Step {
	case accession.NextDecide:
		s.decision(n, &t, say)
	case accession.NextCheck:
		say("check")
		if f := s.fault(p); f != "" { // the last work here may know more than the workspace
			t.Severity, t.Detail = check.Error, f
		}
	case accession.NextAppraise:
		say("appraise", n.Open, n.Total)
		t.Target = desk
	case accession.NextRelease:
		say("release", n.Unreleased)
		t.Target = desk
	case accession.NextFinish:
		say("package")
		if p.Message() == procedure.Offer {
			say("finish")
			t.Target = desk
		}
	case accession.NextDeletion, accession.NextClose:
		say("close")
		t.Target = route.Route{Screen: route.Book, ID: p.AccessionID}
	default:
		say(string(n.Step))
	}
	return t
}

// decision is the task of a checked portion, by what the check found.
func (s *Overview) decision(n accession.Next, t *overview.Task, say func(string, ...any)) {
	switch {
	case n.Held != "":
		say("halted")
		t.Detail = n.Held
	case n.Errors > 0:
		say("decide.errors", n.Errors)
	case n.Warnings > 0:
		say("decide.warnings", n.Warnings)
	default:
		say("decide")
	}
}

// detail is the second line of a task: agency, kind, id.
func (s *Overview) detail(p transfer.Portion) string {
	out := p.ID
	for _, x := range []string{s.kind(p), p.Agency} {
		if x != "" {
			out = x + " · " + out
		}
	}
	return out
}

// stuck are jobs of the outbox that a person must look at.
func (s *Overview) stuck(ctx context.Context) ([]overview.Task, error) {
	jobs, err := s.W.Outbox.Queue.List(ctx)
	if err != nil {
		return nil, err
	}
	var out []overview.Task
	for _, j := range jobs {
		weight := accession.Weight(j)
		if weight == "" {
			continue
		}
		t := overview.Task{ID: j.ID, Severity: weight, Title: s.Words.T("window.task.stuck"), Detail: j.Reason,
			Action: s.Words.T("window.task.stuck.do"),
			Target: route.Route{Screen: route.Transmit, ID: j.ID}}
		out = append(out, t)
	}
	return out, nil
}

// jobs is what runs now: works of this window, and what is being sent.
func (s *Overview) jobs(ctx context.Context) []overview.Job {
	var out []overview.Job
	for _, w := range s.Works.All() {
		out = append(out, overview.Job{Title: s.Words.T("window.job."+string(w.Verb), w.Title), Done: w.Done, Total: w.Total,
			Bytes: w.Verb == Receiving, Things: w.things(), Rate: w.Rate, Left: w.Left})
	}
	jobs, err := s.W.Outbox.Queue.List(ctx)
	if err != nil {
		return out
	}
	for _, j := range jobs {
		if j.State == queue.Running {
			rate, left := s.Sender.Speed(j.ID)
			out = append(out, overview.Job{Title: s.Words.T("window.job.send", orderOf(j).Name), Done: j.Done, Total: j.Total, Bytes: true,
				Rate: float64(rate), Left: left})
		}
	}
	return out
}

// facts is *Sicherheit der Bestände*.
func (s *Overview) facts(ctx context.Context) ([]overview.Fact, error) {
	var out []overview.Fact
	add := func(tone transfer.Tone, text string) *overview.Fact {
		out = append(out, overview.Fact{Tone: tone, Text: text})
		return &out[len(out)-1]
	}
	switch peer, standing := s.Sender.Standing(ctx); standing {
	case ChannelNone:
		f := add(transfer.ToneNote, s.Words.T("window.safe.nochannel"))
		f.Action, f.Target = s.Words.T("window.safe.nochannel.do"), route.Route{Screen: route.Settings, Filter: "channel"}
	case ChannelOffline:
		add(transfer.ToneWarn, s.Words.T("window.safe.offline", s.Words.Clock(s.Sender.Offline())))
	case ChannelHeard:
		add(transfer.ToneOK, s.Words.T("window.safe.channel", peer.Archive))
	case ChannelFault:
		f := add(transfer.ToneWarn, s.Words.T("window.safe.fault", peer.Archive))
		f.Action, f.Target = s.Words.T("window.task.stuck.do"), route.Route{Screen: route.Transmit}
	default: // pending, unheard
		add(transfer.ToneNote, s.Words.T("window.safe."+string(standing), peer.Archive))
	}
	if err := s.receiptFacts(ctx, add); err != nil {
		return out, err
	}
	if err := s.keyFacts(ctx, add); err != nil {
		return out, err
	}
	n, broken, err := s.chain(ctx)
	if err != nil {
		return out, err
	}
	if broken != "" {
		add(transfer.ToneError, s.Words.T("window.safe.log.broken", broken))
	} else {
		add(transfer.ToneOK, s.Words.T("window.safe.log", n))
	}
	have, err := s.W.Intake.Schemas.List()
	if err != nil {
		return out, err
	}
	if missing := len(schema.Missing(have)); missing > 0 {
		f := add(transfer.ToneNote, s.Words.N("window.safe.schemas", missing))
		f.Action, f.Target = s.Words.T("window.safe.schemas.do"), route.Route{Screen: route.Settings, Filter: "schemas"}
	}
	return out, nil
}

// keyFacts tells the person at work who has lately given them a key, and keys that wait
// to be confirmed.
func (s *Overview) keyFacts(ctx context.Context, add func(transfer.Tone, string) *overview.Fact) error {
	me := s.W.Office.Person()
	origins, err := s.W.Office.KeyOrigins(ctx)
	if err != nil {
		return err
	}
	for _, o := range origins {
		if o.Person == me && o.Fresh && o.By != "" && o.By != me {
			f := add(transfer.ToneWarn, o.In(s.Words.Language()))
			f.Action, f.Target = s.Words.T("window.safe.keys.do"), route.Route{Screen: route.People}
		}
	}
	requests, err := s.W.Office.Renewal.Requests(ctx)
	for _, q := range requests {
		if q.GivenBy != me {
			f := add(transfer.ToneWarn, s.Words.T("window.safe.keys", q.Person, q.GivenBy, s.Words.Date(q.Made)))
			f.Action, f.Target = s.Words.T("window.safe.keys.do"), route.Route{Screen: route.People}
		}
	}
	return err
}

func (s *Overview) receiptFacts(ctx context.Context, add func(transfer.Tone, string) *overview.Fact) error {
	confirmed, open, err := s.W.Books.Receipted(ctx)
	if err != nil {
		return err
	}
	tone := transfer.ToneOK
	if confirmed == 0 {
		tone = transfer.ToneNote // nothing proven is no tick
	}
	add(tone, s.Words.N("window.safe.receipts", confirmed))
	if open > 0 {
		add(transfer.ToneNote, s.Words.N("window.safe.unconfirmed", open))
	}
	alarms, err := s.W.Outbox.Receipts.Alarms(ctx)
	if err == nil && len(alarms) > 0 {
		add(transfer.ToneError, s.Words.N("window.safe.alarms", len(alarms)))
	}
	return err
}

// chain verifies the event log, at most once a minute.
func (s *Overview) chain(ctx context.Context) (int64, string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	// A clock put back must not keep the old answer until it has caught up.
	if now := s.W.Office.Now(); s.walked.IsZero() || now.Sub(s.walked) >= chainEvery || now.Before(s.walked) {
		n, broken, err := s.W.Log.VerifyLog(ctx, "")
		if err != nil {
			return 0, "", err
		}
		s.walked, s.count, s.broken = now, n, ""
		if broken != nil {
			s.broken = wording.Recognised("log.", broken.Reason).In(s.Words.Language())
		}
	}
	return s.count, s.broken, nil
}

// recent are the portions something happened to last.
func (s *Overview) recent(ctx context.Context) ([]overview.Recent, error) {
	list, err := s.W.Intake.Portions.Latest(ctx, recents)
	var out []overview.Recent
	for _, p := range list {
		if p.State == transfer.Discarded {
			continue // taken in by mistake: it is on no way
		}
		m := present.MarkOf(p.State, p.Kind, p.Errors, p.Warnings)
		out = append(out, overview.Recent{ID: p.ID, Name: s.name(p), Agency: p.Agency, Done: m.Done, Stopped: m.Stopped, At: p.Changed})
	}
	return out, err
}

var _ overview.Source = (*Overview)(nil)
