package transfer

import (
	"fmt"
	"slices"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// State is where a portion stands; a box of the routing slip.
type State string

// The states of a portion.
const (
	Arrived               State = "arrived"
	Recognised            State = "recognised"
	Checked               State = "checked"
	Accepted              State = "accepted"
	AcceptedWithException State = "accepted-with-exception" // third outcome (A33)
	Returned              State = "returned"
	Discarded             State = "discarded" // wrongly taken in; its number stays (what-stays)
	Appraised             State = "appraised"
	Packaged              State = "packaged"
	Sent                  State = "sent"
	Confirmed             State = "confirmed"
	Closed                State = "closed"
)

// States in the order of the slip.
var States = []State{Arrived, Recognised, Checked, Accepted, AcceptedWithException, Returned, Discarded, Appraised, Packaged, Sent,
	Confirmed, Closed}

// next is the one table of transitions. Checking again is allowed until a person
// has decided; a returned portion is only closed, its redelivery is a new portion.
var next = map[State][]State{
	Arrived:               {Recognised, Checked, Returned, Discarded},
	Recognised:            {Checked, Returned, Discarded},
	Checked:               {Recognised, Checked, Accepted, AcceptedWithException, Returned, Discarded},
	Accepted:              {Appraised, Checked, Returned},
	AcceptedWithException: {Appraised, Checked, Returned},
	Returned:              {Closed},
	Discarded:             nil,
	Appraised:             {Packaged, Accepted, AcceptedWithException},
	Packaged:              {Sent},
	Sent:                  {Confirmed},
	Confirmed:             {Closed},
	Closed:                nil,
}

// Next gives the states that may follow s.
func (s State) Next() []State { return slices.Clone(next[s]) }

// May reports whether to may follow s.
func (s State) May(to State) bool { return slices.Contains(next[s], to) }

// Decided reports whether a person has accepted the portion.
func (s State) Decided() bool {
	return slices.Index(States, s) >= slices.Index(States, Accepted) && s != Returned && s != Discarded
}

// Judged reports whether the appraisal of the portion is finished: every V has its
// release, and what is told to the agency about it holds (G18).
func (s State) Judged() bool { return slices.Index(States, s) >= slices.Index(States, Appraised) }

// Appraisable reports whether the units of the portion may be decided now: it is
// accepted, and its appraisal is not finished.
func (s State) Appraisable() bool { return s == Accepted || s == AcceptedWithException }

// step checks a transition. Error: Refused, with the German words for both states.
func step(from, to State) error {
	if from.May(to) {
		return nil
	}
	return failure.New(failure.Refused, fmt.Sprintf("portion state %s → %s", from, to),
		wording.Say("hint.transfer.step-not-possible", from, to))
}

// Tone is the meaning of a state's colour, by name.
type Tone string

// The tones.
const (
	ToneNote  Tone = "note"
	ToneOK    Tone = "ok"
	ToneWarn  Tone = "warning"
	ToneError Tone = "error"
)

// looks is the one table of how a state is drawn: the boxes of the
// routing slip that are done, its tone, and whether the slip stops there.
var looks = map[State]struct {
	box     int
	tone    Tone
	stopped bool
}{
	Arrived:               {1, ToneNote, false},
	Recognised:            {2, ToneNote, false},
	Checked:               {3, ToneOK, false},
	Accepted:              {4, ToneOK, false},
	AcceptedWithException: {4, ToneWarn, false},
	Returned:              {2, ToneError, true},
	Discarded:             {1, ToneWarn, true},
	Appraised:             {5, ToneOK, false},
	Packaged:              {6, ToneOK, false},
	Sent:                  {7, ToneOK, false},
	Confirmed:             {8, ToneOK, false},
	Closed:                {9, ToneOK, false},
}

// In is the word on the stamp (look.md 3) in a language.
func (s State) In(language string) string {
	return wording.Word("word.portion.", string(s)).In(language)
}

// German is the word on the stamp.
func (s State) German() string { return s.In(wording.German) }

// Box counts the boxes of the routing slip that are done, 0 for no state of ours.
func (s State) Box() int { return looks[s].box }

// Stopped reports whether the slip ends here against the agency: the portion was returned.
func (s State) Stopped() bool { return looks[s].stopped }

// Tone is the colour's meaning; what a check found is not in it.
func (s State) Tone() Tone {
	if l, ok := looks[s]; ok {
		return l.tone
	}
	return ToneNote
}

// AccessionState is where an accession stands.
type AccessionState string

// The states of an accession (design 3).
const (
	Offered         AccessionState = "offered"
	Awaited         AccessionState = "awaited"
	InWork          AccessionState = "in-work"
	Archived        AccessionState = "archived"
	Cleared         AccessionState = "cleared" // for deletion at the source (A19)
	AccessionClosed AccessionState = "closed"
	// AccessionDiscarded keeps a number nothing came of: its delivery was discarded, or
	// belonged to another accession (E8).
	AccessionDiscarded AccessionState = "discarded"
)

var nextAccession = map[AccessionState][]AccessionState{
	Offered:            {Awaited, InWork},
	Awaited:            {InWork},
	InWork:             {Archived, Awaited},
	Archived:           {Cleared, InWork},
	Cleared:            {AccessionClosed},
	AccessionClosed:    nil,
	AccessionDiscarded: nil,
}

// AccessionStates in the order of the business.
var AccessionStates = []AccessionState{Offered, Awaited, InWork, Archived, Cleared, AccessionClosed, AccessionDiscarded}

// In is the word of the Zugangsbuch in a language.
func (s AccessionState) In(language string) string {
	return wording.Word("word.accession.", string(s)).In(language)
}

// German is the word of the Zugangsbuch.
func (s AccessionState) German() string { return s.In(wording.German) }

// Released reports whether the accession is given free for deletion at the source, or
// closed: nothing stands against a clearance any more.
func (s AccessionState) Released() bool { return s == Cleared || s == AccessionClosed }

// Ended reports whether nothing more happens in the accession: it is closed, or nothing
// came of it.
func (s AccessionState) Ended() bool { return s == AccessionClosed || s == AccessionDiscarded }

// May reports whether to may follow s.
func (s AccessionState) May(to AccessionState) bool { return slices.Contains(nextAccession[s], to) }
