package support

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func at() time.Time { return time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC) }

func TestScrub(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`open /home/m.ahrens/Akte Meier.pdf: no such file`, `open …: no such file`},
		{`read C:\Users\ahrens\Akte.pdf: gone`, `read …: gone`},
		{`read \\server\Akten\Meier: gone`, `read …: gone`},
		{`„Akte Meier“ lässt sich nicht lesen`, `… lässt sich nicht lesen`},
		{`strange name "Meier \" und" here`, `strange name … here`},
		{`get https://archiv.example/p/7?who=meier: refused`, `get …: refused`},
		{`database is locked (5)`, `database is locked (5)`},
		{"panic\nlaufzettel/app.run()\n\tlaufzettel/app/x.go:12 +0x1d", "panic\nlaufzettel/app.run()\n\tlaufzettel/app/x.go:12 +0x1d"},
	} {
		got := Scrub(tt.in)
		if got != tt.want {
			t.Errorf("Scrub(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestLog_Rotates(t *testing.T) {
	dir := t.TempDir()
	l, err := OpenLog(dir, at)
	if err != nil {
		t.Fatal(err)
	}
	line := []byte(strings.Repeat("x", 99_000) + "\n")
	for range 80 {
		if n, err := l.Write(line); err != nil || n != len(line) {
			t.Fatal(n, err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	names, err := filepath.Glob(filepath.Join(dir, Folder, "*"))
	if err != nil || len(names) != keepLogs {
		t.Fatalf("%d files, want %d: %v", len(names), keepLogs, err)
	}
	for _, n := range names {
		info, err := os.Stat(n)
		if err != nil || info.Size() > maxLog {
			t.Errorf("%s: %v, %v", n, info.Size(), err)
		}
		if filepath.Separator == '/' && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: mode %v", n, info.Mode())
		}
	}
	if _, err := l.Write(line); err == nil {
		t.Error("a closed log takes lines")
	}
}

func TestPack_HoldsNoNames(t *testing.T) {
	dir := t.TempDir()
	l, err := OpenLog(dir, at)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Write([]byte(`open "Akte Meier": gone`)); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Crash(dir, "Laufzettel 1", at(), `row "Meier"`, []byte("goroutine 1")); err != nil {
		t.Fatal(err)
	}
	// Put there by another: scrubbed all the same.
	if err := os.WriteFile(filepath.Join(dir, Folder, "fenster.log"), []byte(`start C:\Users\meier\x.exe`), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := Pack(&out, dir, map[string]string{"program": "Laufzettel 1"}); err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(r)
		if err != nil || strings.Contains(strings.ToLower(string(raw)), "meier") {
			t.Errorf("%s: %q, %v", f.Name, raw, err)
		}
	}
	if got := strings.Join(names, " "); got != "angaben.json absturz-20261121-100000.000.txt fenster.log laufzettel.log" {
		t.Errorf("holds %s", got)
	}
}
