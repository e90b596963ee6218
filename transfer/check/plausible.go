package check

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"laufzettel/transfer/filename"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// DefaultGraceDays is how far a document's date may lie outside the Laufzeit of its
// Vorgang where the profile says nothing: letters are filed before they are dated and
// answered after the case was closed.
const DefaultGraceDays = 31

// firstYear is the year before which no date of an office's own records is believed.
const firstYear = 1500

// zeroDays are what programs store where no day is known: the first day of .NET, of
// Windows, of SQL Server, of OLE, of Excel and of Unix. No letter bears them; a Laufzeit
// may begin with a year, so that the last two are asked of documents only.
var zeroDays = map[record.Date]bool{
	"1601-01-01": true, "1753-01-01": true, "1899-12-30": true, "1899-12-31": true, "1900-01-01": false, "1970-01-01": false,
}

// placeholders are titles that say nothing, in lower case.
var placeholders = map[string]bool{
	"unbekannt": true, "subject": true, "no subject": true,
	"": true, "-": true, "--": true, "---": true, ".": true, "...": true, "…": true, "?": true, "x": true, "xx": true, "xxx": true,
	"n.n.": true, "nn": true, "n/a": true,
	"neu": true, "neuer vorgang": true, "neue akte": true, "neues dokument": true, "unbenannt": true, "ohne betreff": true,
	"ohne titel": true, "kein betreff": true, "(kein betreff)": true,
	"betreff": true, "titel": true, "test": true, "dummy": true, "platzhalter": true, "todo": true, "tbd": true, "untitled": true,
	"document": true, "dokument1": true, "document1": true, "scan": true,
}

// oddity is one kind of implausible value: how often, and where first.
type oddity struct {
	code  Code
	n     int
	first *record.Object
	want  any
	found any
}

func (p *oddity) see(o *record.Object, want, found any) {
	if p.n++; p.n == 1 {
		p.first, p.want, p.found = o, want, found
	}
}

// plausibility looks at what is well-formed and yet hardly true (E14): information, one
// line a kind with its count, never a reason to send a delivery back.
func (r *run) plausibility() {
	if r.m == nil || !r.m.Dated {
		return
	}
	grace := DefaultGraceDays
	if r.in.Profile != nil && r.in.Profile.GraceDays > 0 {
		grace = r.in.Profile.GraceDays
	}
	future, early, outside := oddity{code: codeFuture}, oddity{code: codeEarly}, oddity{code: codeOutside}
	garbled, lost, empty := oddity{code: codeGarbled}, oddity{code: codeLostLetters}, oddity{code: codePlaceholder}
	today := record.Date(r.e.now().Format(time.DateOnly))
	if made := r.m.Created; !made.IsZero() && made.After(r.e.now().AddDate(0, 0, 1)) {
		future.see(&record.Object{}, wording.Say("want.check.not-after", string(today)), made.Format(time.DateOnly))
	}
	for o := range record.All(r.m.Roots) {
		for i, d := range []record.Date{o.Date, o.Received, stated(o).From, stated(o).To} {
			always, zero := zeroDays[d]
			switch year, err := strconv.Atoi(d.Year()); {
			case d == "" || err != nil:
			case d > today && len(d) == len(today) || d.Year() > today.Year():
				future.see(o, wording.Say("want.check.not-after", string(today)), string(d))
			case zero && (always || i < 2):
				early.see(o, wording.Say("want.check.no-zero-day"), string(d))
			case year < firstYear:
				early.see(o, wording.Say("want.check.year", firstYear), string(d))
			}
		}
		if span := periodOf(o); o.Kind == record.Document && farOutside(o.Date, span, grace) {
			outside.see(o, wording.Say("want.check.span-grace", span.String(), grace), string(o.Date))
		}
		for _, text := range []string{o.Subject, o.Note, o.Plan.Title} {
			if meant, ok := meantText(text); ok {
				garbled.see(o, meant, text)
				break
			}
			if strings.ContainsRune(text, utf8.RuneError) {
				lost.see(o, "", text)
				break
			}
		}
		if saysNothing(o.Subject) && !(o.Subject == "" && o.Kind == record.Document) {
			empty.see(o, wording.Say("want.check.subject"), quoted(o.Subject))
		}
	}
	for _, p := range []*oddity{&future, &early, &outside, &garbled, &lost, &empty} {
		if p.n == 0 {
			continue
		}
		f := p.code.At("").Of(p.first.ID).Want(p.want, p.found)
		if p.n > 1 {
			f = f.Saying(wording.Say("said.check.times", p.n))
		}
		r.findings.add(f)
	}
}

// meantText gives a title that a program encoded once too often as it was meant.
func meantText(text string) (string, bool) {
	if meant, ok := filename.RepairedWords(text); ok {
		return meant, true
	}
	return filename.Decoded(text)
}

// saysNothing reports a title that is a placeholder, also in brackets or between other
// signs ("[Betreff]", "$TITEL$", "???", "xxxx").
func saysNothing(title string) bool {
	bare := strings.ToLower(strings.TrimFunc(title, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
	return placeholders[strings.ToLower(strings.TrimSpace(title))] || placeholders[bare] || strings.Trim(bare, "x") == ""
}

// quoted shows a value; one that is not there is told so.
func quoted(s string) wording.Text {
	if strings.TrimSpace(s) == "" {
		return wording.Say("found.check.empty")
	}
	return wording.Say("said.check.quoted", s)
}

// stated is the Laufzeit as the source gives it.
func stated(o *record.Object) record.DateSpan {
	if o.Span.Derived {
		return record.DateSpan{}
	}
	return o.Span
}

// periodOf is the stated Laufzeit of what a document lies in.
func periodOf(o *record.Object) record.DateSpan {
	for p := o.Parent; p != nil; p = p.Parent {
		if p.Kind != record.Document {
			return stated(p)
		}
	}
	return record.DateSpan{}
}

// farOutside compares whole days only.
func farOutside(d record.Date, span record.DateSpan, grace int) bool {
	day, err := time.Parse(time.DateOnly, string(d))
	if err != nil || span.From != "" && span.To != "" && span.To < span.From {
		return false // what contradicts itself is told elsewhere
	}
	if from, err := time.Parse(time.DateOnly, string(span.From)); err == nil && day.Before(from.AddDate(0, 0, -grace)) {
		return true
	}
	to, err := time.Parse(time.DateOnly, string(span.To))
	return err == nil && day.After(to.AddDate(0, 0, grace))
}
