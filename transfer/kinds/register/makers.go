package register

import (
	"laufzettel/transfer/kind/sample"
)

// makers make portions of a register of deaths, whose update period is over, named
// after their backbone.
var makers = []sample.Maker{sample.Room[*Portion]{Kind: Kind{}, Title: func(p *Portion) string { return p.Backbone.Head.Stem() },
	Build: func(o *sample.Order) (*Portion, error) {
		return Sample{Entries: o.Units(), FollowUps: true, Created: o.Clock, PDF: o.Papers()}.Build()
	}}.Maker(Name, Defects(), map[string]sample.Defect{
	"VOL-001": {What: "eine genannte Datei fehlt", Apply: sample.Drop("623456-S-1989-1-U0.pdf")},
	"VOL-002": {What: "eine Datei liegt bei, die niemand nennt", Apply: sample.Add(sample.Member{Name: "Nachtrag.txt", Data: []byte("steht in keiner Liste\n")})},
})}
