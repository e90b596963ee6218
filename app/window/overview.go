package window

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"laufzettel/app/work/accession"
	"laufzettel/sync/queue"
	"laufzettel/transfer"
	"laufzettel/transfer/schema"
	"laufzettel/transfer/slip"
	overview "laufzettel/views/overview/model"
	"laufzettel/views/present"
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
		m := present.MarkOf(p.State, p.Kind, p.Errors, p.Warnings)
		if p.State == transfer.Returned {
			st.Returned++
			st.Counters[2]++
		} else if m.Done > 0 {
			st.Counters[m.Done-1]++
		}
	}
	if st.Tasks, err = s.tasks(ctx, list); err != nil {
		return st, err
	}
	st.Jobs = s.jobs(ctx)
	if st.Facts, err = s.facts(ctx); err != nil {
		return st, err
	}
	if free, total, err := s.W.Office.Space(); err == nil {
		st.Volumes = []overview.Volume{{Path: s.W.Office.Dir, Free: free, Total: total}}
	}
	st.Recent = s.recent(list)
	return st, nil
}

// settled are states after the appraisal: its deadline says nothing any more.
var settled = map[transfer.State]bool{transfer.Appraised: true, transfer.Packaged: true, transfer.Sent: true, transfer.Confirmed: true, transfer.Closed: true}

// tasks are what waits for somebody, by deadline; what has none comes last.
func (s *Overview) tasks(ctx context.Context, list []transfer.Portion) ([]overview.Task, error) {
	notices, err := s.W.Intake.Notices(ctx)
	if err != nil {
		return nil, err
	}
	near := map[string]slip.Notice{}
	for _, n := range notices {
		near[n.Portion.ID] = n.State
	}
	var out []overview.Task
	for _, p := range list {
		t, ok, err := s.task(ctx, p)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		t.ID = p.ID
		if !p.Due.IsZero() && !settled[p.State] {
			t.Deadline = p.Due.Add(-time.Millisecond) // the last moment, not the day after
		}
		switch {
		case t.Deadline.IsZero():
		case near[p.ID] == slip.Overdue:
			t.Severity = overview.Error
		case near[p.ID] == slip.Near && t.Severity == overview.Plain:
			t.Severity = overview.Warning
		}
		if t.Target.Screen == "" {
			t.Target = overview.Target{Screen: "portion", ID: p.ID}
		}
		out = append(out, t)
	}
	stuck, err := s.stuck(ctx)
	if err != nil {
		return nil, err
	}
	out = append(out, stuck...)
	due, err := s.dueAccessions(ctx)
	if err != nil {
		return nil, err
	}
	out = append(out, due...)
	slices.SortStableFunc(out, func(a, b overview.Task) int {
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
	return out, nil
}

// task gives what a portion asks for, false if nothing.
func (s *Overview) task(ctx context.Context, p transfer.Portion) (overview.Task, bool, error) {
	if s.Works.Of(p.ID) != nil {
		return overview.Task{}, false, nil
	}
	t := overview.Task{Detail: s.detail(p)}
	say := func(key string, args ...any) {
		t.Title, t.Action = s.Words.T("window.task."+key, append([]any{s.name(p)}, args...)...), s.Words.T("window.task."+key+".do")
	}
	// What only waits, or is said by its numbers alone, needs no further question: this
	// list is drawn twice a second.
	switch step := accession.StepOf(p); {
	case step == accession.NextDecide:
		s.decision(p, &t, say)
		return t, true, nil
	case step.Waits():
		return t, false, nil
	}
	n, err := s.W.Books.NextOf(ctx, p)
	if err != nil {
		return t, false, err
	}
	desk := overview.Target{Screen: "appraise", ID: p.ID}
	switch n.Step {
	case accession.NextCheck:
		say("check")
		if s.fault(p) != "" {
			t.Severity, t.Detail = overview.Error, s.fault(p)
		}
	case accession.NextAppraise:
		say("appraise", n.Open, n.Total)
		t.Target = desk
	case accession.NextRelease:
		say("release", n.Unreleased)
		t.Severity, t.Target = overview.Warning, desk
	case accession.NextFinish:
		say("package")
		if p.Kind == "xdomea-0501" {
			say("finish")
			t.Target = desk
		}
	case accession.NextPackage, accession.NextSend, accession.NextClear:
		say(string(n.Step))
	case accession.NextDeletion, accession.NextClose:
		say("close")
		t.Target = overview.Target{Screen: "book", ID: p.AccessionID}
	default:
		return t, false, nil
	}
	return t, true, nil
}

// decision is the task of a checked portion, by what the check found.
func (s *Overview) decision(p transfer.Portion, t *overview.Task, say func(string, ...any)) {
	switch {
	case p.Fault != "":
		say("halted")
		t.Severity, t.Detail = overview.Error, p.Fault
	case p.Errors > 0:
		say("decide.errors", p.Errors)
		t.Severity = overview.Error
	case p.Warnings > 0:
		say("decide.warnings", p.Warnings)
		t.Severity = overview.Warning
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
		if j.State != queue.NeedsUser && j.State != queue.NeedsAdmin && j.State != queue.Damaged {
			continue
		}
		t := overview.Task{ID: j.ID, Severity: overview.Warning, Title: s.Words.T("window.task.stuck"), Detail: j.Reason, Action: s.Words.T("window.task.stuck.do"),
			Target: overview.Target{Screen: "transmit", ID: j.ID}}
		if j.State == queue.Damaged {
			t.Severity = overview.Error
		}
		out = append(out, t)
	}
	return out, nil
}

// jobs is what runs now: works of this window, and what is being sent.
func (s *Overview) jobs(ctx context.Context) []overview.Job {
	var out []overview.Job
	for _, w := range s.Works.All() {
		out = append(out, overview.Job{Title: s.Words.T("window.job."+string(w.Verb), w.Title), Done: w.Done, Total: w.Total, Bytes: w.Verb == Receiving, Rate: w.Rate, Left: w.Left})
	}
	jobs, err := s.W.Outbox.Queue.List(ctx)
	if err != nil {
		return out
	}
	for _, j := range jobs {
		if j.State == queue.Running {
			rate, left := s.Sender.Speed(j.ID)
			out = append(out, overview.Job{Title: s.Words.T("window.job.send", orderOf(j).Name), Done: j.Done, Total: j.Total, Bytes: true, Rate: float64(rate), Left: left})
		}
	}
	return out
}

// facts is *Sicherheit der Bestände*.
func (s *Overview) facts(ctx context.Context) ([]overview.Fact, error) {
	var out []overview.Fact
	add := func(state overview.FactState, text string) *overview.Fact {
		out = append(out, overview.Fact{State: state, Text: text})
		return &out[len(out)-1]
	}
	url := s.W.Office.Settings.Get().Channel.URL
	switch peer, err := s.W.Outbox.Channel.Peer(ctx, url); {
	case url == "" || err != nil:
		f := add(overview.FactWait, s.Words.T("window.safe.nochannel"))
		f.Action, f.Target = s.Words.T("window.safe.nochannel.do"), overview.Target{Screen: "settings", Filter: "channel"}
	case !s.Sender.Offline().IsZero():
		add(overview.FactWarn, s.Words.T("window.safe.offline", s.Words.Clock(s.Sender.Offline())))
	case peer.State == "pending":
		add(overview.FactWait, s.Words.T("window.safe.pending", peer.Archive))
	default:
		add(overview.FactOK, s.Words.T("window.safe.channel", peer.Archive))
	}
	if err := s.receiptFacts(ctx, add); err != nil {
		return out, err
	}
	n, broken, err := s.chain(ctx)
	if err != nil {
		return out, err
	}
	if broken != "" {
		add(overview.FactBad, s.Words.T("window.safe.log.broken", broken))
	} else {
		add(overview.FactOK, s.Words.T("window.safe.log", n))
	}
	have, err := s.W.Intake.Schemas.List()
	if err != nil {
		return out, err
	}
	if missing := len(missingSchemas(have)); missing > 0 {
		f := add(overview.FactWait, s.Words.N("window.safe.schemas", missing))
		f.Action, f.Target = s.Words.T("window.safe.schemas.do"), overview.Target{Screen: "settings", Filter: "schemas"}
	}
	return out, nil
}

func (s *Overview) receiptFacts(ctx context.Context, add func(overview.FactState, string) *overview.Fact) error {
	packages, err := s.W.Intake.Portions.Packages(ctx, "")
	if err != nil {
		return err
	}
	confirmed, open := 0, 0
	for _, p := range packages {
		if p.State == transfer.PackageConfirmed {
			confirmed++
		} else {
			open++
		}
	}
	add(overview.FactOK, s.Words.N("window.safe.receipts", confirmed))
	if open > 0 {
		add(overview.FactWait, s.Words.N("window.safe.unconfirmed", open))
	}
	alarms, err := s.W.Outbox.Receipts.Alarms(ctx)
	if err == nil && len(alarms) > 0 {
		add(overview.FactBad, s.Words.N("window.safe.alarms", len(alarms)))
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
			s.broken = broken.Reason
		}
	}
	return s.count, s.broken, nil
}

// missingSchemas are the published schemas that are not at hand.
func missingSchemas(have []schema.Entry) []schema.Official {
	return slices.DeleteFunc(slices.Clone(schema.Officials()), func(o schema.Official) bool {
		return slices.ContainsFunc(have, func(e schema.Entry) bool { return e.Namespace == o.Namespace })
	})
}

func (s *Overview) recent(list []transfer.Portion) []overview.Recent {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b transfer.Portion) int { return cmp.Or(b.Changed.Compare(a.Changed), cmp.Compare(b.ID, a.ID)) })
	var out []overview.Recent
	for _, p := range list[:min(recents, len(list))] {
		m := present.MarkOf(p.State, p.Kind, p.Errors, p.Warnings)
		out = append(out, overview.Recent{ID: p.ID, Name: s.name(p), Agency: p.Agency, Done: m.Done, Stopped: m.Stopped, At: p.Changed})
	}
	return out
}

var _ overview.Source = (*Overview)(nil)
