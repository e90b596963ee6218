package report

// Bars is a picture of sums: a bar for each row, as long as its share of the largest, parted
// in what its parts stand for. What it shows stands beside it in words.
type Bars struct {
	Parts []string // what the parts of a bar stand for
	Rows  []Bar
}

// Bar is one row. Said names its parts in words, for whoever cannot see them.
type Bar struct {
	Name, Said string
	Parts      []float64
}

// barInks fill the parts: dark, middle, light, told apart in grey too.
var barInks = []colour{colPrimary, colBorder, colLine}

const (
	barName = 62.0 // width of the names
	barHigh = 3.6
)

func (b Bars) draw(p *page) {
	most := 0.0
	for _, r := range b.Rows {
		most = max(most, r.sum())
	}
	if most <= 0 {
		return
	}
	p.gap(1.5)
	b.legend(p)
	for _, r := range b.Rows {
		name := p.regular.wrap(p.regular.clean(r.Name), captionSize, barName-3)
		h := max(barHigh, float64(len(name))*lead(captionSize)) + 1.2
		p.room(h)
		y, x, scale := p.y, marginLeft+barName, (bodyWidth-barName)/most
		p.within("P", func() {
			for i, line := range name {
				p.write(p.regular, captionSize, marginLeft, y+float64(i)*lead(captionSize), colText, line)
			}
		})
		p.figure(p.regular.clean(r.Said), x, y+0.4, max(r.sum()*scale, 0.5), barHigh, func() {
			for i, part := range r.Parts {
				p.block(x, y+0.4, part*scale, barHigh, barInks[i%len(barInks)])
				x += part * scale
			}
			p.line(marginLeft+barName, y+0.4+barHigh, r.sum()*scale, 0.2, colBorder) // the light part has an edge
		})
		p.y, p.fresh = y+h, false
	}
	p.y += 2
}

func (r Bar) sum() (n float64) {
	for _, x := range r.Parts {
		n += x
	}
	return n
}

// legend names the inks in one line.
func (b Bars) legend(p *page) {
	p.room(lead(captionSize) + barHigh)
	x := marginLeft + barName
	for i, name := range b.Parts {
		p.fill(x, p.y+0.9, 2.6, 2.6, barInks[i%len(barInks)])
		name = p.regular.clean(name)
		p.within("P", func() { p.write(p.regular, captionSize, x+4, p.y, colText2, name) })
		x += (bodyWidth - barName) / float64(len(b.Parts))
	}
	p.y += lead(captionSize) + 1
}

// block fills a part of a figure; nothing where it has no extent.
func (p *page) block(x, y, w, h float64, c colour) {
	if w > 0 {
		p.pdf.SetFillColor(c[0], c[1], c[2])
		p.pdf.Rect(x, y, w, h, "F")
	}
}
