package kit

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Sheet is a centred page over the scrim for help, choosing and letters. Esc
// closes it, the focus stays inside and returns to where it was. There is never
// a sheet on a sheet: opening one closes the one before.
type Sheet struct {
	env     *Env
	root    *fyne.Container
	OnClose func()
	Actions []Action // further keys while the sheet is open
	title   string
	first   fyne.Focusable
	back    fyne.Focusable
}

// NewSheet makes a sheet. width and height in units (0 = as the content needs);
// head are buttons right of the title, foot the line at the bottom (nil: none).
func NewSheet(env *Env, title string, width, height float32, content, foot fyne.CanvasObject, head ...fyne.CanvasObject) *Sheet {
	s := &Sheet{env: env, title: title}
	close := NewButton(env, "sheet.close", "", env.T("kit.sheet.close"), s.Close).Key("Esc")
	top := append([]fyne.CanvasObject{Grow(NewText(title, RoleTitle, ColorText).End())}, head...)
	top = append(top, close)
	parts := []fyne.CanvasObject{Sized(0, 55, Pad(Row(12, top...), 0, 20, 0, 20)), HLine(ColorLine), Grow(content)}
	if foot != nil {
		parts = append(parts, HLine(ColorLine), Panel(ColorRaised, Sized(0, 47, Pad(foot, 0, 20, 0, 20))))
	}
	page := Framed(ColorSurface, ColorBorder, 4, Pad(Col(0, parts...), 1, 1, 1, 1))
	s.root = container.New(sheetLayout{width, height}, newScrim(s), page)
	return s
}

// First sets what has the focus when the sheet opens.
func (s *Sheet) First(f fyne.Focusable) *Sheet { s.first = f; return s }

// Show opens the sheet.
func (s *Sheet) Show() {
	c := s.env.Canvas()
	if c == nil {
		return
	}
	if open := s.env.sheet; open != nil {
		open.Close()
	}
	s.env.sheet = s
	s.back = c.Focused()
	s.root.Resize(c.Size())
	c.Overlays().Add(s.root)
	s.env.SetScope(LevelSheet, &Scope{Title: s.title, Actions: append([]Action{
		{ID: "sheet.close", Title: s.env.T("kit.sheet.close"), Keys: []string{"Esc"}, Do: s.Close}}, s.Actions...)})
	if s.first != nil {
		c.Focus(s.first)
	} else {
		c.FocusNext()
	}
}

// Close closes the sheet; closing twice is harmless.
func (s *Sheet) Close() {
	if s.env.sheet != s {
		return
	}
	s.env.sheet = nil
	s.env.SetScope(LevelSheet, nil)
	c := s.env.Canvas()
	c.Overlays().Remove(s.root)
	if s.back != nil {
		s.env.Focus(s.back)
	}
	s.env.settle()
	if s.OnClose != nil {
		s.OnClose()
	}
}

// Relayout measures the sheet anew, after something in it grew or shrank.
func (s *Sheet) Relayout() {
	s.root.Layout.Layout(s.root.Objects, s.root.Size())
	s.root.Refresh()
}

// Open gives the sheet that is open, nil if none.
func (e *Env) Open() *Sheet { return e.sheet }

// Title gives the title of the sheet.
func (s *Sheet) Title() string { return s.title }

type sheetLayout struct{ w, h float32 }

func (l sheetLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Resize(s)
	m := o[1].MinSize()
	w, h := m.Width, S(l.h)
	if l.w > 0 {
		w = S(l.w)
	}
	w = min(w, s.Width-S(32))
	if l.h <= 0 {
		o[1].Resize(fyne.NewSize(w, m.Height))
		h = o[1].MinSize().Height
	}
	h = min(h, s.Height-S(32))
	o[1].Resize(fyne.NewSize(w, h))
	o[1].Move(fyne.NewPos((s.Width-w)/2, (s.Height-h)/2))
}

func (l sheetLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(S(200), S(120)) }

// scrim dims the page below and swallows its clicks.
type scrim struct {
	widget.BaseWidget
	sheet *Sheet
}

func newScrim(s *Sheet) *scrim {
	c := &scrim{sheet: s}
	c.ExtendBaseWidget(c)
	return c
}

func (c *scrim) Tapped(*fyne.PointEvent) {}

func (c *scrim) CreateRenderer() fyne.WidgetRenderer {
	r := NewRect(ColorScrim)
	return &drawing{objs: []fyne.CanvasObject{r}, lay: func(s fyne.Size) { r.Resize(s) }}
}

// Toast tells that something is done, with a way to undo it; 8 s, stopped while
// focused. The window owns one and shows it over the status bar.
type Toast struct {
	widget.BaseWidget
	env   *Env
	text  *Text
	mark  *Icon
	undo  *Button
	box   *fyne.Container
	after func(time.Duration, func()) (stop func())
	stop  func()
	// Forever keeps a toast until closed (time limits switched off).
	Forever bool
}

// NewToast makes the toast, hidden. after calls back on the UI thread; tests pass
// a fake, the program AfterOn(dispatcher).
func NewToast(env *Env, after func(time.Duration, func()) (stop func())) *Toast {
	t := &Toast{env: env, after: after, text: NewText("", RoleText, ColorText), mark: NewIcon("check", ColorOK, 16)}
	t.undo = NewLink(env, "toast.undo", env.T("kit.toast.undo"), nil).Key("Strg+Z")
	close := NewIconButton(env, "toast.close", "cross", env.T("kit.toast.close"), t.Clear)
	t.box = Framed(ColorSurface, ColorBorder, 4, Pad(Row(16, t.mark, t.text, t.undo, close), 5, 8, 5, 12))
	t.ExtendBaseWidget(t)
	t.Hide()
	return t
}

// Say shows one line of what is done; undo may be nil.
func (t *Toast) Say(text string, undo func()) {
	t.Clear()
	t.mark.Set("check", ColorOK)
	t.show(text, undo)
}

// Tell shows one line about nothing done: it bears no tick.
func (t *Toast) Tell(text string) {
	t.Clear()
	t.mark.Set("note", ColorNote)
	t.show(text, nil)
}

func (t *Toast) show(text string, undo func()) {
	t.text.Set(text)
	t.undo.SetAct(func() {
		t.Clear()
		undo()
	})
	t.undo.Hidden = undo == nil
	t.Show()
	t.Refresh()
	t.wait()
}

func (t *Toast) wait() {
	if t.Forever || t.after == nil {
		return
	}
	t.stop = t.after(8*time.Second, func() {
		if t.undo.focused {
			t.wait()
			return
		}
		t.Clear()
	})
}

// Undo does what the link does; false if there is nothing to undo.
func (t *Toast) Undo() bool {
	if t.Hidden || t.undo.Hidden {
		return false
	}
	t.undo.press()
	return true
}

// Clear hides the toast.
func (t *Toast) Clear() {
	if t.stop != nil {
		t.stop()
		t.stop = nil
	}
	t.Hide()
}

// AfterOn makes the clock of the toast from a dispatcher.
func AfterOn(run Dispatcher) func(time.Duration, func()) func() {
	return func(d time.Duration, f func()) func() {
		timer := time.AfterFunc(d, func() { run.UI(f) })
		return func() { timer.Stop() }
	}
}

// CreateRenderer implements fyne.Widget.
func (t *Toast) CreateRenderer() fyne.WidgetRenderer {
	return &drawing{objs: []fyne.CanvasObject{t.box}, lay: func(s fyne.Size) { t.box.Resize(s) },
		min: func() fyne.Size { return t.box.MinSize() }, ref: func() { t.box.Refresh() }}
}
