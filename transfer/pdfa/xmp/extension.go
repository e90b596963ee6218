package xmp

import (
	"maps"
	"strings"
)

// Namespaces of the PDF/A schemas.
const (
	NSPDFAID    = "http://www.aiim.org/pdfa/ns/id/"
	NSExtension = "http://www.aiim.org/pdfa/ns/extension/"
	nsSchema    = "http://www.aiim.org/pdfa/ns/schema#"
	nsProperty  = "http://www.aiim.org/pdfa/ns/property#"
	nsType      = "http://www.aiim.org/pdfa/ns/type#"
	nsField     = "http://www.aiim.org/pdfa/ns/field#"
)

// ValueType is a value type defined by an extension schema.
type ValueType struct {
	NS     string
	Fields map[string]Type
}

func (v ValueType) valid(n *Node, own map[string]ValueType) bool {
	if len(v.Fields) == 0 {
		return true
	}
	if n.Kind != Struct {
		return false
	}
	for _, f := range n.Items {
		t, ok := v.Fields[f.Name]
		if !ok || f.NS != v.NS {
			return false
		}
		if f.Kind != Simple || t.Base != "" && own[t.Base].Fields == nil {
			if !Valid(f, t, own) {
				return false
			}
		}
	}
	return true
}

// Part names a kind of extension schema description.
type Part int

// The kinds of descriptions, after the tables of ISO 19005-1, 6.7.8.
const (
	Container Part = iota
	SchemaPart
	PropertyPart
	TypePart
	FieldPart
)

// Flaw is one fault of an extension schema description.
type Flaw struct {
	Part  Part
	Field string // the field concerned; "" = the description has other fields
}

// Extensions are the extension schemas of a packet.
type Extensions struct {
	props map[key]Type
	types map[string]ValueType // by name; schemas may use each other's
	Flaws []Flaw
}

// Lookup gives the type of a property defined in the packet.
func (x *Extensions) Lookup(ns, name string) (Type, map[string]ValueType, bool) {
	if x == nil {
		return Type{}, nil, false
	}
	t, ok := x.props[key{ns: ns, name: name}]
	return t, x.types, ok
}

// Extensions reads the extension schema container of the packet. main are the
// extension schemas of the document's own packet, whose value types any packet
// may use; nil where p is that packet.
func (p *Packet) Extensions(main *Extensions) *Extensions {
	x := &Extensions{props: map[key]Type{}, types: map[string]ValueType{}}
	if main != nil {
		maps.Copy(x.types, main.types)
	}
	n := p.Prop(NSExtension, "schemas")
	if n == nil {
		return x
	}
	if n.Kind != Bag || n.Prefix != "pdfaExtension" {
		x.flaw(Container, "schemas")
	}
	x.typeNames(n)
	for _, s := range n.Items {
		if s.Kind != Struct {
			x.flaw(Container, "schemas")
			continue
		}
		x.schema(s)
	}
	return x
}

// typeNames notes the names of all value types first, because descriptions may
// use a type before it is defined.
func (x *Extensions) typeNames(container *Node) {
	for _, s := range container.Items {
		list := s.Field(nsSchema, "valueType")
		if list == nil {
			continue
		}
		for _, t := range list.Items {
			if f := t.Field(nsType, "type"); f != nil {
				x.types[f.Value] = ValueType{}
			}
		}
	}
}

func (x *Extensions) flaw(p Part, field string) { x.Flaws = append(x.Flaws, Flaw{p, field}) }

// described is one description with what its table asks.
type described struct {
	x      *Extensions
	n      *Node
	part   Part
	ns     string
	prefix string
}

// text gives a required field of type Text or URI.
func (d described) text(name string) string {
	f := d.n.Field(d.ns, name)
	if f == nil || f.Kind != Simple || f.Prefix != d.prefix {
		d.x.flaw(d.part, name)
	}
	if f == nil {
		return ""
	}
	return f.Value
}

// seq gives an optional field of type Seq.
func (d described) seq(name string) []*Node {
	f := d.n.Field(d.ns, name)
	if f == nil {
		return nil
	}
	if f.Kind != Seq || f.Prefix != d.prefix {
		d.x.flaw(d.part, name)
	}
	return f.Items
}

// only notes fields the table does not know.
func (d described) only(names ...string) {
	for _, f := range d.n.Items {
		known := false
		for _, name := range names {
			known = known || f.NS == d.ns && f.Name == name
		}
		if !known {
			d.x.flaw(d.part, "")
		}
	}
}

func (x *Extensions) schema(n *Node) {
	d := described{x, n, SchemaPart, nsSchema, "pdfaSchema"}
	d.text("schema")
	ns := d.text("namespaceURI")
	d.text("prefix")
	props, types := d.seq("property"), d.seq("valueType")
	d.only("schema", "namespaceURI", "prefix", "property", "valueType")
	for _, t := range types {
		x.valueType(t)
	}
	for _, p := range props {
		x.property(p, ns)
	}
}

func (x *Extensions) property(n *Node, ns string) {
	d := described{x, n, PropertyPart, nsProperty, "pdfaProperty"}
	name, typ, category := d.text("name"), d.text("valueType"), d.text("category")
	d.text("description")
	d.only("name", "valueType", "category", "description")
	if category != "internal" && category != "external" {
		x.flaw(PropertyPart, "category")
	}
	t := ParseType(typ)
	if !defined(t, x.types) {
		x.flaw(PropertyPart, "valueType")
	}
	if _, twice := x.props[key{ns: ns, name: name}]; !twice {
		x.props[key{ns: ns, name: name}] = t
	}
}

func (x *Extensions) valueType(n *Node) {
	d := described{x, n, TypePart, nsType, "pdfaType"}
	name, ns := d.text("type"), d.text("namespaceURI")
	d.text("prefix")
	d.text("description")
	fields := d.seq("field")
	d.only("type", "namespaceURI", "prefix", "description", "field")
	v := ValueType{NS: ns, Fields: map[string]Type{}}
	for _, f := range fields {
		fd := described{x, f, FieldPart, nsField, "pdfaField"}
		fname, ftype := fd.text("name"), fd.text("valueType")
		fd.text("description")
		fd.only("name", "valueType", "description")
		t := ParseType(ftype)
		if !defined(t, x.types) {
			x.flaw(FieldPart, "valueType")
		}
		v.Fields[fname] = t
	}
	x.types[name] = v
}

func defined(t Type, own map[string]ValueType) bool {
	if t.LangAlt {
		return true
	}
	if _, ok := own[t.Base]; ok {
		return true
	}
	if _, ok := builtin().structs[t.Base]; ok || uncheckedTypes[t.Base] {
		return true
	}
	for name := range simpleTypes {
		if strings.EqualFold(name, t.Base) {
			return true
		}
	}
	return false
}
