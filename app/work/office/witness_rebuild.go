package office

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
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
	err = wt.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		out = Rebuilt{Changed: []Difference{}, Left: []Difference{}}
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
		return wt.Office.Log.Entry(ctx, wt.Office.Event(events.Configured, "tables", "", "rebuilt", map[string]string{"changed": fmt.Sprint(len(out.Changed)), "left": fmt.Sprint(len(out.Left))}))(tx)
	})
	if errors.Is(err, errLooked) {
		err = nil
	}
	return out, err
}

func (wt *Witness) rebuildTx(ctx context.Context, tx *sql.Tx, out *Rebuilt) error {
	columns, err := wt.layouts.of(ctx, tx)
	if err != nil {
		return err
	}
	f := newFold(Concerned{all: true}.wanted)
	_, _, broken, err := events.Walk(ctx, tx, events.Place{}, f.take)
	switch {
	case err != nil:
		return err
	case broken != nil:
		return failure.New(failure.Damaged, "rebuild tables", "Aus einem Protokoll, das der Prüfung nicht standhält, wird nichts wiederhergestellt. "+broken.Reason)
	case !f.founded:
		return failure.New(failure.Refused, "rebuild tables", "Es gibt noch keinen Gründungsakt, aus dem sich die Tabellen herstellen ließen.")
	}
	if _, err := tx.ExecContext(ctx, "PRAGMA defer_foreign_keys = 1"); err != nil {
		return fmt.Errorf("rebuild tables: %w", err)
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
		if err := rebuildTable(ctx, tx, p, columns[p.Name], f, out); err != nil {
			return err
		}
	}
	return nil
}

func rebuildTable(ctx context.Context, tx *sql.Tx, p *Projection, columns []string, f *fold, out *Rebuilt) error {
	rows, err := rowsOf(ctx, tx, p, columns, "")
	if err != nil {
		return err
	}
	slices.SortFunc(rows, func(a, b row) int { return slices.Compare(a.key, b.key) })
	seen := map[string]bool{}
	for _, r := range rows {
		id := joinKey(r.key)
		seen[id] = true
		h := f.row(p.Name, r.key...)
		d := differs(p, r, h, columns)
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
		if err := restore(ctx, tx, p, r, h, columns, out); err != nil {
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
func restore(ctx context.Context, tx *sql.Tx, p *Projection, r row, h *held, columns []string, out *Rebuilt) error {
	var sets []string
	var args []any
	is, said := row{key: r.key, values: maps.Clone(r.values)}, &held{key: h.key, set: maps.Clone(h.set)}
	for d := differs(p, is, said, columns); d != nil; d = differs(p, is, said, columns) {
		value := said.set[d.Column].value
		if slices.Contains(p.Hidden, d.Column) {
			var err error
			if value, err = words(ctx, tx, p, h, value); err != nil {
				return err
			}
		}
		is.values[d.Column], said.set[d.Column] = "n", cell{value: "n"} // not looked at again
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
		object = plainCell(h.set["object_id"].value)
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
	d := Difference{Table: p.Name, Object: strings.Join(h.key, " "), Row: "fehlt die Zeile", Log: "es gibt sie"}
	var names, marks []string
	var args []any
	for _, c := range columns {
		value := h.set[c].value
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
	if _, err := tx.ExecContext(ctx, fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", p.Name, strings.Join(names, ", "), strings.Join(marks, ", ")), args...); err != nil {
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
