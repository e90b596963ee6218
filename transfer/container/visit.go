package container

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"
)

// tree joins an index with the source of its bytes; every form is one.
type tree struct {
	name  string
	form  Form
	o     Options
	depth int // containers around this one
	x     *index
	src   source
	make  *maker
	notes []Fault
	close func() error // safe to call twice
}

func newTree(name string, form Form, o Options, depth int, x *index, src source, g *gate) *tree {
	return &tree{name: name, form: form, o: o, depth: depth, x: x, src: src, make: newMaker(o), notes: g.passed(),
		close: sync.OnceValue(src.close)}
}

func (t *tree) Name() string { return t.name }
func (t *tree) Form() Form   { return t.form }
func (t *tree) Close() error { return t.close() }

func (t *tree) Files(ctx context.Context, fn func(Entry) error) error {
	_, err := t.walk(ctx, "", fn)
	return err
}

// walk is Files for the paths that begin with prefix, which lie beside each other; it tells
// how many files were looked at.
func (t *tree) walk(ctx context.Context, prefix string, fn func(Entry) error) (looked int, err error) {
	first, _ := t.x.find(prefix)
	for i := first; i < len(t.x.items); i++ {
		e := t.x.entry(i)
		if !strings.HasPrefix(e.Path, prefix) {
			break
		}
		if looked++; looked%1024 == 1 {
			if err := ctx.Err(); err != nil {
				return looked, err
			}
		}
		if err := fn(e); err != nil {
			return looked, err
		}
	}
	return looked, nil
}

func (t *tree) Stat(path string) (Entry, bool) {
	i, ok := t.x.find(path)
	if !ok {
		return Entry{}, false
	}
	return t.x.entry(i), true
}

func (t *tree) Open(ctx context.Context, path string) (io.ReadCloser, error) {
	i, ok := t.x.find(path)
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	r, err := t.src.open(ctx, t.x, i)
	if err != nil {
		return nil, err
	}
	return &openFile{ReadCloser: r, ctx: ctx, path: path, count: t.o.Counter}, nil
}

// openFile counts what is read and ends with its context.
type openFile struct {
	io.ReadCloser
	ctx   context.Context
	path  string
	count Counter
}

func (f *openFile) Read(p []byte) (int, error) {
	if err := f.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := f.ReadCloser.Read(p)
	if f.count != nil && n > 0 {
		f.count.Read(f.path, int64(n))
	}
	return n, err
}

// Directories gives the folders a tree names on their own, in path order: all of a folder
// on disk, of a ZIP or TAR those with an entry. The slice is not to be changed.
func Directories(t Tree) []Directory {
	if own, ok := t.(*tree); ok {
		return own.x.dirs
	}
	b, ok := t.(*below)
	if !ok || b.outer == nil || b.only != "" {
		return nil
	}
	var out []Directory
	for _, d := range b.outer.x.dirs {
		if p, here := strings.CutPrefix(d.Path, b.prefix); here {
			out = append(out, Directory{Path: p, modified: d.modified})
		}
	}
	return out
}

// Faults gives what Options.Tolerate let pass.
func Faults(t Tree) []Fault {
	if own, ok := t.(*tree); ok {
		return slices.Clone(own.notes)
	}
	return nil
}

// maxWorkers bounds goroutines, whatever the caller asks.
const maxWorkers = 64

func (t *tree) Visit(ctx context.Context, workers int, want func(Entry) bool, fn func(context.Context, Entry, Content, error) error) error {
	workers = max(1, min(workers, maxWorkers))
	if seq, ok := t.src.(*gzSource); ok {
		return t.visitStream(ctx, seq, workers, want, fn)
	}
	group, ctx := errgroup.WithContext(ctx)
	next := t.turns(want)
	for range workers {
		group.Go(func() error {
			for i, more := next(); more; i, more = next() {
				c, err := t.make.make(ctx, t.src, t.x, i)
				if err := t.call(ctx, i, c, err, fn); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// turns gives the files that are wanted, one a call and in physical order; it may be
// called by several goroutines. A worker that takes its next file itself need not be
// woken for each.
func (t *tree) turns(want func(Entry) bool) func() (i int, more bool) {
	var mu sync.Mutex
	left := t.x.order
	return func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		for len(left) > 0 {
			i := int(left[0])
			left = left[1:]
			if want == nil || want(t.x.entry(i)) {
				return i, true
			}
		}
		return 0, false
	}
}

// call hands one content to fn, gives it back afterwards and turns a panic of fn
// into an error: many parsers run inside.
func (t *tree) call(ctx context.Context, i int, c *content, readErr error,
	fn func(context.Context, Entry, Content, error) error) (err error) {
	if cerr := ctx.Err(); cerr != nil {
		if c != nil {
			c.free()
		}
		return cerr
	}
	e := t.x.entry(i)
	defer func() {
		if c != nil {
			c.free()
		}
		if p := recover(); p != nil {
			err = fmt.Errorf("container: panic while visiting %q: %v", e.Path, p)
		}
	}()
	if c == nil {
		return fn(ctx, e, nil, readErr)
	}
	return fn(ctx, e, c, readErr)
}

// visitStream reads a container without random access in one pass and hands the
// contents to the workers, at most one per worker waiting.
func (t *tree) visitStream(ctx context.Context, src *gzSource, workers int, want func(Entry) bool,
	fn func(context.Context, Entry, Content, error) error) error {
	type made struct {
		i   int
		c   *content
		err error
	}
	group, ctx := errgroup.WithContext(ctx)
	work := make(chan made)
	group.Go(func() error {
		defer close(work)
		s, err := src.stream(ctx)
		if err == nil {
			defer s.Close()
		}
		for _, i := range t.x.order {
			it := t.x.items[i]
			if want != nil && !want(t.x.entry(int(i))) {
				continue
			}
			m := made{i: int(i), err: err}
			if err == nil {
				if err = s.skipTo(it.offset); err == nil {
					m.c, err = t.make.from(ctx, s.section(it.size), t.x.path(int(i)), it.size)
				}
				m.err = err
			}
			select {
			case work <- m:
			case <-ctx.Done():
				if m.c != nil {
					m.c.free()
				}
				return ctx.Err()
			}
		}
		return nil
	})
	for range workers {
		group.Go(func() error {
			for m := range work {
				if err := t.call(ctx, m.i, m.c, m.err, fn); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}
