package sign_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/zalando/go-keyring"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

// TestKeyStores is the conformance suite every KeyStore has to pass.
func TestKeyStores(t *testing.T) {
	keyring.MockInit()
	stores := map[string]func(t *testing.T) sign.KeyStore{
		"keyring": func(*testing.T) sign.KeyStore { return sign.Keyring{} },
		"age file": func(t *testing.T) sign.KeyStore {
			return sign.AgeFiles{Dir: filepath.Join(t.TempDir(), "keys"), WorkFactor: 4, Passphrase: phrase("korrekt Pferd Batterie")}
		},
	}
	for name, open := range stores {
		t.Run(name, func(t *testing.T) { keyStoreSuite(t, open(t)) })
	}
}

func phrase(s string) func() (string, error) { return func() (string, error) { return s, nil } }

func keyStoreSuite(t *testing.T, s sign.KeyStore) {
	key, other := newKey(t), newKey(t)
	if _, err := s.Load(t.Context(), key.ID()); !errors.Is(err, sign.ErrNoKey) {
		t.Fatalf("Load of an unknown key: %v, want ErrNoKey", err)
	}
	if err := s.Delete(t.Context(), key.ID()); !errors.Is(err, sign.ErrNoKey) {
		t.Fatalf("Delete of an unknown key: %v, want ErrNoKey", err)
	}
	if err := s.Save(t.Context(), key.ID(), key); err != nil {
		t.Fatalf("Save: %v", err)
	}
	if err := s.Save(t.Context(), key.ID(), key); err != nil {
		t.Errorf("Save of the same key again: %v", err)
	}
	if err := s.Save(t.Context(), key.ID(), other); !errors.Is(err, sign.ErrKeyExists) {
		t.Errorf("Save of another key: %v, want ErrKeyExists", err)
	}
	got, err := s.Load(t.Context(), key.ID())
	if err != nil {
		t.Fatalf("Load: %v", err)
	}
	env, err := sign.Seal(t.Context(), "text/plain", []byte("probe"), got)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sign.Open(t.Context(), env, "text/plain", key.Public()); err != nil {
		t.Errorf("the loaded key does not sign as the saved one: %v", err)
	}
	if err := s.Delete(t.Context(), key.ID()); err != nil {
		t.Fatalf("Delete: %v", err)
	}
	if _, err := s.Load(t.Context(), key.ID()); !errors.Is(err, sign.ErrNoKey) {
		t.Errorf("Load after Delete: %v, want ErrNoKey", err)
	}
	if err := s.Save(t.Context(), "../evil", key); err == nil {
		t.Error("a name that leaves the folder was taken")
	}
}

func TestAgeFiles_Faults(t *testing.T) {
	dir := t.TempDir()
	key := newKey(t)
	right := sign.AgeFiles{Dir: dir, WorkFactor: 4, Passphrase: phrase("richtig")}
	if err := right.Save(t.Context(), key.ID(), key); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, key.ID()+".age"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "CUT.age"), data[:len(data)-7], 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, key string
		pass      func() (string, error)
		want      failure.Kind
	}{
		{"wrong passphrase", key.ID(), phrase("falsch"), failure.Refused},
		{"empty passphrase", key.ID(), phrase(""), failure.Refused},
		{"no terminal to ask", key.ID(), func() (string, error) { return "", errors.New("no terminal") }, failure.Refused},
		{"file cut short", "CUT", phrase("richtig"), failure.Damaged},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := sign.AgeFiles{Dir: dir, Passphrase: tt.pass}.Load(t.Context(), tt.key)
			if err == nil || failure.KindOf(err) != tt.want || !failure.Explained(err) {
				t.Errorf("Load = %v (kind %v), want kind %v with a hint", err, failure.KindOf(err), tt.want)
			}
		})
	}
}

func TestKeyring_NotReachable(t *testing.T) {
	keyring.MockInitWithError(errors.New("no session bus"))
	defer keyring.MockInit()
	_, err := sign.Keyring{}.Load(t.Context(), "X")
	if failure.KindOf(err) != failure.Setup || !failure.Explained(err) {
		t.Errorf("Load = %v, want a Setup failure with a hint", err)
	}
}

func newKey(t *testing.T) *sign.Key {
	t.Helper()
	key, err := sign.Generate()
	if err != nil {
		t.Fatal(err)
	}
	return key
}
