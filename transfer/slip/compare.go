package slip

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Compare holds a transfer list against the message it came with, in both directions:
// Vorgänge, their Betreff, Laufzeit and Kennzeichen, and the files of each (004 P3.1).
// Digests and missing files are compared where the files are read. A list that offers
// only A and B says nothing of cases marked for destruction.
func (f *Found) Compare(roots []*record.Object, elsewhere ...*record.Object) []check.Finding {
	if f == nil || f.List == nil || len(roots) == 0 {
		return nil
	}
	c := listed{f: f, cases: map[string]*record.Object{}, named: map[string]bool{}, dossiers: map[string]bool{}}
	for o := range record.All(roots) {
		if o.Kind == record.Case {
			c.cases[key(o.ID)] = o
		}
	}
	other := map[string]bool{}
	for o := range record.All(elsewhere) {
		other[key(o.ID)] = o.Kind == record.Case
	}
	c.misplaced(roots)
	c.every = f.List.fileNames()
	for i := range f.List.Entries {
		if id := key(f.List.Entries[i].ID); other[id] && c.cases[id] == nil {
			continue // another part of the delivery brings it
		}
		c.entry(&f.List.Entries[i])
	}
	c.unlisted(roots)
	return c.out
}

type listed struct {
	f        *Found
	cases    map[string]*record.Object
	named    map[string]bool           // ids of the list
	dossiers map[string]bool           // differences of an Akte that are told
	at       map[string]*record.Object // file of the message: the Vorgang or Akte it lies in
	moved    map[string]bool           // files that list and message name in different Vorgänge
	every    map[string]bool           // all files of the list
	out      []check.Finding
}

func key(id string) string { return strings.ToLower(strings.TrimSpace(id)) }

func (c *listed) say(code check.Code, object string, want, found any) {
	c.out = append(c.out, code.At(c.f.ListPath).Of(object).Want(want, found))
}

// byList and byMessage say of a value who states it.
func byList(value string) wording.Text {
	if value == "" {
		return wording.Say("want.slip.not-in-list")
	}
	return wording.Say("want.slip.in-list", value)
}

func byMessage(value string) wording.Text {
	if value == "" {
		return wording.Say("found.slip.not-in-message")
	}
	return wording.Say("found.slip.in-message", value)
}

// entry compares one Vorgang of the list.
func (c *listed) entry(e *Entry) {
	c.named[key(e.ID)] = true
	o := c.cases[key(e.ID)]
	if o == nil {
		f := codeCaseNotInMessage.At(c.f.ListPath).Want(label(e.Reference, e.Subject), "")
		f = f.Placed(label(e.Reference, e.Subject))
		if n := len(e.Files); n > 0 {
			f = f.Saying(missingWith(n))
		}
		c.out = append(c.out, f)
		return
	}
	if !alike(e.Subject, o.Subject) {
		c.say(codeListSubject, o.ID, byList(e.Subject), byMessage(o.Subject))
	}
	if !o.Span.Derived && (differs(e.Span.From, o.Span.From) || differs(e.Span.To, o.Span.To)) {
		c.say(codeListSpan, o.ID, byList(e.Span.String()), byMessage(o.Span.String()))
	}
	if !alike(e.Reference, o.Reference) {
		c.say(codeListReference, o.ID, byList(e.Reference), byMessage(o.Reference))
	}
	if o.Rating != "" && o.Rating != record.RatingOpen && e.Rating != "" && e.Rating != o.Rating {
		c.say(codeListRating, o.ID, string(e.Rating), string(o.Rating))
	}
	c.dossier(e, o)
	if len(e.Files) > 0 || len(c.every) > 0 && o.Rating != record.RatingDestroy && !o.ContextOnly {
		c.files(e, o)
	}
}

// fileNames are all files a list names; none where it only names Vorgänge.
func (l *List) fileNames() map[string]bool {
	out := map[string]bool{}
	for _, e := range l.Entries {
		for _, f := range e.Files {
			out[plain(f.Name)] = true
		}
	}
	return out
}

// dossier compares the Akte a Vorgang lies in, or the Teilakte, whichever the list means;
// of one Akte each difference is told once.
func (c *listed) dossier(e *Entry, o *record.Object) {
	var near *record.Object
	for p := o.Parent; p != nil; p = p.Parent {
		if p.Kind != record.Dossier {
			continue
		}
		if agree(e.DossierReference, p.Reference) && agree(e.DossierSubject, p.Subject) {
			return
		}
		if near == nil || agree(e.DossierReference, p.Reference) {
			near = p
		}
	}
	if near == nil {
		return
	}
	for _, d := range [][2]string{{e.DossierReference, near.Reference}, {e.DossierSubject, near.Subject}} {
		if told := near.ID + "\x00" + d[0]; !agree(d[0], d[1]) && !c.dossiers[told] {
			c.dossiers[told] = true
			c.say(codeListDossier, near.ID, d[0], d[1])
		}
	}
}

// misplaced finds the files that both sides name, in different Vorgänge: nothing is missing.
func (c *listed) misplaced(roots []*record.Object) {
	c.at, c.moved = map[string]*record.Object{}, map[string]bool{}
	for o := range record.All(roots) {
		for f := range o.Files() {
			if name := plain(f.Name); c.at[name] == nil {
				c.at[name] = holder(o)
			}
		}
	}
	for i := range c.f.List.Entries {
		e := &c.f.List.Entries[i]
		o := c.cases[key(e.ID)]
		if o == nil || len(e.Files) == 0 {
			continue
		}
		own := map[string]bool{}
		for below := range record.All([]*record.Object{o}) {
			for f := range below.Files() {
				own[plain(f.Name)] = true
			}
		}
		for _, f := range e.Files {
			if name := plain(f.Name); !own[name] && c.at[name] != nil {
				c.moved[name] = true
			}
		}
	}
}

// holder is the Vorgang or Akte a document lies in.
func holder(o *record.Object) *record.Object {
	for o.Kind == record.Document && o.Parent != nil {
		o = o.Parent
	}
	return o
}

// agree: what one side leaves out says nothing.
func agree(a, b string) bool { return a == "" || b == "" || alike(a, b) }

// differs: a day the list leaves out says nothing.
func differs(list, message record.Date) bool { return list != "" && list != message }

// alike ignores how blanks are set, and in which form umlauts are written.
func alike(a, b string) bool { return plain(a) == plain(b) }

func plain(s string) string { return norm.NFC.String(strings.Join(strings.Fields(s), " ")) }

// label is what a Vorgang is called by: its Aktenzeichen, and its subject set off.
func label(reference, subject string) wording.Text {
	if reference == "" {
		return wording.Say("said.slip.subject", subject)
	}
	return wording.Say("said.slip.case", reference, subject)
}

// files compares the files of one Vorgang; those of cases below belong to it.
func (c *listed) files(e *Entry, o *record.Object) {
	inList, loose := map[string]bool{}, map[string]string{}
	for _, f := range e.Files {
		name := plain(f.Name)
		inList[name], loose[strings.ToLower(name)] = true, f.Name
	}
	inMessage, respelt := map[string]bool{}, map[string]bool{}
	for below := range record.All([]*record.Object{o}) {
		for f := range below.Files() {
			name := plain(f.Name)
			inMessage[name] = true
			listed, other := loose[strings.ToLower(name)]
			switch {
			case inList[name], f.Original != "" && inList[plain(f.Original)]:
			case other:
				respelt[plain(listed)] = true
				c.say(codeFileSpelling, below.ID, listed, f.Name)
			case len(e.Files) == 0 && c.every[name]: // at a Teilvorgang with a line of its own
			case c.moved[name]: // told where the list names it
			default:
				c.say(codeFileNotInList, below.ID, "", f.Name)
			}
		}
	}
	for _, f := range e.Files {
		if name := plain(f.Name); !inMessage[name] && !respelt[name] {
			c.notHere(o, f.Name, c.at[name])
		}
	}
}

// notHere tells a file that the message does not name in the Vorgang of the list; elsewhere
// is where it does.
func (c *listed) notHere(o *record.Object, name string, elsewhere *record.Object) {
	f := codeFileNotInMessage.At(c.f.ListPath).Of(o.ID).Want(name, "")
	if elsewhere != nil {
		f = f.Saying(wording.Say("said.slip.file-elsewhere", label(elsewhere.Reference, elsewhere.Subject))).
			Advising(wording.Say("said.slip.file-elsewhere-remedy"))
	}
	c.out = append(c.out, f)
}

// unlisted tells cases of the message that the list does not name.
func (c *listed) unlisted(roots []*record.Object) {
	for o := range record.All(roots) {
		switch {
		case o.Kind != record.Case, o.ContextOnly, o.Parent != nil && o.Parent.Kind == record.Case:
		case c.named[key(o.ID)], o.Rating == record.RatingDestroy:
		default:
			c.say(codeCaseNotInList, o.ID, "", label(o.Reference, o.Subject))
		}
	}
}

// missingWith says how many files are not there because their case is not.
func missingWith(n int) wording.Text {
	if n == 1 {
		return wording.Say("said.slip.case-file")
	}
	return wording.Say("said.slip.case-files", n)
}
