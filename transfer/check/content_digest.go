package check

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
)

// digester computes several digests of one stream.
type digester struct {
	names  []string
	hashes []hash.Hash
}

func newDigester(algorithms []string) *digester {
	d := &digester{}
	for _, name := range algorithms {
		if h := newHash(name); h != nil {
			d.names = append(d.names, name)
			d.hashes = append(d.hashes, h)
		}
	}
	return d
}

func newHash(algorithm string) hash.Hash {
	switch algorithm {
	case "md5":
		return md5.New()
	case "sha-1":
		return sha1.New()
	case "sha-224":
		return sha256.New224()
	case "sha-256":
		return sha256.New()
	case "sha-384":
		return sha512.New384()
	case "sha-512":
		return sha512.New()
	}
	return nil
}

// Write feeds every digest.
func (d *digester) Write(p []byte) (int, error) {
	for _, h := range d.hashes {
		h.Write(p)
	}
	return len(p), nil
}

func (d *digester) sums() map[string]string {
	out := make(map[string]string, len(d.names))
	for i, name := range d.names {
		out[name] = hex.EncodeToString(d.hashes[i].Sum(nil))
	}
	return out
}

// digestLength gives the length in bytes, 0 where the algorithm is not known.
func digestLength(algorithm string) int {
	if h := newHash(algorithm); h != nil {
		return h.Size()
	}
	return 0
}
