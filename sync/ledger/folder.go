package ledger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/mod/sumdb/tlog"

	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
)

// CheckpointFile is the name of the checkpoint in a folder of tiles.
const CheckpointFile = "checkpoint"

// Write puts the tiles of the tree of a checkpoint and the checkpoint itself into a
// folder: hashes alone, no statement and no salt. Full tiles that are there already
// are left as they are; the checkpoint is written last.
func (l Ledger) Write(ctx context.Context, q Querier, dir string, c Checkpoint) error {
	for _, t := range tlog.NewTiles(tileHeight, 0, c.Size) {
		path := filepath.Join(dir, filepath.FromSlash(t.Path()))
		if st, err := os.Stat(path); err == nil && st.Size() == int64(t.W)*tlog.HashSize && t.W == tileWidth {
			continue
		}
		data, err := l.load(ctx, q, place{t.L, t.N})
		if err != nil {
			return err
		}
		if len(data) < t.W*tlog.HashSize {
			return fmt.Errorf("%w: tile %d/%d has %d bytes", ErrDamaged, t.L, t.N, len(data))
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := durable.WriteFile(path, data[:t.W*tlog.HashSize], 0o600); err != nil {
			return err
		}
	}
	return durable.WriteFile(filepath.Join(dir, CheckpointFile), c.Raw, 0o600)
}

// Folder is a log as files: a checkpoint and the tiles of its tree.
type Folder struct {
	Checkpoint
	dir string
}

// OpenFolder opens a folder of tiles whose checkpoint one of the keys signed.
func OpenFolder(dir string, keys ...sign.PublicKey) (Folder, error) {
	raw, err := readBounded(filepath.Join(dir, CheckpointFile), MaxCheckpoint)
	if err != nil {
		return Folder{}, err
	}
	c, err := Open(raw, keys...)
	return Folder{Checkpoint: c, dir: dir}, err
}

// Whole reads every leaf and holds the root against the checkpoint. Error: ErrDamaged.
func (f Folder) Whole() error { return whole(f.Head, f.leaves) }

// leaves gives the first hashes of a tile of leaves, as wide as the log has it.
func (f Folder) leaves(n int64, width int) ([]byte, error) {
	data, err := f.read(tlog.Tile{H: tileHeight, N: n, W: int(min(tileWidth, f.Size-n*tileWidth))})
	if err != nil {
		return nil, err
	}
	return data[:width*tlog.HashSize], nil
}

// whole makes the root of a tree anew from the tiles of its leaves.
func whole(h Head, leaves func(n int64, width int) ([]byte, error)) error {
	var stack []Hash // the roots of the full subtrees so far, as in the binary number n
	for n := int64(0); n < h.Size; n += tileWidth {
		width := min(tileWidth, h.Size-n)
		data, err := leaves(n/tileWidth, int(width))
		if err != nil {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		for i := range width {
			stack = append(stack, Hash(data[i*tlog.HashSize:(i+1)*tlog.HashSize]))
			for m := n + i; m&1 == 1; m >>= 1 {
				stack = append(stack[:len(stack)-2], tlog.NodeHash(stack[len(stack)-2], stack[len(stack)-1]))
			}
		}
	}
	root := emptyRoot
	for i := len(stack) - 1; i >= 0; i-- {
		if root = stack[i]; i < len(stack)-1 {
			root = tlog.NodeHash(stack[i], stack[i+1])
		}
		stack[i] = root
	}
	if root != h.Root {
		return fmt.Errorf("%w: the leaves have root %s, the head says %s", ErrDamaged, root, h.Root)
	}
	return nil
}

// Holds reports whether the log begins with that of an old head: its leaves alone say so,
// whatever the tiles above them are. Errors: *PastError, ErrDamaged.
func (f Folder) Holds(old Head) error {
	err := f.Extends(old, nil)
	if past, ok := errors.AsType[*PastError](err); !ok || past.Why != OtherPast || old.Size >= f.Size {
		return err
	}
	if whole(old, f.leaves) == nil {
		return nil
	}
	return cmp.Or(f.Whole(), err)
}

// read gives the hashes of a tile, of the full one where the part is not there.
func (f Folder) read(t tlog.Tile) ([]byte, error) {
	want := t.W * tlog.HashSize
	data, err := readBounded(filepath.Join(f.dir, filepath.FromSlash(t.Path())), tileWidth*tlog.HashSize)
	whole := t.W
	if errors.Is(err, fs.ErrNotExist) && t.W < tileWidth {
		full := t
		full.W, whole = tileWidth, tileWidth
		data, err = readBounded(filepath.Join(f.dir, filepath.FromSlash(full.Path())), tileWidth*tlog.HashSize)
	}
	if err != nil {
		return nil, err
	}
	if len(data) != whole*tlog.HashSize { // the name says how many there are
		return nil, fmt.Errorf("tile %s has %d bytes", t.Path(), len(data))
	}
	return data[:want], nil
}

func readBounded(path string, limit int64) ([]byte, error) {
	file, err := durable.OpenFile(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() // read only
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(data)) > limit {
		err = fmt.Errorf("%s is larger than %d bytes", filepath.Base(path), limit)
	}
	return data, err
}
