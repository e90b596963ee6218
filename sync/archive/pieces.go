package archive

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/stop"
)

// Where a manifest names the pieces of a package, a chunk of whole pieces is held
// against it before a byte is stored. What came in other chunks, or in a run before, is
// read once more when the package is complete: the receipt confirms a root only of
// pieces that were checked here.

// mostPieced bounds the uploads whose pieces are kept in memory; beyond it packages
// are read once more at their end.
const mostPieced = 256

// pieced is one upload with the pieces of its manifest.
type pieced struct {
	digests []string // nil: the manifest lists none, or has no pieces
	checked []bool   // stored, and as the manifest says
}

// pieces remembers what of the uploads under way was checked.
type pieces struct {
	a   *Archive
	mu  sync.Mutex
	all map[string]*pieced
}

func newPieces(a *Archive) *pieces { return &pieces{a: a, all: map[string]*pieced{}} }

// of gives the pieces of an upload; the manifest is read once.
func (p *pieces) of(ctx context.Context, row uploadRow) (*pieced, error) {
	p.mu.Lock()
	known := p.all[row.id]
	p.mu.Unlock()
	if known != nil {
		return known, nil
	}
	m, _, err := p.a.manifest(ctx, row.clientID, row.manifest)
	if err != nil {
		return nil, err
	}
	known = &pieced{}
	if m.Pieces != nil {
		known.digests, known.checked = m.Pieces.Digests, make([]bool, len(m.Pieces.Digests))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if first := p.all[row.id]; first != nil {
		return first, nil
	}
	if len(p.all) >= mostPieced {
		for id := range p.all { // any: it costs its upload one more reading
			delete(p.all, id)
			break
		}
	}
	p.all[row.id] = known
	return known, nil
}

func (p *pieces) forget(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.all, id)
}

// checked says whether every piece of an upload was checked as it came.
func (p *pieces) checked(id string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	known := p.all[id]
	return known != nil && len(known.checked) > 0 && !slices.Contains(known.checked, false)
}

// hold compares a chunk of whole pieces with the manifest, before it is stored. done is
// called once it is.
func (p *pieces) hold(ctx context.Context, row uploadRow, offset int64, body []byte, header http.Header) (done func(), err error) {
	known, err := p.of(ctx, row)
	if err != nil || len(known.digests) == 0 {
		return func() {}, err
	}
	first, end := offset/receipt.PieceSize, offset+int64(len(body))
	whole := offset%receipt.PieceSize == 0 && (end%receipt.PieceSize == 0 || end == row.size)
	last := min(receipt.Count(end), int64(len(known.digests)))
	for n := first; whole && n < last; n++ {
		at := (n - first) * receipt.PieceSize
		if pieceDigest(body[at:min(at+receipt.PieceSize, int64(len(body)))], len(body), header) != known.digests[n] {
			return nil, problemf(http.StatusBadRequest, string(sign.DigestMismatch), "piece %d is not the one the manifest names", n+1)
		}
	}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		for n := first; n < last; n++ {
			known.checked[n] = whole
		}
	}, nil
}

// pieceDigest is the SHA-256 of a piece. A chunk of one piece was verified against it
// already, where its Content-Digest is of that kind.
func pieceDigest(piece []byte, chunk int, header http.Header) string {
	if sum := sign.ContentSHA256(header); sum != nil && len(piece) == chunk {
		return hex.EncodeToString(sum)
	}
	sum := sha256.Sum256(piece)
	return hex.EncodeToString(sum[:])
}

// refusal reads a kept package once more where its pieces were not all checked as they
// came, and gives the reason for which it is refused, or "".
func (p *pieces) refusal(ctx context.Context, id string, m receipt.Manifest) (string, error) {
	if m.Pieces == nil || p.checked(id) {
		return "", nil
	}
	f, err := p.a.storage.Package(ctx, id)
	if err != nil {
		return "", fmt.Errorf("read pieces: %w", err)
	}
	defer f.Close() // read only
	digests, err := receipt.PieceDigests(io.Reader(stop.Reader(ctx, f)))
	if err != nil {
		return "", fmt.Errorf("read pieces: %w", err)
	}
	if got := receipt.PiecesOf(digests).Root; got != m.Pieces.Root {
		return fmt.Sprintf("the root of the pieces is %s, the manifest says %s", got, m.Pieces.Root), nil
	}
	return "", nil
}
