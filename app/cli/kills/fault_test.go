//go:build linux

package kills

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"laufzettel/app/kill"
	"laufzettel/app/store"
)

// The fault tests take away what a program stands on: room on the disk, file
// handles, the database. make faults runs them; they need root for a small file
// system of their own.
const envFaults = "LAUFZETTEL_FAULTS"

func faults(t *testing.T) {
	t.Helper()
	if os.Getenv(envFaults) == "" {
		t.Skip("set " + envFaults + "=1 or run make faults")
	}
}

// small mounts a file system of the size and gives its folder.
func small(t *testing.T, megabytes int) string {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("mounting needs root")
	}
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, fmt.Sprintf("size=%dm", megabytes)); err != nil {
		t.Skipf("mounting is not allowed here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// fill takes all room but leave bytes; the file that takes it is given back.
func fill(t *testing.T, dir string, leave int64) string {
	t.Helper()
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "fueller")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	block := make([]byte, 1<<16)
	for left := int64(st.Bavail)*st.Bsize - leave; left > 0; {
		n, err := f.Write(block[:min(left, int64(len(block)))])
		left -= int64(n)
		if err != nil {
			break // full: nothing is left, which is what was wanted
		}
	}
	return name
}

// TestFullDisk: with the disk full at any moment a step ends with a sentence, not
// with a crash; with room again it ends well and nothing is lost or half.
func TestFullDisk(t *testing.T) {
	faults(t)
	all := stages(t)
	host := enrol(t, all["send"])
	for _, name := range slices.Sorted(maps.Keys(all)) {
		measure(t, name, all[name], host)
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		for _, leave := range []int64{0, 16 << 10, 64 << 10, 128 << 10, 256 << 10, 512 << 10, 1 << 20, 2 << 20} {
			t.Run(fmt.Sprintf("%s with %d KiB", name, leave>>10), func(t *testing.T) {
				s, dir := all[name], small(t, 256)
				if err := os.CopyFS(dir, os.DirFS(s.dir)); err != nil {
					t.Fatal(err)
				}
				filler := fill(t, dir, leave)
				if name == "send" { // the receiver has its store on the same disk
					c, _ := serve(t, dir, host, kill.Plan{})
					defer func() { c.Kill(); c.Wait() }()
				}
				r := call(t, dir, kill.Plan{}, nil, s.args...)
				wellEnded(t, r)
				if err := os.Remove(filler); err != nil {
					t.Fatal(err)
				}
				judges[name](t, s, dir, r)
			})
		}
	}
}

// wellEnded wants an end with a sentence: done, or a code that a person can act on.
func wellEnded(t *testing.T, r kill.Result) {
	t.Helper()
	if r.Killed || !slices.Contains([]int{exitDone, exitCall, exitInterrupted}, r.Code) {
		t.Errorf("code %d, killed %v\n%s%s", r.Code, r.Killed, r.Out, r.Errs)
	}
	if strings.Contains(r.Errs, "goroutine ") || strings.Contains(r.Errs, "absturz-") {
		t.Errorf("a crash: %s", r.Errs)
	}
	if r.Code != exitDone && strings.TrimSpace(r.Errs) == "" {
		t.Error("ended without a word")
	}
}

// TestFewHandles: below 16 the runtime of Go cannot work. A process that may open few files ends with a sentence or does
// its work; afterwards all is well.
func TestFewHandles(t *testing.T) {
	faults(t)
	all := stages(t)
	measure(t, "check", all["check"], "")
	for _, name := range []string{"receive", "check", "appraise", "finish", "package"} {
		for _, handles := range []int{16, 20, 24, 32, 64} {
			t.Run(fmt.Sprintf("%s with %d", name, handles), func(t *testing.T) {
				dir := copyOf(t, all[name])
				r := call(t, dir, kill.Plan{Handles: handles}, nil, all[name].args...)
				wellEnded(t, r)
				judges[name](t, all[name], dir, r)
			})
		}
	}
}

// TestDatabaseHeld: a second process that keeps the database locked is waited for,
// then told; afterwards the step ends well.
func TestDatabaseHeld(t *testing.T) {
	faults(t)
	s := stages(t)["check"]
	dir := copyOf(t, s)
	other, err := store.Open(t.Context(), filepath.Join(dir, wsDir, "laufzettel.db"))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := other.Reader().Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(t.Context(), "PRAGMA query_only = 0"); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(t.Context(), "BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	r := call(t, dir, kill.Plan{}, nil, s.args...)
	wellEnded(t, r)
	if r.Code == exitDone {
		t.Error("wrote into a locked database")
	}
	if _, err := conn.ExecContext(t.Context(), "ROLLBACK"); err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	afterwards(t, dir, func() { done(t, dir, s.args...) })
}

// TestDatabaseDamaged: a database that was damaged from outside, at its head or in
// its middle, is told and copied aside, never repaired and never overwritten; with
// the old file back the work goes on.
func TestDatabaseDamaged(t *testing.T) {
	faults(t)
	s := stages(t)["check"]
	measure(t, "check", s, "")
	for _, at := range []string{"head", "pages", "cut"} {
		t.Run(at, func(t *testing.T) {
			dir := copyOf(t, s)
			path := filepath.Join(dir, wsDir, "laufzettel.db")
			afterwards(t, dir, nil) // the log of the database is emptied into it at the end
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			broken := slices.Clone(whole)
			switch at {
			case "head":
				copy(broken, "kein SQLite mehr")
			case "pages":
				for i := 4096; i < len(broken); i++ {
					broken[i] ^= 0x5a
				}
			case "cut":
				broken = broken[:len(broken)/2]
			}
			for _, rest := range []string{"-wal", "-shm"} {
				if err := os.Remove(path + rest); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(path, broken, 0o600); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				r := call(t, dir, kill.Plan{}, nil, s.args...)
				if r.Code != exitOwn || r.Killed || !strings.Contains(r.Errs, "beschädigt") ||
					!strings.Contains(r.Errs, "laufzettel.db.damaged-") {
					t.Errorf("code %d\n%s%s", r.Code, r.Out, r.Errs)
				}
			}
			if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, broken) {
				t.Errorf("the damaged file was changed: %v", err)
			}
			copies, err := filepath.Glob(path + ".damaged-*")
			if err != nil || len(copies) != 1 {
				t.Fatalf("copies %v %v", copies, err)
			}
			if kept, err := os.ReadFile(copies[0]); err != nil || !bytes.Equal(kept, broken) {
				t.Errorf("the copy is another: %v", err)
			}
			if err := os.WriteFile(path, whole, 0o600); err != nil {
				t.Fatal(err)
			}
			rechecked(t, s, dir, kill.Result{})
		})
	}
}
