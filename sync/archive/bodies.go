package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// What a body may take while it comes (defect S5). Quick ones come into memory; what
// is slow, or finds no memory free, comes into a file and holds up nobody.
const (
	memoryPlaces   = 8  // large bodies that come into memory at once
	filePlaces     = 64 // and into files, beside the first of each client, which always finds one
	placesPerOne   = 2  // of both, for one client; its further bodies wait their turn
	strangerPlaces = 16 // unsigned bodies at once

	quickBody    = 2 * time.Second  // after that a body moves into a file
	patientStart = 30 * time.Second // how slow a body may begin
	minimumRate  = 4 << 10          // bytes per second it has to come at afterwards, from its beginning on
	restTime     = 2 * time.Second  // how long the rest of a body may still take that nobody has read
	strangerTime = 10 * time.Second // within which an unsigned body has to be there
	placeWait    = 20 * time.Second // how long a client's third body waits for its turn
)

// bodies hands out the places of bodies.
type bodies struct {
	memory, files, loads chan struct{}
	strangers            chan struct{}
	dir                  string // of the files; "" = the system's

	mu   sync.Mutex
	ones map[string]*onesPlaces
}

// onesPlaces are those of one client, kept while it uses any.
type onesPlaces struct {
	places chan struct{}
	users  int
	filed  bool // one of its bodies is in a file without a place of all
}

func newBodies(dir string) (*bodies, error) {
	b := &bodies{memory: make(chan struct{}, memoryPlaces), files: make(chan struct{}, filePlaces),
		loads:     make(chan struct{}, memoryPlaces),
		strangers: make(chan struct{}, strangerPlaces), ones: map[string]*onesPlaces{}}
	if dir == "" {
		return b, nil
	}
	b.dir = filepath.Join(dir, "incoming")
	if err := os.RemoveAll(b.dir); err != nil { // what a kill left: nobody was told it is here
		return nil, fmt.Errorf("clear incoming bodies: %w", err)
	}
	return b, os.MkdirAll(b.dir, 0o700)
}

var errBusy = problemf(http.StatusServiceUnavailable, "busy", "too many uploads at once").after(2 * time.Second)

// of waits for a place of one client and gives what leaves it.
func (b *bodies) of(ctx context.Context, who string) (one *onesPlaces, leave func(), err error) {
	b.mu.Lock()
	one = b.ones[who]
	if one == nil {
		one = &onesPlaces{places: make(chan struct{}, placesPerOne)}
		b.ones[who] = one
	}
	one.users++
	b.mu.Unlock()
	forget := func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if one.users--; one.users == 0 {
			delete(b.ones, who)
		}
	}
	patience := time.NewTimer(placeWait)
	defer patience.Stop()
	select {
	case one.places <- struct{}{}:
		return one, func() { <-one.places; forget() }, nil
	case <-patience.C:
		err = errBusy
	case <-ctx.Done():
		err = ctx.Err()
	}
	forget()
	return nil, nil, err
}

// filePlace gives a place for a body in a file and what leaves it. The first of each
// client has its own, so that however many others are slow together, nobody's only line
// is kept out; the second takes one of those for all.
func (b *bodies) filePlace(one *onesPlaces) (leave func(), err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !one.filed {
		one.filed = true
		return func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			one.filed = false
		}, nil
	}
	select {
	case b.files <- struct{}{}:
		return func() { <-b.files }, nil
	default:
		return nil, errBusy
	}
}

// take reads a large body, of length or of -1 where nobody says, into buf, over a file where it is slow or memory is short.
func (b *bodies) take(ctx context.Context, who string, from *patientReader, length, limit int64, buf *bytes.Buffer, watch io.Writer) (int64,
	error) {
	one, leave, err := b.of(ctx, who)
	if err != nil {
		return 0, err
	}
	defer leave()
	from.begin() // the turn of others was no fault of this line
	body := io.TeeReader(io.LimitReader(from, limit+1), watch)
	n, done, err := b.intoMemory(from, length, body, buf)
	if done || err != nil {
		return n, err
	}
	return b.overFile(ctx, one, body, buf)
}

// intoMemory reads a body as long as it is quick.
func (b *bodies) intoMemory(from *patientReader, length int64, body io.Reader, buf *bytes.Buffer) (n int64, done bool, err error) {
	select {
	case b.memory <- struct{}{}:
		defer func() { <-b.memory }()
	default:
		return 0, false, nil
	}
	buf.Grow(int(max(length, 0)) + bytes.MinRead)
	for {
		step := min(max(buf.Available(), bytes.MinRead), 256<<10)
		buf.Grow(step)
		free := buf.AvailableBuffer()
		got, err := body.Read(free[:step])
		buf.Write(free[:got])
		n += int64(got)
		switch {
		case errors.Is(err, io.EOF):
			return n, true, nil
		case err != nil:
			return n, true, err
		case from.age() > quickBody:
			return n, false, nil
		}
	}
}

// overFile reads the rest of a body behind what buf holds, and gives all of it.
func (b *bodies) overFile(ctx context.Context, one *onesPlaces, body io.Reader, buf *bytes.Buffer) (int64, error) {
	leave, err := b.filePlace(one)
	if err != nil {
		return 0, err
	}
	defer leave()
	file, err := os.CreateTemp(b.dir, "body-*")
	if err != nil {
		return 0, &diskError{err}
	}
	defer func() {
		_ = file.Close() // its content is read or refused
		_ = os.Remove(file.Name())
	}()
	if _, err := buf.WriteTo(onDisk{file}); err != nil {
		return 0, err
	}
	*buf = bytes.Buffer{} // a slow body holds no memory
	if _, err := io.Copy(onDisk{file}, body); err != nil {
		return 0, err
	}
	size, err := file.Seek(0, io.SeekCurrent)
	if err == nil {
		_, err = file.Seek(0, io.SeekStart)
	}
	if err != nil {
		return 0, &diskError{err}
	}
	select {
	case b.loads <- struct{}{}:
		defer func() { <-b.loads }()
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	buf.Grow(int(size) + bytes.MinRead)
	if _, err := buf.ReadFrom(file); err != nil {
		return 0, &diskError{err}
	}
	return size, nil
}

// onDisk tells faults of our disk from those of the line.
type onDisk struct{ file *os.File }

func (d onDisk) Write(p []byte) (int, error) {
	n, err := d.file.Write(p)
	if err != nil {
		err = asNoSpace(full(err))
		if _, told := errors.AsType[*problem](err); !told {
			err = &diskError{err}
		}
	}
	return n, err
}

// diskError is a fault of our disk, not of the line.
type diskError struct{ err error }

func (e *diskError) Error() string { return "file of a body: " + e.err.Error() }
func (e *diskError) Unwrap() error { return e.err }

// errSlow says that a body comes so slowly that it would keep its place for hours.
var errSlow = errors.New("the body comes too slowly")

// hurry bounds how long the server waits for what is left of a body nobody has read: it
// would answer only when all of it has come, and keep the line open for it without end.
func hurry(w http.ResponseWriter, r *http.Request, body io.ReadCloser) {
	if body != nil && body != http.NoBody && r.Body == body { // one that was read is another one by now
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(restTime)) // not every server has deadlines
	}
}

// patientReader lets a slow line take its time, but neither stand still nor crawl for
// ever. Time is the receiver's clock; only the deadline on the line is the system's.
type patientReader struct {
	r     io.Reader
	rc    *http.ResponseController
	clock func() time.Time
	whole time.Duration // the whole body within this; 0: the minimum rate decides

	start time.Time
	got   int64
}

func (p *patientReader) begin()             { p.start = p.clock() }
func (p *patientReader) age() time.Duration { return p.clock().Sub(p.start) }

// left is how much longer the body may take with what came of it.
func (p *patientReader) left() time.Duration {
	if p.whole > 0 {
		return p.whole - p.age()
	}
	return patientStart + time.Duration(p.got)*time.Second/minimumRate - p.age()
}

func (p *patientReader) Read(b []byte) (int, error) {
	if p.start.IsZero() {
		p.begin()
	}
	left := p.left()
	if left <= 0 {
		return 0, errSlow
	}
	_ = p.rc.SetReadDeadline(time.Now().Add(min(bodyPause, left))) // not every server has deadlines
	n, err := p.r.Read(b)
	p.got += int64(n)
	return n, err
}
