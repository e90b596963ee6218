package beside

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"slices"
	"time"

	"laufzettel/transfer/signature/signaturetest"
)

// steady signs the same bytes alike at every call (RFC 6979).
type steady struct{ *ecdsa.PrivateKey }

func (k steady) Sign(_ io.Reader, digest []byte, o crypto.SignerOpts) ([]byte, error) {
	return k.PrivateKey.Sign(nil, digest, o)
}

func keyOf(name string) (steady, error) {
	d := sha256.Sum256([]byte("Fehlerkorpus: " + name))
	k, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), d[:])
	return steady{k}, err
}

func day(year int) time.Time { return time.Date(year, 3, 1, 12, 0, 0, 0, time.UTC) }

// signing is one signature over a PDF: the certificate of who signs, and what is known of it.
type signing struct {
	from, until int // years of validity, 2005 to 2099 by default
	signed      int // year the signature states, 0 = none
	use         []x509.ExtKeyUsage
	revoked     int    // year the issuer's list revokes the certificate, 0 = there is no list
	spared      bool   // the list names another certificate
	stamped     int    // year a time stamp attests, 0 = no time stamp
	form, says  string // name and stream of a further statement of the form, "" = none
}

// authority is the invented issuer of all certificates here.
type authority struct {
	key  steady
	cert *x509.Certificate
}

func newAuthority() (a authority, err error) {
	if a.key, err = keyOf("Aussteller"); err != nil {
		return a, err
	}
	t := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "Aussteller der Probe", Country: []string{"DE"}},
		NotBefore: day(2000), NotAfter: day(2099), IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign}
	a.cert, err = a.certify(t, t, a.key.Public())
	return a, err
}

func (a authority) certify(t, by *x509.Certificate, public crypto.PublicKey) (*x509.Certificate, error) {
	raw, err := x509.CreateCertificate(nil, t, by, public, a.key)
	if err != nil {
		return nil, err
	}
	return x509.ParseCertificate(raw)
}

// leaf certifies a key for signing.
func (a authority) leaf(name string, serial int64, from, until int, use []x509.ExtKeyUsage) (*x509.Certificate, steady, error) {
	key, err := keyOf(name)
	if err != nil {
		return nil, key, err
	}
	cert, err := a.certify(&x509.Certificate{SerialNumber: big.NewInt(serial),
		Subject:   pkix.Name{CommonName: name, Country: []string{"DE"}},
		NotBefore: day(from), NotAfter: day(until), KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: use}, a.cert, key.Public())
	return cert, key, err
}

// der writes an element of ASN.1.
func der(tag byte, parts ...[]byte) []byte {
	body := slices.Concat(parts...)
	switch n := len(body); {
	case n < 0x80:
		return slices.Concat([]byte{tag, byte(n)}, body)
	case n < 0x100:
		return slices.Concat([]byte{tag, 0x81, byte(n)}, body)
	default:
		return slices.Concat([]byte{tag, 0x82, byte(n >> 8), byte(n)}, body)
	}
}

// value is one that the standard library writes.
func value(v any) []byte {
	b, err := asn1.Marshal(v)
	if err != nil {
		panic(err) // only values of this file
	}
	return b
}

func oid(n ...int) []byte { return value(asn1.ObjectIdentifier(n)) }

// The tags of ASN.1 used here.
const (
	sequence, set, octets = 0x30, 0x31, 0x04
	context0, context1    = 0xa0, 0xa1
)

var (
	dataType  = []int{1, 2, 840, 113549, 1, 7, 1}
	stampType = []int{1, 2, 840, 113549, 1, 9, 16, 1, 4}
)

// message is a CMS of one signer (RFC 5652): over content that lies elsewhere, or over
// content it carries.
func (a authority) message(cert *x509.Certificate, key steady, kind []int, content []byte, inside bool, at time.Time, more []byte) ([]byte,
	error) {
	digest := sha256.Sum256(content)
	attribute := func(id []byte, v []byte) []byte { return der(sequence, id, der(set, v)) }
	attributes := attribute(oid(1, 2, 840, 113549, 1, 9, 3), oid(kind...))
	if !at.IsZero() {
		attributes = append(attributes, attribute(oid(1, 2, 840, 113549, 1, 9, 5), value(at))...)
	}
	attributes = append(attributes, attribute(oid(1, 2, 840, 113549, 1, 9, 4), der(octets, digest[:]))...)
	signed := sha256.Sum256(der(set, attributes))
	sig, err := key.Sign(nil, signed[:], crypto.SHA256)
	if err != nil {
		return nil, err
	}
	if more != nil {
		if more, err = a.stamp(sig, more); err != nil {
			return nil, err
		}
	}
	sha := der(sequence, oid(2, 16, 840, 1, 101, 3, 4, 2, 1))
	info := der(sequence, value(1), der(sequence, cert.RawIssuer, value(cert.SerialNumber)), sha, der(context0, attributes),
		der(sequence, oid(1, 2, 840, 10045, 4, 3, 2)), der(octets, sig), more)
	what, version := der(sequence, oid(kind...)), 1
	if inside {
		what, version = der(sequence, oid(kind...), der(context0, der(octets, content))), 3
	}
	body := der(sequence, value(version), der(set, sha), what, der(context0, cert.Raw, a.cert.Raw), der(set, info))
	return der(sequence, oid(1, 2, 840, 113549, 1, 7, 2), der(context0, body)), nil
}

// stamp attests a time over a signature (RFC 3161), as an attribute nobody signs; at is
// that time as ASN.1 writes it.
func (a authority) stamp(sig, at []byte) ([]byte, error) {
	cert, key, err := a.leaf("Zeitstempel der Probe", 9, 2005, 2099, []x509.ExtKeyUsage{x509.ExtKeyUsageTimeStamping})
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(sig)
	imprint := der(sequence, der(sequence, oid(2, 16, 840, 1, 101, 3, 4, 2, 1)), der(octets, sum[:]))
	said := der(sequence, value(1), oid(1, 3, 6, 1, 4, 1, 99999, 1), imprint, value(5), at)
	token, err := a.message(cert, key, stampType, said, true, time.Time{}, nil)
	if err != nil {
		return nil, err
	}
	return der(context1, der(sequence, oid(1, 2, 840, 113549, 1, 9, 16, 2, 14), der(set, token))), nil
}

// signedPDF is a document signed by a person whose certificate the invented issuer gave.
func signedPDF(x signing) ([]byte, authority, error) {
	a, err := newAuthority()
	if err != nil {
		return nil, a, err
	}
	cert, key, err := a.leaf("Dr. K. Weiß", 7, x.from, x.until, x.use)
	if err != nil {
		return nil, a, err
	}
	var at time.Time
	var attested []byte
	if x.signed != 0 {
		at = day(x.signed)
	}
	if x.stamped != 0 {
		attested = der(0x18, fmt.Appendf(nil, "%d0301120000Z", x.stamped))
	}
	pdf, err := signaturetest.SampleForm("Gesetz", x.form, x.says, func(content []byte) ([]byte, error) {
		return a.message(cert, key, dataType, content, false, at, attested)
	})
	return pdf, a, err
}

// certified signs the law anew.
func certified(x signing) change {
	return func(s *Set) error {
		if x.from == 0 {
			x.from, x.until = 2005, 2099
		}
		pdf, a, err := signedPDF(x)
		if err != nil {
			return err
		}
		said := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw})
		return all(put("aussteller.pem", said), signedAs(func([]byte) []byte { return pdf }), a.list(x))(s)
	}
}

// list is what the issuer says of revoked certificates (RFC 5280).
func (a authority) list(x signing) change {
	if x.revoked == 0 {
		return nothing
	}
	serial := int64(7)
	if x.spared {
		serial = 8
	}
	return func(s *Set) error {
		raw, err := x509.CreateRevocationList(nil, &x509.RevocationList{Number: big.NewInt(1), ThisUpdate: day(2025), NextUpdate: day(2099),
			RevokedCertificateEntries: []x509.RevocationListEntry{{SerialNumber: big.NewInt(serial), RevocationTime: day(x.revoked)}}},
			a.cert, a.key)
		if err != nil {
			return err
		}
		return within(sentFile, func(members []member) ([]member, error) { return append(members, member{"aussteller.crl", raw}), nil })(s)
	}
}

// certificates are the findings on who signed, and when (E6).
func certificates() []Case {
	server := []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	person := []x509.ExtKeyUsage{x509.ExtKeyUsageEmailProtection}
	return []Case{
		{Code: "SIG-002", Base: "norm", Wrong: "das Zertifikat ist abgelaufen, und nirgends steht, wann signiert wurde",
			spoil: certified(signing{from: 2010, until: 2014}),
			Alike: "nirgends steht, wann signiert wurde; das Zertifikat gilt noch", near: certified(signing{})},
		{Code: "SIG-006", Base: "norm", Wrong: "das Zertifikat war beim Signieren noch nicht gültig",
			spoil: certified(signing{from: 2014, until: 2099, signed: 2012}),
			Alike: "das Zertifikat wurde am Tag des Signierens gültig", near: certified(signing{from: 2012, until: 2099, signed: 2012})},
		{Code: "SIG-007", Base: "norm", Wrong: "das Zertifikat war beim Signieren gültig und ist seither abgelaufen",
			spoil: certified(signing{from: 2010, until: 2014, signed: 2012}),
			Alike: "das Zertifikat war beim Signieren gültig und ist es noch", near: certified(signing{signed: 2012})},
		{Code: "SIG-008", Base: "norm", Wrong: "das Zertifikat ist eines für Server", spoil: certified(signing{signed: 2012, use: server}),
			Alike: "das Zertifikat nennt als Zweck E-Mail", near: certified(signing{signed: 2012, use: person})},
		{Code: "SIG-009", Base: "norm", Wrong: "das Zertifikat war beim Signieren widerrufen",
			spoil: certified(signing{signed: 2012, revoked: 2011}),
			Alike: "die Sperrliste nennt ein anderes Zertifikat desselben Ausstellers",
			near:  certified(signing{signed: 2012, revoked: 2011, spared: true})},
		{Code: "SIG-010", Base: "norm", Wrong: "das Zertifikat ist seither widerrufen; ein Zeitstempel belegt, wann signiert wurde",
			spoil: certified(signing{signed: 2012, stamped: 2012, revoked: 2015}),
			Alike: "ein Zeitstempel belegt, wann signiert wurde; widerrufen ist nichts",
			near:  certified(signing{signed: 2012, stamped: 2012})},
		{Code: "SIG-011", Base: "norm", Wrong: "das Zertifikat ist seither widerrufen; wann signiert wurde, sagt nur, wer signierte",
			spoil: certified(signing{signed: 2012, revoked: 2015}),
			Alike: "die Sperrliste nennt ein anderes Zertifikat desselben Ausstellers",
			near:  certified(signing{signed: 2012, revoked: 2015, spared: true})},
	}
}
