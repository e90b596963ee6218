package report

import (
	"fmt"
)

func (b Heading) draw(p *page) {
	size, before := sectionSize, 7.0
	if b.Level > 1 {
		size, before = 10.5, 4.5
	}
	if !p.fresh && p.y+before+lead(size)+14 > bottom {
		p.next() // a heading never stands alone at the foot of a page
	}
	p.gap(before)
	p.pdf.SetFont("sans", "B", size)
	p.pdf.Bookmark(p.bold.clean(b.Text), max(0, min(b.Level-1, 1)), p.y)
	c := colPrimary
	if b.Level > 1 {
		c = colText
	}
	p.text(p.bold, size, marginLeft, bodyWidth, c, b.Text)
	p.y += 1.2
}

func (b Paragraph) draw(p *page) {
	f := p.regular
	if b.Bold {
		f = p.bold
	}
	p.text(f, textSize, marginLeft, bodyWidth, colText, b.Text)
	p.y += 2.2
}

func (b KeyValues) draw(p *page) {
	const labelWidth, between = 46.0, 4.0
	for _, kv := range b {
		if kv.Value == "" {
			continue
		}
		f, size := p.regular, textSize
		if kv.Mono {
			f, size = p.mono, captionSize
		}
		label := p.regular.wrap(p.regular.clean(kv.Label), textSize, labelWidth)
		value := f.wrap(f.clean(kv.Value), size, bodyWidth-labelWidth-between)
		h := lead(textSize)
		for i := range max(len(label), len(value)) {
			p.room(h)
			if i < len(label) {
				p.write(p.regular, textSize, marginLeft, p.y, colText2, label[i])
			}
			if i < len(value) {
				p.write(f, size, marginLeft+labelWidth+between, p.y+(textSize-size)*0.9*mmPerPoint, colText, value[i])
			}
			p.y += h
		}
		p.y += 0.6
	}
	p.y += 1.6
}

func (b List) draw(p *page) {
	for i, item := range b.Items {
		mark := "–"
		if b.Ordered {
			mark = fmt.Sprintf("%d.", i+1)
		}
		p.room(lead(textSize))
		p.write(p.regular, textSize, marginLeft+1, p.y, colText2, mark)
		p.text(p.regular, textSize, marginLeft+8, bodyWidth-8, colText, item)
		p.y += 0.8
	}
	p.y += 1.4
}

func (b Card) draw(p *page) {
	const inset = 5.0
	strong, _ := b.Tone.ink()
	type row struct {
		f    *face
		size float64
		c    colour
		line string
	}
	var rows []row
	add := func(f *face, size float64, c colour, s string) {
		if s == "" {
			return
		}
		for _, l := range f.wrap(f.clean(s), size, bodyWidth-inset) {
			rows = append(rows, row{f, size, c, l})
		}
	}
	add(p.mono, captionSize, strong, b.Label)
	add(p.bold, textSize, colText, b.Title)
	for _, t := range b.Text {
		add(p.regular, textSize, colText, t)
	}
	for _, t := range b.Places {
		add(p.mono, captionSize, colText2, t)
	}
	add(p.regular, captionSize, colText2, b.More)

	total := 0.0
	for _, r := range rows {
		total += lead(r.size)
	}
	p.gap(1.5)
	p.room(min(total, 30))
	from := p.y
	bar := func(to float64) { p.fill(marginLeft, from, 1.2, to-from, strong) }
	for _, r := range rows {
		if p.y+lead(r.size) > bottom {
			bar(p.y)
			p.next()
			from = p.y
		}
		p.write(r.f, r.size, marginLeft+inset, p.y, r.c, r.line)
		p.y += lead(r.size)
	}
	bar(p.y)
	p.y += 3
}

func (b Notice) draw(p *page) {
	strong, tint := b.Tone.ink()
	lines := p.regular.wrap(p.regular.clean(b.Text), textSize, bodyWidth-9)
	h := float64(len(lines))*lead(textSize) + 4
	if h < bottom-marginTop {
		p.room(h)
		p.fill(marginLeft, p.y, bodyWidth, h, tint)
		p.fill(marginLeft, p.y, 1.2, h, strong)
		p.y += 2
		p.lines(p.regular, textSize, marginLeft+5, colText, lines)
		p.y += 2 + 3
		return
	}
	p.lines(p.regular, textSize, marginLeft+5, colText, lines)
	p.y += 3
}

func (b Signature) draw(p *page) {
	p.room(30)
	p.y += 16
	p.rule(marginLeft, p.y, 60, 0.25, colBorder)
	p.rule(marginLeft+75, p.y, 80, 0.25, colBorder)
	p.y += 1
	p.write(p.regular, captionSize, marginLeft, p.y, colText2, "Ort, Datum")
	p.write(p.regular, captionSize, marginLeft+75, p.y, colText2, p.regular.clean(b.Name))
	p.y += lead(captionSize)
	p.write(p.regular, captionSize, marginLeft+75, p.y, colText2, p.regular.clean(b.Role))
	p.y += lead(captionSize) + 2
}
