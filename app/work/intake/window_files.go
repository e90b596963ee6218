package intake

import (
	"context"
	"database/sql"
	"errors"
	"strings"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// errEnough ends a walk early.
var errEnough = errors.New("enough")

// Delivered gives the files of a portion from offset on, at most limit, ordered
// as the journal or the container has them. Before the first check only path and
// size are known. Error: Refused when the container cannot be opened.
func (room *Intake) Delivered(ctx context.Context, id string, offset, limit int) ([]check.FileFact, error) {
	p, err := room.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if p.Run != "" {
		return room.Contents.leaf(ctx, p.Run, max(offset, 0), limit)
	}
	var out []check.FileFact
	n := 0
	take := func(f check.FileFact) error {
		if n++; n > offset {
			out = append(out, f)
		}
		if len(out) == limit {
			return errEnough
		}
		return nil
	}
	if err = room.listed(ctx, p, take); errors.Is(err, errEnough) {
		err = nil
	}
	return out, err
}

// Came tells which of some paths are files of a delivery, as its last check read it; nil
// before the first.
func (c *Contents) Came(ctx context.Context, p transfer.Portion, paths []string) (map[string]bool, error) {
	if p.Run == "" {
		return nil, nil
	}
	return c.Journal.Holds(ctx, p.Run, paths)
}

func (room *Intake) listed(ctx context.Context, p transfer.Portion, take func(check.FileFact) error) error {
	tree, err := room.Tree(ctx, p)
	if refused, ok := errors.AsType[*container.Refused](err); ok {
		return failure.Wrap(failure.Refused, "list files of "+p.ID, wording.Say("hint.intake.container-refused", refused.Error()), err)
	}
	if err != nil {
		return err
	}
	err = tree.Files(ctx, func(e container.Entry) error { return take(check.FileFact{Path: e.Path, Size: e.Size}) })
	return CloseWith(tree, err)
}

// Halt stops the work on a checked portion in a controlled way (A11): the reason
// stands at the portion and in the log, the state stays. Errors: Refused without
// a reason or before a check.
func (room *Intake) Halt(ctx context.Context, id, reason string) error {
	person, err := room.Office.MustPerson(people.Decide, "halt portion")
	if err != nil {
		return err
	}
	if reason = strings.TrimSpace(reason); reason == "" {
		return failure.New(failure.Refused, "halt "+id, wording.Say("hint.intake.stopping-needs-reason"))
	}
	p, err := room.Portions.Get(ctx, id)
	if err != nil {
		return err
	}
	if p.State != transfer.Checked {
		return failure.New(failure.Refused, "halt "+id, wording.Say("hint.intake.stopping-needs-check"))
	}
	e := room.Office.Event(events.Decided, id, "", "halted", map[string]string{"reason": reason, "person": person})
	_, err = room.Portions.Amend(ctx, id, func(p *transfer.Portion) { p.Fault = "Angehalten von " + person + ": " + reason },
		func(tx *sql.Tx, _ transfer.Portion) error { return room.Log.Entry(ctx, e)(tx) })
	return err
}
