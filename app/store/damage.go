package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// DamagedSuffix is between the name of a database and the time of its state in the
// name of a copy that was put aside.
const DamagedSuffix = ".damaged-"

// Kept puts a copy of the database at path aside where err says that the file is
// damaged, and names the copy in the sentence for the user; other errors stay as
// they are. The file itself is never repaired unasked. One state is copied once.
func Kept(path string, err error) error {
	e, ok := errors.AsType[*sqlite.Error](err)
	if !ok || e.Code()&0xff != sqlite3.SQLITE_CORRUPT && e.Code()&0xff != sqlite3.SQLITE_NOTADB {
		return err
	}
	name, cerr := keepAside(path)
	if cerr != nil {
		return failure.Wrap(failure.Damaged, "use database", wording.Say("hint.store.damaged-not-copied"), errors.Join(err, cerr))
	}
	return failure.Wrap(failure.Damaged, "use database", wording.Say("hint.store.damaged-copied", name), err)
}

// keepAside copies the database and its log, named by the time of the last change.
func keepAside(path string) (name string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	to := path + DamagedSuffix + info.ModTime().UTC().Format("20060102-150405")
	if _, err := os.Stat(to); err == nil {
		return filepath.Base(to), nil
	}
	if err := copyFile(path+"-wal", to+"-wal"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return filepath.Base(to), copyFile(path, to)
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return durable.Write(to, 0o600, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}
