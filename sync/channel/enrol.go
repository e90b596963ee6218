package channel

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Peer is an archive this workspace is enrolled with.
type Peer struct {
	URL     string
	Archive string // its name
	Trust   sign.Trust
	KeyID   string // our key there
	State   KeyState
	Client  string
	Roles   []string
	Code    string // to be read to the archive while pending

	// Root is the root key under which the archive's keys stand; nil where it has none.
	Root *sign.Root

	trust []byte // the envelope
	root  []byte
}

// RootFingerprint is that of the archive's root key, "" where it has none.
func (p Peer) RootFingerprint() string {
	if p.Root == nil || p.Root.Key() == nil {
		return ""
	}
	return p.Root.Key().Fingerprint()
}

// Fingerprint is that of the key with which the archive signs receipts.
func (p Peer) Fingerprint() string {
	if k := p.Trust.Active(); k != nil {
		return k.Fingerprint()
	}
	return ""
}

// TrustFile is the content of the file with which receipts of this archive are
// verified offline.
func (p Peer) TrustFile() []byte { return p.trust }

// Applicant is who asks to be enrolled.
type Applicant struct {
	Office, Host, Program string
	Invitation            string // of the archive, "" without one
}

// Enrol introduces this workspace's key to the archive at address and pins the
// keys it shows. The person then reads Code and the fingerprint of our key to the
// archive by another way and compares the archive's fingerprint. Enrolling again
// while pending gives a new code.
func (s *Service) Enrol(ctx context.Context, address string, who Applicant) (Peer, error) {
	address, err := CheckURL(address)
	if err != nil {
		return Peer{}, err
	}
	key, err := s.ActiveKey(ctx)
	if err != nil {
		return Peer{}, err
	}
	envelope, err := sign.SealEnrolment(ctx, sign.Enrolment{Office: who.Office, Host: who.Host, Program: who.Program,
		Created: s.now().UTC()}, key)
	if err != nil {
		return Peer{}, err
	}
	c, err := s.client(address, key)
	if err != nil {
		return Peer{}, err
	}
	header := http.Header{"Content-Type": {"application/json"}}
	if who.Invitation != "" {
		header.Set("Laufzettel-Invitation", who.Invitation)
	}
	data, _, err := c.fetch(ctx, request{method: http.MethodPost, path: "/v1/enrolments", body: envelope, unsigned: true, header: header})
	if a, ok := errors.AsType[*AnswerError](err); ok && a.Code == "key-known" {
		return s.Refresh(ctx, address)
	}
	if err != nil {
		return Peer{}, err
	}
	var answer struct {
		Code  string
		Trust []byte
		Root  []byte
	}
	if err := json.Unmarshal(data, &answer); err != nil || answer.Code == "" {
		return Peer{}, failure.Wrap(failure.Setup, "enrol", hintOurs, fmt.Errorf("answer cannot be read: %w", err))
	}
	trust, root, err := s.pin(ctx, address, answer.Trust, answer.Root)
	if err != nil {
		return Peer{}, err
	}
	err = s.DB.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			`INSERT INTO channel_peer (url, archive, trust, root, key_id, state, code, enrolled_at) VALUES (?,?,?,?,?,'pending',?,?)
			ON CONFLICT (url) DO UPDATE SET archive=excluded.archive, trust=excluded.trust, root=excluded.root, key_id=excluded.key_id, state='pending', code=excluded.code, enrolled_at=excluded.enrolled_at`,
			address, trust.Archive, answer.Trust, root, key.ID(), answer.Code, s.now().UnixMilli())
		return err
	})
	if err != nil {
		return Peer{}, fmt.Errorf("note enrolment: %w", err)
	}
	return s.Peer(ctx, address)
}

// pin reads a trust document: the first one of an archive is taken as it is, for
// a person compares the fingerprint; every later one must be signed by a key that
// was pinned before, or stand under the root key that was (protocol.md 22). It gives the
// word of the root to keep, nil for none.
func (s *Service) pin(ctx context.Context, address string, envelope, word []byte) (trust sign.Trust, root any, err error) {
	known, err := s.Peer(ctx, address)
	if err != nil && !errors.Is(err, errNoPeer) {
		return trust, nil, err
	}
	if err != nil || known.Root != nil && len(word) > 0 {
		trust, err = sign.OpenFirstTrust(ctx, envelope)
	} else {
		trust, err = sign.OpenTrust(ctx, envelope, known.Trust.All()...)
	}
	var r *sign.Root
	if err == nil {
		r, err = sign.Accepts(ctx, known.Root, known.Trust, trust, word, s.now())
	}
	switch {
	case err != nil:
		return sign.Trust{}, nil, failure.Wrap(failure.Damaged, "check keys of archive", wording.Say("hint.channel.archive-key-changed"),
			err)
	case r != nil && len(word) > 0:
		root = word
	case known.root != nil:
		root = known.root
	}
	return trust, root, nil
}

var errNoPeer = errors.New("not enrolled there")

// Refresh asks the archive for the state of our key and for new keys of its own.
func (s *Service) Refresh(ctx context.Context, address string) (Peer, error) {
	p, err := s.Peer(ctx, address)
	if err != nil {
		return Peer{}, err
	}
	key, err := s.load(ctx, p.KeyID)
	if err != nil {
		return Peer{}, err
	}
	c, err := s.client(address, key)
	if err != nil {
		return Peer{}, err
	}
	data, _, err := c.fetch(ctx, request{method: http.MethodGet, path: "/v1/key"})
	if err != nil {
		return Peer{}, err
	}
	if err := s.noteKey(ctx, p, data); err != nil {
		return Peer{}, err
	}
	return s.Peer(ctx, address)
}

// noteKey writes the archive's word about our key down.
func (s *Service) noteKey(ctx context.Context, p Peer, data []byte) error {
	var a struct {
		KeyID  string `json:"key_id"`
		State  KeyState
		Roles  []string
		Client string
		Trust  []byte
		Root   []byte
	}
	if err := json.Unmarshal(data, &a); err != nil || a.KeyID == "" {
		return failure.Wrap(failure.Setup, "read key state", hintOurs, fmt.Errorf("answer cannot be read: %w", err))
	}
	trust, root, err := s.pin(ctx, p.URL, a.Trust, a.Root)
	if err != nil {
		return err
	}
	return s.DB.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			"UPDATE channel_peer SET archive=?, trust=?, root=?, key_id=?, state=?, client=?, roles=?, code=CASE ? WHEN 'pending' THEN code ELSE '' END, checked_at=? WHERE url=?",
			trust.Archive, a.Trust, root, a.KeyID, a.State, a.Client, strings.Join(a.Roles, " "), a.State, s.now().UnixMilli(), p.URL)
		return err
	})
}

// Peers lists the archives this workspace is enrolled with.
func (s *Service) Peers(ctx context.Context) ([]Peer, error) { return s.peers(ctx, "") }

// Peer gives one archive; an unknown address is a Setup failure.
func (s *Service) Peer(ctx context.Context, address string) (Peer, error) {
	all, err := s.peers(ctx, strings.TrimRight(address, "/"))
	if err == nil && len(all) == 0 {
		err = failure.Wrap(failure.Setup, "find archive", wording.Say("hint.channel.not-enrolled"), errNoPeer)
	}
	if err != nil {
		return Peer{}, err
	}
	return all[0], nil
}

func (s *Service) peers(ctx context.Context, address string) ([]Peer, error) {
	rows, err := s.DB.Reader().QueryContext(ctx,
		"SELECT url, archive, trust, root, key_id, state, client, roles, code FROM channel_peer WHERE ? = '' OR url = ? ORDER BY enrolled_at, url", address, address)
	if err != nil {
		return nil, fmt.Errorf("list archives: %w", err)
	}
	defer rows.Close()
	var all []Peer
	for rows.Next() {
		var p Peer
		var roles string
		if err := rows.Scan(&p.URL, &p.Archive, &p.trust, &p.root, &p.KeyID, &p.State, &p.Client, &roles, &p.Code); err != nil {
			return nil, fmt.Errorf("list archives: %w", err)
		}
		p.Roles = strings.Fields(roles)
		if p.Trust, err = sign.OpenFirstTrust(ctx, p.trust); err != nil {
			return nil, failure.Wrap(failure.Damaged, "read keys of archive", wording.Say("hint.channel.archive-keys-damaged"), err)
		}
		if p.root != nil {
			r, err := sign.OpenRoot(ctx, p.root)
			if err != nil {
				return nil, failure.Wrap(failure.Damaged, "read keys of archive", wording.Say("hint.channel.archive-keys-damaged"), err)
			}
			p.Root = &r
		}
		all = append(all, p)
	}
	return all, rows.Err()
}

// Client gives the client for an enrolled archive.
func (s *Service) Client(ctx context.Context, address string) (*Client, Peer, error) {
	p, err := s.Peer(ctx, address)
	if err != nil {
		return nil, Peer{}, err
	}
	key, err := s.load(ctx, p.KeyID)
	if err != nil {
		return nil, Peer{}, err
	}
	c, err := s.client(p.URL, key)
	return c, p, err
}
