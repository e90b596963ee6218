package eark

import (
	"strconv"
	"strings"

	"laufzettel/transfer/kind/sample"
)

// makers make sample packages.
var makers = []sample.Maker{{Name: "eark", Make: makeEARK, Defects: earkDefects, Alike: earkAlike}}

// makeEARK packs the generated files into an E-ARK SIP with two representations.
func makeEARK(o *sample.Order) (*sample.Parcel, error) {
	name := "paket-" + strconv.FormatUint(o.Seed, 10)
	plan := BuildPlan{Name: name, Title: o.Roots[0].Label(), Agency: o.Agency.Name, AgencyID: o.Agency.ID, Contact: o.Agency.Contact,
		Created:       o.Clock,
		Descriptive:   []Member{{Name: "beschreibung.xml", Data: []byte("<beschreibung/>\n")}},
		Documentation: []Member{{Name: "liesmich.txt", Data: []byte("Auf Ihren Antrag ergeht folgender Bescheid.\n")}}}
	half := (len(o.Members) + 1) / 2
	for i, part := range [][]sample.Member{o.Members[:half], o.Members[half:]} {
		if len(part) > 0 {
			plan.Representations = append(plan.Representations,
				Representation{Name: "rep" + strconv.Itoa(i+1), Data: sample.Contents(part)})
		}
	}
	return sample.Of(name)(Build(plan))
}

func inMETS(old, new string) func(*sample.Parcel, *sample.Order) error {
	return sample.Replace("METS.xml", old, new)
}

var earkDefects = map[string]sample.Defect{
	"VOL-001": {What: "eine genannte Datei fehlt", Apply: sample.Drop("data/")},
	"VOL-002": {What: "eine Datei liegt bei, die keine METS nennt",
		Apply: sample.AddBeside("representations/rep1/data/Nachtrag.txt", "steht nirgends\n")},
	"FIX-002": {What: "ein Byte einer Datei ist verändert", Apply: sample.Flip("data/")},
	"EAR-001": {What: "METS.xml fehlt", Apply: sample.Drop("METS.xml")},
	"EAR-002": {What: "METS.xml bricht ab", Apply: sample.Change("METS.xml", func(d []byte) []byte { return d[:len(d)/2] })},
	"EAR-003": {What: "eine Pflichtangabe fehlt (CSIP1, OBJID)", Apply: inMETS(" OBJID=", " data-objid=")},
	"EAR-004": {What: "eine Soll-Angabe fehlt (CSIP8, LASTMODDATE)", Apply: inMETS(" LASTMODDATE=", " data-lastmod=")},
	"EAR-005": {What: "eine Kann-Angabe fehlt (SIP3, RECORDSTATUS)", Apply: inMETS(` RECORDSTATUS="NEW"`, "")},
	"EAR-006": {What: "ein Verweis führt aus dem Paket hinaus", Apply: inMETS(`xlink:href="documentation/`, `xlink:href="../../`)},
	"EAR-007": {What: "die METS einer Repräsentation fehlt", Apply: sample.Drop("representations/rep1/METS.xml")},
	"EAR-008": {What: "eine Kennung steht zweimal", Apply: inMETS(`ID="div-metadata"`, `ID="div-main"`)},
	"EAR-009": {What: "das Paket nennt über 1.000 Repräsentationen", Apply: func(p *sample.Parcel, o *sample.Order) error {
		const many = 1_001
		var more strings.Builder
		for i := range many {
			name := "representations/viele" + strconv.Itoa(i) + "/METS.xml"
			more.WriteString(`<div ID="v` + strconv.Itoa(i) + `" LABEL="Representations/viele` + strconv.Itoa(i) + `"><mptr xlink:href="` +
				name + `"/></div>`)
			p.Members = append(p.Members, sample.Member{Name: p.Name + "/" + name,
				Data: []byte(`<mets xmlns="http://www.loc.gov/METS/"/>`)})
		}
		return inMETS("</div>\n</structMap>", more.String()+"</div>\n</structMap>")(p, o)
	}},
}
