package receipt

import (
	"errors"
	"fmt"
	"io"

	"laufzettel/transfer/durable"
)

// The endings of the files kept beside a delivered package (protocol.md 7).
const (
	SuffixReceipt  = ".quittung.json"
	SuffixManifest = ".manifest.json"
	SuffixMessage  = ".nachricht.json"
	SuffixProof    = ".quittung.tlog-proof" // that the receipt is in the archive's log (20)
)

// errNoPaper says that something is too large for the paper it stands for.
var errNoPaper = errors.New("no such paper")

// noPaper reports whether what lies there cannot be the paper at all, where another error
// says only that it could not be read.
func noPaper(err error) bool { return errors.Is(err, errNoPaper) || errors.Is(err, durable.ErrNoFile) }

// ReadSmall reads a file of at most limit bytes.
func ReadSmall(path string, limit int64) ([]byte, error) {
	f, err := durable.OpenFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // read only
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s: %w: larger than %d bytes", path, errNoPaper, limit)
	}
	return data, nil
}
