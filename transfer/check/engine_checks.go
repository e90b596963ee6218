package check

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/profile"
)

// standardChecks are the checks every report tells of, in this order (cli.md);
// the reason stands where nobody made the check.
var standardChecks = []Done{
	{Name: "fixity", Reason: "Die Dateien wurden nicht gelesen."},
	{Name: "completeness", Reason: "Die Dateien wurden nicht gelesen."},
	{Name: "names", Reason: "Die Dateien wurden nicht gelesen."},
	{Name: "counts", Reason: "Die Lieferung nennt keine Zahlen, die sich vergleichen ließen."},
	{Name: "schema", Reason: "Für diese Lieferung lag kein Schema vor: nicht geprüft."},
	{Name: "xml", Reason: "Die Lieferung enthält keine XML-Datei."},
	{Name: "utf-8", Reason: "Die Lieferung enthält keine Textdatei, für die UTF-8 verlangt wird."},
	{Name: "format", Reason: "Die Formaterkennung stand nicht zur Verfügung."},
	{Name: "format-list", Reason: "Ohne Profil ist keine Formatliste vereinbart."},
	{Name: "pdfa", Reason: "Die Lieferung enthält keine PDF-Datei."},
	{Name: "agency", Reason: "Ohne Profil ist keine Stelle vereinbart."},
	{Name: "deadlines", Reason: "Ohne Profil sind keine Fristen vereinbart."},
	{Name: "virus", Reason: "Es wurde keine Virenprüfung gemacht."},
}

// checks gives the list of checks for the report: the standard ones first, each
// with the state of whoever made it, then the kind's own.
func (r *run) checks(stopped bool) []Done {
	made := slices.Clone(r.in.Checked)
	if !stopped {
		made = append(made, r.agreementDone()...)
	}
	if r.m != nil {
		made = append(made, r.m.Checks...)
	}
	made = append(made, r.done...)
	out := make([]Done, 0, len(standardChecks)+len(made))
	used := map[string]bool{}
	for _, std := range standardChecks {
		d := merge(made, std.Name)
		if d.State == "" {
			d = std
			d.State = NotDone
			if stopped {
				d.Reason = "Die Prüfung wurde vorher angehalten."
			}
		}
		used[std.Name] = true
		out = append(out, d)
	}
	for _, d := range made {
		if !used[d.Name] {
			used[d.Name] = true
			out = append(out, merge(made, d.Name))
		}
	}
	return out
}

// merge joins the statements on one check: it is done only where all say so.
func merge(made []Done, name string) Done {
	out := Done{Name: name}
	var tools, reasons []string
	for _, d := range made {
		if d.Name != name {
			continue
		}
		switch {
		case out.State == "":
			out.State = d.State
		case out.State != d.State:
			out.State = Partial
		}
		if d.Tool != "" && !slices.Contains(tools, d.Tool) {
			tools = append(tools, d.Tool)
		}
		if d.Reason != "" && !slices.Contains(reasons, d.Reason) {
			reasons = append(reasons, d.Reason)
		}
	}
	out.Tool, out.Reason = strings.Join(tools, ", "), strings.Join(reasons, " ")
	return out
}

func (r *run) completenessDone(listsAll bool) Done {
	d := Done{Name: "completeness", Tool: "Laufzettel", State: Full}
	switch {
	case r.report.Files.Listed == 0 && !listsAll:
		d.State, d.Reason = NotDone, "Die Lieferung enthält keine Liste ihrer Dateien."
	case !listsAll:
		d.State, d.Reason = Partial, "Die Liste nennt nicht alle Dateien; geprüft ist nur, ob die genannten geliefert sind."
	}
	return d
}

func (r *run) formatDone() Done {
	d := Done{Name: "format", State: Full}
	if r.e.Identify == nil {
		d.State, d.Reason = NotDone, "Die Formaterkennung stand nicht zur Verfügung."
		return d
	}
	d.Tool = r.e.Identify.Tool()
	return d
}

// agreementDone tells the checks that need a profile.
func (r *run) agreementDone() []Done {
	p := r.in.Profile
	if p == nil {
		return nil
	}
	list := Done{Name: "format-list", State: Full, Tool: "Laufzettel"}
	switch {
	case len(p.Formats) == 0:
		list.State, list.Reason = NotDone, "Das Profil nennt keine vereinbarten Formate."
	case r.e.Identify == nil:
		list.State, list.Reason = NotDone, "Die Formaterkennung stand nicht zur Verfügung."
	}
	agency := Done{Name: "agency", State: Full, Tool: "Laufzettel"}
	if p.AgencyID == "" || r.m == nil || r.m.Agency.ID == "" {
		agency.State, agency.Reason = NotDone, "Profil oder Lieferung nennt keine Behördenkennung."
	}
	out := []Done{list, agency}
	if p.Deadlines == (profile.Deadlines{}) {
		out = append(out, Done{Name: "deadlines", State: NotDone, Reason: "Das Profil nennt keine Fristen."})
	} else {
		out = append(out, Done{Name: "deadlines", State: NotDone, Reason: "Fristen werden an der Akzession überwacht, nicht an der Portion."})
	}
	return out
}

// seenChecks counts what the read checks covered.
type seenChecks struct {
	xml, xmlPartly int
	text           int
	pdf            int
	pdfOpen        int // PDFs without a verdict
	pdfPre         int // PDFs with a pre-check only
	nested         int // files inside containers and mails
	outlook        int // mails whose attachments are not taken apart
}

func (s *seenChecks) see(f FileFact) {
	if f.Damage != "" {
		return
	}
	s.nested += f.Nested
	if f.Format.PUID == "x-fmt/430" || strings.EqualFold(path.Ext(f.Path), ".msg") {
		s.outlook++
	}
	switch textKind(f.Path, nil) {
	case textXML:
		s.xml++
	case textPlain:
		s.text++
	}
	for _, x := range f.Findings {
		if x.Code == codeXMLPartly.ID || x.Code == codeXMLEntities.ID {
			s.xmlPartly++
		}
	}
	switch f.PDFA {
	case "":
	case PDFANotChecked, PDFANotCheckable:
		s.pdf++
		s.pdfOpen++
	case PDFANoObstacle:
		s.pdf++
		s.pdfPre++
	default:
		s.pdf++
	}
}

// nestedDone tells of containers in the delivery and of attachments of mails.
func (s *seenChecks) nestedDone(byKind bool) []Done {
	if byKind || s.nested+s.outlook == 0 {
		return nil
	}
	if s.nested == 0 {
		return []Done{{Name: "nested", State: NotDone, Reason: outlookReason(s.outlook)}}
	}
	d := Done{Name: "nested", State: Partial, Tool: "Laufzettel", Reason: some(s.nested, "Eine Datei in Containern und Anlagen wurde", "Dateien in Containern und Anlagen wurden") + " gelesen und erkannt; PDF/A und vereinbarte Formate werden darin nicht geprüft."}
	if s.outlook > 0 {
		d.Reason += " " + outlookReason(s.outlook)
	}
	return []Done{d}
}

func outlookReason(n int) string {
	return "Die Anlagen von " + some(n, "einer Outlook-Nachricht", "Outlook-Nachrichten") + " (.msg) wurden nicht einzeln geprüft."
}

// some counts in words: one as it stands, more with their number.
func some(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprint(n, " ", more)
}

func (s *seenChecks) textDone() []Done {
	var out []Done
	if s.xml > 0 {
		d := Done{Name: "xml", State: Full, Tool: "Laufzettel"}
		if s.xmlPartly > 0 {
			d.State, d.Reason = Partial, some(s.xmlPartly, "Eine XML-Datei ließ", "XML-Dateien ließen")+" sich nur zum Teil prüfen."
		}
		out = append(out, d)
	}
	if s.xml+s.text > 0 {
		out = append(out, Done{Name: "utf-8", State: Full, Tool: "Laufzettel"})
	}
	return out
}

func (r *run) pdfaDone(s *seenChecks) Done {
	d := Done{Name: "pdfa", State: Full}
	switch {
	case s.pdf == 0:
		return Done{Name: "pdfa", State: NotDone, Reason: "Die Lieferung enthält keine PDF-Datei."}
	case r.in.NoPDFA:
		return Done{Name: "pdfa", State: NotDone, Reason: "Die Prüfung auf PDF/A wurde abgewählt."}
	case r.e.PDFA == nil:
		return Done{Name: "pdfa", State: NotDone, Reason: "Ein Prüfprogramm für PDF/A stand nicht zur Verfügung."}
	case s.pdfOpen == s.pdf:
		d.State, d.Reason = NotDone, "Keine der PDF-Dateien ließ sich auf PDF/A prüfen."
	case s.pdfOpen > 0:
		d.State, d.Reason = Partial, fmt.Sprintf("%d von %d PDF-Dateien ließen sich nicht auf PDF/A prüfen.", s.pdfOpen, s.pdf)
	case s.pdfPre > 0:
		d.State, d.Reason = Partial, fmt.Sprintf("%d von %d PDF-Dateien wurden nur auf bekannte Hindernisse geprüft; die volle Konformität ist damit nicht nachgewiesen.", s.pdfPre, s.pdf)
	}
	d.Tool = r.e.PDFA.Tool()
	return d
}

// joinOr lists alternatives for people.
func joinOr(s []string) string { return strings.Join(s, " oder ") }
