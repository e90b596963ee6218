package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// One line in transfer/kinds adds a kind: the command line then generates it, recognises
// and checks it, and asks its fields. Package and line are laid over the project while it
// is built; nothing of it is changed.
func TestShelf_oneLineAddsAKind(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	cli := overlaid(t, "testdata/shelf/merkblatt.go", "files.New(),", "merkblatt.New(),")
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

// overlaid builds the command line with one package more below transfer/kinds, and with
// one line more in the list of kinds, before the line that is given.
func overlaid(t *testing.T, source, before, line string) (program string) {
	t.Helper()
	abs := func(path string) string {
		t.Helper()
		out, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	dir := t.TempDir()
	name := strings.TrimSuffix(filepath.Base(source), ".go")
	list := abs("../../transfer/kinds/kinds.go")
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
	changed, over := filepath.Join(dir, "kinds.go"), filepath.Join(dir, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {
		list: changed,
		filepath.Join(filepath.Dir(list), name, filepath.Base(source)): abs(source),
	}})
	if err != nil {
		t.Fatal(err)
	}
	for path, data := range map[string][]byte{changed: []byte(text), over: replace} {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
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
