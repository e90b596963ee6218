// Package snapshot has the 81 statements about a snapshot of a web area that source 003,
// 4.4 lists: number, step of the workflow, type and label. The kind that checks web areas
// and the layouts that read descriptions of other hands work on the same list.
package snapshot

// Type is one of the three types of source 003, 4.4.
type Type string

// The types of statements.
const (
	LOG Type = "LOG" // written by the program, editable by nobody
	AVA Type = "AVA" // archivische Verzeichnungsangabe
	TMD Type = "TMD" // technisches Metadatum
)

// Def is one of the 81 statements about a snapshot (source 003, 4.4).
type Def struct {
	Number int
	Step   string // "1" … "8", "4.1" … "4.4"
	Type   Type
	Label  string
}

// Steps names the steps of the workflow (source 003, 3.2) in their order.
var Steps = []struct{ ID, Title string }{
	{"1", "Anlegen der Metadaten"}, {"2", "Download"}, {"3", "Kopieren"}, {"4", "Konvertierung"}, {"4.1", "Ersetzen der absoluten Links"},
	{"4.2", "Behandlung der Fehlermeldungen"}, {"4.3", "Ersetzen des Links „Suche“"}, {"4.4", "Konvertierung nach XHTML"}, {"5",
		"Indexierung"},
	{"6", "Freigabe für die Benutzung"}, {"7", "Backup"}, {"8", "Weitere Erhaltungsmaßnahmen"},
}

// All gives the 81 statements in order.
func All() []Def {
	out := make([]Def, 0, 81)
	for _, s := range statementTable {
		for _, f := range s.fields {
			out = append(out, Def{Number: len(out) + 1, Step: s.step, Type: f.kind, Label: f.label})
		}
	}
	return out
}

// Of finds a statement by its number.
func Of(n int) (Def, bool) {
	defs := All()
	if n < 1 || n > len(defs) {
		return Def{}, false
	}
	return defs[n-1], true
}

type stepDef struct {
	kind  Type
	label string
}

// The source prints number 54 twice; the first of the two is number 53.
var statementTable = []struct {
	step   string
	fields []stepDef
}{
	{"1", []stepDef{{LOG, "ID"}, {AVA, "(Bestands)Signatur"}, {AVA, "Provenienz"}, {AVA, "Projektbezeichnung"}, {AVA, "Anlass"}, {AVA,
		"Bemerkungen"},
		{AVA, "Datum des Downloads"}, {LOG, "Bearbeiter"}, {TMD, "Ursprüngliches Betriebssystem"}, {AVA, "Lokaler Speicherpfad"}, {TMD,
			"Download-Tool"},
		{AVA, "Ausgewählte Domain"}, {AVA, "Ausgeschlossene Domain"}, {TMD, "Interne Linktiefe"}, {TMD, "Externe Linktiefe"}, {TMD,
			"Ausgeschlossene Dateierweiterungen"},
		{TMD, "Geschwindigkeitsbegrenzung"}, {TMD, "Anzahl paralleler Downloads"}, {TMD, "Kommandozeilenaufruf des Crawlers"}, {TMD,
			"Weitere Bemerkungen zum Crawler"},
		{LOG, "Status"}, {TMD, "Größe in Bytes nach dem Download"}, {TMD, "Anzahl herunter geladene Dateien"}, {TMD,
			"Anzahl herunter geladene Ordner"},
		{TMD, "Anzahl der einzelnen Dateitypen nach Extension"}, {TMD, "Software, mit der dieser Dateityp standardmäßig erzeugt wird"},
		{TMD, "Software, mit der dieser Dateityp aktuell gelesen werden kann"}, {TMD, "Neu hinzugekommene Dateierweiterung(en)"}}},
	{"2", []stepDef{{LOG, "Dauer des Snapshots"}, {TMD, "Bemerkungen, Fehlermeldungen"}}},
	{"3", []stepDef{{LOG, "Datum"}, {LOG, "Bearbeiter"}, {LOG, "Lokaler Speicherpfad der Sicherungskopie"}, {LOG, "Statistik angelegt"}}},
	{"4", []stepDef{{LOG, "Datum"}, {LOG, "Bearbeiter"}, {TMD, "Größe nach der Konvertierung"}, {LOG, "Dauer"}}},
	{"4.1", []stepDef{{TMD, "Gesamtanzahl Links"}, {TMD, "Anzahl der insgesamt ersetzten externen Links"}, {TMD,
		"Anzahl der unterschiedlichen externen Links"},
		{TMD, "Anzahl der internen Links"}, {TMD, "Bemerkungen, Fehlermeldungen"}}},
	{"4.2", []stepDef{{LOG, "Anzahl der behandelten Fehlermeldungen"}, {TMD, "Bemerkungen, Fehlermeldungen"}}},
	{"4.3", []stepDef{{TMD, "Anzahl der ersetzten Suchlinks"}, {TMD, "Bemerkungen, Fehlermeldungen"}}},
	{"4.4", []stepDef{{TMD, "Konvertierungstool"}, {TMD, "Parameter des Konvertierungstools"}, {TMD, "Anzahl der konvertierten Dateien"},
		{TMD, "Anzahl der nichtkonvertierten Dateien"}, {TMD, "Bemerkungen, Fehlermeldungen"}}},
	{"5", []stepDef{{TMD, "Datum"}, {LOG, "Bearbeiter"}, {LOG, "Dauer"}, {TMD, "Indexierungstool"}, {TMD,
		"Parameter des Indexierungstools"},
		{TMD, "Anzahl Indexierungsbegriffe"}, {TMD, "Bemerkungen, Fehlermeldungen"}}},
	{"6", []stepDef{{TMD, "Datum"}, {TMD, "Bearbeiter"}, {TMD, "Geprüfte Referenzseiten/-dateien"}, {TMD, "Sonstige Prüfroutinen"}, {TMD,
		"Bemerkungen, Fehlermeldungen"}}},
	{"7", []stepDef{{TMD, "Datum"}, {TMD, "Bearbeiter"}, {LOG, "Dauer"}, {TMD, "Größe in Bytes"}, {TMD, "Backupsoftware"}, {TMD,
		"Parameter des Backups"},
		{TMD, "Medium"}, {TMD, "URI"}, {TMD, "Bemerkungen"}}},
	{"8", []stepDef{{TMD, "Datum"}, {LOG, "Bearbeiter"}, {TMD, "Maßnahme"}, {TMD, "Beschreibung"}, {TMD, "Software"}, {TMD, "Parameter"},
		{TMD, "Größe in Bytes"},
		{TMD, "Bemerkungen / Fehlermeldungen"}}},
}
