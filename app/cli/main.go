// Command laufzettel-cli offers every work step without a display: for scripts,
// for workstations without OpenGL and for everybody who prefers the keyboard
// (requirement E8). It shares the workspace with the window and never imports
// Fyne; it builds with CGO_ENABLED=0.
//
// Human text goes to stderr, results to stdout; with --json stdout is only
// machine output. Exit codes: see exit.go.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"syscall"

	"laufzettel/app/cli/answer"
	"laufzettel/app/machinelog"
	"laufzettel/transfer/durable"
	"laufzettel/viewer/child"
)

func main() {
	if child.Asked() {
		child.Main()
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	limitMemory()
	durable.Private()
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// leastMemory and mostMemory bound what the collector aims for. A check of an
// ordinary delivery stays below 200 MB with the lower one, as what it allocates is
// dead at once; a check of a million files, of which far more is alive, stays below
// 400 MB with the upper one (design 8). Neither is a hard limit.
const (
	leastMemory = 134 << 20
	mostMemory  = 300 << 20
)

// garbageShare lets the heap grow to four times what is alive before it is
// collected, as long as the aim is not reached.
const garbageShare = 300

// limitMemory sets the soft limit and the collector's pace unless the environment
// has them.
func limitMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbageShare)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(leastMemory)
		aimAgain(new(collection))
	}
}

// collection dies with every collection of garbage.
type collection struct{ _ [16]byte }

// aimAgain moves the limit after every collection with what is alive: close above
// that the collector would do nothing else but collect.
func aimAgain(c *collection) {
	runtime.SetFinalizer(c, func(*collection) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if live[0].Value.Kind() == metrics.KindUint64 {
			debug.SetMemoryLimit(memoryAim(int64(live[0].Value.Uint64())))
		}
		aimAgain(new(collection))
	})
}

// Room for what comes new: an ordinary delivery has at most 50 MB alive and stays close to the
// lower aim; of much that is alive no little room, or the collector goes through all of it for
// every few bytes.
const (
	newRoom  = 90 << 20 // above what is alive
	likeRoom = 65 << 20 // what is left of as much again
)

// memoryAim gives the limit for so many bytes alive.
func memoryAim(live int64) int64 {
	return min(max(leastMemory, live+newRoom, live+live-likeRoom), mostMemory)
}

// run is main without the process: it gives the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	return (&env{in: in, out: out, errs: errs, words: pickWords(args)}).run(ctx, args)
}

// run runs one command line to its exit code; no panic leaves it.
func (e *env) run(ctx context.Context, args []string) (code int) {
	defer func() {
		if p := recover(); p != nil {
			code = e.crash(p)
		}
	}()
	e.errs = newScreen(e.errs)
	if out := newScreen(e.out); out.watched() {
		e.out = out // a pipe or file gets what was asked for, byte for byte
	}
	said := &answer.Writer{To: e.out}
	e.out = said
	err := e.dispatch(ctx, args)
	if code = e.exit(err); code == exitOwn {
		tellMachine(machinelog.Complained, err.Error())
	}
	if said.Err != nil && (code == exitDone || code == exitMaterial) {
		return e.exit(fmt.Errorf("write result: %w", said.Err)) // what nobody could read is no answer
	}
	return code
}
