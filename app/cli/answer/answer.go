// Package answer remembers, for every program, that what it had to say could not be
// written: who prints for people does not look at every line, and an answer that nobody
// could read is none (R8).
package answer

import "io"

// Writer passes on what is written.
type Writer struct {
	To  io.Writer
	Err error // the first that came
}

// Write implements io.Writer.
func (w *Writer) Write(p []byte) (int, error) {
	n, err := w.To.Write(p)
	if err != nil && w.Err == nil {
		w.Err = err
	}
	return n, err
}
