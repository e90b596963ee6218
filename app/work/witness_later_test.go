package work_test

import (
	"bytes"
	"database/sql"
	"os"
	"strings"
	"testing"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
)

// A later version adds columns to tables that rest on acts: what they hold by default
// counts, what else stands there does not before a person of the administration has
// stated it, and what was stated before cannot be changed by that.
func TestWitness_AColumnAddedLater(t *testing.T) {
	ctx := t.Context()
	h, p, units := archiveThree(t)
	foreignAlter(t, h, "ALTER TABLE appraisal_decision ADD COLUMN later TEXT NOT NULL DEFAULT 'it''s'",
		"ALTER TABLE object ADD COLUMN later INTEGER NOT NULL DEFAULT 0")
	w := open(t, h.Office.Dir, "M. Ahrens")
	must(t, w.Desk.Uphold(ctx, "test", p))
	sound(t, w)

	foreignHand(t, w, "UPDATE object SET later = 1 WHERE portion_id = '"+p.ID+"'")
	stopped(t, w.Desk.Uphold(ctx, "test", p), "object")
	foreignHand(t, w, "UPDATE object SET later = 0 WHERE portion_id = '"+p.ID+"'",
		"UPDATE appraisal_decision SET later = 'x' WHERE object_id = '"+units[0].ID+"'")
	stopped(t, w.Desk.Uphold(ctx, "test", p), units[0].ID, "later")
	r, err := w.Office.Witness.RestateColumns(ctx, true)
	if err != nil || r.Done || len(r.Rows) != 1 || r.Rows[0].Column != "later" {
		t.Fatalf("looking only: %+v, %v", r, err)
	}
	stopped(t, w.Desk.Uphold(ctx, "test", p), "later")
	must(t, w.Office.SignIn(ctx, "J. Beyer", "geheim"))
	if _, err := w.Office.Witness.RestateColumns(ctx, false); failure.KindOf(err) != failure.Refused {
		t.Errorf("stated without the right: %v", err)
	}
	must(t, w.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	if r, err = w.Office.Witness.RestateColumns(ctx, false); err != nil || !r.Done {
		t.Fatalf("stating: %+v, %v", r, err)
	}
	must(t, w.Desk.Uphold(ctx, "test", p))
	sound(t, w)

	// What is stated is not stated again: the change of a foreign hand stays one.
	foreignHand(t, w, "UPDATE appraisal_decision SET later = 'y', rating = 'V' WHERE object_id = '"+units[0].ID+"'")
	if r, err = w.Office.Witness.RestateColumns(ctx, false); err != nil || r.Done || len(r.Rows) != 0 {
		t.Errorf("stated again: %+v, %v", r, err)
	}
	stopped(t, w.Desk.Uphold(ctx, "test", p), units[0].ID)
}

// foreignAlter changes the schema as a later version does.
func foreignAlter(t *testing.T, h house, statements ...string) {
	t.Helper()
	must(t, h.Office.Store.WithTx(t.Context(), func(tx *sql.Tx) error {
		for _, q := range statements {
			if _, err := tx.ExecContext(t.Context(), q); err != nil {
				return err
			}
		}
		return nil
	}))
}

// One person with both roles and a key of their own releases nothing they have decided,
// also where a changed program lets them sign it.
func TestWitness_WhoDecidedReleasesNothing(t *testing.T) {
	ctx := t.Context()
	h, p, units := archiveThree(t)
	_, err := h.Office.ChangePerson(ctx, "M. Ahrens", func(x *people.Person) {
		x.Roles = []people.Role{people.Administrator,
			people.Archivist, people.Second}
	})
	must(t, err)
	must(t, h.Desk.Set(ctx, p.ID, []string{units[0].ID}, record.RatingDestroy, "Doppel"))
	must(t, h.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "UPDATE appraisal_decision SET released_by = actor, released_at = at WHERE object_id = ?",
			units[0].ID); err != nil {
			return err
		}
		return h.Log.Entry(ctx, h.Office.Event(events.Released, p.ID, units[0].ID, "ok", nil))(tx)
	}))
	stopped(t, h.Desk.FinishAppraisal(ctx, p.ID), units[0].ID, "selbst entschieden")
}

// Every release is asked again before what cannot be taken back, whoever brought it.
func TestWitness_ReleasesAreAskedAgain(t *testing.T) {
	ctx := t.Context()
	h, _, _ := archiveThree(t)
	_, err := h.Office.AddPerson(ctx, people.Person{Name: "K. Caro", Roles: []people.Role{people.Archivist}}, "von mir")
	must(t, err)
	now := h.Office.Now().UnixMilli()
	for _, tt := range []struct {
		name string
		all  []office.TwoHands
		want string // "" = it stands
	}{
		{"two persons", []office.TwoHands{{Decided: "M. Ahrens", Released: "J. Beyer", At: now}}, ""},
		{"nobody known here", []office.TwoHands{{Decided: "A. Dort", Released: "B. Dort", At: now}}, ""},
		{"one person", []office.TwoHands{{Decided: "A. Dort", Released: "a.  dort", At: now}}, "selbst freigegeben"},
		{"lately given the key", []office.TwoHands{{Decided: "K. Caro", Released: "M. Ahrens", At: now}}, "aus einer Hand"},
		{"given the key long ago", []office.TwoHands{{Decided: "K. Caro", Released: "M. Ahrens", At: now +
			(31 * 24 * time.Hour).Milliseconds()}}, ""},
	} {
		err := h.Office.Witness.ReleasesStand(ctx, "test", tt.all)
		if (tt.want == "") != (err == nil) || tt.want != "" &&
			(failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).String(), tt.want)) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// A checkpoint nobody here has signed holds nothing, and log verify says so.
func TestTree_CheckpointsAreSigned(t *testing.T) {
	ctx := t.Context()
	h, _, _ := archiveThree(t)
	_, _, err := h.Log.Checkpoint(ctx, nil)
	must(t, err)
	sound(t, h.House)
	files := checkpoints(t, h.Office.Dir)
	if len(files) != 1 {
		t.Fatal(files)
	}
	swapSignature(t, files[0])
	if v := verdict(t, h.House); v.Sound || !strings.Contains(v.Broken, "keine Unterschrift") {
		t.Errorf("%+v", v)
	}
}

// swapSignature changes one sign of the signature of a checkpoint.
func swapSignature(t *testing.T, path string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	must(t, err)
	at := bytes.LastIndex(raw, []byte("=\n")) - 8
	raw[at] = map[bool]byte{true: 'B', false: 'A'}[raw[at] == 'A']
	must(t, os.WriteFile(path, raw, 0o600))
}
