package mets

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/beevik/etree"

	"laufzettel/transfer/xmlwalk"
)

// maxDepth bounds the nesting of the documents of our packages, which are far flatter.
const maxDepth = 200

// ErrRoot is told of a document of another kind.
var ErrRoot = errors.New("mets: another root element")

// Contents is what a METS document says, without the parts that follow from others.
type Contents struct {
	ID        string // OBJID
	Agents    []Agent
	IDs       []Identifier
	Metadata  []Reference // of dmdSec and digiprovMD
	Groups    []Group
	Divisions []Entry // below the divisions of the package
}

// Group is a group of files.
type Group struct {
	Use   string
	Files []File
}

// Entry is a division that names a thing itself, with its date.
type Entry struct{ Type, Label, Date string }

// MadeBySoftware reports whether the header names the program that made the package,
// with its version (CSIP11 to CSIP16).
func (c *Contents) MadeBySoftware() bool {
	for _, a := range c.Agents {
		if a.Role == "CREATOR" && a.Type == "OTHER" && a.OtherType == "SOFTWARE" && a.Name != "" && len(a.Notes) > 0 &&
			a.Notes[len(a.Notes)-1].Text != "" {
			return true
		}
	}
	return false
}

// Read reads a METS document of a package, record by record. Errors: ErrRoot, those of
// transfer/xmlwalk for what is hostile or no XML, and of sizes that are no numbers.
func Read(in io.Reader) (*Contents, error) {
	w, root, err := enter(in, "mets", Namespace)
	if err != nil {
		return nil, err
	}
	c := &Contents{ID: attrOf(root, "OBJID")}
	err = w.Children(func(el xml.StartElement) error {
		switch el.Name.Local {
		case "metsHdr":
			return c.header(w, el)
		case "dmdSec":
			return c.references(w)
		case "amdSec":
			return below(w, "digiprovMD", func(xml.StartElement) error { return c.references(w) })
		case "fileSec":
			return below(w, "fileGrp", func(el xml.StartElement) error { return c.group(w, el) })
		case "structMap":
			return below(w, "div", func(xml.StartElement) error {
				return below(w, "div", func(xml.StartElement) error { return c.divisions(w) })
			})
		}
		return nil
	})
	if err == nil {
		err = w.End()
	}
	if err != nil {
		return nil, fmt.Errorf("read METS: %w", err)
	}
	return c, nil
}

func (c *Contents) header(w *xmlwalk.Walker, start xml.StartElement) error {
	el, err := record(w, start)
	if err != nil {
		return err
	}
	for x := range el.ChildElementsSeq() {
		switch x.Tag {
		case "agent":
			a := Agent{Role: value(x, "ROLE"), OtherRole: value(x, "OTHERROLE"), Type: value(x, "TYPE"), OtherType: value(x, "OTHERTYPE"),
				Name: last(x, "name")}
			for n := range x.SelectElementsSeq("note") {
				a.Notes = append(a.Notes, Note{Type: value(n, "NOTETYPE"), Text: n.Text()})
			}
			c.Agents = append(c.Agents, a)
		case "altRecordID":
			c.IDs = append(c.IDs, Identifier{value(x, "TYPE"), x.Text()})
		}
	}
	return nil
}

func (c *Contents) references(w *xmlwalk.Walker) error {
	return below(w, "mdRef", func(start xml.StartElement) error {
		el, err := record(w, start)
		if err != nil {
			return err
		}
		content, err := contentOf(el)
		c.Metadata = append(c.Metadata, Reference{Content: content, Href: linkOf(el), Standard: value(el, "MDTYPE"),
			Other: value(el, "OTHERMDTYPE"), StandardForm: value(el, "MDTYPEVERSION")})
		return err
	})
}

func (c *Contents) group(w *xmlwalk.Walker, start xml.StartElement) error {
	g := Group{Use: attrOf(start, "USE")}
	err := below(w, "file", func(start xml.StartElement) error {
		el, err := record(w, start)
		if err != nil {
			return err
		}
		f := File{ID: value(el, "ID")}
		for x := range el.SelectElementsSeq("FLocat") {
			f.Href = linkOf(x)
		}
		f.Content, err = contentOf(el)
		g.Files = append(g.Files, f)
		return err
	})
	c.Groups = append(c.Groups, g)
	return err
}

func (c *Contents) divisions(w *xmlwalk.Walker) error {
	return below(w, "div", func(el xml.StartElement) error {
		c.Divisions = append(c.Divisions, Entry{Type: attrOf(el, "TYPE"), Label: attrOf(el, "LABEL"), Date: attrOf(el, "ORDERLABEL")})
		return nil
	})
}

// ReadPREMIS reads a PREMIS document and gives its objects and events one by one; a nil
// function passes over them. Errors: those of Read, and of the functions.
func ReadPREMIS(in io.Reader, object func(Object) error, event func(Event) error) error {
	w, _, err := enter(in, "premis", PREMISNamespace)
	if err != nil {
		return err
	}
	err = w.Children(func(start xml.StartElement) error {
		switch {
		case start.Name.Local == "object" && object != nil:
			o, err := readObject(w, start)
			if err != nil {
				return err
			}
			return object(o)
		case start.Name.Local == "event" && event != nil:
			el, err := record(w, start)
			if err != nil {
				return err
			}
			return event(eventOf(el))
		}
		return nil
	})
	if err == nil {
		err = w.End()
	}
	if err != nil {
		return fmt.Errorf("read PREMIS: %w", err)
	}
	return nil
}

// readObject reads an object as it stands in the stream: a package has one for every file.
func readObject(w *xmlwalk.Walker, start xml.StartElement) (o Object, err error) {
	o.Type = attrOf(start, "type")
	err = w.Children(func(el xml.StartElement) (err error) {
		switch el.Name.Local {
		case "originalName":
			o.OriginalName, err = written(w)
		case "objectIdentifier":
			var id Identifier
			err = fields(w, map[string]*string{"objectIdentifierType": &id.Type, "objectIdentifierValue": &id.Value})
			o.IDs = append(o.IDs, id)
		case "objectCharacteristics":
			o.Characteristics, err = readCharacteristics(w)
		}
		return err
	})
	return o, err
}

func readCharacteristics(w *xmlwalk.Walker) (*Characteristics, error) {
	c, size := &Characteristics{}, ""
	err := w.Children(func(el xml.StartElement) (err error) {
		switch el.Name.Local {
		case "fixity":
			c.Algorithm, c.Digest = "", ""
			err = fields(w, map[string]*string{"messageDigestAlgorithm": &c.Algorithm, "messageDigest": &c.Digest})
		case "size":
			size, err = written(w)
		}
		return err
	})
	if err == nil {
		c.Size, err = number(size)
	}
	return c, err
}

// fields reads the texts of the children of the element just entered, the last of each name.
func fields(w *xmlwalk.Walker, into map[string]*string) error {
	return w.Children(func(el xml.StartElement) (err error) {
		if to := into[el.Name.Local]; to != nil {
			*to, err = written(w)
		}
		return err
	})
}

// written is the text of the element just entered, as written; "" where it has children.
func written(w *xmlwalk.Walker) (string, error) {
	text, parent, err := w.Raw(func(xml.StartElement) error { return nil })
	if parent {
		text = ""
	}
	return text, err
}

func eventOf(el *etree.Element) Event {
	e := Event{Type: last(el, "eventType"), Time: last(el, "eventDateTime")}
	for x := range el.ChildElementsSeq() {
		switch x.Tag {
		case "eventIdentifier":
			e.ID = identifierOf(x, "event")
		case "eventDetailInformation":
			e.Detail = last(x, "eventDetail")
		case "eventOutcomeInformation":
			e.Outcome = last(x, "eventOutcome")
			if d := x.SelectElement("eventOutcomeDetail"); d != nil {
				e.Note = last(d, "eventOutcomeDetailNote")
			}
		case "linkingAgentIdentifier":
			e.Agents = append(e.Agents, identifierOf(x, "linkingAgent"))
		case "linkingObjectIdentifier":
			e.Object = identifierOf(x, "linkingObject")
		}
	}
	return e
}

func identifierOf(el *etree.Element, of string) Identifier {
	return Identifier{Type: last(el, of+"IdentifierType"), Value: last(el, of+"IdentifierValue")}
}

// enter reads the root element, which must be the one wanted.
func enter(in io.Reader, name, namespace string) (*xmlwalk.Walker, xml.StartElement, error) {
	w := xmlwalk.New(in, xmlwalk.Limits{Depth: maxDepth})
	root, err := w.Root()
	if err == nil && (root.Name.Local != name || root.Name.Space != namespace) {
		err = fmt.Errorf("%w: %s", ErrRoot, root.Name.Local)
	}
	return w, root, err
}

// below calls fn for the children of a name of the element just entered.
func below(w *xmlwalk.Walker, name string, fn func(xml.StartElement) error) error {
	return w.Children(func(el xml.StartElement) error {
		if el.Name.Local != name {
			return nil
		}
		return fn(el)
	})
}

// record reads the element just entered into a tree; names carry their namespaces, not
// prefixes.
func record(w *xmlwalk.Walker, start xml.StartElement) (*etree.Element, error) {
	el := &etree.Element{Space: start.Name.Space, Tag: start.Name.Local}
	if len(start.Attr) > 0 {
		el.Attr = make([]etree.Attr, len(start.Attr))
		for i, a := range start.Attr {
			el.Attr[i] = etree.Attr{Space: a.Name.Space, Key: a.Name.Local, Value: a.Value}
		}
	}
	text, parent, err := w.Raw(func(start xml.StartElement) error {
		c, err := record(w, start)
		if err != nil {
			return err
		}
		el.AddChild(c)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !parent {
		setText(el, text)
	}
	return el, nil
}

// value is an attribute by its local name: the extension namespaces are written in two
// spellings.
func value(el *etree.Element, name string) string {
	for i := range el.Attr {
		if a := &el.Attr[i]; a.Key == name && a.Space != "xmlns" {
			return a.Value
		}
	}
	return ""
}

// linkOf is the address of a link; its namespace tells it from other attributes.
func linkOf(el *etree.Element) string {
	for i := range el.Attr {
		if a := &el.Attr[i]; a.Key == "href" && a.Space == XLink {
			return a.Value
		}
	}
	return ""
}

func attrOf(el xml.StartElement, name string) string {
	for _, a := range el.Attr {
		if a.Name.Local == name && a.Name.Space != "xmlns" {
			return a.Value
		}
	}
	return ""
}

// last is the text of the last child of a name.
func last(el *etree.Element, name string) string {
	text := ""
	for c := range el.SelectElementsSeq(name) {
		text = c.Text()
	}
	return text
}

func contentOf(el *etree.Element) (Content, error) {
	c := Content{MIME: value(el, "MIMETYPE"), Created: value(el, "CREATED"), Digest: value(el, "CHECKSUM"),
		Algorithm: value(el, "CHECKSUMTYPE")}
	var err error
	c.Size, err = number(value(el, "SIZE"))
	return c, err
}

// number reads a size; none is 0.
func number(s string) (int64, error) {
	if s == "" {
		return 0, nil
	}
	return strconv.ParseInt(strings.TrimSpace(s), 10, 64)
}
