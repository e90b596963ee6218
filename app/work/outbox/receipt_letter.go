package outbox

import (
	"context"
	"fmt"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
)

// ReceiptText gives what the letter of receipt confirms beyond the bytes: the
// outcome of the check, and what the kind of the delivery has to say (D5, E4).
func (ob *Outbox) ReceiptText(ctx context.Context, p transfer.Portion) ([]string, error) {
	rep, err := ob.Intake.Report(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	accepted := rep.Verdict == check.Accepted
	outcome := "Die Prüfung fand keinen Fehler."
	if !accepted {
		outcome = fmt.Sprintf("Die Prüfung fand %d Fehler; dazu schreiben wir Ihnen gesondert.", rep.Count(check.Error))
	}
	out := []string{fmt.Sprintf("Unsere Nummer der Lieferung ist %s. %s", p.ID, outcome)}
	k, ok := ob.Contents.KindNamed(p.Kind).(check.Receipting)
	if !ok {
		return out, nil
	}
	roots, err := ob.Portions.Objects(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	return append(out, k.ReceiptText(roots, rep.Files, accepted)...), nil
}
