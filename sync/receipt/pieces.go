package receipt

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
)

// PieceSize is how many bytes one piece of a package has; the last may be shorter.
const PieceSize = 4 << 20

// mostPieces is up to how many pieces a manifest lists their digests (256 GiB); of
// more it names the root alone, so that it stays an envelope.
const mostPieces = 65_536

// Pieces are the digests of a package piece by piece (manifest /2, protocol.md 6).
type Pieces struct {
	Size    int64    `json:"size"`              // of a piece, PieceSize
	Root    string   `json:"root"`              // SHA-256 over the digests in hex, each with a line end
	Digests []string `json:"digests,omitempty"` // SHA-256 in hex, in their order
}

// Count is how many pieces size bytes have.
func Count(size int64) int64 { return (size + PieceSize - 1) / PieceSize }

// PiecesOf makes the member of a manifest of the SHA-256 of all pieces, one after the
// other.
func PiecesOf(digests []byte) *Pieces {
	p := &Pieces{Size: PieceSize}
	for i := 0; i+sha256.Size <= len(digests); i += sha256.Size {
		p.Digests = append(p.Digests, hex.EncodeToString(digests[i:i+sha256.Size]))
	}
	p.Root = rootOf(p.Digests)
	if len(p.Digests) > mostPieces {
		p.Digests = nil
	}
	return p
}

// RootBefore is the root of the pieces before an offset, which is the end of one; "" where
// the manifest lists none.
func (p *Pieces) RootBefore(offset int64) string {
	n := Count(offset)
	if n > int64(len(p.Digests)) || len(p.Digests) == 0 {
		return ""
	}
	return rootOf(p.Digests[:n])
}

func rootOf(digests []string) string {
	h := sha256.New()
	for _, d := range digests {
		_, _ = io.WriteString(h, d+"\n") // never fails
	}
	return hex.EncodeToString(h.Sum(nil))
}

// PieceDigests gives the SHA-256 of every piece of what r gives, one after the other.
func PieceDigests(r io.Reader) ([]byte, error) {
	var all []byte
	for {
		h := sha256.New()
		n, err := io.CopyN(h, r, PieceSize)
		if n > 0 {
			all = h.Sum(all)
		}
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// check holds the pieces against the size of the package.
func (p *Pieces) check(size int64) error {
	switch {
	case p.Size != PieceSize:
		return fmt.Errorf("manifest with pieces of %d bytes, want %d", p.Size, PieceSize)
	case !isSHA256(p.Root):
		return errors.New("manifest with pieces without root")
	case len(p.Digests) == 0 && Count(size) > mostPieces:
		return nil
	case int64(len(p.Digests)) != Count(size) || len(p.Digests) > mostPieces:
		return fmt.Errorf("manifest with %d pieces for %d bytes", len(p.Digests), size)
	}
	for _, d := range p.Digests {
		if !isSHA256(d) {
			return fmt.Errorf("manifest with the digest %.80q of a piece", d)
		}
	}
	if rootOf(p.Digests) != p.Root {
		return errors.New("manifest with a root that is not that of its pieces")
	}
	return nil
}

func isSHA256(s string) bool {
	_, err := hex.DecodeString(s)
	return err == nil && len(s) == 2*sha256.Size && strings.ToLower(s) == s
}
