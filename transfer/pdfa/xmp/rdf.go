package xmp

import (
	"errors"
	"fmt"
	"strings"
)

// readRDF reads the node elements of rdf:RDF; every property of the resource
// becomes a top-level property (XMP specification, "Serializing XMP").
func (p *Packet) readRDF(rdf *element) error {
	if strings.TrimSpace(rdf.text.String()) != "" {
		return errors.New("text in rdf:RDF")
	}
	about := ""
	for _, k := range rdf.kids {
		if !k.is(nsRDF, "Description") {
			if k.ns == nsRDF {
				return fmt.Errorf("rdf:%s in rdf:RDF", k.name)
			}
		}
		a, err := aboutOf(k)
		if err != nil {
			return err
		}
		if a != "" && about != "" && a != about {
			return errors.New("different values of rdf:about")
		}
		if a != "" {
			about = a
		}
		fields, err := fieldsOf(k, 0)
		if err != nil {
			return err
		}
		p.Props = append(p.Props, fields...)
	}
	return unique(p.Props)
}

func aboutOf(e *element) (string, error) {
	for _, a := range e.attrs {
		switch {
		case a.ns == nsRDF && a.name == "about", a.ns == "" && a.name == "about":
			return a.value, nil
		case a.ns == nsRDF && (a.name == "ID" || a.name == "nodeID" || a.name == "datatype"):
		case a.ns == nsRDF && a.name != "type":
			return "", fmt.Errorf("attribute rdf:%s at a node", a.name)
		}
	}
	return "", nil
}

func unique(nodes []*Node) error {
	seen := make(map[[2]string]bool, len(nodes))
	for _, n := range nodes {
		k := [2]string{n.NS, n.Name}
		if seen[k] {
			return fmt.Errorf("property %s twice", n.Name)
		}
		seen[k] = true
	}
	return nil
}

// fieldsOf reads the properties of a node element: its attributes and children.
func fieldsOf(e *element, depth int) ([]*Node, error) {
	if depth > maxDepth {
		return nil, errors.New("too deep")
	}
	if strings.TrimSpace(e.text.String()) != "" {
		return nil, fmt.Errorf("text in %s", e.name)
	}
	var out []*Node
	for _, a := range e.attrs {
		if a.ns == nsRDF || a.ns == nsXML || a.ns == "" {
			continue
		}
		out = append(out, &Node{NS: a.ns, Name: a.name, Prefix: a.prefix, Value: a.value})
	}
	for _, k := range e.kids {
		n, err := property(k, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

// property reads one property element.
func property(e *element, depth int) (*Node, error) {
	if depth > maxDepth {
		return nil, errors.New("too deep")
	}
	if e.ns == "" {
		return nil, fmt.Errorf("element %s without namespace", e.name)
	}
	n := &Node{NS: e.ns, Name: e.name, Prefix: e.prefix}
	if e.ns == nsRDF && e.name != "li" && e.name != "value" && e.name != "type" && !strings.HasPrefix(e.name, "_") {
		return nil, fmt.Errorf("rdf:%s as a property", e.name)
	}
	parse, resource, hasResource := "", "", false
	var extra []*Node
	for _, a := range e.attrs {
		switch {
		case a.ns == nsXML && a.name == "lang":
			n.Lang = a.value
		case a.ns == nsXML:
		case a.ns == nsRDF && a.name == "parseType":
			parse = a.value
		case a.ns == nsRDF && a.name == "resource":
			resource, hasResource = a.value, true
		case a.ns == nsRDF && a.name == "value":
			extra = append(extra, &Node{NS: nsRDF, Name: "value", Value: a.value})
		case a.ns == nsRDF && (a.name == "nodeID" || a.name == "datatype"):
		case a.ns == nsRDF:
			return nil, fmt.Errorf("attribute rdf:%s at a property", a.name)
		case a.ns == "":
			return nil, fmt.Errorf("attribute %s without namespace", a.name)
		default:
			extra = append(extra, &Node{NS: a.ns, Name: a.name, Prefix: a.prefix, Value: a.value})
		}
	}
	switch {
	case parse == "Resource":
		return n, n.asStruct(e, depth)
	case parse != "":
		return nil, fmt.Errorf("rdf:parseType %s", parse)
	case len(e.kids) > 1:
		return nil, fmt.Errorf("%s has more than one value", e.name)
	case len(e.kids) == 1:
		if strings.TrimSpace(e.text.String()) != "" || hasResource {
			return nil, fmt.Errorf("%s mixes text and elements", e.name)
		}
		return n, n.asNode(e.kids[0], depth)
	case hasResource:
		if strings.TrimSpace(e.text.String()) != "" {
			return nil, fmt.Errorf("%s has text and rdf:resource", e.name)
		}
		n.Value = resource
		return n, nil
	case len(extra) > 0:
		if strings.TrimSpace(e.text.String()) != "" {
			return nil, fmt.Errorf("%s has text and attributes", e.name)
		}
		n.Kind, n.Items = Struct, extra
		return n, n.qualify()
	}
	n.Value = e.text.String()
	return n, nil
}

func (n *Node) asStruct(e *element, depth int) error {
	if strings.TrimSpace(e.text.String()) != "" {
		return fmt.Errorf("text in %s", e.name)
	}
	n.Kind = Struct
	for _, k := range e.kids {
		f, err := property(k, depth+1)
		if err != nil {
			return err
		}
		n.Items = append(n.Items, f)
	}
	if err := unique(n.Items); err != nil {
		return err
	}
	return n.qualify()
}

// asNode takes the node element inside a property element.
func (n *Node) asNode(e *element, depth int) error {
	if e.ns == nsRDF {
		switch e.name {
		case "Bag", "Seq", "Alt":
			return n.asArray(e, depth)
		case "Description":
		default:
			return fmt.Errorf("rdf:%s as a value", e.name)
		}
	}
	fields, err := fieldsOf(e, depth+1)
	if err != nil {
		return err
	}
	n.Kind, n.Items = Struct, fields
	if err := unique(fields); err != nil {
		return err
	}
	return n.qualify()
}

func (n *Node) asArray(e *element, depth int) error {
	n.Kind = map[string]Kind{"Bag": Bag, "Seq": Seq, "Alt": Alt}[e.name]
	if strings.TrimSpace(e.text.String()) != "" {
		return fmt.Errorf("text in rdf:%s", e.name)
	}
	for _, k := range e.kids {
		if k.ns != nsRDF || k.name != "li" && !strings.HasPrefix(k.name, "_") {
			return fmt.Errorf("%s in rdf:%s", k.name, e.name)
		}
		item, err := property(k, depth+1)
		if err != nil {
			return err
		}
		n.Items = append(n.Items, item)
	}
	return nil
}

// qualify turns a structure with rdf:value into that value; the other fields are
// qualifiers (XMP specification, "Qualifiers").
func (n *Node) qualify() error {
	v := n.Field(nsRDF, "value")
	if v == nil {
		return nil
	}
	n.Kind, n.Value, n.Items = v.Kind, v.Value, v.Items
	if n.Lang == "" {
		n.Lang = v.Lang
	}
	return nil
}
