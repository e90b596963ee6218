package receiver

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// The root key of an archive lies offline: on a medium in a safe. It vouches for the keys
// that sign receipts, for a time, and can replace a lost one.

// rootFile names the root key of a folder.
const rootFile = "root-key"

// defaultRootDays is how long a word of the root counts where nobody says otherwise.
const defaultRootDays = 400

// NewRoot makes a root key in a folder, sealed with a passphrase. Refused where there is one.
func NewRoot(ctx context.Context, dir string, pass func() (string, error), work int) (sign.PublicKey, error) {
	const op = "make root key"
	if _, err := os.Stat(filepath.Join(dir, rootFile)); err == nil {
		return nil, failure.New(failure.Refused, op, wording.Say("hint.receiver.root-there"))
	}
	key, err := sign.Generate()
	if err != nil {
		return nil, err
	}
	if err := (sign.AgeFiles{Dir: dir, Passphrase: pass, WorkFactor: work}).Save(ctx, key.ID(), key); err != nil {
		return nil, err
	}
	err = durable.WriteFile(filepath.Join(dir, rootFile), []byte(key.ID()+"\n"), 0o600)
	return key.Public(), failure.Wrap(failure.Setup, op, wording.Say("hint.receiver.root-folder"), err)
}

// SignRoot lets the root key of a folder vouch for what an archive asks, for some days
// (0 = 400). before is the folder of the root it follows, "" for none.
func SignRoot(ctx context.Context, request []byte, dir, before string, pass func() (string, error), days int, now time.Time) ([]byte,
	sign.Root, error) {
	q, err := archive.ReadRootRequest(request)
	if err != nil {
		return nil, sign.Root{}, err
	}
	if days == 0 {
		days = defaultRootDays
	}
	root, err := loadRoot(ctx, dir, pass)
	if err != nil {
		return nil, sign.Root{}, err
	}
	keys := []*sign.Key{root}
	if before != "" {
		old, err := loadRoot(ctx, before, pass)
		if err != nil {
			return nil, sign.Root{}, err
		}
		keys = append(keys, old)
	}
	r := sign.Root{Archive: q.Archive, RootKey: root.Public().String(), Issued: now, Expires: now.AddDate(0, 0, days), Keys: q.Keys}
	raw, err := sign.SealRoot(ctx, r, keys...)
	return raw, r, failure.Wrap(failure.Refused, "sign for root", wording.Say("hint.receiver.root-days"), err)
}

func loadRoot(ctx context.Context, dir string, pass func() (string, error)) (*sign.Key, error) {
	id, err := os.ReadFile(filepath.Join(dir, rootFile))
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "load root key", wording.Say("hint.receiver.no-root"), err)
	}
	return sign.AgeFiles{Dir: dir, Passphrase: pass}.Load(ctx, strings.TrimSpace(string(id)))
}

// TakeRoot takes the word of the root beside a running receiver.
func TakeRoot(ctx context.Context, db, dir string, keys sign.KeyStore, envelope []byte, now func() time.Time) (r sign.Root, err error) {
	key, st, err := signing(ctx, db, dir, keys)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	return archive.TakeRoot(ctx, archive.NewAdmin(st, now), key, envelope)
}
