// Package layouttest plays the workspace of the screen for its tests: those of the
// presenter and those of the view. Samples are files in memory, read as a delivery is.
package layouttest

import (
	"context"
	"strings"

	"laufzettel/transfer/layout"
	"laufzettel/transfer/vocab"
	"laufzettel/views/layout/model"
)

// Fake plays the workspace: it gives what a test says and notes what it is asked to do.
type Fake struct {
	State   model.State
	Samples map[string]map[string][]byte
	Fault   error
	Did     []string
	Stored  []layout.Layout
}

// Export is a sample of a plain export as a vendor might write it.
func Export() map[string][]byte {
	return map[string][]byte{"liste-2026.xml": []byte(
		`<l amt="Tiefbauamt"><z><az>50.1</az><v nr="50.1/1">Ausbau</v><b>Brief</b><vom>3.2.2001</vom><f>1.pdf</f></z>` +
			`<z><az>50.1</az><v nr="50.1/1">Ausbau</v><b>Antwort</b><vom>17.2.2001</vom><f>2.pdf</f></z></l>`), "ablage/1.pdf": []byte("x"),
		"ablage/2.pdf": []byte("x"),
		"personen.csv": []byte("az;sachbearbeitung\n50.1;M. Ahrens\n")}
}

// New is a workspace with one profile and two samples of Export.
func New() *Fake {
	st := model.State{Profile: "tba", Name: "Tiefbauamt Musterstadt"}
	for _, kind := range []string{"dms", "register", "handelsregister"} {
		a, _ := layout.Of(kind)
		st.Kinds = append(st.Kinds, model.Kind{ID: kind, Title: a.Label})
	}
	other := Export()
	other["liste-2027.xml"] = []byte(strings.ReplaceAll(string(other["liste-2026.xml"]), "50.1", "60.2"))
	delete(other, "liste-2026.xml")
	return &Fake{State: st, Samples: map[string]map[string][]byte{"muster": Export(), "zweites": other, "leer": {"a.txt": []byte("x")}}}
}

// Open implements model.Source.
func (f *Fake) Open(_ context.Context, profile, of string) (model.State, error) {
	st := f.State
	st.Profile, st.Layouts = profile, f.Stored
	if of != "" {
		st.Sample = of
	}
	return st, f.Fault
}

// Look implements model.Source.
func (f *Fake) Look(ctx context.Context, sample string) (*layout.Survey, error) {
	return layout.Look(ctx, vocab.NewTree(sample, f.Samples[sample]))
}

// Try implements model.Source.
func (f *Fake) Try(ctx context.Context, l *layout.Layout, sample string) (model.Trial, error) {
	usable, faults := l.Usable()
	r, err := usable.Apply(ctx, vocab.NewTree(sample, f.Samples[sample]), func(*layout.Record) error { return nil })
	if err != nil {
		return model.Trial{}, err
	}
	t := model.Trial{Records: r.Records, Read: r.Read, Example: r.Example, Faults: map[string]string{}, Missing: len(r.Missing)}
	for _, x := range faults {
		t.Faults[x.Field] = x.Text
	}
	for _, p := range r.Problems {
		t.Problems = append(t.Problems, p.Text)
	}
	return t, nil
}

// Store implements model.Source.
func (f *Fake) Store(_ context.Context, profile string, l *layout.Layout, sample string) error {
	f.Did = append(f.Did, "store "+profile+" "+l.Name+" "+sample)
	if f.Fault == nil {
		f.Stored = append(f.Stored, *l)
	}
	return f.Fault
}

// Remove implements model.Source.
func (f *Fake) Remove(_ context.Context, profile, name string) error {
	f.Did = append(f.Did, "remove "+profile+" "+name)
	f.Stored = nil
	return f.Fault
}
