package viewer

import (
	"context"
	"strings"
)

// FullText gathers the text of a document for the index, up to limit bytes:
// pages, lines, rows or the text of a mail. Pages that cannot be read are left
// out. A picture or an outside document gives "".
func FullText(ctx context.Context, doc Document, limit int) (string, error) {
	pages, _, err := PageTexts(ctx, doc, limit)
	if err != nil || len(pages) == 0 {
		return "", err
	}
	s := strings.Join(pages, "\n") + "\n"
	if len(s) > limit {
		s = strings.ToValidUTF8(s[:limit], "")
	}
	return s, nil
}

// PageTexts gives the text of every page up to limit bytes in all, "" for a page that
// cannot be read; what is no drawn page counts as one. whole is false where the limit
// ended it, a page could not be read, or the document gives its text in part only
// (Info.Partial). A picture or an outside document gives no page.
func PageTexts(ctx context.Context, doc Document, limit int) (pages []string, whole bool, err error) {
	t, ok := doc.(Texter)
	if !ok {
		return nil, true, nil
	}
	count, size := 1, 0
	whole = !doc.Info().Partial
	if p, ok := doc.(Pager); ok {
		count = p.Pages()
	}
	for page := range count {
		if size >= limit {
			return pages, false, nil
		}
		text, err := t.Text(ctx, page)
		if ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		if err != nil {
			text, whole = "", false // one damaged page does not hide the others
		}
		if size+len(text) > limit {
			return append(pages, strings.ToValidUTF8(text[:limit-size], "")), false, nil
		}
		pages = append(pages, text)
		size += len(text) + 1
	}
	return pages, whole, nil
}
