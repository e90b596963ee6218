package archive_test

import (
	"bytes"
	"crypto/rand"
	"os"
	"path/filepath"
	"testing"

	"github.com/tus/tusd/v2/pkg/handler"

	"laufzettel/sync/archive"
	"laufzettel/sync/archive/storagetest"
)

func TestFiles_Conformance(t *testing.T) {
	dir, locks := t.TempDir(), archive.NewLocks()
	open := func(t *testing.T) (archive.Storage, handler.Locker) {
		t.Helper()
		f, err := archive.NewFiles(dir)
		if err != nil {
			t.Fatal(err)
		}
		return f, locks
	}
	storagetest.Run(t, open, rand.Text)
}

// What a disk, or who tidies it, has lost of an upload is sent again from the beginning.
func TestFiles_LostBytes(t *testing.T) {
	data := []byte("ein Paket, das nicht ganz da ist")
	for name, lose := range map[string]func(bin string) error{
		"all of them": os.Remove,
		"the last":    func(bin string) error { return os.Truncate(bin, 5) },
	} {
		for _, pieced := range []bool{false, true} {
			for _, stored := range []int{10, len(data)} {
				t.Run(name, func(t *testing.T) {
					dir, id := t.TempDir(), rand.Text()
					f, err := archive.NewFiles(dir)
					if err != nil {
						t.Fatal(err)
					}
					ctx := t.Context()
					if pieced {
						ctx = archive.AsPieces(ctx)
					}
					_, err = f.NewUpload(ctx, handler.FileInfo{ID: id, Size: int64(len(data))})
					if err != nil {
						t.Fatal(err)
					}
					send := func(from, to int) {
						t.Helper()
						u, err := f.GetUpload(ctx, id)
						if err == nil {
							_, err = u.WriteChunk(ctx, int64(from), bytes.NewReader(data[from:to]))
						}
						if err != nil {
							t.Fatal(err)
						}
					}
					send(0, stored)
					if err := lose(filepath.Join(dir, "uploads", id+".bin")); err != nil {
						t.Fatal(err)
					}
					u, err := f.State(ctx, id)
					if err != nil || u.Offset != 0 || u.Pieced != 0 || u.Size != int64(len(data)) {
						t.Fatalf("%+v, %v; want nothing stored", u, err)
					}
					send(0, 7)
					send(7, len(data))
					if err := f.Keep(ctx, id); err != nil {
						t.Fatal(err)
					}
					got, err := os.ReadFile(filepath.Join(dir, "packages", id[:2], id))
					if err != nil || !bytes.Equal(got, data) {
						t.Errorf("%q, %v", got, err)
					}
				})
			}
		}
	}
}
