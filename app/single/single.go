// Package single lets one window serve a workspace: a second start of the
// program hands what it was asked to open to the first and ends. It knows
// neither Fyne nor the trade.
//
// The first window holds an operating system lock beside the workspace and
// listens on loopback; port and a random token lie in a file that only this user
// reads. Whoever cannot read the file cannot hand anything over. It answers only
// after its window was shown; one that is ending says so by its closed door, and the
// second start waits for its lock and is the first. One that holds the lock and does
// not answer is told to the person: two windows never work on one workspace.
package single

import (
	"bufio"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"laufzettel/transfer/durable"
)

// Files beside the workspace's database.
const (
	lockFile = "fenster.lock"
	doorFile = "fenster.json"
)

// Limits of what is taken from another process.
const (
	answerTime = 5 * time.Second
	claimTime  = 12 * time.Second // a window that is ending is gone long before
	maxMessage = 1 << 20
	maxFiles   = 10000
)

// door is how the first window is reached.
type door struct {
	Port  int    `json:"port"`
	Token string `json:"token"`
	PID   int    `json:"pid"`
}

// message is what a second start asks for.
type message struct {
	Token string   `json:"token"`
	Files []string `json:"files"`
}

// answered is the whole answer of the first window.
const answered = "ok\n"

// Window is the first window of a workspace.
type Window struct {
	dir  string
	lock *durable.Lock
	ln   net.Listener
	door door
	wg   sync.WaitGroup

	leave sync.Once

	mu      sync.Mutex
	open    func(files []string) bool
	waiting [][]string // handed over before Serve
}

// ErrSilent is that another process holds the workspace and does not answer.
var ErrSilent = errors.New("the window of this workspace does not answer")

// Claim makes this process the window of the workspace at dir. Where another one
// is, it hands files to it and gives taken = true once that one has shown its window:
// the caller ends. Where the other one is ending, Claim waits until it is gone.
// Error: ErrSilent where the other one neither answers nor ends.
func Claim(ctx context.Context, dir string, files []string) (w *Window, taken bool, err error) {
	return claim(ctx, dir, absolute(files), claimTime)
}

func claim(ctx context.Context, dir string, files []string, patience time.Duration) (w *Window, taken bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		lock, err := durable.TryLock(filepath.Join(dir, lockFile))
		if err == nil {
			w, err := first(context.WithoutCancel(ctx), dir, lock)
			return w, false, err
		}
		if !errors.Is(err, durable.ErrHeld) {
			return nil, false, err
		}
		err = knock(ctx, dir, files)
		if err == nil {
			return nil, true, nil
		}
		select {
		case <-ctx.Done():
			return nil, false, fmt.Errorf("%w (process %d): %w", ErrSilent, holder(dir), err)
		case <-tick.C:
		}
	}
}

// holder gives the process that wrote the door, 0 where that is not known.
func holder(dir string) int {
	var d door
	raw, err := os.ReadFile(filepath.Join(dir, doorFile))
	if err != nil || json.Unmarshal(raw, &d) != nil {
		return 0
	}
	return d.PID
}

// first makes the window that holds the lock.
func first(ctx context.Context, dir string, lock *durable.Lock) (*Window, error) {
	w := &Window{dir: dir, lock: lock, door: door{Token: rand.Text(), PID: os.Getpid()}}
	if err := w.listen(ctx); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return w, nil
}

// absolute makes paths that hold in another process; addresses stay.
func absolute(files []string) []string {
	out := make([]string, 0, len(files))
	for _, f := range files {
		if scheme, _, ok := strings.Cut(f, ":"); !ok || len(scheme) < 2 || strings.ContainsAny(scheme, `/\.`) {
			if abs, err := filepath.Abs(f); err == nil {
				f = abs
			}
		}
		out = append(out, f)
	}
	return out
}

func (w *Window) listen(ctx context.Context) error {
	ln, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return fmt.Errorf("listen for further starts: %w", err)
	}
	w.ln, w.door.Port = ln, ln.Addr().(*net.TCPAddr).Port
	raw, err := json.Marshal(w.door)
	if err == nil {
		err = durable.WriteFile(filepath.Join(w.dir, doorFile), raw, 0o600)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("tell further starts the way: %w", err), ln.Close())
	}
	w.wg.Go(w.accept)
	return nil
}

func (w *Window) accept() {
	for {
		c, err := w.ln.Accept()
		if err != nil {
			return // closed
		}
		w.wg.Go(func() {
			defer c.Close() // the other side has its answer or none
			if files, ok := w.read(c); ok && w.deliver(files) {
				_, _ = io.WriteString(c, answered) // else it asks again, or waits for the lock
			}
		})
	}
}

// read takes one message; one without the token is dropped without a word.
func (w *Window) read(c net.Conn) ([]string, bool) {
	if c.SetDeadline(time.Now().Add(answerTime)) != nil {
		return nil, false
	}
	var m message
	if err := json.NewDecoder(io.LimitReader(c, maxMessage)).Decode(&m); err != nil || len(m.Files) > maxFiles {
		return nil, false
	}
	return m.Files, subtle.ConstantTimeCompare([]byte(m.Token), []byte(w.door.Token)) == 1
}

// deliver gives files to the window and tells whether that was shown.
func (w *Window) deliver(files []string) bool {
	w.mu.Lock()
	open := w.open
	if open == nil {
		w.waiting = append(w.waiting, files) // the window is about to come
	}
	w.mu.Unlock()
	return open == nil || open(files)
}

// Serve calls open for every further start with what it was asked to open, also
// for those that came before Serve. open comes back when the window was shown, and
// tells whether it was: not while it is ending.
func (w *Window) Serve(open func(files []string) bool) {
	w.mu.Lock()
	w.open = open
	waiting := w.waiting
	w.waiting = nil
	w.mu.Unlock()
	for _, files := range waiting {
		w.wg.Go(func() { open(files) })
	}
}

// Leave shuts the door while the lock is still held: who starts from now on waits for
// the lock instead of handing over to a window that is ending.
func (w *Window) Leave() (err error) {
	w.leave.Do(func() {
		w.mu.Lock()
		w.open = func([]string) bool { return false }
		w.mu.Unlock()
		err = errors.Join(w.ln.Close(), os.Remove(filepath.Join(w.dir, doorFile)))
	})
	return err
}

// Close ends it; the next start is the first again.
func (w *Window) Close() error {
	err := w.Leave()
	w.wg.Wait()
	return errors.Join(err, w.lock.Release())
}

func knock(ctx context.Context, dir string, files []string) error {
	raw, err := os.ReadFile(filepath.Join(dir, doorFile))
	if err != nil {
		return err
	}
	var d door
	if err := json.Unmarshal(raw, &d); err != nil {
		return err
	}
	c, err := (&net.Dialer{}).DialContext(ctx, "tcp", net.JoinHostPort("127.0.0.1", fmt.Sprint(d.Port)))
	if err != nil {
		return err
	}
	defer c.Close()
	end := time.Now().Add(answerTime)
	if whole, ok := ctx.Deadline(); ok && whole.Before(end) {
		end = whole
	}
	if err := c.SetDeadline(end); err != nil {
		return err
	}
	allowFront(d.PID)
	if err := json.NewEncoder(c).Encode(message{Token: d.Token, Files: files}); err != nil {
		return err
	}
	answer, err := bufio.NewReader(io.LimitReader(c, int64(len(answered)))).ReadString('\n')
	if err == nil && answer != answered {
		err = errors.New("the other window did not understand")
	}
	return err
}
