package channel

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// EnrolFile gives the enrolment of this workspace's key as a file, and the
// fingerprint that is to be told to the archive by another way.
func (s *Service) EnrolFile(ctx context.Context, who Applicant) (envelope []byte, fingerprint string, err error) {
	key, err := s.ActiveKey(ctx)
	if err != nil {
		return nil, "", err
	}
	envelope, err = sign.SealEnrolment(ctx, sign.Enrolment{Office: who.Office, Host: who.Host, Program: who.Program,
		Created: s.now().UTC()}, key)
	return envelope, key.Public().Fingerprint(), err
}

// ReadAnswer reads the answer of an archive. Refused for another file.
func ReadAnswer(raw []byte) (sign.Answer, sign.Trust, error) {
	var hint = wording.Say("hint.channel.answer-file-bad")
	var a sign.Answer
	if err := json.Unmarshal(raw, &a); err != nil || a.Format != sign.FormatAnswer || a.KeyID == "" || a.Client == "" || len(a.Roles) > 16 {
		return a, sign.Trust{}, failure.Wrap(failure.Refused, "read answer", hint,
			errors.Join(err, errors.New("no answer to an enrolment")))
	}
	trust, err := sign.OpenFirstTrust(context.Background(), a.Trust)
	if err == nil && trust.Active() == nil {
		err = errors.New("no key is in use")
	}
	return a, trust, failure.Wrap(failure.Refused, "read answer", hint, err)
}

// EnrolAnswered takes the answer of an archive, once fingerprint, which a person
// was told by another way, is that of the archive's key. An archive that is known
// must sign with a key known before.
func (s *Service) EnrolAnswered(ctx context.Context, raw []byte, fingerprint string) (Peer, error) {
	a, trust, err := ReadAnswer(raw)
	if err != nil {
		return Peer{}, err
	}
	shown := trust.Active().Fingerprint()
	if fingerprint == "" {
		return Peer{}, failure.New(failure.Refused, "check fingerprint",
			wording.Say("hint.channel.answer-compare-fingerprint", trust.Archive, shown))
	}
	if !sign.SameFingerprint(fingerprint, shown) {
		return Peer{}, failure.New(failure.Refused, "check fingerprint", wording.Say("hint.channel.answer-fingerprint-differs", shown))
	}
	address, err := CheckURL(trust.URL)
	if err != nil {
		return Peer{}, err
	}
	key, err := s.ActiveKey(ctx)
	if err != nil {
		return Peer{}, err
	}
	if key.ID() != a.KeyID {
		return Peer{}, failure.New(failure.Refused, "read answer", wording.Say("hint.channel.answer-other-key"))
	}
	var root any
	if trust, root, err = s.pin(ctx, address, a.Trust, a.Root); err != nil {
		return Peer{}, err
	}
	err = s.DB.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			`INSERT INTO channel_peer (url, archive, trust, root, key_id, state, client, roles, code, enrolled_at, checked_at) VALUES (?,?,?,?,?,'active',?,?,'',?,?)
			ON CONFLICT (url) DO UPDATE SET archive=excluded.archive, trust=excluded.trust, root=excluded.root, key_id=excluded.key_id, state='active', client=excluded.client, roles=excluded.roles, code='', checked_at=excluded.checked_at`,
			address, trust.Archive, a.Trust, root, key.ID(), a.Client, strings.Join(a.Roles, " "), s.now().UnixMilli(), s.now().UnixMilli())
		return err
	})
	if err != nil {
		return Peer{}, fmt.Errorf("note enrolment: %w", err)
	}
	return s.Peer(ctx, address)
}
