package browser

import (
	"encoding/json"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"laufzettel/assets"
	"laufzettel/views/kit"
)

// sources gives the pages and the code that writes them, by name.
func sources(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pattern := range []string{"pages/*.html", "*.go", "../browse.go", "../cli/*.go", "../../views/shell/*.go", "../program.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out[name] = string(raw)
		}
	}
	return out
}

var (
	asked  = regexp.MustCompile(`(?:\(t |\{\{t |\(n |\{\{n |\.T\(|\.N\(|Say\(|text\()"([a-z][a-zA-Z0-9.-]*)"?`)
	quoted = regexp.MustCompile(`"([a-z]+\.[a-zA-Z0-9.-]+)"`)
)

// Every text a page asks for is there in both languages, and every text of the pages'
// own catalogue is asked for.
func TestTexts_UsedAndPresent(t *testing.T) {
	all := map[string]map[string]string{}
	for _, lang := range []string{"de", "en"} {
		texts, err := assets.Texts(lang)
		if err != nil {
			t.Fatal(err)
		}
		all[lang] = texts
	}
	used, begins := map[string]bool{}, []string{}
	n := 0
	for name, src := range sources(t) {
		for _, m := range asked.FindAllStringSubmatch(src, -1) {
			key := m[1]
			n++
			for lang, texts := range all {
				_, plain := texts[key]
				_, one := texts[key+".one"]
				if !plain && !one && !strings.HasSuffix(key, ".") && strings.HasPrefix(name, "pages/") {
					t.Errorf("%s: %s asks for %s", lang, name, key)
				}
			}
		}
		for _, m := range quoted.FindAllStringSubmatch(src, -1) {
			used[m[1]] = true
			if strings.HasSuffix(m[1], ".") {
				begins = append(begins, m[1])
			}
		}
	}
	if n < 100 {
		t.Fatalf("%d texts asked for: the test looks past them", n)
	}
	raw, err := os.ReadFile("../../assets/translations/de-browser.json")
	if err != nil {
		t.Fatal(err)
	}
	own := map[string]string{}
	if err := json.Unmarshal(raw, &own); err != nil {
		t.Fatal(err)
	}
	for key := range own {
		base := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(key, ".one"), ".other"), ".none")
		made := slices.ContainsFunc(begins, func(b string) bool { return strings.HasPrefix(key, b) }) ||
			strings.HasPrefix(key, "shell.action.")
		if !used[key] && !used[base] && !made {
			t.Errorf("nobody asks for %s", key)
		}
	}
}

// The colours of the pages are those of the window, in all three variants: their ratios
// are measured there.
func TestColours_AreThoseOfTheWindow(t *testing.T) {
	raw, err := staticFiles.ReadFile("static/app.css")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.SplitN(string(raw), ":root {", 4)
	if len(parts) != 4 {
		t.Fatalf("%d variants", len(parts)-1)
	}
	names := map[string]string{"text": "Text", "text2": "Text2", "primary": "Primary", "onprimary": "OnPrimary", "error": "Error",
		"warn": "Warn", "ok": "OK", "note": "Note", "a": "A", "v": "V",
		"border": "Border", "focus": "Focus", "surface": "Surface", "raised": "Raised", "ground": "Ground", "sel": "Sel", "line": "Line",
		"tint-error": "TintError", "tint-warn": "TintWarn", "tint-ok": "TintOK", "tint-note": "TintNote", "tint-v": "TintV"}
	value := regexp.MustCompile(`--([a-z0-9-]+): (#[0-9A-F]{6});`)
	for i, tokens := range []kit.Tokens{kit.Light(), kit.Dark(), kit.HighContrast()} {
		block, _, _ := strings.Cut(parts[i+1], "}")
		seen := 0
		for _, m := range value.FindAllStringSubmatch(block, -1) {
			field := names[m[1]]
			if field == "" {
				continue // the tint of A is filled in the window's high contrast
			}
			seen++
			c := color.NRGBAModel.Convert(reflect.ValueOf(tokens).FieldByName(field).Interface().(color.Color)).(color.NRGBA)
			if want := fmt.Sprintf("#%02X%02X%02X", c.R, c.G, c.B); m[2] != want {
				t.Errorf("variant %d: %s is %s, want %s", i, m[1], m[2], want)
			}
		}
		if seen != len(names) {
			t.Errorf("variant %d: %d of %d colours", i, seen, len(names))
		}
	}
}

// Style sheet and script ask nobody but us.
func TestStatic_AsksNobody(t *testing.T) {
	for _, name := range []string{"static/app.css", "static/app.js"} {
		raw, err := staticFiles.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if found := regexp.MustCompile(`https?://|url\(|@import|\beval\(|\.innerHTML\s*=[^=]|document\.write|//[a-z]+\.`).
			FindString(string(raw)); found != "" {
			t.Errorf("%s holds %q", name, found)
		}
	}
}

// A key is written for assistive technology as its standard names it.
func TestAriaKeys(t *testing.T) {
	for in, want := range map[string]string{"Strg+Enter": "Control+Enter", "Strg+Umschalt+A": "Control+Shift+A", "A": "A", "Alt+1": "Alt+1",
		"Bild Ab": "PageDown", "/": "/"} {
		if got := ariaKeys(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
