package channel_test

import (
	"crypto/sha512"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
)

const benchSize = 256 << 20

// BenchmarkUpload sends one file over loopback: signed, verified and synced by
// chunk with a receipt at the end, and beside it plain "curl -T" followed by one
// sync of the same file on the same disk (design.md 8: at least 0.8 of that).
func BenchmarkUpload(b *testing.B) {
	b.Run("laufzettel", func(b *testing.B) {
		r := newRig(b)
		r.service.Chunk = channel.MaxChunk
		r.enrol()
		path := filepath.Join(r.root, "gross.tar")
		data := content(benchSize)
		sum := sha512.Sum512(data) // the packager knows it from writing
		r.check(os.WriteFile(path, data, 0o600))
		b.SetBytes(benchSize)
		for b.Loop() {
			j, err := channel.UploadJob("bench", channel.Order{Peer: r.url, Path: path, Kind: "aip", Size: benchSize, SHA512: hex.EncodeToString(sum[:])}, time.Now())
			r.check(err)
			r.check(r.queue.Enqueue(b.Context(), j))
			if sum := r.runOnce(); sum.Done != 1 {
				b.Fatalf("%+v", r.job(j.ID))
			}
			b.StopTimer() // curl writes over its file: give the memory of ours back too
			r.check(os.RemoveAll(filepath.Join(r.dir, "packages")))
			b.StartTimer()
		}
	})
	b.Run("curl -T and sync", func(b *testing.B) {
		if _, err := exec.LookPath("curl"); err != nil {
			b.Skip("curl is not here")
		}
		dir := b.TempDir()
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			f, err := os.Create(filepath.Join(dir, "angekommen"))
			if err == nil {
				_, err = io.Copy(f, r.Body)
			}
			if err == nil {
				err = f.Sync()
			}
			if err != nil || f.Close() != nil {
				w.WriteHeader(http.StatusInternalServerError)
			}
		}))
		defer srv.Close()
		path := filepath.Join(dir, "gross.tar")
		if err := os.WriteFile(path, content(benchSize), 0o600); err != nil {
			b.Fatal(err)
		}
		b.SetBytes(benchSize)
		for b.Loop() {
			if out, err := exec.CommandContext(b.Context(), "curl", "-sfT", path, srv.URL+"/x").CombinedOutput(); err != nil {
				b.Fatalf("%s %v", out, err)
			}
		}
	})
}

// BenchmarkQueue counts durable operations: enqueue, lease and finish of a job.
func BenchmarkQueue(b *testing.B) {
	b.Run("enqueue, lease and finish a job, each synced", func(b *testing.B) {
		r := newRig(b)
		for b.Loop() {
			r.check(r.queue.Enqueue(b.Context(), queue.New(queue.Upload, "x", nil, time.Now())))
			j, err := r.queue.Lease(b.Context(), "b", time.Now(), time.Minute)
			r.check(err)
			_, err = r.queue.Finish(b.Context(), j.ID, "b", time.Now(), queue.Result{Event: queue.Succeeded})
			r.check(err)
		}
		b.ReportMetric(float64(b.N)*3/b.Elapsed().Seconds(), "ops/s")
	})
}
