package kit

import (
	"strings"

	"fyne.io/fyne/v2"
)

// What Fyne reads to people who do not see (build tag "accessibility", Windows and
// macOS; nothing on Linux): it walks containers, never into a widget, and reports
// what implements fyne.Accessible with one of four roles and a name, in a flat list
// without focus, value or change. So every widget that holds others says itself what
// stands in it. The pages in the browser (app/browser) are for whoever needs more.

// mostSpoken bounds what one object says.
const mostSpoken = 4000

// Spoken gives what stands in an object, in its order, as a person would read it out.
func Spoken(o fyne.CanvasObject) string {
	var parts []string
	room := mostSpoken
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if o == nil || !o.Visible() || room <= 0 {
			return
		}
		if c, ok := o.(*fyne.Container); ok {
			for _, x := range c.Objects {
				walk(x)
			}
			return
		}
		a, ok := o.(fyne.Accessible)
		if !ok {
			return
		}
		if text := strings.TrimSpace(a.AccessibilityLabel()); text != "" {
			parts, room = append(parts, text), room-len(text)
		}
	}
	walk(o)
	return strings.Join(parts, ". ")
}

// AccessibilityLabel implements fyne.Accessible: all that stands in it.
func (s *Scroll) AccessibilityLabel() string { return Spoken(s.content) }

// AccessibilityRole implements fyne.Accessible.
func (s *Scroll) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// AccessibilityLabel implements fyne.Accessible: label, what is typed, what is wrong or
// helps. A passphrase is never said.
func (f *Field) AccessibilityLabel() string {
	label := f.label
	if label == "" {
		label = f.Entry.PlaceHolder
	}
	if f.mandatory {
		label += " *"
	}
	value := f.Entry.Text
	if f.Entry.Password {
		value = ""
	}
	out := label + ": " + value
	for _, more := range []string{f.bad, f.help} {
		if more != "" {
			out += ". " + more
			break
		}
	}
	return out
}

// AccessibilityRole implements fyne.Accessible; Fyne has no role for an entry.
func (f *Field) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }
