// Package fixity computes digests and reads and writes checksum lists.
//
// It computes many digests in one read (Digester), reads every style of list that
// agencies send (Parse: coreutils with escapes, --tag and NUL, md5deep, hashdeep, DFXML, rhash,
// SFV, MD5summer, certutil, PowerShell, BagIt) and writes the common ones
// (Write). It opens no file: paths in a list are never trusted, only compared
// with the paths of a tree (Resolve). The package is a leaf.
package fixity

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"hash"
	"hash/crc32"
	"slices"
	"strings"

	"golang.org/x/crypto/blake2b"
)

// Algorithm is the canonical name of a digest, as in check.Declared.
type Algorithm string

// The algorithms. MD5, SHA1, CRC32 and CKSUM show transfer errors but not
// tampering.
const (
	MD5        Algorithm = "md5"
	SHA1       Algorithm = "sha-1"
	SHA224     Algorithm = "sha-224"
	SHA256     Algorithm = "sha-256"
	SHA384     Algorithm = "sha-384"
	SHA512     Algorithm = "sha-512"
	SHA512_256 Algorithm = "sha-512/256"
	SHA3_224   Algorithm = "sha3-224"
	SHA3_256   Algorithm = "sha3-256"
	SHA3_384   Algorithm = "sha3-384"
	SHA3_512   Algorithm = "sha3-512"
	BLAKE2b256 Algorithm = "blake2b-256"
	BLAKE2b512 Algorithm = "blake2b-512"
	CRC32      Algorithm = "crc32" // IEEE, as in SFV and ZIP
	CKSUM      Algorithm = "cksum" // POSIX cksum: CRC with the length appended
)

// maker says how a digest is made and under which other names it is met.
type maker struct {
	new   func() hash.Hash
	size  int
	names []string // squeezed: lower case, without "-", "_", "/", ":" and spaces
	oid   string
}

// makers and spellings are tables: filled once, never changed.
var (
	makers    = makeMakers()
	spellings = makeSpellings()
	squeeze   = strings.NewReplacer("-", "", "_", "", "/", "", ":", "", " ", "")
)

func makeSpellings() map[string]Algorithm {
	out := map[string]Algorithm{}
	for a, m := range makers {
		for _, n := range m.names {
			out[n] = a
		}
		if m.oid != "" {
			out[m.oid] = a
		}
	}
	return out
}

func makeMakers() map[Algorithm]maker {
	blake := func(f func([]byte) (hash.Hash, error)) func() hash.Hash {
		return func() hash.Hash {
			h, err := f(nil)
			if err != nil {
				panic(err) // only a key can be wrong, and there is none
			}
			return h
		}
	}
	return map[Algorithm]maker{
		MD5:        {md5.New, 16, []string{"md5"}, "1.2.840.113549.2.5"},
		SHA1:       {sha1.New, 20, []string{"sha1", "sha", "sha160"}, "1.3.14.3.2.26"},
		SHA224:     {sha256.New224, 28, []string{"sha224", "sha2224"}, "2.16.840.1.101.3.4.2.4"},
		SHA256:     {sha256.New, 32, []string{"sha256", "sha2256"}, "2.16.840.1.101.3.4.2.1"},
		SHA384:     {sha512.New384, 48, []string{"sha384", "sha2384"}, "2.16.840.1.101.3.4.2.2"},
		SHA512:     {sha512.New, 64, []string{"sha512", "sha2512"}, "2.16.840.1.101.3.4.2.3"},
		SHA512_256: {sha512.New512_256, 32, []string{"sha512256"}, "2.16.840.1.101.3.4.2.6"},
		SHA3_224:   {func() hash.Hash { return sha3.New224() }, 28, []string{"sha3224"}, "2.16.840.1.101.3.4.2.7"},
		SHA3_256:   {func() hash.Hash { return sha3.New256() }, 32, []string{"sha3256"}, "2.16.840.1.101.3.4.2.8"},
		SHA3_384:   {func() hash.Hash { return sha3.New384() }, 48, []string{"sha3384"}, "2.16.840.1.101.3.4.2.9"},
		SHA3_512:   {func() hash.Hash { return sha3.New512() }, 64, []string{"sha3512"}, "2.16.840.1.101.3.4.2.10"},
		BLAKE2b256: {blake(blake2b.New256), 32, []string{"blake2b256"}, "1.3.6.1.4.1.1722.12.2.1.8"},
		BLAKE2b512: {blake(blake2b.New512), 64, []string{"blake2b512", "blake2b"}, "1.3.6.1.4.1.1722.12.2.1.16"},
		CRC32:      {func() hash.Hash { return crc32.NewIEEE() }, 4, []string{"crc32", "crc"}, ""},
		CKSUM:      {newCksum, 4, []string{"cksum"}, ""},
	}
}

// ParseAlgorithm finds the algorithm by any spelling met in the field: "SHA256",
// "SHA-256", "SHA2-256", an OID (also urn:oid:…), or an XML signature URI such as
// http://www.w3.org/2001/04/xmlenc#sha256 (xdomea Hash, METS CHECKSUMTYPE).
func ParseAlgorithm(name string) (Algorithm, bool) {
	s := strings.ToLower(strings.TrimSpace(name))
	if i := strings.LastIndexByte(s, '#'); i >= 0 {
		s = s[i+1:]
	}
	s = strings.TrimPrefix(s, "urn:oid:")
	if a, ok := spellings[s]; ok {
		return a, true
	}
	a, ok := spellings[squeeze.Replace(s)]
	return a, ok
}

// Stated reads a digest as a list of another hand states it: by the name beside it or,
// where there is none, by its length. ok is false where both do not fit.
func Stated(name, value string) (a Algorithm, hexadecimal string, ok bool) {
	value = strings.ToLower(strings.TrimSpace(value))
	if strings.Trim(value, "0123456789abcdef") != "" || value == "" {
		return "", value, false
	}
	if strings.TrimSpace(name) == "" {
		a = bySize(len(value) / 2)
	} else {
		a, _ = ParseAlgorithm(name)
	}
	return a, value, a != "" && len(value) == 2*a.Size()
}

// New starts a digest; nil for an unknown algorithm.
func (a Algorithm) New() hash.Hash {
	if m, ok := makers[a]; ok {
		return m.new()
	}
	return nil
}

// Size is the number of bytes of a digest, 0 for an unknown algorithm.
func (a Algorithm) Size() int { return makers[a].size }

// Digester computes several digests of the bytes written to it.
type Digester struct {
	algs   []Algorithm
	hashes []hash.Hash
}

// NewDigester starts a digest for each algorithm, each once. Errors: unknown.
func NewDigester(algs ...Algorithm) (*Digester, error) {
	d := &Digester{}
	for _, a := range algs {
		if slices.Contains(d.algs, a) {
			continue
		}
		m, ok := makers[a]
		if !ok {
			return nil, fmt.Errorf("fixity: unknown algorithm %q", a)
		}
		d.algs, d.hashes = append(d.algs, a), append(d.hashes, m.new())
	}
	return d, nil
}

// Write implements io.Writer; it never fails.
func (d *Digester) Write(p []byte) (int, error) {
	for _, h := range d.hashes {
		h.Write(p)
	}
	return len(p), nil
}

// Sum gives algorithm → lower-case hex of all bytes so far.
func (d *Digester) Sum() map[string]string {
	out := make(map[string]string, len(d.algs))
	for i, a := range d.algs {
		out[string(a)] = hex.EncodeToString(d.hashes[i].Sum(nil))
	}
	return out
}

// Reset makes the Digester ready for the next file.
func (d *Digester) Reset() {
	for _, h := range d.hashes {
		h.Reset()
	}
}

// cksum is the CRC of POSIX cksum (IEEE Std 1003.1): polynomial 0x04c11db7, most
// significant bit first, the length appended, inverted.
type cksum struct {
	table *[256]uint32
	crc   uint32
	n     uint64
}

func newCksum() hash.Hash {
	var t [256]uint32
	for i := range t {
		c := uint32(i) << 24
		for range 8 {
			if c&0x80000000 != 0 {
				c = c<<1 ^ 0x04c11db7
			} else {
				c <<= 1
			}
		}
		t[i] = c
	}
	return &cksum{table: &t}
}

func (c *cksum) Write(p []byte) (int, error) {
	for _, b := range p {
		c.crc = c.crc<<8 ^ c.table[byte(c.crc>>24)^b]
	}
	c.n += uint64(len(p))
	return len(p), nil
}

func (c *cksum) Sum(b []byte) []byte {
	crc := c.crc
	for n := c.n; n != 0; n >>= 8 {
		crc = crc<<8 ^ c.table[byte(crc>>24)^byte(n)]
	}
	crc = ^crc
	return append(b, byte(crc>>24), byte(crc>>16), byte(crc>>8), byte(crc))
}

func (c *cksum) Reset()         { c.crc, c.n = 0, 0 }
func (c *cksum) Size() int      { return 4 }
func (c *cksum) BlockSize() int { return 1 }
