package office

import (
	"crypto/sha512"
	"encoding/hex"
)

// Sum512 gives the SHA-512 of data in hex.
func Sum512(data []byte) string {
	digest := sha512.Sum512(data)
	return hex.EncodeToString(digest[:])
}
