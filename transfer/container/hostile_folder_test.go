package container

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// link makes a symbolic link; wine only pretends to.
func link(to, at string) error {
	if err := os.Symlink(to, at); err != nil {
		return err
	}
	if _, err := os.Lstat(at); err != nil {
		return fmt.Errorf("it only pretends to (wine): %w", err)
	}
	return nil
}

func TestFolderWithLink(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "a"), []byte("a"), 0o644))
	if err := link("a", filepath.Join(dir, "b")); err != nil {
		t.Skip("this system makes no links: ", err)
	}
	_, r := refusal(t, dir, Options{})
	if d := cmp.Diff(&Refused{Hostile: true,
		Faults: []Fault{{Code: LinkOrDevice, Path: "b", Expected: "Datei oder Ordner", Found: "Verknüpfung"}}}, r,
		cmpopts.IgnoreFields(Fault{}, "Words")); d != "" {
		t.Error(d)
	}
}

func TestFolderFileChanges(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []string{"bleibt", "weg", "anders", "jünger", "Ordner", "Verweis"} {
		must(t, os.WriteFile(filepath.Join(dir, n), []byte("abc"), 0o644))
	}
	tr, err := Open(t.Context(), dir, Options{})
	must(t, err)
	defer tr.Close()
	must(t, os.Remove(filepath.Join(dir, "weg")))
	must(t, os.WriteFile(filepath.Join(dir, "anders"), []byte("abcd"), 0o644))
	must(t, os.WriteFile(filepath.Join(dir, "jünger"), []byte("xyz"), 0o644))
	must(t, os.Chtimes(filepath.Join(dir, "jünger"), time.Time{}, time.Unix(1, 0)))
	must(t, os.Remove(filepath.Join(dir, "Ordner")))
	must(t, os.Mkdir(filepath.Join(dir, "Ordner"), 0o755))
	must(t, os.Remove(filepath.Join(dir, "Verweis")))
	if err := link("bleibt", filepath.Join(dir, "Verweis")); err != nil {
		must(t, os.Mkdir(filepath.Join(dir, "Verweis"), 0o755)) // this system makes no links
	}
	got := map[string]string{}
	must(t, tr.Visit(t.Context(), 1, nil, func(_ context.Context, e Entry, c Content, err error) error {
		switch {
		case errors.Is(err, os.ErrNotExist):
			got[e.Path] = "fehlt"
		case errors.Is(err, ErrChanged):
			got[e.Path] = "geändert"
		case err == nil:
			got[e.Path] = string(c.Bytes())
		}
		return nil
	}))
	if d := cmp.Diff(map[string]string{"bleibt": "abc", "weg": "fehlt", "anders": "geändert", "jünger": "geändert", "Ordner": "geändert",
		"Verweis": "geändert"}, got); d != "" {
		t.Error(d)
	}
}

func TestDamagedContentIsTold(t *testing.T) {
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		data := pack(t, ZIP, method, map[string][]byte{"a.txt": bytes.Repeat([]byte("abcdefgh"), 40), "b.txt": []byte("b")})
		data[lenLocal+len("a.txt")+12] ^= 0x55
		for _, memory := range []int64{4 << 20, 16} {
			tr, r := openBytes(t, data, Options{MemoryLimit: memory})
			if r != nil {
				t.Fatal(r)
			}
			bad := map[string]bool{}
			must(t, tr.Visit(t.Context(), 2, func(e Entry) bool { return e.Path == "a.txt" },
				func(_ context.Context, e Entry, c Content, err error) error {
					if err == nil {
						_, err = io.Copy(io.Discard, c.Reader())
					}
					bad[e.Path] = errors.Is(err, ErrCorrupt)
					return nil
				}))
			if d := cmp.Diff(map[string]bool{"a.txt": true}, bad); d != "" {
				t.Errorf("method %d, memory %d: %s", method, memory, d)
			}
		}
	}
}

func TestNestingDepth(t *testing.T) {
	data := pack(t, TAR, 0, map[string][]byte{"x": []byte("x")})
	for range 3 {
		data = pack(t, ZIP, zip.Deflate, map[string][]byte{"innen": data})
	}
	o := Options{Limits: Limits{Depth: 2}}
	tr, r := openBytes(t, data, o)
	if r != nil {
		t.Fatal(r)
	}
	for level := 1; ; level++ {
		in, err := OpenEntry(t.Context(), tr, "innen", o)
		if refused, ok := errors.AsType[*Refused](err); ok {
			if level != 3 || !slices.Equal(codes(refused), []string{TooDeep}) {
				t.Errorf("level %d: %v", level, err)
			}
			return
		}
		must(t, err)
		defer in.Close()
		tr = in
	}
}

// TestOpenContent opens a nested container from what a visit holds already.
func TestOpenContent(t *testing.T) {
	inner := pack(t, ZIP, zip.Deflate, map[string][]byte{"x": []byte("innen")})
	for _, memory := range []int64{10, 4 << 20} {
		count := &counter{}
		o := Options{MemoryLimit: memory, Limits: Limits{Depth: 1}}
		counted := o
		counted.Counter = count
		tr, r := openBytes(t, pack(t, ZIP, zip.Deflate, map[string][]byte{"a/b.zip": inner}), counted)
		if r != nil {
			t.Fatal(r)
		}
		must(t, tr.Visit(t.Context(), 1, nil, func(ctx context.Context, e Entry, c Content, err error) error {
			must(t, err)
			in, err := OpenContent(ctx, tr, e.Path, c, o)
			must(t, err)
			defer in.Close()
			f, err := in.Open(ctx, "x")
			must(t, err)
			defer f.Close()
			if got, err := io.ReadAll(f); string(got) != "innen" || err != nil || in.Name() != "b.zip" {
				t.Errorf("%q, %v, %q", got, err, in.Name())
			}
			_, err = OpenContent(ctx, in, "x", c, o)
			if refused, ok := errors.AsType[*Refused](err); !ok || !slices.Equal(codes(refused), []string{TooDeep}) {
				t.Errorf("second level: %v", err)
			}
			return nil
		}))
		if n := count.read["a/b.zip"]; n != int64(len(inner)) {
			t.Errorf("memory %d: %d bytes read of %d", memory, n, len(inner))
		}
	}
}

func TestSpoolBudget(t *testing.T) {
	data := pack(t, ZIP, zip.Deflate, map[string][]byte{"a": bytes.Repeat([]byte("abc"), 1000)})
	tr, r := openBytes(t, data, Options{MemoryLimit: 10, Limits: Limits{SpoolBytes: 100}})
	if r != nil {
		t.Fatal(r)
	}
	told := false
	must(t, tr.Visit(t.Context(), 1, nil, func(_ context.Context, _ Entry, _ Content, err error) error {
		told = err != nil && !errors.Is(err, ErrCorrupt)
		return nil
	}))
	if !told {
		t.Error("a content beyond the disk budget is not told")
	}
}

func TestSingle(t *testing.T) {
	at := filepath.Join(t.TempDir(), "0501.xml")
	must(t, os.WriteFile(at, []byte("<x/>"), 0o644))
	if _, r := refusal(t, at, Options{}); !slices.Equal(codes(r), []string{NoContainer}) {
		t.Errorf("codes %v", codes(r))
	}
	tr, r := refusal(t, at, Options{Single: true})
	if r != nil {
		t.Fatal(r)
	}
	if e, ok := tr.Stat("0501.xml"); !ok || e.Size != 4 || tr.Name() != "0501.xml" {
		t.Errorf("entry %+v, name %q", e, tr.Name())
	}
}

func TestMissing(t *testing.T) {
	if _, err := Open(t.Context(), filepath.Join(t.TempDir(), "nichts"), Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error %v", err)
	}
}
