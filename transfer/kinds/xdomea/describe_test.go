package xdomea

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
)

func TestDelivered_ReadsTheMessageOfATree(t *testing.T) {
	d := deliver(t, "3.0.0", TypeTransfer)
	msg, err := Delivered(t.Context(), d.tree)
	if err != nil || msg.Head.ProcessID != testProcess {
		t.Fatal(msg, err)
	}
	at := FileName("3.0.0", testProcess, TypeTransfer, 1)
	desc, err := Kind{}.Describe(t.Context(), d.tree)
	if err != nil {
		t.Fatal(err)
	}
	name, standard, got, err := desc.Description(uid(3))
	want, _ := Trim(d.tree.files[at], uid(3))
	if err != nil || name != at || standard != "xdomea 3.0.0" || !bytes.Equal(got, want) {
		t.Errorf("%s %s %v", name, standard, err)
	}
	if err := desc.(io.Closer).Close(); err != nil {
		t.Error(err)
	}
	if _, err := Delivered(t.Context(), memTree{}); failure.KindOf(err) != failure.Damaged {
		t.Error(err)
	}
	broken := deliver(t, "3.0.0", TypeTransfer, "</xdomea:Betreff>", "")
	if _, err := Delivered(t.Context(), broken.tree); failure.KindOf(err) != failure.Damaged {
		t.Error(err)
	}
	if _, err := (Kind{}).Describe(t.Context(), broken.tree); failure.KindOf(err) != failure.Damaged {
		t.Error(err)
	}
}

// A message that is larger than what a container holds in memory is read from a
// file, gives the same parts, and nothing is left behind.
func TestDescribe_LargeMessageFromAFile(t *testing.T) {
	at := FileName("3.0.0", testProcess, TypeTransfer, 1)
	message := deliver(t, "3.0.0", TypeTransfer).tree.files[at]
	spool, name := t.TempDir(), filepath.Join(t.TempDir(), "in.zip")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	zw := zip.NewWriter(f)
	w, err := zw.Create(at)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(message); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(zw.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	tree, err := container.Open(t.Context(), name, container.Options{SpoolDir: spool, MemoryLimit: 16})
	if err != nil {
		t.Fatal(err)
	}
	desc, err := Kind{}.Describe(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{uid(1), uid(3), uid(7)} {
		_, _, got, err := desc.Description(id)
		if want, _ := Trim(message, id); err != nil || len(want) == 0 || !bytes.Equal(got, want) {
			t.Errorf("%s: %v, %d bytes, want %d", id, err, len(got), len(want))
		}
	}
	if err := errors.Join(desc.(io.Closer).Close(), desc.(io.Closer).Close(), tree.Close()); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(spool); err != nil || len(left) != 0 {
		t.Error(left, err)
	}
}
