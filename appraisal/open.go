package appraisal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"laufzettel/transfer/record"
)

// The number of open units is kept beside the decisions, so that showing it reads no
// record tree. appraisal_unit are the units that are open as delivered, with how many
// decisions stand on them and above them; appraisal_above names for each the objects a
// decision on which reaches it, itself among them. Triggers move the number in the
// transaction that decides, whoever decides: a person, an undo, a merge, a rebuild.
//
// The number is shown and decides nothing: what ends an appraisal or cannot be taken
// back counts the tree itself (Count).
const openTables = `
CREATE TABLE appraisal_open (
  portion_id TEXT PRIMARY KEY, tree TEXT NOT NULL, total INTEGER NOT NULL, open INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE appraisal_unit (
  portion_id TEXT NOT NULL, unit_id TEXT NOT NULL, decided INTEGER NOT NULL,
  PRIMARY KEY (portion_id, unit_id)) WITHOUT ROWID;
CREATE TABLE appraisal_above (
  portion_id TEXT NOT NULL, object_id TEXT NOT NULL, unit_id TEXT NOT NULL,
  PRIMARY KEY (portion_id, object_id, unit_id)) WITHOUT ROWID;
CREATE TRIGGER appraisal_decided AFTER INSERT ON appraisal_decision BEGIN
  UPDATE appraisal_open SET open = open - (SELECT count(*) FROM appraisal_above a JOIN appraisal_unit u USING (portion_id, unit_id)
    WHERE a.portion_id = NEW.portion_id AND a.object_id = NEW.object_id AND u.decided = 0) WHERE portion_id = NEW.portion_id;
  UPDATE appraisal_unit SET decided = decided + 1 WHERE portion_id = NEW.portion_id
    AND unit_id IN (SELECT unit_id FROM appraisal_above WHERE portion_id = NEW.portion_id AND object_id = NEW.object_id);
END;
CREATE TRIGGER appraisal_opened AFTER DELETE ON appraisal_decision BEGIN
  UPDATE appraisal_open SET open = open + (SELECT count(*) FROM appraisal_above a JOIN appraisal_unit u USING (portion_id, unit_id)
    WHERE a.portion_id = OLD.portion_id AND a.object_id = OLD.object_id AND u.decided = 1) WHERE portion_id = OLD.portion_id;
  UPDATE appraisal_unit SET decided = max(decided - 1, 0) WHERE portion_id = OLD.portion_id
    AND unit_id IN (SELECT unit_id FROM appraisal_above WHERE portion_id = OLD.portion_id AND object_id = OLD.object_id);
END;
`

// Open is how many of the units of a portion are open.
type Open struct{ Total, Open int }

// Open gives the number kept for a record tree, named by a word that changes with it;
// false where none is kept for this one.
func (b *Book) Open(ctx context.Context, portion, tree string) (o Open, kept bool, err error) {
	err = b.db.Reader().QueryRowContext(ctx, "SELECT total, open FROM appraisal_open WHERE portion_id = ? AND tree = ?", portion,
		tree).Scan(&o.Total, &o.Open)
	if errors.Is(err, sql.ErrNoRows) {
		return o, false, nil
	}
	if err != nil {
		return o, false, fmt.Errorf("read number of open units: %w", err)
	}
	return o, true, nil
}

// KeepOpenTx counts the open units of a tree by the decisions as they stand in tx, and
// begins to keep the number; what was kept for another tree goes. A tree in which two
// units bear one id is counted and not kept: a decision cannot tell them apart.
func (b *Book) KeepOpenTx(ctx context.Context, tx *sql.Tx, portion, tree string, roots []*record.Object) (Open, error) {
	if err := ForgetOpenTx(ctx, tx, portion); err != nil {
		return Open{}, err
	}
	decided, err := decidedTx(ctx, tx, portion)
	if err != nil {
		return Open{}, err
	}
	k := keeper{portion: portion, decided: decided}
	if k.unit, err = tx.PrepareContext(ctx, "INSERT INTO appraisal_unit (portion_id, unit_id, decided) VALUES (?,?,?)"); err != nil {
		return Open{}, fmt.Errorf("keep open units: %w", err)
	}
	defer k.unit.Close()
	if k.above, err = tx.PrepareContext(ctx,
		"INSERT OR IGNORE INTO appraisal_above (portion_id, object_id, unit_id) VALUES (?,?,?)"); err != nil {
		return Open{}, fmt.Errorf("keep open units: %w", err)
	}
	defer k.above.Close()
	out, once := Open{}, map[string]bool{}
	delivered := Effective(roots, nil)
	units := Units(roots)
	for _, u := range units {
		if once[u.ID] {
			p := Count(roots, Effective(roots, decided))
			return Open{p.Total, p.Open}, ForgetOpenTx(ctx, tx, portion)
		}
		once[u.ID] = true
		if r := delivered[u.ID].Rating; r == record.RatingArchive || r == record.RatingDestroy {
			continue
		}
		n, err := k.keep(ctx, u)
		if err != nil {
			return Open{}, fmt.Errorf("keep open units: %w", err)
		}
		if n == 0 {
			out.Open++
		}
	}
	out.Total = len(units)
	_, err = tx.ExecContext(ctx, "INSERT INTO appraisal_open (portion_id, tree, total, open) VALUES (?,?,?,?)", portion, tree, out.Total,
		out.Open)
	if err != nil {
		return Open{}, fmt.Errorf("keep open units: %w", err)
	}
	return out, nil
}

// keeper stores units that are open as delivered.
type keeper struct {
	portion     string
	decided     map[string]Decision
	unit, above *sql.Stmt
}

// keep stores a unit with the objects above it and gives how many of them are decided.
func (k keeper) keep(ctx context.Context, u *record.Object) (n int, err error) {
	seen := map[string]bool{}
	for o := u; o != nil; o = o.Parent {
		if seen[o.ID] {
			continue
		}
		seen[o.ID] = true
		if _, ok := k.decided[o.ID]; ok {
			n++
		}
		if _, err := k.above.ExecContext(ctx, k.portion, o.ID, u.ID); err != nil {
			return 0, err
		}
	}
	_, err = k.unit.ExecContext(ctx, k.portion, u.ID, n)
	return n, err
}

// decidedTx gives the ratings in force inside tx.
func decidedTx(ctx context.Context, tx *sql.Tx, portion string) (map[string]Decision, error) {
	rows, err := tx.QueryContext(ctx, "SELECT object_id, rating FROM appraisal_decision WHERE portion_id = ?", portion)
	if err != nil {
		return nil, fmt.Errorf("read decisions: %w", err)
	}
	defer rows.Close()
	out := map[string]Decision{}
	for rows.Next() {
		d := Decision{Portion: portion}
		if err := rows.Scan(&d.Object, &d.Rating); err != nil {
			return nil, fmt.Errorf("read decisions: %w", err)
		}
		out[d.Object] = d
	}
	return out, rows.Err()
}

// ForgetOpenTx drops what is kept of a portion: nobody asks for it once it is judged.
func ForgetOpenTx(ctx context.Context, tx *sql.Tx, portion string) error {
	for _, table := range []string{"appraisal_open", "appraisal_unit", "appraisal_above"} {
		if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE portion_id = ?", portion); err != nil {
			return fmt.Errorf("forget open units: %w", err)
		}
	}
	return nil
}
