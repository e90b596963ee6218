package report

import "laufzettel/transfer/pdf"

// afterHeading is left free below a heading, in millimetres.
const afterHeading = 1.2

func (b Heading) draw(p *page) {
	size, before := sectionSize, 7.0
	if b.Level > 1 {
		size, before = 10.5, 4.5
	}
	if !p.fresh && p.y+before+lead(size)+afterHeading+1+tableStart() > bottom {
		p.next() // a heading never stands alone at the foot of a page, also before a table
	}
	p.gap(before)
	p.pdf.SetFont("sans", "B", size)
	c := colPrimary
	if b.Level > 1 {
		c = colText
	}
	p.headed(max(1, min(b.Level, 2)), b.Text, func() { p.text(p.bold, size, marginLeft, bodyWidth, c, b.Text) })
	p.y += afterHeading
}

func (b Paragraph) draw(p *page) {
	f := p.regular
	if b.Bold {
		f = p.bold
	}
	p.prose(f, textSize, marginLeft, bodyWidth, colText, b.Text)
	p.y += 2.2
}

// draw makes a list of terms with their definitions (ISO 32000-1, 14.8.4.3.3).
func (b KeyValues) draw(p *page) {
	p.within("L", func() {
		for _, kv := range b {
			if kv.Value != "" {
				p.within("LI", func() { kv.draw(p) })
				p.y += 0.6
			}
		}
	})
	p.y += 1.6
}

func (b Pair) draw(p *page) {
	const labelWidth, between = 46.0, 4.0
	f, size := p.regular, textSize
	if b.Mono {
		f, size = p.mono, captionSize
	}
	label := p.regular.wrap(p.regular.clean(b.Label), textSize, labelWidth)
	value := f.wrap(f.clean(b.Value), size, bodyWidth-labelWidth-between)
	term, definition := p.element("Lbl"), p.element("LBody")
	h := lead(textSize)
	for i := range max(len(label), len(value)) {
		p.room(h)
		if i < len(label) {
			p.in(term, func() { p.write(p.regular, textSize, marginLeft, p.y, colText2, label[i]) })
		}
		if i < len(value) {
			p.in(definition, func() {
				p.write(f, size, marginLeft+labelWidth+between, p.y+(textSize-size)*0.9*mmPerPoint, colText, value[i])
			})
		}
		p.y += h
	}
}

func (b List) draw(p *page) {
	list := p.element("L")
	list.attr = pdf.Dict{"O": pdf.Name("List"), "ListNumbering": pdf.Name("Disc")}
	p.in(list, func() {
		for _, item := range b.Items {
			p.room(lead(textSize))
			p.within("LI", func() {
				p.within("Lbl", func() { p.write(p.regular, textSize, marginLeft+1, p.y, colText2, "–") })
				p.within("LBody", func() { p.text(p.regular, textSize, marginLeft+8, bodyWidth-8, colText, item) })
			})
			p.y += 0.8
		}
	})
	p.y += 1.4
}

func (b Card) draw(p *page) {
	strong, _ := b.Tone.ink()
	p.within("Div", func() {
		rows := b.rows(p, strong)
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
			p.in(r.of, func() { p.write(r.f, r.size, marginLeft+cardInset, p.y, r.c, r.line) })
			p.y += lead(r.size)
		}
		bar(p.y)
	})
	p.y += 3
}

// cardInset is the distance of the text of a card from its left edge, millimetres.
const cardInset = 5.0

// cardRow is one line of a card with the element it belongs to.
type cardRow struct {
	of   *element
	f    *face
	size float64
	c    colour
	line string
}

// rows sets the lines of a card: label and title are its heading, the places a
// list.
func (b Card) rows(p *page, strong colour) []cardRow {
	var rows []cardRow
	add := func(of *element, f *face, size float64, c colour, s string) {
		if s == "" {
			return
		}
		for _, l := range f.wrap(f.clean(s), size, bodyWidth-cardInset) {
			rows = append(rows, cardRow{of, f, size, c, l})
		}
	}
	head := p.element(p.below())
	add(head, p.mono, captionSize, strong, b.Label)
	if n := len(rows); n > 0 {
		rows[n-1].line += " " // the title follows in the same heading
	}
	add(head, p.bold, textSize, colText, b.Title)
	for _, t := range b.Text {
		add(p.element("P"), p.regular, textSize, colText, t)
	}
	p.within("L", func() {
		for _, t := range b.Places {
			p.within("LI", func() { add(p.element("LBody"), p.mono, captionSize, colText2, t) })
		}
	})
	add(p.element("P"), p.regular, captionSize, colText2, b.More)
	return rows
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
		p.prose(p.regular, textSize, marginLeft+5, bodyWidth-9, colText, b.Text)
		p.y += 2 + 3
		return
	}
	p.prose(p.regular, textSize, marginLeft+5, bodyWidth-9, colText, b.Text)
	p.y += 3
}

func (b Signature) draw(p *page) {
	p.room(30)
	p.y += 16
	const right = marginLeft + 75
	p.figure(say("paper.signature.line-place"), marginLeft, p.y-0.25, 60, 0.5, func() { p.line(marginLeft, p.y, 60, 0.25, colBorder) })
	p.within("P", func() {
		p.write(p.regular, captionSize, marginLeft, p.y+1, colText2, say("paper.signature.place-date"))
	})
	p.figure(say("paper.signature.line-name"), right, p.y-0.25, 80, 0.5, func() { p.line(right, p.y, 80, 0.25, colBorder) })
	p.y += 1
	p.within("P", func() { p.write(p.regular, captionSize, right, p.y, colText2, p.regular.clean(b.Name)) })
	p.y += lead(captionSize)
	p.within("P", func() { p.write(p.regular, captionSize, right, p.y, colText2, p.regular.clean(b.Role)) })
	p.y += lead(captionSize) + 2
}
