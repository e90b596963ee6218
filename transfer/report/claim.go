package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Claim is the letter that asks an agency for a redelivery or for named files
// (Nachforderung), grouped by cause. All its texts may be edited until Final.
type Claim struct {
	Meta    Meta         `json:"meta"`
	Way     check.WayOut `json:"way"` // check.ReturnAll or check.AskForFiles
	Subject string       `json:"subject"`
	Opening []string     `json:"opening"` // paragraphs before the causes
	Causes  []Cause      `json:"causes"`
	// Warned: none of the causes is an error; the letter claims none then.
	Warned bool `json:"warned,omitempty"`
	// Aside are notes, plausibility among them: none stands in the letter unless it is
	// ticked (Mention).
	Aside    []Cause      `json:"aside,omitempty"`
	Closing  []string     `json:"closing"` // paragraphs after the causes
	Deadline time.Time    `json:"deadline,omitzero"`
	Signer   string       `json:"signer,omitempty"`
	Final    bool         `json:"final"`
	Checks   []check.Done `json:"checks,omitempty"` // so that the letter can say what was not checked
}

// Cause is one reason for the claim with all places concerned.
type Cause struct {
	Code   string   `json:"code"`
	Title  string   `json:"title"`  // what happened
	Remedy string   `json:"remedy"` // what the agency should do
	Places []string `json:"places,omitempty"`
	Total  int      `json:"total"`
	// Further are those of Total that were too many to be listed.
	Further int    `json:"further,omitempty"`
	Note    string `json:"note,omitempty"`    // words of the archivist
	Mention bool   `json:"mention,omitempty"` // of those aside: ticked, so that the letter tells it
	Left    bool   `json:"left,omitempty"`    // of the causes: left out of the letter by a person
}

// NewClaim drafts the letter from a report: every error and warning, grouped by
// code, with texts ready to be edited; notes are kept aside. The opening names a
// return or a request for files, as way says, and a return without any cause; a zero
// deadline leaves the date out.
func NewClaim(rep *check.Report, meta Meta, way check.WayOut, deadline time.Time) Claim {
	if meta.Agency.Name == "" {
		meta.Agency.Name = rep.Agency.Name
	}
	if meta.Portion == "" {
		meta.Portion = rep.Portion
	}
	c := Claim{Meta: meta, Way: way, Deadline: deadline, Checks: rep.Checks, Signer: meta.Person}
	for _, g := range groupFindings(rep.Findings) {
		places, _ := g.places(len(g.all))
		cause := Cause{Code: g.first.Code, Title: g.first.Message, Remedy: g.first.Remedy, Places: places, Total: check.Weigh(g.all),
			Further: g.all[len(g.all)-1].Further}
		if g.first.Severity == check.Note {
			c.Aside = append(c.Aside, cause)
		} else {
			c.Causes = append(c.Causes, cause)
		}
	}
	c.Warned = len(c.Causes) > 0 && !slices.ContainsFunc(rep.Findings, func(f check.Finding) bool { return f.Severity == check.Error })
	c.words(deadline)
	return c
}

// words writes what stands around the causes.
func (c *Claim) words(deadline time.Time) {
	what := say("paper.claim.portion", c.Meta.Portion)
	switch {
	case len(c.Causes) == 0:
		c.Subject = say("paper.claim.subject-return", c.Meta.Portion)
		c.Opening = []string{say("paper.letter.salutation"), say("paper.claim.without-cause", what)}
	case c.Warned && c.Way != check.AskForFiles:
		c.Subject = say("paper.claim.subject-return", c.Meta.Portion)
		c.Opening = []string{say("paper.letter.salutation"), say("paper.claim.warned", what)}
	case c.Way == check.AskForFiles:
		c.Subject = say("paper.claim.subject-files", c.Meta.Portion)
		c.Opening = []string{say("paper.letter.salutation"), say("paper.claim.files", what)}
	default:
		c.Subject = say("paper.claim.subject-return", c.Meta.Portion)
		c.Opening = []string{say("paper.letter.salutation"), say("paper.claim.return", what)}
	}
	if !deadline.IsZero() && len(c.Causes) > 0 {
		c.Closing = append(c.Closing, say("paper.claim.due", day(deadline)))
	}
	c.Closing = append(c.Closing, say("paper.letter.keep-claim"), say("paper.letter.regards"))
}

func (c *Claim) noNote(code string) wording.Text {
	if asides := c.asides(); len(asides) > 0 {
		return wording.Say("hint.report.no-such-note", code, strings.Join(asides, ", "))
	}
	return wording.Say("hint.report.no-note-at-all", code)
}

// Tick says which of the notes aside the letter tells, by their codes. Error: a code
// that stands for none of them.
func (c *Claim) Tick(codes []string) error {
	for _, code := range codes {
		if !slices.ContainsFunc(c.Aside, func(a Cause) bool { return a.Code == code }) {
			return failure.New(failure.Refused, "mention "+code+" in the claim", c.noNote(code))
		}
	}
	for i := range c.Aside {
		c.Aside[i].Mention = slices.Contains(codes, c.Aside[i].Code)
	}
	return nil
}

// Leave says which causes the letter leaves out, by their codes; all others stand in it.
// Error: a code that stands for none of them.
func (c *Claim) Leave(codes []string) error {
	for _, code := range codes {
		if !slices.ContainsFunc(c.Causes, func(x Cause) bool { return x.Code == code }) {
			return failure.New(failure.Refused, "leave "+code+" out of the claim", wording.Say("hint.report.no-such-cause", code))
		}
	}
	for i := range c.Causes {
		c.Causes[i].Left = slices.Contains(codes, c.Causes[i].Code)
	}
	return nil
}

func (c *Claim) asides() (codes []string) {
	for _, a := range c.Aside {
		if !slices.Contains(codes, a.Code) {
			codes = append(codes, a.Code)
		}
	}
	return codes
}

// ReadClaim reads a claim: as NewClaim gives it, or as the content of the JSON form of
// the paper, so that a person may edit either.
func ReadClaim(raw []byte) (Claim, error) {
	var paper struct {
		Format  string          `json:"format"`
		Content json.RawMessage `json:"content"`
	}
	var c Claim
	if err := json.Unmarshal(raw, &paper); err != nil {
		return c, fmt.Errorf("read claim: %w", err)
	}
	if paper.Format != "" && len(paper.Content) > 0 {
		raw = paper.Content
	}
	if err := json.Unmarshal(raw, &c); err != nil {
		return c, fmt.Errorf("read claim: %w", err)
	}
	return c, nil
}

// Empty reports whether the claim says nothing: it has no subject, no text and no cause.
func (c Claim) Empty() bool {
	return c.Subject == "" && len(c.Opening)+len(c.Causes)+len(c.Closing) == 0
}

// Document lays the claim out as a letter; it is marked as a draft until Final.
func (c Claim) Document() Document {
	c.Aside = slices.DeleteFunc(slices.Clone(c.Aside), func(a Cause) bool { return !a.Mention }) // nor in its JSON form
	c.Causes = slices.DeleteFunc(slices.Clone(c.Causes), func(x Cause) bool { return x.Left })
	d := c.Meta.document("claim", c.Subject, joined(", ", c.Meta.Accession, c.Meta.AccessionID), c)
	d.Letter = c.Meta.letter(!c.Final)
	for _, t := range c.Opening {
		d.Blocks = append(d.Blocks, Paragraph{Text: t})
	}
	d.Blocks = append(d.Blocks, c.Meta.identity())
	if len(c.Causes) > 0 {
		heading := "paper.claim.causes"
		if c.Warned {
			heading = "paper.claim.warnings"
		}
		d.Blocks = append(d.Blocks, Heading{2, say(heading, number(len(c.Causes)))})
	}
	for _, cause := range c.Causes {
		tone := Fault
		if c.Warned {
			tone = Hint
		}
		d.Blocks = append(d.Blocks, cause.card(tone))
	}
	if len(c.Aside) > 0 {
		d.Blocks = append(d.Blocks, Heading{2, say("paper.claim.aside", number(len(c.Aside)))})
	}
	for _, a := range c.Aside {
		d.Blocks = append(d.Blocks, a.card(Hint))
	}
	if missing := undone(c.Checks); len(missing) > 0 {
		d.Blocks = append(d.Blocks, Paragraph{Text: say("paper.claim.unchecked", strings.Join(missing, ", "))})
	}
	for _, t := range c.Closing {
		d.Blocks = append(d.Blocks, Paragraph{Text: t})
	}
	d.Blocks = append(d.Blocks, Signature{Name: c.Signer, Role: c.Meta.Archive.Name})
	d.Blocks = append(d.Blocks, c.Meta.provenance()...)
	return d
}

func (c Cause) card(tone Tone) Card {
	card := Card{Tone: tone, Label: joined(" · ", c.Code, counted(c.Total, "place")), Title: c.Title, Places: c.Places}
	for _, t := range []string{c.Remedy, c.Note} {
		if t != "" {
			card.Text = append(card.Text, t)
		}
	}
	if len(c.Places) > MaxPlaces {
		card.Places = c.Places[:MaxPlaces]
		card.More = say("paper.claim.more", number(MaxPlaces), number(c.Total))
		if c.Further > 0 {
			card.More = say("paper.claim.more-further", number(MaxPlaces), number(c.Total), number(c.Total-c.Further), number(c.Further))
		}
	}
	return card
}

func undone(checks []check.Done) []string {
	var out []string
	for _, c := range checks {
		if c.State != check.Full {
			out = append(out, check.Title(c.Name))
		}
	}
	return out
}
