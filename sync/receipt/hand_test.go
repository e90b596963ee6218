package receipt_test

import (
	"strings"
	"testing"
	"time"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

func newPersonKey(t *testing.T) *sign.Key {
	t.Helper()
	k, err := sign.Generate()
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestHand(t *testing.T) {
	key := newPersonKey(t)
	m := receipt.Message{Kind: "clearance", Reference: "A1", To: "Amt", Content: []byte("x")}
	hand := receipt.Hand{Person: "M. Ahrens", Roles: []string{"archivist"}, Statement: m.Statement(),
		At: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	sealed, err := hand.Seal(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	m.Hand = sealed
	got, err := m.Signer(t.Context())
	if err != nil || got.Person != "M. Ahrens" || got.KeyID() != key.ID() || !got.At.Equal(hand.At) {
		t.Fatalf("signer %+v, %v", got, err)
	}
	if h, err := (receipt.Message{Kind: "clearance"}).Signer(t.Context()); h != nil || err != nil {
		t.Errorf("a message without hand: %v, %v", h, err)
	}
	for name, change := range map[string]func(*receipt.Message){
		"other content":   func(m *receipt.Message) { m.Content = []byte("y") },
		"other kind":      func(m *receipt.Message) { m.Kind = "deletion" },
		"other reference": func(m *receipt.Message) { m.Reference = "A2" },
		"other addressee": func(m *receipt.Message) { m.To = "Stadt" },
		"no envelope":     func(m *receipt.Message) { m.Hand = []byte("{}") },
		"too long":        func(m *receipt.Message) { m.Hand = []byte(strings.Repeat(" ", 17<<10)) },
	} {
		changed := m
		change(&changed)
		if h, err := changed.Signer(t.Context()); err == nil {
			t.Errorf("%s: taken as signed by %s", name, h.Person)
		}
	}
	// Signed by another key than the one it names.
	forged, err := sign.Seal(t.Context(), receipt.TypeHand, []byte(`{"format":"laufzettel-hand/1","person":"M. Ahrens","public_key":"`+
		key.Public().String()+`","roles":[],"statement":"`+m.Statement()+`","at":"2026-11-21T09:00:00Z"}`), newPersonKey(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := receipt.OpenHand(t.Context(), forged, m.Statement()); err == nil {
		t.Error("a hand signed by another key was taken")
	}
	for name, bad := range map[string]receipt.Hand{
		"no person":    {Statement: "a", At: time.Now()},
		"two lines":    {Person: "M.\nAhrens", Statement: "a", At: time.Now()},
		"no time":      {Person: "M. Ahrens", Statement: "a"},
		"no statement": {Person: "M. Ahrens", At: time.Now()},
		"a bad role":   {Person: "M. Ahrens", Statement: "a", At: time.Now(), Roles: []string{"second archivist"}},
	} {
		if _, err := bad.Seal(t.Context(), key); err == nil {
			t.Errorf("%s: sealed", name)
		}
	}
}

func FuzzOpenHand(f *testing.F) {
	f.Add([]byte(`{"payloadType":"application/vnd.laufzettel.hand+json","payload":"e30=","signatures":[{"keyid":"A","sig":"AA=="}]}`))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if h, err := receipt.OpenHand(t.Context(), data, "00"); err == nil && h.Person == "" {
			t.Error("a hand without a person was taken")
		}
	})
}
