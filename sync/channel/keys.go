package channel

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Service holds the keys of this workspace and the archives it is enrolled with.
// DB and one of Keys and Chosen are required.
type Service struct {
	DB     DB
	Keys   sign.KeyStore
	Chosen func() sign.KeyStore // where the keys lie at each use, which another program may change; nil: Keys
	HTTP   *http.Client         // nil: NewHTTP without options
	Now    func() time.Time     // nil: the system's clock
	Limit  *Limit               // nil: no bound
	Chunk  int                  // bytes; 0 or more than MaxChunk: MaxChunk
	Hook   func(point string)   // nil, or called at the named commit points
	Told   func(answer string)  // nil, or told the last answer of an archive
	// Pause waits where an archive asks for it; nil: by the clock.
	Pause func(ctx context.Context, d time.Duration) error

	once    sync.Once
	httpErr error
	buffers buffers

	featureMu  sync.Mutex
	featuresOf map[string]told // by address
}

// KeyStore gives the place of the keys as it is now.
func (s *Service) KeyStore() sign.KeyStore {
	if s.Chosen != nil {
		return s.Chosen()
	}
	return s.Keys
}

// KeyState is where a key stands: at an archive, or among the keys of this workspace.
type KeyState string

// The states of a key.
const (
	KeyPending KeyState = "pending" // introduced to an archive that has not confirmed it yet
	KeyActive  KeyState = "active"
	KeyNext    KeyState = "next" // made to follow the active one, not yet known to every archive
	KeyRetired KeyState = "retired"
	KeyRevoked KeyState = "revoked"
)

// KeyInfo is what may be shown of a key.
type KeyInfo struct {
	ID          string
	Fingerprint string
	PublicKey   string
	State       KeyState // never pending: that is the archive's word
	Created     time.Time
}

func (s *Service) now() time.Time {
	if s.Now == nil {
		return time.Now()
	}
	return s.Now()
}

var hintNoKey = wording.Say("hint.channel.no-key-yet")

// NewKey makes the key of this workspace. Refused when there is one already:
// it is replaced by Rotate only.
func (s *Service) NewKey(ctx context.Context) (KeyInfo, error) {
	if _, err := s.keyIn(ctx, KeyActive); err == nil {
		return KeyInfo{}, failure.New(failure.Refused, "make key", wording.Say("hint.channel.key-exists"))
	} else if !errors.Is(err, sign.ErrNoKey) {
		return KeyInfo{}, err
	}
	return s.makeKey(ctx, KeyActive)
}

// makeKey stores the private half first: a row without a key would be worse than
// a key without a row.
func (s *Service) makeKey(ctx context.Context, state KeyState) (KeyInfo, error) {
	key, err := sign.Generate()
	if err != nil {
		return KeyInfo{}, err
	}
	if err := s.KeyStore().Save(ctx, key.ID(), key); err != nil {
		return KeyInfo{}, err
	}
	info := KeyInfo{ID: key.ID(), Fingerprint: key.Public().Fingerprint(), PublicKey: key.Public().String(), State: state,
		Created: s.now().UTC()}
	err = s.DB.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO channel_key (key_id, public_key, state, created_at) VALUES (?,?,?,?)", info.ID,
			info.PublicKey, state, info.Created.UnixMilli())
		return err
	})
	if err != nil {
		return KeyInfo{}, fmt.Errorf("note key: %w", err)
	}
	return info, nil
}

// ListKeys gives all keys of this workspace, the oldest first.
func (s *Service) ListKeys(ctx context.Context) ([]KeyInfo, error) {
	rows, err := s.DB.Reader().QueryContext(ctx, "SELECT public_key, state, created_at FROM channel_key ORDER BY created_at, key_id")
	if err != nil {
		return nil, fmt.Errorf("list keys: %w", err)
	}
	defer rows.Close()
	var all []KeyInfo
	for rows.Next() {
		var k KeyInfo
		var at int64
		if err := rows.Scan(&k.PublicKey, &k.State, &at); err != nil {
			return nil, fmt.Errorf("list keys: %w", err)
		}
		public, err := sign.ParsePublicKey(k.PublicKey)
		if err != nil {
			return nil, fmt.Errorf("list keys: %w", err)
		}
		k.ID, k.Fingerprint, k.Created = public.ID(), public.Fingerprint(), time.UnixMilli(at).UTC()
		all = append(all, k)
	}
	return all, rows.Err()
}

// keyIn gives the only key in a state, or sign.ErrNoKey.
func (s *Service) keyIn(ctx context.Context, state KeyState) (KeyInfo, error) {
	all, err := s.ListKeys(ctx)
	if err != nil {
		return KeyInfo{}, err
	}
	for _, k := range all {
		if k.State == state {
			return k, nil
		}
	}
	return KeyInfo{}, fmt.Errorf("%s key: %w", state, sign.ErrNoKey)
}

// ownPublic gives every public key this workspace ever had that was not revoked.
func (s *Service) ownPublic(ctx context.Context) ([]sign.PublicKey, error) {
	all, err := s.ListKeys(ctx)
	if err != nil {
		return nil, err
	}
	var keys []sign.PublicKey
	for _, k := range all {
		public, err := sign.ParsePublicKey(k.PublicKey)
		if err != nil {
			return nil, err
		}
		if k.State != KeyRevoked {
			keys = append(keys, public)
		}
	}
	return keys, nil
}

// ActiveKey loads the key in use. Refused with a hint when there is none.
func (s *Service) ActiveKey(ctx context.Context) (*sign.Key, error) {
	info, err := s.keyIn(ctx, KeyActive)
	if errors.Is(err, sign.ErrNoKey) {
		return nil, failure.Wrap(failure.Setup, "load key", hintNoKey, err)
	}
	if err != nil {
		return nil, err
	}
	return s.load(ctx, info.ID)
}

func (s *Service) load(ctx context.Context, id string) (*sign.Key, error) {
	key, err := s.KeyStore().Load(ctx, id)
	if errors.Is(err, sign.ErrNoKey) {
		return nil, failure.Wrap(failure.Setup, "load key", wording.Say("hint.channel.private-key-missing"), err)
	}
	return key, err
}

// Rotate replaces the key: the new one is made, cross-signed by the old one and
// made known to every archive; only then it is the key in use. After a break the
// next Rotate goes on with the same new key.
func (s *Service) Rotate(ctx context.Context) (KeyInfo, error) {
	from, err := s.ActiveKey(ctx)
	if err != nil {
		return KeyInfo{}, err
	}
	next, err := s.keyIn(ctx, KeyNext)
	if errors.Is(err, sign.ErrNoKey) {
		next, err = s.makeKey(ctx, KeyNext)
	}
	if err != nil {
		return KeyInfo{}, err
	}
	to, err := s.load(ctx, next.ID)
	if err != nil {
		return KeyInfo{}, err
	}
	peers, err := s.Peers(ctx)
	if err != nil {
		return KeyInfo{}, err
	}
	for _, p := range peers {
		if p.State != KeyActive || p.KeyID == to.ID() {
			continue
		}
		if err := s.rotateAt(ctx, p, from, to); err != nil {
			return KeyInfo{}, err
		}
	}
	now := s.now().UnixMilli()
	err = s.DB.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "UPDATE channel_key SET state = 'retired', ended_at = ? WHERE state = 'active'", now); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE channel_key SET state = 'active' WHERE key_id = ?", to.ID())
		return err
	})
	next.State = KeyActive
	return next, err
}

func (s *Service) rotateAt(ctx context.Context, p Peer, from, to *sign.Key) error {
	envelope, err := sign.SealRotation(ctx, s.now(), from, to)
	if err != nil {
		return err
	}
	c, err := s.client(p.URL, from)
	if err != nil {
		return err
	}
	data, _, err := c.fetch(ctx, request{method: http.MethodPost, path: "/v1/keys/rotation", body: envelope,
		header: http.Header{"Content-Type": {"application/json"}}})
	if err != nil {
		return err
	}
	return s.noteKey(ctx, p, data)
}

// Revoke ends the key in use at every archive and here. Nothing can be sent
// until a new key was made and enrolled.
func (s *Service) Revoke(ctx context.Context) error {
	key, err := s.ActiveKey(ctx)
	if err != nil {
		return err
	}
	peers, err := s.Peers(ctx)
	if err != nil {
		return err
	}
	for _, p := range peers {
		if p.KeyID != key.ID() || p.State == KeyRevoked {
			continue
		}
		c, err := s.client(p.URL, key)
		if err != nil {
			return err
		}
		_, _, err = c.fetch(ctx, request{method: http.MethodPost, path: "/v1/keys/revocation"})
		if a, ok := errors.AsType[*AnswerError](err); ok && (a.Code == string(sign.KeyRevoked) || a.Code == string(sign.KeyUnknown)) {
			err = nil // it is ended there already
		}
		if err != nil {
			return err
		}
	}
	return s.DB.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "UPDATE channel_peer SET state = 'revoked' WHERE key_id = ?", key.ID()); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE channel_key SET state = 'revoked', ended_at = ? WHERE key_id = ?", s.now().UnixMilli(),
			key.ID())
		return err
	})
}

// client makes a Client for an address and a key.
func (s *Service) client(address string, key *sign.Key) (*Client, error) {
	s.once.Do(func() {
		if s.HTTP == nil {
			s.HTTP, s.httpErr = NewHTTP(TLSOptions{})
		}
	})
	if s.httpErr != nil {
		return nil, s.httpErr
	}
	c := &Client{base: address, key: key, http: s.HTTP, now: s.now, limit: s.Limit, chunk: s.Chunk, hook: s.Hook, answer: s.Told,
		buffers: &s.buffers, pause: s.Pause}
	if c.chunk <= 0 || c.chunk > MaxChunk {
		c.chunk = MaxChunk
	}
	if c.pause == nil {
		c.pause = pause
	}
	if c.hook == nil {
		c.hook = func(string) {}
	}
	return c, nil
}
