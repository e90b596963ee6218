// Package kill runs the command line program with the hooks of the tests and kills
// it with SIGKILL at a named commit point or after some time, or holds it there while
// the test takes something away from it, so that tests can prove that nothing
// acknowledged is lost (design 8). The program is the test binary of app/cli, which
// Build makes once; production code only calls the point hooks, which are nil there.
package kill

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Variables by which the parent tells the child what to do.
const (
	envArgs   = "LAUFZETTEL_KILL_ARGS"  // arguments of the child, joined by a unit separator
	envPoint  = "LAUFZETTEL_KILL_POINT" // commit point to die at
	envNth    = "LAUFZETTEL_KILL_NTH"   // how often the point is passed before
	envHold   = "LAUFZETTEL_KILL_HOLD"  // "1" = wait at the point instead of dying
	held      = "laufzettel-held-at-the-point"
	separator = "\x1f"
)

// Variables by which a test asks more of the child.
const (
	EnvCounts = "LAUFZETTEL_TEST_COUNTS" // file into which it writes what it read of deliveries, as JSON
	EnvClock  = "LAUFZETTEL_TEST_CLOCK"  // lets its clock jump: "-43800h 3" by that much at the third look at it
)

// CheapWork is the scrypt work factor of key files made by tests.
const CheapWork = 4

// Plan says when a child dies. The zero Plan lets it live.
type Plan struct {
	Point string        // die at this commit point …
	Nth   int           // … when it is passed for the Nth time (0 = the first)
	After time.Duration // or die this long after the start, whatever it does
	Hold  bool          // wait at the point instead, until Process.Go
	// Handles limits the open files of the child where a shell can (not on Windows); 0 = as it is.
	Handles int
}

// Result is how a child ended.
type Result struct {
	Killed bool
	Code   int
	Out    string
	Errs   string
}

// Child reports whether this process is a child, with its arguments and the hook
// that kills it. TestMain asks first of all.
func Child() (args []string, point func(string), ok bool) {
	joined, ok := os.LookupEnv(envArgs)
	if !ok {
		return nil, nil, false
	}
	at, _ := os.LookupEnv(envPoint)
	nth, _ := strconv.Atoi(os.Getenv(envNth))
	var mu sync.Mutex
	return strings.Split(joined, separator), func(name string) {
		mu.Lock()
		defer mu.Unlock()
		if name != at {
			return
		}
		if nth > 0 {
			nth--
			return
		}
		if os.Getenv(envHold) != "" {
			at = "" // once
			_, _ = os.Stderr.WriteString(held + "\n")
			_, _ = io.Copy(io.Discard, os.Stdin) // ends when the parent lets go
			return
		}
		self, err := os.FindProcess(os.Getpid())
		if err == nil {
			err = self.Kill()
		}
		if err != nil {
			panic(fmt.Errorf("kill at %s: %w", name, err))
		}
		select {} // the signal is on its way
	}, true
}

// Run starts the program with args, kills it as planned and waits.
func (exe Program) Run(t testing.TB, p Plan, env []string, args ...string) Result {
	t.Helper()
	return exe.Start(t, p, env, args...).Wait()
}

// Process is a running child. Every started child must be waited for.
type Process struct {
	t         testing.TB
	cmd       *exec.Cmd
	hold      io.Closer
	out, errs output
	timer     *time.Timer
}

// Start starts the program with args and kills it as planned.
func (exe Program) Start(t testing.TB, p Plan, env []string, args ...string) *Process {
	t.Helper()
	c := &Process{t: t, cmd: exec.Command(string(exe))}
	if p.Handles > 0 {
		c.cmd = exec.Command("sh", "-c", `ulimit -n "$1" && exec "$0"`, string(exe), strconv.Itoa(p.Handles))
	}
	c.cmd.Env = append(append(os.Environ(), env...), envArgs+"="+strings.Join(args, separator), envPoint+"="+p.Point, envNth+"="+
		strconv.Itoa(p.Nth))
	if p.Hold {
		c.cmd.Env = append(c.cmd.Env, envHold+"=1")
		var err error
		if c.hold, err = c.cmd.StdinPipe(); err != nil {
			t.Fatal(err)
		}
	}
	c.out.grown, c.errs.grown = make(chan struct{}, 1), make(chan struct{}, 1)
	c.cmd.Stdout, c.cmd.Stderr = &c.out, &c.errs
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if p.After > 0 {
		c.timer = time.AfterFunc(p.After, c.Kill)
	}
	return c
}

// Kill ends the child without any farewell; Wait still has to be called.
func (c *Process) Kill() { _ = c.cmd.Process.Kill() }

// Told waits until find has found something in what the child wrote to stderr,
// or fails after patience.
func (c *Process) Told(find func(string) string, patience time.Duration) string {
	c.t.Helper()
	end := time.NewTimer(patience)
	defer end.Stop()
	for {
		if s := find(c.errs.String()); s != "" {
			return s
		}
		select {
		case <-c.errs.grown:
		case <-end.C:
			c.Kill()
			c.t.Fatalf("the child did not say what was awaited:\n%s", c.errs.String())
		}
	}
}

// Held waits until the child has come to the point where it was to be held.
func (c *Process) Held(patience time.Duration) {
	c.t.Helper()
	c.Told(func(s string) string {
		if strings.Contains(s, held) {
			return held
		}
		return ""
	}, patience)
}

// Go lets a held child go on.
func (c *Process) Go() {
	c.t.Helper()
	if err := c.hold.Close(); err != nil {
		c.t.Error(err)
	}
}

// Wait gives how the child ended.
func (c *Process) Wait() Result {
	c.t.Helper()
	err := c.cmd.Wait()
	if c.timer != nil {
		c.timer.Stop()
	}
	r := Result{Out: c.out.String(), Errs: c.errs.String(), Code: c.cmd.ProcessState.ExitCode()}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		r.Killed = exit.ExitCode() == -1 // ended by a signal
	} else if err != nil {
		c.t.Fatal(err)
	}
	return r
}

// output keeps what a child writes and tells that there is more.
type output struct {
	mu    sync.Mutex
	text  strings.Builder
	grown chan struct{}
}

// Write implements io.Writer.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	select {
	case o.grown <- struct{}{}:
	default:
	}
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
