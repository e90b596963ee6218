package window

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"laufzettel/sync/queue"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/procedure"

	"laufzettel/app/work/accession"
	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/record"
	portion "laufzettel/views/portion/model"
	"laufzettel/views/present"
)

// Portion is the source of the portion screen.
type Portion struct{ *Desk }

// maxNodes is how many objects of a delivery the tab Inhalt lists.
const maxNodes = 20_000

// Portion implements portion.Source.
func (s Portion) Portion(ctx context.Context, id string) (portion.Detail, error) {
	p, err := s.W.Intake.Portions.Get(ctx, id)
	if err != nil {
		return portion.Detail{}, err
	}
	d := portion.Detail{ID: p.ID, Name: s.name(p), Agency: p.Agency, Kind: p.Kind, KindLabel: s.kind(p), State: p.State,
		Checked:   p.Verdict != "",
		FileCount: p.Files}
	if w := s.Works.Of(id); w != nil {
		d.Running = &portion.Running{Phase: s.phase(w), At: w.At, Of: w.Of, Done: w.Done, Total: w.Total, Rate: w.FilesPerSecond(),
			Left: w.Left}
	}
	a, err := s.W.Room.Records(ctx, id, reading.Asker{})
	if failure.KindOf(err) == failure.Refused { // the steps go on where the records may not be seen
		a, d.Sealed, err = &appraise.Appraisal{}, s.Words.Explain(err, ""), nil
	}
	if err != nil {
		return d, err
	}
	next, err := s.W.Books.NextOf(ctx, p)
	if err != nil {
		return d, err
	}
	d.Next = verbOf(next, p)
	d.Records = nodes(a)
	d.Divides, d.Kinds = s.W.Contents.Divides(p.Kind), s.kinds()
	if err := s.report(ctx, p, &d); err != nil {
		return d, err
	}
	log, err := s.W.Office.Events(ctx, id)
	if err != nil {
		return d, err
	}
	d.Events, d.Steps = s.events(log), s.steps(p, log)
	if d.Messages, err = s.messages(ctx, p); err != nil {
		return d, err
	}
	acc, err := s.W.Intake.Portions.Accession(ctx, p.AccessionID)
	if err != nil {
		return d, err
	}
	d.Facts = s.facts(p, acc, a)
	if p.State.May(transfer.Discarded) { // only then is it asked
		if _, left, err := s.W.Clearing.LeftOffer(ctx, p); err != nil {
			return d, err
		} else if left {
			d.Offer = acc.Number
		}
	}
	d.Held, err = s.held(ctx, p)
	return d, err
}

// held tells of jobs of the portion that stand still until somebody looks at them.
func (s Portion) held(ctx context.Context, p transfer.Portion) (out portion.Held, err error) {
	if p.State != transfer.Packaged && p.State != transfer.Sent {
		return out, nil
	}
	jobs, err := s.W.Outbox.Queue.List(ctx)
	if err != nil {
		return out, err
	}
	jobs = slices.DeleteFunc(jobs, func(j queue.Job) bool { return !j.State.Stuck() })
	packages, err := s.W.Intake.Portions.PackagesByID(ctx, idsOf(jobs, func(j queue.Job) string { return j.Subject }))
	for _, j := range jobs {
		if packages[j.Subject].Portion != p.ID {
			continue
		}
		if out.Jobs++; out.Why == "" {
			out.Why = j.Reason
		}
	}
	return out, err
}

// verbs are the steps of the house by what the screen does about them; a step that is
// missing is for others.
var verbs = map[accession.NextStep]portion.Verb{
	accession.NextCheck: portion.DoCheck, accession.NextAccept: portion.DoAccept, accession.NextReturn: portion.DoReturn,
	accession.NextStop:       portion.DoStop,
	accession.NextRedelivery: portion.DoReopen, accession.NextAppraise: portion.DoAppraise, accession.NextRelease: portion.DoAppraise,
	accession.NextFinish:  portion.DoPackage, // the screen finishes and packages in one
	accession.NextPackage: portion.DoPackage, accession.NextSend: portion.DoSend, accession.NextClear: portion.DoClear,
	accession.NextDeletion: portion.DoClose, accession.NextClose: portion.DoClose,
}

// verbOf gives the one next step as the screen names it.
func verbOf(n accession.Next, p transfer.Portion) portion.Verb {
	switch {
	case n.Step == accession.NextFinish && p.Message() == procedure.Offer: // nothing is packaged, the files come later
		return portion.DoAppraise
	case n.Step == accession.NextNone && p.State == transfer.Closed:
		return portion.DoReader
	case n.Step == accession.NextNone && p.State == transfer.Returned:
		return portion.DoReopen
	}
	return verbs[n.Step]
}

// report fills what the last check found and what it left out.
func (s Portion) report(ctx context.Context, p transfer.Portion, d *portion.Detail) error {
	if p.Verdict == "" {
		return nil
	}
	rep, err := s.W.Intake.Report(ctx, p.ID)
	if err != nil {
		return err
	}
	if p.State == transfer.Checked {
		d.Allowed = []portion.Verb{}
		for _, o := range s.W.Intake.Ways(rep) {
			d.Allowed = append(d.Allowed, map[intake.Outcome]portion.Verb{intake.Accept: portion.DoAccept,
				intake.Exception: portion.DoException, intake.Return: portion.DoReturn}[o])
		}
		if len(d.Allowed) == 0 {
			d.Allowed = []portion.Verb{portion.DoStop}
		}
	}
	if d.Findings, err = s.findings(ctx, p, rep); err != nil {
		return err
	}
	d.Whole = rep.Whole()
	for _, c := range rep.Results() {
		x := portion.Check{Name: check.TitleIn(c.Name, s.Words.Language()), State: c.State, Detail: c.Tool, Failed: c.Failed,
			Warned: c.Warned, Shared: c.Shared}
		if c.State == check.NotDone || c.State == check.Partial {
			x.Detail = c.In(s.Words.Language())
		}
		d.Checks = append(d.Checks, x)
	}
	d.Rules = s.Words.T("window.rules", office.Program+" "+office.Version, len(s.W.Intake.Registry.All()))
	return nil
}

// findings gives the findings with their ways out. Where the sentences of one
// code differ from place to place, the group bears the title of the code. A file that did
// not come is not offered to be opened; the list that names it is.
func (s Portion) findings(ctx context.Context, p transfer.Portion, rep *check.Report) ([]portion.Finding, error) {
	came, err := s.came(ctx, p, rep)
	if err != nil {
		return nil, err
	}
	sentences, language := map[string]map[string]bool{}, s.Words.Language()
	for _, f := range rep.Findings {
		key := f.Code + "\x00" + f.Remedy
		if sentences[key] == nil {
			sentences[key] = map[string]bool{}
		}
		sentences[key][f.Message] = true
	}
	var out []portion.Finding
	for _, f := range each(rep.Findings) {
		cause := f.Remedy
		f = f.In(language)
		x := portion.Finding{Code: f.Code, Severity: f.Severity, Title: f.Message, Cause: cause, Path: f.Path,
			Expected: cmp.Or(f.Expected, f.Rule), Found: f.Found, Remedy: f.Remedy, Further: f.Further}
		if code, ok := s.W.Intake.Registry.Code(f.Code); ok {
			for _, way := range code.Ways {
				x.Ways = append(x.Ways, string(way))
			}
			if len(sentences[f.Code+"\x00"+cause]) > 1 {
				x.Title = code.Title().In(language)
			}
		}
		list := namedIn(f)
		switch held, known := came[f.Path]; {
		case known && !held && came[list]:
			x.Spot = list
			if f.Line > 0 {
				x.Path, x.Spot = s.Words.T("window.named", f.Path, f.Line), s.Words.T("window.line", list, f.Line)
			}
		case known && !held:
			x.Nowhere = true
		case f.Line > 0:
			x.Path = s.Words.T("window.line", f.Path, f.Line)
		}
		out = append(out, x)
	}
	return out, nil
}

// asked is of how many places of findings it is asked whether they came.
const asked = 2000

// came tells of the places of findings, and of the lists that name them, whether they are
// files of the delivery; of what was never checked, or stands too far behind, nothing.
func (s Portion) came(ctx context.Context, p transfer.Portion, rep *check.Report) (map[string]bool, error) {
	paths := map[string]bool{}
	for _, f := range each(rep.Findings) {
		for _, name := range []string{f.Path, namedIn(f)} {
			if name != "" && len(paths) < asked {
				paths[name] = true
			}
		}
	}
	return s.W.Contents.Came(ctx, p, slices.Collect(maps.Keys(paths)))
}

// namedIn gives the list that names what a finding says is missing, "" where none does.
func namedIn(f check.Finding) string {
	if f.Words == nil {
		return ""
	}
	for _, said := range f.Words.Said {
		if said.Key == "said.check.named-in" && len(said.Values) == 1 {
			return fmt.Sprint(said.Values[0])
		}
	}
	return ""
}

// each gives one finding for every file concerned.
func each(all []check.Finding) []check.Finding {
	out := make([]check.Finding, 0, len(all))
	for _, f := range all {
		out = append(out, f.Each()...)
	}
	return out
}

// nodes lays the record tree out in reading order, documents left out.
func nodes(a *appraise.Appraisal) []portion.Node {
	var out []portion.Node
	var walk func(o *record.Object, level int)
	walk = func(o *record.Object, level int) {
		if o.Kind == record.Document || len(out) >= maxNodes {
			return
		}
		n := portion.Node{ID: o.ID, Level: level, Number: o.Reference, Title: o.Subject, Span: years(o.Span), Suggestion: string(o.Rating),
			Leaf: true}
		if n.Number == "" {
			n.Number = o.Number
		}
		for _, c := range o.Children {
			if c.Kind == record.Document {
				n.Count++
			} else {
				n.Leaf = false
			}
		}
		if o.Held != nil {
			n.Count += o.Held.Documents
		}
		if v := a.Verdicts[o.ID]; v.Rating != "" {
			n.Suggestion = string(v.Rating)
		}
		out = append(out, n)
		for _, c := range o.Children {
			walk(c, level+1)
		}
	}
	for _, r := range a.Roots {
		walk(r, 0)
	}
	return out
}

// stations are the boxes of the slip with the events that fill them.
var stations = []struct {
	name string
	when func(events.Event) bool
}{
	{"arrived", func(e events.Event) bool { return e.Type == events.Received }},
	{"recognised", func(e events.Event) bool { return e.Type == events.Recognised || e.Type == events.Checked }},
	{"checked", func(e events.Event) bool { return e.Type == events.Checked }},
	{"accepted", func(e events.Event) bool { return e.Type == events.Decided && e.Outcome != "halted" }},
	{"appraised", func(e events.Event) bool { return e.Type == events.Appraised && e.Object == "" }},
	{"packaged", func(e events.Event) bool { return e.Type == events.Packaged && e.Outcome == "ok" }},
	{"sent", func(e events.Event) bool { return e.Type == events.Queued || e.Type == events.Sent }},
	{"confirmed", func(e events.Event) bool { return e.Type == events.Confirmed }},
	{"closed", func(e events.Event) bool { return e.Type == events.Closed }},
}

// steps is the large slip: what is done with time and person, what is next.
func (s Portion) steps(p transfer.Portion, log []events.Event) []portion.Step {
	mark := present.MarkOf(p.State, p.Kind, p.Errors, p.Warnings)
	out := make([]portion.Step, 0, len(stations))
	for i, st := range stations {
		step := portion.Step{State: portion.StepOpen, Name: s.Words.T("slip." + st.name)}
		switch {
		case i < mark.Done:
			step.State = portion.StepDone
		case i == mark.Done && mark.Stopped:
			step.State, step.Name = portion.StepStopped, s.Words.T("slip.returned")
		case i == mark.Done:
			step.State = portion.StepNext
		}
		if st.name == "accepted" && p.State == transfer.AcceptedWithException {
			step.Name = s.Words.T("slip.accepted-with-exception")
		}
		if step.State == portion.StepDone || step.State == portion.StepStopped {
			when := st.when
			if step.State == portion.StepStopped {
				when = stations[3].when
			}
			for _, e := range slices.Backward(log) {
				if when(e) {
					step.At, step.Who = e.At, e.Actor
					break
				}
			}
		}
		out = append(out, step)
	}
	return out
}

// events is the protocol, newest first.
func (s Portion) events(log []events.Event) []portion.Event {
	out := make([]portion.Event, 0, len(log))
	for _, e := range slices.Backward(log) {
		x := portion.Event{At: e.At, Who: e.Actor, What: s.Words.T("event." + string(e.Type)), Outcome: e.Outcome}
		if key := "outcome." + e.Outcome; s.Words.Has(key) {
			x.Outcome = s.Words.T(key)
		}
		if e.Object != "" {
			x.Outcome = strings.TrimSpace(x.Outcome + " · " + e.Object)
		}
		if r := e.Detail["reason"]; r != "" {
			x.Outcome += " · " + r
		}
		out = append(out, x)
	}
	return out
}

// messages are what came and what was written, oldest first.
func (s Portion) messages(ctx context.Context, p transfer.Portion) ([]portion.Message, error) {
	arrived := s.Words.T("window.message.arrived")
	if k := s.kind(p); k != "" {
		arrived = k
	}
	out := []portion.Message{{At: p.Arrived, Kind: arrived, File: p.Name, Key: s.message(ctx, p)}}
	letters, err := s.W.Intake.Portions.Letters(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	for _, l := range letters {
		kind := l.Kind
		if key := "letter." + l.Kind; s.Words.Has(key) {
			kind = s.Words.T(key)
		}
		out = append(out, portion.Message{At: l.Made, Kind: kind, File: l.Path[strings.LastIndexByte(l.Path, '/')+1:], Key: letterKey +
			l.Path, Claim: l.Kind == office.LetterClaim && l.Final})
	}
	slices.SortStableFunc(out, func(a, b portion.Message) int { return a.At.Compare(b.At) })
	return out, nil
}

// facts are the statements about the delivery.
func (s Portion) facts(p transfer.Portion, acc transfer.Accession, a *appraise.Appraisal) []portion.Fact {
	w := s.Words
	var out []portion.Fact
	add := func(key, value string, mono bool) {
		if value != "" {
			out = append(out, portion.Fact{Label: w.T("window.fact." + key), Value: value, Mono: mono})
		}
	}
	add("id", p.ID, true)
	out = append(out, portion.Fact{Label: w.T("window.fact.agency"), Value: p.Agency},
		portion.Fact{Label: w.T("window.fact.kind"), Value: s.kind(p)})
	add("arrived", w.Moment(p.Arrived), false)
	add("extent", w.N("window.files", p.Files)+", "+w.Bytes(p.Bytes), false)
	if c := record.Count(a.Roots); c.Cases > 0 || c.Documents > 0 {
		add("objects", w.T("window.objects", c.Dossiers, c.Cases, c.Documents), false)
	}
	add("form", strings.ToUpper(p.Form), false)
	add("accession", acc.Number, false)
	add("transfer", p.TransferID, true)
	add("process", p.Process, true)
	add("profile", p.ProfileID, false)
	if t := (time.Time{}); p.Due != t {
		add("due", w.Date(p.Due), false)
	}
	add("halted", p.Fault, false)
	return out
}

// Files implements portion.Source.
func (s Portion) Files(ctx context.Context, id string, offset, limit int) ([]portion.File, error) {
	o, err := s.W.Room.OpenPortion(ctx, id, reading.Asker{})
	if err != nil {
		return nil, err
	}
	facts, err := o.Delivered(ctx, offset, limit)
	if err != nil {
		return nil, err
	}
	p, err := s.W.Intake.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	worst := map[string]check.Severity{}
	if p.Verdict != "" {
		rep, err := s.W.Intake.Report(ctx, id)
		if err != nil {
			return nil, err
		}
		for _, f := range slices.Backward(rep.Findings) { // hardest first in the report, so the hardest stays
			worst[f.Path] = f.Severity
		}
	}
	out := make([]portion.File, 0, len(facts))
	for _, f := range facts {
		x := portion.File{Path: f.Path, Bytes: f.Size, Format: f.Format.Name, PUID: f.Format.PUID, Digest: digest(f.Digests),
			Checked: p.Run != "" || worst[f.Path] != "", Worst: worst[f.Path]}
		if x.PUID != "" && x.PUID != "UNKNOWN" {
			x.Format = strings.TrimSpace(x.PUID + " " + x.Format)
		}
		if f.Damage != "" {
			x.Checked, x.Worst = true, check.Error
		}
		out = append(out, x)
	}
	return out, nil
}

// digest gives the strongest digest known.
func digest(all map[string]string) string {
	for _, name := range []string{"sha-512", "sha-384", "sha-256", "sha-1", "md5"} {
		if v := all[name]; v != "" {
			return v
		}
	}
	return ""
}

var _ portion.Source = Portion{}
