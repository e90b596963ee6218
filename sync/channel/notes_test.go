package channel_test

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"database/sql"
	"encoding/hex"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
)

// notesOf gives the digests a packager notes while it writes data.
func notesOf(data []byte) (digests []byte) {
	for piece := range slices.Chunk(data, channel.NoteSize) {
		sum := sha256.Sum256(piece)
		digests = append(digests, sum[:]...)
	}
	return digests
}

// enqueueKnown is enqueue for a package whose digest the packager knows.
func (r *rig) enqueueKnown(name string, data []byte) (queue.Job, string) {
	r.t.Helper()
	path := filepath.Join(r.root, name)
	r.check(os.WriteFile(path, data, 0o600))
	sum := sha512.Sum512(data)
	j, err := channel.UploadJob("portion-1", channel.Order{Peer: r.url, Path: name, Kind: "aip", PackageID: "P-" + name,
		SHA512: hex.EncodeToString(sum[:]), Size: int64(len(data))}, time.Now())
	r.check(err)
	r.check(r.queue.Enqueue(r.t.Context(), j))
	return j, path
}

func (r *rig) note(data, digests []byte) {
	r.t.Helper()
	sum := sha512.Sum512(data)
	r.check(r.service.Note(r.t.Context(), hex.EncodeToString(sum[:]), int64(len(data)), digests))
}

func (r *rig) notes() (n int) {
	r.t.Helper()
	r.check(r.client.Reader().QueryRow("SELECT count(*) FROM channel_note").Scan(&n))
	return n
}

// TestSend_Noted sends packages whose pieces were noted, with chunks that are these
// pieces and with others; notes that are wrong or do not fit cost time only.
func TestSend_Noted(t *testing.T) {
	data := content(4*channel.NoteSize + 12345)
	wrong := notesOf(data)
	wrong[2*sha256.Size] ^= 1
	tests := []struct {
		name     string
		chunk    int
		digests  []byte
		short    bool // digests in the database are cut off
		mismatch bool // the archive refuses a chunk once
	}{
		{name: "chunks are the pieces", chunk: channel.MaxChunk, digests: notesOf(data)},
		{name: "smaller chunks", chunk: 3 << 20, digests: notesOf(data)},
		{name: "one digest is wrong", chunk: channel.MaxChunk, digests: wrong, mismatch: true},
		{name: "digests are missing", chunk: channel.MaxChunk, digests: notesOf(data), short: true},
		{name: "no notes", chunk: channel.MaxChunk},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t)
			r.service.Chunk = tt.chunk
			mismatches := 0
			r.service.Told = func(answer string) {
				if strings.Contains(answer, "digest-mismatch") {
					mismatches++
				}
			}
			r.enrol()
			r.note(data, tt.digests)
			if tt.short {
				r.check(r.client.WithTx(t.Context(), func(tx *sql.Tx) error {
					_, err := tx.Exec("UPDATE channel_note SET digests = substr(digests, 1, 40)")
					return err
				}))
			}
			job, path := r.enqueueKnown("paket.tar", data)
			if sum := r.runOnce(); sum.Done != 1 {
				t.Fatalf("RunOnce = %+v; job %+v", sum, r.job(job.ID))
			}
			r.delivered(path, data)
			if got := mismatches > 0; got != tt.mismatch {
				t.Errorf("%d chunks were refused for their digest", mismatches)
			}
			if n := r.notes(); n != 0 {
				t.Errorf("%d notes are left after the receipt", n)
			}
		})
	}
}

// TestSend_NotedOverTLS sends noted pieces where the line takes no file by itself.
func TestSend_NotedOverTLS(t *testing.T) {
	r := newRig(t)
	cert, key := selfSigned(t, t.TempDir(), "server")
	l, err := archive.Listen(archive.ListenOptions{Addr: "127.0.0.1:0", CertFile: cert, KeyFile: key})
	r.check(err)
	r.url, r.config.PublicURL = l.URL(), l.URL()
	r.restartArchive()
	stop := serve(t, l, r.handler)
	defer stop()
	r.service.HTTP, err = channel.NewHTTP(channel.TLSOptions{CAFile: cert})
	r.check(err)
	defer r.service.HTTP.CloseIdleConnections()
	r.service.Chunk = channel.MaxChunk
	r.enrol()
	data := content(4*channel.NoteSize + 1)
	r.note(data, notesOf(data))
	job, path := r.enqueueKnown("paket.tar", data)
	if sum := r.runOnce(); sum.Done != 1 {
		t.Fatalf("RunOnce = %+v; job %+v", sum, r.job(job.ID))
	}
	r.delivered(path, data)
}

// TestSend_NotedResumes cuts the line within a noted piece and goes on.
func TestSend_NotedResumes(t *testing.T) {
	r := newRig(t)
	r.service.Chunk = channel.MaxChunk
	r.enrol()
	data := content(6 * channel.NoteSize)
	r.note(data, notesOf(data))
	job, path := r.enqueueKnown("paket.tar", data)
	r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
		if q.Method == http.MethodPatch && q.Header.Get("Upload-Offset") == "8388608" {
			panic(http.ErrAbortHandler)
		}
		next.ServeHTTP(w, q)
	})
	if sum := r.runOnce(); sum.Retry != 1 {
		t.Fatalf("after the cut: %+v, job %+v", sum, r.job(job.ID))
	}
	r.clear()
	if sum := r.again(job.ID); sum.Done != 1 {
		t.Fatalf("second run: %+v, job %+v", sum, r.job(job.ID))
	}
	r.delivered(path, data)
}

// TestSend_NotedChanged stops at the piece that is not what was noted: the package
// was changed on the disk after it was written.
func TestSend_NotedChanged(t *testing.T) {
	data := content(5 * channel.NoteSize)
	tests := []struct {
		name   string
		change func(path string) error
		during bool // while it is sent
	}{
		{name: "one byte before sending", change: func(path string) error {
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			_, err = f.WriteAt([]byte{data[3*channel.NoteSize] ^ 1}, 3*channel.NoteSize)
			return errors.Join(err, f.Close())
		}},
		{name: "cut off while it is sent", during: true, change: func(path string) error {
			return os.Truncate(path, channel.NoteSize+
				100)
		}},
		{name: "another file while it is sent", during: true, change: func(path string) error {
			return os.WriteFile(path, bytes.Repeat([]byte("x"), len(data)), 0o600)
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t)
			r.service.Chunk = channel.MaxChunk
			r.enrol()
			r.note(data, notesOf(data))
			job, path := r.enqueueKnown("paket.tar", data)
			if tt.during {
				r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
					if q.Method == http.MethodHead {
						r.check(tt.change(path))
					}
					next.ServeHTTP(w, q)
				})
			} else {
				r.check(tt.change(path))
			}
			r.runOnce()
			if j := r.job(job.ID); j.State != queue.Damaged || !strings.Contains(j.Reason, "verändert") {
				t.Fatalf("job %+v", j)
			}
			if n := r.countPrefix("PATCH "); n > 6 {
				t.Errorf("%d chunks were sent for 5", n)
			}
		})
	}
}

// TestNote keeps what fits and passes small packages over.
func TestNote(t *testing.T) {
	r := newRig(t)
	small, large := content(1000), content(4*channel.NoteSize)
	r.note(small, notesOf(small))
	if n := r.notes(); n != 0 {
		t.Errorf("%d notes of a small package", n)
	}
	r.note(large, nil)
	if err := r.service.Note(t.Context(), "x", int64(len(large)), notesOf(large)[1:]); err == nil {
		t.Error("digests that do not fit were noted")
	}
	old := time.Now().Add(-500 * 24 * time.Hour)
	r.service.Now = func() time.Time { return old }
	r.check(r.service.Note(t.Context(), "old", int64(len(large)), notesOf(large)))
	r.service.Now = nil
	r.note(large, notesOf(large))
	r.note(large, notesOf(large))
	if n := r.notes(); n != 1 {
		t.Errorf("%d notes, want the young one", n)
	}
}

// TestSend_Window never has more chunks under way than the archive takes: eight on
// a quick line where it names a window, four where it is of revision 1.2.
func TestSend_Window(t *testing.T) {
	for _, tt := range []struct {
		name string
		old  bool
		most int
	}{{"window", false, 8}, {"archive of revision 1.2", true, 4}} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t)
			r.service.Chunk = 1 << 20
			r.enrol()
			data := content(16 << 20)
			job, path := r.enqueueKnown("paket.tar", data)
			var mu sync.Mutex
			var under, most int
			windows := map[string]bool{}
			r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
				switch q.Method {
				case http.MethodHead:
					rec := httptest.NewRecorder()
					next.ServeHTTP(rec, q)
					windows[rec.Header().Get("Laufzettel-Window")] = true
					if tt.old {
						rec.Header().Del("Laufzettel-Window")
					}
					maps.Copy(w.Header(), rec.Header())
					w.WriteHeader(rec.Code)
				case http.MethodPatch:
					mu.Lock()
					under++
					most = max(most, under)
					mu.Unlock()
					next.ServeHTTP(w, q)
					mu.Lock()
					under--
					mu.Unlock()
				default:
					next.ServeHTTP(w, q)
				}
			})
			if sum := r.runOnce(); sum.Done != 1 {
				t.Fatalf("RunOnce = %+v; job %+v", sum, r.job(job.ID))
			}
			r.delivered(path, data)
			if most < 2 || most > tt.most || !windows["33554432"] || len(windows) != 1 {
				t.Errorf("%d chunks were under way, want 2 to %d; windows %v", most, tt.most, windows)
			}
		})
	}
}
