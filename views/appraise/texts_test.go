package appraise

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"laufzettel/views/words"
)

// Every text the screen asks for is there in both languages.
func TestTextsAreThere(t *testing.T) {
	key := regexp.MustCompile(`"((?:appraise|page)\.[a-z.A-Z]+)"`)
	for _, lang := range []string{"de", "en"} {
		w, err := words.Load(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, dir := range []string{".", "../pageview"} {
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
				for _, m := range key.FindAllStringSubmatch(string(src), -1) {
					if k := m[1]; !w.Has(k) && !w.Has(k+".one") && !named(k, string(src)) && !strings.HasSuffix(k, ".") {
						t.Errorf("%s: %s is missing in %s", f, k, lang)
					}
				}
			}
		}
	}
}

// named tells whether a key only names a widget or an action, or keeps a setting.
func named(k, src string) bool {
	for _, call := range []string{"T(\"", "N(\"", "\"appraise.advance.o"} {
		if strings.Contains(src, call+k+"\"") {
			return false
		}
	}
	return !strings.Contains(src, "text = \""+k+"\"") && !strings.Contains(src, "text := \""+k+"\"")
}
