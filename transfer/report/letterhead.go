package report

import "strings"

// draw sets the head of a letter: sender line, address field, reference block
// and date, in the manner of DIN 5008 form B.
func (l *Letter) draw(p *page) {
	s := l.Sender
	line := func(f *face, size, x, y float64, c colour, t string) {
		p.within("P", func() { p.write(f, size, x, y, c, t) })
	}
	line(p.bold, 13, marginLeft, 18, colPrimary, p.bold.clean(s.Name))
	line(p.regular, captionSize, marginLeft, 25, colText2, p.regular.clean(s.Unit))
	p.rule(marginLeft, 31, bodyWidth, 0.4, colPrimary)

	// Address field: 85 mm wide, 45 mm from the top.
	back := strings.Join(append([]string{s.Name}, s.Address...), " · ")
	line(p.regular, 6.5, marginLeft, 46, colText2, p.regular.wrapLine(p.regular.clean(back), 6.5, 85)[0])
	y := 51.0
	r := l.Receiver
	for _, t := range append([]string{r.Name, r.Unit, r.Person}, r.Address...) {
		p.within("P", func() {
			for _, w := range p.regular.wrap(p.regular.clean(t), 10.5, 85) {
				if w != "" {
					p.write(p.regular, 10.5, marginLeft, y, colText, w)
					y += lead(10.5)
				}
			}
		})
	}

	// Information block right of it.
	right, labels := 125.0, [][2]string{
		{say("paper.letter.our-reference"), l.Reference}, {say("paper.letter.informs"), s.Person}, {say("paper.letter.phone"), s.Phone},
		{say("paper.letter.mail"), s.Mail},
		{say("paper.letter.town"), l.Place}, {say("paper.column.date"), day(p.doc.Created)},
	}
	iy := 51.0
	p.within("L", func() {
		for _, kv := range labels {
			if kv[1] == "" {
				continue
			}
			p.within("LI", func() {
				p.within("Lbl", func() { p.write(p.regular, captionSize, right, iy+0.5, colText2, kv[0]) })
				p.within("LBody", func() {
					for _, w := range p.regular.wrap(p.regular.clean(kv[1]), textSize, pageWidth-marginRight-right-24) {
						p.write(p.regular, textSize, right+24, iy, colText, w)
						iy += lead(textSize)
					}
				})
			})
		}
	})
	p.y = max(y, iy, 92) + 4
	p.fresh = false
}
