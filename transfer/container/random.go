package container

import (
	"context"
	"fmt"
	"io/fs"
)

// Random opens the file at p of t for reading anywhere, where it lies or, if its
// form allows no random access, from memory or a deleted temporary file. free must
// be called once; it gives memory, file and budget back. Error: fs.ErrNotExist.
func Random(ctx context.Context, t Tree, p string) (c Content, free func(), err error) {
	own, at := within(t, p)
	if own == nil {
		return nil, nil, fmt.Errorf("container: no random access to %q in a foreign tree", p)
	}
	i, ok := own.x.find(at)
	if !ok {
		return nil, nil, missing(p)
	}
	made, err := own.make.make(ctx, own.src, own.x, i)
	if err != nil {
		return nil, nil, err
	}
	return made, made.free, nil
}

func missing(p string) error { return &fs.PathError{Op: "open", Path: p, Err: fs.ErrNotExist} }
