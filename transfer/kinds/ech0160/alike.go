package ech0160

import (
	"bytes"

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
}
