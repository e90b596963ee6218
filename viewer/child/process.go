package child

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Why a child was ended or ended itself.
var (
	errMemory = errors.New("child needed more than its memory")
	errTime   = errors.New("child needed more than its time")
	errPDF    = errors.New("PDFium was stopped in the child")
	errLied   = errors.New("child answered out of bounds")
	errBroken = errors.New("child broke")
	errClosed = errors.New("pool is closed")
)

// process is one child as its parent holds it. One call uses it at a time.
type process struct {
	trade trade
	pid   int
	in    *os.File // to the child
	out   *bufio.Reader
	dead  chan struct{} // closed when it is gone
	stop  func()        // ends it
	err   *tail         // what it said at its end

	write  sync.Mutex // of frames
	why    atomic.Pointer[error]
	peak   atomic.Int64 // resident memory in bytes, as last seen
	number int64        // of the last request
	docs   map[int64]bool
	times  [acts]time.Duration
}

// startTime is the longest a child may take to be ready: PDFium is compiled at its
// very first start.
const startTime = 90 * time.Second

// begin starts a child and waits until it is ready. cache is where the compiled
// PDFium is kept.
func begin(t trade, cache string) (*process, error) {
	p, err := ready(t, cache)
	if t == drawer && err != nil {
		// PDFium was not in the cache: it is compiled by a child of its own.
		made, failed := ready(maker, cache)
		if failed == nil {
			made.end(errClosed)
			<-made.dead
			p, err = ready(t, cache)
		}
		err = errors.Join(err, failed)
	}
	return p, failure.Wrap(failure.Setup, "start child process",
		wording.Say("hint.child.viewer-not-started"), err)
}

// ready starts a child and waits until it says that it has started.
func ready(t trade, cache string) (*process, error) {
	p, err := launch(t, cache)
	if err == nil {
		err = p.greet()
	}
	return p, err
}

func launch(t trade, cache string) (*process, error) {
	if !asked.Load() {
		return nil, errors.New("this program's main does not ask whether it is a child")
	}
	exe, err := os.Executable()
	if err != nil {
		return nil, err
	}
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, inRead.Close(), inWrite.Close())
	}
	cmd := exec.Command(exe, argument)
	cmd.Env = []string{} // nothing of ours is told
	cmd.Dir = root()
	said := &tail{}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = inRead, outWrite, said
	told, done := prepare(cmd, cache)
	p := &process{trade: t, in: inWrite, out: bufio.NewReaderSize(outRead, 128<<10), dead: make(chan struct{}), err: said,
		docs: map[int64]bool{}, times: times}
	started := make(chan error, 1)
	go func() {
		// The system ends the child with the thread that began it (Linux), so that
		// thread waits for it.
		runtime.LockOSThread()
		err := cmd.Start()
		_, _ = inRead.Close(), outWrite.Close()
		done()
		started <- err
		if err != nil {
			_, _ = inWrite.Close(), outRead.Close()
			close(p.dead)
			return
		}
		_ = cmd.Wait() // how it ended does not matter: every end of a child is the same
		_, _ = inWrite.Close(), outRead.Close()
		close(p.dead)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	p.pid = cmd.Process.Pid
	release, err := hold(cmd.Process)
	p.stop = func() { _ = cmd.Process.Kill() }
	if err != nil {
		p.end(err)
		return nil, err
	}
	go func() { <-p.dead; release() }()
	return p, writeFrame(p.in, frameStart, append([]byte{byte(t)}, told...))
}

// root is a folder in which nothing of ours lies.
func root() string {
	if runtime.GOOS == "windows" {
		return os.Getenv("SYSTEMROOT")
	}
	return "/"
}

// greet waits until the child has started.
func (p *process) greet() error {
	late := time.AfterFunc(startTime, func() { p.end(errTime) })
	defer late.Stop()
	_, body, err := readFrame(p.out, func(kind byte) int {
		if kind == frameReady {
			return maxSmall
		}
		return -1
	})
	if err == nil && len(body) > 0 {
		err = fmt.Errorf("child: %s", plain(string(body)))
	}
	if err != nil {
		return errors.Join(err, p.reason(err))
	}
	_, most := resident(p.pid)
	p.peak.Store(most)
	return nil
}

// end ends the child; the first reason counts.
func (p *process) end(why error) {
	p.why.CompareAndSwap(nil, &why)
	p.stop()
}

// gone reports whether the child has ended.
func (p *process) gone() bool {
	select {
	case <-p.dead:
		return true
	default:
		return false
	}
}

// reason says why a call to the child failed with err.
func (p *process) reason(err error) error {
	if errors.Is(err, errFrame) {
		p.end(errLied)
	}
	if why := p.why.Load(); why != nil {
		return *why
	}
	p.end(errBroken)
	<-p.dead
	said := p.err.String()
	for _, sign := range []string{"out of memory", "cannot allocate memory", "failed to create new OS thread", "pthread_create failed"} {
		if strings.Contains(said, sign) {
			return errMemory
		}
	}
	why := *p.why.Load()
	if said != "" {
		why = fmt.Errorf("%w: %s", why, plain(said[:min(len(said), maxSaid)]))
	}
	return why
}

// maxSaid is how much of what a child printed at its end stands in the error.
const maxSaid = 500

// send writes a frame; a child that is gone is noticed by who reads.
func (p *process) send(kind byte, body []byte) error {
	p.write.Lock()
	defer p.write.Unlock()
	return writeFrame(p.in, kind, body)
}

// number8 is a number as a frame carries it.
func number8(n int64) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

// watchEvery is how often the memory of a busy child is looked at.
const watchEvery = 20 * time.Millisecond

// watch ends the child where its resident memory passes the limit, until done.
func (p *process) watch(done <-chan struct{}) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		now, most := resident(p.pid)
		p.peak.Store(max(p.peak.Load(), most))
		if now > MemoryLimit && !instrumented {
			p.end(errMemory)
			return
		}
		select {
		case <-tick.C:
		case <-p.dead:
			return
		case <-done:
			return
		}
	}
}

// tail keeps the first bytes a child prints: a fatal error of the runtime says
// first what it is.
type tail struct {
	mu sync.Mutex
	b  []byte
}

const maxTail = 4 << 10

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, p[:min(len(p), maxTail-len(t.b))]...)
	return len(p), nil
}

// String gives what was kept.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.b)
}

// plain makes what a child said fit for a message: no control signs, not long.
func plain(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F || r >= 0x80 && r < 0xA0 || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 {
			return ' '
		}
		return r
	}, s)
	return strings.ToValidUTF8(s[:min(len(s), maxFault)], "")
}
