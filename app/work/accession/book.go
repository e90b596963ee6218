package accession

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/procedure"

	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/slip"
)

// NextStep names what comes next in an accession; its words stand in the
// translations as book.next.<step>.
type NextStep string

// The steps, in the order of the business.
const (
	NextOffer      NextStep = "offer"      // appraise what is offered
	NextAwait      NextStep = "await"      // the delivery
	NextCheck      NextStep = "check"      // check the delivery
	NextDecide     NextStep = "decide"     // accept or return
	NextRedelivery NextStep = "redelivery" // wait for the next version
	NextAppraise   NextStep = "appraise"
	NextPackage    NextStep = "package"
	NextSend       NextStep = "send"
	NextReceipt    NextStep = "receipt" // wait for the archive's receipt
	NextClear      NextStep = "clear"
	NextDeletion   NextStep = "deletion" // wait for the agency's word
	NextClose      NextStep = "close"
	NextNone       NextStep = "none"
)

// Waits reports whether the step is for others to do.
func (s NextStep) Waits() bool {
	return s == NextAwait || s == NextRedelivery || s == NextReceipt || s == NextDeletion || s == NextNone
}

// BookRow is one line of the accession book (Zugangsbuch).
type BookRow struct {
	transfer.Accession
	Portions int         `json:"portions"` // in force: replaced versions are not counted
	Versions int         `json:"versions"` // most versions of one portion
	Files    int         `json:"files"`
	Bytes    int64       `json:"bytes"`
	Step     NextStep    `json:"next"`
	Portion  string      `json:"nextPortion,omitempty"` // the portion the step is about
	Due      time.Time   `json:"due,omitzero"`
	DueWhat  string      `json:"dueWhat,omitempty"`
	DueState slip.Notice `json:"dueState,omitempty"`
}

// bookFacts is what the lines of the book are made from, read in few questions:
// 5,000 accessions must open within a second.
type bookFacts struct {
	portions  map[string][]transfer.Portion // by accession
	deadlines map[string][]transfer.Deadline
	acts      map[string]map[transfer.ActKind]bool
	notice    map[string]int // days of notice by profile
}

// BookRows gives the accession book, newest first.
func (bk *Books) BookRows(ctx context.Context) ([]BookRow, error) {
	all, err := bk.Portions.Accessions(ctx)
	if err != nil {
		return nil, err
	}
	f, err := bk.bookFacts(ctx)
	if err != nil {
		return nil, err
	}
	now := bk.Office.Now()
	out := make([]BookRow, len(all))
	for i, a := range all {
		out[i] = f.row(a, now)
	}
	return out, nil
}

func (bk *Books) bookFacts(ctx context.Context) (*bookFacts, error) {
	f := &bookFacts{portions: map[string][]transfer.Portion{}, deadlines: map[string][]transfer.Deadline{}, notice: map[string]int{}}
	portions, err := bk.Portions.List(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range portions {
		f.portions[p.AccessionID] = append(f.portions[p.AccessionID], p)
	}
	deadlines, err := bk.Portions.Deadlines(ctx, "")
	if err != nil {
		return nil, err
	}
	for _, d := range deadlines {
		f.deadlines[d.Accession] = append(f.deadlines[d.Accession], d)
	}
	if f.acts, err = bk.Portions.ActsDone(ctx); err != nil {
		return nil, err
	}
	profiles, err := bk.Profiles.List(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range profiles {
		f.notice[p.ID] = p.Deadlines.NoticeDays
	}
	return f, nil
}

// row makes the line of one accession.
func (f *bookFacts) row(a transfer.Accession, now time.Time) BookRow {
	r := BookRow{Accession: a}
	replaced := map[string]string{}
	for _, p := range f.portions[a.ID] {
		if p.Redelivery != "" {
			replaced[p.Redelivery] = p.ID
		}
	}
	for _, p := range f.portions[a.ID] {
		if _, old := replaced[p.ID]; !old && p.State != transfer.Discarded {
			r.Portions++
			r.Files += p.Files
			r.Bytes += p.Bytes
			r.Versions = max(r.Versions, versionOf(p, f.portions[a.ID]))
		}
	}
	r.Step, r.Portion = f.step(a, replaced)
	f.due(&r, now)
	return r
}

// versionOf counts how many deliveries p replaced, itself included.
func versionOf(p transfer.Portion, all []transfer.Portion) int {
	n := 1
	for at := p.Redelivery; at != "" && n <= len(all); n++ {
		i := slices.IndexFunc(all, func(x transfer.Portion) bool { return x.ID == at })
		if i < 0 {
			return n
		}
		at = all[i].Redelivery
	}
	return n
}

// step finds what comes next: the earliest step of any portion in force.
func (f *bookFacts) step(a transfer.Accession, replaced map[string]string) (NextStep, string) {
	if a.State == transfer.AccessionDiscarded {
		return NextNone, ""
	}
	if s := endOf(a, f.acts[a.ID][transfer.ActDeletion]); s != "" {
		return s, ""
	}
	order := []NextStep{NextCheck, NextDecide, NextOffer, NextAppraise, NextPackage, NextSend, NextReceipt, NextRedelivery, NextClear}
	best, at := len(order), ""
	for _, p := range f.portions[a.ID] {
		if _, old := replaced[p.ID]; old {
			continue
		}
		if i := slices.Index(order, StepOf(p)); i >= 0 && i < best {
			best, at = i, p.ID
		}
	}
	switch {
	case best < len(order):
		return order[best], at
	case a.State == transfer.Offered:
		return NextOffer, ""
	}
	return NextAwait, ""
}

// StepOf is the next step of one portion; "" where its accession waits for more. It is
// the first half of the rule, told from the state alone; NextOf asks further.
func StepOf(p transfer.Portion) NextStep {
	offer := p.Message() == procedure.Offer
	switch p.State {
	case transfer.Arrived, transfer.Recognised:
		return NextCheck
	case transfer.Checked:
		return NextDecide
	case transfer.Accepted, transfer.AcceptedWithException:
		if offer {
			return NextOffer
		}
		return NextAppraise
	case transfer.Returned:
		return NextRedelivery
	case transfer.Appraised:
		if offer {
			return ""
		}
		return NextPackage
	case transfer.Packaged:
		return NextSend
	case transfer.Sent:
		return NextReceipt
	case transfer.Confirmed:
		return NextClear
	}
	return ""
}

// due finds the next deadline: an own one, or the legal one of a portion.
func (f *bookFacts) due(r *BookRow, now time.Time) {
	if r.State.Ended() {
		return
	}
	take := func(at time.Time, what string) {
		if !at.IsZero() && (r.Due.IsZero() || at.Before(r.Due)) {
			r.Due, r.DueWhat = at, what
		}
	}
	for _, d := range f.deadlines[r.ID] {
		take(d.Due, d.What)
	}
	for _, p := range f.portions[r.ID] {
		switch p.State {
		case transfer.Arrived, transfer.Recognised, transfer.Checked, transfer.Accepted, transfer.AcceptedWithException:
			take(p.Due, DeadlineAppraisal)
		}
	}
	if !r.Due.IsZero() {
		r.DueState = slip.NoticeAt(now, r.Due, cmp.Or(f.notice[r.Profile], intake.DefaultNotice))
	}
}

// Due lists the open accessions whose next own deadline is near or past, the next
// first: deadlines a person set, offers to be appraised, crawls of a cycle (A3,
// F13). What is due at a portion is among Notices.
func (bk *Books) Due(ctx context.Context) ([]BookRow, error) {
	rows, err := bk.BookRows(ctx)
	if err != nil {
		return nil, err
	}
	own, err := bk.Portions.Deadlines(ctx, "")
	if err != nil {
		return nil, err
	}
	rows = slices.DeleteFunc(rows, func(r BookRow) bool {
		near := r.DueState == slip.Near || r.DueState == slip.Overdue
		return !near || !slices.ContainsFunc(own, func(d transfer.Deadline) bool { return d.Accession == r.ID && d.Due.Equal(r.Due) })
	})
	slices.SortStableFunc(rows, func(a, b BookRow) int { return a.Due.Compare(b.Due) })
	return rows, nil
}

// BookFilter narrows the book; zero fields do not.
type BookFilter struct {
	Year   int
	Agency string // id or part of the name
	State  transfer.AccessionState
	Due    bool // near or overdue only
	Mine   []string
	Open   bool // not closed
}

// Fits reports whether a line belongs to what is asked for.
func (f BookFilter) Fits(r BookRow) bool {
	switch {
	case f.Year != 0 && r.Opened.In(time.Local).Year() != f.Year,
		f.State != "" && r.State != f.State,
		f.Open && r.State.Ended(),
		f.Due && r.DueState != slip.Near && r.DueState != slip.Overdue,
		len(f.Mine) > 0 && !slices.Contains(f.Mine, r.AgencyID) && !slices.Contains(f.Mine, r.Profile),
		f.Agency != "" && r.AgencyID != f.Agency && !containsFold(r.Agency, f.Agency):
		return false
	}
	return true
}

// containsFold reports whether part occurs in s, whatever the case.
func containsFold(s, part string) bool {
	return strings.Contains(strings.ToLower(s), strings.ToLower(part))
}

// BookEntry is an accession with all that was kept with it.
type BookEntry struct {
	BookRow
	Deliveries    []transfer.Portion      `json:"portionList"`
	Letters       []transfer.Letter       `json:"letters"` // of the accession and of its portions
	Remarks       []transfer.Remark       `json:"remarks"`
	Deadlines     []transfer.Deadline     `json:"deadlines"`
	Acts          []transfer.Act          `json:"acts"`
	Confirmations []transfer.Confirmation `json:"confirmations"`
	Needed        []string                `json:"confirmationsNeeded"` // the profile's (C8)
}

// Missing are the confirmations the profile asks for that are not noted yet.
func (e *BookEntry) Missing() []string {
	return slices.DeleteFunc(slices.Clone(e.Needed), func(name string) bool {
		return slices.ContainsFunc(e.Confirmations, func(c transfer.Confirmation) bool { return c.Name == name })
	})
}

// Unreceipted are the portions whose receipt was not confirmed to the agency yet (A19):
// checked, not closed, and without the act.
func (e *BookEntry) Unreceipted() []string {
	var out []string
	for _, p := range e.Deliveries {
		told := slices.ContainsFunc(e.Acts, func(a transfer.Act) bool { return a.Portion == p.ID && a.Kind == transfer.ActReceipt })
		if p.Kind != "" && p.State != transfer.Closed && !told {
			out = append(out, p.ID)
		}
	}
	return out
}

// Empty reports whether nothing has come of the accession: no delivery lies in it but
// discarded ones, nothing was confirmed.
func (e *BookEntry) Empty() bool { return e.Portions == 0 && len(e.Acts) == 0 && !e.State.Ended() }

// Version counts the deliveries that delivery i replaced, itself included.
func (e *BookEntry) Version(i int) int {
	n, at := 1, e.Deliveries[i].Redelivery
	for at != "" && n <= len(e.Deliveries) { // a circle of replacements ends as well
		j := slices.IndexFunc(e.Deliveries, func(p transfer.Portion) bool { return p.ID == at })
		n++
		if j < 0 {
			break
		}
		at = e.Deliveries[j].Redelivery
	}
	return n
}

// Redelivered is the last portion that replaces another, "" if none does.
func (e *BookEntry) Redelivered() string {
	out := ""
	for _, p := range e.Deliveries {
		if p.Redelivery != "" {
			out = p.ID
		}
	}
	return out
}

// BookEntry gives one accession, by id or number.
func (bk *Books) BookEntry(ctx context.Context, id string) (*BookEntry, error) {
	a, err := bk.Portions.Accession(ctx, id)
	if err != nil {
		return nil, err
	}
	e := &BookEntry{Needed: bk.needed(ctx, a)}
	if e.Deliveries, err = bk.Portions.OfAccession(ctx, a.ID); err != nil {
		return nil, err
	}
	if e.Deadlines, err = bk.Portions.Deadlines(ctx, a.ID); err != nil {
		return nil, err
	}
	if e.Remarks, err = bk.Portions.Remarks(ctx, a.ID); err != nil {
		return nil, err
	}
	if e.Acts, err = bk.Portions.Acts(ctx, a.ID); err != nil {
		return nil, err
	}
	if e.Confirmations, err = bk.Portions.Confirmations(ctx, a.ID); err != nil {
		return nil, err
	}
	if e.Letters, err = bk.Portions.AccessionLetters(ctx, a.ID); err != nil {
		return nil, err
	}
	for _, p := range e.Deliveries {
		letters, err := bk.Portions.Letters(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		e.Letters = append(e.Letters, letters...)
	}
	f := &bookFacts{portions: map[string][]transfer.Portion{a.ID: e.Deliveries}, deadlines: map[string][]transfer.Deadline{},
		notice: map[string]int{}, acts: map[string]map[transfer.ActKind]bool{a.ID: {}}}
	for _, d := range e.Deadlines {
		if d.Met.IsZero() {
			f.deadlines[a.ID] = append(f.deadlines[a.ID], d)
		}
	}
	for _, act := range e.Acts {
		f.acts[a.ID][act.Kind] = true
	}
	if prof, err := bk.Profiles.Get(ctx, a.Profile); err == nil {
		f.notice[a.Profile] = prof.Deadlines.NoticeDays
	}
	e.BookRow = f.row(a, bk.Office.Now())
	return e, nil
}

// needed are the confirmations the profile of an accession asks for, for a civil
// register those of both registers where nothing else is agreed (C8).
func (bk *Books) needed(ctx context.Context, a transfer.Accession) []string {
	if a.Profile != "" {
		if p, err := bk.Profiles.Get(ctx, a.Profile); err == nil && len(p.Confirmations) > 0 {
			return p.Confirmations
		}
	}
	if a.Kind == "register" {
		return registerConfirmations
	}
	return nil
}
