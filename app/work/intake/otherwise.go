package intake

import (
	"context"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"io"
	"io/fs"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// bundle is what a delivery holds, whatever its files are called and however they are
// packed: their number, their bytes and the sum of their digests. It only tells people
// what came before; nothing is decided by it.
type bundle struct {
	files int
	bytes int64
	sum   [sha512.Size / 8]uint64
}

func (b *bundle) add(digest []byte) {
	for i := range b.sum {
		if 8*i+8 <= len(digest) {
			b.sum[i] += binary.BigEndian.Uint64(digest[8*i:])
		}
	}
}

// cameOtherwise names the portion that brought exactly the files of a piece, under other
// names or in another packing (E19). Bytes are read only where one of the same extent is there.
func (room Drops) cameOtherwise(ctx context.Context, p *Proposal, piece Piece) (found wording.Spoken, err error) {
	if at, onDisk := p.lies(piece); onDisk {
		return room.alike(ctx, at)
	}
	err = room.inTree(ctx, p.Source, piece.Name, func(t container.Tree, name string) (err error) {
		if piece.unpacked {
			found, err = room.likeTree(ctx, container.Below(t, name))
			return err
		}
		if found, err = room.likeTree(ctx, container.Only(t, name)); err != nil || !found.Empty() {
			return err
		}
		inner, err := container.OpenEntry(ctx, t, name, room.Intake.ContainerOptions())
		if err != nil {
			return ctx.Err() // its check says why
		}
		found, err = room.likeTree(ctx, inner)
		return CloseWith(inner, err)
	})
	return found, err
}

// alike is cameOtherwise of what lies on the disk: as it lies there, a container as the only
// file of a folder, then what is in it.
func (room Drops) alike(ctx context.Context, source string) (found wording.Spoken, err error) {
	o := room.Intake.optionsFor(PlainKind)
	for _, o.Lone = range []bool{true, false} {
		t, err := container.Open(ctx, source, o)
		if err != nil {
			return found, ctx.Err() // its check says why
		}
		found, err = room.likeTree(ctx, t)
		if err = CloseWith(t, err); err != nil || !found.Empty() || t.Form() == container.Folder && isFolder(source) {
			return found, err
		}
	}
	return found, nil
}

// likeTree names the portion that brought exactly the files of a tree.
func (room Drops) likeTree(ctx context.Context, t container.Tree) (none wording.Spoken, err error) {
	var own bundle
	var last container.Entry
	var cores []container.Entry
	err = t.Files(ctx, func(e container.Entry) error {
		own.files, own.bytes, last = own.files+1, own.bytes+e.Size, e
		if own.files <= fewFiles && fileShaped(e.Path) {
			cores = append(cores, e)
		}
		return nil
	})
	if err != nil || own.bytes == 0 {
		return none, ctx.Err() // its check says why
	}
	same, err := transfer.OfExtent(ctx, room.Intake.Portions, own.files, own.bytes)
	if err != nil {
		return none, err
	}
	if len(same) > 0 && own.addAll(ctx, t) {
		for _, a := range same {
			if equal, err := room.brought(ctx, a, own); err != nil || equal {
				return a.Words(), err
			}
		}
	}
	if own.files == 1 {
		if same, err = room.Intake.Portions.OfSize(ctx, last.Size); err != nil {
			return none, err
		}
		if len(same) > 0 {
			digest, _ := digestWith(ctx, t, last.Path, sha256.New())
			if known := knownAs(same, hex.EncodeToString(digest)); !known.Empty() {
				return known, ctx.Err()
			}
		}
	}
	if own.files > fewFiles {
		return none, ctx.Err()
	}
	return room.cameAmong(ctx, t, cores)
}

// brought reports whether a portion brought these files, by the digests of its check, before
// that by its copy.
func (room Drops) brought(ctx context.Context, a transfer.Arrival, own bundle) (bool, error) {
	theirs := bundle{files: own.files, bytes: own.bytes}
	if a.Run == "" {
		t, err := container.Open(ctx, room.Intake.Office.Path(a.Path), room.Intake.optionsFor(PlainKind))
		if err != nil {
			return false, ctx.Err() // the copy is gone, or its check says why
		}
		readable := theirs.addAll(ctx, t)
		return readable && theirs == own, CloseWith(t, ctx.Err())
	}
	err := room.Intake.Journal.Load(ctx, a.Run, func(f check.FileFact) error {
		digest, err := hex.DecodeString(f.Digests[string(fixity.SHA512)])
		theirs.add(digest)
		return err
	})
	return theirs == own, err
}

// addAll reads the files of a tree; false where one cannot be read.
func (b *bundle) addAll(ctx context.Context, t container.Tree) bool {
	readable := true
	err := t.Files(ctx, func(e container.Entry) error {
		digest, ok := digestWith(ctx, t, e.Path, sha512.New())
		b.add(digest)
		if readable = readable && ok; !readable {
			return fs.SkipAll
		}
		return ctx.Err()
	})
	return err == nil && readable
}

// digestWith is the digest of a file in a tree; false where it cannot be read.
func digestWith(ctx context.Context, t container.Tree, name string, h hash.Hash) (digest []byte, ok bool) {
	rc, err := t.Open(ctx, name)
	if err != nil {
		return nil, false
	}
	_, err = io.Copy(h, stop.Reader(ctx, rc))
	if CloseWith(rc, err) != nil {
		return nil, false
	}
	return h.Sum(nil), true
}
