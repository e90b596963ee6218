package handelsregister

import (
	"maps"
	"time"

	"laufzettel/transfer/kind/sample"
)

const someStatute = "belege/CH-100.3.000.000-0_Statuten.pdf"

// makers make deliveries of deleted companies.
var makers = []sample.Maker{room.Maker(Name, Defects(), map[string]sample.Defect{
	"VOL-001": {What: "eine Datei der Prüfsummenliste fehlt", Apply: sample.Drop(someStatute)},
	"VOL-002": {What: "eine Datei liegt bei, die keine Liste nennt",
		Apply: sample.Add(sample.Member{Name: "belege/Nachtrag.pdf", Data: []byte("%PDF-1.4\n")})},
	"FIX-002": {What: "ein Byte einer Belegakte ist verändert", Apply: sample.Flip(someStatute)},
}).With(room.Defects(alike))}

// room makes them.
var room = sample.Room[*Delivery]{Name: "handelsregister", Kind: Kind{}, Build: func(o *sample.Order) (*Delivery, error) {
	return Sample{Companies: o.Units(), Extracted: o.Clock.Truncate(time.Second), PDF: o.Papers()}.Build()
}}

// material is the output of a register of companies, with its Belegakten.
func material(w sample.Workshop) (sample.Material, error) {
	d, err := Sample{PDF: w.Paper}.Build()
	if err != nil {
		return sample.Material{}, err
	}
	files := maps.Clone(d.Files)
	files[listName] = d.List()
	return sample.Material{Files: files, Fields: sample.Office(map[string]string{"name": "hr-2026",
		"provenance": "Handelsregisteramt Musterkanton", "extracted": "2.11.2026 08:30",
		"queries": "SELECT * FROM firma WHERE geloescht IS NOT NULL", "system": "Muster-HR", "release": "3.1"})}, nil
}
