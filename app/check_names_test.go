package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

// checkNamed finds the names that rules and checks bear in code.
var checkNamed = []*regexp.Regexp{
	regexp.MustCompile(`check\.(?:Rule|Done)\{Name: "([a-z0-9-]+)"`),
	regexp.MustCompile(`\bDone\{Name: "([a-z0-9-]+)"`),
	regexp.MustCompile(`\{Name: "([a-z0-9-]+)", Run: `),
	regexp.MustCompile(`const Check[A-Z]\w* = "([a-z0-9-]+)"`),
}

// TestChecksHaveNames: reports, letters and cover sheets list checks for people, some of
// them for ever; each has a name in words.
func TestChecksHaveNames(t *testing.T) {
	seen := 0
	for _, root := range []string{"../transfer", "work"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, re := range checkNamed {
				for _, m := range re.FindAllStringSubmatch(string(src), -1) {
					seen++
					for _, lang := range []string{wording.German, wording.English} {
						if check.TitleIn(m[1], lang) == m[1] {
							t.Errorf("%s: the check %q has no name (%s) in assets/translations: name.check.%s", path, m[1], lang, m[1])
						}
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 40 {
		t.Errorf("only %d names of checks were found in code: has their form changed?", seen)
	}
}
