package formatid

import "bytes"

// finder finds every place of some texts in one pass that looks at three bytes and
// jumps as far as no text can begin (Wu and Manber, A fast algorithm for
// multi-pattern searching, 1994). No place is walked through anew: a place is
// looked at once, and compared with the few texts that have its three bytes.
type finder struct {
	length int // of the part of every text that is looked at
	shift  [finderSize]uint8
	bucket [finderSize]uint16 // 1 + number of the first text, 0 = none
	texts  []found
}

const (
	finderSize  = 1 << 12
	finderLeast = 3 // bytes of the shortest text
	finderMost  = 64
)

// found is a text of a finder with the number its finder gives it out by.
type found struct {
	text   []byte
	number int32
	next   uint16 // 1 + number of the next text of the bucket
}

func threeBytes(b []byte) uint32 {
	return (uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16) * 0x9e3779b1 >> 20
}

// newFinder takes texts of at least finderLeast bytes; number n stands for texts[n].
func newFinder(texts [][]byte) *finder {
	f := &finder{length: finderMost}
	for _, t := range texts {
		f.length = min(f.length, len(t))
	}
	for i := range f.shift {
		f.shift[i] = uint8(f.length - 2)
	}
	for n, t := range texts {
		for j := 0; j+3 <= f.length; j++ {
			h := threeBytes(t[j:])
			f.shift[h] = min(f.shift[h], uint8(f.length-3-j))
		}
		h := threeBytes(t[f.length-3:])
		f.texts = append(f.texts, found{t, int32(n), f.bucket[h]})
		f.bucket[h] = uint16(len(f.texts))
	}
	return f
}

// each calls hit with every place of a text in b and its number, until hit says no.
func (f *finder) each(b []byte, m *meter, hit func(at int, number int32) bool) {
	places := int64(0)
	for i := f.length - 3; i+3 <= len(b); places++ {
		h := threeBytes(b[i : i+3 : i+3])
		if jump := f.shift[h]; jump > 0 {
			i += int(jump)
			continue
		}
		at := i - (f.length - 3)
		for k := f.bucket[h]; k > 0; {
			t := &f.texts[k-1]
			places += 1 + int64(len(t.text)>>3)
			if bytes.HasPrefix(b[at:], t.text) && !hit(at, t.number) {
				m.steps += places
				return
			}
			k = t.next
		}
		i++
	}
	m.steps += places
}

// eachOf is each for a single text of any length.
func eachOf(text, b []byte, m *meter, hit func(at int) bool) {
	for at := 0; at+len(text) <= len(b); at++ {
		k := bytes.Index(b[at:], text)
		if k < 0 {
			m.steps += int64(len(b) - at)
			return
		}
		m.steps += int64(k + len(text))
		if at += k; !hit(at) {
			return
		}
	}
}
