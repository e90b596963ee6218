package formatid

import "bytes"

// patternKind says what a pattern asks for.
type patternKind uint8

// The kinds of patterns in siegfried's set.
const (
	plainText patternKind = iota + 1 // these bytes
	byteRange                        // bytes between two, compared as a whole
	allBits                          // one byte with all bits of the mask
	anyBit                           // one byte with one bit of the mask
	oneOf                            // any of the list
	inOrder                          // the list, one behind the other
	noneOf                           // not the only one of the list
	chain                            // frames, each behind the one before
	keyed                            // a key with frames at fixed places around it
)

// pattern is the smallest piece of a signature.
type pattern struct {
	kind   patternKind
	text   []byte // plainText; byteRange: from
	upto   []byte // byteRange: to
	mask   byte
	list   []pattern
	frames []frame
	block  *framed
}

// frame is a pattern at a distance: least to most bytes, most -1 = any.
type frame struct {
	least, most int
	pattern     pattern
}

// framed is a key with frames to its left and right that stand at fixed places.
type framed struct {
	left, right           []frame
	key                   pattern
	length, before, after int
}

// meter counts what evaluating a file costs: a byte looked at is a step. A file
// that costs too much is left undecided.
type meter struct{ steps, most int64 }

func (m *meter) spend(n int) bool {
	m.steps += int64(n)
	return m.steps <= m.most
}

func (m *meter) over() bool { return m.steps > m.most }

// size gives the least and most bytes of a match.
func (p *pattern) size() (least, most int) {
	switch p.kind {
	case plainText, byteRange:
		return len(p.text), len(p.text)
	case allBits, anyBit:
		return 1, 1
	case oneOf:
		for i := range p.list {
			l, m := p.list[i].size()
			if i == 0 {
				least, most = l, m
			}
			least, most = min(least, l), max(most, m)
		}
	case inOrder:
		for i := range p.list {
			l, m := p.list[i].size()
			least, most = least+l, most+m
		}
	case noneOf:
		l, _ := p.list[0].size()
		return l, l
	case chain:
		for i := range p.frames {
			f := &p.frames[i]
			l, m := f.pattern.size()
			least, most = least+f.least+l, most+f.most+m
		}
	case keyed:
		return p.block.length, p.block.length
	}
	return least, most
}

// at appends the lengths of the matches at the beginning of b, backwards at its
// end. step is how far the next try is away; 0: no try further on can match.
func (p *pattern) at(b []byte, backwards bool, m *meter, lengths []int) (out []int, step int) {
	if !m.spend(1) {
		return lengths, 0
	}
	switch p.kind {
	case plainText:
		if len(b) < len(p.text) {
			return lengths, 0
		}
		if bytes.Equal(side(b, len(p.text), backwards), p.text) {
			m.spend(len(p.text))
			return append(lengths, len(p.text)), 1
		}
		return lengths, 1
	case byteRange:
		if len(b) < len(p.text) || len(b) < len(p.upto) {
			return lengths, 0
		}
		if bytes.Compare(p.text, side(b, len(p.text), backwards)) < 1 && bytes.Compare(p.upto, side(b, len(p.upto), backwards)) > -1 {
			return append(lengths, len(p.text)), 1
		}
		return lengths, 1
	case allBits, anyBit:
		if len(b) == 0 {
			return lengths, 0
		}
		got := side(b, 1, backwards)[0] & p.mask
		if p.kind == allBits && got == p.mask || p.kind == anyBit && got != 0 {
			return append(lengths, 1), 1
		}
		return lengths, 1
	case oneOf:
		return p.anyAt(b, backwards, m, lengths)
	case inOrder:
		return p.rowAt(b, backwards, m, lengths)
	case noneOf:
		least, _ := p.list[0].size()
		if len(b) < least {
			return lengths, 0
		}
		var room [4]int
		if found, _ := p.list[0].at(b, backwards, m, room[:0]); len(found) == 0 {
			return append(lengths, least), 1
		}
		return lengths, 1
	case chain:
		return p.chainAt(b, backwards, m, lengths)
	case keyed:
		fits, step := p.block.at(b, backwards, m)
		if fits {
			lengths = append(lengths, p.block.length)
		}
		return lengths, step
	}
	return lengths, 0
}

// side gives the first n bytes, backwards the last.
func side(b []byte, n int, backwards bool) []byte {
	if backwards {
		return b[len(b)-n:]
	}
	return b[:n]
}

// rest gives what is left behind n bytes, backwards before them.
func rest(b []byte, n int, backwards bool) []byte {
	if backwards {
		return b[:len(b)-n]
	}
	return b[n:]
}

func (p *pattern) anyAt(b []byte, backwards bool, m *meter, lengths []int) ([]int, int) {
	found, missed, before := 0, 0, len(lengths)
	for i := range p.list {
		n := len(lengths)
		var step int
		lengths, step = p.list[i].at(b, backwards, m, lengths)
		least := &missed
		if len(lengths) > n {
			least = &found
		}
		if *least == 0 || step > 0 && step < *least {
			*least = step
		}
	}
	if len(lengths) > before {
		return lengths, found
	}
	return lengths, missed
}

func (p *pattern) rowAt(b []byte, backwards bool, m *meter, lengths []int) ([]int, int) {
	if len(p.list) == 0 {
		return lengths, 0
	}
	var room, more [8]int
	ends, next := append(room[:0], 0), more[:0]
	for i := range p.list {
		q := &p.list[i]
		if backwards {
			q = &p.list[len(p.list)-1-i]
		}
		next = next[:0]
		for _, end := range ends {
			n := len(next)
			next, _ = q.at(rest(b, end, backwards), backwards, m, next)
			for j := n; j < len(next); j++ {
				next[j] += end
			}
		}
		if len(next) == 0 {
			return lengths, 1
		}
		ends, next = next, ends
	}
	return append(lengths, ends...), 1
}

// chainAt tries the frames one behind the other and goes back where one fails.
func (p *pattern) chainAt(b []byte, backwards bool, m *meter, lengths []int) ([]int, int) {
	last, i, by, failed := len(p.frames)-1, 0, 1, 1
	if backwards {
		last, i, by, failed = 0, len(p.frames)-1, -1, 0
	}
	at := make([]int, len(p.frames))
	for i >= 0 && i < len(p.frames) {
		if !m.spend(1) {
			return lengths, 0
		}
		if at[i] >= len(b) {
			i -= by
			continue
		}
		end, next := p.frames[i].first(rest(b, at[i], backwards), backwards, m)
		if end < 0 {
			i -= by
			continue
		}
		if i == last {
			return append(lengths, at[i]+end), 1
		}
		at[i+by] = at[i] + end
		at[i] += next
		i += by
	}
	return lengths, failed
}

// at tells whether the key stands there with what is around it; it is looked for first.
func (k *framed) at(b []byte, backwards bool, m *meter) (fits bool, step int) {
	away := k.before
	if backwards {
		away = k.after
	}
	if away >= len(b) {
		return false, 0
	}
	n, step := k.key.firstAt(rest(b, away, backwards), backwards, m)
	if n < 0 {
		return false, step
	}
	left, right := k.before, k.before+n
	if backwards { // to the left siegfried goes on from here as if from the front
		left, right = k.after+n, len(b)-k.after
	}
	for i := len(k.left) - 1; i >= 0; i-- {
		if left < 0 {
			return false, step
		}
		end, _ := k.left[i].first(b[:left], true, m)
		if end < 0 {
			return false, step
		}
		left -= end
	}
	for i := range k.right {
		if right > len(b)-1 {
			return false, step
		}
		end, _ := k.right[i].first(b[right:], false, m)
		if end < 0 {
			return false, step
		}
		right += end
	}
	return true, step
}

// nextKey gives the next place from at on where the frame's pattern may match: where
// its key stands, if that is a plain text.
func (f *frame) nextKey(b []byte, at, most int, m *meter) int {
	k := f.pattern.block
	if f.pattern.kind != keyed || k.key.kind != plainText || at+k.before >= len(b) {
		return at
	}
	in := b[at+k.before : max(at+k.before, min(len(b), most+k.before+len(k.key.text)))]
	n := bytes.Index(in, k.key.text)
	if n < 0 {
		m.spend(len(in))
		return most + 1
	}
	m.spend(n)
	return at + n
}

// match appends where the matches of the frame end, counted from the beginning of
// b, backwards from its end.
func (f *frame) match(b []byte, backwards bool, m *meter, ends []int) []int {
	at, most := f.window(b)
	if f.pattern.kind == plainText && most-at > 16 {
		return f.search(b, backwards, m, ends)
	}
	for at <= most {
		n := len(ends)
		var step int
		ends, step = f.pattern.at(rest(b, at, backwards), backwards, m, ends)
		for i := n; i < len(ends); i++ {
			ends[i] += at
		}
		if step < 1 {
			break
		}
		at += step
	}
	return ends
}

// window gives the first and last place at which the pattern may begin.
func (f *frame) window(b []byte) (at, most int) {
	if f.most < 0 || f.most > len(b) {
		return f.least, len(b)
	}
	return f.least, f.most
}

// search is match for a text in a wide window.
func (f *frame) search(b []byte, backwards bool, m *meter, ends []int) []int {
	text := f.pattern.text
	at, most := f.window(b)
	if at > len(b) {
		return ends
	}
	m.spend(min(len(b), most+len(text)) - at)
	for at <= most && !m.over() {
		in := rest(b, at, backwards)
		in = side(in, min(len(in), most-at+len(text)), backwards)
		var k int
		if backwards {
			if k = bytes.LastIndex(in, text); k >= 0 {
				k = len(in) - k - len(text)
			}
		} else {
			k = bytes.Index(in, text)
		}
		if k < 0 {
			break
		}
		m.spend(len(text))
		ends = append(ends, at+k+len(text))
		at += k + 1
	}
	return ends
}

// first gives where the first match ends and where the next may begin; -1: none.
func (f *frame) first(b []byte, backwards bool, m *meter) (end, next int) {
	for at, most := f.window(b); at <= most; {
		if !backwards {
			if at = f.nextKey(b, at, most, m); at > most {
				break
			}
		}
		n, step := f.pattern.firstAt(rest(b, at, backwards), backwards, m)
		if n >= 0 {
			return at + n, at + step
		}
		if step < 1 {
			break
		}
		at += step
	}
	return -1, 0
}

// firstAt is at for the first length only, -1: none; most patterns need no list for it.
func (p *pattern) firstAt(b []byte, backwards bool, m *meter) (n, step int) {
	switch {
	case p.kind == plainText && (!m.spend(1) || len(b) < len(p.text)):
		return -1, 0
	case p.kind == plainText && !bytes.Equal(side(b, len(p.text), backwards), p.text):
		return -1, 1
	case p.kind == plainText:
		return len(p.text), 1
	case p.kind == keyed:
		if !m.spend(1) {
			return -1, 0
		}
		fits, step := p.block.at(b, backwards, m)
		if !fits {
			return -1, step
		}
		return p.block.length, step
	}
	var room [4]int
	found, step := p.at(b, backwards, m, room[:0])
	if len(found) == 0 {
		return -1, step
	}
	return found[0], step
}
