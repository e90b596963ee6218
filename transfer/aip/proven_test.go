package aip

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/failure"
)

// What is proven before it gets its name is the package WriteFile writes, and can be read
// of itself.
func TestWriteProven(t *testing.T) {
	dir := t.TempDir()
	var points []string
	sum, p, err := WriteProven(t.Context(), filepath.Join(dir, "p.tar"), sample(), func(at string) { points = append(points, at) })
	if err != nil {
		t.Fatal(err)
	}
	plain, err := WriteFile(t.Context(), filepath.Join(dir, "q.tar"), sample(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if sum != plain || !slices.Equal(points, []string{BeforeRename, AfterRename}) {
		t.Errorf("%+v, want %+v; points %v", sum, plain, points)
	}
	if p.Metadata().PID != sum.PID || len(p.Files()) != sum.Files-2 {
		t.Errorf("read back: %s with %d files, want %s with %d", p.Metadata().PID, len(p.Files()), sum.PID, sum.Files-2)
	}
	if again, _, err := WriteProven(t.Context(), filepath.Join(dir, "p.tar"), sample(), nil); err != nil || again != sum {
		t.Errorf("a second run: %+v, %v", again, err)
	}
}

// A source file that is no longer what the check saw is told by its name, whenever it is
// noticed; no package and nothing unfinished is left.
func TestWriteProven_SourceChanged(t *testing.T) {
	s := sample()
	f := &s.Files[0]
	if f.Digests[sha512Name] == "" {
		t.Fatal("the digest is not known: nothing is left to the reading back")
	}
	f.Open = func() (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(bytes.Repeat([]byte("x"), int(f.Size)))), nil
	}
	dir := t.TempDir()
	_, p, err := WriteProven(t.Context(), filepath.Join(dir, "p.tar"), s, func(at string) { t.Errorf("reached %s", at) })
	if failure.KindOf(err) != failure.Damaged || p != nil || !strings.Contains(failure.HintOf(err).In("de"), f.Path) {
		t.Errorf("%v", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// A document that was valid when it was written is not validated again, and yet one that
// was changed on the disk is noticed, by a byte, and so is content.
func TestProve_ChangedOnDisk(t *testing.T) {
	ctx := context.Background()
	s := sample()
	d, err := plan(&s)
	if err != nil {
		t.Fatal(err)
	}
	var whole bytes.Buffer
	if _, err := d.write(ctx, &whole); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "p.tar")
	prove := func(raw []byte) error {
		if err := os.WriteFile(name, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := d.prove(ctx, name)
		return err
	}
	if err := prove(whole.Bytes()); err != nil || len(d.proven) != 4 {
		t.Fatalf("as written: %v, valid %v", err, d.proven)
	}
	docs := []string{metsName, descriptionName, premisName, repMetsName, d.parts[0].path}
	for _, doc := range docs {
		e := unpack(t, whole.Bytes())
		i := slices.IndexFunc(e, func(x entry) bool { return strings.HasSuffix(x.name, "/"+doc) })
		e[i].b = append(slices.Clone(e[i].b), "<!-- -->"...)
		err := prove(e.pack(t))
		if failure.KindOf(err) != failure.Damaged || !strings.Contains(failure.HintOf(err).In("de"), "Datenträger") {
			t.Errorf("%s changed: %v", doc, err)
		}
	}
	if err := prove(whole.Bytes()[:whole.Len()/2]); failure.KindOf(err) != failure.Damaged || errors.Is(err, context.Canceled) {
		t.Errorf("cut: %v", err)
	}
}
