package siard

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/xmlwalk"
)

// Database is what header/metadata.xml says of a database.
type Database struct {
	Version    string // "1.0", "2.2"
	Name       string
	LobFolder  string
	Statements []Statement // in the order of the document
	Schemas    []*Schema
}

// Statement is one simple statement on the database.
type Statement struct{ Name, Value string }

// Schema is a schema with its tables.
type Schema struct {
	Name, Folder string
	Tables       []*Table
}

// Table is the description of a table.
type Table struct {
	Schema, SchemaFolder string
	Name, Folder         string
	Description          string
	Columns              []*Column
	PrimaryKey           []string // columns
	Candidates           [][]string
	ForeignKeys          []ForeignKey
	Declared             int64 // rows, -1 = none declared
}

// Column is a column of a table or a field of a structured one.
type Column struct {
	Name, Type, Description string
	Nullable                bool
	Folder                  string // of its large objects
	Fields                  []*Column
}

// ForeignKey is a reference to another table.
type ForeignKey struct {
	Name, Schema, Table string
	Columns, Referenced []string
}

func (t *Table) dir() string { return t.SchemaFolder + "/" + t.Folder }

// keyWords writes the keys for people.
func (t *Table) keyWords() string {
	var parts []string
	if len(t.PrimaryKey) > 0 {
		parts = append(parts, "Primärschlüssel "+strings.Join(t.PrimaryKey, ", "))
	}
	for _, k := range t.Candidates {
		parts = append(parts, "eindeutig "+strings.Join(k, ", "))
	}
	for _, f := range t.ForeignKeys {
		to := f.Table
		if f.Schema != "" && f.Schema != t.Schema {
			to = f.Schema + "." + f.Table
		}
		parts = append(parts, fmt.Sprintf("%s → %s (%s)", strings.Join(f.Columns, ", "), to, strings.Join(f.Referenced, ", ")))
	}
	return strings.Join(parts, "; ")
}

// Role tells of a column whether it is a key: "PK", "FK → table" or "".
func (t *Table) Role(column string) string {
	var out []string
	if slices.Contains(t.PrimaryKey, column) {
		out = append(out, "PK")
	}
	for _, f := range t.ForeignKeys {
		if slices.Contains(f.Columns, column) {
			out = append(out, "FK → "+f.Table)
		}
	}
	return strings.Join(out, ", ")
}

// metaReader walks metadata.xml.
type metaReader struct {
	w *xmlwalk.Walker
	d *Database
	n int
}

func (d *Database) read(in io.Reader) error {
	r := &metaReader{w: xmlwalk.New(in, xmlwalk.Limits{}), d: d}
	el, err := r.w.Root()
	if err != nil {
		return err
	}
	if el.Name.Local != "siardArchive" {
		return fmt.Errorf("das Wurzelelement ist %s statt siardArchive", el.Name.Local)
	}
	d.Version = xmlwalk.Attr(el, "version")
	return r.w.Children(func(el xml.StartElement) error {
		switch el.Name.Local {
		case "schemas":
			return r.w.Children(func(xml.StartElement) error { return r.schema() })
		case "messageDigest", "users", "roles", "privileges":
			return nil
		}
		var s string
		if err := r.text(&s); err != nil || s == "" {
			return err
		}
		switch el.Name.Local {
		case "dbname":
			d.Name = s
			return nil
		case "lobFolder":
			d.LobFolder = s
		}
		if len(d.Statements) < 200 {
			d.Statements = append(d.Statements, Statement{el.Name.Local, s})
		}
		return nil
	})
}

func (r *metaReader) text(to *string) error {
	s, err := r.w.Text()
	*to = s
	return err
}

func (r *metaReader) schema() error {
	s := &Schema{}
	r.d.Schemas = append(r.d.Schemas, s)
	err := r.w.Children(func(el xml.StartElement) error {
		switch el.Name.Local {
		case "name":
			return r.text(&s.Name)
		case "folder":
			return r.text(&s.Folder)
		case "tables":
			return r.w.Children(func(xml.StartElement) error { return r.table(s) })
		}
		return nil
	})
	for _, t := range s.Tables {
		t.Schema, t.SchemaFolder = s.Name, s.Folder
	}
	return err
}

func (r *metaReader) table(s *Schema) error {
	if r.n++; r.n > maxTables {
		return errTables
	}
	t := &Table{Declared: -1}
	s.Tables = append(s.Tables, t)
	return r.w.Children(func(el xml.StartElement) error {
		switch el.Name.Local {
		case "name":
			return r.text(&t.Name)
		case "folder":
			return r.text(&t.Folder)
		case "description":
			return r.text(&t.Description)
		case "columns":
			return r.columns(&t.Columns, 0)
		case "primaryKey":
			return r.key(&t.PrimaryKey)
		case "candidateKeys":
			return r.w.Children(func(xml.StartElement) error {
				var k []string
				err := r.key(&k)
				t.Candidates = append(t.Candidates, k)
				return err
			})
		case "foreignKeys":
			return r.w.Children(func(xml.StartElement) error { return r.foreignKey(t) })
		case "rows":
			var n string
			if err := r.text(&n); err != nil {
				return err
			}
			if v, err := strconv.ParseInt(n, 10, 64); err == nil && v >= 0 {
				t.Declared = v
			}
		}
		return nil
	})
}

const maxDepth = 32

// columns reads column or field elements.
func (r *metaReader) columns(to *[]*Column, depth int) error {
	if depth > maxDepth {
		return xmlwalk.ErrLimit
	}
	return r.w.Children(func(xml.StartElement) error {
		c := &Column{Nullable: true}
		*to = append(*to, c)
		return r.w.Children(func(el xml.StartElement) error {
			switch el.Name.Local {
			case "name":
				return r.text(&c.Name)
			case "type":
				return r.text(&c.Type)
			case "typeOriginal", "typeName":
				if c.Type == "" {
					return r.text(&c.Type)
				}
			case "nullable":
				var s string
				err := r.text(&s)
				c.Nullable = s != "false"
				return err
			case "description":
				return r.text(&c.Description)
			case "folder", "lobFolder":
				return r.text(&c.Folder)
			case "fields":
				return r.columns(&c.Fields, depth+1)
			}
			return nil
		})
	})
}

// key reads the columns of a primary or candidate key.
func (r *metaReader) key(to *[]string) error {
	return r.w.Children(func(el xml.StartElement) error {
		if el.Name.Local != "column" {
			return nil
		}
		var s string
		err := r.text(&s)
		*to = append(*to, s)
		return err
	})
}

func (r *metaReader) foreignKey(t *Table) error {
	var f ForeignKey
	err := r.w.Children(func(el xml.StartElement) error {
		switch el.Name.Local {
		case "name":
			return r.text(&f.Name)
		case "referencedSchema":
			return r.text(&f.Schema)
		case "referencedTable":
			return r.text(&f.Table)
		case "reference":
			return r.w.Children(func(el xml.StartElement) error {
				var s string
				if err := r.text(&s); err != nil {
					return err
				}
				switch el.Name.Local {
				case "column":
					f.Columns = append(f.Columns, s)
				case "referenced":
					f.Referenced = append(f.Referenced, s)
				}
				return nil
			})
		}
		return nil
	})
	t.ForeignKeys = append(t.ForeignKeys, f)
	return err
}
