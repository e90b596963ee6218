package sign_test

import (
	"fmt"
	"strings"
	"testing"

	"laufzettel/sync/sign"
)

// exampleKey is the key of the examples in docs/protocol.md.
func exampleKey(t *testing.T) *sign.Key {
	t.Helper()
	seed := make([]byte, 32)
	for i := range seed {
		seed[i] = byte(i)
	}
	key, err := sign.KeyFromSeed(seed)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// The id was computed with openssl and Python's base64 for this seed.
func TestKeyID_Fingerprint(t *testing.T) {
	pub := exampleKey(t).Public()
	if got, want := pub.ID(), "KZDVVJ2UMNDUYAUF"; got != want {
		t.Errorf("ID = %q, want %q", got, want)
	}
	fp := pub.Fingerprint()
	if plain := strings.ReplaceAll(fp, "-", ""); len(plain) != 32 || !strings.HasPrefix(plain, pub.ID()) {
		t.Errorf("Fingerprint = %q does not begin with the id %q", fp, pub.ID())
	}
	again, err := sign.ParsePublicKey(pub.String())
	if err != nil || again.ID() != pub.ID() {
		t.Errorf("ParsePublicKey(String()) = %v, %v", again, err)
	}
}

func TestKey_NeverPrintsItsSecret(t *testing.T) {
	key := exampleKey(t)
	for _, format := range []string{"%v", "%+v", "%#v", "%s"} {
		if got := fmt.Sprintf(format, key); got != "key "+key.ID() {
			t.Errorf("Sprintf(%q) = %q", format, got)
		}
	}
}

func TestParsePublicKey_Refuses(t *testing.T) {
	for _, s := range []string{"", "AAAA", "not base64", strings.Repeat("A", 44)} {
		if _, err := sign.ParsePublicKey(s); err == nil {
			t.Errorf("ParsePublicKey(%q) accepted", s)
		}
	}
}
