package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

// Applied shows an enrolment that came as a file: who asks, and the fingerprint to
// be compared. State is "" for a key that is not known yet. Refused for another file.
func (a *Admin) Applied(ctx context.Context, envelope []byte) (Client, error) {
	e, public, err := sign.OpenEnrolment(ctx, envelope)
	if err != nil {
		return Client{}, failure.Wrap(failure.Refused, "read enrolment", "Diese Datei ist keine Anmeldung, oder sie wurde verändert. Es wurde nichts übernommen. Bitte die Stelle um eine neue bitten.", err)
	}
	k, err := a.findKey(ctx, public.ID())
	if refused, ok := errors.AsType[*sign.RefusedError](err); ok && refused.Reason == sign.KeyUnknown {
		return Client{ID: public.ID(), KeyID: public.ID(), Fingerprint: public.Fingerprint(), Office: e.Office, Host: e.Host}, nil
	}
	if err != nil {
		return Client{}, err
	}
	return k.client(), nil
}

// Admit makes the key of an enrolment by file active, once fingerprint, which a
// person was told by another way, is that of the key; no roles means RoleDeliver.
// It gives the answer for the client. Admitting again gives the answer again and
// leaves the roles. Refused for another fingerprint and for revoked keys; Setup as
// long as the archive has no key of its own.
func (a *Admin) Admit(ctx context.Context, envelope []byte, fingerprint string, roles ...Role) (Client, []byte, error) {
	roles, err := checkRoles(roles)
	if err != nil {
		return Client{}, nil, err
	}
	c, err := a.Applied(ctx, envelope)
	if err != nil {
		return c, nil, err
	}
	switch {
	case fingerprint == "":
		return c, nil, failure.New(failure.Refused, "admit key", fmt.Sprintf("Anmeldung von „%s“ (%s) mit dem Fingerabdruck %s. Bitte ihn am Telefon oder im Brief vergleichen und dann mit --fingerprint angeben; es wurde nichts freigegeben.", c.Office, c.Host, c.Fingerprint))
	case !sign.SameFingerprint(fingerprint, c.Fingerprint):
		return c, nil, failure.New(failure.Refused, "admit key", fmt.Sprintf("Der Fingerabdruck stimmt nicht: Die Anmeldung zeigt %s. Es wurde nichts freigegeben. Bitte bei der Stelle nachfragen; jemand könnte die Datei ausgetauscht haben.", c.Fingerprint))
	case c.State != "" && c.State != "pending" && c.State != "active":
		return c, nil, failure.New(failure.Refused, "admit key", "Dieser Schlüssel ist hier gesperrt oder abgelöst. Die Stelle braucht einen neuen Schlüssel und eine neue Anmeldung.")
	}
	var trust []byte
	err = a.db.WithTx(ctx, func(tx *sql.Tx) error {
		err := tx.QueryRowContext(ctx, "SELECT envelope FROM archive_trust ORDER BY id DESC LIMIT 1").Scan(&trust)
		if errors.Is(err, sql.ErrNoRows) {
			return failure.New(failure.Setup, "admit key", "Das Archiv hat noch keinen eigenen Schlüssel. Bitte den Empfänger einmal starten (archive serve) und dann noch einmal freigeben.")
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
	answer := sign.Answer{Format: sign.FormatAnswer, KeyID: c.KeyID, Client: c.ID, Trust: trust}
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
	if err := insertPending(ctx, tx, e, public, now); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM archive_code WHERE key_id = ?", c.KeyID); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE archive_key SET state = 'active', confirmed_at = ? WHERE key_id = ? AND state = 'pending'", now.UnixMilli(), c.KeyID); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE archive_client SET roles = ? WHERE id = ?", joinRoles(roles), c.ID)
	return err
}
