package website

import (
	"os"
	"path/filepath"

	"laufzettel/transfer/kind"
	"laufzettel/transfer/kind/sample"
)

// New is the kind for the shelf.
func New() kind.Kind {
	return kind.Kind{Name: Name, Check: Kind{}, Codes: Codes, Builder: siteBuilder{}, Place: 4, Samples: makers(), Material: material}
}

// makers make a web area as website, warc or wacz.
func makers() (out []sample.Maker) {
	room := sample.Room[*Delivery]{Name: "webbereich", Kind: Kind{}, Build: func(o *sample.Order) (*Delivery, error) {
		return Sample{Kind: o.Kind, Pages: max(0, o.Units()-1), Clock: o.Clock, PDF: o.Papers()}.Build()
	}}
	for _, name := range []string{"website", "warc", "wacz"} {
		out = append(out, room.Maker(name, Defects(name), nil).With(room.Defects(alike[name])))
	}
	return out
}

// crawlLog is what HTTrack writes of a small mirror.
const crawlLog = `HTTrack3.49-2 launched on Fri, 30 Oct 2026 06:00:00 at http://www.musterkreis.example/
(httrack -%H http://www.musterkreis.example/ )

Information, Warnings and Errors reported for this mirror:

HTTrack Website Copier/3.49-2 mirror complete in 5 seconds : 2 links scanned, 2 files written (300 bytes overall) [300 bytes received at 60 bytes/sec], 1.0 requests per connection
(0 errors, 0 warnings, 0 messages)
`

// material is a small mirror; the converter is a program that copies a PDF/A, so that
// a Unix system is needed to build it.
func material(w sample.Workshop) (sample.Material, error) {
	data, err := w.Paper("")
	if err != nil {
		return sample.Material{}, err
	}
	made := filepath.Join(w.Aside, "web.pdf")
	page := []byte("<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>Musterkreis</title></head><body><a href=\"zwei.html\">zwei</a></body></html>\n")
	return sample.Material{Files: map[string][]byte{"www.musterkreis.example/index.html": page, "www.musterkreis.example/zwei.html": page,
		"hts-log.txt": []byte(crawlLog)},
		Fields: sample.Office(map[string]string{"name": "web-2026", "domain": "www.musterkreis.example",
			"start": "https://www.musterkreis.example/", "crawled": "2026-11-01 10:00",
			"fonds": "W 12", "provenance": "Landratsamt Musterkreis", "project": "Internet", "occasion": "Turnus", "quality": "gut",
			"converter": "/bin/cp " + made + " {out}"})}, os.WriteFile(made, data, 0o600)
}
