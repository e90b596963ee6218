package pdfa

import (
	"laufzettel/transfer/pdf"
)

// outputIntents is what the output intents of a document or page say.
type outputIntents struct {
	present bool        // a PDF/A output intent with a profile
	space   string      // colour space of its profile: "RGB ", "CMYK", "GRAY"
	profile *pdf.Stream // its profile
}

// icc is the header of an ICC profile (ICC.1, 7.2).
type icc struct {
	ok    bool
	major int
	class string
	space string
}

// maxICC is how much of a profile is read to compare it; the header needs 128.
const maxICC = 8 << 20

func (c *checker) readICC(s *pdf.Stream) icc {
	if s == nil {
		return icc{}
	}
	b, _, _ := c.f.Prefix(s, 256)
	if len(b) < 128 {
		return icc{}
	}
	return icc{ok: true, major: int(b[8]), class: string(b[12:16]), space: string(b[16:20])}
}

// version tells whether the part allows the version of the profile.
func (c *checker) iccVersion(p icc) bool {
	if c.fl.part == 1 {
		return p.major < 3
	}
	return p.major < 5
}

// checkOutputIntents judges the output intents of the document
// (ISO 19005-1, 6.2.2; ISO 19005-2, 6.2.3).
func (c *checker) checkOutputIntents() {
	c.out = c.intents(c.root)
}

// intents judges the array OutputIntents of a catalog or page.
func (c *checker) intents(d pdf.Dict) outputIntents {
	var out outputIntents
	var profiles []pdf.Ref
	archive := 0
	for _, v := range c.f.Array(d["OutputIntents"]) {
		oi := c.f.Dict(v)
		if oi == nil {
			continue
		}
		s := c.f.Name(oi["S"])
		if oi["DestOutputProfileRef"] != nil && (c.fl.part == 4 || s == "GTS_PDFX") {
			c.hit(ruleOutputRef, 0)
		}
		if s == "GTS_PDFA1" {
			archive++
		}
		dest := oi["DestOutputProfile"]
		if dest == nil {
			continue
		}
		ref, _ := dest.(pdf.Ref)
		profiles = append(profiles, ref)
		stream := c.f.Stream(dest)
		p := c.checkOutputProfile(stream)
		if s == "GTS_PDFA1" && !out.present {
			out = outputIntents{present: p.ok, space: p.space, profile: stream}
		}
	}
	c.when(archive > 1, ruleOutputMany, 0)
	for _, p := range profiles {
		c.when(p != profiles[0], ruleOutputSame, p.Num)
	}
	return out
}

func (c *checker) checkOutputProfile(s *pdf.Stream) icc {
	p := c.readICC(s)
	obj := 0
	if s != nil {
		obj = s.Num
	}
	good := p.ok && (p.class == "prtr" || p.class == "mntr") &&
		(p.space == "RGB " || p.space == "CMYK" || p.space == "GRAY") && c.iccVersion(p)
	c.when(!good, ruleOutputICC, obj)
	if p.ok {
		c.checkICCN(s, p)
	} else {
		c.hit(ruleIccN, obj)
	}
	return p
}

// checkICCN compares the key N with the colour space of the profile.
func (c *checker) checkICCN(s *pdf.Stream, p icc) {
	n, ok := c.f.Int(s.Dict["N"])
	want := map[string]int{"GRAY": 1, "RGB ": 3, "Lab ": 3, "CMYK": 4}[p.space]
	c.when(!ok || n != want, ruleIccN, s.Num)
}
