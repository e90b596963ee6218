package work_test

import (
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/app/work/outbox"
	"laufzettel/sync/archive"
	"laufzettel/sync/loan"
	"laufzettel/sync/sign"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
)

// merged is a portion of Ahrens' that Beyer has taken out and decided on: what Beyer
// did came to Ahrens, and nobody was at hand there the second time.
func merged(t *testing.T) (w, other *work.House, l loan.Loan, there string, units []*record.Object) {
	t.Helper()
	h := newCentre(t)
	w = h.desk("Ahrens", office.Protected, settings.Policy{}, archive.RoleDeliver, archive.RoleAppraise)
	other = h.desk("Beyer", office.Protected, settings.Policy{}, archive.RoleAppraise)
	l = published(t, w, open3)
	objects, err := w.Intake.Portions.Objects(t.Context(), l.Portion)
	must(t, err)
	for o := range record.All(objects) {
		if o.Kind == record.Case {
			units = append(units, o)
		}
	}
	taken, err := other.Lending.TakeOut(t.Context(), l.Work, outbox.TakeOptions{})
	must(t, err)
	there = taken.Loan.Portion
	decide(t, other, there, record.RatingArchive, units[0].ID)
	exchange(t, w, l.Portion)
	decide(t, other, there, record.RatingArchive, units[1].ID, units[2].ID)
	alone(t, w)
	exchange(t, w, l.Portion)
	return w, other, l, there, units
}

func decide(t *testing.T, w *work.House, portion string, rating record.Rating, units ...string) {
	t.Helper()
	must(t, w.Desk.Set(t.Context(), portion, units, rating, "Leitakte"))
	exchange(t, w, portion)
}

func exchange(t *testing.T, w *work.House, portion string) {
	t.Helper()
	_, err := w.Lending.Exchange(t.Context(), portion)
	must(t, err)
}

// alone lets the program work on without a person at hand.
func alone(t *testing.T, w *work.House) {
	t.Helper()
	w.Office.Who = &office.Session{}
	if id := w.Log.SignerID(); id != "" {
		t.Fatalf("the key %s is still at hand", id)
	}
}

func sound(t *testing.T, w *work.House) {
	t.Helper()
	if v, err := w.Log.VerifyLogSigned(t.Context(), ""); err != nil || !v.Sound || len(v.Uncounted) > 0 {
		t.Fatalf("log verify: %+v, %v", v, err)
	}
}

// What comes from another place without a person at hand rests on the hand under it:
// the log stays sound and the appraisal can be finished.
func TestMerge_RestsOnTheHand(t *testing.T) {
	w, _, l, _, units := merged(t)
	all, err := w.Desk.Book.Decisions(t.Context(), l.Portion)
	must(t, err)
	for _, u := range units {
		if d := all[u.ID]; d.Rating != record.RatingArchive || d.Actor != "Beyer" {
			t.Fatalf("decision on %s: %+v, want A of Beyer", u.ID, d)
		}
	}
	sound(t, w)
	must(t, w.Desk.FinishAppraisal(t.Context(), l.Portion))
	sound(t, w)
}

// A conflict opens what was decided, settling it and the merge there count too.
func TestMerge_AConflictAndItsEndAreSound(t *testing.T) {
	w, other, l, there, units := merged(t)
	must(t, w.Desk.Set(t.Context(), l.Portion, []string{units[0].ID}, record.RatingArchive, "hier so"))
	must(t, other.Desk.Set(t.Context(), there, []string{units[0].ID}, record.RatingDestroy, "dort anders"))
	exchange(t, other, there)
	alone(t, w)
	exchange(t, w, l.Portion)
	sound(t, w)
	exchange(t, other, there)
	sound(t, other)
	alone(t, other)
	if all, err := w.Lending.Disputes(t.Context(), l.Portion); err != nil || len(all) != 1 || !all[0].Conflict {
		t.Fatalf("disputes %+v, %v; want one conflict", all, err)
	}
	must(t, w.Lending.Settle(t.Context(), l.Portion, units[0].ID, record.RatingArchive, "bleibt"))
	sound(t, w)
	exchange(t, w, l.Portion)
	exchange(t, other, there)
	if all, err := other.Desk.Book.Decisions(t.Context(), there); err != nil || all[units[0].ID].Reason != "bleibt" {
		t.Fatalf("there stands %+v, %v", all[units[0].ID], err)
	}
	sound(t, other)
	must(t, w.Desk.FinishAppraisal(t.Context(), l.Portion))
}

// Whatever a foreign hand changes in the decisions of other places or in the rows
// made from them is noticed before the appraisal is finished.
func TestMerge_ChangedBySQL(t *testing.T) {
	w, _, l, _, units := merged(t)
	db := hand(t, w.Office.Dir)
	one := fmt.Sprintf(" WHERE portion_id = '%s' AND object_id = '%s'", l.Portion, units[1].ID)
	for _, q := range []string{
		"UPDATE merge_statement SET rating = 'V'" + one,
		"UPDATE merge_statement SET reason = 'anders'" + one,
		"UPDATE merge_statement SET actor = 'N. Anders'" + one,
		"UPDATE merge_statement SET hand = NULL" + one,
		"UPDATE merge_statement SET proposal = 1" + one,
		"UPDATE merge_statement SET own = 1" + one,
		"DELETE FROM merge_statement" + one,
		"UPDATE merge_statement SET rating = 'V', object_id = object_id || 'x'" + one,
		"UPDATE appraisal_decision SET rating = 'V'" + one,
		"UPDATE appraisal_decision SET reason = 'anders'" + one,
		"UPDATE appraisal_decision SET actor = 'Ahrens'" + one,
		"DELETE FROM appraisal_decision" + one,
	} {
		before := kept(t, db, "merge_statement", one)
		decisions := kept(t, db, "appraisal_decision", one)
		_, err := db.ExecContext(t.Context(), q)
		must(t, err)
		err = w.Desk.FinishAppraisal(t.Context(), l.Portion)
		if failure.KindOf(err) == failure.Refused { // something waits for a person before anything is compared
			err = w.Office.Witness.Uphold(t.Context(), "judge", office.Concerned{Portions: []string{l.Portion}})
		}
		if stopped(t, err); t.Failed() {
			t.Fatalf("after %s", q)
		}
		_, err = db.ExecContext(t.Context(), "DELETE FROM merge_statement WHERE object_id LIKE '%x'")
		must(t, err)
		restore(t, db, "merge_statement", one, before)
		restore(t, db, "appraisal_decision", one, decisions)
	}
	sound(t, w)
}

// kept reads rows to put back.
func kept(t *testing.T, db *sql.DB, table, where string) (out [][]any) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "SELECT * FROM "+table+where)
	must(t, err)
	defer func() { must(t, rows.Close()) }()
	columns, err := rows.Columns()
	must(t, err)
	for rows.Next() {
		cells, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range cells {
			into[i] = &cells[i]
		}
		must(t, rows.Scan(into...))
		out = append(out, cells)
	}
	must(t, rows.Err())
	return out
}

func restore(t *testing.T, db *sql.DB, table, where string, rows [][]any) {
	t.Helper()
	_, err := db.ExecContext(t.Context(), "DELETE FROM "+table+where)
	must(t, err)
	for _, r := range rows {
		_, err := db.ExecContext(t.Context(), "INSERT INTO "+table+" VALUES ("+strings.TrimSuffix(strings.Repeat("?,", len(r)), ",")+")",
			r...)
		must(t, err)
	}
}

// A statement appended without a person that says other than the hands do, brings a
// decision nobody signed, or one under a key nobody has met, counts for nothing.
func TestMerge_AForgedMergeCountsForNothing(t *testing.T) {
	for name, row := range map[string]string{
		"decision": `{"t":"appraisal_decision","k":[%[1]q,%[2]q],"set":{"rating":"tV"}}`,
		"gone":     `{"t":"appraisal_decision","k":[%[1]q,%[2]q],"gone":true}`,
		"released": `{"t":"appraisal_decision","k":[%[1]q,%[2]q],"set":{"rating":"tV","released_by":"tBeyer","released_at":"i1"}}`,
		"unsigned": `{"t":"merge_statement","k":[%[1]q,"aa"],"set":{"object_id":"t%[2]s","act":"tdecide","rating":"tV","actor":"tBeyer","at":"i1","rests":"t","proposal":"i0","own":"i0","hand":"n","signed":"t"}}`,
		"own":      `{"t":"merge_statement","k":[%[1]q,"aa"],"set":{"object_id":"t%[2]s","act":"tdecide","rating":"tV","actor":"tAhrens","at":"i1","rests":"t","proposal":"i0","own":"i1","hand":"n","signed":"t"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			w, _, l, _, units := merged(t)
			body := `{"salt":"x","rows":[` + fmt.Sprintf(row, l.Portion, units[0].ID) + `]}`
			must(t, w.Office.Store.WithTx(t.Context(), func(tx *sql.Tx) error {
				_, err := events.AppendStatement(t.Context(), tx,
					events.Event{At: w.Office.Now(), Actor: "Ahrens", Type: events.Stated, Subject: l.Portion, Outcome: "ok"},
					"appraisal_decision", []byte(body), nil)
				return err
			}))
			v, err := w.Log.VerifyLogSigned(t.Context(), "")
			if err != nil || !v.Sound || len(v.Uncounted) != 1 {
				t.Fatalf("log verify: %+v, %v; want the statement named that counts for nothing", v, err)
			}
			must(t, w.Desk.FinishAppraisal(t.Context(), l.Portion))
		})
	}
}

// Decisions under a key never met wait for a person who can sign.
func TestExchange_ANewKeyWaitsForAPerson(t *testing.T) {
	h := newCentre(t)
	w := h.desk("Ahrens", office.Protected, settings.Policy{}, archive.RoleDeliver, archive.RoleAppraise)
	other := h.desk("Beyer", office.Protected, settings.Policy{}, archive.RoleAppraise)
	l := published(t, w, open3)
	taken, err := other.Lending.TakeOut(t.Context(), l.Work, outbox.TakeOptions{})
	must(t, err)
	objects, err := other.Intake.Portions.Objects(t.Context(), taken.Loan.Portion)
	must(t, err)
	decide(t, other, taken.Loan.Portion, record.RatingArchive, objects[0].ID)
	alone(t, w)
	c, err := w.Lending.Exchange(t.Context(), l.Portion)
	if err != nil || c.Waiting != 1 || c.New != 0 {
		t.Fatalf("without a person: %+v, %v; want the decision waiting", c, err)
	}
	sound(t, w)
	w.Office.Attend(t.Context(), "lend")
	if c, err = w.Lending.Exchange(t.Context(), l.Portion); err != nil || c.Waiting != 0 || c.New != 1 {
		t.Fatalf("with a person: %+v, %v; want the decision taken in", c, err)
	}
	sound(t, w)
}

// New keys of an archive that come without a person count when a key known before
// has signed them, and only then.
func TestWitness_RenewedKeysOfAnArchive(t *testing.T) {
	ctx := t.Context()
	key := func() *sign.Key {
		k, err := sign.Generate()
		must(t, err)
		return k
	}
	first, second, foreign := key(), key(), key()
	trust := func(issued time.Time, old, now *sign.Key, by ...*sign.Key) []byte {
		list := sign.Trust{Archive: "Musterarchiv", URL: "https://archiv.example", Issued: issued}
		if old != now {
			list.Keys = append(list.Keys, sign.TrustedKey{KeyID: old.ID(), PublicKey: old.Public().String(), State: "retired", From: issued,
				Until: &issued})
		}
		list.Keys = append(list.Keys, sign.TrustedKey{KeyID: now.ID(), PublicKey: now.Public().String(), State: "active", From: issued})
		envelope, err := sign.SealTrust(ctx, list, by...)
		must(t, err)
		return envelope
	}
	for _, c := range []struct {
		name string
		next func(now time.Time) []byte
		want bool
	}{
		{"signed by the key before", func(now time.Time) []byte { return trust(now.Add(time.Hour), first, second, first, second) }, true},
		{"signed by a stranger", func(now time.Time) []byte { return trust(now.Add(time.Hour), foreign, foreign, foreign) }, false},
		{"older than what is known", func(now time.Time) []byte { return trust(now.Add(-time.Hour), first, first, first) }, false},
		{"no list at all", func(time.Time) []byte { return []byte("x") }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, p, _ := archiveThree(t)
			change := func(query string, args ...any) {
				must(t, h.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
					_, err := tx.ExecContext(ctx, query, args...)
					return err
				}))
			}
			now := h.Office.Now()
			change("INSERT INTO channel_peer (url, archive, trust, key_id, state, code, enrolled_at) SELECT 'https://archiv.example','Musterarchiv',?,min(key_id),'active','',1 FROM channel_key", trust(now, first, first, first))
			sound(t, h.House)
			alone(t, h.House)
			change("UPDATE channel_peer SET trust = ? WHERE url = 'https://archiv.example'", c.next(now))
			v, err := h.Log.VerifyLogSigned(ctx, "")
			must(t, err)
			if v.Sound != c.want || (len(v.Uncounted) == 0) != c.want {
				t.Errorf("log verify: %+v, want sound %v", v, c.want)
			}
			err = h.Office.Witness.Uphold(ctx, "try", office.Concerned{Portions: []string{p.ID}})
			if c.want {
				must(t, err)
			} else {
				stopped(t, err, "channel_peer")
			}
		})
	}
}
