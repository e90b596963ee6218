// Package model is what the register of people shows and offers, without a face: who
// may work here with which roles and keys, who is at work, and the acts on the
// register (requirements G14, F10).
package model

import "context"

// Person is one person of the register.
type Person struct {
	ID, Name, Unit string
	Roles          []string // ids
	Agencies       string   // separated by commas
	Key            string   // id of the key in use, "" = none
	Active, Self   bool
	Now            bool // works here now
}

// Right is one line of the table of rights.
type Right struct {
	Words string
	Roles []string
}

// State is the register.
type State struct {
	People []Person
	Roles  []string // ids, in order
	Rights []Right
	Closed bool
	Now    string // who works here, "" = nobody
}

// Source is all of the workspace this screen may see.
type Source interface {
	State(ctx context.Context) (State, error)
	Add(ctx context.Context, p Person, pass string) error
	Set(ctx context.Context, p Person) error
	Key(ctx context.Context, name, pass string) error
	Close(ctx context.Context, closed bool) error
	// SignIn makes a person the one at work; the window is built anew afterwards.
	SignIn(ctx context.Context, name, pass string) error
	SignOut()
	// MakePlace makes this workstation a reader's place and signs out; the window is
	// built anew afterwards.
	MakePlace(ctx context.Context) error
	Subscribe(changed func()) (cancel func())
}
