// Package failure sorts the errors that stop us by who can act on them.
//
// What is wrong with delivered material is never an error but a finding (see
// transfer/check). An error says that our own work could not go on; its Kind
// says who can help and its Hint names the next step for the person before the
// screen. The package is a leaf: every room may use it.
package failure

import (
	"context"
	"errors"
	"fmt"
	"time"

	"laufzettel/transfer/wording"
)

// Kind says who can act on an error.
type Kind int

// The kinds, from "only the developers" to "nobody may touch it unasked".
const (
	Bug       Kind = iota // only we can act
	Transient             // time can: network, lock, disk busy; retry with backoff
	Refused               // the user can, by acting differently
	Setup                 // an administrator can: rights, certificate, disk full
	Damaged               // local data doubtful: stop, keep, show; never repair unasked
)

// String names the kind for logs.
func (k Kind) String() string {
	names := [...]string{"bug", "transient", "refused", "setup", "damaged"}
	if k < 0 || int(k) >= len(names) {
		return fmt.Sprintf("kind(%d)", int(k))
	}
	return names[k]
}

// Error is the one error type that crosses from the core to views and CLI.
type Error struct {
	Kind  Kind
	Op    string        // what we were doing, in glossary words: "read transfer list"
	Hint  wording.Text  // sentence for the user: what happened, what it means, what to do
	After time.Duration // Transient only: not sooner than this
	Err   error         // the cause; may be nil
}

// Error gives operation and cause; the Hint is for people and not repeated here.
func (e *Error) Error() string {
	switch {
	case e.Err == nil:
		return e.Op
	case e.Op == "":
		return e.Err.Error()
	default:
		return e.Op + ": " + e.Err.Error()
	}
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Err }

// New makes an error of a kind without a cause. hint is the sentence shown to the
// user.
func New(kind Kind, op string, hint wording.Text) *Error {
	return &Error{Kind: kind, Op: op, Hint: hint}
}

// Wrap sorts err under a kind; nil stays nil.
func Wrap(kind Kind, op string, hint wording.Text, err error) error {
	if err == nil {
		return nil
	}
	return &Error{Kind: kind, Op: op, Hint: hint, Err: err}
}

// KindOf gives the kind of the outermost sorted error in err's chain. An error
// that nobody sorted is our fault: Bug.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return Bug
}

// HintOf gives the sentence for the user, or an empty one where none was given.
func HintOf(err error) wording.Text {
	for err != nil {
		e, ok := errors.AsType[*Error](err)
		if !ok {
			return wording.Text{}
		}
		if !e.Hint.Empty() {
			return e.Hint
		}
		err = e.Err
	}
	return wording.Text{}
}

// Explained tells whether somebody has given err a sentence for the user.
func Explained(err error) bool { return !HintOf(err).Empty() }

// Canceled reports whether err is only the caller's own wish to stop; such an
// error is never shown as a fault.
func Canceled(err error) bool { return errors.Is(err, context.Canceled) }
