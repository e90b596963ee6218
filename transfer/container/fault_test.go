package container

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCutContainers cuts every form at every sixteenth: each is refused as
// damaged, none opens with less than it had.
func TestCutContainers(t *testing.T) {
	for _, f := range []struct {
		form   Form
		method uint16
	}{{ZIP, zip.Store}, {ZIP, zip.Deflate}, {TAR, 0}, {TARGZ, 0}} {
		whole := pack(t, f.form, f.method, sample())
		for part := 1; part < 16; part++ {
			t.Run(fmt.Sprintf("%s-%d/%d", f.form, f.method, part), func(t *testing.T) {
				_, r := openBytes(t, whole[:len(whole)*part/16], Options{})
				if d := cmp.Diff([]string{Damaged}, codes(r)); d != "" {
					t.Error(d)
				}
			})
		}
	}
}

// TestCutTARAtEntry cuts a TAR exactly between two entries, where only the
// missing closing block tells.
func TestCutTARAtEntry(t *testing.T) {
	whole := pack(t, TAR, 0, map[string][]byte{"a": []byte("a"), "b": []byte("b")})
	for _, data := range [][]byte{whole[:1024], gzipped(t, whole[:1024]), whole[:2048]} {
		if _, r := openBytes(t, data, Options{}); !slices.Equal(codes(r), []string{Damaged}) {
			t.Errorf("%d bytes: codes %v", len(data), codes(r))
		}
	}
	if _, r := openBytes(t, whole[:2048+512], Options{}); r != nil {
		t.Errorf("one closing block is enough, but: %v", r)
	}
}

// shortReader fails from a byte on, as a disk or network share does.
type shortReader struct {
	data []byte
	from int64
}

var errDisk = errors.New("disk gone")

func (s shortReader) ReadAt(p []byte, off int64) (int, error) {
	if off >= s.from {
		return 0, errDisk
	}
	n := copy(p[:min(int64(len(p)), s.from-off)], s.data[off:])
	if n < len(p) {
		return n, errDisk
	}
	return n, nil
}

func TestShortReads(t *testing.T) {
	for _, form := range []Form{ZIP, TAR, TARGZ} {
		whole := pack(t, form, zip.Deflate, sample())
		for part := 0; part < 16; part++ {
			in := input{ra: shortReader{whole, int64(len(whole) * part / 16)}, size: int64(len(whole)), name: "x",
				close: func() error { return nil }}
			if _, err := openInput(t.Context(), in, Options{}.withDefaults(), 0); err == nil {
				t.Errorf("%s opens although byte %d cannot be read", form, len(whole)*part/16)
			}
		}
	}
}

// TestGzipBreaksLater breaks a TAR.GZ after it was opened: what was whole
// before is read, the rest is told file by file.
func TestGzipBreaksLater(t *testing.T) {
	at := filepath.Join(t.TempDir(), "x.tar.gz")
	files := sample()
	must(t, os.WriteFile(at, pack(t, TARGZ, 0, files), 0o644))
	tr, err := Open(t.Context(), at, Options{})
	must(t, err)
	defer tr.Close()
	must(t, os.Truncate(at, 1000))
	var told atomic.Int64 // two workers count
	must(t, tr.Visit(t.Context(), 2, nil, func(_ context.Context, _ Entry, c Content, err error) error {
		if c == nil && err != nil {
			told.Add(1)
		}
		return nil
	}))
	bad := int(told.Load())
	if bad == 0 || bad > len(files) {
		t.Errorf("%d files told as unreadable", bad)
	}
}

// TestManyEntries opens a ZIP of more than 65,535 files, with and without the
// ZIP64 end record (some writers leave it out; requirement C5).
func TestManyEntries(t *testing.T) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	const n = 66000
	for i := range n {
		_, err := w.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("%03d/%d.xml", i%300, i), Method: zip.Store})
		must(t, err)
	}
	must(t, w.Close())
	whole := b.Bytes()
	end := len(whole) - lenEnd - lenLocator64 - lenEnd64
	short := slices.Concat(whole[:end], whole[len(whole)-lenEnd:])
	last := short[len(short)-lenEnd:]
	u16(8, uint16(n&0xffff))(last)
	u16(10, uint16(n&0xffff))(last)
	u32(12, uint32(le64(whole[end+40:])))(last)
	u32(16, uint32(le64(whole[end+48:])))(last)
	for name, data := range map[string][]byte{"ZIP64": whole, "without ZIP64": short} {
		tr, r := openBytes(t, data, Options{})
		if r != nil {
			t.Errorf("%s: %v", name, r)
			continue
		}
		count := 0
		must(t, tr.Files(t.Context(), func(Entry) error { count++; return nil }))
		if count != n {
			t.Errorf("%s: %d files, want %d", name, count, n)
		}
	}
}

func FuzzOpen(f *testing.F) {
	few := map[string][]byte{"a": []byte("a"), "b/ü.txt": []byte("bbbbbbbbbbbbbbbbbbbbbbb")}
	for _, form := range []Form{ZIP, TAR, TARGZ} {
		f.Add(pack(f, form, zip.Deflate, few))
	}
	f.Add(rawZIP(nil, overlapping()...))
	f.Add(rawZIP(nil, named("../a", "A", "a", "nul")...))
	// samples opens containers itself: it cannot be imported here
	for _, kind := range []string{"bagit/*/*.tar", "bagit/*/*/*/*.tar.gz", "eark/*/*/*/*.tar.gz", "webarchiv/*/*.wacz", "formate/*/*.odt"} {
		found, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "testdata", filepath.FromSlash(kind)))
		must(f, err)
		for _, name := range found[:min(4, len(found))] {
			data, err := os.ReadFile(name)
			if must(f, err); len(data) <= 64<<10 {
				f.Add(data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := input{ra: bytes.NewReader(data), size: int64(len(data)), name: "x", close: func() error { return nil }}
		tr, err := openInput(t.Context(), in, Options{SpoolDir: t.TempDir(), MemoryLimit: 64,
			Limits: Limits{Bytes: 1 << 20, RatioFloor: 1 << 16}}.withDefaults(), 0)
		if err != nil {
			if _, ok := errors.AsType[*Refused](err); !ok {
				t.Fatalf("an error that is no refusal: %v", err)
			}
			return
		}
		seen := map[string]bool{}
		must(t, tr.Visit(t.Context(), 2, func(e Entry) bool {
			if seen[e.Path] || e.Path == "" || strings.HasPrefix(e.Path, "/") || slices.Contains(strings.Split(e.Path, "/"), "..") {
				t.Errorf("path %q", e.Path)
			}
			seen[e.Path] = true
			return true
		}, func(_ context.Context, e Entry, c Content, err error) error {
			if err == nil {
				n, rerr := io.Copy(io.Discard, c.Reader())
				if rerr == nil && n != e.Size {
					t.Errorf("%q: %d bytes read, %d stated", e.Path, n, e.Size)
				}
			}
			return nil
		}))
	})
}

// The index holds folders once and gives back every path as it was put in, ordered as texts
// are, whatever order they come in.
func TestIndex_Paths(t *testing.T) {
	rnd := rand.New(rand.NewPCG(rand.Uint64(), 1))
	words := []string{"a", "a!", "a0", "ab", "Ä", "b", "/", "zz zz", "-"}
	want := map[string]bool{}
	for range 3000 {
		var b strings.Builder
		for range 1 + rnd.IntN(5) {
			b.WriteString(words[rnd.IntN(len(words))])
		}
		if path := strings.Trim(b.String(), "/"); path != "" && !strings.Contains(path, "//") {
			want[path] = true
		}
	}
	g, x := &gate{o: Options{}.withDefaults()}, &index{}
	for path := range want {
		if !x.add(g, item{}, path, []byte("raw "+path), "") {
			t.Fatal("not taken in")
		}
	}
	x.settle(g)
	sorted := slices.Sorted(maps.Keys(want))
	for i, path := range sorted {
		at, there := x.find(path)
		if x.path(i) != path || string(x.raw(i)) != "raw "+path || at != i || !there {
			t.Fatalf("%d: %q with %q at %d (%v), want %q", i, x.path(i), x.raw(i), at, there, path)
		}
		if at, there := x.find(path + "\x00"); there || at != i+1 {
			t.Fatalf("what is not there would stand at %d (%v), want %d", at, there, i+1)
		}
	}
	for range 20000 {
		a, b := sorted[rnd.IntN(len(sorted))], sorted[rnd.IntN(len(sorted))]
		i, j := rnd.IntN(len(a)+1), rnd.IntN(len(b)+1)
		if got := compareJoined(a[:i], a[i:], b[:j], b[j:]); got != strings.Compare(a, b) {
			t.Fatalf("%q+%q against %q+%q: %d", a[:i], a[i:], b[:j], b[j:], got)
		}
	}
}

// BenchmarkIndexMillion tells what a ZIP of a million entries costs in memory
// while it is open: bytes/entry.
func BenchmarkIndexMillion(b *testing.B) {
	if testing.Short() {
		b.Skip("long")
	}
	const n = 1_000_000
	g := &gate{o: Options{}.withDefaults()}
	for b.Loop() {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		x := &index{}
		for i := range n {
			x.add(g, item{offset: int64(i)}, fmt.Sprintf("Registerband %04d/00%07d-G-1974-%07d-U1.xml", i%1000, i, i), nil, "")
		}
		x.settle(g)
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/n, "bytes/entry")
		runtime.KeepAlive(x)
	}
}
