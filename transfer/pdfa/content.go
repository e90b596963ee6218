package pdfa

import (
	"laufzettel/transfer/pdf"
)

const (
	maxForms    = 40         // nesting of forms, patterns and glyph procedures
	maxOps      = 40_000_000 // operators in a file
	maxOperands = 70_000     // operands kept for one operator
)

// resourceChain is where the names of a content stream are looked up: its own
// resources, then those it would inherit.
type resourceChain struct {
	own   pdf.Dict
	outer []pdf.Dict
}

// find looks up a resource. Inherited and missing ones are noted as the parts
// that forbid them ask (ISO 19005-2, 6.2.2; ISO 19005-4, 6.2.2).
func (r *resourceChain) find(c *checker, category, name pdf.Name) any {
	if name == "" {
		return nil
	}
	if v := c.f.Dict(r.own[category])[name]; v != nil {
		return v
	}
	for _, d := range r.outer {
		if v := c.f.Dict(d[category])[name]; v != nil {
			c.when(r.own == nil, ruleResources, 0)
			return v
		}
	}
	c.hit(ruleUndefinedResource, 0)
	return nil
}

// defaultSpace looks up DefaultGray, DefaultRGB or DefaultCMYK.
func (r *resourceChain) defaultSpace(c *checker, name pdf.Name) any {
	if v := c.f.Dict(r.own["ColorSpace"])[name]; v != nil {
		return v
	}
	if r.own == nil {
		for _, d := range r.outer {
			if v := c.f.Dict(d["ColorSpace"])[name]; v != nil {
				return v
			}
		}
	}
	return nil
}

// state is the part of the graphics state that clauses ask about.
type state struct {
	fill, stroke                            *space
	fillDone, strokeDone                    bool // already judged with the settings in force
	font                                    *font
	render                                  int
	opFill, opStroke                        bool
	sheerFill, sheerStroke, blended, masked bool // what makes painting transparent
	opm                                     int
}

var gray = &space{kind: "DeviceGray", n: 1}

func newState() state { return state{fill: gray, stroke: gray} }

// interp runs one content stream.
type interp struct {
	c        *checker
	res      resourceChain
	st       state
	stack    []state
	page     *pageInfo
	blend    string
	depth    int
	args     []any
	marks    []mark
	width    float64 // advance a glyph procedure sets with d0 or d1
	hasWidth bool
	plain    bool // no colours are set here: a shape glyph or an uncoloured pattern
}

// mark is an open marked-content sequence.
type mark struct{ actual bool }

// draw interprets a content stream.
func (c *checker) draw(data []byte, res resourceChain, st state, p *pageInfo, depth int) {
	if len(data) == 0 || depth > maxForms || c.stopped() {
		return
	}
	in := &interp{c: c, res: res, st: st, page: p, blend: p.blend, depth: depth}
	in.run(data)
}

func (in *interp) run(data []byte) {
	c := in.c
	var lint pdf.Lint
	l := pdf.Lexer{Buf: data, Direct: true, Lint: &lint}
	for {
		v := l.Next()
		if v == pdf.End {
			break
		}
		op, ok := v.(pdf.Keyword)
		if !ok {
			if len(in.args) < maxOperands {
				in.args = append(in.args, v)
			}
			continue
		}
		if c.walk.ops++; c.walk.ops%4096 == 0 && c.stopped() {
			return
		}
		if c.walk.ops > maxOps {
			c.stop = pdf.ErrLimit
			return
		}
		if op == "BI" {
			in.inlineImage(&l)
		} else {
			in.op(op)
		}
		in.args = in.args[:0]
	}
	for range lint.OddHex {
		c.hit(ruleHexOdd, 0)
	}
	for range lint.BadHex {
		c.hit(ruleHexBad, 0)
	}
	lint.MaxName = pdf.Mark{} // names in contents are looked up, which judges them
	c.checkLimits(&lint)
}

// arg gives the i-th operand, nil if it is missing.
func (in *interp) arg(i int) any {
	if i < 0 || i >= len(in.args) {
		return nil
	}
	return in.args[i]
}

func (in *interp) argName(i int) pdf.Name {
	n, _ := in.arg(i).(pdf.Name)
	return n
}

func (in *interp) op(op pdf.Keyword) {
	switch op {
	case "q":
		in.stack = append(in.stack, in.st)
		in.c.when(len(in.stack) > 28, ruleLimitNesting, 0)
		if len(in.stack) > 10_000 {
			in.c.stop = pdf.ErrLimit
		}
	case "Q":
		if n := len(in.stack); n > 0 {
			in.st, in.stack = in.stack[n-1], in.stack[:n-1]
		}
	case "f", "F", "f*":
		in.paintFill()
	case "S", "s":
		in.paintStroke()
	case "B", "B*", "b", "b*":
		in.paintFill()
		in.paintStroke()
	case "Tj", "'", "\"", "TJ":
		in.show(op)
	case "Tf":
		in.setFont()
	case "Tr":
		if n, ok := in.arg(0).(int64); ok {
			in.st.render = int(n)
		}
	case "BDC", "BMC", "EMC", "DP":
		in.marked(op)
	default:
		if !in.colourOp(op) && !in.objectOp(op) && !pdf.Known(op) {
			in.c.hit(ruleOperator, 0)
		}
	}
}

// colourOp runs the operators that set colours.
func (in *interp) colourOp(op pdf.Keyword) bool {
	switch op {
	case "g":
		in.setFill(gray)
	case "G":
		in.setStroke(gray)
	case "rg":
		in.setFill(&space{kind: "DeviceRGB", n: 3})
	case "RG":
		in.setStroke(&space{kind: "DeviceRGB", n: 3})
	case "k":
		in.setFill(&space{kind: "DeviceCMYK", n: 4})
	case "K":
		in.setStroke(&space{kind: "DeviceCMYK", n: 4})
	case "cs":
		in.setFill(in.c.colours.parseSpace(in.argName(0), &in.res, 0))
	case "CS":
		in.setStroke(in.c.colours.parseSpace(in.argName(0), &in.res, 0))
	case "scn", "sc":
		if n := in.argName(len(in.args) - 1); n != "" {
			in.setPattern(in.st.fill, n)
		}
	case "SCN", "SC":
		if n := in.argName(len(in.args) - 1); n != "" {
			in.setPattern(in.st.stroke, n)
		}
	default:
		return false
	}
	return true
}

// setFill and setStroke judge a space when it is set, because colours have to be
// defined also where nothing is painted with them (TWG resolutions A011, A015).
func (in *interp) setFill(s *space) {
	if in.plain {
		return
	}
	in.st.fill, in.st.fillDone = s, true
	in.c.colours.useSpace(s, in.usage(false), 0)
}

func (in *interp) setStroke(s *space) {
	if in.plain {
		return
	}
	in.st.stroke, in.st.strokeDone = s, true
	in.c.colours.useSpace(s, in.usage(false), 0)
}

func (in *interp) usage(overprint bool) usage {
	return usage{res: &in.res, page: in.page, blend: in.blend, overprint: overprint}
}

// seen notes that something is painted, and whether transparently.
func (in *interp) seen(sheer bool) {
	if sheer || in.st.blended || in.st.masked {
		in.page.transparent = true
	}
}

func (in *interp) paintFill() {
	in.seen(in.st.sheerFill)
	over := in.st.opFill && in.st.opm == 1
	if in.st.fillDone && !over {
		return
	}
	in.st.fillDone = true
	in.c.colours.useSpace(in.st.fill, in.usage(over), 0)
}

func (in *interp) paintStroke() {
	in.seen(in.st.sheerStroke)
	over := in.st.opStroke && in.st.opm == 1
	if in.st.strokeDone && !over {
		return
	}
	in.st.strokeDone = true
	in.c.colours.useSpace(in.st.stroke, in.usage(over), 0)
}

// objectOp runs the operators that use named objects.
func (in *interp) objectOp(op pdf.Keyword) bool {
	c := in.c
	switch op {
	case "Do":
		in.xobject(in.res.find(c, "XObject", in.argName(0)))
	case "gs":
		v := in.res.find(c, "ExtGState", in.argName(0))
		in.extGState(c.f.Dict(v), number(v))
	case "sh":
		in.shading(in.res.find(c, "Shading", in.argName(0)))
	case "d0", "d1":
		in.width, in.hasWidth = pdf.Number(in.arg(0))
		if op == "d1" { // a shape: it takes the colour of the text around
			in.plain, in.st.fill, in.st.stroke = true, nil, nil
		}
	case "ri":
		c.checkIntent(in.argName(0), 0)
	default:
		return false
	}
	return true
}

var intents = nameSet("RelativeColorimetric AbsoluteColorimetric Perceptual Saturation")

func (c *checker) checkIntent(v any, obj int) {
	if n := c.f.Name(v); n != "" {
		c.when(!intents[n], ruleIntent, obj)
	}
}

// shading judges the colour space of a shading.
func (in *interp) shading(v any) {
	d := in.c.f.Dict(v)
	if d == nil {
		return
	}
	s := in.c.colours.parseSpace(d["ColorSpace"], &in.res, 0)
	in.c.colours.useSpace(s, in.usage(in.st.opFill), 0)
}

// setPattern judges a pattern and the space an uncoloured one is painted with.
func (in *interp) setPattern(s *space, name pdf.Name) {
	if s != nil && s.kind == "Pattern" {
		in.c.colours.useSpace(s.base, in.usage(false), 0)
	}
	in.pattern(in.res.find(in.c, "Pattern", name))
}

// pattern judges a pattern that is set.
func (in *interp) pattern(v any) {
	c := in.c
	switch p := c.f.Resolve(v).(type) {
	case pdf.Dict: // shading pattern
		in.shading(p["Shading"])
		if gs := p["ExtGState"]; gs != nil {
			sub := &interp{c: c, res: in.res, st: newState(), page: in.page, depth: in.depth + 1}
			sub.extGState(c.f.Dict(gs), number(gs))
		}
	case *pdf.Stream: // tiling pattern
		key := formKey{num: p.Num}
		if c.walk.forms[key] != nil {
			return
		}
		c.walk.forms[key] = &formSeen{}
		if in.depth >= maxForms || c.stopped() {
			return
		}
		sub := &interp{c: c, res: in.inner(p.Dict), st: newState(), page: in.page, blend: in.blend, depth: in.depth + 1}
		if n, _ := c.f.Int(p.Dict["PaintType"]); n == 2 { // painted in the colour judged already
			sub.plain, sub.st.fill, sub.st.stroke = true, nil, nil
		}
		sub.run(c.data(p))
	}
}

// inner gives the resource chain of a form, pattern or glyph used from here.
func (in *interp) inner(d pdf.Dict) resourceChain {
	return resourceChain{own: in.c.f.Dict(d["Resources"]), outer: append([]pdf.Dict{in.res.own}, in.res.outer...)}
}

// marked runs the operators of marked content.
func (in *interp) marked(op pdf.Keyword) {
	switch op {
	case "EMC":
		if n := len(in.marks); n > 0 {
			in.marks = in.marks[:n-1]
		}
		return
	case "BMC":
		in.marks = append(in.marks, mark{})
		return
	}
	var props pdf.Dict
	switch v := in.arg(1).(type) {
	case pdf.Dict:
		props = v
	case pdf.Name:
		props = in.c.f.Dict(in.res.find(in.c, "Properties", v))
	}
	in.c.tags.checkLang(props["Lang"], 0)
	in.c.tags.checkActualText(props["ActualText"], 0)
	if op == "BDC" && len(in.marks) < 10_000 {
		actual := props["ActualText"] != nil
		if n, ok := in.c.f.Int(props["MCID"]); ok && !actual && in.c.fl.level == 'a' {
			actual = in.c.tags.structText(in.page, n)
		}
		in.marks = append(in.marks, mark{actual: actual})
	}
}

// replaced tells whether the text shown now has a replacement text.
func (in *interp) replaced() bool {
	for _, m := range in.marks {
		if m.actual {
			return true
		}
	}
	return false
}
