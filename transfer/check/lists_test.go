package check_test

import (
	"archive/zip"
	"bytes"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
)

func sha256Hex(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:])
}

func md5Hex(s string) string {
	sum := md5.Sum([]byte(s))
	return hex.EncodeToString(sum[:])
}

func checkDir(t *testing.T, dir string, in check.Input) *check.Report {
	t.Helper()
	in.Kind = "files"
	out, err := (&check.Engine{}).CheckPath(t.Context(), dir, in, container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Error(err)
	}
	return out.Report
}

func found(r *check.Report) []string {
	out := []string{}
	for _, f := range r.Findings {
		out = append(out, strings.TrimSpace(f.Code+" "+f.Path))
	}
	return out
}

func state(r *check.Report, name string) check.DoneState {
	for _, d := range r.Checks {
		if d.Name == name {
			return d.State
		}
	}
	return ""
}

// TestChecksumLists: lists inside, beside and named by the user are found and
// compared (G4).
func TestChecksumLists(t *testing.T) {
	good := sha256Hex("a") + "  d/a.txt\n" + sha256Hex("b") + "  b.txt\n"
	tests := []struct {
		name   string
		inside map[string]string
		beside map[string]string
		extra  []string
		want   []string
		fixity check.DoneState
	}{
		{"inside, all right", map[string]string{"SHA256SUMS": good}, nil, nil, []string{}, check.Full},
		{"inside, in a folder", map[string]string{"d/a.sha256": sha256Hex("a") + "  a.txt\n", "b.sha256": sha256Hex("b") + " *b.txt\n"},
			nil, nil, []string{}, check.Full},
		{"inside, one differs", map[string]string{"SHA256SUMS": strings.Replace(good, sha256Hex("a"), sha256Hex("x"), 1)}, nil, nil,
			[]string{"FIX-002 d/a.txt"}, check.Full},
		{"inside, under a name that is kept for lists", map[string]string{"x.digests": strings.Replace(good, sha256Hex("a"),
			sha256Hex("x"), 1)}, nil, nil, []string{"FIX-002 d/a.txt"}, check.Full},
		{"inside, a log that is called a list", map[string]string{"sha256.log": strings.Replace(good, sha256Hex("a"), sha256Hex("x"), 1)},
			nil, nil, []string{"FIX-002 d/a.txt"}, check.Full},
		{"inside, above all folders, a name that says nothing", map[string]string{"Inhalt.txt": strings.Replace(good, sha256Hex("a"),
			sha256Hex("x"), 1)}, nil, nil, []string{"FIX-002 d/a.txt"}, check.Full},
		{"inside, a text that is none", map[string]string{"Inhalt.txt": "Guten Tag,\nanbei d/a.txt und b.txt.\n"}, nil, nil,
			[]string{"FIX-001"}, check.NotDone},
		{"inside, deep down, a name that says nothing", map[string]string{"d/x.log": sha256Hex("a") + "  d/a.txt\n"}, nil, nil,
			[]string{"FIX-001"}, check.NotDone},
		{"inside, one missing", map[string]string{"SHA256SUMS": good + sha256Hex("c") + "  d/c.txt\n"}, nil, nil,
			[]string{"VOL-001 d/c.txt"}, check.Full},
		{"inside, one unlisted", map[string]string{"md5sums.txt": md5Hex("a") + "  d/a.txt\n"}, nil, nil, []string{"VOL-002 b.txt"},
			check.Partial},
		{"beside, with the folder's name", nil, map[string]string{"lieferung.md5": md5Hex("a") + " *lieferung\\d\\a.txt\r\n" + md5Hex("b") +
			" *lieferung\\b.txt\r\n"}, nil, []string{}, check.Full},
		{"beside, speaks of another delivery", nil, map[string]string{"lieferung2.md5": md5Hex("a") + "  x.txt\n"}, nil,
			[]string{"FIX-001"}, check.NotDone},
		{"named by the user", nil, map[string]string{"von-hand": good}, []string{"von-hand"}, []string{}, check.Full},
		{"named, but no list", nil, map[string]string{"von-hand": "Guten Tag,\nanbei die Lieferung.\n"}, []string{"von-hand"},
			[]string{"FIX-005 von-hand", "FIX-001"}, check.NotDone},
		{"named, other files", nil, map[string]string{"von-hand": sha256Hex("a") + "  fremd.txt\n"}, []string{"von-hand"},
			[]string{"FIX-005 von-hand", "FIX-001"}, check.NotDone},
		{"named and beside is read once", nil, map[string]string{"SHA256SUMS": good + "kaputte Zeile\n"}, []string{"SHA256SUMS"},
			[]string{"FIX-005 SHA256SUMS"}, check.Full},
		{"unreadable line", map[string]string{"SHA256SUMS": good + "kaputte Zeile\n"}, nil, nil, []string{"FIX-005 SHA256SUMS"},
			check.Full},
		{"two lists contradict", map[string]string{"SHA256SUMS": good, "md5sums.txt": md5Hex("x") + "  d/a.txt\n" + md5Hex("b") +
			"  b.txt\n"}, nil, nil, []string{"FIX-002 d/a.txt", "FIX-003 d/a.txt"}, check.Full},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			top := t.TempDir()
			dir := filepath.Join(top, "lieferung")
			write(t, filepath.Join(dir, "d", "a.txt"), "a")
			write(t, filepath.Join(dir, "b.txt"), "b")
			for p, s := range tt.inside {
				write(t, filepath.Join(dir, filepath.FromSlash(p)), s)
			}
			for p, s := range tt.beside {
				write(t, filepath.Join(top, p), s)
			}
			var in check.Input
			for _, p := range tt.extra {
				in.Extra = append(in.Extra, filepath.Join(top, p))
			}
			r := checkDir(t, dir, in)
			if diff := cmp.Diff(tt.want, found(r)); diff != "" {
				t.Error(diff)
			}
			if got := state(r, "fixity"); got != tt.fixity {
				t.Errorf("fixity is %s, want %s", got, tt.fixity)
			}
		})
	}
}

func TestNamedListMustOpen(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.txt"), "a")
	_, err := (&check.Engine{}).CheckPath(t.Context(), dir, check.Input{Extra: []string{filepath.Join(dir, "nichts.md5")}},
		container.Options{})
	if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "nichts.md5") {
		t.Errorf("err = %v, hint %q", err, failure.HintOf(err).In("de"))
	}
}

func zipOf(t *testing.T, name, content string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(w, content); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestContainerDigest: the container's own digest, from a list beside it or from
// the slip (A6); also where the container is cut and refused.
func TestContainerDigest(t *testing.T) {
	data := zipOf(t, "a.txt", "hallo")
	right, wrong := sha256Hex(string(data)), sha256Hex("x")
	tests := []struct {
		name    string
		data    []byte
		list    string
		slip    []check.Declared
		want    []string
		done    check.DoneState
		verdict check.Verdict
	}{
		{"list right", data, right + "  p.zip\n", nil, []string{}, check.Full, check.Accepted},
		{"list wrong", data, wrong + "  p.zip\n", nil, []string{"FIX-002 p.zip"}, check.Full, check.Rejected},
		{"slip wrong", data, "", []check.Declared{{Algorithm: "sha-256", Value: wrong, By: "el_Lauf.xml"}}, []string{"FIX-002 p.zip"},
			check.Full, check.Rejected},
		{"slip with unknown algorithm", data, "", []check.Declared{{Algorithm: "rot13", Value: "00"}}, []string{"FIX-001", "FIX-004"},
			check.NotDone, check.Accepted},
		{"nothing declared", data, "", nil, []string{"FIX-001"}, "", check.Accepted},
		{"cut", data[:len(data)-30], right + "  p.zip\n", nil, []string{"CNT-002", "FIX-002 p.zip"}, check.Full, check.Unreadable},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := filepath.Join(t.TempDir(), "p.zip")
			if err := os.WriteFile(p, tt.data, 0o600); err != nil {
				t.Fatal(err)
			}
			if tt.list != "" {
				write(t, p+".sha256", tt.list)
			}
			r := checkDir(t, p, check.Input{Container: tt.slip})
			if diff := cmp.Diff(tt.want, found(r)); diff != "" {
				t.Error(diff)
			}
			if got := state(r, "container-digest"); got != tt.done {
				t.Errorf("container-digest is %q, want %q", got, tt.done)
			}
			if r.Verdict != tt.verdict {
				t.Errorf("verdict %s, want %s", r.Verdict, tt.verdict)
			}
		})
	}
}

// TestReplacedContainerIsReadAgain: the key holds size and time of the file.
func TestReplacedContainerIsReadAgain(t *testing.T) {
	p := filepath.Join(t.TempDir(), "p.zip")
	journal := check.NewSQLJournal(openStore(t))
	for i, content := range []string{"eins", "zwei!"} {
		if err := os.WriteFile(p, zipOf(t, "a.txt", content), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := (&check.Engine{}).CheckPath(t.Context(), p,
			check.Input{Journal: journal, CallerFinishes: true, Algorithms: []string{"sha-256"}}, container.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f, ok := out.Facts.File("a.txt")
		if !ok || f.Digests["sha-256"] != sha256Hex(content) {
			t.Errorf("round %d: %+v", i, f)
		}
		if err := out.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestUnknownAlgorithmIsRefused(t *testing.T) {
	_, err := (&check.Engine{}).CheckPath(t.Context(), t.TempDir(), check.Input{Algorithms: []string{"rot13"}}, container.Options{})
	if failure.KindOf(err) != failure.Refused {
		t.Errorf("err = %v", err)
	}
}
