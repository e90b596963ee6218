package aip

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"slices"
	"testing"
)

// TestBehind writes everything in order and notes every piece, however it comes.
func TestBehind(t *testing.T) {
	for _, size := range []int{0, 1, behindBuffer, PieceSize - 1, PieceSize, PieceSize + 1, 2*PieceSize + 3*behindBuffer/2} {
		for _, step := range []int{1000, 32 << 10, 3 * behindBuffer} {
			data := make([]byte, size)
			for i := range data {
				data[i] = byte(i * i >> 7)
			}
			var want []byte
			for piece := range slices.Chunk(data, PieceSize) {
				sum := sha256.Sum256(piece)
				want = append(want, sum[:]...)
			}
			var out bytes.Buffer
			b := newBehind(&out)
			for part := range slices.Chunk(data, step) {
				if n, err := b.Write(part); n != len(part) || err != nil {
					t.Fatalf("Write = %d, %v", n, err)
				}
			}
			got, err := b.finish()
			if err != nil || !bytes.Equal(got, want) || !bytes.Equal(out.Bytes(), data) {
				t.Errorf("%d bytes by %d: %d written, %d bytes of digests, want %d, %v", size, step, out.Len(), len(got), len(want), err)
			}
		}
	}
}

// fullDisk takes some bytes and no more.
type fullDisk struct{ room int }

var errFull = errors.New("no space left")

func (f *fullDisk) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// TestBehind_Full tells an error of the disk, at the latest at the end, and never hangs.
func TestBehind_Full(t *testing.T) {
	for _, room := range []int{0, behindBuffer, 2 * behindBuffer, 3*behindBuffer - 1} {
		b := newBehind(&fullDisk{room})
		_, werr := b.Write(make([]byte, 3*behindBuffer))
		if _, err := b.finish(); !errors.Is(err, errFull) || werr != nil && !errors.Is(werr, errFull) {
			t.Errorf("room for %d: Write says %v, finish %v", room, werr, err)
		}
	}
}
