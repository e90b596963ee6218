package sign_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/yaronf/httpsign"

	"laufzettel/sync/sign"
)

// TestForeignHands_Httpsign signs with another implementation of RFC 9421 and
// verifies ours with it. The components and parameters come in its order.
func TestForeignHands_Httpsign(t *testing.T) {
	seed := bytes.Repeat([]byte{42}, ed25519.SeedSize)
	key, err := sign.KeyFromSeed(seed)
	if err != nil {
		t.Fatal(err)
	}
	newRequest := func() *http.Request {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPatch, address+"?after=a%20b", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Upload-Offset", "0")
		req.Header.Set("Content-Type", "application/offset+octet-stream")
		sign.SetContentDigest(req.Header, []byte("Hallo"))
		return req
	}
	for name, fields := range map[string]httpsign.Fields{
		"our order": httpsign.Headers("@method", "@target-uri", "content-digest", "upload-offset"),
		"another":   httpsign.Headers("upload-offset", "@target-uri", "content-digest", "@method"),
		"more than we ask": httpsign.Headers("@method", "@authority", "@scheme", "@path", "@query", "content-type", "@target-uri",
			"content-digest", "upload-offset"),
	} {
		t.Run(name, func(t *testing.T) {
			req := newRequest()
			config := httpsign.NewSignConfig().SignAlg(true).SetExpires(time.Now().Add(time.Minute).Unix()).SetNonce(sign.NewNonce()).
				SetTag("laufzettel-v1").SetKeyID(key.ID())
			signer, err := httpsign.NewEd25519SignerFromSeed(seed, config, fields)
			if err != nil {
				t.Fatal(err)
			}
			input, signature, err := httpsign.SignRequest("sig1", *signer, req)
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Signature-Input", input)
			req.Header.Set("Signature", signature)
			if _, err := sign.VerifyRequest(t.Context(), req, req.URL, time.Now(), finder(key), &nonces{}); err != nil {
				t.Errorf("a request signed by httpsign is refused: %v\n%s", err, input)
			}
		})
	}
	req := newRequest()
	if err := sign.SignRequest(req, key, sign.NewNonce()); err != nil {
		t.Fatal(err)
	}
	verifier, err := httpsign.NewEd25519Verifier(ed25519.PublicKey(key.Public()),
		httpsign.NewVerifyConfig().SetAllowedTags([]string{"laufzettel-v1"}).SetKeyID(key.ID()),
		httpsign.Headers("@method", "@target-uri", "content-digest", "upload-offset"))
	if err != nil {
		t.Fatal(err)
	}
	if err := httpsign.VerifyRequest("sig1", *verifier, req); err != nil {
		t.Errorf("httpsign refuses our request: %v", err)
	}
}

// TestTusJS_HTTPMessageSignatures lets npm's http-message-signatures sign for us and
// verify what we sign. make test-tus-js installs it.
func TestTusJS_HTTPMessageSignatures(t *testing.T) {
	modules := os.Getenv("LAUFZETTEL_TUS_JS")
	if _, err := os.Stat(filepath.Join(modules, "node_modules", "http-message-signatures")); modules == "" || err != nil {
		t.Skip("left out, 1 library: needs http-message-signatures 1.0.6: make test-tus-js")
	}
	seed := bytes.Repeat([]byte{43}, ed25519.SeedSize)
	key, err := sign.KeyFromSeed(seed)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "key.pem")
	if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(header http.Header, args ...string) []byte {
		t.Helper()
		plain := map[string]string{}
		for k := range header {
			plain[k] = header.Get(k)
		}
		in, err := json.Marshal(map[string]any{"method": http.MethodPatch, "url": address, "headers": plain})
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), "node", append([]string{filepath.Join("testdata", "http-signatures.mjs")}, args...)...)
		cmd.Stdin = bytes.NewReader(in)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return out
	}
	req := signedPatch(t, key)
	req.Header.Set("Content-Type", "application/offset+octet-stream")
	if out := strings.TrimSpace(string(run(req.Header, "verify", file))); out != "true" {
		t.Errorf("http-message-signatures refuses our request: %s", out)
	}
	req.Header.Del("Signature")
	req.Header.Del("Signature-Input")
	var signed map[string]string
	if err := json.Unmarshal(run(req.Header, file, key.ID(), sign.NewNonce()), &signed); err != nil {
		t.Fatal(err)
	}
	for k, v := range signed {
		req.Header.Set(k, v)
	}
	if _, err := sign.VerifyRequest(t.Context(), req, target(t, address), time.Now(), finder(key), &nonces{}); err != nil {
		t.Errorf("a request signed by http-message-signatures is refused: %v\n%s", err, req.Header.Get("Signature-Input"))
	}
	req.Header.Set("Upload-Offset", "1")
	if _, err := sign.VerifyRequest(t.Context(), req, target(t, address), time.Now(), finder(key), &nonces{}); err == nil {
		t.Error("with another offset it is taken")
	}
}
