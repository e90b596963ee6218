package ledger

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/base32"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

const (
	tileHeight = 8
	tileWidth  = 1 << tileHeight
)

// ErrDamaged says that the stored tree does not hold together by itself.
var ErrDamaged = errors.New("the stored tree does not hold together")

// Ledger is one tree in tables of the caller's database. It has no state; whatever
// changes it runs in a transaction of the caller, one at a time.
type Ledger struct{ prefix string }

// In gives the ledger whose tables Tables made under the same prefix.
func In(prefix string) Ledger { return Ledger{prefix: prefix} }

// Tables is the script of the tables of one ledger, for SQLite and PostgreSQL.
func Tables(prefix string) string {
	return strings.ReplaceAll(`
CREATE TABLE PREFIX_ledger (id INTEGER PRIMARY KEY CHECK (id = 1), origin TEXT NOT NULL, size INTEGER NOT NULL CHECK (size >= 0));
CREATE TABLE PREFIX_leaf (n INTEGER PRIMARY KEY CHECK (n >= 0), statement TEXT NOT NULL UNIQUE, salt BLOB);
CREATE TABLE PREFIX_tile (level INTEGER NOT NULL, n INTEGER NOT NULL, hashes BLOB NOT NULL, PRIMARY KEY (level, n));
`, "PREFIX", prefix)
}

// Querier reads, in a transaction or without.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Head is the state of a tree: whose, how many leaves, its root.
type Head struct {
	Origin string
	Size   int64
	Root   Hash
}

// Entry is a statement to be added; Name is by what it is found again.
type Entry struct {
	Name string
	Body []byte
}

func (l Ledger) q(query string) string { return strings.ReplaceAll(query, "PREFIX", l.prefix) }

// Begin makes the ledger where there is none yet: kind is the part of its origin that
// says what it is a log of, the rest is chance. made says that it was new.
func (l Ledger) Begin(ctx context.Context, tx *sql.Tx, kind string) (made bool, err error) {
	var id [16]byte
	_, _ = rand.Read(id[:]) // never fails
	origin := "laufzettel/" + kind + "/" + base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(id[:])
	res, err := tx.ExecContext(ctx, l.q("INSERT INTO PREFIX_ledger (id, origin, size) VALUES (1, ?, 0) ON CONFLICT (id) DO NOTHING"),
		origin)
	if err != nil {
		return false, fmt.Errorf("begin ledger: %w", err)
	}
	n, err := res.RowsAffected()
	return n == 1, err
}

// Append adds statements at the end, each with a salt of its own. Error: ErrDamaged where
// the tree holds other leaves than its size says.
func (l Ledger) Append(ctx context.Context, tx *sql.Tx, entries ...Entry) error {
	_, size, err := l.state(ctx, tx)
	if err != nil {
		return err
	}
	var leaves int64
	if err := tx.QueryRowContext(ctx, l.q("SELECT coalesce(max(n) + 1, 0) FROM PREFIX_leaf")).Scan(&leaves); err != nil {
		return fmt.Errorf("append to ledger: %w", err)
	}
	if leaves != size {
		return fmt.Errorf("%w: it has %d leaves and says %d", ErrDamaged, leaves, size)
	}
	b := batch{ctx: ctx, ledger: l, tx: tx, tiles: map[place]*tile{}}
	leaf, err := tx.PrepareContext(ctx, l.q("INSERT INTO PREFIX_leaf (n, statement, salt) VALUES (?,?,?)"))
	if err != nil {
		return fmt.Errorf("append to ledger: %w", err)
	}
	defer leaf.Close()
	for _, e := range entries {
		salt := newSalt()
		if _, err := leaf.ExecContext(ctx, size, e.Name, salt); err != nil {
			return fmt.Errorf("append to ledger: %w", err)
		}
		if err := b.add(0, size, Leaf(salt, e.Body)); err != nil {
			return err
		}
		size++
	}
	if err := b.flush(); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, l.q("UPDATE PREFIX_ledger SET size = ? WHERE id = 1"), size); err != nil {
		return fmt.Errorf("append to ledger: %w", err)
	}
	return nil
}

func (l Ledger) state(ctx context.Context, q Querier) (origin string, size int64, err error) {
	if err = q.QueryRowContext(ctx, l.q("SELECT origin, size FROM PREFIX_ledger WHERE id = 1")).Scan(&origin, &size); err != nil {
		return "", 0, fmt.Errorf("read ledger: %w", err)
	}
	return origin, size, nil
}

// Size is how many leaves there are; 0 also where no ledger was begun.
func (l Ledger) Size(ctx context.Context, q Querier) (int64, error) {
	_, size, err := l.state(ctx, q)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return size, err
}

// Head gives the present state.
func (l Ledger) Head(ctx context.Context, q Querier) (Head, error) {
	origin, size, err := l.state(ctx, q)
	if err != nil {
		return Head{}, err
	}
	root, err := l.Root(ctx, q, size)
	return Head{Origin: origin, Size: size, Root: root}, err
}

// Root gives the root the tree had when it had size leaves. Error: ErrDamaged where
// tiles are missing, also those of a size the tree never had.
func (l Ledger) Root(ctx context.Context, q Querier, size int64) (Hash, error) {
	return tlog.TreeHash(size, l.reader(ctx, q))
}

// Consistency proves that the tree of to leaves begins with the tree of from leaves;
// 0 ≤ from ≤ to.
func (l Ledger) Consistency(ctx context.Context, q Querier, from, to int64) ([]Hash, error) {
	if from < 0 || from > to {
		return nil, fmt.Errorf("prove consistency: no tree of %d leaves before one of %d", from, to)
	}
	if from == 0 || from == to {
		return nil, nil
	}
	return tlog.ProveTree(to, from, l.reader(ctx, q))
}

// Inclusion proves that the statement stored under name is in the tree of size leaves.
// Error: sql.ErrNoRows where it is not.
func (l Ledger) Inclusion(ctx context.Context, q Querier, name string, size int64) (Proof, error) {
	var p Proof
	err := q.QueryRowContext(ctx, l.q("SELECT n, salt FROM PREFIX_leaf WHERE statement = ? AND n < ?"), name, size).Scan(&p.Index, &p.Salt)
	if err != nil {
		return p, fmt.Errorf("find leaf: %w", err)
	}
	if p.Path, err = tlog.ProveRecord(size, p.Index, l.reader(ctx, q)); err != nil {
		return p, fmt.Errorf("prove inclusion: %w", err)
	}
	return p, nil
}

// Compare holds the leaves against the statements they are of: read gives the
// statement stored under a name, false where it was removed. It gives how many were
// compared, and the number of the first leaf that differs, or -1.
func (l Ledger) Compare(ctx context.Context, q Querier, read func(name string) ([]byte, bool, error)) (compared, differs int64, err error) {
	rows, err := q.QueryContext(ctx, l.q("SELECT n, statement, salt FROM PREFIX_leaf ORDER BY n"))
	if err != nil {
		return 0, -1, fmt.Errorf("list leaves: %w", err)
	}
	defer rows.Close()
	tiles := l.reader(ctx, q)
	for want := int64(0); rows.Next(); want++ {
		var n int64
		var name string
		var salt []byte
		if err := rows.Scan(&n, &name, &salt); err != nil {
			return compared, -1, fmt.Errorf("list leaves: %w", err)
		}
		if n != want {
			return compared, want, nil
		}
		body, there, err := read(name)
		if err != nil {
			return compared, -1, err
		}
		if !there || salt == nil {
			continue
		}
		stored, err := tiles.ReadHashes([]int64{tlog.StoredHashIndex(0, n)})
		if err != nil || stored[0] != Leaf(salt, body) {
			return compared, n, ctx.Err()
		}
		compared++
	}
	return compared, -1, rows.Err()
}

// Whole makes the root anew from all leaves and holds it against the one the upper
// levels give. Error: ErrDamaged.
func (l Ledger) Whole(ctx context.Context, q Querier) (Head, error) {
	h, err := l.Head(ctx, q)
	if err != nil {
		return h, err
	}
	return h, whole(h, func(n int64, width int) ([]byte, error) {
		data, err := l.load(ctx, q, place{0, n})
		if err == nil && len(data) < width*tlog.HashSize {
			err = fmt.Errorf("tile 0/%d has %d bytes", n, len(data))
		}
		return data, err
	})
}

// reader reads stored hashes out of tiles; a tile read once is kept.
func (l Ledger) reader(ctx context.Context, q Querier) tlog.HashReader {
	var at place
	var last []byte
	return tlog.HashReaderFunc(func(indexes []int64) ([]Hash, error) {
		out := make([]Hash, len(indexes))
		for i, index := range indexes {
			t := tlog.TileForIndex(tileHeight, index)
			if p := (place{t.L, t.N}); last == nil || p != at {
				data, err := l.load(ctx, q, p)
				if err != nil {
					return nil, err
				}
				at, last = p, data
			}
			h, err := tlog.HashFromTile(t, last, index)
			if err != nil {
				return nil, fmt.Errorf("%w: tile %d/%d has %d bytes", ErrDamaged, t.L, t.N, len(last))
			}
			out[i] = h
		}
		return out, nil
	})
}

func (l Ledger) load(ctx context.Context, q Querier, p place) ([]byte, error) {
	data := []byte{}
	err := q.QueryRowContext(ctx, l.q("SELECT hashes FROM PREFIX_tile WHERE level = ? AND n = ?"), p.level, p.n).Scan(&data)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("read tile: %w", err)
	}
	return data, nil
}

// place is the address of a tile.
type place struct {
	level int
	n     int64
}

type tile struct {
	hashes []byte
	dirty  bool
}

// batch holds the tiles an Append changes until all leaves are in.
type batch struct {
	ctx    context.Context
	ledger Ledger
	tx     *sql.Tx
	tiles  map[place]*tile
}

// add puts a hash at its place; a full tile becomes one hash of the level above.
func (b *batch) add(level int, n int64, h Hash) error {
	at := place{level, n / tileWidth}
	t := b.tiles[at]
	if t == nil {
		data, err := b.ledger.load(b.ctx, b.tx, at)
		if err != nil {
			return err
		}
		t = &tile{hashes: data}
		b.tiles[at] = t
	}
	if int64(len(t.hashes)) != n%tileWidth*tlog.HashSize {
		return fmt.Errorf("%w: tile %d/%d has %d bytes before leaf %d", ErrDamaged, level, at.n, len(t.hashes), n)
	}
	t.hashes, t.dirty = append(t.hashes, h[:]...), true
	if len(t.hashes) < tileWidth*tlog.HashSize {
		return nil
	}
	return b.add(level+1, at.n, tileRoot(t.hashes))
}

// tileRoot is the root over the hashes of a full tile.
func tileRoot(hashes []byte) Hash {
	if len(hashes) == tlog.HashSize {
		return Hash(hashes)
	}
	half := len(hashes) / 2
	return tlog.NodeHash(tileRoot(hashes[:half]), tileRoot(hashes[half:]))
}

func (b *batch) flush() error {
	for at, t := range b.tiles {
		if !t.dirty {
			continue
		}
		_, err := b.tx.ExecContext(b.ctx, b.ledger.q(`INSERT INTO PREFIX_tile (level, n, hashes) VALUES (?,?,?)
			ON CONFLICT (level, n) DO UPDATE SET hashes = excluded.hashes`), at.level, at.n, t.hashes)
		if err != nil {
			return fmt.Errorf("write tile: %w", err)
		}
	}
	return nil
}
