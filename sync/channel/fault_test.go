package channel_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/archive/archivetest"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
)

// between lets a test stand between client and receiver.
func (r *rig) between(f func(next http.Handler, w http.ResponseWriter, q *http.Request)) {
	r.handler.between(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) { f(next, w, q) })
	})
}

func (r *rig) clear() { r.handler.between(nil) }

// again makes a job due and runs the queue once more.
func (r *rig) again(id string) queue.Summary {
	r.t.Helper()
	r.check(r.queue.TryNow(r.t.Context(), id, time.Now()))
	return r.runOnce()
}

const chunk = 64 << 10 // rig's chunk size

// TestSend_LineCut cuts the line at every class of offset within and around the
// chunks of a small upload. Each time the upload goes on where it was and no
// acknowledged chunk is sent again.
func TestSend_LineCut(t *testing.T) {
	size := 2*chunk + 1000
	for _, cut := range []int{0, 1, chunk - 1, chunk, chunk + 1, 2*chunk - 1, 2 * chunk, 2*chunk + 1, size - 1} {
		for _, side := range []string{"request", "answer"} {
			t.Run(fmt.Sprintf("%s cut at %d", side, cut), func(t *testing.T) {
				r := newRig(t)
				r.enrol()
				data := content(size)
				job, path := r.enqueue("paket.tar", data)
				sent, done := 0, false
				r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
					if q.Method != http.MethodPatch || done || sent+int(q.ContentLength) <= cut {
						if q.Method == http.MethodPatch {
							sent += int(q.ContentLength)
						}
						next.ServeHTTP(w, q)
						return
					}
					done = true
					if side == "answer" { // stored, but the client never hears of it
						next.ServeHTTP(httptest.NewRecorder(), q)
						panic(http.ErrAbortHandler)
					}
					short := &io.LimitedReader{R: q.Body, N: int64(cut - sent)}
					q.Body = io.NopCloser(io.MultiReader(short, brokenReader{}))
					next.ServeHTTP(httptest.NewRecorder(), q)
					panic(http.ErrAbortHandler)
				})
				if sum := r.runOnce(); sum.Retry != 1 {
					t.Fatalf("after the cut: %+v, job %+v", sum, r.job(job.ID))
				}
				r.clear()
				if sum := r.again(job.ID); sum.Done != 1 {
					t.Fatalf("second run: %+v, job %+v", sum, r.job(job.ID))
				}
				r.delivered(path, data)
				if n := r.countPrefix("PATCH "); n > 4 {
					t.Errorf("%d chunks were sent for 3; more than one went twice", n)
				}
			})
		}
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func (r *rig) countPrefix(prefix string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, q := range r.requests {
		if strings.HasPrefix(q, prefix) {
			n++
		}
	}
	return n
}

// TestSend_ReceiverRestarts closes and reopens the receiver over the same folder
// before every request in turn.
func TestSend_ReceiverRestarts(t *testing.T) {
	r := newRig(t)
	r.enrol()
	data := content(3*chunk + 17)
	job, path := r.enqueue("paket.tar", data)
	r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
		r.restartArchive()
		r.archive.ServeHTTP(w, q)
	})
	if sum := r.runOnce(); sum.Done != 1 {
		t.Fatalf("RunOnce = %+v, job %+v", sum, r.job(job.ID))
	}
	r.delivered(path, data)
}

// TestSend_KilledBeforeTheReceipt stops the receiver between the last chunk and
// its receipt: the next question finishes what was left.
func TestSend_KilledBeforeTheReceipt(t *testing.T) {
	for _, point := range []string{"archive.chunk.bytes", "archive.chunk.after", "archive.moved", "archive.receipt.signed"} {
		t.Run(point, func(t *testing.T) {
			r := newRig(t)
			r.enrol()
			data := content(chunk / 2) // one chunk: every point is passed once
			job, path := r.enqueue("paket.tar", data)
			var killed atomic.Bool // the receiver's goroutine dies, this one asks
			r.config.Hook = func(p string) {
				if p == point && killed.CompareAndSwap(false, true) {
					panic(http.ErrAbortHandler) // the request dies here
				}
			}
			r.restartArchive()
			r.runOnce()
			if !killed.Load() {
				t.Fatalf("the point %s was not passed", point)
			}
			if j := r.job(job.ID); j.State != queue.Retry {
				t.Fatalf("job after the kill: %+v", j)
			}
			r.restartArchive()
			if sum := r.again(job.ID); sum.Done != 1 {
				t.Fatalf("second run: %+v, job %+v", sum, r.job(job.ID))
			}
			r.delivered(path, data)
		})
	}
}

// TestSend_ClientKilled stops the client at every named point; the next run ends
// with exactly one receipt.
func TestSend_ClientKilled(t *testing.T) {
	for _, point := range []string{"send.chunk.after", "send.receipt.before-store", "send.receipt.after-store", "send.done.before"} {
		t.Run(point, func(t *testing.T) {
			r := newRig(t)
			r.enrol()
			data := content(2*chunk + 5)
			job, path := r.enqueue("paket.tar", data)
			killed := false
			r.service.Hook = func(p string) {
				if p == point && !killed {
					killed = true
					panic("killed at " + p)
				}
			}
			r.runOnce()
			if !killed {
				t.Fatalf("the point %s was not passed", point)
			}
			before := r.countPrefix("PATCH ")
			if sum := r.again(job.ID); sum.Done != 1 {
				t.Fatalf("second run: %+v, job %+v", sum, r.job(job.ID))
			}
			r.delivered(path, data)
			if total := r.countPrefix("PATCH "); total != 3 {
				t.Errorf("%d chunks were sent for 3 (%d before the kill)", total, before)
			}
		})
	}
}

// TestSend_ReceiverMisbehaves lets a proxy or a broken receiver answer. Every
// case ends in a clear state with a German sentence, never in a success.
func TestSend_ReceiverMisbehaves(t *testing.T) {
	header := func(w http.ResponseWriter, k, v string) { w.Header()[k] = []string{v} }
	tests := []struct {
		name string
		on   string // method
		do   func(next http.Handler, w http.ResponseWriter, q *http.Request)
		want queue.State
		hint string
	}{
		{"offset too far in HEAD", http.MethodHead, func(next http.Handler, w http.ResponseWriter, q *http.Request) {
			rec := record(next, q)
			header(rec, "Upload-Offset", fmt.Sprint(chunk))
			replay(w, rec)
		}, queue.Damaged, "nicht das, was gesendet wurde"},
		{"offset beyond the end", http.MethodHead, func(next http.Handler, w http.ResponseWriter, q *http.Request) {
			rec := record(next, q)
			header(rec, "Upload-Offset", "99999999999")
			replay(w, rec)
		}, queue.Damaged, "nicht das, was gesendet wurde"},
		{"offset lied in PATCH for ever", http.MethodPatch, func(next http.Handler, w http.ResponseWriter, q *http.Request) {
			header(w, "Upload-Offset", "5")
			w.WriteHeader(http.StatusNoContent)
		}, queue.Damaged, "nicht das, was gesendet wurde"},
		{"digest of the whole upload lied", http.MethodHead, func(next http.Handler, w http.ResponseWriter, q *http.Request) {
			rec := record(next, q)
			header(rec, "Laufzettel-Stored-Digest", sign.FormatDigest(make([]byte, 64)))
			replay(w, rec)
		}, queue.Damaged, "nicht das, was gesendet wurde"},
		{"body changed on the way", http.MethodPatch, func(next http.Handler, w http.ResponseWriter, q *http.Request) {
			body, _ := io.ReadAll(q.Body)
			body[0] ^= 1
			q.Body = io.NopCloser(bytes.NewReader(body))
			next.ServeHTTP(w, q)
		}, queue.Damaged, "unterwegs verändert"},
		{"header changed on the way", http.MethodPatch, func(next http.Handler, w http.ResponseWriter, q *http.Request) {
			header(rec{q.Header}, "Upload-Offset", "7")
			next.ServeHTTP(w, q)
		}, queue.NeedsAdmin, "Unterschrift"},
		{"redirect", http.MethodPut, func(_ http.Handler, w http.ResponseWriter, q *http.Request) {
			http.Redirect(w, q, "https://anderswo.example/", http.StatusTemporaryRedirect)
		}, queue.NeedsAdmin, "Weiterleitungen"},
		{"proxy wants a password", http.MethodPut, func(_ http.Handler, w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusProxyAuthRequired)
		}, queue.NeedsAdmin, "Proxy"},
		{"gateway error page", http.MethodPut, func(_ http.Handler, w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusBadGateway)
			fmt.Fprint(w, "<html>")
		}, queue.Retry, "kann gerade nicht"},
		{"no answer", http.MethodPut, func(http.Handler, http.ResponseWriter, *http.Request) {
			panic(http.ErrAbortHandler)
		}, queue.Retry, "nicht erreichbar"},
		{"foreign location", http.MethodPost, func(_ http.Handler, w http.ResponseWriter, _ *http.Request) {
			header(w, "Location", "https://anderswo.example/x")
			w.WriteHeader(http.StatusCreated)
		}, queue.NeedsAdmin, "Programmfassungen"},
		{"receipt is still being made", http.MethodGet, func(_ http.Handler, w http.ResponseWriter, _ *http.Request) {
			header(w, "Retry-After", "60")
			w.WriteHeader(http.StatusAccepted)
		}, queue.Retry, "prüft das Paket noch"},
		{"receipt is rubbish", http.MethodGet, func(_ http.Handler, w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, "{}")
		}, queue.Damaged, "passt nicht"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t)
			r.enrol()
			job, path := r.enqueue("paket.tar", content(3*chunk))
			r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
				if q.Method == tt.on && !strings.HasSuffix(q.URL.Path, "/key") && q.URL.Path != "/v1/" {
					tt.do(next, w, q)
					return
				}
				next.ServeHTTP(w, q)
			})
			r.runOnce()
			if j := r.job(job.ID); j.State != tt.want || !strings.Contains(j.Reason, tt.hint) {
				t.Errorf("job is %s with %q (%s); want %s with %q", j.State, j.Reason, j.Detail, tt.want, tt.hint)
			}
			r.notDelivered(path)
		})
	}
}

// TestSend_ComesAgain: an archive that is asked too often by a quick client names a short
// wait; the client keeps it, and the job goes through in the same run. It gives up
// where there is no end to it, and where the wait is long.
func TestSend_ComesAgain(t *testing.T) {
	for _, tt := range []struct {
		name, after string
		refusals    int64 // of the first requests of the job
		want        queue.State
		pauses      int64
	}{
		{"once", "1", 1, queue.Done, 1},
		{"at each of its requests", "1", 7, queue.Done, 7},
		{"without end", "1", 1 << 40, queue.Retry, 10},
		{"for long", "60", 1, queue.Retry, 0},
		{"for no stated time", "", 1, queue.Retry, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t)
			r.enrol()
			var asked, pauses atomic.Int64
			r.service.Pause = func(_ context.Context, d time.Duration) error {
				if pauses.Add(1); d != time.Second {
					t.Errorf("waits %v", d)
				}
				return nil
			}
			job, _ := r.enqueue("paket.tar", content(2*chunk))
			r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
				if q.URL.Path != "/v1/" && asked.Add(1) <= tt.refusals {
					w.Header().Set("Retry-After", tt.after)
					w.WriteHeader(http.StatusTooManyRequests)
					return
				}
				next.ServeHTTP(w, q)
			})
			r.runOnce()
			if j := r.job(job.ID); j.State != tt.want || pauses.Load() != tt.pauses {
				t.Errorf("job is %s with %q after %d waits; want %s after %d", j.State, j.Reason, pauses.Load(), tt.want, tt.pauses)
			}
		})
	}
}

type rec struct{ h http.Header }

func (r rec) Header() http.Header       { return r.h }
func (rec) Write(b []byte) (int, error) { return len(b), nil }
func (rec) WriteHeader(int)             {}

func record(next http.Handler, q *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	next.ServeHTTP(w, q)
	return w
}

func replay(w http.ResponseWriter, from *httptest.ResponseRecorder) {
	for k, v := range from.Header() {
		w.Header()[k] = v
	}
	w.WriteHeader(from.Code)
	_, _ = w.Write(from.Body.Bytes())
}

// notDelivered checks that no receipt was stored anywhere.
func (r *rig) notDelivered(path string) {
	r.t.Helper()
	all, err := r.receipts.List(r.t.Context(), receipt.Filter{})
	r.check(err)
	if len(all) != 0 {
		r.t.Errorf("%d receipts were stored", len(all))
	}
	if _, err := os.Stat(path + receipt.SuffixReceipt); !errors.Is(err, os.ErrNotExist) {
		r.t.Errorf("a receipt lies beside the package: %v", err)
	}
	if len(r.stored) != 0 {
		r.t.Errorf("OnReceipt was called: %v", r.stored)
	}
}

// TestSend_WrongReceipt forges receipts with the archive's own key and without
// it: each is an alarm and none a success.
func TestSend_WrongReceipt(t *testing.T) {
	thief := newKey(t)
	tests := map[string]func(r *rig, good receipt.Receipt) (receipt.Receipt, *sign.Key){
		"foreign key": func(_ *rig, g receipt.Receipt) (receipt.Receipt, *sign.Key) { return g, thief },
		"other manifest": func(r *rig, g receipt.Receipt) (receipt.Receipt, *sign.Key) {
			g.ManifestSHA512 = strings.Repeat("0", 128)
			return g, r.key
		},
		"other upload": func(r *rig, g receipt.Receipt) (receipt.Receipt, *sign.Key) {
			g.Uploads[0].UploadID = strings.Repeat("A", 26)
			return g, r.key
		},
		"other bytes": func(r *rig, g receipt.Receipt) (receipt.Receipt, *sign.Key) {
			g.Uploads[0].SHA512 = strings.Repeat("0", 128)
			return g, r.key
		},
		"other size": func(r *rig, g receipt.Receipt) (receipt.Receipt, *sign.Key) { g.Size--; return g, r.key },
		"dated before the key": func(r *rig, g receipt.Receipt) (receipt.Receipt, *sign.Key) {
			g.Time = g.Time.AddDate(-1, 0, 0)
			return g, r.key
		},
	}
	for name, forge := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.enrol()
			job, path := r.enqueue("paket.tar", content(1000))
			r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
				if !strings.HasSuffix(q.URL.Path, "/receipt") {
					next.ServeHTTP(w, q)
					return
				}
				good, err := receipt.OpenWith(t.Context(), record(next, q).Body.Bytes(), r.key.Public())
				if err != nil {
					t.Error(err)
				}
				bad, key := forge(r, good)
				env, err := bad.Seal(t.Context(), key)
				if err != nil {
					t.Error(err)
				}
				_, _ = w.Write(env)
			})
			if sum := r.runOnce(); sum.Damaged != 1 {
				t.Fatalf("RunOnce = %+v, job %+v", sum, r.job(job.ID))
			}
			if j := r.job(job.ID); !strings.Contains(j.Reason, "passt nicht") {
				t.Errorf("reason %q", j.Reason)
			}
			r.notDelivered(path)
			alarms, err := r.receipts.Alarms(t.Context())
			if err != nil || len(alarms) != 1 || alarms[0].JobID != job.ID || len(alarms[0].Envelope) == 0 {
				t.Errorf("alarms %+v, %v", alarms, err)
			}
		})
	}
}

func TestSend_SwappedReceipts(t *testing.T) {
	r := newRig(t)
	r.enrol()
	first, _ := r.enqueue("eins.tar", content(1000))
	r.runOnce()
	held, err := r.receipts.List(t.Context(), receipt.Filter{JobID: first.ID})
	if err != nil || len(held) != 1 {
		t.Fatalf("%d receipts, %v", len(held), err)
	}
	second, _ := r.enqueue("zwei.tar", content(1000))
	r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
		if strings.HasSuffix(q.URL.Path, "/receipt") {
			_, _ = w.Write(held[0].Envelope) // genuine, but of the other delivery
			return
		}
		next.ServeHTTP(w, q)
	})
	r.runOnce()
	if j := r.job(second.ID); j.State != queue.Damaged {
		t.Errorf("job with a swapped receipt: %+v", j)
	}
}

func TestSend_PackageChangedMeanwhile(t *testing.T) {
	tests := map[string]func(path string, data []byte) error{
		"one byte": func(path string, data []byte) error {
			data = bytes.Clone(data)
			data[len(data)-1] ^= 1
			return os.WriteFile(path, data, 0o600)
		},
		"shorter": func(path string, data []byte) error { return os.WriteFile(path, data[:len(data)-1], 0o600) },
	}
	for name, change := range tests {
		t.Run(name, func(t *testing.T) {
			r := newRig(t)
			r.enrol()
			data := content(2 * chunk)
			job, path := r.enqueue("paket.tar", data)
			r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
				if q.Method == http.MethodPost { // the manifest is sealed by now
					r.check(change(path, data))
				}
				next.ServeHTTP(w, q)
			})
			r.runOnce()
			if j := r.job(job.ID); j.State != queue.Damaged || !strings.Contains(j.Reason, "verändert") {
				t.Errorf("job: %s %q", j.State, j.Reason)
			}
			r.notDelivered(path)
		})
	}
}

// TestSend_ArchiveSaysNo walks the refusals a person has to act on.
func TestSend_ArchiveSaysNo(t *testing.T) {
	tests := []struct {
		name string
		set  func(r *rig)
		want queue.State
		hint string
	}{
		{"quota", func(r *rig) { r.config.Quota = 10 }, queue.NeedsAdmin, "Kontingent"},
		{"no space", func(r *rig) { r.config.FreeSpace = func(string) (int64, error) { return 5, nil } }, queue.Retry, "kein Platz"},
		{"reserve", func(r *rig) { r.config.Reserve = 1 << 60 }, queue.Retry, "kein Platz"},
		{"too large", func(r *rig) { r.config.MaxUpload = 10 }, queue.NeedsUser, "größer"},
		{"clock ahead", func(r *rig) { r.config.Clock = func() time.Time { return time.Now().Add(time.Hour) } }, queue.NeedsAdmin,
			"60 Minuten nach"},
		{"clock behind", func(r *rig) { r.config.Clock = func() time.Time { return time.Now().Add(-5 * time.Minute) } }, queue.NeedsAdmin,
			"5 Minuten vor"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRig(t)
			r.enrol()
			tt.set(r)
			r.restartArchive()
			job, path := r.enqueue("paket.tar", content(1000))
			r.runOnce()
			if j := r.job(job.ID); j.State != tt.want || !strings.Contains(j.Reason, tt.hint) {
				t.Errorf("job is %s with %q; want %s with %q", j.State, j.Reason, tt.want, tt.hint)
			}
			r.notDelivered(path)
		})
	}
}

func TestSend_KeyStates(t *testing.T) {
	t.Run("not confirmed yet", func(t *testing.T) {
		r := newRig(t)
		key, err := r.service.NewKey(t.Context())
		r.check(err)
		p, err := r.service.Enrol(t.Context(), r.url, archiveApplicant)
		r.check(err)
		if p.State != "pending" || p.Code == "" || p.KeyID != key.ID {
			t.Fatalf("peer %+v", p)
		}
		job, _ := r.enqueue("paket.tar", content(10))
		r.runOnce()
		if j := r.job(job.ID); j.State != queue.NeedsAdmin || !strings.Contains(j.Reason, "noch nicht bestätigt") {
			t.Errorf("job: %s %q", j.State, j.Reason)
		}
		_, err = archivetest.Confirm(t.Context(), r.archive, p.Code)
		r.check(err)
		if sum := r.again(job.ID); sum.Done != 1 {
			t.Errorf("after the confirmation: %+v", sum)
		}
	})
	t.Run("revoked by the archive", func(t *testing.T) {
		r := newRig(t)
		p := r.enrol()
		r.check(r.archive.Revoke(t.Context(), p.KeyID))
		job, _ := r.enqueue("paket.tar", content(10))
		r.runOnce()
		if j := r.job(job.ID); j.State != queue.NeedsAdmin || !strings.Contains(j.Reason, "gesperrt") {
			t.Errorf("job: %s %q", j.State, j.Reason)
		}
	})
	t.Run("wrong role", func(t *testing.T) {
		r := newRig(t)
		r.enrol(archive.RoleRead)
		job, _ := r.enqueue("paket.tar", content(10))
		r.runOnce()
		if j := r.job(job.ID); j.State != queue.NeedsAdmin || !strings.Contains(j.Reason, "Rolle") {
			t.Errorf("job: %s %q", j.State, j.Reason)
		}
	})
}

func TestSend_RefusedByTheArchivesCheck(t *testing.T) {
	r := newRig(t)
	r.enrol()
	r.config.Check = refuseAll
	r.restartArchive()
	job, path := r.enqueue("paket.tar", content(1000))
	for range 2 { // trying again asks nobody and says the same
		r.runOnce()
		if j := r.job(job.ID); j.State != queue.NeedsUser || !strings.Contains(j.Reason, "zurückgewiesen") {
			t.Fatalf("job: %s %q", j.State, j.Reason)
		}
		r.check(r.queue.TryNow(t.Context(), job.ID, time.Now()))
	}
	peer, err := r.service.Peer(t.Context(), r.url)
	r.check(err)
	v, err := receipt.VerifyFile(t.Context(), path+receipt.SuffixReceipt, peer.Trust)
	if err != nil || v.OK() || v.Receipt.Reason != "METS fehlt" {
		t.Errorf("offline verification of a refusal: OK=%v, %+v, %v", v.OK(), v.Receipt, err)
	}
	if len(r.stored) != 0 {
		t.Error("OnReceipt was called for a refusal")
	}
}
