package fontfile

// charWidth runs a Type 2 charstring (Adobe technical note 5177) until its width
// is known: the operand in excess of the first stack-clearing operator.
func charWidth(code reader, pr private, globals []reader) float64 {
	m := &machine{pr: pr, globals: globals, steps: 10_000}
	m.run(code, 0)
	if m.found {
		return pr.nominal + m.width
	}
	return pr.def
}

type machine struct {
	pr      private
	globals []reader
	stack   []float64
	steps   int
	done    bool
	found   bool
	width   float64
}

// clear ends at a stack-clearing operator that takes n operands; odd tells of
// one that takes any even number.
func (m *machine) clear(n int, pairs bool) {
	m.done = true
	extra := len(m.stack) > n
	if pairs {
		extra = len(m.stack)%2 == 1
	}
	if extra {
		m.found, m.width = true, m.stack[0]
	}
}

func (m *machine) run(b reader, depth int) {
	for i := 0; i < len(b) && !m.done && depth < 12; {
		if m.steps--; m.steps < 0 {
			return
		}
		c := int(b[i])
		i++
		switch {
		case c >= 32 || c == 28:
			i = m.push(b, i, c)
		case c == 1 || c == 3 || c == 18 || c == 23 || c == 19 || c == 20: // stems and masks
			m.clear(0, true)
		case c == 21: // rmoveto
			m.clear(2, false)
		case c == 4 || c == 22: // vmoveto, hmoveto
			m.clear(1, false)
		case c == 14: // endchar, with four operands an accented character
			n := 0
			if len(m.stack) >= 4 {
				n = 4
			}
			m.clear(n, false)
		case c == 10:
			m.call(m.pr.subrs, depth)
		case c == 29:
			m.call(m.globals, depth)
		case c == 11:
			return
		case c == 12:
			i++
			m.done = true // arithmetic before the width: not used by font makers
		default:
			m.done = true
		}
	}
}

func (m *machine) push(b reader, i, c int) int {
	var v float64
	switch {
	case c == 28:
		v = float64(b.i16(i))
		i += 2
	case c <= 246:
		v = float64(c - 139)
	case c == 255:
		v = float64(int32(uint32(b.u32(i)))) / 65536
		i += 4
	default:
		next := 0
		if i < len(b) {
			next = int(b[i])
		}
		i++
		if c <= 250 {
			v = float64((c-247)*256 + next + 108)
		} else {
			v = float64(-(c-251)*256 - next - 108)
		}
	}
	if len(m.stack) < 64 {
		m.stack = append(m.stack, v)
	}
	return i
}

func (m *machine) call(subrs []reader, depth int) {
	n := len(m.stack)
	if n == 0 {
		m.done = true
		return
	}
	bias := 107
	if len(subrs) >= 33900 {
		bias = 32768
	} else if len(subrs) >= 1240 {
		bias = 1131
	}
	i := int(m.stack[n-1]) + bias
	m.stack = m.stack[:n-1]
	if i < 0 || i >= len(subrs) {
		m.done = true
		return
	}
	m.run(subrs[i], depth+1)
}
