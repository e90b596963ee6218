package kittest

import (
	"fyne.io/fyne/v2"
)

// Heard gives what Fyne reports of an object to a screen reader, by its rule: containers
// are walked, nothing inside a widget is, and a container is no element itself.
func Heard(o fyne.CanvasObject) (out []string) {
	if o == nil || !o.Visible() {
		return nil
	}
	if a, ok := o.(fyne.Accessible); ok && a.AccessibilityRole() != fyne.AccessibleRoleContainer {
		out = append(out, string(a.AccessibilityRole())+": "+a.AccessibilityLabel())
	}
	if c, ok := o.(*fyne.Container); ok {
		for _, x := range c.Objects {
			out = append(out, Heard(x)...)
		}
	}
	return out
}
