package generate

import (
	"bytes"
	"fmt"
	"path"
	"slices"

	"laufzettel/transfer/kinds/ech0160"
)

// makeSIP packs the generated dossiers into an eCH-0160 submission. The
// published schemas are not ours to bring along: the package causes ECH-004.
func makeSIP(b *builder) (*Parcel, error) {
	name := fmt.Sprintf("SIP_%s_Musterkreis_%d", b.Clock.Format("20060102"), b.Seed)
	plan := ech0160.BuildPlan{Name: name, Agency: b.Agency.Name, Number: b.Process, System: "Aktenplan des Musterkreises", Roots: b.roots}
	plan.Content = contentsOf(b.members)
	return packageOf(name)(ech0160.Build(plan))
}

// inMetadata changes a text of metadata.xml.
func inMetadata(old, new string) func(*Parcel, *builder) error {
	return replaceIn("header/metadata.xml", old, new)
}

// between replaces what stands between two texts of a member.
func between(name, from, to, text string) func(*Parcel, *builder) error {
	return spoilMember(name, func(data []byte) []byte {
		i := bytes.Index(data, []byte(from))
		if i < 0 {
			return data
		}
		i += len(from)
		k := bytes.Index(data[i:], []byte(to))
		if k < 0 {
			return data
		}
		return slices.Concat(data[:i], []byte(text), data[i+k:])
	})
}

var sipDefects = map[string]defect{
	"VOL-001": {"eine genannte Datei fehlt", dropMember("content/")},
	"VOL-002": {"eine Datei liegt bei, die das Inhaltsverzeichnis nicht nennt", addBeside("content/d000001/Nachtrag.txt", "steht nicht darin\n")},
	"FIX-002": {"ein Byte einer Inhaltsdatei ist verändert", spoilMember("content/", func(d []byte) []byte { d[len(d)/2] ^= 0x20; return d })},
	"ECH-001": {"metadata.xml fehlt, die Schemas sind da", func(p *Parcel, b *builder) error {
		if err := addBeside("header/xsd/arelda.xsd", "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"/>\n")(p, b); err != nil {
			return err
		}
		p.Remove(path.Join(p.Name, "header/metadata.xml"))
		return nil
	}},
	"ECH-002": {"metadata.xml bricht ab", spoilMember("header/metadata.xml", func(d []byte) []byte { return d[:len(d)*4/5] })},
	"ECH-003": {"die Schemaversion ist unbekannt", inMetadata(`schemaVersion="4.2"`, `schemaVersion="7.0"`)},
	"ECH-004": {"die Schemas fehlen", func(*Parcel, *builder) error { return nil }},
	"ECH-005": {"eine Datei steht zweimal im Inhaltsverzeichnis", spoilMember("header/metadata.xml", func(d []byte) []byte {
		i := bytes.Index(d, []byte(`<datei id="_datei000001">`))
		k := i + bytes.Index(d[i:], []byte("</datei>"))
		again := bytes.Replace(d[i:k], []byte("_datei000001"), []byte("_nochmal"), 1)
		return slices.Concat(d[:i], again, []byte("</datei>"), d[i:])
	})},
	"ECH-006": {"eine Kennung steht zweimal", func(p *Parcel, b *builder) error {
		docs := b.roots[0].Children[0].Children
		return inMetadata("_"+b.roots[0].ID, "_"+docs[0].ID)(p, b)
	}},
	"ECH-007": {"ein Verweis führt ins Leere", inMetadata("<dateiRef>_datei000001", "<dateiRef>_datei999999")},
	"ECH-008": {"eine Inhaltsdatei gehört zu keinem Dokument", inMetadata("<dateiRef>_datei000001</dateiRef>", "")},
	"ECH-009": {"eine Prüfsumme fehlt", between("header/metadata.xml", "<pruefsumme>", "</pruefsumme>", "")},
	"ECH-010": {"ein Name im Inhaltsverzeichnis ist ein Pfad", inMetadata("<name>p000001.", "<name>../p000001.")},
	"ECH-011": {"der Ablieferungstyp passt nicht", inMetadata("<ablieferungstyp>GEVER", "<ablieferungstyp>FILES")},
	"ECH-012": {"das Paket ist ein DIP", inMetadata("<paketTyp>SIP", "<paketTyp>DIP")},
	"ECH-013": {"ein digitales Dokument nennt keine Datei", inMetadata("<dateiRef>_datei000001</dateiRef>", "")},
	"ECH-014": {"ein Zeitraum endet vor seinem Beginn", between("header/metadata.xml", "<bis><datum>", "</datum>", "1899-01-01")},
	"ECH-015": {"ein Dossier ist leer", inMetadata("</ordnungssystemposition>", `<dossier id="_leer"><titel>leer</titel></dossier></ordnungssystemposition>`)},
	"ECH-016": {"es ist kein Dossier beschrieben", between("header/metadata.xml", "</name>\n<ordnungssystemposition", "</ordnungssystem>", ` id="_x"/>`)},
}
