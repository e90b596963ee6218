package mapping

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/mapping.md anew")

// pageHead and the texts below are what docs/mapping.md says around the tables.
const pageHead = `# Zuordnung der Metadaten (MAPPING-1 bis MAPPING-4)

Erzeugt aus ` + "`transfer/mapping`" + `; nicht von Hand ändern.

Vier Tabellen legen fest, welche Angabe einer Lieferung in welches Feld des Archivs kommt. Sie sind Daten des Profils, kein
Programm: Jedes Feld lässt sich im Profil ändern, neue Felder lassen sich hinzufügen, und eine leere Quelle lässt ein Feld weg
(` + "`case.note =`" + `; Pflichtangaben bleiben). Was das Profil nicht nennt, gilt wie hier beschrieben.

Geprüft wird, wenn ein Profil gespeichert oder aus einer Datei aufgenommen wird: Ein Feld, das so nie geschrieben würde (unbekannte Quelle,
Quelle einer anderen Tabelle, fehlende Ebene), wird mit dem nächstliegenden richtigen Namen abgewiesen. Steht ein solches Feld schon in einem
älteren oder vom Archiv unterschriebenen Profil, so öffnet es sich wie immer; ` + "`profile show`, `profile import`" + ` und jeder Prüfbericht
(AGR-003) nennen das Feld, das nie geschrieben wird.

Das Archivpaket hält MAPPING-2 bis MAPPING-4 in ` + "`metadata/descriptive/description.xml`" + ` (Namensraum ` + "`urn:laufzettel:aip:description:1`" + `,
Schema ` + "`aip-description.xsd`" + ` im Paket). Dieselben Werte gehen in den Index. Die Aufgabe des „XBARCH-Dokuments“ der Quelle, für das es kein öffentliches
Schema gibt, teilen sich diese Beschreibung, METS und PREMIS.

## Quellen

Eine Quelle ist ein Pfad. Mehrere Quellen stehen mit ` + "`|`" + ` dazwischen; es gilt die erste, die etwas enthält. ` + "`const:Text`" + ` ist ein fester Text bis zum
Ende der Zeile. ` + "`object.field:Name`" + ` erreicht in MAPPING-2 bis -4 jede weitere Angabe der Nachricht unter ihrem eigenen Namen. Statt ` + "`object.`" + ` kann
` + "`parent.`, `dossier.` oder `case.`" + ` stehen: das übergeordnete Objekt, die nächste Akte, der nächste Vorgang. Die letzte Spalte sagt, welche Tabelle die Quelle
erreicht; MAPPING-1 kennt vom Vorgang und seiner Akte (` + "`dossier.`, `parent.`" + `) nur, was in der Abgabeliste steht.

| Quelle | Bedeutung | MAPPING- |
|---|---|---|
`

var sections = map[Table]string{
	ControlList: `Abgabeliste zur Kontrollliste

Eine Zeile je Vorgang der ` + "`Kon_Lis`" + ` (Quelle 004, P1.8); seine Archivsignatur und seine Dateien stehen daneben. Geschrieben wird, was die Liste sagt; abgeleitet wird hier
nichts. Frühere Profile nennen die Quellen noch wie die Elemente der Abgabeliste; sie werden verstanden wie bisher: %s; ` + "`=Text`" + ` für ` + "`const:Text`" + `.
`,
	AIP: `Verwaltungsangaben des Archivpakets

Angaben zur Stelle aus dem Profil, Daten der Anbietung und Abgabe, Ü-ID, Formate, technische Umgebung (P4.1). Formate und Ereignisse stehen außerdem in PREMIS.
`,
	Descriptive: `beschreibende Angaben für den Index

Vor dem Feld steht die Ebene: ` + "`dossier.`" + ` (Akte), ` + "`case.`" + ` (Vorgang), ` + "`document.`" + ` (Dokument, Anlage). Pflicht sind Aktenzeichen (` + "`dossier.reference`" + `),
Vorgangskennzeichen (` + "`case.reference`" + `), Laufzeit (` + "`case.from`, `case.to`" + `) und Dokumentdatum (` + "`document.date`" + `); das Dokumentdatum dient der zeitlichen Ordnung (P5.1.1).
`,
	Technical: `technische Angaben je Datei

Für die Bestandserhaltung (P5.1.2).
`,
}

const afterDescriptive = `
Das Feld ` + "`*`" + ` mit der Quelle ` + "`object.fields`" + ` übernimmt jede weitere Angabe der Lieferung unter ihrem eigenen Namen: den Kopf und die Suchbegriffe der
Rückgrat-XML (C11), die Angaben zur Firmenliste (D6), Verfahren und Kurzname eines Exports (B5), die Beschreibung einer Web-Aufnahme (F1). Sie stehen im Paket, im
Lesesaal und im Index. Ein Profil lässt sie weg, indem es der Ebene eine leere Quelle gibt (` + "`case.* =`" + `).

Fehlt eine Pflichtangabe in der Nachricht, so wird sie, wenn möglich, abgeleitet: die Laufzeit aus den Daten der Dokumente, das Dokumentdatum aus dem Posteingang oder
dem Datum der ersten Datei. Ein abgeleiteter Wert trägt ` + "`derived=\"true\"`" + `. Ist das Ende der Laufzeit nicht belegt, so rechnet die Schutzfrist vorsichtig ab dem Jahr
des Paketierens.
`

// TestDocs_Mapping holds docs/mapping.md to what the code says.
func TestDocs_Mapping(t *testing.T) {
	const name = "../../docs/mapping.md"
	want := page()
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != want {
		t.Errorf("docs/mapping.md is not what the code says (%v); run: go test ./transfer/mapping -run Docs -update", err)
	}
}

// page is docs/mapping.md.
func page() string {
	var b strings.Builder
	b.WriteString(pageHead)
	for _, s := range statements {
		in := everywhere
		if s.list == 0 {
			in = packages
		}
		row(&b, "object."+s.name, s.means, in)
		if s.name == "date" {
			row(&b, allFields, "alle weiteren Angaben unter ihren eigenen Namen; nur zusammen mit dem Feld `*`", Descriptive)
		}
	}
	for _, s := range plain {
		row(&b, s.name, s.means, s.in)
	}
	base := Default()
	for _, t := range All {
		text := sections[t]
		if t == ControlList {
			text = fmt.Sprintf(text, formerNames())
		}
		fmt.Fprintf(&b, "\n## %s: %s\n| Feld | Quelle |\n|---|---|\n", t, text)
		for _, field := range fields(base.Of(t)) {
			fmt.Fprintf(&b, "| `%s` | `%s` |\n", field, base.Of(t)[field])
		}
		if t == Descriptive {
			b.WriteString(afterDescriptive)
		}
	}
	return b.String()
}

func row(b *strings.Builder, name, means string, in Table) {
	var numbers []string
	for i, t := range All {
		if in&t != 0 {
			numbers = append(numbers, fmt.Sprint(i+1))
		}
	}
	fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, means, strings.Join(numbers, ", "))
}

func formerNames() string {
	var out []string
	for _, old := range fields(former) {
		out = append(out, "`"+old+"` für `"+former[old]+"`")
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}
