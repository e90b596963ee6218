package accession

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"laufzettel/app/work/intake"
	"laufzettel/sync/queue"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// The steps of one portion, where it is asked for by itself: what the book sums up as
// decide and appraise is told apart here.
const (
	NextAccept  NextStep = "accept"  // nothing of severity error stands in the way
	NextReturn  NextStep = "return"  // errors: give it back, or make an exception with a reason
	NextStop    NextStep = "stop"    // classified: its way ends here (G15)
	NextRelease NextStep = "release" // a second person releases what is decided V (G18)
	NextFinish  NextStep = "finish"  // everything is decided: finish the appraisal
	NextAnswer  NextStep = "answer"  // the offer is appraised: tell the agency (0502)
)

// Plain reports whether the step decides nothing that is not decided already, so that
// a person may have it done by a yes. Every other step is an act of its own.
func (s NextStep) Plain() bool {
	return slices.Contains([]NextStep{NextCheck, NextAccept, NextPackage, NextSend, NextReceipt}, s)
}

// Next is what comes next for one portion, with the numbers that say why.
type Next struct {
	Portion    string         `json:"portion"`
	Name       string         `json:"name"`
	State      transfer.State `json:"state"`
	Step       NextStep       `json:"next"`
	Accession  string         `json:"accession,omitempty"` // its number
	Total      int            `json:"total,omitempty"`     // units to appraise
	Open       int            `json:"open,omitempty"`      // of them undecided
	Unreleased int            `json:"unreleased,omitempty"`
	Errors     int            `json:"errors,omitempty"`
	Warnings   int            `json:"warnings,omitempty"`
	Jobs       []string       `json:"jobs,omitempty"` // of the outbox, that stand still
	Held       string         `json:"held,omitempty"` // why it stands still, "" where it does not
}

// Plain reports whether the step can be done as it stands, see NextStep.Plain.
func (n Next) Plain() bool { return n.Step.Plain() && n.Held == "" }

// Next gives what comes next for a portion: the one rule, asked by window and command
// line alike. Error: Refused where there is no such portion.
func (bk *Books) Next(ctx context.Context, id string) (Next, error) {
	p, err := bk.Portions.Get(ctx, id)
	if err != nil {
		return Next{}, err
	}
	return bk.NextOf(ctx, p)
}

// Waiting gives what comes next for every portion with something to do or to wait
// for, the oldest first.
func (bk *Books) Waiting(ctx context.Context) ([]Next, error) {
	all, err := bk.Portions.List(ctx)
	if err != nil {
		return nil, err
	}
	replaced := map[string]bool{}
	for _, p := range all {
		replaced[p.Redelivery] = true
	}
	var out []Next
	for _, p := range slices.Backward(all) {
		if StepOf(p) == NextRedelivery {
			ended, err := ended(ctx, bk, p)
			if err != nil {
				return nil, err
			}
			if !replaced[p.ID] && !ended {
				out = append(out, Next{Portion: p.ID, Name: p.Name, State: p.State, Step: NextRedelivery})
			}
			continue
		}
		n, err := bk.NextOf(ctx, p)
		if err != nil {
			return nil, err
		}
		if n.Step != NextNone {
			out = append(out, n)
		}
	}
	return out, nil
}

// OffersWaiting gives, of the lines of the book, the offers whose appraisal is asked for and
// that hold no portion yet: they wait too, though no portion says so (A3).
func OffersWaiting(rows []BookRow) []BookRow {
	return slices.DeleteFunc(rows, func(r BookRow) bool { return r.Step != NextOffer || r.Portion != "" })
}

// NextOf is Next for a portion that is read already.
func (bk *Books) NextOf(ctx context.Context, p transfer.Portion) (Next, error) {
	n := Next{Portion: p.ID, Name: p.Name, State: p.State, Step: StepOf(p)}
	if ended, err := ended(ctx, bk, p); err != nil || ended {
		n.Step = NextNone
		return n, err
	}
	var err error
	switch n.Step {
	case NextDecide:
		err = bk.nextDecision(ctx, p, &n)
	case NextOffer, NextAppraise:
		err = bk.nextJudgement(ctx, &n)
	case NextRedelivery:
		err = bk.nextVersion(ctx, &n)
	case NextSend, NextReceipt:
		err = bk.nextDispatch(ctx, &n)
	case NextClear:
		err = bk.nextEnding(ctx, p, &n)
	case "":
		if n.Step = NextNone; p.State == transfer.Appraised {
			n.Step = NextAnswer
		}
	}
	return n, err
}

// ended reports whether the accession of a portion is closed or discarded: nothing waits in
// it, whatever state an offer in it stayed in.
func ended(ctx context.Context, bk *Books, p transfer.Portion) (bool, error) {
	if p.AccessionID == "" {
		return false, nil
	}
	a, err := bk.Portions.Accession(ctx, p.AccessionID)
	return err == nil && a.State.Ended(), err
}

// ToFinish gives the portions whose appraisal a person ends by naming one of them, or their
// accession by number or id: of an accession all that are being appraised, the oldest first.
// Error: Refused where none is, or where the name is neither.
func ToFinish(ctx context.Context, bk *Books, name string) ([]string, error) {
	a, err := bk.Portions.Accession(ctx, name)
	if err != nil {
		if _, missing := bk.Portions.Get(ctx, name); missing == nil || !strings.Contains(name, "/") {
			return []string{name}, nil // a name that is neither is told as that of a portion
		}
		return nil, err
	}
	all, err := bk.Portions.OfAccession(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, p := range all {
		if s := StepOf(p); s == NextOffer || s == NextAppraise {
			out = append(out, p.ID)
		}
	}
	if len(out) == 0 {
		return nil, failure.New(failure.Refused, "finish appraisal", wording.Say("hint.appraise.none-in-accession", a.Number))
	}
	slices.Sort(out)
	return out, nil
}

// nextDecision tells what the findings leave to decide, the mildest way first.
func (bk *Books) nextDecision(ctx context.Context, p transfer.Portion, n *Next) error {
	rep, err := bk.Intake.Report(ctx, p.ID)
	if err != nil {
		return err
	}
	n.Errors, n.Warnings, n.Held = rep.Count(check.Error), rep.Count(check.Warning), p.Fault
	switch ways := bk.Intake.Ways(rep); {
	case slices.Contains(ways, intake.Accept):
		n.Step = NextAccept
	case slices.Contains(ways, intake.Return):
		n.Step = NextReturn
	default:
		n.Step = NextStop
	}
	return nil
}

// nextJudgement tells whether units are open, released, or all is decided.
func (bk *Books) nextJudgement(ctx context.Context, n *Next) error {
	a, err := bk.Ending.Desk.Outlined(ctx, n.Portion)
	if err != nil {
		return err
	}
	n.Total, n.Open, n.Unreleased = a.Progress.Total, a.Progress.Open, a.Progress.Unreleased
	switch {
	case n.Open > 0:
		n.Step = NextAppraise
	case n.Unreleased > 0 && !bk.Office.Settings.Get().Alone:
		n.Step = NextRelease
	default:
		n.Step = NextFinish
	}
	return nil
}

// nextVersion tells whether the redelivery of a returned portion has come: then the
// new portion goes on, and this one is history.
func (bk *Books) nextVersion(ctx context.Context, n *Next) error {
	replaced, err := bk.Portions.Replaced(ctx, n.Portion)
	if replaced {
		n.Step = NextNone
	}
	return err
}

// nextDispatch finds the jobs of the outbox that stand still until a person does
// something about them. Of several jobs for one package the latest counts.
func (bk *Books) nextDispatch(ctx context.Context, n *Next) error {
	packages, err := bk.Portions.Packages(ctx, n.Portion)
	if err != nil {
		return err
	}
	jobs, err := bk.Outbox.Queue.List(ctx)
	if err != nil {
		return err
	}
	for _, pkg := range packages {
		var last queue.Job
		for _, j := range jobs {
			if j.Subject == pkg.PID && !j.Created.Before(last.Created) {
				last = j
			}
		}
		switch {
		case pkg.State == transfer.PackageConfirmed:
		case last.State == queue.Cancelled: // sending puts it in anew
			n.Step = NextSend
		case last.State.Stuck():
			n.Jobs = append(n.Jobs, last.ID)
			n.Held = cmp.Or(n.Held, last.Reason, "Der Auftrag "+last.ID+" ruht")
		}
	}
	return nil
}

// nextEnding tells what is left of a confirmed portion: the receipt of its accession
// package, then what its accession waits for.
func (bk *Books) nextEnding(ctx context.Context, p transfer.Portion, n *Next) error {
	packages, err := bk.Portions.Packages(ctx, p.ID)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(packages, func(x transfer.Package) bool { return x.State != transfer.PackageConfirmed }) {
		n.Step = NextReceipt
		return bk.nextDispatch(ctx, n)
	}
	a, err := bk.Portions.Accession(ctx, p.AccessionID)
	if err != nil {
		return err
	}
	acts, err := bk.Portions.Acts(ctx, a.ID)
	if err != nil {
		return err
	}
	n.Accession = a.Number
	told := slices.ContainsFunc(acts, func(x transfer.Act) bool { return x.Kind == transfer.ActDeletion })
	if s := endOf(a, told); s != "" {
		n.Step = s
	}
	return nil
}

// endOf is what a cleared or closed accession waits for; "" before.
func endOf(a transfer.Accession, told bool) NextStep {
	switch {
	case a.State == transfer.AccessionClosed:
		return NextNone
	case a.State == transfer.Cleared && !told:
		return NextDeletion
	case a.State == transfer.Cleared:
		return NextClose
	}
	return ""
}
