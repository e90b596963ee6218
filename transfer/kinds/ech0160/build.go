package ech0160

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/fixity"
	"laufzettel/transfer/record"
)

// Member is one file of a package to be built.
type Member = fixity.Member

// BuildPlan says what SIP to build.
type BuildPlan struct {
	Name    string // folder of the package, SIP_<date>_<agency>_<reference>
	Version string // schemaVersion, default 4.2
	Files   bool   // FILES instead of GEVER
	Agency  string
	Number  string // Ablieferungsnummer
	System  string // name of the Ordnungssystem
	Roots   []*record.Object
	Content []Member // by the names of the primary files in Roots
	Schemas []Member // header/xsd, as published; none are built in
}

// Build gives all files of a SIP: metadata.xml, the schemas handed over and the
// content under content/d…/p…. Cases become dossiers in dossiers, because arelda
// hangs documents at dossiers only. Errors: those of a stream.
func Build(p BuildPlan) ([]Member, error) {
	if p.Version == "" {
		p.Version = "4.2"
	}
	if p.System == "" {
		p.System = "Aktenplan"
	}
	w := &writer{plan: p, content: map[string]Member{}, ids: map[string]string{}, idOf: map[string]string{}}
	for _, m := range p.Content {
		w.content[m.Name] = m
	}
	for _, m := range p.Schemas {
		m.Name = "header/xsd/" + path.Base(m.Name)
		w.members = append(w.members, m)
	}
	for i, r := range p.Roots {
		w.place(r, fmt.Sprintf("content/d%06d", i+1))
	}
	if err := w.metadata(); err != nil {
		return nil, err
	}
	out := append([]Member{{Name: "header/metadata.xml", Data: w.b.Bytes()}}, w.members...)
	for i := range out {
		out[i].Name = path.Join(p.Name, out[i].Name)
	}
	return out, nil
}

// writer writes metadata.xml in the order the schema wants.
type writer struct {
	plan    BuildPlan
	b       bytes.Buffer
	content map[string]Member
	members []Member          // in the order of the table of contents
	ids     map[string]string // primary file name → id of its datei
	idOf    map[string]string // path in the package → the same id
	n       int
}

// place gives every primary file of a dossier its place in the package.
func (w *writer) place(o *record.Object, dir string) {
	for x := range record.All([]*record.Object{o}) {
		for f := range x.Files() {
			m, ok := w.content[f.Name]
			if !ok || w.ids[f.Name] != "" {
				continue
			}
			w.n++
			w.ids[f.Name] = fmt.Sprintf("_datei%06d", w.n)
			m.Name = fmt.Sprintf("%s/p%06d%s", dir, w.n, strings.ToLower(path.Ext(f.Name)))
			w.idOf[m.Name] = w.ids[f.Name]
			w.members = append(w.members, m)
		}
	}
}

func (w *writer) open(name string, attrs ...string) {
	w.b.WriteString("<" + name)
	for i := 0; i+1 < len(attrs); i += 2 {
		w.b.WriteString(" " + attrs[i] + `="`)
		w.escape(attrs[i+1])
		w.b.WriteString(`"`)
	}
	w.b.WriteString(">")
}

func (w *writer) close(name string) { w.b.WriteString("</" + name + ">\n") }

func (w *writer) escape(s string) { _ = xml.EscapeText(&w.b, []byte(s)) } // a bytes.Buffer never fails

// leaf writes an element with text; empty ones are left out.
func (w *writer) leaf(name, text string) {
	if text != "" {
		w.open(name)
		w.escape(text)
		w.close(name)
	}
}

func (w *writer) metadata() error {
	kind := "Gever"
	if w.plan.Files {
		kind = "Files"
	}
	w.b.WriteString(xml.Header)
	w.open("paket", "xmlns", Namespace, "xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance", "xsi:schemaLocation", Namespace+
		" xsd/arelda.xsd", "xsi:type", "paketSIP", "schemaVersion", w.plan.Version)
	w.leaf("paketTyp", "SIP")
	w.open("inhaltsverzeichnis")
	if err := w.folders(); err != nil {
		return err
	}
	w.close("inhaltsverzeichnis")
	w.open("ablieferung", "xsi:type", "ablieferung"+kind+"SIP")
	w.leaf("ablieferungstyp", strings.ToUpper(kind))
	w.leaf("ablieferndeStelle", w.plan.Agency)
	w.leaf("ablieferungsnummer", w.plan.Number)
	w.open("provenienz")
	w.leaf("aktenbildnerName", w.plan.Agency)
	w.leaf("registratur", w.plan.System)
	w.close("provenienz")
	w.open("ordnungssystem")
	w.leaf("name", w.plan.System)
	w.positions()
	w.close("ordnungssystem")
	w.close("ablieferung")
	w.close("paket")
	return nil
}

// positions writes one position per plan unit of the roots.
func (w *writer) positions() {
	var units []record.PlanUnit
	for _, r := range w.plan.Roots {
		if !slices.Contains(units, r.Plan) {
			units = append(units, r.Plan)
		}
	}
	for i, u := range units {
		w.open("ordnungssystemposition", "id", fmt.Sprintf("_position%d", i+1))
		w.leaf("nummer", orElse(u.Reference, fmt.Sprint(i+1)))
		w.leaf("titel", orElse(u.Title, "ohne Titel"))
		for _, r := range w.plan.Roots {
			if r.Plan == u {
				w.dossier(r)
			}
		}
		w.close("ordnungssystemposition")
	}
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func (w *writer) dossier(o *record.Object) {
	w.open("dossier", "id", "_"+o.ID)
	w.leaf("titel", orElse(o.Subject, o.Reference))
	w.leaf("erscheinungsform", "digital")
	w.leaf("federfuehrendeOrganisationseinheit", o.LeadUnit)
	w.open("entstehungszeitraum")
	for _, end := range [][2]string{{"von", string(o.Span.From)}, {"bis", string(o.Span.To)}} {
		w.open(end[0])
		w.leaf("datum", orElse(end[1], "keine Angabe"))
		w.close(end[0])
	}
	w.close("entstehungszeitraum")
	w.leaf("bemerkung", o.Note)
	if o.Reference != "" || !w.plan.Files {
		w.leaf("aktenzeichen", orElse(o.Reference, "ohne"))
	}
	for _, c := range o.Children {
		if c.Kind != record.Document {
			w.dossier(c)
		}
	}
	for _, c := range o.Children {
		if c.Kind == record.Document {
			w.document(c)
		}
	}
	w.close("dossier")
}

func (w *writer) document(o *record.Object) {
	w.open("dokument", "id", "_"+o.ID)
	w.leaf("titel", orElse(o.Subject, o.ID))
	w.leaf("erscheinungsform", "digital")
	w.leaf("dokumenttyp", o.Type)
	if o.Date != "" {
		w.open("registrierdatum")
		w.leaf("datum", string(o.Date))
		w.close("registrierdatum")
	}
	for f := range o.Files() {
		w.leaf("dateiRef", w.ids[f.Name])
	}
	w.close("dokument")
}

// folders writes the table of contents: header, then content folder by folder.
func (w *writer) folders() error {
	byDir := map[string][]int{}
	var dirs []string
	for i, m := range w.members {
		dir := path.Dir(m.Name)
		if byDir[dir] == nil {
			dirs = append(dirs, dir)
		}
		byDir[dir] = append(byDir[dir], i)
	}
	slices.Sort(dirs)
	for _, top := range []string{"header", "content"} {
		w.open("ordner")
		w.leaf("name", top)
		w.leaf("originalName", top)
		for _, dir := range dirs {
			if path.Dir(dir) != top {
				continue
			}
			w.open("ordner")
			w.leaf("name", path.Base(dir))
			w.leaf("originalName", path.Base(dir))
			for _, i := range byDir[dir] {
				if err := w.datei(w.members[i], i); err != nil {
					return err
				}
			}
			w.close("ordner")
		}
		w.close("ordner")
	}
	return nil
}

func (w *writer) datei(m Member, i int) error {
	k, err := m.Measure(fixity.SHA512)
	if err != nil {
		return err
	}
	id := w.idOf[m.Name]
	if id == "" {
		id = fmt.Sprintf("_schema%03d", i)
	}
	w.open("datei", "id", id)
	w.leaf("name", path.Base(m.Name))
	w.leaf("originalName", path.Base(m.Name))
	w.leaf("pruefalgorithmus", "SHA-512")
	w.leaf("pruefsumme", k.Digests[string(fixity.SHA512)])
	w.close("datei")
	return nil
}
