package mets

import (
	"strconv"

	"github.com/beevik/etree"
)

// Header is the header of a METS document.
type Header struct {
	Created string // point in time, as written
	Package string // csip:OAISPACKAGETYPE: SIP, AIP
	Agents  []Agent
	IDs     []Identifier // further numbers of the package (altRecordID)
}

// Agent is a program, organisation or person of a METS header.
type Agent struct {
	Role, OtherRole, Type, OtherType string
	Name                             string
	Notes                            []Note
}

// Note is a note on an agent; Type is its csip:NOTETYPE.
type Note struct{ Type, Text string }

// Identifier is a number with its type.
type Identifier struct{ Type, Value string }

// Content says what a link leads to.
type Content struct {
	MIME      string
	Size      int64  // bytes
	Created   string // point in time, as written
	Digest    string
	Algorithm string // as METS calls it: SHA-512
}

// Reference is a link to a metadata document (mdRef).
type Reference struct {
	Content
	Href                          string
	Standard, Other, StandardForm string // MDTYPE, OTHERMDTYPE, MDTYPEVERSION
}

// Section is a section of metadata with its document: dmdSec, rightsMD, digiprovMD.
type Section struct {
	Name, ID, Created string
	Reference         Reference
}

// File is one file of a file group.
type File struct {
	Content
	ID, Href string
	More     []string // further attributes, name and value by turns
}

// Pointer leads a division to a file group or to another METS document.
type Pointer struct {
	Group       string // ID of the group
	Href, Title string // path of the document; its title is the ID of its group
}

// Division is a division of the structure map.
type Division struct {
	Attrs    []string // name and value by turns
	Pointers []Pointer
}

func (h Header) element() *etree.Element {
	el := element("metsHdr", "CREATEDATE", h.Created, "LASTMODDATE", h.Created, "RECORDSTATUS", "NEW", "csip:OAISPACKAGETYPE", h.Package)
	for _, a := range h.Agents {
		c := element("agent", "ROLE", a.Role, "OTHERROLE", a.OtherRole, "TYPE", a.Type, "OTHERTYPE", a.OtherType)
		leaf(c, "name", a.Name)
		for _, n := range a.Notes {
			note := element("note", "csip:NOTETYPE", n.Type)
			setText(note, n.Text)
			c.AddChild(note)
		}
		el.AddChild(c)
	}
	for _, id := range h.IDs {
		leaf(el, "altRecordID", id.Value, "TYPE", id.Type)
	}
	return el
}

func (s Section) element() *etree.Element {
	el := element(s.Name, "ID", s.ID, "CREATED", s.Created, "STATUS", "CURRENT")
	r := s.Reference
	leaf(el, "mdRef", "", append([]string{"LOCTYPE", "URL", "xlink:type", "simple", "xlink:href", r.Href, "MDTYPE", r.Standard,
		"OTHERMDTYPE", r.Other, "MDTYPEVERSION", r.StandardForm},
		r.attrs()...)...)
	return el
}

func (f File) element() *etree.Element {
	el := element("file", "ID", f.ID)
	attributes(el, f.attrs())
	attributes(el, f.More)
	leaf(el, "FLocat", "", "LOCTYPE", "URL", "xlink:type", "simple", "xlink:href", f.Href)
	return el
}

func (p Pointer) element() *etree.Element {
	if p.Group != "" {
		return element("fptr", "FILEID", p.Group)
	}
	return element("mptr", "LOCTYPE", "URL", "xlink:type", "simple", "xlink:href", p.Href, "xlink:title", p.Title)
}

func (d Division) element() *etree.Element {
	el := element("div", d.Attrs...)
	for _, p := range d.Pointers {
		el.AddChild(p.element())
	}
	return el
}

func (c Content) attrs() []string {
	return []string{"MIMETYPE", c.MIME, "SIZE", strconv.FormatInt(c.Size, 10), "CREATED", c.Created, "CHECKSUM", c.Digest, "CHECKSUMTYPE",
		c.Algorithm}
}

// element makes an element; attrs are name and value by turns, those with an empty
// value are left out.
func element(name string, attrs ...string) *etree.Element {
	el := etree.NewElement(name)
	attributes(el, attrs)
	return el
}

func attributes(el *etree.Element, attrs []string) {
	for i := 0; i+1 < len(attrs); i += 2 {
		if attrs[i+1] != "" {
			el.CreateAttr(attrs[i], attrs[i+1])
		}
	}
}

// leaf adds a child with text; one without text and attributes is left out.
func leaf(parent *etree.Element, name, text string, attrs ...string) {
	if text == "" && len(attrs) == 0 {
		return
	}
	el := element(name, attrs...)
	setText(el, text)
	parent.AddChild(el)
}

func setText(el *etree.Element, text string) {
	if text != "" {
		el.CreateText(text)
	}
}
