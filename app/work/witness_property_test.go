package work_test

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"laufzettel/app/work/accession"
	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/record"
)

// noActRests are the tables that no irreversible act rests on, each with the reason.
// A new table fails the test until it is a projection or stands here.
var noActRests = map[string]string{
	"event": "the log itself: held by its chain and signatures", "statement": "what the log states: held by digests in the log",
	"event_ledger": "the tree over the log: held by log verify and every checkpoint", "event_leaf": "like event_ledger",
	"event_tile":     "like event_ledger",
	"channel_seen":   "the last head seen of an archive's log; a head changed here is refused or told as another past",
	"schema_version": "which scripts ran", "counter": "numbers to give next; a number given twice is refused by its table",
	"appraisal_action": "the stack of what can be taken back: what comes back must have been stated before",
	"appraisal_change": "like appraisal_action",
	"appraisal_open":   "the number of open units, shown; what ends an appraisal counts the records and the decisions",
	"appraisal_unit":   "like appraisal_open", "appraisal_above": "like appraisal_open",
	"appraisal_history": "shown and written into the accession package; nothing is decided from it",
	"counsel_precedent": "suggestions", "counsel_draft": "drafts", "counsel_remark": "remarks of the office, shown",
	"share_look":    "which folders and files persons looked at, for the report of a share alone (TestWitness_LooksDecideNothing)",
	"share_person":  "who owns and wrote files, as the files say, for choosing alone; what is decided names each object itself",
	"merge_share":   "which portions are worked on elsewhere; it can only hold an act up",
	"catalog_item":  "an index, built from packages; what is shown is judged by the package and access_*",
	"catalog_entry": "like catalog_item",
	"receipt":       "an index of receipts; the files are verified", "receipt_archived": "like receipt", "receipt_alarm": "alarms, shown",
	"door_offer": "offers waiting to be received", "door_plan": "when they are asked for",
	"channel_key": "keys of this machine for the channel", "channel_note": "digests of pieces, compared by the archive",
	"channel_told": "what an archive was told of closures and orders; changed, it is told again or not again, and the archive keeps every word",
	"loan":         "what is given out; it can only hold an act up",
	"loan_letter":  "letters that came: signed themselves, judged by log verify",
	"queue_job":    "what is to be sent: receipts say what came, the log which messages were queued", "queue_log": "shown", "queue_setting": "pauses of sending",
	"convert_config": "converters add representations, never replace", "convert_measure": "the log of conversions",
	"prepare": "the clerk's side: nothing is destroyed or packaged from it here", "prepare_counter": "like prepare",
	"prepare_file": "like prepare", "prepare_confirmation": "like prepare",
	"prepare_archive": "like prepare", "prepare_profile": "like prepare", "prepare_defaults": "like prepare",
	"prepare_clerk": "keys of offices, for deliveries that come", "prepare_seal": "like prepare", "prepare_seal_head": "like prepare",
	"reference_code": "codes given; they stand in the packages and receipts", "letter": "which letters were written",
	"accession_remark":   "remarks, shown",
	"accession_deadline": "deadlines, shown", "accession_letter": "which letters were written",
	"check_run":         "names of runs; what a run learned of the files is stated",
	"sensitivity_file":  "where personal data may stand, for a person's eyes; nothing is destroyed, packaged or closed from it",
	"recognised_page":   "what a text recognition read, for the search and for a person's eyes; nothing is destroyed, packaged or closed from it by itself",
	"sensitivity_hit":   "like sensitivity_file",
	"contained_note":    "notes on what objects hold, shown; nothing is opened, closed or destroyed from them",
	"contained_heading": "titles and periods as corrected, shown; a closure counts from a corrected end only where that is later than the sealed one",
	"contained_take":    "which table came in last, for undoing it; undoing is an act of its own, signed, with its shorter closures listed",
	"contained_taken":   "like contained_take",
	"blackening_shown":  "which pages were drawn for whom; who says to have looked at a page signs that themselves",
	"text_portion":      "words of portions being appraised, for searching", "text_file": "like text_portion",
}

// reasonFor gives why a table needs no statement; tables of the search indexes go by
// their prefix.
func reasonFor(table string) string {
	for _, prefix := range []string{"catalog_words", "fulltext", "text_", "sqlite_"} {
		if strings.HasPrefix(table, prefix) {
			return "an index for searching"
		}
	}
	return noActRests[table]
}

// hand is a connection beside the program, as an attacker has it: no checks of keys
// and constraints.
func hand(t *testing.T, dir string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.ToSlash(filepath.Join(dir, office.DbName))+
		"?_pragma=busy_timeout(10000)&_pragma=ignore_check_constraints(1)&_pragma=foreign_keys(0)")
	must(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

func tablesOf(t *testing.T, db *sql.DB) (tables map[string][]string) {
	t.Helper()
	tables = map[string][]string{}
	rows, err := db.QueryContext(t.Context(),
		"SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY m.name, c.cid")
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var table, column string
		must(t, rows.Scan(&table, &column))
		tables[table] = append(tables[table], column)
	}
	must(t, rows.Err())
	return tables
}

// mutation is one change of a foreign hand that can be taken back.
type mutation struct {
	what, do, undo string
	args, back     []any
}

// rowsFor gives the rows of a projection as the attacker sees them.
func rowsFor(t *testing.T, db *sql.DB, table string, columns []string) (out [][]any) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), "SELECT * FROM "+table)
	must(t, err)
	defer rows.Close()
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

func quotedAll(columns []string, join string) string {
	out := make([]string, len(columns))
	for i, c := range columns {
		out[i] = fmt.Sprintf("%q IS ?", c)
	}
	return strings.Join(out, join)
}

// other gives a value of the same type that is another one.
func other(column string, v any) any {
	switch v := v.(type) {
	case nil:
		return int64(4102444800000)
	case int64:
		if slices.Contains([]string{"self", "closed", "paper", "open"}, column) && v < 2 {
			return 1 - v
		}
		return v + 1_000_003
	case string:
		swap := map[string]string{"A": "V", "V": "A", "active": "left", "accepted": "returned", "archivist": "reading-room"}
		return cmp.Or(swap[v], v+"x")
	case []byte:
		return append(slices.Clone(v), 'x')
	}
	return "x"
}

// altered changes one column of one row.
func altered(table string, columns []string, row []any, i int) mutation {
	next := slices.Clone(row)
	next[i] = other(columns[i], row[i])
	return mutation{what: fmt.Sprintf("%s.%s: %v → %v", table, columns[i], row[i], next[i]),
		do:   fmt.Sprintf("UPDATE %s SET %q = ? WHERE %s", table, columns[i], quotedAll(columns, " AND ")),
		args: append([]any{next[i]}, row...),
		undo: fmt.Sprintf("UPDATE %s SET %q = ? WHERE %s", table, columns[i], quotedAll(columns, " AND ")),
		back: append([]any{row[i]}, next...)}
}

// removed takes a row away.
func removed(table string, columns []string, row []any) mutation {
	return mutation{what: table + ": row removed", do: fmt.Sprintf("DELETE FROM %s WHERE %s", table, quotedAll(columns, " AND ")),
		args: row,
		undo: fmt.Sprintf("INSERT INTO %s VALUES (%s)", table, strings.TrimSuffix(strings.Repeat("?,", len(columns)), ",")), back: row}
}

func (m mutation) run(t *testing.T, db *sql.DB, judge func()) {
	t.Helper()
	res, err := db.ExecContext(t.Context(), m.do, m.args...)
	if err != nil {
		t.Fatalf("%s: %v", m.what, err)
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		t.Fatalf("%s: %d rows, %v", m.what, n, err)
	}
	judge()
	res, err = db.ExecContext(t.Context(), m.undo, m.back...)
	if err != nil {
		t.Fatalf("%s taken back: %v", m.what, err)
	}
	if n, err := res.RowsAffected(); err != nil || n != 1 {
		t.Fatalf("%s taken back: %d rows, %v", m.what, n, err)
	}
}

// stage is a point of the way with the irreversible acts that are possible there.
type stage struct {
	name string
	acts map[string]func() error
	next func() // goes on, by the act itself
}

// wayOf takes a delivery through all stages.
func wayOf(t *testing.T) (h house, p transfer.Portion, stages []stage) {
	t.Helper()
	ctx := t.Context()
	h, p, units := archiveThree(t)
	agreedHere(t, h, "Standesamt")
	must(t, h.Desk.Set(ctx, p.ID, []string{units[0].ID}, record.RatingDestroy, "Doppel"))
	must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim"))
	_, err := h.Desk.Release(ctx, p.ID, nil)
	must(t, err)
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	_, err = h.Office.Renewal.Spare(ctx, t.TempDir(), "versiegelt")
	must(t, err)
	_, err = h.Office.PersonKey(ctx, "J. Beyer", "wartet") // a request: J. Beyer goes on with the old one
	must(t, err)
	finish := func() error { return h.Desk.FinishAppraisal(ctx, p.ID) }
	pack := func() error { _, err := h.Packer.Package(ctx, p.ID, "", nil); return err }
	destroy := func() error { _, err := h.Ending.Destroy(ctx, p.ID, "ArchG § 3", true); return err }
	clear := func() error { _, err := h.Ending.Clear(ctx, p.AccessionID); return err }
	answer := func() error {
		a, err := h.Replies.Answer(ctx, p.ID, "0506", "")
		if err == nil && a.Draft {
			return errors.New("only a draft, which says so")
		}
		return err
	}
	closing := func() error {
		_, err := h.Ending.CloseAccession(ctx, p.AccessionID, accession.Closing{Confirmed: true, Unreported: "Probe"})
		return err
	}
	return h, p, []stage{
		{"accepted", map[string]func() error{"finish": finish}, func() { must(t, finish()) }},
		{"appraised", map[string]func() error{"package": pack}, func() {
			must(t, pack())
			h.sent(t, p.ID)
			ordered(t, h.House, p.ID, "ArchG § 3", "J. Beyer", "geheim", "M. Ahrens", "nur für die Prüfung")
		}},
		{"confirmed", map[string]func() error{"destroy": destroy, "clear": clear, "answer 0506": answer}, func() { must(t, clear()) }},
		{"cleared", map[string]func() error{"destroy": destroy, "close": closing}, func() { must(t, destroy()); must(t, closing()) }},
	}
}

// absent are projections that have no row on this way; their own tests change them.
var absent = []string{"appraisal_sample", "appraisal_stratum", "appraisal_look", "merge_statement", "person_agency", "share_name",
	"access_grant", "access_decision", "access_law",
	"accession_confirmation", "blackening", "blackening_mark", "blackening_look"}

// Every column of every table an act rests on is changed before every act that cannot
// be taken back: it is refused, or the column is one that decides nothing and says why.
func TestWitness_EveryColumnBeforeEveryAct(t *testing.T) {
	h, p, stages := wayOf(t)
	db := hand(t, h.Office.Dir)
	tables := tablesOf(t, db)
	for table := range tables {
		if stated(table) == nil && reasonFor(table) == "" {
			t.Errorf("table %s: does an irreversible act rest on it? Make it a projection of the office, or say why not", table)
		}
	}
	tried, skip := map[string]bool{}, sampled(t)
	for _, s := range stages {
		for _, pr := range office.Projections {
			columns := tables[pr.Name]
			for _, r := range rowsFor(t, db, pr.Name, columns) {
				for i, c := range columns {
					if why, beside := pr.Beside[c]; beside {
						if why == "" {
							t.Errorf("%s.%s is beside without a reason", pr.Name, c)
						}
						continue
					}
					if tried[pr.Name] = true; skip() {
						continue
					}
					altered(pr.Name, columns, r, i).run(t, db, func() { refuses(t, s, altered(pr.Name, columns, r, i).what) })
				}
				if skip() {
					break
				}
				removed(pr.Name, columns, r).run(t, db, func() { refuses(t, s, removed(pr.Name, columns, r).what) })
				if pr.Name != "appraisal_decision" {
					break // the rows of a table are compared alike
				}
			}
		}
		s.next()
	}
	for _, pr := range office.Projections {
		if !tried[pr.Name] && !slices.Contains(absent, pr.Name) {
			t.Errorf("no row of %s was there to be changed", pr.Name)
		}
	}
	if now, err := h.Intake.Portions.Get(t.Context(), p.ID); err != nil || now.State != transfer.Closed {
		t.Errorf("at the end the portion is %s, %v: the way itself was not gone", now.State, err)
	}
}

func stated(table string) *office.Projection {
	for i := range office.Projections {
		if office.Projections[i].Name == table {
			return &office.Projections[i]
		}
	}
	return nil
}

// refuses wants every act of a stage refused.
func refuses(t *testing.T, s stage, what string) {
	t.Helper()
	for name, act := range s.acts {
		if err := act(); err == nil {
			t.Fatalf("%s, %s: %s went through", s.name, what, name)
		}
	}
}

// sampled says what is left out: nothing with make witness, else three of four, drawn
// anew at every run by a seed that is told.
func sampled(t *testing.T) func() bool {
	t.Helper()
	if os.Getenv("LAUFZETTEL_MUTATIONS") != "" {
		return func() bool { return false }
	}
	random := chance(t)
	return func() bool { return random.IntN(4) > 0 }
}

// chance is one of a seed drawn at every run and told, or the one that is named.
func chance(t *testing.T) *rand.Rand {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if n, err := strconv.ParseUint(os.Getenv("LAUFZETTEL_SEED"), 10, 64); err == nil {
		seed = n
	}
	t.Logf("LAUFZETTEL_SEED=%d", seed)
	return rand.New(rand.NewPCG(22, seed))
}

// mutations is how many random changes the test tries; make witness sets more.
func mutations(t *testing.T) int {
	t.Helper()
	if n, err := strconv.Atoi(os.Getenv("LAUFZETTEL_MUTATIONS")); err == nil {
		return n
	}
	return 24
}

// Random changes of log, statements and tables before an act: all refused, or of a
// column that decides nothing.
func TestWitness_RandomMutations(t *testing.T) {
	h, p, stages := wayOf(t)
	db := hand(t, h.Office.Dir)
	tables := tablesOf(t, db)
	for _, q := range []string{"DROP TRIGGER event_no_update", "DROP TRIGGER event_no_delete"} {
		_, err := db.ExecContext(t.Context(), q)
		must(t, err)
	}
	names := []string{"event", "statement"}
	for _, pr := range office.Projections {
		names = append(names, pr.Name)
	}
	random, tried := chance(t), 0
	for i, s := range stages[:3] {
		for tried < mutations(t)*(i+1)/3 {
			table := names[random.IntN(len(names))]
			columns := tables[table]
			rows := rowsFor(t, db, table, columns)
			if len(rows) == 0 {
				continue
			}
			r, i := rows[random.IntN(len(rows))], random.IntN(len(columns))
			m := altered(table, columns, r, i)
			if random.IntN(5) == 0 {
				if m, i = removed(table, columns, r), -1; cutsTail(t, db, table, columns, r) {
					continue
				}
			}
			if i >= 0 && !decidesAnything(table, columns[i]) {
				continue
			}
			m.run(t, db, func() { refuses(t, s, m.what) })
			tried++
		}
		s.next()
	}
	t.Logf("%d changes, each refused before every act of its stage", tried)
	if v, err := h.Log.VerifyLogSigned(t.Context(), ""); err != nil || !v.Sound {
		t.Errorf("after %s all was taken back, but log verify says %+v, %v", p.ID, v, err)
	}
}

// cutsTail says whether a row is the last event and states nothing: that the log ends one
// earlier is proven only by heads kept outside (docs/security.md), and nothing rests on it.
func cutsTail(t *testing.T, db *sql.DB, table string, columns []string, row []any) bool {
	t.Helper()
	if table != "event" {
		return false
	}
	var later, states int
	must(t, db.QueryRowContext(t.Context(), "SELECT count(*) FROM event WHERE seq > ?1", row[slices.Index(columns, "seq")]).Scan(&later))
	must(t, db.QueryRowContext(t.Context(), "SELECT count(*) FROM statement WHERE seq = ?1",
		row[slices.Index(columns, "seq")]).Scan(&states))
	return later == 0 && states == 0
}

// decidesAnything says whether a column is one whose change must be noticed before an
// act: those that only help to find events are judged by log verify.
func decidesAnything(table, column string) bool {
	switch table {
	case "event":
		return column == "seq" || column == "body" || column == "hash"
	case "statement":
		return column != "about"
	}
	_, beside := stated(table).Beside[column]
	return !beside
}
