package convert_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"laufzettel/app/store"
	"laufzettel/transfer/convert"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/pdfa"
)

// script makes a stand-in converter: a shell script named prog.
func script(t *testing.T, body string) convert.Tool {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	p := filepath.Join(t.TempDir(), "prog")
	if err := os.WriteFile(p, []byte("#!/bin/sh\n"+body), 0o700); err != nil {
		t.Fatal(err)
	}
	return convert.Tool{ID: "stand-in", Name: "Ersatz", Program: p, Args: []string{"{in}", "{out}", "{home}"},
		Version: []string{"--version"}, Extensions: []string{"odt"}, Target: "pdf", Seconds: 5}
}

func input(t *testing.T, work string) string {
	t.Helper()
	in := filepath.Join(work, "ein gabe.odt")
	if err := os.WriteFile(in, []byte("Text"), 0o600); err != nil {
		t.Fatal(err)
	}
	return in
}

func TestRun(t *testing.T) {
	work := t.TempDir()
	in := input(t, work)
	r, err := convert.Run(t.Context(), script(t, `[ "$1" = --version ] && { echo Ersatz 1.2; exit 0; }
cp "$1" "$2"; echo "$HOME" > "$3/spur"; [ "$HOME" = "$3" ]`), work, in)
	if err != nil {
		t.Fatal(err, failure.HintOf(err).In("de"))
	}
	if got, err := os.ReadFile(r.Path); err != nil || string(got) != "Text" || r.Version != "Ersatz 1.2" ||
		strings.Contains(r.Command, work) {
		t.Errorf("%+v, %q, %v", r, got, err)
	}
	if left, _ := filepath.Glob(filepath.Join(work, "home-*")); len(left) != 0 {
		t.Errorf("homes stay: %v", left)
	}
}

func TestRun_Refuses(t *testing.T) {
	for name, tt := range map[string]struct{ body, want string }{
		"fails":     {`echo "kann nicht lesen" >&2; exit 3`, "kann nicht lesen"},
		"nothing":   {`exit 0`, "keine Datei"},
		"empty":     {`: > "$2"`, "kein brauchbares Ergebnis"},
		"two files": {`echo a > "$2"; echo b > "$2.pdf"`, "mehrere"},
		"a link":    {`ln -s /etc/passwd "$2"`, "keine Datei"},
	} {
		t.Run(name, func(t *testing.T) {
			work := t.TempDir()
			_, err := convert.Run(t.Context(), script(t, tt.body), work, input(t, work))
			if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), tt.want) {
				t.Errorf("%v, hint %q", err, failure.HintOf(err).In("de"))
			}
		})
	}
	if _, err := convert.Run(t.Context(), convert.Tool{ID: "x", Name: "X", Program: "gibt-es-nicht"}, t.TempDir(),
		"a"); failure.KindOf(err) != failure.Setup {
		t.Errorf("missing program: %v", err)
	}
}

// A converter that hangs is killed with its children.
func TestRun_TimeIsOver(t *testing.T) {
	work := t.TempDir()
	tool := script(t, `[ "$1" = --version ] && exit 0
sleep 60 & sleep 60`)
	tool.Seconds = 1
	began := time.Now()
	_, err := convert.Run(t.Context(), tool, work, input(t, work))
	if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "nicht fertig") {
		t.Errorf("%v, hint %q", err, failure.HintOf(err).In("de"))
	}
	if time.Since(began) > 30*time.Second {
		t.Error("its children were waited for")
	}
}

func TestReadTools(t *testing.T) {
	good := `[{"id":"a","name":"A","program":"prog","args":["{in}","{out}"],"extensions":["odt"],"target":"pdf","seconds":9}]`
	if list, err := convert.ReadTools(strings.NewReader(good)); err != nil || len(list) != 1 || !list[0].Takes("X.ODT", "") ||
		list[0].Takes("x.pdf", "") {
		t.Errorf("%v, %v", list, err)
	}
	for name, bad := range map[string]string{
		"no list": `{}`, "unknown field": strings.Replace(good, "seconds", "frist", 1), "no input": strings.Replace(good, "{in}", "x", 1),
		"no output": strings.Replace(good, "{out}", "x", 1),
		"target":    strings.Replace(good, `"pdf"`, `"../pdf"`, 1), "twice": strings.Replace(good, "]}", "]}", 1)[:len(good)-1] + "," +
			good[1:],
	} {
		if _, err := convert.ReadTools(strings.NewReader(bad)); failure.KindOf(err) != failure.Refused || !failure.Explained(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestStore(t *testing.T) {
	ctx := t.Context()
	db, err := store.Open(ctx, filepath.Join(t.TempDir(), "x.db"), store.Room{Name: convert.Room, Migrations: convert.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := convert.NewStore(db)
	do := func(fn func(*sql.Tx) error) {
		t.Helper()
		if err := db.WithTx(ctx, fn); err != nil {
			t.Fatal(err)
		}
	}
	if list, err := s.Tools(ctx); err != nil || len(list) != len(convert.Defaults()) {
		t.Errorf("defaults: %v, %v", list, err)
	}
	do(func(tx *sql.Tx) error { return s.PutTools(tx, []convert.Tool{{ID: "a"}}) })
	if list, err := s.Tools(ctx); err != nil || len(list) != 1 || list[0].ID != "a" {
		t.Errorf("own tools: %v, %v", list, err)
	}
	do(func(tx *sql.Tx) error {
		return s.SetViewer(ctx, tx, convert.Viewer{PUID: "fmt/40", Program: "LibreOffice"})
	})
	do(func(tx *sql.Tx) error { return s.SetViewer(ctx, tx, convert.Viewer{PUID: "fmt/41", Program: "X"}) })
	do(func(tx *sql.Tx) error { return s.SetViewer(ctx, tx, convert.Viewer{PUID: "fmt/41"}) })
	if list, err := s.Viewers(ctx); err != nil || len(list) != 1 || list[0].Program != "LibreOffice" {
		t.Errorf("viewers: %v, %v", list, err)
	}
	want := convert.Measure{At: time.UnixMilli(5).UTC(), Person: "M. Ahrens", Package: "p", Made: "q", Path: "a.odt", From: "fmt/290",
		To: "fmt/477", Software: "S", Settings: "x", Size: 3, Outcome: "converted"}
	do(func(tx *sql.Tx) error { return s.Note(tx, want) })
	if list, err := s.Measures(ctx, "q"); err != nil || len(list) != 1 || list[0] != want {
		t.Errorf("measures: %v, %v", list, err)
	}
}

// TestLibreOffice converts a document to PDF/A-2b with the real program and, with
// Ghostscript, joins two of them (make test-converters installs both).
func TestLibreOffice(t *testing.T) {
	tools := convert.Defaults()
	if _, err := tools[0].Installed(); err != nil || testing.Short() || os.Getenv("LAUFZETTEL_CONVERTERS") == "" {
		t.Skip("LibreOffice is not asked for: make test-converters")
	}
	work := t.TempDir()
	in := filepath.Join(work, "bericht.html")
	if err := os.WriteFile(in, []byte("<html><body><h1>Bericht</h1><p>Größe und Maß am Mühlwehr.</p></body></html>"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := convert.Run(t.Context(), tools[0], work, in)
	if err != nil {
		t.Fatal(err, failure.HintOf(err).In("de"))
	}
	conforms(t, r)
	if _, err := tools[1].Installed(); err != nil {
		t.Skip("Ghostscript is not installed")
	}
	joined, err := convert.Run(t.Context(), tools[1], work, r.Path, r.Path)
	if err != nil {
		t.Fatal(err, failure.HintOf(err).In("de"))
	}
	conforms(t, joined)
}

func conforms(t *testing.T, r convert.Result) {
	t.Helper()
	f, err := os.Open(r.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	res := pdfa.Check(t.Context(), f, info.Size(), pdfa.Options{Flavour: "2b"})
	t.Logf("%s: %s, %d bytes, %s, claim %s, offline %v, %v %v", r.Version, res.Verdict, info.Size(), res.Reason, res.Claim, r.Offline,
		r.Took, res.Clauses)
	if res.Verdict == pdfa.Invalid || res.Claim != "2b" {
		t.Error(errors.New("not PDF/A-2b"))
	}
}
