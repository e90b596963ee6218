package window

import (
	"context"
	"strconv"
	"strings"
	"time"

	"laufzettel/app/work/outbox"
	"laufzettel/sync/door"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	transmit "laufzettel/views/transmit/model"
)

// plans gives the fetch plans as the sheet shows them.
func (s Transmit) plans(ctx context.Context) ([]transmit.Plan, error) {
	all, err := s.W.Doors.Plans(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]transmit.Plan, 0, len(all))
	for _, p := range all {
		next := s.Words.T("window.plan.paused")
		if p.State == door.PlanActive {
			next = s.Words.T("window.plan.next", s.Words.Moment(p.Next))
		}
		told := []string{s.Words.T("window.plan.every", door.FormatEvery(p.Every())), next, s.planTold(p)}
		out = append(out, transmit.Plan{ID: strconv.FormatInt(p.ID, 10), Name: p.Name, Link: p.Link, Paused: p.State == door.PlanPaused,
			Told: strings.Join(told, " · ")})
	}
	return out, nil
}

// planTold is the last outcome in words.
func (s Transmit) planTold(p door.Plan) string {
	at := s.Words.Moment(p.Looked)
	switch {
	case p.Looked.IsZero():
		return s.Words.T("window.plan.never")
	case p.Reason != "":
		return s.Words.T("window.plan.told", at, p.Reason)
	case p.OfferState == door.OfferFetched && p.Outcome == door.PlanUnchanged:
		return s.Words.T("window.plan.unchanged", at, p.Portion)
	case p.OfferState == door.OfferFetched:
		return s.Words.T("window.plan.fetched", at, p.Portion)
	default:
		return s.Words.T("window.plan.found", at)
	}
}

// AddPlan implements transmit.Source.
func (s Transmit) AddPlan(ctx context.Context, x transmit.NewPlan) error {
	defer s.Hub.Notify()
	defer s.Sender.Wake()
	first, err := outbox.ReadTime(x.First, s.W.Office.Now().In(time.Local))
	if err != nil {
		return err
	}
	_, err = s.W.Doors.AddPlan(ctx, x.Link, x.Digest, "", x.Every, first)
	return err
}

// ActPlan implements transmit.Source.
func (s Transmit) ActPlan(ctx context.Context, id string, act transmit.PlanAct) error {
	defer s.Hub.Notify()
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return failure.Wrap(failure.Refused, "act on plan", wording.Say("window.nojob"), err)
	}
	switch act {
	case transmit.RunPlan:
		defer s.Sender.Wake()
		return s.W.Doors.RunPlan(ctx, n)
	case transmit.PausePlan:
		return s.W.Doors.PausePlan(ctx, n)
	case transmit.ResumePlan:
		return s.W.Doors.ResumePlan(ctx, n)
	default:
		return s.W.Doors.RemovePlan(ctx, n)
	}
}
