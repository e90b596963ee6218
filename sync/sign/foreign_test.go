package sign_test

import (
	"bytes"
	"crypto/ed25519"
	"net/http"
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
		"our order":        httpsign.Headers("@method", "@target-uri", "content-digest", "upload-offset"),
		"another":          httpsign.Headers("upload-offset", "@target-uri", "content-digest", "@method"),
		"more than we ask": httpsign.Headers("@method", "@authority", "@scheme", "@path", "@query", "content-type", "@target-uri", "content-digest", "upload-offset"),
	} {
		t.Run(name, func(t *testing.T) {
			req := newRequest()
			config := httpsign.NewSignConfig().SignAlg(true).SetExpires(time.Now().Add(time.Minute).Unix()).SetNonce(sign.NewNonce()).SetTag("laufzettel-v1").SetKeyID(key.ID())
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
			if _, err := sign.VerifyRequest(t.Context(), req, req.URL, time.Now(), finder(key), &sign.Nonces{}); err != nil {
				t.Errorf("a request signed by httpsign is refused: %v\n%s", err, input)
			}
		})
	}
	req := newRequest()
	if err := sign.SignRequest(req, key, sign.NewNonce()); err != nil {
		t.Fatal(err)
	}
	verifier, err := httpsign.NewEd25519Verifier(ed25519.PublicKey(key.Public()), httpsign.NewVerifyConfig().SetAllowedTags([]string{"laufzettel-v1"}).SetKeyID(key.ID()),
		httpsign.Headers("@method", "@target-uri", "content-digest", "upload-offset"))
	if err != nil {
		t.Fatal(err)
	}
	if err := httpsign.VerifyRequest("sig1", *verifier, req); err != nil {
		t.Errorf("httpsign refuses our request: %v", err)
	}
}
