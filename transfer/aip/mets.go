package aip

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"laufzettel/transfer/mapping"
)

// Fixed values of our METS documents (CSIP 2.2).
const (
	nsMETS     = "http://www.loc.gov/METS/"
	nsXLink    = "http://www.w3.org/1999/xlink"
	nsCSIP     = "https://DILCIS.eu/XML/METS/CSIPExtensionMETS"
	nsPREMIS   = "http://www.loc.gov/premis/v3"
	csipURL    = "https://earkcsip.dilcis.eu/profile/E-ARK-CSIP-v2-2-0.xml"
	repLabel   = "Representations/rep1"
	repGroupID = "group-rep1"
)

// rootMETS writes METS.xml of the package: metadata, documentation, schemas and
// the METS document of the representation (CSIP1 to CSIP117).
func (d *draft) rootMETS() []byte {
	w := newXML()
	d.openMETS(w, d.pid, d.label)
	dmd := []string{}
	for _, p := range d.parts {
		if !strings.HasPrefix(p.path, "metadata/descriptive/") {
			continue
		}
		id := fmt.Sprintf("dmd-%d", len(dmd)+1)
		dmd = append(dmd, id)
		kind, version := "laufzettel-description", FormatVersion
		if p.path == d.descPath {
			kind, version = d.descType, ""
		}
		w.start("dmdSec", "ID", id, "CREATED", mapping.Stamp(d.ordered), "STATUS", "CURRENT")
		d.mdRef(w, p, "OTHER", kind, version)
		w.end()
	}
	w.start("amdSec", "ID", "amd-1")
	w.start("digiprovMD", "ID", "digiprov-1", "CREATED", mapping.Stamp(d.ordered), "STATUS", "CURRENT")
	d.mdRef(w, d.part(premisName), "PREMIS", "", "3.0")
	w.end()
	w.end()

	w.start("fileSec", "ID", "files")
	d.group(w, "group-documentation", "Documentation", docFolder, "")
	d.group(w, "group-schemas", "Schemas", schemaFolder, "")
	d.group(w, repGroupID, repLabel, repMetsName, "")
	w.end()

	w.start("structMap", "ID", "structure", "TYPE", "PHYSICAL", "LABEL", "CSIP")
	w.start("div", "ID", "div-package", "LABEL", d.root)
	w.leaf("div", "", "ID", "div-metadata", "LABEL", "Metadata", "DMDID", strings.Join(dmd, " "), "ADMID", "digiprov-1")
	divGroup(w, "div-documentation", "Documentation", "group-documentation")
	divGroup(w, "div-schemas", "Schemas", "group-schemas")
	w.start("div", "ID", "div-rep1", "LABEL", repLabel)
	w.leaf("mptr", "", "LOCTYPE", "URL", "xlink:type", "simple", "xlink:href", href(repMetsName), "xlink:title", repGroupID)
	w.end()
	w.end()
	w.end()
	w.end()
	return w.bytes()
}

// repMETS writes representations/rep1/METS.xml; its links are relative to that folder.
func (d *draft) repMETS() []byte {
	w := newXML()
	d.openMETS(w, "rep1", d.label)
	w.start("fileSec", "ID", "files")
	d.group(w, "group-data", "Data", dataFolder, repFolder)
	w.end()
	w.start("structMap", "ID", "structure", "TYPE", "PHYSICAL", "LABEL", "CSIP")
	w.start("div", "ID", "div-rep1", "LABEL", "rep1")
	w.leaf("div", "", "ID", "div-metadata", "LABEL", "Metadata")
	divGroup(w, "div-data", "Data", "group-data")
	w.end()
	w.end()
	w.end()
	return w.bytes()
}

func (d *draft) openMETS(w *xmlWriter, id, label string) {
	w.start("mets", "xmlns", nsMETS, "xmlns:xlink", nsXLink, "xmlns:csip", nsCSIP, "OBJID", id, "LABEL", label, "TYPE", "Mixed", "PROFILE", csipURL,
		"csip:CONTENTINFORMATIONTYPE", "OTHER", "csip:OTHERCONTENTINFORMATIONTYPE", d.contentType)
	at := mapping.Stamp(d.ordered)
	w.start("metsHdr", "CREATEDATE", at, "LASTMODDATE", at, "RECORDSTATUS", "NEW", "csip:OAISPACKAGETYPE", "AIP")
	agent := func(name, note, noteType string, attrs ...string) {
		w.start("agent", attrs...)
		w.leaf("name", mapping.Legible(name))
		if note != "" {
			w.leaf("note", mapping.Legible(note), "csip:NOTETYPE", noteType)
		}
		w.end()
	}
	agent(d.program.Name, d.program.Version, "SOFTWARE VERSION", "ROLE", "CREATOR", "TYPE", "OTHER", "OTHERTYPE", "SOFTWARE")
	agent(d.archive, "", "", "ROLE", "CUSTODIAN", "TYPE", "ORGANIZATION")
	agent(d.agency, d.agencyID, "IDENTIFICATIONCODE", "ROLE", "OTHER", "OTHERROLE", "SUBMITTER", "TYPE", "ORGANIZATION")
	for _, alt := range [][2]string{{d.refCode, "REFERENCECODE"}, {d.accession, "ACCESSION"}, {d.earlier, "EARLIERPACKAGE"}} {
		if alt[0] != "" {
			w.leaf("altRecordID", mapping.Legible(alt[0]), "TYPE", alt[1])
		}
	}
	w.end()
}

func (d *draft) mdRef(w *xmlWriter, p *part, kind, other, version string) {
	w.leaf("mdRef", "", "LOCTYPE", "URL", "xlink:type", "simple", "xlink:href", href(p.path), "MDTYPE", kind, "OTHERMDTYPE", other, "MDTYPEVERSION", version,
		"MIMETYPE", p.mime, "SIZE", strconv.FormatInt(p.size, 10), "CREATED", mapping.Stamp(p.created), "CHECKSUM", p.sha512, "CHECKSUMTYPE", "SHA-512")
}

// group writes a file group of all parts below prefix; links are written relative
// to the folder base.
func (d *draft) group(w *xmlWriter, id, use, prefix, base string) {
	attrs := []string{"ID", id, "USE", use}
	if use == repLabel || use == "Data" {
		attrs = append(attrs, "csip:CONTENTINFORMATIONTYPE", "OTHER", "csip:OTHERCONTENTINFORMATIONTYPE", d.contentType)
	}
	w.start("fileGrp", attrs...)
	n := 0
	for _, p := range d.parts {
		if !strings.HasPrefix(p.path, prefix) {
			continue
		}
		n++
		fileID := fmt.Sprintf("%s-%d", strings.TrimPrefix(id, "group-"), n)
		w.start("file", "ID", fileID, "MIMETYPE", p.mime, "SIZE", strconv.FormatInt(p.size, 10), "CREATED", mapping.Stamp(p.created), "CHECKSUM", p.sha512, "CHECKSUMTYPE", "SHA-512")
		w.leaf("FLocat", "", "LOCTYPE", "URL", "xlink:type", "simple", "xlink:href", href(strings.TrimPrefix(p.path, base)))
		w.end()
	}
	w.end()
}

// divGroup writes a division that points to a whole file group (CSIP96, CSIP116).
func divGroup(w *xmlWriter, id, label, group string) {
	w.start("div", "ID", id, "LABEL", label)
	w.leaf("fptr", "", "FILEID", group)
	w.end()
}

func (d *draft) part(name string) *part {
	for _, p := range d.parts {
		if p.path == name {
			return p
		}
	}
	return nil
}

// href writes a path as a relative URL.
func href(name string) string {
	segments := strings.Split(name, "/")
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	// A first segment with a colon would read as a scheme.
	segments[0] = strings.ReplaceAll(segments[0], ":", "%3A")
	return strings.Join(segments, "/")
}
