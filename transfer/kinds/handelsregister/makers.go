package handelsregister

import (
	"time"

	"laufzettel/transfer/kind/sample"
)

const someStatute = "belege/CH-100.3.000.000-0_Statuten.pdf"

// makers make deliveries of deleted companies.
var makers = []sample.Maker{sample.Room[*Delivery]{Name: "handelsregister", Kind: Kind{}, Build: func(o *sample.Order) (*Delivery, error) {
	return Sample{Companies: o.Units(), Extracted: o.Clock.Truncate(time.Second), PDF: o.Papers()}.Build()
}}.Maker(Name, Defects(), map[string]sample.Defect{
	"VOL-001": {What: "eine Datei der Prüfsummenliste fehlt", Apply: sample.Drop(someStatute)},
	"VOL-002": {What: "eine Datei liegt bei, die keine Liste nennt", Apply: sample.Add(sample.Member{Name: "belege/Nachtrag.pdf", Data: []byte("%PDF-1.4\n")})},
	"FIX-002": {What: "ein Byte einer Belegakte ist verändert", Apply: sample.Flip(someStatute)},
})}
