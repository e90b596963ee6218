package share

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"io"
	"path"
	"slices"
	"strings"

	"laufzettel/app/work/intake"
	"laufzettel/appraisal/share"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
)

// Doubles is what of a share is there more than once.
type Doubles struct {
	Files     []share.Group
	Folders   []share.Group
	Contained []share.Inside
	Archives  []share.Same
	// Held are files whose content lies in an archived package, by the file.
	Held map[int32]string
	// Elsewhere are files whose content lies in another delivery that waits for its packages,
	// by the file.
	Elsewhere map[int32]string
	// Unopened are archives that could not be compared.
	Unopened []int32
}

// Doubles finds equal files and folders, folders contained in others, archives that hold
// what a folder holds, and what the store holds already.
func (s *Shares) Doubles(ctx context.Context, l *Loaded) (*Doubles, error) {
	d := &Doubles{Files: l.EqualFiles(), Folders: l.EqualFolders(), Contained: l.Contained(), Held: map[int32]string{}}
	if !l.packed() {
		return d, s.beyond(ctx, l, d)
	}
	tree, err := s.Intake.Tree(ctx, l.Portion)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(s.archives(ctx, l.Tree, tree, d), tree.Close()); err != nil {
		return nil, err
	}
	return d, s.beyond(ctx, l, d)
}

// beyond finds what lies outside the share too: in the store, in other deliveries.
func (s *Shares) beyond(ctx context.Context, l *Loaded, d *Doubles) error {
	if err := s.held(ctx, l, d); err != nil {
		return err
	}
	return s.elsewhere(ctx, l, d)
}

// waiting are the states in which a delivery lies here and is no package yet.
var waiting = []transfer.State{transfer.Checked, transfer.Accepted, transfer.AcceptedWithException, transfer.Appraised}

// elsewhere finds what lies in other deliveries that wait for their packages. One that holds
// classified material is not looked into.
func (s *Shares) elsewhere(ctx context.Context, l *Loaded, d *Doubles) error {
	others, err := s.Portions.List(ctx)
	if err != nil {
		return err
	}
	d.Elsewhere = map[int32]string{}
	copies := l.Copies()
	for _, p := range others {
		if p.ID == l.Portion.ID || p.Run == "" || !slices.Contains(waiting, p.State) || s.Intake.StopClassified(ctx, p) != nil {
			continue
		}
		err := s.Journal.Load(ctx, p.Run, func(f check.FileFact) error {
			for _, n := range copies.Of(share.KeyOf(intake.DigestOf(f))) {
				if _, told := d.Elsewhere[n]; !told && d.Held[n] == "" {
					d.Elsewhere[n] = p.ID
				}
			}
			return ctx.Err()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// heldAtOnce is how many digests one question to the catalog names.
const heldAtOnce = 500

func (s *Shares) held(ctx context.Context, l *Loaded, d *Doubles) error {
	var files []int32
	var digests []string
	ask := func() error {
		held, err := s.Desk.Catalog.Held(ctx, slices.Compact(slices.Sorted(slices.Values(digests))))
		for i, n := range files {
			if ref, ok := held[digests[i]]; ok {
				d.Held[n] = ref
			}
		}
		files, digests = files[:0], digests[:0]
		return err
	}
	err := s.Journal.Load(ctx, l.Portion.Run, func(f check.FileFact) error {
		n, ok := l.File(f.Path)
		if digest := intake.DigestOf(f); ok && digest != "" {
			files, digests = append(files, int32(n)), append(digests, digest)
		}
		if len(files) == heldAtOnce {
			return ask()
		}
		return nil
	})
	if err != nil || len(files) == 0 {
		return err
	}
	return ask()
}

// isPacked tells whether a file is an archive that is compared with folders.
func isPacked(f *share.File) bool {
	ext := strings.ToLower(path.Ext(f.Name))
	return (ext == ".zip" || ext == ".tar" || ext == ".tgz") && f.Size > 0
}

func (l *Loaded) packed() bool {
	return slices.ContainsFunc(l.Files, func(f share.File) bool { return isPacked(&f) })
}

// archives compares the ZIP and TAR files of a share with its folders. An archive that
// holds a file of a size no file of the share has is not read.
func (s *Shares) archives(ctx context.Context, t *share.Tree, tree container.Tree, d *Doubles) error {
	var files []int32
	sizes := map[int64]bool{}
	for i := range t.Files {
		sizes[t.Files[i].Size] = true
		if isPacked(&t.Files[i]) {
			files = append(files, int32(i))
		}
	}
	copies := t.Copies()
	for _, i := range files {
		members, err := s.members(ctx, tree, t.Path(i), sizes, len(t.Files))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			d.Unopened = append(d.Unopened, i) // the check told why
			continue
		}
		d.Archives = append(d.Archives, t.Unpacked(copies, i, members)...)
	}
	return nil
}

// members gives what an archive holds; nothing where it cannot be what a folder holds.
func (s *Shares) members(ctx context.Context, tree container.Tree, name string, sizes map[int64]bool, most int) (out []share.Member,
	err error) {
	inner, err := container.OpenEntry(ctx, tree, name, s.Intake.ContainerOptions())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, inner.Close()) }()
	n, alike := 0, true
	if err := inner.Files(ctx, func(e container.Entry) error { n++; alike = alike && sizes[e.Size]; return nil }); err != nil || !alike ||
		n > most {
		return nil, err
	}
	err = inner.Visit(ctx, 1, nil, func(_ context.Context, e container.Entry, c container.Content, rerr error) error {
		if rerr != nil {
			return rerr
		}
		h := sha512.New()
		if _, err := io.Copy(h, c.Reader()); err != nil {
			return err
		}
		out = append(out, share.Member{Path: e.Path, Key: share.KeyOf("sha512:" + hex.EncodeToString(h.Sum(nil)))})
		return nil
	})
	slices.SortFunc(out, func(a, b share.Member) int { return strings.Compare(a.Path, b.Path) })
	return out, err
}
