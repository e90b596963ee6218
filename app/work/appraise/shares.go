package appraise

import (
	"context"
	"maps"

	"laufzettel/app/work/intake"
	"laufzettel/appraisal"
	"laufzettel/transfer/record"
)

// Mixed tells what holds for the files of one case of a share of which some were
// decided on their own.
type Mixed struct {
	Rating           record.Rating // of the case as a whole: B while a file is open, A where one stays
	Kept, Lost, Open int           // files
	Decision         *appraisal.Decision
	Unreleased       bool // something is destroyed that no second person has released
}

// mix puts what was decided on single files into the verdicts on their cases: a case
// is open while one of its files is, and is archived as far as one of them is. Only the
// cases concerned are looked at.
func (dk *Desk) mix(ctx context.Context, a *Appraisal) error {
	byID := map[string]*record.Object{}
	for _, u := range appraisal.Units(a.Roots) {
		byID[u.ID] = u
	}
	a.Mixed = map[string]Mixed{}
	all, err := dk.Book.OnDocuments(ctx, a.Portion.ID)
	if err != nil {
		return err
	}
	for _, d := range all {
		if byID[d.Object] == nil {
			continue
		}
		m := a.Mixed[d.Object]
		if d.Rating == record.RatingArchive {
			m.Kept += d.Count
		} else {
			m.Lost, m.Decision, m.Unreleased = m.Lost+d.Count, &d.Decision, d.ReleasedBy == ""
		}
		a.Mixed[d.Object] = m
	}
	for id, m := range a.Mixed {
		a.Mixed[id] = m.settled(byID[id], a.Verdicts)
	}
	return nil
}

// Single tells what holds for single files of a share and for its cases before files were
// decided on their own (Mixed): what is packaged, listed and destroyed is told by it alone.
type Single struct {
	made  []appraisal.Decision         // without their object: what one act decided is held once
	of    map[string]int32             // places in made, by object
	cases map[string]appraisal.Verdict // of the objects of the outline
}

// SingleOf reads the decisions of a share; of other kinds no file is decided on its own, and
// nothing is read.
func SingleOf(ctx context.Context, dk *Desk, a *Appraisal) (*Single, error) {
	if a.Portion.Kind != intake.PlainKind {
		return &Single{}, nil
	}
	outlined := map[string]appraisal.Decision{}
	for o := range record.All(a.Roots) {
		outlined[o.ID] = appraisal.Decision{}
	}
	s, places := &Single{of: map[string]int32{}}, map[appraisal.Decision]int32{}
	err := dk.Book.Each(ctx, a.Portion.ID, func(d appraisal.Decision) {
		id := d.Object
		if _, ok := outlined[id]; ok {
			outlined[id] = d
		}
		d.Object = ""
		at, ok := places[d]
		if !ok {
			at = int32(len(s.made))
			s.made, places[d] = append(s.made, d), at
		}
		s.of[id] = at
	})
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(outlined, func(_ string, d appraisal.Decision) bool { return d.Object == "" })
	s.cases = appraisal.Effective(a.Roots, outlined)
	return s, nil
}

// Verdict gives what holds for a document of a case: its own decision, else that on the case.
func (s *Single) Verdict(unit, document string) appraisal.Verdict {
	if at, ok := s.of[document]; ok {
		d := s.made[at]
		d.Object = document
		return appraisal.Verdict{Rating: d.Rating, From: document, Origin: record.OriginDecision, Decision: &d}
	}
	return s.cases[unit]
}

// Case gives what holds for a case or folder, and for those of its files nobody decided on.
func (s *Single) Case(id string) appraisal.Verdict { return s.cases[id] }

// settled adds the files that go with the case and puts the outcome into the verdicts.
func (m Mixed) settled(u *record.Object, verdicts map[string]appraisal.Verdict) Mixed {
	v := verdicts[u.ID]
	rest := record.Count([]*record.Object{u}).Documents - m.Kept - m.Lost
	switch v.Rating {
	case record.RatingArchive:
		m.Kept += rest
	case record.RatingDestroy:
		m.Lost += rest
		if v.Decision != nil && rest > 0 {
			m.Unreleased = m.Unreleased || v.Decision.ReleasedBy == ""
			if m.Decision == nil || v.Decision.ReleasedBy == "" {
				m.Decision = v.Decision
			}
		}
	default:
		m.Open += rest
	}
	own := v.Decision
	switch {
	case m.Open > 0:
		m.Rating, own = record.RatingAppraise, nil
	case m.Kept > 0:
		m.Rating = record.RatingArchive
		if v.Rating != record.RatingArchive {
			own = nil
		}
	default:
		m.Rating, own = record.RatingDestroy, m.Decision
	}
	verdicts[u.ID] = appraisal.Verdict{Rating: m.Rating, From: u.ID, Origin: record.OriginDecision, Decision: own}
	return m
}
