package export

import (
	"archive/tar"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/seed"
)

// Sample says what invented export to make for tests and trial runs.
type Sample struct {
	Rows    int       // of each table, default 20
	Created time.Time // default 2026-11-02 08:30 UTC
}

// Delivery is an export under construction. Packed files lie in the TAR
// daten.tar, Loose ones beside it; the description names both.
type Delivery struct {
	Description Description
	Packed      map[string][]byte
	Loose       map[string][]byte
	Clock       time.Time
	NoDigest    bool // state no digest of the TAR
}

const tarName = "daten.tar"

// Build makes the export; the same sample gives the same bytes.
func (s Sample) Build() *Delivery {
	if s.Rows == 0 {
		s.Rows = 20
	}
	if s.Created.IsZero() {
		s.Created = time.Date(2026, 11, 2, 8, 30, 0, 0, time.UTC)
	}
	var permits, fees strings.Builder
	permits.WriteString("Nummer;Ort;Vorhaben;Bescheid\r\n")
	fees.WriteString("Nummer,Betrag,Bemerkung\n")
	for i := range s.Rows {
		fmt.Fprintf(&permits, "%d;\"Großgörnitz; Ortsteil %d\";Wohnhaus \"\"Nord\"\";%d-05-%02d\r\n", i+1, i%7, 1998+i%20, 1+i%28)
		fmt.Fprintf(&fees, "%d,%d.50,\"zwei\nZeilen\"\n", i+1, 100+i)
	}
	text := strings.ReplaceAll(permits.String(), `Wohnhaus ""Nord""`, `"Wohnhaus ""Nord"""`)
	d := &Delivery{Clock: s.Created, Packed: map[string][]byte{"genehmigungen.csv": []byte(text)},
		Loose: map[string][]byte{"gebuehren.csv": []byte(fees.String()),
			"bezirke.xml": []byte(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" +
				`<Bezirke xmlns="urn:muster:bezirke"><Bezirk>Nord</Bezirk></Bezirke>` + "\n"),
			"bezirke.xsd": []byte(sampleXSD)}}
	rows := strconv.Itoa(s.Rows)
	d.Description = Description{System: "Baugenehmigungsverfahren", ShortName: "BAUGEN", Program: "Muster-Bau", Release: "7.2",
		Agency: "Landratsamt Musterkreis", AgencyID: "09999",
		From: "1998-01-01", To: "2017-12-31", Created: s.Created.Format(time.RFC3339),
		About: "Vollständiger Export vor der Ablösung des Verfahrens.",
		Files: []File{{Name: tarName + "!genehmigungen.csv", Rows: rows, Delimiter: ";"},
			{Name: "gebuehren.csv", Rows: rows, Delimiter: ","}, {Name: "bezirke.xml"}, {Name: "bezirke.xsd"}}}
	return d
}

const sampleXSD = `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:muster:bezirke" elementFormDefault="qualified">
 <xs:element name="Bezirke"><xs:complexType><xs:sequence><xs:element name="Bezirk" type="xs:string" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>
`

// All gives every file of the delivery: the data, the digests, the description.
func (d *Delivery) All() (map[string][]byte, error) {
	out := maps.Clone(d.Loose)
	desc := d.Description
	desc.Files = slices.Clone(desc.Files)
	if len(d.Packed) > 0 {
		data, err := d.pack()
		if err != nil {
			return nil, err
		}
		out[tarName] = data
		desc.Files = append(desc.Files, File{Name: tarName})
	}
	for i := range desc.Files {
		f := &desc.Files[i]
		if data, ok := out[f.Name]; ok && !(d.NoDigest && f.Name == tarName) {
			sum := sha256.Sum256(data)
			f.Size, f.Algorithm, f.Digest = strconv.Itoa(len(data)), "SHA-256", hex.EncodeToString(sum[:])
		}
	}
	var b bytes.Buffer
	if err := WriteDescription(&b, desc); err != nil {
		return nil, err
	}
	out[DocumentName] = b.Bytes()
	return out, nil
}

func (d *Delivery) pack() ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(d.Packed)) {
		err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: 0o644, Size: int64(len(d.Packed[name])), ModTime: d.Clock,
			Format: tar.FormatPAX})
		if err == nil {
			_, err = w.Write(d.Packed[name])
		}
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", name, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("pack export: %w", err)
	}
	return b.Bytes(), nil
}

// Defect is a mutation of a sound sample that causes the finding it is named by.
type Defect = seed.Defect[*Delivery]

// Defects gives one defect per finding code of this room.
func Defects() map[string]Defect { return maps.Clone(defects) }

func inCSV(old, new string) func(*Delivery) {
	return func(d *Delivery) {
		d.Loose["gebuehren.csv"] = bytes.Replace(d.Loose["gebuehren.csv"], []byte(old), []byte(new), 1)
	}
}

// digits makes n digits that do not compress like a bomb.
func digits(n int) []byte {
	out, x := make([]byte, n), uint32(7)
	for i := range out {
		x = x*1664525 + 1013904223
		out[i] = '0' + byte(x>>24)%10
	}
	return out
}

func inDocument(change func(*Description)) func(*Delivery) {
	return func(d *Delivery) { change(&d.Description) }
}

var defects = map[string]Defect{
	"EXP-001": {What: "das Metadatendokument bricht ab",
		Files: func(f map[string][]byte) { f[DocumentName] = f[DocumentName][:len(f[DocumentName])/2] }},
	"EXP-002": {What: "zwei Metadatendokumente liegen bei", Files: func(f map[string][]byte) { f["weiteres.xml"] = f[DocumentName] }},
	"EXP-003": {What: "der Kurzname des Verfahrens fehlt", Change: inDocument(func(d *Description) { d.ShortName = "" })},
	"EXP-004": {What: "die Laufzeit endet vor ihrem Beginn", Change: inDocument(func(d *Description) { d.To = "1990-01-01" })},
	"EXP-005": {What: "die Daten fehlen", Change: func(d *Delivery) {
		d.Packed, d.Loose, d.Description.Files = nil, map[string][]byte{},
			nil
	}},
	"EXP-006": {What: "die Prüfsumme des Containers fehlt", Change: func(d *Delivery) { d.NoDigest = true }},
	"EXP-007": {What: "der Container ist kein TAR",
		Files: func(f map[string][]byte) { f[tarName] = []byte("kein Container, sondern Text\n") }},
	"EXP-008": {What: "im Container fehlt eine genannte Datei",
		Change: inDocument(func(d *Description) { d.Files = append(d.Files, File{Name: tarName + "!fehlt.csv"}) })},
	"EXP-010": {What: "eine CSV-Datei ist nicht UTF-8", Change: inCSV("zwei", "zw\xf6lf")},
	"EXP-011": {What: "eine CSV-Zeile hat zu viele Spalten", Change: inCSV("100.50,", "100,50,")},
	"EXP-012": {What: "ein Anführungszeichen ist nicht geschlossen", Change: func(d *Delivery) {
		d.Loose["gebuehren.csv"] = append(d.Loose["gebuehren.csv"], "99,1.00,\"offen\n"...)
		d.Description.Files[1].Rows = "21"
	}},
	"EXP-013": {What: "zwei Spalten heißen gleich", Change: inCSV("Betrag", "Nummer")},
	"EXP-014": {What: "das Metadatendokument nennt eine falsche Zahl der Zeilen",
		Change: inDocument(func(d *Description) { d.Files[1].Rows = "999" })},
	"EXP-015": {What: "eine CSV-Zeile ist zu lang", Change: func(d *Delivery) {
		d.Loose["gebuehren.csv"] = append(d.Loose["gebuehren.csv"], digits(maxRow+10)...)
	}},
	"EXP-016": {What: "das Schema der XML-Datei fehlt", Change: func(d *Delivery) {
		delete(d.Loose, "bezirke.xsd")
		d.Description.Files = d.Description.Files[:3]
	}},
	"EXP-017": {What: "Laufzettel und Abgabeliste fehlen", Change: func(*Delivery) {}},
}
