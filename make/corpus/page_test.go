package main

import (
	"fmt"
	"io"
	"strings"

	"laufzettel/transfer/wording"
)

// page writes docs/fehlerkorpus.md.
func (c *corpus) page(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, `# Fehlerkorpus: Lieferungen nach Befund

Diese Seite wird aus dem Programm erzeugt. `+"`make corpus CORPUS_OUT=ORDNER`"+` schreibt die Lieferungen selbst: je Code eine falsche, eine richtige derselben
Art und eine, die dem Fehler nahekommt und richtig ist, oder den Grund, warum es keine gibt. Alles darin ist erfunden und gemeinfrei (CC0). Ein Test prüft jede: Die falsche hat
ihren Befund, die beiden anderen haben ihn nicht und sind angenommen. Wo zum Befund mehr gehört als ein Container (Laufzettel, Profil, frühere Nachricht), nennt die
Spalte Art den Ordner unter "richtig", und weg.txt die Befehle. Wie ein Hersteller damit und mit `+"`laufzettel-cli check`"+` seinen Export prüft, steht in
[pruefschritt.md](pruefschritt.md).

%s.

| Code | Schwere | Art | falsch | beinahe falsch und richtig |
|---|---|---|---|---|
`, c.counted())
	for _, r := range c.Rows {
		near := r.Alike
		if near == "" {
			near = "– (" + noNear(r.Case.Code) + ")"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", r.Case.Code, r.Of.Severity.In(wording.German), r.Kind, r.Wrong, near)
	}
	b.WriteString("\n## Ohne Fall\n| Code | Bedeutung | Grund |\n|---|---|---|\n")
	for _, code := range c.Without {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", code.ID, code.Title().In(wording.German), why(code.ID))
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("write the page of the corpus: %w", err)
	}
	return nil
}
