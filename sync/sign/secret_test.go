package sign_test

import (
	"errors"
	"testing"

	"github.com/zalando/go-keyring"

	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

func TestKeyringSecrets(t *testing.T) {
	keyring.MockInit()
	var s sign.Secrets = sign.KeyringSecrets{}
	if _, err := s.Get(t.Context(), "sftp"); !errors.Is(err, sign.ErrNoSecret) {
		t.Errorf("before: %v", err)
	}
	for _, want := range []string{"geheim", "anders"} {
		if err := s.Set(t.Context(), "sftp", want); err != nil {
			t.Fatal(err)
		}
		if got, err := s.Get(t.Context(), "sftp"); err != nil || got != want {
			t.Errorf("got %q, %v; want %q", got, err, want)
		}
	}
	if err := s.Delete(t.Context(), "sftp"); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), "sftp"); !errors.Is(err, sign.ErrNoSecret) {
		t.Errorf("deleted twice: %v", err)
	}
	if err := s.Set(t.Context(), "../x", "y"); err == nil {
		t.Error("a name with a path was taken")
	}
	keyring.MockInitWithError(errors.New("nobody there"))
	defer keyring.MockInit()
	_, err := s.Get(t.Context(), "sftp")
	if failure.KindOf(err) != failure.Setup || failure.KindOf(s.Set(t.Context(), "sftp", "x")) != failure.Setup ||
		failure.KindOf(s.Delete(t.Context(), "sftp")) != failure.Setup {
		t.Errorf("without a keyring: %v", err)
	}
}
