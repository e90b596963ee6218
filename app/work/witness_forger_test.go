package work_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/sync/sign"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
)

// An insider who has read the pages, writes what they like into the database, and signs
// statements about it with a key of their own, in the right form and at the end of the log.
type insider struct {
	t    *testing.T
	w    *work.House
	db   *sql.DB
	p    transfer.Portion
	keys map[string]*sign.Key // by name
}

const (
	theAdmin, theSecond, theArchivist = "M. Ahrens", "J. Beyer", "L. Lange"
	theClerk, theReader, theKeyless   = "K. Kolb", "R. Reuter", "N. Nagel"
)

// insiders is an appraised portion of two Vorgänge, with one of each role: the first V
// and released, the second V, released, and then A after all.
func insiders(t *testing.T) (dir string, p transfer.Portion, units []*record.Object, keys map[string]*sign.Key) {
	t.Helper()
	ctx := t.Context()
	h, p, units := archiveThree(t)
	pass := map[string]string{theAdmin: "nur für die Prüfung", theSecond: "geheim"}
	for name, role := range map[string]people.Role{theArchivist: people.Archivist, theClerk: people.Clerk, theReader: people.ReadingRoom,
		theKeyless: people.Administrator} {
		pass[name] = "von " + name
		if name == theKeyless {
			delete(pass, name)
		}
		_, err := h.Office.AddPerson(ctx, people.Person{Name: name, Roles: []people.Role{role}}, pass[name])
		must(t, err)
	}
	for i, u := range units[:2] {
		must(t, h.Desk.Set(ctx, p.ID, []string{u.ID}, record.RatingDestroy, "Doppel"))
		must(t, h.Office.SignIn(ctx, theSecond, pass[theSecond]))
		_, err := h.Desk.Release(ctx, p.ID, nil)
		must(t, err)
		must(t, h.Office.SignIn(ctx, theAdmin, pass[theAdmin]))
		if i == 1 {
			must(t, h.Desk.Set(ctx, p.ID, []string{u.ID}, record.RatingArchive, "bleibt doch"))
		}
	}
	keys = map[string]*sign.Key{}
	for name, word := range pass {
		must(t, h.Office.SignIn(ctx, name, word))
		_, keys[name] = h.Office.Who.Known(name)
		if keys[name] == nil {
			t.Fatalf("%s has no key", name)
		}
	}
	must(t, h.Office.SignIn(ctx, theAdmin, pass[theAdmin]))
	sound(t, h.House)
	must(t, h.Desk.Uphold(ctx, "test", p))
	return h.Office.Dir, p, units, keys
}

// in gives the insider a copy of the workspace.
func in(t *testing.T, dir string, p transfer.Portion, keys map[string]*sign.Key) *insider {
	t.Helper()
	copied := filepath.Join(t.TempDir(), "ws")
	must(t, os.CopyFS(copied, os.DirFS(dir)))
	for _, beside := range []string{"-wal", "-shm"} {
		_ = os.Remove(filepath.Join(copied, office.DbName+beside))
	}
	must(t, os.Remove(filepath.Join(copied, office.DbName)))
	_, err := hand(t, dir).ExecContext(t.Context(), "VACUUM INTO ?", filepath.Join(copied, office.DbName))
	must(t, err)
	return &insider{t: t, w: open(t, copied, theAdmin), db: hand(t, copied), p: p, keys: keys}
}

func (in *insider) sql(format string, args ...any) {
	in.t.Helper()
	if _, err := in.db.ExecContext(in.t.Context(), fmt.Sprintf(format, args...)); err != nil {
		in.t.Fatalf("%s: %v", fmt.Sprintf(format, args...), err)
	}
}

// cell writes a value as statements do.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return "n"
	case int64:
		return fmt.Sprintf("i%d", v)
	case []byte:
		return "b" + hex.EncodeToString(v)
	}
	return fmt.Sprintf("t%s", v)
}

type saidRow struct {
	Table string            `json:"t"`
	Key   []string          `json:"k"`
	Set   map[string]string `json:"set,omitempty"`
	Gone  bool              `json:"gone,omitempty"`
}

type saidTree struct {
	Table  string `json:"t"`
	Scope  string `json:"scope"`
	Digest string `json:"sha256"`
}

// row is a row as it stands in the table now, with some of its columns or all.
func (in *insider) row(table, where string, columns ...string) saidRow {
	in.t.Helper()
	all := tablesOf(in.t, in.db)[table]
	cells, into := make([]any, len(all)), make([]any, len(all))
	for i := range cells {
		into[i] = &cells[i]
	}
	must(in.t, in.db.QueryRowContext(in.t.Context(), "SELECT "+strings.Join(all, ", ")+" FROM "+table+" WHERE "+where).Scan(into...))
	r, p := saidRow{Table: table, Key: []string{}, Set: map[string]string{}}, stated(table)
	for _, k := range p.Key {
		r.Key = append(r.Key, fmt.Sprint(cells[slices.Index(all, k)]))
	}
	for i, c := range all {
		if _, beside := p.Beside[c]; !beside && (len(columns) == 0 || slices.Contains(columns, c)) {
			r.Set[c] = cell(cells[i])
		}
	}
	return r
}

// tree is the digest of a tree as it stands in the table now.
func (in *insider) tree(table, where, order string) saidTree {
	in.t.Helper()
	all := slices.DeleteFunc(slices.Clone(tablesOf(in.t, in.db)[table]), func(c string) bool { return stated(table).Beside[c] != "" })
	rows, err := in.db.QueryContext(in.t.Context(),
		"SELECT "+strings.Join(all, ", ")+" FROM "+table+" WHERE "+where+" ORDER BY "+order, in.p.ID)
	must(in.t, err)
	defer rows.Close()
	sum := sha256.New()
	cells, into := make([]any, len(all)), make([]any, len(all))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		must(in.t, rows.Scan(into...))
		for i, c := range all {
			fmt.Fprintf(sum, "%s %d:%s", c, len(cell(cells[i])), cell(cells[i]))
		}
		sum.Write([]byte{'\n'})
	}
	must(in.t, rows.Err())
	return saidTree{table, in.p.ID, hex.EncodeToString(sum.Sum(nil))}
}

// says appends a signed statement under a name; key nil signs nothing.
func (in *insider) says(e events.Event, key *sign.Key, rows []saidRow, trees ...saidTree) {
	in.t.Helper()
	ctx := in.t.Context()
	body, err := json.Marshal(map[string]any{"salt": "x", "rows": rows, "trees": trees})
	must(in.t, err)
	if e.At.IsZero() {
		e.At = in.w.Office.Now()
	}
	if e.Type == "" {
		e.Type = events.Stated
	}
	var signer events.Signer
	if key != nil {
		e.Key = key.ID()
		signer = func(payload []byte) (string, error) {
			sig, err := key.Sign(context.WithoutCancel(ctx), sign.PreAuth(events.PayloadType, payload))
			return base64.StdEncoding.EncodeToString(sig), err
		}
	}
	must(in.t, in.w.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := events.AppendStatement(ctx, tx, e, "person person_key portion", body, signer)
		return err
	}))
}

// by lets somebody state rows as they stand in the tables now.
func (in *insider) by(name string, rows ...saidRow) {
	in.t.Helper()
	in.says(events.Event{Actor: name, Subject: in.p.ID, Outcome: "ok"}, in.keys[name], rows)
}

// judged wants what a person of the workspace does not have the right to say refused
// before anything rests on it, and told by log verify.
func (in *insider) judged() {
	in.t.Helper()
	ctx := in.t.Context()
	if err := in.w.Desk.FinishAppraisal(ctx, in.p.ID); err == nil {
		in.t.Error("the appraisal was finished")
	}
	if err := in.w.Desk.Uphold(ctx, "test", in.p); err == nil {
		in.t.Error("an act rests on it")
	}
	if v, err := in.w.Log.VerifyLogSigned(ctx, ""); err == nil && v.Sound {
		in.t.Errorf("log verify approves: %+v", v)
	}
}

// What an insider signs with a key of their own counts as far as their rights go, and
// nothing beyond: each of these writes the tables and states it as the program would.
func TestInsider_SignsWithAnOwnKey(t *testing.T) {
	dir, p, units, keys := insiders(t)
	decision := func(i int) string { return fmt.Sprintf("portion_id = '%s' AND object_id = '%s'", p.ID, units[i].ID) }
	for name, attack := range map[string]func(*insider){
		// keys and names
		"own key moved to somebody without one": func(in *insider) {
			in.sql("UPDATE person_key SET person_id = (SELECT id FROM person WHERE name = '%s') WHERE id = '%s'", theKeyless, keys[theReader].ID())
			in.by(theReader, in.row("person_key", "id = '"+keys[theReader].ID()+"'", "person_id"))
		},
		"own spare key made that of the administrator": func(in *insider) {
			spare, err := sign.Generate()
			must(in.t, err)
			in.sql("INSERT INTO person_spare SELECT '%s', id, '%s', 1, NULL FROM person WHERE name = '%s'", spare.ID(), spare.Public(), theReader)
			in.by(theReader, in.row("person_spare", "id = '"+spare.ID()+"'"))
			in.sql("UPDATE person_spare SET person_id = (SELECT id FROM person WHERE name = '%s')", theAdmin)
			in.by(theReader, in.row("person_spare", "id = '"+spare.ID()+"'", "person_id"))
			next, err := sign.Generate()
			must(in.t, err)
			in.sql("UPDATE person_key SET ended = 1 WHERE id = '%s'", keys[theAdmin].ID())
			in.sql("INSERT INTO person_key SELECT '%s', id, '%s', 'file', 1, NULL FROM person WHERE name = '%s'", next.ID(), next.Public(), theAdmin)
			in.sql("UPDATE person_spare SET ended = 1")
			in.says(events.Event{Actor: theAdmin, Type: events.Enrolled, Subject: "U001", Outcome: "spare-used"}, spare, []saidRow{
				in.row("person_key", "id = '"+keys[theAdmin].ID()+"'", "ended"), in.row("person_key", "id = '"+next.ID()+"'"),
				in.row("person_spare", "id = '"+spare.ID()+"'", "ended")})
		},
		"an ended key that takes back its end": func(in *insider) {
			in.sql("UPDATE person_key SET ended = 1 WHERE id = '%s'", keys[theReader].ID())
			in.by(theReader, in.row("person_key", "id = '"+keys[theReader].ID()+"'", "ended"))
			in.sql("UPDATE person_key SET ended = NULL WHERE id = '%s'", keys[theReader].ID())
			in.by(theReader, in.row("person_key", "id = '"+keys[theReader].ID()+"'", "ended"))
		},
		"the administrator renames themselves": func(in *insider) {
			in.sql("UPDATE person SET name = 'A. Anders', folded = 'a. anders' WHERE name = '%s'", theAdmin)
			in.by(theAdmin, in.row("person", "name = 'A. Anders'", "name", "folded"))
		},
		"a second colleague of the same name": func(in *insider) {
			other, err := sign.Generate()
			must(in.t, err)
			in.sql("INSERT INTO person SELECT 'U099', name, 'zweimal', unit, state, self, entered, entered_by FROM person WHERE name = '%s'", theSecond)
			in.sql("INSERT INTO person_role VALUES ('U099', 'second')")
			in.sql("INSERT INTO person_key VALUES ('%s', 'U099', '%s', 'file', 1, NULL)", other.ID(), other.Public())
			in.by(theAdmin, in.row("person", "id = 'U099'"), in.row("person_role", "person_id = 'U099'"),
				in.row("person_key", "person_id = 'U099'"))
		},
		"a person taken out": func(in *insider) {
			in.sql("DELETE FROM person_key WHERE id = '%s'", keys[theSecond].ID())
			in.by(theAdmin, saidRow{Table: "person_key", Key: []string{keys[theSecond].ID()}, Gone: true})
		},
		// decisions
		"a release that was withdrawn comes back": func(in *insider) {
			in.sql(`UPDATE appraisal_decision SET rating = 'V', released_by = '%s', released_at = at,
 at = (SELECT at FROM appraisal_decision WHERE object_id = '%s') WHERE object_id = '%s'`, theSecond, units[0].ID, units[1].ID)
			in.back(units[1].ID)
		},
		"a release dated anew by a reader": func(in *insider) {
			in.sql("UPDATE appraisal_decision SET released_at = 1 WHERE %s", decision(0))
			in.by(theReader, in.row("appraisal_decision", decision(0), "released_at"))
		},
		"a release taken back by a clerk": func(in *insider) {
			in.sql("UPDATE appraisal_decision SET released_by = '', released_at = NULL WHERE %s", decision(0))
			in.by(theClerk, in.row("appraisal_decision", decision(0), "released_by", "released_at"))
		},
		"a decision opened by a reader": func(in *insider) {
			in.sql("DELETE FROM appraisal_decision WHERE %s", decision(1))
			in.by(theReader, saidRow{Table: "appraisal_decision", Key: []string{p.ID, units[1].ID}, Gone: true})
		},
		"decided and released in one breath": func(in *insider) {
			in.sql("UPDATE appraisal_decision SET rating = 'V', actor = '%s', released_by = '%s', released_at = at WHERE %s", theArchivist, theSecond, decision(1))
			in.by(theArchivist, in.row("appraisal_decision", decision(1), "rating", "actor", "released_by", "released_at"))
		},
		"released in the name of a colleague": func(in *insider) {
			in.sql("UPDATE appraisal_decision SET rating = 'V', released_by = '%s', released_at = at WHERE %s", theSecond, decision(1))
			in.says(events.Event{Actor: theSecond, Type: events.Released, Subject: p.ID}, keys[theArchivist],
				[]saidRow{in.row("appraisal_decision", decision(1), "rating", "released_by", "released_at")})
		},
		// what was accepted
		"the record tree stated anew by a reader": func(in *insider) {
			in.sql("UPDATE object SET data = replace(data, 'A', 'B') WHERE portion_id = '%s'", p.ID)
			in.says(events.Event{Actor: theReader, Subject: p.ID}, keys[theReader], nil, in.tree("object", "portion_id = ?", "seq"))
		},
		"digests of files stated anew by a second person": func(in *insider) {
			in.sql("UPDATE check_fact SET fact = fact || ' '")
			in.says(events.Event{Actor: theSecond, Subject: p.ID}, keys[theSecond], nil,
				in.tree("check_fact", stated("check_fact").Where, "path"))
		},
		"digests of files stated by who enters themselves": func(in *insider) {
			own, err := sign.Generate()
			must(in.t, err)
			in.sql("UPDATE check_fact SET fact = fact || ' '")
			in.sql("INSERT INTO person VALUES ('U077', 'S. Selbst', 's. selbst', '', 'active', 1, 1, 'S. Selbst')")
			in.sql("INSERT INTO person_key VALUES ('%s', 'U077', '%s', 'file', 1, NULL)", own.ID(), own.Public())
			in.says(events.Event{Actor: "S. Selbst", Type: events.Enrolled, Subject: "U077"}, own,
				[]saidRow{in.row("person", "id = 'U077'"), in.row("person_key", "person_id = 'U077'")},
				in.tree("check_fact", stated("check_fact").Where, "path"))
		},
		// portions, accessions, packages, archives
		"a portion moved to another accession by a clerk": func(in *insider) {
			in.sql("UPDATE portion SET accession_id = 'anderswo' WHERE id = '%s'", p.ID)
			in.by(theClerk, in.row("portion", "id = '"+p.ID+"'", "accession_id"))
		},
		"a portion made part of another procedure by a clerk": func(in *insider) {
			in.sql("UPDATE portion SET process = 'anderes' WHERE id = '%s'", p.ID)
			in.by(theClerk, in.row("portion", "id = '"+p.ID+"'", "process"))
		},
		"a portion taken out by an archivist": func(in *insider) {
			r := in.row("portion", "id = '"+p.ID+"'")
			in.sql("DELETE FROM portion WHERE id = '%s'", p.ID)
			in.by(theArchivist, saidRow{Table: "portion", Key: r.Key, Gone: true})
		},
		"another agreement of the accession by a clerk": func(in *insider) {
			in.sql("UPDATE accession SET profile = 'streng'")
			in.by(theAdmin, in.row("accession", "true", "profile"))
			in.sql("UPDATE accession SET profile = 'leicht'")
			in.by(theClerk, in.row("accession", "true", "profile"))
		},
		"cleared by a clerk": func(in *insider) {
			in.sql("UPDATE accession SET state = 'cleared', cleared = 1, cleared_by = '%s'", theAdmin)
			in.by(theClerk, in.row("accession", "true", "state", "cleared", "cleared_by"))
		},
		"a package ordered by a clerk": func(in *insider) {
			in.sql(`INSERT INTO package (pid, portion_id, object_id, kind, reference_code, path, ordered, state, unit_id, max_files)
 VALUES ('P9', '%s', '%s', 'aip', 'X 1', 'packages/x', 1, 'ordered', '%[2]s', 0)`, p.ID, units[0].ID)
			in.by(theClerk, in.row("package", "pid = 'P9'"))
		},
		"another archive pinned by a clerk": func(in *insider) {
			theirs, err := sign.Generate()
			must(in.t, err)
			now := in.w.Office.Now()
			key := sign.TrustedKey{KeyID: theirs.ID(), PublicKey: theirs.Public().String(), State: "active", From: now}
			trust, err := sign.SealTrust(in.t.Context(), sign.Trust{Archive: "Landesarchiv Musterland", URL: "http://127.0.0.1:1",
				Issued: now, Keys: []sign.TrustedKey{key}}, theirs)
			must(in.t, err)
			_, err = in.db.ExecContext(in.t.Context(), "UPDATE channel_peer SET trust = ?", trust)
			must(in.t, err)
			in.by(theClerk, in.row("channel_peer", "true", "trust"))
		},
		// looks, copies
		"a look at the sample in the name of a colleague": func(in *insider) {
			in.sql("INSERT INTO appraisal_look (portion_id, id, number, rating, person) VALUES ('%s', 's/x', 1, 'A', '%s')", p.ID, theArchivist)
			r := in.row("appraisal_look", "id = 's/x'")
			r.Set["rating"], r.Set["person"] = "t", "t"
			in.by(theArchivist, r)
			in.by(theSecond, in.row("appraisal_look", "id = 's/x'", "rating"))
			in.sql("UPDATE appraisal_look SET person = ''")
		},
		"the founding act of another workspace": func(in *insider) {
			own, err := sign.Generate()
			must(in.t, err)
			in.sql("UPDATE person_key SET ended = 1 WHERE id = '%s'", keys[theAdmin].ID())
			in.sql("INSERT INTO person_key SELECT '%s', id, '%s', 'file', 1, NULL FROM person WHERE name = '%s'", own.ID(), own.Public(), theAdmin)
			in.says(events.Event{Actor: theAdmin, Type: events.Founded, Subject: "register", Object: "U001", Outcome: "founded"}, own,
				[]saidRow{in.row("person_key", "id = '"+keys[theAdmin].ID()+"'", "ended"), in.row("person_key", "id = '"+own.ID()+"'")})
		},
		"a column stated for the first time by the administration": func(in *insider) {
			in.sql("UPDATE appraisal_decision SET released_by = '%s', released_at = 1, rating = 'V' WHERE %s", theSecond, decision(1))
			in.says(events.Event{Actor: theAdmin, Type: events.Restated, Subject: "log"}, keys[theAdmin],
				[]saidRow{in.row("appraisal_decision", decision(1), "released_by", "released_at", "rating")})
		},
	} {
		t.Run(name, func(t *testing.T) {
			in := in(t, dir, p, keys)
			attack(in)
			in.judged()
		})
	}
}

// back has an archivist state the decision of an object as it was once before.
func (in *insider) back(object string) {
	in.t.Helper()
	rows, err := in.db.QueryContext(in.t.Context(), "SELECT body FROM statement ORDER BY seq")
	must(in.t, err)
	defer rows.Close()
	var old saidRow
	set := map[string]string{}
	for rows.Next() {
		var body []byte
		var st struct{ Rows []saidRow }
		must(in.t, rows.Scan(&body))
		must(in.t, json.Unmarshal(body, &st))
		for _, r := range st.Rows {
			if r.Table != "appraisal_decision" || r.Key[1] != object {
				continue
			}
			for c, v := range r.Set {
				set[c] = v
			}
			if r.Set["released_by"] == "t"+theSecond {
				old = saidRow{Table: r.Table, Key: r.Key, Set: map[string]string{}}
				for c, v := range set {
					old.Set[c] = v
				}
			}
		}
	}
	must(in.t, errClosed(rows))
	if old.Set == nil {
		in.t.Fatal("it was never released")
	}
	number := func(c string) string { return strings.TrimPrefix(old.Set[c], "i") }
	in.sql("UPDATE appraisal_decision SET rating = 'V', actor = '%s', at = %s, version = %s, released_by = '%s', released_at = %s WHERE object_id = '%s'",
		strings.TrimPrefix(old.Set["actor"], "t"), number("at"), number("version"), theSecond, number("released_at"), object)
	delete(old.Set, "reason")
	in.by(theArchivist, old)
}

func errClosed(rows *sql.Rows) error {
	if err := rows.Err(); err != nil {
		return err
	}
	return rows.Close()
}
