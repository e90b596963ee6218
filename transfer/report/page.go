package report

import (
	"strings"

	"codeberg.org/go-pdf/fpdf"

	"laufzettel/assets"
)

// Layout in millimetres on A4, type sizes in points.
const (
	pageWidth, pageHeight  = 210.0, 297.0
	marginLeft             = 25.0
	marginRight            = 20.0
	marginTop              = 20.0
	marginBottom           = 24.0
	bodyWidth              = pageWidth - marginLeft - marginRight
	bottom                 = pageHeight - marginBottom
	textSize, captionSize  = 9.5, 8.0
	titleSize, sectionSize = 18.0, 12.5
)

// colour is an sRGB colour; the values are the light theme of look.md 2.1.
type colour [3]int

var (
	colText    = colour{0x18, 0x21, 0x25}
	colText2   = colour{0x4A, 0x57, 0x5E}
	colPrimary = colour{0x1B, 0x49, 0x65}
	colBorder  = colour{0x74, 0x81, 0x8A}
	colLine    = colour{0xD2, 0xD9, 0xD8}
	colRaised  = colour{0xF4, 0xF6, 0xF5}
)

// ink gives the strong colour and the tint of a tone.
func (t Tone) ink() (strong, tint colour) {
	switch t {
	case Fault:
		return colour{0x98, 0x19, 0x1B}, colour{0xFC, 0xEC, 0xEA}
	case Caution:
		return colour{0x75, 0x48, 0x00}, colour{0xFB, 0xF1, 0xDC}
	case Good:
		return colour{0x1B, 0x5E, 0x3C}, colour{0xE5, 0xF2, 0xEA}
	case Hint:
		return colour{0x37, 0x53, 0x6B}, colour{0xE9, 0xEF, 0xF4}
	default:
		return colBorder, colRaised
	}
}

// page is the pen: it knows the PDF under construction and where the next line
// goes (y, millimetres from the top).
type page struct {
	pdf                 *fpdf.Fpdf
	regular, bold, mono *face
	y                   float64
	doc                 *Document
	fresh               bool       // nothing stands on this page yet
	tags                *structure // nil: a paper without structure
	draft               *element   // of a draft: what says so
	pictures            int        // drawn so far
}

func newPage(d *Document) (*page, error) {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetCatalogSort(true)
	pdf.SetCompression(true)
	pdf.SetMargins(marginLeft, marginTop, marginRight)
	pdf.SetAutoPageBreak(false, 0)
	pdf.SetCellMargin(0)
	p := &page{pdf: pdf, doc: d}
	if !d.Plain {
		p.tags = newStructure()
	}
	for _, f := range []struct {
		to                  **face
		family, style, file string
	}{
		{&p.regular, "sans", "", assets.FontRegular},
		{&p.bold, "sans", "B", assets.FontSemiBold},
		{&p.mono, "mono", "", assets.FontMono},
	} {
		fc, err := newFace(f.family, f.style, f.file)
		if err != nil {
			return nil, err
		}
		*f.to = fc
		pdf.AddUTF8FontFromBytes(f.family, f.style, assets.Font(f.file))
	}
	return p, pdf.Error()
}

// next starts a new page.
func (p *page) next() {
	p.unmark()
	p.pdf.AddPage()
	p.y, p.fresh = marginTop, true
}

// room makes sure that h millimetres are left, else a new page starts; it
// reports whether one did.
func (p *page) room(h float64) bool {
	if p.y+h <= bottom || p.fresh {
		return false
	}
	p.next()
	return true
}

// gap leaves h millimetres free, but not at the top of a page.
func (p *page) gap(h float64) {
	if !p.fresh {
		p.y += h
	}
}

// lead is the distance of two lines of a size in millimetres.
func lead(size float64) float64 { return size * 1.42 * mmPerPoint }

// write draws one cleaned line with its top at y.
func (p *page) write(f *face, size, x, y float64, c colour, line string) {
	if p.tags == nil {
		line = strings.TrimRight(line, " ") // the space after a line is for readers of the structure
	}
	if line == "" {
		return
	}
	p.mark("")
	p.pdf.SetFont(f.family, f.style, size)
	p.pdf.SetTextColor(c[0], c[1], c[2])
	base := y + size*1.07*mmPerPoint
	for _, piece := range f.place(line, size) {
		p.pdf.Text(x+piece.x, base-piece.y, piece.text)
	}
	p.fresh = false
}

// lines draws cleaned lines one below the other from p.y on, breaking pages.
func (p *page) lines(f *face, size, x float64, c colour, lines []string) {
	for _, l := range lines {
		p.room(lead(size))
		p.write(f, size, x, p.y, c, l)
		p.y += lead(size)
		p.fresh = false
	}
}

// prose wraps and draws s at x within width: what blank lines part are paragraphs
// of their own.
func (p *page) prose(f *face, size, x, width float64, c colour, s string) {
	lines := f.wrap(f.clean(s), size, width)
	for len(lines) > 0 {
		n := 1
		for n < len(lines) && (lines[n] == "") == (lines[0] == "") {
			n++
		}
		p.within("P", func() { p.lines(f, size, x, c, lines[:n]) })
		lines = lines[n:]
	}
}

// text wraps and draws s at x within width.
func (p *page) text(f *face, size, x, width float64, c colour, s string) {
	p.lines(f, size, x, c, f.wrap(f.clean(s), size, width))
}

func (p *page) fill(x, y, w, h float64, c colour) {
	p.mark(layoutArtefact)
	p.pdf.SetFillColor(c[0], c[1], c[2])
	p.pdf.Rect(x, y, w, h, "F")
}

func (p *page) rule(x, y, w float64, thick float64, c colour) {
	p.mark(layoutArtefact)
	p.line(x, y, w, thick, c)
}

func (p *page) line(x, y, w float64, thick float64, c colour) {
	p.pdf.SetDrawColor(c[0], c[1], c[2])
	p.pdf.SetLineWidth(thick)
	p.pdf.Line(x, y, x+w, y)
}

// finish writes the foot of every page, when the number of pages is known.
func (p *page) finish() {
	total := p.pdf.PageCount()
	left := p.regular.clean(p.doc.Title)
	if w := bodyWidth - 40; p.regular.width(left, captionSize) > w {
		left = strings.TrimSpace(p.regular.head(left, captionSize, w)) + " …"
	}
	for n := 1; n <= total; n++ {
		p.unmark()
		p.pdf.SetPage(n)
		p.asArtefact(footArtefact, func() {
			p.rule(marginLeft, pageHeight-17, bodyWidth, 0.2, colLine)
			p.write(p.regular, captionSize, marginLeft, pageHeight-15, colText2, left)
			right := say("paper.page.number", n, total)
			p.write(p.regular, captionSize, pageWidth-marginRight-p.regular.width(right, captionSize), pageHeight-15, colText2, right)
		})
		if p.draft == nil {
			continue
		}
		draft := func() {
			p.write(p.bold, captionSize, marginLeft+bodyWidth/2-12, pageHeight-11, colour{0x75, 0x48, 0x00}, say("paper.page.draft"))
		}
		if n == 1 { // that it is a draft is read once, before all else
			p.in(p.draft, draft)
		} else {
			p.asArtefact(footArtefact, draft)
		}
	}
	p.unmark()
}
