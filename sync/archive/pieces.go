package archive

import (
	"context"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/stop"
)

// Where a manifest names the pieces of a package, a chunk of whole pieces is held
// against it before a byte is stored. What came in other chunks is read once more when
// the package is complete: the receipt confirms a root only of pieces that were checked
// here. Whole pieces are not hashed for the SHA-512 of the whole as they come; that is
// confirmed from the storage when the package is taken in, before its receipt. What is no
// package that stays (a portion on its way) has a receipt on its pieces alone.

// mostPieced bounds the uploads whose pieces are kept in memory; beyond it their
// manifests are read anew.
const mostPieced = 256

// pieces remembers the pieces that the manifests of uploads under way name.
type pieces struct {
	a   *Archive
	mu  sync.Mutex
	all map[string]*receipt.Pieces // by upload id; nil: the manifest has none
}

func newPieces(a *Archive) *pieces { return &pieces{a: a, all: map[string]*receipt.Pieces{}} }

// of gives the pieces of an upload; the manifest is read once.
func (p *pieces) of(ctx context.Context, row uploadRow) (*receipt.Pieces, error) {
	p.mu.Lock()
	known, ok := p.all[row.id]
	p.mu.Unlock()
	if ok {
		return known, nil
	}
	m, _, err := p.a.manifest(ctx, row.clientID, row.manifest)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.all) >= mostPieced {
		for id := range p.all { // any: it costs its upload one more reading
			delete(p.all, id)
			break
		}
	}
	p.all[row.id] = m.Pieces
	return m.Pieces, nil
}

func (p *pieces) forget(id string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.all, id)
}

// hold compares a chunk of whole pieces with the manifest, before it is stored, and
// reports whether it is one.
func (p *pieces) hold(ctx context.Context, row uploadRow, offset int64, body []byte, header http.Header) (pieced bool, err error) {
	named, err := p.of(ctx, row)
	if err != nil || named == nil || len(named.Digests) == 0 {
		return false, err
	}
	first, end := offset/receipt.PieceSize, offset+int64(len(body))
	if offset%receipt.PieceSize != 0 || end%receipt.PieceSize != 0 && end != row.size {
		return false, nil
	}
	for n := first; n < receipt.Count(end); n++ {
		at := (n - first) * receipt.PieceSize
		if pieceDigest(body[at:min(at+receipt.PieceSize, int64(len(body)))], len(body), header) != named.Digests[n] {
			return false, problemf(http.StatusBadRequest, string(sign.DigestMismatch), "piece %d is not the one the manifest names", n+1)
		}
	}
	return true, nil
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

// stored gives the root of the pieces an upload consists of so far, or "" where they did
// not all come as pieces.
func (p *pieces) stored(ctx context.Context, row uploadRow, u State) (string, error) {
	named, err := p.of(ctx, row)
	if err != nil || named == nil || u.Pieced != u.Offset {
		return "", err
	}
	return named.RootBefore(u.Offset), nil
}

// By these headers a client asks for the root of what is stored instead of its SHA-512.
const (
	headerStored = "Laufzettel-Stored"
	wantRoot     = "root"
)

// tell says what the bytes of an upload are so far: the root of its pieces where
// the client asks for it and all of them came so, else their SHA-512.
func (p *pieces) tell(ctx context.Context, row uploadRow, u State, rooted bool, h http.Header) error {
	if rooted {
		if root, err := p.stored(ctx, row, u); err != nil || root != "" {
			h.Set("Laufzettel-Stored-Root", root)
			return err
		}
	}
	u, err := p.hashed(ctx, row.id, u)
	if err != nil {
		return err
	}
	h.Set("Laufzettel-Stored-Digest", sign.FormatDigest(u.SHA512))
	return nil
}

// unseen says what of a complete package no chunk has shown: the SHA-512 of the whole,
// the pieces its manifest names.
type unseen struct{ sum, pieces bool }

func unseenOf(m receipt.Manifest, u State) unseen {
	whole := m.Pieces != nil && u.Pieced == u.Size
	return unseen{sum: u.SHA512 == nil && (!whole || m.Stays()), pieces: m.Pieces != nil && !whole}
}

// see reads a kept package once more for what is unseen of it, and gives the SHA-512 that
// was found, or that of the manifest, and the reason for which it is refused, or "".
func (p *pieces) see(ctx context.Context, id string, m receipt.Manifest, what unseen) (sum, refusal string, err error) {
	if what == (unseen{}) {
		return m.SHA512, "", nil
	}
	f, err := p.a.storage.Package(ctx, id)
	if err != nil {
		return m.SHA512, "", fmt.Errorf("read package: %w", err)
	}
	defer f.Close() // read only
	whole, from := sha512.New(), stop.Reader(ctx, f)
	if what.sum {
		from = io.TeeReader(from, whole)
	}
	var digests []byte
	if what.pieces {
		digests, err = receipt.PieceDigests(from)
	} else {
		_, err = io.Copy(io.Discard, from)
	}
	if err != nil {
		return m.SHA512, "", fmt.Errorf("read package: %w", err)
	}
	if sum = m.SHA512; what.sum {
		sum = hex.EncodeToString(whole.Sum(nil))
	}
	if sum != m.SHA512 {
		return sum, otherSum(sum, m), nil
	}
	if got := receipt.PiecesOf(digests).Root; what.pieces && got != m.Pieces.Root {
		return sum, fmt.Sprintf("the root of the pieces is %s, the manifest says %s", got, m.Pieces.Root), nil
	}
	return sum, "", nil
}

// digest is the SHA-512 of an accepted upload. What was accepted by its pieces alone is
// read for it when it is asked for the first time: the manifest's word was not confirmed.
func (p *pieces) digest(ctx context.Context, row uploadRow) (sum []byte, err error) {
	m, _, err := p.a.manifest(ctx, row.clientID, row.manifest)
	if err != nil {
		return nil, err
	}
	if m.Pieces == nil || m.Stays() {
		return hex.DecodeString(row.sha512)
	}
	err = p.a.locked(ctx, row.id, func() error {
		u, err := p.a.storage.State(ctx, row.id)
		if err == nil {
			u, err = p.hashed(ctx, row.id, u)
		}
		sum = u.SHA512
		return err
	})
	if errors.Is(err, handler.ErrNotFound) { // the state of the upload is gone, its bytes may be there
		var found string
		if found, _, err = sumOf(ctx, p.a.storage, row.id); err == nil {
			sum, err = hex.DecodeString(found)
		}
	}
	return sum, err
}

// hashed is the state of an upload with its SHA-512. The caller holds its lock. What has
// to be read for it is read once, even if nobody waits for it any more.
func (p *pieces) hashed(ctx context.Context, id string, u State) (State, error) {
	if u.SHA512 != nil {
		return u, nil
	}
	ctx = context.WithoutCancel(ctx)
	if err := p.a.storage.Hash(ctx, id); err != nil {
		return u, err
	}
	return p.a.storage.State(ctx, id)
}

// otherSum is the reason to refuse a package whose bytes are not those of its manifest.
func otherSum(sum string, m receipt.Manifest) string {
	return fmt.Sprintf("sha512 is %s, the manifest says %s", sum, m.SHA512)
}
