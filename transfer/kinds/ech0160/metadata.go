package ech0160

import (
	"encoding/xml"
	"io"
	"path"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/transfer/xmlwalk"
)

// maxFields bounds the free statements kept of one object.
const maxFields = 500

// submission is what metadata.xml says.
type submission struct {
	namespace, version, typ, pkg string // schemaVersion, paketTyp, xsi:type of the root
	submission, submissionType   string // ablieferungstyp, xsi:type of ablieferung
	fields                       []record.Field
	agency, number, title        string
	files                        []*datei
	byID                         map[string]*datei
	roots                        []*record.Object
	dossiers                     int
}

// datei is one file of the table of contents.
type datei struct {
	id, path, original string
	algorithm, digest  string
	line               int
	used               bool
}

// reader walks metadata.xml.
type reader struct {
	w        *xmlwalk.Walker
	root     string // folder of the package
	at       string // path of metadata.xml
	p        *submission
	findings []check.Finding
	ids      map[string]int
	refs     []reference
	plan     []record.PlanUnit
}

// reference is a dateiRef still to be joined with its file.
type reference struct {
	id   string
	line int
	to   *record.Object
}

func (r *reader) say(f check.Finding) { r.findings = append(r.findings, f) }

// readMetadata reads the document; err is a fault of the document or of reading
// it, and the package as far as it was read comes with it.
func readMetadata(in io.Reader, root, at string) (*submission, []check.Finding, error) {
	r := &reader{w: xmlwalk.New(in, xmlwalk.Limits{}), root: root, at: at, p: &submission{byID: map[string]*datei{}}, ids: map[string]int{}}
	err := r.document()
	r.join()
	return r.p, r.findings, err
}

func (r *reader) document() error {
	el, err := r.w.Root()
	if err != nil {
		return err
	}
	r.p.namespace, r.p.version, r.p.pkg = el.Name.Space, xmlwalk.Attr(el, "schemaVersion"), local(xmlwalk.Attr(el, "type"))
	err = r.w.Children(func(el xml.StartElement) error {
		switch el.Name.Local {
		case "paketTyp":
			return r.text(&r.p.typ)
		case "inhaltsverzeichnis":
			return r.contents("")
		case "ablieferung":
			r.p.submissionType = local(xmlwalk.Attr(el, "type"))
			return r.submission()
		case "archivischerVorgang", "archivischeNotiz", "zusatzDaten", "referenzUebernahmedossier":
			return r.flat(el, "", &r.p.fields)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return r.w.End()
}

func local(qname string) string { return qname[strings.LastIndexByte(qname, ':')+1:] }

func (r *reader) text(to *string) error {
	s, err := r.w.Text()
	*to = s
	return err
}

// contents reads ordner and datei below a folder of the package.
func (r *reader) contents(folder string) error {
	dir := folder
	return r.w.Children(func(el xml.StartElement) error {
		line := r.w.Line()
		switch el.Name.Local {
		case "name":
			name := ""
			if err := r.text(&name); err != nil {
				return err
			}
			if r.usable(name, line) {
				dir = path.Join(folder, name)
			}
		case "ordner":
			return r.contents(dir)
		case "datei":
			return r.file(dir, xmlwalk.Attr(el, "id"), line)
		}
		return nil
	})
}

// usable refuses names that are paths.
func (r *reader) usable(name string, line int) bool {
	if name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\\\x00") {
		r.say(codeName.At(r.at).On(line).Want(wording.Say("want.ech0160.name"), name))
		return false
	}
	return true
}

func (r *reader) file(dir, id string, line int) error {
	d := &datei{id: id, line: line}
	name := ""
	err := r.w.Children(func(el xml.StartElement) error {
		switch el.Name.Local {
		case "name":
			return r.text(&name)
		case "originalName":
			return r.text(&d.original)
		case "pruefalgorithmus":
			return r.text(&d.algorithm)
		case "pruefsumme":
			return r.text(&d.digest)
		}
		return nil
	})
	if err != nil || !r.usable(name, line) {
		return err
	}
	d.path = path.Join(r.root, dir, name)
	r.p.files = append(r.p.files, d)
	r.identify(id, line)
	if id != "" && r.p.byID[id] == nil {
		r.p.byID[id] = d
	}
	return nil
}

// identify tells an id used twice.
func (r *reader) identify(id string, line int) {
	if id == "" {
		return
	}
	if r.ids[id]++; r.ids[id] == 2 {
		r.say(codeIDTwice.At(r.at).On(line).Of(id).Want("", id))
	}
}

// declared gives the digest in canonical form.
func (d *datei) declared(by string) []check.Declared {
	if d.digest == "" {
		return nil
	}
	name := strings.ToLower(d.algorithm)
	if a, ok := fixity.ParseAlgorithm(d.algorithm); ok {
		name = string(a)
	}
	return []check.Declared{{Algorithm: name, Value: strings.ToLower(d.digest), By: by, Line: d.line}}
}

// flat keeps an element of no structure of its own as fields: its text, or that
// of its leaves with their names joined.
func (r *reader) flat(el xml.StartElement, prefix string, to *[]record.Field) error {
	name := prefix + el.Name.Local
	if n := xmlwalk.Attr(el, "name"); n != "" {
		name = prefix + n
	}
	text, err := r.mixed(name, to)
	if err != nil || text == "" || len(*to) >= maxFields {
		return err
	}
	*to = append(*to, record.Field{Name: name, Value: text})
	return nil
}

// mixed reads text or children of an element just entered.
func (r *reader) mixed(name string, to *[]record.Field) (string, error) {
	return r.w.TextOr(func(el xml.StartElement) error { return r.flat(el, name+"/", to) })
}
