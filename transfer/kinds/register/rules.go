package register

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/filename"
	"laufzettel/transfer/wording"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Rules implements check.Kind.
func (Kind) Rules(m *check.Manifest) []check.Rule {
	p, ok := m.Detail.(*portion)
	if !ok {
		return nil
	}
	simple := func(name string, say func() []check.Finding) check.Rule {
		return check.Rule{Name: name, Run: func(context.Context, check.Facts) ([]check.Finding, error) { return say(), nil }}
	}
	rules := []check.Rule{
		simple("head", p.head),
		simple("names", p.names),
		simple("entries", p.entries),
		{Name: "counts", Run: p.counts},
		simple("closing-notes", p.closing),
		simple("documentation", p.documentation),
		{Name: "update-period", Run: p.updatePeriod},
		{Name: "certificates", Run: p.certificates},
		{Name: "owed-pdfa", Run: p.owedPDFA},
		simple("gaps", p.gaps),
		{Name: "signed", Run: p.stillSigned},
	}
	if len(p.schemas) > 0 {
		rules = append(rules, check.Rule{Name: "schema", Run: p.validate})
	}
	return rules
}

// head tells what 3.2.2 asks for in the head and is missing or malformed.
func (p *portion) head() (out []check.Finding) {
	h := &p.b.Head
	for _, f := range headFields {
		if *f.at(h) == "" && !f.optional {
			out = append(out, codeHeadMissing.At(p.at).Want(f.label, "").Saying(wording.Say("said.kinds.missing", f.label)))
		}
	}
	form := func(key string, want any, good func(v string) bool) {
		for _, f := range headFields {
			if v := *f.at(h); f.key == key && v != "" && !good(v) {
				out = append(out, codeHeadValue.At(p.at).On(h.lines[key]).Want(wording.List(": ", []any{f.label, want}), v))
			}
		}
	}
	number := func(v string) bool { n, err := strconv.Atoi(v); return err == nil && n >= 0 }
	day := func(v string) bool { _, err := time.Parse(time.DateOnly, v); return err == nil }
	name := func(v string) bool { return plain(v) }
	form("head.officeNumber", wording.Say("want.register.letters-digits"),
		func(v string) bool { return backboneName.MatchString(v + "-G-2009.xml") })
	form("head.year", wording.Say("want.register.four-digits"), func(v string) bool { return len(v) == 4 && number(v) })
	form("head.type", wording.Say("want.register.types"), func(v string) bool { return Letter(v) != "" })
	form("head.source", wording.Say("want.register.sources"), func(v string) bool {
		return v == "Erstregister" ||
			v == "Sicherungsregister"
	})
	form("head.baseEntries", wording.Say("want.register.number"), number)
	form("head.files", wording.Say("want.register.number"), number)
	form("head.created", wording.Say("want.check.day"), day)
	form("head.closingDate", wording.Say("want.check.day"), day)
	form("head.closingNote", wording.Say("want.register.bare-name"), name)
	form("head.schemaFile", wording.Say("want.register.bare-name"), name)
	form("head.documentation", wording.Say("want.register.bare-name"), name)
	return out
}

// names compares the names of all files with the rules of 3.2.2, 3.2.4, 3.2.5. Where
// the files agree among themselves and the head alone says otherwise, that is one cause.
func (p *portion) names() (out []check.Finding) {
	h := p.b.Head
	want := h.Stem() + ".xml"
	if path.Base(p.at) != want {
		out = append(out, codeBackboneName.At(p.at).Want(want, path.Base(p.at)))
	}
	stem, n := p.commonStem()
	if stem != h.Stem() && path.Base(p.at) == want {
		out = append(out, codePartName.At(p.at).Want(h.Stem()+"-…", stem+"-…").Saying(wording.Say("said.register.files", n, h.Stem())))
	}
	seen := map[string]bool{}
	for i := range p.b.Entries {
		e := &p.b.Entries[i]
		out = append(out, p.partNames(stem, e, e.Records, "U", seen)...)
		out = append(out, p.partNames(stem, e, e.Notes, "H", seen)...)
	}
	return out
}

// commonStem gives what stands before the entry number in most of the names, with how
// many they are; the head's unless more than half say otherwise.
func (p *portion) commonStem() (stem string, n int) {
	count, all := map[string]int{}, 0
	for i := range p.b.Entries {
		for _, part := range slices.Concat(p.b.Entries[i].Records, p.b.Entries[i].Notes) {
			for _, name := range []string{part.XML, part.PDF} {
				if f, ok := parseName(name); ok {
					count[f.stem]++
				}
				if name != "" {
					all++
				}
			}
		}
	}
	for s, k := range count {
		if 2*k > all {
			return s, k
		}
	}
	return p.b.Head.Stem(), 0
}

func (p *portion) partNames(stem string, e *Entry, parts []Part, letter string, seen map[string]bool) (out []check.Finding) {
	var numbers []int
	for at, part := range parts {
		var got [2]fileName
		for i, file := range []struct{ name, ext string }{{part.XML, "xml"}, {part.PDF, "pdf"}} {
			if file.name == "" {
				continue
			}
			if seen[file.name] {
				out = append(out, codeFileTwice.At(file.name).On(part.Line).Of(p.entryID(e)))
			}
			seen[file.name] = true
			f, ok := parseName(file.name)
			if !ok || f.stem != stem || f.entry != e.Number || f.letter != letter || f.ext != file.ext {
				out = append(out, codePartName.At(file.name).On(part.Line).Of(p.entryID(e)).
					Want(p.b.Head.PartName(e.Number, letter, at, file.ext), file.name))
				continue
			}
			got[i] = f
		}
		if got[0].ext != "" && got[1].ext != "" && got[0].number != got[1].number {
			out = append(out, codePartPair.At(part.XML).On(part.Line).Of(p.entryID(e)).Want(strings.TrimSuffix(part.XML, ".xml")+".pdf",
				part.PDF))
		}
		for _, f := range got {
			if f.ext != "" {
				numbers = append(numbers, f.number)
				break
			}
		}
	}
	if len(numbers) < len(parts) {
		return out // names already told; a gap would be a guess
	}
	slices.Sort(numbers)
	numbers = slices.Compact(numbers) // a file named twice is told as such
	for i, n := range numbers {
		if n != i {
			out = append(out, codePartGap.At(p.at).On(e.Line).Of(p.entryID(e)).Want(letter+itoa(i), letter+itoa(n)))
			break
		}
	}
	return out
}

// entries looks at every entry and its parts (3.2.2).
func (p *portion) entries() (out []check.Finding) {
	seen := map[string]bool{}
	for i := range p.b.Entries {
		e := &p.b.Entries[i]
		say := func(c check.Code) check.Finding { return c.At(p.at).On(e.Line).Of(p.entryID(e)) }
		if e.Number == "" || seen[e.Number] {
			out = append(out, say(codeEntryNumber).Want(wording.Say("want.register.own-number"), e.Number))
		}
		seen[e.Number] = true
		if len(e.Terms) == 0 {
			out = append(out, say(codeTerms))
		}
		if e.Disposal == "" {
			out = append(out, say(codeDisposal))
		}
		if len(e.Records) == 0 {
			out = append(out, say(codeNoRecord))
		}
		for _, part := range slices.Concat(e.Records, e.Notes) {
			out = append(out, p.part(e, part)...)
		}
	}
	return out
}

func (p *portion) part(e *Entry, part Part) (out []check.Finding) {
	say := func(c check.Code) check.Finding { return c.At(p.at).On(part.Line).Of(p.entryID(e)) }
	if part.XML == "" {
		out = append(out, say(codePartFile).Want(wording.Say("want.register.xml"), "").Saying(wording.Say("said.register.no-xml")))
	}
	if part.PDF == "" {
		out = append(out, say(codePartFile).Want(wording.Say("want.register.pdf"), "").Saying(wording.Say("said.register.no-pdf")))
	}
	if part.SchemaVersion == "" {
		out = append(out, say(codePartSchema))
	}
	if _, err := time.Parse(time.DateOnly, part.Signed); part.Signed != "" && err != nil {
		out = append(out, say(codeSigned).Want(wording.Say("want.check.day"), part.Signed))
	}
	return out
}

// counts compares header, entries and files (C2, C5).
func (p *portion) counts(ctx context.Context, f check.Facts) (out []check.Finding, err error) {
	h := p.b.Head
	total, first, papers, surplus := 0, 0, 0, 0
	slips, listed := map[string]bool{}, map[string]bool{}
	for _, l := range f.Manifest().Listed {
		listed[l.Path] = true
		if l.Role == check.RoleSlip {
			slips[l.Path] = true
		}
	}
	err = f.EachFile(ctx, func(file check.FileFact) error {
		if filename.Litter(file.Path) && !listed[file.Path] {
			return nil // told as litter; no office counts it
		}
		total++
		if !listed[file.Path] {
			surplus++
		}
		if slips[file.Path] || checksumName(file.Path) {
			papers++
		}
		if n, ok := parseName(path.Base(file.Path)); ok && n.letter == "U" && n.number == 0 && n.ext == "xml" {
			first++
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("count files: %w", err)
	}
	entries := len(p.b.Entries)
	if n, err := strconv.Atoi(h.BaseEntries); err == nil && n != entries {
		out = append(out, codeCountEntries.At(p.at).On(h.lines["head.baseEntries"]).Want(h.BaseEntries, itoa(entries)))
	}
	if first != entries {
		out = append(out, codeCountFirst.At(p.at).Want(itoa(entries), itoa(first)))
	}
	// Whether slip, checksum lists and older closing notes count is open in
	// 3.2.2: both readings are taken.
	n, err := strconv.Atoi(h.Files)
	good := []int{total, total - papers, total - len(p.superseded), total - papers - len(p.superseded)}
	// What is missing or too much is told by its name: the number that follows from it is
	// no second fault.
	missing := undelivered(f, listed)
	told := slices.ContainsFunc(good, func(x int) bool { return n == x+missing || n == x-surplus || n == x+missing-surplus })
	if err == nil && !told {
		out = append(out, codeCountFiles.At(p.at).On(h.lines["head.files"]).Want(h.Files, itoa(total)))
	}
	return out, nil
}

// undelivered counts the listed files that are not there.
func undelivered(f check.Facts, listed map[string]bool) (n int) {
	for p := range listed {
		if _, there := f.File(p); !there {
			n++
		}
	}
	return n
}

// checksumName reports names of checksum lists that travel inside.
func checksumName(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".md5", ".sha1", ".sha256", ".sha512", ".sfv":
		return true
	}
	return false
}

// closing looks at the closing notes (3.2.1 no. 6 and 7).
func (p *portion) closing() (out []check.Finding) {
	if n := p.b.Head.ClosingNote; n != "" && !isPDF(n) {
		out = append(out, codeClosingFormat.At(p.in(n)).Want(".pdf", path.Ext(n)))
	}
	for _, s := range p.superseded {
		if !isPDF(s) {
			out = append(out, codeSupersededOther.At(s).Want(".pdf", path.Ext(s)))
		}
	}
	if len(p.superseded) > 0 {
		out = append(out, codeSuperseded.At(p.in(Superseded)).Of(supersededID(p.b.Head)).Want("", itoa(len(p.superseded))))
	}
	return out
}

func isPDF(name string) bool { return strings.EqualFold(path.Ext(name), ".pdf") }

// documentation asks for schema and documentation (3.2.1 no. 2 and 3).
func (p *portion) documentation() (out []check.Finding) {
	if len(p.schemas) == 0 {
		out = append(out, codeNoSchema.At(p.root))
	}
	if len(p.docs) == 0 {
		out = append(out, codeNoDocumentation.At(p.root))
	}
	owed := slices.ContainsFunc(p.docs, isPDF)
	for _, d := range p.docs {
		if !isPDF(d) {
			x := codeDocumentationFormat.At(d).Want(".pdf", path.Ext(d))
			if owed { // what the paper asks for is there; this one is a gift
				x.Severity = check.Warning
			}
			out = append(out, x)
		}
	}
	return out
}

// updatePeriod compares the last closing note with the update period (C12).
func (p *portion) updatePeriod(_ context.Context, f check.Facts) ([]check.Finding, error) {
	h := p.b.Head
	letter := Letter(h.Type)
	years := periods[letter]
	if pr := f.Profile(); pr != nil && pr.UpdatePeriods[letter] > 0 {
		years = pr.UpdatePeriods[letter]
	}
	from, err := time.Parse(time.DateOnly, h.ClosingDate)
	if err != nil {
		if from, err = time.Parse("2006", h.Year); err != nil {
			return nil, nil // told by rule head
		}
		from = from.AddDate(1, 0, -1) // the closing note is not older than the year itself
	}
	over := from.AddDate(years, 0, 0)
	if years == 0 || !p.now().Before(over) {
		return nil, nil
	}
	return []check.Finding{codePeriod.At(p.at).Of(h.Stem()).Want(wording.Say("want.register.from",
		over.AddDate(0, 0, 1).Format(time.DateOnly)), p.now().Format(time.DateOnly)).
		Saying(wording.Say("said.register.period", TypeName(h.Type), years, from.Format(time.DateOnly)))}, nil
}
