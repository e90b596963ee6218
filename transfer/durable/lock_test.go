package durable_test

import (
	"errors"
	"path/filepath"
	"testing"

	"laufzettel/transfer/durable"
)

func TestTryLock_OneAtATime(t *testing.T) {
	at := filepath.Join(t.TempDir(), "ordner", "sperre")
	first, err := durable.TryLock(at)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := durable.TryLock(at); !errors.Is(err, durable.ErrHeld) {
		t.Errorf("second: %v, want ErrHeld", err)
	}
	if err := first.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := durable.TryLock(at)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Release(); err != nil {
		t.Error(err)
	}
}
