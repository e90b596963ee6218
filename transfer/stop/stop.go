// Package stop ends long reads and copies when nobody waits for them any more. It
// knows no files and no limits; those are the business of the rooms.
package stop

import (
	"context"
	"io"
)

// Reader reads from r until ctx ends; then every read fails with the error of ctx.
func Reader(ctx context.Context, r io.Reader) io.Reader { return &reader{ctx, r} }

type reader struct {
	ctx context.Context
	r   io.Reader
}

// Read implements io.Reader.
func (r *reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}
