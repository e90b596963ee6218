package sign_test

import (
	"bytes"
	"testing"

	"laufzettel/sync/sign"
)

// What a stranger signs is an enrolment with a key or refused.
func FuzzOpenEnrolment(f *testing.F) {
	key, err := sign.KeyFromSeed(bytes.Repeat([]byte{9}, 32))
	if err != nil {
		f.Fatal(err)
	}
	good, err := sign.SealEnrolment(f.Context(), sign.Enrolment{Office: "Amt", Host: "pc", Program: "x"}, key)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(`{"payloadType":"x","payload":"e30=","signatures":[]}`))
	f.Fuzz(func(t *testing.T, env []byte) {
		if _, k, err := sign.OpenEnrolment(t.Context(), env); err == nil && k.ID() != key.ID() {
			t.Errorf("taken for %s", k.ID())
		}
		if trust, err := sign.OpenFirstTrust(t.Context(), env); err == nil && len(trust.All()) == 0 {
			t.Error("a trust list without a key")
		}
	})
}
