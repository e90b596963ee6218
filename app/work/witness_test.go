package work_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
)

// foreignHand runs statements on the database of a workspace from beside the program.
func foreignHand(t *testing.T, w *work.House, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(w.Office.Dir, office.DbName))+"?_pragma=busy_timeout(10000)")
	must(t, err)
	defer func() { must(t, db.Close()) }()
	for _, q := range statements {
		res, err := db.ExecContext(t.Context(), q)
		if err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 && !strings.HasPrefix(q, "DROP") {
			t.Fatalf("%s: changed %d rows, %v", q, n, err)
		}
	}
}

// stopped wants an act refused as damaged, and names what stands in the hint.
func stopped(t *testing.T, err error, hint ...string) {
	t.Helper()
	if failure.KindOf(err) != failure.Damaged {
		t.Errorf("error %v (%s); want the act refused because table and log differ", err, failure.HintOf(err).In("de"))
		return
	}
	for _, h := range hint {
		if !strings.Contains(failure.HintOf(err).In("de"), h) {
			t.Errorf("hint %q; want %q in it", failure.HintOf(err).In("de"), h)
		}
	}
}

// archiveThree is a checked, accepted portion of three Vorgänge decided A by one who
// signs.
func archiveThree(t *testing.T) (house, transfer.Portion, []*record.Object) {
	t.Helper()
	ctx := t.Context()
	h := enrolled(t)
	p := h.taken(t, markedDelivery(t))
	must(t, h.Office.May(ctx, people.People))
	_, err := h.Office.AddPerson(ctx, people.Person{Name: "J. Beyer", Roles: []people.Role{people.Second}}, "geheim")
	must(t, err)
	_, err = h.Intake.Decide(ctx, p.ID, intake.Accept, "")
	must(t, err)
	a, err := h.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	units := a.Roots[0].Children
	for _, u := range units {
		must(t, h.Desk.Set(ctx, p.ID, []string{u.ID}, record.RatingArchive, "bleibt"))
	}
	return h, p, units
}

const toV = "UPDATE appraisal_decision SET rating = 'V', released_by = 'J. Beyer', released_at = at WHERE object_id = '%s'"

// S2: one SQL update turns a signed A into a V "released by" a second person. What
// would act on it is refused and says what the log says; log verify names it; log
// rebuild brings the signed decision back.
func TestS2_ATableNobodySignedDecidesNothing(t *testing.T) {
	ctx := t.Context()
	h, p, units := archiveThree(t)
	foreignHand(t, h.House, fmt.Sprintf(toV, units[0].ID))
	stopped(t, h.Desk.FinishAppraisal(ctx, p.ID), units[0].ID, "rating", "„V“", "„A“", "M. Ahrens")
	if now, err := h.Intake.Portions.Get(ctx, p.ID); err != nil || now.State != transfer.Accepted {
		t.Fatalf("after the refusal the portion is %s, %v", now.State, err)
	}
	v, err := h.Log.VerifyLogSigned(ctx, "")
	if err != nil || v.Sound || v.Difference == nil || v.Difference.Column != "rating" || v.Difference.Log != "A" ||
		v.Difference.Row != "V" {
		t.Fatalf("log verify: %+v, %v", v, err)
	}
	// deciding something else on the portion does not sign what the foreign hand wrote
	must(t, h.Desk.Set(ctx, p.ID, []string{units[1].ID}, record.RatingArchive, "bleibt doch"))
	stopped(t, h.Desk.FinishAppraisal(ctx, p.ID), units[0].ID)

	r, err := h.Office.Witness.RebuildTables(ctx, true)
	if err != nil || r.Done || len(r.Changed) != 3 || len(r.Left) != 0 {
		t.Fatalf("looking only: %+v, %v; want rating, released_by, released_at", r, err)
	}
	stopped(t, h.Desk.FinishAppraisal(ctx, p.ID), units[0].ID)
	if r, err = h.Office.Witness.RebuildTables(ctx, false); err != nil || !r.Done {
		t.Fatalf("rebuild: %+v, %v", r, err)
	}
	must(t, h.Desk.FinishAppraisal(ctx, p.ID))

	foreignHand(t, h.House, fmt.Sprintf(toV, units[0].ID))
	_, err = h.Packer.Package(ctx, p.ID, "", nil)
	stopped(t, err, units[0].ID, "rating")
	_, err = h.Desk.ExportAppraisal(ctx, p.ID, "")
	stopped(t, err, units[0].ID)
}

// S2, with the whole way behind it: what the signed decision keeps is not destroyed.
func TestS2_NothingElseIsDestroyed(t *testing.T) {
	ctx := t.Context()
	h := enrolled(t)
	d := h.doom(t, h.taken(t, markedDelivery(t)))
	a, err := h.Desk.Appraisal(ctx, d.portion.ID)
	must(t, err)
	foreignHand(t, h.House, fmt.Sprintf(toV, a.Roots[0].Children[1].ID))
	_, err = h.Ending.Destroy(ctx, d.portion.ID, "ArchG § 3", true)
	stopped(t, err, a.Roots[0].Children[1].ID, "rating")
	_, err = h.Ending.Clear(ctx, h.accessionOf(t, d.portion.ID))
	stopped(t, err, a.Roots[0].Children[1].ID)
	if len(marked(t, h.Office.Dir, d.content)) == 0 {
		t.Error("something was destroyed")
	}
}

func (h house) accessionOf(t *testing.T, portion string) string {
	t.Helper()
	p, err := h.Intake.Portions.Get(t.Context(), portion)
	must(t, err)
	return p.AccessionID
}

// S4: a person written into the database acts nowhere, in an open register neither
// in a closed one, and log verify names the row.
func TestS4_APersonInsertedBySQLDoesNothing(t *testing.T) {
	for name, closed := range map[string]string{"closed": "1", "open": "0"} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			h, p, _ := archiveThree(t)
			statements := []string{
				"INSERT INTO person (id, name, folded, unit, state, self, entered, entered_by) VALUES ('U009', 'E. Fremd', 'e. fremd', '', 'active', 0, 1, 'M. Ahrens')",
				"INSERT INTO person_role VALUES ('U009', 'administrator'), ('U009', 'archivist'), ('U009', 'second')",
			}
			if closed == "0" {
				statements = append(statements, "UPDATE person_register SET closed = 0")
			}
			foreignHand(t, h.House, statements...)
			w := open(t, h.Office.Dir, "E. Fremd")
			_, err := w.Intake.Decide(ctx, p.ID, intake.Return, "nein")
			if err == nil {
				t.Error("a person nobody entered returned a portion")
			}
			if _, err := w.Office.PersonKey(ctx, "E. Fremd", "mein"); err == nil {
				t.Error("a person nobody entered got a key")
			}
			_, err = w.Ending.Destroy(ctx, p.ID, "x", true)
			if err == nil {
				t.Error("a person nobody entered destroyed")
			}
			if v, err := h.Log.VerifyLogSigned(ctx, ""); err != nil || v.Sound {
				t.Errorf("log verify approves: %+v, %v", v, err)
			}
		})
	}
}

// A key exchanged in the table signs nothing that counts, and an event that a foreign
// hand appends with a sound chain neither.
func TestWitness_AForgedStatementCountsForNothing(t *testing.T) {
	ctx := t.Context()
	h, p, units := archiveThree(t)
	foreignHand(t, h.House, fmt.Sprintf(toV, units[0].ID))
	body := fmt.Sprintf(`{"salt":"x","rows":[{"t":"appraisal_decision","k":[%q,%q],"set":{"rating":"tV","released_by":"tJ. Beyer"}}]}`,
		p.ID, units[0].ID)
	must(t, h.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := events.AppendStatement(ctx, tx, events.Event{At: h.Office.Now(), Actor: "M. Ahrens", Type: events.Appraised,
			Subject: p.ID, Object: units[0].ID, Outcome: "V"}, "appraisal_decision", []byte(body), nil)
		return err
	}))
	stopped(t, h.Desk.FinishAppraisal(ctx, p.ID), "rating", "„A“")
	v, err := h.Log.VerifyLogSigned(ctx, "")
	if err != nil || v.Sound || len(v.Uncounted) != 1 {
		t.Errorf("log verify: %+v, %v; want the statement named that counts for nothing", v, err)
	}
}

// Rewriting the log below a signed event is noticed though the chain is sound.
func TestWitness_ASignatureHoldsTheLogBelowIt(t *testing.T) {
	ctx := t.Context()
	h, p, _ := archiveThree(t)
	must(t, h.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "DROP TRIGGER event_no_update"); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "UPDATE event SET hash = 'ab' WHERE seq = (SELECT max(seq) FROM event) - 1")
		return err
	}))
	stopped(t, h.Desk.FinishAppraisal(ctx, p.ID), "Protokoll")
}

// The check asks only what is concerned: the statements of other portions are read,
// their signatures not verified.
func TestWitness_StepsFollowTheActsNotTheObjects(t *testing.T) {
	ctx := t.Context()
	h, p, units := archiveThree(t)
	ask := func() int {
		before := h.Office.Witness.Steps()
		must(t, h.Office.Witness.Uphold(ctx, "test", office.Concerned{Portions: []string{p.ID}}))
		return h.Office.Witness.Steps() - before
	}
	first := ask()
	const acts = 20
	for range acts {
		must(t, h.Desk.Set(ctx, p.ID, []string{units[0].ID, units[1].ID}, record.RatingArchive, "bleibt"))
	}
	// an act is one statement and one signature, whatever it covers
	if more := ask() - first; more != 2*acts {
		t.Errorf("%d acts on %d objects cost %d steps more; want %d", acts, 2, more, 2*acts)
	}
}

// S3: an administrator is not two persons. Who gives a colleague a new key in the
// place of the old one does not release own decisions as that colleague, and who gave
// the decider the key does not release what that key decided, for 30 days.
func TestS3_AnAdministratorIsOnePerson(t *testing.T) {
	ctx := t.Context()
	t.Run("releasing as the colleague", func(t *testing.T) {
		h, p, units := archiveThree(t)
		must(t, h.Desk.Set(ctx, p.ID, []string{units[0].ID}, record.RatingDestroy, "Doppel"))
		_, err := h.Office.PersonKey(ctx, "J. Beyer", "von mir")
		must(t, err)
		if err := h.Office.SignIn(ctx, "J. Beyer", "von mir"); failure.KindOf(err) != failure.Refused {
			t.Fatalf("signed in with a key nobody has confirmed: %v", err)
		}
		_, err = h.Office.Renewal.Confirm(ctx, "J. Beyer")
		refused(t, "who made the key", "selbst angelegt", err)
		_, err = h.Office.AddPerson(ctx, people.Person{Name: "D. Dritte", Roles: []people.Role{people.Archivist}}, "drittes")
		must(t, err)
		must(t, h.Office.SignIn(ctx, "D. Dritte", "drittes"))
		_, err = h.Office.Renewal.Confirm(ctx, "J. Beyer")
		must(t, err)
		must(t, h.Office.SignIn(ctx, "J. Beyer", "von mir"))
		if _, err := h.Desk.Release(ctx, p.ID, nil); failure.KindOf(err) != failure.Refused ||
			!strings.Contains(failure.HintOf(err).In("de"), "aus einer Hand") {
			t.Errorf("released with a key the decider has just given: %v", err)
		}
	})
	t.Run("deciding as the colleague", func(t *testing.T) {
		h, p, units := archiveThree(t)
		_, err := h.Office.AddPerson(ctx, people.Person{Name: "K. Caro", Roles: []people.Role{people.Archivist}}, "von mir")
		must(t, err)
		must(t, h.Office.SignIn(ctx, "K. Caro", "von mir"))
		must(t, h.Desk.Set(ctx, p.ID, []string{units[0].ID}, record.RatingDestroy, "Doppel"))
		must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
		if _, err := h.Desk.Release(ctx, p.ID, nil); failure.KindOf(err) != failure.Refused ||
			!strings.Contains(failure.HintOf(err).In("de"), "aus einer Hand") {
			t.Errorf("released what a key just given decided: %v", err)
		}
		must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim")) // a third person may
		_, err = h.Desk.Release(ctx, p.ID, nil)
		must(t, err)
	})
}
