package check

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"laufzettel/transfer/container"
)

// memTree is a tree in memory that counts how often each file is read.
type memTree struct {
	name   string
	files  map[string]string
	broken map[string]error
	times  map[string]time.Time
	mu     sync.Mutex
	reads  map[string]int
	block  chan struct{} // where set, a visit of the second file waits for it or the context
}

func newTree(files map[string]string) *memTree {
	return &memTree{name: "lieferung", files: files, broken: map[string]error{}, times: map[string]time.Time{}, reads: map[string]int{}}
}

func (t *memTree) Name() string         { return t.name }
func (t *memTree) Form() container.Form { return container.Folder }
func (t *memTree) Close() error         { return nil }

func (t *memTree) paths() []string {
	var out []string
	for p := range t.files {
		out = append(out, p)
	}
	slices.Sort(out)
	return out
}

func (t *memTree) entry(p string, order int) container.Entry {
	mod, ok := t.times[p]
	if !ok {
		mod = time.UnixMilli(1_700_000_000_000)
	}
	return container.Entry{Path: p, Size: int64(len(t.files[p])), Modified: mod, Order: int64(order)}
}

func (t *memTree) Files(ctx context.Context, fn func(container.Entry) error) error {
	for i, p := range t.paths() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := fn(t.entry(p, i)); err != nil {
			return err
		}
	}
	return nil
}

func (t *memTree) Stat(p string) (container.Entry, bool) {
	if _, ok := t.files[p]; !ok {
		return container.Entry{}, false
	}
	return t.entry(p, 0), true
}

func (t *memTree) Open(_ context.Context, p string) (io.ReadCloser, error) {
	s, ok := t.files[p]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return io.NopCloser(strings.NewReader(s)), nil
}

func (t *memTree) Visit(ctx context.Context, workers int, want func(container.Entry) bool,
	fn func(context.Context, container.Entry, container.Content, error) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	work := make(chan container.Entry)
	errs := make(chan error, workers)
	var wg sync.WaitGroup
	var seen atomic.Int64
	for range workers {
		wg.Go(func() {
			for e := range work {
				if t.block != nil && seen.Add(1) > 1 {
					select {
					case <-t.block:
					case <-ctx.Done():
						errs <- ctx.Err()
						return
					}
				}
				t.mu.Lock()
				t.reads[e.Path]++
				t.mu.Unlock()
				if err := fn(ctx, e, memContent(t.files[e.Path]), t.broken[e.Path]); err != nil {
					errs <- err
					cancel()
					return
				}
			}
		})
	}
	i := 0
	for _, p := range t.paths() {
		i++
		e := t.entry(p, i)
		if want != nil && !want(e) {
			continue
		}
		select {
		case work <- e:
		case <-ctx.Done():
		}
	}
	close(work)
	wg.Wait()
	select {
	case err := <-errs:
		return err
	default:
		return ctx.Err()
	}
}

type memContent string

func (c memContent) Size() int64 { return int64(len(c)) }
func (c memContent) Bytes() []byte {
	if c == "reader panics" {
		return nil // what a decompressor gives is not in memory
	}
	return []byte(c)
}
func (c memContent) Reader() io.Reader {
	if c == "reader panics" {
		panic("decompressor broke")
	}
	return strings.NewReader(string(c))
}
func (c memContent) ReadAt(p []byte, off int64) (int, error) {
	return bytes.NewReader([]byte(c)).ReadAt(p, off)
}

// fakeKind is a delivery kind whose answers the test sets.
type fakeKind struct {
	name     string
	conf     int
	manifest *Manifest
	findings []Finding
	rules    []Rule
	panics   bool
}

func (k *fakeKind) Names() []string { return []string{k.name} }
func (k *fakeKind) Recognise(context.Context, container.Tree) (Match, error) {
	return Match{Kind: k.name, Confidence: k.conf}, nil
}
func (k *fakeKind) Read(context.Context, container.Tree, Match, ReadInput) (*Manifest, []Finding, error) {
	if k.panics {
		panic("strange input")
	}
	return k.manifest, k.findings, nil
}
func (k *fakeKind) Rules(*Manifest) []Rule { return k.rules }

// byExtension identifies by the extension, which is all these tests need.
type byExtension struct{}

func (byExtension) Tool() string { return "test identifier 1" }
func (byExtension) Identify(name string, c container.Content) (Format, error) {
	switch {
	case strings.Contains(name, "panic"):
		panic("parser broke")
	case strings.Contains(name, "error"):
		return Format{}, errors.New("parser gave up")
	case strings.HasSuffix(name, ".pdf"):
		return Format{PUID: "fmt/354", Name: "PDF/A-1b", MIME: "application/pdf"}, nil
	case strings.HasSuffix(name, ".txt"):
		return Format{PUID: "x-fmt/111", Name: "Plain Text File", Warning: "match on extension only"}, nil
	case strings.HasSuffix(name, ".jpg"):
		return Format{PUID: "fmt/11", Name: "PNG", Warning: "extension mismatch"}, nil
	case strings.HasSuffix(name, ".xml"):
		return Format{PUID: "fmt/101", Name: "Extensible Markup Language"}, nil
	}
	return Format{PUID: "UNKNOWN", Warning: "no match"}, nil
}

type fakePDFA struct{ verdict string }

func (fakePDFA) Tool() string { return "test pdfa 1" }
func (f fakePDFA) CheckPDF(_ context.Context, p string, _ container.Content, _ []string) (PDFResult, error) {
	if strings.Contains(p, "explode") {
		panic("pdf parser broke")
	}
	return PDFResult{Verdict: f.verdict}, nil
}

// listAll is a manifest that lists exactly the given paths.
func listAll(paths ...string) *Manifest {
	m := &Manifest{Kind: "fake", ListsAll: true}
	for _, p := range paths {
		m.Listed = append(m.Listed, Listed{Path: p, Role: RoleContent, Size: -1, By: "nachricht.xml", Line: 7})
	}
	return m
}

func checkTree(t *testing.T, e *Engine, tree container.Tree, in Input) *Outcome {
	t.Helper()
	out, err := e.Check(t.Context(), tree, in)
	if err != nil {
		t.Fatalf("Check: %v", err)
	}
	return out
}

// codesOf lists code and path of the findings.
func codesOf(r *Report) []string {
	out := []string{}
	for _, f := range r.Findings {
		out = append(out, strings.TrimSpace(f.Code+" "+f.Path))
	}
	return out
}
