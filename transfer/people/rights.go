package people

import (
	"slices"
	"strings"
)

// Role is what a person is here to do.
type Role string

// The roles (F10, G18). One person may have several; the separations hold by what
// each role may not do.
const (
	Clerk         Role = "clerk"        // prepares deliveries at the agency
	Archivist     Role = "archivist"    // takes over, checks, appraises, packages
	Second        Role = "second"       // releases destructions decided by others
	ReadingRoom   Role = "reading-room" // shows and hands out what is released
	Administrator Role = "administrator"
)

// Roles in the order they are listed.
var Roles = []Role{Clerk, Archivist, Second, ReadingRoom, Administrator}

// German is the role in words.
func (r Role) German() string {
	words := map[Role]string{Clerk: "Registratur", Archivist: "Archiv", Second: "Zweite Person", ReadingRoom: "Lesesaal", Administrator: "Administration"}
	if w, ok := words[r]; ok {
		return w
	}
	return string(r)
}

// RoleNamed finds a role by its id or its German word, "" where there is none.
func RoleNamed(s string) Role {
	for _, r := range Roles {
		if strings.EqualFold(string(r), s) || strings.EqualFold(r.German(), s) {
			return r
		}
	}
	return ""
}

// Action is what a right is asked for.
type Action string

// The actions.
const (
	Look     Action = "look" // lists, reports, search, packages: also the kiosk, without a person
	Prepare  Action = "prepare"
	Inspect  Action = "inspect" // records of a delivery before they are packaged: no closure protects them yet
	Receive  Action = "receive"
	Check    Action = "check"
	Decide   Action = "decide" // accept, accept with exception, return, halt
	Appraise Action = "appraise"
	Release  Action = "release" // of a destruction, by somebody who did not decide it (G18)
	Package  Action = "package"
	Send     Action = "send"
	Write    Action = "write" // letters, messages, answers
	Book     Action = "book"  // entries of the accession book, confirmations told by others
	Clear    Action = "clear"
	Destroy  Action = "destroy"
	Close    Action = "close" // closing an accession, the end of all copies
	Lend     Action = "lend"  // work lists, loans
	Use      Action = "use"   // use copies, applications for closed records
	Profile  Action = "profile"
	Tools    Action = "tools" // settings, tools, schemas, trust
	Keys     Action = "keys"  // device keys, enrolment at an archive
	People   Action = "people"
)

// rights is the one table of rights: the workspace asks it, so that command line,
// window and channel obey alike.
var rights = []struct {
	action Action
	words  string // what is done, for the sentence of a refusal
	roles  []Role
}{
	{Look, "Ansehen", Roles},
	{Prepare, "Eine Abgabe vorbereiten", []Role{Clerk, Archivist}},
	{Inspect, "Unterlagen vor der Paketierung ansehen", []Role{Archivist, Second}},
	{Receive, "Eine Lieferung annehmen", []Role{Archivist}},
	{Check, "Eine Lieferung prüfen", []Role{Clerk, Archivist}},
	{Decide, "Über eine Lieferung entscheiden", []Role{Archivist}},
	{Appraise, "Bewerten", []Role{Archivist}},
	{Release, "Eine Vernichtung freigeben", []Role{Second}},
	{Package, "Archivpakete bauen", []Role{Archivist}},
	{Send, "Senden", []Role{Clerk, Archivist}},
	{Write, "Schreiben herausgeben", []Role{Archivist}},
	{Book, "Das Zugangsbuch führen", []Role{Archivist}},
	{Clear, "Der Stelle die Löschung freigeben", []Role{Archivist}},
	{Destroy, "Eine Vernichtung ausführen", []Role{Archivist}},
	{Close, "Eine Akzession abschließen", []Role{Archivist}},
	{Lend, "Arbeitslisten ausgeben und mitnehmen", []Role{Archivist}},
	{Use, "Unterlagen zur Nutzung herausgeben", []Role{Archivist, ReadingRoom}},
	{Profile, "Profile pflegen", []Role{Archivist}},
	{Tools, "Werkzeuge und Einstellungen ändern", []Role{Administrator}},
	{Keys, "Schlüssel und Anmeldung dieses Geräts verwalten", []Role{Administrator}},
	{People, "Personen und Rechte verwalten", []Role{Administrator}},
}

// Actions in the order of the table.
func Actions() []Action {
	out := make([]Action, len(rights))
	for i, r := range rights {
		out[i] = r.action
	}
	return out
}

// German is the action in words.
func (a Action) German() string {
	for _, r := range rights {
		if r.action == a {
			return r.words
		}
	}
	return string(a)
}

// Allowed gives the roles that may do an action.
func Allowed(a Action) []Role {
	for _, r := range rights {
		if r.action == a {
			return slices.Clone(r.roles)
		}
	}
	return nil
}

// May reports whether any of the roles may do an action. An action the table does
// not know is allowed to nobody.
func May(roles []Role, a Action) bool {
	allowed := Allowed(a)
	return slices.ContainsFunc(roles, func(r Role) bool { return slices.Contains(allowed, r) })
}

// Refusal is the German sentence for a person who may not do an action.
func Refusal(name string, roles []Role, a Action) string {
	var have, need []string
	for _, r := range roles {
		have = append(have, r.German())
	}
	for _, r := range Allowed(a) {
		need = append(need, r.German())
	}
	if len(have) == 0 {
		have = []string{"ohne Rolle"}
	}
	return "„" + a.German() + "“ gehört nicht zu den Rechten von " + name + " (" + strings.Join(have, ", ") + "). Dafür braucht es die Rolle " + strings.Join(need, " oder ") +
		". Rollen vergibt die Administration."
}
