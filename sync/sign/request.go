package sign

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// The fixed parts of a request signature (protocol.md 3).
const (
	signatureLabel = "sig1"
	signatureTag   = "laufzettel-v1"
	nonceBytes     = 18

	// Lifetime is how long a signed request may be used.
	Lifetime = 60 * time.Second
	// MaxAhead is how far a client's clock may run ahead of the receiver's.
	MaxAhead = 2 * time.Second
	// NonceWindow is how long a nonce is remembered.
	NonceWindow = 2 * Lifetime
)

// optionalComponents are covered whenever the request bears them, in this order.
var optionalComponents = [...]string{"content-digest", "upload-offset", "upload-length", "upload-metadata"}

// NewNonce gives a fresh random nonce of 24 characters.
func NewNonce() string {
	b := make([]byte, nonceBytes)
	_, _ = rand.Read(b) // never fails since Go 1.24
	return base64.RawURLEncoding.EncodeToString(b)
}

// SignRequest sets Signature-Input and Signature on req, which must have its
// final address and headers; SetContentDigest comes before it. The creation
// time is the system's clock.
func SignRequest(req *http.Request, key *Key, nonce string) error {
	now := time.Now()
	input, err := newSignatureInput(covered(req.Header), now, now.Add(Lifetime), nonce, key.ID())
	if err != nil {
		return fmt.Errorf("sign request: %w", err)
	}
	base, err := input.base(req, req.URL)
	if err != nil {
		return fmt.Errorf("sign request: %w", err)
	}
	signature, err := key.Sign(req.Context(), base)
	if err != nil {
		return fmt.Errorf("sign request: %w", err)
	}
	req.Header.Set("Signature-Input", signatureLabel+"="+input.text)
	req.Header.Set("Signature", signatureLabel+"=:"+base64.StdEncoding.EncodeToString(signature)+":")
	return nil
}

// covered names the components the signature of such a request has to cover.
func covered(h http.Header) []string {
	names := []string{"@method", "@target-uri"}
	for _, name := range optionalComponents {
		if len(h.Values(name)) > 0 {
			names = append(names, name)
		}
	}
	return names
}

// KeyFinder gives the public key of a key id. For an unknown key and for one
// whose state forbids this request it returns a *RefusedError; other errors are
// faults of its own.
type KeyFinder func(ctx context.Context, keyID string) (PublicKey, error)

// NonceStore remembers nonces. Remember reports whether the nonce of this key
// was new; it is kept until the given time at least. Once Remember has said
// "new", it never says so again within that time, also over a restart where the
// store is durable.
type NonceStore interface {
	Remember(ctx context.Context, keyID, nonce string, now, until time.Time) (isNew bool, err error)
}

// Verified is what a checked request says about itself.
type Verified struct {
	KeyID   string
	Created time.Time
}

// VerifyRequest checks the signature of a received request against its public
// address target and the receiver's clock, then remembers its nonce. The body is
// not touched: ExpectDigest follows while it comes. A request that fails gives
// a *RefusedError.
func VerifyRequest(ctx context.Context, req *http.Request, target *url.URL, now time.Time, find KeyFinder, nonces NonceStore) (Verified,
	error) {
	if err := checkHeaders(req.Header); err != nil {
		return Verified{}, err
	}
	input, signature, err := readSignature(req.Header)
	if err != nil {
		return Verified{}, refuse(SignatureMalformed, err.Error())
	}
	if err := input.check(); err != nil {
		return Verified{}, err
	}
	public, err := find(ctx, input.keyID)
	if err != nil {
		return Verified{}, err
	}
	if err := checkSignature(req, target, input, signature, public); err != nil {
		return Verified{}, err
	}
	if err := input.checkTime(now); err != nil {
		return Verified{}, err
	}
	isNew, err := nonces.Remember(ctx, input.keyID, input.nonce, now, now.Add(NonceWindow))
	if err != nil {
		return Verified{}, fmt.Errorf("remember nonce: %w", err)
	}
	if !isNew {
		return Verified{}, refuse(Replay, "the nonce was used before")
	}
	return Verified{KeyID: input.keyID, Created: input.created}, nil
}

// checkHeaders refuses what two readers could read differently.
func checkHeaders(h http.Header) error {
	for _, name := range append(optionalComponents[:], "signature", "signature-input") {
		if len(h.Values(name)) > 1 {
			return refuse(SignatureMalformed, name+" occurs more than once")
		}
	}
	if h.Get("Signature") == "" || h.Get("Signature-Input") == "" {
		return refuse(SignatureMissing, "the request bears no signature")
	}
	if len(h.Get("Signature-Input")) > 4096 || len(h.Get("Signature")) > 1024 {
		return refuse(SignatureMalformed, "the signature headers are too long")
	}
	return nil
}

// checkSignature verifies what is covered, and that it is what has to be. A right
// signature over too little and a wrong one are told apart, whoever made them.
func checkSignature(req *http.Request, target *url.URL, input signatureInput, signature []byte, public PublicKey) error {
	for _, name := range covered(req.Header) {
		if !input.covers(name) {
			return refuse(NotCovered, name+" is not covered by the signature")
		}
	}
	base, err := input.base(req, target)
	if err != nil {
		return refuse(SignatureWrong, err.Error())
	}
	if !public.Verify(base, signature) {
		return refuse(SignatureWrong, "the signature does not hold")
	}
	return nil
}
