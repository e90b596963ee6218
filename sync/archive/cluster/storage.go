package cluster

import (
	"bytes"
	"context"
	"crypto/sha512"
	"database/sql"
	"encoding"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/sync/archive"
)

const (
	// leastPart is the size of a part of S3, and that of an ordinary chunk, so that
	// a chunk is a part.
	leastPart = 8 << 20
	// mostParts is how many parts an upload may have; S3 allows 10,000.
	mostParts = 9000
)

// partSize gives the size of the parts of an upload.
func partSize(size int64) int64 {
	return max(leastPart, (size/mostParts>>20+1)<<20)
}

// Storage keeps uploads and packages in S3 and their state in PostgreSQL. It
// implements archive.Storage.
//
// Chunks become parts of a multipart upload. What is too small for a part waits
// in PostgreSQL until more comes, so that a client on a slow line may send small
// chunks.
type Storage struct {
	db    *DB
	s3    *Bucket
	clock func() time.Time
}

// NewStorage joins both; clock nil is the system's.
func NewStorage(db *DB, b *Bucket, clock func() time.Time) *Storage {
	if clock == nil {
		clock = time.Now
	}
	return &Storage{db: db, s3: b, clock: clock}
}

var _ archive.Storage = (*Storage)(nil)

// upload is a row of cluster_upload as loaded; the lock lets only one request
// work on it.
type upload struct {
	s                      *Storage
	id, multipart          string
	size, partSize, stored int64
	pieced                 int64 // as in archive.State
	hash                   []byte
	kept                   bool
	changed                time.Time
}

func packageKey(id string) string { return "packages/" + id }

// NewUpload implements handler.DataStore.
func (s *Storage) NewUpload(ctx context.Context, i handler.FileInfo) (handler.Upload, error) {
	if old, err := s.load(ctx, i.ID); err == nil || !errors.Is(err, handler.ErrNotFound) {
		return old, err
	}
	multipart, err := s.s3.begin(ctx, packageKey(i.ID))
	if err != nil {
		return nil, err
	}
	state, err := nothingHashed()
	if err != nil {
		return nil, err
	}
	err = s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			`INSERT INTO cluster_upload (id, size, part_size, multipart, stored, hash, kept, changed_at) VALUES (?,?,?,?,0,?,0,?)`,
			i.ID, i.Size, partSize(i.Size), multipart, state, s.clock().UnixMilli())
		return err
	})
	if err != nil {
		return nil, errors.Join(err, s.s3.abort(ctx, packageKey(i.ID), multipart))
	}
	return s.load(ctx, i.ID)
}

// nothingHashed is the state of a sum before the first byte.
func nothingHashed() ([]byte, error) {
	return sha512.New().(encoding.BinaryMarshaler).MarshalBinary()
}

// GetUpload implements handler.DataStore.
func (s *Storage) GetUpload(ctx context.Context, id string) (handler.Upload, error) {
	return s.load(ctx, id)
}

func (s *Storage) load(ctx context.Context, id string) (*upload, error) {
	u := &upload{s: s, id: id}
	var changed, kept int64
	err := s.db.Reader().QueryRowContext(ctx,
		"SELECT multipart, size, part_size, stored, pieced, hash, kept, changed_at FROM cluster_upload WHERE id = ?", id).
		Scan(&u.multipart, &u.size, &u.partSize, &u.stored, &u.pieced, &u.hash, &kept, &changed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, handler.ErrNotFound
	}
	u.kept, u.changed = kept == 1, time.UnixMilli(changed)
	return u, reached("read upload", err)
}

func (u *upload) sum() (hash.Hash, error) {
	sum := sha512.New()
	if err := sum.(encoding.BinaryUnmarshaler).UnmarshalBinary(u.hash); err != nil {
		return nil, fmt.Errorf("state of upload %s: %w", u.id, err)
	}
	return sum, nil
}

// State implements archive.Storage.
func (s *Storage) State(ctx context.Context, id string) (archive.State, error) {
	u, err := s.load(ctx, id)
	if err != nil {
		return archive.State{}, err
	}
	sum, err := u.sum()
	if err != nil {
		return archive.State{}, err
	}
	return archive.State{Size: u.size, Offset: u.stored, SHA512: sum.Sum(nil), Pieced: u.pieced, Changed: u.changed}, nil
}

// Hash implements archive.Storage: S3 gives no parts back, so all are hashed as they come.
func (s *Storage) Hash(ctx context.Context, id string) error {
	_, err := s.load(ctx, id)
	return err
}

// Expected implements archive.Storage.
func (s *Storage) Expected(ctx context.Context, id string) (int64, error) {
	u, err := s.load(ctx, id)
	if err != nil {
		return 0, err
	}
	return u.stored, nil
}

// Settle implements archive.Storage: chunks are stored one by one.
func (s *Storage) Settle(context.Context, string) error { return nil }

// Free implements archive.Storage: S3 tells nobody how much room it has.
func (s *Storage) Free(context.Context) (int64, error) { return archive.FreeUnknown, nil }

// GetInfo implements handler.Upload.
func (u *upload) GetInfo(context.Context) (handler.FileInfo, error) {
	return handler.FileInfo{ID: u.id, Size: u.size, Offset: u.stored}, nil
}

// GetReader implements handler.Upload; downloads do not go through tus.
func (u *upload) GetReader(context.Context) (io.ReadCloser, error) {
	return nil, handler.ErrNotImplemented
}

// FinishUpload implements handler.Upload; Keep does it.
func (u *upload) FinishUpload(context.Context) error { return nil }

// part is one that S3 has acknowledged.
type part struct {
	number int32
	etag   string
	size   int64
}

// WriteChunk implements handler.Upload.
func (u *upload) WriteChunk(ctx context.Context, offset int64, src io.Reader) (int64, error) {
	if offset != u.stored {
		return 0, handler.ErrMismatchOffset
	}
	chunk, err := archive.Chunk(ctx, src)
	if err != nil {
		return 0, err
	}
	if int64(len(chunk)) > u.size-offset || len(chunk) > archive.MaxChunk {
		return 0, handler.ErrSizeExceeded
	}
	sum, err := u.sum()
	if err != nil {
		return 0, err
	}
	tail, have, err := u.waiting(ctx)
	if err != nil {
		return 0, err
	}
	sum.Write(chunk)
	rest := append(tail, chunk...)
	last := offset+int64(len(chunk)) == u.size
	var made []part
	for int64(len(rest)) >= u.partSize || last && len(rest) > 0 {
		n := min(int64(len(rest)), u.partSize)
		p := part{number: have + int32(len(made)) + 1, size: n}
		if p.etag, err = u.s.s3.put(ctx, packageKey(u.id), u.multipart, p.number, rest[:n]); err != nil {
			return 0, u.lost(ctx, err)
		}
		made, rest = append(made, p), rest[n:]
	}
	if len(made) == 0 {
		rest = chunk // the tail before it is written down already
	}
	if archive.Pieced(ctx) && u.pieced == offset {
		u.pieced += int64(len(chunk))
	}
	if err := u.advance(ctx, int64(len(chunk)), sum, made, rest); err != nil {
		return 0, err
	}
	return int64(len(chunk)), nil
}

// waiting gives the bytes behind the last part and the number of parts.
func (u *upload) waiting(ctx context.Context) (tail []byte, parts int32, err error) {
	db := u.s.db.Reader()
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM cluster_part WHERE id = ?", u.id).Scan(&parts); err != nil {
		return nil, 0, reached("count parts", err)
	}
	rows, err := db.QueryContext(ctx, "SELECT bytes FROM cluster_tail WHERE id = ? ORDER BY begins", u.id)
	if err != nil {
		return nil, 0, reached("read tail", err)
	}
	defer rows.Close()
	for rows.Next() {
		var b []byte
		if err := rows.Scan(&b); err != nil {
			return nil, 0, reached("read tail", err)
		}
		tail = append(tail, b...)
	}
	return tail, parts, reached("read tail", rows.Err())
}

// advance writes a chunk down: it counts from here on.
func (u *upload) advance(ctx context.Context, n int64, sum hash.Hash, made []part, rest []byte) error {
	state, err := sum.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		return err
	}
	return u.s.db.WithTx(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx,
			"UPDATE cluster_upload SET stored = stored + ?, pieced = ?, hash = ?, changed_at = ? WHERE id = ? AND stored = ? AND kept = 0",
			n, u.pieced, state, u.s.clock().UnixMilli(), u.id, u.stored)
		if err != nil {
			return err
		}
		if rows, err := res.RowsAffected(); err != nil || rows != 1 {
			return errors.Join(err, handler.ErrMismatchOffset) // our lock was lost and somebody went on
		}
		for _, p := range made {
			if _, err := tx.ExecContext(ctx, "INSERT INTO cluster_part (id, number, etag, size) VALUES (?,?,?,?)", u.id, p.number, p.etag,
				p.size); err != nil {
				return err
			}
		}
		if len(made) > 0 {
			if _, err := tx.ExecContext(ctx, "DELETE FROM cluster_tail WHERE id = ?", u.id); err != nil {
				return err
			}
		}
		if len(rest) == 0 {
			return nil
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO cluster_tail (id, begins, bytes) VALUES (?,?,?)", u.id, u.stored+n-int64(len(rest)),
			bytes.Clone(rest))
		return err
	})
}
