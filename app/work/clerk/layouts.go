package clerk

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer/container"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

// SurveyLayout shows what a sample of an office holds, for whoever makes a layout of it.
// Errors: Refused where the sample cannot be opened.
func (ck *Clerk) SurveyLayout(ctx context.Context, sample string) (*layout.Survey, error) {
	var out *layout.Survey
	err := ck.sample(ctx, sample, func(t container.Tree) (err error) {
		out, err = layout.Look(ctx, t)
		return err
	})
	return out, err
}

// sample opens a sample for somebody who may change profiles.
func (ck *Clerk) sample(ctx context.Context, sample string, use func(container.Tree) error) error {
	if err := ck.Office.May(ctx, people.Profile); err != nil {
		return err
	}
	if _, err := office.Reach(ctx, sample); err != nil {
		return err
	}
	t, err := container.Open(ctx, sample, ck.Intake.ContainerOptions())
	if refused, ok := errors.AsType[*container.Refused](err); ok {
		return failure.Wrap(failure.Refused, "open sample", wording.Say("hint.clerk.sample-not-opened"), refused)
	}
	if err != nil {
		return err
	}
	return errors.Join(use(t), t.Close())
}

// LayoutTrial is what a layout reads of a sample.
type LayoutTrial struct {
	Layout   string         `json:"layout"`
	Kind     string         `json:"kind"`
	Fits     bool           `json:"fits"` // every mandatory statement was read of at least one record
	Files    []string       `json:"files"`
	Records  map[string]int `json:"records"`
	Read     []LayoutRow    `json:"read"`
	Missing  []LayoutRow    `json:"missing"`
	Problems []string       `json:"problems"`
}

// LayoutRow is one statement the kind asks for.
type LayoutRow struct {
	Name    string `json:"name"` // "entry.number"
	Label   string `json:"label"`
	Source  string `json:"source"`
	Records int    `json:"records,omitempty"` // it was read of
	Of      int    `json:"of,omitempty"`      // records of its group
	Example string `json:"example,omitempty"`
}

// TryLayout reads a sample by a layout. Errors: those of SurveyLayout.
func (ck *Clerk) TryLayout(ctx context.Context, l *layout.Layout, sample string) (*LayoutTrial, error) {
	var r *layout.Reading
	err := ck.sample(ctx, sample, func(t container.Tree) (err error) {
		r, err = l.Apply(ctx, t, func(*layout.Record) error { return nil })
		return err
	})
	if err != nil {
		return nil, err
	}
	out := &LayoutTrial{Layout: l.Name, Kind: l.Kind, Fits: len(r.Missing) == 0, Files: r.Files, Records: r.Records, Read: []LayoutRow{},
		Missing: []LayoutRow{}, Problems: []string{}}
	asked, _ := layout.Of(l.Kind)
	for _, g := range asked.Groups {
		for _, s := range g.Statements {
			name := g.Name + "." + s.Key
			if n := r.Read[name]; n > 0 {
				out.Read = append(out.Read, LayoutRow{name, s.Label, s.Source, n, r.Records[g.Name], r.Example[name]})
			}
		}
	}
	for _, m := range r.Missing {
		out.Missing = append(out.Missing, LayoutRow{Name: m.Name(), Label: m.Statement.Label, Source: m.Statement.Source})
	}
	for _, p := range r.Problems {
		place := strings.TrimSuffix(fmt.Sprintf("%s:%d", p.At, p.Line), ":0")
		out.Problems = append(out.Problems, strings.TrimSpace(fmt.Sprintf("%s %s: %s (%d-mal)", place, strings.Trim(p.Group+"."+p.Key, "."),
			p.Text, p.Count)))
	}
	return out, nil
}

// Layouts gives the layouts of a profile. Error: Refused for an unknown profile.
func (ck *Clerk) Layouts(ctx context.Context, id string) ([]layout.Layout, error) {
	p, err := ck.profileOf(ctx, id)
	if err != nil {
		return nil, err
	}
	return p.Layouts, nil
}

// LayoutsAt gives the layout of a file or, where there is no such file, those of the
// profile of that id. Error: Refused where there is none.
func (ck *Clerk) LayoutsAt(ctx context.Context, word string) ([]layout.Layout, error) {
	if err := ck.Office.May(ctx, people.Profile); err != nil {
		return nil, err
	}
	if info, err := os.Stat(word); err == nil && !info.IsDir() {
		l, err := readLayout(word)
		if err != nil {
			return nil, err
		}
		return []layout.Layout{*l}, nil
	}
	all, err := ck.Layouts(ctx, word)
	if err == nil && len(all) == 0 {
		err = failure.New(failure.Refused, "layouts of "+word, wording.Say("hint.clerk.profile-without-layout", word))
	}
	return all, err
}

func readLayout(name string) (*layout.Layout, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "read layout", wording.Say("hint.clerk.layout-file-not-opened", filepath.Base(name)), err)
	}
	defer f.Close()
	return layout.Read(f)
}

func (ck *Clerk) profileOf(ctx context.Context, id string) (*profile.Profile, error) {
	p, err := ck.Profiles.Get(ctx, id)
	if errors.Is(err, profile.ErrNotFound) {
		return nil, failure.New(failure.Refused, "find profile "+id, wording.Say("hint.cli.no-such-profile", id))
	}
	return p, err
}

// TryDraft reads a sample by a layout that is still being made, and says what of it
// cannot be understood. Errors: those of SurveyLayout.
func (ck *Clerk) TryDraft(ctx context.Context, l *layout.Layout, sample string) (*LayoutTrial, []layout.Fault, error) {
	usable, faults := l.Usable()
	tried, err := ck.TryLayout(ctx, usable, sample)
	return tried, faults, err
}

// SetLayout puts the layout of a file into a profile, see StoreLayout.
func (ck *Clerk) SetLayout(ctx context.Context, id, file, sample string) (*LayoutTrial, error) {
	if err := ck.Office.May(ctx, people.Profile); err != nil {
		return nil, err
	}
	if _, err := ck.profileOf(ctx, id); err != nil {
		return nil, err
	}
	l, err := readLayout(file)
	if err != nil {
		return nil, err
	}
	return ck.StoreLayout(ctx, id, l, sample)
}

// StoreLayout puts a layout into a profile, as a new version of it, in place of the one of
// its name. It must read every mandatory statement of the sample: what reads nothing is
// not stored. Errors: Refused with what is missing or cannot be understood.
func (ck *Clerk) StoreLayout(ctx context.Context, id string, l *layout.Layout, sample string) (*LayoutTrial, error) {
	if err := ck.Office.May(ctx, people.Profile); err != nil {
		return nil, err
	}
	if id == "" {
		return nil, failure.New(failure.Refused, "store layout", wording.Say("hint.clerk.layout-without-profile"))
	}
	p, err := ck.profileOf(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := l.Validate(); err != nil {
		return nil, failure.Wrap(failure.Refused, "store layout", wording.Say("hint.layout.layout-unusable", err), err)
	}
	tried, err := ck.TryLayout(ctx, l, sample)
	if err != nil {
		return nil, err
	}
	if !tried.Fits {
		var words []string
		for _, m := range tried.Missing {
			words = append(words, m.Name+" ("+m.Label+")")
		}
		return tried, failure.New(failure.Refused, "set layout of "+id,
			wording.Say("hint.clerk.layout-reads-nothing", strings.Join(words, ", ")))
	}
	if err := ck.sample(ctx, sample, func(t container.Tree) (err error) {
		l.Sample, err = l.Fingerprint(ctx, t)
		return err
	}); err != nil {
		return tried, err
	}
	i := slices.IndexFunc(p.Layouts, func(o layout.Layout) bool { return o.Kind == l.Kind && o.Name == l.Name })
	if i < 0 {
		p.Layouts = append(p.Layouts, *l)
	} else {
		p.Layouts[i] = *l
	}
	return tried, ck.saveLayouts(ctx, p, "layout "+l.Name)
}

// RemoveLayout takes a layout out of a profile. Error: Refused where it holds none of
// that name.
func (ck *Clerk) RemoveLayout(ctx context.Context, id, name string) error {
	if err := ck.Office.May(ctx, people.Profile); err != nil {
		return err
	}
	p, err := ck.profileOf(ctx, id)
	if err != nil {
		return err
	}
	before := len(p.Layouts)
	p.Layouts = slices.DeleteFunc(p.Layouts, func(l layout.Layout) bool { return l.Name == name })
	if len(p.Layouts) == before {
		return failure.New(failure.Refused, "remove layout of "+id, wording.Say("hint.clerk.no-such-layout", id, name))
	}
	return ck.saveLayouts(ctx, p, "no layout "+name)
}

func (ck *Clerk) saveLayouts(ctx context.Context, p *profile.Profile, what string) error {
	n, err := ck.Profiles.Save(ctx, *p, ck.Office.Actor())
	if invalid, ok := errors.AsType[*profile.Invalid](err); ok {
		return failure.Wrap(failure.Refused, "save profile", wording.Say("hint.clerk.profile-stays", invalid.Words()), err)
	}
	if err != nil {
		return err
	}
	return ck.Office.Store.WithTx(ctx, ck.Log.Entry(ctx, ck.Office.Event(events.Configured, "profile", p.ID,
		fmt.Sprintf("version %d, %s", n, what), nil)))
}
