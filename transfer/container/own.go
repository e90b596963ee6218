package container

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// held are files that this process holds open by other means, by the lower case of
// their names: the database of a workspace with its log. Reading one here would end its
// locks: POSIX lets go of all locks of a process on a file when it closes any handle of
// it, and another process may then write at the same time and damage it (SQLite, How To
// Corrupt An SQLite Database File, 2.2).
var (
	held       atomic.Pointer[map[string][]string]
	reserveOne sync.Mutex
)

// Reserve keeps a file from being opened as, or in, a delivery until release: a folder
// that holds it is refused.
func Reserve(file string) (release func()) {
	change := func(to func(paths []string) []string) {
		reserveOne.Lock()
		defer reserveOne.Unlock()
		all := map[string][]string{}
		if now := held.Load(); now != nil {
			maps.Copy(all, *now)
		}
		name := strings.ToLower(filepath.Base(file))
		if all[name] = to(all[name]); len(all[name]) == 0 {
			delete(all, name)
		}
		held.Store(&all)
	}
	change(func(paths []string) []string { return append(append([]string(nil), paths...), file) })
	var once sync.Once
	return func() {
		once.Do(func() {
			change(func(paths []string) (rest []string) {
				gone := false
				for _, p := range paths {
					if p == file && !gone { // it may be reserved twice
						gone = true
						continue
					}
					rest = append(rest, p)
				}
				return rest
			})
		})
	}
}

// ours refuses a file that is held; shown is what it is called. It is asked before the
// file is opened.
func ours(name, shown string, info fs.FileInfo) error {
	all := held.Load()
	if all == nil {
		return nil
	}
	for _, file := range (*all)[strings.ToLower(name)] {
		if at, err := os.Stat(file); err == nil && os.SameFile(at, info) {
			return failure.New(failure.Refused, "read "+shown, wording.Say("hint.container.own-database", shown))
		}
	}
	return nil
}
