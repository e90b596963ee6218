package kit

import (
	"laufzettel/transfer"
	"laufzettel/transfer/check"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Tone is the meaning a colour stands for.
type Tone int

// The tones, with the icon, edge and tint of each.
const (
	ToneNote Tone = iota
	ToneOK
	ToneWarn
	ToneError
)

// Icon gives the severity shape of a tone.
func (t Tone) Icon() string { return [...]string{"note", "ok", "warning", "error"}[t] }

// Color gives the colour of a tone.
func (t Tone) Color() fyne.ThemeColorName {
	return [...]fyne.ThemeColorName{ColorNote, ColorOK, ColorWarn, ColorError}[t]
}

// Tint gives the ground of a tone.
func (t Tone) Tint() fyne.ThemeColorName {
	return [...]fyne.ThemeColorName{ColorTintNote, ColorTintOK, ColorTintWarn, ColorTintError}[t]
}

// Stamp is the state of a thing beside its title.
type Stamp struct {
	widget.BaseWidget
	word string
	tone Tone
	icon string
}

// NewStamp makes a stamp. icon "" takes the shape of the tone.
func NewStamp(word string, tone Tone, icon string) *Stamp {
	s := &Stamp{word: word, tone: tone, icon: icon}
	s.ExtendBaseWidget(s)
	return s
}

// Set changes the stamp; an empty word hides it.
func (s *Stamp) Set(word string, tone Tone, icon string) {
	s.word, s.tone, s.icon = word, tone, icon
	s.Hidden = word == ""
	s.Refresh()
}

// AccessibilityLabel implements fyne.Accessible.
func (s *Stamp) AccessibilityLabel() string { return s.word }

// AccessibilityRole implements fyne.Accessible.
func (s *Stamp) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (s *Stamp) CreateRenderer() fyne.WidgetRenderer {
	bg, ic, word := Edged(ColorTintNote, ColorNote, 3), NewIcon("", ColorNote, 14), NewText("", RoleCaptionBold, ColorNote)
	d := &drawing{objs: []fyne.CanvasObject{bg, ic, word}}
	d.lay = func(z fyne.Size) {
		bg.Resize(z)
		ic.Resize(fyne.NewSquareSize(S(14)))
		ic.Move(fyne.NewPos(S(7), (z.Height-S(14))/2))
		m := word.MinSize()
		word.Resize(m)
		word.Move(fyne.NewPos(S(26), (z.Height-m.Height)/2))
	}
	d.min = func() fyne.Size { return fyne.NewSize(S(26)+word.MinSize().Width+S(8), S(22)) }
	d.ref = func() {
		icon := s.icon
		if icon == "" {
			icon = s.tone.Icon()
		}
		bg.Set(s.tone.Tint(), s.tone.Color(), 1)
		ic.Set(icon, s.tone.Color())
		word.Style(RoleCaptionBold, s.tone.Color())
		word.Set(s.word)
		d.lay(s.Size())
	}
	d.ref()
	return d
}

// SlipSteps is the number of boxes of the slip, from Eingegangen to Abgeschlossen.
const SlipSteps = 9

// SlipBoxes is the state of a small slip: Done boxes are filled, the next has a
// thick edge; Stopped makes the box after the done ones tall and red.
type SlipBoxes struct {
	Done    int
	Stopped bool
}

// Slip is the small routing slip: nine boxes 9 × 6. A word always stands below.
type Slip struct {
	widget.BaseWidget
	state SlipBoxes
}

// NewSlip makes a small slip.
func NewSlip(s SlipBoxes) *Slip {
	w := &Slip{state: s}
	w.ExtendBaseWidget(w)
	return w
}

// Set changes the state.
func (w *Slip) Set(s SlipBoxes) {
	if w.state != s {
		w.state = s
		w.Refresh()
	}
}

// CreateRenderer implements fyne.Widget.
func (w *Slip) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{}
	for range SlipSteps {
		d.objs = append(d.objs, Edged(ColorNone, ColorBorder, 0))
	}
	bw, bh, gap := S(9), S(6), S(2)
	d.lay = func(z fyne.Size) {
		for i, o := range d.objs {
			h := bh
			if w.state.Stopped && i == w.state.Done {
				h = S(10)
			}
			o.Resize(fyne.NewSize(bw, h))
			o.Move(fyne.NewPos(float32(i)*(bw+gap), (z.Height-h)/2))
		}
	}
	d.min = func() fyne.Size { return fyne.NewSize((bw+gap)*SlipSteps-gap, S(10)) }
	d.ref = func() {
		for i, o := range d.objs {
			r := o.(*Rect)
			switch {
			case i < w.state.Done:
				r.Set(ColorPrimary, ColorPrimary, 1)
			case i == w.state.Done && w.state.Stopped:
				r.Set(ColorError, ColorError, 1)
			case i == w.state.Done:
				r.Set(ColorSurface, ColorPrimary, 2)
			default:
				r.Set(ColorNone, ColorBorder, 1)
			}
		}
		d.lay(w.Size())
	}
	d.ref()
	return d
}

// StepState is the mark of a step in the large slip.
type StepState int

// The states of a step.
const (
	StepOpen    StepState = iota // empty box
	StepNext                     // thick edge
	StepDone                     // tick
	StepStopped                  // cross
)

// Step is one line of the large slip.
type Step struct {
	State StepState
	Name  string
	Lines []string // date and time, who or which program, outcome
}

// NewSteps draws the large slip: a column of boxes joined by a line.
func NewSteps(steps []Step) *fyne.Container {
	rows := make([]fyne.CanvasObject, 0, len(steps))
	for i, s := range steps {
		rows = append(rows, newStep(s, i == len(steps)-1))
	}
	return Col(0, rows...)
}

func newStep(s Step, last bool) *fyne.Container {
	role, c := RoleText, ColorText2
	icon, fill, edge, width := "", ColorSurface, ColorBorder, float32(1)
	switch s.State {
	case StepDone:
		role, c, icon, fill, edge = RoleBold, ColorText, "check", ColorPrimary, ColorPrimary
	case StepStopped:
		role, c, icon, fill, edge = RoleBold, ColorError, "cross", ColorError, ColorError
	case StepNext:
		role, c, edge, width = RoleBold, ColorText, ColorPrimary, 2
	}
	words := []fyne.CanvasObject{NewText(s.Name, role, c).Wrap()}
	for _, l := range s.Lines {
		words = append(words, Caption(l).Wrap())
	}
	box := Edged(fill, edge, 2)
	box.StrokeWidth = width
	var line fyne.CanvasObject = HLine(ColorBorder)
	if last {
		line.Hide()
	}
	return container.New(stepLayout{}, line, box, NewIcon(icon, ColorOnPrimary, 14), Col(0, words...))
}

type stepLayout struct{}

func (stepLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	e := S(19)
	o[0].Move(fyne.NewPos(e/2, e))
	o[0].Resize(fyne.NewSize(1, s.Height-e))
	o[1].Resize(fyne.NewSquareSize(e))
	o[2].Resize(fyne.NewSquareSize(e))
	for range 2 {
		o[3].Resize(fyne.NewSize(s.Width-S(29), o[3].MinSize().Height))
	}
	o[3].Move(fyne.NewPos(S(29), 0))
}

func (stepLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(S(120), max(S(19), o[3].MinSize().Height)+S(14))
}

// Shade is the look of a state's tone.
func Shade(t transfer.Tone) Tone {
	switch t {
	case transfer.ToneOK:
		return ToneOK
	case transfer.ToneWarn:
		return ToneWarn
	case transfer.ToneError:
		return ToneError
	}
	return ToneNote
}

// Weigh is the look of a finding's severity.
func Weigh(s check.Severity) Tone {
	switch s {
	case check.Error:
		return ToneError
	case check.Warning:
		return ToneWarn
	}
	return ToneNote
}
