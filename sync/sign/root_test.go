package sign

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// A pinned root has to vouch for every key that was not known before; then nothing else
// is asked, and what is older, has expired or comes from another root counts for nothing.
func TestAccepts(t *testing.T) {
	ctx := t.Context()
	key := func() *Key {
		k, err := Generate()
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	root, other, first, second := key(), key(), key(), key()
	now := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	trust := func(keys ...*Key) Trust {
		var out Trust
		for i, k := range keys {
			tk := TrustedKey{KeyID: k.ID(), PublicKey: k.Public().String(), State: "retired", From: now}
			if i == len(keys)-1 {
				tk.State = "active"
			}
			out.Keys = append(out.Keys, tk)
		}
		return out
	}
	word := func(by *Key, issued time.Time, days int, of []*Key, signers ...*Key) []byte {
		r := Root{Archive: "Musterarchiv", RootKey: by.Public().String(), Issued: issued, Expires: issued.AddDate(0, 0, days)}
		for _, k := range of {
			r.Keys = append(r.Keys, k.Public().String())
		}
		raw, err := SealRoot(ctx, r, append([]*Key{by}, signers...)...)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	pinnedBy := word(root, now, 400, []*Key{first}, first)
	pinned, err := OpenRoot(ctx, pinnedBy, first.Public())
	if err != nil {
		t.Fatal(err)
	}
	both := []*Key{first, second}
	for _, tt := range []struct {
		name     string
		pinned   *Root
		known    Trust
		next     Trust
		envelope []byte
		want     string // "" = accepted
	}{
		{"no root at all", nil, trust(first), trust(first, second), nil, ""},
		{"the first root, signed by the key in use", nil, Trust{}, trust(first), pinnedBy, ""},
		{"the first root, not signed by the key in use", nil, Trust{}, trust(first), word(root, now, 400, []*Key{first}), "signature"},
		{"nothing new", &pinned, trust(first), trust(first), nil, ""},
		{"a new key under the root", &pinned, trust(first), trust(first, second), word(root, now.AddDate(0, 1, 0), 400, both), ""},
		{"a new key without a word", &pinned, trust(first), trust(first, second), nil, "no word of its root"},
		{"a new key the root does not name", &pinned, trust(first), trust(first, second), word(root, now, 400, []*Key{first}),
			"does not vouch for the key in use"},
		{"an unknown retired key", &pinned, trust(first), trust(other, first), word(root, now, 400, []*Key{first}),
			"does not vouch for a key"},
		{"another root", &pinned, trust(first), trust(first, second), word(other, now, 400, both, second), "signature"},
		{"another root that the first has signed", &pinned, trust(first), trust(first, second), word(other, now, 400, both, root), ""},
		{"an older word", &pinned, trust(first), trust(first, second), word(root, now.AddDate(0, 0, -1), 400, both), "older"},
		{"a word that has expired", &pinned, trust(first), trust(first, second), word(root, now, 30, both), "expired"},
		{"an unknown retired key under a word that has expired", &pinned, trust(first), trust(second, first), word(root, now, 30, both),
			"expired"},
		{"expired, nothing new", &pinned, trust(first), trust(first), word(root, now, 30, []*Key{first}), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Accepts(ctx, tt.pinned, tt.known, tt.next, tt.envelope, now.AddDate(0, 2, 0))
			if (tt.want == "") != (err == nil) || tt.want != "" && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

func TestRoot_Refused(t *testing.T) {
	ctx := t.Context()
	root, err := Generate()
	if err != nil {
		t.Fatal(err)
	}
	own, err := Generate()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	good := Root{Format: formatRoot, Archive: "A", RootKey: root.Public().String(), Issued: now, Expires: now.AddDate(1, 0, 0),
		Keys: []string{own.Public().String()}}
	for name, change := range map[string]func(*Root){
		"no root key":              func(r *Root) { r.RootKey = "" },
		"no keys":                  func(r *Root) { r.Keys = nil },
		"itself":                   func(r *Root) { r.Keys = []string{r.RootKey} },
		"for ever":                 func(r *Root) { r.Expires = now.AddDate(10, 0, 0) },
		"for no time":              func(r *Root) { r.Expires = now },
		"a key that is none":       func(r *Root) { r.Keys = []string{"abc"} },
		"more keys than there are": func(r *Root) { r.Keys = make([]string, maxTrustedKeys+1) },
	} {
		r := good
		change(&r)
		if _, err := SealRoot(ctx, r, root); err == nil {
			t.Errorf("%s: sealed", name)
		}
		payload, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := SealJSON(ctx, TypeRoot, json.RawMessage(payload), root)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := OpenRoot(ctx, raw); err == nil {
			t.Errorf("%s: opened", name)
		}
	}
	raw, err := SealRoot(ctx, good, root)
	if err != nil {
		t.Fatal(err)
	}
	twice, err := AddSignature(ctx, raw, own)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenRoot(ctx, twice, own.Public()); err != nil {
		t.Errorf("signed once more: %v", err)
	}
	if again, err := AddSignature(ctx, twice, own); err != nil || string(again) != string(twice) {
		t.Errorf("signed twice by one: %v", err)
	}
	if _, err := OpenRoot(ctx, raw, own.Public()); err == nil {
		t.Error("a signature that is not there")
	}
}

func FuzzOpenRoot(f *testing.F) {
	f.Add([]byte(`{"payloadType":"application/vnd.laufzettel.root+json","payload":"e30=","signatures":[{"keyid":"A","sig":"AA=="}]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if r, err := OpenRoot(t.Context(), raw); err == nil && r.Key() == nil {
			t.Error("a word without a root key")
		}
	})
}
