package eark

import (
	"cmp"
	"fmt"
	"mime"
	"path"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/mets"
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
	doc := b.mets(p.Name, sections{descriptive, preservation, root}, true)
	out := append([]Member{{Name: "METS.xml", Data: doc}}, b.members...)
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

func (b *builder) mets(id string, s sections, root bool) []byte {
	w := mets.NewWriter("")
	profile := "https://earkcsip.dilcis.eu/profile/E-ARK-CSIP.xml"
	if root {
		profile = "https://earksip.dilcis.eu/profile/E-ARK-SIP.xml"
	}
	w.Start("mets", "xmlns", mets.Namespace, "xmlns:csip", mets.CSIP, "xmlns:sip", mets.SIP, "xmlns:xlink", mets.XLink,
		"OBJID", id, "LABEL", b.plan.Title, "TYPE", "Mixed", "csip:CONTENTINFORMATIONTYPE", "MIXED", "PROFILE", profile)
	w.Add(b.header(root))
	for _, f := range s.descriptive.files {
		w.Add(mets.Section{Name: "dmdSec", ID: "dmd-" + f.id, Created: b.at, Reference: b.reference(f, standardOf(f.href))})
	}
	b.administrative(w, s.preservation)
	if len(s.groups) > 0 {
		w.Start("fileSec", "ID", "fileSec")
		for _, g := range s.groups {
			b.fileGroup(w, g, s)
		}
		w.End()
	}
	b.structMap(w, id, s)
	w.End()
	return w.Bytes()
}

// reference points from a section to its metadata file.
func (b *builder) reference(f described, standard string) mets.Reference {
	return mets.Reference{Content: b.content(f), Href: f.href, Standard: standard}
}

func (b *builder) content(f described) mets.Content {
	return mets.Content{MIME: f.mime(), Size: f.size, Created: b.at, Digest: f.digest, Algorithm: algorithm}
}

func (b *builder) fileGroup(w *mets.Writer, g group, s sections) {
	kind := ""
	if g.rep != "" {
		kind = "MIXED"
	}
	dmd, adm := s.descriptive.refs("dmd-"), s.preservation.admin()
	full := b.plan.Provenance != nil
	if !full {
		dmd, adm = "", ""
	}
	w.Start("fileGrp", "ID", g.id, "USE", g.use, "csip:CONTENTINFORMATIONTYPE", kind, "ADMID", adm)
	for _, f := range g.files {
		file := mets.File{ID: f.id, Content: b.content(f), Href: f.href}
		if full {
			file.More = append([]string{"OWNERID", f.owner, "ADMID", adm, "DMDID", dmd}, formatAttrs(f.format)...)
		}
		w.Add(file)
	}
	w.End()
}

func (b *builder) header(root bool) mets.Header {
	h := mets.Header{Created: b.at, Package: "SIP", Agents: []mets.Agent{{Role: "CREATOR", Type: "OTHER", OtherType: "SOFTWARE",
		Name:  program,
		Notes: []mets.Note{{Type: "SOFTWARE VERSION", Text: "1"}}}}}
	if !root {
		return h
	}
	if b.plan.Agency != "" {
		h.Agents = append(h.Agents, organisation("CREATOR", b.plan.Agency, b.plan.AgencyID))
	}
	if b.plan.Contact != "" {
		a := mets.Agent{Role: "CREATOR", Type: "INDIVIDUAL", Name: b.plan.Contact}
		if p := b.plan.Provenance; p != nil {
			a.Notes = []mets.Note{{Text: cmp.Or(p.ContactAt, b.plan.Agency)}}
		}
		h.Agents = append(h.Agents, a)
	}
	b.origin(&h)
	return h
}

// organisation names an organisation with its identification code.
func organisation(role, name, id string) mets.Agent {
	a := mets.Agent{Role: role, Type: "ORGANIZATION", Name: name}
	if id != "" {
		a.Notes = []mets.Note{{Type: "IDENTIFICATIONCODE", Text: id}}
	}
	return a
}

func (b *builder) structMap(w *mets.Writer, id string, s sections) {
	w.Start("structMap", "ID", "structMap", "TYPE", "PHYSICAL", "LABEL", "CSIP")
	w.Start("div", "ID", "div-main", "LABEL", id)
	w.Add(mets.Division{Attrs: []string{"ID", "div-metadata", "LABEL", "Metadata", "ADMID", s.preservation.admin(), "DMDID",
		s.descriptive.refs("dmd-")}})
	for _, g := range s.groups {
		to := mets.Pointer{Group: g.id}
		if g.rep != "" {
			to = mets.Pointer{Href: g.rep, Title: g.id}
		}
		w.Add(mets.Division{Attrs: []string{"ID", "div-" + g.id, "LABEL", g.use}, Pointers: []mets.Pointer{to}})
	}
	w.End()
	w.End()
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
