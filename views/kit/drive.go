package kit

import (
	"fmt"

	"fyne.io/fyne/v2"
)

// Tap taps a thing by its registered name, as tests and scripts do. Error: no
// such thing, it cannot be tapped, is disabled or not in sight.
func (e *Env) Tap(name string) error {
	o := e.Find(name)
	if o == nil {
		return fmt.Errorf("tap: no %q, there are %v", name, e.Names())
	}
	t, ok := o.(fyne.Tappable)
	if !ok {
		return fmt.Errorf("tap: %q cannot be tapped", name)
	}
	if d, ok := o.(fyne.Disableable); ok && d.Disabled() {
		return fmt.Errorf("tap: %q is disabled", name)
	}
	if !o.Visible() {
		return fmt.Errorf("tap: %q is hidden", name)
	}
	t.Tapped(&fyne.PointEvent{})
	return nil
}

// Type types text into a thing by its name.
func (e *Env) Type(name, text string) error {
	f, ok := e.Find(name).(fyne.Focusable)
	if !ok {
		return fmt.Errorf("type: %q cannot be typed into", name)
	}
	e.Focus(f)
	for _, r := range text {
		f.TypedRune(r)
	}
	return nil
}

// TypeKey sends a key without Strg or Alt to what has the focus, else to the screen.
func (e *Env) TypeKey(name fyne.KeyName) {
	ev := &fyne.KeyEvent{Name: name}
	if f := e.Focused(); f != nil {
		f.TypedKey(ev)
		return
	}
	e.Key(ev)
}

// FocusOrder walks the tab order from the beginning and gives the registered
// names met ("" for things without a name), each once.
func (e *Env) FocusOrder(limit int) []string {
	c := e.Canvas()
	byObject := map[fyne.CanvasObject]string{}
	for n, o := range e.names {
		byObject[o] = n
	}
	c.Unfocus()
	var order []string
	seen := map[fyne.Focusable]bool{}
	for range limit {
		c.FocusNext()
		f := c.Focused()
		if f == nil || seen[f] {
			break
		}
		seen[f] = true
		name := ""
		if o, ok := f.(fyne.CanvasObject); ok {
			name = byObject[o]
		}
		order = append(order, name)
	}
	return order
}
