package channel

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// pieces notes how large the writes are that reach it.
type pieces struct {
	bytes.Buffer
	sizes []int
}

func (p *pieces) Write(b []byte) (int, error) {
	p.sizes = append(p.sizes, len(b))
	return p.Buffer.Write(b)
}

// TestSentReader sends a chunk with and without a rate, read and written.
func TestSentReader(t *testing.T) {
	data := bytes.Repeat([]byte("laufzettel"), 300_000) // 3 MB
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, append(append([]byte("before "), data...), "behind"...), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	const rate = 1_000_000
	tests := []struct {
		name  string
		rate  int64
		limit bool
		most  int // bytes of one write
		slept time.Duration
	}{
		{"no limit at all", 0, false, sendPiece, 0},
		{"a limit without a rate", 0, true, sendPiece, 0},
		{"a rate", rate, true, limitStep, 3 * time.Second},
	}
	for _, tt := range tests {
		for _, way := range []string{"written", "read", "file, written", "file, read"} {
			t.Run(tt.name+", "+way, func(t *testing.T) {
				var slept time.Duration
				var limit *Limit
				if tt.limit {
					limit = &Limit{sleep: func(_ context.Context, d time.Duration) error {
						slept += d
						return nil
					}}
					limit.Set(tt.rate)
				}
				sent := 0
				count := func() { sent++ }
				var out pieces
				var from io.Reader = &sentReader{ctx: t.Context(), limit: limit, data: data, sent: count}
				if strings.HasPrefix(way, "file") {
					from = &sectionReader{ctx: t.Context(), limit: limit, section: section{file: file, offset: 7, size: int64(len(data))},
						sent: count}
				}
				if strings.HasSuffix(way, "read") {
					from = struct{ io.Reader }{from} // hides WriteTo
				}
				if n, err := io.Copy(&out, from); err != nil || n != int64(len(data)) || !bytes.Equal(out.Bytes(), data) {
					t.Fatalf("%d of %d bytes, %v", n, len(data), err)
				}
				if sent != 1 || slept != tt.slept {
					t.Errorf("sent told %d times, slept %v; want once and %v", sent, slept, tt.slept)
				}
				for _, n := range out.sizes {
					if way == "written" && n > tt.most {
						t.Errorf("%d bytes at once, want %d at most", n, tt.most)
					}
				}
			})
		}
	}
}

// TestSentReader_Stops ends at the first fault of the line or of ctx.
func TestSentReader_Stops(t *testing.T) {
	broken := errors.New("the line is gone")
	body := &sentReader{ctx: t.Context(), data: make([]byte, 3*sendPiece), sent: func() { t.Error("told that all was sent") }}
	if n, err := body.WriteTo(failing{broken}); n != 0 || !errors.Is(err, broken) {
		t.Errorf("WriteTo = %d, %v", n, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	limit := &Limit{}
	limit.Set(1)
	body = &sentReader{ctx: ctx, limit: limit, data: make([]byte, 3*limitStep), sent: func() { t.Error("told that all was sent") }}
	if n, err := body.WriteTo(io.Discard); n != limitStep || !errors.Is(err, context.Canceled) {
		t.Errorf("WriteTo = %d, %v; want one step", n, err)
	}
}

// TestSectionReader_Short tells of a file that ends before its section.
func TestSectionReader_Short(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("kurz"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, hide := range []bool{false, true} {
		var from io.Reader = &sectionReader{ctx: t.Context(), section: section{file: file, offset: 1, size: 100},
			sent: func() { t.Error("told that all was sent") }}
		if hide {
			from = struct{ io.Reader }{from}
		}
		if n, err := io.Copy(io.Discard, from); n != 3 || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("hidden %v: %d bytes, %v", hide, n, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestBodyConn takes what net/http gives it: a bounded body that writes itself, one
// that does not, and something without a bound.
func TestBodyConn(t *testing.T) {
	text := strings.Repeat("x", 100_000)
	for name, from := range map[string]func() io.Reader{
		"writes itself": func() io.Reader { return &io.LimitedReader{R: strings.NewReader(text), N: int64(len(text))} },
		"only reads": func() io.Reader {
			return &io.LimitedReader{R: struct{ io.Reader }{strings.NewReader(text)}, N: int64(len(text))}
		},
		"no bound": func() io.Reader { return strings.NewReader(text) },
	} {
		t.Run(name, func(t *testing.T) {
			near, far := net.Pipe()
			got := make(chan string)
			go func() {
				all, err := io.ReadAll(far)
				if err != nil {
					t.Error(err)
				}
				got <- string(all)
			}()
			r := from()
			n, err := bodyConn{near}.ReadFrom(r)
			if err != nil || n != int64(len(text)) {
				t.Errorf("ReadFrom = %d, %v", n, err)
			}
			if l, ok := r.(*io.LimitedReader); ok && l.N != 0 {
				t.Errorf("%d bytes are left to the bound", l.N)
			}
			if err := near.Close(); err != nil {
				t.Error(err)
			}
			if <-got != text {
				t.Error("other bytes arrived")
			}
		})
	}
}

func TestDepthOf(t *testing.T) {
	for header, want := range map[string]int{"": underWay, "4": 4, "1": 1, "0": underWay, "-3": underWay, "1000000": mostUnderWay,
		"viele": underWay} {
		h := http.Header{}
		if header != "" {
			h.Set("Laufzettel-Under-Way", header)
		}
		if got := depthOf(h); got != want {
			t.Errorf("depthOf(%q) = %d, want %d", header, got, want)
		}
	}
}

// TestSession_Pace says how many chunks of what size go at once: more than an
// archive takes on any line only within the window it names.
func TestSession_Pace(t *testing.T) {
	const mib = 1 << 20
	tests := []struct {
		name                string
		under, window       string
		chunk               int
		alone               bool
		depth, wide, length int
	}{
		{"archive of today", "4", "33554432", MaxChunk, false, 4, 8, 4 * mib},
		{"no window", "4", "", MaxChunk, false, 4, 4, 4 * mib},
		{"no window, small chunks", "4", "", 1 * mib, false, 4, 4, 1 * mib},
		{"says nothing", "", "", MaxChunk, false, 2, 2, 8 * mib},
		{"window less than the chunks", "4", "1000", MaxChunk, false, 4, 4, 4 * mib},
		{"endless window", "4", "99999999999999", MaxChunk, false, 4, 8, 4 * mib},
		{"no number", "4", "weit", MaxChunk, false, 4, 4, 4 * mib},
		{"below nothing", "4", "-1", MaxChunk, false, 4, 4, 4 * mib},
		{"alone", "4", "33554432", MaxChunk, true, 1, 1, MaxChunk},
		{"chunks too small", "4", "33554432", 64 << 10, false, 1, 1, 64 << 10},
	}
	for _, tt := range tests {
		h := http.Header{}
		if tt.under != "" {
			h.Set("Laufzettel-Under-Way", tt.under)
		}
		if tt.window != "" {
			h.Set("Laufzettel-Window", tt.window)
		}
		s := &session{c: &Client{chunk: tt.chunk}, depth: depthOf(h), window: windowOf(h), alone: tt.alone}
		if depth, wide, length := s.pace(); depth != tt.depth || wide != tt.wide || length != tt.length {
			t.Errorf("%s: %d, %d on a quick line, of %d bytes; want %d, %d of %d", tt.name, depth, wide, length, tt.depth, tt.wide,
				tt.length)
		}
	}
}
