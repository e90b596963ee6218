package bagit

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/record"
)

// makers make sample bags.
var makers = []sample.Maker{{Name: "bagit", Make: makeBag, Defects: joined(bagDefects, contentDefects),
	Alike: joined(bagAlike, contentAlike)}}

// makeBag packs the files of the generated dossiers into a bag.
func makeBag(o *sample.Order) (*sample.Parcel, error) {
	name := "tasche-" + strconv.FormatUint(o.Seed, 10)
	plan := BuildPlan{Name: name, Algorithms: []string{"sha-256", "sha-512"}, Created: o.Clock, Info: []record.Field{
		{Name: "Source-Organization", Value: o.Agency.Name}, {Name: "Organization-Identifier", Value: o.Agency.ID},
		{Name: "Contact-Name", Value: o.Agency.Contact}, {Name: "External-Identifier", Value: o.Process},
		{Name: "External-Description", Value: o.Roots[0].Label()},
	}}
	plan.Payload = sample.Contents(o.Members)
	return sample.Of(name)(Build(plan))
}

const someSum = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

// retag drops the tag manifests, so that a changed tag file is one defect.
func retag(apply func(*sample.Parcel, *sample.Order) error) func(*sample.Parcel, *sample.Order) error {
	return func(p *sample.Parcel, o *sample.Order) error {
		p.Members = slices.DeleteFunc(p.Members, func(m sample.Member) bool { return strings.Contains(m.Name, "/tagmanifest-") })
		return apply(p, o)
	}
}

var bagDefects = map[string]sample.Defect{
	"VOL-001": {What: "eine genannte Datei fehlt", Apply: sample.Drop("data/")},
	"VOL-002": {What: "eine Datei liegt bei, die kein Manifest nennt",
		Apply: sample.AddBeside("data/Nachtrag.txt", "steht in keiner Liste\n")},
	"FIX-002": {What: "ein Byte einer Inhaltsdatei ist verändert", Apply: sample.Flip("data/")},
	"BAG-001": {What: "bagit.txt fehlt", Apply: retag(sample.Drop("bagit.txt"))},
	"BAG-002": {What: "bagit.txt beginnt mit einem Byte-Order-Mark", Apply: retag(sample.Replace("bagit.txt", "BagIt-V", "\ufeffBagIt-V"))},
	"BAG-003": {What: "bagit.txt nennt eine unbekannte Version", Apply: retag(sample.Replace("bagit.txt", "1.0", "3.1"))},
	"BAG-004": {What: "bag-info.txt ist nicht in der genannten Kodierung", Apply: retag(sample.AddLine("bag-info.txt", "Ort: K\xf6ln"))},
	"BAG-005": {What: "es gibt kein Manifest der Inhalte", Apply: retag(func(p *sample.Parcel, _ *sample.Order) error {
		p.Members = slices.DeleteFunc(p.Members, func(m sample.Member) bool { return strings.Contains(m.Name, "/manifest-") })
		return nil
	})},
	"BAG-006": {What: "der Ordner data fehlt", Apply: func(p *sample.Parcel, _ *sample.Order) error {
		p.Members = slices.DeleteFunc(p.Members, func(m sample.Member) bool { return strings.Contains(m.Name, "/data/") })
		return nil
	}},
	"BAG-007": {What: "die Tasche ist leer", Apply: func(p *sample.Parcel, _ *sample.Order) error {
		members, err := Build(BuildPlan{Name: p.Name})
		p.Fill(members)
		return err
	}},
	"BAG-008": {What: "eine Zeile des Manifests ist unlesbar", Apply: retag(sample.AddLine("manifest-sha512.txt", "keine Pruefsumme"))},
	"BAG-009": {What: "das Manifest nennt einen Pfad außerhalb der Tasche",
		Apply: retag(sample.AddLine("manifest-sha512.txt", someSum+"  ../../geheim.txt"))},
	"BAG-010": {What: "das Manifest der Inhalte nennt eine Begleitdatei",
		Apply: retag(sample.AddLine("manifest-sha512.txt", someSum+"  bagit.txt"))},
	"BAG-011": {What: "das Manifest nennt eine Datei zweimal", Apply: retag(sample.Change("manifest-sha512.txt", func(d []byte) []byte {
		return append(d, d[:bytes.IndexByte(d, '\n')+1]...)
	}))},
	"BAG-012": {What: "ein Manifest nennt eine Datei nicht",
		Apply: retag(sample.Change("manifest-sha512.txt", func(d []byte) []byte { return d[bytes.IndexByte(d, '\n')+1:] }))},
	"BAG-013": {What: "ein Manifest hat ein unbekanntes Verfahren", Apply: func(p *sample.Parcel, _ *sample.Order) error {
		m, err := p.Member("manifest-sha512.txt")
		if err != nil {
			return err
		}
		p.Members = append(p.Members, sample.Member{Name: p.Name + "/manifest-rot13.txt", Data: m.Data})
		return nil
	}},
	"BAG-014": {What: "ein Name ist im Manifest anders gespeichert (NFD)", Apply: func(p *sample.Parcel, o *sample.Order) error {
		members, err := Build(BuildPlan{Name: p.Name, Payload: []Member{{Name: "Übersicht.txt", Data: []byte("Übersicht\n")}}})
		if err != nil {
			return err
		}
		p.Fill(members)
		return retag(sample.Replace("manifest-sha512.txt", "Ü", "U\u0308"))(p, o)
	}},
	"BAG-015": {What: "fetch.txt nennt eine Adresse zu einer gelieferten Datei", Apply: fetchOf(false)},
	"BAG-016": {What: "eine Inhaltsdatei ist nur als Adresse genannt", Apply: fetchOf(true)},
	"BAG-017": {What: "fetch.txt nennt eine Datei, die in keinem Manifest steht",
		Apply: sample.AddBeside("fetch.txt", "https://archiv.example/x - data/x.txt\n")},
	"BAG-018": {What: "Payload-Oxum stimmt nicht", Apply: retag(sample.Replace("bag-info.txt", "Payload-Oxum: ", "Payload-Oxum: 1"))},
	"BAG-019": {What: "Payload-Oxum hat nicht die rechte Form",
		Apply: retag(sample.Replace("bag-info.txt", "Payload-Oxum: ", "Payload-Oxum: etwa "))},
	"BAG-020": {What: "eine Zeile in bag-info.txt hat keinen Doppelpunkt",
		Apply: retag(sample.AddLine("bag-info.txt", "ohne Doppelpunkt"))},
	"BAG-021": {What: "eine Hilfsdatei liegt unter den Inhalten", Apply: sample.AddBeside("data/Thumbs.db", "x")},
	"BAG-022": {What: "das beiliegende Profil ist nicht erfüllt",
		Apply: withProfile(`{"BagIt-Profile-Info":{"BagIt-Profile-Identifier":"urn:example:profil"},"Manifests-Required":["md5"]}`)},
	"BAG-023": {What: "das genannte Profil liegt nicht bei",
		Apply: retag(sample.AddLine("bag-info.txt", "BagIt-Profile-Identifier: urn:example:profil"))},
	"BAG-024": {What: "das beiliegende Profil ist kein JSON", Apply: withProfile(`{"BagIt-Profile-Info":`)},
}

func fetchOf(drop bool) func(*sample.Parcel, *sample.Order) error {
	return func(p *sample.Parcel, o *sample.Order) error {
		m, err := p.Member("data/")
		if err != nil {
			return err
		}
		rel := strings.TrimPrefix(m.Name, p.Name+"/")
		if drop {
			p.Remove(m.Name)
		}
		return sample.AddBeside("fetch.txt", fmt.Sprintf("https://archiv.example/x - %s\n", rel))(p, o)
	}
}

func withProfile(text string) func(*sample.Parcel, *sample.Order) error {
	return func(p *sample.Parcel, o *sample.Order) error {
		if err := sample.AddBeside("profil.json", text)(p, o); err != nil {
			return err
		}
		return retag(sample.AddLine("bag-info.txt", "BagIt-Profile-Identifier: urn:example:profil"))(p, o)
	}
}
