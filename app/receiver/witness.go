package receiver

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/store"
	"laufzettel/sync/archive"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Witness co-signs a checkpoint of another's log with the key that signs receipts.
// Setup where the receiver was never started; else as archive.Cosign.
func Witness(ctx context.Context, db, dir string, keys sign.KeyStore, request []byte, fingerprint string,
	now time.Time) (c archive.Cosigned, err error) {
	key, st, err := signing(ctx, db, dir, keys)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	return archive.Cosign(ctx, st, key, request, fingerprint, now)
}

// signing loads the key that signs receipts and opens the store beside a running receiver.
// Error: Setup where the receiver was never started.
func signing(ctx context.Context, db, dir string, keys sign.KeyStore) (*sign.Key, *store.Store, error) {
	id, err := os.ReadFile(filepath.Join(dir, keyFile))
	if err != nil {
		return nil, nil, failure.Wrap(failure.Setup, "load receipt key", wording.Say("hint.receiver.no-own-key"), err)
	}
	key, err := keys.Load(ctx, strings.TrimSpace(string(id)))
	if err != nil {
		return nil, nil, err
	}
	st, err := openDB(ctx, db)
	return key, st, err
}
