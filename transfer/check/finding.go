// Package check holds what a check says: findings with stable codes, the report,
// the seam by which delivery kinds plug in, and the one-read engine.
//
// A finding is data about the delivered material (requirement G3); an error is
// what stops us (see transfer/failure). The package knows no kind by name and no
// heavy library: format identification, schema validation and PDF/A checking
// come in through the small interfaces of engine.go.
package check

import (
	"fmt"
	"slices"
	"strings"

	"laufzettel/transfer/wording"
)

// Severity ranks a finding. A portion with at least one Error is rejected.
type Severity string

// The severities, hardest first. A rule of level MUST gives Error, SHOULD
// Warning, MAY Note.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Finding is one fact about the material that somebody should know. Message and
// Remedy are German sentences fit for a letter to the agency.
type Finding struct {
	Code     string   `json:"code"`
	Severity Severity `json:"severity"`
	Path     string   `json:"path,omitempty"`   // inside the portion; nested containers as outer.zip!inner
	Line     int      `json:"line,omitempty"`   // 1-based, 0 = none
	Object   string   `json:"object,omitempty"` // id of the record object concerned
	Expected string   `json:"expected,omitempty"`
	Found    string   `json:"found,omitempty"`
	Message  string   `json:"message"`
	Remedy   string   `json:"remedy"`
	Rule     string   `json:"rule,omitempty"` // id of a standard's rule, e.g. CSIPSTR4 or 6.1.3
	// Paths are all files this finding stands for, where one cause concerns several;
	// Path is the first of them. Empty: it concerns Path alone.
	Paths []string `json:"paths,omitempty"`
	// Place says for people where that is: Aktenzeichen and file.
	Place string `json:"place,omitempty"`
	// Further is how many more findings of its code this one stands for, where they
	// are too many to be listed one by one; 0 = it stands for itself.
	Further int `json:"further,omitempty"`
	// Words are what the sentences were made of; nil: they were German from the start.
	// They stand in no JSON of a finding, what we keep has them beside it (Kept).
	Words *Words `json:"-"`

	Tells   []string `json:"-"` // as those of its code
	General bool     `json:"-"`
}

// Words are the texts a finding was made of, so that it can be said in another language
// than German. What is empty is as the code of the finding says it, or as it stands.
type Words struct {
	Title    wording.Text   `json:"title,omitzero"`  // in place of that of the code
	Said     []wording.Text `json:"said,omitempty"`  // sentences after the title
	Remedy   wording.Text   `json:"remedy,omitzero"` // in place of that of the code
	Expected wording.Text   `json:"expected,omitzero"`
	Found    wording.Text   `json:"found,omitzero"`
	Place    wording.Text   `json:"place,omitzero"`
}

// In gives f in a language: in German as it is, in another as far as its texts are known.
func (f Finding) In(language string) Finding {
	if strings.HasPrefix(language, wording.German) {
		return f
	}
	w := Words{}
	if f.Words != nil {
		w = *f.Words
	}
	code := Code{ID: f.Code}
	f.Message, f.Remedy = saidIn(language, f.Message, w.Title, code.Title()), saidIn(language, f.Remedy, w.Remedy, code.Remedy())
	for _, sentence := range w.Said {
		f.Message += " " + saidIn(language, "", sentence)
	}
	f.Expected, f.Found = saidIn(language, f.Expected, w.Expected), saidIn(language, f.Found, w.Found)
	f.Place = saidIn(language, f.Place, w.Place)
	return f
}

// saidIn says the first text that can be said, else what stands there.
func saidIn(language, stands string, texts ...wording.Text) string {
	for _, t := range texts {
		if t.Known() {
			return t.In(language)
		}
	}
	return stands
}

// Weight is how many findings f stands for.
func (f Finding) Weight() int { return max(1, f.Further, len(f.Paths)) }

// Each gives f once for every file it stands for.
func (f Finding) Each() []Finding {
	if len(f.Paths) < 2 {
		return []Finding{f}
	}
	out := make([]Finding, len(f.Paths))
	for i, p := range f.Paths {
		if i == 1 { // line, object, place and values are those of the first
			f = f.Want("", "")
			f = f.Placed(wording.Text{})
			f.Line, f.Object = 0, ""
		}
		out[i] = f
		out[i].Path, out[i].Paths = p, nil
	}
	return out
}

// Below gives f as it reads from outside the container it was found in: with the path of
// that before its own.
func (f Finding) Below(outer string) Finding {
	f.Paths = slices.Clone(f.Paths)
	for i, p := range f.Paths {
		f.Paths[i] = outer + "!" + p
	}
	if f.Path == "" {
		f.Path = outer
	} else {
		f.Path = outer + "!" + f.Path
	}
	return f
}

// Weigh counts findings with those they stand for.
func Weigh(list []Finding) (n int) {
	for _, f := range list {
		n += f.Weight()
	}
	return n
}

// WayOut is what a person may choose when a finding stands in the way (A11).
type WayOut string

// The ways out.
const (
	ReturnAll       WayOut = "return"    // send the whole portion back
	AskForFiles     WayOut = "ask"       // ask for named files
	AcceptException WayOut = "exception" // accept with exception and reason (A33)
	Stop            WayOut = "stop"      // controlled stop
)

// Code is one kind of finding: stable, never reused. Rooms list theirs in an
// exported slice named Codes; app/work puts them into one Registry, from
// which docs/findings.md is generated.
type Code struct {
	ID       string
	Severity Severity
	Source   string   // requirement id or standard clause
	Ways     []WayOut // never empty for Error and Warning
	// Tells are codes whose findings about the same place are only what follows from a
	// finding of this one, or say it in other words: one cause is one finding.
	Tells []string
	// General says of a value only that it does not fit. Whoever names the same value at
	// that place, and says what it ought to be, says it better.
	General bool
}

// In is the severity in the words of a language.
func (s Severity) In(language string) string {
	return wording.Word("word.severity.", string(s)).In(language)
}

// In is the way out in the words of a language.
func (w WayOut) In(language string) string { return wording.Word("word.way.", string(w)).In(language) }

// keyCode begins the keys of the titles and remedies in the catalogues.
const keyCode = "code."

// Title says what happened; it ends with a full stop.
func (c Code) Title() wording.Text { return wording.Say(keyCode + c.ID + ".title") }

// Remedy says what the agency should do.
func (c Code) Remedy() wording.Text { return wording.Say(keyCode + c.ID + ".remedy") }

// At makes a finding of this code at a path inside the portion ("" = portion).
func (c Code) At(path string) Finding {
	return Finding{Code: c.ID, Severity: c.Severity, Path: path, Message: c.Title().In(wording.German),
		Remedy: c.Remedy().In(wording.German), Tells: c.Tells, General: c.General}
}

// On gives f the line number.
func (f Finding) On(line int) Finding { f.Line = line; return f }

// Of gives f the id of the record object concerned.
func (f Finding) Of(object string) Finding { f.Object = object; return f }

// Want gives f what was expected and what was found: strings are material, which reads
// the same in every language; sentences of ours are texts (wording).
func (f Finding) Want(expected, found any) Finding {
	f.Words = f.ownWords()
	f.Expected, f.Words.Expected = spoken(expected)
	f.Found, f.Words.Found = spoken(found)
	return f.tidied()
}

// Placed says for people where f is. A place that reads the same in every language, as an
// Aktenzeichen and a file do, is kept as it stands.
func (f Finding) Placed(place wording.Text) Finding {
	f.Words = f.ownWords()
	f.Place, f.Words.Place = place.In(wording.German), place
	if place.In(wording.English) == f.Place {
		f.Words.Place = wording.Text{}
	}
	return f.tidied()
}

// Saying appends one more sentence to the message: a text, or a string that is material.
func (f Finding) Saying(sentence any) Finding {
	text, ok := sentence.(wording.Text)
	if !ok {
		text = wording.Plain(fmt.Sprint(sentence))
	}
	if text.Empty() {
		return f
	}
	f.Words = f.ownWords()
	f.Words.Said = append(slices.Clip(f.Words.Said), text)
	f.Message += " " + text.In(wording.German)
	return f
}

// Titled gives f a message in place of the title of its code.
func (f Finding) Titled(title wording.Text) Finding {
	f.Words = f.ownWords()
	f.Words.Title, f.Words.Said, f.Message = title, nil, title.In(wording.German)
	return f
}

// Advising gives f a remedy in place of that of its code.
func (f Finding) Advising(remedy wording.Text) Finding {
	f.Words = f.ownWords()
	f.Words.Remedy, f.Remedy = remedy, remedy.In(wording.German)
	return f
}

// Sentences gives the message of f as a text: its title and what was added to it.
func (f Finding) Sentences() wording.Text {
	all := []any{Code{ID: f.Code}.Title()}
	if w := f.Words; w != nil {
		if !w.Title.Empty() {
			all[0] = w.Title
		}
		for _, said := range w.Said {
			all = append(all, said)
		}
	}
	return wording.List(" ", all)
}

// ownWords gives a copy of the texts of f, which others may share.
func (f Finding) ownWords() *Words {
	if f.Words == nil {
		return &Words{}
	}
	w := *f.Words
	return &w
}

// tidied drops texts where there are none.
func (f Finding) tidied() Finding {
	if w := f.Words; w.Title.Empty() && len(w.Said) == 0 && w.Remedy.Empty() && w.Expected.Empty() && w.Found.Empty() && w.Place.Empty() {
		f.Words = nil
	}
	return f
}

// spoken gives the German words of a value and, where it is a sentence of ours, its text;
// of nil nothing.
func spoken(v any) (german string, text wording.Text) {
	switch x := v.(type) {
	case nil:
		return "", wording.Text{}
	case wording.Text:
		return x.In(wording.German), x
	}
	return fmt.Sprint(v), wording.Text{}
}

// By names the standard's rule behind f.
func (f Finding) By(rule string) Finding { f.Rule = rule; return f }

// Together makes one finding of those with one cause: the same code, severity and
// message. It keeps expected and found of the first and names all files.
func Together(list []Finding) (out []Finding) {
	s := newFindingSet()
	s.every = true
	s.group(list...)
	return s.list
}

// UnclaimedWords says of a file that breaks no rule of PDF/A why it is none: it does not
// claim to be, or is no PDF at all; nothing of others.
func UnclaimedWords(f FileFact) wording.Text {
	switch {
	case f.Unclaimed:
		return wording.Say("said.check.unclaimed")
	case f.OtherThanPDF():
		if f.Format.Name == "" {
			return wording.Say("said.check.no-pdf")
		}
		return wording.Say("said.check.other-than-pdf", f.Format.Name)
	}
	return wording.Text{}
}

// KindWords is what people call a kind of delivery; papers never say its key.
func KindWords(kind string) wording.Text { return wording.Word("kind.", kind) }

// NameDissolved is what the office says of signatures it took out.
const NameDissolved = "signatures-dissolved"

// Title gives the German name of a check, for papers; one that has none keeps its own.
func Title(name string) string { return TitleIn(name, wording.German) }

// TitleIn gives the name of a check in a language, for screens.
func TitleIn(name, language string) string { return wording.Word("name.check.", name).In(language) }
