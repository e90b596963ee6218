package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/cli/rows"
	"laufzettel/app/kill"
	"laufzettel/app/settings"
	"laufzettel/app/start"
)

// called runs one call without a workspace and gives exit code, stdout and stderr.
func called(t *testing.T, args ...string) (int, string, string) {
	t.Helper()
	var out, errs bytes.Buffer
	t.Setenv("LAUFZETTEL_DATA", filepath.Join(t.TempDir(), "ws"))
	e := &env{in: strings.NewReader(""), out: &out, errs: &errs, words: pickWords(args), keyWork: kill.CheapWork}
	return e.run(t.Context(), args), out.String(), errs.String()
}

// Every row can be found in the tree by its words, with its options.
func TestTree_KnowsEveryRow(t *testing.T) {
	e := &env{words: pickWords(nil)}
	root := e.tree()
	for _, c := range table() {
		node, rest, err := root.Find(strings.Fields(c.name))
		if err != nil || len(rest) > 0 || node.CommandPath() != programName+" "+c.name || !node.Runnable() {
			t.Errorf("%s: found %q, rest %v, %v", c.name, node.CommandPath(), rest, err)
			continue
		}
		for _, o := range rows.Read(c.args).Options {
			if f := node.Flag(o.Name); f == nil && node.InheritedFlags().Lookup(o.Name) == nil {
				t.Errorf("%s: the tree does not know --%s", c.name, o.Name)
			}
		}
	}
}

// A mistyped word is answered with the nearest one there is.
func TestTree_NearestWord(t *testing.T) {
	for call, want := range map[string]string{
		"chekc a":             "laufzettel-cli check",
		"keys nwe":            "laufzettel-cli keys new",
		"offers plan puase 1": "laufzettel-cli offers plan pause",
		"check --profil x a":  "--profile",
		"check -kin x a":      "--kind",
		"keys":                "laufzettel-cli keys rotate",
		"--lang fr list":      "fr",
		"help recieve":        "laufzettel-cli receive",
	} {
		code, _, errs := called(t, strings.Fields(call)...)
		if code != exitCall || !strings.Contains(errs, want) {
			t.Errorf("%s: exit %d, %q is not proposed: %s", call, code, want, errs)
		}
	}
	if _, _, errs := called(t, "völliganders"); strings.Contains(errs, "Gemeint") {
		t.Errorf("something is proposed for a word near to nothing: %s", errs)
	}
}

// Shells get a script, and propose commands, options, parts and choices.
func TestTree_Completion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if code, out, errs := called(t, "completion", shell); code != exitDone || !strings.Contains(out, programName) || errs != "" {
			t.Errorf("%s: exit %d: %.200s %s", shell, code, out, errs)
		}
	}
	if code, _, _ := called(t, "completion", "tcsh"); code != exitCall {
		t.Errorf("an unknown shell: exit %d", code)
	}
	for call, want := range map[string]string{
		"keys|":                      "rotate",
		"keys|r":                     "revoke",
		"appraise|x|":                "release",
		"check|--pro":                "--profile",
		"keys|new|--store|":          "keyring",
		"people|register|":           "closed",
		"--data|x|archive|confirm|-": "--fingerprint",
	} {
		words := strings.Split(call, "|")
		code, out, _ := called(t, append([]string{"__complete"}, words...)...)
		if code != exitDone || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d, %q is not proposed: %s", call, code, want, out)
		}
	}
}

// The manual has a page for each command and one for the window, in the chosen language.
func TestTree_Manual(t *testing.T) {
	for form, page := range map[string]string{"man": "laufzettel-cli-keys-rotate.1", "markdown": "laufzettel-cli_keys_rotate.md"} {
		dir := filepath.Join(t.TempDir(), "pages")
		if code, _, errs := called(t, "--lang", "en", "manual", "--out", dir, "--form", form); code != exitDone {
			t.Fatalf("%s: exit %d: %s", form, code, errs)
		}
		raw, err := os.ReadFile(filepath.Join(dir, page))
		if err != nil || !strings.Contains(string(raw), "confirm") {
			t.Errorf("%s: %v %s", form, err, raw)
		}
		window, err := os.ReadFile(filepath.Join(dir, start.Program+filepath.Ext(page)))
		for _, want := range []string{"browser", "FILES", settings.PolicyFile, "EXIT STATUS", "FILE ..."} {
			if err != nil || !strings.Contains(string(window), want) {
				t.Errorf("%s: the page of the window does not say %q: %v", form, want, err)
			}
		}
		if strings.Contains(string(window), "help for") {
			t.Errorf("%s: the page of the window has options nobody wrote:\n%s", form, window)
		}
		pages, _ := os.ReadDir(dir)
		if len(pages) <= len(table())+1 {
			t.Errorf("%s: %d pages for %d commands", form, len(pages), len(table()))
		}
	}
	if code, _, _ := called(t, "manual", "--out", t.TempDir(), "--form", "pdf"); code != exitCall {
		t.Errorf("an unknown form: exit %d", code)
	}
}
