package aip

// How says how a rule of CSIP 2.2 is met by our packages.
type How string

// The ways in which a rule is met.
const (
	BySchema  How = "Schema"    // aip-mets.xsd demands it: checked before sealing and by Verify
	ByVerify  How = "Verify"    // checked by Verify beyond the schema
	ByWriting How = "Schreiben" // always written so; proved by the tests against the official schematron
	NotUsed   How = "entfällt"  // does not apply, with the reason
)

// Rules are rules of one treatment. A single rule has First == Last.
type Rules struct {
	First, Last int // numbers of CSIP<n>
	How         How
	Note        string // German: what it is about, or why it does not apply
}

// csipRules is the table of the METS rules of E-ARK CSIP 2.2: each is checked, or
// does not apply for the reason given (design.md 9).
func csipRules() []Rules {
	return []Rules{
		{1, 2, BySchema, "Kennung und Inhaltsart des Pakets"},
		{3, 3, NotUsed, "nur bei der Inhaltsart „Other“; geschrieben wird „Mixed“"},
		{4, 10, BySchema, "Inhaltstyp, Profil, Kopf, Beteiligte"},
		{11, 16, ByVerify, "das Programm mit Version als CREATOR"},
		{17, 17, ByVerify, "beschreibende Metadaten sind verzeichnet"},
		{18, 30, BySchema, "Verweise auf beschreibende Metadaten mit Größe und Prüfsumme"},
		{31, 32, ByVerify, "Verwaltungsmetadaten (PREMIS) sind verzeichnet"},
		{33, 44, BySchema, "Verweis auf PREMIS mit Größe und Prüfsumme"},
		{45, 57, NotUsed, "Rechte (Schutzfrist) stehen in PREMIS, nicht in einem eigenen Abschnitt"},
		{58, 59, BySchema, "Dateiabschnitt"},
		{60, 60, ByVerify, "Dateigruppe Documentation"},
		{61, 61, NotUsed, "Verwaltungsmetadaten gelten für das ganze Paket"},
		{62, 63, ByWriting, "Inhaltstyp der Gruppe der Repräsentation"},
		{64, 72, BySchema, "Dateigruppen; jede Datei mit Typ, Größe, Zeit und Prüfsumme"},
		{73, 75, NotUsed, "ursprüngliche Namen und Bezüge stehen in PREMIS und in der Beschreibung"},
		{76, 85, BySchema, "Ort jeder Datei, Strukturkarte"},
		{88, 100, ByWriting, "Abschnitte Metadata, Documentation, Schemas mit Verweis auf ihre Dateigruppe"},
		{101, 104, NotUsed, "nur für Pakete ohne eigenes METS je Repräsentation"},
		{105, 112, ByWriting, "Abschnitt je Repräsentation mit Verweis auf ihr METS"},
		{113, 114, ByVerify, "Dateigruppen Schemas und Representations"},
		{116, 116, ByWriting, "Verweis auf die Dateigruppe Documentation"},
		{117, 117, BySchema, "Kopf vorhanden"},
		{118, 118, ByWriting, "Verweis auf die Dateigruppe Schemas"},
		{119, 119, NotUsed, "nur für Pakete ohne eigenes METS je Repräsentation"},
	}
}
