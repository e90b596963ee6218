package register

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/kind"
	"laufzettel/transfer/wording"
)

// plan turns the survey into copies with names by convention (C4).
func (s *survey) plan(ctx context.Context, h Head) (*kind.Plan, error) {
	p := &kind.Plan{Name: h.Stem(), Confirmations: []string{"Erstregister", "Sicherungsregister"}}
	add := func(name, to string, look bool) {
		p.Copies = append(p.Copies, kind.Copy{From: s.at(name), To: to, Look: look || s.wrapped[name] != ""})
	}
	for _, x := range s.ordered() {
		s.pair(p, h, x, add)
	}
	if len(p.Copies) == 0 {
		return nil, failureNoEntries(h)
	}
	for _, list := range [][]string{s.schemas, s.docs} {
		for _, name := range list {
			add(name, path.Base(name), false)
		}
	}
	for _, name := range s.closing {
		to := path.Base(name)
		if to != h.ClosingNote {
			to = path.Join(Superseded, to)
		}
		add(name, to, true)
	}
	for _, name := range s.superseded {
		add(name, path.Join(Superseded, path.Base(name)), true)
	}
	for _, name := range s.detached {
		p.Copies = append(p.Copies, kind.Copy{From: name, To: "!" + name, Look: true, Drop: true})
	}
	for _, name := range s.unknown {
		p.Findings = append(p.Findings, kind.CodeLeftOut.At(name))
	}
	index, err := s.readIndex(ctx)
	if err != nil {
		return nil, err
	}
	if p.Omitted, err = s.omitted(); err != nil {
		return nil, err
	}
	p.Findings = slices.Concat(p.Findings, s.counted(p.Omitted), kind.OmittedFindings(p.Omitted))
	p.Read = s.read(h)
	reader := &certificates{src: s.src, terms: termNames(s.src.Values.Get("terms"))}
	p.Inspect = reader.inspect
	p.Finish = func(ctx context.Context, site kind.Site) error { return s.finish(ctx, p, site, h, index) }
	return p, nil
}

// pair plans XML and PDF of one certification or note; one without the other is
// told.
func (s *survey) pair(p *kind.Plan, h Head, x *foundPaper, add func(name, to string, look bool)) {
	switch {
	case x.entry == "":
		for _, name := range []string{x.xml, x.pdf} {
			if name != "" {
				p.Findings = append(p.Findings, codeNoEntry.At(name))
			}
		}
		return
	case x.xml == "":
		p.Findings = append(p.Findings, codeNoPartner.At(x.pdf).Want(wording.Say("want.register.xml-partner"), ""))
	case x.pdf == "":
		p.Findings = append(p.Findings, codeNoPartner.At(x.xml).Want(wording.Say("want.register.pdf-partner"), ""))
	}
	if x.xml != "" {
		add(x.xml, h.PartName(x.entry, x.letter, x.number, "xml"), true)
	}
	if x.pdf != "" {
		add(x.pdf, h.PartName(x.entry, x.letter, x.number, "pdf"), true)
	}
}

// read lists what was read from names and files, for the person to look over.
func (s *survey) read(h Head) []kind.Read {
	entries, records, notes := map[string]bool{}, 0, 0
	for _, x := range s.papers {
		if x.entry == "" {
			continue
		}
		entries[x.entry] = true
		if x.letter == "H" {
			notes++
		} else {
			records++
		}
	}
	out := []kind.Read{
		{Label: "Standesamtsnummer", Value: h.OfficeNumber, Key: "agencyId"}, {Label: "Registerart", Value: h.Type, Key: "type"},
		{Label: "Jahrgang", Value: h.Year, Key: "year"},
		{Label: "Registereinträge", Value: strconv.Itoa(len(entries))}, {Label: "Beurkundungen", Value: strconv.Itoa(records)},
		{Label: "Hinweise", Value: strconv.Itoa(notes)},
		{Label: "Datei des Schemas", Value: h.SchemaFile, Key: "schemaFile"},
		{Label: "Version des Schemas", Value: h.SchemaVersion, Key: "schemaVersion"},
		{Label: "Dokumentation des Schemas", Value: h.Documentation, Key: "documentation"},
		{Label: "Abschlussvermerk", Value: h.ClosingNote, Key: "closingNote"},
		{Label: "Überholte Abschlussvermerke", Value: strconv.Itoa(len(s.superseded) + max(len(s.closing)-1, 0))},
		{Label: "Signaturdateien", Value: strconv.Itoa(len(s.detached) + len(s.wrapped))},
		{Label: "Dateien im Material", Value: strconv.Itoa(s.files)},
	}
	return slices.DeleteFunc(out, func(r kind.Read) bool { return r.Value == "" })
}

// entryIndex is what the index of the register software says of an entry.
type entryIndex struct {
	terms          []Term
	disposal       string
	signer, signed string // where the software knows them and no signature tells
}

// maxIndex bounds the index of a register.
const maxIndex = 256 << 20

// readIndex reads a CSV with a column for the number of the entry, one for the
// Verfügungsnummer, for signer and day where no signature tells them, and one for
// each search term.
func (s *survey) readIndex(ctx context.Context) (map[string]entryIndex, error) {
	if s.index == "" {
		return nil, nil
	}
	rc, err := s.src.Tree.Open(ctx, s.at(s.index))
	if err != nil {
		return nil, kind.Unreadable(s.index, err)
	}
	defer rc.Close()
	data, err := io.ReadAll(io.LimitReader(rc, maxIndex+1))
	if err != nil {
		return nil, kind.Unreadable(s.index, err)
	}
	if len(data) > maxIndex {
		return nil, refusedFile(s.index, wording.Say("hint.register.index-too-large", s.index), nil)
	}
	text := strings.TrimPrefix(string(data), "\ufeff")
	first, _, _ := strings.Cut(text, "\n")
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes = -1, false
	switch {
	case strings.Contains(first, "\t"):
		r.Comma = '\t'
	case strings.Count(first, ";") > strings.Count(first, ","):
		r.Comma = ';'
	}
	head, err := r.Read()
	column := func(words ...string) int {
		return slices.IndexFunc(head, func(h string) bool {
			return slices.Contains(words, strings.ToLower(strings.TrimSpace(h)))
		})
	}
	number, disposal := column("nummer", "eintrag", "eintragsnummer", "nr"), column("verfügungsnummer", "verfuegungsnummer")
	signer, signed := column("signierender", "signierende", "standesbeamter", "standesbeamtin"), column("signaturdatum", "signiert am")
	if err != nil || number < 0 {
		return nil, refusedFile(s.index, wording.Say("hint.register.index-no-number", s.index), err)
	}
	out := map[string]entryIndex{}
	for line := 2; ; line++ {
		cells, err := r.Read()
		if err == io.EOF {
			return out, ctx.Err()
		}
		if err != nil || number >= len(cells) {
			return nil, refusedFile(s.index, wording.Say("hint.register.index-bad-line", line, s.index), err)
		}
		var x entryIndex
		for i, c := range cells {
			switch c = strings.TrimSpace(c); {
			case i == disposal:
				x.disposal = c
			case i == signer:
				x.signer = c
			case i == signed:
				x.signed = cmp.Or(kind.Date(c), c)
			case i != number && i < len(head) && c != "":
				x.terms = append(x.terms, Term{Name: strings.TrimSpace(head[i]), Value: c})
			}
		}
		out[strings.TrimSpace(cells[number])] = x
	}
}

func termNames(list string) (out []string) {
	for t := range strings.SplitSeq(list, ",") {
		if t = strings.TrimSpace(t); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// finish writes the backbone: entries from names and certificates, terms from the
// index or the certificates, signers from dissolved signatures (C6).
func (s *survey) finish(ctx context.Context, p *kind.Plan, site kind.Site, h Head, index map[string]entryIndex) error {
	signed, told := map[string]note{}, map[string]entryIndex{} // by path in the portion, by entry
	for c, raw := range site.Looked() {
		var n note
		if err := json.Unmarshal([]byte(raw), &n); err != nil {
			return fmt.Errorf("read note of %s: %w", c.From, err)
		}
		s.settle(p, site, c, n, signed)
		if m := conforming.FindStringSubmatch(kind.Base(c.To)); m != nil && m[5] == "U" {
			if have, ok := told[m[4]]; !ok || len(have.terms) == 0 {
				told[m[4]] = entryIndex{terms: n.registerTerms(), disposal: n.Disposal}
			}
		}
	}
	tree, err := site.Tree(ctx)
	if err != nil {
		return err
	}
	lookup := func(entry string) ([]Term, string) {
		x, y := index[entry], told[entry]
		if len(x.terms) == 0 {
			x.terms = y.terms
		}
		return x.terms, cmp.Or(x.disposal, y.disposal)
	}
	original := s.src.Values.Or("originalSchema", h.SchemaVersion)
	b, err := Gather(ctx, tree, h, lookup, func(string) string { return original })
	if err == nil {
		for _, missing := range b.Check8(tree) {
			site.Tell(codeCheck8.At(missing))
		}
	}
	if err := kind.Closed(tree, err); err != nil {
		return err
	}
	for i := range b.Entries {
		for _, list := range [][]Part{b.Entries[i].Records, b.Entries[i].Notes} {
			for k := range list {
				sign(&list[k], signed)
				x := index[b.Entries[i].Number]
				list[k].Signer, list[k].Signed = cmp.Or(list[k].Signer, x.signer), cmp.Or(list[k].Signed, x.signed)
			}
		}
	}
	return site.Write(h.Stem()+".xml", func(w io.Writer) error { return Write(w, b) })
}

// sign puts signer and day into a part: the signature of the PDF counts before
// that of the XML, and both before what the certificate states.
func sign(p *Part, signed map[string]note) {
	for _, name := range []string{p.XML, p.PDF} {
		n, ok := signed[name]
		if !ok {
			continue
		}
		if who := n.Signatures.Signers(); who != "" {
			p.Signer = who
		}
		if day := n.Signatures.Day(); day != "" {
			p.Signed = day
		}
	}
}

// settle turns a note into findings and signatures read.
func (s *survey) settle(p *kind.Plan, site kind.Site, c kind.Copy, n note, signed map[string]note) {
	if len(n.Signatures) == 0 {
		return
	}
	to := c.To
	if c.Drop { // a detached signature speaks of the file beside it
		about := strings.TrimSuffix(c.From, path.Ext(c.From))
		i := slices.IndexFunc(p.Copies, func(x kind.Copy) bool { return x.From == about && !x.Drop })
		if i < 0 {
			site.Tell(kind.CodeLeftOut.At(c.From))
			return
		}
		to = p.Copies[i].To
	}
	have := signed[to]
	have.Signatures = append(have.Signatures, n.Signatures...)
	signed[to] = have
	for _, x := range n.Signatures {
		site.Signed(kind.Signer{File: c.From, Name: x.Name, Signed: x.Signed, Form: x.Form, Result: x.Result, Before: x.Before,
			After: x.After})
		site.Tell(x.Findings...)
	}
}
