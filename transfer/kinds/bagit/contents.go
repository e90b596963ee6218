package bagit

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/kind/sample"
)

// inner is a small ZIP container.
func inner() []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("brief.txt")
	if err == nil {
		_, err = w.Write([]byte("Ein Brief im inneren Container.\n"))
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		panic(fmt.Sprintf("a buffer refused bytes: %v", err))
	}
	return b.Bytes()
}

// paper holds a PDF/A of the order, as change leaves it.
func paper(change func([]byte) []byte) func(*sample.Parcel, *sample.Order) error {
	return func(p *sample.Parcel, o *sample.Order) error {
		data, err := o.Papers()("Ein Schreiben")
		if err != nil {
			return err
		}
		return holding(Member{Name: "schreiben.pdf", Data: change(slices.Clone(data))})(p, o)
	}
}

// strangePacked names a packing nobody reads for every entry (APPNOTE 4.4.5: 97, sound).
func strangePacked(z []byte) []byte {
	const strange = 97
	for magic, at := range map[string]int{"PK\x03\x04": 8, "PK\x01\x02": 10} {
		for i := 0; ; i += len(magic) {
			k := bytes.Index(z[i:], []byte(magic))
			if k < 0 || i+k+at+2 > len(z) {
				break
			}
			i += k
			binary.LittleEndian.PutUint16(z[i+at:], strange)
		}
	}
	return z
}

func text(name, data string) func(*sample.Parcel, *sample.Order) error {
	return holding(Member{Name: name, Data: []byte(data)})
}

const longName = 180 // runes: more than Windows takes with a folder before it

// contentDefects are what any delivery may hold, shown in a bag: its payload may be
// anything and is named nowhere else.
var contentDefects = map[string]sample.Defect{
	"CNT-003": {What: "die Einträge sind nach einem Verfahren gepackt, das niemand liest", Apply: spoilt(strangePacked)},
	"CNT-006": {What: "eine Datei ist leer", Apply: text("leer.txt", "")},
	"NAM-006": {What: "ein Name steht zweimal im Container", Apply: func(p *sample.Parcel, _ *sample.Order) error {
		p.Members = append(p.Members, p.Members[len(p.Members)-1])
		return nil
	}},
	"NAM-008": {What: "die Pfade sind mit umgekehrtem Schrägstrich geschrieben",
		Apply: spoilt(func(z []byte) []byte { return bytes.ReplaceAll(z, []byte("/data/"), []byte(`\data\`)) })},
	"SEC-007": {What: "ein Name steht im Verzeichnis des Containers anders als vor seinem Eintrag",
		Apply: spoilt(func(z []byte) []byte {
			n := int(binary.LittleEndian.Uint16(z[26:])) // length of the first name, from byte 30 on
			z[30+n-1] ^= 1
			return z
		})},
	"SEC-008": {What: "Ordner liegen dreihundertfach ineinander", Apply: named(strings.Repeat("a/", 300) + "brief.txt")},
	"CNT-010": {What: "ein Container in der Lieferung ist abgeschnitten", Apply: func(p *sample.Parcel, o *sample.Order) error {
		return holding(Member{Name: "innen.zip", Data: inner()[:60]})(p, o)
	}},
	"CNT-013": {What: "eine PDF-Datei ist abgeschnitten", Apply: paper(func(d []byte) []byte { return d[:len(d)/3] })},
	"CNT-016": {What: "vor dem Container steht ein Programm",
		Apply: spoilt(func(z []byte) []byte { return append([]byte("MZ Vorspann eines Programms\r\n"), z...) })},
	"NAM-002": {What: "ein Name ist länger, als ihn ein Dateisystem ablegt", Apply: named(strings.Repeat("lang", 80) + ".txt")},
	"NAM-003": {What: "ein Name endet mit einem Punkt", Apply: named("brief.")},
	"NAM-005": {What: "zwei Namen sehen gleich aus und sind verschieden gespeichert", Apply: named("Übersicht.txt", "U\u0308bersicht.txt")},
	"NAM-007": {What: "ein Name ist sehr lang", Apply: named(strings.Repeat("x", longName) + "/" + strings.Repeat("y", longName) + ".txt")},
	"TXT-001": {What: "ein Text ist in Windows-1252 geschrieben",
		Apply: text("brief.txt", "Gr\xfc\xdfe aus K\xf6ln und M\xfcnchen, herzliche Gr\xfc\xdfe\n")},
	"XML-001": {What: "eine XML-Datei ist nicht wohlgeformt", Apply: text("akte.xml", "<akte><titel>offen</akte>\n")},
	"XML-002": {What: "eine XML-Datei erklärt eigene Entitäten",
		Apply: text("akte.xml",
			"<?xml version=\"1.0\"?>\n<!DOCTYPE akte [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>\n<akte>&x;</akte>\n")},
	"XML-003": {What: "eine XML-Datei verweist auf eine DOCTYPE",
		Apply: text("akte.xml", "<?xml version=\"1.0\"?>\n<!DOCTYPE akte SYSTEM \"akte.dtd\">\n<akte/>\n")},
}

// contentAlike is what any delivery may hold and looks like what it may not.
var contentAlike = map[string]sample.Defect{
	"CNT-003": {What: "die Einträge sind mit dem üblichen Verfahren am stärksten gepackt", Apply: spoilt(hardPacked)},
	"NAM-006": {What: "ein Name steht in zwei Ordnern", Apply: named("a/brief.txt", "b/brief.txt")},
	"NAM-008": {What: "ein Name enthält Bindestriche, wo andere Schrägstriche setzen", Apply: named("a-b-c.txt")},
	"SEC-007": {What: "die Einträge sind am stärksten gepackt gekennzeichnet, vorn und im Verzeichnis gleich", Apply: spoilt(hardPacked)},
	"SEC-008": {What: "Ordner liegen zehnfach ineinander", Apply: named(strings.Repeat("a/", 10) + "brief.txt")},
	"CNT-006": {What: "eine Datei enthält nur ein Leerzeichen", Apply: text("fast-leer.txt", " ")},
	"CNT-010": {What: "ein Container in der Lieferung ist vollständig", Apply: func(p *sample.Parcel, o *sample.Order) error {
		return holding(Member{Name: "innen.zip", Data: inner()})(p, o)
	}},
	"CNT-013": {What: "dieselbe PDF-Datei ist vollständig", Apply: paper(func(d []byte) []byte { return d })},
	"CNT-016": {What: "die erste Datei des Containers ist ein Text, der wie ein Programm beginnt",
		Apply: text("0.txt", "MZ ist kein Vorspann\n")},
	"NAM-002": {What: "ein Name ist lang, aber nicht zu lang", Apply: named(strings.Repeat("lang", 20) + ".txt")},
	"NAM-003": {What: "ein Name enthält Klammern, Kommas, ein Ausrufezeichen und ß", Apply: named("Straße (Entwurf), wirklich!.txt")},
	"NAM-005": {What: "zwei Namen unterscheiden sich in einem Umlaut", Apply: named("Übersicht.txt", "Ubersicht.txt")},
	"NAM-007": {What: "ein Pfad hat viele kurze Ordner", Apply: named("a/b/c/d/e/f/g/h.txt")},
	"TXT-001": {What: "derselbe Text in UTF-8", Apply: text("brief.txt", "Grüße aus Köln und München, herzliche Grüße\n")},
	"XML-001": {What: "hinter dem letzten Element einer XML-Datei steht eine Bemerkung",
		Apply: text("akte.xml", "<akte><titel>zu</titel></akte>\n<!-- Ende -->\n")},
	"XML-002": {What: "eine XML-Datei nennt eine Entität nur in einer Bemerkung",
		Apply: text("akte.xml", "<akte><!-- <!ENTITY x SYSTEM \"file:///etc/hostname\"> --></akte>\n")},
	"XML-003": {What: "eine XML-Datei nennt DOCTYPE nur in einer Bemerkung",
		Apply: text("akte.xml", "<!-- <!DOCTYPE akte SYSTEM \"akte.dtd\"> --><akte/>\n")},
}

// joined gives both tables as one.
func joined(a, b map[string]sample.Defect) map[string]sample.Defect {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}
