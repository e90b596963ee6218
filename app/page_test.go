package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// ownPath is a path of ours as a page writes it: with a slash, in backticks.
var ownPath = regexp.MustCompile("`([A-Za-z][A-Za-z0-9_.{},*-]*(?:/[A-Za-z0-9_.{},*-]+)+)`")

// spread writes a path with alternatives in braces as several.
func spread(path string) []string {
	before, rest, braced := strings.Cut(path, "{")
	if !braced {
		return []string{path}
	}
	list, after, _ := strings.Cut(rest, "}")
	var out []string
	for _, x := range strings.Split(list, ",") {
		out = append(out, spread(before+x+after)...)
	}
	return out
}

// TestArchitecturePageNamesWhatIsThere: what the page says where something lives, lives
// there.
func TestArchitecturePageNamesWhatIsThere(t *testing.T) {
	for _, page := range []string{"../ARCHITECTURE.md", "../CONTRIBUTING.md"} {
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for _, m := range ownPath.FindAllStringSubmatch(string(raw), -1) {
			top, _, _ := strings.Cut(m[1], "/")
			if info, err := os.Stat(filepath.Join("..", top)); err != nil || !info.IsDir() {
				continue // a library, an address, a command
			}
			for _, path := range spread(m[1]) {
				seen++
				if found, err := filepath.Glob(filepath.Join("..", path)); err != nil || len(found) == 0 {
					t.Errorf("%s names %s, which is not there", page, path)
				}
			}
		}
		if seen < 5 {
			t.Errorf("%s: only %d paths read", page, seen)
		}
	}
}

// TestFilesAreNamedByTheBusiness: a file bears the name of what it is about or does
// (check.go, clear.go, copies.go), never a form with -ing that says neither.
func TestFilesAreNamedByTheBusiness(t *testing.T) {
	nouns := map[string]bool{"pending": true, "reading": true, "wording": true, "mapping": true, "setting": true, "finding": true,
		"spelling": true, "sealing": true, "standing": true, "charstring": true}
	ing := regexp.MustCompile(`^([a-z]+ing)(_[a-z]+)*\.go$`)
	seen := 0
	for dir := range sources(t) {
		if strings.HasPrefix(dir, "../app/browser") || dir == "../app" {
			continue
		}
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			seen++
			if m := ing.FindStringSubmatch(strings.TrimSuffix(filepath.Base(name), ".go") + ".go"); m != nil && !nouns[m[1]] {
				t.Errorf("%s: what is in it?", name)
			}
		}
	}
	if seen < 500 {
		t.Errorf("only %d files seen", seen)
	}
}
