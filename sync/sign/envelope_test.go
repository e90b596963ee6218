package sign_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"laufzettel/sync/sign"
)

const testType = "application/vnd.laufzettel.probe+json"

func TestOpen_RefusesWhatWasNotSigned(t *testing.T) {
	key, other := newKey(t), newKey(t)
	env, err := sign.Seal(t.Context(), testType, []byte(`{"a":1}`), key)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := sign.Open(t.Context(), env, testType, key.Public())
	if err != nil || string(payload) != `{"a":1}` {
		t.Fatalf("Open = %s, %v", payload, err)
	}
	tests := map[string]struct {
		env  []byte
		typ  string
		keys []sign.PublicKey
	}{
		"foreign key": {env, testType, []sign.PublicKey{other.Public()}},
		"one of two":  {env, testType, []sign.PublicKey{key.Public(), other.Public()}},
		"other type":  {env, "application/json", []sign.PublicKey{key.Public()}},
		"type relabelled": {bytes.Replace(env, []byte("probe"), []byte("trust"), 1), "application/vnd.laufzettel.trust+json",
			[]sign.PublicKey{key.Public()}},
		"payload changed": {bytes.Replace(env, []byte("eyJh"), []byte("eyJi"), 1), testType, []sign.PublicKey{key.Public()}},
		"cut":             {env[:len(env)-2], testType, []sign.PublicKey{key.Public()}},
		"tail":            {append(bytes.Clone(env), '1'), testType, []sign.PublicKey{key.Public()}},
		"no signature": {[]byte(`{"payloadType":"` + testType + `","payload":"","signatures":[]}`), testType,
			[]sign.PublicKey{key.Public()}},
		"no key":    {env, testType, nil},
		"too large": {bytes.Repeat([]byte(" "), sign.MaxEnvelope+1), testType, []sign.PublicKey{key.Public()}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got, err := sign.Open(t.Context(), tt.env, tt.typ, tt.keys...); err == nil {
				t.Errorf("opened as %q", got)
			}
		})
	}
}

func TestOpenAny_NamesTheSigner(t *testing.T) {
	a, b, c := newKey(t), newKey(t), newKey(t)
	env, err := sign.Seal(t.Context(), testType, []byte("x"), b)
	if err != nil {
		t.Fatal(err)
	}
	_, id, err := sign.OpenAny(t.Context(), env, testType, a.Public(), b.Public())
	if err != nil || id != b.ID() {
		t.Errorf("OpenAny = %q, %v; want %q", id, err, b.ID())
	}
	if _, _, err := sign.OpenAny(t.Context(), env, testType, a.Public(), c.Public()); !errors.Is(err, sign.ErrWrongSignature) {
		t.Errorf("OpenAny with foreign keys: %v", err)
	}
}

func TestSeal_TwoKeysBothCount(t *testing.T) {
	a, b := newKey(t), newKey(t)
	env, err := sign.SealJSON(t.Context(), testType, map[string]int{"n": 1}, a, b)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sign.Open(t.Context(), env, testType, a.Public(), b.Public()); err != nil {
		t.Errorf("Open with both keys: %v", err)
	}
	var doubled struct {
		PayloadType string              `json:"payloadType"`
		Payload     string              `json:"payload"`
		Signatures  []map[string]string `json:"signatures"`
	}
	if err := json.Unmarshal(env, &doubled); err != nil {
		t.Fatal(err)
	}
	doubled.Signatures[1] = doubled.Signatures[0]
	twice, err := json.Marshal(doubled)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sign.Open(t.Context(), twice, testType, a.Public(), b.Public()); err == nil {
		t.Error("one signature given twice counted as two")
	}
}

func FuzzOpen(f *testing.F) {
	key, err := sign.KeyFromSeed(bytes.Repeat([]byte{7}, 32))
	if err != nil {
		f.Fatal(err)
	}
	good, err := sign.Seal(f.Context(), testType, []byte("Inhalt"), key)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte(strings.Replace(string(good), "SW5o", "SW5p", 1)))
	f.Add([]byte(`{"payloadType":null,"payload":"=","signatures":[{}]}`))
	f.Fuzz(func(t *testing.T, env []byte) {
		payload, err := sign.Open(t.Context(), env, testType, key.Public())
		if err == nil && string(payload) != "Inhalt" {
			t.Errorf("opened an envelope nobody signed: %q", payload)
		}
	})
}
