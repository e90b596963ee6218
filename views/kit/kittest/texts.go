package kittest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"laufzettel/views/words"
)

// Texts tells every key matching key (its first group) in the code of dirs that
// is missing in a language. Keys that only name a widget, an action or a
// setting need no text: a key counts as asked for behind T( or N(, behind one
// of asking, or given to a variable text.
func Texts(t testing.TB, key *regexp.Regexp, dirs []string, asking ...string) {
	t.Helper()
	asking = append([]string{`T("`, `N("`, `text = "`, `text := "`}, asking...)
	for _, lang := range []string{"de", "en"} {
		w, err := words.Load(lang)
		if err != nil {
			t.Fatal(err)
		}
		for path, src := range sources(t, dirs) {
			for _, m := range key.FindAllStringSubmatch(src, -1) {
				k := m[1]
				asked := slices.ContainsFunc(asking, func(call string) bool { return strings.Contains(src, call+k+`"`) })
				if asked && !w.Has(k) && !w.Has(k+".one") && !strings.HasSuffix(k, ".") {
					t.Errorf("%s: %s is missing in %s", path, k, lang)
				}
			}
		}
	}
}

// sources reads the code of folders, tests left out.
func sources(t testing.TB, dirs []string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(dir, err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			out[f] = string(src)
		}
	}
	return out
}
