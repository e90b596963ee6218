package sign

import (
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
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
	sum := sha256.Sum256(body)
	h.Set("Content-Digest", "sha-256=:"+base64.StdEncoding.EncodeToString(sum[:])+":")
}

// VerifyDigest checks a received body against its Content-Digest: at least one
// of sha-256 and sha-512 is there and every one of them is right; other
// algorithms are ignored (RFC 9530 section 2). It gives a *RefusedError.
func VerifyDigest(h http.Header, body []byte) error {
	header := h.Get("Content-Digest")
	if header == "" {
		if len(body) == 0 {
			return nil
		}
		return refuse(DigestMissing, "a body needs a Content-Digest")
	}
	known := false
	for member := range strings.SplitSeq(header, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(member), "=")
		var sum []byte
		switch {
		case !ok:
			return refuse(DigestMissing, "the Content-Digest is malformed")
		case name == "sha-256":
			s := sha256.Sum256(body)
			sum = s[:]
		case name == "sha-512":
			s := sha512.Sum512(body)
			sum = s[:]
		default:
			continue
		}
		known = true
		got, err := byteSequence(value)
		if err != nil {
			return refuse(DigestMissing, err.Error())
		}
		if subtle.ConstantTimeCompare(got, sum) != 1 {
			return refuse(DigestMismatch, "the body is not what its "+name+" says")
		}
	}
	if !known {
		return refuse(DigestMissing, "the Content-Digest names neither sha-256 nor sha-512")
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
