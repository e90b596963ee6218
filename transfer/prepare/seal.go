package prepare

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/pack"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// PhaseSeal is the packing of the container.
const PhaseSeal = "seal"

// Untouched compares names and sizes of a built portion with the journal. Error:
// Refused where they differ.
func Untouched(ctx context.Context, p Preparation, files []kind.File, tree container.Tree) error {
	sizes := make(map[string]int64, len(files))
	for _, f := range files {
		sizes[f.Path] = f.Size
	}
	seen := 0
	err := tree.Files(ctx, func(e container.Entry) error {
		if size, ok := sizes[e.Path]; !ok || size != e.Size {
			return touched(p, e.Path)
		}
		seen++
		return nil
	})
	if err == nil && seen != len(files) {
		i := slices.IndexFunc(files, func(f kind.File) bool { _, ok := tree.Stat(f.Path); return !ok })
		err = touched(p, files[max(i, 0)].Path)
	}
	return err
}

func touched(p Preparation, path string) error {
	return failure.New(failure.Refused, "seal "+p.ID, wording.Say("hint.prepare.built-file-changed", path))
}

// pour packs the files from the start-th on; mark (nil = none) is called where a
// container that breaks off can be gone on with, before the content of the n-th.
func pour(ctx context.Context, p Preparation, tree container.Tree, files []kind.File, z *pack.Writer, start int, progress func(Progress),
	mark func(n int) error) error {
	if err := Untouched(ctx, p, files, tree); err != nil {
		return err
	}
	digest, err := fixity.NewDigester(fixity.SHA512)
	if err != nil {
		return err
	}
	now := Progress{Phase: PhaseSeal, PhaseNo: 1, Phases: 1, Done: int64(start), Total: int64(len(files)), Left: p.Bytes, Since: time.Now()}
	for _, f := range files[:start] {
		now.Left -= f.Size
	}
	for i, f := range files[start:] {
		r, err := tree.Open(ctx, f.Path)
		if err != nil {
			return touched(p, f.Path)
		}
		digest.Reset()
		var here func() error
		if mark != nil {
			here = func() error { return mark(start + i) }
		}
		err = z.AddMarked(ctx, memberOf(p, f), io.TeeReader(r, digest), here)
		if err := kind.Closed(r, err); err != nil {
			return err
		}
		if got := digest.Sum()[string(fixity.SHA512)]; got != f.Digests[string(fixity.SHA512)] {
			return touched(p, f.Path)
		}
		now.Done++
		now.Bytes += f.Size
		now.Left -= f.Size
		if progress != nil {
			progress(now)
		}
	}
	return nil
}

func memberOf(p Preparation, f kind.File) pack.Member {
	return pack.Member{Name: inContainer(p, f.Path), Store: stored(f.Path)}
}

// stored names files that are compressed already.
func stored(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".zip", ".gz", ".jpg", ".jpeg", ".png", ".docx", ".xlsx", ".odt", ".siard", ".tgz", ".warc.gz", ".iso":
		return true
	}
	return false
}

// ReadBack reads a file that was handed over and compares it with its digest.
// Error: Setup where the medium gives back other bytes.
func ReadBack(ctx context.Context, name string, want Sealed) error {
	f, err := os.Open(name)
	if err != nil {
		return failure.Wrap(failure.Setup, "read back "+want.Name, wording.Say("hint.prepare.handed-unreadable"), err)
	}
	sum := sha512.New()
	n, err := io.Copy(sum, stop.Reader(ctx, f))
	if err := errors.Join(err, f.Close()); err != nil {
		return failure.Wrap(failure.Setup, "read back "+want.Name, wording.Say("hint.prepare.handed-unreadable"), err)
	}
	if n != want.Size || hex.EncodeToString(sum.Sum(nil)) != want.SHA512 {
		return failure.Wrap(failure.Setup, "read back "+want.Name, wording.Say("hint.prepare.handed-differs"),
			fmt.Errorf("%d bytes of %d", n, want.Size))
	}
	return nil
}

// Beside gives the place of a file that travels with a container: base is the
// path of the container, NAME.zip.
func Beside(container, suffix string) string {
	dir, name := filepath.Split(container)
	return filepath.Join(dir, strings.TrimSuffix(name, filepath.Ext(name))+suffix)
}

// ListOf makes the transfer list of a built portion: of an xdomea delivery the
// cases its message names, of every other kind the portion as one entry (A1).
func (s *Store) ListOf(ctx context.Context, p Preparation, tree container.Tree, files []kind.File, created time.Time) (slip.List, error) {
	b, ok := s.Kinds.Builder(p.Kind)
	if !ok {
		return slip.List{}, failure.New(failure.Bug, "list "+p.ID, wording.Say("hint.window.kind-unknown"))
	}
	v := kind.WithDefaults(b.Fields(), p.Values())
	if l, ok := b.(kind.Lister); ok {
		return l.List(ctx, v, tree, files, created)
	}
	id := v.Or("agencyId", readValue(p, "agencyId"))
	return slip.List{Agency: v.Get("agency"), AgencyID: id, ProfileID: v.Get("profile"), Created: created,
		Entries: []slip.Entry{kind.Whole(p.Name, v, v.Or("title", p.Name))}}, ctx.Err()
}

// readValue gives a value read from the files.
func readValue(p Preparation, key string) string {
	for _, r := range p.Read {
		if r.Key == key {
			return r.Value
		}
	}
	return ""
}
