package pack

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/record"
	"laufzettel/transfer/report"
)

// coverFormat is what the sheet is; it is written by our own writer.
var coverFormat = check.Format{PUID: "fmt/476", Name: "Acrobat PDF/A - Portable Document Format", Version: "2a", MIME: "application/pdf"}

// cover puts the sheet of one page on top of a package (E13). It says what the package
// holds and how it was checked; rep is the check the decision rests on, nil where none
// is kept.
func cover(s *aip.Spec, kind check.Kind, rep *check.Report) error {
	c := coverOf(s, kind)
	if rep != nil {
		c.Checks = rep.Checks
		c.Findings = fmt.Sprintf("Prüfung der Lieferung: %s, %s, %s. Ergebnis: %s.", plural(rep.Count(check.Error), "Fehler", "Fehler"),
			plural(rep.Count(check.Warning), "Warnung", "Warnungen"), plural(rep.Count(check.Note), "Hinweis", "Hinweise"),
			verdictWords[rep.Verdict])
	}
	for _, d := range s.Decisions {
		if d.Kind == "exception" {
			c.Exceptions = append(c.Exceptions, report.Exception{Title: excepted(rep), Reason: d.Text, Person: d.Person, Time: d.Time})
		}
	}
	return addCover(s, c)
}

var verdictWords = map[check.Verdict]string{check.Accepted: "kein Fehler gefunden", check.Rejected: "Fehler gefunden",
	check.Unreadable: "nicht lesbar"}

func plural(n int, one, many string) string {
	if n == 0 {
		return "keine " + many
	}
	return counted(n, one, many)
}

// addCover writes the sheet and puts it among the documentation.
func addCover(s *aip.Spec, c report.Cover) error {
	var sheet bytes.Buffer
	if err := report.WriteCover(&sheet, c); err != nil {
		return err
	}
	sum := sha512.Sum512(sheet.Bytes())
	s.Documentation = append(s.Documentation, aip.File{Path: aip.CoverName, Format: coverFormat, Size: int64(sheet.Len()),
		Digests:  map[string]string{"sha-512": hex.EncodeToString(sum[:])},
		ViewPath: office.Program + " " + office.Version, Open: func() (io.ReadCloser,
			error) {
			return io.NopCloser(bytes.NewReader(sheet.Bytes())), nil
		}})
	return nil
}

// coverOf gathers what the sheet says of the content of a package.
func coverOf(s *aip.Spec, kind check.Kind) report.Cover {
	counted := record.Count([]*record.Object{s.Object})
	c := report.Cover{Archive: s.Archive, Program: s.Program.Name + " " + s.Program.Version, Ordered: s.Ordered, PID: s.PID,
		ReferenceCode: s.ReferenceCode, Title: cmp.Or(s.Object.Label(), s.PID),
		Agency: s.Profile.Agency, Span: report.SpanText(mapping.Span(s.Object)), Accession: s.Accession.Number,
		AccessionID: overList(s.Accession.ID),
		Earlier:     s.EarlierPID,
		Documents:   counted.Documents, Files: len(s.Files)}
	for _, o := range s.Chain {
		c.Context = append(c.Context, o.Label())
	}
	for i := range s.Files {
		c.Bytes += s.Files[i].Size
	}
	if cl := aip.ClosureOf(s); cl != nil {
		c.Closure = "bis " + day(cl.Until)
		if cl.Description {
			c.Closure += ", auch die Beschreibung"
		}
		if cl.Cautious {
			c.Closure += " (vorsichtig berechnet)"
		}
	}
	c.First = firstDocuments(s)
	if m, ok := kind.(check.Marking); ok {
		c.Mark = markOf(s, m)
	}
	return c
}

// markOf gives the mark of the object, of what it holds or of what it stands in.
func markOf(s *aip.Spec, m check.Marking) string {
	for o := range record.All([]*record.Object{s.Object}) {
		if mark := m.SecrecyMark(o.Confidentiality); mark != "" {
			return mark
		}
	}
	for _, o := range s.Chain { // its other children are not in this package
		if mark := m.SecrecyMark(o.Confidentiality); mark != "" {
			return mark
		}
	}
	return ""
}

// firstDocuments gives the documents of a package in the order of their dates, as many as
// the sheet names.
func firstDocuments(s *aip.Spec) (out []report.CoverDocument) {
	formats := map[string]string{}
	for i := range s.Files {
		if f := &s.Files[i]; formats[f.Object] == "" {
			formats[f.Object] = shortFormat(f.Format)
		}
	}
	var docs []*record.Object
	for o := range record.All([]*record.Object{s.Object}) {
		if o.Kind == record.Document {
			docs = append(docs, o)
		}
	}
	slices.SortStableFunc(docs, func(a, b *record.Object) int {
		if a.Date == "" || b.Date == "" {
			return cmp.Compare(len(b.Date), len(a.Date)) // what bears no date comes last
		}
		return cmp.Compare(a.Date, b.Date)
	})
	for _, o := range docs[:min(len(docs), report.CoverDocuments)] {
		out = append(out, report.CoverDocument{Date: day(string(o.Date)), Title: cmp.Or(o.Subject, o.Reference, o.ID),
			Format: formats[o.ID]})
	}
	return out
}

// shortFormat names a format for people: PRONOM's names of PDF fill two lines.
func shortFormat(f check.Format) string {
	name := f.Name
	for _, x := range [][2]string{{"Acrobat PDF/A - Portable Document Format", "PDF/A"}, {"Acrobat PDF 1", "PDF 1"},
		{" - Portable Document Format", ""}, {"JPEG File Interchange Format", "JPEG"},
		{"Extensible Markup Language", "XML"}, {"Tagged Image File Format", "TIFF"}, {"Plain Text File", "Text"}} {
		name = strings.Replace(name, x[0], x[1], 1)
	}
	return strings.TrimSpace(name + " " + f.Version)
}

// day writes a date of the source for people.
func day(d string) string {
	if t, err := time.Parse(time.DateOnly, d); err == nil {
		return t.Format("02.01.2006")
	}
	return d
}

// overList gives the Ü-ID, which is a digest over the transfer list (P1.4); an accession
// that came without one is found by its number alone.
func overList(id string) string {
	if _, err := hex.DecodeString(id); err != nil || len(id) != hex.EncodedLen(sha256.Size) {
		return ""
	}
	return id
}
