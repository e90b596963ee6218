package aip

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
)

// A package names those that belong to it, and the names are read back.
func TestWrite_NamesRelatedPackages(t *testing.T) {
	s := sample()
	s.Relations = []Relation{
		{Kind: check.RelationPart, PID: "urn:uuid:2", ReferenceCode: "11842/7", Title: "Teil 2 von 2 <Einträge 4 – 6>"},
		{Kind: check.RelationEdition, PID: "urn:uuid:3", ReferenceCode: "11842/8", Title: " "},
	}
	name := filepath.Join(t.TempDir(), "p.tar")
	if _, err := WriteFile(t.Context(), name, s, nil); err != nil {
		t.Fatal(err)
	}
	if faults, err := VerifyFile(t.Context(), name); err != nil || len(faults) > 0 {
		t.Fatal(err, faults)
	}
	p, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	want := s.Relations
	want[1].Title = want[1].PID // a relation without a title is named by its id
	if diff := cmp.Diff(want, p.Metadata().Relations); diff != "" {
		t.Errorf("relations (-want +got):\n%s", diff)
	}
}
