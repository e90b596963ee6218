package model_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"laufzettel/views/people/model"
	"laufzettel/views/present/presenttest"
)

// register answers what the presenter asks; did is what was done.
type register struct {
	model.Source
	did    []string
	refuse error
}

func (r *register) State(context.Context) (model.State, error) { return model.State{}, nil }
func (r *register) Subscribe(func()) func()                    { return func() {} }
func (r *register) do(what string) error {
	r.did = append(r.did, what)
	return r.refuse
}
func (r *register) Spare(_ context.Context, dir, pass string) error {
	return r.do("spare " + dir + " " + pass)
}
func (r *register) UseSpare(_ context.Context, name, dir, spare, pass string) error {
	return r.do("use " + name + " " + dir + " " + spare + " " + pass)
}
func (r *register) Found(context.Context) error { return r.do("found") }
func (r *register) Refound(_ context.Context, name, head, scan, pass string) error {
	return r.do("refound " + name + " " + head + " " + scan + " " + pass)
}
func (r *register) ChooseFile(context.Context, string) (string, error)   { return "akt.pdf", r.refuse }
func (r *register) ChooseFolder(context.Context, string) (string, error) { return "", r.refuse }

// Whom the acts on keys that last are offered to.
func TestOffers(t *testing.T) {
	p := model.NewPresenter(&register{}, &presenttest.Cranked{}, func() {})
	admin := []string{"archivist", "administrator"}
	for _, tt := range []struct {
		name             string
		x                model.Person
		own, lost, paper bool
	}{
		{"administration at work", model.Person{Active: true, Now: true, Key: "K", Roles: admin}, true, true, true},
		{"archive at work", model.Person{Active: true, Now: true, Key: "K", Roles: []string{"archivist"}}, true, true, false},
		{"somebody else", model.Person{Active: true, Key: "K", Roles: admin}, false, true, true},
		{"without a key", model.Person{Active: true, Now: true, Roles: admin}, false, false, false},
		{"gone", model.Person{Key: "K", Roles: admin}, false, false, false},
	} {
		if own, lost, paper := p.Own(tt.x), p.Lost(tt.x), p.OnPaper(tt.x); own != tt.own || lost != tt.lost || paper != tt.paper {
			t.Errorf("%s: offered %v %v %v, want %v %v %v", tt.name, own, lost, paper, tt.own, tt.lost, tt.paper)
		}
	}
}

// The acts go to the workspace as typed; done follows success alone, a refusal is kept.
func TestKeys_Do(t *testing.T) {
	for _, refuse := range []error{nil, errors.New("refused")} {
		r, run, done := &register{refuse: refuse}, &presenttest.Cranked{}, 0
		p := model.NewPresenter(r, run, func() {})
		note := func() { done++ }
		p.Spare("stick", "a", note)
		p.UseSpare("M. Ahrens", "stick", "a", "b", note)
		p.Found(note)
		p.Refound("M. Ahrens", "Dr. K. Lang", "akt.pdf", "b", note)
		run.Drain()
		want := []string{"spare stick a", "use M. Ahrens stick a b", "found", "refound M. Ahrens Dr. K. Lang akt.pdf b"}
		if !slices.Equal(r.did, want) {
			t.Errorf("did %q, want %q", r.did, want)
		}
		if refused := refuse != nil; refused != (done == 0) || refused != (p.Fault != nil) {
			t.Errorf("refusal %v: done %d times, fault %v", refuse, done, p.Fault)
		}
		put := ""
		p.Choose("Scan", false, func(s string) { put = s })
		p.Choose("Ordner", true, func(s string) { put += "nothing chosen" })
		run.Drain()
		if want := map[bool]string{true: "akt.pdf", false: ""}[refuse == nil]; put != want {
			t.Errorf("put %q, want %q", put, want)
		}
	}
}
