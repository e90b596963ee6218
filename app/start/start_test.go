package start_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/start"
	"laufzettel/assets"
	"laufzettel/transfer/wording"
)

// A call is read as it was meant, or nothing is begun and the caller is told.
func TestRead(t *testing.T) {
	for _, tt := range []struct {
		call, language string
		want           start.Call
		code           int
		done           bool
		out, errs      string // that stands there; "" = nothing does
	}{
		{call: ""},
		{call: "a.zip b.zip", want: start.Call{Files: []string{"a.zip", "b.zip"}}},
		{call: "--data d --person P -browser x", want: start.Call{Data: "d", Person: "P", Browser: true, Files: []string{"x"}}},
		{call: "--data d -- --help", want: start.Call{Data: "d", Files: []string{"--help"}}},
		{call: "--data=", code: 2, done: true, errs: "Hinter „--data“ fehlt der Wert"},
		{call: "--data", code: 2, done: true, errs: "Der Aufruf ist falsch (flag needs an argument: -data)"},
		{call: "--brwser", code: 2, done: true, errs: "laufzettel [--data ORDNER] [--person NAME] [--browser] [DATEI ...]"},
		{call: "--brwser", language: "en", code: 2, done: true, errs: "Nothing was done."},
		{call: "--help", done: true, out: "Arbeitsbereich; ohne Angabe der des Benutzers"},
		{call: "-h --data d", language: "en", done: true, out: "laufzettel [--data DIR]"},
	} {
		language := tt.language
		if language == "" {
			language = wording.German
		}
		var out, errs bytes.Buffer
		c, code, done := start.Read(strings.Fields(tt.call), language, &out, &errs)
		if code != tt.code || done != tt.done || (out.Len() > 0) != (tt.out != "") || (errs.Len() > 0) != (tt.errs != "") ||
			!strings.Contains(out.String(), tt.out) || !strings.Contains(errs.String(), tt.errs) {
			t.Errorf("%q: code %d, done %v, out %q, errs %q", tt.call, code, done, out.String(), errs.String())
		}
		if !done && (c.Data != tt.want.Data || c.Person != tt.want.Person || c.Browser != tt.want.Browser ||
			!slices.Equal(c.Files, tt.want.Files)) {
			t.Errorf("%q: %+v, want %+v", tt.call, c, tt.want)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// Help that nobody could read is no answer.
func TestRead_HelpUnwritten(t *testing.T) {
	var errs bytes.Buffer
	if _, code, done := start.Read([]string{"--help"}, wording.German, full{}, &errs); code != 2 || !done ||
		!strings.Contains(errs.String(), "no space left") {
		t.Errorf("code %d, done %v, %q", code, done, errs.String())
	}
}

var (
	variable = regexp.MustCompile(`LAUFZETTEL_[A-Z_]+`)
	key      = regexp.MustCompile(`"(start\.[a-z.-]+)"`)
)

// ours are variables that the program sets for a copy of itself; nobody else does.
var ours = []string{"LAUFZETTEL_SOFTWAREGL"}

// sources gives what the window is begun with, tests left out.
func sources(t *testing.T, patterns ...string) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range patterns {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range names {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasSuffix(name, "_test.go") {
				all.Write(raw)
			}
		}
	}
	return all.String()
}

// The page names every variable the window reads itself.
func TestManual_NamesEveryVariable(t *testing.T) {
	text := start.Manual(wording.English).Text
	read := sources(t, "*.go", "../*.go", "../../main.go", "../opengl/*.go", "../settings/policy.go")
	for _, name := range variable.FindAllString(read, -1) {
		if !slices.Contains(ours, name) && !strings.Contains(text, "**"+name+"**") {
			t.Errorf("the page does not name %s", name)
		}
	}
	if !strings.Contains(text, "**LAUFZETTEL_DATA**") {
		t.Error("no variable was found")
	}
}

// Every sentence of the catalogue is said, every one said is there.
func TestTexts_UsedAndPresent(t *testing.T) {
	said := map[string]bool{}
	for _, m := range key.FindAllStringSubmatch(sources(t, "*.go"), -1) {
		said[m[1]] = true
	}
	for _, language := range []string{wording.German, wording.English} {
		all, err := assets.Texts(language)
		if err != nil {
			t.Fatal(err)
		}
		for k := range said {
			if all[k] == "" {
				t.Errorf("%s: %s is missing", language, k)
			}
		}
		for k := range all {
			if strings.HasPrefix(k, "start.") && !said[k] {
				t.Errorf("%s: nobody says %s", language, k)
			}
		}
	}
}
