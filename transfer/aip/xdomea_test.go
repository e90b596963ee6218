package aip_test

import (
	"context"
	"io"
	"path/filepath"
	"testing"
	"time"

	"laufzettel/transfer/aip"
	"laufzettel/transfer/container"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/samples"
)

// A real xdomea delivery becomes one package per Vorgang: each verifies, holds
// exactly the files of its Vorgang byte for byte and its own part of the message.
func TestWrite_RealDelivery(t *testing.T) {
	name := samples.Path(t, "xdomea", "beispiele", "3.0.0", "9fde4e7a-b41b-11ec-9225-005056871b7c_Aussonderung.Aussonderung.0503.zip")
	tree, err := container.Open(t.Context(), name, container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	m, err := xdomea.Delivered(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	describer, err := xdomea.Kind{}.Describe(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	built, files := 0, 0
	for o := range record.All(m.Objects) {
		if o.Kind != record.Case || o.Parent != nil && o.Parent.Kind == record.Case {
			continue
		}
		built++
		s := specOf(t, tree, o)
		if s.DescriptiveName, s.DescriptiveType, s.Descriptive, err = describer.Description(o.ID); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), s.PID+".tar")
		if _, err := aip.WriteFile(t.Context(), path, s, nil); err != nil {
			t.Fatal(err)
		}
		findings, err := aip.VerifyFile(t.Context(), path)
		if err != nil || len(findings) != 0 {
			t.Errorf("%s: findings %+v, %v", o.Label(), findings, err)
		}
		p, err := aip.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		want := record.Count([]*record.Object{o})
		if got := len(p.Documents()); got != want.Documents+want.Attachments {
			t.Errorf("%s: %d documents, want %d", o.Label(), got, want.Documents+want.Attachments)
		}
		for range p.Metadata().AllFiles() {
			files++
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	if all := record.Count(m.Objects); built == 0 || built != all.Cases || files != all.Files {
		t.Errorf("%d packages with %d files, want %d with %d", built, files, all.Cases, all.Files)
	}
}

func specOf(t *testing.T, tree container.Tree, o *record.Object) aip.Spec {
	t.Helper()
	s := aip.Spec{PID: "lz-" + o.ID, ReferenceCode: "11842/" + o.ID, Object: o, Archive: "Staatsarchiv Musterland",
		Profile:   profile.Profile{Agency: "Musterstelle", AgencyID: "x-1", Closure: profile.Closure{Years: 30}},
		Accession: aip.Accession{ID: "9c41f0d2"},
		Ordered:   time.Date(2026, 11, 17, 9, 0, 0, 0, time.UTC), Program: aip.Agent{Name: "Laufzettel", Version: "0.1.0"}}
	for p := o.Parent; p != nil; p = p.Parent {
		s.Chain = append([]*record.Object{p}, s.Chain...)
	}
	for d := range record.All([]*record.Object{o}) {
		for f := range d.Files() {
			e, ok := tree.Stat(f.Name)
			if !ok {
				t.Fatalf("%s is not delivered", f.Name)
			}
			s.Files = append(s.Files, aip.File{Path: f.Name, Object: d.ID, Original: f.Original, Size: e.Size, Modified: e.Modified,
				Open: func() (io.ReadCloser, error) { return tree.Open(context.Background(), e.Path) }})
		}
	}
	return s
}
