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

func (cs *colours) readICC(s *pdf.Stream) icc {
	if s == nil {
		return icc{}
	}
	b, _, _ := cs.c.f.Prefix(s, 256)
	if len(b) < 128 {
		return icc{}
	}
	return icc{ok: true, major: int(b[8]), class: string(b[12:16]), space: string(b[16:20])}
}

// version tells whether the part allows the version of the profile.
func (cs *colours) iccVersion(p icc) bool {
	if cs.c.fl.part == 1 {
		return p.major < 3
	}
	return p.major < 5
}

// checkOutputIntents judges the output intents of the document
// (ISO 19005-1, 6.2.2; ISO 19005-2, 6.2.3).
func (cs *colours) checkOutputIntents() {
	cs.out = cs.intents(cs.c.root)
}

// intents judges the array OutputIntents of a catalog or page.
func (cs *colours) intents(d pdf.Dict) outputIntents {
	var out outputIntents
	var profiles []pdf.Ref
	archive := 0
	for _, v := range cs.c.f.Array(d["OutputIntents"]) {
		oi := cs.c.f.Dict(v)
		if oi == nil {
			continue
		}
		s := cs.c.f.Name(oi["S"])
		if oi["DestOutputProfileRef"] != nil && (cs.c.fl.part == 4 || s == "GTS_PDFX") {
			cs.c.hit(ruleOutputRef, 0)
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
		stream := cs.c.f.Stream(dest)
		p := cs.checkOutputProfile(stream)
		if s == "GTS_PDFA1" && !out.present {
			out = outputIntents{present: p.ok, space: p.space, profile: stream}
		}
	}
	cs.c.when(archive > 1, ruleOutputMany, 0)
	for _, p := range profiles {
		cs.c.when(p != profiles[0], ruleOutputSame, p.Num)
	}
	return out
}

func (cs *colours) checkOutputProfile(s *pdf.Stream) icc {
	p := cs.readICC(s)
	obj := 0
	if s != nil {
		obj = s.Num
	}
	good := p.ok && (p.class == "prtr" || p.class == "mntr") &&
		(p.space == "RGB " || p.space == "CMYK" || p.space == "GRAY") && cs.iccVersion(p)
	cs.c.when(!good, ruleOutputICC, obj)
	if p.ok {
		cs.checkICCN(s, p)
	} else {
		cs.c.hit(ruleIccN, obj)
	}
	return p
}

// checkICCN compares the key N with the colour space of the profile.
func (cs *colours) checkICCN(s *pdf.Stream, p icc) {
	n, ok := cs.c.f.Int(s.Dict["N"])
	want := map[string]int{"GRAY": 1, "RGB ": 3, "Lab ": 3, "CMYK": 4}[p.space]
	cs.c.when(!ok || n != want, ruleIccN, s.Num)
}
