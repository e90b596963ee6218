package sign

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/yaronf/httpsign"
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
var optionalComponents = [...]string{"Content-Digest", "Upload-Offset", "Upload-Length", "Upload-Metadata"}

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
	fields := coveredFields(req.Header)
	config := httpsign.NewSignConfig().SignAlg(false).SetExpires(time.Now().Add(Lifetime).Unix()).
		SetNonce(nonce).SetTag(signatureTag).SetKeyID(key.ID())
	signer, err := httpsign.NewEd25519Signer(key.private, config, fields)
	if err != nil {
		return fmt.Errorf("sign request: %w", err)
	}
	input, signature, err := httpsign.SignRequest(signatureLabel, *signer, bare(req, req.URL))
	if err != nil {
		return fmt.Errorf("sign request: %w", err)
	}
	req.Header.Set("Signature-Input", input)
	req.Header.Set("Signature", signature)
	return nil
}

func coveredFields(h http.Header) httpsign.Fields {
	fields := httpsign.Headers("@method", "@target-uri")
	for _, name := range optionalComponents {
		if len(h.Values(name)) > 0 {
			fields.AddHeader(name)
		}
	}
	return fields
}

// bare is the request as the signature library may see it: with its full
// address and without a body, which that library would read without a limit.
func bare(req *http.Request, target *url.URL) *http.Request {
	address := *target
	return &http.Request{Method: req.Method, URL: &address, Host: address.Host, Header: req.Header, Body: http.NoBody}
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
func VerifyRequest(ctx context.Context, req *http.Request, target *url.URL, now time.Time, find KeyFinder, nonces NonceStore) (v Verified, err error) {
	defer func() {
		if p := recover(); p != nil { // the parser of structured fields is foreign code
			v, err = Verified{}, refuse(SignatureMalformed, fmt.Sprint(p))
		}
	}()
	if err := checkHeaders(req.Header); err != nil {
		return Verified{}, err
	}
	plain := bare(req, target)
	details, err := httpsign.RequestDetails(signatureLabel, plain)
	if err != nil {
		return Verified{}, refuse(SignatureMalformed, err.Error())
	}
	if err := checkParameters(details); err != nil {
		return Verified{}, err
	}
	public, err := find(ctx, details.KeyID)
	if err != nil {
		return Verified{}, err
	}
	if err := checkSignature(plain, public); err != nil {
		return Verified{}, err
	}
	if err := checkTime(details, now); err != nil {
		return Verified{}, err
	}
	isNew, err := nonces.Remember(ctx, details.KeyID, *details.Nonce, now, now.Add(NonceWindow))
	if err != nil {
		return Verified{}, fmt.Errorf("remember nonce: %w", err)
	}
	if !isNew {
		return Verified{}, refuse(Replay, "the nonce was used before")
	}
	return Verified{KeyID: details.KeyID, Created: *details.Created}, nil
}

// checkHeaders refuses what two readers could read differently.
func checkHeaders(h http.Header) error {
	for _, name := range append(optionalComponents[:], "Signature", "Signature-Input") {
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

func checkParameters(d *httpsign.MessageDetails) error {
	switch {
	case d.Created == nil || d.Expires == nil || d.Nonce == nil || d.Tag == nil:
		return refuse(SignatureMalformed, "created, expires, nonce and tag are required")
	case *d.Tag != signatureTag:
		return refuse(SignatureMalformed, "the tag is not "+signatureTag)
	case d.Alg != "" && d.Alg != "ed25519":
		return refuse(SignatureMalformed, "the algorithm is not ed25519")
	case len(*d.Nonce) < 16 || len(*d.Nonce) > 64:
		return refuse(SignatureMalformed, "the nonce has not 16 to 64 characters")
	case d.Expires.Before(*d.Created) || d.Expires.Sub(*d.Created) > Lifetime+time.Second:
		return refuse(SignatureMalformed, "expires is not within 60 s of created")
	case len(d.KeyID) != keyIDLength:
		return refuse(KeyUnknown, "the key id is not one")
	}
	return nil
}

func checkSignature(plain *http.Request, public PublicKey) error {
	required := coveredFields(plain.Header)
	// Time is checked by us, against the clock we are given.
	config := httpsign.NewVerifyConfig().SetVerifyCreated(false).SetRejectExpired(false).
		SetAllowedTags([]string{signatureTag}).SetKeyID(public.ID())
	verifier, err := httpsign.NewEd25519Verifier(ed25519.PublicKey(public), config, required)
	if err != nil {
		return fmt.Errorf("verify request: %w", err)
	}
	if err := httpsign.VerifyRequest(signatureLabel, *verifier, plain); err != nil {
		if !covers(plain) {
			return refuse(NotCovered, err.Error())
		}
		return refuse(SignatureWrong, err.Error())
	}
	return nil
}

// covers reports whether the signature names everything it has to. It only tells
// two reasons for an already failed check apart.
func covers(plain *http.Request) bool {
	list, _, _ := strings.Cut(plain.Header.Get("Signature-Input"), ")")
	names := []string{"@method", "@target-uri"}
	for _, name := range optionalComponents {
		if plain.Header.Get(name) != "" {
			names = append(names, strings.ToLower(name))
		}
	}
	for _, name := range names {
		if !strings.Contains(list, `"`+name+`"`) {
			return false
		}
	}
	return true
}

func checkTime(d *httpsign.MessageDetails, now time.Time) error {
	skew := d.Created.Sub(now)
	switch {
	case skew > MaxAhead || skew < -Lifetime-MaxAhead:
		return &RefusedError{Reason: ClockSkew, Detail: "the clocks differ too much or the request is old", Skew: skew}
	case now.After(*d.Expires):
		return refuse(Expired, "the signature has expired")
	}
	return nil
}
