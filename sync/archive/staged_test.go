package archive

import (
	"bytes"
	"crypto/rand"
	"crypto/sha512"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tus/tusd/v2/pkg/handler"
)

// underway stages chunks one after the other and commits each in its own
// goroutine, as requests do that have handed the upload's lock on.
type underway struct {
	t       *testing.T
	files   *Files
	id      string
	data    []byte
	commits sync.WaitGroup
	mu      sync.Mutex
	failed  []int64 // ends of chunks that were not acknowledged
}

func newUnderway(t *testing.T, chunks int) *underway {
	t.Helper()
	f, err := NewFiles(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	u := &underway{t: t, files: f, id: rand.Text(), data: bytes.Repeat([]byte("0123456789abcdef"), 64*chunks)}
	if _, err := f.NewUpload(t.Context(), handler.FileInfo{ID: u.id, Size: int64(len(u.data))}); err != nil {
		t.Fatal(err)
	}
	return u
}

const stagedChunk = 1024

// send brings the next chunk through its first step and starts the others.
func (u *underway) send() error {
	up, err := u.files.next(u.id)
	if err != nil {
		return err
	}
	st, err := up.stage(u.data[up.info.Offset:up.info.Offset+stagedChunk], up.info.Offset, false)
	if err != nil {
		return err
	}
	u.commits.Go(func() {
		defer func() { _ = recover() }() // a hook's
		if err := u.files.commit(st); err != nil {
			u.mu.Lock()
			u.failed = append(u.failed, st.info.Offset)
			u.mu.Unlock()
		}
	})
	return nil
}

// rest waits for all chunks and compares what is on disk.
func (u *underway) rest(want int64) {
	u.t.Helper()
	u.commits.Wait()
	if err := u.files.Settle(u.t.Context(), u.id); err != nil {
		u.t.Fatal(err)
	}
	again, err := NewFiles(u.files.dir) // as after a restart
	if err != nil {
		u.t.Fatal(err)
	}
	s, err := again.State(u.t.Context(), u.id)
	if err != nil {
		u.t.Fatal(err)
	}
	if sum := sha512.Sum512(u.data[:want]); s.Offset != want || !bytes.Equal(s.SHA512, sum[:]) {
		u.t.Fatalf("offset %d with %x, want %d with %x", s.Offset, s.SHA512, want, sum)
	}
	stored, err := os.ReadFile(u.files.bin(u.id))
	if err != nil || !bytes.Equal(stored[:want], u.data[:want]) {
		u.t.Fatalf("%d bytes stored, %v", len(stored), err)
	}
	left, err := filepath.Glob(filepath.Join(u.files.dir, "uploads", "*"))
	if err != nil || len(left) != 2 {
		u.t.Fatalf("left behind: %v, %v; want bytes and state", left, err)
	}
}

// TestStaged_WaitTogether lets the third step of the first chunk take its time:
// all that come meanwhile share the next one.
func TestStaged_WaitTogether(t *testing.T) {
	const chunks = 6
	u := newUnderway(t, chunks)
	begun, all := make(chan struct{}), make(chan struct{})
	var settled int
	u.files.hook = func(point string) {
		if point == "archive.chunk.bytes" {
			if settled++; settled == 1 { // one third step at a time
				close(begun)
				<-all
			}
		}
	}
	if err := u.send(); err != nil {
		t.Fatal(err)
	}
	<-begun
	for range chunks - 1 {
		if err := u.send(); err != nil {
			t.Fatal(err)
		}
	}
	close(all)
	u.rest(chunks * stagedChunk)
	if settled >= chunks || len(u.failed) != 0 {
		t.Errorf("%d third steps for %d chunks, failed: %v", settled, chunks, u.failed)
	}
}

// TestStaged_NothingBehindAFailureCounts breaks the third step of the second chunk.
func TestStaged_NothingBehindAFailureCounts(t *testing.T) {
	u := newUnderway(t, 4)
	if err := u.send(); err != nil {
		t.Fatal(err)
	}
	u.rest(stagedChunk)
	begun, go2 := make(chan struct{}), make(chan struct{})
	var once sync.Once
	u.files.hook = func(point string) {
		if point == "archive.chunk.bytes" {
			once.Do(func() { close(begun) })
			<-go2
			panic("the disk is gone")
		}
	}
	if err := u.send(); err != nil {
		t.Fatal(err)
	}
	<-begun
	behind, err := u.files.next(u.id) // has seen the chunk that will fail
	if err != nil {
		t.Fatal(err)
	}
	if err := u.send(); err != nil {
		t.Fatal(err)
	}
	close(go2)
	u.commits.Wait()
	if err := u.files.Settle(t.Context(), u.id); err != nil {
		t.Fatal(err)
	}
	if _, err := behind.stage(u.data[2*stagedChunk:3*stagedChunk], 2*stagedChunk, false); !errors.Is(err, errStageBefore) {
		t.Errorf("a chunk behind a failed one: %v, want errStageBefore", err)
	}
	if !slices.Contains(u.failed, 3*stagedChunk) {
		t.Errorf("failed: %v; the chunk behind the broken one counts", u.failed)
	}
	u.files.hook = func(string) {}
	for range 3 {
		if err := u.send(); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range u.leftStates() {
		if err := os.Remove(path); err != nil { // of the step that died
			t.Fatal(err)
		}
	}
	u.failed = nil
	u.rest(4 * stagedChunk)
	if len(u.failed) != 0 {
		t.Errorf("failed: %v", u.failed)
	}
}

func (u *underway) leftStates() []string {
	u.commits.Wait()
	all, err := filepath.Glob(filepath.Join(u.files.dir, "uploads", "*"))
	if err != nil {
		u.t.Fatal(err)
	}
	return slices.DeleteFunc(all, func(p string) bool { return strings.HasSuffix(p, ".bin") || strings.HasSuffix(p, ".info") })
}

// TestStaged_RemoveTakesStatesAlong removes what a kill has left of the steps.
func TestStaged_RemoveTakesStatesAlong(t *testing.T) {
	u := newUnderway(t, 1)
	for n := range stateNames {
		if err := os.WriteFile(u.files.stateName(u.id, n), []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := u.files.Remove(t.Context(), u.id); err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(u.files.dir, "uploads", "*")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
