package archive_test

import (
	"crypto/rand"
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
