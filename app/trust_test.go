package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	testFunc  = regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T\)`)
	rowsNamed = regexp.MustCompile(`rows (K[0-9]+)`)
	testNamed = regexp.MustCompile("`(Test[A-Za-z0-9]\\w*)(\\*?)`")
	fileNamed = regexp.MustCompile("`([a-z]+(?:/[a-z_.-]+)+)`")
)

// TestTrust_WhatIsNamedIsThere holds docs/trust.md, docs/security.md and docs/kinds.md:
// every test they name exists, the first and the last name files that are there, and the
// rows of foreign deliveries that the last names are judged.
func TestTrust_WhatIsNamedIsThere(t *testing.T) {
	tests := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range testFunc.FindAllStringSubmatch(string(text), -1) {
			tests[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"trust.md", "security.md", "kinds.md"} {
		text, err := os.ReadFile(filepath.Join("..", "docs", page))
		if err != nil {
			t.Fatal(err)
		}
		named := testNamed.FindAllStringSubmatch(string(text), -1)
		if len(named) < 20 {
			t.Errorf("%s names %d tests only", page, len(named))
		}
		for _, m := range named {
			found := tests[m[1]]
			for name := range tests {
				found = found || m[2] == "*" && strings.HasPrefix(name, m[1])
			}
			if !found {
				t.Errorf("%s names %s%s, which is no test", page, m[1], m[2])
			}
		}
		if page == "security.md" {
			continue
		}
		for _, m := range fileNamed.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join("..", filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s names %s: %v", page, m[1], err)
			}
		}
	}
	judged, err := os.ReadFile("../make/foreign/expected.tsv")
	if err != nil {
		t.Fatal(err)
	}
	kinds, err := os.ReadFile("../docs/kinds.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range rowsNamed.FindAllStringSubmatch(string(kinds), -1) {
		if !strings.Contains(string(judged), "\t"+m[1]+"\t") {
			t.Errorf("kinds.md names rows %s, and expected.tsv has none", m[1])
		}
	}
}
