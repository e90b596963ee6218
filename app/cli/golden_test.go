package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/cryptotest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"laufzettel/app/golden"
	"laufzettel/app/kill"
	"laufzettel/app/store"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/transfer/prepare/sources"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/schema"
	"laufzettel/viewer"
	"laufzettel/viewer/pdf"
)

var update = flag.Bool("update", false, "write the golden files of testdata/golden anew")

// goldenDir holds the journeys (NAME.txtar) and what they give (NAME/*.txt).
const goldenDir = "testdata/golden"

// goldenStart is when every journey begins; each command comes a minute later. It
// lies a long way from today, so that times of the real clock can be told apart, and after
// the days our own example deliveries are dated.
var goldenStart = time.Date(2031, time.March, 3, 9, 0, 0, 0, time.UTC)

// TestGolden goes the ways of the program from the outside, command by command,
// and holds what it says, writes and keeps against files. A change that is meant to
// change nothing leaves them as they are; -update writes them anew.
//
// A journey is a script of its own small language, one statement a line:
//
//	lz ARGS…           runs a command in this process; its end is recorded too
//	grab NAME [PLACE]  puts a value of the last output into $NAME
//	data DIR           the workspace of what follows; person NAME: who acts
//	env NAME VALUE     the environment of what follows
//	cp FROM TO         copies a file
//	archive-up ARGS…   starts "archive serve", $URL and $THEIRS; archive-down ends it
//	source KIND        the material of a kind to be prepared, with its statements
//	keep DIR           what lies there is the same in every run
//	files DIR          records the files below a folder; papers as text
//	packages DIR       the same for archival packages: one of them whole
//	database FILE      records all rows of a database, schema FILE its tables
func TestGolden(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the paths of a journey are written with slashes")
	}
	names, err := filepath.Glob(filepath.Join(goldenDir, "*.txtar"))
	if err != nil || len(names) == 0 {
		t.Fatalf("journeys: %v, %v", names, err)
	}
	engine := pdf.New(samples.PDFium())
	t.Cleanup(func() {
		if err := engine.Close(); err != nil {
			t.Error(err)
		}
	})
	was := office.Version
	office.Version = journeysVersion
	t.Cleanup(func() { office.Version = was })
	schemas, validated := published(t), 0
	t.Setenv("PATH", t.TempDir()) // what converters a machine has is to change no journey
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { validated += travel(t, name, engine, schemas) })
	}
	t.Logf("%d documents of ours fit their published schemas", validated)
	if schemas != nil && validated < 50 {
		t.Errorf("only %d documents were held against their schemas", validated)
	}
}

// journeysVersion is what the program of the journeys calls itself: a release is to change
// none of them.
const journeysVersion = "0.1.0"

// journey is one way through the program.
type journey struct {
	t     *testing.T
	dir   string
	mask  *golden.Mask
	clock time.Time
	vars  map[string]string
	last  string   // output of the last command
	said  []string // what was recorded of the commands, not masked yet
	parts map[string]*strings.Builder
	order []string
	paper golden.Paper
	down  func()

	schemas   *schema.Store // published ones, nil where the samples do not lie beside
	validated int           // documents of ours that were held against them
}

func travel(t *testing.T, name string, engine *pdf.Engine, schemas *schema.Store) (validated int) {
	script, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	into, err := filepath.Abs(strings.TrimSuffix(name, ".txtar"))
	if err != nil {
		t.Fatal(err)
	}
	cryptotest.SetGlobalRandom(t, 2026)
	j := &journey{t: t, dir: shortDir(t), mask: golden.New(), clock: goldenStart, vars: map[string]string{}, schemas: schemas,
		parts: map[string]*strings.Builder{}, down: func() {}}
	j.paper = func(data []byte) (string, error) {
		return paperText(t.Context(), engine, data)
	}
	j.vars["WORK"] = j.dir
	j.mask.Name(j.dir, "$WORK")
	t.Chdir(j.dir)
	if err := os.Mkdir("aside", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, v := range []string{"LC_ALL", "LC_MESSAGES", "LAUFZETTEL_NEW_PASSPHRASE", "LAUFZETTEL_PERSON_PASSPHRASE", "LAUFZETTEL_POLICY"} {
		t.Setenv(v, "")
	}
	t.Setenv("LANG", "de_DE.UTF-8")
	t.Setenv("LAUFZETTEL_DATA", filepath.Join(j.dir, "ws"))
	t.Setenv("LAUFZETTEL_PERSON", "M. Ahrens")
	t.Setenv("LAUFZETTEL_PASSPHRASE", "nur für den Test")
	for _, f := range script.Files {
		if err := errors.Join(os.MkdirAll(filepath.Dir(f.Name), 0o700), os.WriteFile(f.Name, f.Data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	defer func() { j.down() }()
	for n, line := range strings.Split(string(script.Comment), "\n") {
		words := j.words(line)
		if len(words) == 0 {
			continue
		}
		if err := j.step(words); err != nil {
			t.Fatalf("%s:%d: %s: %v\n%s", filepath.Base(name), n+1, line, err, strings.Join(j.said[max(0, len(j.said)-3):], ""))
		}
	}
	if err := j.settle(); err != nil {
		t.Fatal(err)
	}
	for _, part := range j.order {
		golden.Check(t, filepath.Join(into, part+".txt"), j.parts[part].String(), *update)
	}
	return j.validated
}

// shortDir gives a folder whose name is of one length wherever the test runs: papers
// break their lines at it. What lies beside it is ours alone: the demo looks beside its
// folder for material, and what a machine keeps in /tmp is to change no journey.
func shortDir(t *testing.T) string {
	if err := os.MkdirAll("/tmp/golden", 0o700); err != nil {
		t.Fatal(err)
	}
	for n := os.Getpid(); ; n++ {
		dir := fmt.Sprintf("/tmp/golden/%09d", n%1_000_000_000)
		switch err := os.Mkdir(dir, 0o700); {
		case errors.Is(err, fs.ErrExist):
		case err != nil:
			t.Fatal(err)
		default:
			t.Cleanup(func() {
				if err := os.RemoveAll(dir); err != nil {
					t.Error(err)
				}
			})
			return dir
		}
	}
}

// part gives the golden file of that name.
func (j *journey) part(name string) *strings.Builder {
	b, ok := j.parts[name]
	if !ok {
		b = &strings.Builder{}
		j.parts[name] = b
		j.order = append(j.order, name)
	}
	return b
}

// words splits a line at blanks; 'quotes' hold a word together, $NAME is replaced.
func (j *journey) words(line string) (out []string) {
	word, open, quoted := "", false, false
	for _, r := range line {
		switch {
		case r == '#' && !open && !quoted:
			return out
		case r == '\'':
			quoted, open = !quoted, true
		case r == ' ' && !quoted:
			if open {
				out = append(out, j.expand(word))
			}
			word, open = "", false
		default:
			word, open = word+string(r), true
		}
	}
	if open {
		out = append(out, j.expand(word))
	}
	return out
}

func (j *journey) expand(word string) string {
	return os.Expand(word, func(name string) string {
		v, ok := j.vars[name]
		if !ok {
			j.t.Fatalf("$%s is not known", name)
		}
		return v
	})
}

func (j *journey) step(words []string) error {
	args := words[1:]
	switch words[0] {
	case "files", "packages", "database":
		if err := j.settle(); err != nil {
			return err
		}
	}
	switch words[0] {
	case "lz":
		j.call(args)
		return nil
	case "grab":
		return j.grab(args)
	case "data":
		j.t.Setenv("LAUFZETTEL_DATA", filepath.Join(j.dir, args[0]))
		return nil
	case "person":
		j.t.Setenv("LAUFZETTEL_PERSON", args[0])
		return nil
	case "env":
		j.t.Setenv(args[0], strings.Join(args[1:], " "))
		return nil
	case "cp":
		data, err := os.ReadFile(args[0])
		return errors.Join(err, os.MkdirAll(filepath.Dir(args[1]), 0o700), os.WriteFile(args[1], data, 0o600))
	case "mkdir":
		return os.MkdirAll(args[0], 0o700)
	case "archive-up":
		return j.archiveUp(args)
	case "archive-down":
		j.down()
		return nil
	case "keep":
		return j.mask.KeepTree(args[0])
	case "source":
		return j.source(args[0])
	case "files":
		l := golden.Lister{Mask: j.mask, Paper: j.paper, Whole: func(string) bool { return true }}
		text, err := l.Tree(args[0], noPackage)
		j.part("files").WriteString(text)
		return errors.Join(err, j.valid(args[0]))
	case "packages":
		return j.packages(args[0])
	case "database", "schema":
		return j.database(words[0], args[0])
	}
	return fmt.Errorf("no such statement")
}

// noPackage leaves out what is shown elsewhere or is nobody's output.
func noPackage(name string) bool {
	base := filepath.Base(name)
	return slices.Contains([]string{"packages", "inbox", "cache", "keys", "uploads", "lieferungen"}, base) ||
		strings.HasPrefix(base, "laufzettel.db") ||
		strings.HasSuffix(base, ".lock") || strings.HasPrefix(base, "archiv.db") || base == "kennwort.txt" || base == "receipt-key"
}

// call runs a command and records it.
func (j *journey) call(args []string) {
	j.clock = j.clock.Add(time.Minute)
	now := j.clock
	var out, errs bytes.Buffer
	e := &env{in: strings.NewReader(""), out: &out, errs: &errs, words: pickWords(args), keyWork: kill.CheapWork, chunk: smallChunk,
		pdfium: samples.PDFium(), now: func() time.Time { return now }}
	code := e.run(j.t.Context(), args)
	j.last = out.String()
	var b strings.Builder
	fmt.Fprintf(&b, "\n$ lz %s\n", strings.Join(args, " "))
	if code != 0 {
		fmt.Fprintf(&b, "exit %d\n", code)
	}
	if text := strings.TrimRight(golden.Indent(j.last), "\n"); text != "" {
		b.WriteString(text + "\n")
	}
	for line := range strings.Lines(errs.String()) {
		b.WriteString("| " + strings.TrimRight(line, "\n") + "\n")
	}
	j.said = append(j.said, b.String())
	if len(args) > 0 && (args[0] == "generate" || args[0] == "demo") {
		j.keep(args)
	}
}

// settle masks what the commands said, once it is known which papers there are.
func (j *journey) settle() error {
	err := j.mask.Settle(j.dir)
	for _, text := range j.said {
		j.part("commands").WriteString(j.mask.Text(text))
	}
	j.said = nil
	return err
}

// keep tells the mask what a generated delivery holds.
func (j *journey) keep(args []string) {
	i := slices.Index(args, "--out")
	if i < 0 || i+1 >= len(args) {
		return
	}
	dir := args[i+1]
	if args[0] == "demo" {
		dir = filepath.Join(dir, "lieferungen")
	}
	if err := j.mask.KeepTree(dir); err != nil {
		j.t.Fatal(err)
	}
}

func (j *journey) grab(args []string) error {
	got := strings.TrimSpace(j.last)
	if len(args) > 1 {
		dec := json.NewDecoder(strings.NewReader(j.last))
		dec.UseNumber()
		var v any
		if err := dec.Decode(&v); err != nil {
			return err
		}
		got = textOf(at(v, args[1]))
	}
	if got == "" {
		return fmt.Errorf("nothing to grab in %s", j.last)
	}
	j.vars[args[0]] = got
	return nil
}

// archiveUp runs the receiver beside the journey, with the real clock: signatures of
// requests bear it.
func (j *journey) archiveUp(args []string) error {
	dir := filepath.Join(j.dir, "archiv")
	all := append([]string{"archive", "serve", "--addr", "127.0.0.1:0", "--store", dir, "--db", dir + ".db", "--key-store", "file"},
		args...)
	ctx, stop := context.WithCancel(context.WithoutCancel(j.t.Context()))
	said, say := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		e := &env{in: strings.NewReader(""), out: io.Discard, errs: say, words: pickWords(nil), keyWork: kill.CheapWork}
		code := e.run(ctx, all)
		say.Close()
		ended <- code
	}()
	j.down = func() {
		stop()
		if code := <-ended; code != exitDone {
			j.t.Errorf("archive serve ended with %d", code)
		}
		j.down = func() {}
	}
	var first strings.Builder
	for b := make([]byte, 1); ; {
		if _, err := said.Read(b); err != nil || b[0] == '\n' {
			break
		}
		first.Write(b)
	}
	go func() { _, _ = io.Copy(io.Discard, said) }() // until it is closed
	url := servingAt.FindString(first.String())
	if url == "" {
		return fmt.Errorf("archive serve: %s", first.String())
	}
	words := strings.Fields(first.String())
	j.vars["URL"], j.vars["THEIRS"] = strings.TrimRight(url, "."), words[len(words)-1]
	return nil
}

// packages shows the packages of a folder: the first of each kind with its texts, of
// the others the members with their digests.
func (j *journey) packages(dir string) error {
	whole := 0
	l := golden.Lister{Mask: j.mask, Whole: func(name string) bool {
		switch filepath.Ext(name) {
		case ".xsd", ".pdf", ".eml", ".html":
			return false
		}
		if filepath.Base(name) == "LIESMICH.txt" {
			whole++
		}
		return strings.HasSuffix(name, ".json") || whole < 2 && !strings.Contains(name, "/data/")
	}}
	text, err := l.Tree(dir, nil)
	j.part("packages").WriteString(text)
	return errors.Join(err, j.valid(dir))
}

func (j *journey) database(what, file string) error {
	s, err := store.Open(j.t.Context(), file)
	if err != nil {
		return err
	}
	defer s.Close()
	if what == "schema" {
		text, err := golden.Schema(j.t.Context(), s.Reader())
		j.part("schema").WriteString(text)
		return err
	}
	text, err := j.mask.Dump(j.t.Context(), s.Reader(), "nonce", "expires_at", "retire_at")
	j.part("database").WriteString("# " + file + "\n" + text)
	return err
}

// paperText gives the text of a PDF by PDFium, page by page.
func paperText(ctx context.Context, engine *pdf.Engine, data []byte) (string, error) {
	doc, err := engine.Open(ctx, viewer.Source{Name: "a.pdf", Content: bytes.NewReader(data), Size: int64(len(data))})
	if err != nil {
		return "", err
	}
	defer doc.Close()
	pages, ok := doc.(interface {
		Pages() int
		Text(ctx context.Context, page int) (string, error)
	})
	if !ok {
		return "", fmt.Errorf("%T has no text", doc)
	}
	var b strings.Builder
	for n := range pages.Pages() {
		text, err := pages.Text(ctx, n)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "-- page %d\n%s\n", n+1, text)
	}
	return b.String(), nil
}

// source lays the material of a kind of delivery into the folder material, as a
// clerk has it, with its statements in statements.json.
func (j *journey) source(kind string) error {
	src, err := sources.Make(work.Kinds(time.Now), kind, filepath.Join(j.dir, "aside"))
	if err != nil {
		return err
	}
	meta, err := json.Marshal(src.Fields)
	err = errors.Join(err, src.Write("material"), os.WriteFile("statements.json", meta, 0o600))
	if src.Issuers != nil {
		err = errors.Join(err, os.WriteFile("issuers.pem", src.Issuers, 0o600))
	}
	return errors.Join(err, j.mask.KeepTree("material"))
}
