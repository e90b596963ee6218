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

// MarkOf draws a state by the table in transfer/state.go; what a check found colours
// the state it led to. kind "" means not recognised.
func MarkOf(state transfer.State, kind string, errors, warnings int) Mark {
	m := Mark{Done: state.Box(), Stopped: state.Stopped(), Tone: state.Tone(), Word: "slip." + string(state)}
	switch {
	case state == transfer.Arrived && kind == "":
		m.Word = "slip.choose-kind"
	case state == transfer.Checked && errors > 0:
		m.Tone = transfer.ToneError
	case state == transfer.Checked && warnings > 0:
		m.Tone = transfer.ToneWarn
	}
	return m
}
