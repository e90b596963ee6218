package receiver

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"laufzettel/sync/archive"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// Names within a backup.
const (
	backupDB    = "archive.db"
	backupStore = "store"
)

// Backup copies database and bytes of a receiver, also of a running one, into
// the folder to, which must not exist. The database comes first: every receipt in
// the copy has its package there. What is unfinished goes on after a restore
// where the copy has it.
func Backup(ctx context.Context, db, dir, to string) (err error) {
	if _, err := os.Stat(db); err != nil {
		return failure.Wrap(failure.Refused, "open archive database", wording.Say("hint.cli.archive-database-missing"), err)
	}
	if _, err := os.Stat(filepath.Join(dir, "packages")); err != nil {
		return failure.Wrap(failure.Refused, "open archive folder", wording.Say("hint.receiver.no-archive-here"), err)
	}
	if err := os.Mkdir(to, 0o700); err != nil {
		return failure.Wrap(failure.Refused, "make backup folder", wording.Say("hint.receiver.backup-folder"), err)
	}
	defer func() {
		if err != nil && !failure.Canceled(err) && !failure.Explained(err) {
			err = failure.Wrap(failure.Setup, "back up archive", wording.Say("hint.receiver.backup-incomplete"), err)
		}
	}()
	s, err := openDB(ctx, db)
	if err != nil {
		return err
	}
	if err := errors.Join(s.Backup(ctx, filepath.Join(to, backupDB)), s.Close()); err != nil {
		return err
	}
	// The state of an upload before its bytes, uploads before packages: what moves
	// on meanwhile is then found in the later place.
	for _, part := range []struct {
		dir  string
		want func(name string) bool
	}{
		{"uploads", func(n string) bool { return strings.HasSuffix(n, ".info") }},
		{"uploads", func(n string) bool { return strings.HasSuffix(n, ".bin") }},
		{"packages", func(string) bool { return true }},
		{"keys", func(string) bool { return true }},
	} {
		if err := copyTree(ctx, dir, filepath.Join(to, backupStore), part.dir, part.want); err != nil {
			return err
		}
	}
	err = copyFile(ctx, filepath.Join(dir, keyFile), filepath.Join(to, backupStore, keyFile))
	if errors.Is(err, fs.ErrNotExist) {
		err = nil // never served
	}
	return err
}

func copyTree(ctx context.Context, from, to, part string, want func(name string) bool) error {
	if err := os.MkdirAll(filepath.Join(to, part), 0o700); err != nil {
		return err
	}
	return filepath.WalkDir(filepath.Join(from, part), func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // gone on meanwhile, or there is no such folder
		}
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(to, rel), 0o700)
		}
		if !d.Type().IsRegular() || strings.HasSuffix(path, durable.Suffix) || !want(d.Name()) {
			return nil
		}
		if err := copyFile(ctx, path, filepath.Join(to, rel)); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	})
}

func copyFile(ctx context.Context, from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close() // read only
	return durable.Write(to, 0o600, func(w io.Writer) error {
		_, err := io.Copy(w, stop.Reader(ctx, in))
		return err
	})
}

// CheckStore reads every package of a receiver, or of a backup, and holds it and
// its receipt against the database.
func CheckStore(ctx context.Context, db, dir string, report func(done, total int)) (archive.Inventory, error) {
	admin, closeDB, err := Administer(ctx, db)
	if err != nil {
		return archive.Inventory{}, err
	}
	if _, err := os.Stat(filepath.Join(dir, "packages")); err != nil {
		return archive.Inventory{}, errors.Join(failure.Wrap(failure.Refused, "open archive folder",
			wording.Say("hint.receiver.no-archive-here"), err), closeDB())
	}
	files, err := archive.NewFiles(dir)
	if err != nil {
		return archive.Inventory{}, errors.Join(err, closeDB())
	}
	inv, err := admin.Inventory(ctx, files, report)
	return inv, errors.Join(err, closeDB())
}
