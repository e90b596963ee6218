package office

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"laufzettel/app/store"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// Rebuilt is what was put right, or would be, when the tables are made anew from the
// log.
type Rebuilt struct {
	Changed []Difference `json:"changed"`
	// Left could not be put right: the log holds only a digest of it.
	Left []Difference `json:"left"`
	Done bool         `json:"done"` // false: only looked
}

// errLooked ends a transaction that must change nothing.
var errLooked = errors.New("only looked")

// RebuildTables makes the projections anew from the log; with dry it only tells what it
// would change. Errors: Refused without the right, Damaged where the log itself does
// not hold: then nothing can be made from it.
func (wt *Witness) RebuildTables(ctx context.Context, dry bool) (out Rebuilt, err error) {
	if _, err := wt.Office.MustPerson(people.People, "rebuild tables"); err != nil {
		return out, err
	}
	foreign, stuck, err := wt.foreign(ctx, dry)
	if err != nil {
		return out, err
	}
	if len(stuck) > 0 || dry && len(foreign) > 0 { // the tables cannot be made anew among these
		return Rebuilt{Changed: foreign, Left: stuck}, nil
	}
	err = wt.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		out = Rebuilt{Changed: slices.Clone(foreign), Left: []Difference{}}
		if err := wt.rebuildTx(ctx, tx, &out); err != nil {
			return err
		}
		if dry || len(out.Changed) == 0 {
			return errLooked
		}
		if err := wt.drop(ctx, tx); err != nil {
			return err
		}
		out.Done = true
		return wt.Office.Log.Entry(ctx, wt.Office.Event(events.Configured, "tables", "", "rebuilt",
			map[string]string{"changed": fmt.Sprint(len(out.Changed)), "left": fmt.Sprint(len(out.Left))}))(tx)
	})
	if errors.Is(err, errLooked) {
		err = nil
	}
	return out, err
}

// foreign takes out of the schema what is foreign, or only tells it with dry; stuck is
// what cannot be taken out.
func (wt *Witness) foreign(ctx context.Context, dry bool) (out, stuck []Difference, err error) {
	st := wt.Office.Store
	tell := func(f store.Foreign) Difference {
		return Difference{Table: "sqlite_master", Object: f.Name, Row: f.Kind, Log: wording.Kept("log.row.not-ours")}
	}
	out, stuck = []Difference{}, []Difference{}
	if dry {
		all, err := st.Foreign(ctx, st.Reader())
		for _, f := range all {
			out = append(out, tell(f))
		}
		return out, stuck, err
	}
	dropped, left, err := st.DropForeign(ctx)
	for _, f := range dropped {
		out = append(out, tell(f))
	}
	for _, f := range left {
		stuck = append(stuck, tell(f))
	}
	return out, stuck, err
}

func (wt *Witness) rebuildTx(ctx context.Context, tx *sql.Tx, out *Rebuilt) error {
	columns, err := wt.layouts.of(ctx, tx)
	if err != nil {
		return err
	}
	f := wt.fold(Concerned{all: true}.wanted)
	if err := wt.whole(ctx, tx, f, "rebuild tables"); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "PRAGMA defer_foreign_keys = 1"); err != nil {
		return fmt.Errorf("rebuild tables: %w", err)
	}
	if err := straighten(ctx, tx, out); err != nil {
		return err
	}
	for i := range Projections {
		p := &Projections[i]
		if p.Tree {
			d, err := compareTrees(ctx, tx, p, f.concerned(Concerned{all: true}), f)
			if err != nil {
				return err
			}
			if d != nil {
				out.Left = append(out.Left, *d)
			}
			continue
		}
		if err := rebuildTable(ctx, tx, p, columns[p.Name], wt.layouts.first[p.Name], f, out); err != nil {
			return err
		}
	}
	return nil
}

// straighten makes the indexes of tables anew where they differ from the rows.
func straighten(ctx context.Context, tx *sql.Tx, out *Rebuilt) error {
	for _, p := range Projections {
		said, err := integrity(ctx, tx, p.Name)
		if err != nil || said == "ok" {
			if err != nil {
				return err
			}
			continue
		}
		d := Difference{Table: p.Name, Object: p.Name, Row: said, Log: "ok"}
		if _, err := tx.ExecContext(ctx, "REINDEX "+p.Name); err != nil { // two rows where one may be: for a backup
			out.Left = append(out.Left, d)
			continue
		}
		out.Changed = append(out.Changed, d)
	}
	return nil
}

// whole reads the whole log into f. Errors: Damaged where it does not hold, Refused
// where there is no founding act yet.
func (wt *Witness) whole(ctx context.Context, tx *sql.Tx, f *fold, op string) error {
	_, _, broken, err := events.Walk(ctx, tx, events.Place{}, f.take)
	switch {
	case err != nil:
		return err
	case broken != nil:
		return failure.New(failure.Damaged, op, wording.Say("hint.office.rebuild-log-broken", wording.Recognised("log.", broken.Reason)))
	case !f.founded:
		return failure.New(failure.Refused, op, wording.Say("hint.office.no-founding-act"))
	}
	return nil
}

func rebuildTable(ctx context.Context, tx *sql.Tx, p *Projection, columns []string, first firsts, f *fold, out *Rebuilt) error {
	rows, err := rowsOf(ctx, tx, p, columns, "")
	if err != nil {
		return err
	}
	slices.SortFunc(rows, func(a, b row) int { return slices.Compare(a.key, b.key) })
	if p.Later && f.rows[p.Name] == nil { // from before the table was stated: a person states it, nobody empties it
		for _, r := range rows {
			out.Left = append(out.Left, *differs(p, r, nil, columns, first))
		}
		return nil
	}
	seen := map[string]bool{}
	for _, r := range rows {
		id := joinKey(r.key)
		seen[id] = true
		h := f.row(p.Name, r.key...)
		d := differs(p, r, h, columns, first)
		if d == nil {
			continue
		}
		if !h.there() {
			if err := execRow(ctx, tx, "DELETE FROM "+p.Name, p, r.values, nil); err != nil {
				return err
			}
			out.Changed = append(out.Changed, *d)
			continue
		}
		if err := restore(ctx, tx, p, r, h, columns, first, out); err != nil {
			return err
		}
	}
	for _, id := range slices.Sorted(maps.Keys(f.rows[p.Name])) {
		if h := f.rows[p.Name][id]; h.there() && !seen[id] {
			if err := insertHeld(ctx, tx, p, h, columns, out); err != nil {
				return err
			}
		}
	}
	return nil
}

// restore puts the columns of a row back to what the log says, all at once: what one
// column says may be possible only beside the others.
func restore(ctx context.Context, tx *sql.Tx, p *Projection, r row, h *held, columns []string, first firsts, out *Rebuilt) error {
	var sets []string
	var args []any
	is, said := row{key: r.key, values: maps.Clone(r.values)}, h.with(statedRow{Table: p.Name, Key: h.key})
	for d := differs(p, is, said, columns, first); d != nil; d = differs(p, is, said, columns, first) {
		value := said.cell(d.Column).value
		if slices.Contains(p.Hidden, d.Column) {
			var err error
			if value, err = words(ctx, tx, p, h, value); err != nil {
				return err
			}
		}
		is.values[d.Column] = "n" // not looked at again
		said = said.with(statedRow{Table: p.Name, Key: h.key, Set: map[string]string{d.Column: "n"}})
		v, err := decodeCell(value)
		if err != nil {
			out.Left = append(out.Left, *d)
			continue
		}
		sets, args = append(sets, fmt.Sprintf("%q = ?", d.Column)), append(args, v)
		out.Changed = append(out.Changed, *d)
	}
	if len(sets) == 0 {
		return nil
	}
	return execRow(ctx, tx, fmt.Sprintf("UPDATE %s SET %s", p.Name, strings.Join(sets, ", ")), p, r.values, args)
}

// words finds the words whose digest the log holds: reasons of decisions stand in the
// history too. "" where nothing fits.
func words(ctx context.Context, tx *sql.Tx, p *Projection, h *held, stated string) (string, error) {
	object := ""
	switch p.Name {
	case tableDecision:
		object = h.key[1]
	case tableMerged:
		object = plainCell(h.cell("object_id").value)
	default:
		return "", nil
	}
	rows, err := tx.QueryContext(ctx, `SELECT reason FROM appraisal_history WHERE portion_id = ?1 AND object_id = ?2
 UNION SELECT reason FROM merge_statement WHERE portion_id = ?1 AND object_id = ?2`, h.key[0], object)
	if err != nil {
		return "", fmt.Errorf("look for reasons: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return "", fmt.Errorf("look for reasons: %w", err)
		}
		if states(stated, "t"+text) {
			return "t" + text, nil
		}
	}
	return "", rows.Err()
}

// insertHeld writes a row the log has and the table has not.
func insertHeld(ctx context.Context, tx *sql.Tx, p *Projection, h *held, columns []string, out *Rebuilt) error {
	d := Difference{Table: p.Name, Object: strings.Join(h.key, " "), Row: wording.Kept("log.row.missing"),
		Log: wording.Kept("log.row.there")}
	var names, marks []string
	var args []any
	for _, c := range columns {
		value := h.cell(c).value
		if slices.Contains(p.Hidden, c) {
			var err error
			if value, err = words(ctx, tx, p, h, value); err != nil {
				return err
			}
		}
		v, err := decodeCell(value)
		if err != nil {
			out.Left = append(out.Left, d)
			return nil
		}
		names, marks, args = append(names, `"`+c+`"`), append(marks, "?"), append(args, v)
	}
	if len(p.Beside) > 0 { // the log does not hold the whole row
		out.Left = append(out.Left, d)
		return nil
	}
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", p.Name, strings.Join(names, ", "),
		strings.Join(marks, ", ")), args...); err != nil {
		return fmt.Errorf("restore row of %s: %w", p.Name, err)
	}
	out.Changed = append(out.Changed, d)
	return nil
}

// execRow runs a statement on one row, found by its key.
func execRow(ctx context.Context, tx *sql.Tx, query string, p *Projection, values map[string]string, args []any) error {
	for i, k := range p.Key {
		v, err := decodeCell(values[k])
		if err != nil {
			return fmt.Errorf("key of %s: %w", p.Name, err)
		}
		query += map[bool]string{true: " WHERE ", false: " AND "}[i == 0] + k + " = ?"
		args = append(args, v)
	}
	if _, err := tx.ExecContext(ctx, query, args...); err != nil {
		return fmt.Errorf("restore row of %s: %w", p.Name, err)
	}
	return nil
}

// A later version may add a column to a table that rests on acts, and fill it, or let a
// whole table rest on acts. What a column holds by default counts without a word; what
// stands there beyond that nobody has stated. A person of the administration looks at it
// and states it once.

// Restated is what a person states of columns that were added later.
type Restated struct {
	Rows []Difference `json:"rows"`
	Done bool         `json:"done"` // false: only looked
}

// RestateColumns states the columns and the tables no statement has ever spoken of, as
// they are now; with dry it only tells which. What a statement speaks of it never touches. Error:
// Refused without the right, Damaged where the log itself does not hold.
func (wt *Witness) RestateColumns(ctx context.Context, dry bool) (out Restated, err error) {
	if _, err := wt.Office.MustPerson(people.People, "restate columns"); err != nil {
		return out, err
	}
	err = wt.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		out = Restated{Rows: []Difference{}}
		st, err := wt.unstated(ctx, tx, &out)
		if err != nil {
			return err
		}
		if dry || len(st.Rows) == 0 {
			return errLooked
		}
		out.Done = true
		e := wt.Office.Event(events.Restated, "tables", "", "ok", map[string]string{"rows": fmt.Sprint(len(st.Rows))})
		return wt.append(ctx, tx, e, st)
	})
	if errors.Is(err, errLooked) {
		err = nil
	}
	return out, err
}

// unstated gives the cells of columns the log has never spoken of in a row it has.
func (wt *Witness) unstated(ctx context.Context, tx *sql.Tx, out *Restated) (*statement, error) {
	columns, err := wt.layouts.of(ctx, tx)
	if err != nil {
		return nil, err
	}
	f := wt.fold(Concerned{all: true}.wanted)
	if err := wt.whole(ctx, tx, f, "restate columns"); err != nil {
		return nil, err
	}
	st := &statement{Salt: rand.Text()}
	for i := range Projections {
		p := &Projections[i]
		if p.Tree {
			continue
		}
		rows, err := rowsOf(ctx, tx, p, columns[p.Name], "")
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			h := f.row(p.Name, r.key...)
			if !h.there() && (!p.Later || f.rows[p.Name] != nil) {
				continue // a row nobody stated is not made true by this
			}
			if h == nil {
				h = &held{key: r.key}
			}
			missing := func(c string) bool {
				_, said := h.says(c)
				if filled, _ := p.fills(c, ""); filled {
					return false // stated by what builds, or not at all
				}
				return !said && (!h.there() || !wt.layouts.first[p.Name].has(c, r.values[c]))
			}
			set := r.stated(p, st.Salt, missing)
			for _, c := range columns[p.Name] {
				if _, ok := set[c]; ok {
					out.Rows = append(out.Rows, Difference{Table: p.Name, Object: strings.Join(r.key, " "), Column: c,
						Row: plainCell(r.values[c]), Log: "nichts darüber"})
				}
			}
			if len(set) > 0 {
				st.Rows = append(st.Rows, statedRow{Table: p.Name, Key: h.key, Set: set})
			}
		}
	}
	return st, nil
}

// objectRestated judges what a person states of columns added later: only what the
// log has never spoken of, in rows it has.
func (f *fold) objectRestated(who *author, r statedRow) string {
	h := f.row(r.Table, r.Key...)
	switch {
	case who == nil || who.fresh || !who.can(people.People):
		return wording.Kept("log.why.adds")
	case f.silent[r.Table] && !r.Gone && !h.there():
		return ""
	case r.Gone || !h.there():
		return wording.Kept("log.why.adds-nothing", r.Table, strings.Join(r.Key, " "))
	}
	for c := range r.Set {
		if _, said := h.says(c); said {
			return wording.Kept("log.why.stated-before", r.Table, strings.Join(r.Key, " "), c)
		}
	}
	return ""
}
