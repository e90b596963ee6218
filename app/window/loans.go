package window

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"laufzettel/transfer/procedure"

	"laufzettel/app/work/outbox"
	"laufzettel/app/work/reading"
	"laufzettel/appraisal/merge"
	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	conflicts "laufzettel/views/conflicts/model"
	"laufzettel/views/route"
	transmit "laufzettel/views/transmit/model"
)

// Loans is the source of the screen Ausleihe. What the archive said last is kept,
// so that the screen shows it without a connection too.
type Loans struct {
	*Desk

	mu    sync.Mutex
	works []outbox.WorkItem
	offer []channel.PackageInfo
	asked time.Time
}

// NewLoans makes the source.
func NewLoans(d *Desk) *Loans { return &Loans{Desk: d} }

// Ask implements conflicts.Source.
func (s *Loans) Ask(ctx context.Context) error {
	works, err := s.W.Lending.WorkLists(ctx)
	offer, err2 := s.W.Outbox.ArchivePackages(ctx)
	if err != nil && err2 != nil {
		return err
	}
	// A key with one of the two roles sees what its role shows.
	s.mu.Lock()
	defer s.mu.Unlock()
	s.works, s.offer, s.asked = works, offer, s.W.Office.Now()
	return nil
}

// Loans implements conflicts.Source: what is here first, then what the archive
// gives out besides.
func (s *Loans) Loans(ctx context.Context) (conflicts.State, error) {
	s.mu.Lock()
	works, offer, asked := slices.Clone(s.works), slices.Clone(s.offer), s.asked
	s.mu.Unlock()
	st := conflicts.State{Asked: asked}
	borrowed, err := s.W.Outbox.Borrowed(ctx)
	if err != nil {
		return st, err
	}
	st.Parcels = s.parcels(offer, borrowed)
	here, err := s.W.Lending.LoanStates(ctx)
	if err != nil {
		return st, err
	}
	shared := map[string]bool{}
	for _, l := range here {
		shared[l.Portion] = true
		st.Items = append(st.Items, s.item(l, leaseOf(works, l.Work)))
	}
	for _, k := range works {
		if !slices.ContainsFunc(here, func(l outbox.LoanState) bool { return l.Work == k.ID }) {
			st.Items = append(st.Items, s.offered(k))
		}
	}
	disputes, err := s.W.Lending.Disputes(ctx, "")
	if err != nil {
		return st, err
	}
	for _, d := range disputes {
		st.Disputes = append(st.Disputes, s.dispute(d))
	}
	portions, err := s.W.Intake.Portions.List(ctx)
	for _, p := range portions {
		if p.State.Appraisable() && !shared[p.ID] {
			st.Choices = append(st.Choices, conflicts.Choice{ID: p.ID, Title: s.name(p)})
		}
	}
	return st, err
}

// leaseOf gives who has a work list now, as the archive said last.
func leaseOf(works []outbox.WorkItem, id string) *channel.Lease {
	for _, k := range works {
		if k.ID == id {
			return appraising(k)
		}
	}
	return nil
}

func appraising(k outbox.WorkItem) *channel.Lease {
	for i, l := range k.Leases {
		if l.Purpose == channel.ForAppraisal {
			return &k.Leases[i]
		}
	}
	return nil
}

func (s *Loans) with(l *channel.Lease) string {
	return s.Words.T("window.loan.with", l.Person, l.Office, s.Words.Moment(l.Until))
}

func (s *Loans) item(l outbox.LoanState, out *channel.Lease) conflicts.Item {
	it := conflicts.Item{ID: l.Work, Portion: l.Portion, Title: l.Title, Unsent: l.Unsent, Waiting: l.Conflicts + l.Proposals}
	if it.ID == "" {
		it.ID = l.Portion
	}
	unsent := s.Words.T("window.loan.sent")
	if l.Unsent > 0 {
		unsent = s.Words.T("window.loan.unsent", s.Words.Int(int64(l.Unsent)))
	}
	switch {
	case l.Side == loan.Taken && l.State == loan.Returned:
		it.Stand, it.Detail = conflicts.Returned, l.Person
	case l.Side == loan.Taken:
		it.Stand, it.Detail = conflicts.Mine, s.Words.T("window.loan.mine", l.Person, s.Words.Moment(l.Until), unsent)
		if l.Expired {
			it.Stand = conflicts.Expired
		}
	default:
		it.Stand, it.Detail = conflicts.Given, s.Words.T("window.loan.given", l.Person, unsent)
		if out != nil {
			it.Detail = s.with(out)
		}
		switch l.State {
		case loan.Sending:
			it.Stand = conflicts.Sending
		case loan.Closed:
			it.Stand = conflicts.Ended
		}
	}
	return it
}

func (s *Loans) offered(k outbox.WorkItem) conflicts.Item {
	it := conflicts.Item{ID: k.ID, Title: strings.TrimSuffix(k.Title+", "+k.Agency, ", "), Stand: conflicts.Free}
	it.Detail = s.Words.T("window.loan.none", s.Words.Int(int64(k.Open)), s.Words.Int(int64(k.Objects)), k.Office)
	if l := appraising(k); l != nil {
		it.Stand, it.Detail = conflicts.Out, s.with(l)
	}
	if !k.Closed.IsZero() {
		it.Stand = conflicts.Ended
	}
	return it
}

func (s *Loans) dispute(d outbox.Dispute) conflicts.Dispute {
	out := conflicts.Dispute{Portion: d.Portion, Object: d.Object, Title: strings.TrimSpace(d.Reference + " " + d.Subject),
		Conflict: d.Conflict}
	if out.Title == "" {
		out.Title = d.Object
	}
	for _, k := range slices.Concat(d.Sides, d.Proposals) {
		out.Sides = append(out.Sides, s.side(k))
	}
	return out
}

func (s *Loans) side(k merge.Known) conflicts.Side {
	letter := string(k.Rating)
	if letter == "" {
		letter = string(record.RatingAppraise)
	}
	who := k.Actor
	if k.Office != "" {
		who += " (" + k.Office + ")"
	}
	if k.Signed != "" {
		who += ", " + s.Words.T("window.clearance.signed", k.Signed)
	}
	return conflicts.Side{Letter: letter, Who: who, At: k.At, Why: k.Reason, Late: k.Proposal}
}

// parcels are what the archive offers for reading, as it said last.
func (s *Loans) parcels(all []channel.PackageInfo, borrowed []copies.Copy) []conflicts.Parcel {
	var out []conflicts.Parcel
	for _, p := range all {
		x := conflicts.Parcel{ID: p.ID, Title: cmp.Or(p.ArchiveID, strings.TrimSuffix(p.Name, ".tar"))}
		notes := []string{s.Words.Bytes(p.Size), s.Words.Moment(p.Received)}
		if p.Retention != "" {
			notes = append(notes, s.Words.T("window.loan.retention", p.Retention))
		}
		if p.Exclusive {
			notes = append(notes, s.Words.T("window.loan.exclusive"))
		}
		if p.Closure != nil {
			notes = append(notes, s.Words.T("window.loan.closed", cmp.Or(p.Closure.Until, "–")))
		}
		if p.Reading != nil {
			notes = append(notes, s.Words.T("window.loan.reading", p.Reading.Person, s.Words.Moment(p.Reading.Until)))
		}
		for _, c := range borrowed {
			if c.Gone.IsZero() && c.Kind == copies.Use && path.Base(c.Place) == p.ID+".tar" {
				notes = append(notes, s.Words.T("window.loan.here", s.Words.Moment(c.Made)))
			}
		}
		x.Detail = strings.Join(notes, ", ")
		out = append(out, x)
	}
	return out
}

// Read implements conflicts.Source: an Originalnorm is taken for reading first.
func (s *Loans) Read(ctx context.Context, parcel, application string) error {
	defer s.Hub.Notify()
	s.mu.Lock()
	alone := slices.ContainsFunc(s.offer, func(p channel.PackageInfo) bool { return p.ID == parcel && p.Exclusive })
	s.mu.Unlock()
	_, err := s.W.Outbox.FetchPackage(ctx, parcel, outbox.FetchOptions{Read: alone, Application: application})
	return err
}

// Leave implements conflicts.Source.
func (s *Loans) Leave(ctx context.Context, parcel string) error {
	defer s.Hub.Notify()
	return s.W.Outbox.EndReading(ctx, parcel)
}

// Publish implements conflicts.Source.
func (s *Loans) Publish(ctx context.Context, portion string) error {
	defer s.Hub.Notify()
	if _, err := s.W.Lending.Publish(ctx, portion); err != nil {
		return err
	}
	_, err := s.W.Lending.Exchange(ctx, portion)
	return err
}

// Take implements conflicts.Source.
func (s *Loans) Take(ctx context.Context, work string, days int, release bool) (string, error) {
	defer s.Hub.Notify()
	t, err := s.W.Lending.TakeOut(ctx, work, outbox.TakeOptions{Days: days, Release: release})
	return wording.Recognised("protection.", t.Warning).In(s.Words.Language()), err
}

// Return implements conflicts.Source.
func (s *Loans) Return(ctx context.Context, portion string, remove bool) error {
	defer s.Hub.Notify()
	_, err := s.W.Lending.GiveBack(ctx, portion, remove)
	return err
}

// End implements conflicts.Source.
func (s *Loans) End(ctx context.Context, portion string) error {
	defer s.Hub.Notify()
	_, err := s.W.Lending.CloseWork(ctx, portion)
	return err
}

// Sync implements conflicts.Source.
func (s *Loans) Sync(ctx context.Context) error {
	defer s.Hub.Notify()
	s.W.Office.Attend(ctx, people.Lend)
	_, err := s.W.Lending.ExchangeAll(ctx)
	return err
}

// Settle implements conflicts.Source. The decision goes out with the next exchange.
func (s *Loans) Settle(ctx context.Context, portion, object, letter, reason string) error {
	defer s.Hub.Notify()
	return s.W.Lending.Settle(ctx, portion, object, record.Rating(letter), reason)
}

// About implements conflicts.Source.
func (s *Loans) About(ctx context.Context, portion, object string) (conflicts.About, error) {
	var out conflicts.About
	a, err := s.W.Room.Records(ctx, portion, reading.Asker{})
	if err != nil {
		return out, err
	}
	for o := range record.All(a.Roots) {
		if o.ID != object {
			continue
		}
		if record.Count([]*record.Object{o}).Files <= mostListed {
			from, err := s.W.Room.OpenPortion(ctx, portion, reading.Asker{})
			if err != nil {
				return out, err
			}
			if o, err = from.Unit(ctx, o); err != nil {
				return out, err
			}
		}
		for _, g := range describe(s.Words, o) {
			for _, p := range g.Pairs {
				out.Facts = append(out.Facts, conflicts.Fact{Label: p.Label, Value: p.Value})
			}
		}
		for _, d := range documents(s.Words, o) {
			out.Documents = append(out.Documents, conflicts.Document{Key: d.ID, Date: d.Date, Title: d.Title,
				Form: cmp.Or(d.Format, d.Length)})
		}
		break
	}
	all, err := s.W.Lending.Shared(ctx, portion, object)
	for _, k := range all {
		side := s.side(k)
		said := s.Words.T("conflicts.letter." + side.Letter)
		if k.Act == merge.Release {
			said = s.Words.T("conflicts.said.release")
		}
		out.History = append(out.History, conflicts.Line{At: k.At, Who: side.Who, Said: said, Why: k.Reason})
	}
	return out, err
}

// Open implements conflicts.Source.
func (s *Loans) Open(ctx context.Context, portion, document string) (viewer.Document, error) {
	return (&Appraise{w: s.W}).Open(ctx, portion, document)
}

// OpenSource implements conflicts.Source.
func (s *Loans) OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	return s.W.Room.OpenPart(ctx, src)
}

var _ conflicts.Source = (*Loans)(nil)

// jobName calls a job by what it is about, where it is no package.
func (s Transmit) jobName(j queue.Job, o channel.Order) (string, bool) {
	switch {
	case o.Kind == receipt.KindWork:
		return s.Words.T("window.job.work", strings.TrimSuffix(o.Name, ".tar")), true
	case o.Kind == channel.KindDecisions:
		return s.Words.T("window.job.decisions", strings.TrimPrefix(j.Subject, "decisions:")), true
	case o.Kind == channel.KindRetention:
		return s.Words.T("window.job.retention", o.Reference), true
	case o.Kind == channel.KindArchived:
		return s.Words.T("window.job.archived", o.Reference), true
	case o.Kind == channel.KindClearance:
		return s.Words.T("window.job.clearance", o.Reference), true
	case o.Kind == channel.KindDeletion:
		return s.Words.T("window.job.deletion", o.Reference), true
	case o.Kind == channel.KindClosure, o.Kind == channel.KindOrder:
		return s.Words.T("window.job." + o.Kind), true
	case j.Kind == queue.Message:
		return s.Words.T("window.job.message", o.Kind, o.Reference), true
	}
	return "", false
}

// Fetch implements transmit.Source: letters and archive ids, and what clearances
// for deletion say about what may be deleted.
func (s Transmit) Fetch(ctx context.Context) (string, error) {
	defer s.Hub.Notify()
	letters, err := s.W.Books.FetchLetters(ctx)
	if err != nil {
		return "", err
	}
	ids, err := s.W.Books.FetchArchived(ctx)
	if err != nil {
		return "", err
	}
	if s.Sender != nil {
		s.Sender.Hear()
	}
	lines := []string{s.Words.T("window.fetched", s.Words.Int(int64(len(letters))), s.Words.Int(int64(ids)))}
	for _, l := range letters {
		line := s.Words.T("window.fetched.letter", l.Kind, l.Reference, l.Sender, l.Path)
		if l.Key != "" {
			line += ", " + s.Words.T("window.letter.signed", l.Person, l.Key)
		}
		if l.Did != "" {
			line += ": " + s.Words.T("window.letter."+l.Did)
		}
		lines = append(lines, line)
	}
	clearances, err := s.W.Clearing.ClearancesReceived(ctx)
	for _, c := range clearances {
		if c.Complete && c.Deleted.IsZero() {
			lines = append(lines, s.Words.T("window.fetched.cleared", c.Accession, ""))
		} else if !c.Complete {
			lines = append(lines, s.Words.T("window.fetched.missing", c.Accession, strings.Join(c.Missing, ", ")))
		}
	}
	return strings.Join(lines, "\n"), err
}

// replies are the messages that may be sent now, in words.
func (s Transmit) replies(ctx context.Context) ([]transmit.Reply, error) {
	all, err := s.W.Clearing.Sendable(ctx)
	out := make([]transmit.Reply, 0, len(all)+2)
	for _, x := range all {
		switch {
		case x.Portion != nil:
			code := string(x.Answer)
			out = append(out, transmit.Reply{ID: x.Portion.ID, Code: code, Title: s.Words.T("window.reply."+code, s.name(*x.Portion)),
				To: x.Portion.Agency})
		case x.Interim != nil:
			out = append(out, s.interim(*x.Interim))
		case x.Accession != nil:
			out = append(out, transmit.Reply{ID: x.Accession.ID, Code: channel.KindClearance + ":" + x.Confirmation,
				Title: strings.TrimSpace(s.Words.T("window.reply.clearance", x.Accession.Number, x.Confirmation)), To: x.Accession.Agency})
		default:
			out = append(out, s.retention(*x.Receipt))
		}
	}
	return append(out, s.later()...), err
}

// Reply implements transmit.Source.
func (s Transmit) Reply(ctx context.Context, id, code, to string) error {
	defer s.Hub.Notify()
	defer s.Sender.Wake()
	if as, ok := strings.CutPrefix(code, channel.KindClearance+":"); ok {
		_, err := s.W.Clearing.SendClearance(ctx, id, to, as, "")
		return err
	}
	if done, err := s.sendLater(ctx, id, code, to); done {
		return err
	}
	_, err := s.W.Books.SendAnswer(ctx, id, procedure.Message(code), to)
	return err
}

// conflicted are the rows of shared portions whose decisions contradict each other.
func (s Transmit) conflicted(ctx context.Context) ([]transmit.Job, error) {
	all, err := s.W.Lending.LoanStates(ctx)
	var out []transmit.Job
	for _, l := range all {
		if l.Conflicts+l.Proposals == 0 {
			continue
		}
		out = append(out, transmit.Job{ID: "conflict:" + l.Portion, Direction: transmit.Conflict,
			Name: s.Words.T("window.job.conflict", l.Title), State: transmit.NeedsYou,
			Answer: s.Words.T("window.job.conflict.text", s.Words.Int(int64(l.Conflicts)), s.Words.Int(int64(l.Proposals))),
			Action: s.Words.T("window.job.conflict.do"), Target: route.Route{Screen: route.Loans}})
	}
	return out, err
}
