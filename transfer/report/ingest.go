package report

import (
	"fmt"
	"time"

	"laufzettel/transfer/check"
)

// Ingest is the ingest report (Übernahmebericht, A18): made after ingest, kept
// at the level of the accession, found by the Ü-ID, sent to the contact of the
// profile. With it the archive takes responsibility (P6.7).
type Ingest struct {
	Meta       Meta         `json:"meta"`
	Archived   []Archived   `json:"archived"`
	Steps      []Step       `json:"steps"`     // all steps with date and time, from the event log (Steps)
	Destroyed  []Destroyed  `json:"destroyed"` // the agency must clear its index of them
	Exceptions []Exception  `json:"exceptions,omitempty"`
	Checks     []check.Done `json:"checks,omitempty"`
	Notes      []string     `json:"notes,omitempty"`
}

// Archived is one archived Vorgang with its package.
type Archived struct {
	ReferenceCode string `json:"referenceCode"`       // Archivsignatur
	PID           string `json:"pid,omitempty"`       // persistent identifier of the package
	ID            string `json:"id,omitempty"`        // id at the source
	Reference     string `json:"reference,omitempty"` // Kennzeichen
	Subject       string `json:"subject,omitempty"`
	Span          string `json:"span,omitempty"` // Laufzeit
	Documents     int    `json:"documents,omitempty"`
	Files         int    `json:"files,omitempty"`
	Bytes         int64  `json:"bytes,omitempty"`
	SHA512        string `json:"sha512,omitempty"` // digest of the package
}

// Step is one recorded step of the accession, or many of one day that say the same.
type Step struct {
	Time    time.Time `json:"time"`
	Until   time.Time `json:"until,omitzero"`  // of the last of many
	Count   int       `json:"count,omitempty"` // how many, 0 = one
	Title   string    `json:"title"`           // German: "Prüfung abgeschlossen"
	Outcome string    `json:"outcome,omitempty"`
	Agent   string    `json:"agent,omitempty"` // person or program with version
	Detail  string    `json:"detail,omitempty"`
}

// Destroyed is one object that was not archived. Subject is optional: the ids
// alone are enough for the agency to clear its index (A18).
type Destroyed struct {
	ID            string    `json:"id"`
	Reference     string    `json:"reference,omitempty"`
	Subject       string    `json:"subject,omitempty"`
	Plan          string    `json:"plan,omitempty"`          // position of the Aktenplan
	Span          string    `json:"span,omitempty"`          // Laufzeit
	ReferenceCode string    `json:"referenceCode,omitempty"` // documented gap in the signatures (A34)
	Reason        string    `json:"reason,omitempty"`
	Basis         string    `json:"basis,omitempty"` // legal basis
	Decided       time.Time `json:"decided,omitzero"`
	DecidedBy     string    `json:"decidedBy,omitempty"`
	Released      time.Time `json:"released,omitzero"`
	ReleasedBy    string    `json:"releasedBy,omitempty"`
	Files         int       `json:"files,omitempty"`
	Bytes         int64     `json:"bytes,omitempty"`
}

// Exception is a finding that was accepted with a reason (A33).
type Exception struct {
	Code   string    `json:"code"`
	Title  string    `json:"title,omitempty"`
	Path   string    `json:"path,omitempty"`
	Reason string    `json:"reason"`
	Person string    `json:"person"`
	Time   time.Time `json:"time"`
}

// IngestReport lays the ingest report out.
func IngestReport(in Ingest) Document {
	d := in.Meta.document("ingest-report", say("paper.ingest.title"),
		joined(", ", in.Meta.Agency.Name, in.Meta.Accession, in.Meta.Portion), in)
	docs, files, bytes := 0, 0, int64(0)
	for _, a := range in.Archived {
		docs, files, bytes = docs+a.Documents, files+a.Files, bytes+a.Bytes
	}
	d.Blocks = []Block{
		Notice{Good, say("paper.ingest.sum", counted(len(in.Archived), "case"), kassiert(len(in.Destroyed)),
			orElse(in.Meta.Archive.Name, say("paper.ingest.the-archive")))},
		append(in.Meta.identity(), KeyValues{
			{Label: say("paper.ingest.receiver"), Value: joined(", ", in.Meta.Agency.Person, in.Meta.Agency.Mail)},
			{Label: say("paper.label.extent"), Value: fmt.Sprintf("%s, %s, %s", counted(docs, "document"), counted(files, "file"),
				size(bytes))},
		}...),
		Heading{1, say("paper.ingest.archived", number(len(in.Archived)))},
		archivedTable(in.Archived),
		Heading{1, say("paper.ingest.steps")},
		stepsTable(in.Steps),
		Heading{1, say("paper.ingest.destroyed", number(len(in.Destroyed)))},
	}
	if len(in.Destroyed) > 0 {
		d.Blocks = append(d.Blocks, Paragraph{Text: say("paper.ingest.clear-index")})
	}
	d.Blocks = append(d.Blocks, destroyedTable(in.Destroyed), Heading{1, say("paper.ingest.exceptions", number(len(in.Exceptions)))},
		exceptionsTable(in.Exceptions))
	if len(in.Checks) > 0 {
		d.Blocks = append(d.Blocks, Heading{1, say("paper.label.checks")}, notChecked(in.Checks), checksTable(in.Checks))
	}
	for _, n := range in.Notes {
		d.Blocks = append(d.Blocks, Paragraph{Text: n})
	}
	d.Blocks = append(d.Blocks, in.Meta.provenance()...)
	return d
}

func kassiert(n int) string {
	if n == 0 {
		return say("paper.ingest.none-cassated")
	}
	return say("paper.ingest.cassated", grouped(int64(n)))
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func archivedTable(list []Archived) Block {
	rows := make([][]string, 0, len(list))
	for _, a := range list {
		rows = append(rows, []string{a.ReferenceCode, joined("\n", a.Reference, a.Subject), a.Span, joined("\n", a.PID, a.ID),
			grouped(int64(a.Files)), size(a.Bytes)})
	}
	return Table{Columns: []Column{
		{Title: say("paper.column.reference-code"), Weight: 2.5}, {Title: say("paper.column.reference-subject"), Weight: 4.4},
		{Title: say("paper.column.span"), Weight: 2.1},
		{Title: say("paper.column.pid-id"), Weight: 3.8, Mono: true}, {Title: say("paper.column.files"), Weight: 1.5, Right: true},
		{Title: say("paper.column.size"), Weight: 1.6, Right: true},
	}, Rows: rows, Empty: say("paper.ingest.none-archived")}
}

func stepsTable(steps []Step) Block {
	rows := make([][]string, 0, len(steps))
	for _, s := range steps {
		at := moment(s.Time)
		if s.Count > 0 {
			at, s.Detail = joined("\n– ", at, moment(s.Until)), say("paper.ingest.alike", grouped(int64(s.Count)))
		}
		rows = append(rows, []string{at, joined("\n", s.Title, s.Detail), s.Outcome, s.Agent})
	}
	return Table{Columns: []Column{{Title: say("paper.column.time"), Weight: 3.2}, {Title: say("paper.column.step"), Weight: 5.5},
		{Title: say("paper.column.outcome"), Weight: 3}, {Title: say("paper.column.by"), Weight: 3}},
		Rows: rows, Empty: say("paper.ingest.no-steps")}
}

func destroyedTable(list []Destroyed) Block {
	rows := make([][]string, 0, len(list))
	for _, o := range list {
		rows = append(rows, []string{o.ID, o.named(), joined("\n", o.Reason, o.Basis), joined("\n", day(o.Decided), o.DecidedBy)})
	}
	return Table{Columns: []Column{{Title: say("paper.column.agency-id"), Weight: 4, Mono: true},
		{Title: say("paper.column.reference-plan"), Weight: 4}, {Title: say("paper.column.ground"), Weight: 3},
		{Title: say("paper.column.decided"), Weight: 2.6}},
		Rows: rows, Empty: say("paper.ingest.none-destroyed")}
}

// named says of what is destroyed what may stay: reference, plan, period and extent; the
// title where it is given.
func (o Destroyed) named() string {
	extent := ""
	if o.Files > 0 {
		extent = counted(o.Files, "file")
		if o.Bytes > 0 {
			extent += ", " + size(o.Bytes)
		}
	}
	return joined("\n", o.Reference, o.Subject, o.Plan, o.Span, extent)
}

func exceptionsTable(list []Exception) Block {
	rows := make([][]string, 0, len(list))
	for _, e := range list {
		rows = append(rows, []string{joined("\n", e.Code, e.Title), e.Path, e.Reason, joined("\n", e.Person, moment(e.Time))})
	}
	return Table{Columns: []Column{{Title: say("paper.column.finding"), Weight: 3.4},
		{Title: say("paper.column.place"), Weight: 3.4, Mono: true}, {Title: say("paper.column.reason"), Weight: 4},
		{Title: say("paper.column.by"), Weight: 3}},
		Rows: rows, Empty: say("paper.ingest.no-exception")}
}
