package model_test

import (
	"testing"

	"laufzettel/views/conflicts/model"
)

// A dispute is settled with a choice and a reason, and nothing is chosen at first.
func TestSettling_Missing(t *testing.T) {
	for name, c := range map[string]struct {
		s    model.Settling
		want string
	}{
		"nothing":         {model.Settling{}, "conflicts.settle.choose"},
		"reason alone":    {model.Settling{Reason: "Grund"}, "conflicts.settle.choose"},
		"choice alone":    {model.Settling{Letter: "V"}, "conflicts.settle.reason"},
		"blank reason":    {model.Settling{Letter: "A", Reason: " \n"}, "conflicts.settle.reason"},
		"both":            {model.Settling{Letter: "A", Reason: "Grund"}, ""},
		"open again, why": {model.Settling{Letter: "B", Reason: "gemeinsam klären"}, ""},
	} {
		if got := c.s.Missing(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
