// Package kill re-executes a test binary and kills it with SIGKILL at a named
// commit point or after a number of bytes, so that tests can prove that nothing
// acknowledged is lost (design 8). It serves every room that has such a proof;
// production code only calls the point hooks, which are nil there.
package kill

import (
	"errors"
	"fmt"
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
	separator = "\x1f"
)

// Plan says when a child dies. The zero Plan lets it live.
type Plan struct {
	Point string        // die at this commit point …
	Nth   int           // … when it is passed for the Nth time (0 = the first)
	After time.Duration // or die this long after the start, whatever it does
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

// Run starts the test binary again with args, kills it as planned and waits.
func Run(t testing.TB, p Plan, env []string, args ...string) Result {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), exe)
	cmd.Env = append(append(os.Environ(), env...), envArgs+"="+strings.Join(args, separator), envPoint+"="+p.Point, envNth+"="+strconv.Itoa(p.Nth))
	var out, errs strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if p.After > 0 {
		timer := time.AfterFunc(p.After, func() { _ = cmd.Process.Kill() })
		defer timer.Stop()
	}
	err = cmd.Wait()
	r := Result{Out: out.String(), Errs: errs.String(), Code: cmd.ProcessState.ExitCode()}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		r.Killed = exit.ExitCode() == -1 // ended by a signal
	} else if err != nil {
		t.Fatal(err)
	}
	return r
}
