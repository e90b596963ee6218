package sample

import (
	"errors"
	"fmt"
	"io"
	"iter"
)

// pulled gives what write writes, made as it is read. Close ends write early.
func pulled(write func(io.Writer) error) io.ReadCloser {
	next, stop := iter.Pull2(func(yield func([]byte, error) bool) {
		w := &yielder{yield: yield}
		if err := write(w); err != nil && !w.gone {
			yield(nil, err)
		}
	})
	return &pulledReader{next: next, stop: stop}
}

// errGone ends a write whose reader has gone.
var errGone = errors.New("nobody reads any more")

type yielder struct {
	yield func([]byte, error) bool
	gone  bool
}

// Write implements io.Writer.
func (y *yielder) Write(p []byte) (int, error) {
	if y.gone || !y.yield(p, nil) {
		y.gone = true
		return 0, errGone
	}
	return len(p), nil
}

type pulledReader struct {
	next func() ([]byte, error, bool)
	stop func()
	rest []byte
}

// Read implements io.Reader.
func (r *pulledReader) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		data, err, ok := r.next()
		if !ok {
			return 0, io.EOF
		}
		if err != nil {
			r.stop()
			return 0, fmt.Errorf("make message: %w", err)
		}
		r.rest = data
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// Close implements io.Closer.
func (r *pulledReader) Close() error {
	r.stop()
	return nil
}
