package model_test

import (
	"errors"
	"os/exec"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/views/inbox/model"
)

func TestUndrawn(t *testing.T) {
	other := errors.New("disk gone")
	for _, tt := range []struct {
		name string
		err  error
		said bool
	}{
		{"no program that draws dialogs", &exec.Error{Name: "zenity", Err: exec.ErrNotFound}, true},
		{"another error", other, false},
		{"none", nil, false},
	} {
		got := model.Undrawn(tt.err)
		if !errors.Is(got, tt.err) || failure.Explained(got) != tt.said {
			t.Errorf("%s: %v, explained %v", tt.name, got, failure.Explained(got))
		}
	}
}
