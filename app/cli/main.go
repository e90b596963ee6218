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
	"io"
	"os"
	"os/signal"
	"syscall"

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
	return e.exit(e.dispatch(ctx, args))
}
