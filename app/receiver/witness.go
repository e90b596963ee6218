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
	"laufzettel/transfer/failure"
)

// Witness co-signs a checkpoint of another's log with the key that signs receipts.
// Setup where the receiver was never started; else as archive.Cosign.
func Witness(ctx context.Context, db, dir string, keys sign.KeyStore, request []byte, fingerprint string, now time.Time) (c archive.Cosigned, err error) {
	id, err := os.ReadFile(filepath.Join(dir, keyFile))
	if err != nil {
		return c, failure.Wrap(failure.Setup, "load receipt key", "Das Archiv hat noch keinen eigenen Schlüssel. Bitte den Empfänger einmal starten (archive serve).", err)
	}
	key, err := keys.Load(ctx, strings.TrimSpace(string(id)))
	if err != nil {
		return c, err
	}
	st, err := openDB(ctx, db)
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	return archive.Cosign(ctx, st, key, request, fingerprint, now)
}
