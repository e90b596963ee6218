// Package single lets one window serve a workspace: a second start of the
// program hands what it was asked to open to the first and ends. It knows
// neither Fyne nor the trade.
//
// The first window holds an operating system lock beside the workspace and
// listens on loopback; port and a random token lie in a file that only this user
// reads. Whoever cannot read the file cannot hand anything over. A first window
// that does not answer (hung, killed) never keeps the second from opening.
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

	mu      sync.Mutex
	open    func(files []string)
	waiting [][]string // handed over before Serve
}

// Claim makes this process the window of the workspace at dir. Where another one
// is, it hands files to it and gives taken = true: the caller ends. Both results
// empty means that the other window does not answer: the caller goes on without.
func Claim(ctx context.Context, dir string, files []string) (w *Window, taken bool, err error) {
	lock, err := durable.TryLock(filepath.Join(dir, lockFile))
	if errors.Is(err, durable.ErrHeld) {
		return nil, hand(ctx, dir, absolute(files)) == nil, nil
	}
	if err != nil {
		return nil, false, err
	}
	w = &Window{dir: dir, lock: lock, door: door{Token: rand.Text(), PID: os.Getpid()}}
	if err := w.listen(ctx); err != nil {
		return nil, false, errors.Join(err, lock.Release())
	}
	return w, false, nil
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
		files, ok := w.read(c)
		_ = c.Close() // the other side has its answer or none
		if ok {
			w.deliver(files)
		}
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
	if subtle.ConstantTimeCompare([]byte(m.Token), []byte(w.door.Token)) != 1 {
		return nil, false
	}
	_, err := io.WriteString(c, answered)
	return m.Files, err == nil
}

func (w *Window) deliver(files []string) {
	w.mu.Lock()
	open := w.open
	if open == nil {
		w.waiting = append(w.waiting, files)
	}
	w.mu.Unlock()
	if open != nil {
		open(files)
	}
}

// Serve calls open for every further start with what it was asked to open, also
// for those that came before Serve. open must come back at once.
func (w *Window) Serve(open func(files []string)) {
	w.mu.Lock()
	w.open = open
	waiting := w.waiting
	w.waiting = nil
	w.mu.Unlock()
	for _, files := range waiting {
		open(files)
	}
}

// Close ends it; the next start is the first again.
func (w *Window) Close() error {
	err := w.ln.Close()
	w.wg.Wait()
	return errors.Join(err, os.Remove(filepath.Join(w.dir, doorFile)), w.lock.Release())
}

// hand gives files to the window that holds the lock. It may still be starting:
// its door is looked for until answerTime has passed.
func hand(ctx context.Context, dir string, files []string) error {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		err := knock(ctx, dir, files)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-tick.C:
		}
	}
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
	if end, ok := ctx.Deadline(); ok {
		if err := c.SetDeadline(end); err != nil {
			return err
		}
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
