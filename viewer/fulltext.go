package viewer

import (
	"context"
	"strings"
)

// FullText gathers the text of a document for the index, up to limit bytes:
// pages, lines, rows or the text of a mail. Pages that cannot be read are left
// out. A picture or an outside document gives "".
func FullText(ctx context.Context, doc Document, limit int) (string, error) {
	t, ok := doc.(Texter)
	if !ok {
		return "", nil
	}
	pages := 1
	if p, ok := doc.(Pager); ok {
		pages = p.Pages()
	}
	var b strings.Builder
	for page := 0; page < pages && b.Len() < limit; page++ {
		text, err := t.Text(ctx, page)
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if err != nil {
			continue // one damaged page does not hide the others
		}
		b.WriteString(text)
		b.WriteByte('\n')
	}
	s := b.String()
	if len(s) > limit {
		s = strings.ToValidUTF8(s[:limit], "")
	}
	return s, nil
}
