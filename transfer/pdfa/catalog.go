package pdfa

import (
	"laufzettel/transfer/pattern"
	"laufzettel/transfer/pdf"
)

// checkCatalog looks at what the document catalog holds and forbids.
func (c *checker) checkCatalog() {
	r := c.root
	c.when(r["OCProperties"] != nil, ruleOptionalContent, 0)
	c.when(r["AA"] != nil, ruleCatalogAA, 0)
	c.when(c.f.Resolve(r["NeedsRendering"]) == true, ruleNeedsRendering, 0)
	c.when(r["Requirements"] != nil, ruleRequirements, 0)
	c.checkAA(r["AA"])
	if c.fl.part == 4 {
		c.checkEvents(r["AA"], 0)
	}
	names := c.f.Dict(r["Names"])
	c.when(names["EmbeddedFiles"] != nil, ruleEmbeddedFiles, 0)
	c.when(names["AlternatePresentations"] != nil, ruleAlternatePresentations, 0)
	c.checkPerms()
	c.checkForm()
	if c.fl.part > 1 {
		c.checkOptionalContent()
	}
}

func (c *checker) checkPerms() {
	perms := c.f.Dict(c.root["Perms"])
	for key := range perms {
		if key != "DocMDP" && (key != "UR3" || c.fl.part == 4) {
			c.hit(rulePerms, 0)
		}
	}
	if perms["DocMDP"] == nil {
		return
	}
	sig := c.f.Dict(perms["DocMDP"])
	for _, v := range c.f.Array(sig["Reference"]) {
		ref := c.f.Dict(v)
		for _, key := range []pdf.Name{"DigestLocation", "DigestMethod", "DigestValue"} {
			c.when(ref[key] != nil, ruleSigRef, 0)
		}
	}
}

// checkForm looks at the interactive form and its fields.
func (c *checker) checkForm() {
	form := c.f.Dict(c.root["AcroForm"])
	if form == nil {
		return
	}
	c.when(c.f.Resolve(form["NeedAppearances"]) == true, ruleNeedAppearances, 0)
	c.when(form["XFA"] != nil, ruleXfa, 0)
	seen := map[any]bool{}
	var fields func(a pdf.Array, depth int)
	fields = func(a pdf.Array, depth int) {
		for _, v := range a {
			if r, ok := v.(pdf.Ref); ok {
				if seen[r] {
					continue
				}
				seen[r] = true
			}
			d := c.f.Dict(v)
			if d == nil || depth > 50 {
				continue
			}
			c.when(d["AA"] != nil, ruleFieldAA, number(v))
			c.checkAA(d["AA"])
			if sig := c.f.Dict(d["V"]); sig != nil && c.fieldType(d) == "Sig" {
				c.checkSignature(sig, number(d["V"]))
			}
			fields(c.f.Array(d["Kids"]), depth+1)
		}
	}
	fields(c.f.Array(form["Fields"]), 0)
}

// number gives the object number of a reference, 0 of anything else.
func number(v any) int {
	r, _ := v.(pdf.Ref)
	return r.Num
}

// checkOptionalContent judges the configurations (ISO 19005-2, 6.9).
func (c *checker) checkOptionalContent() {
	oc := c.f.Dict(c.root["OCProperties"])
	if oc == nil {
		return
	}
	groups := c.f.Array(oc["OCGs"])
	configs := pdf.Array{}
	if oc["D"] != nil {
		configs = append(configs, oc["D"])
	}
	configs = append(configs, c.f.Array(oc["Configs"])...)
	names := map[string]bool{}
	for _, v := range configs {
		d := c.f.Dict(v)
		if d == nil {
			continue
		}
		s, ok := c.f.Text(d["Name"])
		name := DecodeText(s)
		c.when(!ok || name == "" && c.fl.part < 4, ruleOcName, number(v))
		c.when(ok && names[name], ruleOcUnique, number(v))
		names[name] = true
		c.when(d["AS"] != nil, ruleOcAS, number(v))
		if d["Order"] != nil {
			listed := map[int]bool{}
			c.ordered(d["Order"], listed, 0)
			for _, g := range groups {
				if n := number(g); n > 0 && !listed[n] {
					c.hit(ruleOcOrder, number(v))
					break
				}
			}
		}
	}
}

func (c *checker) ordered(v any, listed map[int]bool, depth int) {
	if r, ok := v.(pdf.Ref); ok {
		if _, isArray := c.f.Resolve(v).(pdf.Array); !isArray {
			listed[r.Num] = true
			return
		}
	}
	if depth > 50 {
		return
	}
	for _, e := range c.f.Array(v) {
		c.ordered(e, listed, depth+1)
	}
}

var mimeType = pattern.Of(`^[-\w+.]+/[-\w+.]+$`)
