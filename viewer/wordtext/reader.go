package wordtext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"

	"laufzettel/transfer/container"
	"laufzettel/viewer"
	"laufzettel/viewer/text"
)

// Reader opens word processor files for their words alone. A child process runs it: who
// asks for the words never parses the file.
type Reader struct{}

// Reads implements viewer.Reader.
func (Reader) Reads(src viewer.Source, head []byte) bool {
	return (src.Ext() == ".docx" || src.Ext() == ".odt") && bytes.HasPrefix(head, []byte("PK"))
}

// Open implements viewer.Reader. The document is its words, a paragraph each line.
func (Reader) Open(ctx context.Context, src viewer.Source) (doc viewer.Document, err error) {
	op := "read words of " + path.Base(src.Name)
	inner, err := container.OpenAt(ctx, path.Base(src.Name), src.Content, src.Size, container.Options{})
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, viewer.Damaged(op, err)
	}
	defer func() { err = errors.Join(err, inner.Close()) }()
	for _, part := range parts {
		if _, ok := inner.Stat(part); !ok {
			continue
		}
		r, err := inner.Open(ctx, part)
		if err != nil {
			return nil, viewer.Damaged(op, fmt.Errorf("open %s: %w", part, err))
		}
		words := Read(r)
		return text.NewLines(words, src, "", nil), r.Close()
	}
	return text.NewLines("", src, "", nil), nil
}
