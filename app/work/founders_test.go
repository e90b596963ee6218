package work_test

import (
	"database/sql"
	"strings"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/accession"
	"laufzettel/app/work/office"
	"laufzettel/sync/order"
	"laufzettel/transfer/events"
	"laufzettel/transfer/people"
	"laufzettel/transfer/samples"
)

// A workspace is founded by one person until a second one, for whom somebody answers,
// signs the founding act too; orders to destroy say which.
func TestFounding_TwoPersons(t *testing.T) {
	ctx := t.Context()
	h := enrolled(t)
	d := h.doom(t, h.taken(t, markedDelivery(t)))
	g, err := h.Office.Witness.Founding(ctx)
	if err != nil || g.Name != "M. Ahrens" || !g.Signed || len(g.With) != 0 ||
		!strings.Contains(g.German(), "Eine zweite Person hat ihn nicht unterschrieben") {
		t.Fatalf("%+v, %v", g, err)
	}
	st, err := h.Ending.MakeOrder(ctx, d.portion.ID, accession.OrderTerms{Basis: "ArchG § 3"})
	must(t, err)
	if !strings.Contains(strings.Join(st.Says, "\n"), "Gründungsakt: M. Ahrens") ||
		!strings.Contains(strings.Join(st.Says, "\n"), "Eine zweite Person hat ihn nicht unterschrieben") {
		t.Errorf("the order does not say who founded: %v", st.Says)
	}
	_, err = h.Office.Witness.CoFound(ctx)
	refused(t, "the founder again", "schon für den Gründungsakt", err)
	must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim"))
	if g, err = h.Office.Witness.CoFound(ctx); err != nil || len(g.With) != 1 || g.With[0].Name != "J. Beyer" {
		t.Fatalf("%+v, %v", g, err)
	}
	_, err = h.Office.Witness.CoFound(ctx)
	refused(t, "twice", "schon für den Gründungsakt", err)
	if st, err = h.Ending.OrderFor(ctx, d.portion.ID); err != nil ||
		!strings.Contains(strings.Join(st.Says, "\n"), "Mitunterschrieben von J. Beyer") {
		t.Errorf("%v, %v", st.Says, err)
	}
	sound(t, h.House)
}

// Who signs the founding act has a key that counts, and is no name typed into an open
// register; a signature that is none is named and counts for nothing.
func TestFounding_NotByAnybody(t *testing.T) {
	ctx := t.Context()
	w := open(t, t.TempDir(), "M. Ahrens")
	_, err := w.Office.Allow(ctx, people.Look, "look")
	must(t, err)
	other := open(t, w.Office.Dir, "J. Beyer")
	_, err = other.Office.Witness.CoFound(ctx)
	refused(t, "a name that entered itself", "selbst eingetragen", err)
	must(t, w.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := events.AppendStatement(ctx, tx, events.Event{At: w.Office.Now(), Actor: "J. Beyer", Type: events.Cofounded,
			Subject: "register", Object: "U002", Outcome: "ok"}, "person", []byte(`{"salt":"x"}`), nil)
		return err
	}))
	g, err := w.Office.Witness.Founding(ctx)
	if err != nil || len(g.With) != 0 {
		t.Errorf("%+v, %v; want a forged signature to count for nothing", g, err)
	}
	if v, err := w.Log.VerifyLogSigned(ctx, ""); err != nil || len(v.Uncounted) != 1 || v.Founding == nil || len(v.Founding.With) != 0 {
		t.Errorf("log verify: %+v, %v", v, err)
	}
}

// The policy may let an order of one person wait longer than 30 days, never shorter.
func TestOrder_WaitsAsLongAsThePolicySays(t *testing.T) {
	for days, want := range map[int]int{1: 30, 90: 90} {
		ctx := t.Context()
		many := enrolled(t)
		w, err := work.Open(ctx, many.Office.Dir, office.Options{Person: "M. Ahrens", KeyWork: cheapKey, PDFium: samples.PDFium(),
			Policy:     &settings.Policy{Alone: new(true), AloneDays: &days},
			Passphrase: func() (string, error) { return "nur für die Prüfung", nil }})
		must(t, err)
		h := house{w, many.trust}
		p := h.taken(t, markedDelivery(t))
		h.aloneToReceipts(t, p.ID)
		st, err := h.Ending.MakeOrder(ctx, p.ID, accession.OrderTerms{Basis: "ArchG § 3"})
		must(t, err)
		paper, err := order.ReadFile(st.Path)
		must(t, err)
		made, err := time.Parse(time.RFC3339, paper.Made)
		must(t, err)
		until, err := time.Parse(time.RFC3339, paper.Alone.Until)
		if err != nil || until.Sub(made) != time.Duration(want)*24*time.Hour {
			t.Errorf("%d days: made %s, not before %s, %v; want %d days", days, paper.Made, paper.Alone.Until, err, want)
		}
		must(t, w.Close())
	}
}
