package ledger

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"

	"golang.org/x/mod/sumdb/tlog"
)

// SaltSize is the length of a salt in bytes.
const SaltSize = 32

// Hash is a node of the tree, SHA-256.
type Hash = tlog.Hash

// Leaf gives the leaf of a statement: SHA-256 over a zero byte and the HMAC-SHA-256
// of the statement under its salt (RFC 9162 2.1.1 for the first step from outside).
func Leaf(salt, statement []byte) Hash {
	mac := hmac.New(sha256.New, salt)
	mac.Write(statement)
	return tlog.RecordHash(mac.Sum(nil))
}

func newSalt() []byte {
	salt := make([]byte, SaltSize)
	_, _ = rand.Read(salt) // never fails since Go 1.24
	return salt
}
