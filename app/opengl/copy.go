package opengl

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"laufzettel/app/settings"
	"laufzettel/transfer/durable"
)

// Driver is what an administrator puts into Folder: Mesa's software OpenGL for Windows,
// with the further DLLs it asks for beside it.
const Driver = "opengl32.dll"

// errNoDriver: an empty folder helps nobody.
var errNoDriver = errors.New("no " + Driver + " in " + Folder)

// copyOf gives the program beside the driver: the one in Folder, made or renewed there where
// this person may write, else one in the person's own folder, together with the drivers and
// the policy that lie beside the program. Both are the program that runs now: an older copy
// would not know the workspace.
func copyOf(exe, own string) (string, error) {
	from := filepath.Join(filepath.Dir(exe), Folder)
	if !isFile(filepath.Join(from, Driver)) {
		return "", errNoDriver
	}
	there := filepath.Join(from, filepath.Base(exe))
	if err := renew(exe, there); err == nil || own == "" {
		return there, err
	}
	to := filepath.Join(own, "laufzettel-"+Folder, Folder)
	if err := os.MkdirAll(to, 0o700); err != nil {
		return "", err
	}
	if err := drivers(from, to); err != nil {
		return "", err
	}
	if err := governed(filepath.Dir(exe), filepath.Dir(to)); err != nil {
		return "", err
	}
	there = filepath.Join(to, filepath.Base(exe))
	return there, renew(exe, there)
}

// drivers takes the DLLs along and leaves none behind that is not among them any more.
func drivers(from, to string) error {
	old, err := os.ReadDir(to)
	if err != nil {
		return err
	}
	for _, e := range old {
		if isDLL(e) && !isFile(filepath.Join(from, e.Name())) {
			err = errors.Join(err, os.Remove(filepath.Join(to, e.Name())))
		}
	}
	list, lerr := os.ReadDir(from)
	if err = errors.Join(err, lerr); err != nil {
		return err
	}
	for _, e := range list {
		if isDLL(e) {
			if err := renew(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

func isDLL(e fs.DirEntry) bool {
	return e.Type().IsRegular() && strings.EqualFold(filepath.Ext(e.Name()), ".dll")
}

// governed lets the copy stand under the policy that lies beside the program, or under none.
func governed(from, to string) error {
	policy := filepath.Join(to, settings.PolicyFile)
	err := renew(filepath.Join(from, settings.PolicyFile), policy)
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Remove(policy); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// renew makes to the same bytes as from; where it is, nothing is written.
func renew(from, to string) error {
	is, err := same(from, to)
	if err != nil || is {
		return err
	}
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	return durable.Write(to, 0o700, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
}

// same compares two files; one that cannot be read as to is another.
func same(from, to string) (bool, error) {
	a, err := os.Open(from)
	if err != nil {
		return false, err
	}
	defer a.Close()
	b, err := os.Open(to)
	if err != nil {
		return false, nil
	}
	defer b.Close()
	one, err := a.Stat()
	if err != nil {
		return false, err
	}
	if two, err := b.Stat(); err != nil || !two.Mode().IsRegular() || one.Size() != two.Size() {
		return false, nil
	}
	left, right := make([]byte, 1<<18), make([]byte, 1<<18)
	for {
		n, err := io.ReadFull(a, left)
		m, _ := io.ReadFull(b, right)
		if n != m || !bytes.Equal(left[:n], right[:m]) {
			return false, nil
		}
		if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
			return true, nil
		}
		if err != nil {
			return false, fmt.Errorf("compare %s: %w", filepath.Base(from), err)
		}
	}
}
