package picture

import (
	"bufio"
	"encoding/binary"
	"io"
	"math"
)

// jpegHeld is how many bytes image/jpeg holds for a picture, from its frame header
// (ITU-T T.81, B.2.2): a byte a sample, four more where the picture is progressive,
// four a pixel where four colours are put together. A file without a frame header
// gives 0; the decoder refuses it.
func jpegHeld(in io.Reader) int64 {
	r := bufio.NewReader(in)
	for range maxSegments {
		marker, size, ok := segment(r)
		if !ok {
			return 0
		}
		if frame := marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC; !frame {
			if _, err := r.Discard(size); err != nil {
				return 0
			}
			continue
		}
		body := make([]byte, min(size, 6+3*4))
		if _, err := io.ReadFull(r, body); err != nil || len(body) < 6 {
			return 0
		}
		return frameHeld(marker, body)
	}
	return math.MaxInt64
}

// maxSegments is how many segments may come before the frame header.
const maxSegments = 10_000

// segment reads the next marker and the length of what follows it.
func segment(r *bufio.Reader) (marker byte, size int, ok bool) {
	for {
		b, err := r.ReadByte()
		if err != nil {
			return 0, 0, false
		}
		if b != 0xFF {
			continue
		}
		for b == 0xFF {
			if b, err = r.ReadByte(); err != nil {
				return 0, 0, false
			}
		}
		if b == 0 || b == 0x01 || b >= 0xD0 && b <= 0xD8 {
			continue // no segment follows
		}
		var n [2]byte
		if _, err := io.ReadFull(r, n[:]); err != nil {
			return 0, 0, false
		}
		return b, max(int(binary.BigEndian.Uint16(n[:]))-2, 0), true
	}
}

func frameHeld(marker byte, body []byte) int64 {
	high, wide, parts := int64(binary.BigEndian.Uint16(body[1:])), int64(binary.BigEndian.Uint16(body[3:])), int(body[5])
	var samples, most int64
	for i := range min(parts, (len(body)-6)/3) {
		h, v := int64(body[7+3*i]>>4), int64(body[7+3*i]&15)
		samples += h * v
		most = max(most, h*v)
	}
	if most == 0 {
		return 0
	}
	held := wide * high * samples / most
	if marker == 0xC2 {
		held *= 5
	}
	if parts == 4 {
		held += 4 * wide * high
	}
	return held
}
