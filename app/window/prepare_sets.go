package window

import (
	"context"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/wording"
	view "laufzettel/views/prepare/model"
)

// sets puts the sets of defaults into a draft, and what a new one would hold.
func (s Prepare) sets(p *prepare.Preparation, d *view.Draft, all []prepare.Defaults) {
	b, ok := s.W.Clerk.Prepare.Kinds.Builder(p.Kind)
	if !ok {
		return
	}
	for _, x := range all {
		d.Sets = append(d.Sets, view.Set{Name: x.Name, Text: prepare.FormatValues(x.Values, b.Fields())})
	}
	d.SetText = prepare.FormatValues(p.SetOf(b), b.Fields())
}

// SaveSet implements prepare.Source.
func (s Prepare) SaveSet(ctx context.Context, name string, set view.Set) error {
	b, ok := s.W.Clerk.Prepare.Kinds.Builder(name)
	if !ok {
		return failure.New(failure.Bug, "save set of "+name, wording.Say("hint.window.kind-unknown"))
	}
	values, err := prepare.ReadValues(strings.NewReader(set.Text), b.Fields())
	if err != nil {
		return err
	}
	err = s.W.Clerk.SaveDefaults(ctx, set.Name, values)
	s.Hub.Notify()
	return err
}

// RemoveSet implements prepare.Source.
func (s Prepare) RemoveSet(ctx context.Context, name string) error {
	err := s.W.Clerk.RemoveDefaults(ctx, name)
	s.Hub.Notify()
	return err
}
