// Package nav is what screens and the shell agree on: what a screen hands over when
// it is built, and what it may ask of the shell. Screens do not import each other;
// they ask the Host to go.
package nav

import (
	"slices"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/route"
)

// Screen is one registered screen.
type Screen struct {
	Key    route.Key
	Title  string // key of the text
	Icon   string
	Roles  []route.Role // empty: all
	Parent route.Key    // set: no rail item of its own, the parent's is marked
	Badge  func() route.Badge
	Narrow bool    // the rail is narrow by itself here
	Foot   float32 // units of a bar at the bottom that messages leave free
	Build  func(Host) *View
}

// For tells whether a role has the screen; the administrator has all.
func (s Screen) For(r route.Role) bool {
	return r == route.Admin || len(s.Roles) == 0 || slices.Contains(s.Roles, r)
}

// View is a built screen.
type View struct {
	Object  fyne.CanvasObject
	Actions []kit.Action
	// Regions are what F6 goes through, in reading order; the first gets the focus
	// when the screen is shown. They may change while the screen is shown.
	Regions func() []fyne.Focusable
	// Show is called each time the screen is shown.
	Show func(route.Route)
	// Hide is called when another screen takes its place; Show follows before it is seen again.
	Hide func()
	// Resized is called when the size class of the window changes and once at first.
	Resized func(kit.Class)
	// Dropped takes files and folders dropped on the window; nil: the inbox does.
	Dropped func(paths []string)
	// Close cancels background work; called once, when the window closes.
	Close func()
}

// Host is what the shell offers screens.
type Host interface {
	Env() *kit.Env
	// Go shows another place; Back the one before.
	Go(route.Route)
	Back()
	// Toast tells that something is done; undo may be nil.
	Toast(text string, undo func())
	// Tell says something that is no success: nothing was done, or there is nothing to do.
	Tell(text string)
	// Refuse shows what stopped a step, above the status bar, until it is read: for steps
	// that have no place of their own on the screen. fallback stands where the error has
	// no sentence.
	Refuse(err error, fallback string)
	// Saved notes in the status bar that all is saved, now.
	Saved()
	// Status shows a lasting line of the screen in the status bar.
	Status(text string)
	// Title names the thing shown in the title of the window.
	Title(text string)
	// Class is the size class of the window.
	Class() kit.Class
	// Badges reads the counts of the rail anew.
	Badges()
}
