package siard

import (
	"encoding/xml"
	"io"
	"strconv"
	"strings"

	"laufzettel/transfer/record"
	"laufzettel/transfer/xmlwalk"
)

// Limits of the metadata kept in memory.
const (
	maxTables = 100_000
	maxFields = 500
)

// archive is what metadata.xml says.
type archive struct {
	namespace, version string
	name, owner        string
	created            string
	lobFolder          string
	digests            []digest
	fields             []record.Field
	timespan           string // dataOriginTimespan
	schemas            []*schemaNode
}

type digest struct {
	algorithm, value string
	line             int
}

type schemaNode struct {
	name, folder string
	line         int
	tables       []*table
}

type table struct {
	schema       *schemaNode
	name, folder string
	description  string
	rows         int64 // declared, -1 = none
	line         int
	columns      []*column
	references   []reference
}

// column is a column or a field of one, with where its large objects lie.
type column struct {
	name, folder string
	fields       []*column
}

type reference struct {
	schema, table string
	line          int
}

// reader walks metadata.xml.
type reader struct {
	w *xmlwalk.Walker
	a *archive
	n int // tables
}

// readMetadata reads the document; err is a fault of it, and what was read so far
// comes with it.
func readMetadata(in io.Reader) (*archive, error) {
	r := &reader{w: xmlwalk.New(in, xmlwalk.Limits{}), a: &archive{}}
	return r.a, r.document()
}

func (r *reader) text(to *string) error {
	s, err := r.w.Text()
	*to = s
	return err
}

func (r *reader) document() error {
	el, err := r.w.Root()
	if err != nil {
		return err
	}
	r.a.namespace, r.a.version = el.Name.Space, xmlwalk.Attr(el, "version")
	err = r.w.Children(func(el xml.StartElement) error {
		switch el.Name.Local {
		case "schemas":
			return r.w.Children(func(el xml.StartElement) error { return r.schema() })
		case "messageDigest":
			return r.digest()
		case "users", "roles", "privileges":
			return nil // validated against the schema, of no use beyond
		}
		return r.statement(el.Name.Local)
	})
	if err != nil {
		return err
	}
	return r.w.End()
}

// labels name the statements on a database in German.
var labels = map[string]string{
	"dbname": "Datenbank", "description": "Beschreibung", "archiver": "Archiviert von", "archiverContact": "Kontakt zur Archivierung",
	"dataOwner": "Dateneigner", "dataOriginTimespan": "Entstehungszeitraum", "lobFolder": "Ordner der Binärobjekte",
	"producerApplication": "Erzeugendes Programm",
	"archivalDate":        "Tag der Archivierung", "clientMachine": "Rechner", "databaseProduct": "Datenbanksystem",
	"connection":   "Verbindung",
	"databaseUser": "Benutzer der Datenbank",
}

// statement keeps a simple statement on the database.
func (r *reader) statement(name string) error {
	var s string
	if err := r.text(&s); err != nil || s == "" {
		return err
	}
	switch name {
	case "dbname":
		r.a.name = s
	case "dataOwner":
		r.a.owner = s
	case "archivalDate":
		r.a.created = s
	case "lobFolder":
		r.a.lobFolder = s
	case "dataOriginTimespan":
		r.a.timespan = s
	}
	if label, known := labels[name]; known {
		name = label
	}
	if len(r.a.fields) < maxFields {
		r.a.fields = append(r.a.fields, record.Field{Name: name, Value: s})
	}
	return nil
}

// digest reads messageDigest: text such as MD5DA01… (1.0, 2.0) or children (2.1
// on).
func (r *reader) digest() error {
	d := digest{line: r.w.Line()}
	text, err := r.w.TextOr(func(el xml.StartElement) error {
		switch el.Name.Local {
		case "digestType":
			return r.text(&d.algorithm)
		case "digest":
			return r.text(&d.value)
		}
		return nil
	})
	if text != "" {
		for _, alg := range []string{"MD5", "SHA1", "SHA-1", "SHA256", "SHA-256", "SHA512", "SHA-512"} {
			if rest, ok := strings.CutPrefix(strings.ToUpper(text), alg); ok {
				d.algorithm, d.value = alg, rest
			}
		}
		if d.algorithm == "" {
			d.value = text
		}
	}
	if d.value != "" {
		r.a.digests = append(r.a.digests, d)
	}
	return err
}

func (r *reader) schema() error {
	s := &schemaNode{line: r.w.Line()}
	r.a.schemas = append(r.a.schemas, s)
	return r.w.Children(func(el xml.StartElement) error {
		switch el.Name.Local {
		case "name":
			return r.text(&s.name)
		case "folder":
			return r.text(&s.folder)
		case "tables":
			return r.w.Children(func(el xml.StartElement) error { return r.table(s) })
		}
		return nil
	})
}

func (r *reader) table(s *schemaNode) error {
	if r.n++; r.n > maxTables {
		return xmlwalk.ErrLimit
	}
	t := &table{schema: s, rows: -1, line: r.w.Line()}
	s.tables = append(s.tables, t)
	return r.w.Children(func(el xml.StartElement) error {
		switch el.Name.Local {
		case "name":
			return r.text(&t.name)
		case "folder":
			return r.text(&t.folder)
		case "description":
			return r.text(&t.description)
		case "columns":
			return r.columns(&t.columns, 0)
		case "foreignKeys":
			return r.foreignKeys(t)
		case "rows":
			var s string
			if err := r.text(&s); err != nil {
				return err
			}
			if n, err := strconv.ParseInt(s, 10, 64); err == nil && n >= 0 {
				t.rows = n
			}
		}
		return nil
	})
}

const maxFieldDepth = 32

// columns reads column or field elements.
func (r *reader) columns(to *[]*column, depth int) error {
	if depth > maxFieldDepth {
		return xmlwalk.ErrLimit
	}
	return r.w.Children(func(xml.StartElement) error {
		c := &column{}
		*to = append(*to, c)
		return r.w.Children(func(el xml.StartElement) error {
			switch el.Name.Local {
			case "name":
				return r.text(&c.name)
			case "folder", "lobFolder":
				return r.text(&c.folder)
			case "fields":
				return r.columns(&c.fields, depth+1)
			}
			return nil
		})
	})
}

func (r *reader) foreignKeys(t *table) error {
	return r.w.Children(func(xml.StartElement) error {
		ref := reference{line: r.w.Line()}
		err := r.w.Children(func(el xml.StartElement) error {
			switch el.Name.Local {
			case "referencedSchema":
				return r.text(&ref.schema)
			case "referencedTable":
				return r.text(&ref.table)
			}
			return nil
		})
		t.references = append(t.references, ref)
		return err
	})
}
