package words_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"
	"time"

	"laufzettel/assets"
	"laufzettel/views/words"

	"encoding/json"
)

var (
	call    = regexp.MustCompile(`\.(T|N)\("([^"]+)"(\s*\+)?`)
	listed  = regexp.MustCompile(`NewListScreen\(env, "([a-z]+)"`)
	literal = regexp.MustCompile(`"([a-z][a-zA-Z0-9-]*(?:\.[a-zA-Z0-9-]+)*\.?)"`)
)

func catalogue(t *testing.T, lang string) map[string]string {
	t.Helper()
	files, err := assets.Translations(lang)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, raw := range files {
		one := map[string]string{}
		if err := json.Unmarshal(raw, &one); err != nil {
			t.Fatal(err)
		}
		for k, v := range one {
			if _, twice := all[k]; twice {
				t.Errorf("%s: key %q stands in two catalogues", lang, k)
			}
			all[k] = v
		}
	}
	return all
}

// sources gives the text of all views but their tests.
func sources(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, dir := range []string{"..", "../../app/window"} {
		sourcesIn(t, dir, out)
	}
	return out
}

func sourcesIn(t *testing.T, dir string, out map[string]string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		raw, err := os.ReadFile(path)
		out[path] = string(raw)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Both languages hold the same keys and the same places to fill in.
func TestLanguagesAgree(t *testing.T) {
	de, en := catalogue(t, "de"), catalogue(t, "en")
	place := regexp.MustCompile(`\{\d\}`)
	places := func(s string) string {
		all := place.FindAllString(s, -1)
		sort.Strings(all)
		return strings.Join(all, "")
	}
	for k, text := range de {
		other, ok := en[k]
		if strings.HasPrefix(k, "paper.") { // papers are German, whatever language a person works in
			other, ok = text, !ok
		}
		if !ok {
			t.Errorf("%s is missing in English", k)
		} else if places(text) != places(other) {
			t.Errorf("%s: %q and %q fill in different places", k, text, other)
		}
		if text == "" || strings.Contains(text, "!") || strings.ContainsAny(text, "→✓✗●▲") {
			t.Errorf("%s: %q is empty or holds a sign we do not write (look.md 2.2, 6)", k, text)
		}
	}
	for k := range en {
		if _, ok := de[k]; !ok {
			t.Errorf("%s is missing in German", k)
		}
	}
}

// ofListScreen tells whether a text is one kit.ListScreen asks for by the name of its screen:
// those every list needs, and those of the actions and filters the screen names.
func ofListScreen(rest []string, named map[string]bool) bool {
	switch rest[0] {
	case "search":
		return len(rest) == 1
	case "error", "empty", "nohit":
		return len(rest) == 2 && (rest[1] == "title" || rest[1] == "text")
	case "key", "filter":
		return len(rest) == 2 && named[rest[1]]
	}
	return false
}

// Every key a screen asks for is there, and every key of the views' catalogue is
// asked for. Rooms with a catalogue of their own (de-<room>.json) see to theirs.
func TestKeysUsed(t *testing.T) {
	de := catalogue(t, "de")
	known := func(k string) bool { _, ok := de[k]; return ok }
	exact, starts, lists := map[string]bool{}, []string{}, map[string]bool{}
	for path, text := range sources(t) {
		for _, m := range call.FindAllStringSubmatch(text, -1) {
			switch {
			case m[3] != "": // a prefix; what follows is made up at run time
			case m[1] == "N":
				if !known(m[2]+".one") || !known(m[2]+".other") {
					t.Errorf("%s asks for %s.one and .other", path, m[2])
				}
			case !known(m[2]):
				t.Errorf("%s asks for %s", path, m[2])
			}
		}
		for _, m := range listed.FindAllStringSubmatch(text, -1) {
			lists[m[1]] = true
		}
		for _, m := range literal.FindAllStringSubmatch(text, -1) {
			exact[m[1]] = true
			if strings.HasSuffix(m[1], ".") {
				starts = append(starts, m[1])
			}
		}
	}
	raw, err := os.ReadFile("../../assets/translations/de.json")
	if err != nil {
		t.Fatal(err)
	}
	own := map[string]string{}
	if err := json.Unmarshal(raw, &own); err != nil {
		t.Fatal(err)
	}
	for k := range own {
		used := exact[k]
		for _, end := range []string{".one", ".other", ".none", ".text"} {
			used = used || strings.HasSuffix(k, end) && exact[strings.TrimSuffix(k, end)]
		}
		for _, s := range starts {
			used = used || strings.HasPrefix(k, s)
		}
		parts := strings.Split(k, ".")
		used = used || lists[parts[0]] && ofListScreen(parts[1:], exact)
		used = used || len(parts) > 1 && parts[0] == "settings" && exact[parts[1]] // settings.<name>, settings.<name>.<option>
		if !used {
			t.Errorf("no screen asks for %s", k)
		}
	}
}

// Presenters know no Fyne: they are the files named presenter.go and pages.go of
// the screens, and the packages words and present.
func TestPresentersKnowNoFyne(t *testing.T) {
	n := 0
	for path, text := range sources(t) {
		base := filepath.Base(path)
		dir := filepath.Base(filepath.Dir(path))
		if base != "presenter.go" && !(dir == "portion" && base == "pages.go") && dir != "present" && dir != "words" {
			continue
		}
		n++
		if strings.Contains(text, `"fyne.io/`) || strings.Contains(text, `"laufzettel/views/kit"`) ||
			strings.Contains(text, `"laufzettel/views/nav"`) {
			t.Errorf("%s imports Fyne or what stands on it", path)
		}
	}
	if n < 7 {
		t.Errorf("only %d presenter files seen", n)
	}
}

// No view imports the driver: that is app's alone (parts-desktop.md 1.3).
func TestNoViewImportsApp(t *testing.T) {
	for path, text := range sources(t) {
		if strings.Contains(text, `"fyne.io/fyne/v2/app"`) {
			t.Errorf("%s imports fyne.io/fyne/v2/app", path)
		}
	}
}

func TestWrite(t *testing.T) {
	de, err := words.Load("de")
	if err != nil {
		t.Fatal(err)
	}
	en, err := words.Load("en")
	if err != nil {
		t.Fatal(err)
	}
	de, en = de.In(time.UTC), en.In(time.UTC)
	at := time.Date(2026, 11, 17, 9, 2, 7, 0, time.UTC)
	for _, tt := range []struct{ name, got, want string }{
		{"number", de.Int(20117), "20.117"}, {"english", en.Int(1234567), "1,234,567"}, {"swiss", de.Swiss().Int(20117), "20’117"},
		{"negative", de.Int(-1000), "-1.000"}, {"small", de.Int(7), "7"},
		{"GB", de.Bytes(5_100_000_000), "5,1 GB"}, {"MB", de.Bytes(312_000_000), "312 MB"}, {"bytes", de.Bytes(999), "999 B"},
		{"round up", de.Bytes(999_999), "1 MB"}, {"zero", de.Bytes(0), "0 B"}, {"en GB", en.Bytes(5_100_000_000), "5.1 GB"},
		{"date", de.Date(at), "17.11.2026"}, {"moment", de.Moment(at), "17.11.2026 09:02"}, {"none", de.Date(time.Time{}), ""},
		{"english date", en.Date(at), "17 Nov 2026"}, {"kept", words.Written(de, "2009-11-02"), "02.11.2009"},
		{"kept in English", words.Written(en, "2009-11-02"), "2 Nov 2009"},
		{"kept with a time", words.Written(de, "2009-11-02T08:00:00"), "02.11.2009"},
		{"kept month", words.Written(de, "2009-11"), "11.2009"}, {"English month", words.Written(en, "2009-11"), "Nov 2009"},
		{"kept year", words.Written(en, "2009"), "2009"}, {"a reference", words.Written(de, "63.2-0147/03"), "63.2-0147/03"},
		{"another", words.Written(en, "1234-0147-9"), "1234-0147-9"}, {"kept nothing", words.Written(de, ""), ""},
		{"day of a kept one", words.WrittenDay(de, "2009-11-02"), "02.11."}, {"in English", words.WrittenDay(en, "2009-11-02"), "2 Nov"},
		{"a month has no day", words.WrittenDay(de, "2009-11"), "11."}, {"a year has none", words.WrittenDay(de, "2009"), "–"},
		{"span", words.WrittenSpan(de, "1998-03-12", "2004"), "12.03.1998 – 2004"},
		{"English span", words.WrittenSpan(en, "1998-03-12", "2004-06"),
			"12 Mar 1998 – Jun 2004"}, {"one day", words.WrittenSpan(de, "1998", "1998"), "1998"},
		{"open end", words.WrittenSpan(de, "1998", ""), "1998"},
		{"open begin", words.WrittenSpan(de, "", "1998"), "– 1998"},
		{"long", de.Long(at), "Dienstag, 17. November 2026"}, {"weekday", en.Weekday(at), "Tue"},
		{"left s", de.Left(40 * time.Second), "noch 40 s"}, {"left min s", de.Left(100 * time.Second), "noch 1 min 40 s"},
		{"left min", de.Left(20 * time.Minute), "noch 20 min"}, {"left h", de.Left(150 * time.Minute), "noch 2 h 30 min"},
		{"left none", de.Left(0), ""},
		{"one", de.N("portion.places", 1), "1 Stelle"}, {"other", de.N("portion.places", 1200), "1.200 Stellen"},
		{"unknown", de.T("gibt.es.nicht"), "gibt.es.nicht"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

// The window fills in {0}, the command line %s: a text of the wrong kind would show
// its mark to the person.
func TestMarksOfTheWindow(t *testing.T) {
	mark := regexp.MustCompile(`%[sdvqx]`)
	files := sources(t)
	for _, dir := range []string{"../../app", "../../app/window"} {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			raw, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = string(raw)
		}
	}
	for _, lang := range []string{"de", "en"} {
		all := catalogue(t, lang)
		for name, text := range files {
			for _, m := range call.FindAllStringSubmatch(text, -1) {
				for _, key := range []string{m[2], m[2] + ".one", m[2] + ".other"} {
					if mark.MatchString(all[key]) {
						t.Errorf("%s: %s of %s is %q", lang, key, name, all[key])
					}
				}
			}
		}
	}
}
