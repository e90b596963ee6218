package check_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/profile"
)

func write(t *testing.T, path, content string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCheckPath_Folder(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "x", "a.txt"), "a")
	journal := check.NewSQLJournal(openStore(t))
	out, err := (&check.Engine{}).CheckPath(t.Context(), dir, check.Input{Journal: journal, Kind: "files"}, container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if out.Report.Verdict != check.Accepted || out.Report.Files.Delivered != 1 {
		t.Errorf("report %+v", out.Report)
	}
	if f, ok := out.Facts.File("x/a.txt"); !ok || f.Digests["sha-512"] == "" {
		t.Errorf("fact %+v", f)
	}
}

func TestCheckPath_RefusedIsAReport(t *testing.T) {
	cut := write(t, filepath.Join(t.TempDir(), "kaputt.zip"), "PK\x03\x04\x14\x00abc")
	out, err := (&check.Engine{}).CheckPath(t.Context(), cut, check.Input{}, container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if out.Report.Verdict != check.Unreadable || len(out.Report.Findings) == 0 || out.Report.Portion != "kaputt.zip" {
		t.Errorf("report %+v", out.Report)
	}
	if err := out.Close(); err != nil {
		t.Error(err)
	}
}

func TestCheckPath_MissingIsOurError(t *testing.T) {
	_, err := (&check.Engine{}).CheckPath(t.Context(), filepath.Join(t.TempDir(), "nichts"), check.Input{}, container.Options{})
	if failure.KindOf(err) != failure.Refused || !failure.Explained(err) {
		t.Errorf("err = %v", err)
	}
}

func TestWriteFindingsDoc(t *testing.T) {
	r, err := check.NewRegistry(check.Codes, check.ContainerCodes)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := check.WriteFindingsDoc(&b, r, "de"); err != nil {
		t.Fatal(err)
	}
	for _, c := range r.All() {
		if !strings.Contains(b.String(), "| "+c.ID+" | ") {
			t.Errorf("%s is not in the table", c.ID)
		}
	}
	if !strings.Contains(b.String(), "| FIX-001 | Hinweis | Keine Prüfsummen geliefert. ") {
		t.Errorf("table:\n%s", b.String())
	}
}

// TestCheckPath_TellsTheCallersFindings: what was found before the check (slip,
// container gate) is in the report, for read and for refused containers.
func TestCheckPath_TellsTheCallersFindings(t *testing.T) {
	dir := t.TempDir()
	in := check.Input{Findings: []check.Finding{{Code: "LAU-001", Severity: check.Warning, Message: "m", Remedy: "r"}}}
	for _, name := range []string{write(t, filepath.Join(dir, "d", "a.txt"), "a"),
		write(t, filepath.Join(dir, "kaputt.zip"), "PK\x03\x04abc")} {
		out, err := (&check.Engine{}).CheckPath(t.Context(), name, in, container.Options{Single: true})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.Join(found(out.Report), ","), "LAU-001") {
			t.Errorf("%s: %v", name, found(out.Report))
		}
		if err := out.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestResolve: profile and related messages are asked for when the manifest is
// known, and hold for the rules.
func TestResolve(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.txt"), "a")
	in := check.Input{Resolve: func(_ context.Context, m *check.Manifest) (*profile.Profile, []check.Related, error) {
		if m.Kind != "files" {
			t.Errorf("manifest %+v", m)
		}
		return &profile.Profile{Kinds: []string{"norm"}}, []check.Related{{Portion: "p1"}}, nil
	}}
	out, err := (&check.Engine{}).CheckPath(t.Context(), dir, in, container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(found(out.Report), ","); !strings.HasPrefix(got, "AGR-001") || len(out.Facts.Related()) != 1 ||
		out.Facts.Profile() == nil {
		t.Errorf("findings %s, related %v", got, out.Facts.Related())
	}
	if err := out.Close(); err != nil {
		t.Error(err)
	}
	in.Resolve = func(context.Context, *check.Manifest) (*profile.Profile, []check.Related, error) {
		return nil, nil, os.ErrPermission
	}
	if _, err := (&check.Engine{}).CheckPath(t.Context(), dir, in, container.Options{}); !errors.Is(err, os.ErrPermission) {
		t.Errorf("err = %v", err)
	}
}

// readCounter counts the bytes read of each file.
type readCounter struct {
	mu    sync.Mutex
	files map[string]int64
}

func (c *readCounter) Read(p string, n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.files[p] += n
}

// TestResumeOfARealContainer: the counter of the container proves that a second
// run over the same journal reads nothing of what is journaled (G1).
func TestResumeOfARealContainer(t *testing.T) {
	dir := t.TempDir()
	for i := range 700 {
		write(t, filepath.Join(dir, "d", fmt.Sprintf("%03d.txt", i)), fmt.Sprint("inhalt ", i))
	}
	journal := check.NewSQLJournal(openStore(t))
	ctx, cancel := context.WithCancel(t.Context())
	in := check.Input{Journal: journal, Point: func(p string) {
		if p == "check.batch.after" {
			cancel()
		}
	}}
	if _, err := (&check.Engine{}).CheckPath(ctx, dir, in, container.Options{}); !errors.Is(err, context.Canceled) {
		t.Fatalf("err = %v", err)
	}
	done := paths(t, journal, dir)
	if len(done) < 500 {
		t.Fatalf("journal holds %d files", len(done))
	}
	counter := &readCounter{files: map[string]int64{}}
	out, err := (&check.Engine{}).CheckPath(t.Context(), dir, check.Input{Journal: journal}, container.Options{Counter: counter})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range done {
		if counter.files[p] > 0 {
			t.Errorf("%s was read again", p)
		}
	}
	if len(counter.files) != 700-len(done) || out.Report.Files.Delivered != 700 {
		t.Errorf("read %d files, report %+v", len(counter.files), out.Report.Files)
	}
	if err := out.Close(); err != nil {
		t.Error(err)
	}
}
