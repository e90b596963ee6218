package child

import "laufzettel/viewer"

// maxNested is how deep elements of a page lie in one another.
const maxNested = 100

// tags packs the structure of a page: each element with the number of those in it, which
// follow it.
func (p *packer) tags(s viewer.Structure) {
	p.flag(s.Tagged)
	p.text(s.Lang)
	p.text(s.Rest[:min(len(s.Rest), maxString)])
	p.text(s.Furniture[:min(len(s.Furniture), maxString)])
	p.elements(s.Elements)
}

func (p *packer) elements(list []viewer.Element) {
	p.num(int64(len(list)))
	for _, e := range list {
		for _, s := range []string{e.Role, e.Text, e.Alt, e.Lang, e.Scope} {
			p.text(s)
		}
		p.flag(e.Apart)
		p.num(int64(e.ColSpan))
		p.num(int64(e.RowSpan))
		p.elements(e.Kids)
	}
}

func (u *unpacker) tags() viewer.Structure {
	s := viewer.Structure{Tagged: u.flag(), Lang: u.text(maxSmall), Rest: u.text(maxString), Furniture: u.text(maxString)}
	left := 2 * viewer.MaxElements
	s.Elements = u.elements(&left, 0)
	return s
}

// elements takes as many as are left; more, or deeper ones, fail the answer.
func (u *unpacker) elements(left *int, depth int) (list []viewer.Element) {
	n := u.count(*left)
	if n > 0 && depth >= maxNested {
		u.fail()
		return nil
	}
	for range n {
		if *left--; *left < 0 || u.err != nil {
			u.fail()
			return nil
		}
		e := viewer.Element{
			Role:    u.text(maxSmall),
			Text:    u.text(maxString),
			Alt:     u.text(maxSmall),
			Lang:    u.text(maxSmall),
			Scope:   u.text(maxSmall),
			Apart:   u.flag(),
			ColSpan: int(u.num(0, maxMarks)),
			RowSpan: int(u.num(0, maxMarks)),
		}
		e.Kids = u.elements(left, depth+1)
		list = append(list, e)
	}
	return list
}
