package sign_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/sign"
)

var update = flag.Bool("update", false, "write the example of docs/protocol.md anew")

const address = "https://archiv.example/v1/uploads/JBSWY3DPEHPK3PXPJBSWY3DPEH"

func signedPatch(t *testing.T, key *sign.Key) *http.Request {
	t.Helper()
	body := []byte("Hallo Magazin.\n")
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPatch, address, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Upload-Offset", "0")
	req.Header.Set("Tus-Resumable", "1.0.0")
	sign.SetContentDigest(req.Header, body)
	if err := sign.SignRequest(req, key, sign.NewNonce()); err != nil {
		t.Fatal(err)
	}
	return req
}

func target(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func finder(keys ...*sign.Key) sign.KeyFinder {
	return func(_ context.Context, id string) (sign.PublicKey, error) {
		for _, k := range keys {
			if k.ID() == id {
				return k.Public(), nil
			}
		}
		return nil, &sign.RefusedError{Reason: sign.KeyUnknown}
	}
}

func TestVerifyRequest(t *testing.T) {
	key := newKey(t)
	tests := []struct {
		name   string
		change func(r *http.Request)
		target string
		clock  time.Duration
		want   sign.Reason // "" = accepted
	}{
		{name: "as signed"},
		{name: "proxy adds a header", change: func(r *http.Request) { r.Header.Set("X-Forwarded-For", "10.0.0.1") }},
		{name: "receiver's clock 59 s ahead", clock: 59 * time.Second},
		{name: "other method", change: func(r *http.Request) { r.Method = http.MethodDelete }, want: sign.SignatureWrong},
		{name: "other path", target: address + "X", want: sign.SignatureWrong},
		{name: "query added", target: address + "?all=1", want: sign.SignatureWrong},
		{name: "other host", target: strings.Replace(address, "archiv", "archive", 1), want: sign.SignatureWrong},
		{name: "plain instead of TLS", target: strings.Replace(address, "https", "http", 1), want: sign.SignatureWrong},
		{name: "other offset", change: func(r *http.Request) { r.Header.Set("Upload-Offset", "5") }, want: sign.SignatureWrong},
		{name: "offset twice", change: func(r *http.Request) { r.Header.Add("Upload-Offset", "5") }, want: sign.SignatureMalformed},
		{name: "other digest", change: func(r *http.Request) { sign.SetContentDigest(r.Header, []byte("x")) }, want: sign.SignatureWrong},
		{name: "digest removed", change: func(r *http.Request) { r.Header.Del("Content-Digest") }, want: sign.SignatureWrong},
		{name: "length slipped in", change: func(r *http.Request) { r.Header.Set("Upload-Length", "9") }, want: sign.NotCovered},
		{name: "no signature", change: func(r *http.Request) { r.Header.Del("Signature") }, want: sign.SignatureMissing},
		{name: "no input", change: func(r *http.Request) { r.Header.Del("Signature-Input") }, want: sign.SignatureMissing},
		{name: "empty list", change: func(r *http.Request) { r.Header.Set("Signature-Input", "sig1=()") }, want: sign.SignatureMalformed},
		{name: "rubbish", change: func(r *http.Request) { r.Header.Set("Signature-Input", `sig1=("`) }, want: sign.SignatureMalformed},
		{name: "other tag", change: inInput("laufzettel-v1", "laufzettel-v2"), want: sign.SignatureMalformed},
		{name: "other key id", change: inInput(key.ID(), "AAAAAAAAAAAAAAAA"), want: sign.KeyUnknown},
		{name: "component dropped", change: inInput(`"@target-uri" `, ""), want: sign.NotCovered},
		{name: "receiver's clock behind", clock: -10 * time.Second, want: sign.ClockSkew},
		{name: "request two minutes old", clock: 2 * time.Minute, want: sign.ClockSkew},
		{name: "just expired", clock: 61500 * time.Millisecond, want: sign.Expired},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := signedPatch(t, key)
			created := createdOf(t, req)
			if tt.change != nil {
				tt.change(req)
			}
			if tt.target == "" {
				tt.target = address
			}
			_, err := sign.VerifyRequest(t.Context(), req, target(t, tt.target), created.Add(tt.clock), finder(key), &nonces{})
			if got := reason(err); got != tt.want || (err != nil) != (tt.want != "") {
				t.Errorf("VerifyRequest = %v, want %q", err, tt.want)
			}
		})
	}
}

func inInput(old, with string) func(*http.Request) {
	return func(r *http.Request) {
		r.Header.Set("Signature-Input", strings.Replace(r.Header.Get("Signature-Input"), old, with, 1))
	}
}

func reason(err error) sign.Reason {
	if e, ok := errors.AsType[*sign.RefusedError](err); ok {
		return e.Reason
	}
	return ""
}

var createdPattern = regexp.MustCompile(`;created=(\d+);`)

func createdOf(t *testing.T, r *http.Request) time.Time {
	t.Helper()
	m := createdPattern.FindStringSubmatch(r.Header.Get("Signature-Input"))
	if m == nil {
		t.Fatal("no created in Signature-Input")
	}
	n, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return time.Unix(n, 0)
}

func TestVerifyRequest_ReplayIsRefused(t *testing.T) {
	key, seen := newKey(t), &nonces{}
	req := signedPatch(t, key)
	for i, want := range []sign.Reason{"", sign.Replay, sign.Replay} {
		_, err := sign.VerifyRequest(t.Context(), req, target(t, address), createdOf(t, req), finder(key), seen)
		if reason(err) != want {
			t.Errorf("time %d: %v, want %q", i+1, err, want)
		}
	}
}

func TestVerifyRequest_ForeignKeyUnderOurName(t *testing.T) {
	key, thief := newKey(t), newKey(t)
	req := signedPatch(t, thief)
	inInput(thief.ID(), key.ID())(req)
	_, err := sign.VerifyRequest(t.Context(), req, target(t, address), createdOf(t, req), finder(key), &nonces{})
	if reason(err) != sign.SignatureWrong {
		t.Errorf("VerifyRequest = %v, want %q", err, sign.SignatureWrong)
	}
}

func TestExpectDigest(t *testing.T) {
	body := []byte("Hallo")
	h := http.Header{}
	sign.SetContentDigest(h, body)
	good := h.Get("Content-Digest")
	tests := []struct {
		name, header string
		body         []byte
		want         sign.Reason
	}{
		{"right", good, body, ""},
		{"nothing for nothing", "", nil, ""},
		{"one byte changed", good, []byte("Hello"), sign.DigestMismatch},
		{"cut", good, body[:4], sign.DigestMismatch},
		{"right and wrong", good + ", sha-512=:AAAA:", body, sign.DigestMismatch},
		{"unknown beside it", "md5=:AAAA:, " + good, body, ""},
		{"only unknown", "md5=:AAAA:", body, sign.DigestMissing},
		{"none", "", body, sign.DigestMissing},
		{"no colons", "sha-256=abc", body, sign.DigestMissing},
		{"rubbish", "sha-256", body, sign.DigestMissing},
		{"more than anybody needs", strings.Repeat(good+", ", 8) + good, body, sign.DigestMissing},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := sign.ExpectDigest(http.Header{"Content-Digest": {tt.header}})
			for _, b := range tt.body { // as slowly as it may come
				_, _ = d.Write([]byte{b})
			}
			err := d.Verify()
			if reason(err) != tt.want || (err != nil) != (tt.want != "") {
				t.Errorf("Verify = %v, want %q", err, tt.want)
			}
		})
	}
}

// TestProtocolExample checks the signed request printed in docs/protocol.md.
func TestProtocolExample(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "protocol.md")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		req := signedPatch(t, exampleKey(t))
		for name, value := range map[string]string{"Content-Digest": "", "Signature-Input": "", "Signature": ""} {
			value = req.Header.Get(name)
			page = regexp.MustCompile(`(?m)^`+name+`: .*$`).ReplaceAll(page, []byte(name+": "+value))
		}
		if err := os.WriteFile(path, page, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, rest, ok := strings.Cut(string(page), "<!-- example: signed-request -->\n```http\n")
	example, _, closed := strings.Cut(rest, "```\n")
	if !ok || !closed {
		t.Fatal("docs/protocol.md has no example signed-request")
	}
	head, body, _ := strings.Cut(example, "\n\n")
	req, err := http.ReadRequest(bufio.NewReader(strings.NewReader(strings.ReplaceAll(head, "\n", "\r\n") + "\r\n\r\n" + body)))
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(req.Body)
	if err != nil {
		t.Fatal(err)
	}
	d := sign.ExpectDigest(req.Header)
	_, _ = d.Write(got)
	if err := d.Verify(); err != nil {
		t.Errorf("digest of the example: %v", err)
	}
	at := target(t, "https://"+req.Host+req.RequestURI)
	if _, err := sign.VerifyRequest(t.Context(), req, at, createdOf(t, req), finder(exampleKey(t)), &nonces{}); err != nil {
		t.Errorf("signature of the example: %v", err)
	}
}

// The genuine pair of FuzzVerifyRequest, signed once: a worker of the fuzzer is a
// process of its own and would sign another.
const (
	genuineInput     = `sig1=("@method" "@target-uri");created=1795272306;expires=1795272366;nonce="nonce-nonce-nonce";tag="laufzettel-v1";keyid="OWMXO3BQQXR7TWQN"`
	genuineSignature = `sig1=:YXtDcJCYE9ObtQZ41y44Vny1veckm6lx2SfBXQdmtfat2pC2g4hY2aMAvajgzxs302RRJOrFBYPegT4+U4+pCA==:`
	genuineCreated   = 1795272306
)

// FuzzVerifyRequest feeds the two headers that come from outside to the foreign
// parser: nothing but the genuine pair may pass, and nothing may panic.
func FuzzVerifyRequest(f *testing.F) {
	key, err := sign.KeyFromSeed(bytes.Repeat([]byte{5}, 32))
	if err != nil {
		f.Fatal(err)
	}
	input, signature := genuineInput, genuineSignature
	f.Add(input, signature)
	f.Add(`sig1=("@method";req "@target-uri";tr);created=1`, signature)
	f.Add(`sig1=1, sig1=()`, `sig1=:AAAA:`)
	f.Add(strings.Replace(input, "sig1=(", `sig1=("@query-param";name="a" `, 1), signature)
	at, err := url.Parse(address)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, in, sig string) {
		req := &http.Request{Method: http.MethodHead, URL: at, Host: at.Host,
			Header: http.Header{"Signature-Input": {in}, "Signature": {sig}}}
		_, err := sign.VerifyRequest(t.Context(), req, at, time.Unix(genuineCreated, 0), finder(key), &nonces{})
		if err != nil && in == input && sig == signature {
			t.Errorf("refused the genuine pair: %v", err)
		}
		if err == nil && (in != input || sig != signature) && !strings.Contains(sig, strings.Trim(signature, "sig1=:")) {
			t.Errorf("took %q %q", in, sig)
		}
	})
}
