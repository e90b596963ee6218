package window

import (
	"context"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/prepare"
	view "laufzettel/views/prepare/model"
)

// sets puts the sets of defaults into a draft, and what a new one would hold.
func (s Prepare) sets(p *prepare.Preparation, d *view.Draft, all []prepare.Defaults) {
	b, ok := prepare.For(p.Kind)
	if !ok {
		return
	}
	for _, x := range all {
		d.Sets = append(d.Sets, view.Set{Name: x.Name, Text: prepare.FormatValues(x.Values, b.Fields())})
	}
	typed := prepare.Values{}
	for _, f := range b.Fields() {
		if v := p.Fields.Get(f.Key); v != "" && f.Step == prepare.StepContent && prepare.InSet(f.Key) {
			typed[f.Key] = v
		}
	}
	d.SetText = prepare.FormatValues(typed, b.Fields())
}

// SaveSet implements prepare.Source.
func (s Prepare) SaveSet(ctx context.Context, kind string, set view.Set) error {
	b, ok := prepare.For(kind)
	if !ok {
		return failure.New(failure.Bug, "save set of "+kind, "Die Art der Abgabe ist nicht bekannt. Bitte den Fehler melden.")
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
