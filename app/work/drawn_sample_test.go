package work_test

import (
	"slices"
	"strings"
	"testing"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/appraisal/sample"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
)

// A sample before a mass is released: who decides draws it, another person looks without
// the decision, nothing is released before the end, one deviation sends the stratum back,
// and order and papers say how it went.
func TestSampling_FromDrawToRelease(t *testing.T) {
	h := enrolled(t)
	ctx := t.Context()
	must(t, h.Office.May(ctx, people.People))
	_, err := h.Office.AddPerson(ctx, people.Person{Name: "J. Beyer", Roles: []people.Role{people.Second}}, "geheim")
	must(t, err)
	p := h.taken(t, delivery(t, generate.Plan{Seed: 26, Dossiers: 2, Cases: 6, Documents: 1, Mix: []string{"txt"}, Ratings: []string{"B"}}))
	_, err = h.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	a, err := h.Desk.Outlined(ctx, p.ID)
	must(t, err)
	if len(a.Roots) != 2 {
		t.Fatalf("%d roots", len(a.Roots))
	}
	first, second := a.Roots[0].ID, a.Roots[1].ID
	if _, err := h.Sampling.DrawSample(ctx, p.ID, sample.Usual); failure.KindOf(err) != failure.Refused {
		t.Errorf("drawn of nothing: %v", err)
	}
	must(t, h.Desk.Set(ctx, p.ID, []string{first}, record.RatingDestroy, "Doppel der Gemeinde"))
	must(t, h.Desk.Set(ctx, p.ID, []string{second}, record.RatingDestroy, "Bagatellen"))
	if _, err := h.Sampling.DrawSample(ctx, p.ID, sample.Plan{Most: 500, Confidence: 500}); failure.KindOf(err) != failure.Refused {
		t.Errorf("a plan that says nothing: %v", err)
	}
	s, err := h.Sampling.DrawSample(ctx, p.ID, sample.Usual)
	must(t, err)
	if len(s.Strata) < 2 || len(s.Open()) == 0 || s.Seed == "" || s.Sure() < 0.95 {
		t.Fatalf("%+v", s)
	}
	if _, err := h.Sampling.DrawSample(ctx, p.ID, sample.Usual); failure.KindOf(err) != failure.Refused {
		t.Errorf("drawn again until it pleases: %v", err)
	}
	if _, err := h.Sampling.LookAtDrawn(ctx, p.ID, s.Open()[0].Object, record.RatingDestroy); failure.KindOf(err) != failure.Refused {
		t.Errorf("who decided looks: %v", err)
	}
	must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim"))
	if _, err := h.Desk.Release(ctx, p.ID, nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("released before anybody looked: %v", err)
	}
	if err := appraise.ReleaseBarrier(ctx, h.Desk, p.ID); failure.KindOf(err) != failure.Refused {
		t.Errorf("the screen offers the release: %v", err)
	}
	d, err := h.Sampling.NextDrawn(ctx, p.ID)
	must(t, err)
	if d == nil || d.Subject == "" || len(d.Files) == 0 || d.Left != len(s.Open()) {
		t.Errorf("next: %+v", d)
	}
	bad := s.Open()[0]
	s, err = h.Sampling.LookAtDrawn(ctx, p.ID, bad.Object, record.RatingArchive)
	must(t, err)
	if s.Stands(bad.Stratum) != sample.Back {
		t.Errorf("one deviation leaves the stratum %s", s.Stands(bad.Stratum))
	}
	if _, err := h.Sampling.LookAtDrawn(ctx, p.ID, bad.Object, record.RatingDestroy); failure.KindOf(err) != failure.Refused {
		t.Errorf("a look is taken back: %v", err)
	}
	lookAll(t, h, p.ID)
	if _, err := h.Desk.Release(ctx, p.ID, nil); failure.KindOf(err) != failure.Refused {
		t.Errorf("released although a stratum was sent back: %v", err)
	}
	// The stratum is decided anew, the other one, which passed, needs no second sample.
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	if _, err := h.Sampling.DrawSample(ctx, p.ID, sample.Usual); failure.KindOf(err) != failure.Refused {
		t.Errorf("drawn again without a new decision: %v", err)
	}
	again := first
	if strings.HasPrefix(decidedBy(t, h, p.ID, bad.Object), "Bagatellen") {
		again = second
	}
	must(t, h.Desk.Set(ctx, p.ID, []string{again}, record.RatingDestroy, "Doppel, einzeln geprüft"))
	s, err = h.Sampling.DrawSample(ctx, p.ID, sample.Usual)
	must(t, err)
	must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim"))
	lookAll(t, h, p.ID)
	n, err := h.Desk.Release(ctx, p.ID, nil)
	must(t, err)
	if n != 2 || s.Number != 2 {
		t.Errorf("%d decisions released after sample %d", n, s.Number)
	}
	told, err := h.Sampling.Sentence(ctx, p.ID)
	must(t, err)
	if !strings.Contains(told, "J. Beyer, 0 Abweichungen") || !strings.Contains(told, "Stichprobe 2 vom") {
		t.Errorf("the papers say %q", told)
	}
	if _, broken, err := h.Log.VerifyLog(ctx, ""); err != nil || broken != nil {
		t.Errorf("the log: %+v, %v", broken, err)
	}
	nothingTold(t, h, p.ID)
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	must(t, h.Desk.FinishAppraisal(ctx, p.ID))
}

func decidedBy(t *testing.T, h house, id, object string) string {
	t.Helper()
	a, err := h.Desk.Outlined(t.Context(), id)
	must(t, err)
	if v := a.Verdicts[object]; v.Decision != nil {
		return v.Decision.Reason
	}
	return ""
}

// lookAll agrees with every unit that waits.
func lookAll(t *testing.T, h house, id string) {
	t.Helper()
	for {
		d, err := h.Sampling.NextDrawn(t.Context(), id)
		must(t, err)
		if d == nil {
			return
		}
		_, err = h.Sampling.LookAtDrawn(t.Context(), id, d.Object, record.RatingDestroy)
		must(t, err)
	}
}

// nothingTold wants the acts on a sample in the log by number, without a reason.
func nothingTold(t *testing.T, h house, id string) {
	t.Helper()
	all, err := events.List(t.Context(), h.Office.Store, id, 0, 0)
	must(t, err)
	var outcomes []string
	for _, e := range all {
		if e.Type == "sampled" {
			outcomes = append(outcomes, e.Outcome)
			for _, v := range e.Detail {
				if strings.Contains(v, "Bagatellen") || strings.Contains(v, "Doppel") {
					t.Errorf("the log tells %v", e)
				}
			}
		}
	}
	for _, want := range []string{"drawn", "agrees", "deviates"} {
		if !slices.Contains(outcomes, want) {
			t.Errorf("%s is not in the log: %v", want, outcomes)
		}
	}
}
