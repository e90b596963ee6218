package channel_test

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
)

const benchSize = 256 << 20

// BenchmarkUpload sends one file over loopback: signed, verified and synced by
// chunk with a receipt at the end, and beside it plain "curl -T" followed by one
// sync of the same file on the same disk (design.md 8: at least 0.8 of that). What
// travels on has its receipt on its pieces; of a package that stays the SHA-512 of the
// whole is confirmed before. The last row is what only we do: the digests of the pieces
// and of the whole, on two processors.
func BenchmarkUpload(b *testing.B) {
	data := content(benchSize)
	sum := sha512.Sum512(data) // the packager knows it from writing, as the digests of the pieces
	pieces := notesOf(data)
	for _, way := range []struct{ name, kind string }{{"laufzettel", receipt.KindDelivery}, {"laufzettel, a package taken in", "aip"}} {
		b.Run(way.name, func(b *testing.B) {
			r := newRig(b)
			r.service.Chunk = channel.MaxChunk
			r.enrol()
			path := filepath.Join(r.root, "gross.tar")
			r.check(os.WriteFile(path, data, 0o600))
			measured(b, filepath.Join(r.dir, "packages"), func() {
				r.check(r.service.Note(b.Context(), hex.EncodeToString(sum[:]), benchSize, pieces)) // the last receipt has dropped it
				j, err := channel.UploadJob("bench", channel.Order{Peer: r.url, Path: path, Kind: way.kind, Size: benchSize,
					SHA512: hex.EncodeToString(sum[:])}, time.Now())
				r.check(err)
				r.check(r.queue.Enqueue(b.Context(), j))
				if sum := r.runOnce(); sum.Done != 1 {
					b.Fatalf("%+v", r.job(j.ID))
				}
			})
		})
	}
	b.Run("curl -T and sync", func(b *testing.B) {
		if _, err := exec.LookPath("curl"); err != nil {
			b.Skip("curl is not here")
		}
		dir := b.TempDir()
		arrived := filepath.Join(dir, "angekommen")
		srv := httptest.NewServer(storing(arrived))
		defer srv.Close()
		path := filepath.Join(dir, "gross.tar")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			b.Fatal(err)
		}
		measured(b, arrived, func() {
			if out, err := exec.CommandContext(b.Context(), "curl", "-sfT", path, srv.URL+"/x").CombinedOutput(); err != nil {
				b.Fatalf("%s %v", out, err)
			}
		})
	})
	b.Run("the digests alone", func(b *testing.B) {
		measured(b, "", func() {
			var whole sync.WaitGroup
			whole.Go(func() { sha512.Sum512(data) })
			sha256.Sum256(data)
			whole.Wait()
		})
	})
}

// storing takes a body as a plain server would and syncs it.
func storing(path string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f, err := os.Create(path)
		if err == nil {
			_, err = io.Copy(f, r.Body)
		}
		if err == nil {
			err = f.Sync()
		}
		if err != nil || f.Close() != nil {
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
}

// measured runs one and counts wall clock and processor time, that of programs
// it has called too. What is left behind is removed and the disk comes to rest
// before the clock goes on.
func measured(b *testing.B, leaves string, one func()) {
	b.SetBytes(benchSize)
	var cpu time.Duration
	for b.Loop() {
		b.StopTimer()
		if leaves != "" {
			if err := os.RemoveAll(leaves); err != nil {
				b.Fatal(err)
			}
			_ = exec.CommandContext(b.Context(), "sync").Run() // only calms the disk; not everywhere
		}
		before := processorTime()
		b.StartTimer()
		one()
		b.StopTimer()
		cpu += processorTime() - before
		b.StartTimer()
	}
	b.ReportMetric(cpu.Seconds()/float64(b.N), "cpu-s/op")
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
