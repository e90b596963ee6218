package signature

import (
	"bytes"
	"crypto/x509"
	"encoding/asn1"
	"fmt"
	"slices"
	"time"

	"github.com/digitorus/pkcs7"
	"github.com/digitorus/timestamp"
)

// Validity says how the certificates of a signature stood when it was made.
type Validity string

// The validities (what-stays.md: judged at the time of signing).
const (
	Valid       Validity = ""            // in force when signed and today
	EndedSince  Validity = "ended since" // in force when signed, ended since
	NotInForce  Validity = "not in force"
	TimeUnknown Validity = "time unknown" // ended by today, and nothing says when it was signed
)

// Where the time of a signature stands.
const (
	fromSignature = "Signatur"
	fromPDF       = "PDF"
	fromStamp     = "Zeitstempel"
)

// judgeTime holds the time of signing against the certificates of the chain; the
// chain was built before, whatever the time.
func (r *Result) judgeTime(now time.Time) {
	r.Validity = Valid
	for _, c := range r.Chain {
		out := func(at time.Time) bool { return at.After(c.NotAfter) || at.Before(c.NotBefore) }
		switch signed := !r.Signed.IsZero(); {
		case c.root && (!signed || !out(now)): // issuers are renewed under the same key
		case signed && out(r.Signed):
			r.Validity, r.Ended = NotInForce, c.NotAfter
			return
		case out(now) && signed && r.Validity == Valid:
			r.Validity, r.Ended = EndedSince, c.NotAfter
		case out(now) && !signed:
			r.Validity, r.Ended = TimeUnknown, c.NotAfter
			return
		}
	}
}

// stampAttribute is id-aa-signatureTimeStampToken (RFC 3161, appendix A).
var stampAttribute = asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 9, 16, 2, 14}

// stamped gives the time attested by a time stamp over the signature value, where the
// token fits it and its own chain ends in a known issuer: anybody can make a stamp.
func stamped[A any](value []byte, attributes []A, t Trust) (at time.Time, ok bool) {
	defer func() {
		if recover() != nil {
			at, ok = time.Time{}, false
		}
	}()
	for _, a := range attributes {
		var attribute struct {
			Type  asn1.ObjectIdentifier
			Value asn1.RawValue `asn1:"set"`
		}
		raw, err := asn1.Marshal(a)
		if err != nil {
			continue
		}
		if _, err = asn1.Unmarshal(raw, &attribute); err != nil || !attribute.Type.Equal(stampAttribute) {
			continue
		}
		ts, err := timestamp.Parse(attribute.Value.Bytes)
		if err != nil || !ts.HashAlgorithm.Available() {
			continue
		}
		h := ts.HashAlgorithm.New()
		h.Write(value)
		p7, err := pkcs7.Parse(attribute.Value.Bytes)
		if err != nil || len(p7.Signers) != 1 || !bytes.Equal(h.Sum(nil), ts.HashedMessage) {
			continue
		}
		if by := verifySigner(p7, t); by.Intact && by.Trusted {
			return ts.Time, true
		}
	}
	return time.Time{}, false
}

// always is a validity that holds at any time asked about.
func always(c *x509.Certificate) *x509.Certificate {
	wide := *c
	wide.NotBefore, wide.NotAfter = time.Unix(0, 0), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	return &wide
}

// chainOf gives the chain used: up to a known root, else as far as the certificates
// that travel along reach, and the certificate of the signer's issuer. It is built without regard to validity: an ended
// certificate of a known issuer is not one of an unknown issuer.
func chainOf(leaf *x509.Certificate, certs []*x509.Certificate, roots *x509.CertPool, signed, now time.Time) (trusted bool,
	chain []Certificate, issuer *x509.Certificate) {
	if roots != nil {
		middle := x509.NewCertPool()
		for _, c := range certs {
			middle.AddCert(always(c))
		}
		times := []time.Time{signed, now, leaf.NotBefore, leaf.NotAfter} // the validity of the roots is not known
		for _, at := range times {
			if at.IsZero() {
				continue
			}
			chains, err := always(leaf).Verify(x509.VerifyOptions{Roots: roots, Intermediates: middle, CurrentTime: at,
				KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny}})
			if err == nil && len(chains) > 0 {
				return true, certificates(chains[0], leaf, certs), second(chains[0])
			}
		}
	}
	seen := []*x509.Certificate{leaf}
	for cur := leaf; ; {
		i := slices.IndexFunc(certs, func(c *x509.Certificate) bool {
			return !slices.ContainsFunc(seen, c.Equal) && bytes.Equal(c.RawSubject, cur.RawIssuer) && cur.CheckSignatureFrom(c) == nil
		})
		if i < 0 {
			return false, certificates(seen, leaf, certs), second(seen)
		}
		cur = certs[i]
		seen = append(seen, cur)
	}
}

// second is the issuer of the first link; of one that signed itself, none.
func second(links []*x509.Certificate) *x509.Certificate {
	if len(links) < 2 {
		return nil
	}
	return links[1]
}

// certificates tells the links as they really are; those that were widened come from
// the signature.
func certificates(links []*x509.Certificate, leaf *x509.Certificate, certs []*x509.Certificate) (out []Certificate) {
	for _, l := range links {
		for _, c := range append([]*x509.Certificate{leaf}, certs...) {
			if c.Equal(l) {
				l = c
				break
			}
		}
		out = append(out, Certificate{Subject: l.Subject.String(), Issuer: l.Issuer.String(), Serial: fmt.Sprintf("%x", l.SerialNumber),
			NotBefore: l.NotBefore, NotAfter: l.NotAfter, root: bytes.Equal(l.RawSubject, l.RawIssuer)})
	}
	return out
}
