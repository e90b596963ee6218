package work_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/work/intake"
	"laufzettel/appraisal"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
)

func TestProfile_MayName(t *testing.T) {
	p := &profile.Profile{WithoutPersons: []string{"63", " 10.4 ", ""}}
	for plan, want := range map[string]bool{"63 Bauaufsicht": true, "63.2 Großvorhaben": true, "63.2-0139": true, "631 Anderes": false,
		"10.4": true, "10.41 Personal": false, "": false, "6": false} {
		if got := p.MayName(plan); got != want {
			t.Errorf("%q: %v, want %v", plan, got, want)
		}
	}
	if (*profile.Profile)(nil).MayName("63") {
		t.Error("without a profile a title may stay")
	}
}

// What was decided V in the exchange (0501, 0502) was never delivered: the report of the
// ingest counts it all the same, by its id and without its title, and the list of what is
// to be destroyed here does not.
func TestIngest_CountsWhatTheExchangeDestroyed(t *testing.T) {
	h := enrolled(t)
	ctx := t.Context()
	must(t, h.Office.May(ctx, people.People))
	_, err := h.Office.AddPerson(ctx, people.Person{Name: "J. Beyer", Roles: []people.Role{people.Second}}, "geheim")
	must(t, err)
	offer := h.taken(t, delivery(t, generate.Plan{Kind: "xdomea-0501", Seed: 9, Dossiers: 1, Cases: 3, Documents: 1,
		Ratings: []string{"B"}}))
	_, err = h.Intake.Decide(ctx, offer.ID, intake.Accept, "")
	must(t, err)
	a, err := h.Desk.Appraisal(ctx, offer.ID)
	must(t, err)
	units := appraisal.Units(a.Roots)
	gone := units[2]
	must(t, h.Desk.Set(ctx, offer.ID, []string{units[0].ID, units[1].ID}, "A", "Leitakte"))
	must(t, h.Desk.Set(ctx, offer.ID, []string{gone.ID}, "V", "Doppel"))
	must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim"))
	_, err = h.Desk.Release(ctx, offer.ID, nil)
	must(t, err)
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	must(t, h.Desk.FinishAppraisal(ctx, offer.ID))
	p := h.taken(t, delivery(t, generate.Plan{Seed: 9, Dossiers: 1, Cases: 2, Documents: 1, Ratings: []string{"A"}}))
	if p.AccessionID != offer.AccessionID {
		t.Fatalf("the delivery went to %s, the offer to %s", p.AccessionID, offer.AccessionID)
	}
	_, err = h.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	must(t, h.Desk.FinishAppraisal(ctx, p.ID))
	_, err = h.Packer.Package(ctx, p.ID, "", nil)
	must(t, err)
	h.sent(t, p.ID)
	raw, err := os.ReadFile(filepath.Join(h.Office.Dir, "letters", p.ID, "uebernahmebericht.json"))
	must(t, err)
	var in struct {
		Content struct {
			Archived, Destroyed []struct{ ID, Subject, Reason string }
		}
	}
	must(t, json.Unmarshal(raw, &in))
	d := in.Content.Destroyed
	if len(in.Content.Archived) != 2 || len(d) != 1 || d[0].ID != gone.ID || d[0].Subject != "" ||
		!strings.Contains(d[0].Reason, "in der Anbietung bewertet, nicht geliefert") {
		t.Errorf("report: %+v", in.Content)
	}
	if n, err := h.Ending.Doomed(ctx, p.ID); err != nil || n != 0 {
		t.Errorf("%d to be destroyed here, %v; nothing of it was ever delivered", n, err)
	}
}
