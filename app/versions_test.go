package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"laufzettel/app/work/office"
)

// The number of the version stands in FyneApp.toml, for builds without make in package
// office, and at the top of the changes; a version that was released has a day there, and
// what it left with its users in testdata.
func TestVersions_AreSaidAlikeAndKept(t *testing.T) {
	read := func(name string) string {
		t.Helper()
		raw, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	built := regexp.MustCompile(`(?m)^Version = "(\d+\.\d+\.\d+)"$`).FindStringSubmatch(read("FyneApp.toml"))
	if built == nil || built[1] != office.Version {
		t.Fatalf("FyneApp.toml says %v, the program %s", built, office.Version)
	}
	heads := regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(read("CHANGELOG.md"), -1)
	form := regexp.MustCompile(`^(\d+\.\d+\.\d+) \((in Arbeit|\d{1,2}\. \p{L}+ \d{4})\)$`)
	said := map[string]bool{}
	for i, h := range heads {
		is := form.FindStringSubmatch(h[1])
		switch {
		case is == nil:
			t.Errorf("changes: %q is no version with its day", h[1])
			continue
		case said[is[1]]:
			t.Errorf("changes: %s stands there twice", is[1])
		case i == 0 && is[1] != office.Version:
			t.Errorf("the changes begin with %s, the program is %s", is[1], office.Version)
		case i > 0 && is[2] == "in Arbeit":
			t.Errorf("changes: %s is not the newest and has no day", is[1])
		}
		said[is[1]] = true
		if is[2] == "in Arbeit" {
			continue
		}
		for _, kept := range []string{"workspace.tar.gz", "archiv.tar.gz", "said.txtar", "requests.jsonl.gz"} {
			if _, err := os.Stat(filepath.Join("..", "testdata", is[1], kept)); err != nil {
				t.Errorf("version %s was released and its %s is not kept: %v", is[1], kept, err)
			}
		}
	}
	if len(said) < 2 {
		t.Errorf("%d versions in the changes", len(said))
	}
}
