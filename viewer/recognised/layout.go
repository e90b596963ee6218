package recognised

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"laufzettel/viewer"
)

// How lines are put together.
const (
	cellWords  = 4    // blocks whose lines hold no more words in the middle are columns of a list
	sameRow    = 0.5  // of the lower line must lie beside the other
	column     = 1.3  // letters: a narrower gap parts no columns
	columnOver = 1.9  // times the usual gap of the page: a wider one may
	stretched  = 1.4  // times its narrowest: a line whose widest gap is no wider is stretched to the margin
	fewGaps    = 2    // a line with no more is not told to be stretched
	usualPart  = 0.3  // of the gaps of a page are narrower than the usual one: in lists most part columns
	usualMost  = 1.25 // letters: no usual gap is wider
	mostBlanks = 60   // for one gap
	paragraph  = 2.6  // heights of letters from line to line: more is a new paragraph
)

// Text is a page as running text, and where each of its words is drawn.
type Text struct {
	Body  string
	words string // one after the other, a blank between two: what is searched
	spans []span // of them
	page  *Page
}

// span is a word.
type span struct {
	from, to int
	row      int
	word     Word
}

// Text lays out the page: lines of columns that stand side by side become rows, wide gaps
// as many blanks as they have room for, so that the cells of a list stay apart and below
// each other.
func (p *Page) Text() *Text {
	t := &Text{page: p}
	letter, usual := p.letter()
	var b strings.Builder
	row, last := 0, -1.0
	for _, group := range p.groups() {
		left := math.Inf(1)
		rows := rowsOf(group)
		for _, r := range rows {
			left = min(left, r[0].Left)
		}
		for _, r := range rows {
			top, high := middle(r)
			if last >= 0 && (top < last || top-last > paragraph*high) { // further down, or the next column
				b.WriteByte('\n')
			}
			last = top
			t.row(&b, r, row, left, letter, usual)
			row++
		}
	}
	t.Body = strings.TrimRight(b.String(), "\n")
	t.words = strings.Join(t.all(), " ")
	return t
}

// all gives the words in their order.
func (t *Text) all() (out []string) {
	for _, s := range t.spans {
		out = append(out, s.word.Text)
	}
	return out
}

// row writes one row of words.
func (t *Text) row(b *strings.Builder, words []Word, row int, left, letter, usual float64) {
	start := b.Len()
	letters, wide := 0, wideOf(words, letter, usual)
	for i, w := range words {
		if i > 0 {
			blanks := 1
			if gapBefore(words, i) >= wide {
				at := int(math.Round((w.Left - left) / letter)) // below what stands in the same column
				blanks = min(max(at-letters, 3), mostBlanks)
			}
			b.WriteString(strings.Repeat(" ", blanks))
			letters += blanks
		}
		b.WriteString(w.Text)
		letters += utf8.RuneCountInString(w.Text)
		from := 0
		if n := len(t.spans); n > 0 {
			from = t.spans[n-1].to + 1
		}
		t.spans = append(t.spans, span{from, from + len(w.Text), row, w})
	}
	if b.Len() > start {
		b.WriteByte('\n')
	}
}

// gapBefore is the room between a word and the one before it.
func gapBefore(words []Word, i int) float64 { return words[i].Left - words[i-1].Left - words[i-1].Wide }

// wideOf gives from how wide on a gap of a row parts columns; none does where the row is
// stretched to the margin.
func wideOf(words []Word, letter, usual float64) float64 {
	if len(words) > fewGaps+1 {
		least, most := math.Inf(1), 0.0
		for i := 1; i < len(words); i++ {
			gap := gapBefore(words, i)
			least, most = min(least, gap), max(most, gap)
		}
		if most <= stretched*least {
			return math.Inf(1)
		}
	}
	return max(column*letter, columnOver*usual)
}

// letter is how wide a letter is in the middle, and the usual gap between two words of a line.
func (p *Page) letter() (letter, usual float64) {
	var wide, gaps []float64
	for _, l := range p.Lines {
		for i, w := range l.Words {
			if n := utf8.RuneCountInString(w.Text); w.Wide > 0 {
				wide = append(wide, w.Wide/float64(n))
			}
			if i > 0 {
				gaps = append(gaps, gapBefore(l.Words, i))
			}
		}
	}
	letter = max(median(wide), 1)
	return letter, min(max(part(gaps, usualPart), 0), usualMost*letter)
}

func median(list []float64) float64 { return part(list, 0.5) }

// part gives the value below which that part of a list lies.
func part(list []float64, p float64) float64 {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[int(p*float64(len(list)))]
}

// block is a block of lines with its bounds.
type block struct {
	lines                    []Line
	left, top, right, bottom float64
	cells                    bool
	group                    int
}

// groups gives the lines of blocks that belong together: a block for itself, or the columns
// of a list; in the order of reading.
func (p *Page) groups() (out [][]Line) {
	blocks := p.blocks()
	for i := range blocks {
		blocks[i].group = i
	}
	for i := range blocks {
		for k := range i {
			a, b := &blocks[k], &blocks[i]
			if a.group != b.group && (a.cells || b.cells) && a.beside(b) {
				from, to := max(a.group, b.group), min(a.group, b.group)
				for n := range blocks {
					if blocks[n].group == from {
						blocks[n].group = to
					}
				}
			}
		}
	}
	for i := range blocks {
		if blocks[i].group != i {
			continue
		}
		var lines []Line
		for _, b := range blocks[i:] {
			if b.group == i {
				lines = append(lines, b.lines...)
			}
		}
		out = append(out, lines)
	}
	return out
}

// mostBlocks are told apart; a page of more is read line by line as it came.
const mostBlocks = 500

func (p *Page) blocks() (out []block) {
	for _, l := range p.Lines {
		if len(l.Words) == 0 {
			continue
		}
		if n := len(out); n == 0 || out[n-1].lines[0].Block != l.Block && n < mostBlocks {
			out = append(out, block{left: math.Inf(1), top: math.Inf(1)})
		}
		b := &out[len(out)-1]
		b.lines = append(b.lines, l)
		for _, w := range l.Words {
			b.left, b.top = min(b.left, w.Left), min(b.top, w.Top)
			b.right, b.bottom = max(b.right, w.Left+w.Wide), max(b.bottom, w.Top+w.Hi)
		}
	}
	for i := range out {
		var words []float64
		for _, l := range out[i].lines {
			words = append(words, float64(len(l.Words)))
		}
		out[i].cells = median(words) <= cellWords
	}
	return out
}

// beside tells whether two blocks stand side by side.
func (b *block) beside(c *block) bool {
	return (b.right <= c.left || c.right <= b.left) && min(b.bottom, c.bottom) > max(b.top, c.top)
}

// rowsOf puts lines that stand side by side into one row each, from the top; the words of a
// row from the left.
func rowsOf(lines []Line) [][]Word {
	type placed struct {
		words          []Word
		middle, height float64
	}
	list := make([]placed, 0, len(lines))
	for _, l := range lines {
		m, h := middle(l.Words)
		list = append(list, placed{l.Words, m, h})
	}
	slices.SortStableFunc(list, func(a, b placed) int { return cmp.Compare(a.middle, b.middle) })
	var out [][]Word
	var last placed
	for i, l := range list {
		if i > 0 && l.middle-last.middle < sameRow*min(l.height, last.height) {
			out[len(out)-1] = append(out[len(out)-1], l.words...)
			continue
		}
		out = append(out, slices.Clone(l.words))
		last = l
	}
	for _, r := range out {
		slices.SortStableFunc(r, func(a, b Word) int { return cmp.Compare(a.Left, b.Left) })
	}
	return out
}

// middle gives the height of the middle of a line from the top of the page, and how high the
// line is.
func middle(words []Word) (at, high float64) {
	var ats, highs []float64
	for _, w := range words {
		ats, highs = append(ats, w.Top+w.Hi/2), append(highs, w.Hi)
	}
	return median(ats), max(median(highs), 1)
}

// Find gives the places where words stand, at most most; of a place its boxes, one to a row.
func (t *Text) Find(f viewer.Finder, page, most int) (hits []viewer.Hit) {
	for _, written := range f.As(t.words, most) {
		for from := 0; len(hits) < most; {
			i := strings.Index(t.words[from:], written)
			if i < 0 {
				break
			}
			at, end := from+i, from+i+len(written)
			hits = append(hits, viewer.Hit{Page: page, Rects: t.rects(at, end), Context: around(t.words, at, end)})
			from = end
		}
	}
	return hits
}

// rects gives the boxes of a piece of the words.
func (t *Text) rects(from, to int) (out []viewer.Rect) {
	first, _ := slices.BinarySearchFunc(t.spans, from, func(s span, at int) int { return cmp.Compare(s.to, at+1) })
	row := -1
	for _, s := range t.spans[first:] {
		if s.from >= to {
			break
		}
		wide, high := t.page.Wide, t.page.High
		r := viewer.Rect{X: s.word.Left / wide, Y: s.word.Top / high, W: s.word.Wide / wide, H: s.word.Hi / high}
		if s.row != row {
			out, row = append(out, r), s.row
			continue
		}
		last := &out[len(out)-1]
		right, bottom := max(last.X+last.W, r.X+r.W), max(last.Y+last.H, r.Y+r.H)
		last.X, last.Y = min(last.X, r.X), min(last.Y, r.Y)
		last.W, last.H = right-last.X, bottom-last.Y
	}
	return out
}

// aroundHit is how much is shown on either side of a hit, in bytes.
const aroundHit = 40

func around(s string, from, to int) string {
	a, b := max(0, from-aroundHit), min(len(s), to+aroundHit)
	return strings.Join(strings.Fields(strings.ToValidUTF8(s[a:b], "")), " ")
}
