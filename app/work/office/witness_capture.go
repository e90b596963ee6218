package office

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"laufzettel/sync/sign"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/prepared"
)

// statement is what an act states about the tables: the columns it changed, row by
// row, never those it found. A value that a foreign hand put there stays unstated.
type statement struct {
	Salt string `json:"salt"`
	// Taken marks the founding act over rows that were there before it: taken over,
	// not witnessed one by one.
	Taken bool        `json:"taken,omitempty"`
	Rows  []statedRow `json:"rows,omitempty"`
	Trees []tree      `json:"trees,omitempty"`
}

type statedRow struct {
	Table string            `json:"t"`
	Key   []string          `json:"k"`
	Set   map[string]string `json:"set,omitempty"`
	Gone  bool              `json:"gone,omitempty"`
}

// tree is the digest of the rows of a scope that are stated together.
type tree struct {
	Table  string `json:"t"`
	Scope  string `json:"scope"`
	Digest string `json:"sha256"`
}

// hide gives the salted digest that stands for a value in a statement.
func hide(salt, value string) string {
	mac := hmac.New(sha256.New, []byte(salt))
	mac.Write([]byte(value))
	return "h" + salt + ":" + hex.EncodeToString(mac.Sum(nil))
}

// states reports whether a stated value is that of the row.
func states(stated, is string) bool {
	if !strings.HasPrefix(stated, "h") {
		return stated == is
	}
	salt, _, ok := strings.Cut(stated[1:], ":")
	return ok && hide(salt, is) == stated
}

// noted is the table of our own connection that the triggers write into; nobody else
// writes there, so that only what this program changes is stated.
const noted = `CREATE TEMP TABLE IF NOT EXISTS stated (n INTEGER PRIMARY KEY, tab TEXT NOT NULL, k1, k2, changed TEXT NOT NULL)`

// triggers gives the statements that make our connection note what it changes.
func triggers(columns map[string][]string) []string {
	out := []string{noted,
		`CREATE TEMP TABLE IF NOT EXISTS stated_tree (tab TEXT NOT NULL, scope TEXT NOT NULL, PRIMARY KEY (tab, scope)) WITHOUT ROWID`}
	for _, p := range Projections {
		if p.Tree && p.Where != "" {
			continue
		}
		if p.Tree {
			for _, op := range []string{"INSERT", "UPDATE", "DELETE"} {
				side := "NEW"
				if op == "DELETE" {
					side = "OLD"
				}
				out = append(out,
					fmt.Sprintf("CREATE TEMP TRIGGER IF NOT EXISTS stated_%s_%s AFTER %s ON main.%s BEGIN INSERT OR IGNORE INTO stated_tree VALUES ('%s', %s.%s); END",
						p.Name, op, op, p.Name, p.Name, side, p.Scope))
			}
			continue
		}
		keys := func(side string) string {
			k := []string{"NULL", "NULL"}
			for i, c := range p.Key {
				k[i] = side + "." + c
			}
			return strings.Join(k, ", ")
		}
		var changed, differs []string
		for _, c := range columns[p.Name] {
			if slices.Contains(p.Filled, c) {
				continue
			}
			changed = append(changed, fmt.Sprintf("iif(OLD.%[1]s IS NOT NEW.%[1]s, '%[1]s ', '')", c))
			differs = append(differs, fmt.Sprintf("OLD.%[1]s IS NOT NEW.%[1]s", c))
		}
		out = append(out,
			fmt.Sprintf("CREATE TEMP TRIGGER IF NOT EXISTS stated_%[1]s_i AFTER INSERT ON main.%[1]s BEGIN INSERT INTO stated (tab, k1, k2, changed) VALUES ('%[1]s', %[2]s, '*'); END", p.Name, keys("NEW")),
			fmt.Sprintf("CREATE TEMP TRIGGER IF NOT EXISTS stated_%[1]s_d AFTER DELETE ON main.%[1]s BEGIN INSERT INTO stated (tab, k1, k2, changed) VALUES ('%[1]s', %[2]s, ''); END", p.Name, keys("OLD")),
			fmt.Sprintf("CREATE TEMP TRIGGER IF NOT EXISTS stated_%[1]s_u AFTER UPDATE ON main.%[1]s WHEN %[3]s BEGIN INSERT INTO stated (tab, k1, k2, changed) VALUES ('%[1]s', %[2]s, %[4]s); END",
				p.Name, keys("NEW"), strings.Join(differs, " OR "), strings.Join(changed, " || ")))
	}
	return out
}

// Begin makes our connection note what this transaction changes.
func (wt *Witness) Begin(ctx context.Context, tx *sql.Tx) error {
	columns, err := wt.layouts.of(ctx, tx)
	if err != nil {
		return err
	}
	var there int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM temp.sqlite_master WHERE name = 'stated'").Scan(&there); err != nil {
		return fmt.Errorf("look for notes: %w", err)
	}
	if there > 0 {
		return wt.drop(ctx, tx)
	}
	for _, q := range triggers(columns) {
		if _, err := tx.ExecContext(ctx, q); err != nil {
			return fmt.Errorf("note what changes: %w", err)
		}
	}
	return nil
}

// drop forgets what the transaction has changed so far.
func (wt *Witness) drop(ctx context.Context, tx *sql.Tx) error {
	for _, q := range []string{"DELETE FROM temp.stated", "DELETE FROM temp.stated_tree"} {
		if _, err := tx.ExecContext(ctx, q); err != nil {
			return fmt.Errorf("forget notes: %w", err)
		}
	}
	return nil
}

// End states what the transaction changed and no event of it has stated.
func (wt *Witness) End(ctx context.Context, tx *sql.Tx) error {
	st, err := wt.pending(ctx, tx)
	if err != nil || st == nil {
		return err
	}
	return wt.append(ctx, tx, wt.Office.Event(events.Stated, st.subject(), "", "ok", nil), st)
}

// subject names what a statement is about, for the log: the first portion, accession
// or package in it, else the first table.
func (st *statement) subject() string {
	for _, r := range st.Rows {
		if p := projection(r.Table); p.Scope != "" {
			if i := slices.Index(p.Key, p.Scope); i >= 0 {
				return r.Key[i]
			}
			if s, ok := r.Set[p.Scope]; ok {
				return plainCell(s)
			}
		}
	}
	for _, t := range st.Trees {
		return t.Scope
	}
	return st.Rows[0].Table
}

// about names the tables of a statement.
func (st *statement) about() string {
	seen := map[string]bool{}
	for _, r := range st.Rows {
		seen[r.Table] = true
	}
	for _, t := range st.Trees {
		seen[t.Table] = true
	}
	return strings.Join(slices.Sorted(maps.Keys(seen)), " ")
}

// append writes an event with its statement, signed by the person now acting where
// the event names their key.
func (wt *Witness) append(ctx context.Context, tx *sql.Tx, e events.Event, st *statement) error {
	_, k := wt.Office.Who.Known(wt.Office.Person())
	if k != nil && e.Key != k.ID() {
		k = nil
	}
	return appendBy(ctx, tx, e, st, k)
}

// appendBy is append with the key that signs; nil signs nothing.
func appendBy(ctx context.Context, tx *sql.Tx, e events.Event, st *statement, k *sign.Key) error {
	var signer events.Signer
	if k != nil {
		signer = func(payload []byte) (string, error) {
			sig, err := k.Sign(ctx, sign.PreAuth(events.PayloadType, payload))
			return base64.StdEncoding.EncodeToString(sig), err
		}
	}
	if st == nil {
		_, err := events.AppendSigned(ctx, tx, e, signer)
		return err
	}
	body, err := json.Marshal(st)
	if err != nil {
		return fmt.Errorf("encode statement: %w", err)
	}
	_, err = events.AppendStatement(ctx, tx, e, st.about(), body, signer)
	return err
}

// entryBy appends an event that states what the transaction changed, signed with a
// key that it enters itself; nil signs nothing.
func (wt *Witness) entryBy(ctx context.Context, tx *sql.Tx, e events.Event, k *sign.Key) error {
	st, err := wt.pending(ctx, tx)
	if err != nil {
		return err
	}
	if k != nil {
		e.Key = k.ID()
	}
	return appendBy(ctx, tx, e, st, k)
}

// pending gives what the transaction changed since it was last asked; nil: nothing.
func (wt *Witness) pending(ctx context.Context, tx *sql.Tx) (*statement, error) {
	columns, err := wt.layouts.of(ctx, tx)
	if err != nil {
		return nil, err
	}
	notes, err := readNotes(ctx, tx)
	if err != nil {
		return nil, err
	}
	trees, err := readTrees(ctx, tx)
	if err != nil || len(notes)+len(trees) == 0 {
		return nil, err
	}
	st := &statement{Salt: rand.Text()}
	rows := prepared.Of(tx)
	for _, n := range notes {
		r, err := n.row(ctx, rows, st.Salt, columns)
		if err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		st.Rows = append(st.Rows, r)
	}
	if err := rows.Close(); err != nil {
		return nil, err
	}
	for _, t := range trees {
		if t.Digest, err = treeDigest(ctx, tx, projection(t.Table), t.Scope); err != nil {
			return nil, err
		}
		st.Trees = append(st.Trees, t)
	}
	if err := wt.drop(ctx, tx); err != nil || len(st.Rows)+len(st.Trees) == 0 {
		return nil, err
	}
	return st, nil
}

// note is one row our connection changed.
type note struct {
	table   *Projection
	keys    []any
	changed map[string]bool
	whole   bool
}

func readNotes(ctx context.Context, tx *sql.Tx) ([]*note, error) {
	rows, err := tx.QueryContext(ctx, "SELECT tab, k1, k2, changed FROM temp.stated ORDER BY n")
	if err != nil {
		return nil, fmt.Errorf("read notes: %w", err)
	}
	defer rows.Close()
	byKey := map[string]*note{}
	var out []*note
	for rows.Next() {
		var tab, changed string
		k := make([]any, 2)
		if err := rows.Scan(&tab, &k[0], &k[1], &changed); err != nil {
			return nil, fmt.Errorf("read notes: %w", err)
		}
		p := projection(tab)
		id := tab + "\x00" + encodeCell(k[0]) + "\x00" + encodeCell(k[1])
		n := byKey[id]
		if n == nil {
			n = &note{table: p, keys: k[:len(p.Key)], changed: map[string]bool{}}
			byKey[id] = n
			out = append(out, n)
		}
		n.whole = n.whole || changed == "*"
		for _, c := range strings.Fields(changed) {
			n.changed[c] = true
		}
	}
	return out, rows.Err()
}

// row states what changed in the row of a note, with the values it has now.
func (n *note) row(ctx context.Context, tx rowReader, salt string, columns map[string][]string) (statedRow, error) {
	r := statedRow{Table: n.table.Name, Key: []string{}}
	where := ""
	for i, c := range n.table.Key {
		r.Key = append(r.Key, plainCell(encodeCell(n.keys[i])))
		where += map[bool]string{true: "WHERE ", false: " AND "}[i == 0] + c + " = ?"
	}
	found, err := rowsOf(ctx, tx, n.table, columns[n.table.Name], where, n.keys...)
	if err != nil {
		return r, err
	}
	if len(found) == 0 {
		r.Gone = true
		return r, nil
	}
	r.Set = found[0].stated(n.table, salt, func(c string) bool { return n.whole || n.changed[c] })
	return r, nil
}

// stated gives the columns of a row as a statement holds them.
func (r row) stated(p *Projection, salt string, with func(column string) bool) map[string]string {
	out := map[string]string{}
	for c, v := range r.values {
		if _, empty := p.fills(c, v); empty || !with(c) {
			continue
		}
		if slices.Contains(p.Hidden, c) {
			v = hide(salt, v)
		}
		out[c] = v
	}
	return out
}

// readTrees gives the scopes whose rows changed and which are stated: portions a
// person has decided on. Before that the delivery is read and read again.
func readTrees(ctx context.Context, tx *sql.Tx) ([]tree, error) {
	rows, err := tx.QueryContext(ctx,
		"SELECT t.tab, t.scope, coalesce(p.state, '') FROM temp.stated_tree t LEFT JOIN portion p ON p.id = t.scope ORDER BY t.tab, t.scope")
	if err != nil {
		return nil, fmt.Errorf("read notes: %w", err)
	}
	defer rows.Close()
	var out []tree
	for rows.Next() {
		var t tree
		var state transfer.State
		if err := rows.Scan(&t.Table, &t.Scope, &state); err != nil {
			return nil, fmt.Errorf("read notes: %w", err)
		}
		if state.Decided() {
			out = append(out, t)
		}
	}
	return out, rows.Err()
}

// treeDigestAs is treeDigest for a stated digest that may be from before the last
// columns were added to the table: they stay out while nobody has written anything there.
func treeDigestAs(ctx context.Context, db rowReader, p *Projection, scope, stated string) (string, error) {
	whole, err := treeDigest(ctx, db, p, scope)
	if err != nil || whole == stated || stated == "" {
		return whole, err
	}
	columns, err := treeColumns(ctx, db, p)
	if err != nil {
		return "", err
	}
	for n := len(columns) - 1; n > 0 && columns[n].plain; n-- {
		sum, untouched, err := treeDigestOf(ctx, db, p, scope, columns[:n], columns[n:])
		switch {
		case err != nil:
			return "", err
		case !untouched:
			return whole, nil
		case sum == stated:
			return sum, nil
		}
	}
	return whole, nil
}

// treeDigest is the digest of the rows of a scope, in their order.
func treeDigest(ctx context.Context, db rowReader, p *Projection, scope string) (string, error) {
	columns, err := treeColumns(ctx, db, p)
	if err != nil {
		return "", err
	}
	sum, _, err := treeDigestOf(ctx, db, p, scope, columns, nil)
	return sum, err
}

// treeColumn is a column of a table whose rows are stated together.
type treeColumn struct {
	name, first string
	plain       bool // first is the value of a row nobody gave another one
}

func treeColumns(ctx context.Context, db rowReader, p *Projection) ([]treeColumn, error) {
	rows, err := db.QueryContext(ctx, "SELECT name, dflt_value FROM pragma_table_info(?) ORDER BY cid", p.Name)
	if err != nil {
		return nil, fmt.Errorf("read schema of %s: %w", p.Name, err)
	}
	defer rows.Close()
	var out []treeColumn
	for rows.Next() {
		var c treeColumn
		var written sql.NullString
		if err := rows.Scan(&c.name, &written); err != nil {
			return nil, fmt.Errorf("read schema of %s: %w", p.Name, err)
		}
		if _, beside := p.Beside[c.name]; beside {
			continue
		}
		c.first, c.plain = firstOf(written)
		out = append(out, c)
	}
	return out, rows.Err()
}

// treeDigestOf digests some columns; untouched says that the later ones hold in every
// row what they were added with.
func treeDigestOf(ctx context.Context, db rowReader, p *Projection, scope string, some, later []treeColumn) (digest string, untouched bool,
	err error) {
	all := slices.Concat(some, later)
	quoted := make([]string, len(all))
	for i, c := range all {
		quoted[i] = `"` + c.name + `"`
	}
	rows, err := db.QueryContext(ctx, fmt.Sprintf("SELECT %s FROM %s WHERE %s ORDER BY %s", strings.Join(quoted, ", "), p.Name,
		cmp.Or(p.Where, p.Scope+" = ?"), cmp.Or(p.Order, "seq")), scope)
	if err != nil {
		return "", false, fmt.Errorf("read %s: %w", p.Name, err)
	}
	defer rows.Close()
	cells, into := make([]any, len(all)), make([]any, len(all))
	for i := range cells {
		into[i] = &cells[i]
	}
	h := sha256.New()
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return "", false, fmt.Errorf("read %s: %w", p.Name, err)
		}
		for i, cell := range cells {
			v := encodeCell(cell)
			if i >= len(some) {
				if v != all[i].first {
					return "", false, rows.Err()
				}
				continue
			}
			fmt.Fprintf(h, "%s %d:%s", all[i].name, len(v), v)
		}
		h.Write([]byte{'\n'})
	}
	return hex.EncodeToString(h.Sum(nil)), true, rows.Err()
}

// touch has the whole rows of a portion stated by the act at hand, and its record
// tree: who accepts a delivery answers for what was read from it.
func touch(ctx context.Context, tx *sql.Tx, portion string) error {
	for _, q := range []string{
		"INSERT INTO temp.stated (tab, k1, changed) SELECT 'portion', id, '*' FROM portion WHERE id = ?",
		"INSERT INTO temp.stated (tab, k1, changed) SELECT 'accession', accession_id, '*' FROM portion WHERE id = ?",
		"INSERT OR IGNORE INTO temp.stated_tree VALUES ('object', ?)",
		"INSERT OR IGNORE INTO temp.stated_tree VALUES ('check_fact', ?)",
	} {
		if _, err := tx.ExecContext(ctx, q, portion); err != nil {
			return fmt.Errorf("state portion %s: %w", portion, err)
		}
	}
	return nil
}

// Built has the digests of built packages stated by the act at hand, of all of a portion or
// of one: from then on nobody puts another package in the place of one by its table row.
func (wt *Witness) Built(ctx context.Context, tx *sql.Tx, portion, pid string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO temp.stated (tab, k1, changed)
 SELECT 'package', pid, 'size sha512' FROM package WHERE portion_id = ?1 AND sha512 <> '' AND ?2 IN ('', pid)`, portion, pid)
	if err != nil {
		return fmt.Errorf("state packages of %s: %w", portion, err)
	}
	return nil
}

// unstatedFacts reports whether nothing of a tree has to be compared: no act of this
// program has stated it (decided before it was, or at another place), or all rows are
// gone with the delivery they tell of, which a portion that waits to be packaged needs
// until its accession is closed: an offer stays appraised to the end.
func unstatedFacts(ctx context.Context, db rowReader, p *Projection, portion *held, said cell, f *fold) (bool, error) {
	if said.value == "" {
		return true, nil
	}
	if !judged(portion.cell("state").value) && !f.closed(portion) {
		return false, nil
	}
	rows, err := db.QueryContext(ctx, "SELECT 1 FROM "+p.Name+" WHERE "+p.Where+" LIMIT 1", portion.key[0])
	if err != nil {
		return false, fmt.Errorf("read %s: %w", p.Name, err)
	}
	defer rows.Close()
	return !rows.Next(), rows.Err()
}

// emptied has the record tree of a portion that is closed stated as empty, where it is:
// one that was returned was never decided on, so that nothing has stated its tree.
func emptied(ctx context.Context, tx *sql.Tx, portion string) error {
	_, err := tx.ExecContext(ctx,
		"INSERT OR IGNORE INTO temp.stated_tree SELECT 'object', ?1 WHERE NOT EXISTS (SELECT 1 FROM object WHERE portion_id = ?1)", portion)
	if err != nil {
		return fmt.Errorf("state end of portion %s: %w", portion, err)
	}
	return nil
}
