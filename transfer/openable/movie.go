package openable

import (
	"encoding/binary"
	"math"
)

// maxBoxes is how many boxes of a film are followed.
const maxBoxes = 1 << 16

// lookMovie follows the boxes of a film, a sound or a picture of ISO 14496-12: each must
// lie in the file, and one of them must say what the data of the others are. A recording
// that was not ended lacks it.
func lookMovie(c Reader) Obstacle {
	described := false
	at := int64(0)
	for range maxBoxes {
		b := part(c, at, 16)
		if len(b) < 8 {
			break
		}
		size := int64(binary.BigEndian.Uint32(b))
		switch kind := string(b[4:8]); {
		case kind == "moov" || kind == "meta" || kind == "moof" || kind == "sidx":
			described = true
		case size == 0 && kind == "\x00\x00\x00\x00":
			return ended(described) // zeros behind the last box
		}
		switch {
		case size == 0: // to the end of the file
			return ended(described)
		case size == 1 && len(b) == 16:
			if long := binary.BigEndian.Uint64(b[8:]); long < math.MaxInt64 {
				size = int64(long)
			}
		}
		if size < 8 {
			return ended(described) // no box any more
		}
		if size > c.Size()-at {
			return Cut
		}
		at += size
	}
	return ended(described)
}

func ended(described bool) Obstacle {
	if described {
		return None
	}
	return Cut
}
