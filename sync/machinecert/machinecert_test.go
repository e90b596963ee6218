package machinecert

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"io"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

var today = time.Now()

// vouched is a certificate with its key, made by the office of an issuer.
type vouched struct {
	der    []byte
	cert   *x509.Certificate
	key    crypto.Signer
	issuer *vouched
}

func issue(t *testing.T, name string, key crypto.Signer, by *vouched, until time.Time) *vouched {
	t.Helper()
	plan := &x509.Certificate{SerialNumber: big.NewInt(int64(len(name)) + 7), Subject: pkix.Name{CommonName: name},
		NotBefore: today.Add(-time.Hour * 48), NotAfter: until, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth, x509.ExtKeyUsageServerAuth}, IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	parent, signing := plan, key
	if by != nil {
		parent, signing = by.cert, by.key
	}
	der, err := x509.CreateCertificate(rand.Reader, plan, parent, key.Public(), signing)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return &vouched{der: der, cert: cert, key: key, issuer: by}
}

func ecKey(t *testing.T) crypto.Signer {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// kept is a fake store with one certificate; its key signs as the one of Windows does: r
// and s one behind the other, RSA as the padding asks.
func kept(v *vouched) finder {
	return func(thumb [sha1.Size]byte) (stored, error) {
		if sha1.Sum(v.der) != thumb {
			return stored{}, errAbsent
		}
		s := stored{sign: func(digest []byte, hash crypto.Hash, p padding) ([]byte, error) {
			switch p {
			case pss:
				return v.key.Sign(rand.Reader, digest, &rsa.PSSOptions{SaltLength: hash.Size(), Hash: hash})
			case pkcs1:
				return v.key.Sign(rand.Reader, digest, hash)
			}
			der, err := v.key.Sign(rand.Reader, digest, hash)
			if err != nil {
				return nil, err
			}
			var pair struct{ R, S *big.Int }
			if _, err := asn1.Unmarshal(der, &pair); err != nil {
				return nil, err
			}
			out := make([]byte, 64)
			pair.R.FillBytes(out[:32])
			pair.S.FillBytes(out[32:])
			return out, nil
		}}
		for at := v; at != nil; at = at.issuer {
			s.chain = append(s.chain, at.der)
		}
		return s, nil
	}
}

func nameOf(v *vouched) string {
	sum := sha1.Sum(v.der)
	return Prefix + hex.EncodeToString(sum[:])
}

// A receiver that asks for the certificate of the machine gets it, with what lies between
// it and the root, whatever key it has and whichever version of TLS is spoken.
func TestLoad_GreetsAReceiver(t *testing.T) {
	rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	until := today.Add(time.Hour)
	root := issue(t, "Wurzel", ecKey(t), nil, until)
	between := issue(t, "Zwischen", ecKey(t), root, until)
	server := issue(t, "Empfänger", ecKey(t), root, until)
	roots := x509.NewCertPool()
	roots.AddCert(root.cert)
	for name, key := range map[string]crypto.Signer{"EC": ecKey(t), "RSA": rsaKey} {
		for _, version := range []uint16{tls.VersionTLS12, tls.VersionTLS13} {
			t.Run(name+" "+tls.VersionName(version), func(t *testing.T) {
				machine := issue(t, "Rechner "+name, key, between, until)
				cert, err := load(nameOf(machine), kept(machine), today)
				if err != nil {
					t.Fatal(err)
				}
				if len(cert.Certificate) != 2 {
					t.Errorf("%d certificates are sent, want the own and the one between", len(cert.Certificate))
				}
				seen := greet(t, &tls.Config{MinVersion: version, MaxVersion: version,
					ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: roots,
					Certificates: []tls.Certificate{{Certificate: [][]byte{server.der}, PrivateKey: server.key}}},
					&tls.Config{RootCAs: roots, ServerName: "127.0.0.1", Certificates: []tls.Certificate{cert}})
				if seen != "Rechner "+name {
					t.Errorf("the receiver saw %q", seen)
				}
			})
		}
	}
}

// greet lets both speak and gives the name the receiver saw.
func greet(t *testing.T, receiver, client *tls.Config) string {
	t.Helper()
	l, err := tls.Listen("tcp", "127.0.0.1:0", receiver)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	seen := make(chan string, 1)
	go func() {
		conn, err := l.Accept()
		if err != nil {
			seen <- err.Error()
			return
		}
		defer conn.Close()
		c := conn.(*tls.Conn)
		if err := c.HandshakeContext(t.Context()); err != nil {
			seen <- err.Error()
			return
		}
		seen <- c.ConnectionState().PeerCertificates[0].Subject.CommonName
	}()
	conn, err := tls.Dial("tcp", l.Addr().String(), client)
	if err != nil {
		t.Fatalf("%v; the receiver: %s", err, <-seen)
	}
	_, err = io.ReadAll(conn) // in TLS 1.3 a refusal comes only now
	if err != nil {
		t.Error(err)
	}
	return <-seen
}

func TestLoad_SaysWhatIsWrong(t *testing.T) {
	good := issue(t, "Rechner", ecKey(t), nil, today.Add(time.Hour))
	old := issue(t, "Alt", ecKey(t), nil, today.Add(-time.Hour))
	other := issue(t, "Anderer", ecKey(t), nil, today.Add(time.Hour))
	giving := func(s stored, err error) finder { return func([sha1.Size]byte) (stored, error) { return s, err } }
	for _, tt := range []struct {
		name, cert string
		find       finder
		hint       string // words of the sentence
	}{
		{"not there", nameOf(other), kept(good), "kein Zertifikat"},
		{"expired", nameOf(old), kept(old), "gilt heute nicht"},
		{"no key", nameOf(good), giving(stored{}, errNoKey), "Schlüssel ist aber nicht zu benutzen"},
		{"another one", nameOf(good), giving(stored{chain: [][]byte{other.der}}, nil), "nicht lesen"},
		{"none at all", nameOf(good), giving(stored{}, nil), "nicht lesen"},
		{"broken", nameOf(good), giving(stored{chain: [][]byte{{1}}}, nil), "nicht lesen"},
		{"system without store", nameOf(good), giving(stored{}, errors.ErrUnsupported), "Nur Windows"},
		{"too short", Prefix + "ab", kept(good), "40 Zeichen"},
		{"no digits", Prefix + strings.Repeat("zz", 20), kept(good), "40 Zeichen"},
		{"empty", Prefix, kept(good), "40 Zeichen"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := load(tt.cert, tt.find, today)
			if failure.KindOf(err) != failure.Setup || !strings.Contains(failure.HintOf(err).In(wording.German), tt.hint) {
				t.Errorf("%v: %s, want Setup and %q", err, failure.HintOf(err).In(wording.German), tt.hint)
			}
		})
	}
}

func TestThumbprint(t *testing.T) {
	want := strings.Repeat("a1", 20)
	for _, given := range []string{want, strings.ToUpper(want), "\u200e" + want, strings.TrimSpace(strings.Repeat("A1 ", 20)),
		strings.Trim(strings.Repeat("a1:", 20), ":")} {
		if sum, err := Thumbprint(Prefix + given); err != nil || hex.EncodeToString(sum[:]) != want {
			t.Errorf("%q: %x, %v", given, sum, err)
		}
	}
	if !InStore(Prefix+want) || InStore("C:\\zertifikat.pem") || InStore("") {
		t.Error("files and certificates of the store are not told apart")
	}
}

// A key that answers with what is no signature is told, not sent.
func TestSigner_RefusesWhatIsNone(t *testing.T) {
	ec := ecKey(t)
	for _, raw := range [][]byte{nil, {}, {1, 2, 3}} {
		s := signer{ec.Public(), func([]byte, crypto.Hash, padding) ([]byte, error) { return raw, nil }}
		if sig, err := s.Sign(nil, make([]byte, 32), crypto.SHA256); err == nil {
			t.Errorf("% x became % x", raw, sig)
		}
	}
	failing := errors.New("the card was pulled")
	s := signer{ec.Public(), func([]byte, crypto.Hash, padding) ([]byte, error) { return nil, failing }}
	if _, err := s.Sign(nil, make([]byte, 32), crypto.SHA256); !errors.Is(err, failing) {
		t.Errorf("%v, want the cause", err)
	}
}
