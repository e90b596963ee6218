package profile

import (
	"errors"
	"strings"
	"testing"
)

func TestValidate_Model(t *testing.T) {
	good := Profile{ID: "p", Agency: "Landratsamt", Model: []ModelRule{{Plan: "63.2", Rating: "A", Title: "Großvorhaben"},
		{Plan: "63*", Rating: "B"}}, Reasons: []string{"Massenakte."}}
	if err := good.Validate(); err != nil {
		t.Fatal(err)
	}
	for want, p := range map[string]Profile{
		"model[0].plan":   {Model: []ModelRule{{Plan: " *", Rating: "A"}}},
		"model[0].rating": {Model: []ModelRule{{Plan: "63", Rating: "X"}}},
		"model[1].plan":   {Model: []ModelRule{{Plan: "63", Rating: "A"}, {Plan: "63", Rating: "V"}}},
		"litter.rules.a":  {Litter: Litter{Rules: map[string]string{"a": "*.plt"}}},
		"litter.rules.b":  {Litter: Litter{Rules: map[string]string{"b": " ; ohne Muster"}}},
		"reasons[0]":      {Reasons: []string{"  "}},
		"reasons":         {Reasons: strings.Split(strings.Repeat("x,", maxModel), ",")},
	} {
		p.ID, p.Agency = "p", "Landratsamt"
		invalid, ok := errors.AsType[*Invalid](p.Validate())
		if !ok || invalid.Faults[0].Field != want {
			t.Errorf("want a fault in %s, got %v", want, invalid)
		}
	}
}
