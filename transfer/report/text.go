package report

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"

	"laufzettel/assets"
)

// face measures one embedded font. It belongs to one Write call and is not safe
// for concurrent use.
type face struct {
	family, style string // as registered with the PDF writer
	font          *sfnt.Font
	buf           sfnt.Buffer
	ppem          fixed.Int26_6
	glyphs        map[rune]glyph
	xHeight       float64
}

// glyph holds the metrics of one character in thousandths of the font size, y upwards.
type glyph struct {
	known                    bool
	advance                  float64
	left, right, top, bottom float64
}

func newFace(family, style, file string) (*face, error) {
	f, err := sfnt.Parse(assets.Font(file))
	if err != nil {
		return nil, fmt.Errorf("read embedded font %s: %w", file, err)
	}
	fc := &face{family: family, style: style, font: f, ppem: fixed.Int26_6(f.UnitsPerEm()), glyphs: map[rune]glyph{}}
	fc.xHeight = fc.glyph('x').top
	return fc, nil
}

func (f *face) glyph(r rune) glyph {
	if g, ok := f.glyphs[r]; ok {
		return g
	}
	var g glyph
	if i, err := f.font.GlyphIndex(&f.buf, r); err == nil && i != 0 && r <= 0xFFFF {
		if b, adv, err := f.font.GlyphBounds(&f.buf, i, f.ppem, font.HintingNone); err == nil {
			u := 1000 / float64(f.font.UnitsPerEm())
			g = glyph{known: true, advance: float64(adv) * u, left: float64(b.Min.X) * u, right: float64(b.Max.X) * u,
				top: -float64(b.Min.Y) * u, bottom: -float64(b.Max.Y) * u}
		}
	}
	f.glyphs[r] = g
	return g
}

// clean makes s fit to be shown: composed (NFC), tabs as spaces, control
// characters dropped, and every character the font lacks written as [U+XXXX], so
// that nothing is silently left out and no missing glyph is drawn (ISO 19005-2,
// 6.2.11.8).
func (f *face) clean(s string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(strings.ToValidUTF8(s, "\uFFFD")) {
		switch {
		case r == '\n':
			b.WriteRune(r)
		case r == '\t' || r == '\u00a0' || r == '\u202f':
			b.WriteRune(' ')
		case r == '\r' || r == '\u00ad' || r == '\ufeff':
		case r == '\u2011':
			b.WriteRune('-')
		case unicode.IsControl(r) || unicode.Is(unicode.Co, r) || !f.glyph(r).known: // private use has no meaning to read out
			fmt.Fprintf(&b, "[U+%04X]", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// from is where a cleaned line begins that ends at the right of a column.
func (f *face) from(right float64, line string, size float64) float64 {
	return right - f.width(strings.TrimRight(line, " "), size)
}

// width measures a cleaned text in millimetres at a size in points.
func (f *face) width(s string, size float64) float64 {
	w := 0.0
	for _, r := range s {
		w += f.glyph(r).advance
	}
	return w * size / 1000 * mmPerPoint
}

// mmPerPoint turns points (1/72 inch) into millimetres.
const mmPerPoint = 25.4 / 72

// wrap breaks a cleaned text into lines no wider than width millimetres: at
// spaces, after the separators of paths and ids where a word is too long, and
// anywhere where even that does not help. Where a line does not break within a
// word, a space stands at its end, so that words stay apart for whoever reads the
// lines in one go; it may reach beyond width.
func (f *face) wrap(s string, size, width float64) []string {
	var lines []string
	for part := range strings.SplitSeq(s, "\n") {
		if n := len(lines); n > 0 && lines[n-1] != "" {
			lines[n-1] += " "
		}
		lines = append(lines, f.wrapLine(part, size, width)...)
	}
	return lines
}

func (f *face) wrapLine(s string, size, width float64) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(s) {
		switch joined := strings.TrimLeft(line+" "+word, " "); {
		case f.width(joined, size) <= width:
			line = joined
			continue
		case line != "":
			lines = append(lines, line+" ")
		}
		for f.width(word, size) > width {
			head := f.head(word, size, width)
			lines = append(lines, head)
			word = word[len(head):]
		}
		line = word
	}
	return append(lines, line)
}

// head gives the longest start of a too long word that fits, ending after a
// separator where one lies in its second half. It is never empty.
func (f *face) head(word string, size, width float64) string {
	w, end, soft := 0.0, 0, 0
	for i, r := range word {
		w += f.glyph(r).advance * size / 1000 * mmPerPoint
		if w > width && end > 0 && !unicode.Is(unicode.Mn, r) {
			break
		}
		end = i + len(string(r))
		if strings.ContainsRune("/\\-_.,;:!|", r) {
			soft = end
		}
	}
	if soft > end/2 && end < len(word) {
		return word[:soft]
	}
	return word[:end]
}

// placed is a piece of a line with its offset from the start of the line, in
// millimetres, y upwards.
type placed struct {
	text string
	x, y float64
}

// place splits a cleaned line into pieces so that combining marks without a
// composed character (J̌, ē̍ of DIN 91379) stand centred above or below their
// letter: the PDF writer itself knows no mark positioning.
func (f *face) place(s string, size float64) []placed {
	unit := size / 1000 * mmPerPoint
	var out []placed
	x, runStart := 0.0, 0.0
	var run strings.Builder
	base, baseX := glyph{}, 0.0
	above, below := 0.0, 0.0
	flush := func() {
		if run.Len() > 0 {
			out = append(out, placed{text: run.String(), x: runStart * unit})
			run.Reset()
		}
		runStart = x
	}
	for _, r := range s {
		g := f.glyph(r)
		if !unicode.Is(unicode.Mn, r) || g.advance != 0 || run.Len() == 0 && len(out) == 0 {
			if run.Len() == 0 {
				runStart = x
			}
			run.WriteRune(r)
			base, baseX = g, x
			above, below = max(0, g.top-f.xHeight), min(0, g.bottom)
			x += g.advance
			continue
		}
		flush()
		dx := baseX + (base.left+base.right)/2 - (g.left+g.right)/2
		dy := above
		if g.top <= 0 {
			dy, below = below, below-(g.top-g.bottom)
		} else {
			above += g.top - g.bottom + 40
		}
		out = append(out, placed{text: string(r), x: dx * unit, y: dy * unit})
	}
	flush()
	return out
}
