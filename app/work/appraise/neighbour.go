package appraise

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"laufzettel/appraisal/counsel"
	"laufzettel/appraisal/sift"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Neighbour is a delivery held beside an earlier one of the same agency: what an
// archivist asks first when an agency delivers a second time.
type Neighbour struct {
	Older        string       `json:"older"`
	Newer        string       `json:"newer"`
	Agency       string       `json:"agency"`
	OlderUnits   int          `json:"olderUnits"`
	NewerUnits   int          `json:"newerUnits"`
	OlderYears   string       `json:"olderYears,omitempty"`
	NewerYears   string       `json:"newerYears,omitempty"`
	NewFormats   []string     `json:"newFormats"`
	GoneFormats  []string     `json:"goneFormats"`
	MissingYears []int        `json:"missingYears"` // touched by neither, between the first and the last year of both
	NewPlans     []string     `json:"newPlans"`
	GonePlans    []string     `json:"gonePlans"`
	ChangedPlans []PlanChange `json:"changedPlans"` // same position, another title
}

// PlanChange is a position of the filing plan that bears another title.
type PlanChange struct {
	Plan   string `json:"plan"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Beside holds a portion beside an earlier one of the same agency and kind; older
// "" is the last one that is no message of the same procedure. Error: Refused
// where there is none.
func (dk *Desk) Beside(ctx context.Context, id, older string) (*Neighbour, error) {
	p, err := dk.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	var o transfer.Portion
	if older != "" {
		o, err = dk.Portions.Get(ctx, older)
	} else {
		o, err = dk.neighbour(ctx, p)
	}
	if err != nil {
		return nil, err
	}
	a, err := dk.side(ctx, o)
	if err != nil {
		return nil, err
	}
	b, err := dk.side(ctx, p)
	if err != nil {
		return nil, err
	}
	n := &Neighbour{Older: o.ID, Newer: p.ID, Agency: p.Agency, OlderUnits: a.units, NewerUnits: b.units, OlderYears: a.span(),
		NewerYears: b.span(),
		NewFormats: without(b.formats, a.formats), GoneFormats: without(a.formats, b.formats), MissingYears: holes(a.years, b.years),
		NewPlans: without(b.plans, a.plans), GonePlans: without(a.plans, b.plans), ChangedPlans: []PlanChange{}}
	for _, plan := range slices.Sorted(maps.Keys(b.plans)) {
		if before, ok := a.plans[plan]; ok && before != b.plans[plan] {
			n.ChangedPlans = append(n.ChangedPlans, PlanChange{plan, before, b.plans[plan]})
		}
	}
	return n, nil
}

// neighbour finds the last earlier delivery of the same agency.
func (dk *Desk) neighbour(ctx context.Context, p transfer.Portion) (transfer.Portion, error) {
	list, err := dk.Portions.List(ctx)
	if err != nil {
		return transfer.Portion{}, err
	}
	var best transfer.Portion
	for _, o := range list {
		same := o.AgencyID == p.AgencyID && (o.AgencyID != "" || o.Agency == p.Agency && o.Agency != "")
		if !same || o.ID == p.ID || o.Kind != p.Kind || o.Arrived.After(p.Arrived) || o.State == transfer.Returned ||
			o.State == transfer.Discarded || o.Process != "" && o.Process == p.Process {
			continue
		}
		if best.ID == "" || o.Arrived.After(best.Arrived) || o.Arrived.Equal(best.Arrived) && o.ID > best.ID {
			best = o
		}
	}
	if best.ID == "" {
		return best, failure.New(failure.Refused, "find earlier delivery", wording.Say("hint.appraise.no-earlier-delivery", p.Agency))
	}
	return best, nil
}

// side is one of two deliveries held beside each other.
type side struct {
	units   int
	formats map[string]string
	plans   map[string]string // position → title
	years   map[int]bool
}

func (s side) span() string {
	if len(s.years) == 0 {
		return ""
	}
	all := slices.Sorted(maps.Keys(s.years))
	if all[0] == all[len(all)-1] {
		return fmt.Sprint(all[0])
	}
	return fmt.Sprintf("%d–%d", all[0], all[len(all)-1])
}

func (dk *Desk) side(ctx context.Context, p transfer.Portion) (side, error) {
	s := side{formats: map[string]string{}, plans: map[string]string{}, years: map[int]bool{}}
	a, err := dk.Outlined(ctx, p.ID)
	if err != nil {
		return s, err
	}
	survey, err := dk.Survey(ctx, a)
	if err != nil {
		return s, err
	}
	s.units = len(survey.Units)
	titles := map[string]string{}
	for _, u := range survey.Units {
		for x := u; x != nil; x = x.Parent {
			if x.Plan.Reference != "" {
				titles[x.Plan.Reference] = x.Plan.Title
			}
		}
		if plan := counsel.PlanOf(u); plan != "" {
			s.plans[plan] = titles[plan]
		}
	}
	for _, it := range survey.Items(a) {
		s.add(&it)
	}
	return s, nil
}

// maxSpan bounds the years of one unit: a mistyped date must not fill a century.
const maxSpan = 200

func (s side) add(it *sift.Item) {
	for _, f := range it.Formats {
		s.formats[f] = f
	}
	if it.From > 0 && it.To >= it.From && it.To-it.From <= maxSpan {
		for y := it.From; y <= it.To; y++ {
			s.years[y] = true
		}
	}
}

// without gives the keys of a that b lacks, sorted, never nil.
func without(a, b map[string]string) []string {
	out := []string{}
	for _, k := range slices.Sorted(maps.Keys(a)) {
		if _, ok := b[k]; !ok {
			out = append(out, k)
		}
	}
	return out
}

// holes gives the years between first and last that neither side touches.
func holes(a, b map[int]bool) []int {
	all := slices.Sorted(maps.Keys(a))
	all = append(all, slices.Sorted(maps.Keys(b))...)
	out := []int{}
	if len(all) == 0 {
		return out
	}
	for y := slices.Min(all); y < slices.Max(all) && len(out) < maxSpan; y++ {
		if !a[y] && !b[y] {
			out = append(out, y)
		}
	}
	return out
}
