package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Applied shows an enrolment that came as a file: who asks, and the fingerprint to
// be compared. State is "" for a key that is not known yet. Refused for another file.
func (a *Admin) Applied(ctx context.Context, envelope []byte) (Application, error) {
	e, public, err := sign.OpenEnrolment(ctx, envelope)
	if err == nil {
		err = checkApplicant(e)
	}
	if err != nil {
		return Application{}, failure.Wrap(failure.Refused, "read enrolment", wording.Say("hint.archive.enrolment-file-bad"), err)
	}
	k, err := a.findKey(ctx, public.ID())
	if refused, ok := errors.AsType[*sign.RefusedError](err); ok && refused.Reason == sign.KeyUnknown {
		app := Application{Client: Client{ID: public.ID(), KeyID: public.ID(), Fingerprint: public.Fingerprint(), Office: e.Office,
			Host: e.Host}}
		return app, a.compare(ctx, &app)
	}
	if err != nil {
		return Application{}, err
	}
	app := Application{Client: k.client()}
	if app.State == "pending" { // waits under a name it gave over the channel; the file says it anew
		app.Office, app.Host = e.Office, e.Host
	}
	return app, a.compare(ctx, &app)
}

// Admit makes the key of an enrolment by file active, once fingerprint, which a
// person was told by another way, is that of the key, as Confirm does. It gives the
// answer for the client. Admitting again gives the answer again and leaves the roles.
// Refused as Confirm does, and for revoked keys; Setup as long as the archive has no
// key of its own.
func (a *Admin) Admit(ctx context.Context, envelope []byte, consent Consent) (Client, []byte, error) {
	roles, err := checkRoles(consent.Roles)
	if err != nil {
		return Client{}, nil, err
	}
	app, err := a.Applied(ctx, envelope)
	c := app.Client
	if err != nil {
		return c, nil, err
	}
	if c.State == "active" {
		consent.Join = len(app.Taken) > 0 // it is one of them already
	}
	if err := app.allows(consent, "admit key"); err != nil {
		return c, nil, err
	}
	if c.State != "" && c.State != "pending" && c.State != "active" {
		return c, nil, failure.New(failure.Refused, "admit key", wording.Say("hint.archive.enrolment-key-revoked"))
	}
	var trust []byte
	err = a.db.WithTx(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, "SELECT envelope FROM archive_trust ORDER BY id DESC LIMIT 1").Scan(&trust)
		if errors.Is(err, sql.ErrNoRows) {
			return failure.New(failure.Setup, "admit key", wording.Say("hint.archive.no-own-key"))
		}
		if err != nil || c.State == "active" {
			return err
		}
		return a.admit(ctx, tx, envelope, c, roles)
	})
	if err != nil {
		return c, nil, fmt.Errorf("admit key: %w", err)
	}
	if c.State != "active" {
		c.State, c.Roles = "active", roles
	}
	root, err := lastEnvelope(ctx, a.db.Reader(), "archive_root")
	if err != nil {
		return c, nil, err
	}
	answer := sign.Answer{Format: sign.FormatAnswer, KeyID: c.KeyID, Client: c.ID, Trust: trust, Root: root}
	for _, r := range c.Roles {
		answer.Roles = append(answer.Roles, string(r))
	}
	raw, err := json.MarshalIndent(answer, "", "  ")
	return c, append(raw, '\n'), err
}

func (a *Admin) admit(ctx context.Context, tx *sql.Tx, envelope []byte, c Client, roles []Role) error {
	e, public, err := sign.OpenEnrolment(ctx, envelope)
	if err != nil {
		return err
	}
	now := a.clock()
	if err := insertPending(ctx, tx, e, public, false, now); err != nil {
		return err
	}
	return activate(ctx, tx, c.KeyID, c.ID, roles, now.UnixMilli())
}
