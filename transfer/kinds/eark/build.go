package eark

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"mime"
	"path"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/fixity"
)

// Member is one file of a package to be built.
type Member = fixity.Member

// Representation is one representation with its data.
type Representation struct {
	Name string
	Data []Member // names below data
}

// BuildPlan says what package to build: a SIP after E-ARK SIP 2.1.
type BuildPlan struct {
	Name            string // OBJID and folder
	Title           string
	Agency          string // submitting organisation
	AgencyID        string
	Contact         string
	Created         time.Time
	Descriptive     []Member // names below metadata/descriptive
	Documentation   []Member
	Schemas         []Member // as published; none are built in
	Representations []Representation
	// Provenance, where set, makes the package state what the SHOULD and MAY rules
	// of CSIP and SIP ask for: origin, agreements, PREMIS, formats.
	Provenance *Provenance
}

// Build gives all files of the package: METS of the package and of every
// representation, with size and SHA-256 of every file; with a provenance also PREMIS
// and, where none is given, a description in Dublin Core for each. Errors: those of
// a stream.
func Build(p BuildPlan) ([]Member, error) {
	b := &builder{plan: p, at: p.Created.UTC().Format("2006-01-02T15:04:05Z")}
	var root []group
	for _, g := range []struct {
		use, folder string
		members     []Member
	}{{"Documentation", "documentation", p.Documentation}, {"Schemas", "schemas", p.Schemas}} {
		if made, err := b.group(g.use, g.folder, "", g.members); err != nil {
			return nil, err
		} else if len(made.files) > 0 {
			root = append(root, made)
		}
	}
	descriptive, err := b.descriptive("", p.Name, p.Title, p.Descriptive)
	if err != nil {
		return nil, err
	}
	for _, r := range p.Representations {
		g, err := b.representation(r)
		if err != nil {
			return nil, err
		}
		root = append(root, g)
	}
	preservation, err := b.preservation("", p.Name, append([]group{descriptive}, root...))
	if err != nil {
		return nil, err
	}
	mets := b.mets(p.Name, sections{descriptive, preservation, root}, true)
	out := append([]Member{{Name: "METS.xml", Data: mets}}, b.members...)
	for i := range out {
		out[i].Name = path.Join(p.Name, out[i].Name)
	}
	return out, nil
}

type builder struct {
	plan    BuildPlan
	at      string
	members []Member
	n       int
}

// group is a file group or a set of metadata files.
type group struct {
	id, use string
	rep     string // path of the METS document of a representation
	files   []described
}

type described struct {
	id, href, digest string
	size             int64
	owner            string // name where it comes from
	format           check.Format
}

// sections are the parts of one METS document.
type sections struct {
	descriptive, preservation group
	groups                    []group
}

// group takes in files and describes them; hrefs are relative to base.
func (b *builder) group(use, folder, base string, members []Member) (group, error) {
	b.n++
	g := group{id: fmt.Sprintf("group-%d", b.n), use: use}
	for _, m := range members {
		owner := m.Name
		m.Name = path.Join(folder, m.Name)
		d, err := b.describe(m, m.Name)
		if err != nil {
			return g, err
		}
		d.owner, d.format = owner, b.formatOf(path.Join(base, m.Name))
		g.files = append(g.files, d)
		m.Name = path.Join(base, m.Name)
		b.members = append(b.members, m)
	}
	return g, nil
}

func (b *builder) describe(m Member, href string) (described, error) {
	k, err := m.Measure(fixity.SHA256)
	b.n++
	return described{id: fmt.Sprintf("file-%d", b.n), href: href, size: k.Size, digest: k.Digests[string(fixity.SHA256)]}, err
}

// representation writes its METS document and gives the group that names it.
func (b *builder) representation(r Representation) (group, error) {
	base := "representations/" + r.Name
	data, err := b.group("Data", "data", base, r.Data)
	if err != nil {
		return group{}, err
	}
	doc := sections{groups: []group{data}}
	if b.plan.Provenance != nil {
		if doc.descriptive, err = b.descriptive(base, r.Name, b.plan.Title+" – "+r.Name, nil); err != nil {
			return group{}, err
		}
		if doc.preservation, err = b.preservation(base, r.Name, []group{doc.descriptive, data}); err != nil {
			return group{}, err
		}
	}
	m := Member{Name: base + "/METS.xml", Data: b.mets(r.Name, doc, false)}
	b.members = append(b.members, m)
	d, err := b.describe(m, m.Name)
	d.owner, d.format = m.Name, xmlFormat
	b.n++
	return group{id: fmt.Sprintf("group-%d", b.n), use: "Representations/" + r.Name, rep: m.Name, files: []described{d}}, err
}

// writer of one METS document.
type metsWriter struct{ bytes.Buffer }

// el writes a start tag (or an empty element) with attributes in pairs; empty
// values are left out.
func (w *metsWriter) el(name string, empty bool, attrs ...string) {
	w.WriteString("<" + name)
	for i := 0; i+1 < len(attrs); i += 2 {
		if attrs[i+1] == "" {
			continue
		}
		w.WriteString(" " + attrs[i] + `="`)
		_ = xml.EscapeText(&w.Buffer, []byte(attrs[i+1])) // a bytes.Buffer never fails
		w.WriteString(`"`)
	}
	if empty {
		w.WriteString("/")
	}
	w.WriteString(">\n")
}

func (w *metsWriter) leaf(name, text string, attrs ...string) {
	w.el(name, false, attrs...)
	w.Truncate(w.Len() - 1)
	_ = xml.EscapeText(&w.Buffer, []byte(text))
	w.WriteString("</" + name + ">\n")
}

func (b *builder) mets(id string, s sections, root bool) []byte {
	w := &metsWriter{}
	w.WriteString(xml.Header)
	profile := "https://earkcsip.dilcis.eu/profile/E-ARK-CSIP.xml"
	if root {
		profile = "https://earksip.dilcis.eu/profile/E-ARK-SIP.xml"
	}
	w.el("mets", false, "xmlns", Namespace, "xmlns:csip", "https://DILCIS.eu/XML/METS/CSIPExtensionMETS", "xmlns:sip", "https://DILCIS.eu/XML/METS/SIPExtensionMETS", "xmlns:xlink", "http://www.w3.org/1999/xlink",
		"OBJID", id, "LABEL", b.plan.Title, "TYPE", "Mixed", "csip:CONTENTINFORMATIONTYPE", "MIXED", "PROFILE", profile)
	b.header(w, root)
	for _, f := range s.descriptive.files {
		w.el("dmdSec", false, "ID", "dmd-"+f.id, "CREATED", b.at, "STATUS", "CURRENT")
		b.reference(w, f, standardOf(f.href))
		w.WriteString("</dmdSec>\n")
	}
	b.administrative(w, s.preservation)
	if len(s.groups) > 0 {
		w.el("fileSec", false, "ID", "fileSec")
		for _, g := range s.groups {
			b.fileGroup(w, g, s)
		}
		w.WriteString("</fileSec>\n")
	}
	b.structMap(w, id, s)
	w.WriteString("</mets>\n")
	return w.Bytes()
}

// reference points from a section to its metadata file.
func (b *builder) reference(w *metsWriter, f described, standard string) {
	w.el("mdRef", true, "LOCTYPE", "URL", "xlink:type", "simple", "xlink:href", f.href, "MDTYPE", standard, "MIMETYPE", f.mime(), "SIZE", fmt.Sprint(f.size), "CREATED", b.at, "CHECKSUM", f.digest, "CHECKSUMTYPE", "SHA-256")
}

func (b *builder) fileGroup(w *metsWriter, g group, s sections) {
	kind := ""
	if g.rep != "" {
		kind = "MIXED"
	}
	dmd, adm := s.descriptive.refs("dmd-"), s.preservation.admin()
	full := b.plan.Provenance != nil
	if !full {
		dmd, adm = "", ""
	}
	w.el("fileGrp", false, "ID", g.id, "USE", g.use, "csip:CONTENTINFORMATIONTYPE", kind, "ADMID", adm)
	for _, f := range g.files {
		attrs := []string{"ID", f.id, "MIMETYPE", f.mime(), "SIZE", fmt.Sprint(f.size), "CREATED", b.at, "CHECKSUM", f.digest, "CHECKSUMTYPE", "SHA-256"}
		if full {
			attrs = append(attrs, "OWNERID", f.owner, "ADMID", adm, "DMDID", dmd)
			attrs = append(attrs, formatAttrs(f.format)...)
		}
		w.el("file", false, attrs...)
		w.el("FLocat", true, "LOCTYPE", "URL", "xlink:type", "simple", "xlink:href", f.href)
		w.WriteString("</file>\n")
	}
	w.WriteString("</fileGrp>\n")
}

func (b *builder) header(w *metsWriter, root bool) {
	w.el("metsHdr", false, "CREATEDATE", b.at, "LASTMODDATE", b.at, "RECORDSTATUS", "NEW", "csip:OAISPACKAGETYPE", "SIP")
	w.el("agent", false, "ROLE", "CREATOR", "TYPE", "OTHER", "OTHERTYPE", "SOFTWARE")
	w.leaf("name", "Laufzettel")
	w.leaf("note", "1", "csip:NOTETYPE", "SOFTWARE VERSION")
	w.WriteString("</agent>\n")
	if root && b.plan.Agency != "" {
		w.agent("CREATOR", "ORGANIZATION", b.plan.Agency, b.plan.AgencyID)
	}
	if root && b.plan.Contact != "" {
		w.el("agent", false, "ROLE", "CREATOR", "TYPE", "INDIVIDUAL")
		w.leaf("name", b.plan.Contact)
		if p := b.plan.Provenance; p != nil {
			w.leaf("note", cmp.Or(p.ContactAt, b.plan.Agency))
		}
		w.WriteString("</agent>\n")
	}
	if root {
		b.origin(w)
	}
	w.WriteString("</metsHdr>\n")
}

// agent names an organisation with its identification code.
func (w *metsWriter) agent(role, kind, name, id string) {
	w.el("agent", false, "ROLE", role, "TYPE", kind)
	w.leaf("name", name)
	if id != "" {
		w.leaf("note", id, "csip:NOTETYPE", "IDENTIFICATIONCODE")
	}
	w.WriteString("</agent>\n")
}

func (b *builder) structMap(w *metsWriter, id string, s sections) {
	w.el("structMap", false, "ID", "structMap", "TYPE", "PHYSICAL", "LABEL", "CSIP")
	w.el("div", false, "ID", "div-main", "LABEL", id)
	w.el("div", true, "ID", "div-metadata", "LABEL", "Metadata", "ADMID", s.preservation.admin(), "DMDID", s.descriptive.refs("dmd-"))
	for _, g := range s.groups {
		w.el("div", false, "ID", "div-"+g.id, "LABEL", g.use)
		if g.rep != "" {
			w.el("mptr", true, "LOCTYPE", "URL", "xlink:type", "simple", "xlink:href", g.rep, "xlink:title", g.id)
		} else {
			w.el("fptr", true, "FILEID", g.id)
		}
		w.WriteString("</div>\n")
	}
	w.WriteString("</div>\n</structMap>\n")
}

// refs names the sections of the files of a group.
func (g group) refs(prefix string) string {
	ids := make([]string, 0, len(g.files))
	for _, f := range g.files {
		ids = append(ids, prefix+f.id)
	}
	return strings.Join(ids, " ")
}

func (f described) mime() string {
	if _, _, err := mime.ParseMediaType(f.format.MIME); err == nil && strings.Contains(f.format.MIME, "/") {
		return f.format.MIME
	}
	return mimeOf(f.href)
}

func mimeOf(name string) string {
	switch ext := strings.ToLower(path.Ext(name)); ext {
	case ".xml", ".xsd":
		return "application/xml"
	case ".pdf":
		return "application/pdf"
	case ".txt", ".csv":
		return "text/plain"
	default:
		if m, _, err := mime.ParseMediaType(mime.TypeByExtension(ext)); err == nil {
			return m
		}
	}
	return "application/octet-stream"
}
