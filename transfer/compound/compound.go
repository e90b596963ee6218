// Package compound opens compound files (MS-CFB), in which old office documents and
// Outlook messages lie.
package compound

import (
	"encoding/binary"
	"fmt"
	"io"

	"github.com/richardlehane/mscfb"
)

// headSize is what a compound file begins with; sectorSize the smallest sector.
const (
	headSize   = 512
	sectorSize = 512
)

// Open gives the streams of a compound file. Counts that the file cannot hold (MS-CFB 2.2)
// are refused first: the parser would set memory aside for them before it looks.
func Open(r io.ReaderAt, size int64) (*mscfb.Reader, error) {
	var h [headSize]byte
	if _, err := r.ReadAt(h[:], 0); err != nil {
		return nil, fmt.Errorf("read compound file header: %w", err)
	}
	sectors := size / sectorSize
	for _, at := range []int{40, 44, 64, 72} { // directory, FAT, mini FAT and DIFAT sectors
		if n := int64(binary.LittleEndian.Uint32(h[at:])); n > sectors {
			return nil, fmt.Errorf("compound file of %d sectors names %d", sectors, n)
		}
	}
	return mscfb.New(r)
}
