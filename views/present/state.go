package present

import "laufzettel/transfer"

// Mark is how the state of a portion is drawn: boxes of the slip, tone and the
// key of its word.
type Mark struct {
	Done    int
	Stopped bool
	Tone    transfer.Tone
	Word    string // key of the text: slip.checked
}

// CheckMark is the sign of one check.
type CheckMark string

// The signs, worst first.
const (
	CheckFailed CheckMark = "failed"
	CheckWarned CheckMark = "warned"
	CheckNot    CheckMark = "not"
	CheckPartly CheckMark = "partly"
	CheckPassed CheckMark = "passed"
)

// WholeMarkOf is MarkOf where it is known whether every mandatory check was made: only
// then a portion just checked is drawn as faultless.
func WholeMarkOf(state transfer.State, kind string, errors, warnings int, whole bool) Mark {
	m := MarkOf(state, kind, errors, warnings)
	if state == transfer.Checked && errors+warnings == 0 {
		m.Tone = transfer.ToneOK
		if !whole {
			m.Tone, m.Word = transfer.ToneWarn, "slip.checked-partly"
		}
	}
	return m
}

// MarkOf draws a state by the table in transfer/state.go; what a check found colours
// the state it led to. kind "" means not recognised. Where nothing is known of the checks
// that were not made, a portion without findings is no more than checked.
func MarkOf(state transfer.State, kind string, errors, warnings int) Mark {
	m := Mark{Done: state.Box(), Stopped: state.Stopped(), Tone: state.Tone(), Word: "slip." + string(state)}
	switch {
	case state == transfer.Arrived && kind == "":
		m.Word = "slip.choose-kind"
	case state == transfer.Checked && errors > 0:
		m.Tone = transfer.ToneError
	case state == transfer.Checked && warnings > 0:
		m.Tone = transfer.ToneWarn
	case state == transfer.Checked:
		m.Tone = transfer.ToneNote
	}
	return m
}
