package slip

import (
	"encoding/xml"
	"fmt"
	"io"
	"time"

	"laufzettel/transfer/mapping"
	"laufzettel/transfer/record"
)

// ControlList is the control list (Kon_Lis): the transfer list in the archive's
// own fields, one row per case (A4).
type ControlList struct {
	AccessionID string
	Rows        []ControlRow
}

// ControlRow is one case with its provisional reference code and fields in the
// order of their names.
type ControlRow struct {
	Object        string // id of the case
	ReferenceCode string // "" until one is given
	Fields        []record.Field
	Files         []ListedFile
}

// NewControlList maps a transfer list by MAPPING-1, table being the one in force.
// known is what is known besides the list; pkg gives the package of the n-th case
// (from 0), nil leaves it open. Written is what the list says: empty values are
// left out, and nothing is derived.
func NewControlList(accessionID string, l List, table map[string]string, known mapping.Scope,
	pkg func(n int, e Entry) mapping.Package) ControlList {
	c := ControlList{AccessionID: accessionID}
	known.List = &mapping.List{Agency: l.Agency, AgencyID: l.AgencyID, ProfileID: l.ProfileID, Created: l.Created}
	for i := range l.Entries {
		e := &l.Entries[i]
		if pkg != nil {
			known.Package = pkg(i, *e)
		}
		known.Object = e.object()
		row := ControlRow{Object: e.ID, Files: e.Files, ReferenceCode: known.Package.ReferenceCode}
		for _, v := range known.Values(table) {
			if !v.Derived {
				row.Fields = append(row.Fields, record.Field{Name: v.Name, Value: v.Value})
			}
		}
		c.Rows = append(c.Rows, row)
	}
	return c
}

// object gives the case of an entry below its dossier, as far as the list tells.
func (e *Entry) object() *record.Object {
	o := &record.Object{ID: e.ID, Kind: record.Case, Rating: e.Rating, Reference: e.Reference, Subject: e.Subject, Span: e.Span}
	doc := record.Version{Renditions: make([]record.Rendition, len(e.Files))}
	for i, f := range e.Files {
		doc.Renditions[i].File.Name = f.Name
	}
	o.Add(&record.Object{Kind: record.Document, Versions: []record.Version{doc}})
	dossier := &record.Object{Kind: record.Dossier, Reference: e.DossierReference, Subject: e.DossierSubject}
	dossier.Add(o)
	return o
}

// WriteControlList writes a control list as XML (laufzettel-control.xsd).
func WriteControlList(w io.Writer, c ControlList, created time.Time) error {
	type wireField struct {
		Name  string `xml:"name,attr"`
		Value string `xml:",chardata"`
	}
	type wireRow struct {
		Object string      `xml:"id,attr"`
		Code   string      `xml:"archivsignatur,attr,omitempty"`
		Fields []wireField `xml:"Feld"`
		Files  []wireFile  `xml:"Datei"`
	}
	type wireControl struct {
		XMLName     xml.Name  `xml:"urn:laufzettel:schema:laufzettel:1.0 Kontrollliste"`
		Version     string    `xml:"version,attr"`
		AccessionID string    `xml:"UebernahmeID"`
		Created     string    `xml:"Erstellt,omitempty"`
		Rows        []wireRow `xml:"Vorgang"`
	}
	out := wireControl{Version: version,
		AccessionID: c.AccessionID, Created: formatTime(created)}
	for _, r := range c.Rows {
		wr := wireRow{Object: r.Object, Code: r.ReferenceCode}
		for _, f := range r.Fields {
			wr.Fields = append(wr.Fields, wireField(f))
		}
		for _, f := range r.Files {
			wf := wireFile{Name: f.Name, Algorithm: wireAlgorithm(f.Algorithm), Digest: f.Digest}
			if f.Size >= 0 {
				wf.Size = fmt.Sprint(f.Size)
			}
			wr.Files = append(wr.Files, wf)
		}
		out.Rows = append(out.Rows, wr)
	}
	return encode(w, out)
}
