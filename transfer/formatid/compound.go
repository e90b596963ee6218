package formatid

import (
	"bytes"
	"encoding/binary"
	"io"
)

// compoundWarning is told where a compound file is not opened for identification.
const compoundWarning = "compound file header names more sectors than the file holds; not opened"

// unsoundCompound reports whether the header of an OLE2 compound file (MS-CFB
// 2.2) counts more sectors than the file can hold. The library sets memory aside
// by these counts before it looks: 4 KB of a hostile file would ask for 16 GiB
// and end the program, which no recover can stop.
func unsoundCompound(c io.ReaderAt, size int64) bool {
	var h [512]byte
	if n, _ := c.ReadAt(h[:], 0); n < len(h) || !bytes.HasPrefix(h[:], []byte("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")) {
		return false // no compound file, or one the library refuses itself
	}
	sectors := size / 512
	for _, at := range []int{40, 44, 64, 72} { // directory, FAT, mini FAT and DIFAT sectors
		if int64(binary.LittleEndian.Uint32(h[at:])) > sectors {
			return true
		}
	}
	return false
}
