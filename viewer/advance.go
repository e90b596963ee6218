package viewer

import (
	"context"
	"io"
)

// advanceKey is the key of the hook in a context.
type advanceKey struct{}

// WorthTelling is from how many bytes on the opening of a document takes long
// enough that its advance is told.
const WorthTelling = 8 << 20

// WithAdvance has the opening of a document tell how far it is, in bytes read of
// all, at most a hundred times per pass. fn is called from any goroutine.
func WithAdvance(ctx context.Context, fn func(done, total int64)) context.Context {
	return context.WithValue(ctx, advanceKey{}, fn)
}

// Advancing gives a reader that ends with the context and tells the hook of
// WithAdvance how far it is; total is the number of bytes to come.
func Advancing(ctx context.Context, r io.Reader, total int64) io.Reader {
	a := &advancing{ctx: ctx, r: r, total: total}
	if fn, ok := ctx.Value(advanceKey{}).(func(done, total int64)); ok && total >= WorthTelling {
		a.tell, a.step = fn, total/100
		a.next = a.step
	}
	return a
}

type advancing struct {
	ctx         context.Context
	r           io.Reader
	tell        func(done, total int64)
	done, total int64
	step, next  int64
}

// Read implements io.Reader.
func (a *advancing) Read(p []byte) (int, error) {
	if err := a.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := a.r.Read(p)
	a.done += int64(n)
	if a.tell != nil && a.done >= a.next {
		a.next = a.done + a.step
		a.tell(min(a.done, a.total), a.total) // a declared size may be too small
	}
	return n, err
}
