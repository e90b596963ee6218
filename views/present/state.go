package present

// Tone is the meaning of a state's colour, by name.
type Tone string

// The tones.
const (
	ToneNote  Tone = "note"
	ToneOK    Tone = "ok"
	ToneWarn  Tone = "warning"
	ToneError Tone = "error"
)

// Mark is how the state of a portion is drawn: boxes of the slip, tone and the
// key of its word.
type Mark struct {
	Done    int
	Stopped bool
	Tone    Tone
	Word    string // key of the text: slip.checked
}

// MarkOf draws a state of transfer.State. kind "" means not recognised.
func MarkOf(state, kind string, errors, warnings int) Mark {
	m := Mark{Tone: ToneOK, Word: "slip." + state}
	switch state {
	case "arrived":
		m.Done, m.Tone = 1, ToneNote
		if kind == "" {
			m.Word = "slip.choose-kind"
		}
	case "recognised":
		m.Done, m.Tone = 2, ToneNote
	case "checked":
		m.Done = 3
		if errors > 0 {
			m.Tone = ToneError
		} else if warnings > 0 {
			m.Tone = ToneWarn
		}
	case "returned":
		m.Done, m.Stopped, m.Tone = 2, true, ToneError
	case "accepted":
		m.Done = 4
	case "accepted-with-exception":
		m.Done, m.Tone = 4, ToneWarn
	case "appraised":
		m.Done = 5
	case "packaged":
		m.Done = 6
	case "sent":
		m.Done = 7
	case "confirmed":
		m.Done = 8
	case "closed":
		m.Done = 9
	default:
		m.Tone = ToneNote
	}
	return m
}
