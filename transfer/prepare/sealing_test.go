package prepare_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/prepare"
)

// A sealing that is cancelled goes on where it was: no file before the last batch
// is read again, and the container is the one of an unbroken run (issue 4, no. 6).
func TestSealing_CancelAndGoOn(t *testing.T) {
	const files, size = 800, 700
	m := material{files: map[string][]byte{}, fields: plainMaterial(t).fields}
	for i := range files {
		m.files[fmt.Sprintf("akte-%02d/blatt-%04d.txt", i%20, i)] = bytes.Repeat([]byte(fmt.Sprintf("Blatt %04d.\n", i)), size/12)
	}
	s := newStore(t)
	p := build(t, s, begin(t, s, "files", m).ID).Preparation
	list, err := s.Files(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(ctx context.Context, name string, stop func(prepare.Progress)) (prepare.Sealed, *reads, error) {
		counted := &reads{}
		x := &prepare.Sealing{Store: s, Portion: p, Files: list, Path: filepath.Join(dir, name), Open: container.Options{Counter: counted},
			Progress: stop}
		got, err := x.Run(ctx)
		return got, counted, err
	}
	want, all, err := run(t.Context(), "ganz.zip", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.DropSeal(t.Context(), p.ID); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, first, err := run(ctx, "teil.zip", func(g prepare.Progress) {
		if g.Done == 600 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the sealing was not cancelled: %v", err)
	}
	began := int64(-1)
	got, second, err := run(t.Context(), "teil.zip", func(g prepare.Progress) {
		if began < 0 {
			began = g.Done
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	again := first.bytes.Load() + second.bytes.Load() - all.bytes.Load()
	if again < 0 || again > 257*size || began < 600-256 {
		t.Errorf("%d bytes were read again, it went on at %d", again, began)
	}
	a, errA := os.ReadFile(filepath.Join(dir, "ganz.zip"))
	b, errB := os.ReadFile(filepath.Join(dir, "teil.zip"))
	if err := errors.Join(errA, errB); err != nil || !bytes.Equal(a, b) || got.SHA512 != want.SHA512 || got.Size != want.Size ||
		got.Size != int64(len(b)) {
		t.Errorf("%d bytes %.12s, want %d bytes %.12s: %v", len(b), got.SHA512, len(a), want.SHA512, err)
	}
	// Whole already: nothing is read.
	if got, none, err := run(t.Context(), "teil.zip", nil); err != nil || none.bytes.Load() != 0 || got.SHA512 != want.SHA512 {
		t.Errorf("%d bytes were read for a container that is whole: %v", none.bytes.Load(), err)
	}
	// Torn by a power failure, or begun elsewhere: from the beginning.
	if err := os.Truncate(filepath.Join(dir, "teil.zip"), 100); err != nil {
		t.Fatal(err)
	}
	if got, anew, err := run(t.Context(), "teil.zip", nil); err != nil || anew.bytes.Load() != all.bytes.Load() ||
		got.SHA512 != want.SHA512 {
		t.Errorf("a torn container: %d bytes read, %v", anew.bytes.Load(), err)
	}
}

// A file that was changed after the build is told while sealing goes on, too.
func TestSealing_Changed(t *testing.T) {
	s := newStore(t)
	p := build(t, s, begin(t, s, "files", plainMaterial(t)).ID).Preparation
	list, err := s.Files(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(p.Folder(), filepath.FromSlash(list[0].Path))
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	data[0] ^= 1
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	x := &prepare.Sealing{Store: s, Portion: p, Files: list, Path: filepath.Join(t.TempDir(), "a.zip")}
	if _, err := x.Run(t.Context()); failure.KindOf(err) != failure.Refused {
		t.Errorf("a changed file was sealed: %v", err)
	}
}
