package window

import (
	"context"

	"laufzettel/transfer/layout"
	desk "laufzettel/views/layout/model"
)

// Layout is the source of the screen Aufbau zuordnen.
type Layout struct{ *Desk }

// Open implements desk.Source.
func (s Layout) Open(ctx context.Context, id, of string) (desk.State, error) {
	st := desk.State{Profile: id}
	for _, kind := range layout.Kinds() {
		a, _ := layout.Of(kind)
		st.Kinds = append(st.Kinds, desk.Kind{ID: kind, Title: a.Label})
	}
	if of != "" {
		p, err := s.W.Intake.Portions.Get(ctx, of)
		if err != nil {
			return st, err
		}
		if err := s.W.Intake.StopClassified(ctx, p); err != nil {
			return st, err
		}
		st.Sample = s.W.Office.Path(p.Path)
		if id == "" {
			st.Profile = p.ProfileID
		}
	}
	if st.Profile == "" {
		return st, nil
	}
	p, err := s.W.Intake.Profiles.Get(ctx, st.Profile)
	if err != nil {
		return st, err
	}
	st.Name, st.Layouts = p.Agency, p.Layouts
	return st, nil
}

// Look implements desk.Source.
func (s Layout) Look(ctx context.Context, sample string) (*layout.Survey, error) {
	return s.W.Clerk.SurveyLayout(ctx, sample)
}

// Try implements desk.Source.
func (s Layout) Try(ctx context.Context, l *layout.Layout, sample string) (desk.Trial, error) {
	tried, faults, err := s.W.Clerk.TryDraft(ctx, l, sample)
	if err != nil {
		return desk.Trial{}, err
	}
	out := desk.Trial{Records: tried.Records, Read: map[string]int{}, Example: map[string]string{}, Faults: map[string]string{},
		Problems: tried.Problems, Missing: len(tried.Missing)}
	for _, r := range tried.Read {
		out.Read[r.Name], out.Example[r.Name] = r.Records, r.Example
	}
	for _, f := range faults {
		out.Faults[f.Field] = f.Text
	}
	return out, nil
}

// Store implements desk.Source.
func (s Layout) Store(ctx context.Context, id string, l *layout.Layout, sample string) error {
	_, err := s.W.Clerk.StoreLayout(ctx, id, l, sample)
	s.Hub.Notify()
	return err
}

// Remove implements desk.Source.
func (s Layout) Remove(ctx context.Context, id, name string) error {
	err := s.W.Clerk.RemoveLayout(ctx, id, name)
	s.Hub.Notify()
	return err
}
