package aip

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"laufzettel/transfer/mapping"
	"laufzettel/transfer/mets"
)

// Fixed values of our METS documents (CSIP 2.2).
const (
	csipURL    = "https://earkcsip.dilcis.eu/profile/E-ARK-CSIP-v2-2-0.xml"
	repLabel   = "Representations/rep1"
	repGroupID = "group-rep1"
	algorithm  = "SHA-512" // of every digest we write
)

// rootMETS writes METS.xml of the package: metadata, documentation, schemas and
// the METS document of the representation (CSIP1 to CSIP117).
func (d *draft) rootMETS() []byte {
	w := newXML(0)
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
		w.Add(d.section("dmdSec", id, p, "OTHER", kind, version))
	}
	w.Start("amdSec", "ID", "amd-1")
	w.Add(d.section("digiprovMD", "digiprov-1", d.part(premisName), "PREMIS", "", "3.0"))
	w.End()

	w.Start("fileSec", "ID", "files")
	d.group(w, "group-documentation", "Documentation", docFolder, "")
	d.group(w, "group-schemas", "Schemas", schemaFolder, "")
	d.group(w, repGroupID, repLabel, repMetsName, "")
	w.End()

	w.Start("structMap", "ID", "structure", "TYPE", "PHYSICAL", "LABEL", "CSIP")
	w.Start("div", "ID", "div-package", "LABEL", d.root)
	w.Add(mets.Division{Attrs: []string{"ID", "div-metadata", "LABEL", "Metadata", "DMDID", strings.Join(dmd, " "), "ADMID", "digiprov-1"}})
	w.Add(division("div-documentation", "Documentation", mets.Pointer{Group: "group-documentation"}))
	w.Add(division("div-schemas", "Schemas", mets.Pointer{Group: "group-schemas"}))
	w.Add(division("div-rep1", repLabel, mets.Pointer{Href: href(repMetsName), Title: repGroupID}))
	w.End()
	w.End()
	w.End()
	return w.Bytes()
}

// repMETS writes representations/rep1/METS.xml; its links are relative to that folder.
func (d *draft) repMETS() []byte {
	w := newXML(metsRoom * len(d.parts))
	d.openMETS(w, "rep1", d.label)
	data := slices.ContainsFunc(d.parts, func(p *part) bool { return strings.HasPrefix(p.path, dataFolder) })
	if data { // nothing but folders: METS knows no group without files
		w.Start("fileSec", "ID", "files")
		d.group(w, "group-data", "Data", dataFolder, repFolder)
		w.End()
	}
	w.Start("structMap", "ID", "structure", "TYPE", "PHYSICAL", "LABEL", "CSIP")
	w.Start("div", "ID", "div-rep1", "LABEL", "rep1")
	w.Add(division("div-metadata", "Metadata"))
	w.Start("div", "ID", "div-data", "LABEL", "Data")
	if data {
		w.Add(mets.Pointer{Group: "group-data"})
	}
	d.folderDivs(w)
	w.End()
	w.End()
	w.End()
	w.End()
	return w.Bytes()
}

// division is a division of the structure map with what it points to (CSIP96, CSIP116).
func division(id, label string, to ...mets.Pointer) mets.Division {
	return mets.Division{Attrs: []string{"ID", id, "LABEL", label}, Pointers: to}
}

// folderType is the TYPE of the divisions that name delivered folders.
const folderType = "folder"

// folderDivs names the folders of a delivered tree, each by its path below data and
// its date: a METS file section knows no folder, and an empty one would be lost.
func (d *draft) folderDivs(w *mets.Writer) {
	for i, f := range d.folders {
		date := ""
		if !f.Modified.IsZero() {
			date = mapping.Stamp(f.Modified)
		}
		w.Add(mets.Division{Attrs: []string{"ID", fmt.Sprintf("folder-%d", i+1), "TYPE", folderType, "LABEL", f.Path, "ORDERLABEL", date}})
	}
}

func (d *draft) openMETS(w *mets.Writer, id, label string) {
	w.Start("mets", "xmlns", mets.Namespace, "xmlns:xlink", mets.XLink, "xmlns:csip", mets.CSIP, "OBJID", id, "LABEL", label,
		"TYPE", "Mixed", "PROFILE", csipURL, "csip:CONTENTINFORMATIONTYPE", "OTHER", "csip:OTHERCONTENTINFORMATIONTYPE", d.contentType)
	agent := func(a mets.Agent, name, note, noteType string) mets.Agent {
		a.Name = mapping.Legible(name)
		if note != "" {
			a.Notes = []mets.Note{{Type: noteType, Text: mapping.Legible(note)}}
		}
		return a
	}
	h := mets.Header{Created: mapping.Stamp(d.ordered), Package: "AIP", Agents: []mets.Agent{
		agent(mets.Agent{Role: "CREATOR", Type: "OTHER", OtherType: "SOFTWARE"}, d.program.Name, d.program.Version, "SOFTWARE VERSION"),
		agent(mets.Agent{Role: "CUSTODIAN", Type: "ORGANIZATION"}, d.archive, "", ""),
		agent(mets.Agent{Role: "OTHER", OtherRole: "SUBMITTER", Type: "ORGANIZATION"}, d.agency, d.agencyID, "IDENTIFICATIONCODE")}}
	for _, id := range []mets.Identifier{{Type: "REFERENCECODE", Value: d.refCode}, {Type: "ACCESSION", Value: d.accession},
		{Type: "EARLIERPACKAGE", Value: d.earlier}} {
		if id.Value != "" {
			h.IDs = append(h.IDs, mets.Identifier{Type: id.Type, Value: mapping.Legible(id.Value)})
		}
	}
	w.Add(h)
}

func (d *draft) section(name, id string, p *part, standard, other, form string) mets.Section {
	return mets.Section{Name: name, ID: id, Created: mapping.Stamp(d.ordered),
		Reference: mets.Reference{Content: contentOf(p), Href: href(p.path), Standard: standard, Other: other, StandardForm: form}}
}

func contentOf(p *part) mets.Content {
	return mets.Content{MIME: p.mime, Size: p.size, Created: mapping.Stamp(p.created), Digest: p.sha512, Algorithm: algorithm}
}

// group writes a file group of all parts below prefix; links are written relative
// to the folder base.
func (d *draft) group(w *mets.Writer, id, use, prefix, base string) {
	attrs := []string{"ID", id, "USE", use}
	if use == repLabel || use == "Data" {
		attrs = append(attrs, "csip:CONTENTINFORMATIONTYPE", "OTHER", "csip:OTHERCONTENTINFORMATIONTYPE", d.contentType)
	}
	w.Start("fileGrp", attrs...)
	n := 0
	for _, p := range d.parts {
		if !strings.HasPrefix(p.path, prefix) {
			continue
		}
		n++
		w.Add(mets.File{ID: fmt.Sprintf("%s-%d", strings.TrimPrefix(id, "group-"), n), Content: contentOf(p),
			Href: href(strings.TrimPrefix(p.path, base))})
	}
	w.End()
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
