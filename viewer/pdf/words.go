package pdf

import (
	"context"
	"math"
	"runtime"
	"strings"
	"unicode"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

const (
	maxWordChars = 300_000 // of a page, read one by one
	// charsAtOnce are read before the collector runs: every call into PDFium leaves a
	// stack of 10 KB behind, and the collector left to itself waits until the memory of
	// the child is used up.
	charsAtOnce = 512
)

// Words implements viewer.Worder: every character is asked once, and nothing is
// searched within PDFium, whose search needs memory that grows with the page.
func (d *document) Words(ctx context.Context, page int) (words []viewer.Word, err error) {
	err = d.run(ctx, "read words", page, func(inst pdfium.Pdfium, f *openFile) error {
		return onTextPage(inst, f.ref, page, func(p requests.Page, tp references.FPDF_TEXTPAGE, chars int) error {
			if chars > maxWordChars {
				return tooDense(page)
			}
			on, err := shownAs(inst, p)
			if err != nil {
				return err
			}
			c := wordReader{inst: inst, tp: tp, on: on}
			for i := range chars {
				if i%charsAtOnce == charsAtOnce-1 {
					if ctx.Err() != nil {
						return ctx.Err()
					}
					runtime.GC()
				}
				if err := c.char(i); err != nil {
					return err
				}
			}
			if err := c.end(); err != nil {
				return err
			}
			if words = c.words; len(words) > viewer.MaxWords {
				return tooDense(page)
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	return words, nil
}

func tooDense(page int) error {
	return failure.New(failure.Refused, "read words", wording.Say("hint.pdf.too-many-words", page+1))
}

// shown turns coordinates of a page into fractions of the page as it is shown.
type shown struct{ x0, xx, xy, y0, yx, yy float64 }

// shownAs asks three corners of a large square: between them all is linear.
func shownAs(inst pdfium.Pdfium, p requests.Page) (shown, error) {
	const far = 1000
	var at [3][2]float64
	for i, corner := range [3][2]float64{{0, 0}, {far, 0}, {0, far}} {
		x, y, err := fraction(inst, p, corner[0], corner[1])
		if err != nil {
			return shown{}, err
		}
		at[i] = [2]float64{x, y}
	}
	return shown{
		x0: at[0][0], xx: (at[1][0] - at[0][0]) / far, xy: (at[2][0] - at[0][0]) / far,
		y0: at[0][1], yx: (at[1][1] - at[0][1]) / far, yy: (at[2][1] - at[0][1]) / far,
	}, nil
}

func (s shown) rect(left, bottom, right, top float64) viewer.Rect {
	x1, y1 := s.x0+left*s.xx+bottom*s.xy, s.y0+left*s.yx+bottom*s.yy
	x2, y2 := s.x0+right*s.xx+top*s.xy, s.y0+right*s.yx+top*s.yy
	return viewer.Rect{X: min(x1, x2), Y: min(y1, y2), W: math.Abs(x2 - x1), H: math.Abs(y2 - y1)}
}

// wordReader gathers the words of a page.
type wordReader struct {
	inst  pdfium.Pdfium
	tp    references.FPDF_TEXTPAGE
	on    shown
	words []viewer.Word
	text  []rune // of the word being read
	from  int    // its first character
	line  int
}

// Characters PDFium sets for a hyphen at the end of a line, and for none it knows.
const (
	lineHyphen = 2
	noChar     = 0xFFFE
)

// char takes one character. Blanks and ends of lines, those PDFium made up as well, part
// words.
func (c *wordReader) char(i int) error {
	u, err := c.inst.FPDFText_GetUnicode(&requests.FPDFText_GetUnicode{TextPage: c.tp, Index: i})
	if err != nil {
		return err
	}
	r := rune(uint32(u.Unicode))
	switch {
	case r == '\n' || r == '\r':
		err = c.end()
		c.line++
		return err
	case r == 0 || unicode.IsSpace(r):
		return c.end()
	}
	if len(c.text) == 0 {
		c.from = i
	}
	if r == lineHyphen || r == noChar {
		c.text = append(c.text, '-')
		err = c.end()
		c.line++
		return err
	}
	c.text = append(c.text, r)
	return nil
}

// end closes a word. PDFium is asked for the place of the whole of it; only a word in
// several lines is asked for letter by letter.
func (c *wordReader) end() error {
	text := c.text
	c.text = c.text[:0]
	if len(text) == 0 || len(c.words) > viewer.MaxWords {
		return nil
	}
	count, err := c.inst.FPDFText_CountRects(&requests.FPDFText_CountRects{TextPage: c.tp, StartIndex: c.from, Count: len(text)})
	if err != nil {
		return err
	}
	var rect viewer.Rect
	for k := range count.Count {
		r, err := c.inst.FPDFText_GetRect(&requests.FPDFText_GetRect{TextPage: c.tp, Index: k})
		if err != nil {
			return err
		}
		next := c.on.rect(r.Left, r.Bottom, r.Right, r.Top)
		if k > 0 && apart(rect, next) {
			return c.letters(text)
		}
		if k == 0 {
			rect = next
		} else {
			rect = joined(rect, next)
		}
	}
	if count.Count < 1 {
		return c.letters(text)
	}
	c.add(text, rect)
	return nil
}

// letters parts a run of letters where it goes on in another line.
func (c *wordReader) letters(text []rune) error {
	var rect viewer.Rect
	from := 0
	for k := range text {
		box, err := c.inst.FPDFText_GetCharBox(&requests.FPDFText_GetCharBox{TextPage: c.tp, Index: c.from + k})
		if err != nil {
			return err
		}
		next := c.on.rect(box.Left, box.Bottom, box.Right, box.Top)
		switch {
		case k == 0:
			rect = next
		case apart(rect, next):
			c.add(text[from:k], rect)
			c.line++
			from, rect = k, next
		default:
			rect = joined(rect, next)
		}
	}
	c.add(text[from:], rect)
	return nil
}

func (c *wordReader) add(text []rune, rect viewer.Rect) {
	c.words = append(c.words, viewer.Word{Text: strings.ToValidUTF8(string(text), "�"), Rect: rect, Line: c.line})
}

// apart tells whether a letter cannot belong to the word before it: it stands in
// another line. The lowest of commas and the highest of quotes still overlap the middle
// of their line with some slack.
func apart(word, letter viewer.Rect) bool {
	if word.H == 0 || letter.H == 0 {
		return math.Abs(word.Y-letter.Y) > 0.05
	}
	slack := max(word.H, letter.H) / 2
	return letter.Y > word.Y+word.H+slack || letter.Y+letter.H < word.Y-slack
}

func joined(a, b viewer.Rect) viewer.Rect {
	x, y := min(a.X, b.X), min(a.Y, b.Y)
	return viewer.Rect{X: x, Y: y, W: max(a.X+a.W, b.X+b.W) - x, H: max(a.Y+a.H, b.Y+b.H) - y}
}
