package window_test

import (
	"database/sql"
	"strings"
	"testing"
	"time"

	"laufzettel/app/window"
	"laufzettel/app/work/intake"
	"laufzettel/appraisal/merge"
	"laufzettel/sync/loan"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/record"
	conflicts "laufzettel/views/conflicts/model"
	transmit "laufzettel/views/transmit/model"
	"laufzettel/views/words"
)

// What is shared shows who has it and until when, and a conflict leads from
// Übertragung to where it is settled.
func TestLoans_HereAndInConflict(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	d := desk(t, w)
	ctx := t.Context()
	p, err := w.Intake.Receive(ctx, made(t, generate.Plan{Seed: 3, Dossiers: 1, Cases: 2, Documents: 1, Ratings: []string{"B"},
		Mix: []string{"txt"}}), nil)
	must(t, err)
	_, err = w.Intake.Check(ctx, p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	_, err = w.Intake.Decide(ctx, p.ID, "accept", "")
	must(t, err)
	s := window.NewLoans(d)
	st, err := s.Loans(ctx)
	must(t, err)
	if len(st.Items) != 0 || len(st.Choices) != 1 || st.Choices[0].ID != p.ID {
		t.Fatalf("before anything is shared: %+v", st)
	}
	begun := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	l := loan.Loan{Portion: p.ID, Side: loan.Taken, Peer: "https://archiv.example", Work: "W1", Title: "Bauakten", Person: "M. Ahrens",
		Purpose: "appraise", State: loan.Open, Begun: begun, Until: begun.AddDate(0, 0, 30)}
	must(t, w.Lending.Loans.Put(ctx, l))
	a, err := w.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	object := a.Roots[0].Children[0].ID
	side := func(r record.Rating, who string) merge.Known {
		return merge.Known{Statement: merge.Statement{Object: object, Act: merge.Decide, Rating: r, Reason: "Grund", Actor: who,
			At: begun}.Seal(), Client: who, Office: "Außenstelle", Sequence: 1}
	}
	must(t, w.Office.Store.WithTx(ctx, func(tx *sql.Tx) error { return w.Lending.Ledger.ShareTx(ctx, tx, p.ID) }))
	_, err = w.Lending.Ledger.Take(ctx, p.ID, []merge.Known{side("A", "J. Beyer"), side("V", "D. Cordes")}, 2, true)
	must(t, err)
	st, err = s.Loans(ctx)
	must(t, err)
	if len(st.Items) != 1 || st.Items[0].Stand != conflicts.Mine || st.Items[0].Waiting != 1 ||
		!strings.Contains(st.Items[0].Detail, "M. Ahrens") || len(st.Choices) != 0 {
		t.Errorf("shared: %+v", st.Items)
	}
	if len(st.Disputes) != 1 || len(st.Disputes[0].Sides) != 2 || st.Disputes[0].Sides[0].Who == "" || !st.Disputes[0].Conflict {
		t.Fatalf("disputes: %+v", st.Disputes)
	}
	q, err := (window.Transmit{Desk: d}).Transmit(ctx)
	must(t, err)
	if len(q.Jobs) != 1 || q.Jobs[0].Direction != transmit.Conflict || q.Jobs[0].Target.Screen != "loans" {
		t.Errorf("jobs %+v, want the conflict", q.Jobs)
	}
	about, err := s.About(ctx, p.ID, object)
	must(t, err)
	if len(about.Facts) == 0 || len(about.Documents) != 1 || len(about.History) != 2 || about.History[0].Said != "A, archivieren" ||
		about.History[1].Said != "V, vernichten" {
		t.Fatalf("about the object: %+v", about)
	}
	page, err := s.Open(ctx, p.ID, about.Documents[0].Key)
	must(t, err)
	must(t, page.Close())
	must(t, s.Settle(ctx, p.ID, object, "V", "nach Rücksprache"))
	if st, err = s.Loans(ctx); err != nil || len(st.Disputes) != 0 {
		t.Errorf("after settling: %+v, %v", st.Disputes, err)
	}
	l.Until = begun.AddDate(0, 0, 1)
	must(t, w.Lending.Loans.Put(ctx, l))
	if st, err = s.Loans(ctx); err != nil || st.Items[0].Stand != conflicts.Expired {
		t.Errorf("after the end: %+v, %v", st.Items, err)
	}
	if err := s.Ask(ctx); failure.KindOf(err) != failure.Setup {
		t.Errorf("without an archive: %v", err)
	}
}

// The log of a portion names what lending did in words.
func TestLoans_EventsHaveWords(t *testing.T) {
	for _, lang := range []string{"de", "en"} {
		w, err := words.Load(lang)
		must(t, err)
		for _, e := range []string{"published", "taken-out", "given-back", "merged"} {
			if !w.Has("event." + e) {
				t.Errorf("%s: no text for the event %s", lang, e)
			}
		}
	}
}
