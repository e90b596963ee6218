package window

import (
	"context"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
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
	typed := kind.Values{}
	presets, ok := b.(kind.Presetting)
	for _, f := range b.Fields() {
		if v := p.Fields.Get(f.Key); v != "" && ok && f.Step == kind.StepContent && presets.InSet(f.Key) {
			typed[f.Key] = v
		}
	}
	d.SetText = prepare.FormatValues(typed, b.Fields())
}

// SaveSet implements prepare.Source.
func (s Prepare) SaveSet(ctx context.Context, name string, set view.Set) error {
	b, ok := s.W.Clerk.Prepare.Kinds.Builder(name)
	if !ok {
		return failure.New(failure.Bug, "save set of "+name, "Die Art der Abgabe ist nicht bekannt. Bitte den Fehler melden.")
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
