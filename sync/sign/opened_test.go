package sign_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

// A key is opened once; the wrong passphrase, another file and a file that is gone
// are told as before (E16).
func TestOpened(t *testing.T) {
	dir, asked, pass := t.TempDir(), 0, "richtig"
	var opened sign.Opened
	s := sign.AgeFiles{Dir: dir, WorkFactor: 4, Opened: &opened, Passphrase: func() (string, error) { asked++; return pass, nil }}
	key, other := newKey(t), newKey(t)
	for _, k := range []*sign.Key{key, other} {
		if err := s.Save(t.Context(), k.ID(), k); err != nil {
			t.Fatal(err)
		}
	}
	asked = 0
	first, err := s.Load(t.Context(), key.ID())
	if err != nil {
		t.Fatal(err)
	}
	for range 59 {
		got, err := s.Load(t.Context(), key.ID())
		if err != nil || got != first {
			t.Fatalf("opened anew: %v, %v", got != first, err)
		}
	}
	if asked != 60 {
		t.Errorf("passphrase asked %d times, want 60", asked)
	}
	pass = "falsch"
	if _, err := s.Load(t.Context(), key.ID()); failure.KindOf(err) != failure.Refused {
		t.Errorf("wrong passphrase: %v", err)
	}
	pass = "richtig"
	if got, err := s.Load(t.Context(), other.ID()); err != nil || got.ID() != other.ID() {
		t.Errorf("another key: %v", err)
	}
	path := filepath.Join(dir, key.ID()+".age")
	sealed, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, sealed[:len(sealed)-3], 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(t.Context(), key.ID()); failure.KindOf(err) != failure.Damaged {
		t.Errorf("damaged file: %v", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(t.Context(), key.ID()); !errors.Is(err, sign.ErrNoKey) {
		t.Errorf("file gone: %v", err)
	}
}
