package pdfa

import "laufzettel/transfer/pdf"

// Types of annotations each part permits.
var allowedAnnots = [4]map[pdf.Name]bool{
	nameSet("Text Link FreeText Line Square Circle Highlight Underline Squiggly StrikeOut Stamp Ink Popup Widget PrinterMark TrapNet"),
	nameSet("Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup FileAttachment Widget PrinterMark TrapNet Watermark Redact"),
	nameSet("Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup FileAttachment Widget PrinterMark TrapNet Watermark Redact"),
	nameSet("Text Link FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Stamp Caret Ink Popup Widget PrinterMark TrapNet Watermark Redact Projection"),
}

// Flags of annotations (ISO 32000-1, table 165).
const (
	flagInvisible    = 1
	flagHidden       = 2
	flagPrint        = 4
	flagNoView       = 32
	flagToggleNoView = 256
)

// checkAnnot judges one annotation of a page and draws its appearance.
func (c *checker) checkAnnot(v any, page *pageInfo) {
	d := c.f.Dict(v)
	if d == nil {
		return
	}
	obj := number(v)
	subtype := c.f.Name(d["Subtype"])
	c.when(!allowedAnnots[c.fl.part-1][subtype], ruleAnnotType, obj)
	c.checkAnnotFlags(d, subtype, obj)
	ca, has := c.f.Number(d["CA"])
	c.when(has && ca != 1, ruleAnnotCA, obj)
	if (d["C"] != nil || d["IC"] != nil) && c.colours.out.space != "RGB " {
		c.hit(ruleAnnotColor, obj)
	}
	widget := subtype == "Widget"
	if widget {
		c.when(d["A"] != nil || d["AA"] != nil && (c.fl.part == 2 || c.fl.part == 3), ruleWidgetA, obj)
		c.when(d["AA"] != nil, ruleWidgetAA, obj)
		c.when(d["AP"] == nil, ruleWidgetAP, obj)
	} else if c.fl.part == 4 {
		c.checkEvents(d["AA"], obj)
	}
	c.checkAction(d["A"], 0)
	c.checkAA(d["AA"])
	if bm := c.f.Resolve(d["BM"]); bm != nil && c.fl.part == 4 {
		if !c.checkBlend(bm, obj) {
			page.transparent = true
		}
	}
	c.checkAppearance(d, subtype, obj, page)
}

func (c *checker) checkAnnotFlags(d pdf.Dict, subtype pdf.Name, obj int) {
	flags, has := c.f.Int(d["F"])
	if !has {
		if c.fl.part == 1 {
			c.hit(ruleAnnotF, obj)
		} else if subtype != "Popup" && (c.fl.part < 4 || !c.flatRect(d)) {
			c.hit(ruleAnnotNoF, obj)
		}
		return
	}
	forbidden := flagInvisible | flagHidden | flagNoView
	if c.fl.part > 1 {
		forbidden |= flagToggleNoView
	}
	c.when(flags&flagPrint == 0 || flags&forbidden != 0, ruleAnnotF, obj)
}

// flatRect tells whether the annotation has no extent.
func (c *checker) flatRect(d pdf.Dict) bool {
	r, ok := c.rect(d["Rect"])
	return ok && r[0] == r[2] && r[1] == r[3]
}

func (c *checker) rect(v any) (r [4]float64, ok bool) {
	a := c.f.Array(v)
	if len(a) != 4 {
		return r, false
	}
	for i := range r {
		if r[i], ok = c.f.Number(a[i]); !ok {
			return r, false
		}
	}
	return r, true
}

// checkAppearance judges the appearance dictionary and what it draws.
func (c *checker) checkAppearance(d pdf.Dict, subtype pdf.Name, obj int, page *pageInfo) {
	ap := c.f.Dict(d["AP"])
	if ap == nil {
		exempt := subtype == "Popup" || subtype == "Link" || subtype == "Projection" && c.fl.part == 4 || c.flatRect(d)
		c.when(!exempt, ruleAnnotAppearance, obj)
		return
	}
	c.when(len(ap) != 1 || ap["N"] == nil, ruleAnnotOnlyN, obj)
	n := c.f.Resolve(ap["N"])
	_, isStream := n.(*pdf.Stream)
	states, isDict := n.(pdf.Dict)
	button := subtype == "Widget" && c.fieldType(d) == "Btn"
	if len(ap) == 1 && ap["N"] != nil {
		if button {
			c.when(!isDict || len(states) == 0, ruleAnnotBtn, obj)
		} else {
			c.when(!isStream, ruleAnnotStream, obj)
		}
	}
	for _, key := range []pdf.Name{"N", "R", "D"} {
		c.drawAppearance(ap[key], page)
	}
}

// drawAppearance runs an appearance stream, or those of all states.
func (c *checker) drawAppearance(v any, page *pageInfo) {
	switch a := c.f.Resolve(v).(type) {
	case *pdf.Stream:
		c.drawForm(a, page)
	case pdf.Dict:
		for _, s := range a {
			if form := c.f.Stream(s); form != nil {
				c.drawForm(form, page)
			}
		}
	}
}

// fieldType gives FT of a widget, inherited from its parents.
func (c *checker) fieldType(d pdf.Dict) pdf.Name {
	for range 30 {
		if d == nil {
			return ""
		}
		if ft := c.f.Name(d["FT"]); ft != "" {
			return ft
		}
		d = c.f.Dict(d["Parent"])
	}
	return ""
}
