package people

import (
	"slices"
	"strings"

	"laufzettel/transfer/wording"
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

// In is the role in the words of a language.
func (r Role) In(language string) string { return wording.Word("people.role.", string(r)).In(language) }

// German is the role in words.
func (r Role) German() string { return r.In(wording.German) }

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
	Close    Action = "close"  // closing an accession, the end of all copies
	Lend     Action = "lend"   // work lists, loans
	Use      Action = "use"    // use copies, applications for closed records
	Review   Action = "review" // of a blackened copy, by somebody who did not make it
	Profile  Action = "profile"
	Tools    Action = "tools" // settings, tools, schemas, trust
	Keys     Action = "keys"  // device keys, enrolment at an archive
	People   Action = "people"
)

// rights is the one table of rights: the workspace asks it, so that command line,
// window and channel obey alike.
var rights = []struct {
	action Action
	roles  []Role
}{
	{Look, Roles},
	{Prepare, []Role{Clerk, Archivist}},
	{Inspect, []Role{Archivist, Second}},
	{Receive, []Role{Archivist}},
	{Check, []Role{Clerk, Archivist}},
	{Decide, []Role{Archivist}},
	{Appraise, []Role{Archivist}},
	{Release, []Role{Second}},
	{Package, []Role{Archivist}},
	{Send, []Role{Clerk, Archivist}},
	{Write, []Role{Archivist}},
	{Book, []Role{Archivist}},
	{Clear, []Role{Archivist}},
	{Destroy, []Role{Archivist}},
	{Close, []Role{Archivist}},
	{Lend, []Role{Archivist}},
	{Use, []Role{Archivist, ReadingRoom}},
	{Review, []Role{Archivist, Second, ReadingRoom}},
	{Profile, []Role{Archivist}},
	{Tools, []Role{Administrator}},
	{Keys, []Role{Administrator}},
	{People, []Role{Administrator}},
}

// Actions in the order of the table.
func Actions() []Action {
	out := make([]Action, len(rights))
	for i, r := range rights {
		out[i] = r.action
	}
	return out
}

// In is the action in the words of a language.
func (a Action) In(language string) string {
	return wording.Say("hint.people.action." + string(a)).In(language)
}

// German is the action in words.
func (a Action) German() string { return a.In(wording.German) }

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

// Refusal is the sentence for a person who may not do an action.
func Refusal(name string, roles []Role, a Action) wording.Text {
	have := wording.List(", ", roles)
	if len(roles) == 0 {
		have = wording.Say("hint.people.no-role")
	}
	return wording.Say("hint.people.refusal", a, name, have, wording.List(wording.Say("hint.people.or"), Allowed(a)))
}
