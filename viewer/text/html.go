package text

import (
	"bytes"
	"io"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// maxHTML is how much of a page is read for its text.
const maxHTML = 32 << 20

// blocks are elements that begin a new line.
var blocks = map[atom.Atom]bool{atom.P: true, atom.Div: true, atom.Br: true, atom.Tr: true, atom.Li: true, atom.H1: true, atom.H2: true,
	atom.H3: true,
	atom.H4: true, atom.H5: true, atom.H6: true, atom.Table: true, atom.Ul: true, atom.Ol: true, atom.Hr: true, atom.Blockquote: true,
	atom.Pre:     true,
	atom.Section: true, atom.Article: true, atom.Header: true, atom.Footer: true, atom.Title: true}

// FromHTML gives the text of an HTML page without scripts, styles and markup,
// one line per block. Damaged markup gives what can be read.
func FromHTML(r io.Reader) string {
	z := html.NewTokenizer(io.LimitReader(r, maxHTML))
	var out strings.Builder
	skip, begun := 0, false // begun: the line has words
	flush := func() {
		if begun {
			out.WriteByte('\n')
			begun = false
		}
	}
	for {
		switch z.Next() {
		case html.ErrorToken:
			flush()
			return out.String()
		case html.TextToken:
			if skip == 0 {
				for word := range bytes.FieldsSeq(z.Text()) {
					if begun {
						out.WriteByte(' ')
					}
					out.Write(word)
					begun = true
				}
			}
		case html.StartTagToken:
			name, _ := z.TagName()
			a := atom.Lookup(name)
			if a == atom.Script || a == atom.Style {
				skip++
			}
			if blocks[a] {
				flush()
			}
		case html.SelfClosingTagToken, html.EndTagToken:
			name, _ := z.TagName()
			a := atom.Lookup(name)
			if (a == atom.Script || a == atom.Style) && skip > 0 {
				skip--
			}
			if blocks[a] {
				flush()
			}
		}
	}
}
