package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// One line in transfer/kinds adds a kind: the command line then generates it, recognises
// and checks it, and asks its fields. Package, line and the texts of its codes are laid
// over the project while it is built; nothing of it is changed.
func TestShelf_oneLineAddsAKind(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	cli := withKind(t, "testdata/shelf/merkblatt.go", "files.New(),", "merkblatt.New(),")
	dir := t.TempDir()
	// run gives what a command says; its exit code must be want.
	run := func(want int, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), cli, append([]string{"--data", filepath.Join(dir, "data")}, args...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != want {
			t.Fatalf("%v: %v, want exit code %d\n%s", args, err, want, out)
		}
		return string(out)
	}
	run(exitDone, "generate", "merkblatt", "--out", "sound", "--folder")
	run(exitDone, "generate", "merkblatt", "--out", "bad", "--defect", "MBL-001")
	if fields := run(exitDone, "prepare", "fields", "merkblatt"); !strings.Contains(fields, "Gegenstand des Merkblatts") {
		t.Errorf("fields: %s", fields)
	}
	for path, want := range map[string][]string{"sound/merkblatt": nil, "bad/merkblatt.zip": {"MBL-001"}} {
		var rep struct {
			Kind     string
			Findings []struct{ Code string }
		}
		if err := json.Unmarshal([]byte(run(exitOf(want), "check", "--json", "--no-pdfa", path)), &rep); err != nil {
			t.Fatal(err)
		}
		var codes []string
		for _, f := range rep.Findings {
			if strings.HasPrefix(f.Code, "MBL-") { // of the kind; others are told of any delivery
				codes = append(codes, f.Code)
			}
		}
		if rep.Kind != "merkblatt" || strings.Join(codes, " ") != strings.Join(want, " ") {
			t.Errorf("%s: kind %s, findings %v, want %v", path, rep.Kind, codes, want)
		}
	}
}

func exitOf(findings []string) int {
	if len(findings) > 0 {
		return exitMaterial
	}
	return exitDone
}

// withKind builds the command line with one package more below transfer/kinds, and with
// one line more in the list of kinds, before the line that is given.
func withKind(t *testing.T, source, before, line string) (program string) {
	t.Helper()
	dir := t.TempDir()
	name := strings.TrimSuffix(filepath.Base(source), ".go")
	list := absolute(t, "../../transfer/kinds/kinds.go")
	raw, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	const imports = "import (\n"
	if strings.Count(string(raw), before) != 1 {
		t.Fatalf("%s does not hold %q once", list, before)
	}
	text := strings.Replace(string(raw), before, line+"\n"+before, 1)
	text = strings.Replace(text, imports, imports+"\t\"laufzettel/transfer/kinds/"+name+"\"\n", 1)
	changed := filepath.Join(dir, "kinds.go")
	if err := os.WriteFile(changed, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	laid := map[string]string{list: changed, filepath.Join(filepath.Dir(list), name, filepath.Base(source)): absolute(t, source)}
	for _, language := range []string{"de", "en"} {
		texts := language + "-codes-" + name + ".json"
		laid[absolute(t, filepath.Join("../../assets/translations", texts))] = absolute(t, filepath.Join(filepath.Dir(source), texts))
	}
	return overlaid(t, laid)
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	out, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// overlaid builds the command line with files laid over those of the project.
func overlaid(t *testing.T, laid map[string]string) (program string) {
	t.Helper()
	dir := t.TempDir()
	replace, err := json.Marshal(map[string]map[string]string{"Replace": laid})
	if err != nil {
		t.Fatal(err)
	}
	over := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(over, replace, 0o600); err != nil {
		t.Fatal(err)
	}
	program = filepath.Join(dir, "cli")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	cmd := exec.CommandContext(t.Context(), "go", "build", "-tags", "ci", "-overlay", over, "-ldflags", "-s -w", "-o", program, ".")
	cmd.Env = append(cmd.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}

// pseudo builds the command line with English texts between ⟦ and ⟧: what it prints
// outside of them stands in no catalogue. Nobody can choose that language.
func pseudo(t *testing.T) (program string) {
	t.Helper()
	dir, laid := t.TempDir(), map[string]string{}
	names, err := filepath.Glob("../../assets/translations/en*.json")
	if err != nil || len(names) == 0 {
		t.Fatal(err, len(names))
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]string{}
		if err := json.Unmarshal(raw, &texts); err != nil {
			t.Fatal(err)
		}
		for k, v := range texts {
			if k != "cli.language" { // asked by the code, shown to nobody
				texts[k] = "⟦" + v + "⟧"
			}
		}
		if raw, err = json.Marshal(texts); err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(to, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		laid[absolute(t, name)] = to
	}
	return overlaid(t, laid)
}

// outside gives the words that stand in no text of a catalogue; what a text quotes
// between its marks belongs to it.
func outside(printed string) []string {
	var out strings.Builder
	depth := 0
	for _, r := range printed {
		switch {
		case r == '⟦':
			depth++
		case r == '⟧':
			depth--
			out.WriteByte(' ')
		case depth == 0:
			out.WriteRune(r)
		}
	}
	return strings.FieldsFunc(out.String(), between)
}

// between stands between the words of a usage.
func between(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("[]().,…|=:-", r) }

// machine lists the words that are the same in every language: commands, options, their
// values and placeholders.
func machine() map[string]bool {
	out := map[string]bool{"laufzettel": true, "cli": true}
	add := func(line string) {
		for _, w := range strings.FieldsFunc(line, between) {
			out[w] = true
		}
	}
	for _, c := range table() {
		add(c.name + " " + c.args)
		subject, parts := partsOf(c.name)
		for _, p := range parts {
			add(subject + " " + p.word + " " + p.args)
		}
	}
	return out
}

var (
	letters   = regexp.MustCompile(`\pL{2}`)
	technical = regexp.MustCompile(`(?m)^  \(.*\)$`) // what the developers need, below the sentence
)

// Help of all commands, and what is answered to wrong calls, comes from the catalogues:
// nothing of it is left in the language of another person.
func TestPseudo_HelpAndRefusalsAreOfTheCatalogues(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	cli, dir, words := pseudo(t), t.TempDir(), machine()
	calls := [][]string{{"--help"}, {"nope"}, {"chek"}, {"check"}, {"check", "--nope"}, {"check", "--profile"}, {"check", "./none"},
		{"receive", "./none"}, {"receive", "show", "P1"},
		{"receive", "accept", "P1"}, {"package", "build", "P1"}, {"people", "rights"}, {"people", "list"}, {"receive", "list"},
		{"queue", "list"}, {"view", "./none"}, {"log", "verify"},
		{"identify"}, {"manifest", "verify", "./none"}, {"closure", "show", "x"}, {"profile", "show", "x"}, {"share", "show", "x"},
		{"next"}}
	for _, c := range table() {
		calls = append(calls, append([]string{"help"}, strings.Fields(c.name)...))
	}
	seen := 0
	for _, call := range calls {
		cmd := exec.CommandContext(t.Context(), cli, append([]string{"--lang", "en", "--data", filepath.Join(dir, "data")}, call...)...)
		cmd.Dir = dir
		raw, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(raw), "⟦") {
			t.Errorf("%v: no text of a catalogue in %q", call, raw)
		}
		seen += strings.Count(string(raw), "⟦")
		asked := strings.FieldsFunc(strings.Join(call, " "), between)
		for _, w := range outside(technical.ReplaceAllString(string(raw), "")) {
			if letters.MatchString(w) && !words[w] && !slices.Contains(asked, w) {
				t.Errorf("%v: %q stands in no catalogue", call, w)
			}
		}
	}
	if seen < len(calls) {
		t.Errorf("only %d texts in %d calls", seen, len(calls))
	}
}
