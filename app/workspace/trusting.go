package workspace

import (
	"context"
	"fmt"
	"slices"

	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/norm"
	"laufzettel/transfer/signature"
)

// dirTrust holds the issuers of certificates this archive trusts.
const dirTrust = "trust"

// Trust is the store of issuers that electronic signatures may end in (E6).
func (w *Workspace) Trust() *signature.Store { return signature.NewStore(w.path(dirTrust)) }

// AddIssuers trusts the certificates of files from now on; the act and the
// fingerprints stand in the log. Deliveries checked before are not judged anew.
func (w *Workspace) AddIssuers(ctx context.Context, names []string) ([]signature.Issuer, error) {
	if _, err := w.mustPerson("trust issuers"); err != nil {
		return nil, err
	}
	added, err := w.Trust().Add(ctx, names)
	for _, i := range added {
		e := w.event(events.Configured, dirTrust, i.Fingerprint, "trusted", map[string]string{"subject": i.Subject})
		if err := w.store.WithTx(ctx, w.log(ctx, e)); err != nil {
			return added, fmt.Errorf("note trusted issuer: %w", err)
		}
	}
	return added, err
}

// RemoveIssuer withdraws trust from an issuer.
func (w *Workspace) RemoveIssuer(ctx context.Context, fingerprint string) (signature.Issuer, error) {
	if _, err := w.mustPerson("trust issuers"); err != nil {
		return signature.Issuer{}, err
	}
	gone, err := w.Trust().Remove(fingerprint)
	if err != nil {
		return gone, err
	}
	return gone, w.store.WithTx(ctx, w.log(ctx, w.event(events.Configured, dirTrust, gone.Fingerprint, "withdrawn", map[string]string{"subject": gone.Subject})))
}

// checker is the engine with the issuers trusted today.
func (w *Workspace) checker() (*check.Engine, error) {
	roots, err := w.Trust().Pool()
	if err != nil || roots == nil {
		return w.engine, err
	}
	e := *w.engine
	e.Kinds = slices.Clone(e.Kinds)
	for i, k := range e.Kinds {
		if n, ok := k.(norm.Kind); ok {
			n.Roots = roots
			e.Kinds[i] = n
		}
	}
	return &e, nil
}
