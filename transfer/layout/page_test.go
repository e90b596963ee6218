package layout

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/aufbau.md anew")

const pageHead = `# Aufbau fremder Lieferungen (layout)

Erzeugt aus ` + "`transfer/layout`" + `; nicht von Hand ändern.

Die Quellen legen fest, **was** ein Personenstandsregister, eine Ablieferung des Handelsregisters, ein DMS-Export, ein Export aus einem Fachverfahren oder die
Beschreibung eines Schnappschusses enthält, nicht wie die Elemente und Spalten heißen. Ein *Aufbau* ist
ein JSON-Dokument im Profil der Stelle, das sagt, wo jede Angabe steht. Unser eigener Aufbau wird daneben immer gelesen. ` + "`profile layout survey MUSTER`" + ` zeigt, was ein Muster
enthält; ` + "`profile layout check AUFBAU MUSTER`" + ` sagt, was gelesen wird und was fehlt; ` + "`profile layout set PROFIL AUFBAU MUSTER`" + ` legt ihn im Profil ab, wenn aus dem Muster jede
Pflichtangabe gelesen wird. Das Profil geht unterschrieben an die Stelle (` + "`profile export`" + `) und trägt den Aufbau mit sich.

## Pfade

| Pfad | Bedeutung |
|---|---|
| ` + "`Kopf/Amt/Name`" + ` | Element unter Element, vom Satz aus; Namensräume und Präfixe zählen nicht, nur der Name |
| ` + "`/Portion/Kopf/Jahr`" + ` | vom Anfang der Datei aus; steht die Angabe außerhalb des Satzes, gilt sie für alle Sätze, solange das Element offen ist, in dem sie steht |
| ` + "`@nr`, `Amt/@nr`" + ` | Attribut |
| ` + "`*`" + ` | jedes Element; in Tabellen jede Spalte, die sonst kein Pfad nennt |
| ` + "`Archiv[2]`" + ` | das zweite Element dieses Namens |
| ` + "`Angabe[@name=stelle]/@wert`" + ` | nur das Element, dessen Attribut so lautet |
| ` + "`.`" + ` | der Text des Satzes selbst |
| ` + "`Spalte`, `#3`, `Wert[Angabe=Stelle]`" + ` | in Tabellen: Überschrift, dritte Spalte, nur Zeilen mit diesem Wert; ` + "`Name[2]`" + ` die zweite Spalte gleicher Überschrift |
| ` + "`'a/b'`" + ` | Namen mit Sonderzeichen in einfachen Anführungszeichen |
| ` + "`~name`, `~stem`, `~extension`, `~path`, `~folder`" + ` | Name, Name ohne Endung, Endung, Pfad und Ordner der gelesenen Datei selbst |

Gemischter Inhalt ist der ganze Text des Elements. In JSON ist jedes Mitglied ein Element seines Namens, jeder Wert einer Liste eines; Attribute gibt es dort nicht.
Gelesen wird als Strom; nur zweite Dateien, die über einen Schlüssel verbunden werden, und die Teile eines Satzes stehen im Speicher. In Arbeitsmappen (XLSX) sind
Tage ` + "`JJJJ-MM-TT`" + `, leere Zeilen zählen nicht.
`

var titles = map[string]string{"document": "das Dokument", "source": "eine Quelle (`sources`)", "group": "eine Gruppe (`groups`)",
	"lookup": "eine zweite Datei (`lookups`)", "statement": "eine Angabe (`statements`)"}

// TestDocs_Layout holds docs/aufbau.md to what the code says.
func TestDocs_Layout(t *testing.T) {
	const name = "../../docs/aufbau.md"
	want := page()
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("docs/aufbau.md is not what the code says (%v); run: go test ./transfer/layout -run Docs -update", err)
	}
}

// page is docs/aufbau.md.
func page() string {
	var b strings.Builder
	b.WriteString(pageHead)
	last := ""
	for _, k := range Documented {
		if k.In != last {
			fmt.Fprintf(&b, "\n## Schlüssel: %s\n\n| Schlüssel | Bedeutung |\n|---|---|\n", titles[k.In])
			last = k.In
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", k.Key, k.Means)
	}
	for _, a := range asked {
		fmt.Fprintf(&b, "\n## Angaben: %s (`%s`)\n", a.Label, a.Kind)
		for _, g := range a.Groups {
			fmt.Fprintf(&b, "\n### `%s`: %s%s\n\n| Angabe | Bedeutung | Quelle | |\n|---|---|---|---|\n", g.Name, g.Label, about(g))
			for _, s := range g.Statements {
				fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", s.Key, s.Label, s.Source, weight(s))
			}
		}
	}
	return b.String()
}

func about(g AskedGroup) string {
	var out []string
	if g.In != "" {
		out = append(out, "unter `"+g.In+"`")
	}
	if g.Many {
		out = append(out, "beliebig viele")
	}
	if g.Optional {
		out = append(out, "kann fehlen")
	}
	if len(out) == 0 {
		return ""
	}
	return " (" + strings.Join(out, ", ") + ")"
}

func weight(s AskedStatement) string {
	var out []string
	if s.Mandatory {
		out = append(out, "Pflicht")
	}
	if s.Many {
		out = append(out, "mehrere Werte")
	}
	return strings.Join(out, ", ")
}
