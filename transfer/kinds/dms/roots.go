package dms

import (
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Words of what has no sign of its own.
const (
	noDossier = "Ohne Aktenzeichen"
	noCase    = "Ohne Vorgang"
)

// roots puts everything into its place: documents below their Vorgang or the document
// they are attached to, Vorgänge below their Akte, parts below their whole.
func (b *builder) roots() []*record.Object {
	b.settle()
	b.hangDocuments()
	b.hangCases()
	out := b.hangDossiers()
	for _, o := range out {
		deriveSpan(o)
	}
	return out
}

// hangs reports whether putting n below above would make a circle.
func hangs(n, above *record.Object) bool {
	for ; above != nil; above = above.Parent {
		if above == n {
			return true
		}
	}
	return false
}

func (b *builder) hangDocuments() {
	for _, n := range b.documents {
		if len(n.o.Versions) == 0 && !n.papers && !b.cases[n.key].papers && !b.dossiers[n.key.dossier].papers {
			b.say("", codeNoFile.At(n.at).On(n.line).Of(n.o.ID).Want(wording.Say("want.dms.file-or-paper"), n.o.Label()))
		}
		if n.o.Date == "" && !b.undated[n.o] {
			b.say("document.date", codeMissing.At(n.at).On(n.line).Of(n.o.ID).Want("Dokumentdatum", ""))
		}
		above := b.byID[n.parent]
		switch {
		case n.parent == "":
		case above == nil || above.key != n.key || hangs(n.o, above.o) || deep(above.o):
			b.say("attachment", codePlace.At(n.at).On(n.line).Of(n.o.ID).Want(wording.Say("want.dms.attached-to", n.parent), ""))
		default:
			above.o.Add(n.o)
			continue
		}
		b.cases[n.key].o.Add(n.o)
	}
}

// maxNested bounds parts within parts.
const maxNested = 50

func deep(o *record.Object) bool {
	n := 0
	for ; o != nil; o = o.Parent {
		n++
	}
	return n > maxNested
}

func (b *builder) hangCases() {
	for _, n := range b.caseOrder {
		if n.key.reference == "" {
			n.o.Subject = orElse(n.o.Subject, noCase)
		} else if n.o.Subject == "" {
			b.say("case", codeUnknown.At(n.at).On(n.line).Of(n.o.ID).Want(wording.Say("want.dms.case-subject", n.key.reference), ""))
		}
		if len(n.o.Children) == 0 && n.parent == "" && !b.wholeOf(n) {
			b.say("case", codeEmpty.At(n.at).On(n.line).Of(n.o.ID).Want("", wording.Say("found.dms.case", n.o.Label())))
		}
		above := b.cases[caseKey{n.key.dossier, n.parent}]
		switch {
		case n.parent == "":
		case above == nil || hangs(n.o, above.o) || deep(above.o):
			b.say("part", codePlace.At(n.at).On(n.line).Of(n.o.ID).Want(wording.Say("want.dms.case-of-dossier", n.parent), ""))
		default:
			above.o.Add(n.o)
			continue
		}
		b.dossiers[n.key.dossier].o.Add(n.o)
	}
}

// wholeOf reports whether another Vorgang is a part of this one.
func (b *builder) wholeOf(n *node) bool {
	if b.wholes == nil {
		b.wholes = map[caseKey]bool{}
		for _, c := range b.caseOrder {
			if c.parent != "" {
				b.wholes[caseKey{c.key.dossier, c.parent}] = true
			}
		}
	}
	return b.wholes[n.key]
}

func (b *builder) hangDossiers() (out []*record.Object) {
	for _, n := range b.order {
		reference := n.o.Reference
		if reference == "" {
			n.o.Subject = orElse(n.o.Subject, noDossier)
		} else if n.o.Subject == "" {
			b.say("dossier", codeUnknown.At(n.at).On(n.line).Of(n.o.ID).Want(wording.Say("want.dms.dossier-subject", reference), ""))
		}
		above := b.dossiers[n.parent]
		switch {
		case n.parent == "":
		case above == nil || hangs(n.o, above.o) || deep(above.o):
			b.say("volume", codePlace.At(n.at).On(n.line).Of(n.o.ID).Want(wording.Say("want.dms.one-dossier", n.parent), ""))
		default:
			above.o.Add(n.o)
			continue
		}
		out = append(out, n.o)
	}
	for _, n := range b.order {
		if len(n.o.Children) == 0 {
			b.say("dossier", codeEmpty.At(n.at).On(n.line).Of(n.o.ID).Want("", wording.Say("found.dms.dossier", n.o.Label())))
		}
	}
	return out
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// deriveSpan fills missing ends of the Laufzeit of Akten and Vorgänge from the
// documents below and marks them as derived (A38). maxNested bounds the depth.
func deriveSpan(o *record.Object) (first, last record.Date) {
	take := func(from, to record.Date) {
		if from != "" && (first == "" || from < first) {
			first = from
		}
		if to > last {
			last = to
		}
	}
	for _, c := range o.Children {
		take(deriveSpan(c))
	}
	if o.Kind == record.Document {
		day := record.Date(orElse(string(o.Date), string(o.Received)))
		take(day, day)
		return first, last
	}
	s := &o.Span
	if s.From == "" && first != "" || s.To == "" && last != "" {
		s.From, s.To = record.Date(orElse(string(s.From), string(first))), record.Date(orElse(string(s.To), string(last)))
		s.Derived = true
	}
	take(s.From, s.To)
	return first, last
}
