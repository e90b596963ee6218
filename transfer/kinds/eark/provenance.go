package eark

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"path"
	"strconv"

	"laufzettel/transfer/check"
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

// What is written where nothing is known of a format.
const (
	unknownFormat = "unbekannt"
	noVersion     = "ohne Version"
	registry      = "PRONOM"
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
			Data: DublinCore([2]string{"title", title}, [2]string{"identifier", id}, [2]string{"creator", cmp.Or(b.plan.Provenance.Creator, b.plan.Agency)})}}
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
	case name == premisName && path.Base(path.Dir(place)) == "preservation", name == dublinCoreName && path.Base(path.Dir(place)) == "descriptive":
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
func (b *builder) administrative(w *metsWriter, g group) {
	if len(g.files) == 0 {
		return
	}
	w.el("amdSec", false, "ID", "amd-"+g.id)
	for _, s := range []struct{ name, prefix string }{{"rightsMD", "rights-"}, {"digiprovMD", "prov-"}} {
		for _, f := range g.files {
			w.el(s.name, false, "ID", s.prefix+f.id, "STATUS", "CURRENT")
			b.reference(w, f, "PREMIS")
			w.WriteString("</" + s.name + ">\n")
		}
	}
	w.WriteString("</amdSec>\n")
}

// origin writes agents and numbers of the header (SIP5 to SIP9, SIP26).
func (b *builder) origin(w *metsWriter) {
	p := b.plan.Provenance
	if p == nil {
		return
	}
	for _, a := range []struct{ role, name, id string }{{"ARCHIVIST", p.Creator, p.CreatorID}, {"PRESERVATION", p.Archive, p.ArchiveID}} {
		if a.name != "" {
			w.agent(a.role, "ORGANIZATION", a.name, a.id)
		}
	}
	for _, r := range [][2]string{{"SUBMISSIONAGREEMENT", p.Agreement}, {"PREVIOUSSUBMISSIONAGREEMENT", p.PreviousAgreement}, {"REFERENCECODE", p.Reference}, {"PREVIOUSREFERENCECODE", p.PreviousReference}} {
		if r[1] != "" {
			w.leaf("altRecordID", r[1], "TYPE", r[0])
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
	return []string{"sip:FILEFORMATNAME", name, "sip:FILEFORMATVERSION", version, "sip:FILEFORMATREGISTRY", registry, "sip:FILEFORMATKEY", key}
}

// premis writes a PREMIS 3.0 document: the entity itself, every file with fixity
// and format, how the package came to be, and by what right it is delivered.
func (b *builder) premis(id string, rep bool, groups []group) []byte {
	w := &metsWriter{}
	w.WriteString(xml.Header)
	w.el("premis", false, "xmlns", "http://www.loc.gov/premis/v3", "xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance", "version", "3.0")
	kind := "intellectualEntity"
	if rep {
		kind = "representation"
	}
	w.el("object", false, "xsi:type", kind)
	w.identifier("object", "package", id)
	w.WriteString("</object>\n")
	for _, g := range groups {
		for _, f := range g.files {
			w.premisFile(f)
		}
	}
	w.el("event", false)
	w.identifier("event", "local", "event-1")
	w.leaf("eventType", "information package creation")
	w.leaf("eventDateTime", b.at)
	w.el("eventDetailInformation", false)
	w.leaf("eventDetail", "Paket nach E-ARK SIP gebaut; SHA-256 jeder Datei beim Lesen berechnet")
	w.WriteString("</eventDetailInformation>\n")
	w.el("linkingAgentIdentifier", false)
	w.leaf("linkingAgentIdentifierType", "local")
	w.leaf("linkingAgentIdentifierValue", "Laufzettel")
	w.WriteString("</linkingAgentIdentifier>\n")
	w.linked(id)
	w.WriteString("</event>\n")
	w.el("agent", false)
	w.identifier("agent", "local", "Laufzettel")
	w.leaf("agentName", "Laufzettel")
	w.leaf("agentType", "software")
	w.WriteString("</agent>\n")
	w.rights(id, cmp.Or(b.plan.Provenance.Rights, unknownFormat))
	w.WriteString("</premis>\n")
	return w.Bytes()
}

func (w *metsWriter) identifier(of, kind, value string) {
	w.el(of+"Identifier", false)
	w.leaf(of+"IdentifierType", kind)
	w.leaf(of+"IdentifierValue", value)
	w.WriteString("</" + of + "Identifier>\n")
}

func (w *metsWriter) linked(id string) {
	w.el("linkingObjectIdentifier", false)
	w.leaf("linkingObjectIdentifierType", "package")
	w.leaf("linkingObjectIdentifierValue", id)
	w.WriteString("</linkingObjectIdentifier>\n")
}

func (w *metsWriter) premisFile(f described) {
	name, version, key := designation(f.format)
	w.el("object", false, "xsi:type", "file")
	w.identifier("object", "path", f.href)
	w.el("objectCharacteristics", false)
	w.el("fixity", false)
	w.leaf("messageDigestAlgorithm", "SHA-256")
	w.leaf("messageDigest", f.digest)
	w.WriteString("</fixity>\n")
	w.leaf("size", strconv.FormatInt(f.size, 10))
	w.el("format", false)
	w.el("formatDesignation", false)
	w.leaf("formatName", name)
	w.leaf("formatVersion", version)
	w.WriteString("</formatDesignation>\n")
	if key != unknownFormat {
		w.el("formatRegistry", false)
		w.leaf("formatRegistryName", registry)
		w.leaf("formatRegistryKey", key)
		w.WriteString("</formatRegistry>\n")
	}
	w.WriteString("</format>\n</objectCharacteristics>\n")
	w.leaf("originalName", f.owner)
	w.WriteString("</object>\n")
}

func (w *metsWriter) rights(id, basis string) {
	w.el("rights", false)
	w.el("rightsStatement", false)
	w.identifier("rightsStatement", "local", "rights-1")
	w.leaf("rightsBasis", "Other")
	w.el("otherRightsInformation", false)
	w.leaf("otherRightsBasis", basis)
	w.WriteString("</otherRightsInformation>\n")
	w.linked(id)
	w.WriteString("</rightsStatement>\n</rights>\n")
}
