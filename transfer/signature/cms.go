package signature

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // adbe.pkcs7.sha1 of old PDF files
	"crypto/x509"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"time"

	"github.com/digitorus/pkcs7"
	"github.com/digitorus/timestamp"

	"laufzettel/transfer/wording"
)

// Limits of what is read.
const (
	maxCMS        = 16 << 20
	maxContent    = 256 << 20 // signed bytes held in memory
	maxSignatures = 200
)

// VerifyDetached verifies a detached CMS signature (DER, BER or PEM) over content:
// one result per signer. A CMS that cannot be read is a result too.
func VerifyDetached(content, cms []byte, t Trust) []Result {
	out := verify(content, cms, t, false)
	for i := range out {
		out[i].Form, out[i].Whole = CMS, true
	}
	return out
}

// errBroken stands for what a reader says of a signature it cannot read: its words are
// for programmers and stay out of letters.
var errBroken = wording.Fault("found.signature.broken")

// errTooMany tells that not every signature was judged.
var errTooMany = wording.Fault("found.signature.too-many", maxSignatures)

func unreadable(form Form, err error) Result { return Result{Form: form, Problem: err.Error()} }

// verify is the core; hashed says that the CMS signs the SHA-1 of content
// (adbe.pkcs7.sha1).
func verify(content, cms []byte, t Trust, hashed bool) (out []Result) {
	defer func() {
		if p := recover(); p != nil {
			out = []Result{unreadable("", errBroken)}
		}
	}()
	if block, _ := pem.Decode(cms); block != nil {
		cms = block.Bytes
	}
	if len(cms) > maxCMS {
		return []Result{unreadable("", wording.Fault("found.signature.large"))}
	}
	p7, err := pkcs7.Parse(cms)
	if err != nil {
		return []Result{unreadable("", errBroken)}
	}
	if len(p7.Signers) == 0 {
		return []Result{unreadable("", wording.Fault("found.signature.nobody"))}
	}
	if hashed {
		sum := sha1.Sum(content) //nolint:gosec // the form of the signature asks for it
		content = sum[:]
	}
	all := p7.Signers
	for i := range all[:min(len(all), maxSignatures)] {
		p7.Signers = all[i : i+1]
		p7.Content = content
		out = append(out, verifyOne(p7, t))
	}
	if len(all) > maxSignatures {
		out = append(out, unreadable("", errTooMany))
	}
	return out
}

// verifyOne verifies the only signer left in p7 and the time stamp over it.
func verifyOne(p7 *pkcs7.PKCS7, t Trust) Result {
	r := verifySigner(p7, t)
	if !r.Readable {
		return r
	}
	if at, ok := stamped(p7.Signers[0].EncryptedDigest, p7.Signers[0].UnauthenticatedAttributes, t); ok {
		r.Signed, r.TimeFrom = at, fromStamp
		r.judgeTime(t.at())
	}
	return r
}

func verifySigner(p7 *pkcs7.PKCS7, t Trust) Result {
	r := Result{Readable: true}
	leaf := p7.GetOnlySigner()
	if leaf == nil {
		return unreadable("", wording.Fault("found.signature.no-certificate"))
	}
	r.Signer = leaf.Subject.CommonName
	if r.Signer == "" {
		r.Signer = leaf.Subject.String()
	}
	r.Algorithm = algorithmName(p7.Signers[0].DigestAlgorithm.Algorithm)
	var signed time.Time
	for _, a := range p7.Signers[0].AuthenticatedAttributes {
		if a.Type.Equal(pkcs7.OIDAttributeSigningTime) {
			if _, err := asn1.Unmarshal(a.Value.Bytes, &signed); err == nil {
				r.Signed, r.TimeFrom = signed, fromSignature
			}
		}
	}
	r.Intact, r.Problem = integrity(p7, leaf)
	var issuer *x509.Certificate
	r.Trusted, r.Chain, issuer = chainOf(leaf, p7.Certificates, t.Roots, r.Signed, t.at())
	r.Misused = misused(leaf, false)
	r.Revoked = t.Evidence.With(evidenceIn(p7)).revocationOf(leaf, issuer)
	r.judgeTime(t.at())
	return r
}

// integrity checks digest and signature alone. The library refuses a signing time
// outside the certificate before it looks at the signature; therefore the parsed
// dates are widened while it works.
func integrity(p7 *pkcs7.PKCS7, leaf *x509.Certificate) (bool, string) {
	from, to := leaf.NotBefore, leaf.NotAfter
	leaf.NotBefore, leaf.NotAfter = time.Unix(0, 0), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	err := p7.Verify()
	leaf.NotBefore, leaf.NotAfter = from, to
	if err == nil {
		return true, ""
	}
	if _, ok := errors.AsType[*pkcs7.MessageDigestMismatchError](err); ok {
		return false, wording.Say("found.signature.signed-differs").String()
	}
	return false, wording.Say("found.signature.other-key").String()
}

func algorithmName(oid asn1.ObjectIdentifier) string {
	for _, a := range []struct {
		oid  asn1.ObjectIdentifier
		name string
	}{{pkcs7.OIDDigestAlgorithmSHA1, "SHA-1"}, {pkcs7.OIDDigestAlgorithmSHA256, "SHA-256"}, {pkcs7.OIDDigestAlgorithmSHA384, "SHA-384"},
		{pkcs7.OIDDigestAlgorithmSHA512, "SHA-512"}} {
		if a.oid.Equal(oid) {
			return a.name
		}
	}
	return oid.String()
}

// verifyStamp verifies a document time stamp (ETSI.RFC3161).
func verifyStamp(content, token []byte, t Trust) (out []Result) {
	defer func() {
		if p := recover(); p != nil {
			out = []Result{unreadable(Timestamp, errBroken)}
		}
	}()
	ts, err := timestamp.Parse(token)
	if err != nil {
		return []Result{unreadable(Timestamp, errBroken)}
	}
	p7, err := pkcs7.Parse(token)
	if err != nil || len(p7.Signers) != 1 {
		return []Result{unreadable(Timestamp, wording.Fault("found.signature.no-stamp"))}
	}
	r := verifyOne(p7, t)
	r.Form = Timestamp
	if !r.Readable {
		return []Result{r}
	}
	r.Signed, r.TimeFrom = ts.Time, fromStamp
	if leaf := p7.GetOnlySigner(); leaf != nil {
		r.Misused = misused(leaf, true)
	}
	r.judgeTime(t.at())
	if !ts.HashAlgorithm.Available() {
		return []Result{unreadable(Timestamp, wording.Fault("found.signature.algorithm"))}
	}
	h := ts.HashAlgorithm.New()
	h.Write(content)
	if r.Intact && !bytes.Equal(h.Sum(nil), ts.HashedMessage) {
		r.Intact, r.Problem = false, wording.Say("found.signature.stamped-differs").String()
	}
	return []Result{r}
}
