package website

// FieldType is one of the three types of source 003, 4.4.
type FieldType string

// The types of statements.
const (
	LOG FieldType = "LOG" // written by the program, editable by nobody
	AVA FieldType = "AVA" // archivische Verzeichnungsangabe
	TMD FieldType = "TMD" // technisches Metadatum
)

// FieldDef is one of the 81 statements about a snapshot (source 003, 4.4).
type FieldDef struct {
	Number int
	Step   string // "1" … "8", "4.1" … "4.4"
	Type   FieldType
	Label  string
}

// Steps names the steps of the workflow (source 003, 3.2) in their order.
var Steps = []struct{ ID, Title string }{
	{"1", "Anlegen der Metadaten"}, {"2", "Download"}, {"3", "Kopieren"}, {"4", "Konvertierung"}, {"4.1", "Ersetzen der absoluten Links"},
	{"4.2", "Behandlung der Fehlermeldungen"}, {"4.3", "Ersetzen des Links „Suche“"}, {"4.4", "Konvertierung nach XHTML"}, {"5", "Indexierung"},
	{"6", "Freigabe für die Benutzung"}, {"7", "Backup"}, {"8", "Weitere Erhaltungsmaßnahmen"},
}

// FieldDefs gives the 81 statements in order.
func FieldDefs() []FieldDef {
	out := make([]FieldDef, 0, 81)
	for _, s := range statementTable {
		for _, f := range s.fields {
			out = append(out, FieldDef{Number: len(out) + 1, Step: s.step, Type: f.t, Label: f.label})
		}
	}
	return out
}

// FieldDefOf finds a statement by its number.
func FieldDefOf(n int) (FieldDef, bool) {
	defs := FieldDefs()
	if n < 1 || n > len(defs) {
		return FieldDef{}, false
	}
	return defs[n-1], true
}

type stepField struct {
	t     FieldType
	label string
}

// The source prints number 54 twice; the first of the two is number 53.
var statementTable = []struct {
	step   string
	fields []stepField
}{
	{"1", []stepField{{LOG, "ID"}, {AVA, "(Bestands)Signatur"}, {AVA, "Provenienz"}, {AVA, "Projektbezeichnung"}, {AVA, "Anlass"}, {AVA, "Bemerkungen"},
		{AVA, "Datum des Downloads"}, {LOG, "Bearbeiter"}, {TMD, "Ursprüngliches Betriebssystem"}, {AVA, "Lokaler Speicherpfad"}, {TMD, "Download-Tool"},
		{AVA, "Ausgewählte Domain"}, {AVA, "Ausgeschlossene Domain"}, {TMD, "Interne Linktiefe"}, {TMD, "Externe Linktiefe"}, {TMD, "Ausgeschlossene Dateierweiterungen"},
		{TMD, "Geschwindigkeitsbegrenzung"}, {TMD, "Anzahl paralleler Downloads"}, {TMD, "Kommandozeilenaufruf des Crawlers"}, {TMD, "Weitere Bemerkungen zum Crawler"},
		{LOG, "Status"}, {TMD, "Größe in Bytes nach dem Download"}, {TMD, "Anzahl herunter geladene Dateien"}, {TMD, "Anzahl herunter geladene Ordner"},
		{TMD, "Anzahl der einzelnen Dateitypen nach Extension"}, {TMD, "Software, mit der dieser Dateityp standardmäßig erzeugt wird"},
		{TMD, "Software, mit der dieser Dateityp aktuell gelesen werden kann"}, {TMD, "Neu hinzugekommene Dateierweiterung(en)"}}},
	{"2", []stepField{{LOG, "Dauer des Snapshots"}, {TMD, "Bemerkungen, Fehlermeldungen"}}},
	{"3", []stepField{{LOG, "Datum"}, {LOG, "Bearbeiter"}, {LOG, "Lokaler Speicherpfad der Sicherungskopie"}, {LOG, "Statistik angelegt"}}},
	{"4", []stepField{{LOG, "Datum"}, {LOG, "Bearbeiter"}, {TMD, "Größe nach der Konvertierung"}, {LOG, "Dauer"}}},
	{"4.1", []stepField{{TMD, "Gesamtanzahl Links"}, {TMD, "Anzahl der insgesamt ersetzten externen Links"}, {TMD, "Anzahl der unterschiedlichen externen Links"},
		{TMD, "Anzahl der internen Links"}, {TMD, "Bemerkungen, Fehlermeldungen"}}},
	{"4.2", []stepField{{LOG, "Anzahl der behandelten Fehlermeldungen"}, {TMD, "Bemerkungen, Fehlermeldungen"}}},
	{"4.3", []stepField{{TMD, "Anzahl der ersetzten Suchlinks"}, {TMD, "Bemerkungen, Fehlermeldungen"}}},
	{"4.4", []stepField{{TMD, "Konvertierungstool"}, {TMD, "Parameter des Konvertierungstools"}, {TMD, "Anzahl der konvertierten Dateien"},
		{TMD, "Anzahl der nichtkonvertierten Dateien"}, {TMD, "Bemerkungen, Fehlermeldungen"}}},
	{"5", []stepField{{TMD, "Datum"}, {LOG, "Bearbeiter"}, {LOG, "Dauer"}, {TMD, "Indexierungstool"}, {TMD, "Parameter des Indexierungstools"},
		{TMD, "Anzahl Indexierungsbegriffe"}, {TMD, "Bemerkungen, Fehlermeldungen"}}},
	{"6", []stepField{{TMD, "Datum"}, {TMD, "Bearbeiter"}, {TMD, "Geprüfte Referenzseiten/-dateien"}, {TMD, "Sonstige Prüfroutinen"}, {TMD, "Bemerkungen, Fehlermeldungen"}}},
	{"7", []stepField{{TMD, "Datum"}, {TMD, "Bearbeiter"}, {LOG, "Dauer"}, {TMD, "Größe in Bytes"}, {TMD, "Backupsoftware"}, {TMD, "Parameter des Backups"},
		{TMD, "Medium"}, {TMD, "URI"}, {TMD, "Bemerkungen"}}},
	{"8", []stepField{{TMD, "Datum"}, {LOG, "Bearbeiter"}, {TMD, "Maßnahme"}, {TMD, "Beschreibung"}, {TMD, "Software"}, {TMD, "Parameter"}, {TMD, "Größe in Bytes"},
		{TMD, "Bemerkungen / Fehlermeldungen"}}},
}

// omitted says why the statements of a step we do not take are not made (F1).
var omitted = map[string]string{
	"3":   "Der Crawl geht unverändert in das Archivpaket ein; eine gesonderte Arbeitskopie gibt es nicht.",
	"4":   "Die gespeicherten Dateien bleiben unverändert; umgeschrieben wird erst beim Anzeigen.",
	"4.1": "Links werden beim Anzeigen umgeschrieben, nicht in den gespeicherten Dateien.",
	"4.2": "Fehlerseiten bleiben unverändert erhalten.",
	"4.3": "Die Suche der Website führt beim Anzeigen zur Suche des Archivs.",
	"4.4": "Eine Umwandlung nach XHTML findet nicht statt.",
	"5":   "Der Volltext entsteht beim Einlagern im Verzeichnis des Archivs und kann jederzeit neu aufgebaut werden; er gehört nicht zur Lieferung.",
	"6":   "Noch nicht freigegeben: Referenzseiten sind noch nicht geprüft.",
	"7":   "Die Sicherung ist Sache des Archivspeichers; ihr Nachweis ist die Quittung.",
	"8":   "Erhaltungsmaßnahmen stehen als Ereignisse in der Erhaltungsgeschichte (PREMIS) des Archivpakets.",
	"1":   "Nicht angegeben.", "2": "Keine.",
}
