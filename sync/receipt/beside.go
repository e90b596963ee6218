package receipt

import (
	"fmt"
	"io"
	"os"
)

// The endings of the files kept beside a delivered package (protocol.md 7).
const (
	SuffixReceipt  = ".quittung.json"
	SuffixManifest = ".manifest.json"
	SuffixMessage  = ".nachricht.json"
	SuffixProof    = ".quittung.tlog-proof" // that the receipt is in the archive's log (20)
)

// ReadSmall reads a file of at most limit bytes.
func ReadSmall(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // read only
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s is larger than %d bytes", path, limit)
	}
	return data, nil
}
