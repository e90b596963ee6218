package pdfa

import (
	"encoding/binary"
	"slices"

	"laufzettel/transfer/pdf"
)

// jpx is what ISO 19005-2, 6.2.8.3, asks about a JPEG 2000 image.
type jpx struct {
	channels int
	depth    int // bits of all components; 255 = they differ
	bpcc     bool
	colours  []jpxColour
}

type jpxColour struct {
	method, approx byte
	enum           uint32
}

// maxJPX is how much of a file is read to find its header boxes.
const maxJPX = 1 << 20

func (c *checker) checkJPX(s *pdf.Stream) {
	data, _, _ := c.f.Prefix(s, maxJPX)
	j := parseJPX(data)
	if j == nil {
		return
	}
	c.when(!slices.Contains([]int{1, 3, 4}, j.channels), ruleJpxChannels, s.Num)
	c.when(j.bpcc || j.depth < 1 || j.depth > 38, ruleJpxDepth, s.Num)
	if s.Dict["ColorSpace"] != nil {
		return
	}
	approx := 0
	for _, col := range j.colours {
		if col.approx == 1 {
			approx++
		}
	}
	c.when(len(j.colours) != 1 && approx != 1, ruleJpxApprox, s.Num)
	if len(j.colours) == 0 {
		return
	}
	use := j.colours[0]
	for _, col := range j.colours {
		if col.approx == 1 {
			use = col
			break
		}
	}
	c.when(use.method < 1 || use.method > 3, ruleJpxMethod, s.Num)
	c.when(use.method == 1 && use.enum == 19, ruleJpxCIEJab, s.Num)
}

// parseJPX reads the boxes of the header (ISO 15444-1, annex I); nil for a bare
// codestream or damage.
func parseJPX(b []byte) *jpx {
	if len(b) < 12 || string(b[4:8]) != "jP  " {
		return nil
	}
	var j *jpx
	boxes(b, func(kind string, body []byte) {
		if kind != "jp2h" || j != nil {
			return
		}
		j = &jpx{}
		boxes(body, j.box)
	})
	return j
}

func (j *jpx) box(kind string, b []byte) {
	switch {
	case kind == "ihdr" && len(b) >= 11:
		j.channels = int(binary.BigEndian.Uint16(b[8:]))
		j.depth = 255
		if b[10] != 255 {
			j.depth = int(b[10]&0x7f) + 1
		}
	case kind == "bpcc":
		j.bpcc = true
	case kind == "colr" && len(b) >= 3:
		col := jpxColour{method: b[0], approx: b[2]}
		if b[0] == 1 && len(b) >= 7 {
			col.enum = binary.BigEndian.Uint32(b[3:])
		}
		j.colours = append(j.colours, col)
	case kind == "cdef" && len(b) >= 2: // channels that are not colour do not count
		for i := 2; i+6 <= len(b); i += 6 {
			if binary.BigEndian.Uint16(b[i+2:]) != 0 && j.channels > 0 {
				j.channels--
			}
		}
	}
}

// boxes calls fn for each box in b; a box cut off at the end is given as it is.
func boxes(b []byte, fn func(kind string, body []byte)) {
	for len(b) >= 8 {
		n, head := uint64(binary.BigEndian.Uint32(b)), uint64(8)
		kind := string(b[4:8])
		switch {
		case n == 1 && len(b) >= 16:
			n, head = binary.BigEndian.Uint64(b[8:]), 16
		case n == 0:
			n = uint64(len(b))
		}
		if n < head {
			return
		}
		stop := min(n, uint64(len(b)))
		fn(kind, b[min(head, stop):stop])
		b = b[stop:]
	}
}
