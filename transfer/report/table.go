package report

import "laufzettel/transfer/pdf"

const (
	cellPad   = 1.6 // left and right of a cell, millimetres
	cellAbove = 0.9
)

func (b Table) draw(p *page) {
	if len(b.Rows) == 0 {
		if b.Empty != "" {
			Paragraph{Text: b.Empty}.draw(p)
		}
		return
	}
	widths := b.widths()
	p.gap(1)
	p.room(tableStart())
	p.within("Table", func() {
		p.within("THead", func() { p.within("TR", func() { b.head(p, widths) }) })
		p.within("TBody", func() {
			for _, row := range b.Rows {
				p.within("TR", func() { b.row(p, widths, row) })
			}
		})
	})
	p.y += 4
}

// tableStart is the height that has to be left for a table to begin on a page: its head
// and a row of two lines.
func tableStart() float64 { return 3*lead(captionSize) + 8 }

// widths shares the body width by weight.
func (b Table) widths() []float64 {
	sum := 0.0
	for _, c := range b.Columns {
		sum += max(c.Weight, 0.1)
	}
	out := make([]float64, len(b.Columns))
	for i, c := range b.Columns {
		out[i] = bodyWidth * max(c.Weight, 0.1) / sum
	}
	return out
}

func (b Table) head(p *page, widths []float64) {
	cells := make([][]string, len(b.Columns))
	most := 1
	for i, c := range b.Columns {
		cells[i] = p.bold.wrap(p.bold.clean(c.Title), captionSize, widths[i]-2*cellPad)
		most = max(most, len(cells[i]))
	}
	h := float64(most)*lead(captionSize) + 2*cellAbove
	p.fill(marginLeft, p.y, bodyWidth, h, colRaised)
	x := marginLeft
	for i, lines := range cells {
		p.in(p.headCell(), func() {
			for j, l := range lines {
				at := x + cellPad
				if b.Columns[i].Right {
					at = p.bold.from(x+widths[i]-cellPad, l, captionSize)
				}
				p.write(p.bold, captionSize, at, p.y+cellAbove+float64(j)*lead(captionSize), colText2, l)
			}
		})
		x += widths[i]
	}
	p.y += h
	p.rule(marginLeft, p.y, bodyWidth, 0.3, colBorder)
	p.fresh = false
}

// row draws one row. It moves to the next page as a whole; only a row longer
// than a page is broken between its lines.
func (b Table) row(p *page, widths []float64, row []string) {
	const size = 8.5
	cells := make([][]string, len(b.Columns))
	most := 1
	for i, c := range b.Columns {
		if i >= len(row) {
			break
		}
		f, s := b.font(p, c, size)
		cells[i] = f.wrap(f.clean(row[i]), s, widths[i]-2*cellPad)
		most = max(most, len(cells[i]))
	}
	of := make([]*element, len(b.Columns)) // every row has all cells, empty ones too
	for i := range of {
		of[i] = p.element("TD")
	}
	step := lead(size)
	for from := 0; from < most; {
		fit := int((bottom - p.y - 2*cellAbove) / step)
		if fit < most-from && (from > 0 || fit < 1 || float64(most)*step < bottom-marginTop-20) {
			p.next()
			p.asArtefact(headArtefact, func() { b.head(p, widths) })
			fit = int((bottom - p.y - 2*cellAbove) / step)
		}
		to := min(most, from+max(fit, 1))
		x := marginLeft
		for i, c := range b.Columns {
			f, s := b.font(p, c, size)
			p.in(of[i], func() {
				for j := from; j < min(to, len(cells[i])); j++ {
					at := x + cellPad
					if c.Right {
						at = f.from(x+widths[i]-cellPad, cells[i][j], s)
					}
					p.write(f, s, at, p.y+cellAbove+float64(j-from)*step+(size-s)*0.9*mmPerPoint, colText, cells[i][j])
				}
			})
			x += widths[i]
		}
		p.y += float64(to-from)*step + 2*cellAbove
		p.rule(marginLeft, p.y, bodyWidth, 0.15, colLine)
		from = to
	}
}

// headCell is the cell over a column; one that comes again on a later page is
// page furniture and no element.
func (p *page) headCell() *element {
	if p.tags == nil || p.tags.aside != "" {
		return nil
	}
	e := p.element("TH")
	e.attr = pdf.Dict{"O": pdf.Name("Table"), "Scope": pdf.Name("Column")}
	return e
}

func (b Table) font(p *page, c Column, size float64) (*face, float64) {
	if c.Mono {
		return p.mono, size - 1
	}
	return p.regular, size
}
