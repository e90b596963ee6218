// Package prepare is the clerk's side (requirements A1, A2, A6, A27, B1–B3,
// C1–C6, C8, C10, D1–D4, E1–E3, G6): it turns a folder of material and a few
// typed statements into a portion the archive can take, and follows it until the
// agency may delete.
//
// A Preparation is the unit of work: its fields are stored as they are typed, so
// that nothing is lost in a crash; a build copies every source file once into a
// target folder of the portion's own, keeps a journal of what was read, and shows
// the portion only when it is whole. What a kind of delivery needs is told by its
// Builder. The portion is never split (C10) and nothing of the agency is ever
// deleted: deletion is only recorded (C8).
//
// It checks nothing itself: the self-check is made by the archive's engine
// (transfer/check); this package holds its result, the sidecar that travels with
// the portion, and the difference to the archive's own check. It signs nothing and
// sends nothing: app/work joins it with sync.
package prepare

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/wording"
)

// State is where a preparation stands.
type State string

// The states of a preparation.
const (
	Draft       State = "draft"
	Built       State = "built"
	SelfChecked State = "self-checked" // and found in order
	HandedOver  State = "handed-over"
	Confirmed   State = "confirmed" // a verified receipt of the archive is there
	Deletable   State = "deletable" // every confirmation is there: the agency may delete
)

// States in the order of the work.
var States = []State{Draft, Built, SelfChecked, HandedOver, Confirmed, Deletable}

// next is the one table of transitions. A changed statement makes a built portion
// a draft again; a portion the archive returned is reopened (C7). What the archive
// has confirmed is never changed again.
var next = map[State][]State{
	Draft:       {Draft, Built},
	Built:       {Draft, Built, SelfChecked},
	SelfChecked: {Draft, Built, SelfChecked, HandedOver},
	HandedOver:  {Draft, HandedOver, Confirmed},
	Confirmed:   {Confirmed, Deletable},
	Deletable:   {Deletable},
}

// Next gives the states that may follow s.
func (s State) Next() []State { return slices.Clone(next[s]) }

// May reports whether to may follow s.
func (s State) May(to State) bool { return slices.Contains(next[s], to) }

// In is the word on the stamp in a language.
func (s State) In(language string) string {
	return wording.Word("word.preparation.", string(s)).In(language)
}

// German is the word on the stamp.
func (s State) German() string { return s.In(wording.German) }

// step checks a transition. Error: Refused, with the German words for both states.
func step(from, to State) error {
	if from.May(to) {
		return nil
	}
	return failure.New(failure.Refused, fmt.Sprintf("preparation state %s → %s", from, to),
		wording.Say("hint.prepare.step-not-possible", from, to))
}

// Ways of handing over.
const (
	WayMedium  = "medium"  // folder, share or USB medium
	WayChannel = "channel" // the signed channel
)

// Preparation is one portion in the making and what became of it.
type Preparation struct {
	ID     string      `json:"id"`
	Kind   string      `json:"kind"`
	State  State       `json:"state"`
	Source string      `json:"source"`           // folder of the material
	Target string      `json:"target"`           // folder of the portion's own
	Name   string      `json:"name,omitempty"`   // name of the portion, known once built
	Fields kind.Values `json:"fields"`           // what was typed, by field key
	Set    kind.Values `json:"set,omitempty"`    // of the named set of defaults it was built with
	Reason kind.Values `json:"reason,omitempty"` // why a value read from the files was corrected, by field key

	Added []Added `json:"added,omitempty"` // files from elsewhere that stand in for missing ones

	Created time.Time `json:"created"`
	Changed time.Time `json:"changed"`
	Person  string    `json:"person,omitempty"` // who began

	Root    string        `json:"root,omitempty"` // folder inside the container, "" = none
	Files   int           `json:"files,omitempty"`
	Bytes   int64         `json:"bytes,omitempty"`
	Read    []kind.Read   `json:"read,omitempty"`    // what was read from the files
	Signers []kind.Signer `json:"signers,omitempty"` // signatures read, at most MaxShown
	Signed  int           `json:"signed,omitempty"`  // how many in all
	Kept    int           `json:"kept,omitempty"`    // how many of them stay in their file; see Staying
	// Omitted are the entries the build did not find, with the clerk's reason.
	Omitted []kind.Omitted `json:"omitted,omitempty"`
	// Findings are what the build found wrong with the material, errors first, at
	// most maxKept; they count in the self-check.
	Findings []check.Finding `json:"findings,omitempty"`

	ProfileID      string    `json:"profile,omitempty"` // profile of the self-check
	ProfileVersion int       `json:"profileVersion,omitempty"`
	Verdict        string    `json:"verdict,omitempty"` // of the last self-check
	Errors         int       `json:"errors,omitempty"`
	Warnings       int       `json:"warnings,omitempty"`
	Notes          int       `json:"notes,omitempty"`
	Checked        time.Time `json:"checked,omitzero"`

	Way         string    `json:"way,omitempty"`
	Place       string    `json:"place,omitempty"` // folder handed over to, or address of the archive
	Container   string    `json:"container,omitempty"`
	SHA512      string    `json:"sha512,omitempty"`
	Size        int64     `json:"size,omitempty"`
	Bundle      string    `json:"bundle,omitempty"`      // SHA-512 of what the channel carries
	AccessionID string    `json:"accessionId,omitempty"` // Ü-ID over the transfer list (A2)
	HandedOver  time.Time `json:"handedOver,omitzero"`

	Returned      *Returned      `json:"returned,omitempty"` // the archive gave it back; until the next build
	Needed        []string       `json:"needed,omitempty"`   // confirmations before deletion (C8)
	Confirmations []Confirmation `json:"confirmations,omitempty"`
	Deleted       time.Time      `json:"deleted,omitzero"` // recorded, never done by us
	DeletedBy     string         `json:"deletedBy,omitempty"`
	DeletedNote   string         `json:"deletedNote,omitempty"`

	landed string // target folder the last build wrote to
}

// maxKept bounds the findings of a build that are kept.
const maxKept = 2000

// Forms of a confirmation.
const (
	FormReceipt = "receipt" // signed file or channel, verified
	FormPaper   = "paper"   // entered by hand, with a scan
)

// Confirmation is one confirmation of the archives (C8).
type Confirmation struct {
	Name   string    `json:"name"` // as the profile names it
	Form   string    `json:"form"`
	By     string    `json:"by"`  // who confirmed: archive or person
	Day    string    `json:"day"` // of the confirmation, JJJJ-MM-TT
	Note   string    `json:"note,omitempty"`
	File   string    `json:"file,omitempty"` // scan or receipt, kept in the workspace
	SHA512 string    `json:"sha512,omitempty"`
	Noted  time.Time `json:"noted"`
	Person string    `json:"person,omitempty"` // who entered it
}

// Staying is how many signatures go out with their files. What was built before these
// were counted is counted from the list.
func (p *Preparation) Staying() int {
	n := 0
	for _, s := range p.Signers {
		if s.Stays() {
			n++
		}
	}
	return max(n, p.Kept)
}

// Folder is where the files of a built portion lie: a folder of the portion's name
// in the target folder, since some kinds check that name.
func (p *Preparation) Folder() string { return filepath.Join(p.Target, p.Name) }

// Returned says that the archive gave a portion back (C7).
type Returned struct {
	By      string    `json:"by"`      // archive
	Portion string    `json:"portion"` // id at the archive
	Time    time.Time `json:"time"`
	Person  string    `json:"person,omitempty"` // at the archive
	Reason  string    `json:"reason,omitempty"` // as the archive's receipt states it
}

// Sentence tells it to the clerk with the way on.
func (r Returned) Sentence() wording.Text {
	part := func(key, value string) wording.Text {
		if value == "" {
			return wording.Text{}
		}
		return wording.Say(key, value)
	}
	return wording.Say("why.returned", wording.Day(r.Time), r.By, part("why.returned-person", r.Person),
		part("why.returned-portion", r.Portion), part("why.returned-reason", strings.TrimRight(r.Reason, ". ")))
}

// Values are the statements a portion was built with: what was typed, over the set
// of defaults.
func (p *Preparation) Values() kind.Values { return Defaults{Values: p.Set}.over(p.Fields) }

// Clearance is the confirmation needed before deletion where neither profile nor
// kind names others (A19).
const Clearance = "Löschfreigabe"

// Missing names the confirmations still needed before deletion.
func (p *Preparation) Missing() (out []string) {
	for _, n := range p.Needed {
		if !slices.ContainsFunc(p.Confirmations, func(c Confirmation) bool { return c.Name == n }) {
			out = append(out, n)
		}
	}
	return out
}
