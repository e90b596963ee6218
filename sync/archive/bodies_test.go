package archive_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"laufzettel/sync/archive"
	"laufzettel/sync/sign"
)

// line is a body that comes step by step: each Read waits for the test.
type line struct {
	reads chan struct{} // one for each Read that waits
	steps chan []byte   // closed: the line broke
}

func newLine() *line { return &line{reads: make(chan struct{}, 64), steps: make(chan []byte)} }

func (l *line) Read(p []byte) (int, error) {
	l.reads <- struct{}{}
	b, ok := <-l.steps
	if !ok {
		return 0, io.ErrUnexpectedEOF
	}
	return copy(p, b), nil
}

func (l *line) Close() error { return nil }

// manualClock moves only when told.
type manualClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *manualClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *manualClock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// slowly begins a signed chunk whose body is the line, inside the process: no deadline
// of a socket ends it before the test does.
func (b *bench) slowly(key *sign.Key, p parcel, chunk []byte, body io.ReadCloser) (done chan int) {
	b.t.Helper()
	req, err := http.NewRequestWithContext(b.t.Context(), http.MethodPatch, b.config.PublicURL+"/v1/uploads/"+p.id, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	for k, v := range patching(0) {
		req.Header.Set(k, v)
	}
	sign.SetContentDigest(req.Header, chunk)
	if err := sign.SignRequest(req, key, sign.NewNonce()); err != nil {
		b.t.Fatal(err)
	}
	req.Body, req.ContentLength = body, int64(len(chunk))
	done = make(chan int, 1)
	go func() {
		w := httptest.NewRecorder()
		b.a.ServeHTTP(w, req)
		done <- w.Code
	}()
	return done
}

// TestS5_SlowClientsHoldUpNobody: nine clients, each with as many large bodies as it
// likes, stand still in the middle; a quick one delivers its whole package meanwhile.
func TestS5_SlowClientsHoldUpNobody(t *testing.T) {
	slowAndQuick(t, 9, http.StatusNoContent)
}

// A hundred enrolled clients, each with two bodies that stand still: second bodies find no
// place any more, the quick one's only line does.
func TestS5_AHundredEnrolledClients(t *testing.T) {
	slowAndQuick(t, 100, http.StatusServiceUnavailable)
}

// slowAndQuick has clients with two slow bodies each, the last of which ends with want
// where places run out, and a quick one that gets through while the slow are still open.
func slowAndQuick(t *testing.T, clients, want int) {
	t.Helper()
	var ahead atomic.Int64 // of the clock: a tenth of a second between two enrolments, however quick the machine
	b := newBench(t, func(c *archive.Config) {
		c.Clock = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	})
	chunk := bytes.Repeat([]byte("langsam "), 20_000) // large: more than a body without a place
	var ends []func()
	refused := 0
	for range clients {
		key := newKey(t)
		ahead.Add(int64(time.Second / 10))
		b.enrol(key)
		for range 2 {
			p := b.create(key, chunk)
			l := newLine()
			done := b.slowly(key, p, chunk, l)
			select {
			case code := <-done:
				if code != want {
					t.Fatalf("status %d", code)
				}
				refused++
				continue
			case <-l.reads:
			}
			l.steps <- chunk[:1]
			<-l.reads // and now nothing more
			ends = append(ends, func() { close(l.steps); <-done })
		}
	}
	if (refused > 0) != (want != http.StatusNoContent) {
		t.Errorf("%d bodies were refused", refused)
	}
	b.enrol(b.key)
	data := bytes.Repeat([]byte("schnell "), 200_000)
	p := b.create(b.key, data)
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), data, nil).is(t, "the quick client's chunk", http.StatusNoContent,
		"")
	b.request(b.key, http.MethodGet, "/v1/uploads/"+p.id+"/receipt", nil, nil, nil).is(t, "the quick client's receipt", http.StatusOK, "")
	for _, end := range ends {
		end()
	}
	if left, err := os.ReadDir(filepath.Join(b.config.Dir, "incoming")); err != nil || len(left) != 0 {
		t.Errorf("bodies left behind: %v, %v", left, err)
	}
}

// paced is a body that lets time pass with every piece of it.
type paced struct {
	data  []byte
	pass  func()
	piece int
}

func (p *paced) Read(b []byte) (int, error) {
	if len(p.data) == 0 {
		return 0, io.EOF
	}
	p.pass()
	n := copy(b, p.data[:min(p.piece, len(p.data))])
	p.data = p.data[n:]
	return n, nil
}

func (p *paced) Close() error { return nil }

// TestS5_SlowButHonest: a body that takes longer than memory waits for it arrives
// whole over a file.
func TestS5_SlowButHonest(t *testing.T) {
	clock := &manualClock{now: time.Now()}
	b := newBench(t, func(c *archive.Config) { c.Clock = clock.Now })
	b.enrol(b.key)
	chunk := make([]byte, 256<<10)
	for i := range chunk {
		chunk[i] = byte(i >> 8)
	}
	p := b.create(b.key, chunk)
	took := 0
	body := &paced{data: chunk, piece: 8 << 10, pass: func() { clock.Add(time.Second); took++ }}
	if code := <-b.slowly(b.key, p, chunk, body); code != http.StatusNoContent || took != 32 {
		t.Fatalf("status %d after %d seconds", code, took)
	}
	b.request(b.key, http.MethodGet, "/v1/uploads/"+p.id+"/receipt", nil, nil, nil).is(t, "receipt", http.StatusOK, "")
	got, err := os.ReadFile(filepath.Join(b.config.Dir, "packages", p.id[:2], p.id))
	if err != nil || !bytes.Equal(got, chunk) {
		t.Errorf("stored %d bytes, %v", len(got), err)
	}
}

// TestS5_CrawlingEnds: after half a minute a body has to keep the minimum rate.
func TestS5_CrawlingEnds(t *testing.T) {
	clock := &manualClock{now: time.Now()}
	b := newBench(t, func(c *archive.Config) { c.Clock = clock.Now })
	b.enrol(b.key)
	chunk := bytes.Repeat([]byte("x"), 100_000)
	p := b.create(b.key, chunk)
	l := newLine()
	done := b.slowly(b.key, p, chunk, l)
	steps := 0
	for {
		select {
		case code := <-done:
			if code != http.StatusRequestTimeout || steps < 30 || steps > 40 {
				t.Errorf("status %d after %d seconds of one byte each", code, steps)
			}
			b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), chunk, nil).is(t, "again, quickly", http.StatusNoContent,
				"")
			return
		case <-l.reads:
			clock.Add(time.Second)
			steps++
			l.steps <- chunk[:1]
		}
	}
}

// TestS6_SlowStrangers: an unsigned body has to be there within ten seconds, and no
// number of strangers keeps an invited office out.
func TestS6_SlowStrangers(t *testing.T) {
	clock := &manualClock{now: time.Now()}
	b := newBench(t, func(c *archive.Config) { c.Clock = clock.Now })
	strange := func(l *line, header http.Header) chan int {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.config.PublicURL+"/v1/enrolments", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header, req.Body, req.ContentLength = header, l, 1000
		done := make(chan int, 1)
		go func() {
			w := httptest.NewRecorder()
			b.a.ServeHTTP(w, req)
			done <- w.Code
		}()
		return done
	}
	var lines []*line
	var dones []chan int
	for range 16 {
		l := newLine()
		dones = append(dones, strange(l, http.Header{}))
		lines = append(lines, l)
		<-l.reads
	}
	if code := <-strange(newLine(), http.Header{}); code != http.StatusServiceUnavailable {
		t.Errorf("one stranger too many: %d", code)
	}
	in, err := b.a.Invite(t.Context(), "Amt Musterstadt")
	if err != nil {
		t.Fatal(err)
	}
	invited := newKey(t)
	b.applyWith(invited, "Amt Musterstadt", in.Code).is(t, "an invited office among sixteen slow strangers", http.StatusAccepted, "")
	clock.Add(11 * time.Second)
	for i, l := range lines {
		l.steps <- []byte("{")
		if code := <-dones[i]; code != http.StatusRequestTimeout {
			t.Errorf("a slow stranger: %d", code)
		}
	}
}

// TestS6_ABodyNobodyReads: what is refused before its body was read is answered and its line
// closed, though the body never comes, whatever the address.
func TestS6_ABodyNobodyReads(t *testing.T) {
	clock := &manualClock{now: time.Now()}
	b := newBench(t, func(c *archive.Config) { c.Clock = clock.Now })
	for range 20 { // the pace of enrolments is used up
		b.request(nil, http.MethodPost, "/v1/enrolments", nil, []byte("{"), nil)
	}
	for _, tt := range []struct {
		ask  string
		want int
	}{
		{"POST /v1/enrolments", http.StatusTooManyRequests},
		{"POST /v1/nowhere", http.StatusNotFound},
		{"PUT /v1/../v1/key", http.StatusNotFound},
		{"POST /v1/messages", http.StatusUnauthorized},
		{"GET /v1/", http.StatusOK},
	} {
		t.Run(tt.ask, func(t *testing.T) {
			t.Parallel()
			var d net.Dialer
			line, err := d.DialContext(t.Context(), "tcp", b.srv.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer line.Close()
			if _, err := fmt.Fprintf(line, "%s HTTP/1.1\r\nHost: archiv\r\nContent-Length: 60000\r\n\r\n{", tt.ask); err != nil {
				t.Fatal(err)
			}
			answers := bufio.NewReader(line)
			got, err := http.ReadResponse(answers, nil)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.Copy(io.Discard, got.Body); err != nil || got.StatusCode != tt.want {
				t.Errorf("answered %d, %v; want %d", got.StatusCode, err, tt.want)
			}
			if b, err := answers.ReadByte(); err == nil {
				t.Errorf("behind the answer comes %q", b)
			}
		})
	}
}

// applyWith enrols under a name, with an invitation if there is one.
func (b *bench) applyWith(key *sign.Key, office, invitation string) answer {
	b.t.Helper()
	env, err := sign.SealEnrolment(b.t.Context(), sign.Enrolment{Office: office, Host: "pc", Created: time.Now()}, key)
	if err != nil {
		b.t.Fatal(err)
	}
	header := map[string]string{}
	if invitation != "" {
		header["Laufzettel-Invitation"] = invitation
	}
	return b.request(nil, http.MethodPost, "/v1/enrolments", header, env, nil)
}

// TestS5_BrokenBodies: what ends too soon stores nothing and gives its place back.
func TestS5_BrokenBodies(t *testing.T) {
	b := newBench(t, nil)
	b.enrol(b.key)
	chunk := bytes.Repeat([]byte("x"), 100_000)
	p := b.create(b.key, chunk)
	for range 100 {
		l := newLine()
		close(l.steps)
		if code := <-b.slowly(b.key, p, chunk, l); code != http.StatusBadRequest {
			t.Fatalf("status %d", code)
		}
	}
	b.request(b.key, http.MethodPatch, "/v1/uploads/"+p.id, patching(0), chunk, nil).is(t, "whole", http.StatusNoContent, "")
}
