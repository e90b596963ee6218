package fixity

import (
	"slices"
	"strings"
)

// shownOnPage gives the text of a page without its tags, scripts and styles; what a line
// shows is a line, cells are set apart by tabs. It goes over the page once: every page of
// a delivery is asked whether it is a list.
func shownOnPage(page string) string {
	var w pageWriter
	w.out.Grow(len(page))
	for i, part := range strings.Split(withoutUnseen(page), "<pre") {
		if i > 0 { // its lines are lines
			pre := ""
			_, part, _ = strings.Cut(part, ">")
			pre, part, _ = strings.Cut(part, "</pre>")
			w.out.WriteString("\n" + pre)
		}
		w.out.WriteByte('\n')
		w.flow(part)
	}
	return withoutTags(w.out.String())
}

// pageWriter writes running text: blanks of any kind are one, and none beside the end of a
// cell.
type pageWriter struct {
	out   strings.Builder
	blank bool // one is due
	cells int  // so many tabs are due: at the end of a line they fall away
}

func (w *pageWriter) flow(part string) {
	for i := 0; i < len(part); {
		if blankOnPage(part[i]) {
			w.blank = w.cells == 0
			i++
			continue
		}
		if part[i] == '<' {
			if n := cellEnd(part[i:]); n > 0 {
				w.cells, w.blank, i = w.cells+1, false, i+n
				continue
			}
			if n := lineEnd(part[i:]); n > 0 {
				w.cells, w.blank, i = 0, false, i+n
				w.out.WriteByte('\n')
				continue
			}
		}
		end := i + 1
		for end < len(part) && part[end] != '<' && !blankOnPage(part[end]) {
			end++
		}
		w.due()
		w.out.WriteString(part[i:end])
		i = end
	}
	w.due()
}

// due writes what stands between two words.
func (w *pageWriter) due() {
	if w.blank {
		w.out.WriteByte(' ')
	}
	for ; w.cells > 0; w.cells-- {
		w.out.WriteByte('\t')
	}
	w.blank = false
}

func blankOnPage(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

// cellEnd gives the length of a tag that ends a cell and stands at the beginning of a text,
// 0 where none does.
func cellEnd(text string) int { return tagAt(text, "</td>", "</th>") }

// lineEnd is cellEnd for what ends a line.
func lineEnd(text string) int {
	if n := tagAt(text, "</tr>", "</p>", "</li>", "</div>", "</h1>", "</h2>", "</h3>", "</h4>", "</h5>", "</h6>"); n > 0 {
		return n
	}
	n := tagAt(text, "<br")
	if n == 0 {
		return 0
	}
	for n < len(text) && blankOnPage(text[n]) {
		n++
	}
	if n < len(text) && text[n] == '/' {
		n++
	}
	if n < len(text) && text[n] == '>' {
		return n + 1
	}
	return 0
}

func tagAt(text string, tags ...string) int {
	for _, tag := range tags {
		if len(text) >= len(tag) && strings.EqualFold(text[:len(tag)], tag) {
			return len(tag)
		}
	}
	return 0
}

// unseen are the elements of which a page shows nothing.
var unseen = []string{"script", "style", "head"}

// withoutUnseen leaves out what a page holds and does not show.
func withoutUnseen(page string) string {
	var out strings.Builder
	for rest := page; ; {
		from := indexTag(rest, func(after string) bool {
			return slices.ContainsFunc(unseen, func(name string) bool { return opens(after, name) })
		})
		if from < 0 {
			return out.String() + rest
		}
		to := indexTag(rest[from+1:], func(after string) bool {
			return slices.ContainsFunc(unseen, func(name string) bool { return tagAt(after, "/"+name+">") > 0 })
		})
		if to < 0 {
			return out.String() + rest
		}
		out.WriteString(rest[:from])
		rest = rest[from+1+to:]
		rest = rest[strings.IndexByte(rest, '>')+1:]
	}
}

// opens reports whether a tag of a name begins, told what stands behind its "<".
func opens(after, name string) bool {
	if tagAt(after, name) == 0 {
		return false
	}
	after = after[len(name):]
	return after == "" || !(after[0] == '_' || after[0] >= '0' && after[0] <= '9' || after[0]|0x20 >= 'a' && after[0]|0x20 <= 'z')
}

// indexTag finds the first "<" behind which stands what is wanted.
func indexTag(text string, wanted func(after string) bool) int {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '<')
		if i < 0 {
			return -1
		}
		if at += i; wanted(text[at+1:]) {
			return at
		}
		at++
	}
}

// withoutTags leaves out everything from "<" to the next ">".
func withoutTags(text string) string {
	var out strings.Builder
	out.Grow(len(text))
	for {
		from := strings.IndexByte(text, '<')
		if from < 0 {
			break
		}
		n := strings.IndexByte(text[from:], '>')
		if n < 0 {
			break
		}
		out.WriteString(text[:from])
		text = text[from+n+1:]
	}
	return out.String() + text
}
