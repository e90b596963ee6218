// Package support keeps what a helper needs when the program misbehaves: a log
// of bounded size, crash files, and a package of both that a person can hand on.
//
// All lie in the folder "protokoll" of the workspace, readable for its user only.
// The log and the package hold no personal data: paths, quoted words and
// everything in guillemets are taken out before a line is written (Scrub). The
// log of the trade (who did what, when) is transfer/events, not this.
package support

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// Folder holds log and crash files inside the workspace.
const Folder = "protokoll"

// LogFile is the log in force; older ones end in .1 to .4.
const LogFile = "laufzettel.log"

// The log rotates at maxLog bytes and keeps keepLogs files in all.
const (
	maxLog   = 1 << 20
	keepLogs = 5
)

// CrashPrefix begins the names of crash files.
const CrashPrefix = "absturz-"

// Places, addresses and everything quoted may name people or records.
var (
	quoted = regexp.MustCompile(`„[^“”"]*[“”"]|"(?:[^"\\]|\\.)*"|'[^']*'|«[^»]*»`)
	places = regexp.MustCompile(`(?m)(^|[\s=(\[])(?:[A-Za-z]:[\\/]|\\\\|https?:/|file:/|laufzettel:|/)[^:;,\n]*`)
)

// Scrub takes out of a text what could name a person or a record: rather a word
// too many than one too few.
func Scrub(text string) string {
	return places.ReplaceAllString(quoted.ReplaceAllString(text, "…"), "${1}…")
}

// Log is a log file of bounded size. Safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	dir  string
	now  func() time.Time
	f    *os.File
	size int64
}

// OpenLog opens the log of the workspace at dir, made where missing.
func OpenLog(dir string, now func() time.Time) (*Log, error) {
	l := &Log{dir: filepath.Join(dir, Folder), now: now}
	if err := os.MkdirAll(l.dir, 0o700); err != nil {
		return nil, fmt.Errorf("make log folder: %w", err)
	}
	return l, l.open()
}

func (l *Log) open() error {
	f, err := os.OpenFile(filepath.Join(l.dir, LogFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open log: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return errors.Join(fmt.Errorf("open log: %w", err), f.Close())
	}
	l.f, l.size = f, info.Size()
	return nil
}

// Write appends one message, scrubbed and with the time before it.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.f == nil {
		return 0, os.ErrClosed
	}
	line := l.now().UTC().Format(time.RFC3339) + " " + strings.TrimRight(Scrub(string(p)), "\r\n") + "\n"
	if l.size > 0 && l.size+int64(len(line)) > maxLog {
		if err := l.turn(); err != nil {
			return 0, err
		}
	}
	n, err := l.f.WriteString(line)
	l.size += int64(n)
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

// turn moves the full file aside and drops the oldest.
func (l *Log) turn() error {
	base := filepath.Join(l.dir, LogFile)
	err := l.f.Close()
	l.f = nil
	for i := keepLogs - 1; i > 0 && err == nil; i-- {
		from := base
		if i > 1 {
			from = fmt.Sprintf("%s.%d", base, i-1)
		}
		if e := os.Rename(from, fmt.Sprintf("%s.%d", base, i)); e != nil && !errors.Is(e, os.ErrNotExist) {
			err = e
		}
	}
	return errors.Join(err, l.open())
}

// Close closes the log.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.f == nil {
		return nil
	}
	err := l.f.Close()
	l.f = nil
	return err
}

// Crash writes what is known of a panic below the workspace at dir ("" = the
// temporary folder) and gives the file's name.
func Crash(dir, program string, at time.Time, value any, stack []byte) (string, error) {
	if dir == "" {
		dir = os.TempDir()
	}
	dir = filepath.Join(dir, Folder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("make log folder: %w", err)
	}
	name := filepath.Join(dir, CrashPrefix+at.UTC().Format("20060102-150405.000")+".txt")
	text := fmt.Sprintf("%s, %s/%s, %s\n%s\n\n%s", program, runtime.GOOS, runtime.GOARCH, at.UTC().Format(time.RFC3339),
		Scrub(fmt.Sprint(value)), stack)
	return name, os.WriteFile(name, []byte(text), 0o600)
}

// maxPack bounds what of each file goes into a package: the end of it.
const maxPack = 2 << 20

// Pack writes facts and everything of the log folder as a ZIP. Whatever an older
// version or another program has put there is scrubbed again.
func Pack(out io.Writer, dir string, facts any) error {
	z := zip.NewWriter(out)
	f, err := z.Create("angaben.json")
	if err != nil {
		return fmt.Errorf("write support package: %w", err)
	}
	enc := json.NewEncoder(f)
	enc.SetIndent("", "  ")
	if err := enc.Encode(facts); err != nil {
		return fmt.Errorf("write support package: %w", err)
	}
	names, err := filepath.Glob(filepath.Join(dir, Folder, "*"))
	if err != nil {
		return fmt.Errorf("list logs: %w", err)
	}
	slices.Sort(names)
	for _, name := range names {
		if filepath.Ext(name) == ".zip" {
			continue // an earlier package
		}
		if err := packFile(z, name); err != nil {
			return fmt.Errorf("write support package: %w", err)
		}
	}
	if err := z.Close(); err != nil {
		return fmt.Errorf("write support package: %w", err)
	}
	return nil
}

func packFile(z *zip.Writer, name string) error {
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return err
	}
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	if info.Size() > maxPack {
		if _, err := in.Seek(-maxPack, io.SeekEnd); err != nil {
			return err
		}
	}
	raw, err := io.ReadAll(io.LimitReader(in, maxPack))
	if err != nil {
		return err
	}
	w, err := z.Create(filepath.Base(name))
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, Scrub(string(raw)))
	return err
}
