package appraisal_test

import (
	"strconv"
	"testing"

	"laufzettel/appraisal"
	"laufzettel/transfer/record"
)

// What is to be appraised is counted as the desk counts it: units, by what they arrived
// with or what is above them, a V that a message only proposes among them (A30).
func TestCount_AgreesWithCheck(t *testing.T) {
	plan := func(rating record.Rating, cases ...*record.Object) []*record.Object {
		d := &record.Object{ID: "d", Kind: record.Dossier, Rating: rating, Children: cases}
		for i, c := range cases {
			c.Parent, c.ID = d, "c"+strconv.Itoa(i)
		}
		return []*record.Object{d}
	}
	for name, tt := range map[string]struct {
		roots []*record.Object
		want  int
	}{
		"open": {plan(record.RatingOpen, &record.Object{Kind: record.Case}), 1},
		"B":    {plan(record.RatingArchive, &record.Object{Kind: record.Case, Rating: record.RatingAppraise}), 1},
		"A and V of the message": {plan(record.RatingOpen, &record.Object{Kind: record.Case, Rating: record.RatingArchive},
			&record.Object{Kind: record.Case, Rating: record.RatingDestroy, Origin: record.OriginMessage}), 1},
		"V of a decision": {plan(record.RatingOpen,
			&record.Object{Kind: record.Case, Rating: record.RatingDestroy, Origin: record.OriginDecision}), 0},
		"V of the catalogue": {plan(record.RatingOpen,
			&record.Object{Kind: record.Case, Rating: record.RatingDestroy, Origin: record.OriginCatalogue}), 0},
		"inherited A":               {plan(record.RatingArchive, &record.Object{Kind: record.Case}), 0},
		"inherited proposal of V":   {plan(record.RatingDestroy, &record.Object{Kind: record.Case}), 1},
		"configurable below A":      {plan(record.RatingArchive, &record.Object{Kind: record.Case, RatingFree: "Buchstabe D"}), 1},
		"B of the Akte alone":       {plan(record.RatingAppraise, &record.Object{Kind: record.Case, Rating: record.RatingArchive}), 0},
		"context is no unit":        {plan(record.RatingOpen, &record.Object{Kind: record.Case, ContextOnly: true}), 0},
		"a document in an Akte":     {plan(record.RatingOpen, &record.Object{Kind: record.Document}), 1},
		"an Akte with nothing":      {plan(record.RatingOpen), 1},
		"Teilvorgang goes with its": {plan(record.RatingOpen, withSubcase(record.RatingArchive, record.RatingAppraise)), 0},
	} {
		told, desk := record.Count(tt.roots).Appraise, appraisal.Count(tt.roots, appraisal.Effective(tt.roots, nil)).Open
		if told != tt.want || desk != tt.want {
			t.Errorf("%s: the check tells %d to appraise, the desk has %d open; want %d", name, told, desk, tt.want)
		}
	}
}

func withSubcase(of, below record.Rating) *record.Object {
	c := &record.Object{Kind: record.Case, Rating: of}
	c.Children = []*record.Object{{ID: "below", Kind: record.Case, Rating: below, Parent: c}}
	return c
}
