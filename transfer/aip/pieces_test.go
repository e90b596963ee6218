package aip

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestWriteFile_NotesPieces gives the digests of the pieces of the file as it lies
// on the disk, and none of a small one.
func TestWriteFile_NotesPieces(t *testing.T) {
	s := sample()
	s.Files[0] = fileOf("10_rechnung.pdf", "dok-10", strings.Repeat("%PDF-1.7 Rechnung\n", 9<<20/18))
	path := filepath.Join(t.TempDir(), "paket.tar")
	for range 2 { // also where it is there already
		sum, err := WriteFile(t.Context(), path, s, nil)
		if err != nil {
			t.Fatal(err)
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var want []byte
		for piece := range slices.Chunk(raw, PieceSize) {
			one := sha256.Sum256(piece)
			want = append(want, one[:]...)
		}
		if len(want) != 3*sha256.Size || !bytes.Equal([]byte(sum.Pieces), want) {
			t.Errorf("%d bytes of digests for %d bytes", len(sum.Pieces), len(raw))
		}
	}
	small, err := WriteFile(t.Context(), filepath.Join(t.TempDir(), "klein.tar"), sample(), nil)
	if err != nil || small.Pieces != "" {
		t.Errorf("small: %d bytes of digests, %v", len(small.Pieces), err)
	}
}
