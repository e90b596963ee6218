package channel_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"laufzettel/sync/queue"
)

const (
	large   = 1 << 20 // chunks that travel several at a time
	atATime = 4       // how many the receiver of these tests takes
)

// TestPipeline_LineCut cuts the line around every chunk boundary while several
// chunks are under way. The upload goes on where it was; beyond what was under way
// nothing is sent twice.
func TestPipeline_LineCut(t *testing.T) {
	size := 3*large + 17
	for _, boundary := range []int{0, large, 2 * large, 3 * large, size} {
		for _, cut := range []int{boundary - 1, boundary, boundary + 1} {
			if cut < 0 || cut >= size {
				continue
			}
			for _, side := range []string{"request", "answer"} {
				t.Run(fmt.Sprintf("%s cut at %d", side, cut), func(t *testing.T) {
					r := newRig(t)
					r.service.Chunk = large
					r.enrol()
					data := content(size)
					job, path := r.enqueue("paket.tar", data)
					line := &cutLine{at: int64(cut), side: side}
					r.between(line.serve)
					if sum := r.runOnce(); sum.Retry != 1 {
						t.Fatalf("after the cut: %+v, job %+v", sum, r.job(job.ID))
					}
					r.clear()
					if sum := r.again(job.ID); sum.Done != 1 {
						t.Fatalf("second run: %+v, job %+v", sum, r.job(job.ID))
					}
					r.delivered(path, data)
					if n := r.countPrefix("PATCH "); n > 4+atATime {
						t.Errorf("%d chunks were sent for 4", n)
					}
				})
			}
		}
	}
}

// cutLine breaks the chunk that contains a byte, and every later one.
type cutLine struct {
	at   int64
	side string
	mu   sync.Mutex
	cut  bool
}

func (c *cutLine) serve(next http.Handler, w http.ResponseWriter, q *http.Request) {
	if q.Method != http.MethodPatch {
		next.ServeHTTP(w, q)
		return
	}
	var begin int64
	_, _ = fmt.Sscan(q.Header.Get("Upload-Offset"), &begin)
	c.mu.Lock()
	down := c.cut
	hit := !down && c.at < begin+q.ContentLength
	c.cut = c.cut || hit
	c.mu.Unlock()
	switch {
	case down:
		panic(http.ErrAbortHandler)
	case hit && c.side == "answer": // stored, but the client never hears of it
		next.ServeHTTP(httptest.NewRecorder(), q)
		panic(http.ErrAbortHandler)
	case hit:
		q.Body = io.NopCloser(io.MultiReader(&io.LimitedReader{R: q.Body, N: c.at - begin}, brokenReader{}))
		next.ServeHTTP(httptest.NewRecorder(), q)
		panic(http.ErrAbortHandler)
	default:
		next.ServeHTTP(w, q)
	}
}

// TestPipeline_ChunksOvertake lets later chunks arrive before the first.
func TestPipeline_ChunksOvertake(t *testing.T) {
	r := newRig(t)
	r.service.Chunk = large
	r.enrol()
	data := content(4 * large)
	job, path := r.enqueue("paket.tar", data)
	passed := make(chan struct{})
	var once sync.Once
	r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
		if q.Method == http.MethodPatch && q.Header.Get("Upload-Offset") == "0" {
			body, err := io.ReadAll(q.Body) // only then the client sends the next one
			r.check(err)
			q.Body = io.NopCloser(bytes.NewReader(body))
			select {
			case <-passed:
			case <-time.After(10 * time.Second):
				t.Error("no second chunk came while the first was under way")
			}
		}
		next.ServeHTTP(w, q)
		if q.Method == http.MethodPatch && q.Header.Get("Upload-Offset") != "0" {
			once.Do(func() { close(passed) })
		}
	})
	if sum := r.runOnce(); sum.Done != 1 {
		t.Fatalf("RunOnce = %+v, job %+v", sum, r.job(job.ID))
	}
	r.delivered(path, data)
	if n := r.countPrefix("PATCH "); n > 4+atATime-1 {
		t.Errorf("%d chunks were sent; want 4 and at most three that came too soon", n)
	}
}

// TestRepeated sends every request twice, as a broken proxy may, and gives the
// client either answer.
func TestRepeated(t *testing.T) {
	for _, size := range []int{chunk, large} {
		for _, which := range []string{"first", "second"} {
			t.Run(fmt.Sprintf("chunks of %d, %s answer", size, which), func(t *testing.T) {
				r := newRig(t)
				r.service.Chunk = size
				r.enrol()
				data := content(3*size + 5)
				job, path := r.enqueue("paket.tar", data)
				var mu sync.Mutex
				left := 6 // a proxy that never stops would never let a second answer be a good one
				r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
					mu.Lock()
					unsigned := q.Header.Get("Signature") == "" // what everybody may ask, as often as they like
					if !unsigned {
						left--
					}
					spare := left < 0
					mu.Unlock()
					if spare || unsigned {
						next.ServeHTTP(w, q)
						return
					}
					body, err := io.ReadAll(q.Body)
					r.check(err)
					q.Body = io.NopCloser(bytes.NewReader(body))
					again := q.Clone(q.Context())
					again.Body = io.NopCloser(bytes.NewReader(body))
					one := record(next, q)
					two := record(next, again)
					if two.Code != http.StatusUnauthorized || two.Header().Get("Laufzettel-Problem") != "replay" {
						t.Errorf("the repeated %s got %d %s, want 401 replay", q.Method, two.Code, two.Header().Get("Laufzettel-Problem"))
					}
					if which == "second" {
						one = two
					}
					replay(w, one)
				})
				for range 8 {
					r.runOnce()
					if r.job(job.ID).State == queue.Done {
						break
					}
					r.check(r.queue.TryNow(t.Context(), job.ID, time.Now()))
				}
				r.delivered(path, data)
			})
		}
	}
}

// TestLate answers a chunk after the client has given up waiting, and then again
// into the connection of a later request.
func TestLate(t *testing.T) {
	for _, size := range []int{chunk, large} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			r := newRig(t)
			r.service.Chunk = size
			r.enrol()
			r.service.HTTP.Transport.(*http.Transport).ResponseHeaderTimeout = 300 * time.Millisecond
			data := content(6 * size)
			job, path := r.enqueue("paket.tar", data)
			release := make(chan struct{})
			var once sync.Once
			r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
				if q.Method == http.MethodPatch {
					late := false
					once.Do(func() { late = true })
					if late {
						answer := record(next, q)
						<-release
						replay(w, answer)
						return
					}
				}
				next.ServeHTTP(w, q)
			})
			if sum := r.runOnce(); sum.Retry != 1 {
				t.Fatalf("RunOnce = %+v, job %+v", sum, r.job(job.ID))
			}
			close(release)
			r.service.HTTP.Transport.(*http.Transport).ResponseHeaderTimeout = time.Minute
			if sum := r.again(job.ID); sum.Done != 1 {
				t.Fatalf("second run: %+v, job %+v", sum, r.job(job.ID))
			}
			r.delivered(path, data)
		})
	}
}

// TestTwice writes the answer to every chunk twice onto the line.
func TestTwice(t *testing.T) {
	for _, size := range []int{chunk, large} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			r := newRig(t)
			r.service.Chunk = size
			r.enrol()
			data := content(3 * size)
			job, path := r.enqueue("paket.tar", data)
			r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
				if q.Method != http.MethodPatch {
					next.ServeHTTP(w, q)
					return
				}
				answer := record(next, q)
				var text bytes.Buffer
				fmt.Fprintf(&text, "HTTP/1.1 %d X\r\n", answer.Code)
				if err := answer.Header().Write(&text); err != nil {
					t.Error(err)
				}
				text.WriteString("\r\n")
				conn, _, err := w.(http.Hijacker).Hijack()
				if err != nil {
					t.Error(err)
					return
				}
				defer conn.Close()
				_, _ = conn.Write(bytes.Repeat(text.Bytes(), 2)) // the client may be gone after the first
			})
			for range 8 {
				r.runOnce()
				if r.job(job.ID).State == queue.Done {
					break
				}
				r.check(r.queue.TryNow(t.Context(), job.ID, time.Now()))
			}
			r.delivered(path, data)
		})
	}
}

// TestFullDisk fills the disk of either side in the middle of an upload: nothing
// counts as done, the person is told, and with room again all is well.
func TestFullDisk(t *testing.T) {
	for _, size := range []int{chunk, large} {
		t.Run(fmt.Sprintf("receiver, chunks of %d", size), func(t *testing.T) {
			dir := smallDisk(t, 16<<20)
			r := newRigIn(t, dir, t.TempDir())
			r.service.Chunk = size
			r.enrol()
			data := content(6 * size)
			job, path := r.enqueue("paket.tar", data)
			fill := filler(t, dir)
			var once sync.Once
			r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
				if q.Method == http.MethodPatch && q.Header.Get("Upload-Offset") != "0" {
					once.Do(fill)
				}
				next.ServeHTTP(w, q)
			})
			r.runOnce()
			if j := r.job(job.ID); j.State != queue.Retry || j.Reason == "" {
				t.Fatalf("job with a full receiver: %s %q (%s)", j.State, j.Reason, j.Detail)
			}
			r.check(os.Remove(filepath.Join(dir, "ballast")))
			if sum := r.again(job.ID); sum.Done != 1 {
				t.Fatalf("with room again: %+v, job %+v", sum, r.job(job.ID))
			}
			r.delivered(path, data)
		})
	}
	t.Run("client", func(t *testing.T) {
		root := smallDisk(t, 16<<20)
		r := newRigIn(t, t.TempDir(), root)
		r.enrol()
		data := content(6 * chunk)
		job, path := r.enqueue("paket.tar", data)
		fill := filler(t, root)
		var once sync.Once
		r.between(func(next http.Handler, w http.ResponseWriter, q *http.Request) {
			if strings.HasSuffix(q.URL.Path, "/receipt") {
				once.Do(fill)
			}
			next.ServeHTTP(w, q)
		})
		_, err := r.runner.RunOnce(t.Context()) // it cannot even write down what happened
		if j, gerr := r.queue.Get(t.Context(), job.ID); gerr != nil || j.State == queue.Done {
			t.Fatalf("job on a full disk: %+v, %v, %v", j, gerr, err)
		}
		if _, serr := os.Stat(path + ".quittung.json"); !errors.Is(serr, os.ErrNotExist) {
			t.Errorf("half a receipt lies beside the package: %v", serr)
		}
		r.check(os.Remove(filepath.Join(root, "ballast")))
		r.runOnce() // takes what is left of the job
		if r.job(job.ID).State != queue.Done {
			r.again(job.ID)
		}
		r.delivered(path, data)
	})
}

// filler gives a function that leaves no room on the disk of dir.
func filler(t *testing.T, dir string) func() {
	return func() {
		f, err := os.Create(filepath.Join(dir, "ballast"))
		if err != nil {
			t.Error(err)
			return
		}
		defer f.Close()
		for block := make([]byte, 4096); ; {
			if _, err := f.Write(block); err != nil {
				return
			}
		}
	}
}

// TestPipeline_KilledWhileTwoAreUnderWay lets the second of two chunks wait for a
// first that is never acknowledged: none of it may count.
func TestPipeline_KilledWhileTwoAreUnderWay(t *testing.T) {
	for _, point := range []string{"archive.chunk.bytes", "archive.chunk.after"} {
		t.Run(point, func(t *testing.T) {
			r := newRig(t)
			r.service.Chunk = large
			r.enrol()
			data := content(4 * large)
			job, path := r.enqueue("paket.tar", data)
			var mu sync.Mutex
			passed := 0
			r.config.Hook = func(p string) {
				mu.Lock()
				defer mu.Unlock()
				if p == point {
					if passed++; passed == 2 {
						panic(http.ErrAbortHandler) // the request dies here
					}
				}
			}
			r.restartArchive()
			r.runOnce()
			r.restartArchive()
			if r.job(job.ID).State != queue.Done {
				r.again(job.ID)
			}
			r.delivered(path, data)
		})
	}
}
