package formatid

import "encoding/binary"

// coder writes a table or reads it: every method does both, so that one order of
// fields holds for both ways.
type coder struct {
	writing bool
	data    []byte // written so far, or left to read
	all     string // all there is to read; texts share its memory
	failed  bool
}

// number is a signed number of variable length.
func (c *coder) number(n int64) int64 {
	if c.writing {
		c.data = binary.AppendVarint(c.data, n)
		return n
	}
	n, k := binary.Varint(c.data)
	if k <= 0 {
		c.failed, c.data = true, nil
		return 0
	}
	c.data = c.data[k:]
	return n
}

func (c *coder) int64(n *int64) { *n = c.number(*n) }
func (c *coder) int32(n *int32) { *n = int32(c.number(int64(*n))) }
func (c *coder) int(n *int)     { *n = int(c.number(int64(*n))) }

func (c *coder) bool(b *bool) {
	n := int64(0)
	if *b {
		n = 1
	}
	*b = c.number(n) == 1
}

// bytes shares the memory of the table when reading.
func (c *coder) bytes(b *[]byte) {
	n := c.length(len(*b))
	if c.writing {
		c.data = append(c.data, *b...)
		return
	}
	*b, c.data = c.data[:n:n], c.data[n:]
}

func (c *coder) text(s *string) {
	n := c.length(len(*s))
	if c.writing {
		c.data = append(c.data, *s...)
		return
	}
	at := len(c.all) - len(c.data)
	*s, c.data = c.all[at:at+n], c.data[n:]
}

// length gives the length of a list; what is read is never longer than the rest,
// because every element takes a byte.
func (c *coder) length(n int) int {
	n = int(c.number(int64(n)))
	if !c.writing && (n < 0 || n > len(c.data)) {
		c.failed, c.data = true, nil
		return 0
	}
	return n
}

// list does every element of a list.
func list[T any](c *coder, l *[]T, one func(*T)) {
	n := c.length(len(*l))
	if !c.writing && n > 0 {
		*l = make([]T, n)
	}
	for i := range *l {
		if c.failed {
			return
		}
		one(&(*l)[i])
	}
}

func (c *coder) numbers(l *[]int32) { list(c, l, c.int32) }

func (c *coder) table(t *table) {
	form := tableForm
	if c.text(&form); form != tableForm {
		c.failed = true
		return
	}
	c.text(&t.program)
	c.text(&t.set)
	c.text(&t.details)
	c.int(&t.mark)
	c.rules(&t.bytes)
	list(c, &t.boxes, c.boxes)
	list(c, &t.formats, func(f *format) {
		c.text(&f.puid)
		c.text(&f.name)
		c.text(&f.version)
		c.text(&f.mime)
		c.bool(&f.signed)
		c.bool(&f.named)
	})
	c.numbers(&t.ofByte)
	c.numbers(&t.ofBox)
	c.int32(&t.zip)
	c.int32(&t.nameStart)
	c.numbers(&t.ofName)
	list(c, &t.extensions, c.extension)
	list(c, &t.globs, c.extension)
	c.int32(&t.text)
}

func (c *coder) rules(r *rules) {
	list(c, &r.signatures, func(l *[]part) { list(c, l, c.part) })
	list(c, &r.tests, c.followed)
	list(c, &r.front, c.sequence)
	list(c, &r.back, c.sequence)
	list(c, &r.frontFixed, c.fixed)
	list(c, &r.backFixed, c.fixed)
	c.int64(&r.furthest)
	list(c, &r.superior, c.numbers)
}

func (c *coder) boxes(b *boxSet) {
	c.int32(&b.first)
	c.text(&b.extension)
	c.numbers(&b.parts)
	list(c, &b.superior, c.numbers)
	list(c, &b.entries, func(e *entryRule) {
		c.text(&e.name)
		c.numbers(&e.named)
		c.numbers(&e.byItsBytes)
		c.rules(&e.rules)
	})
}

func (c *coder) extension(e *extension) {
	c.text(&e.text)
	c.numbers(&e.rules)
}

func (c *coder) part(p *part) {
	c.int(&p.kind)
	c.int64(&p.least)
	c.int64(&p.most)
	c.int64(&p.from)
	c.int64(&p.upto)
}

func (c *coder) partID(p *partID) {
	c.int(&p.signature)
	c.int(&p.part)
}

func (c *coder) followed(f *followed) {
	list(c, &f.complete, c.partID)
	list(c, &f.incomplete, func(b *beside) {
		c.partID(&b.part)
		c.bool(&b.left)
		c.bool(&b.right)
	})
	c.int(&f.leftMost)
	c.int(&f.rightMost)
	list(c, &f.left, c.beside)
	list(c, &f.right, c.beside)
}

func (c *coder) beside(n **besideNode) {
	if *n == nil {
		*n = &besideNode{}
	}
	c.frame(&(*n).frame)
	c.numbers(&(*n).success)
	list(c, &(*n).next, c.beside)
}

func (c *coder) sequence(s *sequence) {
	c.int32(&s.first)
	list(c, &s.choices, func(h *choice) {
		c.int64(&h.furthest)
		list(c, &h.texts, c.bytes)
	})
}

func (c *coder) fixed(f *fixedFrame) {
	c.int32(&f.test)
	c.frame(&f.frame)
}

func (c *coder) frame(f *frame) {
	c.int(&f.least)
	c.int(&f.most)
	c.pattern(&f.pattern)
}

func (c *coder) pattern(p *pattern) {
	kind := int(p.kind)
	c.int(&kind)
	p.kind = patternKind(kind)
	switch p.kind {
	case plainText:
		c.bytes(&p.text)
	case byteRange:
		c.bytes(&p.text)
		c.bytes(&p.upto)
	case allBits, anyBit:
		mask := int(p.mask)
		c.int(&mask)
		p.mask = byte(mask)
	case oneOf, inOrder, noneOf:
		list(c, &p.list, c.pattern)
	case chain:
		list(c, &p.frames, c.frame)
	case keyed:
		if p.block == nil {
			p.block = &framed{}
		}
		list(c, &p.block.left, c.frame)
		list(c, &p.block.right, c.frame)
		c.pattern(&p.block.key)
		c.int(&p.block.length)
		c.int(&p.block.before)
		c.int(&p.block.after)
	default:
		c.failed = true
	}
}
