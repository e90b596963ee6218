// Package pdf draws, reads and searches PDF files with PDFium compiled to
// WebAssembly (go-pdfium, wazero). It is the only importer of both, and it runs
// in the child process of viewer/child, nowhere else.
//
// # Why a hostile PDF does no harm here
//
// PDFium runs inside the WebAssembly sandbox: its memory is one array of this
// process, reserved up front and never larger (Memory), its file system is
// empty, its output is discarded and it has no JavaScript. A memory fault inside
// PDFium is a trap that comes back as an error; panics of the glue code are
// recovered. An instance that trapped is not used again: the engine says that it
// is spent, and the process around it is renewed. Drawing is progressive and stops
// when its context is cancelled or its time is up; parsing cannot be interrupted,
// so every read of the file asks first whether it is still wanted, and what does
// not come back ends with the process. Requirements A24, G5.
package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

const (
	docsPerInstance = 3        // files kept open
	opensPerRenewal = 300      // files after which the engine is spent
	wasmPage        = 64 << 10 // bytes of a page of WebAssembly memory
	startLimit      = 90 * time.Second
)

// ErrStopped is in every error by which the sandbox ended PDFium: it does so itself where its
// memory does not suffice, and the sandbox where PDFium is broken.
var ErrStopped = errors.New("PDFium was stopped")

// Memory is how much memory PDFium has, in bytes.
const Memory = 320 << 20

// Engine is one instance of PDFium. It starts with the first call and is safe for
// concurrent use; calls take turns.
type Engine struct {
	cacheDir string
	drawing  time.Duration // longest drawing of one page
	turn     chan struct{} // holds one token: who has it may use the instance
	nextID   atomic.Int64
	spent    atomic.Bool
	stopped  atomic.Bool  // PDFium trapped: the instance is not to be trusted
	handles  atomic.Int64 // pieces of pages go-pdfium was asked for

	// The rest belongs to who has the turn.
	pool   pdfium.Pool
	inst   pdfium.Pdfium // nil: to be made
	files  []*openFile   // least recently used first
	opens  int
	closed bool
}

// openFile is one PDF open in the instance.
type openFile struct {
	id  int64
	ref references.FPDF_DOCUMENT
	in  *gate
}

// New makes an engine. cacheDir keeps the compiled module between starts
// (about 19 MB; start 0.2 s instead of 4 s); "" keeps it in memory only.
func New(cacheDir string) *Engine {
	e := &Engine{cacheDir: cacheDir, drawing: 30 * time.Second, turn: make(chan struct{}, 1)}
	e.turn <- struct{}{}
	return e
}

// Spent reports whether the engine should not be used for further files: PDFium
// trapped, or it has opened many files and its memory never shrinks.
func (e *Engine) Spent() bool { return e.spent.Load() }

// Warm starts the engine so that the first page comes without delay.
func (e *Engine) Warm(ctx context.Context) error {
	if err := e.take(ctx); err != nil {
		return err
	}
	defer e.give()
	return e.boot(ctx)
}

// Compile puts the compiled module into the cache and makes no instance.
func (e *Engine) Compile(ctx context.Context) (err error) {
	if err := e.take(ctx); err != nil {
		return err
	}
	defer e.give()
	if e.pool == nil {
		e.pool, err = e.compile()
	}
	return err
}

func (e *Engine) take(ctx context.Context) error {
	select {
	case <-e.turn:
	case <-ctx.Done():
		return ctx.Err()
	}
	if e.closed {
		e.give()
		return failure.New(failure.Refused, "read PDF", wording.Say("hint.pdf.viewer-ended"))
	}
	return nil
}

func (e *Engine) give() { e.turn <- struct{}{} }

// boot compiles PDFium, or takes it from the cache, and makes the instance.
func (e *Engine) boot(ctx context.Context) (err error) {
	if e.inst != nil {
		return nil
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
		err = failure.Wrap(failure.Setup, "start PDFium",
			wording.Say("hint.pdf.viewer-not-started"), err)
	}()
	if e.pool == nil {
		if e.pool, err = e.compile(); err != nil {
			return err
		}
	}
	limited, cancel := context.WithTimeout(ctx, startLimit)
	defer cancel()
	e.inst, err = e.pool.GetInstanceWithContext(limited)
	if err != nil {
		e.inst = nil
	}
	return err
}

func (e *Engine) compile() (pdfium.Pool, error) {
	// Reserved up front: memory that grows is copied, and for a moment there twice.
	cfg := wazero.NewRuntimeConfig().WithMemoryLimitPages(Memory / wasmPage).WithMemoryCapacityFromMax(true)
	if e.cacheDir != "" {
		if err := os.MkdirAll(e.cacheDir, 0o700); err == nil {
			// Without the disk cache everything works, only the start is slow.
			if cache, err := wazero.NewCompilationCacheWithDir(e.cacheDir); err == nil {
				cfg = cfg.WithCompilationCache(cache)
			}
		}
	}
	wasm, err := module()
	if err != nil {
		return nil, err
	}
	return webassembly.Init(webassembly.Config{
		WASM: wasm, MinIdle: 0, MaxIdle: 1, MaxTotal: 1, ReuseWorkers: true,
		RuntimeConfig: cfg, FSConfig: wazero.NewFSConfig(), Stdout: io.Discard, Stderr: io.Discard,
	})
}

// Close ends the engine after the call that runs.
func (e *Engine) Close() error {
	<-e.turn
	defer e.give()
	if e.closed {
		return nil
	}
	e.closed = true
	if e.pool == nil {
		return nil
	}
	return e.pool.Close()
}

// task is one call into the instance with the file open.
type task func(inst pdfium.Pdfium, file *openFile) error

// run calls fn with the document open in the instance.
func (e *Engine) run(ctx context.Context, d *document, fn task) (err error) {
	if err := e.take(ctx); err != nil {
		return err
	}
	defer e.give()
	if e.stopped.Load() {
		return errors.New("PDFium has stopped before")
	}
	if err := e.boot(ctx); err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("PDFium panicked: %v", p)
		}
		if trapped(err) {
			e.spent.Store(true)
			e.stopped.Store(true)
			err = errors.Join(ErrStopped, err)
		}
	}()
	file, err := e.open(ctx, d)
	if err != nil {
		return err
	}
	err = fn(e.inst, file)
	if file.in.refused.Load() {
		// PDFium may have taken the refused read for damage and remember it.
		e.drop(file.id)
		err = errors.Join(ctx.Err(), err)
	}
	return err
}

func (e *Engine) open(ctx context.Context, d *document) (*openFile, error) {
	for i, f := range e.files {
		if f.id == d.id {
			e.files = append(append(e.files[:i], e.files[i+1:]...), f)
			f.in.ctx.Store(&ctx)
			return f, nil
		}
	}
	if len(e.files) >= docsPerInstance {
		e.drop(e.files[0].id)
	}
	if e.opens++; e.opens >= opensPerRenewal {
		e.spent.Store(true)
	}
	in := newGate(ctx, d.src)
	res, err := e.inst.OpenDocument(&requests.OpenDocument{FileReader: in, FileReaderSize: d.src.Size})
	if err != nil {
		return nil, errors.Join(ctx.Err(), err)
	}
	f := &openFile{id: d.id, ref: res.Document, in: in}
	e.files = append(e.files, f)
	return f, nil
}

// forget closes a document.
func (e *Engine) forget(id int64) {
	<-e.turn
	defer e.give()
	if !e.closed && !e.stopped.Load() {
		e.drop(id)
	}
}

// drop closes a file; who calls has the turn.
func (e *Engine) drop(id int64) {
	for i, f := range e.files {
		if f.id != id {
			continue
		}
		e.files = append(e.files[:i:i], e.files[i+1:]...)
		background := context.Background()
		f.in.ctx.Store(&background)
		if _, err := e.inst.FPDF_CloseDocument(&requests.FPDF_CloseDocument{Document: f.ref}); err != nil {
			e.spent.Store(true)
		}
		return
	}
}

// trapped reports whether the sandbox stopped PDFium.
func trapped(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "wasm error") || strings.Contains(err.Error(), "PDFium panicked") ||
		strings.Contains(err.Error(), "could not get bitmap buffer"))
}

// gate reads the file for PDFium and refuses once the call is not wanted any more.
type gate struct {
	io.ReadSeeker
	ctx     atomic.Pointer[context.Context]
	refused atomic.Bool
}

func newGate(ctx context.Context, src viewer.Source) *gate {
	g := &gate{ReadSeeker: src.Reader()}
	g.ctx.Store(&ctx)
	return g
}

// Read reads on unless the present call was cancelled.
func (g *gate) Read(p []byte) (int, error) {
	if err := (*g.ctx.Load()).Err(); err != nil {
		g.refused.Store(true)
		return 0, err
	}
	return g.ReadSeeker.Read(p)
}
