package main

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"laufzettel/app/store"
	"laufzettel/app/work"
	"laufzettel/transfer/events"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/samples"
)

// The scripts call the program as a person or a script would: one process per
// command line, a workspace of their own, keys in files.
//
//	lz CODE ARGS…       runs laufzettel-cli and wants this exit code
//	json PLACE VALUE    a value in the JSON the last call printed; "#" counts,
//	                    name=value picks a row ("~" stands for "/" in it);
//	                    several lines count as a list
//	grab NAME [PLACE]   puts such a value, or all of stdout, into the environment
//	cut-off FROM TO     copies the first two thirds of a file
//	archive-up ARGS…    starts "archive serve", puts its address into $URL and the
//	                    fingerprint of its key into $THEIRS
//	archive-down        stops it
//	stamp-up            starts a time stamping authority, puts its address into $TSA
//	newer-database DIR  makes the database of a later program version
//	tamper-log DIR      changes an event below our own code
//	tamper-hands DIR    changes who made the decisions that persons have signed
//	[shared]            the real samples are there, below $SHARED; $FOREIGN are scripts that
//	                    write deliveries and import nothing of ours
func script(t *testing.T, dir string) {
	beside, there := samples.Folder(t)
	foreign, err := filepath.Abs("../../make/foreign")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(e *testscript.Env) error {
			for k, v := range map[string]string{"LAUFZETTEL_DATA": filepath.Join(e.WorkDir, "ws"), "LAUFZETTEL_PERSON": "M. Ahrens",
				"LAUFZETTEL_PASSPHRASE": "nur für den Test", "LANG": "de_DE.UTF-8", "LC_ALL": "", "LC_MESSAGES": "", "SHARED": beside,
				"FOREIGN": foreign, samples.EnvPDFium: samples.PDFium()} {
				e.Setenv(k, v)
			}
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond == "shared" {
				return there, nil
			}
			return false, fmt.Errorf("no such condition: %s", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"lz": callProgram, "json": wantJSON, "grab": grabJSON,
			"cut-off": cutOff, "archive-up": archiveUp, "archive-down": archiveDown, "newer-database": newerDatabase,
			"tamper-log": tamperLog, "tamper-hands": tamperHands, "stamp-up": stampUp, "swap": swapText,
		},
	})
}

func TestScripts(t *testing.T) { script(t, "testdata/script") }

// One script per finding code the generator can cause.
func TestFindings(t *testing.T) { script(t, "testdata/finding") }

func TestFindings_EveryDefectHasAScript(t *testing.T) {
	for _, code := range generate.DefectsOf(work.Kinds(time.Now), "xdomea-0503") {
		if _, err := os.Stat(filepath.Join("testdata", "finding", code+".txtar")); err != nil {
			t.Errorf("defect %s has no script: %v", code, err)
		}
	}
}

// A command without a script is one that nobody has tried.
func TestScripts_EveryCommandHasOne(t *testing.T) {
	files, err := filepath.Glob("testdata/script/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	var all strings.Builder
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(raw)
	}
	for _, c := range table() {
		ends := regexp.MustCompile(`(?m)^lz 0 (--\w+ \w+ )?` + regexp.QuoteMeta(c.name) + `( |$)`)
		if c.name != "archive serve" && !ends.MatchString(all.String()) { // archive-up serves
			t.Errorf("no script brings %q to a good end", c.name)
		}
	}
}

func callProgram(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if err != nil || neg {
		ts.Fatalf("usage: lz CODE ARGS…")
	}
	code := 0
	if err := ts.Exec("laufzettel-cli", args[1:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("run: %v", err)
		}
		code = exit.ExitCode()
	}
	if code != want {
		ts.Fatalf("exit code %d, want %d", code, want)
	}
}

// printed gives what the last call printed: one JSON value, or a list of lines.
func printed(ts *testscript.TestScript) any {
	dec := json.NewDecoder(strings.NewReader(ts.ReadFile("stdout")))
	dec.UseNumber()
	var all []any
	for dec.More() {
		var v any
		if err := dec.Decode(&v); err != nil {
			ts.Fatalf("stdout is not JSON: %v", err)
		}
		all = append(all, v)
	}
	if len(all) == 1 {
		return all[0]
	}
	return all
}

// at walks a place like findings/code=VOL-001/path; nil where there is nothing.
func at(v any, place string) any {
	for step := range strings.SplitSeq(place, "/") {
		name, want, pick := strings.Cut(step, "=")
		list, isList := v.([]any)
		object, _ := v.(map[string]any)
		n, err := strconv.Atoi(step)
		switch {
		case step == "":
		case step == "#":
			return strconv.Itoa(len(list) + len(object))
		case isList && pick:
			i := slices.IndexFunc(list, func(row any) bool { return strings.ReplaceAll(textOf(at(row, name)), "/", "~") == want })
			if i < 0 {
				return nil
			}
			v = list[i]
		case isList && err == nil && n < len(list):
			v = list[n]
		default:
			v = object[step]
		}
	}
	return v
}

func textOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		return strconv.FormatBool(v)
	default:
		raw, err := json.Marshal(v)
		if err != nil {
			return err.Error()
		}
		return string(raw)
	}
}

func wantJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: json PLACE PATTERN")
	}
	got := textOf(at(printed(ts), args[0]))
	hit, err := regexp.MatchString("^(?:"+args[1]+")$", got)
	ts.Check(err)
	if hit == neg {
		ts.Fatalf("%s is %q, pattern %q, wanted to match: %v", args[0], got, args[1], !neg)
	}
}

// swapText writes one text of a file in place of another: swap FILE OLD NEW.
func swapText(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s holds no %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o600))
}

func grabJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 1 || neg {
		ts.Fatalf("usage: grab NAME [PLACE]")
	}
	got := strings.TrimSpace(ts.ReadFile("stdout"))
	if len(args) > 1 {
		got = textOf(at(printed(ts), args[1]))
	}
	if got == "" {
		ts.Fatalf("nothing to grab: %v", args[1:])
	}
	ts.Setenv(args[0], got)
}

var servingAt = regexp.MustCompile(`https?://[^ ]+`)

// archiveUp starts the receiver as a process and reads its address from the
// sentence it prints.
func archiveUp(ts *testscript.TestScript, neg bool, args []string) {
	if neg {
		ts.Fatalf("archive-up cannot be negated")
	}
	dir := ts.MkAbs("archiv")
	all := append([]string{"archive", "serve", "--addr", "127.0.0.1:0", "--store", dir, "--db", dir + ".db", "--key-store", "file"},
		args...)
	cmd := exec.Command("laufzettel-cli", all...)
	cmd.Dir = ts.MkAbs(".")
	for _, name := range []string{"LAUFZETTEL_DATA", "LAUFZETTEL_PASSPHRASE", "LANG", "PATH", "HOME", "TMPDIR"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	pipe, err := cmd.StderrPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Setenv("ARCHIVE_PID", strconv.Itoa(cmd.Process.Pid))
	var said bytes.Buffer
	lines := bufio.NewScanner(pipe)
	for lines.Scan() {
		said.WriteString(lines.Text() + "\n")
		if url := servingAt.FindString(lines.Text()); url != "" {
			ts.Setenv("URL", strings.TrimRight(url, "."))
			words := strings.Fields(lines.Text())
			ts.Setenv("THEIRS", words[len(words)-1])
			ended := make(chan struct{})
			go func() {
				defer close(ended)
				for lines.Scan() { // keeps the pipe empty until the process ends
				}
				_ = cmd.Wait()
			}()
			ts.Defer(func() {
				_ = cmd.Process.Signal(syscall.SIGTERM)
				<-ended
			})
			return
		}
	}
	ts.Fatalf("archive serve ended: %v\n%s", cmd.Wait(), said.String())
}

func archiveDown(ts *testscript.TestScript, neg bool, _ []string) {
	pid, err := strconv.Atoi(ts.Getenv("ARCHIVE_PID"))
	if err != nil || neg {
		ts.Fatalf("no archive is up")
	}
	p, err := os.FindProcess(pid)
	ts.Check(err)
	ts.Check(p.Kill())
}

func cutOff(ts *testscript.TestScript, _ bool, args []string) {
	data, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), data[:len(data)*2/3], 0o600))
}

func newerDatabase(ts *testscript.TestScript, _ bool, args []string) {
	dir := ts.MkAbs(args[0])
	later := append(slices.Clone(events.Migrations), "CREATE TABLE later (x INTEGER)")
	s, err := store.Open(context.Background(), filepath.Join(dir, "laufzettel.db"), store.Room{Name: events.Room, Migrations: later})
	ts.Check(err)
	ts.Check(s.Close())
}

// tamperLog does what somebody with the file in hand could do.
func tamperLog(ts *testscript.TestScript, _ bool, args []string) {
	tamper(ts, args[0], "DROP TRIGGER event_no_update", "UPDATE event SET body = replace(body, 'M. Ahrens', 'N. Anders') WHERE seq = 3")
}

func tamperHands(ts *testscript.TestScript, _ bool, args []string) {
	tamper(ts, args[0], "UPDATE merge_statement SET actor = 'N. Anders' WHERE hand IS NOT NULL")
}

func tamper(ts *testscript.TestScript, dir string, queries ...string) {
	ctx := context.Background()
	s, err := store.Open(ctx, filepath.Join(ts.MkAbs(dir), "laufzettel.db"))
	ts.Check(err)
	ts.Check(s.WithTx(ctx, func(tx *sql.Tx) error {
		for _, q := range queries {
			if _, err := tx.ExecContext(ctx, q); err != nil {
				return err
			}
		}
		return nil
	}))
	ts.Check(s.Close())
}
