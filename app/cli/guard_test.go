package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/cli/rows"
	"laufzettel/app/kill"
)

// row is a command or a part of one, as a call names it.
type row struct {
	call    []string // the words of a call up to its arguments
	command command
	args    string
	help    string
	run     func(e *env) error
}

// rows lists every command and every part of one.
func everyRow(t *testing.T) []row {
	var list []row
	for _, c := range table() {
		list = append(list, row{strings.Fields(c.name), c, c.args, c.help, func(e *env) error { return c.run(t.Context(), e, nil) }})
		_, parts := partsOf(c.name)
		for _, p := range parts {
			list = append(list, row{[]string{c.name, "x", p.word}, c, p.args, p.help,
				func(e *env) error { return p.run(t.Context(), e, "x", nil) }})
		}
	}
	return list
}

// guarded runs one call on a workspace folder; typed is what a person at a terminal
// answers, "" = nobody is there.
func guarded(t *testing.T, data, typed string, args ...string) (int, string) {
	t.Helper()
	var out bytes.Buffer
	e := &env{in: strings.NewReader(typed), out: &out, errs: &out, words: pickWords(args), keyWork: kill.CheapWork,
		watcher: func() bool { return typed != "" }}
	code := e.run(t.Context(), append([]string{"--data", data}, args...))
	return code, out.String()
}

// treeOf gives a digest of every name and byte below dir, "" where it is not there.
func treeOf(t *testing.T, dir string) string {
	t.Helper()
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	sum := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		fmt.Fprintln(sum, path, d.IsDir())
		if d.IsDir() {
			return nil
		}
		raw, err := os.ReadFile(path)
		sum.Write(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// workspaceWithKey makes a workspace with a key that a wrong call could lose.
func workspaceWithKey(t *testing.T) string {
	t.Setenv("LAUFZETTEL_PASSPHRASE", "eins")
	t.Setenv("LAUFZETTEL_PERSON", "M. Ahrens")
	data := filepath.Join(t.TempDir(), "ws")
	for _, call := range [][]string{{"settings", "archive=Archiv", "key-store=file"}, {"keys", "new"}} {
		if code, text := guarded(t, data, "", call...); code != exitDone {
			t.Fatalf("%v: %d %s", call, code, text)
		}
	}
	return data
}

// What a row says of its options and arguments is what its command reads: the guard
// and the help stand on it.
func TestRows_SayWhatCommandsRead(t *testing.T) {
	acts := lastingActs()
	for _, r := range everyRow(t) {
		name := strings.Join(r.call, " ")
		want := map[string]bool{} // name: has a value
		for _, o := range rows.Read(r.args).Options {
			guards := slices.ContainsFunc(acts, func(a rows.Lasting) bool {
				return a.Command == r.command.name && !a.Own && (o.Name == a.Confirm || a.Confirm == "" && o.Name == "confirm")
			})
			if o.Name != "json" && !guards {
				want[o.Name] = o.Value != ""
			}
		}
		got, least := map[string]bool{}, 0
		e := &env{in: strings.NewReader(""), out: io.Discard, errs: io.Discard, words: pickWords(nil), keyWork: kill.CheapWork,
			data: filepath.Join(t.TempDir(), "ws")}
		e.probe = func(options flagSet, min int) {
			least = min
			options.VisitAll(func(f *flag.Flag) {
				b, ok := f.Value.(interface{ IsBoolFlag() bool })
				got[f.Name] = !(ok && b.IsBoolFlag())
			})
		}
		if err := r.run(e); !errors.Is(err, errProbed) && len(want) > 0 {
			t.Errorf("%s: reads no options (%v), its row has %v", name, err, want)
			continue
		}
		for o, value := range got {
			if has, ok := want[o]; !ok || has != value {
				t.Errorf("%s: reads --%s (with a value: %v), its row says %v", name, o, value, r.args)
			}
		}
		for o := range want {
			if _, ok := got[o]; !ok {
				t.Errorf("%s: its row has --%s, which it does not read", name, o)
			}
		}
		if most := rows.Read(r.args).Most; most < least {
			t.Errorf("%s: needs %d arguments, its row allows %d", name, least, most)
		}
	}
}

// A call for help is answered before anything runs: exit 0, the row's text in both
// languages, no byte of the workspace changed, and none made where none is (R1).
func TestGuard_HelpTouchesNothing(t *testing.T) {
	data := workspaceWithKey(t)
	before, none := treeOf(t, data), filepath.Join(t.TempDir(), "none")
	for _, r := range everyRow(t) {
		words := slices.DeleteFunc(slices.Clone(r.call), func(w string) bool { return w == "x" })
		calls := [][]string{append(slices.Clone(r.call), "--help"), append(slices.Clone(r.call), "-h"), append([]string{"help"}, words...),
			append(slices.Clone(r.call), "x", "--reason", "--help"), append([]string{"--help"}, r.call...)}
		for _, call := range calls {
			for _, lang := range []string{"de", "en"} {
				for _, at := range []string{data, none} {
					code, text := guarded(t, at, "", append([]string{"--lang", lang}, call...)...)
					sentence := (&env{words: pickWords([]string{"--lang", lang})}).text(r.help)
					if code != exitDone || !strings.Contains(text, sentence) || !strings.Contains(text, "laufzettel-cli "+words[0]) ||
						sentence == r.help {
						t.Errorf("%v (%s): exit %d, %q is not told: %s", call, lang, code, sentence, text)
					}
				}
			}
			if treeOf(t, none) != "" {
				t.Fatalf("%v made a workspace", call)
			}
		}
		if treeOf(t, data) != before {
			t.Fatalf("help for %v changed the workspace", r.call)
		}
	}
}

// What a row does not know is refused before anything runs (R1).
func TestGuard_RefusesUnknownWords(t *testing.T) {
	data := workspaceWithKey(t)
	before, none := treeOf(t, data), filepath.Join(t.TempDir(), "none")
	for _, r := range everyRow(t) {
		u := rows.Read(r.args)
		calls := map[string][]string{"--frobnicate": {"--frobnicate"}, "-frobnicate": {"x", "-frobnicate"},
			"--frobnicate=x": {"--frobnicate=x"}}
		if u.Most < rows.Unlimited {
			calls["surplus"] = append(slices.Repeat([]string{"x"}, u.Most), "surplus")
		}
		for word, args := range calls {
			for _, at := range []string{data, none} {
				code, text := guarded(t, at, "ja\n", append(slices.Clone(r.call), args...)...)
				if code != exitCall || !strings.Contains(text, word) || !strings.Contains(text, "help "+r.command.name) {
					t.Errorf("%v %v: exit %d: %s", r.call, args, code, text)
				}
			}
			if treeOf(t, data) != before || treeOf(t, none) != "" {
				t.Fatalf("%v %v changed something", r.call, args)
			}
		}
	}
}

// An act without a way back is asked about, or refused where nobody can be asked.
func TestGuard_LastingActs(t *testing.T) {
	data := workspaceWithKey(t)
	before := treeOf(t, data)
	for _, a := range lastingActs() {
		c, rest := commandOf(strings.Fields(a.Command))
		if c.run == nil || len(rest) > 0 {
			t.Errorf("there is no command %q", a.Command)
			continue
		}
		if _, ok := rows.Read(c.args).Option(map[bool]string{true: "confirm", false: a.Confirm}[a.Confirm == ""]); !ok {
			t.Errorf("%s: its row does not name the option that confirms", a.Command)
		}
		call := append(strings.Fields(a.Command), slices.Repeat([]string{"x"}, min(1, rows.Read(c.args).Most))...)
		if a.Option != "" {
			call = append(call, "--"+a.Option)
			if o, ok := rows.Read(c.args).Option(a.Option); ok && o.Value != "" {
				call = append(call, "x")
			}
		}
		for _, typed := range []string{"", "nein\n", "j\n", "\n", "ja bitte\n"} {
			code, text := guarded(t, data, typed, call...)
			if code != exitCall || !a.Own && !strings.Contains(text, (&env{words: pickWords(nil)}).text(a.Question)) {
				t.Errorf("%v answered %q: exit %d: %s", call, typed, code, text)
			}
		}
		for _, wrong := range []string{"--confirm=false", "--confirm=vielleicht"} {
			if code, text := guarded(t, data, "", append(call, wrong)...); code != exitCall {
				t.Errorf("%v %s: exit %d: %s", call, wrong, code, text)
			}
		}
	}
	// some of the commands with a word of their own opened the workspace before refusing
	if code, text := guarded(t, data, "", "keys", "show"); code != exitDone || !strings.Contains(text, "active") {
		t.Fatalf("the key is %s (exit %d); the workspace changed: %v", text, code, before != treeOf(t, data))
	}
	if code, text := guarded(t, data, "JA\n", "keys", "revoke"); code != exitDone {
		t.Fatalf("confirmed: exit %d: %s", code, text)
	}
	if _, text := guarded(t, data, "", "keys", "show"); strings.Contains(text, "active") {
		t.Errorf("after a yes the key is still in use: %s", text)
	}
}

// Options are read with one dash or two, joined or not, and nothing behind "--" is one.
func TestUsage_ReadsCalls(t *testing.T) {
	u := rows.Read("ID [--reason TEXT] [--add A|B=C]... [--draft] [--to DIR | --channel] OBJECT [MORE...] | --pid ID")
	if want := []rows.Option{{Name: "reason", Value: "TEXT"}, {Name: "add", Value: "A|B=C"}, {Name: "draft", Value: ""},
		{Name: "to", Value: "DIR"}, {Name: "channel", Value: ""}, {Name: "pid", Value: "ID"}}; !slices.Equal(u.Options, want) ||
		u.Most < rows.Unlimited {
		t.Errorf("read %v, at most %d", u.Options, u.Most)
	}
	for line, most := range map[string]int{"": 0, "A B": 2, "[A] [--b C]": 1, "A [B c|d|e [--t T] | B --r]": 3, "--x Y | N": 1,
		"[A=B]...": rows.Unlimited, "[--a B]...": 0, "S/[X]|Y": 1, "A…": 1, "[A...]": rows.Unlimited} {
		if got := rows.Read(line).Most; got != most {
			t.Errorf("%q: at most %d arguments, want %d", line, got, most)
		}
	}
	for _, c := range []struct {
		args, arguments string
		unknown         string
		options         map[string]string
	}{
		{"a -reason x b", "a b", "", map[string]string{"reason": "x"}},
		{"--reason=-y -draft", "", "", map[string]string{"reason": "-y", "draft": "true"}},
		{"--reason --draft a", "a", "", map[string]string{"reason": "--draft"}},
		{"a -- --draft -b", "a --draft -b", "", map[string]string{}},
		{"- --nope=1 --reason", "-", "--nope=1", map[string]string{}},
		{"-to --to x", "x", "", map[string]string{"to": "--to"}},
		{"---draft", "", "---draft", map[string]string{}},
	} {
		g := u.Read(strings.Fields(c.args))
		if strings.Join(g.Arguments, " ") != c.arguments || g.Unknown != c.unknown || fmt.Sprint(g.Options) != fmt.Sprint(c.options) {
			t.Errorf("%q: %+v", c.args, g)
		}
	}
}

// An option for the whole program never eats what follows it by mistake.
func TestGlobal_Values(t *testing.T) {
	for call, want := range map[string]int{"list --data": exitCall, "list --person --json": exitCall, "keys revoke --data --help": exitDone,
		"keys revoke --data -h": exitDone, "-lang en help list": exitDone, "version": exitDone, "version x": exitCall,
		"help nichts": exitCall, "nichts --help": exitCall, "help keys": exitDone, "keys --help": exitDone, "keys": exitCall} {
		var out bytes.Buffer
		e := &env{in: strings.NewReader(""), out: &out, errs: &out, words: pickWords(nil), keyWork: kill.CheapWork}
		t.Setenv("LAUFZETTEL_DATA", filepath.Join(t.TempDir(), "ws"))
		if code := e.run(t.Context(), strings.Fields(call)); code != want || out.Len() == 0 {
			t.Errorf("%s: exit %d, want %d: %s", call, code, want, out.String())
		}
	}
	args, _ := (&env{}).global([]string{"-data", "d", "a", "--", "--data", "x"})
	if fmt.Sprint(args) != "[a -- --data x]" {
		t.Errorf("global left %v", args)
	}
}
