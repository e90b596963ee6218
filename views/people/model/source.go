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
	Now            bool   // works here now
	Waits          string // who made a new key that waits to be confirmed, "" = none waits
	Origin         string // since when and from whom the key is, where younger than 30 days
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
	// Founding says who stands for the act every key goes back to.
	Founding string
}

// Source is all of the workspace this screen may see.
type Source interface {
	State(ctx context.Context) (State, error)
	Add(ctx context.Context, p Person, pass string) error
	Set(ctx context.Context, p Person) error
	Key(ctx context.Context, name, pass string) error
	// ConfirmKey lets a key somebody else has made for a person count, RejectKey takes it
	// back.
	ConfirmKey(ctx context.Context, name string) error
	RejectKey(ctx context.Context, name string) error
	// Spare makes the spare key of the person at work, under a passphrase, in a folder;
	// UseSpare makes a new key of somebody's spare one, which ends with that.
	Spare(ctx context.Context, dir, pass string) error
	UseSpare(ctx context.Context, name, dir, sparePass, pass string) error
	// Found lets the person at work stand for the founding act beside its founder.
	Found(ctx context.Context) error
	// Refound gives a person of the administration a new key by a second founding act,
	// which the head of the body has signed on paper, scanned in a file.
	Refound(ctx context.Context, name, head, scan, pass string) error
	// ChooseFile and ChooseFolder ask with the system's dialog; "" when nothing was chosen.
	ChooseFile(ctx context.Context, title string) (string, error)
	ChooseFolder(ctx context.Context, title string) (string, error)
	Close(ctx context.Context, closed bool) error
	// SignIn makes a person the one at work; the window is built anew afterwards.
	SignIn(ctx context.Context, name, pass string) error
	SignOut()
	// MakePlace makes this workstation a reader's place and signs out; the window is
	// built anew afterwards.
	MakePlace(ctx context.Context) error
	Subscribe(changed func()) (cancel func())
}
