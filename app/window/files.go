package window

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// draftsName is the file of the unfinished reasons of a portion. A portion id is
// made by this program (P2026-0001) and safe as a name.
func draftsName(dir, portion string) string {
	return filepath.Join(dir, "cache", "drafts-"+fileName(portion)+".json")
}

// writeDrafts replaces the file by rename; none left removes it.
func writeDrafts(dir, portion string, drafts map[string]string) error {
	name := draftsName(dir, portion)
	if len(drafts) == 0 {
		if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
			return failure.Wrap(failure.Setup, "remove drafts", wording.Say("hint.window.draft-not-removed"), err)
		}
		return nil
	}
	raw, err := json.Marshal(drafts)
	if err != nil {
		return fmt.Errorf("write drafts: %w", err)
	}
	err = os.MkdirAll(filepath.Dir(name), 0o700)
	if err == nil {
		err = durable.WriteFile(name, raw, 0o600)
	}
	return failure.Wrap(failure.Setup, "write drafts", wording.Say("hint.window.draft-not-saved"), err)
}

// readDrafts gives the kept drafts; a missing or damaged file means none: drafts
// are no decisions.
func readDrafts(dir, portion string) map[string]string {
	drafts := map[string]string{}
	raw, err := os.ReadFile(draftsName(dir, portion))
	if err != nil || json.Unmarshal(raw, &drafts) != nil {
		return map[string]string{}
	}
	return drafts
}

// copyOutside writes a copy of a file into a folder of its own and opens that
// with the system's program.
func copyOutside(dir, name string, r io.Reader, open func(string) error) (err error) {
	if open == nil {
		return failure.New(failure.Setup, "open outside", wording.Say("hint.window.no-outside-program"))
	}
	setup := func(err error) error {
		return failure.Wrap(failure.Setup, "make copy", wording.Say("hint.window.copy-not-made"), err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return setup(err)
	}
	sub, err := os.MkdirTemp(dir, "copy-*")
	if err != nil {
		return setup(err)
	}
	f, err := os.OpenFile(filepath.Join(sub, fileName(name)), os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o400)
	if err != nil {
		return setup(err)
	}
	if _, err := io.Copy(f, r); err != nil {
		return errors.Join(setup(err), f.Close())
	}
	if err := f.Close(); err != nil {
		return setup(err)
	}
	return open(f.Name())
}

// fileName makes a harmless base name of a path inside a delivery.
func fileName(path string) string {
	path = strings.ReplaceAll(path, `\`, "/")
	name := path[strings.LastIndexByte(path, '/')+1:]
	name = strings.TrimLeft(strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`<>:"|?*`, r) {
			return '_'
		}
		return r
	}, name), ".")
	if name == "" {
		return "Datei"
	}
	return name
}
