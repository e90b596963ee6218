package archive

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// Role is what a client may do (protocol.md 2).
type Role string

// The roles; Administer includes the others.
const (
	RoleDeliver    Role = "deliver"
	RoleAppraise   Role = "appraise"
	RoleRead       Role = "read"
	RoleAdminister Role = "administer"
)

// Roles lists all roles.
func Roles() []Role { return []Role{RoleDeliver, RoleAppraise, RoleRead, RoleAdminister} }

func allowed(have []Role, need Role) bool {
	return need == "" || slices.Contains(have, need) || slices.Contains(have, RoleAdminister)
}

// Client is one enrolled machine with one of its keys.
type Client struct {
	ID, Office, Host string
	KeyID            string
	Fingerprint      string
	PublicKey        string // base64
	State            string // pending, active, retired, revoked
	Roles            []Role
	Created          time.Time
}

// Admin is what the archive's own people do with keys. It works on the database
// alone, beside a running receiver.
type Admin struct {
	db    DB
	clock func() time.Time
}

// NewAdmin gives the administration over a database; clock nil is the system's.
func NewAdmin(db DB, clock func() time.Time) *Admin {
	if clock == nil {
		clock = time.Now
	}
	return &Admin{db: db, clock: clock}
}

// keyRow is a key with its client as the database knows it.
type keyRow struct {
	keyID, clientID, office, host, state string
	public                               sign.PublicKey
	roles                                []Role
	created                              time.Time
	retireAt                             sql.NullInt64
	now                                  time.Time
}

const keyColumns = `k.key_id, k.client_id, c.office, c.host, k.state, k.public_key, c.roles, k.created_at, k.retire_at
	FROM archive_key k JOIN archive_client c ON c.id = k.client_id`

func (a *Admin) scanKey(row interface{ Scan(...any) error }) (keyRow, error) {
	k := keyRow{now: a.clock()}
	var public, roles string
	var created int64
	if err := row.Scan(&k.keyID, &k.clientID, &k.office, &k.host, &k.state, &public, &roles, &created, &k.retireAt); err != nil {
		return keyRow{}, err
	}
	k.created = time.UnixMilli(created).UTC()
	for r := range strings.FieldsSeq(roles) {
		k.roles = append(k.roles, Role(r))
	}
	var err error
	k.public, err = sign.ParsePublicKey(public)
	if errors.Is(err, sign.ErrWeakKey) { // enrolled before such keys were refused: listed, but good for nothing
		k.state, err = "revoked", nil
	}
	return k, err
}

// shown is the state as protocol.md 2 names it.
func (k keyRow) shown() string {
	if k.state == "active" && k.retireAt.Valid && k.now.UnixMilli() >= k.retireAt.Int64 {
		return "retired"
	}
	return k.state
}

func (k keyRow) usable(acc access) error {
	switch state := k.shown(); {
	case state == "revoked":
		return &sign.RefusedError{Reason: sign.KeyRevoked, Detail: "the key was revoked"}
	case state == "retired" && !acc.retired:
		return &sign.RefusedError{Reason: sign.KeyRetired, Detail: "the key was rotated and its overlap is over"}
	case state == "pending" && !acc.pending:
		return &sign.RefusedError{Reason: sign.KeyPending, Detail: "the archive has not confirmed the key yet"}
	}
	return nil
}

func (k keyRow) client() Client {
	return Client{ID: k.clientID, Office: onScreen(k.office), Host: onScreen(k.host), KeyID: k.keyID, Fingerprint: k.public.Fingerprint(),
		PublicKey: k.public.String(),
		State:     k.shown(), Roles: k.roles, Created: k.created}
}

func (a *Admin) findKey(ctx context.Context, keyID string) (keyRow, error) {
	k, err := a.scanKey(a.db.Reader().QueryRowContext(ctx, "SELECT "+keyColumns+" WHERE k.key_id = ?", keyID))
	if errors.Is(err, sql.ErrNoRows) {
		return keyRow{}, &sign.RefusedError{Reason: sign.KeyUnknown, Detail: "the key is not enrolled here"}
	}
	if err != nil {
		return keyRow{}, fmt.Errorf("find key: %w", err)
	}
	return k, nil
}

// keysOf gives the public keys of a client that were not revoked; documents
// signed before a rotation stay good.
func (a *Admin) keysOf(ctx context.Context, clientID string) ([]sign.PublicKey, error) {
	all, err := a.list(ctx, "WHERE k.client_id = ? AND k.state = 'active'", clientID)
	if err != nil {
		return nil, err
	}
	var keys []sign.PublicKey
	for _, k := range all {
		if k.state == "active" {
			keys = append(keys, k.public)
		}
	}
	return keys, nil
}

func (a *Admin) list(ctx context.Context, where string, args ...any) ([]keyRow, error) {
	rows, err := a.db.Reader().QueryContext(ctx, "SELECT "+keyColumns+" "+where+" ORDER BY k.created_at, k.key_id", args...)
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	defer rows.Close()
	var all []keyRow
	for rows.Next() {
		k, err := a.scanKey(rows)
		if err != nil {
			return nil, fmt.Errorf("list keys: %w", err)
		}
		all = append(all, k)
	}
	return all, rows.Err()
}

// Clients lists every key with its client, the oldest first.
func (a *Admin) Clients(ctx context.Context) ([]Client, error) {
	rows, err := a.list(ctx, "")
	if err != nil {
		return nil, err
	}
	all := make([]Client, len(rows))
	for i, k := range rows {
		all[i] = k.client()
	}
	return all, nil
}

// duties is what a machine may do where people of a role work at it: the words of
// the register of persons, beside the words of the channel (protocol.md 2).
var duties = map[people.Role][]Role{
	people.Clerk: {RoleDeliver}, people.Archivist: {RoleDeliver, RoleAppraise, RoleRead}, people.Second: {RoleAppraise},
	people.ReadingRoom: {RoleRead}, people.Administrator: {RoleAdminister},
}

// RolesNamed gives what words allow together, each once: roles of the channel, or
// roles of the register of persons by id or German word. An unknown word is Refused.
func RolesNamed(words ...string) ([]Role, error) {
	var out []Role
	for _, word := range words {
		given := duties[people.RoleNamed(strings.TrimSpace(word))]
		if given == nil {
			var err error
			if given, err = checkRoles([]Role{Role(strings.TrimSpace(word))}); err != nil {
				return nil, err
			}
		}
		for _, r := range given {
			if !slices.Contains(out, r) {
				out = append(out, r)
			}
		}
	}
	return out, nil
}

// checkRoles refuses unknown roles; none means RoleDeliver.
func checkRoles(roles []Role) ([]Role, error) {
	if len(roles) == 0 {
		return []Role{RoleDeliver}, nil
	}
	for _, r := range roles {
		if !slices.Contains(Roles(), r) {
			return nil, failure.New(failure.Refused, "confirm key", wording.Say("hint.archive.unknown-role", fmt.Sprintf("%q", r)))
		}
	}
	return roles, nil
}

// Revoke ends a key at once and for good. An unknown key is Refused.
func (a *Admin) Revoke(ctx context.Context, keyID string) error {
	return a.db.WithTx(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx, "UPDATE archive_key SET state = 'revoked', revoked_at = coalesce(revoked_at, ?) WHERE key_id = ?",
			a.clock().UnixMilli(), keyID)
		if err != nil {
			return fmt.Errorf("revoke key: %w", err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, failure.New(failure.Refused, "revoke key", wording.Say("hint.archive.unknown-key")))
		}
		return nil
	})
}

func joinRoles(roles []Role) string {
	text := make([]string, len(roles))
	for i, r := range roles {
		text[i] = string(r)
	}
	return strings.Join(text, " ")
}

// newCode makes a one-time code of 40 random bits, read out in two groups.
func newCode() string {
	b := make([]byte, 5)
	_, _ = rand.Read(b) // never fails since Go 1.24
	text := base32.StdEncoding.EncodeToString(b)
	return text[:4] + "-" + text[4:]
}

// hashCode is how a code is stored; spelling does not matter.
func hashCode(code string) string {
	plain := strings.NewReplacer("-", "", " ", "").Replace(strings.ToUpper(code))
	sum := sha256.Sum256([]byte("laufzettel-code\x00" + plain))
	return hex.EncodeToString(sum[:])
}

// onScreen keeps control and format signs of names that were enrolled before such
// were refused away from terminals.
func onScreen(name string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return unicode.ReplacementChar
		}
		return r
	}, name)
}
