package intake

import (
	"context"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/wording"
)

// cameAs names the portion that came before with the bytes of a copy just made, or with
// the same files (E19). The copying has counted and hashed them: nothing of it is read
// again where none of this extent is there, and what is told holds for the bytes taken in.
func (room Drops) cameAs(ctx context.Context, at string, p transfer.Portion) (wording.Spoken, error) {
	same, err := room.Intake.Portions.OfSize(ctx, p.Bytes)
	if known := knownAs(same, p.Digest); err != nil || !known.Empty() {
		return known, err
	}
	if p.Form == string(container.Folder) && p.Files > fewFiles {
		near, err := transfer.OfExtent(ctx, room.Intake.Portions, p.Files, p.Bytes)
		if err != nil || len(near) == 0 {
			return wording.Spoken{}, err
		}
	}
	return room.alike(ctx, at)
}

// fewFiles is how many files a delivery of one file and its papers has at most.
const fewFiles = 20

// cameAmong names the portion that brought the files which make a tree a delivery, each of
// them a database or a crawl: alone, or with other papers beside it. All of them must be
// known; the first is told.
func (room Drops) cameAmong(ctx context.Context, t container.Tree, cores []container.Entry) (first wording.Spoken, err error) {
	for _, e := range cores {
		known, err := room.coreCame(ctx, t, e)
		if err != nil || known.Empty() {
			return wording.Spoken{}, err
		}
		if first.Empty() {
			first = wording.Speak("said.drop.arrived-beside", known)
		}
	}
	return first, nil
}

// coreCame names the portion that brought one file, alone or with papers beside it.
func (room Drops) coreCame(ctx context.Context, t container.Tree, e container.Entry) (none wording.Spoken, err error) {
	alone, err := room.Intake.Portions.OfSize(ctx, e.Size)
	if err != nil {
		return none, err
	}
	beside, err := transfer.OfCore(ctx, room.Intake.Portions, e.Size, maxPaper, fewFiles)
	if err != nil || len(alone)+len(beside) == 0 {
		return none, err
	}
	digest, _ := digestWith(ctx, t, e.Path, sha256.New())
	if known := knownAs(alone, hex.EncodeToString(digest)); !known.Empty() || len(beside) == 0 {
		return known, ctx.Err()
	}
	digest, readable := digestWith(ctx, t, e.Path, sha512.New())
	if !readable {
		return none, ctx.Err() // its check says why
	}
	for _, a := range beside {
		if held, err := room.holds(ctx, a, e.Size, hex.EncodeToString(digest)); err != nil || held {
			return a.Words(), err
		}
	}
	return none, nil
}

// holds reports whether a portion of few files holds one of this size and SHA-512, by the
// digests of its check, before that by its copy.
func (room Drops) holds(ctx context.Context, a transfer.Arrival, size int64, digest string) (held bool, err error) {
	if a.Run != "" {
		err := room.Intake.Journal.Load(ctx, a.Run, func(f check.FileFact) error {
			held = held || f.Size == size && f.Digests[string(fixity.SHA512)] == digest
			return nil
		})
		return held, err
	}
	t, err := container.Open(ctx, room.Intake.Office.Path(a.Path), room.Intake.optionsFor(PlainKind))
	if err != nil {
		return false, ctx.Err() // the copy is gone, or its check says why
	}
	err = t.Files(ctx, func(e container.Entry) error {
		if !held && e.Size == size {
			own, ok := digestWith(ctx, t, e.Path, sha512.New())
			held = ok && hex.EncodeToString(own) == digest
		}
		return ctx.Err()
	})
	return held, CloseWith(t, err)
}
