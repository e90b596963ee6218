package signature_test

import (
	"bytes"
	"crypto/x509"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"laufzettel/transfer/signature"
)

// shop is an authority of openssl, made while the test runs: a root, a signer, a responder
// and an authority that stamps.
type shop struct {
	t   *testing.T
	dir string
}

func newShop(t *testing.T) *shop {
	t.Helper()
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip("left out: no openssl")
	}
	s := &shop{t, t.TempDir()}
	s.write("ext", "[leaf]\nkeyUsage=critical,digitalSignature\n[ocsp]\nextendedKeyUsage=OCSPSigning\n[tsa]\nextendedKeyUsage=critical,timeStamping\n"+
		"[ts]\ndefault_tsa=own\n[own]\nserial="+filepath.Join(s.dir,
		"tsserial")+"\ndefault_policy=1.2.3.4\ndigests=sha256\nsigner_digest=sha256\ness_cert_id_alg=sha256\n")
	s.run("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-subj",
		"/CN=Wurzel", "-days", "30",
		"-addext", "keyUsage=critical,keyCertSign,cRLSign,digitalSignature")
	for i, name := range []string{"leaf", "ocsp", "tsa"} {
		s.run("req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", name+".key", "-out", name+".csr",
			"-subj", "/CN="+name)
		s.run("x509", "-req", "-in", name+".csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-set_serial", fmt.Sprint(i+1), "-days", "20",
			"-extfile", "ext", "-extensions", name, "-out", name+".pem")
	}
	s.write("text", "Wortlaut der Norm\n")
	s.run("cms", "-sign", "-binary", "-in", "text", "-signer", "leaf.pem", "-inkey", "leaf.key", "-outform", "DER", "-out", "sig.der")
	return s
}

func (s *shop) run(args ...string) {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), "openssl", args...)
	cmd.Dir = s.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		s.t.Fatalf("openssl %v: %v\n%s", args, err, out)
	}
}

func (s *shop) write(name, text string) {
	s.t.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

func (s *shop) read(name string) []byte {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(s.dir, name))
	if err != nil {
		s.t.Fatal(err)
	}
	return data
}

// answer asks the responder about the signer's certificate; revoked zero: it is good. by
// names whose key signs the answer.
func (s *shop) answer(revoked time.Time, by string) []byte {
	s.t.Helper()
	row := "V\t350101000000Z\t\t01\tunknown\t/CN=leaf\n"
	if !revoked.IsZero() {
		row = "R\t350101000000Z\t" + revoked.UTC().Format("060102150405Z") + "\t01\tunknown\t/CN=leaf\n"
	}
	s.write("index", row)
	s.run("ocsp", "-issuer", "ca.pem", "-cert", "leaf.pem", "-no_nonce", "-reqout", "req.der")
	s.run("ocsp", "-index", "index", "-CA", "ca.pem", "-rsigner", by+".pem", "-rkey", by+".key", "-reqin", "req.der", "-respout",
		"answer.der", "-ndays", "5")
	return s.read("answer.der")
}

// der takes the first value of raw apart: its content, and what stands behind it.
func der(t *testing.T, raw []byte) (head byte, content, rest []byte) {
	t.Helper()
	n, at := int(raw[1]), 2
	if n > 0x80 {
		for at = 2; at < 2+int(raw[1]&0x7f); at++ {
			if at == 2 {
				n = 0
			}
			n = n<<8 | int(raw[at])
		}
	}
	return raw[0], raw[at : at+n], raw[at+n:]
}

// wrap gives content its head, with the shortest length DER asks for.
func wrap(tag byte, content ...[]byte) []byte {
	all := bytes.Join(content, nil)
	head := []byte{tag}
	switch n := len(all); {
	case n < 0x80:
		head = append(head, byte(n))
	case n < 0x100:
		head = append(head, 0x81, byte(n))
	default:
		head = append(head, 0x82, byte(n>>8), byte(n))
	}
	return append(head, all...)
}

// stamped puts a time stamp over the signature into the unsigned attributes of the only
// signer, as RFC 3161, appendix A says; openssl has no command for it.
func (s *shop) stamped(cms []byte) []byte {
	s.t.Helper()
	_, info, _ := der(s.t, cms)
	_, _, rest := der(s.t, info) // behind the type
	oid := info[:len(info)-len(rest)]
	_, signedSeq, _ := der(s.t, rest)
	_, data, _ := der(s.t, signedSeq)
	var parts [][]byte
	for left := data; len(left) > 0; {
		_, _, behind := der(s.t, left)
		parts = append(parts, left[:len(left)-len(behind)])
		left = behind
	}
	_, signers, _ := der(s.t, parts[len(parts)-1])
	_, signer, _ := der(s.t, signers)
	var value []byte // the last part is the signature
	for left := signer; len(left) > 0; {
		_, value, left = der(s.t, left)
	}
	s.write("value", string(value))
	s.run("ts", "-query", "-data", "value", "-sha256", "-cert", "-out", "query.tsq")
	s.run("ts", "-reply", "-config", "ext", "-section", "own", "-queryfile", "query.tsq", "-signer", "tsa.pem", "-inkey", "tsa.key",
		"-token_out", "-out", "token.der")
	kind := []byte{0x06, 0x0b, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x09, 0x10, 0x02, 0x0e} // signatureTimeStampToken
	attributes := wrap(0xa1, wrap(0x30, kind, wrap(0x31, s.read("token.der"))))
	parts[len(parts)-1] = wrap(0x31, wrap(0x30, signer, attributes))
	return wrap(0x30, oid, wrap(0xa0, wrap(0x30, parts...)))
}

// Answers of a responder, and certificates revoked before and since, with a time that is
// only claimed and one a stamp attests: certificates, signatures, stamps and answers are
// all of openssl.
func TestForeign_AnswersAndRevokedSince(t *testing.T) {
	s := newShop(t)
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(s.read("ca.pem"))
	plain := s.read("sig.der")
	attested := s.stamped(plain)
	tomorrow, before := time.Now().AddDate(0, 0, 1), time.Now().AddDate(0, 0, -1)
	for name, tt := range map[string]struct {
		cms     []byte
		revoked time.Time
		by      string
		want    []string
		known   bool
	}{
		"good, by the authority":       {plain, time.Time{}, "ca", nil, true},
		"good, by its responder":       {plain, time.Time{}, "ocsp", nil, true},
		"answer of somebody else":      {plain, before, "tsa", nil, false},
		"revoked when signed":          {plain, before, "ocsp", []string{"SIG-009"}, true},
		"revoked since, claimed time":  {plain, tomorrow, "ocsp", []string{"SIG-011"}, true},
		"revoked since, attested time": {attested, tomorrow, "ocsp", []string{"SIG-010"}, true},
		"attested, revoked before":     {attested, before, "ca", []string{"SIG-009"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			var e signature.Evidence
			if !e.Add(s.answer(tt.revoked, tt.by)) {
				t.Fatal("the answer was not taken")
			}
			results := signature.VerifyDetached(s.read("text"), tt.cms, signature.Trust{Roots: roots, Evidence: &e})
			if len(results) == 0 || !results[0].Intact || !results[0].Trusted {
				t.Fatalf("%+v", results)
			}
			if got := codesOf(results[:1]); !slices.Equal(got, tt.want) || results[0].Revoked.Known != tt.known {
				t.Errorf("%v, want %v; %s", got, tt.want, results[0].Summary())
			}
			if stamp := results[0].TimeFrom == "Zeitstempel"; stamp != bytes.Equal(tt.cms, attested) {
				t.Errorf("time from %q", results[0].TimeFrom)
			}
		})
	}
}
