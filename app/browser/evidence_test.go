package browser_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// clauses are those of EN 301 549 V3.2.1, chapters 4, 5 and 9 to 12, as its table of
// contents has them; what is void there has none.
func clauses() (out []string) {
	add := func(chapter string, numbers ...string) {
		for _, n := range numbers {
			out = append(out, chapter+n)
		}
	}
	run := func(chapter string, last int) {
		for i := 1; i <= last; i++ {
			out = append(out, fmt.Sprint(chapter, i))
		}
	}
	run("4.2.", 11)
	add("5.", "1", "2", "3", "4", "5.1", "5.2", "6.1", "6.2", "7", "8", "9")
	for _, c := range []string{"9.", "10.", "11."} {
		add(c, "1.1.1", "1.2.1", "1.2.2", "1.2.3", "1.2.4", "1.2.5", "1.3.1", "1.3.2", "1.3.3", "1.3.4", "1.3.5")
		add(c, "1.4.1", "1.4.2", "1.4.3", "1.4.4", "1.4.5", "1.4.10", "1.4.11", "1.4.12", "1.4.13")
		add(c, "2.1.1", "2.1.2", "2.1.4", "2.2.1", "2.2.2", "2.3.1", "2.4.3", "2.4.4", "2.4.6", "2.4.7", "2.5.1", "2.5.2", "2.5.3", "2.5.4")
		add(c, "3.1.1", "3.2.1", "3.2.2", "3.3.1", "3.3.2", "3.3.3", "3.3.4", "4.1.1", "4.1.2", "4.1.3")
	}
	add("9.", "2.4.1", "2.4.2", "2.4.5", "3.1.2", "3.2.3", "3.2.4", "6")
	add("10.", "2.4.2", "3.1.2", "5", "6")
	add("11.", "5.1", "6.1", "6.2", "7")
	run("11.5.2.", 17)
	run("11.8.", 5)
	add("12.", "1.1", "1.2", "2.2", "2.3", "2.4")
	return out
}

var (
	namedTest = regexp.MustCompile("`(Test[A-Za-z_]+)(…?)`")
	namedFile = regexp.MustCompile("`((?:app|views|transfer|make|docs|viewer)/[A-Za-z0-9_./-]+)`")
)

// The page on accessibility has a row for every clause, each with a word on how it stands,
// and what it names as evidence is there.
func TestEvidence_IsThere(t *testing.T) {
	raw, err := os.ReadFile("../../docs/barrierefreiheit.md")
	must(t, err)
	page := string(raw)
	for _, c := range clauses() {
		row := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(c) + ` [^|]*\|([^|]+)\|`).FindStringSubmatch(page)
		if row == nil {
			t.Errorf("clause %s has no row", c)
		} else if !regexp.MustCompile(`erfüllt|zum Teil|trifft nicht zu|Sache de`).MatchString(row[1]) {
			t.Errorf("clause %s does not say how it stands: %s", c, row[1])
		}
	}
	var tests strings.Builder
	must(t, filepath.WalkDir("../..", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() && strings.HasPrefix(e.Name(), ".") && e.Name() != ".." {
			return filepath.SkipDir
		}
		if strings.HasSuffix(name, "_test.go") {
			raw, err := os.ReadFile(name)
			tests.Write(raw)
			return err
		}
		return nil
	}))
	named := namedTest.FindAllStringSubmatch(page, -1)
	for _, m := range named {
		after := map[bool]string{true: "(", false: ""}[m[2] == ""]
		if !strings.Contains(tests.String(), "func "+m[1]+after) {
			t.Errorf("no test %s", m[1])
		}
	}
	if len(named) < 12 {
		t.Errorf("%d tests named: the test looks past them", len(named))
	}
	for _, m := range namedFile.FindAllStringSubmatch(page, -1) {
		if _, err := os.Stat(filepath.Join("../..", m[1])); err != nil {
			t.Errorf("no %s", m[1])
		}
	}
}
