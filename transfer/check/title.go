package check

// titles are the checks of cli.md and of the kinds in German, for papers and screens.
var titles = map[string]string{
	"fixity": "Prüfsummen", "completeness": "Vollständigkeit", "names": "Dateinamen", "counts": "Anzahlen", "schema": "XML-Schema",
	"xml": "XML-Wohlgeformtheit", "utf-8": "Zeichensatz UTF-8", "format": "Formaterkennung", "format-list": "Vereinbarte Formate",
	"pdfa": "PDF/A", "agency": "Abgebende Stelle", "deadlines": "Fristen", "virus": "Virenprüfung", "message": "Nachricht",
	"codelists": "Codelisten", "codes": "Codelisten", "slip": "Laufzettel", "appraisal": "Abgleich mit der Bewertung",
	"read": "Lesbarkeit", "readability": "Lesbarkeit", "structure": "Aufbau", "metadata": "Metadaten", "classification": "Vertraulichkeit",
	StopRule: "Einstufung als Verschlusssache", "signatures": "Elektronische Signaturen", "identity": "Angaben zur Nachricht",
	"objects": "Schriftgutobjekte", "dates": "Laufzeiten und Daten", "ratings": "Aussonderungsart", "files": "Primärdateien",
	"parts": "Teile des Prozesses", "container": "Container", "nested": "Container in der Lieferung",
}

// Title gives the German name of a check; one that has none keeps its own.
func Title(name string) string {
	if t, ok := titles[name]; ok {
		return t
	}
	return name
}
