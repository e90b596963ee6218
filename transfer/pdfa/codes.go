package pdfa

import (
	"strings"

	"laufzettel/transfer/check"
)

var ways = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}

// Codes are the findings this package utters: one for each group of clauses.
var Codes = []check.Code{
	{
		ID: "PDF-001", Severity: check.Error, Ways: ways,
		Title:    "PDF/A-Kennzeichnung fehlt.",
		Remedy:   "Die Datei sagt nicht von sich, dass sie PDF/A ist. Bitte mit einem Programm neu erzeugen, das PDF/A schreibt.",
		TitleEN:  "The PDF/A identification is missing.",
		RemedyEN: "Produce the file again with a program that writes PDF/A.",
		Source:   "ISO 19005-1 6.7.11",
	},
	{
		ID: "PDF-002", Severity: check.Error, Ways: ways,
		Title:    "PDF/A-Kennzeichnung passt nicht.",
		Remedy:   "Teil oder Stufe ist anders gekennzeichnet als verlangt. Bitte in der verlangten Konformität neu erzeugen.",
		TitleEN:  "The PDF/A identification does not fit.",
		RemedyEN: "Produce the file again with the conformance asked for.",
		Source:   "ISO 19005-1 6.7.11",
	},
	{
		ID: "PDF-003", Severity: check.Error, Ways: ways,
		Title:    "Aufbau der Datei entspricht nicht PDF/A.",
		Remedy:   "Bitte die Datei mit einem Programm neu erzeugen, das PDF/A schreibt.",
		TitleEN:  "The file structure does not conform to PDF/A.",
		RemedyEN: "Produce the file again with a program that writes PDF/A.",
		Source:   "ISO 19005-1 6.1",
	},
	{
		ID: "PDF-004", Severity: check.Error, Ways: ways,
		Title:    "PDF-Datei ist verschlüsselt.",
		Remedy:   "Bitte ohne Kennwort und ohne Einschränkungen neu erzeugen.",
		TitleEN:  "The PDF file is encrypted.",
		RemedyEN: "Produce the file again without password and restrictions.",
		Source:   "ISO 19005-1 6.1.3",
	},
	{
		ID: "PDF-005", Severity: check.Error, Ways: ways,
		Title:    "PDF-Datei enthält Aktionen oder Skripte.",
		Remedy:   "Sie können später das Verhalten der Datei ändern. Bitte ohne Aktionen und JavaScript neu erzeugen.",
		TitleEN:  "The PDF file contains actions or scripts.",
		RemedyEN: "Produce the file again without actions and JavaScript.",
		Source:   "ISO 19005-1 6.6",
	},
	{
		ID: "PDF-006", Severity: check.Error, Ways: ways,
		Title:    "Metadaten der PDF-Datei fehlen oder sind nicht lesbar.",
		Remedy:   "Bitte mit einem Programm neu erzeugen, das PDF/A schreibt.",
		TitleEN:  "The metadata of the PDF file are missing or not readable.",
		RemedyEN: "Produce the file again with a program that writes PDF/A.",
		Source:   "ISO 19005-1 6.7.2",
	},
	{
		ID: "PDF-007", Severity: check.Error, Ways: ways,
		Title:    "Metadaten der PDF-Datei sind nicht richtig beschrieben.",
		Remedy:   "Bitte die eigenen Metadaten entfernen oder nach PDF/A beschreiben und die Datei neu erzeugen.",
		TitleEN:  "The metadata of the PDF file are not described correctly.",
		RemedyEN: "Remove or describe custom metadata and produce the file again.",
		Source:   "ISO 19005-1 6.7.8, 6.7.9",
	},
	{
		ID: "PDF-008", Severity: check.Error, Ways: ways,
		Title:    "Angaben zum Dokument widersprechen einander.",
		Remedy:   "Dokumentangaben und Metadaten müssen gleich sein. Bitte die Datei neu erzeugen.",
		TitleEN:  "The statements about the document contradict each other.",
		RemedyEN: "Document information and metadata must agree; produce the file again.",
		Source:   "ISO 19005-1 6.7.3",
	},
	{
		ID: "PDF-009", Severity: check.Error, Ways: ways,
		Title:    "Ausgabebedingung oder Farbprofil nicht zulässig.",
		Remedy:   "Bitte mit einem zulässigen, eingebetteten Farbprofil neu erzeugen.",
		TitleEN:  "The output intent or a colour profile is not permitted.",
		RemedyEN: "Produce the file again with a permitted embedded colour profile.",
		Source:   "ISO 19005-1 6.2.2",
	},
	{
		ID: "PDF-010", Severity: check.Error, Ways: ways,
		Title:    "Farben sind nicht eindeutig festgelegt.",
		Remedy:   "Die Farben können später anders aussehen. Bitte mit Ausgabebedingung oder Farbprofil neu erzeugen.",
		TitleEN:  "Colours are not defined unambiguously.",
		RemedyEN: "Produce the file again with an output intent or colour profiles.",
		Source:   "ISO 19005-1 6.2.3",
	},
	{
		ID: "PDF-011", Severity: check.Error, Ways: ways,
		Title:    "Eingebettete Dateien nicht zulässig.",
		Remedy:   "Bitte die eingebetteten Dateien entfernen und getrennt liefern.",
		TitleEN:  "Embedded files are not permitted.",
		RemedyEN: "Remove the embedded files and deliver them separately.",
		Source:   "ISO 19005-1 6.1.11",
	},
	{
		ID: "PDF-012", Severity: check.Error, Ways: ways,
		Title:    "Anmerkungen nicht zulässig oder nicht festgelegt.",
		Remedy:   "Bitte die Anmerkungen fest in die Seite übernehmen und die Datei neu erzeugen.",
		TitleEN:  "Annotations are not permitted or not fixed.",
		RemedyEN: "Flatten the annotations and produce the file again.",
		Source:   "ISO 19005-1 6.5",
	},
	{
		ID: "PDF-013", Severity: check.Error, Ways: ways,
		Title:    "Formular oder Signatur entspricht nicht PDF/A.",
		Remedy:   "Bitte das Formular als fertiges Dokument ausgeben oder die Signatur neu anbringen.",
		TitleEN:  "A form or signature does not conform to PDF/A.",
		RemedyEN: "Flatten the form or sign again.",
		Source:   "ISO 19005-1 6.9",
	},
	{
		ID: "PDF-014", Severity: check.Error, Ways: ways,
		Title:    "Schrift nicht eingebettet.",
		Remedy:   "Die Anzeige kann sich später ändern. Bitte mit eingebetteten Schriften neu erzeugen.",
		TitleEN:  "A font is not embedded.",
		RemedyEN: "Produce the file again with embedded fonts.",
		Source:   "ISO 19005-1 6.3.4",
	},
	{
		ID: "PDF-015", Severity: check.Error, Ways: ways,
		Title:    "Eingebettete Schrift passt nicht zum Text.",
		Remedy:   "Zeichen können fehlen oder falsch stehen. Bitte mit vollständig eingebetteten Schriften neu erzeugen.",
		TitleEN:  "An embedded font does not fit the text.",
		RemedyEN: "Produce the file again with completely embedded fonts.",
		Source:   "ISO 19005-1 6.3.5, 6.3.6",
	},
	{
		ID: "PDF-016", Severity: check.Error, Ways: ways,
		Title:    "Schrift oder Name ist nicht richtig beschrieben.",
		Remedy:   "Bitte mit einem Programm neu erzeugen, das PDF/A schreibt.",
		TitleEN:  "A font or name is not described correctly.",
		RemedyEN: "Produce the file again with a program that writes PDF/A.",
		Source:   "ISO 19005-1 6.3",
	},
	{
		ID: "PDF-017", Severity: check.Error, Ways: ways,
		Title:    "Text lässt sich nicht als Text entnehmen.",
		Remedy:   "Der Inhalt ist später nicht durchsuchbar. Bitte mit Zuordnung zu Unicode neu erzeugen.",
		TitleEN:  "The text cannot be extracted.",
		RemedyEN: "Produce the file again with a mapping to Unicode.",
		Source:   "ISO 19005-1 6.3.8",
	},
	{
		ID: "PDF-018", Severity: check.Error, Ways: ways,
		Title:    "Durchscheinende Inhalte nicht zulässig.",
		Remedy:   "Bitte ohne Transparenz oder als PDF/A-2b neu erzeugen.",
		TitleEN:  "Transparency is not permitted.",
		RemedyEN: "Produce the file again without transparency, or as PDF/A-2b.",
		Source:   "ISO 19005-1 6.4",
	},
	{
		ID: "PDF-019", Severity: check.Error, Ways: ways,
		Title:    "Bild oder eingefügter Inhalt nicht zulässig.",
		Remedy:   "Bitte mit einem Programm neu erzeugen, das PDF/A schreibt.",
		TitleEN:  "An image or external object is not permitted.",
		RemedyEN: "Produce the file again with a program that writes PDF/A.",
		Source:   "ISO 19005-1 6.2.4 to 6.2.7",
	},
	{
		ID: "PDF-020", Severity: check.Error, Ways: ways,
		Title:    "Seiteninhalt entspricht nicht PDF/A.",
		Remedy:   "Bitte mit einem Programm neu erzeugen, das PDF/A schreibt.",
		TitleEN:  "Page content does not conform to PDF/A.",
		RemedyEN: "Produce the file again with a program that writes PDF/A.",
		Source:   "ISO 19005-1 6.2.8 to 6.2.10",
	},
	{
		ID: "PDF-021", Severity: check.Error, Ways: ways,
		Title:    "Grenzwerte von PDF/A überschritten.",
		Remedy:   "Manche Programme könnten die Datei nicht lesen. Bitte neu erzeugen.",
		TitleEN:  "Limits of PDF/A are exceeded.",
		RemedyEN: "Some programs may not read the file; produce it again.",
		Source:   "ISO 19005-1 6.1.12",
	},
	{
		ID: "PDF-022", Severity: check.Error, Ways: ways,
		Title:    "Ebenen oder wechselnde Darstellungen nicht zulässig.",
		Remedy:   "Bitte ohne Ebenen und Darstellungsschritte neu erzeugen.",
		TitleEN:  "Layers or alternate presentations are not permitted.",
		RemedyEN: "Produce the file again without layers and presentation steps.",
		Source:   "ISO 19005-1 6.1.13",
	},
	{
		ID: "PDF-023", Severity: check.Error, Ways: ways,
		Title:    "Logische Struktur fehlt oder ist nicht richtig.",
		Remedy:   "Die Stufe a verlangt eine Struktur. Bitte mit Struktur oder in Stufe b neu erzeugen.",
		TitleEN:  "The logical structure is missing or incorrect.",
		RemedyEN: "Produce the file again with structure, or with level b.",
		Source:   "ISO 19005-1 6.8",
	},
	{
		ID: "PDF-024", Severity: check.Error, Ways: ways,
		Title:    "Daten sind nicht zulässig komprimiert oder ausgelagert.",
		Remedy:   "Bitte mit einem Programm neu erzeugen, das PDF/A schreibt.",
		TitleEN:  "Data are compressed or stored in a way not permitted.",
		RemedyEN: "Produce the file again with a program that writes PDF/A.",
		Source:   "ISO 19005-1 6.1.7, 6.1.10",
	},
	{
		ID: codeNotCheckable, Severity: check.Warning, Ways: ways,
		Title:    "PDF/A-Konformität nicht prüfbar.",
		Remedy:   "Bitte prüfen, ob sich die Datei öffnen lässt, und sie sonst neu liefern.",
		TitleEN:  "PDF/A conformance could not be checked.",
		RemedyEN: "Check whether the file opens; otherwise deliver it again.",
		Source:   "requirement A9",
	},
	{
		ID: codePartial, Severity: check.Warning, Ways: ways,
		Title:    "PDF-Datei ist nur teilweise geprüft.",
		Remedy:   "Die Datei ist zu umfangreich für diese Prüfung. Bitte den Rest mit veraPDF prüfen oder die Datei in kleineren Teilen liefern.",
		TitleEN:  "The PDF file was checked only in part.",
		RemedyEN: "The file is too extensive for this check. Check it with veraPDF, or deliver it in smaller parts.",
		Source:   "requirement A9",
	},
}

const (
	codeNotCheckable = "PDF-025"
	codePartial      = "PDF-026"
)

func codeOf(id string) check.Code {
	for _, c := range Codes {
		if c.ID == id {
			return c
		}
	}
	return codeOf(codeNotCheckable)
}

// Findings turns the result for the file at path into findings, one for each
// clause, and one more where not the whole file was looked at. A file that was not
// checked, or kept all rules, gives none.
func Findings(path string, r Result) []check.Finding {
	if r.Verdict == NotCheckable && !r.Partial {
		return []check.Finding{codeOf(codeNotCheckable).At(path).Saying(r.Reason)}
	}
	var out []check.Finding
	if r.Partial {
		out = append(out, codeOf(codePartial).At(path).Saying(r.Reason))
	}
	if r.Verdict != Invalid {
		return out
	}
	for _, cl := range r.Clauses {
		f := codeOf(cl.Code).At(path).By(cl.Rule)
		f.Message = "PDF/A-" + r.Flavour + ": " + f.Message
		if !strings.Contains(f.Message, cl.Text) {
			f = f.Saying(cl.Text)
		}
		f.Found = cl.Where
		out = append(out, f)
	}
	return out
}
