package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// machineWords stand in no paper: words of the log, of libraries and of registers (E11).
var machineWords = regexp.MustCompile(
	`\b(rejected|accepted|accepted-with-exception|finished|ordered|renumbered|unreadable|appraisal-[a-z]+|not-done|needs_[a-z]+|` +
		`facet|syntax error|cross-reference|unexpected EOF|invalid character|xpath|XPath)\b|local-name\(|(?:(?:x-)?fmt/\d+(?:, | oder )){2}`)

// TestPapers_NoMachineWords reads every paper of the golden journeys: the drawn pages and
// the sentences, not the JSON that programs read.
func TestPapers_NoMachineWords(t *testing.T) {
	names, err := filepath.Glob("testdata/golden/*/files.txt")
	if err != nil || len(names) == 0 {
		t.Fatal("no papers", err)
	}
	papers := 0
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		paper := ""
		for i, line := range strings.Split(string(raw), "\n") {
			if at, ok := strings.CutPrefix(line, "== "); ok {
				if paper = ""; strings.HasSuffix(at, ".pdf") {
					paper = at
					papers++
				}
				continue
			}
			if w := machineWords.FindString(line); paper != "" && w != "" {
				t.Errorf("%s:%d, %s: %q in %q", name, i+1, paper, w, line)
			}
		}
	}
	if papers < 20 {
		t.Errorf("only %d papers were read", papers)
	}
}
