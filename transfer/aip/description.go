package aip

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"laufzettel/transfer/mapping"
	"laufzettel/transfer/mets"
	"laufzettel/transfer/record"
	"laufzettel/transfer/xmlwalk"
)

// Namespace of the description document.
const Namespace = "urn:laufzettel:aip:description:1"

// Kinds of packages.
const (
	KindAIP       = "aip"
	KindAccession = "accession"
)

// Description is what a package says about its content, and at the same time the
// record for the catalog (A16, A20): it is built from a Spec before packaging and
// read back from the package, with equal results.
type Description struct {
	Kind           string
	PID            string
	ReferenceCode  string
	AccessionID    string
	EarlierPID     string
	Administrative []mapping.Value // MAPPING-2
	Closure        *Closure
	Decisions      []Decision
	Relations      []Relation  // packages that belong to this one
	Objects        []*Entry    // MAPPING-3; context parents outermost
	Files          []FileEntry // files of the accession package
	Packages       []Link      // packages of the accession
}

// Entry is one object of the record tree with its MAPPING-3 fields.
type Entry struct {
	ID       string
	Kind     record.Kind
	Number   string
	Context  bool // a parent outside the package, shown for context
	Fields   []mapping.Value
	Files    []FileEntry
	Children []*Entry
}

// FileEntry is one file with its MAPPING-4 fields.
type FileEntry struct {
	Path   string // inside the package, from its root folder
	Fields []mapping.Value
}

// KindFolder and KindFiles are what people call the objects of a file share: it has no
// cases and no files of an office, though it is described by the same objects.
const (
	KindFolder = "folder"
	KindFiles  = "files" // those that lie in a folder directly
)

// statedPath is the field that only folders of a file share have: their path there.
const statedPath = "Pfad"

// folder reports whether an entry is a folder of a file share, or the share itself.
func (e *Entry) folder() bool {
	return e.Kind != record.Document && (e.Field(statedPath).Value != "" || e.flat() ||
		slices.ContainsFunc(e.Children, func(c *Entry) bool { return c.folder() || c.files() }))
}

// flat reports whether an entry is a share without folders: its reference is its id, and its
// files are numbered after it.
func (e *Entry) flat() bool {
	return e.Kind == record.Case && e.ID == e.Field("reference").Value && len(e.Children) > 0 &&
		!slices.ContainsFunc(e.Children, func(c *Entry) bool {
			return c.Kind != record.Document || c.Number == "" || c.ID != e.ID+"-"+c.Number
		})
}

// files reports whether an entry stands for the files that lie in a folder directly: its id
// and its reference are those of the folder with the same ending.
func (e *Entry) files() bool {
	return e.Kind == record.Case && e.Number != "" && strings.HasSuffix(e.ID, "-D"+e.Number) &&
		strings.HasSuffix(e.Field("reference").Value, "/D"+e.Number) && e.Field(statedPath).Value == ""
}

// Called gives what people call an entry: its kind, or what it is in a file share.
func (e *Entry) Called() string {
	switch {
	case e.files():
		return KindFiles
	case e.folder():
		return KindFolder
	}
	return string(e.Kind)
}

// Folder gives where a document lay in its file share, "" where it lay at its top or comes from
// none: files of a share are often called alike.
func (d Document) Folder() string {
	for _, e := range slices.Backward(d.Parents) {
		if at := e.Field(statedPath).Value; at != "" {
			return at
		}
	}
	return ""
}

// Field gives the value of a field, "" where there is none.
func (e *Entry) Field(name string) mapping.Value {
	for _, v := range e.Fields {
		if v.Name == name {
			return v
		}
	}
	return mapping.Value{Name: name}
}

func describe(s *Spec) Description {
	m, scope := s.Profile.Mapping.InForce(), s.scope()
	levels := map[record.Kind]map[string]string{}
	for _, kind := range []record.Kind{record.Dossier, record.Case, record.Document} {
		levels[kind] = mapping.Level(m.Descriptive, kind)
	}
	d := Description{
		Kind: KindAIP, PID: s.PID, ReferenceCode: s.ReferenceCode, AccessionID: s.Accession.ID, EarlierPID: s.EarlierPID,
		Administrative: scope.of(s.Object, nil).Values(m.AIP), Closure: ClosureOf(s), Decisions: s.Decisions,
	}
	for _, r := range s.Relations {
		r.Title = orElse(mapping.Legible(r.Title), r.PID)
		d.Relations = append(d.Relations, r)
	}
	byObject := map[string][]*File{}
	for i := range s.Files {
		f := &s.Files[i]
		byObject[f.Object] = append(byObject[f.Object], f)
	}
	into := &d.Objects
	for _, o := range s.Chain {
		e := &Entry{ID: orElse(mapping.Legible(o.ID), "ohne-id"), Kind: o.Kind, Number: mapping.Legible(o.Number), Context: true,
			Fields: scope.of(o, nil).Values(levels[o.Kind])}
		*into = append(*into, e)
		into = &e.Children
	}
	unnamed := 0
	var add func(o *record.Object) *Entry
	add = func(o *record.Object) *Entry {
		id := mapping.Legible(o.ID)
		if id == "" { // other kinds than xdomea may name no id
			unnamed++
			id = fmt.Sprintf("ohne-id-%d", unnamed)
		}
		e := &Entry{ID: id, Kind: o.Kind, Number: mapping.Legible(o.Number), Context: o.ContextOnly,
			Fields: scope.of(o, nil).Values(levels[o.Kind])}
		for _, f := range byObject[o.ID] {
			e.Files = append(e.Files, FileEntry{Path: dataFolder + f.Path, Fields: scope.of(o, f).Values(m.Technical)})
		}
		delete(byObject, o.ID)
		for _, c := range o.Children {
			e.Children = append(e.Children, add(c))
		}
		return e
	}
	if s.Object != nil {
		*into = append(*into, add(s.Object))
	}
	for _, f := range s.Files { // files that no object of the tree claims
		if _, left := byObject[f.Object]; left {
			d.Files = append(d.Files, FileEntry{Path: dataFolder + f.Path, Fields: scope.of(nil, &f).Values(m.Technical)})
		}
	}
	return d
}

// xml writes the description document of a package with so many files.
func (d Description) xml(files int) []byte {
	w := newXML(descriptionRoom * files)
	w.Start("description", "xmlns", Namespace, "version", FormatVersion, "kind", d.Kind, "pid", d.PID,
		"referenceCode", d.ReferenceCode, "accession", d.AccessionID, "earlier", d.EarlierPID)
	w.Start("administrative")
	writeFields(w, d.Administrative)
	w.End()
	if c := d.Closure; c != nil {
		w.Leaf("closure", "", "until", c.Until, "description", truth(c.Description), "cautious", truth(c.Cautious))
	}
	for _, x := range d.Decisions {
		w.Leaf("decision", x.Text, "kind", x.Kind, "code", x.Code, "path", x.Path, "person", x.Person, "time", mapping.Stamp(x.Time))
	}
	for _, r := range d.Relations {
		w.Leaf("relation", r.Title, "kind", r.Kind, "pid", r.PID, "referenceCode", r.ReferenceCode)
	}
	for _, e := range d.Objects {
		e.write(w)
	}
	writeFiles(w, d.Files)
	for _, l := range d.Packages {
		w.Leaf("package", "", "pid", l.PID, "referenceCode", l.ReferenceCode, "sha512", l.SHA512)
	}
	w.End()
	return w.Bytes()
}

func (e *Entry) write(w *mets.Writer) {
	w.Start("object", "id", e.ID, "kind", string(e.Kind), "number", e.Number, "context", truth(e.Context))
	writeFields(w, e.Fields)
	writeFiles(w, e.Files)
	for _, c := range e.Children {
		c.write(w)
	}
	w.End()
}

func writeFields(w *mets.Writer, fields []mapping.Value) {
	for _, v := range fields {
		w.Leaf("field", v.Value, "name", v.Name, "derived", truth(v.Derived))
	}
}

func writeFiles(w *mets.Writer, files []FileEntry) {
	for _, f := range files {
		w.Start("file", "path", f.Path)
		writeFields(w, f.Fields)
		w.End()
	}
}

func truth(b bool) string {
	if b {
		return "true"
	}
	return ""
}

// The shapes encoding/xml reads the description into.
type (
	xField struct {
		Name    string `xml:"name,attr"`
		Derived bool   `xml:"derived,attr"`
		Value   string `xml:",chardata"`
	}
	xFile struct {
		Path   string   `xml:"path,attr"`
		Fields []xField `xml:"field"`
	}
	xObject struct {
		ID      string    `xml:"id,attr"`
		Kind    string    `xml:"kind,attr"`
		Number  string    `xml:"number,attr"`
		Context bool      `xml:"context,attr"`
		Fields  []xField  `xml:"field"`
		Files   []xFile   `xml:"file"`
		Objects []xObject `xml:"object"`
	}
	xDescription struct {
		XMLName   xml.Name `xml:"urn:laufzettel:aip:description:1 description"`
		Kind      string   `xml:"kind,attr"`
		PID       string   `xml:"pid,attr"`
		Reference string   `xml:"referenceCode,attr"`
		Accession string   `xml:"accession,attr"`
		Earlier   string   `xml:"earlier,attr"`
		Admin     []xField `xml:"administrative>field"`
		Closure   *struct {
			Until       string `xml:"until,attr"`
			Description bool   `xml:"description,attr"`
			Cautious    bool   `xml:"cautious,attr"`
		} `xml:"closure"`
		Decisions []struct {
			Kind   string `xml:"kind,attr"`
			Code   string `xml:"code,attr"`
			Path   string `xml:"path,attr"`
			Person string `xml:"person,attr"`
			Time   string `xml:"time,attr"`
			Text   string `xml:",chardata"`
		} `xml:"decision"`
		Relations []struct {
			Kind      string `xml:"kind,attr"`
			PID       string `xml:"pid,attr"`
			Reference string `xml:"referenceCode,attr"`
			Title     string `xml:",chardata"`
		} `xml:"relation"`
		Objects  []xObject `xml:"object"`
		Files    []xFile   `xml:"file"`
		Packages []struct {
			PID       string `xml:"pid,attr"`
			Reference string `xml:"referenceCode,attr"`
			SHA512    string `xml:"sha512,attr"`
		} `xml:"package"`
	}
)

// parseDescription reads a description that was validated before: its depth is
// bounded by the validator's limit.
func parseDescription(b []byte) (Description, error) {
	var x xDescription
	if err := xmlwalk.Read(bytes.NewBuffer(b), maxMetadata, nil, &x); err != nil {
		return Description{}, fmt.Errorf("read description: %w", err)
	}
	d := Description{Kind: x.Kind, PID: x.PID, ReferenceCode: x.Reference, AccessionID: x.Accession, EarlierPID: x.Earlier,
		Administrative: values(x.Admin), Files: fileEntries(x.Files)}
	if x.Closure != nil {
		d.Closure = &Closure{Until: x.Closure.Until, Description: x.Closure.Description, Cautious: x.Closure.Cautious}
	}
	for _, c := range x.Decisions {
		d.Decisions = append(d.Decisions, Decision{Kind: c.Kind, Text: c.Text, Code: c.Code, Path: c.Path, Person: c.Person,
			Time: parseStamp(c.Time)})
	}
	for _, r := range x.Relations {
		d.Relations = append(d.Relations, Relation{Kind: r.Kind, PID: r.PID, ReferenceCode: r.Reference, Title: strings.TrimSpace(r.Title)})
	}
	for _, o := range x.Objects {
		d.Objects = append(d.Objects, o.entry())
	}
	for _, p := range x.Packages {
		d.Packages = append(d.Packages, Link{PID: p.PID, ReferenceCode: p.Reference, SHA512: p.SHA512})
	}
	return d, nil
}

func (x xObject) entry() *Entry {
	e := &Entry{ID: x.ID, Kind: record.Kind(x.Kind), Number: x.Number, Context: x.Context, Fields: values(x.Fields),
		Files: fileEntries(x.Files)}
	for _, c := range x.Objects {
		e.Children = append(e.Children, c.entry())
	}
	return e
}

func values(in []xField) []mapping.Value {
	var out []mapping.Value
	for _, f := range in {
		out = append(out, mapping.Value{Name: f.Name, Value: strings.TrimSpace(f.Value), Derived: f.Derived})
	}
	return out
}

func fileEntries(in []xFile) []FileEntry {
	var out []FileEntry
	for _, f := range in {
		out = append(out, FileEntry{Path: f.Path, Fields: values(f.Fields)})
	}
	return out
}
