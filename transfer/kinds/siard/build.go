package siard

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"fmt"
	"strings"
	"time"
)

// Member is one file of an archive to be built; a name that ends with "/" is a
// folder.
type Member struct {
	Name string
	Data []byte
}

// BuildPlan says what database archive to build.
type BuildPlan struct {
	Version  string // default 2.2
	Database string // dbname
	Owner    string // dataOwner
	Timespan string // dataOriginTimespan
	Created  time.Time
	Tables   []Table
	Schema   string // name of the one schema, default "main"
	XSD      []byte // header/metadata.xsd as published; none is built in
}

// Table is one table with its rows in memory: this writer makes samples and small
// exports.
type Table struct {
	Name    string
	Columns []Column
	Rows    [][]string
}

// Column has one of the types VARCHAR(n), INTEGER, DECIMAL(n, m), DATE, BOOLEAN
// and BLOB; the values of a BLOB are written as files of their own.
type Column struct{ Name, Type string }

// Build gives all files of an archive, content first, header last, without a
// messageDigest: that covers the bytes of the ZIP.
func Build(p BuildPlan) []Member { return p.header(p.content()) }

func (p BuildPlan) content() []Member {
	var out []Member
	for i, t := range p.Tables {
		dir := fmt.Sprintf("content/schema0/table%d/", i)
		data, lobs := t.data(dir)
		name := fmt.Sprintf("%stable%d", dir, i)
		out = append(out, Member{Name: name + ".xml", Data: data}, Member{Name: name + ".xsd", Data: t.xsd()})
		out = append(out, lobs...)
	}
	// The folder comes last: it has no data descriptor, so that the bytes of the
	// content end before the header begins.
	return append(out, Member{Name: "content/"})
}

const tableNamespace = "http://www.bar.admin.ch/xmlns/siard/2/table.xsd"

// element writes <name>text</name>; empty text is left out.
func element(b *bytes.Buffer, name, text string) {
	if text == "" {
		return
	}
	b.WriteString("<" + name + ">")
	_ = xml.EscapeText(b, []byte(text)) // a bytes.Buffer never fails
	b.WriteString("</" + name + ">\n")
}

// data writes the table and gives its large objects.
func (t Table) data(dir string) ([]byte, []Member) {
	var b bytes.Buffer
	var lobs []Member
	b.WriteString(xml.Header)
	b.WriteString(`<table xmlns="` + tableNamespace + `" version="2.2">` + "\n")
	for r, row := range t.Rows {
		b.WriteString("<row>")
		for c, value := range row {
			name := fmt.Sprintf("c%d", c+1)
			if t.Columns[c].Type != "BLOB" {
				element(&b, name, value)
				continue
			}
			m := Member{Name: fmt.Sprintf("%slob%d/record%d.bin", dir, c+1, r), Data: []byte(value)}
			sum := sha256.Sum256(m.Data)
			fmt.Fprintf(&b, `<%s file="%s" length="%d" digestType="SHA-256" digest="%X"/>`, name, m.Name, len(m.Data), sum)
			lobs = append(lobs, m)
		}
		b.WriteString("</row>\n")
	}
	b.WriteString("</table>\n")
	return b.Bytes(), lobs
}

// xsd writes the schema of the table.
func (t Table) xsd() []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	fmt.Fprintf(&b, `<xs:schema xmlns="%s" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="%s" elementFormDefault="qualified" version="2.2">
<xs:element name="table"><xs:complexType><xs:sequence><xs:element name="row" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
`, tableNamespace, tableNamespace)
	for i, c := range t.Columns {
		fmt.Fprintf(&b, "<xs:element name=\"c%d\" minOccurs=\"0\" type=\"%s\"/>\n", i+1, xsType(c.Type))
	}
	b.WriteString(`</xs:sequence></xs:complexType></xs:element></xs:sequence><xs:attribute name="version" use="required"/></xs:complexType></xs:element>
<xs:complexType name="blobType"><xs:attribute name="file" type="xs:anyURI"/><xs:attribute name="length" type="xs:integer"/><xs:attribute name="digestType"/><xs:attribute name="digest"/></xs:complexType>
</xs:schema>
`)
	return b.Bytes()
}

func xsType(sql string) string {
	name, _, _ := strings.Cut(sql, "(")
	switch name {
	case "INTEGER":
		return "xs:integer"
	case "DECIMAL":
		return "xs:decimal"
	case "DATE":
		return "xs:date"
	case "BOOLEAN":
		return "xs:boolean"
	case "BLOB":
		return "blobType"
	}
	return "xs:string"
}

// header appends the header to the content.
func (p BuildPlan) header(content []Member) []Member {
	version := orElse(p.Version, "2.2")
	out := append(append([]Member(nil), content...), Member{Name: "header/siardversion/" + version + "/"})
	if len(p.XSD) > 0 {
		out = append(out, Member{Name: "header/metadata.xsd", Data: p.XSD})
	}
	return append(out, Member{Name: "header/metadata.xml", Data: p.metadata(version)})
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func (p BuildPlan) metadata(version string) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	fmt.Fprintf(&b, `<siardArchive xmlns="%s" version="%s">`+"\n", Namespace2, version)
	element(&b, "dbname", orElse(p.Database, "Datenbank"))
	element(&b, "dataOwner", orElse(p.Owner, "unbekannt"))
	element(&b, "dataOriginTimespan", orElse(p.Timespan, "unbekannt"))
	element(&b, "producerApplication", "Laufzettel")
	element(&b, "archivalDate", p.Created.Format(time.DateOnly))
	b.WriteString("<schemas><schema>\n")
	element(&b, "name", orElse(p.Schema, "main"))
	element(&b, "folder", "schema0")
	b.WriteString("<tables>\n")
	for i, t := range p.Tables {
		b.WriteString("<table>\n")
		element(&b, "name", t.Name)
		element(&b, "folder", fmt.Sprintf("table%d", i))
		b.WriteString("<columns>\n")
		for _, c := range t.Columns {
			b.WriteString("<column>")
			element(&b, "name", c.Name)
			element(&b, "type", c.Type)
			b.WriteString("</column>\n")
		}
		b.WriteString("</columns>\n")
		element(&b, "rows", fmt.Sprint(len(t.Rows)))
		b.WriteString("</table>\n")
	}
	b.WriteString("</tables>\n</schema></schemas>\n<users><user>")
	element(&b, "name", "laufzettel")
	b.WriteString("</user></users>\n</siardArchive>\n")
	return b.Bytes()
}
