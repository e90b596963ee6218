package prepare

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// ClerkKey is the public key of a delivering agency that a person at the archive
// vouches for (G6, G14): a self-check signed with it was made there. What the key
// signs is verified by app/work.
type ClerkKey struct {
	KeyID       string    `json:"keyId"`
	PublicKey   string    `json:"publicKey"` // base64
	Fingerprint string    `json:"fingerprint"`
	Office      string    `json:"office"`
	AgencyID    string    `json:"agencyId,omitempty"` // "" = any
	Way         string    `json:"way"`
	Added       time.Time `json:"added"`
	By          string    `json:"by,omitempty"`
}

// Ways a key of a clerk came here.
const (
	ClerkByFile    = "file"    // key card, compared by its fingerprint
	ClerkByChannel = "channel" // enrolled at the receiver and confirmed there
)

const clerkColumns = "key_id, public_key, fingerprint, office, agency_id, way, added, added_by"

func scanClerk(row interface{ Scan(...any) error }) (k ClerkKey, err error) {
	var added int64
	err = row.Scan(&k.KeyID, &k.PublicKey, &k.Fingerprint, &k.Office, &k.AgencyID, &k.Way, &added, &k.By)
	k.Added = time.UnixMilli(added).UTC()
	return k, err
}

// Clerks gives the keys of clerks that are trusted, by office.
func (s *Store) Clerks(ctx context.Context) ([]ClerkKey, error) {
	rows, err := s.db.Reader().QueryContext(ctx, "SELECT "+clerkColumns+" FROM prepare_clerk ORDER BY office, added, key_id")
	if err != nil {
		return nil, fmt.Errorf("read keys of clerks: %w", err)
	}
	defer rows.Close()
	out := []ClerkKey{}
	for rows.Next() {
		k, err := scanClerk(rows)
		if err != nil {
			return nil, fmt.Errorf("read keys of clerks: %w", err)
		}
		out = append(out, k)
	}
	return out, rows.Err()
}

// maxClerks bounds the keys of a workspace.
const maxClerks = 10_000

// TrustClerk keeps the key of a clerk; one that is here already gets the new
// office and agency. also runs with it.
func (s *Store) TrustClerk(ctx context.Context, k ClerkKey, also func(*sql.Tx) error) error {
	if strings.TrimSpace(k.Office) == "" {
		return failure.New(failure.Refused, "trust clerk", wording.Say("hint.prepare.clerk-agency-missing"))
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		var n int
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM prepare_clerk WHERE key_id <> ?", k.KeyID).Scan(&n); err != nil {
			return fmt.Errorf("count keys of clerks: %w", err)
		}
		if n >= maxClerks {
			return failure.New(failure.Refused, "trust clerk", wording.Say("hint.prepare.too-many-clerks", maxClerks))
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO prepare_clerk (`+clerkColumns+`) VALUES (?,?,?,?,?,?,?,?)
 ON CONFLICT (key_id) DO UPDATE SET office = excluded.office, agency_id = excluded.agency_id, way = excluded.way, added = excluded.added, added_by = excluded.added_by`,
			k.KeyID, k.PublicKey, k.Fingerprint, k.Office, k.AgencyID, k.Way, s.now().UnixMilli(), k.By)
		if err != nil {
			return fmt.Errorf("trust clerk: %w", err)
		}
		return also(tx)
	})
}

// ClerkNamed finds a trusted key by its id or fingerprint. Error: Refused where
// there is none.
func (s *Store) ClerkNamed(ctx context.Context, name string) (ClerkKey, error) {
	squeeze := strings.NewReplacer("-", "", " ", "", ":", "")
	k, err := scanClerk(s.db.Reader().QueryRowContext(ctx, "SELECT "+clerkColumns+
		" FROM prepare_clerk WHERE key_id = ? OR replace(replace(upper(fingerprint), '-', ''), ' ', '') = ?",
		name, strings.ToUpper(squeeze.Replace(name))))
	if errors.Is(err, sql.ErrNoRows) {
		return k, failure.New(failure.Refused, "find clerk key", wording.Say("hint.prepare.unknown-clerk"))
	}
	if err != nil {
		return k, fmt.Errorf("read key of clerk: %w", err)
	}
	return k, nil
}

// ForgetClerk withdraws trust from a key.
func (s *Store) ForgetClerk(ctx context.Context, keyID string, also func(*sql.Tx) error) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM prepare_clerk WHERE key_id = ?", keyID); err != nil {
			return fmt.Errorf("forget clerk: %w", err)
		}
		return also(tx)
	})
}

// Sender says how far it is known who made a self-check.
type Sender struct {
	Fingerprint string    // of the key that signed, "" = unsigned
	Known       *ClerkKey // the trusted key, nil = not known here
	Kept        bool      // the archive keeps keys of clerks at all
	OfAgency    bool      // it keeps one of the agency of this portion
}

// Sentence tells it in the report: signed by whom, by somebody unknown, or by
// nobody.
func (s Sender) Sentence() wording.Text {
	switch {
	case s.Fingerprint == "":
		return wording.Say("why.self-unsigned")
	case s.Known == nil:
		return wording.Say("why.self-unknown", s.Fingerprint)
	}
	return wording.Say("why.self-known", s.Fingerprint, s.Known.Office)
}

// Sure reports whether a known agency vouches for the self-check.
func (s Sender) Sure() bool { return s.Known != nil }

// Findings tells what is to be known of the sender. An archive that keeps no keys
// is told nothing: then every key is unknown.
func (s Sender) Findings(path string, agency check.Agency) []check.Finding {
	switch {
	case s.Fingerprint == "" && s.OfAgency:
		return []check.Finding{codeSenderMissing.At(path)}
	case s.Fingerprint == "" || !s.Kept:
		return nil
	case s.Known == nil:
		return []check.Finding{codeSenderUnknown.At(path).Want(wording.Say("want.prepare.known-key"), s.Fingerprint)}
	case s.Known.AgencyID != "" && agency.ID != "" && !strings.EqualFold(s.Known.AgencyID, agency.ID):
		return []check.Finding{codeSenderOther.At(path).Want(agency.ID, s.Known.AgencyID+" („"+s.Known.Office+"“)")}
	}
	return nil
}
