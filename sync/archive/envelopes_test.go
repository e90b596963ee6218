package archive_test

import (
	"bytes"
	"net/http"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// TestAttacks_Envelopes sends envelopes of every kind cut, changed, signed by
// somebody else or under the name of another kind, in requests that are signed
// as they should be: each is refused with its reason and leaves nothing behind.
func TestAttacks_Envelopes(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key)
	thief, next := newKey(t), newKey(t)
	p := b.parcel(b.key, []byte("hundert Bytes, beinahe"))
	stolen := b.parcel(thief, p.data)
	seal := func(env []byte, err error) []byte {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return env
	}
	note := receipt.Message{ID: sign.NewNonce(), Created: time.Now().UTC(), Kind: "xdomea-0502", Name: "bewertung.xml",
		MediaType: "application/xml", Content: []byte("<a/>")}
	message, foreign := seal(note.Seal(t.Context(), b.key)), seal(note.Seal(t.Context(), thief))
	rotation := seal(sign.SealRotation(t.Context(), time.Now(), b.key, next))
	robbery := seal(sign.SealRotation(t.Context(), time.Now(), thief, next))
	enrolment := seal(sign.SealEnrolment(t.Context(), sign.Enrolment{Office: "Amt Neustadt", Created: time.Now()}, next))
	cut := func(env []byte) []byte { return env[:len(env)-len(env)/3] }
	flip := func(env []byte) []byte { // one character of what is signed
		at := bytes.Index(env, []byte(`"payload":"`)) + len(`"payload":"`) + 20
		other := bytes.Clone(env)
		if other[at]++; other[at] > 'z' || other[at] == '[' || other[at] == ':' {
			other[at] = 'A'
		}
		return other
	}
	manifest := func(env []byte) string { return "/v1/manifests/" + sign.HashEnvelope(env) }
	const messages, rotations, enrolments = "/v1/messages", "/v1/keys/rotation", "/v1/enrolments"
	tests := []struct {
		name   string
		key    *sign.Key
		method string
		path   string
		body   []byte
		code   string
	}{
		{"manifest, cut", b.key, "PUT", manifest(cut(p.envelope)), cut(p.envelope), "manifest"},
		{"manifest, cut under its old hash", b.key, "PUT", manifest(p.envelope), cut(p.envelope), "manifest"},
		{"manifest, changed", b.key, "PUT", manifest(flip(p.envelope)), flip(p.envelope), "manifest"},
		{"manifest, of a foreign key", b.key, "PUT", manifest(stolen.envelope), stolen.envelope, "manifest"},
		{"manifest, is a message", b.key, "PUT", manifest(message), message, "manifest"},
		{"manifest, with a tail", b.key, "PUT", manifest(append(bytes.Clone(p.envelope), "{}"...)),
			append(bytes.Clone(p.envelope), "{}"...), "manifest"},
		{"message, cut", b.key, "POST", messages, cut(message), "envelope"},
		{"message, changed", b.key, "POST", messages, flip(message), "envelope"},
		{"message, of a foreign key", b.key, "POST", messages, foreign, "envelope"},
		{"message, is a manifest", b.key, "POST", messages, p.envelope, "envelope"},
		{"rotation, cut", b.key, "POST", rotations, cut(rotation), "envelope"},
		{"rotation, changed", b.key, "POST", rotations, flip(rotation), "envelope"},
		{"rotation, of a foreign key", b.key, "POST", rotations, robbery, "envelope"},
		{"rotation, is an enrolment", b.key, "POST", rotations, enrolment, "envelope"},
		{"enrolment, cut", nil, "POST", enrolments, cut(enrolment), "envelope"},
		{"enrolment, changed", nil, "POST", enrolments, flip(enrolment), "envelope"},
		{"enrolment, is a rotation", nil, "POST", enrolments, rotation, "envelope"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b.request(tt.key, tt.method, tt.path, nil, tt.body, nil).is(t, tt.name, http.StatusUnprocessableEntity, tt.code)
		})
	}
	t.Run("the whole ones are taken", func(t *testing.T) {
		b.request(b.key, http.MethodPut, manifest(p.envelope), nil, p.envelope, nil).is(t, "manifest", http.StatusCreated, "")
		b.request(b.key, http.MethodPost, messages, nil, message, nil).is(t, "message", http.StatusOK, "")
		b.request(b.key, http.MethodPost, rotations, nil, rotation, nil).is(t, "rotation", http.StatusOK, "")
	})
}

// TestAttacks_Request changes what travels beside the body of requests that read.
func TestAttacks_Request(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key, "read", "deliver")
	p := b.create(b.key, []byte("ein Paket"))
	address := "/v1/uploads/" + p.id
	query := func(q string) func(*http.Request) { return func(r *http.Request) { r.URL.RawQuery = q } }
	input := func(old, with string) func(*http.Request) {
		return func(r *http.Request) {
			r.Header.Set("Signature-Input", strings.Replace(r.Header.Get("Signature-Input"), old, with, 1))
		}
	}
	tests := []struct {
		name   string
		method string
		path   string
		change func(*http.Request)
		code   string
	}{
		{"query changed", "GET", "/v1/packages?after=A", query("after=B"), "signature-wrong"},
		{"query removed", "GET", "/v1/packages?after=A", query(""), "signature-wrong"},
		{"query added", "GET", "/v1/packages", query("after=A"), "signature-wrong"},
		{"query in another order", "GET", "/v1/packages?a=1&b=2", query("b=2&a=1"), "signature-wrong"},
		{"another method", "GET", address + "/receipt", func(r *http.Request) { r.Method, r.URL.Path = "DELETE", address },
			"signature-wrong"},
		{"deletion of what was only asked for", "HEAD", address, func(r *http.Request) { r.Method = "DELETE" }, "signature-wrong"},
		{"longer life", "GET", "/v1/key", input(";expires=", ";expires=9"), "signature-malformed"},
		{"another nonce", "GET", "/v1/key", input(`nonce="`, `nonce="x`), "signature-wrong"},
		{"label of another", "GET", "/v1/key", input("sig1=", "sig2="), "signature-malformed"},
		{"target not covered", "GET", "/v1/key", input(` "@target-uri"`, ""), "not-covered"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b.request(b.key, tt.method, tt.path, map[string]string{"Tus-Resumable": "1.0.0"}, nil, tt.change).is(t, tt.name,
				http.StatusUnauthorized, tt.code)
		})
	}
	b.request(b.key, http.MethodHead, address, map[string]string{"Tus-Resumable": "1.0.0"}, nil, nil).is(t, "the upload afterwards",
		http.StatusOK, "")
}
