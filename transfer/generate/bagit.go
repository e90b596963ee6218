package generate

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kinds/bagit"
	"laufzettel/transfer/record"
)

// makeBag packs the files of the generated dossiers into a bag.
func makeBag(b *builder) (*Parcel, error) {
	name := "tasche-" + strconv.FormatUint(b.Seed, 10)
	plan := bagit.BuildPlan{Name: name, Algorithms: []string{"sha-256", "sha-512"}, Created: b.Clock, Info: []record.Field{
		{Name: "Source-Organization", Value: b.Agency.Name}, {Name: "Organization-Identifier", Value: b.Agency.ID},
		{Name: "Contact-Name", Value: b.Agency.Contact}, {Name: "External-Identifier", Value: b.Process}, {Name: "External-Description", Value: b.roots[0].Label()},
	}}
	plan.Payload = contentsOf(b.members)
	return packageOf(name)(bagit.Build(plan))
}

// contentsOf gives members to the builder of a package.
func contentsOf(members []Member) (out []fixity.Member) {
	for _, m := range members {
		out = append(out, m.content())
	}
	return out
}

// packageOf makes a delivery of what the builder of a package gives.
func packageOf(name string) func([]fixity.Member, error) (*Parcel, error) {
	return func(members []fixity.Member, err error) (*Parcel, error) {
		if err != nil {
			return nil, err
		}
		p := &Parcel{Name: name}
		for _, m := range members {
			p.Members = append(p.Members, Member{Name: m.Name, Data: m.Data, Open: m.Open})
		}
		return p, nil
	}
}

// member finds a member by the end of its path, such as "bagit.txt"; the first
// in order counts.
func (p *Parcel) member(name string) (*Member, error) {
	for i, m := range p.Members {
		if m.Name == name || strings.HasSuffix(m.Name, "/"+name) || strings.HasSuffix(name, "/") && strings.Contains("/"+m.Name, "/"+name) {
			return &p.Members[i], nil
		}
	}
	return nil, failure.New(failure.Refused, "spoil "+name, "Diese Lieferung enthält „"+name+"“ nicht.")
}

func addLine(name, line string) func(*Parcel, *builder) error {
	return spoilMember(name, func(data []byte) []byte { return append(data, line+"\n"...) })
}

func replaceIn(name, old, new string) func(*Parcel, *builder) error {
	return spoilMember(name, func(data []byte) []byte { return bytes.Replace(data, []byte(old), []byte(new), 1) })
}

const someSum = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

// retag drops the tag manifests, so that a changed tag file is one defect.
func retag(apply func(*Parcel, *builder) error) func(*Parcel, *builder) error {
	return func(p *Parcel, b *builder) error {
		p.Members = slices.DeleteFunc(p.Members, func(m Member) bool { return strings.Contains(m.Name, "/tagmanifest-") })
		return apply(p, b)
	}
}

// addBeside puts a file into the folder of the delivery.
func addBeside(name, data string) func(*Parcel, *builder) error {
	return func(p *Parcel, _ *builder) error {
		p.Members = append(p.Members, Member{Name: p.Name + "/" + name, Data: []byte(data)})
		return nil
	}
}

var bagDefects = map[string]defect{
	"VOL-001": {"eine genannte Datei fehlt", dropMember("data/")},
	"VOL-002": {"eine Datei liegt bei, die kein Manifest nennt", addBeside("data/Nachtrag.txt", "steht in keiner Liste\n")},
	"FIX-002": {"ein Byte einer Inhaltsdatei ist verändert", spoilMember("data/", func(d []byte) []byte { d[len(d)/2] ^= 0x20; return d })},
	"BAG-001": {"bagit.txt fehlt", retag(dropMember("bagit.txt"))},
	"BAG-002": {"bagit.txt beginnt mit einem Byte-Order-Mark", retag(replaceIn("bagit.txt", "BagIt-V", "\ufeffBagIt-V"))},
	"BAG-003": {"bagit.txt nennt eine unbekannte Version", retag(replaceIn("bagit.txt", "1.0", "3.1"))},
	"BAG-004": {"bag-info.txt ist nicht in der genannten Kodierung", retag(addLine("bag-info.txt", "Ort: K\xf6ln"))},
	"BAG-005": {"es gibt kein Manifest der Inhalte", retag(func(p *Parcel, _ *builder) error {
		p.Members = slices.DeleteFunc(p.Members, func(m Member) bool { return strings.Contains(m.Name, "/manifest-") })
		return nil
	})},
	"BAG-006": {"der Ordner data fehlt", func(p *Parcel, _ *builder) error {
		p.Members = slices.DeleteFunc(p.Members, func(m Member) bool { return strings.Contains(m.Name, "/data/") })
		return nil
	}},
	"BAG-007": {"die Tasche ist leer", func(p *Parcel, _ *builder) error {
		members, err := bagit.Build(bagit.BuildPlan{Name: p.Name})
		p.Members = nil
		for _, m := range members {
			p.Members = append(p.Members, Member{Name: m.Name, Data: m.Data})
		}
		return err
	}},
	"BAG-008": {"eine Zeile des Manifests ist unlesbar", retag(addLine("manifest-sha512.txt", "keine Pruefsumme"))},
	"BAG-009": {"das Manifest nennt einen Pfad außerhalb der Tasche", retag(addLine("manifest-sha512.txt", someSum+"  ../../geheim.txt"))},
	"BAG-010": {"das Manifest der Inhalte nennt eine Begleitdatei", retag(addLine("manifest-sha512.txt", someSum+"  bagit.txt"))},
	"BAG-011": {"das Manifest nennt eine Datei zweimal", retag(spoilMember("manifest-sha512.txt", func(d []byte) []byte {
		return append(d, d[:bytes.IndexByte(d, '\n')+1]...)
	}))},
	"BAG-012": {"ein Manifest nennt eine Datei nicht", retag(spoilMember("manifest-sha512.txt", func(d []byte) []byte { return d[bytes.IndexByte(d, '\n')+1:] }))},
	"BAG-013": {"ein Manifest hat ein unbekanntes Verfahren", func(p *Parcel, _ *builder) error {
		m, err := p.member("manifest-sha512.txt")
		if err != nil {
			return err
		}
		p.Members = append(p.Members, Member{Name: p.Name + "/manifest-rot13.txt", Data: m.Data})
		return nil
	}},
	"BAG-014": {"ein Name ist im Manifest anders gespeichert (NFD)", func(p *Parcel, b *builder) error {
		members, err := bagit.Build(bagit.BuildPlan{Name: p.Name, Payload: []bagit.Member{{Name: "Übersicht.txt", Data: []byte("Übersicht\n")}}})
		if err != nil {
			return err
		}
		p.Members = nil
		for _, m := range members {
			p.Members = append(p.Members, Member{Name: m.Name, Data: m.Data})
		}
		return retag(replaceIn("manifest-sha512.txt", "Ü", "U\u0308"))(p, b)
	}},
	"BAG-015": {"fetch.txt nennt eine Adresse zu einer gelieferten Datei", fetchOf(false)},
	"BAG-016": {"eine Inhaltsdatei ist nur als Adresse genannt", fetchOf(true)},
	"BAG-017": {"fetch.txt nennt eine Datei, die in keinem Manifest steht", addBeside("fetch.txt", "https://archiv.example/x - data/x.txt\n")},
	"BAG-018": {"Payload-Oxum stimmt nicht", retag(replaceIn("bag-info.txt", "Payload-Oxum: ", "Payload-Oxum: 1"))},
	"BAG-019": {"Payload-Oxum hat nicht die rechte Form", retag(replaceIn("bag-info.txt", "Payload-Oxum: ", "Payload-Oxum: etwa "))},
	"BAG-020": {"eine Zeile in bag-info.txt hat keinen Doppelpunkt", retag(addLine("bag-info.txt", "ohne Doppelpunkt"))},
	"BAG-021": {"eine Hilfsdatei liegt unter den Inhalten", addBeside("data/Thumbs.db", "x")},
	"BAG-022": {"das beiliegende Profil ist nicht erfüllt", withProfile(`{"BagIt-Profile-Info":{"BagIt-Profile-Identifier":"urn:example:profil"},"Manifests-Required":["md5"]}`)},
	"BAG-023": {"das genannte Profil liegt nicht bei", retag(addLine("bag-info.txt", "BagIt-Profile-Identifier: urn:example:profil"))},
	"BAG-024": {"das beiliegende Profil ist kein JSON", withProfile(`{"BagIt-Profile-Info":`)},
}

func fetchOf(drop bool) func(*Parcel, *builder) error {
	return func(p *Parcel, b *builder) error {
		m, err := p.member("data/")
		if err != nil {
			return err
		}
		rel := strings.TrimPrefix(m.Name, p.Name+"/")
		if drop {
			p.Remove(m.Name)
		}
		return addBeside("fetch.txt", fmt.Sprintf("https://archiv.example/x - %s\n", rel))(p, b)
	}
}

func withProfile(text string) func(*Parcel, *builder) error {
	return func(p *Parcel, b *builder) error {
		if err := addBeside("profil.json", text)(p, b); err != nil {
			return err
		}
		return retag(addLine("bag-info.txt", "BagIt-Profile-Identifier: urn:example:profil"))(p, b)
	}
}
