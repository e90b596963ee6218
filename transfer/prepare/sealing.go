package prepare

import (
	"context"
	"crypto/sha256"
	"crypto/sha512"
	"database/sql"
	"encoding"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"time"

	"laufzettel/transfer/container"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/pack"
)

// Sealing packs the built portion into a container file and can be gone on with
// after a cancel or a kill: what was read before is not read again (issue 4,
// no. 6). The journal holds the directory of the container so far and the state of
// its SHA-512.
type Sealing struct {
	Store    *Store
	Portion  Preparation
	Files    []kind.File
	Path     string // of the container
	Open     container.Options
	Progress func(Progress)    // nil = none
	Point    func(name string) // commit points, nil in production

	named string // basis, once it is known
}

// sealMark is how far a sealing is.
type sealMark struct {
	clock time.Time
	next  int   // file whose content follows
	bytes int64 // of the container before it
	state []byte
	sum   string // of the whole container, "" = not whole yet
}

// basis names what is sealed: the same files with the same digests.
func (x *Sealing) basis() string {
	if x.named != "" {
		return x.named
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n", x.Portion.ID, x.Portion.Name, x.Portion.Root)
	for _, f := range x.Files {
		fmt.Fprintf(h, "%s\n%s\n", f.Path, f.Digests["sha-512"])
	}
	x.named = hex.EncodeToString(h.Sum(nil))
	return x.named
}

// Begun reports whether a sealing into this very file broke off and can be gone on
// with.
func (x *Sealing) Begun(ctx context.Context) (bool, error) {
	m, _, err := x.load(ctx)
	return m != nil, err
}

// Run seals, or goes on with a sealing that broke off. On a cancel the file and
// its journal stay. Errors: Refused where a file was changed, added or removed
// since the build.
func (x *Sealing) Run(ctx context.Context) (Sealed, error) {
	s := Sealed{Name: filepath.Base(x.Path)}
	m, heads, err := x.load(ctx)
	if err != nil {
		return s, err
	}
	if m != nil && m.sum != "" {
		s.Size, s.SHA512 = m.bytes, m.sum
		return s, nil
	}
	if m == nil {
		m = &sealMark{clock: x.Portion.Changed}
		if err := x.Store.DropSeal(ctx, x.Portion.ID); err != nil {
			return s, err
		}
		if err := (&sealJournal{x: x, m: m}).save(ctx, nil); err != nil { // the place is known from the beginning
			return s, err
		}
	}
	f, err := os.OpenFile(x.Path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return s, disk("seal container", err)
	}
	s.Size, s.SHA512, err = x.into(ctx, f, m, heads)
	if err == nil {
		err = disk("seal container", f.Sync())
	}
	return s, errors.Join(err, f.Close())
}

// into writes what is missing of the container.
func (x *Sealing) into(ctx context.Context, f *os.File, m *sealMark, heads []pack.Head) (size int64, digest string, err error) {
	sum := sha512.New()
	if len(m.state) > 0 {
		if err := sum.(encoding.BinaryUnmarshaler).UnmarshalBinary(m.state); err != nil {
			return 0, "", fmt.Errorf("resume digest: %w", err)
		}
	}
	if _, err := f.Seek(m.bytes, io.SeekStart); err != nil {
		return 0, "", disk("seal container", err)
	}
	if err := f.Truncate(m.bytes); err != nil {
		return 0, "", disk("seal container", err)
	}
	out := &counter{n: m.bytes}
	w := io.MultiWriter(f, sum, out)
	z := pack.New(w, m.clock)
	if m.next > 0 {
		if z, err = pack.Resume(w, m.clock, heads, memberOf(x.Portion, x.Files[m.next])); err != nil {
			return 0, "", err
		}
	}
	tree, err := container.Open(ctx, x.Portion.Folder(), x.Open)
	if err != nil {
		return 0, "", err
	}
	j := &sealJournal{x: x, m: m, z: z, sum: sum, out: out, kept: len(heads), last: m.next, since: time.Now()}
	err = pour(ctx, x.Portion, tree, x.Files, z, m.next, x.Progress, func(n int) error { return j.mark(context.WithoutCancel(ctx), n) })
	if err = kind.Closed(tree, err); err == nil {
		err = z.Close()
	}
	if err != nil {
		return 0, "", err
	}
	digest = hex.EncodeToString(sum.Sum(nil))
	m.next, m.bytes, m.sum = len(x.Files), out.n, digest
	return out.n, digest, j.save(ctx, nil)
}

// sealJournal writes marks down in batches.
type sealJournal struct {
	x     *Sealing
	m     *sealMark
	z     *pack.Writer
	sum   hash.Hash
	out   *counter
	kept  int // heads in the journal
	last  int // file of the last mark
	since time.Time
}

// mark notes that everything before the content of the n-th file is written.
func (j *sealJournal) mark(ctx context.Context, n int) error {
	if n-j.last < batchSize && time.Since(j.since) < batchTime {
		return nil
	}
	j.last, j.since = n, time.Now()
	heads, err := j.z.Heads(j.kept)
	if err != nil {
		return err
	}
	if j.m.state, err = j.sum.(encoding.BinaryMarshaler).MarshalBinary(); err != nil {
		return fmt.Errorf("keep digest: %w", err)
	}
	j.m.next, j.m.bytes = n, j.out.n
	j.point("prepare.seal.before")
	if err := j.save(ctx, heads); err != nil {
		return err
	}
	j.kept += len(heads)
	j.point("prepare.seal.after")
	return nil
}

func (j *sealJournal) point(name string) {
	if j.x.Point != nil {
		j.x.Point(name)
	}
}

func (j *sealJournal) save(ctx context.Context, heads []pack.Head) error {
	x, m := j.x, j.m
	if m.state == nil {
		m.state = []byte{}
	}
	return x.Store.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx,
			"INSERT OR REPLACE INTO prepare_seal (preparation, path, basis, clock, next, bytes, state, sha512) VALUES (?,?,?,?,?,?,?,?)",
			x.Portion.ID, x.Path, x.basis(), m.clock.UnixMilli(), m.next, m.bytes, m.state, m.sum)
		for i, h := range heads {
			if err == nil {
				_, err = tx.ExecContext(ctx, "INSERT OR REPLACE INTO prepare_seal_head (preparation, n, head) VALUES (?,?,?)", x.Portion.ID,
					j.kept+i, string(h))
			}
		}
		if err != nil {
			return fmt.Errorf("write journal of sealing: %w", err)
		}
		return nil
	})
}

// load gives the mark of a sealing into this file of these files, nil for none.
func (x *Sealing) load(ctx context.Context) (*sealMark, []pack.Head, error) {
	var m sealMark
	var at, basis string
	var clock int64
	err := x.Store.db.Reader().QueryRowContext(ctx,
		"SELECT path, basis, clock, next, bytes, state, sha512 FROM prepare_seal WHERE preparation = ?", x.Portion.ID).
		Scan(&at, &basis, &clock, &m.next, &m.bytes, &m.state, &m.sum)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read journal of sealing: %w", err)
	}
	info, err := os.Stat(x.Path)
	if err != nil || info.Size() < m.bytes || m.sum != "" && info.Size() != m.bytes || at != x.Path || basis != x.basis() ||
		m.next > len(x.Files) {
		return nil, nil, nil // begun elsewhere, of other files, or torn by a power failure
	}
	m.clock = time.UnixMilli(clock).UTC()
	rows, err := x.Store.db.Reader().QueryContext(ctx, "SELECT head FROM prepare_seal_head WHERE preparation = ? AND n < ? ORDER BY n",
		x.Portion.ID, m.next)
	if err != nil {
		return nil, nil, fmt.Errorf("read journal of sealing: %w", err)
	}
	defer rows.Close()
	var heads []pack.Head
	for rows.Next() {
		var h string
		if err := rows.Scan(&h); err != nil {
			return nil, nil, fmt.Errorf("read journal of sealing: %w", err)
		}
		heads = append(heads, pack.Head(h))
	}
	if err := rows.Err(); err != nil || m.sum == "" && len(heads) != m.next {
		return nil, nil, err
	}
	return &m, heads, nil
}

// SealPlace gives the container file a sealing was begun in, "" for none.
func (s *Store) SealPlace(ctx context.Context, id string) (path string, err error) {
	err = s.db.Reader().QueryRowContext(ctx, "SELECT path FROM prepare_seal WHERE preparation = ?", id).Scan(&path)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read journal of sealing: %w", err)
	}
	return path, nil
}

// DropSeal forgets how far the sealing of a preparation was: it is done, or the
// file is gone.
func (s *Store) DropSeal(ctx context.Context, id string) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		for _, q := range []string{"DELETE FROM prepare_seal_head WHERE preparation = ?",
			"DELETE FROM prepare_seal WHERE preparation = ?"} {
			if _, err := tx.ExecContext(ctx, q, id); err != nil {
				return fmt.Errorf("drop journal of sealing: %w", err)
			}
		}
		return nil
	})
}
