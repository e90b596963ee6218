package layout

// Key is one key of the document with what it means.
type Key struct{ In, Key, Means string }

// Documented are the keys of a layout: what is not among them is refused.
var Documented = []Key{
	{"document", "format", "immer `" + Format + "`: die Fassung dieses Dokuments"},
	{"document", "kind", "Lieferart, für die der Aufbau gilt"},
	{"document", "name", "Name für Menschen: Programm und Version, aus der die Lieferungen kommen"},
	{"document", "sample",
		"Fingerabdruck des Musters, mit dem der Aufbau abgelegt wurde; das Programm schreibt ihn, eine Probe verlangt ein anderes"},
	{"document", "sources", "Liste der Dateien, aus denen gelesen wird"},
	{"document", "groups", "die Gruppen von Angaben, nach denen die Lieferart fragt, jede unter ihrem Namen"},
	{"document", "codeLists", "Codelisten unter ihrem Namen, je Code sein Klartext"},
	{"source", "name", "Name der Quelle in diesem Dokument"},
	{"source", "file",
		"Dateiname, `*` für beliebige Zeichen; mit Ordner ab der obersten Ebene, ohne Ordner oben oder einen Ordner tief; bei `folder` leer für alle Dateien"},
	{"source", "type",
		"`xml`, `csv` (jede Tabelle mit Trennzeichen, auch TAB), `xlsx` (Arbeitsmappe), `json` oder `folder` (jede Datei ein Satz)"},
	{"source", "separator", "Trennzeichen der Spalten; ohne Angabe das, welches die Kopfzeile am häufigsten hat"},
	{"source", "encoding", "Zeichensatz der Tabelle: `utf-8` (Vorgabe), `utf-16`, `windows-1252`, `iso-8859-1`, `iso-8859-15`, `cp850`"},
	{"source", "quotes",
		"`yes`: Zellen können in Anführungszeichen stehen (Vorgabe), `no`: ein Anführungszeichen ist ein Zeichen wie jedes andere (Vorgabe bei TAB)"},
	{"source", "skip", "Zeilen über der Kopfzeile, die nicht zählen"},
	{"source", "sheet", "Blatt der Arbeitsmappe; ohne Angabe das erste"},
	{"group", "source", "Quelle der Gruppe; ohne Angabe die erste, bei einer Gruppe unter einer anderen deren Quelle"},
	{"group", "each",
		"Pfad, dessen jedes Vorkommen ein Satz ist; leer: die ganze Datei, bei Tabellen jede Zeile. Bei Tabellen: `/` die ganze Tabelle, `Spalte` alle " +
			"aufeinander folgenden Zeilen mit gleichem Wert, `[Spalte=Wert]` nur diese Zeilen"},
	{"group", "key", "steht die Gruppe in einer anderen Quelle als die, zu der sie gehört: wo dort der Schlüssel steht"},
	{"group", "by", "und wo derselbe Schlüssel in der oberen Gruppe steht"},
	{"group", "lookups", "zweite Dateien, deren Satz über einen Schlüssel zu diesem gehört"},
	{"group", "statements", "die Angaben der Gruppe unter ihren Namen (Tabellen unten)"},
	{"lookup", "source", "die zweite Quelle"},
	{"lookup", "each", "wie bei Gruppen, für die zweite Quelle"},
	{"lookup", "key", "Pfad des Schlüssels in der zweiten Quelle"},
	{"lookup", "by", "Pfad des Schlüssels im eigenen Satz"},
	{"statement", "path", "wo die Angabe steht; mehrere Pfade mit `|`: es gilt der erste, der etwas enthält"},
	{"statement", "const", "fester Text statt eines Pfades"},
	{"statement", "lookup", "Name der zweiten Quelle, in der der Pfad gilt"},
	{"statement", "named",
		"Attribut (`@feld`), das einen von mehreren Werten benennt, etwa einen Suchbegriff; sonst heißt er wie sein Element"},
	{"statement", "pattern", "Muster, aus dem nur ein Teil zählt: `{_}-{value}.pdf`; `{_}` steht für beliebige Zeichen"},
	{"statement", "date", "Form des Datums, `TT.MM.JJJJ`, `T/M/JJJJ`, `JJJJ-MM-TT hh:mm`; gelesen wird daraus JJJJ-MM-TT"},
	{"statement", "number", "Form der Zahl an einem Beispiel: " + "`1.234,56`, `1,234.56`, `1'234.56`, `1 234,56`"},
	{"statement", "codes", "Name der Codeliste, durch die der Wert ersetzt wird; ein Code, der nicht darin steht, ist ein Befund"},
}
