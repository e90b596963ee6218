package machinelog

import "golang.org/x/sys/windows/svc/eventlog"

// events is a source of the event log, folder *Application*. The installer registers
// Laufzettel; of another source the texts are there too, with a remark of the viewer.
type events struct{ *eventlog.Log }

func system(source string) (sink, error) {
	l, err := eventlog.Open(source)
	if err != nil {
		return nil, err
	}
	return events{l}, nil
}

func (e events) write(s severity, number uint32, text string) error {
	switch s {
	case fault:
		return e.Error(number, text)
	case warning:
		return e.Warning(number, text)
	}
	return e.Info(number, text)
}

func (e events) close() error { return e.Close() }
