package channel

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"time"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/stop"
)

// Whoever writes a package may note the SHA-256 of its pieces while the bytes are
// at hand. An upload whose chunks are such pieces neither reads nor hashes the file
// again: it goes from the disk to the network as it is, and the archive finds a
// piece that has changed. Without notes, or where chunks are cut otherwise, chunks
// are hashed before they go.

// NoteSize is how many bytes one noted digest is over; the last piece may be
// shorter. It is what a chunk has where the archive takes four at once.
const NoteSize = receipt.PieceSize

// leastNoted is the size below which noting costs more than it saves.
const leastNoted = 4 * NoteSize

// notesKept is how long notes of packages that were never sent are kept.
const notesKept = 365 * 24 * time.Hour

// Note keeps the SHA-256 of every piece of NoteSize bytes of a package, one after
// the other, under the SHA-512 (hex) of the whole. Small packages are passed over.
func (s *Service) Note(ctx context.Context, sha512 string, size int64, digests []byte) error {
	if size < leastNoted || len(digests) == 0 {
		return nil
	}
	if !notesFit(size, digests) {
		return fmt.Errorf("note pieces: %d bytes of digests for %d bytes", len(digests), size)
	}
	now := s.now()
	return s.DB.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DELETE FROM channel_note WHERE noted_at < ?", now.Add(-notesKept).UnixMilli()); err != nil {
			return fmt.Errorf("drop old notes: %w", err)
		}
		_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO channel_note (sha512, size, digests, noted_at) VALUES (?,?,?,?)", sha512,
			size, digests, now.UnixMilli())
		if err != nil {
			return fmt.Errorf("note pieces: %w", err)
		}
		return nil
	})
}

func notesFit(size int64, digests []byte) bool {
	return int64(len(digests)) == (size+NoteSize-1)/NoteSize*sha256.Size
}

// noted gives the noted digests of what a manifest names, or nil.
func (s *Service) noted(ctx context.Context, m receipt.Manifest) ([]byte, error) {
	var digests []byte
	err := s.DB.Reader().QueryRowContext(ctx, "SELECT digests FROM channel_note WHERE sha512 = ? AND size = ?", m.SHA512,
		m.Size).Scan(&digests)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for notes: %w", err)
	}
	if !notesFit(m.Size, digests) {
		return nil, nil // chunks are hashed, as without notes
	}
	return digests, nil
}

// pieces gives the digests of a package's pieces for a receiver that confirms them, nil
// for another one: as they were noted, else read now.
func (s *Sender) pieces(ctx context.Context, t task, m receipt.Manifest) (*receipt.Pieces, error) {
	if ok, err := s.Service.can(ctx, t.client, featurePieces); err != nil || !ok {
		return nil, err
	}
	digests, err := s.Service.noted(ctx, m)
	if err != nil {
		return nil, err
	}
	if digests == nil {
		f, err := os.Open(t.path)
		if err != nil {
			return nil, unreadable(err)
		}
		defer f.Close() // read only
		if digests, err = receipt.PieceDigests(stop.Reader(ctx, f)); err != nil {
			if failure.Canceled(err) {
				return nil, err
			}
			return nil, unreadable(err)
		}
	}
	if !notesFit(m.Size, digests) {
		return nil, changed(fmt.Errorf("%d pieces, the order says %d bytes", len(digests)/sha256.Size, m.Size))
	}
	return receipt.PiecesOf(digests), nil
}

// forgetTx drops notes that served their purpose.
func forgetTx(ctx context.Context, tx *sql.Tx, uploads []receipt.Upload) error {
	for _, u := range uploads {
		if _, err := tx.ExecContext(ctx, "DELETE FROM channel_note WHERE sha512 = ?", u.SHA512); err != nil {
			return fmt.Errorf("drop notes: %w", err)
		}
	}
	return nil
}

// notes are the noted digests of a package; nil where there are none.
type notes []byte

// digest gives the Content-Digest of n bytes at offset of size if they are a noted
// piece, or "".
func (n notes) digest(offset, length, size int64) string {
	if n == nil || offset%NoteSize != 0 || length != min(NoteSize, size-offset) {
		return ""
	}
	at := offset / NoteSize * sha256.Size
	return sign.FormatContentDigest(n[at : at+sha256.Size])
}

// doubt looks for the reason why a noted piece did not arrive well. A file that is
// not what its manifest says any more ends the upload. The notes are given up in
// any case: the next chunks are read and hashed before they go.
func (s *session) doubt(ctx context.Context, p piece, err error) error {
	if s.notes = nil; !p.noted || ctx.Err() != nil {
		return err
	}
	if a, ok := errors.AsType[*AnswerError](err); ok && a.Code != string(sign.DigestMismatch) {
		return err
	}
	own := piece{data: make([]byte, p.size), offset: p.offset, digest: http.Header{}}
	if lerr := s.load(own); lerr != nil {
		return changed(lerr)
	}
	if own.digest.Get("Content-Digest") == p.digest.Get("Content-Digest") {
		return err
	}
	sum, perr := s.prefix(ctx, s.size)
	if perr == nil && sum != s.want {
		perr = changed(fmt.Errorf("sha512 is %s, the manifest says %s", sum, s.want))
	}
	if perr != nil {
		return perr
	}
	if s.sealed != nil { // and so is the manifest
		return fmt.Errorf("%w: %w", errNotes, err)
	}
	return err // the notes were wrong, the package is not
}

// errNotes says that the notes of a package were wrong and its manifest names them.
var errNotes = errors.New("the noted pieces are not those of the package")
