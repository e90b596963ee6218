package intake

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// Outcome is what a person decides about a checked portion.
type Outcome string

// The outcomes (A11, A33).
const (
	Accept    Outcome = "accept"
	Exception Outcome = "exception" // accept although something is wrong, with reason and person
	Return    Outcome = "return"    // the whole portion goes back
)

// Ways gives what may be decided about a checked portion: accept when nothing
// of severity error stands in the way, else what every finding's code allows.
func (room *Intake) Ways(rep *check.Report) []Outcome {
	switch {
	case room.Classified(rep):
		return nil
	case rep.Verdict == check.Accepted:
		return []Outcome{Accept, Return}
	}
	var hard []check.Finding
	for _, f := range rep.Findings {
		if f.Severity != check.Error {
			continue
		}
		if rep.Kind == PlainKind && rep.Verdict == check.Rejected && keptAsIs(f) {
			continue
		}
		hard = append(hard, f)
	}
	ways := room.Registry.Ways(hard)
	if len(hard) == 0 {
		ways = []check.WayOut{check.AcceptException}
	}
	if rep.Verdict == check.Rejected && slices.Contains(ways, check.AcceptException) {
		return []Outcome{Return, Exception}
	}
	return []Outcome{Return}
}

// Decide records a person's decision. An exception needs a reason; a return
// writes the claim letter (see Claim) and makes it final. Errors: Refused when
// the findings do not allow the outcome or the portion is not checked.
func (room *Intake) Decide(ctx context.Context, id string, o Outcome, reason string) (transfer.Portion, error) {
	person, err := room.Office.MustPerson(people.Decide, "decide on portion")
	if err != nil {
		return transfer.Portion{}, err
	}
	rep, err := room.Report(ctx, id)
	if err != nil {
		return transfer.Portion{}, err
	}
	if !slices.Contains(room.Ways(rep), o) {
		return transfer.Portion{}, failure.New(failure.Refused, fmt.Sprintf("%s %s", o, id), room.whyNot(rep, o))
	}
	reason = strings.TrimSpace(reason)
	if o == Exception && reason == "" {
		return transfer.Portion{}, failure.New(failure.Refused, "accept with exception", wording.Say("hint.intake.exception-needs-reason"))
	}
	to := map[Outcome]transfer.State{Accept: transfer.Accepted, Exception: transfer.AcceptedWithException, Return: transfer.Returned}[o]
	also := func(tx *sql.Tx, p transfer.Portion) error {
		return room.Log.Entry(ctx, room.Office.Event(events.Decided, id, "", string(to),
			map[string]string{"reason": reason, "person": person}))(tx)
	}
	letters, err := room.answerOf(ctx, id, o)
	if err != nil {
		return transfer.Portion{}, err
	}
	return room.Portions.Move(ctx, id, to, nil, func(tx *sql.Tx, p transfer.Portion) error {
		for _, l := range letters {
			if err := transfer.AddLetter(ctx, tx, l); err != nil {
				return err
			}
		}
		return also(tx, p)
	})
}

// answerOf writes what the agency gets with a decision: the final claim, or the
// confirmed slip.
func (room *Intake) answerOf(ctx context.Context, id string, o Outcome) ([]transfer.Letter, error) {
	if o == Return {
		l, err := room.Claims.writeClaim(ctx, id, true)
		return []transfer.Letter{l}, err
	}
	p, err := room.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return room.confirmSlip(ctx, p)
}

// whyNot says why an outcome is not offered.
func (room *Intake) whyNot(rep *check.Report, o Outcome) wording.Text {
	switch {
	case room.Classified(rep):
		return wording.Say("hint.intake.why-classified")
	case rep.Verdict == check.Unreadable:
		return wording.Say("hint.intake.why-unreadable")
	case o == Accept:
		return wording.Say("hint.intake.why-errors", rep.Count(check.Error))
	case o == Exception && rep.Verdict == check.Accepted:
		return wording.Say("hint.intake.why-no-error")
	default:
		return wording.Say("hint.intake.why-no-exception")
	}
}

// keptAsIs tells of a finding in a share that nobody mends, since nobody renames or writes
// anew there: odd names, XML that is not evaluated, and a container in it that was not
// opened because it would harm whoever unpacks it. None was unpacked here; a person takes
// the file as it is, with a reason. A share that itself is such a container is unreadable.
func keptAsIs(f check.Finding) bool {
	return slices.Contains(OddNames, f.Code) || slices.Contains(closedInside, f.Code) || f.Code == check.XMLEntities
}

// closedInside are the faults for which a container within a delivery stays closed.
var closedInside = []string{container.PathEscape, container.AbsolutePath, container.LinkOrDevice, container.Bomb, container.TooMuch,
	container.Overlap, container.HeaderDiffers, container.TooDeep, container.SameName}
