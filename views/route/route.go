// Package route says where one can go in the program: its screens, the thing and the
// filter in one of them, and the roles that have them. It is data, without a face:
// presenters name places with it, and each face goes there in its own way.
package route

// Key names a screen.
type Key string

// The screens.
const (
	Book      Key = "book"      // Zugangsbuch
	People    Key = "people"    // Personen
	Overview  Key = "overview"  // Übersicht
	Inbox     Key = "inbox"     // Eingang
	Portion   Key = "portion"   // Portion, reached from Eingang
	Appraise  Key = "appraise"  // Bewertung
	Reader    Key = "reader"    // Magazin, Lesesaal
	Prepare   Key = "prepare"   // Abgabe
	Transmit  Key = "transmit"  // Übertragung
	Loans     Key = "loans"     // Ausleihe: what is shared for appraisal, conflicts
	Settings  Key = "settings"  // Einstellungen
	Preserve  Key = "preserve"  // Bestandserhaltung
	Layout    Key = "layout"    // Aufbau zuordnen, reached from a profile and from a delivery
	Share     Key = "share"     // Fileablage, reached from a portion that is one
	Source    Key = "source"    // Fileablage where it lies, reached from Abgabe
	Sensitive Key = "sensitive" // map of personal data, reached from a portion
	Sample    Key = "sample"    // Stichprobe, reached from a portion and its appraisal
	Blacken   Key = "blacken"   // Schwärzungen, reached from the Magazin
	Handbook  Key = "handbook"  // Handbuch, reached from the key help
	Welcome   Key = "welcome"   // the sheet that asks who works here; no screen of its own
)

// Original in the filter of Blacken stands before the document and means its file as it was
// delivered, not the archive representation.
const Original = "original:"

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
