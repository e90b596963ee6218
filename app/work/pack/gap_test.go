package pack

import "laufzettel/app/work/appraise"

import (
	"strings"
	"testing"

	"laufzettel/appraisal"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
)

// What gets no package, and what cannot be packaged as asked: nothing that is to be
// archived is left out in silence.
func TestBuilder_Gap(t *testing.T) {
	full := func(id string) *record.Object {
		return &record.Object{ID: id, Kind: record.Document,
			Versions: []record.Version{{Renditions: []record.Rendition{{File: record.PrimaryFile{Name: id + ".pdf"}}}}}}
	}
	tree := func(cases ...*record.Object) *record.Object {
		d := &record.Object{ID: "d", Kind: record.Dossier}
		for _, c := range cases {
			d.Add(c)
		}
		return d
	}
	kase := func(id string, docs ...*record.Object) *record.Object {
		c := &record.Object{ID: id, Kind: record.Case, Subject: "Vorgang " + id}
		for _, d := range docs {
			c.Add(d)
		}
		return c
	}
	for _, c := range []struct {
		name    string
		dossier *record.Object
		unit    string // "" = the dossier
		destroy string
		want    string // gap
		refused string // part of the hint
	}{
		{name: "archived case", dossier: tree(kase("a", full("x"))), unit: "a"},
		{name: "destroyed case", dossier: tree(kase("a", full("x"))), unit: "a", destroy: "a", want: "vernichtet"},
		{name: "case without file", dossier: tree(kase("a", full("x")), kase("b")), unit: "b", refused: "keine einzige Datei"},
		{name: "its dossier", dossier: tree(kase("a", full("x")), kase("b"))},
		{name: "dossier on paper", dossier: tree(kase("a")), want: "keine Datei"},
		{name: "dossier of both", dossier: tree(kase("a", full("x")), kase("b", full("y"))), destroy: "b",
			refused: "ein Teil vernichtet (1 zu 1)"},
		{name: "destroyed dossier", dossier: tree(kase("a", full("x"))), destroy: "a", want: "vernichtet"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := &appraise.Appraisal{Verdicts: map[string]appraisal.Verdict{}}
			unit := c.dossier
			for o := range record.All([]*record.Object{c.dossier}) {
				if o.Kind == record.Case && o.ID != c.destroy {
					a.Verdicts[o.ID] = appraisal.Verdict{Rating: record.RatingArchive}
				}
				if o.ID == c.unit {
					unit = o
				}
			}
			got, err := (&builder{appraisal: a}).gap(unit)
			if got != c.want || (err != nil) != (c.refused != "") || !strings.Contains(failure.HintOf(err).In("de"), c.refused) {
				t.Errorf("gap %q, %v (%s); want %q, %q", got, err, failure.HintOf(err).In("de"), c.want, c.refused)
			}
		})
	}
}
