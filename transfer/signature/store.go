package signature

import (
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Limits of files that issuers are read from.
const (
	maxIssuerFile = maxListBytes
	maxIssuers    = 2000
)

// Store keeps the issuers of certificates that this archive trusts (E6), one file
// each in a folder. Whom to trust is a decision of the archive: nothing is built
// in and nothing is taken from the operating system. Safe for concurrent use by
// several programs: files are written whole and never changed.
type Store struct{ dir string }

// NewStore gives the store in a folder, which is made when first needed.
func NewStore(dir string) *Store { return &Store{dir} }

// Issuer is one trusted certificate.
type Issuer struct {
	Fingerprint string    `json:"fingerprint"` // SHA-256 of the certificate, hexadecimal
	Subject     string    `json:"subject"`
	NotBefore   time.Time `json:"notBefore"`
	NotAfter    time.Time `json:"notAfter"`
}

func issuerOf(c *x509.Certificate) Issuer {
	sum := sha256.Sum256(c.Raw)
	return Issuer{Fingerprint: hex.EncodeToString(sum[:]), Subject: c.Subject.String(), NotBefore: c.NotBefore.UTC(),
		NotAfter: c.NotAfter.UTC()}
}

// Add takes the certificates of files over (PEM, also several in one file, or DER), and
// revocation lists of issuers, and gives those that are new. Error: Refused for a file
// without a certificate or with a private key; then nothing of any file is taken.
func (s *Store) Add(ctx context.Context, names []string) ([]Issuer, error) {
	var all []*x509.Certificate
	var lists []*x509.RevocationList
	for _, name := range names {
		raw, err := readIssuers(name)
		if err != nil {
			return nil, failure.Wrap(failure.Refused, "read issuers",
				wording.Say("hint.signature.certificate-unreadable", filepath.Base(name)), err)
		}
		if list := listIn(raw); list != nil {
			lists = append(lists, list)
			continue
		}
		found, err := ParseIssuers(raw)
		if err != nil {
			return nil, failure.Wrap(failure.Refused, "read issuers",
				wording.Say("hint.signature.certificate-refused", filepath.Base(name), failure.HintOf(err)), err)
		}
		all = append(all, found...)
	}
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return nil, failure.Wrap(failure.Setup, "make folder of issuers", wording.Say("hint.signature.issuers-folder-not-made"), err)
	}
	added, err := s.keepLists(lists)
	if err != nil {
		return added, err
	}
	for _, c := range all {
		i := issuerOf(c)
		name := s.path(i.Fingerprint)
		if _, err := os.Stat(name); err == nil {
			continue
		}
		if err := durable.WriteFile(name, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw}), 0o600); err != nil {
			return added, failure.Wrap(failure.Setup, "keep issuer", wording.Say("hint.signature.issuer-not-stored"), err)
		}
		added = append(added, i)
	}
	return added, ctx.Err()
}

// listIn reads a revocation list, PEM or DER; nil for anything else.
func listIn(raw []byte) *x509.RevocationList {
	if block, _ := pem.Decode(raw); block != nil {
		raw = block.Bytes
	}
	list, err := x509.ParseRevocationList(raw)
	if err != nil {
		return nil
	}
	return list
}

// listOf shows a revocation list among the issuers: its state from and until.
func listOf(l *x509.RevocationList) Issuer {
	sum := sha256.Sum256(l.Raw)
	return Issuer{Fingerprint: hex.EncodeToString(sum[:]), Subject: "Sperrliste: " + l.Issuer.String(), NotBefore: l.ThisUpdate.UTC(),
		NotAfter: l.NextUpdate.UTC()}
}

func (s *Store) keepLists(lists []*x509.RevocationList) (added []Issuer, err error) {
	for _, l := range lists {
		i := listOf(l)
		name := filepath.Join(s.dir, i.Fingerprint+".crl")
		if _, err := os.Stat(name); err == nil {
			continue
		}
		if err := durable.WriteFile(name, l.Raw, 0o600); err != nil {
			return added, failure.Wrap(failure.Setup, "keep revocation list", wording.Say("hint.signature.issuer-not-stored"), err)
		}
		added = append(added, i)
	}
	return added, nil
}

// lists reads the revocation lists of the store; a file that cannot be understood is
// passed over.
func (s *Store) lists() (out []*x509.RevocationList, err error) {
	names, err := filepath.Glob(filepath.Join(s.dir, "*.crl"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		raw, err := readIssuers(name)
		if err != nil {
			return nil, failure.Wrap(failure.Setup, "read revocation lists", wording.Say("hint.signature.issuer-unreadable"), err)
		}
		if l := listIn(raw); l != nil {
			out = append(out, l)
		}
	}
	return out, nil
}

// Evidence gives the revocation lists the archive keeps; nil where there are none.
func (s *Store) Evidence() (*Evidence, error) {
	lists, err := s.lists()
	if err != nil || len(lists) == 0 {
		return nil, err
	}
	return &Evidence{lists: lists}, nil
}

func (s *Store) path(fingerprint string) string { return filepath.Join(s.dir, fingerprint+".pem") }

func readIssuers(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxIssuerFile+1))
	if err == nil && len(raw) > maxIssuerFile {
		err = fmt.Errorf("larger than %d bytes", maxIssuerFile)
	}
	return raw, err
}

// ParseIssuers reads certificates: PEM blocks, or one certificate in DER. Error:
// Refused with the reason in German.
func ParseIssuers(raw []byte) (out []*x509.Certificate, err error) {
	none := func(hint wording.Text, err error) ([]*x509.Certificate, error) {
		return nil, failure.Wrap(failure.Refused, "parse issuers", hint, err)
	}
	blocks := 0
	for rest := raw; ; blocks++ {
		var b *pem.Block
		if b, rest = pem.Decode(rest); b == nil {
			break
		}
		switch {
		case blocks >= maxIssuers:
			return none(wording.Say("hint.signature.too-many-certificates"), fmt.Errorf("more than %d blocks", maxIssuers))
		case strings.Contains(b.Type, "PRIVATE KEY"):
			return none(wording.Say("hint.signature.private-key"), errors.New("private key"))
		case b.Type != "CERTIFICATE":
			continue
		}
		c, err := x509.ParseCertificate(b.Bytes)
		if err != nil {
			return none(wording.Say("hint.signature.bad-certificate"), err)
		}
		out = append(out, c)
	}
	if blocks == 0 {
		c, err := x509.ParseCertificate(raw)
		if err != nil {
			return none(wording.Say("hint.signature.no-certificate"), err)
		}
		out = append(out, c)
	}
	if len(out) == 0 {
		return none(wording.Say("hint.signature.no-certificate"), errors.New("no certificate"))
	}
	return out, nil
}

// certificates reads the store; a file that cannot be understood is passed over.
func (s *Store) certificates() ([]*x509.Certificate, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, failure.Wrap(failure.Setup, "read issuers", wording.Say("hint.signature.issuers-unreadable"), err)
	}
	var out []*x509.Certificate
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".pem") {
			continue
		}
		raw, err := readIssuers(filepath.Join(s.dir, e.Name()))
		if err != nil {
			return nil, failure.Wrap(failure.Setup, "read issuers", wording.Say("hint.signature.issuer-unreadable"), err)
		}
		if found, err := ParseIssuers(raw); err == nil {
			out = append(out, found...)
		}
	}
	return out, nil
}

// List gives the trusted issuers by name.
func (s *Store) List() ([]Issuer, error) {
	all, err := s.certificates()
	out := make([]Issuer, 0, len(all))
	for _, c := range all {
		out = append(out, issuerOf(c))
	}
	if err == nil {
		var lists []*x509.RevocationList
		lists, err = s.lists()
		for _, l := range lists {
			out = append(out, listOf(l))
		}
	}
	slices.SortFunc(out, func(a, b Issuer) int { return strings.Compare(a.Subject+a.Fingerprint, b.Subject+b.Fingerprint) })
	return out, err
}

// Remove withdraws trust from the issuer whose fingerprint begins so. Error:
// Refused where none or several do.
func (s *Store) Remove(fingerprint string) (Issuer, error) {
	all, err := s.List()
	if err != nil {
		return Issuer{}, err
	}
	key := strings.ToLower(strings.ReplaceAll(fingerprint, ":", ""))
	found := slices.DeleteFunc(all, func(i Issuer) bool { return key == "" || !strings.HasPrefix(i.Fingerprint, key) })
	if len(found) != 1 {
		return Issuer{}, failure.New(failure.Refused, "remove issuer "+fingerprint,
			wording.Say("hint.signature.fingerprint-ambiguous", fingerprint, len(found)))
	}
	name := s.path(found[0].Fingerprint)
	if _, err := os.Stat(name); err != nil {
		name = filepath.Join(s.dir, found[0].Fingerprint+".crl")
	}
	if err := os.Remove(name); err != nil {
		return Issuer{}, failure.Wrap(failure.Setup, "remove issuer", wording.Say("hint.signature.issuer-not-removed"), err)
	}
	return found[0], nil
}

// Pool gives the trusted issuers for verifying; nil where there are none.
func (s *Store) Pool() (*x509.CertPool, error) {
	all, err := s.certificates()
	if err != nil || len(all) == 0 {
		return nil, err
	}
	pool := x509.NewCertPool()
	for _, c := range all {
		pool.AddCert(c)
	}
	return pool, nil
}
