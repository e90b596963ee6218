// Package nav is what screens and the shell agree on: routes between screens,
// roles, and what a screen hands over when it is built. Screens do not import
// each other; they ask the Host to go.
package nav

import (
	"slices"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
)

// Key names a screen.
type Key string

// The screens.
const (
	Book     Key = "book"     // Zugangsbuch
	People   Key = "people"   // Personen
	Overview Key = "overview" // Übersicht
	Inbox    Key = "inbox"    // Eingang
	Portion  Key = "portion"  // Portion, reached from Eingang
	Appraise Key = "appraise" // Bewertung
	Reader   Key = "reader"   // Magazin, Lesesaal
	Prepare  Key = "prepare"  // Abgabe
	Transmit Key = "transmit" // Übertragung
	Loans    Key = "loans"    // Ausleihe: what is shared for appraisal, conflicts
	Settings Key = "settings" // Einstellungen
	Preserve Key = "preserve" // Bestandserhaltung
)

// Role is what a person is here to do; it decides which screens there are.
type Role string

// The roles.
const (
	Archivist   Role = "archivist"
	Clerk       Role = "clerk"
	ReadingRoom Role = "reading-room"
	Admin       Role = "admin"
)

// Route is a place to go: a screen, a thing in it and a filter of it.
type Route struct {
	Screen Key
	ID     string
	Filter string
}

// Badge is the count beside a rail item; Warn colours it as "braucht Sie".
type Badge struct {
	Count int
	Warn  bool
}

// Screen is one registered screen.
type Screen struct {
	Key    Key
	Title  string // key of the text
	Icon   string
	Roles  []Role // empty: all
	Parent Key    // set: no rail item of its own, the parent's is marked
	Badge  func() Badge
	Narrow bool    // the rail is narrow by itself here
	Foot   float32 // units of a bar at the bottom that messages leave free
	Build  func(Host) *View
}

// For tells whether a role has the screen; the administrator has all.
func (s Screen) For(r Role) bool {
	return r == Admin || len(s.Roles) == 0 || slices.Contains(s.Roles, r)
}

// View is a built screen.
type View struct {
	Object  fyne.CanvasObject
	Actions []kit.Action
	// Regions are what F6 goes through, in reading order; the first gets the focus
	// when the screen is shown. They may change while the screen is shown.
	Regions func() []fyne.Focusable
	// Show is called each time the screen is shown.
	Show func(Route)
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
	Go(Route)
	Back()
	// Toast tells that something is done; undo may be nil.
	Toast(text string, undo func())
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
