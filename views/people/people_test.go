package people_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/people"
	"laufzettel/views/shell/shelltest"
)

// fake is a register without a workspace.
type fake struct {
	people.State
	refuse error
	set    []people.Person
	signed string
	out    bool
	place  int
}

// source makes the fake a people.Source; its state has the name of its method.
type source struct{ *fake }

func (s source) State(context.Context) (people.State, error) { return s.fake.State, nil }
func (s source) Add(_ context.Context, p people.Person, _ string) error {
	s.set = append(s.set, p)
	return s.refuse
}
func (s source) Set(_ context.Context, p people.Person) error {
	s.set = append(s.set, p)
	return s.refuse
}
func (s source) Key(context.Context, string, string) error      { return s.refuse }
func (s source) Close(context.Context, bool) error              { s.fake.Closed = true; return s.refuse }
func (s source) SignIn(_ context.Context, name, _ string) error { s.signed = name; return s.refuse }
func (s source) SignOut()                                       { s.out = true }
func (s source) MakePlace(context.Context) error                { s.place++; return s.refuse }
func (s source) Subscribe(func()) func()                        { return func() {} }

func full() *fake {
	return &fake{State: people.State{Now: "M. Ahrens", Roles: []string{"clerk", "archivist", "second", "reading-room", "administrator"},
		Rights: []people.Right{{Words: "Bewerten", Roles: []string{"archivist"}}, {Words: "Eine Vernichtung freigeben", Roles: []string{"second"}}},
		People: []people.Person{{ID: "U001", Name: "M. Ahrens", Roles: []string{"archivist", "administrator"}, Key: "ABCDEFGHIJKLMNOP", Active: true, Self: true, Now: true},
			{ID: "U002", Name: "J. Beyer", Unit: "Referat 2", Roles: []string{"second"}, Active: true}}}}
}

func TestScreen(t *testing.T) {
	f, changed := full(), 0
	fr := shelltest.Open(t, people.Screen(source{f}, func() { changed++ }, nav.Archivist))
	fr.Go(nav.Route{Screen: nav.People})
	shelltest.Walk(t, fr, "rail", "people.add", "people.signin", "people.list")
	fr.Tap(t, "people.role.second")
	fr.Run.Drain()
	if len(f.set) != 1 || !slices.Equal(f.set[0].Roles, []string{"archivist", "administrator", "second"}) {
		t.Fatalf("set %+v, want the role second added", f.set)
	}
	fr.Env.Find("people.list").(*kit.List).Select(1)
	fr.Run.Drain()
	fr.Env.Press("Strg+Enter")
	fr.Type(t, "people.signin.pass", "geheim")
	fr.Tap(t, "people.signin.take")
	fr.Run.Drain()
	if f.signed != "J. Beyer" || changed != 1 {
		t.Fatalf("signed in %q, window changed %d times", f.signed, changed)
	}
	f.refuse = errors.New("wrong passphrase")
	fr.Tap(t, "people.role.clerk")
	fr.Run.Drain()
	if fr.Env.Find("people.fault") == nil {
		t.Error("the refusal is not shown")
	}
	fr.Tap(t, "people.fault.close")
	f.refuse = nil
	fr.Tap(t, "people.shut")
	fr.Run.Drain()
	if !f.Closed {
		t.Error("the register was not closed")
	}
	fr.Tap(t, "people.signout")
	if !f.out || changed != 2 {
		t.Error("nobody was signed out")
	}
}

func TestShots(t *testing.T) {
	shelltest.Shots(t, "10-personen", func() []nav.Screen { return []nav.Screen{people.Screen(source{full()}, func() {}, nav.Archivist)} },
		nav.Route{Screen: nav.People}, nil, "people.list", "people.signin")
}

// A workstation becomes a reader's place only after its meaning was told; a refusal
// is shown and nothing changes.
func TestScreen_MakesAReadersPlace(t *testing.T) {
	f, changed := full(), 0
	fr := shelltest.Open(t, people.Screen(source{f}, func() { changed++ }, nav.Archivist))
	fr.Go(nav.Route{Screen: nav.People})
	fr.Tap(t, "people.place")
	if f.place != 0 || fr.Env.Open() == nil {
		t.Fatal("made without being asked")
	}
	f.refuse = errors.New("no key file")
	fr.Tap(t, "people.place.do")
	fr.Run.Drain()
	if fr.Env.Find("people.fault") == nil || changed != 0 {
		t.Error("the refusal is not shown")
	}
	f.refuse = nil
	fr.Tap(t, "people.place")
	fr.Tap(t, "people.place.do")
	fr.Run.Drain()
	if f.place != 2 || changed != 1 {
		t.Errorf("made %d times, window changed %d times", f.place, changed)
	}
}
