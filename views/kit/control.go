package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// control is the ground of all widgets that can have the focus: ring, hint,
// hover and the handing on of keys.
type control struct {
	widget.BaseWidget
	env                        *Env
	name, label, hint          string
	role                       fyne.AccessibleRole
	focused, hovered, disabled bool
	act                        func()
}

func (c *control) init(self fyne.Widget, env *Env, name, label string, act func()) {
	c.env, c.name, c.label, c.act, c.role = env, name, label, act, fyne.AccessibleRoleButton
	c.ExtendBaseWidget(self)
	env.Name(name, self)
}

// SetHint sets what the status bar says on focus and hover.
func (c *control) SetHint(text string) { c.hint = text }

// FocusGained implements fyne.Focusable.
func (c *control) FocusGained() {
	c.focused = true
	c.env.Hint(c.hint)
	c.Refresh()
}

// FocusLost implements fyne.Focusable.
func (c *control) FocusLost() {
	c.focused = false
	c.env.Hint("")
	c.Refresh()
}

// TypedRune implements fyne.Focusable: letters belong to the screen.
func (c *control) TypedRune(r rune) { c.env.Rune(r) }

// TypedKey implements fyne.Focusable: Enter and Leertaste act, the rest is the
// screen's.
func (c *control) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		c.press()
	default:
		c.env.Key(ev)
	}
}

func (c *control) press() {
	if !c.disabled && c.act != nil {
		c.act()
	}
}

// Tapped implements fyne.Tappable.
func (c *control) Tapped(*fyne.PointEvent) { c.press() }

// Enable, Disable and Disabled implement fyne.Disableable.
func (c *control) Enable() { c.able(false) }

// Disable implements fyne.Disableable.
func (c *control) Disable() { c.able(true) }

// Disabled implements fyne.Disableable.
func (c *control) Disabled() bool { return c.disabled }

func (c *control) able(off bool) {
	if c.disabled != off {
		c.disabled = off
		c.Refresh()
	}
}

// MouseIn implements desktop.Hoverable.
func (c *control) MouseIn(*desktop.MouseEvent) {
	c.hovered = true
	c.env.Hint(c.hint)
	c.Refresh()
}

// MouseMoved implements desktop.Hoverable.
func (c *control) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (c *control) MouseOut() {
	c.hovered = false
	c.env.Hint("")
	c.Refresh()
}

// AccessibilityLabel implements fyne.Accessible.
func (c *control) AccessibilityLabel() string { return c.label }

// AccessibilityRole implements fyne.Accessible.
func (c *control) AccessibilityRole() fyne.AccessibleRole { return c.role }
