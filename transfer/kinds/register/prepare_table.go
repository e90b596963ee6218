package register

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/wording"
)

// Table implements Tabler: a row for each register entry with its search terms,
// who signed when and where that stands, and the parts that are there (C3, C4, C6).
func (registerBuilder) Table(ctx context.Context, src kind.Source, t kind.Table) (*kind.Plan, error) {
	t.Columns(kind.Column{Key: "entry", Label: "Nr.", LabelEN: "No."},
		kind.Column{Key: "terms", Label: "Suchbegriffe", LabelEN: "Search terms", Wide: true},
		kind.Column{Key: "signer", Label: "Unterschrieben von", LabelEN: "Signed by", Wide: true},
		kind.Column{Key: "signed", Label: "am", LabelEN: "on"},
		kind.Column{Key: "from", Label: "gelesen aus", LabelEN: "read from"}, kind.Column{Key: "parts", Label: "Teile", LabelEN: "Parts"})
	s, err := surveyOf(ctx, src)
	if err != nil {
		return nil, err
	}
	index, err := s.readIndex(ctx)
	if err := t.Told(err); err != nil {
		return nil, err
	}
	l := &registerLook{s: s, t: t, index: index, seen: map[string]looked{}}
	if err := l.read(ctx); err != nil {
		return nil, err
	}
	for _, r := range l.rows() {
		t.Add(r)
	}
	h, err := s.head(ctx)
	if err != nil {
		return nil, err
	}
	plan, err := s.plan(ctx, h)
	if plan != nil && h.ClosingNote == "" {
		t.Lack("Im Material liegt kein Abschlussvermerk. Bitte die PDF-Datei dazulegen („Abschlussvermerk“ im Namen).")
	}
	return plan, err
}

// registerLook reads the papers of a register for people.
type registerLook struct {
	s     *survey
	t     kind.Table
	index map[string]entryIndex

	mu   sync.Mutex
	seen map[string]looked // by name of the paper's file
}

// looked is what one file said.
type looked struct {
	note           note
	signer, signed string // of the certificate itself
	fault          *kind.RowFault
}

// read looks at every paper and every signature file once.
func (l *registerLook) read(ctx context.Context) error {
	byFile := map[string]kind.Copy{}
	for _, x := range l.s.papers {
		for _, name := range []string{x.xml, x.pdf} {
			if name != "" {
				byFile[l.s.at(name)] = kind.Copy{From: l.s.at(name), To: name, Look: true}
			}
		}
	}
	for _, name := range l.s.detached {
		byFile[name] = kind.Copy{From: name, To: name, Look: true, Drop: true}
	}
	bytes := int64(0)
	for from := range byFile {
		if e, ok := l.s.src.Tree.Stat(from); ok {
			bytes += e.Size
		}
	}
	l.t.Expect(len(byFile), bytes)
	reader := &certificates{src: l.s.src, terms: termNames(l.s.src.Values.Get("terms"))}
	want := func(e container.Entry) bool { _, ok := byFile[e.Path]; return ok }
	return l.s.src.Tree.Visit(ctx, kind.Readers, want, func(ctx context.Context, e container.Entry, c container.Content, err error) error {
		x := byFile[e.Path]
		got, err := lookAt(ctx, reader, x, c, err)
		if err != nil {
			return err
		}
		l.t.Seen(e.Size)
		l.mu.Lock()
		defer l.mu.Unlock()
		l.seen[x.To] = got
		return ctx.Err()
	})
}

// lookAt looks at one file; what is wrong with it is its fault, not an error.
func lookAt(ctx context.Context, reader *certificates, x kind.Copy, c container.Content, readErr error) (got looked, err error) {
	bad := func(text string) { got.fault = &kind.RowFault{Severity: check.Error, Text: text, File: x.From} }
	switch {
	case failure.Canceled(readErr):
		return got, readErr
	case readErr != nil:
		bad("Die Datei lässt sich nicht lesen.")
		return got, nil
	case c.Size() == 0:
		bad("Die Datei ist leer.")
		return got, nil
	}
	seen, err := reader.inspect(ctx, x, c)
	if err != nil {
		if failure.KindOf(err) != failure.Refused {
			return got, err
		}
		bad(failure.HintOf(err).In(wording.German))
		return got, nil
	}
	if seen.Note != "" {
		if err := json.Unmarshal([]byte(seen.Note), &got.note); err != nil {
			return got, fmt.Errorf("read note of %s: %w", x.From, err)
		}
	}
	if strings.EqualFold(path.Ext(x.To), ".xml") && !x.Drop {
		in := c.Reader()
		if seen.Replace != nil {
			in = strings.NewReader(string(seen.Replace))
		}
		got.signer, got.signed = ReadSigner(in)
	}
	return got, nil
}

// rows gives the entries by number, with rows for those that are not there.
func (l *registerLook) rows() (out []kind.Row) {
	entries, others := map[string][]*foundPaper{}, []*foundPaper(nil)
	for _, x := range l.s.ordered() {
		if x.entry == "" {
			others = append(others, x)
			continue
		}
		entries[x.entry] = append(entries[x.entry], x)
	}
	numbers := slices.SortedFunc(maps.Keys(entries), kind.Natural)
	gaps, last := 0, 0
	for _, number := range numbers {
		if n, err := strconv.Atoi(number); err == nil {
			for k := last + 1; k < n && gaps < kind.MaxGaps; k++ {
				gaps++
				out = append(out, l.row(strconv.Itoa(k), nil))
			}
			last = n
		}
		out = append(out, l.row(number, entries[number]))
	}
	for _, number := range slices.SortedFunc(maps.Keys(l.expected(len(entries), last)), kind.Natural) {
		if n, err := strconv.Atoi(number); entries[number] == nil && (err != nil || n > last) && gaps < kind.MaxGaps {
			gaps++
			out = append(out, l.row(number, nil))
		}
	}
	for _, x := range others {
		out = append(out, l.nameless(x))
	}
	return out
}

// expected are the entries something speaks of beside the files: the index, a
// reason for their omission, the count of the closing note where it is larger.
func (l *registerLook) expected(have, last int) map[string]bool {
	out := map[string]bool{}
	for number := range l.index {
		out[number] = true
	}
	for _, o := range kind.OmissionsOf(l.s.src.Reason) {
		out[o.Entry] = true
	}
	if n, err := strconv.Atoi(l.s.src.Values.Get("entryCount")); err == nil && n > have {
		for k := last + 1; k <= min(n, last+kind.MaxGaps); k++ {
			out[strconv.Itoa(k)] = true
		}
	}
	return out
}

// nameless is a paper whose entry nobody knows.
func (l *registerLook) nameless(x *foundPaper) kind.Row {
	name := cmp.Or(x.xml, x.pdf)
	return kind.Row{Cells: []string{"", path.Base(name), "", "", "", ""}, Files: l.files([]*foundPaper{x}),
		Faults: []kind.RowFault{kind.FaultOf(codeNoEntry.At(l.s.at(name)))}}
}

func (l *registerLook) files(list []*foundPaper) (out []string) {
	for _, x := range list {
		for _, name := range []string{x.xml, x.pdf} {
			if name != "" {
				out = append(out, l.s.at(name))
			}
		}
	}
	return out
}

// row is one entry; without papers it is one that is not in the folder.
func (l *registerLook) row(number string, list []*foundPaper) kind.Row {
	slices.SortFunc(list, func(a, b *foundPaper) int { return cmp.Or(-strings.Compare(a.letter, b.letter), a.number-b.number) })
	x := l.index[number]
	r := kind.Row{Files: l.files(list)}
	if len(list) == 0 {
		r.Gap = number
		if stem := kind.StemOf(number); stem != number {
			r.Lacks = stem
		}
		r.Cells, r.Faults = []string{number, termsText(x.terms), "", "", "", "nicht im Ordner"},
			[]kind.RowFault{kind.Warn("Der Eintrag " + number + " liegt nicht im Ordner.")}
		if why := l.s.src.Reason.Get(kind.OmitKey(number)); why != "" {
			r.Cells[5], r.Faults = "Wegfall begründet", []kind.RowFault{{Severity: check.Note, Text: "Der Eintrag " + number +
				" liegt nicht im Ordner. Begründung: " + why}}
		}
		return r
	}
	terms := x.terms
	signer, signed, from := "", "", ""
	records, notes := 0, 0
	for i, p := range list {
		if p.letter == "H" {
			notes++
		} else {
			records++
		}
		who, day, where := l.signer(p, x)
		if i == 0 {
			signer, signed, from = who, day, where
		}
		if who == "" || day == "" {
			r.Faults = append(r.Faults, kind.Wrong(lackingSigner(p, who, day)))
		}
		if got := l.seen[p.xml]; len(terms) == 0 && p.letter == "U" {
			terms = got.note.registerTerms()
		}
		r.Faults = append(r.Faults, l.faults(p)...)
		if (p.xml == "" || p.pdf == "") && r.Lacks == "" {
			r.Lacks = p.key
		}
	}
	if len(terms) == 0 {
		r.Faults = append(r.Faults, kind.Warn("Zu dem Eintrag ist kein Suchbegriff zu lesen."))
	}
	if records == 0 {
		r.Faults = append(r.Faults, kind.Wrong("Zu dem Eintrag liegen nur Hinweise vor, keine Beurkundung."))
	}
	r.Cells = []string{number, termsText(terms), signer, signed, from, partsText(records, notes)}
	return r
}

func lackingSigner(p *foundPaper, who, day string) string {
	what := "Name und Tag der Unterschrift sind nicht zu lesen"
	switch {
	case who != "":
		what = "Der Tag der Unterschrift ist nicht zu lesen"
	case day != "":
		what = "Der Name zur Unterschrift ist nicht zu lesen"
	}
	return what + " (" + p.letter + strconv.Itoa(p.number) + "): weder aus einer Signatur noch aus der Urkunde oder dem Verzeichnis."
}

// signer finds who signed a paper: in its signatures, else in the certificate,
// else in the index; and says where it stands.
func (l *registerLook) signer(p *foundPaper, x entryIndex) (who, day, where string) {
	for _, c := range []struct{ name, where string }{{p.pdf, "Signatur der PDF-Datei"}, {p.xml, "Signatur der XML-Datei"}} {
		if c.name == "" {
			continue
		}
		n := l.seen[c.name].note
		for _, ext := range []string{".p7s", ".P7S"} {
			n.Signatures = append(slices.Clone(n.Signatures), l.seen[l.s.at(c.name)+ext].note.Signatures...)
		}
		who = cmp.Or(who, n.Signatures.Signers())
		day = cmp.Or(day, n.Signatures.Day())
		if who != "" && where == "" {
			where = c.where
		}
	}
	own := l.seen[p.xml]
	if who == "" && own.signer != "" {
		where = "Urkunde"
	}
	who, day = cmp.Or(who, own.signer), cmp.Or(day, own.signed)
	if who == "" && x.signer != "" {
		where = "Verzeichnis"
	}
	return cmp.Or(who, x.signer), cmp.Or(day, x.signed), where
}

// faults are what is wrong with the files of a paper.
func (l *registerLook) faults(p *foundPaper) (out []kind.RowFault) {
	switch {
	case p.xml == "":
		out = append(out, kind.FaultOf(codeNoPartner.At(l.s.at(p.pdf)).Want(wording.Say("want.register.xml-partner"), "")))
	case p.pdf == "":
		out = append(out, kind.FaultOf(codeNoPartner.At(l.s.at(p.xml)).Want(wording.Say("want.register.pdf-partner"), "")))
	}
	for _, name := range []string{p.xml, p.pdf} {
		if name == "" {
			continue
		}
		for _, key := range []string{name, l.s.at(name) + ".p7s", l.s.at(name) + ".P7S"} {
			got := l.seen[key]
			if got.fault != nil {
				out = append(out, *got.fault)
			}
			for _, sig := range got.note.Signatures {
				for _, f := range sig.Findings {
					out = append(out, kind.FaultOf(f))
				}
			}
		}
	}
	return out
}

func termsText(list []Term) string {
	var out []string
	for _, t := range list {
		out = append(out, t.Value)
	}
	return strings.Join(out, ", ")
}

func partsText(records, notes int) string {
	count := func(n int, one, many string) string {
		if n == 1 {
			return one
		}
		return strconv.Itoa(n) + " " + many
	}
	out := count(records, "Urkunde", "Urkunden")
	if records == 0 {
		out = "keine Urkunde"
	}
	if notes > 0 {
		out += ", " + count(notes, "1 Hinweis", "Hinweise")
	}
	return out
}
