package check

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteFindingsDoc writes docs/findings.md: every code of the registry with
// severity, meaning, remedy, ways out and source, in German.
func WriteFindingsDoc(w io.Writer, r *Registry) error {
	b := bufio.NewWriter(w)
	fmt.Fprint(b, `# Befunde

Diese Seite wird aus dem Programm erzeugt. Ein Code ändert seine Bedeutung nie und wird nicht neu vergeben.
Ein **Fehler** führt zum Urteil „rejected“; **Warnung** und **Hinweis** nicht. Die Wege stehen auf der Seite der
Portion zur Wahl.

| Code | Schwere | Bedeutung | Abhilfe | Wege | Quelle |
|---|---|---|---|---|---|
`)
	for _, c := range r.All() {
		ways := make([]string, 0, len(c.Ways))
		for _, way := range c.Ways {
			ways = append(ways, wayText(way))
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s | %s |\n", c.ID, severityText(c.Severity), cell(c.Title), cell(c.Remedy), cell(strings.Join(ways, ", ")), cell(c.Source))
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

func severityText(s Severity) string {
	switch s {
	case Error:
		return "Fehler"
	case Warning:
		return "Warnung"
	}
	return "Hinweis"
}

func wayText(w WayOut) string {
	switch w {
	case ReturnAll:
		return "zurückgeben"
	case AskForFiles:
		return "Dateien nachfordern"
	case AcceptException:
		return "mit Ausnahme annehmen"
	case Stop:
		return "anhalten"
	}
	return string(w)
}
