package profile

import (
	"crypto/x509"
	"encoding/pem"
	"strings"
)

// maxIssuers bounds the PEM text of a profile.
const maxIssuers = 1 << 20

// certificates reports whether a text is made of certificates in PEM alone.
func certificates(text string) bool {
	rest, n := []byte(text), 0
	for len(text) <= maxIssuers {
		var b *pem.Block
		if b, rest = pem.Decode(rest); b == nil {
			return n > 0 && strings.TrimSpace(string(rest)) == ""
		}
		if _, err := x509.ParseCertificate(b.Bytes); b.Type != "CERTIFICATE" || err != nil {
			return false
		}
		n++
	}
	return false
}
