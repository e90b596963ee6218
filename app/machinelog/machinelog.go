// Package machinelog tells the log of the machine what its administrator wants to see of
// the program: that it began and ended, that it stayed shut, complained or crashed. It is
// the event log of Windows, syslog elsewhere, and only spoken to where the policy names a
// source (eventSource). Who did what to which records stands in transfer/events, never here.
package machinelog

import (
	"errors"
	"strings"
	"sync"

	"laufzettel/app/support"
)

// Event is what is told. Its number stays the same for ever: administrators filter by it.
type Event uint32

// The events.
const (
	Begun      Event = 100 // the program, with its version and the policy in force
	Ended      Event = 101
	Refused    Event = 200 // the program stays shut, with the reason
	Complained Event = 201 // something did not go, work goes on
	Crashed    Event = 300 // a fault of ours, with the file that holds what is known
)

// longest bounds a text; the event log of Windows takes some 31,000 letters.
const longest = 8000

// severity is how a log sorts an event.
type severity int

const (
	info severity = iota
	warning
	fault
)

func (e Event) severity() severity {
	switch {
	case e >= 300:
		return fault
	case e >= 200:
		return warning
	}
	return info
}

// sink is a log of the system. write may be called from anywhere.
type sink interface {
	write(s severity, number uint32, text string) error
	close() error
}

// Log speaks to the log of the machine. A nil Log is silent. Safe for concurrent use.
type Log struct {
	mu sync.Mutex
	to sink
}

// Open opens the log of the machine for a source; nil for "" and an error where the system
// has none or gives no access.
func Open(source string) (*Log, error) { return open(source, system) }

func open(source string, system func(string) (sink, error)) (*Log, error) {
	if source == "" {
		return nil, nil
	}
	to, err := system(source)
	if err != nil {
		return nil, err
	}
	return &Log{to: to}, nil
}

// Tell tells an event. Paths and quoted words are taken out, as in the program's own log:
// the log of a machine is read by many and sent far.
func (l *Log) Tell(e Event, text string) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.to == nil {
		return errors.New("the log of the machine is closed")
	}
	text = strings.Map(func(r rune) rune {
		if r == 0 {
			return -1
		}
		return r
	}, strings.ToValidUTF8(support.Scrub(text), "�"))
	if r := []rune(text); len(r) > longest {
		text = string(r[:longest]) + " …"
	}
	return l.to.write(e.severity(), uint32(e), text)
}

// Write lets complaints of the program's own log go to the machine's, too; it never fails,
// so that the own log goes on without it.
func (l *Log) Write(p []byte) (int, error) {
	_ = l.Tell(Complained, strings.TrimRight(string(p), "\r\n"))
	return len(p), nil
}

// Close ends it.
func (l *Log) Close() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.to == nil {
		return nil
	}
	to := l.to
	l.to = nil
	return to.close()
}
