package pdfa

import (
	"strings"

	"laufzettel/transfer/pdf"
	"laufzettel/transfer/pdfa/xmp"
)

// maxXMP bounds a metadata stream.
const maxXMP = 16 << 20

// metadata is the XMP packet of the document catalog.
type metadata struct {
	stream *pdf.Stream
	packet *xmp.Packet
	err    error
	ext    *xmp.Extensions
}

func (c *checker) readMetadata() metadata {
	m := metadata{stream: c.f.Stream(c.root["Metadata"])}
	if m.stream == nil {
		return m
	}
	data, _, err := c.f.Prefix(m.stream, maxXMP)
	if err != nil && len(data) == 0 {
		m.err = err
		return m
	}
	m.packet, m.err = xmp.Parse(data)
	m.ext = m.packet.Extensions(nil)
	return m
}

// claim gives part and level as the file states them, "2b"; "" if it does not.
func (m metadata) claim() string {
	part, _ := m.packet.Prop(xmp.NSPDFAID, "part").Text()
	if part == "" {
		return ""
	}
	level, _ := m.packet.Prop(xmp.NSPDFAID, "conformance").Text()
	return strings.TrimSpace(part) + strings.ToLower(strings.TrimSpace(level))
}

// checkMetadata looks at XMP (ISO 19005-1, 6.7; ISO 19005-2, 6.6).
func (c *checker) checkMetadata() {
	m := &c.meta
	if c.fl.part == 1 {
		c.checkInfo()
	}
	if m.stream == nil {
		c.hit(ruleMetadata, 0)
		c.hit(ruleClaim, 0)
		return
	}
	d := m.stream.Dict
	c.when(c.f.Name(d["Type"]) != "Metadata" || c.f.Name(d["Subtype"]) != "XML", ruleMetadata, m.stream.Num)
	c.when(len(c.f.Filters(d)) > 0, ruleMetadataFilter, m.stream.Num)
	c.checkPacket(m.packet, m.err, m.ext, nil, m.stream.Num)
	if m.packet == nil || m.err != nil {
		return
	}
	c.checkClaim(m.packet)
}

// checkPacket judges any XMP packet of the file. main are the extension schemas
// of the document's own packet, which parts 2 and 3 allow all packets to use.
func (c *checker) checkPacket(p *xmp.Packet, err error, ext, main *xmp.Extensions, obj int) {
	if p == nil {
		c.hit(ruleXmpForm, obj)
		return
	}
	c.when(p.HasBytes, rulePacketBytes, obj)
	c.when(p.HasEncoding, rulePacketEncoding, obj)
	c.when(p.Encoding != "UTF-8" || err != nil, ruleXmpUTF8, obj)
	if err != nil {
		c.hit(ruleXmpForm, obj)
		return
	}
	if c.fl.part == 4 {
		return // part 4 leaves properties to ISO 16684-1 and knows no extension schemas
	}
	for _, n := range p.Props {
		c.checkProperty(n, ext, main, obj)
	}
	for _, flaw := range ext.Flaws {
		c.hit(flawRules[flaw], obj)
	}
}

func (c *checker) checkProperty(n *xmp.Node, ext, main *xmp.Extensions, obj int) {
	if n.NS == xmp.NSExtension {
		return
	}
	edition := xmp.XMP2004
	if c.fl.part > 1 {
		edition = xmp.XMP2005
	}
	if t, ok := xmp.Predefined(edition, n.NS, n.Name); ok {
		c.when(!xmp.Valid(n, t, nil), ruleXmpValue, obj)
		return
	}
	for _, x := range []*xmp.Extensions{ext, main} {
		if t, own, ok := x.Lookup(n.NS, n.Name); ok {
			c.when(!xmp.Valid(n, t, own), ruleXmpValue, obj)
			return
		}
	}
	c.hit(ruleXmpProperty, obj)
}

// flawRules joins the flaws of extension schema descriptions to their clauses.
var flawRules = map[xmp.Flaw]ruleID{
	{Part: xmp.Container, Field: "schemas"}:        ruleExtContainer,
	{Part: xmp.SchemaPart}:                         ruleExtUnknown,
	{Part: xmp.SchemaPart, Field: "schema"}:        ruleExtSchema,
	{Part: xmp.SchemaPart, Field: "namespaceURI"}:  ruleExtNamespace,
	{Part: xmp.SchemaPart, Field: "prefix"}:        ruleExtPrefix,
	{Part: xmp.SchemaPart, Field: "property"}:      ruleExtProperty,
	{Part: xmp.SchemaPart, Field: "valueType"}:     ruleExtValueTypes,
	{Part: xmp.PropertyPart}:                       ruleExtUnknown,
	{Part: xmp.PropertyPart, Field: "name"}:        ruleExtPropName,
	{Part: xmp.PropertyPart, Field: "valueType"}:   ruleExtPropType,
	{Part: xmp.PropertyPart, Field: "category"}:    ruleExtPropCategory,
	{Part: xmp.PropertyPart, Field: "description"}: ruleExtPropDescription,
	{Part: xmp.TypePart}:                           ruleExtUnknown,
	{Part: xmp.TypePart, Field: "type"}:            ruleExtTypeType,
	{Part: xmp.TypePart, Field: "namespaceURI"}:    ruleExtTypeNamespace,
	{Part: xmp.TypePart, Field: "prefix"}:          ruleExtTypePrefix,
	{Part: xmp.TypePart, Field: "description"}:     ruleExtTypeDescription,
	{Part: xmp.TypePart, Field: "field"}:           ruleExtTypeField,
	{Part: xmp.FieldPart}:                          ruleExtUnknown,
	{Part: xmp.FieldPart, Field: "name"}:           ruleExtFieldName,
	{Part: xmp.FieldPart, Field: "valueType"}:      ruleExtFieldType,
	{Part: xmp.FieldPart, Field: "description"}:    ruleExtFieldDescription,
}

// checkClaim judges the PDF/A identification schema.
func (c *checker) checkClaim(p *xmp.Packet) {
	part := p.Prop(xmp.NSPDFAID, "part")
	level := p.Prop(xmp.NSPDFAID, "conformance")
	if part == nil && level == nil {
		c.hit(ruleClaim, c.meta.stream.Num)
		return
	}
	obj := c.meta.stream.Num
	value, _ := part.Text()
	c.when(value != string(rune('0'+c.fl.part)), ruleClaimPart, obj)
	stated, _ := level.Text()
	c.when(!levelFits(stated, level != nil, c.fl), ruleClaimLevel, obj)
	for _, field := range []struct {
		name string
		id   ruleID
	}{{"part", ruleClaimPartPrefix}, {"conformance", ruleClaimLevelPrefix}, {"amd", ruleClaimAmdPrefix},
		{"corr", ruleClaimCorrPrefix}, {"rev", ruleClaimRevPrefix}} {
		if n := p.Prop(xmp.NSPDFAID, field.name); n != nil {
			c.when(n.Prefix != "pdfaid", field.id, obj)
		}
	}
	rev, _ := p.Prop(xmp.NSPDFAID, "rev").Text()
	c.when(rev != "2020", ruleClaimRev, obj)
}

// levelFits tells whether a stated level meets the demanded one: a file of a
// higher level also keeps the lower one.
func levelFits(stated string, present bool, fl flavour) bool {
	switch fl.level {
	case 0:
		return !present
	case 'a':
		return stated == "A"
	case 'u':
		return stated == "U" || stated == "A"
	}
	return stated == "B" || stated == "A" || stated == "U" && fl.part > 1
}
