// Package pdf draws, reads and searches PDF files with PDFium compiled to
// WebAssembly (go-pdfium, wazero). It is the only importer of both.
//
// # Why a hostile PDF does no harm here
//
// PDFium runs inside the WebAssembly sandbox: its memory is an array of this
// process, limited to 1 GiB, its file system is empty, its output is discarded
// and it has no JavaScript. A memory fault inside PDFium is a trap that comes
// back as an error; panics of the glue code are recovered. An instance that
// trapped is thrown away. Drawing is progressive and stops when its context is
// cancelled or its time is up; parsing cannot be interrupted, so every read of
// the file asks first whether it is still wanted, and a call that outlasts the
// watchdog is abandoned together with its instance. An abandoned call may keep
// one core busy until it ends; at most two are allowed at a time, after that
// PDFs are refused with a message while the program goes on. Memory inside
// WebAssembly never shrinks: instances are renewed after many files or one very
// large picture. Requirements A24, G5.
package pdf

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"

	"laufzettel/transfer/failure"
)

const (
	instances       = 2                // one for the page in view, one for the page drawn beforehand
	maxAbandoned    = 2                // calls that outlasted the watchdog and still run
	docsPerInstance = 3                // files kept open in one instance
	opensPerRenewal = 300              // files after which an instance is renewed
	pixelsToRenew   = 20_000_000       // one picture larger than this renews the instance
	memoryPages     = 16384            // 64 KiB each: 1 GiB
	startLimit      = 90 * time.Second // first start compiles the module (3–5 s on a quiet machine)
)

// Engine is PDFium with its pool of instances. It starts with the first call
// and is safe for concurrent use.
type Engine struct {
	cacheDir string
	watchdog time.Duration // longest uninterruptible call
	drawing  time.Duration // longest drawing of one page

	start    sync.Once
	started  chan struct{}
	pool     pdfium.Pool
	startErr error

	mu        sync.Mutex
	slots     []*slot
	changed   chan struct{} // closed and renewed when a slot becomes idle
	abandoned int
	closed    bool
	nextID    atomic.Int64
}

// slot is one PDFium instance with the files open in it.
type slot struct {
	inst  pdfium.Pdfium // nil: to be made
	busy  bool
	files []*openFile // least recently used first
	stale []int64     // files closed while the slot was busy
	opens int
	calls int // number of the present or last call
	renew bool
	gone  bool // abandoned: no longer part of the engine
}

// openFile is one PDF open in one instance.
type openFile struct {
	id  int64
	ref references.FPDF_DOCUMENT
	in  *gate
}

// New makes an engine. cacheDir keeps the compiled module between starts
// (about 19 MB; start 0.2 s instead of 4 s); "" keeps it in memory only.
func New(cacheDir string) *Engine {
	e := &Engine{cacheDir: cacheDir, watchdog: 45 * time.Second, drawing: 30 * time.Second,
		started: make(chan struct{}), changed: make(chan struct{})}
	for range instances {
		e.slots = append(e.slots, &slot{})
	}
	return e
}

// Warm starts the engine so that the first page comes without delay.
func (e *Engine) Warm(ctx context.Context) error {
	e.start.Do(func() { go e.boot() })
	select {
	case <-e.started:
		return e.startErr
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (e *Engine) boot() {
	defer close(e.started)
	defer func() {
		if p := recover(); p != nil {
			e.startErr = fmt.Errorf("start PDFium: %v", p)
		}
	}()
	cfg := wazero.NewRuntimeConfig().WithMemoryLimitPages(memoryPages)
	if e.cacheDir != "" {
		if err := os.MkdirAll(e.cacheDir, 0o700); err == nil {
			// Without the disk cache everything works, only the start is slow.
			if cache, err := wazero.NewCompilationCacheWithDir(e.cacheDir); err == nil {
				cfg = cfg.WithCompilationCache(cache)
			}
		}
	}
	pool, err := webassembly.Init(webassembly.Config{
		MinIdle: 0, MaxIdle: 1, MaxTotal: instances + maxAbandoned, ReuseWorkers: true,
		RuntimeConfig: cfg, FSConfig: wazero.NewFSConfig(), Stdout: io.Discard, Stderr: io.Discard,
	})
	e.pool = pool
	e.startErr = failure.Wrap(failure.Setup, "start PDFium",
		"Die PDF-Anzeige lässt sich nicht starten. Alles andere geht; bitte die Verwaltung verständigen.", err)
}

// Close ends the engine. Running calls get a moment to end.
func (e *Engine) Close() error {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return nil
	}
	e.closed = true
	e.mu.Unlock()
	e.start.Do(func() { close(e.started) }) // never started: nothing to end
	<-e.started
	if e.pool == nil {
		return nil
	}
	limit := time.NewTimer(5 * time.Second)
	defer limit.Stop()
	for {
		e.mu.Lock()
		idle := e.abandoned == 0
		for _, s := range e.slots {
			idle = idle && !s.busy
		}
		wait := e.changed
		e.mu.Unlock()
		if idle {
			return e.pool.Close()
		}
		select {
		case <-wait:
		case <-limit.C:
			return errors.New("close PDFium: a call is still running")
		}
	}
}

// task is one call into an instance with the file open.
type task func(inst pdfium.Pdfium, file *openFile) error

// run calls fn with the document open in some instance. It returns when fn is
// done, or at once when ctx is cancelled; then fn ends on its own.
func (e *Engine) run(ctx context.Context, d *document, fn task) error {
	if err := e.Warm(ctx); err != nil {
		return err
	}
	s, call, err := e.acquire(ctx, d.id)
	if err != nil {
		return err
	}
	done := make(chan error, 2) // the call and, rarely, the watchdog
	go func() {
		err := e.call(ctx, s, d, fn)
		e.release(s)
		done <- err
	}()
	limit := time.AfterFunc(e.watchdog, func() {
		if e.abandon(s, call) {
			done <- failure.New(failure.Refused, "read PDF", "Die PDF-Datei braucht zu lange zum Lesen und wurde angehalten. Bewertung und Prüfung gehen weiter; Sie können sie außen öffnen.")
		}
	})
	select {
	case err := <-done:
		limit.Stop()
		return err
	case <-ctx.Done():
		return ctx.Err() // the watchdog stays on duty for the call that still runs
	}
}

// call runs on a goroutine of its own with the slot held.
func (e *Engine) call(ctx context.Context, s *slot, d *document, fn task) (err error) {
	defer func() {
		if p := recover(); p != nil {
			s.renew = true
			err = fmt.Errorf("PDFium panicked: %v", p)
		}
	}()
	if s.inst == nil {
		limited, cancel := context.WithTimeout(ctx, startLimit)
		defer cancel()
		if s.inst, err = e.pool.GetInstanceWithContext(limited); err != nil {
			s.inst = nil
			return fmt.Errorf("make PDFium instance: %w", err)
		}
	}
	file, err := s.open(ctx, d)
	if err != nil {
		return err
	}
	err = fn(s.inst, file)
	if file.in.refused.Load() {
		// PDFium may have taken the refused read for damage and remember it.
		s.drop(file.id)
		err = errors.Join(ctx.Err(), err)
	}
	s.renew = s.renew || trapped(err)
	return err
}

func (s *slot) open(ctx context.Context, d *document) (*openFile, error) {
	for i, f := range s.files {
		if f.id == d.id {
			s.files = append(append(s.files[:i], s.files[i+1:]...), f)
			f.in.ctx.Store(&ctx)
			return f, nil
		}
	}
	if len(s.files) >= docsPerInstance {
		s.drop(s.files[0].id)
	}
	in := newGate(ctx, d.src)
	res, err := s.inst.OpenDocument(&requests.OpenDocument{FileReader: in, FileReaderSize: d.src.Size})
	s.opens++
	if err != nil {
		s.renew = s.renew || trapped(err)
		return nil, errors.Join(ctx.Err(), err)
	}
	f := &openFile{id: d.id, ref: res.Document, in: in}
	s.files = append(s.files, f)
	return f, nil
}

// drop closes a file in this instance.
func (s *slot) drop(id int64) {
	for i, f := range s.files {
		if f.id != id {
			continue
		}
		s.files = append(s.files[:i:i], s.files[i+1:]...)
		background := context.Background()
		f.in.ctx.Store(&background)
		if _, err := s.inst.FPDF_CloseDocument(&requests.FPDF_CloseDocument{Document: f.ref}); err != nil {
			s.renew = true
		}
		return
	}
}
