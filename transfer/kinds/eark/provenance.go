package eark

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"path"

	"laufzettel/transfer/check"
	"laufzettel/transfer/mets"
)

// Provenance is what a package says of its origin beyond what it must (SIP5 to
// SIP35, CSIP31 to CSIP57, CSIP73 to CSIP75). Empty statements are left out.
type Provenance struct {
	Agreement         string // submission agreement (SIP5)
	PreviousAgreement string // of the delivery before, or that there is none (SIP6)
	Reference         string // reference code at the agency (SIP7)
	PreviousReference string // an earlier one, or that there is none (SIP8)
	Creator           string // whose records they are (SIP9)
	CreatorID         string
	Archive           string // who will preserve them (SIP26)
	ArchiveID         string
	ContactAt         string // where the contact is reached (SIP25)
	Rights            string // by what right the records are delivered (CSIP45)
	// Formats is what files were recognised as, by their place in the package; what
	// is not in it is stated as unknown (SIP32 to SIP35).
	Formats map[string]check.Format
}

// Fixed values; the first two where nothing is known of a format.
const (
	unknownFormat = "unbekannt"
	noVersion     = "ohne Version"
	registry      = "PRONOM"
	algorithm     = "SHA-256" // of every digest of a package we build
	program       = "Laufzettel"
)

// xmlFormat is that of the documents this package writes itself.
var xmlFormat = check.Format{PUID: "fmt/101", Name: "Extensible Markup Language", Version: "1.0", MIME: "application/xml"}

// Names of the documents Build writes with a provenance.
const (
	premisName     = "premis.xml"
	dublinCoreName = "dc.xml"
)

// DublinCore writes a description in Dublin Core 1.1; elements are name and value,
// those without a value are left out.
func DublinCore(elements ...[2]string) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header + `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">` + "\n")
	for _, e := range elements {
		if e[1] != "" {
			b.WriteString(" <dc:" + e[0] + ">")
			_ = xml.EscapeText(&b, []byte(e[1])) // a bytes.Buffer does not fail
			b.WriteString("</dc:" + e[0] + ">\n")
		}
	}
	b.WriteString("</metadata>\n")
	return b.Bytes()
}

// standardOf names the standard of a description for METS.
func standardOf(href string) string {
	if path.Base(href) == dublinCoreName {
		return "DC"
	}
	return "OTHER"
}

// descriptive gives the descriptions of a package or representation. With a
// provenance there is always one.
func (b *builder) descriptive(base, id, title string, members []Member) (group, error) {
	if len(members) == 0 && b.plan.Provenance != nil {
		members = []Member{{Name: dublinCoreName,
			Data: DublinCore([2]string{"title", title}, [2]string{"identifier", id},
				[2]string{"creator", cmp.Or(b.plan.Provenance.Creator, b.plan.Agency)})}}
	}
	return b.group("", "metadata/descriptive", base, members)
}

// preservation writes the PREMIS document of a package or representation; without
// a provenance there is none.
func (b *builder) preservation(base, id string, groups []group) (group, error) {
	if b.plan.Provenance == nil {
		return group{}, nil
	}
	return b.group("", "metadata/preservation", base, []Member{{Name: premisName, Data: b.premis(id, base != "", groups)}})
}

// formatOf gives the format of a file by its place in the package.
func (b *builder) formatOf(place string) check.Format {
	name := path.Base(place)
	switch {
	case b.plan.Provenance == nil:
		return check.Format{}
	case name == premisName && path.Base(path.Dir(place)) == "preservation", name == dublinCoreName &&
		path.Base(path.Dir(place)) == "descriptive":
		return xmlFormat // written here
	}
	return b.plan.Provenance.Formats[place]
}

// admin names the administrative sections of a PREMIS document.
func (g group) admin() string {
	if len(g.files) == 0 {
		return ""
	}
	return g.refs("rights-") + " " + g.refs("prov-")
}

// administrative writes the section that points to PREMIS (CSIP31 to CSIP57).
func (b *builder) administrative(w *mets.Writer, g group) {
	if len(g.files) == 0 {
		return
	}
	w.Start("amdSec", "ID", "amd-"+g.id)
	for _, s := range []struct{ name, prefix string }{{"rightsMD", "rights-"}, {"digiprovMD", "prov-"}} {
		for _, f := range g.files {
			w.Add(mets.Section{Name: s.name, ID: s.prefix + f.id, Reference: b.reference(f, "PREMIS")})
		}
	}
	w.End()
}

// origin adds agents and numbers to the header (SIP5 to SIP9, SIP26).
func (b *builder) origin(h *mets.Header) {
	p := b.plan.Provenance
	if p == nil {
		return
	}
	for _, a := range []struct{ role, name, id string }{{"ARCHIVIST", p.Creator, p.CreatorID}, {"PRESERVATION", p.Archive, p.ArchiveID}} {
		if a.name != "" {
			h.Agents = append(h.Agents, organisation(a.role, a.name, a.id))
		}
	}
	for _, id := range []mets.Identifier{{Type: "SUBMISSIONAGREEMENT", Value: p.Agreement},
		{Type: "PREVIOUSSUBMISSIONAGREEMENT", Value: p.PreviousAgreement},
		{Type: "REFERENCECODE", Value: p.Reference}, {Type: "PREVIOUSREFERENCECODE", Value: p.PreviousReference}} {
		if id.Value != "" {
			h.IDs = append(h.IDs, id)
		}
	}
}

// designation settles what is said of a format.
func designation(f check.Format) (name, version, key string) {
	if f.PUID == "" || f.PUID == "UNKNOWN" {
		return unknownFormat, unknownFormat, unknownFormat
	}
	return cmp.Or(f.Name, f.PUID), cmp.Or(f.Version, noVersion), f.PUID
}

// formatAttrs are the attributes of a file that name its format (SIP32 to SIP35).
func formatAttrs(f check.Format) []string {
	name, version, key := designation(f)
	return []string{"sip:FILEFORMATNAME", name, "sip:FILEFORMATVERSION", version, "sip:FILEFORMATREGISTRY", registry, "sip:FILEFORMATKEY",
		key}
}

// premis writes a PREMIS 3.0 document: the entity itself, every file with fixity
// and format, how the package came to be, and by what right it is delivered.
func (b *builder) premis(id string, rep bool, groups []group) []byte {
	w := mets.NewWriter("")
	w.StartPREMIS()
	kind := "intellectualEntity"
	if rep {
		kind = "representation"
	}
	self := mets.Identifier{Type: "package", Value: id}
	w.Add(mets.Object{Type: kind, IDs: []mets.Identifier{self}})
	for _, g := range groups {
		for _, f := range g.files {
			w.Add(premisFile(f))
		}
	}
	w.Add(mets.Event{ID: local("event-1"), Type: "information package creation", Time: b.at, Agents: []mets.Identifier{local(program)},
		Object: self,
		Detail: "Paket nach E-ARK SIP gebaut; SHA-256 jeder Datei beim Lesen berechnet"})
	w.Add(mets.Actor{ID: local(program), Name: program, Type: "software"})
	w.Add(mets.Rights{ID: local("rights-1"), Basis: cmp.Or(b.plan.Provenance.Rights, unknownFormat), Object: self})
	w.End()
	return w.Bytes()
}

func local(id string) mets.Identifier { return mets.Identifier{Type: "local", Value: id} }

func premisFile(f described) mets.Object {
	name, version, key := designation(f.format)
	format := mets.Format{Name: name, Version: version, Registry: registry, Key: key}
	if key == unknownFormat {
		format.Key = ""
	}
	return mets.Object{Type: "file", IDs: []mets.Identifier{{Type: "path", Value: f.href}}, OriginalName: f.owner,
		Characteristics: &mets.Characteristics{Algorithm: algorithm, Digest: f.digest, Size: f.size, Format: format}}
}
