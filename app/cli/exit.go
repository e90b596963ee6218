package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"syscall"
	"time"

	"laufzettel/app/machinelog"
	"laufzettel/app/settings"
	"laufzettel/app/store"
	"laufzettel/app/support"
	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// The exit codes of cli.md.
const (
	exitDone        = 0 // done, nothing wrong with the material
	exitMaterial    = 1 // done, the material has errors
	exitCall        = 2 // wrong call, missing file, set-up, an answer of a person is needed
	exitOwn         = 3 // own failure or damaged local data
	exitInterrupted = 4 // interrupted or other side not reachable, resumable
)

// errMaterial ends a command whose work is done and whose material has errors;
// nothing more is said about it.
var errMaterial = errors.New("the material has errors")

// errUsage ends a command that was called wrongly.
type errUsage struct{ text string }

func (e errUsage) Error() string { return e.text }

// codeOf sorts an error into an exit code.
func codeOf(err error) int {
	if err == nil {
		return exitDone
	}
	if errors.Is(err, errMaterial) {
		return exitMaterial
	}
	if _, usage := errors.AsType[errUsage](err); usage {
		return exitCall
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return exitInterrupted
	}
	switch failure.KindOf(err) {
	case failure.Transient:
		return exitInterrupted
	case failure.Refused, failure.Setup:
		return exitCall
	default:
		return exitOwn
	}
}

// worst gives the worse of two codes; the order is 3, 4, 2, 1, 0 (cli.md).
func worst(a, b int) int {
	rank := func(c int) int {
		for i, k := range []int{exitDone, exitMaterial, exitCall, exitInterrupted, exitOwn} {
			if c == k {
				return i
			}
		}
		return len("unknown")
	}
	if rank(b) > rank(a) {
		return b
	}
	return a
}

// exit tells the user about err, if there is anything to tell, and gives the code.
func (e *env) exit(err error) int {
	err = sorted(err)
	code := codeOf(err)
	switch {
	case err == nil || errors.Is(err, errMaterial):
	case code == exitInterrupted && !failure.Explained(err):
		e.say("cli.interrupted")
	default:
		e.tell(err)
	}
	return code
}

// sorted gives an error of the machine that nobody has explained yet its kind and
// sentence: what the disk, the database or the system refuse is no failure of ours.
func sorted(err error) error {
	if err = store.Sorted(err); err == nil || failure.Explained(err) {
		return err
	}
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return failure.Wrap(failure.Setup, "disk", wording.Say("hint.cli.disk-full"), err)
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return failure.Wrap(failure.Setup, "files", wording.Say("hint.cli.too-many-files"), err)
	case errors.Is(err, syscall.EIO), errors.Is(err, syscall.EROFS):
		return failure.Wrap(failure.Setup, "disk", wording.Say("hint.cli.disk-faulty"), err)
	}
	return err
}

// tell prints the sentence for the user and, below it, the technical text.
func (e *env) tell(err error) {
	if _, twice := errors.AsType[told](err); twice {
		return
	}
	if usage, ok := errors.AsType[errUsage](err); ok {
		fmt.Fprintln(e.errs, usage.text)
		return
	}
	if hint := e.hint(err); hint != "" {
		fmt.Fprintln(e.errs, hint)
		fmt.Fprintf(e.errs, "  (%v)\n", err)
		return
	}
	e.say("cli.own-failure")
	fmt.Fprintf(e.errs, "  (%v)\n", err)
}

// hint gives the sentence of an error in the language of the caller.
func (e *env) hint(err error) string {
	return failure.HintOf(err).In(wording.Commands(e.words.language))
}

// crash keeps what is known of a panic in a file and names it.
func (e *env) crash(p any) int {
	name, err := support.Crash(e.data, office.Program+" "+office.Version, time.Now(), p, debug.Stack())
	if err != nil {
		fmt.Fprintf(e.errs, "%v\n\n%s\n", p, debug.Stack())
		name = "-"
	}
	tellMachine(machinelog.Crashed, fmt.Sprintf("%s %s: %v", office.Program, office.Version, p))
	e.say("cli.crash", name)
	return exitOwn
}

// tellMachine tells the log of the machine what an administrator looks for there, where the
// policy names a source: failures of ours, not every command. The caller is told anyway.
func tellMachine(event machinelog.Event, text string) {
	p, err := settings.SystemPolicy()
	if err != nil {
		return
	}
	if l, err := machinelog.Open(p.Source()); err == nil {
		_ = errors.Join(l.Tell(event, text), l.Close())
	}
}
