package layout

import "slices"

// Asked is what a kind asks of a delivery, in the words of its source.
type Asked struct {
	Kind  string
	Label string // German
	Main  string // group by whose records a delivery is known
	// Known are the statements of Main that tell a delivery of the kind from others; nil =
	// the mandatory ones. What else is missing is then told by the kind.
	Known  []string
	Groups []AskedGroup
}

// AskedGroup is one group of statements.
type AskedGroup struct {
	Name, Label string
	In          string // group each record belongs to, "" = none
	Many        bool
	Optional    bool // a delivery may have no such record at all
	Statements  []AskedStatement
}

// AskedStatement is one statement.
type AskedStatement struct {
	Key, Label string
	Source     string // place in the source
	Mandatory  bool
	Many       bool // several values
}

const (
	of000 = "000 3.2.2"
	of002 = "002 1.1.2"
	of004 = "004 P5.1.1"
)

// must and may make statements of one source.
func must(source, key, label string) AskedStatement {
	return AskedStatement{Key: key, Label: label, Source: source, Mandatory: true}
}

func may(source, key, label string) AskedStatement {
	return AskedStatement{Key: key, Label: label, Source: source}
}

func (s AskedStatement) many() AskedStatement { s.Many = true; return s }

// partStatements are those of a certification and of a note.
var partStatements = []AskedStatement{
	may(of000, "signer", "Signierender"), may(of000, "signed", "Signaturdatum"),
	must(of000, "xml", "Dateiname der abhängigen XML-Datei"), must(of000, "schemaVersion", "Schema-Version der Ursprungs-XML"),
	must(of000, "pdf", "Dateiname der abhängigen PDF-Datei"),
}

var asked = []Asked{
	{Kind: "register", Label: "Personenstandsregister", Main: "entry", Groups: []AskedGroup{
		{Name: "head", Label: "Kopf der Rückgrat-XML", Statements: []AskedStatement{
			must(of000, "office", "Name des übergebenden Standesamts"), must(of000, "officeNumber", "Standesamtsnummer"),
			must(of000, "holder", "Datenhaltende Stelle"), must(of000, "holderAddress", "Adresse der datenhaltenden Stelle"),
			must(of000, "person", "Mit der Aussonderung betraute Person"),
			must(of000, "personContact", "Kontaktdaten der betrauten Person"),
			must(of000, "archiveFirst", "Zuständiges Archiv (Erstregister)"),
			must(of000, "archiveSecurity", "Zuständiges Archiv (Sicherungsregister)"),
			must(of000, "year", "Jahrgang"), must(of000, "type", "Registerart (Name oder G, E, L, S)"),
			must(of000, "source", "Quelle der Aussonderungsportion (Erstregister oder Sicherungsregister)"),
			must(of000, "closingNote", "Abschlussvermerk (Dateiname)"), may("000 2.3.1", "closingDate", "Datum des Abschlussvermerks"),
			must(of000, "baseEntries", "Zahl der Grundbeurkundungen"), must(of000, "software", "Registerverfahren"),
			must(of000, "softwareVersion", "Programmversion"), must(of000, "files", "Anzahl aller Dateien"),
			may(of000, "schemaFile", "XPSR-Schema (Dateiname)"), must(of000, "schemaVersion", "XPSR-Schema (Versionsnummer)"),
			may("000 3.2.3", "documentation", "Dokumentation des Schemas (Dateiname)"), must(of000, "created", "Datum der Erstellung")}},
		{Name: "entry", Label: "Registereintrag", Many: true, Statements: []AskedStatement{
			must(of000, "number", "Eintragsnummer"), must(of000, "term", "Suchbegriffe").many(),
			must(of000, "disposal", "Verfügungsnummer")}},
		{Name: "record", Label: "Urkundlicher Teil", In: "entry", Many: true, Statements: partStatements},
		{Name: "note", Label: "Hinweisteil", In: "entry", Many: true, Optional: true, Statements: partStatements}}},
	{Kind: "handelsregister", Label: "Handelsregister", Main: "company", Groups: []AskedGroup{
		{Name: "company", Label: "Gelöschte Firma", Many: true, Statements: []AskedStatement{
			must("002 3.1.1", "number", "Firmennummer"), must("002 3.1.1", "name", "Firmenname"), must("002 3.1.1", "seat", "Firmensitz"),
			must("002 3.1.1", "opened", "Eröffnungsdatum"), must("002 3.1.1", "deleted", "Löschungsdatum"),
			may("002 3.1", "more", "Weitere Felder der Liste").many()}},
		{Name: "delivery", Label: "Metadaten der Ablieferung", Statements: []AskedStatement{
			must(of002, "provenance", "Provenienzstelle"), must(of002, "from", "Gründungsdatum der ältesten gelöschten Firma"),
			must(of002, "to", "Jüngstes Löschdatum"), must(of002, "megabytes", "Umfang in MB"),
			must(of002, "extracted", "Datum und Zeitpunkt der Extraktion"),
			must(of002, "query", "Benutzte Abfragen").many(), must(of002, "files", "Anzahl der abgelieferten Dateien"),
			must(of002, "source", "Bezeichnung der Quellapplikation"), must(of002, "version", "Version der Quellapplikation"),
			may("002 1.1.1", "selection", "Belegakten (integral oder Auswahl)")}}}},
	{Kind: "dms", Label: "DMS-Export (Akte, Vorgang, Dokument)", Main: "document", Groups: []AskedGroup{
		{Name: "delivery", Label: "Angaben zur Lieferung", Statements: []AskedStatement{
			must("004 3.3", "agency", "Name der abgebenden Stelle"), may("004 3.3", "agencyId", "Behördenkennung"),
			may("004 3.3", "system", "Quellsystem"),
			may("004 3.3", "systemVersion", "Version des Quellsystems"), may("004 3.3", "created", "Datum der Erstellung")}},
		{Name: "dossier", Label: "Akte", Many: true, Optional: true, Statements: []AskedStatement{
			must(of004, "reference", "Aktenzeichen"), may(of004, "title", "Aktenbetreff"),
			may(of004, "parent", "Aktenzeichen der Akte, deren Teil sie ist"),
			may(of004, "plan", "Aktenplaneinheit (Kennzeichen)"), may(of004, "planTitle", "Aktenplaneinheit (Titel)"),
			may(of004, "from", "Laufzeit von"),
			may(of004, "to", "Laufzeit bis"), may(of004, "leadUnit", "Federführung"), may("A30", "rating", "Aussonderungsart (A, B, V)"),
			may("A37", "medium", "Medium"),
			may("G15", "confidentiality", "Vertraulichkeitsstufe"), may(of004, "note", "Bemerkung"),
			may(of004, "more", "Weitere Angaben").many()}},
		{Name: "case", Label: "Vorgang", Many: true, Optional: true, Statements: []AskedStatement{
			must(of004, "reference", "Vorgangskennzeichen"), may(of004, "dossier", "Aktenzeichen seiner Akte"),
			may(of004, "title", "Vorgangsbetreff"),
			may(of004, "parent", "Kennzeichen des Vorgangs, dessen Teil er ist"), may(of004, "from", "Laufzeit von"),
			may(of004, "to", "Laufzeit bis"),
			may(of004, "type", "Vorgangstyp"), may(of004, "leadUnit", "Federführung"), may("A30", "rating", "Aussonderungsart (A, B, V)"),
			may("A37", "medium", "Medium"),
			may("G15", "confidentiality", "Vertraulichkeitsstufe"), may(of004, "note", "Bemerkung"),
			may(of004, "more", "Weitere Angaben").many()}},
		{Name: "document", Label: "Dokument", Many: true, Statements: []AskedStatement{
			must(of004, "dossier", "Aktenzeichen seiner Akte"),
			must(of004, "case", "Vorgangskennzeichen seines Vorgangs (ohne Vorgänge: noch einmal das Aktenzeichen)"),
			must(of004, "date", "Dokumentdatum"), must("004 P5.1.2", "file", "Dateiname").many(), may(of004, "title", "Betreff"),
			may(of004, "reference", "Geschäftszeichen"), may(of004, "id",
				"Kennung des Dokuments (mehrere Zeilen mit derselben sind ein Dokument)"),
			may(of004, "parent", "Kennung des Dokuments, zu dem es als Anlage gehört"), may(of004, "received", "Posteingangsdatum"),
			may(of004, "type", "Dokumenttyp"),
			may(of004, "version", "Fassung"), may("G4", "digest", "Prüfsumme der Datei").many(),
			may("G4", "algorithm", "Verfahren der Prüfsumme"),
			may("A37", "medium", "Medium"), may("G15", "confidentiality", "Vertraulichkeitsstufe"), may(of004, "note", "Bemerkung"),
			may(of004, "more", "Weitere Angaben").many()}}}},
	exported, area,
}

// Kinds names the kinds that take a layout.
func Kinds() (out []string) {
	for _, a := range asked {
		out = append(out, a.Kind)
	}
	return out
}

// Of gives what a kind asks for.
func Of(kind string) (Asked, bool) {
	i := slices.IndexFunc(asked, func(a Asked) bool { return a.Kind == kind })
	if i < 0 {
		return Asked{}, false
	}
	return asked[i], true
}

// group finds a group by name, the zero group where there is none.
func (a Asked) group(name string) AskedGroup {
	for _, g := range a.Groups {
		if g.Name == name {
			return g
		}
	}
	return AskedGroup{}
}

func (a Asked) names() (out []string) {
	for _, g := range a.Groups {
		out = append(out, g.Name)
	}
	return out
}

func (g AskedGroup) statement(key string) AskedStatement {
	for _, s := range g.Statements {
		if s.Key == key {
			return s
		}
	}
	return AskedStatement{}
}

// knownBy reports whether a statement of the main group must be there for a delivery to
// be known as one of the kind.
func (a Asked) knownBy(s AskedStatement) bool {
	if a.Known == nil {
		return s.Mandatory
	}
	return slices.Contains(a.Known, s.Key)
}

func (g AskedGroup) keys() (out []string) {
	for _, s := range g.Statements {
		out = append(out, s.Key)
	}
	return out
}
