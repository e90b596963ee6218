package channel_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/channel"
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

// Between two runs nothing that arrived is read again, by neither side: the archive says
// the root of its pieces, also after a restart.
func TestPieces_ResumeAsksForTheRoot(t *testing.T) {
	for name, way := range map[string]struct {
		change  func(q *http.Request, answer http.Header)
		want    queue.State
		digests int // answers with a SHA-512
	}{
		"as it is": {func(*http.Request, http.Header) {}, queue.Done, 0},
		"a client or receiver that does not know the question": {func(q *http.Request, _ http.Header) {
			q.Header.Del("Laufzettel-Stored")
		}, queue.Done, 3},
		"another root": {func(_ *http.Request, answer http.Header) {
			if answer != nil {
				answer.Set("Laufzettel-Stored-Root", strings.Repeat("0", 64))
			}
		}, queue.Damaged, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.enrol()
			digests, cut := 0, false
			r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
				switch {
				case q.Method == http.MethodPatch && q.Header.Get("Upload-Offset") == "8388608" && !cut:
					cut = true
					w.WriteHeader(http.StatusServiceUnavailable)
				case q.Method == http.MethodHead:
					way.change(q, nil)
					rec := record(next, q)
					way.change(q, rec.Header())
					if rec.Header().Get("Laufzettel-Stored-Digest") != "" {
						digests++
					} else if rec.Header().Get("Laufzettel-Stored-Root") == "" {
						t.Error("neither digest nor root")
					}
					replay(w, rec)
				default:
					next.ServeHTTP(w, q)
				}
			})
			r.service.Chunk = receipt.PieceSize
			data := content(3*receipt.PieceSize + 9)
			j, path := r.enqueue("a.tar", data)
			r.runOnce()
			if way.want == queue.Done {
				r.restartArchive() // knows it from the disk
				r.again(j.ID)
			}
			if got := r.job(j.ID); got.State != way.want || digests != way.digests {
				t.Fatalf("%s, %d answers with a digest; want %s, %d; %+v", got.State, digests, way.want, way.digests, got)
			}
			if way.want == queue.Done {
				r.delivered(path, data)
			}
		})
	}
}

// A package whose manifest lists its pieces rightly and another SHA-512 is refused where
// it stays. What is on its way is confirmed by its pieces, and by whoever fetches it.
func TestPieces_OtherSHA512(t *testing.T) {
	for kind, want := range map[string]receipt.State{"aip": receipt.Refused, "accession": receipt.Refused,
		receipt.KindDelivery: receipt.Accepted} {
		t.Run(kind, func(t *testing.T) {
			r := newRig(t)
			r.enrol(archive.RoleDeliver, archive.RoleRead)
			r.service.Chunk = receipt.PieceSize
			data := content(4*receipt.PieceSize + 1)
			path := filepath.Join(r.root, "a.tar")
			r.check(os.WriteFile(path, data, 0o600))
			other := strings.Repeat("ab", 64)
			r.check(r.service.Note(t.Context(), other, int64(len(data)), notesOf(data)))
			j, err := channel.UploadJob("p", channel.Order{Peer: r.url, Path: path, Kind: kind, Size: int64(len(data)), SHA512: other},
				time.Now())
			r.check(err)
			r.check(r.queue.Enqueue(t.Context(), j))
			r.runOnce()
			r.receipt(path, want)
			files, err := archive.NewFiles(r.dir)
			r.check(err)
			inv, err := archive.NewAdmin(r.db, time.Now).Inventory(t.Context(), files, nil)
			r.check(err)
			if want == receipt.Accepted {
				r.fetched(data)
			}
			if n := len(inv.Misnamed); (n == 1) != (want == receipt.Accepted) || len(inv.Damaged)+len(inv.Missing)+len(inv.Unproved) > 0 ||
				inv.Sound() != (n == 0) {
				t.Errorf("%+v", inv)
			}
		})
	}
}

// receipt reads the receipt that came for a package; where the package is refused for
// its SHA-512, the one that was found is in it.
func (r *rig) receipt(path string, want receipt.State) {
	r.t.Helper()
	sealed, err := os.ReadFile(path + receipt.SuffixManifest)
	r.check(err)
	var envelope []byte
	row := r.db.Reader().QueryRowContext(r.t.Context(), "SELECT envelope FROM archive_receipt WHERE about = ?", sign.HashEnvelope(sealed))
	r.check(row.Scan(&envelope))
	q, err := receipt.OpenWith(r.t.Context(), envelope, r.config.Key.Public())
	r.check(err)
	m, err := receipt.ReadManifest(sealed, sign.HashEnvelope(sealed))
	r.check(err)
	found := q.Uploads[0]
	switch {
	case q.State != want:
		r.t.Fatalf("%+v, want %s", q, want)
	case want == receipt.Accepted && (q.Format != "laufzettel-quittung/2" || found.PiecesRoot != m.Pieces.Root):
		r.t.Errorf("%+v does not confirm the root", q)
	case want == receipt.Refused && (found.SHA512 == m.SHA512 || !strings.Contains(q.Reason, "sha512 is "+found.SHA512)):
		r.t.Errorf("%+v does not name the SHA-512 that was found", q)
	}
}

// fetched brings the only package of the archive back: the digest it names is that of
// the bytes, whatever the manifest said.
func (r *rig) fetched(want []byte) {
	r.t.Helper()
	c, _, err := r.service.Client(r.t.Context(), r.url)
	r.check(err)
	all, _, err := c.Packages(r.t.Context(), "")
	if err != nil || len(all) != 1 {
		r.t.Fatalf("%+v, %v", all, err)
	}
	to := filepath.Join(r.t.TempDir(), "geholt")
	for i := range 3 {
		if i == 2 { // whatever else is lost
			r.check(os.Remove(filepath.Join(r.dir, "uploads", all[0].ID+".info")))
		}
		r.check(c.FetchPackage(r.t.Context(), all[0].ID, to, nil))
		if got, err := os.ReadFile(to); err != nil || !bytes.Equal(got, want) {
			r.t.Errorf("fetched %d bytes, %v; want %d", len(got), err, len(want))
		}
		r.check(os.Remove(to))
	}
}
