package office

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/failure"
)

func TestReach(t *testing.T) {
	if _, err := Reach(t.Context(), t.TempDir()); err != nil {
		t.Error(err)
	}
	if _, err := Reach(t.Context(), filepath.Join(t.TempDir(), "weg")); failure.KindOf(err) != failure.Refused ||
		!strings.Contains(failure.HintOf(err).In("de"), "liegt nichts") {
		t.Errorf("nothing there: %v", err)
	}
	stuck := make(chan struct{})
	defer close(stuck)
	_, err := reach(t.Context(), time.Millisecond, func() (int, error) { <-stuck; return 0, nil })
	if !errors.Is(err, ErrSilent) {
		t.Errorf("silent drive: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := reach(ctx, time.Hour, func() (int, error) { <-stuck; return 0, nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := reach(t.Context(), time.Hour, func() (int, error) { panic("x") }); err == nil {
		t.Error("a panic passed")
	}
}

func TestMustBeLocal(t *testing.T) {
	dir := t.TempDir()
	asked := ""
	ask := func(yes bool) func(string) (bool, error) {
		return func(p string) (bool, error) { asked = p; return yes, nil }
	}
	if err := MustBeLocal(filepath.Join(dir, "neu", "ort"), ask(true)); !errors.Is(err, errNetwork) || asked != dir {
		t.Errorf("network: %v, asked for %s", err, asked)
	}
	if err := MustBeLocal(dir, ask(false)); err != nil {
		t.Error(err)
	}
	if on, err := OnNetwork(dir); on || err != nil {
		t.Errorf("temporary folder on the network: %v, %v", on, err)
	}
}
