package intake

import (
	"context"
	"fmt"
	"slices"

	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/people"
	"laufzettel/transfer/signature"
)

// dirTrust holds the issuers of certificates this archive trusts.
const dirTrust = "trust"

// Trust is the store of issuers that electronic signatures may end in (E6).
func (room *Intake) Trust() *signature.Store { return signature.NewStore(room.Office.Path(dirTrust)) }

// AddIssuers trusts the certificates of files from now on; the act and the
// fingerprints stand in the log. Deliveries checked before are not judged anew.
func (room *Intake) AddIssuers(ctx context.Context, names []string) ([]signature.Issuer, error) {
	if _, err := room.Office.MustPerson(people.Tools, "trust issuers"); err != nil {
		return nil, err
	}
	added, err := room.Trust().Add(ctx, names)
	for _, i := range added {
		e := room.Office.Event(events.Configured, dirTrust, i.Fingerprint, "trusted", map[string]string{"subject": i.Subject})
		if err := room.Office.Store.WithTx(ctx, room.Log.Entry(ctx, e)); err != nil {
			return added, fmt.Errorf("note trusted issuer: %w", err)
		}
	}
	return added, err
}

// RemoveIssuer withdraws trust from an issuer.
func (room *Intake) RemoveIssuer(ctx context.Context, fingerprint string) (signature.Issuer, error) {
	if _, err := room.Office.MustPerson(people.Tools, "trust issuers"); err != nil {
		return signature.Issuer{}, err
	}
	gone, err := room.Trust().Remove(fingerprint)
	if err != nil {
		return gone, err
	}
	return gone, room.Office.Store.WithTx(ctx, room.Log.Entry(ctx,
		room.Office.Event(events.Configured, dirTrust, gone.Fingerprint, "withdrawn", map[string]string{"subject": gone.Subject})))
}

// Checker is the engine with the issuers trusted today.
func (room *Intake) Checker() (*check.Engine, error) {
	roots, err := room.Trust().Pool()
	if err != nil {
		return room.Engine, err
	}
	evidence, err := room.Trust().Evidence()
	if err != nil || roots == nil && evidence == nil {
		return room.Engine, err
	}
	e := *room.Engine
	e.Kinds = slices.Clone(e.Kinds)
	for i, k := range e.Kinds {
		if n, ok := k.(norm.Kind); ok {
			n.Roots, n.Evidence = roots, evidence
			e.Kinds[i] = n
		}
	}
	return &e, nil
}
