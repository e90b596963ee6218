package formatid

import (
	"bytes"
	"slices"
)

// pivots finds every place of some texts by rare bytes in them: the standard library
// looks for one byte much faster than any table walks, and what stands beside it is
// compared only where it stands.
type pivots []pivot

// pivot are the texts that are found by the same byte.
type pivot struct {
	first  byte
	away   int         // to the byte behind by which the texts are told apart
	bucket [256]uint16 // by that byte: 1 + number of the first text, 0 = none
	texts  []pivotText
	reach  int64 // places of the byte that are looked at
}

type pivotText struct {
	text   []byte
	before int    // bytes of the text before the pivot
	number int32  // of the text
	next   uint16 // 1 + number of the next text of the bucket
}

// Costs in billionths of a second for a thousand bytes, measured roughly: how fast
// bytes are passed by, how long a place of a pivot takes, and how many places of a
// byte stand among a thousand bytes of ordinary files.
const (
	passCost  = 40
	placeCost = 6
	stepCost  = 5000 // of a place of a finder
	indexCost = 300  // of a search for a single text
)

var pivotPlaces = func() (often [256]int) {
	for i := range often {
		often[i] = 4
	}
	set := func(list string, n int) {
		for _, c := range []byte(list) {
			often[c] = n
		}
	}
	set("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 6)
	set("abcdefghijklmnopqrstuvwxyz", 30)
	set("jkqwxz", 8)
	set("0123456789<>=/\"", 15)
	set(".,-:;()", 10)
	set("\n\r\t", 30)
	set(" ", 130)
	set("\x00\xff", 120)
	return often
}()

// newPivots chooses the bytes; nil where that is no faster than most. upto are the
// furthest places of the texts.
func newPivots(texts [][]byte, upto []int64, most int) pivots {
	left := make([]int, len(texts))
	for i := range left {
		left[i] = i
		if len(texts[i]) < 2 {
			return nil
		}
	}
	var all pivots
	for cost := 0; len(left) > 0; {
		c := bestPivot(texts, left)
		p := pivot{first: c}
		left = slices.DeleteFunc(left, func(i int) bool {
			k := bytes.IndexByte(texts[i][:len(texts[i])-1], c)
			if k < 0 {
				return false
			}
			p.texts = append(p.texts, pivotText{text: texts[i], before: k, number: int32(i)})
			p.reach = max(p.reach, upto[i]+int64(k)+1)
			return true
		})
		if cost += passCost + placeCost*pivotPlaces[c]; cost >= most {
			return nil
		}
		p.tellApart()
		all = append(all, p)
	}
	return all
}

// tellApart fills the buckets by the byte that leaves the fewest texts in the
// fullest: many texts begin alike.
func (p *pivot) tellApart() {
	most := 1 << 30
	for _, t := range p.texts {
		most = min(most, len(t.text)-t.before-1)
	}
	fewest := len(p.texts) + 1
	for away := 1; away <= most; away++ {
		count, fullest := [256]int{}, 0
		for _, t := range p.texts {
			c := t.text[t.before+away]
			count[c]++
			fullest = max(fullest, count[c])
		}
		if fullest < fewest {
			p.away, fewest = away, fullest
		}
	}
	for i := range p.texts {
		t := &p.texts[i]
		c := t.text[t.before+p.away]
		t.next = p.bucket[c]
		p.bucket[c] = uint16(i + 1)
	}
}

// bestPivot gives the byte that stands in many of the texts and seldom elsewhere.
func bestPivot(texts [][]byte, left []int) (best byte) {
	count := [256]int{}
	for _, i := range left {
		t := texts[i][:len(texts[i])-1]
		for k, c := range t {
			if bytes.IndexByte(t[:k], c) < 0 {
				count[c]++
			}
		}
	}
	value := func(c int) int { return count[c] * 1_000_000 / (passCost + placeCost*pivotPlaces[c]) }
	for c := range count {
		if value(c) > value(int(best)) {
			best = byte(c)
		}
	}
	return best
}

// each calls hit with places of texts in b and their numbers, all that begin within
// the reach of their pivot, until hit says no.
func (all pivots) each(b []byte, m *meter, hit func(at int, number int32) bool) {
	for i := range all {
		p := &all[i]
		in := b[:min(int64(len(b)), p.reach)]
		m.steps += int64(len(in))
		for at := 0; at < len(in); at++ {
			k := bytes.IndexByte(in[at:], p.first)
			if k < 0 {
				break
			}
			if at += k; at+p.away >= len(b) {
				break
			}
			m.steps++
			for n := p.bucket[b[at+p.away]]; n > 0; {
				t := &p.texts[n-1]
				m.steps += 1 + int64(len(t.text)>>3)
				if at >= t.before && bytes.HasPrefix(b[at-t.before:], t.text) && !hit(at-t.before, t.number) {
					return
				}
				n = t.next
			}
		}
	}
}
