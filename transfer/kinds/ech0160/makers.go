package ech0160

import (
	"bytes"
	"fmt"
	"path"
	"slices"

	"laufzettel/transfer/kind/sample"
)

// makers make sample submissions.
var makers = []sample.Maker{{Name: "ech0160", Make: makeSIP, Defects: sipDefects, Alike: sipAlike}}

// makeSIP packs the generated dossiers into an eCH-0160 submission. The
// published schemas are not ours to bring along: the package causes ECH-004.
func makeSIP(o *sample.Order) (*sample.Parcel, error) {
	name := fmt.Sprintf("SIP_%s_Musterkreis_%d", o.Clock.Format("20060102"), o.Seed)
	plan := BuildPlan{Name: name, Agency: o.Agency.Name, Number: o.Process, System: "Aktenplan des Musterkreises", Roots: o.Roots}
	plan.Content = sample.Contents(o.Members)
	return sample.Of(name)(Build(plan))
}

// inMetadata changes a text of metadata.xml.
func inMetadata(old, new string) func(*sample.Parcel, *sample.Order) error {
	return sample.Replace("header/metadata.xml", old, new)
}

var sipDefects = map[string]sample.Defect{
	"VOL-001": {What: "eine genannte Datei fehlt", Apply: sample.Drop("content/")},
	"VOL-002": {What: "eine Datei liegt bei, die das Inhaltsverzeichnis nicht nennt",
		Apply: sample.AddBeside("content/d000001/Nachtrag.txt", "steht nicht darin\n")},
	"FIX-002": {What: "ein Byte einer Inhaltsdatei ist verändert", Apply: sample.Flip("content/")},
	"ECH-001": {What: "metadata.xml fehlt, die Schemas sind da", Apply: func(p *sample.Parcel, o *sample.Order) error {
		if err := sample.AddBeside("header/xsd/arelda.xsd", "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"/>\n")(p,
			o); err != nil {
			return err
		}
		p.Remove(path.Join(p.Name, "header/metadata.xml"))
		return nil
	}},
	"ECH-002": {What: "metadata.xml bricht ab", Apply: sample.Change("header/metadata.xml",
		func(d []byte) []byte { return d[:len(d)*4/5] })},
	"ECH-003": {What: "die Schemaversion ist unbekannt", Apply: inMetadata(`schemaVersion="4.2"`, `schemaVersion="7.0"`)},
	"ECH-004": {What: "die Schemas fehlen", Apply: sample.Nothing},
	"ECH-005": {What: "eine Datei steht zweimal im Inhaltsverzeichnis", Apply: sample.Change("header/metadata.xml", func(d []byte) []byte {
		i := bytes.Index(d, []byte(`<datei id="_datei000001">`))
		k := i + bytes.Index(d[i:], []byte("</datei>"))
		again := bytes.Replace(d[i:k], []byte("_datei000001"), []byte("_nochmal"), 1)
		return slices.Concat(d[:i], again, []byte("</datei>"), d[i:])
	})},
	"ECH-006": {What: "eine Kennung steht zweimal", Apply: func(p *sample.Parcel, o *sample.Order) error {
		docs := o.Roots[0].Children[0].Children
		return inMetadata("_"+o.Roots[0].ID, "_"+docs[0].ID)(p, o)
	}},
	"ECH-007": {What: "ein Verweis führt ins Leere", Apply: inMetadata("<dateiRef>_datei000001", "<dateiRef>_datei999999")},
	"ECH-008": {What: "eine Inhaltsdatei gehört zu keinem Dokument", Apply: inMetadata("<dateiRef>_datei000001</dateiRef>", "")},
	"ECH-009": {What: "eine Prüfsumme fehlt", Apply: sample.Between("header/metadata.xml", "<pruefsumme>", "</pruefsumme>", "")},
	"ECH-010": {What: "ein Name im Inhaltsverzeichnis ist ein Pfad", Apply: inMetadata("<name>p000001.", "<name>../p000001.")},
	"ECH-011": {What: "der Ablieferungstyp passt nicht", Apply: inMetadata("<ablieferungstyp>GEVER", "<ablieferungstyp>FILES")},
	"ECH-012": {What: "das Paket ist ein DIP", Apply: inMetadata("<paketTyp>SIP", "<paketTyp>DIP")},
	"ECH-013": {What: "ein digitales Dokument nennt keine Datei", Apply: inMetadata("<dateiRef>_datei000001</dateiRef>", "")},
	"ECH-014": {What: "ein Zeitraum endet vor seinem Beginn",
		Apply: sample.Between("header/metadata.xml", "<bis><datum>", "</datum>", "1899-01-01")},
	"ECH-015": {What: "ein Dossier ist leer", Apply: inMetadata("</ordnungssystemposition>",
		`<dossier id="_leer"><titel>leer</titel></dossier></ordnungssystemposition>`)},
	"ECH-016": {What: "es ist kein Dossier beschrieben", Apply: sample.Between("header/metadata.xml", "</name>\n<ordnungssystemposition",
		"</ordnungssystem>", ` id="_x"/>`)},
}
