package eark

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"io"
	"mime"
	"path"
	"strings"
	"time"
)

// Member is one file of a package to be built.
type Member struct {
	Name string
	Data []byte                    // content, or
	Open func() (io.Reader, error) // content of large members
	// Known is what was learned of the content in an earlier read; with it Build
	// reads nothing. nil: Build reads.
	Known *Known
}

// Known is size and digests of a content by canonical algorithm.
type Known struct {
	Size    int64
	Digests map[string]string
}

func (m Member) reader() (io.Reader, error) {
	if m.Open != nil {
		return m.Open()
	}
	return bytes.NewReader(m.Data), nil
}

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
}

// Build gives all files of the package: METS of the package and of every
// representation, with size and SHA-256 of every file. Errors: those of a stream.
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
	descriptive, err := b.group("", "metadata/descriptive", "", p.Descriptive)
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
	mets := b.mets(p.Name, descriptive, root, true)
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
}

// group takes in files and describes them; hrefs are relative to base.
func (b *builder) group(use, folder, base string, members []Member) (group, error) {
	b.n++
	g := group{id: fmt.Sprintf("group-%d", b.n), use: use}
	for _, m := range members {
		m.Name = path.Join(folder, m.Name)
		d, err := b.describe(m, m.Name)
		if err != nil {
			return g, err
		}
		g.files = append(g.files, d)
		m.Name = path.Join(base, m.Name)
		b.members = append(b.members, m)
	}
	return g, nil
}

func (b *builder) describe(m Member, href string) (described, error) {
	if k := m.Known; k != nil && k.Digests["sha-256"] != "" {
		b.n++
		return described{id: fmt.Sprintf("file-%d", b.n), href: href, size: k.Size, digest: k.Digests["sha-256"]}, nil
	}
	r, err := m.reader()
	if err != nil {
		return described{}, fmt.Errorf("read %s: %w", m.Name, err)
	}
	h := sha256.New()
	n, err := io.Copy(h, r)
	if err != nil {
		return described{}, fmt.Errorf("read %s: %w", m.Name, err)
	}
	b.n++
	return described{id: fmt.Sprintf("file-%d", b.n), href: href, size: n, digest: hex.EncodeToString(h.Sum(nil))}, nil
}

// representation writes its METS document and gives the group that names it.
func (b *builder) representation(r Representation) (group, error) {
	base := "representations/" + r.Name
	data, err := b.group("Data", "data", base, r.Data)
	if err != nil {
		return group{}, err
	}
	m := Member{Name: base + "/METS.xml", Data: b.mets(r.Name, group{}, []group{data}, false)}
	b.members = append(b.members, m)
	d, err := b.describe(m, m.Name)
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

func (b *builder) mets(id string, descriptive group, groups []group, root bool) []byte {
	w := &metsWriter{}
	w.WriteString(xml.Header)
	profile := "https://earkcsip.dilcis.eu/profile/E-ARK-CSIP.xml"
	if root {
		profile = "https://earksip.dilcis.eu/profile/E-ARK-SIP.xml"
	}
	w.el("mets", false, "xmlns", Namespace, "xmlns:csip", "https://DILCIS.eu/XML/METS/CSIPExtensionMETS", "xmlns:sip", "https://DILCIS.eu/XML/METS/SIPExtensionMETS", "xmlns:xlink", "http://www.w3.org/1999/xlink",
		"OBJID", id, "LABEL", b.plan.Title, "TYPE", "Mixed", "csip:CONTENTINFORMATIONTYPE", "MIXED", "PROFILE", profile)
	b.header(w, root)
	if len(descriptive.files) > 0 {
		for _, f := range descriptive.files {
			w.el("dmdSec", false, "ID", "dmd-"+f.id, "CREATED", b.at, "STATUS", "CURRENT")
			w.el("mdRef", true, "LOCTYPE", "URL", "xlink:type", "simple", "xlink:href", f.href, "MDTYPE", "OTHER", "MIMETYPE", mimeOf(f.href), "SIZE", fmt.Sprint(f.size), "CREATED", b.at, "CHECKSUM", f.digest, "CHECKSUMTYPE", "SHA-256")
			w.WriteString("</dmdSec>\n")
		}
	}
	if len(groups) > 0 {
		w.el("fileSec", false, "ID", "fileSec")
		for _, g := range groups {
			kind := ""
			if g.rep != "" {
				kind = "MIXED"
			}
			w.el("fileGrp", false, "ID", g.id, "USE", g.use, "csip:CONTENTINFORMATIONTYPE", kind)
			for _, f := range g.files {
				w.el("file", false, "ID", f.id, "MIMETYPE", mimeOf(f.href), "SIZE", fmt.Sprint(f.size), "CREATED", b.at, "CHECKSUM", f.digest, "CHECKSUMTYPE", "SHA-256")
				w.el("FLocat", true, "LOCTYPE", "URL", "xlink:type", "simple", "xlink:href", f.href)
				w.WriteString("</file>\n")
			}
			w.WriteString("</fileGrp>\n")
		}
		w.WriteString("</fileSec>\n")
	}
	b.structMap(w, id, descriptive, groups)
	w.WriteString("</mets>\n")
	return w.Bytes()
}

func (b *builder) header(w *metsWriter, root bool) {
	w.el("metsHdr", false, "CREATEDATE", b.at, "LASTMODDATE", b.at, "RECORDSTATUS", "NEW", "csip:OAISPACKAGETYPE", "SIP")
	w.el("agent", false, "ROLE", "CREATOR", "TYPE", "OTHER", "OTHERTYPE", "SOFTWARE")
	w.leaf("name", "Laufzettel")
	w.leaf("note", "1", "csip:NOTETYPE", "SOFTWARE VERSION")
	w.WriteString("</agent>\n")
	if root && b.plan.Agency != "" {
		w.el("agent", false, "ROLE", "CREATOR", "TYPE", "ORGANIZATION")
		w.leaf("name", b.plan.Agency)
		if b.plan.AgencyID != "" {
			w.leaf("note", b.plan.AgencyID, "csip:NOTETYPE", "IDENTIFICATIONCODE")
		}
		w.WriteString("</agent>\n")
	}
	if root && b.plan.Contact != "" {
		w.el("agent", false, "ROLE", "CREATOR", "TYPE", "INDIVIDUAL")
		w.leaf("name", b.plan.Contact)
		w.WriteString("</agent>\n")
	}
	w.WriteString("</metsHdr>\n")
}

func (b *builder) structMap(w *metsWriter, id string, descriptive group, groups []group) {
	w.el("structMap", false, "ID", "structMap", "TYPE", "PHYSICAL", "LABEL", "CSIP")
	w.el("div", false, "ID", "div-main", "LABEL", id)
	var dmd []string
	for _, f := range descriptive.files {
		dmd = append(dmd, "dmd-"+f.id)
	}
	w.el("div", true, "ID", "div-metadata", "LABEL", "Metadata", "DMDID", strings.Join(dmd, " "))
	for _, g := range groups {
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
