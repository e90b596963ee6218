package share

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"io"
	"path/filepath"
	"sync"
	"time"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/appraisal/share"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// AtSource is a share seen where it lies, before anything of it is copied.
type AtSource struct {
	*share.Tree
	Double Doubles
	// Missing is what would not come along: links, placeholders of cloud stores, locked and
	// unreadable ones; with it names that clash or that other systems do not take.
	Missing []check.Finding
	// Changed are files that had another size when they were read than when they were listed.
	Changed []string
	// Read says that contents were compared.
	Read bool
}

// sourceReaders is how many files are read at once at the source: more is no faster on the
// drives shares lie on.
const sourceReaders = 4

// SourceOf looks at a share where it lies; nothing is copied and nothing changed. Contents
// are compared where read says so: that reads every byte. Errors: Refused for what is no
// folder or may not be entered at all.
func (s *Shares) SourceOf(ctx context.Context, dir string, read bool, progress func(done, total int64)) (out *AtSource, err error) {
	info, err := office.Reach(ctx, dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, failure.New(failure.Refused, "look at share "+dir, wording.Say("hint.share.no-folder", filepath.Base(dir)))
	}
	o := s.Intake.ContainerOptions()
	o.Tolerate, o.LeaveOut = intake.OddNames, true
	tree, err := container.Open(ctx, dir, o)
	if refused, ok := errors.AsType[*container.Refused](err); ok {
		return nil, failure.Wrap(failure.Refused, "look at share "+dir, wording.Say("hint.share.source-refused", refused.Error()), err)
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, tree.Close()) }()
	out = &AtSource{Tree: share.New(""), Missing: check.FindingsOfFaults(container.Faults(tree)), Read: read}
	for _, d := range container.Directories(tree) {
		out.Folders[out.Enter(d.Path)].Modified = seconds(d.Modified())
	}
	files := 0
	if err := tree.Files(ctx, func(container.Entry) error { files++; return nil }); err != nil {
		return nil, err
	}
	out.Grow(files)
	if err := tree.Files(ctx, func(e container.Entry) error {
		out.Add(e.Path, share.File{Size: e.Size, Modified: seconds(e.Modified)})
		return nil
	}); err != nil {
		return nil, err
	}
	out.Settle()
	out.Sums()
	if !read {
		return out, nil
	}
	if err := out.digest(ctx, tree, progress); err != nil {
		return nil, err
	}
	out.Double = Doubles{Files: out.EqualFiles(), Folders: out.EqualFolders(), Contained: out.Contained(), Held: map[int32]string{}}
	return out, s.archives(ctx, out.Tree, tree, &out.Double)
}

func seconds(at time.Time) int64 {
	if at.IsZero() {
		return 0
	}
	return at.Unix()
}

// digest reads every file. One that cannot be read, or changes meanwhile, is told and the
// others go on.
func (a *AtSource) digest(ctx context.Context, tree container.Tree, progress func(done, total int64)) error {
	var mu sync.Mutex
	done, total := int64(0), a.Folders[0].Bytes
	return tree.Visit(ctx, sourceReaders, nil, func(ctx context.Context, e container.Entry, c container.Content, err error) error {
		h := sha512.New()
		n := int64(0)
		if err == nil {
			n, err = io.Copy(h, c.Reader())
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		mu.Lock()
		defer mu.Unlock()
		if done += e.Size; progress != nil {
			progress(done, total)
		}
		i, ok := a.File(e.Path)
		switch {
		case !ok:
		case err != nil:
			a.Missing = append(a.Missing, check.FindingsOfFaults([]container.Fault{unreadAt(e.Path, err)})...)
		case n != e.Size:
			a.Changed = append(a.Changed, e.Path)
		default:
			a.Tree.Files[i].Key = share.KeyOf("sha512:" + hex.EncodeToString(h.Sum(nil)))
		}
		return nil
	})
}

// unreadAt says of a file at the source why its content is not to be had.
func unreadAt(name string, err error) container.Fault {
	words := container.ReadWords(err)
	if errors.Is(err, container.ErrChanged) {
		words = wording.Say("found.container.source-writing")
	}
	return container.NewFault(container.NotRead, name, wording.Say("want.container.readable"), words)
}
