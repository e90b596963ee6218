package pdf

import (
	"math"
	"runtime"
	"slices"
	"strings"

	"github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
)

// PDFium gives one blank between two words, however far apart they stand: the columns of a
// list run together, whether they were parted by many blanks or placed one by one. The
// boxes of the letters on both sides tell how wide a gap is; a wide one becomes as many
// blanks as it has room for.

// The limits of blanks.
const (
	mostGaps    = 20_000 // of a page, measured one by one
	boxesAtOnce = 2048   // are asked before the collector runs, as charsAtOnce
	mostBlanks  = 60     // for one gap
	madeBlank   = 0.28   // of the height of a line: a blank PDFium made up, as wide as in most fonts
	leastBlank  = 0.1    // of the height: no font has a narrower one
	mostBlank   = 1.2    // nor a wider one
	surely      = 0.4    // of the height: what is less wide is one blank
	evenShare   = 2      // one narrow gap in so many is the usual one where lines are not stretched
	even        = 0.12   // how far the usual gap differs from itself, in blanks
	evenWide    = 1.7    // times the usual gap are a column where lines are not stretched
	looseWide   = 3.5    // blanks are one where they are
	looseTimes  = 2.5    // times the middle gap are one, too
	unusual     = 1.6    // blanks: no usual gap is wider
	typed       = 0.05   // how far a gap made of blanks differs from a whole number of them
	typedLeast  = 3      // so many wide gaps, four in five of them of whole blanks, are typed
	sameLine    = 0.3    // of the lower box must lie beside the other
)

// gap is the room around a blank.
type gap struct {
	at     int     // the blank, as number of a character
	line   int     // of the page
	blanks float64 // it has room for
}

// columned gives the text of a page with columns kept apart.
func columned(inst pdfium.Pdfium, tp references.FPDF_TEXTPAGE, chars int) (string, error) {
	res, err := inst.FPDFText_GetText(&requests.FPDFText_GetText{TextPage: tp, Count: chars})
	if err != nil {
		return "", err
	}
	signs := []rune(res.Text)
	if len(signs) != chars { // characters that are none: what stands where is not known
		return clean(res.Text), nil
	}
	m := &measurer{inst: inst, tp: tp}
	gaps, err := m.gaps(signs)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.Grow(len(res.Text))
	wide, from := wideOf(gaps), 0
	for _, g := range gaps {
		if g.blanks < wide {
			continue
		}
		b.WriteString(string(signs[from:g.at]))
		b.WriteString(strings.Repeat(" ", min(max(int(math.Round(g.blanks)), 2), mostBlanks)-1))
		from = g.at
	}
	b.WriteString(string(signs[from:]))
	return clean(b.String()), nil
}

// wideOf gives from how many blanks on a gap of the page parts columns. Where lines are
// not stretched to the margin, most gaps are one blank wide; where they are, only a gap far
// wider than the others tells.
func wideOf(gaps []gap) float64 {
	if len(gaps) == 0 {
		return math.Inf(1)
	}
	wide := make([]float64, len(gaps))
	for i, g := range gaps {
		wide[i] = g.blanks
	}
	slices.Sort(wide)
	usual, most, from := 0.0, 0, 0
	for to := range wide { // the largest number of gaps that are alike
		for wide[to]-wide[from] > 2*even {
			from++
		}
		if n := to - from + 1; n > most && wide[to] < unusual {
			usual, most = wide[from+n/2], n
		}
	}
	narrow, _ := slices.BinarySearch(wide, looseWide) // the others are columns anyway
	if most > 0 && most*evenShare >= narrow {
		return max(usual, 1) * evenWide
	}
	if first, _ := slices.BinarySearch(wide, unusual); first > 0 && typedColumns(wide[first:], mixed(gaps)) {
		return max(usual, 1) * evenWide
	}
	middle := min(wide[len(wide)/2], unusual)
	return max(looseWide, middle*looseTimes)
}

// mixed tells whether a line has usual and wide gaps: one that is stretched has one or the other.
func mixed(gaps []gap) bool {
	seen := map[int]int{}
	for _, g := range gaps {
		if g.blanks < unusual {
			seen[g.line] |= 1
		} else {
			seen[g.line] |= 2
		}
		if seen[g.line] == 3 {
			return true
		}
	}
	return false
}

// typedColumns tells whether wide gaps, sorted, were typed as blanks: then they are whole
// numbers of them, which the gaps of stretched lines are by chance only, and differ, or
// stand in lines that are not stretched.
func typedColumns(wide []float64, mixed bool) bool {
	whole := 0
	for _, w := range wide {
		if math.Abs(w-math.Round(w)) <= typed {
			whole++
		}
	}
	return whole >= typedLeast && 5*whole >= 4*len(wide) &&
		(mixed || math.Round(wide[len(wide)-1]) > math.Round(wide[0]))
}

// measurer asks for the boxes of letters.
type measurer struct {
	inst  pdfium.Pdfium
	tp    references.FPDF_TEXTPAGE
	asked int
}

// box is where a letter stands, with the room its font gives it.
type box struct{ left, bottom, right, top float64 }

func (m *measurer) box(i int) (box, error) {
	if m.asked++; m.asked%boxesAtOnce == 0 {
		runtime.GC() // as in Words
	}
	res, err := m.inst.FPDFText_GetLooseCharBox(&requests.FPDFText_GetLooseCharBox{TextPage: m.tp, Index: i})
	if err != nil {
		return box{}, err
	}
	r := res.Rect
	left, right := min(r.Left, r.Right), max(r.Left, r.Right)
	bottom, top := min(r.Bottom, r.Top), max(r.Bottom, r.Top)
	return box{float64(left), float64(bottom), float64(right), float64(top)}, nil
}

// gaps measures the blanks between two letters of a line.
func (m *measurer) gaps(signs []rune) (gaps []gap, err error) {
	line := 0
	for i := 1; i+1 < len(signs) && len(gaps) < mostGaps; i++ {
		if signs[i] == '\n' {
			line++
		}
		if signs[i] != ' ' || signs[i-1] <= ' ' || signs[i+1] <= ' ' {
			continue
		}
		before, err := m.box(i - 1)
		if err != nil {
			return nil, err
		}
		after, err := m.box(i + 1)
		if err != nil {
			return nil, err
		}
		room, high := between(before, after)
		if high <= 0 {
			continue
		}
		blank := madeBlank * high
		if room > surely*high { // a wide blank, as of a typewriter, or several
			own, err := m.box(i)
			if err != nil {
				return nil, err
			}
			if w := own.along(before, after); w > leastBlank*high && w < mostBlank*high {
				blank = w
			}
		}
		gaps = append(gaps, gap{i, line, room / blank})
	}
	return gaps, nil
}

// between gives the room between two boxes of a line and how high it is, whichever way the
// line runs; no height where they stand in two lines.
func between(a, b box) (room, high float64) {
	room, high = max(b.left-a.right, a.left-b.right), min(a.top-a.bottom, b.top-b.bottom)
	if !a.upright(b) {
		room, high = max(b.bottom-a.top, a.bottom-b.top), min(a.right-a.left, b.right-b.left)
		if min(a.right, b.right)-max(a.left, b.left) < sameLine*high {
			return 0, 0
		}
	}
	return max(room, 0), high
}

// upright tells whether two boxes stand beside each other.
func (a box) upright(b box) bool {
	return min(a.top, b.top)-max(a.bottom, b.bottom) >= sameLine*min(a.top-a.bottom, b.top-b.bottom)
}

// along is how long a box is in the line of two others.
func (a box) along(before, after box) float64 {
	if before.upright(after) {
		return a.right - a.left
	}
	return a.top - a.bottom
}
