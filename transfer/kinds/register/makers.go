package register

import (
	"laufzettel/transfer/kind/sample"
)

// makers make portions of a register of deaths, whose update period is over, named
// after their backbone.
var makers = []sample.Maker{room.Maker(Name, Defects(), map[string]sample.Defect{
	"VOL-001": {What: "eine genannte Datei fehlt", Apply: sample.Drop("623456-S-1989-1-U0.pdf")},
	"VOL-002": {What: "eine Datei liegt bei, die niemand nennt",
		Apply: sample.Add(sample.Member{Name: "Nachtrag.txt", Data: []byte("steht in keiner Liste\n")})},
}).With(room.Defects(alike))}

// room makes them.
var room = sample.Room[*Portion]{Kind: Kind{}, Title: func(p *Portion) string { return p.Backbone.Head.Stem() },
	Build: func(o *sample.Order) (*Portion, error) {
		return Sample{Entries: o.Units(), FollowUps: true, Created: o.Clock, PDF: o.Papers()}.Build()
	}}

// SampleIndex is the list of order numbers beside the entries of a register.
const SampleIndex = "Nummer;Verfügungsnummer;Signierender;Signaturdatum\n1;V-1;K. Berger;3.1.1989\n2;V-2;K. Berger;3.1.1989\n3;V-3;S. Lehmann-Groß;1989-02-01\n4;V-4;K. Berger;1989-02-01\n"

// material is what an office holds of a register of deaths.
func material(w sample.Workshop) (sample.Material, error) {
	p, err := Sample{Entries: w.Units, FollowUps: true, PDF: w.Paper}.Build()
	if err != nil {
		return sample.Material{}, err
	}
	s := sample.Material{Files: map[string][]byte{"index.csv": []byte(SampleIndex)}, Fields: map[string]string{
		"agency": "Standesamt Musterstadt", "agencyId": "", "person": "M. Ahrens", "contact": "register@musterstadt.example",
		"holder": "Rechenzentrum Musterland", "holderAddress": "Am Speicher 4, 09999 Musterstadt",
		"archiveFirst": "Stadtarchiv Musterstadt", "archiveSecond": "Landesarchiv Musterland",
		"closingDate": "04.01.1990", "software": "Muster-ePR", "softwareVersion": "4.2", "schemaVersion": "1.0"}}
	for _, f := range p.Files {
		s.Files[f.Path] = f.Data
	}
	return s, nil
}
