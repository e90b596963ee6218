package openable

import (
	"encoding/binary"
	"hash/crc32"
)

// lookPNG follows the chunks to the end and compares their checksums (PNG 5.3).
func lookPNG(c Reader) Obstacle {
	off := int64(8)
	for range maxChunks {
		h := part(c, off, 8)
		if len(h) < 8 {
			return Cut
		}
		n := int64(binary.BigEndian.Uint32(h))
		if n > c.Size()-off-12 {
			return Cut
		}
		sum, ok := sumOf(c, off+4, n+4)
		if got := part(c, off+8+n, 4); !ok || len(got) < 4 || binary.BigEndian.Uint32(got) != sum {
			return Damaged
		}
		if string(h[4:]) == "IEND" {
			return None
		}
		off += n + 12
	}
	return None
}

// sumOf is the checksum of n bytes at off; false where they cannot be read.
func sumOf(c Reader, off, n int64) (sum uint32, ok bool) {
	for n > 0 {
		b := part(c, off, min(n, sumStep))
		if len(b) == 0 {
			return 0, false
		}
		sum = crc32.Update(sum, crc32.IEEETable, b)
		off, n = off+int64(len(b)), n-int64(len(b))
	}
	return sum, true
}

// sumStep is how much of a picture is in memory at a time.
const sumStep = 64 << 10

// lookTIFF follows the directories of a TIFF: they and what they point to lie inside
// the file (TIFF 6.0, section 2).
func lookTIFF(c Reader, order binary.ByteOrder) Obstacle {
	h := part(c, 0, 8)
	if len(h) < 8 {
		return Cut
	}
	seen := map[int64]bool{}
	for off := int64(order.Uint32(h[4:])); off != 0 && len(seen) < 10_000; {
		if seen[off] {
			return Damaged
		}
		seen[off] = true
		count := part(c, off, 2)
		if len(count) < 2 {
			return Cut
		}
		n := int64(order.Uint16(count))
		dir := part(c, off+2, n*12+4)
		if int64(len(dir)) < n*12+4 {
			return Cut
		}
		var at, length []int64
		for i := range n {
			row := dir[i*12 : i*12+12]
			switch order.Uint16(row) {
			case 273, 324: // StripOffsets, TileOffsets
				at = values(c, row, order)
			case 279, 325: // StripByteCounts, TileByteCounts
				length = values(c, row, order)
			}
		}
		for i := range min(len(at), len(length)) {
			if at[i]+length[i] > c.Size() {
				return Cut
			}
		}
		off = int64(order.Uint32(dir[n*12:]))
	}
	return None
}

// values gives the numbers of a row of a TIFF directory.
func values(c Reader, row []byte, order binary.ByteOrder) []int64 {
	size := map[uint16]int64{3: 2, 4: 4}[order.Uint16(row[2:])]
	n := int64(order.Uint32(row[4:]))
	if size == 0 || n > maxChunks {
		return nil
	}
	data := row[8:12]
	if n*size > 4 {
		data = part(c, int64(order.Uint32(row[8:])), n*size)
	}
	var out []int64
	for i := int64(0); i < n && (i+1)*size <= int64(len(data)); i++ {
		if size == 2 {
			out = append(out, int64(order.Uint16(data[i*2:])))
		} else {
			out = append(out, int64(order.Uint32(data[i*4:])))
		}
	}
	return out
}
