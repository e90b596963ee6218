package appraise

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/appraisal"
	"laufzettel/appraisal/sample"
	"laufzettel/appraisal/sift"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Sampling is where a second person looks at a sample of what is to be destroyed, before a
// mass of it is released. Once a sample is drawn in a portion, nothing of it is released
// but what a sample lets pass.
type Sampling struct {
	Office *office.Office
	Log    *office.Log
	Desk   *Desk

	Book  *appraisal.Book
	Store *sample.Store
}

// sampled is the event of every act on a sample; its outcome says which.
const sampledAct events.Type = "sampled"

const opSample = "draw sample"

// byRule, byPerson, from above and of a file say what decided a unit.
const (
	originRule  = "rule"
	originOwn   = "own"
	originAbove = "above"
	originFile  = "file"
)

// waiting are the units decided V that nobody has released, as they may be drawn, with the
// id of the decision that holds for each.
func (sm *Sampling) waiting(ctx context.Context, id string) (units []sample.Unit, by, actor map[string]string, err error) {
	a, err := sm.Desk.Outlined(ctx, id)
	if err != nil {
		return nil, nil, nil, err
	}
	decisions, err := sm.Book.Decisions(ctx, id)
	if err != nil {
		return nil, nil, nil, err
	}
	by, actor = map[string]string{}, map[string]string{}
	add := func(o string, d *appraisal.Decision, origin, plan string) {
		if strings.HasPrefix(d.Reason, "Regel „") || sift.SampleOf(d.Reason) != "" {
			origin = originRule
		}
		units = append(units, sample.Unit{ID: o, Version: d.Version, Origin: origin, Reason: d.Reason, Plan: plan})
		by[o], actor[o] = d.Object, d.Actor
	}
	known := map[string]bool{}
	for o := range record.All(a.Roots) {
		known[o.ID] = true
	}
	for _, o := range appraisal.Units(a.Roots) {
		v := a.Verdicts[o.ID]
		if v.Rating != record.RatingDestroy || v.Decision == nil || v.Decision.ReleasedBy != "" {
			continue
		}
		origin := originOwn
		if v.Inherited {
			origin = originAbove
		}
		add(o.ID, v.Decision, origin, planOf(o))
	}
	for o, d := range decisions { // files of a share that were decided on their own
		if !known[o] && d.Rating == record.RatingDestroy && d.ReleasedBy == "" {
			add(o, &d, originFile, "")
		}
	}
	slices.SortFunc(units, func(a, b sample.Unit) int { return strings.Compare(a.ID, b.ID) })
	return units, by, actor, nil
}

// DrawSample draws a sample of what waits for release in a portion. Its seed is the head of
// the log after the last decision, so that nobody draws until the sample pleases. Errors:
// Refused where nothing waits, where the sample drawn last still holds, and where a stratum
// that was sent back was not decided anew.
func (sm *Sampling) DrawSample(ctx context.Context, id string, plan sample.Plan) (*sample.Sample, error) {
	person, err := sm.Office.MustPerson(people.Appraise, opSample)
	if err != nil {
		return nil, err
	}
	if err := plan.Valid(); err != nil {
		return nil, err
	}
	if _, err := sm.Desk.MayAppraise(ctx, id); err != nil {
		return nil, err
	}
	units, _, _, err := sm.waiting(ctx, id)
	if err != nil {
		return nil, err
	}
	if len(units) == 0 {
		return nil, failure.New(failure.Refused, opSample, wording.Say("hint.appraise.nothing-to-release"))
	}
	last, err := sm.Store.Last(ctx, id)
	if err != nil {
		return nil, err
	}
	s := &sample.Sample{Plan: plan, Person: person, At: sm.Office.Now()}
	for _, u := range units {
		s.Upto = max(s.Upto, u.Version)
	}
	if last != nil {
		if back := last.SentBack(units); back > 0 {
			return nil, failure.New(failure.Refused, opSample, wording.Say("hint.sample.back", back))
		}
		if s.Upto <= last.Upto {
			return nil, failure.New(failure.Refused, opSample, wording.Say("hint.sample.drawn", last.Number))
		}
	}
	if s.Seq, s.Seed, err = sm.headOfDecisions(ctx, id); err != nil {
		return nil, err
	}
	s.Strata = sample.Draw(units, plan, s.Seed)
	err = sm.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := sample.PutTx(ctx, tx, id, s); err != nil {
			return err
		}
		return sm.Log.Entry(ctx, sm.Office.Event(sampledAct, id, "", "drawn", map[string]string{"sample": strconv.Itoa(s.Number),
			"units": strconv.Itoa(len(units)), "strata": strconv.Itoa(len(s.Strata)), "seed": s.Seed}))(tx)
	})
	if err != nil {
		return nil, err
	}
	return sm.Store.Last(ctx, id)
}

// headOfDecisions gives the entry of the log that holds the last decision on a portion.
func (sm *Sampling) headOfDecisions(ctx context.Context, id string) (seq int64, hash string, err error) {
	err = sm.Office.Store.Reader().QueryRowContext(ctx, `SELECT seq, hash FROM event
		WHERE subject = ? AND type IN ('appraised', 'undone', 'merged') ORDER BY seq DESC LIMIT 1`, id).Scan(&seq, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		return events.Head(ctx, sm.Office.Store)
	}
	if err != nil {
		return 0, "", fmt.Errorf("find last decision: %w", err)
	}
	return seq, hash, nil
}

// SampleOf gives the sample of a portion drawn last; nil where none was.
func (sm *Sampling) SampleOf(ctx context.Context, id string) (*sample.Sample, error) {
	if err := sm.Desk.MayShow(ctx, id); err != nil {
		return nil, err
	}
	return sm.Store.Last(ctx, id)
}

// Drawn is a unit to be looked at, without anything that was decided on it.
type Drawn struct {
	Object    string   `json:"object"`
	Reference string   `json:"reference,omitempty"`
	Subject   string   `json:"subject,omitempty"`
	Span      string   `json:"span,omitempty"`
	Plan      string   `json:"plan,omitempty"`
	Files     []string `json:"files"`
	Left      int      `json:"left"` // units still to be looked at, this one among them
}

// mostDrawnFiles are named of a unit; the others are counted by who opens it.
const mostDrawnFiles = 200

// NextDrawn gives the next unit of the sample that waits to be looked at; nil: none waits.
func (sm *Sampling) NextDrawn(ctx context.Context, id string) (*Drawn, error) {
	s, err := sm.SampleOf(ctx, id)
	if err != nil || s == nil || len(s.Open()) == 0 {
		return nil, err
	}
	d := &Drawn{Object: s.Open()[0].Object, Left: len(s.Open()), Files: []string{}}
	p, err := sm.Desk.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	roots, err := sm.Desk.Portions.Objects(ctx, id)
	if err != nil {
		return nil, err
	}
	for o := range record.All(roots) {
		if o.ID != d.Object {
			continue
		}
		d.Reference, d.Subject, d.Span, d.Plan = o.Reference, o.Subject, o.Span.String(), planOf(o)
		whole, facts, err := sm.Desk.Contents.ReaderOf(p).Read(ctx, o)
		if err != nil {
			return nil, err
		}
		for x := range record.All([]*record.Object{whole}) {
			for f := range x.Files() {
				if fact, ok := facts.At(f.Name); ok && len(d.Files) < mostDrawnFiles {
					d.Files = append(d.Files, fact.Path)
				}
			}
		}
		break
	}
	return d, nil
}

// MayLook tells what keeps the person at work from saying anything of a drawn unit, nil
// nothing. Errors: those of LookAtDrawn.
func (sm *Sampling) MayLook(ctx context.Context, id, object string) error {
	_, err := sm.mayLook(ctx, id, object)
	return err
}

// mayLook gives the person at work where they may look at a drawn unit.
func (sm *Sampling) mayLook(ctx context.Context, id, object string) (string, error) {
	const op = "look at sample"
	person, err := sm.Office.MustPerson(people.Release, op)
	if err != nil {
		return "", err
	}
	_, _, actor, err := sm.waiting(ctx, id)
	if err != nil {
		return "", err
	}
	decider, waits := actor[object]
	if !waits {
		return "", failure.New(failure.Refused, op, wording.Say("hint.sample.not-drawn", object))
	}
	if decider == person && !sm.Office.Settings.Get().Alone {
		return "", failure.New(failure.Refused, op, wording.Say("hint.sample.own-decision"))
	}
	return person, sm.Office.MayRelease(ctx, person, []string{decider})
}

// LookAtDrawn keeps what the person now acting says of a drawn unit: V agrees with its
// destruction, A deviates and sends its stratum back. Errors: Refused without the right to
// release, for a unit that was not drawn, and for who decided on it.
func (sm *Sampling) LookAtDrawn(ctx context.Context, id, object string, r record.Rating) (*sample.Sample, error) {
	const op = "look at sample"
	if r != record.RatingArchive && r != record.RatingDestroy {
		return nil, failure.New(failure.Refused, op, wording.Say("hint.sample.rating"))
	}
	if _, err := sm.Desk.MayAppraise(ctx, id); err != nil {
		return nil, err
	}
	s, err := sm.SampleOf(ctx, id)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return nil, failure.New(failure.Refused, op, wording.Say("hint.sample.none"))
	}
	if named, err := sm.Desk.Portions.ObjectNamed(ctx, id, object); err == nil {
		object = named
	}
	person, err := sm.mayLook(ctx, id, object)
	if err != nil {
		return nil, err
	}
	outcome := "agrees"
	if r == record.RatingArchive {
		outcome = "deviates"
	}
	err = sm.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := sample.LookTx(ctx, tx, id, s.Number, object, r, person, sm.Office.Now()); err != nil {
			return err
		}
		return sm.Log.Entry(ctx, sm.Office.Event(sampledAct, id, object, outcome, map[string]string{"sample": strconv.Itoa(s.Number)}))(tx)
	})
	if err != nil {
		return nil, err
	}
	return sm.Store.Last(ctx, id)
}

// Holds refuses the release of decisions that the sample of their portion does not let
// pass: not looked at to the end, sent back, or decided after it was drawn. Without a
// sample it refuses nothing.
func (sm *Sampling) Holds(ctx context.Context, id string, objects []string) error {
	const op = "release destruction"
	if sm == nil {
		return nil
	}
	s, err := sm.Store.Last(ctx, id)
	if err != nil || s == nil {
		return err
	}
	units, by, _, err := sm.waiting(ctx, id)
	if err != nil {
		return err
	}
	waits, back, later := 0, 0, 0
	for _, u := range units {
		if !slices.Contains(objects, by[u.ID]) {
			continue
		}
		n := s.Of(u.Key())
		switch {
		case u.Version > s.Upto || n == 0:
			later++
		case s.Stands(n) == sample.Back:
			back++
		case s.Stands(n) == sample.Waiting:
			waits++
		}
	}
	switch {
	case back > 0:
		return failure.New(failure.Refused, op, wording.Say("hint.sample.back", back))
	case waits > 0:
		return failure.New(failure.Refused, op, wording.Say("hint.sample.waits", len(s.Open())))
	case later > 0:
		return failure.New(failure.Refused, op, wording.Say("hint.sample.later", later))
	}
	return nil
}

// Sentence says for order and papers how the sample of a portion went; "" without one.
func (sm *Sampling) Sentence(ctx context.Context, id string) (string, error) {
	if sm == nil {
		return "", nil
	}
	s, err := sm.Store.Last(ctx, id)
	if err != nil || s == nil {
		return "", err
	}
	units, looked, deviating, persons := 0, 0, 0, []string{}
	for _, x := range s.Strata {
		units += x.Units
	}
	for _, l := range s.Looks {
		if l.Rating == "" {
			continue
		}
		looked++
		if l.Rating == record.RatingArchive {
			deviating++
		}
		if !slices.Contains(persons, l.Person) {
			persons = append(persons, l.Person)
		}
	}
	slices.Sort(persons)
	percent := func(thousandth float64) string {
		return strings.Replace(strconv.FormatFloat(thousandth/10, 'f', 1, 64), ".", ",", 1)
	}
	return wording.Say("hint.sample.sentence", s.Number, wording.Day(s.At), len(s.Strata), units, looked, len(s.Looks),
		strings.Join(persons, ", "), deviating, percent(s.Sure()*1000), percent(float64(s.Plan.Most)),
		s.Seed[:min(16, len(s.Seed))]).In(wording.German), nil
}
