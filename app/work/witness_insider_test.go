package work_test

import (
	"context"
	"database/sql"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
)

// agreedHere saves an agreement, signed by the person at hand.
func agreedHere(t *testing.T, h house, agency string) {
	t.Helper()
	must(t, h.Office.May(t.Context(), people.Profile))
	_, err := h.Intake.Profiles.Save(t.Context(), profile.Profile{ID: "amt-9", AgencyID: "DE-9", Agency: agency,
		Confirmations: []string{"Erstregister", "Zweitregister"}}, h.Office.Person())
	must(t, err)
}

// An agreement is what was signed: how many confirmations a clearance waits for, by which
// layout a description is read and the pattern of codes rest on it.
func TestWitness_AgreementsAreStated(t *testing.T) {
	ctx := t.Context()
	h, p, _ := archiveThree(t)
	agreedHere(t, h, "Standesamt")
	agreedHere(t, h, "Standesamt Musterstadt")
	sound(t, h.House)
	uphold := func() error { return h.Desk.Uphold(ctx, "test", p) }
	must(t, uphold())
	text := func() (s string) {
		db := hand(t, h.Office.Dir)
		must(t, db.QueryRowContext(ctx, "SELECT group_concat(profile, ' ') FROM profile_version").Scan(&s))
		return s
	}
	before := text()
	for name, change := range map[string]string{
		"one confirmation less": `UPDATE profile_version SET profile = replace(profile, '"Erstregister",', '') WHERE version = 2`,
		"an older state again":  `UPDATE profile SET version = 1`,
		"taken out":             `DELETE FROM profile`,
		"another one":           `INSERT INTO profile_version SELECT 'amt-8', 1, agency_id, agency, state, saved, saved_by, profile FROM profile_version WHERE version = 2`,
		"by the policy":         `UPDATE profile_version SET saved_by = 'Richtlinie' WHERE version = 2`,
	} {
		db := hand(t, h.Office.Dir)
		_, err := db.ExecContext(ctx, change)
		must(t, err)
		stopped(t, uphold(), "profile")
		if t.Failed() {
			t.Fatalf("%s went through", name)
		}
		r, err := h.Office.Witness.RebuildTables(ctx, false)
		if err != nil || !r.Done || len(r.Left) > 0 {
			t.Fatalf("%s: rebuild: %+v, %v", name, r, err)
		}
		must(t, uphold())
	}
	if text() != before {
		t.Error("after the rebuild the agreements are others")
	}

	// what nobody signed, and what somebody signed without the right, counts for nothing
	forge := func(by string) {
		must(t, h.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
			for _, q := range []string{
				fmt.Sprintf(`INSERT INTO profile_version SELECT id, max(version) + 1, agency_id, agency, state, saved, %q, profile FROM profile_version`, by),
				`UPDATE profile SET version = (SELECT max(version) FROM profile_version)`,
			} {
				if _, err := tx.ExecContext(ctx, strings.ReplaceAll(q, `"`, `'`)); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim"))
	must(t, h.Office.May(ctx, people.Release))
	for _, by := range []string{"M. Ahrens", "J. Beyer", profile.ByPolicy, profile.ByArchive("Musterland")} {
		forge(by)
		stopped(t, uphold(), "profile")
		must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
		if _, err := h.Office.Witness.RebuildTables(ctx, false); err != nil {
			t.Fatal(err)
		}
		if by == profile.ByPolicy { // the row stays stated; who makes agreements makes a new state of it
			agreedHere(t, h, "Standesamt Musterstadt")
		}
		must(t, uphold())
		must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim"))
		must(t, h.Office.May(ctx, people.Release))
	}
}

// What the policy of a machine brings counts as long as it brings it, and when a person
// has made it their own.
func TestWitness_AgreementsOfThePolicy(t *testing.T) {
	ctx := t.Context()
	h, p, _ := archiveThree(t)
	dir := h.Office.Dir
	profiles := t.TempDir()
	file := filepath.Join(profiles, "amt.json")
	must(t, os.WriteFile(file, []byte(`{"id":"amt-1","agency":"Amt Musterstadt","agencyId":"DE-1"}`), 0o600))
	under := func(p settings.Policy) *work.House {
		t.Helper()
		w, err := work.Open(ctx, dir, office.Options{Person: "M. Ahrens", KeyWork: cheapKey, Policy: &p,
			Passphrase: func() (string, error) { return "nur für die Prüfung", nil }})
		must(t, err)
		t.Cleanup(func() { must(t, w.Close()) })
		return w
	}
	w := under(settings.Policy{Profiles: &profiles})
	must(t, w.Desk.Uphold(ctx, "test", p))
	sound(t, w)
	stopped(t, under(settings.Policy{}).Desk.Uphold(ctx, "test", p), "Richtlinie")
	must(t, os.WriteFile(file, []byte(`{"id":"amt-1","agency":"Amt Musterdorf","agencyId":"DE-1"}`), 0o600))
	w = under(settings.Policy{Profiles: &profiles})
	must(t, w.Desk.Uphold(ctx, "test", p))
	one, err := w.Intake.Profiles.Get(ctx, "amt-1")
	must(t, err)
	must(t, w.Office.May(ctx, people.Profile))
	_, err = w.Intake.Profiles.Save(ctx, *one, w.Office.Person())
	must(t, err)
	w = under(settings.Policy{})
	must(t, w.Desk.Uphold(ctx, "test", p))
	sound(t, w)
}

// Workspaces that had their founding act before agreements were stated: a person of the
// administration states them once, and log rebuild does not empty them.
func TestWitness_AgreementsFromBeforeTheyWereStated(t *testing.T) {
	ctx := t.Context()
	h, p, _ := archiveThree(t)
	foreignHand(t, h.House, `INSERT INTO profile_version VALUES ('alt', 1, 'DE-1', 'Amt', 'valid', 1, 'M. Ahrens', '{"id":"alt","agencyId":"DE-1","agency":"Amt"}')`,
		"INSERT INTO profile VALUES ('alt', 1, 'DE-1', 'Amt')")
	stopped(t, h.Desk.Uphold(ctx, "test", p), "profile")
	r, err := h.Office.Witness.RebuildTables(ctx, false)
	if err != nil || len(r.Changed) > 0 || len(r.Left) != 2 {
		t.Fatalf("rebuild: %+v, %v; want both rows left for a person", r, err)
	}
	s, err := h.Office.Witness.RestateColumns(ctx, false)
	if err != nil || !s.Done {
		t.Fatalf("restate: %+v, %v", s, err)
	}
	must(t, h.Desk.Uphold(ctx, "test", p))
	sound(t, h.House)
	foreignHand(t, h.House, "INSERT INTO profile_version SELECT 'neu', 1, agency_id, agency, state, saved, saved_by, profile FROM profile_version")
	if s, err = h.Office.Witness.RestateColumns(ctx, false); err != nil || s.Done {
		t.Errorf("a row beside stated ones was stated: %+v, %v", s, err)
	}
	stopped(t, h.Desk.Uphold(ctx, "test", p), "profile")
}

// What the database does by itself would be signed by whoever acts: a trigger that turns
// A into V while a person decides, a view or a computed column that shows another row
// than was compared, an index or a cascade of another hand. All are refused and named.
func TestInsider_TheSchemaIsOurs(t *testing.T) {
	ctx := t.Context()
	computed := `PRAGMA writable_schema = 1;
UPDATE sqlite_master SET sql = replace(sql, 'reason', 'zweck TEXT GENERATED ALWAYS AS (rating) VIRTUAL, reason') WHERE name = 'appraisal_decision';
PRAGMA writable_schema = 0; PRAGMA schema_version = 4711`
	for name, tt := range map[string]struct {
		sql  string
		drop bool // log rebuild takes it out
	}{
		"trigger": {`CREATE TRIGGER hilfe AFTER INSERT ON appraisal_action BEGIN
 UPDATE appraisal_decision SET rating = 'V', released_by = 'J. Beyer', released_at = at; END`, true},
		"trigger under one of our names": {`DROP TRIGGER event_no_delete; CREATE TRIGGER event_no_delete AFTER INSERT ON appraisal_action BEGIN
 UPDATE appraisal_decision SET rating = 'V'; END`, false},
		"trigger on the log":    {`CREATE TRIGGER hilfe AFTER INSERT ON event BEGIN DELETE FROM appraisal_decision; END`, true},
		"view":                  {`ALTER TABLE appraisal_decision RENAME TO d; CREATE VIEW appraisal_decision AS SELECT * FROM d`, false},
		"index":                 {`CREATE UNIQUE INDEX hilfe ON appraisal_decision (portion_id, object_id, lower(reason))`, true},
		"computed column":       {computed, false},
		"computed column added": {`ALTER TABLE appraisal_decision ADD COLUMN zweck TEXT GENERATED ALWAYS AS (rating) VIRTUAL`, false},
		"another default": {`PRAGMA writable_schema = 1;
UPDATE sqlite_master SET sql = replace(sql, 'released_by', 'released_by /**/') WHERE name = 'appraisal_decision';
PRAGMA writable_schema = 0; PRAGMA schema_version = 4712`, false},
	} {
		t.Run(name, func(t *testing.T) {
			h, p, units := archiveThree(t)
			db := hand(t, h.Office.Dir)
			if _, err := db.ExecContext(ctx, tt.sql); err != nil {
				t.Fatal(err)
			}
			decide := func() error {
				return h.Desk.Set(ctx, p.ID, []string{units[0].ID}, record.RatingArchive, "bleibt doch")
			}
			stopped(t, decide())
			if err := h.Desk.FinishAppraisal(ctx, p.ID); err == nil {
				t.Error("the appraisal was finished")
			}
			if v, err := h.Log.VerifyLogSigned(ctx, ""); err == nil && v.Sound {
				t.Errorf("log verify: %+v", v)
			}
			r, err := h.Office.Witness.RebuildTables(ctx, true)
			if err != nil || len(r.Changed) == 0 || r.Done {
				t.Fatalf("looking only: %+v, %v", r, err)
			}
			r, err = h.Office.Witness.RebuildTables(ctx, false)
			if tt.drop && (err != nil || !r.Done) || !tt.drop && (err != nil || len(r.Left) == 0) {
				t.Fatalf("rebuild: %+v, %v", r, err)
			}
			if tt.drop {
				must(t, decide())
				sound(t, h.House)
			}
		})
	}
}

// Rows that are the same to a careless eye: another case, blanks, another type, NULL.
func TestInsider_RowsThatLookAlike(t *testing.T) {
	ctx := t.Context()
	h, p, units := archiveThree(t)
	db := hand(t, h.Office.Dir)
	id := units[0].ID
	for name, change := range map[string][2]string{
		"blob for text": {"UPDATE appraisal_decision SET rating = CAST(rating AS BLOB) WHERE object_id = '" + id + "'",
			"UPDATE appraisal_decision SET rating = CAST(rating AS TEXT)"},
		"blob as key": {"UPDATE appraisal_decision SET object_id = CAST(object_id AS BLOB) WHERE object_id = '" + id + "'",
			"UPDATE appraisal_decision SET object_id = CAST(object_id AS TEXT)"},
		"other case": {"UPDATE appraisal_decision SET object_id = upper(object_id) || ' ' WHERE object_id = '" + id + "'",
			"UPDATE appraisal_decision SET object_id = '" + id + "' WHERE trim(lower(object_id)) = lower('" + id + "')"},
		"twice in another type": {"INSERT INTO appraisal_decision SELECT portion_id, CAST(object_id AS BLOB), 'V'" + rest(t, db) +
			" FROM appraisal_decision WHERE object_id = '" + id + "'", "DELETE FROM appraisal_decision WHERE typeof(object_id) = 'blob'"},
		"person in another case": {"INSERT INTO person SELECT id || 'x', upper(name), folded || 'x'" + restOf(t, db, "person", 3) +
			" FROM person WHERE name = 'M. Ahrens'",
			"DELETE FROM person WHERE name = 'M. AHRENS'"},
		"role of nobody": {"INSERT INTO person_role (person_id, role) VALUES ('', 'administrator')",
			"DELETE FROM person_role WHERE person_id = ''"},
		"signed event moved to another portion": {"UPDATE portion SET process = 'x' WHERE id = '" + p.ID + "'",
			"UPDATE portion SET process = (SELECT process FROM portion WHERE id = '" + p.ID + "')"},
	} {
		if _, err := db.ExecContext(ctx, change[0]); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := h.Desk.FinishAppraisal(ctx, p.ID); err == nil {
			t.Fatalf("%s: the appraisal was finished", name)
		}
		if v, err := h.Log.VerifyLogSigned(ctx, ""); err == nil && v.Sound {
			t.Errorf("%s: log verify finds nothing", name)
		}
		if name == "signed event moved to another portion" {
			_, err := h.Office.Witness.RebuildTables(ctx, false)
			must(t, err)
			continue
		}
		_, err := db.ExecContext(ctx, change[1])
		must(t, err)
	}
	must(t, h.Desk.FinishAppraisal(ctx, p.ID))
}

// restOf names the columns of a table after the first n, with a comma before.
func restOf(t *testing.T, db *sql.DB, table string, n int) string {
	t.Helper()
	return ", " + strings.Join(tablesOf(t, db)[table][n:], ", ")
}

func rest(t *testing.T, db *sql.DB) string { return restOf(t, db, "appraisal_decision", 3) }

// A signed statement says what it says at its place in its log only: not in another
// workspace of the same persons, not twice, not in another order.
func TestInsider_StatementsElsewhere(t *testing.T) {
	ctx := t.Context()
	h, p, units := archiveThree(t)
	must(t, h.Desk.Set(ctx, p.ID, []string{units[0].ID}, record.RatingDestroy, "Doppel"))
	must(t, h.Desk.Set(ctx, p.ID, []string{units[0].ID}, record.RatingArchive, "bleibt"))
	db := hand(t, h.Office.Dir)
	for _, q := range []string{"DROP TRIGGER event_no_update", "DROP TRIGGER event_no_delete"} {
		_, err := db.ExecContext(ctx, q)
		must(t, err)
	}
	var last int64
	must(t, db.QueryRowContext(ctx, "SELECT max(seq) FROM statement").Scan(&last))
	attacks := map[string][]string{
		"said again": {
			fmt.Sprintf("INSERT INTO event SELECT %d + 1, %s FROM event WHERE seq = %d - 1", last, restOf(t, db, "event", 1)[2:], last),
			fmt.Sprintf("INSERT INTO statement SELECT %d + 1, about, body FROM statement WHERE seq = %d - 1", last, last)},
		"bodies exchanged": {fmt.Sprintf("UPDATE statement SET body = (SELECT body FROM statement WHERE seq = %d - 1) WHERE seq = %[1]d", last)},
		"events exchanged": {fmt.Sprintf("UPDATE event SET seq = -1 WHERE seq = %d", last),
			fmt.Sprintf("UPDATE event SET seq = %d WHERE seq = %[1]d - 1", last),
			fmt.Sprintf("UPDATE event SET seq = %d - 1 WHERE seq = -1", last)},
		"one left out": {fmt.Sprintf("DELETE FROM event WHERE seq = %d - 1", last),
			fmt.Sprintf("DELETE FROM statement WHERE seq = %d - 1", last)},
		"said of others": {fmt.Sprintf("UPDATE statement SET about = 'portion' WHERE seq = %d - 1", last),
			"DELETE FROM statement WHERE about LIKE '%person_key%'"},
	}
	for name, qs := range attacks {
		copied := filepath.Join(t.TempDir(), "before.db")
		_, err := db.ExecContext(ctx, "VACUUM INTO ?", copied)
		must(t, err)
		for _, q := range qs {
			if _, err := db.ExecContext(ctx, q); err != nil {
				t.Fatalf("%s: %s: %v", name, q, err)
			}
		}
		if err := h.Desk.FinishAppraisal(ctx, p.ID); err == nil {
			t.Fatalf("%s: the appraisal was finished", name)
		}
		restoreLog(ctx, t, db, copied)
	}

	// the same persons, another workspace: its founding and its decisions say nothing here
	other, op, _ := archiveThree(t)
	foreign := filepath.Join(t.TempDir(), "other.db")
	_, err := hand(t, other.Office.Dir).ExecContext(ctx, "VACUUM INTO ?", foreign)
	must(t, err)
	copied := filepath.Join(t.TempDir(), "before.db")
	_, err = db.ExecContext(ctx, "VACUUM INTO ?", copied)
	must(t, err)
	restoreLog(ctx, t, db, foreign)
	if err := h.Desk.FinishAppraisal(ctx, p.ID); err == nil || op.ID == "" {
		t.Fatal("the log of another workspace was taken")
	}
	restoreLog(ctx, t, db, copied)
	must(t, open(t, h.Office.Dir, "M. Ahrens").Desk.Uphold(ctx, "test", p))
}

// restoreLog puts log and statements of a copy in the place of those in db.
func restoreLog(ctx context.Context, t *testing.T, db *sql.DB, copied string) {
	t.Helper()
	for _, q := range []string{"ATTACH '" + filepath.ToSlash(copied) + "' AS other", "DELETE FROM statement", "DELETE FROM event",
		"INSERT INTO event SELECT * FROM other.event", "INSERT INTO statement SELECT * FROM other.statement", "DETACH other"} {
		if _, err := db.ExecContext(ctx, q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
}

// S3 with a clock that was set back: the key was given before the release, whatever the
// clock of the release says.
func TestS3_AClockSetBack(t *testing.T) {
	ctx := t.Context()
	h, p, units := archiveThree(t)
	_, err := h.Office.AddPerson(ctx, people.Person{Name: "K. Caro", Roles: []people.Role{people.Archivist}}, "von mir")
	must(t, err)
	must(t, h.Office.SignIn(ctx, "K. Caro", "von mir"))
	must(t, h.Desk.Set(ctx, p.ID, []string{units[0].ID}, record.RatingDestroy, "Doppel"))
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	h.Office.Opts.Now = func() time.Time { return time.Now().Add(-48 * time.Hour) }
	if _, err := h.Desk.Release(ctx, p.ID, nil); failure.KindOf(err) != failure.Refused ||
		!strings.Contains(failure.HintOf(err).In("de"), "aus einer Hand") {
		t.Errorf("released two days before the key was given: %v", err)
	}
	// and where a changed program signs it all the same
	must(t, h.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, "UPDATE appraisal_decision SET released_by = 'M. Ahrens', released_at = ? WHERE object_id = ?",
			h.Office.Now().UnixMilli(), units[0].ID); err != nil {
			return err
		}
		return h.Log.Entry(ctx, h.Office.Event(events.Released, p.ID, units[0].ID, "ok", nil))(tx)
	}))
	stopped(t, h.Desk.FinishAppraisal(ctx, p.ID), units[0].ID, "aus einer Hand")
}

// The file of settings is nobody's word: replaced, it makes nobody a person and waives
// nobody's release.
func TestInsider_SettingsReplaced(t *testing.T) {
	ctx := t.Context()
	h, p, units := archiveThree(t)
	must(t, h.Desk.Set(ctx, p.ID, []string{units[0].ID}, record.RatingDestroy, "Doppel"))
	must(t, os.WriteFile(filepath.Join(h.Office.Dir, "settings.json"),
		[]byte(`{"person":{"name":"J. Beyer","role":"administrator"},"alone":true,"aloneDays":0,"kept":{"policy":""}}`), 0o600))
	w, err := work.Open(ctx, h.Office.Dir, office.Options{KeyWork: cheapKey, Policy: &settings.Policy{},
		Passphrase: func() (string, error) { return "", os.ErrPermission }})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	for name, act := range map[string]func() error{
		"release": func() error { _, err := w.Desk.Release(ctx, p.ID, nil); return err },
		"decide":  func() error { return w.Desk.Set(ctx, p.ID, []string{units[1].ID}, record.RatingDestroy, "x") },
		"finish":  func() error { return w.Desk.FinishAppraisal(ctx, p.ID) },
		"person": func() error {
			_, err := w.Office.AddPerson(ctx, people.Person{Name: "X", Roles: []people.Role{people.Administrator}}, "x")
			return err
		},
	} {
		if err := act(); err == nil {
			t.Errorf("%s went through on the word of a file", name)
		}
	}
	all, err := h.Desk.Book.Decisions(ctx, p.ID)
	must(t, err)
	for id, d := range all {
		if d.ReleasedBy != "" {
			t.Errorf("%s was released", id)
		}
	}
}

// A folder that is a link: destruction removes nothing outside the workspace.
func TestInsider_ALinkForAFolder(t *testing.T) {
	ctx := t.Context()
	h := enrolled(t)
	d := h.doom(t, h.taken(t, markedDelivery(t)))
	ordered(t, h.House, d.portion.ID, "ArchG § 3", "J. Beyer", "geheim", "M. Ahrens", "nur für die Prüfung")
	outside := t.TempDir()
	must(t, os.WriteFile(filepath.Join(outside, "fremd.txt"), []byte("bleibt"), 0o600))
	inbox := filepath.Join(h.Office.Dir, office.DirInbox)
	moved := filepath.Join(t.TempDir(), "inbox")
	must(t, os.Rename(inbox, moved))
	must(t, os.Symlink(moved, inbox))
	entries, err := os.ReadDir(moved)
	must(t, err)
	for _, e := range entries {
		must(t, os.Rename(filepath.Join(moved, e.Name()), filepath.Join(moved, e.Name()+".weg")))
		must(t, os.Symlink(outside, filepath.Join(moved, e.Name())))
	}
	if _, err := h.Ending.Destroy(ctx, d.portion.ID, "ArchG § 3", true); err == nil {
		t.Error("what lies behind a link was taken for the delivery")
	}
	if raw, err := os.ReadFile(filepath.Join(outside, "fremd.txt")); err != nil || string(raw) != "bleibt" {
		t.Errorf("outside the workspace: %q, %v", raw, err)
	}
}

// An index whose entries differ from its table shows one row to who compares and another to
// who acts: it is refused before anything rests on it, and made anew by the rebuild.
func TestInsider_AnIndexThatLies(t *testing.T) {
	ctx := t.Context()
	h, p, _ := archiveThree(t)
	acc := h.accessionOf(t, p.ID)
	run := func(q string, args ...any) {
		t.Helper()
		db := hand(t, h.Office.Dir) // each anew, so that it reads the schema as it lies there
		for _, q := range []string{"PRAGMA foreign_keys = 0", "PRAGMA writable_schema = 1"} {
			_, err := db.ExecContext(ctx, q)
			must(t, err)
		}
		if _, err := db.ExecContext(ctx, q, args...); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		must(t, db.Close())
	}
	var root int
	var text string
	must(t, hand(t, h.Office.Dir).QueryRowContext(ctx, "SELECT rootpage, sql FROM sqlite_master WHERE name = 'portion_accession'").Scan(&root, &text))
	run("UPDATE portion SET accession_id = 'anderswo'")
	run("DELETE FROM sqlite_master WHERE name = 'portion_accession'")
	run("PRAGMA schema_version = 815")
	run("UPDATE portion SET accession_id = ?", acc) // every row as it was stated, the index still elsewhere
	run("INSERT INTO sqlite_master VALUES ('index', 'portion_accession', 'portion', ?, ?)", root, text)
	run("PRAGMA schema_version = 816")

	w := open(t, h.Office.Dir, "M. Ahrens")
	if list, err := w.Desk.Portions.OfAccession(ctx, acc); err != nil || len(list) > 0 {
		t.Fatalf("the attack does not show: %d portions, %v", len(list), err)
	}
	stopped(t, w.Office.Witness.Uphold(ctx, "test", office.Concerned{Accessions: []string{acc}}), "portion")
	if v, err := w.Log.VerifyLogSigned(ctx, ""); err != nil || v.Sound || v.Broken == "" {
		t.Errorf("log verify: %+v, %v", v, err)
	}
	r, err := w.Office.Witness.RebuildTables(ctx, false)
	if err != nil || !r.Done || len(r.Left) > 0 {
		t.Fatalf("rebuild: %+v, %v", r, err)
	}
	sound(t, w)
	if list, err := w.Desk.Portions.OfAccession(ctx, acc); err != nil || len(list) != 1 {
		t.Errorf("after the rebuild %d portions, %v", len(list), err)
	}
}

// The register is found again by the head of the log, and its statements by what they hold:
// a running program does not go on with people of another past, nor does a column nobody
// signs hide that a key has ended.
func TestInsider_TheRegisterIsThatOfTheLog(t *testing.T) {
	ctx := t.Context()
	h, p, units := archiveThree(t)
	must(t, h.Office.May(ctx, people.Appraise))
	db := hand(t, h.Office.Dir)
	copied := filepath.Join(t.TempDir(), "before.db")
	_, err := db.ExecContext(ctx, "VACUUM INTO ?", copied)
	must(t, err)
	var last int64
	must(t, db.QueryRowContext(ctx, "SELECT max(seq) FROM statement WHERE about LIKE '%person_key%'").Scan(&last))
	for _, q := range []string{"DROP TRIGGER event_no_update", "DROP TRIGGER event_no_delete"} {
		_, err := db.ExecContext(ctx, q)
		must(t, err)
	}
	// the same number, another past: what the running program knows is no longer that of the log
	for _, q := range []string{fmt.Sprintf("DELETE FROM statement WHERE seq < %d", last),
		fmt.Sprintf("UPDATE event SET hash = 'x' || hash WHERE seq >= %d", last)} {
		_, err := db.ExecContext(ctx, q)
		must(t, err)
	}
	stopped(t, h.Desk.Set(ctx, p.ID, []string{units[0].ID}, record.RatingArchive, "bleibt"), "Protokoll")
	restoreLog(ctx, t, db, copied)
	must(t, h.Office.May(ctx, people.Appraise))

	// tables named otherwise by a column that nobody signs
	_, err = db.ExecContext(ctx, "UPDATE statement SET about = 'portion'")
	must(t, err)
	w := open(t, h.Office.Dir, "M. Ahrens")
	must(t, w.Office.May(ctx, people.Appraise))
	var founded int
	must(t, db.QueryRowContext(ctx, "SELECT count(*) FROM event WHERE type = 'founded'").Scan(&founded))
	if founded != 1 {
		t.Errorf("%d founding acts", founded)
	}
	must(t, w.Desk.Uphold(ctx, "test", p))
	sound(t, w)
}

// The last event states nothing, so that no row misses it; the tree does.
func TestInsider_ATailThatStatesNothing(t *testing.T) {
	ctx := t.Context()
	h, p, units := archiveThree(t)
	must(t, h.Desk.Set(ctx, p.ID, []string{units[0].ID, units[1].ID}, record.RatingArchive, "bleibt"))
	must(t, h.Log.Grow(ctx))
	must(t, h.Desk.Uphold(ctx, "test", p))
	db := hand(t, h.Office.Dir)
	_, err := db.ExecContext(ctx, "DROP TRIGGER event_no_delete")
	must(t, err)
	gone, err := db.ExecContext(ctx, "DELETE FROM event WHERE seq = (SELECT max(seq) FROM event) AND seq > (SELECT max(seq) FROM statement)")
	must(t, err)
	if n, err := gone.RowsAffected(); n != 1 || err != nil {
		t.Fatalf("%d events removed, %v", n, err)
	}
	stopped(t, h.Desk.Uphold(ctx, "test", p), "Baum")
	must(t, h.Desk.Set(ctx, p.ID, []string{units[0].ID}, record.RatingArchive, "bleibt wirklich")) // another event in its place
	stopped(t, open(t, h.Office.Dir, "M. Ahrens").Desk.FinishAppraisal(ctx, p.ID), "Baum")
}

// The last signed event binds the log below it: one whose signature is not that of its key
// is told before the act, and so is a statement that no event names.
func TestInsider_AForgedEnd(t *testing.T) {
	ctx := t.Context()
	h, p, units := archiveThree(t)
	db := hand(t, h.Office.Dir)
	_, err := db.ExecContext(ctx, "INSERT INTO statement SELECT 9999, about, body FROM statement ORDER BY seq DESC LIMIT 1")
	must(t, err)
	stopped(t, h.Desk.Uphold(ctx, "test", p), "9999")
	_, err = db.ExecContext(ctx, "DELETE FROM statement WHERE seq = 9999")
	must(t, err)
	must(t, h.Desk.Uphold(ctx, "test", p))

	var key string
	must(t, db.QueryRowContext(ctx, "SELECT id FROM person_key WHERE ended IS NULL LIMIT 1").Scan(&key))
	body := fmt.Sprintf(`{"salt":"x","rows":[{"t":"appraisal_decision","k":[%q,%q],"set":{"rating":"tA"}}]}`, p.ID, units[0].ID)
	must(t, h.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		nobodys := func([]byte) (string, error) { return base64.StdEncoding.EncodeToString(make([]byte, 64)), nil }
		_, err := events.AppendStatement(ctx, tx, events.Event{At: h.Office.Now(), Actor: "M. Ahrens", Key: key, Type: events.Appraised,
			Subject: p.ID, Object: units[0].ID, Outcome: "A"}, "appraisal_decision", []byte(body), nobodys)
		return err
	}))
	stopped(t, h.Desk.FinishAppraisal(ctx, p.ID), "Unterschrift")
}
