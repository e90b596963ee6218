package check

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"laufzettel/transfer/wording"
)

// WriteFindingsDoc writes every code of the registry with severity, meaning, remedy,
// ways out and source in a language; docs/findings.md is the German one.
func WriteFindingsDoc(w io.Writer, r *Registry, language string) error {
	b := bufio.NewWriter(w)
	fmt.Fprint(b, wording.Say("page.findings").In(language))
	for _, c := range r.All() {
		ways := make([]string, 0, len(c.Ways))
		for _, way := range c.Ways {
			ways = append(ways, way.In(language))
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n", c.ID, c.Severity.In(language), cell(c.Title().In(language)),
			cell(c.Remedy().In(language)),
			cell(strings.Join(ways, ", ")), cell(c.Source))
	}
	return b.Flush()
}

// cell makes a text safe inside a Markdown table.
func cell(s string) string {
	if s == "" {
		return "–"
	}
	return strings.NewReplacer("|", "\\|", "\n", " ").Replace(s)
}
