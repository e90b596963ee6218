package receipt_test

import (
	"bytes"
	"testing"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// A signed manifest or message is held to its form, whoever signed it.
func FuzzOpenManifest(f *testing.F) {
	key, err := sign.KeyFromSeed(bytes.Repeat([]byte{4}, 32))
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(`{"format":"laufzettel-manifest/1","name":"a.tar","size":1,"sha512":"00"}`))
	f.Add([]byte(`{"format":"laufzettel-nachricht/1","id":"a","kind":"x","name":"../a"}`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		env, err := sign.Seal(t.Context(), receipt.TypeManifest, payload, key)
		if err != nil {
			t.Skip()
		}
		if m, err := receipt.OpenManifest(t.Context(), env, key.Public()); err == nil && (m.Size < 0 || receipt.CheckName(m.Name) != nil) {
			t.Errorf("took %+v", m)
		}
		if env, err = sign.Seal(t.Context(), receipt.TypeMessage, payload, key); err != nil {
			t.Skip()
		}
		if m, err := receipt.OpenMessage(t.Context(), env, key.Public()); err == nil && (m.ID == "" || receipt.CheckName(m.Name) != nil) {
			t.Errorf("took %+v", m)
		}
	})
}
