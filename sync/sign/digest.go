package sign

import (
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"hash"
	"net/http"
	"strings"
)

// SetContentDigest sets Content-Digest (RFC 9530, sha-256) over body. A request
// without a body bears none.
func SetContentDigest(h http.Header, body []byte) {
	if len(body) == 0 {
		h.Del("Content-Digest")
		return
	}
	d := NewContentDigest()
	d.Write(body)
	d.Set(h)
}

// ContentDigest makes the header of SetContentDigest while the body is read.
type ContentDigest struct{ sum hash.Hash }

// NewContentDigest begins a digest.
func NewContentDigest() ContentDigest { return ContentDigest{sha256.New()} }

// Write adds the next bytes of the body.
func (d ContentDigest) Write(b []byte) { d.sum.Write(b) }

// Set sets the header over what was written.
func (d ContentDigest) Set(h http.Header) {
	h.Set("Content-Digest", FormatContentDigest(d.sum.Sum(nil)))
}

// FormatContentDigest gives the value of the header for a SHA-256 that is known.
func FormatContentDigest(sha256 []byte) string {
	return "sha-256=:" + base64.StdEncoding.EncodeToString(sha256) + ":"
}

// ExpectedDigest checks a received body against its Content-Digest while it comes;
// it is an io.Writer of its bytes. At least one of sha-256 and sha-512 is there and
// every one of them is right; other algorithms are ignored (RFC 9530 section 2).
type ExpectedDigest struct {
	members []digestMember
	written int64
	err     error // of the header
}

type digestMember struct {
	name string
	sum  hash.Hash
	want []byte
}

// ExpectDigest reads the Content-Digest of a request whose body comes.
func ExpectDigest(h http.Header) *ExpectedDigest {
	d := &ExpectedDigest{}
	header := h.Get("Content-Digest")
	if header == "" {
		return d
	}
	for member := range strings.SplitSeq(header, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(member), "=")
		if !ok {
			d.err = refuse(DigestMissing, "the Content-Digest is malformed")
			return d
		}
		m := digestMember{name: name}
		switch name {
		case "sha-256":
			m.sum = sha256.New()
		case "sha-512":
			m.sum = sha512.New()
		default:
			continue
		}
		var err error
		if m.want, err = byteSequence(value); err != nil {
			d.err = refuse(DigestMissing, err.Error())
			return d
		}
		if d.members = append(d.members, m); len(d.members) > maxDigests {
			d.err = refuse(DigestMissing, "the Content-Digest has too many members")
			return d
		}
	}
	if len(d.members) == 0 {
		d.err = refuse(DigestMissing, "the Content-Digest names neither sha-256 nor sha-512")
	}
	return d
}

// ContentSHA256 gives the SHA-256 a Content-Digest names, nil where it names none or
// more than one. It proves something only after Verify.
func ContentSHA256(h http.Header) []byte {
	d := ExpectDigest(h)
	var sum []byte
	for _, m := range d.members {
		if m.name != "sha-256" {
			continue
		}
		if sum != nil || d.err != nil || len(m.want) != sha256.Size {
			return nil
		}
		sum = m.want
	}
	return sum
}

// maxDigests bounds how often a body is hashed.
const maxDigests = 4

// Write implements io.Writer; it never fails.
func (d *ExpectedDigest) Write(b []byte) (int, error) {
	d.written += int64(len(b))
	if d.err == nil {
		for _, m := range d.members {
			m.sum.Write(b)
		}
	}
	return len(b), nil
}

// Verify says whether what was written is the body of the header; a *RefusedError
// where it is not.
func (d *ExpectedDigest) Verify() error {
	if d.err != nil {
		return d.err
	}
	if len(d.members) == 0 && d.written > 0 {
		return refuse(DigestMissing, "a body needs a Content-Digest")
	}
	for _, m := range d.members {
		if subtle.ConstantTimeCompare(m.want, m.sum.Sum(nil)) != 1 {
			return refuse(DigestMismatch, "the body is not what its "+m.name+" says")
		}
	}
	return nil
}

// byteSequence reads ":base64:" (RFC 9651 section 3.3.5).
func byteSequence(s string) ([]byte, error) {
	if len(s) < 2 || s[0] != ':' || s[len(s)-1] != ':' {
		return nil, fmt.Errorf("digest %q is no byte sequence", s)
	}
	return base64.StdEncoding.DecodeString(s[1 : len(s)-1])
}

// FormatDigest writes the SHA-512 sum as a digest header value.
func FormatDigest(sum []byte) string {
	return "sha-512=:" + base64.StdEncoding.EncodeToString(sum) + ":"
}

// ParseDigest reads what FormatDigest writes.
func ParseDigest(s string) ([]byte, error) {
	value, ok := strings.CutPrefix(s, "sha-512=")
	if !ok {
		return nil, fmt.Errorf("digest %q is not sha-512", s)
	}
	sum, err := byteSequence(value)
	if err != nil || len(sum) != sha512.Size {
		return nil, fmt.Errorf("digest %q is no sha-512", s)
	}
	return sum, nil
}
