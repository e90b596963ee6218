package prepare

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

const (
	batchSize = 256             // files of one journal transaction
	batchTime = 2 * time.Second // or this long
)

// copy reads every file of the plan that no earlier run has read: once.
func (b *build) copy(ctx context.Context, tree container.Tree) error {
	if err := b.twins(); err != nil {
		return err
	}
	todo := map[string][]kind.Copy{} // by source
	wanted := map[string]bool{}
	c := &copying{b: b, since: time.Now(), last: time.Now()}
	for _, x := range b.plan.Copies {
		wanted[x.To] = true
		e, ok := tree.Stat(x.From)
		if !ok {
			return failure.New(failure.Bug, "copy "+x.From, wording.Say("hint.prepare.planned-file-missing"))
		}
		if b.done(x, e) {
			b.skipped++
			continue
		}
		todo[x.From] = append(todo[x.From], x)
		c.left += e.Size
	}
	c.done, c.total = int64(b.skipped), int64(len(b.plan.Copies))
	if err := b.clear(ctx, wanted); err != nil {
		return err
	}
	want := func(e container.Entry) bool { return len(todo[e.Path]) > 0 }
	err := tree.Visit(ctx, kind.Readers, want, func(ctx context.Context, e container.Entry, content container.Content,
		readErr error) error {
		if readErr != nil {
			return kind.Unreadable(e.Path, readErr)
		}
		for _, x := range todo[e.Path] {
			r, err := b.one(ctx, x, e, content)
			if err != nil {
				return err
			}
			if err := c.add(ctx, r); err != nil {
				return err
			}
		}
		return nil
	})
	// What was read before the end is kept even when the person cancelled.
	return errors.Join(err, c.flush(context.WithoutCancel(ctx)))
}

// twins refuses two sources for one place, also where names differ by case only.
func (b *build) twins() error {
	seen := map[string]string{}
	for _, x := range b.plan.Copies {
		if x.Drop {
			continue
		}
		if other, ok := seen[x.To]; ok {
			return failure.New(failure.Refused, "plan "+x.To, wording.Say("hint.prepare.same-target-name", other, x.From, x.To))
		}
		seen[x.To] = x.From
	}
	return nil
}

// done reports whether an earlier run has read this very file and its copy is
// still in place.
func (b *build) done(x kind.Copy, e container.Entry) bool {
	r, ok := b.known[x.To]
	if !ok || r.Source != x.From || r.sourceSize != e.Size || r.modified != e.Modified.Unix() || r.Dropped != x.Drop {
		return false
	}
	if x.Look && kind.Stale(r.Note, b.w.KeepSignatures) {
		return false
	}
	for _, a := range b.plan.Algorithms {
		if r.Digests[string(a)] == "" && !x.Drop {
			return false
		}
	}
	if x.Drop {
		return true
	}
	info, err := os.Lstat(b.at(x.To))
	return err == nil && info.Mode().IsRegular() && info.Size() == r.Size && info.ModTime().Unix() == r.modified
}

func (b *build) at(p string) string { return filepath.Join(b.dir(), filepath.FromSlash(p)) }

func (b *build) dir() string { return filepath.Join(b.partial, b.plan.Name) }

// clear takes out of the partial folder and the journal what is not part of the
// plan: documents of an earlier build, files half written.
func (b *build) clear(ctx context.Context, wanted map[string]bool) error {
	var gone []string
	for p := range b.known {
		if !wanted[p] {
			gone = append(gone, p)
			delete(b.known, p)
		}
	}
	if err := b.w.Store.forget(ctx, b.p.ID, gone); err != nil {
		return err
	}
	var folders []string
	err := filepath.WalkDir(b.partial, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			folders = append(folders, name)
			return nil
		}
		rel, err := filepath.Rel(b.dir(), name)
		if err == nil && !wanted[filepath.ToSlash(rel)] {
			err = os.Remove(name)
		}
		return err
	})
	for _, name := range slices.Backward(folders[min(len(folders), 1):]) {
		_ = os.Remove(name) // only the empty ones go
	}
	return disk("clear partial portion", err)
}

// one reads a file once: looks at it, copies and hashes it.
func (b *build) one(ctx context.Context, x kind.Copy, e container.Entry, content container.Content) (row, error) {
	r := row{File: kind.File{Path: x.To, Source: x.From, Size: -1, Dropped: x.Drop}, sourceSize: e.Size, modified: e.Modified.Unix()}
	in := content.Reader()
	if x.Look && b.plan.Inspect != nil {
		seen, err := b.plan.Inspect(ctx, x, content)
		if err != nil {
			return r, err
		}
		r.Note = seen.Note
		if seen.Replace != nil {
			in = bytes.NewReader(seen.Replace)
		}
	}
	if x.Drop {
		return r, ctx.Err()
	}
	digest, err := fixity.NewDigester(append([]fixity.Algorithm{fixity.SHA512}, b.plan.Algorithms...)...)
	if err != nil {
		return r, err
	}
	r.Size, err = b.write(ctx, x.To, io.TeeReader(in, digest), e.Modified)
	r.Digests = digest.Sum()
	return r, err
}

// write puts a copy with the time of its source. It is not synced one by one: a
// copy that a power failure tore shows at hand-over, where every byte is compared
// with its digest.
func (b *build) write(ctx context.Context, to string, in io.Reader, at time.Time) (n int64, err error) {
	name := b.at(to)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return 0, disk("write "+to, err)
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, disk("write "+to, err)
	}
	out := &target{w: f}
	n, err = io.Copy(out, stop.Reader(ctx, in))
	if out.err != nil {
		err = disk("write "+to, out.err)
	} else if err != nil {
		err = kind.Unreadable(to, err)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return n, err
	}
	return n, disk("write "+to, os.Chtimes(name, at, at))
}

// target remembers that an error came from writing.
type target struct {
	w   io.Writer
	err error
}

func (t *target) Write(p []byte) (int, error) {
	n, err := t.w.Write(p)
	if err != nil {
		t.err = err
	}
	return n, err
}

// copying gathers what the copiers bring and journals it in batches.
type copying struct {
	b     *build
	since time.Time

	mu          sync.Mutex
	batch       []row
	last        time.Time
	done, total int64
	bytes, left int64
}

func (c *copying) add(ctx context.Context, r row) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.batch = append(c.batch, r)
	c.done++
	c.bytes += r.sourceSize
	c.left -= r.sourceSize
	c.b.tell(PhaseCopy, c.done, c.total, c.bytes, c.left, c.since)
	if len(c.batch) < batchSize && time.Since(c.last) < batchTime {
		return nil
	}
	return c.write(ctx)
}

func (c *copying) flush(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.write(ctx)
}

func (c *copying) write(ctx context.Context) error {
	c.last = time.Now()
	if len(c.batch) == 0 {
		return nil
	}
	c.b.w.point("prepare.batch.before")
	if err := c.b.w.Store.note(ctx, c.b.p.ID, c.batch); err != nil {
		return err
	}
	for _, r := range c.batch {
		c.b.known[r.Path] = r
	}
	c.batch = slices.Delete(c.batch, 0, len(c.batch))
	c.b.w.point("prepare.batch.after")
	return nil
}
