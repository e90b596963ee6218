package cluster

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Keep implements archive.Storage: the parts become one object.
func (s *Storage) Keep(ctx context.Context, id string) error {
	u, err := s.load(ctx, id)
	if err != nil || u.kept {
		return err
	}
	parts, err := s.parts(ctx, id)
	if err != nil {
		return err
	}
	if err := s.s3.complete(ctx, packageKey(id), u.multipart, parts); err != nil {
		// A kill may have come between that and writing it down.
		if size, there := s.s3.size(ctx, packageKey(id)); there != nil || size != u.size {
			if lost := u.lost(ctx, err); !errors.Is(lost, handler.ErrMismatchOffset) {
				return lost
			}
			return failure.Wrap(failure.Transient, "keep upload", wording.Say("hint.cluster.parts-gone"), err)
		}
	}
	size, err := s.s3.size(ctx, packageKey(id))
	if err != nil {
		return err
	}
	if size != u.size {
		return failure.Wrap(failure.Damaged, "keep upload", wording.Say("hint.cluster.assembled-wrong"),
			fmt.Errorf("%s has %d bytes, want %d", id, size, u.size))
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE cluster_upload SET kept = 1 WHERE id = ?", id)
		return err
	})
}

// lost begins an upload anew whose parts the store no longer has: after a restore
// from a backup, which holds no parts, or where a rule of the bucket sweeps them.
// The client is told another offset and sends again from the beginning. Other
// errors come back as they are.
func (u *upload) lost(ctx context.Context, err error) error {
	if !hasCode(err, "NoSuchUpload") {
		return err
	}
	key := packageKey(u.id)
	state, err := nothingHashed()
	if err != nil {
		return err
	}
	multipart, err := u.s.s3.begin(ctx, key)
	if err != nil {
		return err
	}
	err = u.s.db.WithTx(ctx, func(tx *sql.Tx) error {
		res, err := tx.ExecContext(ctx,
			"UPDATE cluster_upload SET multipart = ?, stored = 0, pieced = 0, hash = ?, changed_at = ? WHERE id = ? AND multipart = ? AND kept = 0",
			multipart, state, u.s.clock().UnixMilli(), u.id, u.multipart)
		if err != nil {
			return err
		}
		if rows, err := res.RowsAffected(); err != nil || rows != 1 {
			return errors.Join(err, errors.New("somebody else went on with the upload"))
		}
		for _, query := range []string{"DELETE FROM cluster_part WHERE id = ?", "DELETE FROM cluster_tail WHERE id = ?"} {
			if _, err := tx.ExecContext(ctx, query, u.id); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return errors.Join(err, u.s.s3.abort(ctx, key, multipart))
	}
	return handler.ErrMismatchOffset
}

func (s *Storage) parts(ctx context.Context, id string) ([]part, error) {
	rows, err := s.db.Reader().QueryContext(ctx, "SELECT number, etag, size FROM cluster_part WHERE id = ? ORDER BY number", id)
	if err != nil {
		return nil, reached("list parts", err)
	}
	defer rows.Close()
	var all []part
	for rows.Next() {
		var p part
		if err := rows.Scan(&p.number, &p.etag, &p.size); err != nil {
			return nil, reached("list parts", err)
		}
		all = append(all, p)
	}
	return all, reached("list parts", rows.Err())
}

// Beside implements archive.Storage.
func (s *Storage) Beside(ctx context.Context, id, suffix string, data []byte) error {
	u, err := s.load(ctx, id)
	if errors.Is(err, handler.ErrNotFound) || err == nil && !u.kept {
		return nil
	}
	if err != nil {
		return err
	}
	key := packageKey(id) + suffix
	if _, err := s.s3.size(ctx, key); !errors.Is(err, handler.ErrNotFound) {
		return err
	}
	return s.s3.write(ctx, key, data)
}

// Package implements archive.Storage.
func (s *Storage) Package(ctx context.Context, id string) (io.ReadSeekCloser, error) {
	size, err := s.s3.size(ctx, packageKey(id))
	if err != nil {
		return nil, err
	}
	return &object{ctx: ctx, s3: s.s3, key: packageKey(id), size: size}, nil
}

// Local implements archive.Storage: a copy that goes with done.
func (s *Storage) Local(ctx context.Context, id string) (string, func(), error) {
	from, err := s.Package(ctx, id)
	if err != nil {
		return "", nil, err
	}
	defer from.Close() // read only
	f, err := os.CreateTemp("", "laufzettel-*.tar")
	if err != nil {
		return "", nil, err
	}
	done := func() { _ = os.Remove(f.Name()) } // the system's folder is swept anyway
	_, err = io.Copy(f, from)
	if err := errors.Join(err, f.Close()); err != nil {
		done()
		return "", nil, err
	}
	return f.Name(), done, nil
}

// Remove implements archive.Storage.
func (s *Storage) Remove(ctx context.Context, id string) error {
	u, err := s.load(ctx, id)
	if errors.Is(err, handler.ErrNotFound) {
		return nil
	}
	if err != nil || u.kept {
		return err
	}
	if err := s.s3.abort(ctx, packageKey(id), u.multipart); err != nil {
		return err
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM cluster_upload WHERE id = ?", id)
		return err
	})
}

// object reads a package of S3 from any place.
type object struct {
	ctx  context.Context
	s3   *Bucket
	key  string
	size int64
	at   int64
	body io.ReadCloser
}

// Read implements io.Reader.
func (o *object) Read(b []byte) (int, error) {
	if o.at >= o.size {
		return 0, io.EOF
	}
	if o.body == nil {
		body, err := o.s3.read(o.ctx, o.key, o.at)
		if err != nil {
			return 0, err
		}
		o.body = body
	}
	n, err := o.body.Read(b)
	o.at += int64(n)
	if errors.Is(err, io.EOF) && o.at < o.size {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// Seek implements io.Seeker.
func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.at
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, errors.New("seek before the beginning")
	}
	if offset != o.at {
		if err := o.Close(); err != nil {
			return 0, err
		}
		o.at = offset
	}
	return offset, nil
}

// Close implements io.Closer.
func (o *object) Close() error {
	if o.body == nil {
		return nil
	}
	err := o.body.Close()
	o.body = nil
	return err
}
