package report

import (
	"fmt"
	"io"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Cover is the sheet that lies on top of an archival package (E13): one page that says
// in words what the package is, for whoever holds it without any program of ours. It is
// made of the package's own content and clock alone, so that the same package has the
// same sheet (G9).
type Cover struct {
	Archive       string
	Program       string
	Ordered       time.Time // clock of the package
	PID           string
	ReferenceCode string
	Title         string
	Context       []string // Akte and further parents, outermost first
	Agency        string
	Span          string // Laufzeit in words
	Accession     string // Zugangsnummer
	AccessionID   string // Ü-ID
	Closure       string // last closed day in words, "" = none
	Mark          string // mark of classified material, stays on every paper
	Earlier       string // package of the earlier representation
	Documents     int
	Files         int
	Bytes         int64
	First         []CoverDocument // in the order of their dates; at most CoverDocuments are shown
	Findings      string          // result of the check in words
	Checks        []check.Done
	Exceptions    []Exception
}

// CoverDocument is one document named on the sheet.
type CoverDocument struct{ Date, Title, Format string }

// CoverDocuments is how many documents the sheet names.
const CoverDocuments = 10

// coverShare is how much of long statements a try of the layout keeps: a sheet that runs
// over its page is laid out anew with less.
type coverShare struct{ title, line, cell, tools, checks, exceptions, reason int }

var coverShares = []coverShare{{240, 90, 110, 8, 24, 6, 400}, {160, 80, 60, 8, 16, 4, 200}, {100, 60, 56, 6, 12, 2, 120},
	{60, 40, 44, 2, 3, 1, 50}}

// WriteCover lays the sheet out as PDF/A-2a and PDF/UA-1 on exactly one page; what has no
// place there stands in PREMIS and description, and the sheet says so.
func WriteCover(w io.Writer, c Cover) error {
	for _, s := range coverShares {
		d := c.document(s)
		p, err := draw(&d)
		if err != nil {
			return bug(err)
		}
		if p.pdf.PageCount() == 1 {
			return p.output(w)
		}
	}
	return failure.New(failure.Bug, "write cover sheet", wording.Say("hint.report.cover-too-long"))
}

func (c Cover) document(s coverShare) Document {
	d := Document{Kind: "cover-sheet", Title: say("paper.cover.title", clip(orElse(c.ReferenceCode, c.PID), s.line)), Author: c.Archive,
		Tool: c.Program, Created: c.Ordered.UTC()}
	d.Subject = clip(c.Title, s.title)
	if c.Mark != "" {
		d.Blocks = append(d.Blocks, Notice{Caution, c.Mark})
	}
	d.Blocks = append(d.Blocks, KeyValues{
		{Label: say("paper.cover.belongs"), Value: clip(strings.Join(c.Context, " › "), s.title)},
		{Label: say("paper.label.agency"), Value: clip(c.Agency, s.line)}, {Label: say("paper.column.span"), Value: c.Span},
		{Label: say("paper.label.extent"), Value: fmt.Sprintf("%s, %s, %s", counted(c.Documents, "document"), counted(c.Files, "file"),
			size(c.Bytes))},
		{Label: say("paper.label.accession"), Value: clip(c.Accession, s.line)},
		{Label: say("paper.label.accession-id"), Value: clip(c.AccessionID, 130), Mono: true},
		{Label: say("paper.label.closure"), Value: c.Closure}, {Label: say("paper.cover.earlier"), Value: clip(c.Earlier, 60), Mono: true},
		{Label: say("paper.cover.pid"), Value: clip(c.PID, 130), Mono: true},
	})
	d.Blocks = append(d.Blocks, c.documents(s)...)
	d.Blocks = append(d.Blocks, c.checked(s)...)
	d.Blocks = append(d.Blocks, c.excepted(s)...)
	d.Blocks = append(d.Blocks, Paragraph{Text: say("paper.cover.written", c.Program, moment(c.Ordered.UTC()))})
	return d
}

func (c Cover) documents(s coverShare) []Block {
	rows := [][]string{}
	for _, x := range c.First[:min(len(c.First), CoverDocuments)] {
		rows = append(rows, []string{x.Date, clip(x.Title, s.cell), clip(x.Format, min(30, s.cell/2))})
	}
	out := []Block{Heading{2, say("paper.cover.documents", number(c.Documents))},
		Table{Columns: []Column{{Title: say("paper.column.date"), Weight: 1.8}, {Title: say("paper.column.subject"), Weight: 7.4},
			{Title: say("paper.column.format"), Weight: 3.6}}, Rows: rows, Empty: say("paper.cover.no-documents")}}
	if more := c.Documents - len(rows); more > 0 && len(rows) > 0 {
		out = append(out, Paragraph{Text: say("paper.cover.more-documents", counted(more, "further"))})
	}
	return out
}

// checked names each tool once, with the checks it made.
func (c Cover) checked(s coverShare) []Block {
	var tools []string
	by := map[string][]string{}
	for _, x := range c.Checks {
		if x.State == check.NotDone || x.Tool == "" {
			continue
		}
		if by[x.Tool] == nil {
			tools = append(tools, x.Tool)
		}
		name := check.Title(x.Name)
		if x.State == check.Partial {
			name += say("paper.cover.partly")
		}
		by[x.Tool] = append(by[x.Tool], name)
	}
	list := List{}
	for _, t := range tools[:min(len(tools), s.tools)] {
		names, more := by[t], ""
		if n := len(names) - s.checks; n > 0 {
			names, more = names[:s.checks], say("paper.cover.and-more", n)
		}
		list.Items = append(list.Items, clip(t, s.line)+": "+strings.Join(names, ", ")+more)
	}
	if n := len(tools) - s.tools; n > 0 {
		list.Items = append(list.Items, say("paper.cover.tools-premis", counted(n, "further-tool")))
	}
	if missing := undone(c.Checks); len(missing) > 0 {
		list.Items = append(list.Items, say("paper.cover.unchecked", clip(strings.Join(missing, ", "), s.title)))
	}
	out := []Block{Heading{2, say("paper.label.checks")}, Paragraph{Text: orElse(c.Findings, say("paper.cover.no-result"))}}
	if len(list.Items) > 0 {
		out = append(out, list)
	}
	return out
}

func (c Cover) excepted(s coverShare) []Block {
	if len(c.Exceptions) == 0 {
		return nil
	}
	out := []Block{Heading{2, say("paper.cover.exceptions", number(len(c.Exceptions)))}}
	list := List{}
	for _, e := range c.Exceptions[:min(len(c.Exceptions), s.exceptions)] {
		list.Items = append(list.Items, clip(joined(" ", e.Code, e.Title), s.line)+": "+clip(e.Reason,
			s.reason)+" ("+clip(joined(", ", e.Person, day(e.Time)), 80)+")")
	}
	if more := len(c.Exceptions) - len(list.Items); more > 0 {
		list.Items = append(list.Items, say("paper.cover.in-premis", counted(more, "further-listed")))
	}
	return append(out, list)
}

// clip cuts a text to n characters, in one line.
func clip(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > n {
		return strings.TrimSpace(string(r[:n-1])) + "…"
	}
	return s
}
