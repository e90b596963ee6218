package website

import (
	"maps"
	"slices"
	"strings"
)

// alike is what a web area may hold, by kind, and looks like what it may not.
var alike = map[string]map[string]Defect{
	Name: {
		"WEB-001": {What: "hinter der Beschreibung steht eine Bemerkung",
			Files: func(f map[string][]byte) { f[DocumentName] = append(f[DocumentName], "<!-- Ende -->\n"...) }},
		"WEB-003": {What: "die Behörde hat einen kurzen Namen", Change: inText(func(d *Description) { d.Agency = "Amt" })},
		"WEB-017": {What: "die Güte ist nur ausreichend", Change: inText(func(d *Description) {
			q := *d.Quality
			q.Verdict, d.Quality = Enough, &q
		})},
	},
	NameWARC: {
		"WRC-003": {What: "die Sätze sind ungepackt und enden richtig", Change: func(d *Delivery) { d.Packed = false }},
		"WRC-004": {What: "das Datum eines Satzes nennt Bruchteile von Sekunden",
			Change: header("WARC-Date", "2026-10-30T06:00:01.123456Z")},
		"WRC-010": {What: "ein Satz trägt Metadaten", Change: func(d *Delivery) {
			d.Drafts = append(d.Drafts, Draft{Type: "metadata", URI: "http://" + sampleHost + "/", Time: d.Clock,
				MIME: "application/warc-fields", Block: []byte("via: http://" + sampleHost + "/\r\n")})
		}},
		"WRC-011": {What: "zwei Adressen haben denselben Inhalt", Change: func(d *Delivery) {
			x := d.Drafts[1]
			x.URI += "?noch=einmal"
			x.More = maps.Clone(x.More)
			d.Drafts = slices.Insert(d.Drafts, 2, x)
		}},
	},
	NameWACZ: {
		"WCZ-007": {What: "die Seitenliste nennt eine gespeicherte Seite mit eigenem Titel", Change: func(d *Delivery) {
			d.wacz.pages = []string{`{"id": "9", "url": "http://` + sampleHost + `/", "title": "` + strings.Repeat("Start ", 20) + `"}`}
		}},
	},
}
