package container

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// sample is one delivery that every form must show alike.
func sample() map[string][]byte {
	big := make([]byte, 300<<10)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range big {
		big[i] = byte(r.Uint32() & 0x3f)
	}
	return map[string][]byte{
		"Nachricht.xml":                    []byte("<xml/>\n"),
		"leer.dat":                         {},
		"Akte 1/Übersicht größer.txt":      []byte("Übersicht"),
		"Akte 1/Vorgang/big.bin":           big,
		"Akte 1-a/nebenan.txt":             []byte("neben"),
		"tief/a/b/c/d/e/f/g/_x.txt":        []byte("x"),
		"#raute (klammer) = gleich, 1.txt": []byte("#"),
	}
}

var stamp = time.Date(2026, 11, 20, 10, 11, 12, 0, time.UTC)

// build writes files in the form to a new path below dir. Order is by name.
func build(t testing.TB, dir string, form Form, method uint16, files map[string][]byte) string {
	t.Helper()
	path := filepath.Join(dir, "lieferung-"+string(form)+fmt.Sprint(method))
	names := slices.Sorted(maps.Keys(files))
	if form == Folder {
		for _, n := range names {
			p := filepath.Join(path, filepath.FromSlash(n))
			must(t, os.MkdirAll(filepath.Dir(p), 0o755))
			must(t, os.WriteFile(p, files[n], 0o644))
			must(t, os.Chtimes(p, stamp, stamp))
		}
		return path
	}
	must(t, os.WriteFile(path, pack(t, form, method, files), 0o644))
	return path
}

func pack(t testing.TB, form Form, method uint16, files map[string][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	names := slices.Sorted(maps.Keys(files))
	if form == ZIP {
		w := zip.NewWriter(&b)
		for _, n := range names {
			f, err := w.CreateHeader(&zip.FileHeader{Name: n, Method: method, Modified: stamp})
			must(t, err)
			_, err = f.Write(files[n])
			must(t, err)
		}
		must(t, w.Close())
		return b.Bytes()
	}
	w := tar.NewWriter(&b)
	for _, n := range names {
		must(t, w.WriteHeader(&tar.Header{Name: n, Size: int64(len(files[n])), Mode: 0o644, ModTime: stamp, Typeflag: tar.TypeReg}))
		_, err := w.Write(files[n])
		must(t, err)
	}
	must(t, w.Close())
	if form == TAR {
		return b.Bytes()
	}
	var z bytes.Buffer
	gz := gzip.NewWriter(&z)
	_, err := gz.Write(b.Bytes())
	must(t, err)
	must(t, gz.Close())
	return z.Bytes()
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// counter is a Counter for tests.
type counter struct {
	mu   sync.Mutex
	read map[string]int64
}

func (c *counter) Read(path string, n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.read == nil {
		c.read = map[string]int64{}
	}
	c.read[path] += n
}

// opener gives one tree over the sample.
type opener struct {
	name string
	form Form
	open func(t *testing.T, o Options) Tree
}

func openers() []opener {
	var all []opener
	add := func(name string, form Form, method uint16) {
		all = append(all, opener{name, form, func(t *testing.T, o Options) Tree {
			tr, err := Open(t.Context(), build(t, t.TempDir(), form, method, sample()), o)
			must(t, err)
			t.Cleanup(func() { _ = tr.Close() })
			return tr
		}})
		for _, outer := range []struct {
			form   Form
			method uint16
		}{{Folder, 0}, {ZIP, zip.Store}, {ZIP, zip.Deflate}, {TAR, 0}, {TARGZ, 0}} {
			if form == Folder {
				continue
			}
			all = append(all, opener{fmt.Sprintf("%s in %s-%d", name, outer.form, outer.method), form, func(t *testing.T, o Options) Tree {
				inner := pack(t, form, method, sample())
				at := build(t, t.TempDir(), outer.form, outer.method, map[string][]byte{"a/innen": inner, "b": []byte("b")})
				out, err := Open(t.Context(), at, o)
				must(t, err)
				in, err := OpenEntry(t.Context(), out, "a/innen", o)
				must(t, err)
				t.Cleanup(func() { _ = in.Close(); _ = out.Close() })
				return in
			}})
		}
	}
	add("folder", Folder, 0)
	add("zip stored", ZIP, zip.Store)
	add("zip deflated", ZIP, zip.Deflate)
	add("tar", TAR, 0)
	add("tar.gz", TARGZ, 0)
	return all
}

// TestConformance runs one suite over every form, alone and nested.
func TestConformance(t *testing.T) {
	for _, op := range openers() {
		for _, memory := range []int64{4 << 20, 1000} { // the second forces spooling
			t.Run(fmt.Sprintf("%s/%d", op.name, memory), func(t *testing.T) {
				count := &counter{}
				spool := t.TempDir()
				tr := op.open(t, Options{MemoryLimit: memory, Counter: count, SpoolDir: spool})
				if tr.Form() != op.form {
					t.Errorf("form %q, want %q", tr.Form(), op.form)
				}
				conform(t, tr, count)
				must(t, tr.Close())
				if left, _ := os.ReadDir(spool); len(left) != 0 {
					t.Errorf("%d temporary files left", len(left))
				}
			})
		}
	}
}

func conform(t *testing.T, tr Tree, count *counter) {
	t.Helper()
	want := sample()
	var paths []string
	must(t, tr.Files(t.Context(), func(e Entry) error {
		paths = append(paths, e.Path)
		if e.Size != int64(len(want[e.Path])) || e.Raw != nil || e.Encoding != "" {
			t.Errorf("entry %+v", e)
		}
		if !e.Modified.Equal(stamp) {
			t.Errorf("%s: modified %v, want %v", e.Path, e.Modified, stamp)
		}
		if got, ok := tr.Stat(e.Path); !ok || got.Path != e.Path || got.Order != e.Order {
			t.Errorf("Stat(%q) = %+v, %v", e.Path, got, ok)
		}
		return nil
	}))
	if d := cmp.Diff(slices.Sorted(maps.Keys(want)), paths); d != "" {
		t.Fatal(d)
	}
	if _, ok := tr.Stat("nicht da"); ok {
		t.Error("Stat finds what is not there")
	}
	if _, err := tr.Open(t.Context(), "nicht da"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Open: %v", err)
	}
	count.mu.Lock()
	count.read = nil // what reading a nested container cost does not matter here
	count.mu.Unlock()
	for _, workers := range []int{1, 3} {
		visited(t, tr, workers, want)
	}
	for p, n := range count.read {
		if l := int64(len(want[p])); p != "a/innen" && (n < 2*l || n > 3*l) { // two visits, each with a ReadAt of half
			t.Errorf("%s: %d bytes counted for two reads of %d", p, n, l)
		}
	}
	for p, data := range want {
		r, err := tr.Open(t.Context(), p)
		must(t, err)
		got, err := io.ReadAll(r)
		must(t, err)
		must(t, r.Close())
		if !bytes.Equal(got, data) {
			t.Errorf("%s: content differs", p)
		}
	}
	stops(t, tr)
}

func visited(t *testing.T, tr Tree, workers int, want map[string][]byte) {
	t.Helper()
	var mu sync.Mutex
	got := map[string][]byte{}
	last := int64(-1)
	err := tr.Visit(t.Context(), workers, func(e Entry) bool { return e.Path != "leer.dat" },
		func(_ context.Context, e Entry, c Content, err error) error {
			must(t, err)
			data, err := io.ReadAll(c.Reader())
			must(t, err)
			if c.Bytes() == nil {
				half := make([]byte, len(data)/2)
				if _, err := c.ReadAt(half, int64(len(data)-len(half))); err != nil {
					t.Errorf("ReadAt: %v", err)
				}
				if !bytes.Equal(half, data[len(data)-len(half):]) {
					t.Errorf("%s: ReadAt differs", e.Path)
				}
			}
			if n, err := c.ReadAt(make([]byte, 1), c.Size()); n != 0 || err != io.EOF {
				t.Errorf("ReadAt at end = %d, %v", n, err)
			}
			mu.Lock()
			defer mu.Unlock()
			if workers == 1 && e.Order <= last {
				t.Errorf("%s: order %d after %d", e.Path, e.Order, last)
			}
			last = e.Order
			got[e.Path] = bytes.Clone(data)
			if c.Size() != e.Size {
				t.Errorf("%s: size %d", e.Path, c.Size())
			}
			return nil
		})
	must(t, err)
	rest := maps.Clone(want)
	delete(rest, "leer.dat")
	if d := cmp.Diff(slices.Sorted(maps.Keys(rest)), slices.Sorted(maps.Keys(got))); d != "" {
		t.Error(d)
	}
	for p, data := range got {
		if !bytes.Equal(data, want[p]) {
			t.Errorf("%s: content differs", p)
		}
	}
}

// stops proves that an error, a panic and a cancelled context end a visit.
func stops(t *testing.T, tr Tree) {
	t.Helper()
	own := errors.New("own")
	if err := tr.Visit(t.Context(), 2, nil, func(context.Context, Entry, Content, error) error { return own }); !errors.Is(err, own) {
		t.Errorf("error of fn: %v", err)
	}
	if err := tr.Visit(t.Context(), 2, nil, func(context.Context, Entry, Content, error) error { panic("x") }); err == nil {
		t.Error("panic of fn is lost")
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := tr.Visit(ctx, 2, nil, func(context.Context, Entry, Content, error) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled visit: %v", err)
	}
	if err := tr.Files(ctx, func(Entry) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled walk: %v", err)
	}
}
