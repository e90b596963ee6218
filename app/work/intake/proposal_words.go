package intake

import (
	"cmp"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/procedure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// Doubt is why a drop is not taken without a person: a code for programs and the
// clause of the sentence.
type Doubt struct {
	Code string         `json:"code"`
	Text wording.Spoken `json:"text"`
}

// The doubts.
const (
	DoubtProcesses = "processes" // more than one procedure
	DoubtNone      = "no-process"
	DoubtKnown     = "known"       // the same bytes arrived before
	DoubtAgain     = "known-cases" // Vorgänge of the same procedure arrived before
	DoubtAlike     = "known-files" // the same files arrived before, under other names or packed otherwise
	DoubtMore      = "list-more"
	DoubtLess      = "list-less"
	DoubtSame      = "same-cases" // two messages of one kind name the same Vorgänge
	DoubtSealed    = "sealed"
	DoubtLeft      = "left"      // files nobody would take
	DoubtParts     = "parts"     // the messages count more parts than came, or one twice
	DoubtAwaited   = "slip-more" // the slip names containers that are not here
	DoubtSums      = "sums"      // a checksum list names what is not there, or a paper is another
)

// number counts the parts of messages of one kind and procedure whose standard does
// not count them, in the order of their names.
func (p *Proposal) number() {
	byKind := map[string][]int{}
	for i, x := range p.Pieces {
		if x.Process != "" {
			key := x.Kind + "|" + strings.ToLower(x.Process)
			byKind[key] = append(byKind[key], i)
		}
	}
	for _, at := range byKind {
		for n, i := range at {
			x := &p.Pieces[i]
			if x.Parts == 0 && len(at) > 1 {
				x.Part, x.Parts = n+1, len(at)
			}
			if x.Parts == 1 {
				x.Part, x.Parts = 0, 0
			}
		}
	}
	slices.SortStableFunc(p.Pieces, func(a, b Piece) int {
		return cmp.Or(strings.Compare(a.Process, b.Process), strings.Compare(a.Kind, b.Kind), cmp.Compare(a.Part, b.Part))
	})
}

// doubt collects what a person has to look at. A single delivery that somebody named is
// taken as it is: its check tells the rest.
func (p *Proposal) doubt() {
	say := func(code, key string, values ...any) {
		p.Doubts = append(p.Doubts, Doubt{code, wording.Speak(key, values...)})
	}
	for _, x := range p.Pieces {
		if !x.Known.Empty() {
			say(DoubtKnown, "said.drop.known", x.Name, x.Known)
		}
		if !x.Again.Empty() {
			say(DoubtAgain, "said.drop.again", x.Name, x.Again)
		}
		if !x.Alike.Empty() {
			say(DoubtAlike, "said.drop.alike", cmp.Or(x.Name, filepath.Base(p.Source)), x.Alike)
		}
	}
	p.doubtOffers(say)
	if p.Single() {
		return
	}
	processes := p.processes()
	if len(processes) > 1 {
		say(DoubtProcesses, "said.drop.processes", len(processes))
	}
	if unbound := count(p.Pieces, func(x Piece) bool { return x.Process == "" && !x.Offers() }); unbound > 0 && len(p.Pieces) > 1 {
		say(DoubtNone, "said.drop.no-process", unbound)
	}
	p.doubtParts(say)
	if awaited := p.awaited(); len(awaited) > 0 {
		say(DoubtAwaited, "said.drop.awaited", names(awaited))
	}
	more, less := p.againstLists()
	if more > 0 {
		say(DoubtMore, "said.drop.list-more", more)
	}
	if less > 0 {
		say(DoubtLess, "said.drop.list-less", less)
	}
	for _, f := range p.listFindings() {
		if f.Found == "" {
			say(DoubtSums, "said.drop.sum-missing", f.Path)
		} else {
			say(DoubtSums, "said.drop.sum-other", f.Path)
		}
	}
	if n := len(p.Sealed); n > 0 {
		say(DoubtSealed, "said.drop.sealed", names(p.Sealed))
	}
	if len(p.Left) > 0 {
		say(DoubtLeft, "said.drop.left", names(p.Left))
	}
}

// doubtParts looks at messages of one kind and procedure: two that name the same
// Vorgänge are no parts of each other, and counted parts must all be there.
func (p *Proposal) doubtParts(say func(code, key string, values ...any)) {
	told := map[string]bool{}
	for i, x := range p.Pieces {
		group := x.Kind + "|" + strings.ToLower(x.Process)
		if x.Process == "" || told[group] {
			continue
		}
		seen, here, numbers := casesOf(x), 1, map[int]bool{x.Part: true}
		for _, y := range p.Pieces[i+1:] {
			if y.Kind != x.Kind || !strings.EqualFold(x.Process, y.Process) {
				continue
			}
			here++
			if y.Part > 0 && y.Parts > 1 && numbers[y.Part] {
				say(DoubtParts, "said.drop.part-twice", y.message(), y.Part)
			}
			numbers[y.Part] = true
			twice := 0
			for id := range casesOf(y) {
				if seen[id] != nil {
					twice++
				}
			}
			if twice > 0 {
				say(DoubtSame, "said.drop.same-cases", x.Name, y.Name, twice)
			}
		}
		if x.Parts > here {
			say(DoubtParts, "said.drop.parts", x.message(), x.Parts, here)
		}
		told[group] = true
	}
}

// awaited names the containers the slips speak of that lie nowhere in the drop; one whose
// bytes are here under another name is told by the check.
func (p *Proposal) awaited() (out []string) {
	here := map[string]bool{}
	for _, x := range p.Pieces {
		for _, name := range append(x.containers(), x.Name) {
			here[path.Base(p.flat(name))] = true
		}
	}
	for _, t := range p.Twins {
		here[path.Base(p.flat(t.Name))] = true
	}
	for _, name := range slices.Concat(p.Sealed, p.Papers, p.Left, p.wraps) {
		here[path.Base(p.flat(name))] = true
	}
	for _, f := range p.slips {
		if f.Slip == nil {
			continue
		}
		unnamed := count(p.Pieces, func(x Piece) bool { return x.slip == f && !slices.ContainsFunc(x.containers(), f.Names) })
		for _, c := range f.Slip.Containers {
			if !here[c.Name] && !slices.Contains(out, c.Name) && unnamed == 0 {
				out = append(out, c.Name)
			}
		}
	}
	return out
}

// againstLists compares every transfer list with all messages of its slip together (A7).
func (p *Proposal) againstLists() (more, less int) {
	told := []*slip.Found{nil}
	for _, x := range p.Pieces {
		if !slices.Contains(told, x.slip) && x.slip.List != nil {
			m, l := p.againstList(x.slip)
			more, less = more+m, less+l
		}
		told = append(told, x.slip)
	}
	return more, less
}

func (p *Proposal) againstList(of *slip.Found) (more, less int) {
	here, delivered := map[string]*record.Object{}, map[string]*record.Object{}
	for _, x := range p.Pieces {
		if x.slip != of {
			continue
		}
		for id, o := range casesOf(x) {
			here[id] = o
			if x.kindOf() == procedure.Transfer {
				delivered[id] = o
			}
		}
	}
	if len(delivered) == 0 {
		delivered = here
	}
	if len(delivered) == 0 {
		return 0, 0
	}
	named := map[string]bool{}
	for _, e := range of.List.Entries {
		id := strings.ToLower(strings.TrimSpace(e.ID))
		named[id] = true
		if delivered[id] == nil {
			more++
		}
	}
	for id, o := range delivered {
		if !named[id] && o.Rating != record.RatingDestroy && (o.Parent == nil || o.Parent.Kind != record.Case) && !o.ContextOnly {
			less++
		}
	}
	return more, less
}

func casesOf(x Piece) map[string]*record.Object {
	out := map[string]*record.Object{}
	if x.manifest == nil {
		return out
	}
	for o := range record.All(x.manifest.Roots) {
		if o.Kind == record.Case {
			out[strings.ToLower(o.ID)] = o
		}
	}
	return out
}

// processes lists the procedures of the pieces, in order.
func (p *Proposal) processes() (out []string) {
	for _, x := range p.Pieces {
		if id := strings.ToLower(x.Process); id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// words are the proposal in one sentence: the pieces by procedure, then what contradicts.
func (p *Proposal) words() wording.Spoken {
	var clauses []wording.Text
	for _, id := range append(p.processes(), "") {
		var of []Piece
		for _, x := range p.Pieces {
			if strings.EqualFold(x.Process, id) {
				of = append(of, x)
			}
		}
		if len(of) > 0 {
			clauses = append(clauses, goal(messages(of), of[0]))
		}
	}
	clauses = append(clauses, p.twinWords()...)
	for _, d := range p.Doubts {
		if d.Code != DoubtProcesses {
			clauses = append(clauses, d.Text.Text)
		}
	}
	return wording.Speak("said.drop.sentence", wording.List("; ", clauses))
}

// messages says "0501 und 0503 Teil 1 und 2".
func messages(of []Piece) wording.Text {
	var order []string
	named, parts, pieces := map[string]wording.Text{}, map[string][]int{}, map[string]int{}
	for _, x := range of {
		said := x.message()
		m := said.String()
		if !slices.Contains(order, m) {
			order = append(order, m)
		}
		if named[m] = said; x.Part > 0 {
			parts[m] = append(parts[m], x.Part)
		}
		pieces[m]++
	}
	out := make([]wording.Text, len(order))
	for i, m := range order {
		switch out[i] = named[m]; {
		case len(parts[m]) > 0:
			out[i] = wording.Say("said.drop.part", named[m], wording.Enumerate(parts[m]))
		case pieces[m] > 1:
			out[i] = wording.Say("said.drop.times", pieces[m], named[m])
		}
	}
	return wording.Enumerate(out)
}

// kindOf is the message a piece is, "" for other deliveries.
func (piece Piece) kindOf() procedure.Message { return procedure.Of(piece.Kind) }

// message is how people name what a piece is.
func (piece Piece) message() wording.Text {
	if m := piece.kindOf(); m != "" {
		return wording.Plain(string(m))
	}
	if piece.Offers() {
		return piece.offerWords()
	}
	kind := wording.Say("said.drop.unknown")
	if piece.Kind != "" {
		kind = check.KindWords(piece.Kind)
	}
	return wording.Say("said.drop.piece", piece.Name, kind)
}

// goal adds where a piece goes; a new accession is not mentioned.
func goal(said wording.Text, x Piece) wording.Text {
	if x.Process != "" {
		said = wording.Say("said.drop.of-process", said, x.Process)
	}
	if x.Accession != "" {
		said = wording.Say("said.drop.of-accession", said, x.Accession)
	}
	return said
}

// names lists at most five names.
func names(list []string) wording.Text { return wording.Some(list, 5) }

func count(list []Piece, is func(Piece) bool) (n int) {
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return n
}
