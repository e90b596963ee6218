package reading

import (
	"context"

	"laufzettel/transfer/aip"
	"laufzettel/viewer"
)

// maxFullText is how many bytes of text of one file are indexed.
const maxFullText = 4 << 20

// fullText gives the words of a file; a file no reader understands has none.
func (rm *Room) fullText(ctx context.Context, pkg *aip.Package, name, mime string) (string, error) {
	src, done, err := rm.indexSource(ctx, pkg, name, mime)
	if err != nil {
		return "", err
	}
	defer done()
	if head, err := viewer.Head(src); err != nil || !rm.opener.Words(src, head) {
		return "", ctx.Err() // a picture, or nothing any reader opens
	}
	doc, err := rm.opener.Open(ctx, src)
	if err != nil {
		return "", ctx.Err() // unreadable content is found by its description
	}
	defer doc.Close()
	text, err := viewer.FullText(ctx, doc, maxFullText)
	if err != nil {
		return "", ctx.Err()
	}
	return text, nil
}

// indexSource reads a file of a package for as long as the package is open, where it
// lies: nothing is copied.
func (rm *Room) indexSource(ctx context.Context, pkg *aip.Package, name, mime string) (viewer.Source, func(), error) {
	if _, _, boxed := inner(pkg, name); boxed {
		return rm.packageSource(ctx, pkg, name, mime)
	}
	c, free, err := pkg.Content(ctx, name)
	if err != nil {
		return viewer.Source{}, nil, err
	}
	return viewer.Source{Name: name, MIME: mime, Content: c, Size: c.Size()}, free, nil
}
