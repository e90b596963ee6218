package pdfa

import (
	"bytes"
	"math"
	"regexp"

	"laufzettel/transfer/pdf"
)

var (
	header1 = regexp.MustCompile(`^%PDF-\d\.\d`)
	header2 = regexp.MustCompile(`^%PDF-1\.[0-7]$`)
	header4 = regexp.MustCompile(`^%PDF-2\.[0-9]$`)
	version = regexp.MustCompile(`^2\.[0-9]$`)
)

// checkStructure looks at header, trailer and cross-reference (clause 6.1).
func (c *checker) checkStructure() {
	f := c.f
	form := [...]*regexp.Regexp{header1, header2, header2, header4}[c.fl.part-1]
	c.when(f.HeaderOffset != 0 || !f.HeaderEOL || !form.Match(f.Header), ruleHeader, 0)
	c.when(!binaryComment(f.Comment), ruleHeaderComment, 0)
	c.when(f.AfterEOF != 0, ruleAfterEOF, 0)
	c.checkID()
	for i := range f.Sections {
		s := &f.Sections[i]
		c.when(s.Stream, ruleXrefStream, 0)
		c.when(!s.SingleSpace, ruleXrefHead, 0)
		c.when(!s.KeywordEOL, ruleXrefEOL, 0)
	}
	if c.fl.part == 4 {
		c.checkPart4Trailer()
	}
}

func binaryComment(b []byte) bool {
	if len(b) < 5 || b[0] != '%' {
		return false
	}
	for _, x := range b[1:5] {
		if x <= 127 {
			return false
		}
	}
	return true
}

func (c *checker) checkID() {
	first := c.fileID(c.f.Sections[0].Trailer)
	if c.fl.part == 1 { // only the key is asked for
		c.when(c.f.Array(c.f.Sections[0].Trailer["ID"]) == nil, ruleTrailerID, 0)
	} else {
		c.when(len(first) == 0, ruleTrailerID, 0)
	}
	if !c.f.Linearized || len(c.f.Sections) < 2 {
		return
	}
	for _, s := range c.f.Sections[1:] {
		last := c.fileID(s.Trailer)
		c.when(last != nil && !bytes.Equal(first, last), ruleLinearID, 0)
	}
}

// fileID joins the strings of the ID of a trailer; nil if there is none.
func (c *checker) fileID(d pdf.Dict) []byte {
	var id []byte
	for _, v := range c.f.Array(d["ID"]) {
		s, ok := c.f.Text(v)
		if ok {
			id = append(id, s...)
		}
	}
	return id
}

func (c *checker) checkPart4Trailer() {
	if info := c.f.Dict(c.f.Trailer("Info")); info != nil {
		c.when(c.root["PieceInfo"] == nil, ruleInfoKey, 0)
		_, mod := info["ModDate"]
		c.when(len(info) != 1 || !mod, ruleInfoOnlyMod, 0)
	}
	if v := c.f.Name(c.root["Version"]); v != "" {
		c.when(!version.MatchString(string(v)), ruleVersion, 0)
	}
}

// checkLint judges the way all objects are written, also those nobody refers to:
// these clauses speak of the file, not of the document.
func (c *checker) checkLint() {
	f := c.f
	for _, list := range []struct {
		id   ruleID
		objs []int
	}{
		{ruleHexOdd, f.Lint.OddHex}, {ruleHexBad, f.Lint.BadHex}, {ruleSpacing, f.Spacing},
		{ruleStreamLength, f.StreamLength}, {ruleStreamEOL, f.StreamEOL},
	} {
		for _, n := range list.objs {
			c.hit(list.id, n)
		}
	}
	c.when(f.Objects > 8388607, ruleLimitObjects, 0)
	c.checkLimits(&f.Lint)
}

// checkLimits holds the extremes the lexer met against the limits of the part
// (ISO 19005-1, 6.1.12; ISO 19005-2, 6.1.13). Part 4 has none.
func (c *checker) checkLimits(l *pdf.Lint) {
	longest, real := 65535.0, 32767.0
	if c.fl.part > 1 {
		longest, real = 32767, 3.403e38
	}
	over := func(m pdf.Mark, limit float64, id ruleID) { c.when(m.Value > limit, id, m.Obj) }
	over(l.MaxInt, math.MaxInt32, ruleLimitInt)
	c.when(l.MinInt.Value < math.MinInt32, ruleLimitInt, l.MinInt.Obj)
	over(l.MaxReal, real, ruleLimitReal)
	c.when(l.MinReal.Value != 0 && l.MinReal.Value < 1.175e-38, ruleLimitTiny, l.MinReal.Obj)
	over(l.MaxString, longest, ruleLimitString)
	over(l.MaxName, 127, ruleLimitName)
	over(l.MaxArray, 8191, ruleLimitArray)
	over(l.MaxDict, 4095, ruleLimitDict)
}
