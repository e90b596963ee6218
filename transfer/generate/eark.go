package generate

import (
	"strconv"
	"strings"

	"laufzettel/transfer/kinds/eark"
)

// makeEARK packs the generated files into an E-ARK SIP with two representations.
func makeEARK(b *builder) (*Parcel, error) {
	name := "paket-" + strconv.FormatUint(b.Seed, 10)
	plan := eark.BuildPlan{Name: name, Title: b.roots[0].Label(), Agency: b.Agency.Name, AgencyID: b.Agency.ID, Contact: b.Agency.Contact, Created: b.Clock,
		Descriptive:   []eark.Member{{Name: "beschreibung.xml", Data: []byte("<beschreibung/>\n")}},
		Documentation: []eark.Member{{Name: "liesmich.txt", Data: []byte(phrases[0] + "\n")}}}
	half := (len(b.members) + 1) / 2
	for i, part := range [][]Member{b.members[:half], b.members[half:]} {
		if len(part) > 0 {
			plan.Representations = append(plan.Representations, eark.Representation{Name: "rep" + strconv.Itoa(i+1), Data: contentsOf(part)})
		}
	}
	return packageOf(name)(eark.Build(plan))
}

func inMETS(old, new string) func(*Parcel, *builder) error { return replaceIn("METS.xml", old, new) }

var earkDefects = map[string]defect{
	"VOL-001": {"eine genannte Datei fehlt", dropMember("data/")},
	"VOL-002": {"eine Datei liegt bei, die keine METS nennt", addBeside("representations/rep1/data/Nachtrag.txt", "steht nirgends\n")},
	"FIX-002": {"ein Byte einer Datei ist verändert", spoilMember("data/", func(d []byte) []byte { d[len(d)/2] ^= 0x20; return d })},
	"EAR-001": {"METS.xml fehlt", dropMember("METS.xml")},
	"EAR-002": {"METS.xml bricht ab", spoilMember("METS.xml", func(d []byte) []byte { return d[:len(d)/2] })},
	"EAR-003": {"eine Pflichtangabe fehlt (CSIP1, OBJID)", inMETS(" OBJID=", " data-objid=")},
	"EAR-004": {"eine Soll-Angabe fehlt (CSIP8, LASTMODDATE)", inMETS(" LASTMODDATE=", " data-lastmod=")},
	"EAR-005": {"eine Kann-Angabe fehlt (SIP3, RECORDSTATUS)", inMETS(` RECORDSTATUS="NEW"`, "")},
	"EAR-006": {"ein Verweis führt aus dem Paket hinaus", inMETS(`xlink:href="documentation/`, `xlink:href="../../`)},
	"EAR-007": {"die METS einer Repräsentation fehlt", dropMember("representations/rep1/METS.xml")},
	"EAR-008": {"eine Kennung steht zweimal", inMETS(`ID="div-metadata"`, `ID="div-main"`)},
	"EAR-009": {"das Paket nennt über 1.000 Repräsentationen", func(p *Parcel, b *builder) error {
		const many = 1_001
		var more strings.Builder
		for i := range many {
			name := "representations/viele" + strconv.Itoa(i) + "/METS.xml"
			more.WriteString(`<div ID="v` + strconv.Itoa(i) + `" LABEL="Representations/viele` + strconv.Itoa(i) + `"><mptr xlink:href="` + name + `"/></div>`)
			p.Members = append(p.Members, Member{Name: p.Name + "/" + name, Data: []byte(`<mets xmlns="http://www.loc.gov/METS/"/>`)})
		}
		return inMETS("</div>\n</structMap>", more.String()+"</div>\n</structMap>")(p, b)
	}},
}
