package generate

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/kinds/siard"
	"laufzettel/transfer/record"
)

// makeDatabase turns the generated dossiers into the tables of a database with
// the files as large objects.
func makeDatabase(b *builder) (*Parcel, error) {
	files := map[string]Member{}
	for _, m := range b.members {
		files[m.Name] = m
	}
	cases := siard.Table{Name: "vorgang", Columns: []siard.Column{{Name: "aktenzeichen", Type: "VARCHAR(99)"}, {Name: "betreff", Type: "VARCHAR(255)"}, {Name: "beginn", Type: "DATE"}}}
	docs := siard.Table{Name: "dokument", Columns: []siard.Column{{Name: "nr", Type: "INTEGER"}, {Name: "betreff", Type: "VARCHAR(255)"}, {Name: "datei", Type: "BLOB"}}}
	for o := range record.All(b.roots) {
		switch o.Kind {
		case record.Case:
			cases.Rows = append(cases.Rows, []string{o.Reference, o.Subject, string(o.Span.From)})
		case record.Document:
			for f := range o.Files() {
				data, err := files[f.Name].bytes()
				if err != nil {
					return nil, err
				}
				docs.Rows = append(docs.Rows, []string{strconv.Itoa(len(docs.Rows) + 1), o.Subject, string(data)})
			}
		}
	}
	p := &Parcel{Name: "datenbank-" + strconv.FormatUint(b.Seed, 10) + ".siard"}
	plan := siard.BuildPlan{Database: "Bauakten", Owner: b.Agency.Name, Timespan: "2004 bis 2016", Created: b.Clock, Tables: []siard.Table{cases, docs}}
	for _, m := range siard.Build(plan) {
		if b.Folder && strings.HasSuffix(m.Name, "/") {
			continue // a folder arises with its files
		}
		p.Members = append(p.Members, Member{Name: m.Name, Data: m.Data})
	}
	return p, nil
}

// bytes gives the content of a member as a whole.
func (m Member) bytes() ([]byte, error) {
	r, err := m.Reader()
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

const (
	databaseMeta = "header/metadata.xml"
	firstTable   = "content/schema0/table0/table0.xml"
)

func databaseDigest(algorithm string) func(*Parcel, *builder) error {
	return replaceIn(databaseMeta, "<schemas>", "<messageDigest><digestType>"+algorithm+"</digestType><digest>00FF</digest></messageDigest><schemas>")
}

var databaseDefects = map[string]defect{
	"VOL-001": {"eine Tabelle fehlt", dropMember(firstTable)},
	"VOL-002": {"eine Tabelle liegt bei, die niemand nennt", func(p *Parcel, _ *builder) error {
		p.Members = append(p.Members, Member{Name: "content/schema0/table9/table9.xml", Data: []byte("<table/>\n")})
		return nil
	}},
	"FIX-002": {"ein Byte eines großen Objekts ist verändert", spoilMember("content/schema0/table1/lob3/", func(d []byte) []byte { d[len(d)/2] ^= 0x20; return d })},
	"SCH-001": {"eine Tabelle passt nicht zu ihrem Schema", replaceIn(firstTable, "<c3>", "<c3>vor ")},
	"SRD-001": {"metadata.xml fehlt", func(p *Parcel, b *builder) error {
		p.Members = append(p.Members, Member{Name: "header/metadata.xsd", Data: []byte("<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"/>\n")})
		return dropMember(databaseMeta)(p, b)
	}},
	"SRD-002": {"metadata.xml bricht ab", spoilMember(databaseMeta, func(d []byte) []byte { return d[:len(d)-20] })},
	"SRD-003": {"die SIARD-Version ist unbekannt", replaceIn(databaseMeta, `version="2.2"`, `version="3.7"`)},
	"SRD-004": {"der Ordner der Version fehlt", func(p *Parcel, _ *builder) error {
		p.Members = slices.DeleteFunc(p.Members, func(m Member) bool { return strings.HasPrefix(m.Name, "header/siardversion/") })
		return nil
	}},
	"SRD-005": {"die Zahl der Datensätze stimmt nicht", between(databaseMeta, "<rows>", "</rows>", "77")},
	"SRD-006": {"eine Tabelle bricht ab", spoilMember(firstTable, func(d []byte) []byte { return d[:len(d)-20] })},
	"SRD-007": {"die Prüfsumme über die Tabellen stimmt nicht", databaseDigest("MD5")},
	"SRD-008": {"die Prüfsumme über die Tabellen ist nach einem unbekannten Verfahren", databaseDigest("ROT13")},
	"SRD-009": {"große Objekte liegen außerhalb", replaceIn("content/schema0/table1/table1.xml", `file="content/schema0/table1/lob3/record0.bin"`, `file="../ausgelagert/record0.bin"`)},
	"SRD-010": {"zwei Tabellen nennen denselben Ordner", replaceIn(databaseMeta, "<folder>table1", "<folder>table0")},
	"SRD-011": {"das Archiv ist entpackt geliefert", func(p *Parcel, _ *builder) error {
		p.Folder = true
		p.Members = slices.DeleteFunc(p.Members, func(m Member) bool { return strings.HasSuffix(m.Name, "/") })
		return nil
	}},
	"SRD-012": {"es ist keine Tabelle beschrieben", between(databaseMeta, "<tables>", "</tables>", "")},
	"SRD-013": {"ein Fremdschlüssel führt ins Leere", replaceIn(databaseMeta, "</columns>", "</columns><foreignKeys><foreignKey><name>f</name><referencedSchema>main</referencedSchema><referencedTable>amt</referencedTable><reference><column>betreff</column><referenced>name</referenced></reference></foreignKey></foreignKeys>")},
	"SRD-014": {"das Schema der Metadaten fehlt", func(*Parcel, *builder) error { return nil }},
}
