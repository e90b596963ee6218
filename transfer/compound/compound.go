// Package compound opens compound files (MS-CFB), in which old office documents and
// Outlook messages lie.
package compound

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/richardlehane/mscfb"
)

// Signature is what every compound file begins with (MS-CFB 2.2).
const Signature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// ErrUnsound says that the head of a compound file names more than the file can hold.
var ErrUnsound = errors.New("compound file names more sectors than it has")

// headSize is what a compound file begins with; sectorSize the smallest sector.
const (
	headSize   = 512
	sectorSize = 512
)

// counts are the places in the head (MS-CFB 2.2) of the counts for which the parser sets
// memory aside before it looks, and how many need not be in the file: what they cost is
// little, and other programs open a file with a wrong count. That of the FAT it does not
// set memory aside for.
var counts = []struct{ at, free int64 }{{40, 1 << 16} /* directory */, {64, 1 << 16} /* mini FAT */, {72, 1 << 12} /* DIFAT */}

// Sound tells whether the parser may look at a file of that size. Errors: ErrUnsound where a
// count in its head would cost memory that the file cannot need, or one of reading.
func Sound(r io.ReaderAt, size int64) error {
	var h [headSize]byte
	if _, err := r.ReadAt(h[:], 0); err != nil {
		return fmt.Errorf("read compound file header: %w", err)
	}
	sectors := size / sectorSize
	for _, c := range counts {
		if n := int64(binary.LittleEndian.Uint32(h[c.at:])); n > max(sectors, c.free) {
			return fmt.Errorf("compound file of %d sectors names %d: %w", sectors, n, ErrUnsound)
		}
	}
	return nil
}

// Open gives the streams of a compound file. Error: it is not Sound, or none.
func Open(r io.ReaderAt, size int64) (*mscfb.Reader, error) {
	if err := Sound(r, size); err != nil {
		return nil, err
	}
	return mscfb.New(r)
}
