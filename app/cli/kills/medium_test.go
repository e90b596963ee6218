//go:build linux

package kills

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"laufzettel/app/kill"
	"laufzettel/transfer"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/samples"
)

// A medium is a file system of its own on a file, so that it can go and can have
// bad blocks as a real one: what lies behind the end of a cut file gives EIO.
type medium struct {
	t       *testing.T
	image   string
	device  string
	at      string // where it is mounted
	content []byte // of the whole image while a part of it is cut off
}

const mediumSize = 24 << 20

// newMedium makes a medium with the files of source and mounts it at the folder at.
func newMedium(t *testing.T, source, at string) *medium {
	t.Helper()
	m := &medium{t: t, image: filepath.Join(t.TempDir(), "medium.img"), at: at}
	if os.Geteuid() != 0 {
		t.Skip("a medium of its own needs root")
	}
	if err := os.WriteFile(m.image, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(m.image, mediumSize); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("mkfs.ext2", "-q", "-F", "-m", "0", "-b", "4096", "-N", "4096", m.image).CombinedOutput(); err != nil {
		t.Skipf("no file system to be made here: %v %s", err, out)
	}
	out, err := exec.Command("losetup", "-f", "--show", m.image).Output()
	if err != nil {
		t.Skipf("no loop device here: %v", err)
	}
	m.device = strings.TrimSpace(string(out))
	t.Cleanup(func() {
		_ = syscall.Unmount(m.at, syscall.MNT_DETACH) // gone already where the test pulled it last
		if out, err := exec.Command("losetup", "-d", m.device).CombinedOutput(); err != nil {
			t.Errorf("%v %s", err, out)
		}
	})
	m.mount()
	if err := os.CopyFS(at, os.DirFS(source)); err != nil {
		t.Fatal(err)
	}
	m.unmount() // what was just written is not to be read from memory
	m.mount()
	return m
}

func (m *medium) mount() {
	m.t.Helper()
	if err := syscall.Mount(m.device, m.at, "ext2", 0, ""); err != nil {
		m.t.Skipf("mounting is not allowed here: %v", err)
	}
}

func (m *medium) unmount() {
	m.t.Helper()
	if err := syscall.Unmount(m.at, 0); err != nil {
		m.t.Fatal(err)
	}
}

// damage makes the medium unreadable from the place on where mark stands in it.
func (m *medium) damage(mark []byte) {
	m.t.Helper()
	m.unmount() // everything is on the medium now, and nothing in memory
	m.keep()
	i := bytes.Index(m.content, mark)
	if i < 0 {
		m.t.Fatal("the mark is not on the medium")
	}
	m.cut(int64(i) &^ 4095)
	m.mount()
}

// pull takes the medium away from under a running program, as a system does whose
// user pulls it out: nothing can be read any more, and it is no longer mounted.
func (m *medium) pull() {
	m.t.Helper()
	syscall.Sync()
	m.keep()
	if err := syscall.Unmount(m.at, syscall.MNT_DETACH); err != nil {
		m.t.Fatal(err)
	}
	m.cut(0)
}

// back makes the medium whole again and mounts it.
func (m *medium) back() {
	m.t.Helper()
	_ = syscall.Unmount(m.at, syscall.MNT_DETACH) // after pull it is not mounted
	if err := os.WriteFile(m.image, m.content, 0o600); err != nil {
		m.t.Fatal(err)
	}
	m.mount()
}

func (m *medium) keep() {
	m.t.Helper()
	content, err := os.ReadFile(m.image)
	if err != nil {
		m.t.Fatal(err)
	}
	m.content = content
}

func (m *medium) cut(at int64) {
	m.t.Helper()
	if err := os.Truncate(m.image, at); err != nil {
		m.t.Fatal(err)
	}
	f, err := os.Open(m.device)
	if err != nil {
		m.t.Fatal(err)
	}
	defer f.Close()
	const flushBuffers = 0x1261 // BLKFLSBUF: what the system holds of the device in memory goes
	if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), flushBuffers, 0); errno != 0 {
		m.t.Fatal(errno)
	}
}

// onMedium puts a folder of a workspace that is there on a medium of its own.
func onMedium(t *testing.T, dir string) *medium {
	t.Helper()
	aside := filepath.Join(t.TempDir(), "kopie")
	if err := os.CopyFS(aside, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries { // nothing is to appear below when the medium goes
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return newMedium(t, aside, dir)
}

// loose is a delivery as a folder with a file in whose middle mark stands, which
// is written last and so lies behind the others on a medium.
func loose(t *testing.T) (dir string, mark []byte) {
	t.Helper()
	dir = t.TempDir()
	for i := range 1200 { // more than two batches of the journal
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("akte-%04d.txt", i)), []byte(fmt.Sprintf("Schreiben %d\n", i)),
			0o600); err != nil {
			t.Fatal(err)
		}
	}
	mark = []byte("HIER IST DER DATENTRAEGER SCHADHAFT")
	text := slices.Concat(bytes.Repeat([]byte("Zeile vor dem Schaden\n"), 50_000), mark, bytes.Repeat([]byte("\nZeile danach"), 50_000))
	if err := os.WriteFile(filepath.Join(dir, "zuletzt.txt"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, mark
}

// report is what the tests here look at of a report.
type mediumReport struct {
	Verdict  string
	Findings []struct{ Code, Path string }
	Files    struct{ Delivered int }
}

// unreadable lists the files a report calls unreadable.
func unreadable(t *testing.T, out string) (paths []string, n int) {
	t.Helper()
	var rep mediumReport
	parse(t, out, &rep)
	for _, f := range rep.Findings {
		if f.Code == "CNT-005" {
			paths = append(paths, f.Path)
		}
	}
	return paths, rep.Files.Delivered
}

// TestMediumReadError: a file with a bad block in its middle is one finding of the
// check, all others are checked; it is not taken in; from a workspace whose disk
// goes bad it does not come into a package. With a good medium everything goes on.
func TestMediumReadError(t *testing.T) {
	faults(t)
	source, mark := loose(t)
	t.Run("check and receive", func(t *testing.T) {
		dir, at := t.TempDir(), t.TempDir()
		m := newMedium(t, source, at)
		m.damage(mark)
		r := call(t, dir, kill.Plan{}, nil, "check", "--json", at)
		if bad, n := unreadable(t, r.Out); r.Code != exitMaterial || !slices.Equal(bad, []string{"zuletzt.txt"}) || n != 1201 {
			t.Errorf("code %d, unreadable %v of %d\n%s", r.Code, bad, n, r.Errs)
		}
		r = call(t, dir, kill.Plan{}, nil, "receive", at)
		wellEnded(t, r)
		if r.Code != exitCall || !strings.Contains(r.Errs, "nicht zu Ende lesen") ||
			!strings.Contains(r.Errs, "Es wurde nichts übernommen") {
			t.Errorf("receive: code %d\n%s", r.Code, r.Errs)
		}
		if left := samples.Files(t, filepath.Join(dir, wsDir, "inbox")); len(left) > 0 {
			t.Errorf("left over: %d files", len(left))
		}
		m.back()
		afterwards(t, dir, func() {
			var p transfer.Portion
			parse(t, done(t, dir, "receive", "--json", at), &p)
			if r := call(t, dir, kill.Plan{}, nil, "receive", "check", "--json", p.ID); !strings.Contains(r.Out, `"findings"`) ||
				strings.Contains(r.Out, "CNT-005") {
				t.Errorf("after it is whole: %d %s", r.Code, r.Errs)
			}
		})
	})
	t.Run("package", func(t *testing.T) {
		s := folderStage(t, true)
		dir := copyOf(t, s)
		m := onMedium(t, filepath.Join(dir, wsDir, "inbox"))
		m.damage(lastBlock(t, m.at))
		r := call(t, dir, kill.Plan{}, nil, s.args...)
		wellEnded(t, r)
		if r.Code == exitDone {
			t.Error("packaged what cannot be read")
		}
		m.back()
		packaged(t, s, dir, r)
	})
}

// lastBlock gives the beginning of the last file below dir.
func lastBlock(t *testing.T, dir string) []byte {
	t.Helper()
	all := samples.Files(t, dir)
	slices.Sort(all)
	f, err := os.Open(all[len(all)-1])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	head := make([]byte, 64)
	if _, err := io.ReadFull(f, head); err != nil {
		t.Fatal(err)
	}
	return head
}

// folderStage is a stage whose delivery is a folder, ready to be packaged, or
// before its check.
func folderStage(t *testing.T, ready bool) *stage {
	t.Helper()
	s := next(t, &stage{dir: t.TempDir()}, parcelOf(t, generate.Plan{Seed: 9, Dossiers: 1, Cases: 3, Documents: 500, Size: 300,
		Ratings: []string{"A"}, Mix: []string{"txt"}, Folder: true}))
	s.args = []string{"receive", "check", "--no-pdfa", s.id}
	if !ready {
		return s
	}
	for _, args := range [][]string{{"settings", "archive=Landesarchiv Musterland"}, s.args, {"receive", "accept", s.id},
		{"appraise", s.id, "finish"}} {
		done(t, s.dir, args...)
	}
	s.args = []string{"package", s.id}
	return s
}

// TestMediumPulled: whatever lies on a medium that is pulled out in the middle of a
// step, the step ends with a sentence that names it, and nothing false is said of
// the files; with the medium back it goes on.
func TestMediumPulled(t *testing.T) {
	faults(t)
	source, _ := loose(t)
	held := func(t *testing.T, dir string, m *medium, point string, nth int, args ...string) kill.Result {
		c := cli.Start(t, kill.Plan{Point: point, Nth: nth, Hold: true}, childEnv,
			append([]string{"--data", filepath.Join(dir, wsDir)}, args...)...)
		c.Held(patience)
		m.pull()
		c.Go()
		r := c.Wait()
		wellEnded(t, r)
		return r
	}
	t.Run("receive", func(t *testing.T) {
		dir, at := t.TempDir(), t.TempDir()
		m := newMedium(t, source, at)
		r := held(t, dir, m, "receive.file.before", 600, "receive", at)
		if r.Code == exitDone || !strings.Contains(r.Errs, "Es wurde nichts übernommen") {
			t.Errorf("code %d\n%s", r.Code, r.Errs)
		}
		m.back()
		afterwards(t, dir, func() { done(t, dir, "receive", at) })
	})
	t.Run("check of the medium itself", func(t *testing.T) { // whose folder stays, empty
		dir, at := t.TempDir(), t.TempDir()
		m := newMedium(t, source, at)
		r := held(t, dir, m, "check.batch.before", 0, "check", "--json", at)
		if r.Code != exitInterrupted || !strings.Contains(r.Errs, "verschwunden") || strings.Contains(r.Out, "CNT-005") {
			t.Errorf("code %d\n%.600s%s", r.Code, r.Out, r.Errs)
		}
		m.back()
		if bad, n := unreadable(t, call(t, dir, kill.Plan{}, nil, "check", "--json", at).Out); n != 1201 || len(bad) > 0 {
			t.Errorf("afterwards %d files, unreadable %v", n, bad)
		}
	})
	t.Run("check", func(t *testing.T) {
		s := folderStage(t, false)
		measure(t, "check", s, "")
		dir := copyOf(t, s)
		m := onMedium(t, filepath.Join(dir, wsDir, "inbox"))
		r := held(t, dir, m, "check.batch.before", 0, s.args...)
		if r.Code != exitInterrupted || !strings.Contains(r.Errs, "verschwunden") || strings.Contains(r.Out, "CNT-005") {
			t.Errorf("code %d\n%s%s", r.Code, r.Out, r.Errs)
		}
		m.back()
		rechecked(t, s, dir, r)
	})
	t.Run("package", func(t *testing.T) {
		s := folderStage(t, true)
		for _, point := range []string{"package.ordered", "package.built"} {
			t.Run(point, func(t *testing.T) {
				dir := copyOf(t, s)
				m := onMedium(t, filepath.Join(dir, wsDir, "inbox"))
				r := held(t, dir, m, point, 0, s.args...)
				if r.Code == exitDone {
					t.Error("packaged what is not there")
				}
				m.back()
				packaged(t, s, dir, r)
			})
		}
	})
}

// TestMediumChanged: a file that goes, shrinks, grows, or is replaced by a folder, a
// link or a pipe while a portion is checked is a finding on that file alone; with
// the file back the check says what it says undisturbed.
func TestMediumChanged(t *testing.T) {
	faults(t)
	s := folderStage(t, false)
	measure(t, "check", s, "")
	private := filepath.Join(t.TempDir(), "privat.txt")
	if err := os.WriteFile(private, []byte("geheim"), 0o600); err != nil {
		t.Fatal(err)
	}
	instead := func(do func(name string) error) func(string) error {
		return func(name string) error {
			if err := os.Remove(name); err != nil {
				return err
			}
			return do(name)
		}
	}
	for what, change := range map[string]func(name string) error{
		"removed": os.Remove,
		"shrunk":  func(name string) error { return os.Truncate(name, 1) },
		"grown":   func(name string) error { return os.Truncate(name, 1<<20) },
		"folder":  instead(func(name string) error { return os.Mkdir(name, 0o700) }),
		"pipe":    instead(func(name string) error { return syscall.Mkfifo(name, 0o600) }),
		"link":    instead(func(name string) error { return os.Symlink(private, name) }),
		"neighbour": instead(func(name string) error {
			all, err := os.ReadDir(filepath.Dir(name))
			if err != nil {
				return err
			}
			return os.Symlink(all[0].Name(), name)
		}),
	} {
		t.Run(what, func(t *testing.T) {
			dir := copyOf(t, s)
			all := samples.Files(t, filepath.Join(dir, wsDir, "inbox"))
			slices.Sort(all)
			name := all[len(all)-1]
			if strings.HasSuffix(name, ".xml") {
				name = all[len(all)-2]
			}
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			content, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			c := cli.Start(t, kill.Plan{Point: "check.batch.before", Hold: true}, childEnv,
				append([]string{"--data", filepath.Join(dir, wsDir)}, append(s.args, "--json")...)...)
			c.Held(patience)
			if err := change(name); err != nil {
				t.Fatal(err)
			}
			c.Go()
			r := c.Wait()
			bad, _ := unreadable(t, done(t, dir, "report", "--format", "json", s.id))
			if len(bad) != 1 || !strings.HasSuffix(name, bad[0]) || r.Code != exitMaterial {
				t.Errorf("code %d, unreadable %v, want %s\n%s", r.Code, bad, filepath.Base(name), r.Errs)
			}
			if strings.Contains(r.Out, "geheim") {
				t.Error("a file outside was read")
			}
			if err := os.RemoveAll(name); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, content, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(name, info.ModTime(), info.ModTime()); err != nil {
				t.Fatal(err)
			}
			afterwards(t, dir, func() { done(t, dir, s.args...) })
			if got := reported(t, dir, s.id); got != s.want {
				t.Errorf("report differs from that of an undisturbed check\n got %s\nwant %s", got, s.want)
			}
		})
	}
}
