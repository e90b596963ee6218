package signature

import (
	"bytes"
	"crypto/x509"
	"encoding/asn1"
	"encoding/pem"
	"slices"
	"time"

	"github.com/digitorus/pkcs7"
	"golang.org/x/crypto/ocsp"

	"laufzettel/transfer/pdf"
	"laufzettel/transfer/wording"
)

// Limits of revocation data.
const (
	maxEvidence  = 100
	maxListBytes = 32 << 20
)

// Evidence is revocation data at hand: lists (RFC 5280, 5) and answers (RFC 6960) that
// came with a delivery or are kept by the archive. Nothing is loaded from a network. What
// it says counts only under the signature of the issuer.
type Evidence struct {
	lists   []*x509.RevocationList
	answers [][]byte
}

// Add takes a list (DER or PEM) or an answer; false for anything else, and beyond what
// is held.
func (e *Evidence) Add(raw []byte) bool {
	if len(raw) == 0 || len(raw) > maxListBytes || len(e.lists)+len(e.answers) >= maxEvidence {
		return false
	}
	if block, _ := pem.Decode(raw); block != nil {
		raw = block.Bytes
	}
	if list, err := x509.ParseRevocationList(raw); err == nil {
		e.lists = append(e.lists, list)
		return true
	}
	if _, err := ocsp.ParseResponse(raw, nil); err == nil || isAnswer(raw) {
		e.answers = append(e.answers, bytes.Clone(raw))
		return true
	}
	return false
}

// isAnswer knows an answer whose signature cannot be judged without its issuer.
func isAnswer(raw []byte) bool {
	var outer struct {
		Status   asn1.Enumerated
		Response asn1.RawValue `asn1:"explicit,tag:0,optional"`
	}
	rest, err := asn1.Unmarshal(raw, &outer)
	return err == nil && len(rest) == 0 && outer.Status == 0 && len(outer.Response.Bytes) > 0
}

// With joins two, of which either may be nil.
func (e *Evidence) With(more *Evidence) *Evidence {
	switch {
	case e == nil:
		return more
	case more == nil:
		return e
	}
	return &Evidence{slices.Concat(e.lists, more.lists), slices.Concat(e.answers, more.answers)}
}

// Revocation is what the evidence says of the signer's certificate.
type Revocation struct {
	Known   bool      // something at hand speaks of it
	Revoked time.Time // zero: not revoked
	AsOf    time.Time // state of the evidence
	From    string    // German: "Sperrliste", "OCSP-Antwort"
}

// revocationOf looks for what is said of leaf by its issuer; a revocation counts before
// anything else, else the newest word.
func (e *Evidence) revocationOf(leaf, issuer *x509.Certificate) (out Revocation) {
	if e == nil || leaf == nil || issuer == nil {
		return out
	}
	take := func(r Revocation) {
		if out.Revoked.IsZero() && (!r.Revoked.IsZero() || r.AsOf.After(out.AsOf)) {
			out = r
		}
	}
	for _, l := range e.lists {
		if !bytes.Equal(l.RawIssuer, issuer.RawSubject) || l.CheckSignatureFrom(issuer) != nil {
			continue
		}
		r := Revocation{Known: true, AsOf: l.ThisUpdate, From: "Sperrliste"}
		for _, entry := range l.RevokedCertificateEntries {
			const removed = 8 // removeFromCRL takes an entry back
			if entry.SerialNumber.Cmp(leaf.SerialNumber) == 0 && entry.ReasonCode != removed {
				r.Revoked = entry.RevocationTime
			}
		}
		take(r)
	}
	for _, raw := range e.answers {
		a, err := ocsp.ParseResponseForCert(raw, leaf, issuer)
		if err != nil || a.Certificate != nil && !slices.Contains(a.Certificate.ExtKeyUsage, x509.ExtKeyUsageOCSPSigning) &&
			!a.Certificate.Equal(issuer) {
			continue
		}
		r := Revocation{Known: a.Status != ocsp.Unknown, AsOf: a.ThisUpdate, From: "OCSP-Antwort"}
		if a.Status == ocsp.Revoked {
			r.Revoked = a.RevokedAt
		}
		if r.Known {
			take(r)
		}
	}
	return out
}

// words say it.
func (r Revocation) words() wording.Text {
	switch {
	case !r.Known:
		return wording.Say("found.signature.revocation-open")
	case !r.Revoked.IsZero():
		return wording.Say("found.signature.revoked", r.Revoked.UTC().Format(time.DateOnly), r.From)
	}
	return wording.Say("found.signature.not-revoked", r.From, r.AsOf.UTC().Format(time.DateOnly))
}

// archivalAttribute is adbe-revocationInfoArchival (ISO 32000-1, 12.8.3.3.2).
var archivalAttribute = asn1.ObjectIdentifier{1, 2, 840, 113583, 1, 1, 8}

// evidenceIn gathers what travels inside a CMS.
func evidenceIn(p7 *pkcs7.PKCS7) *Evidence {
	e := &Evidence{}
	for i := range p7.CRLs[:min(len(p7.CRLs), maxEvidence)] {
		if raw, err := asn1.Marshal(p7.CRLs[i]); err == nil {
			e.Add(raw)
		}
	}
	if len(p7.Signers) == 0 {
		return e
	}
	for _, a := range p7.Signers[0].AuthenticatedAttributes {
		var held struct {
			Lists   []asn1.RawValue `asn1:"explicit,tag:0,optional"`
			Answers []asn1.RawValue `asn1:"explicit,tag:1,optional"`
		}
		if !a.Type.Equal(archivalAttribute) {
			continue
		}
		if _, err := asn1.Unmarshal(a.Value.Bytes, &held); err == nil {
			for _, v := range slices.Concat(held.Lists, held.Answers) {
				e.Add(v.FullBytes)
			}
		}
	}
	return e
}

// evidenceOf gathers the document security store of a PDF (ISO 32000-2, 12.8.4.3).
func evidenceOf(f *pdf.File) *Evidence {
	e := &Evidence{}
	store := f.Dict(f.Root()["DSS"])
	for _, key := range []pdf.Name{"CRLs", "OCSPs"} {
		for i, v := range f.Array(store[key]) {
			if s := f.Stream(v); s != nil && i < maxEvidence {
				if raw, rest, err := f.Data(s); err == nil && rest == "" {
					e.Add(raw)
				}
			}
		}
	}
	return e
}

// misused says that a certificate is not for signing documents, or for time stamps: by its
// use, and by its extended uses (RFC 9336; those of single makers are unknown and count).
func misused(leaf *x509.Certificate, stamp bool) bool {
	if leaf.KeyUsage != 0 && leaf.KeyUsage&(x509.KeyUsageDigitalSignature|x509.KeyUsageContentCommitment) == 0 {
		return true
	}
	if len(leaf.ExtKeyUsage) == 0 && len(leaf.UnknownExtKeyUsage) == 0 {
		return stamp // RFC 3161, 2.3: a stamp needs its use
	}
	if stamp {
		return !slices.Contains(leaf.ExtKeyUsage, x509.ExtKeyUsageTimeStamping)
	}
	fit := func(u x509.ExtKeyUsage) bool { return u == x509.ExtKeyUsageAny || u == x509.ExtKeyUsageEmailProtection }
	return len(leaf.UnknownExtKeyUsage) == 0 && !slices.ContainsFunc(leaf.ExtKeyUsage, fit)
}
