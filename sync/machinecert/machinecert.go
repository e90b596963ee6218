// Package machinecert brings the certificate this machine shows an archive (mTLS): from two
// PEM files, or from the store of the system by its thumbprint, where the key stays, on a
// smart card or in the TPM as the office keeps it. Only Windows has such a store.
package machinecert

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/tls"
	"crypto/x509"
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
	"time"
	"unicode"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Prefix begins the name of a certificate that lies in the store of the system; behind it
// stands its thumbprint, as the system shows it.
const Prefix = "store:"

// InStore tells whether a name means a certificate in the store.
func InStore(name string) bool { return strings.HasPrefix(name, Prefix) }

// Thumbprint reads the thumbprint of a name: SHA-1 in hexadecimal. Blanks, colons and the
// sign without width that Windows puts before it when it is copied are passed over.
func Thumbprint(name string) ([sha1.Size]byte, error) {
	var sum [sha1.Size]byte
	digits := strings.Map(func(r rune) rune {
		if r == ':' || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, strings.TrimPrefix(name, Prefix))
	raw, err := hex.DecodeString(digits)
	if err == nil && len(raw) != len(sum) {
		err = fmt.Errorf("%d bytes, want %d", len(raw), len(sum))
	}
	if err != nil {
		return sum, failure.Wrap(failure.Setup, "read thumbprint", wording.Say("hint.machinecert.thumbprint", len(sum)*2), err)
	}
	copy(sum[:], raw)
	return sum, nil
}

// padding is how an RSA key fills up what it signs; an EC key has none.
type padding int

const (
	plain padding = iota
	pkcs1
	pss // the salt is as long as the digest
)

// stored is a certificate of the store with its key.
type stored struct {
	chain [][]byte // DER, the certificate first
	// sign signs a digest; an EC key gives r and s, one behind the other.
	sign func(digest []byte, hash crypto.Hash, p padding) ([]byte, error)
}

// finder looks a certificate up in the store of the system. errAbsent where it is not
// there, errNoKey where it is and its key cannot be used, errors.ErrUnsupported where the
// system has no store.
type finder func(thumb [sha1.Size]byte) (stored, error)

var (
	errAbsent = errors.New("no such certificate in the store")
	errNoKey  = errors.New("no usable key of the certificate")
)

// Load gives the certificate of two PEM files or, where file begins with Prefix, of the
// store. Errors: Setup, each with what to do.
func Load(file, key string) (tls.Certificate, error) {
	if InStore(file) {
		return load(file, systemStore, time.Now())
	}
	cert, err := tls.LoadX509KeyPair(file, key)
	if err != nil {
		return cert, failure.Wrap(failure.Setup, "load client certificate", wording.Say("hint.channel.certificates-not-loaded"), err)
	}
	return cert, nil
}

func load(name string, find finder, now time.Time) (tls.Certificate, error) {
	const op = "take certificate from the store"
	thumb, err := Thumbprint(name)
	if err != nil {
		return tls.Certificate{}, err
	}
	shown := hex.EncodeToString(thumb[:])
	found, err := find(thumb)
	hint := wording.Say("hint.machinecert.not-read", shown)
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		hint = wording.Say("hint.machinecert.no-store")
	case errors.Is(err, errAbsent):
		hint = wording.Say("hint.machinecert.absent", shown)
	case errors.Is(err, errNoKey):
		hint = wording.Say("hint.machinecert.no-key", shown)
	case err == nil && len(found.chain) == 0:
		err = errAbsent
	}
	if err != nil {
		return tls.Certificate{}, failure.Wrap(failure.Setup, op, hint, err)
	}
	leaf, err := x509.ParseCertificate(found.chain[0])
	if err != nil {
		return tls.Certificate{}, failure.Wrap(failure.Setup, op, hint, err)
	}
	if sha1.Sum(leaf.Raw) != thumb {
		return tls.Certificate{}, failure.Wrap(failure.Setup, op, hint, errors.New("the store gave another certificate"))
	}
	if now.After(leaf.NotAfter) || now.Before(leaf.NotBefore) {
		hint = wording.Say("hint.machinecert.not-valid", shown, wording.Day(leaf.NotBefore), wording.Day(leaf.NotAfter))
		return tls.Certificate{}, failure.New(failure.Setup, op, hint)
	}
	switch leaf.PublicKey.(type) {
	case *rsa.PublicKey, *ecdsa.PublicKey:
	default:
		return tls.Certificate{}, failure.Wrap(failure.Setup, op, wording.Say("hint.machinecert.no-key", shown),
			fmt.Errorf("a key of type %T", leaf.PublicKey))
	}
	return tls.Certificate{Certificate: withoutRoots(found.chain), Leaf: leaf, PrivateKey: signer{leaf.PublicKey, found.sign}}, nil
}

// withoutRoots leaves out what the archive must have itself: a root sent along proves nothing.
func withoutRoots(chain [][]byte) [][]byte {
	out := chain[:1:1]
	for _, der := range chain[1:] {
		if c, err := x509.ParseCertificate(der); err == nil && !bytes.Equal(c.RawSubject, c.RawIssuer) {
			out = append(out, der)
		}
	}
	return out
}

// signer lets the key of the store sign for TLS.
type signer struct {
	public crypto.PublicKey
	sign   func(digest []byte, hash crypto.Hash, p padding) ([]byte, error)
}

// Public is the public key of the certificate.
func (s signer) Public() crypto.PublicKey { return s.public }

// Sign has a digest signed by the key in the store.
func (s signer) Sign(_ io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	if _, ec := s.public.(*ecdsa.PublicKey); ec {
		raw, err := s.sign(digest, opts.HashFunc(), plain)
		if err != nil {
			return nil, err
		}
		return asn1Pair(raw)
	}
	p := pkcs1
	if o, ok := opts.(*rsa.PSSOptions); ok {
		if p = pss; o.SaltLength != rsa.PSSSaltLengthEqualsHash && o.SaltLength != opts.HashFunc().Size() {
			return nil, fmt.Errorf("salt of %d bytes asked for", o.SaltLength)
		}
	}
	return s.sign(digest, opts.HashFunc(), p)
}

// asn1Pair writes r and s, one behind the other in equal lengths, as TLS has them.
func asn1Pair(raw []byte) ([]byte, error) {
	if len(raw) == 0 || len(raw)%2 != 0 {
		return nil, fmt.Errorf("a signature of %d bytes is no pair", len(raw))
	}
	half := len(raw) / 2
	return asn1.Marshal(struct{ R, S *big.Int }{new(big.Int).SetBytes(raw[:half]), new(big.Int).SetBytes(raw[half:])})
}
