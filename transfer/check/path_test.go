package check_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
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
	out, err := (&check.Engine{}).CheckPath(t.Context(), dir, check.Input{Journal: journal}, container.Options{})
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
	if failure.KindOf(err) != failure.Refused || failure.HintOf(err) == "" {
		t.Errorf("err = %v", err)
	}
}

func TestWriteFindingsDoc(t *testing.T) {
	r, err := check.NewRegistry(check.Codes, check.ContainerCodes)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := check.WriteFindingsDoc(&b, r); err != nil {
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
