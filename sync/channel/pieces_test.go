package channel_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// pieced sends a package of several pieces and gives manifest and receipt.
func (r *rig) pieced(name string, size, chunk int) (receipt.Manifest, receipt.Receipt, string) {
	r.t.Helper()
	r.service.Chunk = chunk
	j, path := r.enqueue(name, content(size))
	r.runOnce()
	if got := r.job(j.ID); got.State != queue.Done {
		r.t.Fatalf("%+v", got)
	}
	sealed, err := os.ReadFile(path + receipt.SuffixManifest)
	r.check(err)
	m, err := receipt.ReadManifest(sealed, sign.HashEnvelope(sealed))
	r.check(err)
	all, err := r.receipts.List(r.t.Context(), receipt.Filter{JobID: j.ID})
	r.check(err)
	return m, all[0].Receipt, path
}

func TestPieces_ReceiptConfirmsTheRoot(t *testing.T) {
	for name, chunk := range map[string]int{"chunks are pieces": receipt.PieceSize, "chunks are two pieces": 2 * receipt.PieceSize,
		"chunks cut pieces": 3 << 20} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.enrol()
			m, q, path := r.pieced("a.tar", 2*receipt.PieceSize+77, chunk)
			if m.Format != "laufzettel-manifest/2" || m.Pieces == nil || len(m.Pieces.Digests) != 3 {
				t.Fatalf("%s %+v", m.Format, m.Pieces)
			}
			if q.Format != "laufzettel-quittung/2" || q.Uploads[0].PiecesRoot != m.Pieces.Root {
				t.Errorf("%s %+v, want root %s", q.Format, q.Uploads, m.Pieces.Root)
			}
			out, err := exec.Command("sh", "-c", "split -b 4M --filter=sha256sum '"+path+"' | cut -c1-64 | sha256sum | cut -c1-64").Output()
			if err != nil {
				t.Skip("no GNU split here: ", err)
			}
			if got := strings.TrimSpace(string(out)); got != m.Pieces.Root {
				t.Errorf("the shell says %s, the manifest %s", got, m.Pieces.Root)
			}
		})
	}
}

// Old receiver × new client: papers /1 in both directions.
func TestPieces_OldReceiver(t *testing.T) {
	r := newRig(t)
	r.handler.between(oldReceiver)
	r.enrol()
	m, q, _ := r.pieced("a.tar", 100, 1<<20)
	if m.Format != "laufzettel-manifest/1" || m.Pieces != nil || q.Format != "laufzettel-quittung/1" {
		t.Errorf("%s %+v %s", m.Format, m.Pieces, q.Format)
	}
}

// A receiver that was restarted in between confirms the root only after reading all
// pieces once more, and one that cannot find the root refuses.
func TestPieces_AfterARestart(t *testing.T) {
	r := newRig(t)
	r.enrol()
	broken := false
	r.handler.between(func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			if q.Method == http.MethodPatch && q.Header.Get("Upload-Offset") != "0" && !broken {
				broken = true
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			h.ServeHTTP(w, q)
		})
	})
	r.service.Chunk = receipt.PieceSize
	j, _ := r.enqueue("a.tar", content(3*receipt.PieceSize))
	r.runOnce()
	r.restartArchive()
	for range 5 {
		if r.job(j.ID).State == queue.Done {
			break
		}
		r.again(j.ID)
	}
	all, err := r.receipts.List(t.Context(), receipt.Filter{JobID: j.ID})
	r.check(err)
	sum := bytes.Buffer{}
	for c := content(3 * receipt.PieceSize); len(c) > 0; c = c[receipt.PieceSize:] {
		d := sha256.Sum256(c[:receipt.PieceSize])
		sum.WriteString(hex.EncodeToString(d[:]) + "\n")
	}
	root := sha256.Sum256(sum.Bytes())
	if len(all) != 1 || all[0].Receipt.Uploads[0].PiecesRoot != hex.EncodeToString(root[:]) || !broken {
		t.Errorf("%+v, broken %v", all, broken)
	}
}
