package ech0160

import (
	"bytes"
	"strings"

	"laufzettel/transfer/kind/sample"
)

// sipAlike is what a submission may hold and looks like what it may not.
var sipAlike = map[string]sample.Defect{
	"ECH-001": {What: "vor metadata.xml steht ein Byte-Order-Mark",
		Apply: sample.Change("header/metadata.xml", func(d []byte) []byte { return append([]byte("\xef\xbb\xbf"), d...) })},
	"ECH-002": {What: "hinter metadata.xml steht eine Bemerkung",
		Apply: sample.Change("header/metadata.xml", func(d []byte) []byte { return append(d, "<!-- Ende -->\n"...) })},
	"ECH-003": {What: "die Schemaversion ist die frühere 4.1", Apply: inMetadata(`schemaVersion="4.2"`, `schemaVersion="4.1"`)},
	"ECH-007": {What: "vor einem Verweis steht ein Leerzeichen", Apply: inMetadata("<dateiRef>_datei000001", "<dateiRef> _datei000001")},
	"ECH-009": {What: "eine Prüfsumme ist groß geschrieben", Apply: sample.Change("header/metadata.xml", func(d []byte) []byte {
		i := bytes.Index(d, []byte("<pruefsumme>")) + len("<pruefsumme>")
		k := i + bytes.IndexByte(d[i:], '<')
		copy(d[i:k], bytes.ToUpper(d[i:k]))
		return d
	})},
	"ECH-010": {What: "eine Bemerkung nennt einen Pfad", Apply: inMetadata("<name>p000001.", "<!-- ../p000001 --><name>p000001.")},
	"ECH-011": {What: "um den Ablieferungstyp stehen Leerzeichen", Apply: inMetadata("<ablieferungstyp>GEVER", "<ablieferungstyp> GEVER")},
	"ECH-012": {What: "um den Pakettyp stehen Leerzeichen", Apply: inMetadata("<paketTyp>SIP", "<paketTyp> SIP")},
	"ECH-014": {What: "ein Zeitraum ist ein einziger Tag", Apply: sample.Change("header/metadata.xml", func(d []byte) []byte {
		from := bytes.Index(d, []byte("<von><datum>")) + len("<von><datum>")
		to := bytes.Index(d, []byte("<bis><datum>")) + len("<bis><datum>")
		copy(d[to:to+10], d[from:from+10])
		return d
	})},
	"ECH-005": {What: "eine Bemerkung wiederholt einen Eintrag des Inhaltsverzeichnisses",
		Apply: inMetadata(`<datei id="_datei000001">`, `<!-- <datei id="_datei000001"/> --><datei id="_datei000001">`)},
	"ECH-006": {What: "zwei Kennungen unterscheiden sich nur in der Groß- und Kleinschreibung",
		Apply: func(p *sample.Parcel, o *sample.Order) error {
			docs := o.Roots[0].Children[0].Children
			return inMetadata("_"+o.Roots[0].ID, "_"+strings.ToUpper(docs[0].ID))(p, o)
		}},
	"ECH-008": {What: "hinter dem Verweis auf eine Inhaltsdatei steht ein Leerzeichen",
		Apply: inMetadata("<dateiRef>_datei000001<", "<dateiRef>_datei000001 <")},
	"ECH-013": {What: "der Verweis eines Dokuments steht in einer eigenen Zeile",
		Apply: inMetadata("<dateiRef>_datei000001<", "<dateiRef>\n_datei000001\n<")},
	"ECH-015": {What: "eine Bemerkung enthält ein leeres Dossier",
		Apply: inMetadata("</ordnungssystemposition>", `<!-- <dossier id="_leer"/> --></ordnungssystemposition>`)},
	"ECH-016": {What: "eine weitere Ordnungssystemposition hat kein Dossier", Apply: inMetadata("</ordnungssystemposition>",
		`</ordnungssystemposition><ordnungssystemposition id="_leer"><nummer>9</nummer><titel>Ohne Unterlagen</titel></ordnungssystemposition>`)},
}
