//go:build unix

package machinelog

import (
	"fmt"
	"log/syslog"
)

// journal is syslog, which most systems lead on to their journal.
type journal struct{ *syslog.Writer }

func system(source string) (sink, error) {
	w, err := syslog.New(syslog.LOG_USER|syslog.LOG_INFO, source)
	if err != nil {
		return nil, err
	}
	return journal{w}, nil
}

func (j journal) write(s severity, number uint32, text string) error {
	text = fmt.Sprintf("%d: %s", number, text)
	switch s {
	case fault:
		return j.Err(text)
	case warning:
		return j.Warning(text)
	}
	return j.Info(text)
}

func (j journal) close() error { return j.Close() }
