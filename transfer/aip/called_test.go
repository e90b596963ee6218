package aip

import (
	"testing"

	"laufzettel/transfer/mapping"
	"laufzettel/transfer/record"
)

// What is of a file share is called folder or files, whatever it is described as; the cases
// of an office stay cases.
func TestEntry_Called(t *testing.T) {
	entry := func(id string, kind record.Kind, number, reference, path string, in ...*Entry) *Entry {
		e := &Entry{ID: id, Kind: kind, Number: number, Children: in, Fields: []mapping.Value{{Name: "reference", Value: reference}}}
		if path != "" {
			e.Fields = append(e.Fields, mapping.Value{Name: "Pfad", Value: path})
		}
		return e
	}
	doc := func(id string) *Entry { return &Entry{ID: id, Kind: record.Document} }
	files := entry("P1-O1-D1", record.Case, "1", "P1/O1/D1", "", doc("P1-1"))
	deep := entry("P1-O2", record.Case, "2", "P1/O2", "Bau/Pläne", doc("P1-2"))
	folder := entry("P1-O1", record.Dossier, "1", "P1/O1", "Bau", files, deep)
	share := entry("P1", record.Dossier, "", "P1", "", folder)
	flat := entry("P2", record.Case, "", "P2", "",
		&Entry{ID: "P2-1", Kind: record.Document, Number: "1"}, &Entry{ID: "P2-2", Kind: record.Document, Number: "2"})
	like := entry("63.2", record.Case, "1", "63.2", "", &Entry{ID: "63.2-1", Kind: record.Document, Number: "7"})
	plain := entry("c1", record.Case, "1", "63.2/1", "", doc("d1"))
	tests := []struct {
		name string
		e    *Entry
		want string
	}{
		{"the share", share, KindFolder},
		{"a folder with folders", folder, KindFolder},
		{"a folder of files alone", deep, KindFolder},
		{"files of a folder", files, KindFiles},
		{"a file", doc("P1-1"), "document"},
		{"a share without folders", flat, KindFolder},
		{"a case whose id is its reference", like, "case"},
		{"a case without documents", entry("63.3", record.Case, "1", "63.3", ""), "case"},
		{"a case", plain, "case"},
		{"a file of cases", entry("a", record.Dossier, "", "63.2", "", plain), "dossier"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.e.Called(); got != tt.want {
				t.Errorf("called %q, want %q", got, tt.want)
			}
		})
	}
}
