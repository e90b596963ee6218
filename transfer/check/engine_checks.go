package check

import (
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

// standardChecks are the checks every report tells of, in this order (cli.md);
// the reason stands where nobody made the check. They are made when a report is: to say
// why takes the texts, which a program that says nothing does not read.
func standardChecks() []Done {
	return []Done{
		Done{Name: "fixity"}.As(NotDone, wording.Say("why.unread")),
		Done{Name: "completeness"}.As(NotDone, wording.Say("why.unread")),
		Done{Name: "names"}.As(NotDone, wording.Say("why.unread")),
		Done{Name: "counts"}.As(NotDone, wording.Say("why.no-counts")),
		Done{Name: "schema"}.As(NotDone, wording.Say("why.no-schema")),
		Done{Name: "xml"}.As(NotDone, wording.Say("why.no-xml")),
		Done{Name: "utf-8"}.As(NotDone, wording.Say("why.no-text")),
		Done{Name: "format"}.As(NotDone, wording.Say("why.no-identification")),
		Done{Name: "format-list"}.As(NotDone, wording.Say("why.profile-formats")),
		Done{Name: "pdfa"}.As(NotDone, wording.Say("why.no-pdf")),
		Done{Name: "agency"}.As(NotDone, wording.Say("why.profile-agency")),
		Done{Name: "deadlines"}.As(NotDone, wording.Say("why.profile-deadlines")),
		Done{Name: "virus"}.As(NotDone, wording.Say("why.no-virus-check")),
	}
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
	standard := standardChecks()
	out := make([]Done, 0, len(standard)+len(made))
	used := map[string]bool{}
	for _, std := range standard {
		d := merge(made, std.Name)
		if d.State == "" {
			d = std
			d.State = NotDone
			if stopped {
				d = d.As(NotDone, wording.Say("why.stopped"))
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
			out.Why = append(out.Why, d.why()...)
		}
	}
	out.Tool, out.Reason = strings.Join(tools, ", "), strings.Join(reasons, " ")
	return out
}

func (r *run) completenessDone(listsAll bool) Done {
	d := Done{Name: "completeness", Tool: "Laufzettel", State: Full}
	switch {
	case r.report.Files.Listed == 0 && !listsAll:
		d = d.As(NotDone, wording.Say("why.no-list"))
	case !listsAll:
		d = d.As(Partial, wording.Say("why.list-in-part"))
	}
	return d
}

func formatDone(by Identifier) Done {
	d := Done{Name: "format", State: Full}
	if by == nil {
		d = d.As(NotDone, wording.Say("why.no-identification"))
		return d
	}
	d.Tool = by.Tool()
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
		list = list.As(NotDone, wording.Say("why.profile-names-no-formats"))
	case r.e.Identify == nil:
		list = list.As(NotDone, wording.Say("why.no-identification"))
	}
	agency := Done{Name: "agency", State: Full, Tool: "Laufzettel"}
	if p.AgencyID == "" || r.m == nil || r.m.Agency.ID == "" {
		agency = agency.As(NotDone, wording.Say("why.no-agency-id"))
	}
	out := []Done{list, agency}
	if p.Deadlines == (profile.Deadlines{}) {
		out = append(out, Done{Name: "deadlines"}.As(NotDone, wording.Say("why.profile-names-no-deadlines")))
	} else {
		out = append(out, Done{Name: "deadlines"}.As(NotDone, wording.Say("why.deadlines-elsewhere")))
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
		return []Done{Done{Name: "nested"}.As(NotDone, some("why.outlook", s.outlook))}
	}
	why := []wording.Text{some("why.nested", s.nested)}
	if s.outlook > 0 {
		why = append(why, some("why.outlook", s.outlook))
	}
	return []Done{Done{Name: "nested", Tool: "Laufzettel"}.As(Partial, why...)}
}

// some counts in words: one has a sentence of its own, more have their number in it.
func some(key string, n int) wording.Text {
	if n == 1 {
		return wording.Say(key + ".one")
	}
	return wording.Say(key, n)
}

func (s *seenChecks) textDone() []Done {
	var out []Done
	if s.xml > 0 {
		d := Done{Name: "xml", State: Full, Tool: "Laufzettel"}
		if s.xmlPartly > 0 {
			d = d.As(Partial, some("why.xml-in-part", s.xmlPartly))
		}
		out = append(out, d)
	}
	if s.xml+s.text > 0 {
		out = append(out, Done{Name: "utf-8", State: Full, Tool: "Laufzettel"})
	}
	return out
}

// pdfaDone tells of the PDFs that lie in the delivery as files; none, nothing: those of a
// container are told by whoever looks into it.
func (s *seenChecks) pdfaDone(off bool, by PDFChecker) []Done {
	d := Done{Name: "pdfa", State: Full}
	switch {
	case s.pdf == 0:
		return nil
	case off:
		return []Done{Done{Name: "pdfa"}.As(NotDone, wording.Say("why.pdfa-off"))}
	case by == nil:
		return []Done{Done{Name: "pdfa"}.As(NotDone, wording.Say("why.no-pdfa-checker"))}
	case s.pdfOpen == s.pdf:
		d = d.As(NotDone, wording.Say("why.pdfa-none"))
	case s.pdfOpen > 0:
		d = d.As(Partial, wording.Say("why.pdfa-some", s.pdfOpen, s.pdf))
	case s.pdfPre > 0:
		d = d.As(Partial, wording.Say("why.pdfa-obstacles", s.pdfPre, s.pdf))
	}
	d.Tool = by.Tool()
	return []Done{d}
}
