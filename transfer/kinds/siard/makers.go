package siard

import (
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/record"
)

// makers make sample databases.
var makers = []sample.Maker{{Name: "siard", Make: makeDatabase, Defects: databaseDefects, Alike: databaseAlike}}

// makeDatabase turns the generated dossiers into the tables of a database with
// the files as large objects.
func makeDatabase(o *sample.Order) (*sample.Parcel, error) {
	files := map[string]sample.Member{}
	for _, m := range o.Members {
		files[m.Name] = m
	}
	cases := Table{Name: "vorgang", Columns: []Column{{Name: "aktenzeichen", Type: "VARCHAR(99)"}, {Name: "betreff", Type: "VARCHAR(255)"},
		{Name: "beginn", Type: "DATE"}}}
	docs := Table{Name: "dokument", Columns: []Column{{Name: "nr", Type: "INTEGER"}, {Name: "betreff", Type: "VARCHAR(255)"},
		{Name: "datei", Type: "BLOB"}}}
	for o := range record.All(o.Roots) {
		switch o.Kind {
		case record.Case:
			cases.Rows = append(cases.Rows, []string{o.Reference, o.Subject, string(o.Span.From)})
		case record.Document:
			for f := range o.Files() {
				data, err := files[f.Name].Bytes()
				if err != nil {
					return nil, err
				}
				docs.Rows = append(docs.Rows, []string{strconv.Itoa(len(docs.Rows) + 1), o.Subject, string(data)})
			}
		}
	}
	p := &sample.Parcel{Name: "datenbank-" + strconv.FormatUint(o.Seed, 10) + ".siard"}
	plan := BuildPlan{Database: "Bauakten", Owner: o.Agency.Name, Timespan: "2004 bis 2016", Created: o.Clock, Tables: []Table{cases, docs}}
	for _, m := range Build(plan) {
		if o.Folder && strings.HasSuffix(m.Name, "/") {
			continue // a folder arises with its files
		}
		p.Members = append(p.Members, sample.Member{Name: m.Name, Data: m.Data})
	}
	return p, nil
}

const (
	databaseMeta = "header/metadata.xml"
	firstTable   = "content/schema0/table0/table0.xml"
)

func databaseDigest(algorithm string) func(*sample.Parcel, *sample.Order) error {
	return sample.Replace(databaseMeta, "<schemas>", "<messageDigest><digestType>"+algorithm+
		"</digestType><digest>00FF</digest></messageDigest><schemas>")
}

var databaseDefects = map[string]sample.Defect{
	"VOL-001": {What: "eine Tabelle fehlt", Apply: sample.Drop(firstTable)},
	"VOL-002": {What: "eine Tabelle liegt bei, die niemand nennt", Apply: func(p *sample.Parcel, _ *sample.Order) error {
		p.Members = append(p.Members, sample.Member{Name: "content/schema0/table9/table9.xml", Data: []byte("<table/>\n")})
		return nil
	}},
	"FIX-002": {What: "ein Byte eines großen Objekts ist verändert", Apply: sample.Flip("content/schema0/table1/lob3/")},
	"SCH-001": {What: "eine Tabelle passt nicht zu ihrem Schema", Apply: sample.Replace(firstTable, "<c3>", "<c3>vor ")},
	"SRD-001": {What: "metadata.xml fehlt", Apply: func(p *sample.Parcel, o *sample.Order) error {
		p.Members = append(p.Members, sample.Member{Name: "header/metadata.xsd",
			Data: []byte("<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"/>\n")})
		return sample.Drop(databaseMeta)(p, o)
	}},
	"SRD-002": {What: "metadata.xml bricht ab", Apply: sample.Change(databaseMeta, func(d []byte) []byte { return d[:len(d)-20] })},
	"SRD-003": {What: "die SIARD-Version ist unbekannt", Apply: sample.Replace(databaseMeta, `version="2.2"`, `version="3.7"`)},
	"SRD-004": {What: "der Ordner der Version fehlt", Apply: func(p *sample.Parcel, _ *sample.Order) error {
		p.Members = slices.DeleteFunc(p.Members, func(m sample.Member) bool { return strings.HasPrefix(m.Name, "header/siardversion/") })
		return nil
	}},
	"SRD-005": {What: "die Zahl der Datensätze stimmt nicht", Apply: sample.Between(databaseMeta, "<rows>", "</rows>", "77")},
	"SRD-006": {What: "eine Tabelle bricht ab", Apply: sample.Change(firstTable, func(d []byte) []byte { return d[:len(d)-20] })},
	"SRD-007": {What: "die Prüfsumme über die Tabellen stimmt nicht", Apply: databaseDigest("MD5")},
	"SRD-008": {What: "die Prüfsumme über die Tabellen ist nach einem unbekannten Verfahren", Apply: databaseDigest("ROT13")},
	"SRD-009": {What: "große Objekte liegen außerhalb", Apply: sample.Replace("content/schema0/table1/table1.xml",
		`file="content/schema0/table1/lob3/record0.bin"`, `file="../ausgelagert/record0.bin"`)},
	"SRD-010": {What: "zwei Tabellen nennen denselben Ordner", Apply: sample.Replace(databaseMeta, "<folder>table1", "<folder>table0")},
	"SRD-011": {What: "das Archiv ist entpackt geliefert", Apply: func(p *sample.Parcel, _ *sample.Order) error {
		p.Folder = true
		p.Members = slices.DeleteFunc(p.Members, func(m sample.Member) bool { return strings.HasSuffix(m.Name, "/") })
		return nil
	}},
	"SRD-012": {What: "es ist keine Tabelle beschrieben", Apply: sample.Between(databaseMeta, "<tables>", "</tables>", "")},
	"SRD-013": {What: "ein Fremdschlüssel führt ins Leere", Apply: sample.Replace(databaseMeta, "</columns>",
		"</columns><foreignKeys><foreignKey><name>f</name><referencedSchema>main</referencedSchema><referencedTable>amt</referencedTable><reference><column>betreff</column><referenced>name</referenced></reference></foreignKey></foreignKeys>")},
	"SRD-014": {What: "das Schema der Metadaten fehlt", Apply: sample.Nothing},
}
