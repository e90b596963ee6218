package register_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/check/checktest"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/register"
	"laufzettel/transfer/vocab"
)

// A backbone gathered from a folder gives an accepted portion (C6).
func TestGather(t *testing.T) {
	p := sample(t, register.Sample{Entries: 12, FollowUps: true})
	folder := map[string][]byte{}
	for _, f := range p.Files {
		if bytes.HasSuffix(f.Data, []byte("</Beurkundung>\n")) {
			f.Data = bytes.Replace(f.Data, []byte("</Beurkundung>"),
				[]byte("<Signierender>K. Berger</Signierender><Signaturdatum>1989-03-04</Signaturdatum></Beurkundung>"), 1)
		}
		folder[f.Path] = f.Data
	}
	tree := vocab.NewTree("ziel", folder)
	h := p.Backbone.Head
	h.SchemaFile, h.Documentation, h.ClosingNote, h.Files, h.BaseEntries = "", "", "", "", ""
	b, err := register.Gather(t.Context(), tree, h, func(entry string) ([]register.Term, string) {
		return []register.Term{{Name: "Familienname", Value: "Muster " + entry}}, "V-" + entry
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if missing := b.Check8(tree); missing != nil {
		t.Errorf("missing %v", missing)
	}
	var numbers []string
	for _, e := range b.Entries {
		numbers = append(numbers, e.Number)
	}
	if diff := cmp.Diff([]string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}, numbers); diff != "" {
		t.Error(diff)
	}
	var out bytes.Buffer
	if err := register.Write(&out, b); err != nil {
		t.Fatal(err)
	}
	files := append(slices.Clone(p.Files), register.File{Path: "623456-S-1989.xml", Data: out.Bytes()})
	for i := range files {
		if data, ok := folder[files[i].Path]; ok {
			files[i].Data = data
		}
	}
	if r := checked(t, files, check.Input{}).Report; r.Verdict != check.Accepted || !slices.Equal(checktest.Codes(r), []string{"FIX-001"}) {
		t.Errorf("%s %+v", r.Verdict, r.Findings)
	}
}

func TestGather_Check8TellsMissing(t *testing.T) {
	p := sample(t, register.Sample{})
	folder := map[string][]byte{}
	for _, f := range p.Files {
		folder[f.Path] = f.Data
	}
	gone := p.Backbone.Head.Documentation
	delete(folder, gone)
	if got := p.Backbone.Check8(vocab.NewTree("ziel", folder)); !slices.Equal(got, []string{gone}) {
		t.Errorf("missing %v, want %s", got, gone)
	}
	if _, err := register.Gather(t.Context(), vocab.NewTree("leer", nil), p.Backbone.Head, nil,
		nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("empty folder: %v, want refused", err)
	}
}
