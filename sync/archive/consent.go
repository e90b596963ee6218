package archive

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Application is an enrolment that waits, with all the archive has to know before it
// makes the key active.
type Application struct {
	Client
	Invited bool
	// Taken are the active keys under the same name: one more of this office needs
	// Consent.Join. Alike are those under names a hurried eye takes for this one.
	Taken, Alike []Client
}

// Consent is what a person of the archive says to an application.
type Consent struct {
	Fingerprint string // as the office told it by another way
	Join        bool   // one more machine of the office that bears the name already
	Roles       []Role // none: RoleDeliver
}

var codeHint = wording.Say("hint.archive.code-unknown")

// Lookup shows the enrolment a code stands for, so that the fingerprint can be
// compared before Confirm. Refused when the code is unknown, used or too old.
func (a *Admin) Lookup(ctx context.Context, code string) (Application, error) {
	now := a.clock().UnixMilli()
	k, err := a.scanKey(a.db.Reader().QueryRowContext(ctx, "SELECT "+keyColumns+` JOIN archive_code o ON o.key_id = k.key_id
		WHERE o.code_hash = ? AND o.used_at IS NULL AND o.expires_at > ? AND k.state = 'pending'`, hashCode(code), now))
	if errors.Is(err, sql.ErrNoRows) {
		return Application{}, failure.New(failure.Refused, "look up enrolment code", codeHint)
	}
	if err != nil {
		return Application{}, fmt.Errorf("look up enrolment code: %w", err)
	}
	app := Application{Client: k.client()}
	if err := a.db.Reader().QueryRowContext(ctx, "SELECT invited FROM archive_key WHERE key_id = ?",
		k.keyID).Scan(&app.Invited); err != nil {
		return Application{}, fmt.Errorf("look up enrolment code: %w", err)
	}
	return app, a.compare(ctx, &app)
}

// compare looks for others that bear the name or one like it.
func (a *Admin) compare(ctx context.Context, app *Application) error {
	all, err := a.Clients(ctx)
	if err != nil {
		return err
	}
	for _, c := range all {
		switch {
		case c.ID == app.ID || c.State != "active":
		case addressee(c.Office) == addressee(app.Office):
			app.Taken = append(app.Taken, c)
		case alike(c.Office, app.Office):
			app.Alike = append(app.Alike, c)
		}
	}
	return nil
}

// Confirm makes the key active to which the one-time code was given, once the
// fingerprint a person was told by another way is that of the key. Refused, with all
// there is to compare in the hint, without a fingerprint or with another one, and for
// a name that is taken unless the consent says so.
func (a *Admin) Confirm(ctx context.Context, code string, consent Consent) (Client, error) {
	roles, err := checkRoles(consent.Roles)
	if err != nil {
		return Client{}, err
	}
	app, err := a.Lookup(ctx, code)
	if err != nil {
		return Client{}, err
	}
	if err := app.allows(consent, "confirm key"); err != nil {
		return Client{}, err
	}
	c, now := app.Client, a.clock().UnixMilli()
	err = a.db.WithTx(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, "UPDATE archive_code SET used_at = ? WHERE code_hash = ? AND used_at IS NULL AND key_id = ?", now,
			hashCode(code), c.KeyID)
		if err != nil {
			return err
		}
		if n, err := res.RowsAffected(); err != nil || n != 1 {
			return errors.Join(err, failure.New(failure.Refused, "confirm key", codeHint))
		}
		return activate(ctx, tx, c.KeyID, c.ID, roles, now)
	})
	if err != nil {
		return Client{}, fmt.Errorf("confirm key: %w", err)
	}
	c.State, c.Roles = "active", roles
	return c, nil
}

func activate(ctx context.Context, tx *sql.Tx, keyID, clientID string, roles []Role, now int64) error {
	if _, err := tx.ExecContext(ctx,
		"UPDATE archive_key SET state = 'active', confirmed_at = ?, waits_until = NULL WHERE key_id = ? AND state = 'pending'", now,
		keyID); err != nil {
		return err
	}
	_, err := tx.ExecContext(ctx, "UPDATE archive_client SET roles = ? WHERE id = ?", joinRoles(roles), clientID)
	return err
}

// allows refuses a consent that cannot have seen this application.
func (app Application) allows(consent Consent, op string) error {
	switch {
	case consent.Fingerprint == "":
		return failure.New(failure.Refused, op, wording.Say("hint.archive.compare-fingerprint", app.describe()))
	case !sign.SameFingerprint(consent.Fingerprint, app.Fingerprint):
		return failure.New(failure.Refused, op, wording.Say("hint.archive.application-fingerprint-differs", app.Fingerprint))
	case len(app.Taken) > 0 && !consent.Join:
		return failure.New(failure.Refused, op, wording.Say("hint.archive.office-name-taken", app.Office, shortList(app.Taken)))
	case len(app.Taken) == 0 && consent.Join:
		return failure.New(failure.Refused, op, wording.Say("hint.archive.join-without-office", app.Office))
	}
	return nil
}

// describe tells who asks, and whom it could be taken for.
func (app Application) describe() string {
	text := fmt.Sprintf("Anmeldung von „%s“ (%s) mit dem Fingerabdruck %s", app.Office, app.Host, app.Fingerprint)
	if app.Invited {
		text += ", auf Einladung des Archivs"
	}
	text += "."
	if len(app.Taken) > 0 {
		text += fmt.Sprintf(" Der Name ist schon vergeben an: %s.", shortList(app.Taken))
	}
	if len(app.Alike) > 0 {
		text += fmt.Sprintf(" Achtung, ähnliche Namen: %s.", shortList(app.Alike))
	}
	return text
}

// shortList names clients, a few of many.
func shortList(all []Client) string {
	const most = 5
	var names []string
	for i, c := range all {
		if i == most {
			names = append(names, fmt.Sprintf("und %d weitere", len(all)-most))
			break
		}
		names = append(names, fmt.Sprintf("„%s“ (%s, seit %s)", c.Office, c.Host, c.Created.Format(time.DateOnly)))
	}
	return strings.Join(names, "; ")
}
