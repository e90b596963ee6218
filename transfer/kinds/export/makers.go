package export

import (
	"time"

	"laufzettel/transfer/kind/sample"
)

// makers make exports from a specialist system.
var makers = []sample.Maker{room.Maker(Name, Defects(), map[string]sample.Defect{
	"VOL-001": {What: "eine genannte Datei fehlt", Apply: sample.Drop("gebuehren.csv")},
	"FIX-002": {What: "ein Byte einer Datei ist verändert", Apply: sample.Change("gebuehren.csv", func(d []byte) []byte {
		d[len(d)-2] ^= 1
		return d
	})},
}).With(room.Defects(alike))}

// room makes them.
var room = sample.Room[*Delivery]{Name: "export", Kind: Kind{}, Build: func(o *sample.Order) (*Delivery, error) {
	return Sample{Rows: o.Units() * 4, Created: o.Clock.Truncate(time.Second)}.Build(), nil
}}

// material holds the tables of a specialist system.
func material(sample.Workshop) (sample.Material, error) {
	return sample.Material{Files: Sample{}.Build().Loose, Fields: sample.Office(map[string]string{"name": "baugen-2026",
		"system": "Baugenehmigungsverfahren", "short": "BAUGEN", "from": "1.1.1998", "to": "2017-12-31"})}, nil
}
