package pdfa

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write golden files and docs/pdfa.md")

// gaps are clauses of the standard, or parts of a covered one, that the own
// checker does not judge, with the reason. Columns: clauses in parts 1 to 4.
var gaps = []struct {
	clause [4]string
	reason string
}{
	{[4]string{"6.2.3.2", "6.2.4.2", "6.2.4.2", "6.2.4.2"}, "Von Farbprofilen wird der Kopf geprüft, nicht der Inhalt der Tabellen."},
	{[4]string{"6.2.3.4", "6.2.4.4", "6.2.4.4", "6.2.4.4"},
		"Farbräume Separation und DeviceN sind über ihren Ersatzfarbraum geprüft; ob die Umrechnung stimmt, lässt sich nicht prüfen."},
	{[4]string{"6.2.4", "6.2.8", "6.2.8", "6.2.7"},
		"Bilddaten (JPEG, CCITT, JBIG2, JPEG 2000) werden nicht entschlüsselt; von JPEG 2000 wird der Kopf geprüft."},
	{[4]string{"6.3.2", "6.2.11.2", "6.2.11.2", "6.2.10.2"},
		"Von Schriftdateien werden Zeichen, Breiten und Zuordnungen gelesen, nicht jede Vorschrift des Schriftformats."},
	{[4]string{"6.3.3.3", "6.2.11.3.3", "6.2.11.3.3", "6.2.10.3.3"},
		"Zeichen vordefinierter, nicht eingebetteter Zeichentabellen (CMap) werden nicht nachgeschlagen: Glyphen und Breiten solcher Schriften bleiben ungeprüft."},
	{[4]string{"6.3.7", "6.2.11.6", "6.2.11.6", "6.2.10.6"},
		"MacExpertEncoding ist nicht hinterlegt; Glyphen so kodierter Schriften werden über die Kodierung der Schriftdatei gesucht."},
	{[4]string{"", "6.2.10", "6.2.10", "6.2.9"},
		"Die Gruppe einer weichen Maske wird nicht durchlaufen: Ihre Farben sind Helligkeiten und werden nicht gezeigt."},
	{[4]string{"6.7.2", "", "", ""}, "In Teil 1 werden nur die Metadaten des Dokuments geprüft, nicht die von Seiten oder Bildern."},
	{[4]string{"6.7.9", "6.6.2.3.1", "6.6.2.3.1", ""},
		"Abgeschlossene Wertelisten und Wertebereiche (zum Beispiel Urgency 1–8) sowie die Felder der Strukturen von xmpDM werden nicht geprüft."},
	{[4]string{"", "", "", "6.7.2"},
		"In Teil 4 werden Metadaten auf Wohlgeformtheit und Kennzeichnung geprüft, nicht gegen RELAX-NG-Beschreibungen (ISO 19005-4, Anhang)."},
	{[4]string{"", "6.4.3", "6.4.3", ""},
		"Signaturen werden auf Umfang, Zertifikat und Zahl der Unterzeichnenden geprüft, nicht auf Echtheit."},
	{[4]string{"", "6.8", "6.8", "6.9"},
		"Eingebettete Dateien gelten als PDF/A, wenn diese Prüfung kein Hindernis findet. Geprüft wird bis drei Ebenen tief und bis 64 MiB."},
	{[4]string{"6.8.2", "6.7.2", "6.7.2", ""},
		"Ob Inhalte richtig ausgezeichnet sind (Artefakte, Wortgrenzen, Reihenfolge), kann nur ein Mensch beurteilen."},
	{[4]string{"6.8.3", "6.7.3", "6.7.3", ""}, "Ob eine Strukturart zum Inhalt passt, kann nur ein Mensch beurteilen."},
	{[4]string{"6.8.5", "6.7.5", "6.7.5", ""}, "Alternativtexte sind empfohlen; ob sie zutreffen, kann nur ein Mensch beurteilen."},
	{[4]string{"6.8.7", "6.7.7", "6.7.7", ""},
		"Ersatztexte für Abkürzungen sind empfohlen; ob sie zutreffen, kann nur ein Mensch beurteilen."},
	{[4]string{"6.9", "6.4.1", "6.4.1", "6.4.1"}, "Ob die Darstellung eines Formularfelds dessen Wert zeigt, wird nicht geprüft."},
	{[4]string{"", "", "", "Anhang A und B"}, "PDF/A-4e und PDF/A-4f werden nicht geprüft; solche Dateien gelten als nicht geprüft."},
}

func pdfaDocs() string {
	var b strings.Builder
	b.WriteString(`# PDF/A: was die eigene Prüfung abdeckt

Erzeugt aus der Regeltabelle von ` + "`transfer/pdfa`" + ` (` + "`make pdfa-docs`" + `); nicht von Hand ändern.

Die Prüfung kennt 1a, 1b, 2a, 2b, 2u, 3a, 3b, 3u und 4. Sie sagt **nicht PDF/A** mit den verletzten Abschnitten, wenn sie
es weiß, und **kein Hindernis gefunden**, wenn alle ihre Regeln bestehen. Sie sagt nie "gültig": Bei jeder Konformität
bleibt mindestens ein Abschnitt, den sie nicht oder nicht ganz prüft (zweite Tabelle je Teil). "Gültig" sagt nur veraPDF.

Der Abschnitt steht mit der Nummer der Prüfung, die veraPDF innerhalb des Abschnitts zählt. Stufe: leer = alle, u = u und a
(Teil 1: nur a), a = nur a.

Zwei Regeln sind strenger oder weiter als die des veraPDF-Kerns, weil die Norm es ist: JavaScript im Namensverzeichnis des
Dokuments gilt als Aktion, und eine Datei ohne Metadaten gilt auch als nicht gekennzeichnet.

`)
	fmt.Fprintf(&b, `Die Prüfung einer Datei hat Grenzen: %d Objekte, %d MiB entpackte Daten, %d Minuten. Bei mehr Objekten werden nur Aufbau,
Metadaten und Ausgabebedingungen geprüft; ist eine der anderen Grenzen erreicht, endet die Prüfung dort. Die Datei ist dann
**nur teilweise geprüft** (PDF-026) und gilt nie als ohne Hindernis. Was bis dahin beanstandet wurde, gilt.
`, MaxObjects, maxDecoded>>20, int(DefaultTime.Minutes()))
	names := []string{"ISO 19005-1 (PDF/A-1)", "ISO 19005-2 (PDF/A-2)", "ISO 19005-3 (PDF/A-3)", "ISO 19005-4 (PDF/A-4)"}
	for part, name := range names {
		fmt.Fprintf(&b, "\n## %s\n\n### Geprüft\n\n| Abschnitt | Prüfung | Stufe | Befund | Was beanstandet wird |\n|---|---|---|---|---|\n", name)
		for _, r := range rules {
			if r.clause[part] == "" {
				continue
			}
			clause, test, _ := strings.Cut(r.clause[part], "-")
			level := ""
			if r.level != 0 {
				level = string(r.level)
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", clause, test, level, r.code, r.text())
		}
		b.WriteString("\n### Nicht oder nicht ganz geprüft\n\n| Abschnitt | Grund |\n|---|---|\n")
		for _, g := range gaps {
			if g.clause[part] != "" {
				fmt.Fprintf(&b, "| %s | %s |\n", g.clause[part], g.reason)
			}
		}
	}
	return b.String()
}

func TestDocs(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "pdfa.md")
	want := pdfaDocs()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ReplaceAll(string(got), "\r\n", "\n") != want {
		t.Error("docs/pdfa.md does not fit the table of rules; run make pdfa-docs")
	}
}
