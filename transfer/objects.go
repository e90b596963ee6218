package transfer

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// SaveObjects replaces the stored record tree of a portion in tx.
func SaveObjects(ctx context.Context, tx *sql.Tx, portion string, roots []*record.Object) error {
	return SaveObjectStream(ctx, tx, portion, func(yield func(*record.Object, error) bool) {
		for o := range record.All(roots) {
			if !yield(o, nil) {
				return
			}
		}
	})
}

// SaveObjectStream replaces the stored record tree of a portion in tx by objects in
// document order, parents first, as they come: only the parents of the object at
// hand are held, so that a delivery of a million files needs no tree in memory. An
// error of the stream ends it and is given back.
func SaveObjectStream(ctx context.Context, tx *sql.Tx, portion string, objects iter.Seq2[*record.Object, error]) error {
	if _, err := tx.ExecContext(ctx, "DELETE FROM object WHERE portion_id = ?", portion); err != nil {
		return fmt.Errorf("clear objects: %w", err)
	}
	w := objectWriter{portion: portion}
	var err error
	if w.insert, err = tx.PrepareContext(ctx,
		"INSERT INTO object (portion_id, seq, parent, id, kind, data, below) VALUES (?,?,?,?,?,?,?)"); err != nil {
		return fmt.Errorf("store objects: %w", err)
	}
	defer w.insert.Close()
	if w.below, err = tx.PrepareContext(ctx, "UPDATE object SET below = ? WHERE portion_id = ? AND seq = ?"); err != nil {
		return fmt.Errorf("store objects: %w", err)
	}
	defer w.below.Close()
	for o, err := range objects {
		if err != nil {
			return err
		}
		if err := w.put(ctx, o); err != nil {
			return err
		}
	}
	if err := w.leave(ctx, nil); err != nil {
		return err
	}
	// Who keeps the tree in memory sees by the clock of the portion that it is another.
	if _, err := tx.ExecContext(ctx, "UPDATE portion SET changed = changed + 1 WHERE id = ?", portion); err != nil {
		return fmt.Errorf("note changed objects: %w", err)
	}
	return nil
}

// objectWriter writes objects in document order.
type objectWriter struct {
	portion       string
	insert, below *sql.Stmt
	n             int
	open          []openObject // the object written last and its parents, outermost first
}

// openObject is an object that can still get children.
type openObject struct {
	*record.Object
	seq     int
	outline bool
	held    record.Held // what lies below and is no part of the outline
}

func (w *objectWriter) put(ctx context.Context, o *record.Object) error {
	if err := w.leave(ctx, o.Parent); err != nil {
		return err
	}
	parent, below := -1, sql.NullString{}
	if n := len(w.open); n > 0 {
		parent = w.open[n-1].seq
	}
	outline := inOutline(o)
	if outline {
		below = sql.NullString{String: "{}", Valid: true}
	} else {
		w.count(o)
	}
	flat := *o
	flat.Children = nil
	data, err := json.Marshal(&flat)
	if err != nil {
		return fmt.Errorf("encode object %s: %w", o.ID, err)
	}
	if _, err := w.insert.ExecContext(ctx, w.portion, w.n, parent, o.ID, o.Kind, data, below); err != nil {
		return fmt.Errorf("store object %s: %w", o.ID, err)
	}
	w.open = append(w.open, openObject{Object: o, seq: w.n, outline: outline})
	w.n++
	return nil
}

// inOutline reports whether an object is part of the outline: everything but the
// documents in a case and the attachments.
func inOutline(o *record.Object) bool {
	return o.Kind != record.Document || o.Parent == nil || o.Parent.Kind == record.Dossier
}

// count adds an object outside the outline to the nearest parent in it.
func (w *objectWriter) count(o *record.Object) {
	for i := len(w.open) - 1; i >= 0; i-- {
		if w.open[i].outline {
			w.open[i].held.Add(o)
			return
		}
	}
}

// leave closes objects until parent is the innermost that is open; nil closes all.
func (w *objectWriter) leave(ctx context.Context, parent *record.Object) error {
	for n := len(w.open); n > 0 && w.open[n-1].Object != parent; n-- {
		last := w.open[n-1]
		w.open = w.open[:n-1]
		if last.held.Counts == (record.Counts{}) {
			continue
		}
		data, err := json.Marshal(last.held)
		if err != nil {
			return fmt.Errorf("encode object %s: %w", last.ID, err)
		}
		if _, err := w.below.ExecContext(ctx, string(data), w.portion, last.seq); err != nil {
			return fmt.Errorf("store object %s: %w", last.ID, err)
		}
	}
	return nil
}

// Objects loads the stored record tree of a portion; empty when none is stored.
func (s *Portions) Objects(ctx context.Context, portion string) ([]*record.Object, error) {
	return s.objects(ctx, "SELECT seq, parent, data, NULL FROM object WHERE portion_id = ? ORDER BY seq", portion)
}

// Questions to the stored objects that want few of many. The index is named: left to itself
// SQLite walks all objects of the portion.
const (
	hasOutline = "SELECT EXISTS (SELECT 1 FROM object INDEXED BY object_outline WHERE portion_id = ? AND below IS NOT NULL)"
	outlineOf  = `SELECT seq, parent, data, below FROM object INDEXED BY object_outline
		WHERE portion_id = ? AND below IS NOT NULL ORDER BY seq`
	lineageOf = `WITH RECURSIVE up (seq, parent, data) AS (
		SELECT seq, parent, data FROM object INDEXED BY object_id WHERE portion_id = ?1 AND id = ?2
		UNION SELECT o.seq, o.parent, o.data FROM up JOIN object o ON o.portion_id = ?1 AND o.seq = up.parent)
		SELECT seq, parent, data, NULL FROM up ORDER BY seq DESC`
	wholeFrom = `SELECT o.seq, o.parent, o.data, NULL FROM object o WHERE o.portion_id = ?1
		AND o.seq >= (SELECT min(seq) FROM object INDEXED BY object_id WHERE portion_id = ?1 AND id = ?2 AND kind = ?3) ORDER BY o.seq`
	objectThere = "SELECT EXISTS (SELECT 1 FROM object INDEXED BY object_id WHERE portion_id = ? AND id = ?)"
)

// Outline loads the record tree of a portion down to its units: without the
// documents in a case and without attachments, which every object counts in Held.
// What was stored before this program counted them comes whole.
func (s *Portions) Outline(ctx context.Context, portion string) ([]*record.Object, error) {
	var counted bool
	if err := s.db.Reader().QueryRowContext(ctx, hasOutline, portion).Scan(&counted); err != nil {
		return nil, fmt.Errorf("load outline: %w", err)
	}
	if !counted {
		return s.Objects(ctx, portion)
	}
	roots, err := s.objects(ctx, outlineOf, portion)
	if errors.Is(err, errOrphan) {
		return s.Objects(ctx, portion)
	}
	return roots, err
}

// errOrphan is an object of the outline below one that is none.
var errOrphan = errors.New("parent of the object is not loaded")

func (s *Portions) objects(ctx context.Context, query, portion string) ([]*record.Object, error) {
	rows, err := s.db.Reader().QueryContext(ctx, query, portion)
	if err != nil {
		return nil, fmt.Errorf("load objects: %w", err)
	}
	defer rows.Close()
	var roots []*record.Object
	var open lineage
	for rows.Next() {
		o, seq, parent, err := scanObject(rows)
		if err != nil {
			return nil, err
		}
		switch {
		case open.take(o, seq, parent):
		case parent < 0:
			roots = append(roots, o)
		default:
			return nil, fmt.Errorf("load object %s: %w", o.ID, errOrphan)
		}
	}
	return roots, rows.Err()
}

// HoldsObjects reports whether a record tree of a portion is stored; it reads none of it.
func HoldsObjects(ctx context.Context, db DB, portion string) (bool, error) {
	var holds bool
	row := db.Reader().QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM object WHERE portion_id = ?)", portion)
	if err := row.Scan(&holds); err != nil {
		return false, fmt.Errorf("look for objects: %w", err)
	}
	return holds, nil
}

// EachObject gives the stored objects of a portion in document order, each with its parents and
// without what they hold: only those are in memory. SaveObjectStream takes them as they come.
func EachObject(ctx context.Context, db DB, portion string) iter.Seq2[*record.Object, error] {
	return func(yield func(*record.Object, error) bool) {
		rows, err := db.Reader().QueryContext(ctx, "SELECT seq, parent, data, NULL FROM object WHERE portion_id = ? ORDER BY seq", portion)
		if err != nil {
			yield(nil, fmt.Errorf("load objects: %w", err))
			return
		}
		defer rows.Close()
		var open lineage
		for rows.Next() {
			o, seq, parent, err := scanObject(rows)
			if err == nil && !open.below(o, seq, parent) && parent >= 0 {
				err = fmt.Errorf("load object %s: %w", o.ID, errOrphan)
			}
			if !yield(o, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, fmt.Errorf("load objects: %w", err))
		}
	}
}

// LineageTx gives the objects of an id with all above them, the lowest first, without
// what they hold, as tx sees them; empty where none is stored.
func LineageTx(ctx context.Context, tx *sql.Tx, portion, id string) ([]*record.Object, error) {
	rows, err := tx.QueryContext(ctx, lineageOf, portion, id)
	if err != nil {
		return nil, fmt.Errorf("load lineage of %s: %w", id, err)
	}
	defer rows.Close()
	var out []*record.Object
	for rows.Next() {
		o, _, _, err := scanObject(rows)
		if err != nil {
			return nil, err
		}
		out = append(out, o)
	}
	return out, rows.Err()
}

// lineage is the object read last and its parents, outermost first.
type lineage []openObject

// take hangs the next object in document order below its parent; false where that
// was not read. What comes next may lie below o.
func (l *lineage) take(o *record.Object, seq, parent int) (hung bool) {
	if hung = l.below(o, seq, parent); hung {
		o.Parent.Add(o)
	}
	return hung
}

// below is take for an object that knows its parent while the parent does not hold it.
func (l *lineage) below(o *record.Object, seq, parent int) (found bool) {
	open := *l
	for len(open) > 0 && open[len(open)-1].seq != parent {
		open = open[:len(open)-1]
	}
	if found = len(open) > 0; found {
		o.Parent = open[len(open)-1].Object
	}
	*l = append(open, openObject{Object: o, seq: seq})
	return found
}

func scanObject(rows *sql.Rows) (o *record.Object, seq, parent int, err error) {
	var data, below []byte
	if err := rows.Scan(&seq, &parent, &data, &below); err != nil {
		return nil, 0, 0, fmt.Errorf("load objects: %w", err)
	}
	o = new(record.Object)
	if err := json.Unmarshal(data, o); err != nil {
		return nil, 0, 0, fmt.Errorf("decode object: %w", err)
	}
	if len(below) > 2 { // more than {}
		o.Held = new(record.Held)
		if err := json.Unmarshal(below, o.Held); err != nil {
			return nil, 0, 0, fmt.Errorf("decode object %s: %w", o.ID, err)
		}
	}
	return o, seq, parent, nil
}

// Whole gives an object of an outline with everything below it; its parents are
// those of the outline. Error: failure.Damaged where it is not stored any more.
func (s *Portions) Whole(ctx context.Context, portion string, o *record.Object) (*record.Object, error) {
	rows, err := s.db.Reader().QueryContext(ctx, wholeFrom, portion, o.ID, o.Kind)
	if err != nil {
		return nil, fmt.Errorf("load object %s: %w", o.ID, err)
	}
	defer rows.Close()
	var open lineage
	first, top := (*record.Object)(nil), math.MaxInt
	for rows.Next() {
		c, seq, parent, err := scanObject(rows)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first, top = c, seq
		} else if parent < top {
			break // the next one beside or above it
		}
		open.take(c, seq, parent)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("load object %s: %w", o.ID, err)
	}
	if first == nil {
		return nil, failure.New(failure.Damaged, "load object "+o.ID, wording.Say("hint.transfer.case-description-lost"))
	}
	first.Parent = o.Parent
	return first, nil
}

// EachDocument walks the documents of a portion in document order, each with the id of
// the object it lies in; nothing of them is held. Its error ends the walk.
func (s *Portions) EachDocument(ctx context.Context, portion string, take func(o *record.Object, in string) error) error {
	rows, err := s.db.Reader().QueryContext(ctx,
		`SELECT o.data, coalesce(u.id, '') FROM object o LEFT JOIN object u ON u.portion_id = o.portion_id AND u.seq = o.parent
		WHERE o.portion_id = ? AND o.kind = 'document' ORDER BY o.seq`, portion)
	if err != nil {
		return fmt.Errorf("load documents: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var data sql.RawBytes
		var in string
		if err := rows.Scan(&data, &in); err != nil {
			return fmt.Errorf("load documents: %w", err)
		}
		o := new(record.Object)
		if err := json.Unmarshal(data, o); err != nil {
			return fmt.Errorf("decode object: %w", err)
		}
		if err := take(o, in); err != nil {
			return err
		}
	}
	return rows.Err()
}

// HasObject reports whether the portion holds an object with this id.
func (s *Portions) HasObject(ctx context.Context, portion, id string) (has bool, err error) {
	err = s.db.Reader().QueryRowContext(ctx, objectThere, portion, id).Scan(&has)
	if err != nil {
		return false, fmt.Errorf("find object: %w", err)
	}
	return has, nil
}

// ObjectNamed finds the object of a portion a person means: by id, else by its
// Kennzeichen, its title or its number. Errors: Refused where none is called so, or
// where several are; the sentence names them.
func (s *Portions) ObjectNamed(ctx context.Context, portion, said string) (string, error) {
	if has, err := s.HasObject(ctx, portion, said); has || err != nil {
		return said, err
	}
	found, err := s.objectsCalled(ctx, portion, strings.TrimSpace(said))
	switch {
	case err != nil:
		return "", err
	case len(found) == 0:
		return "", failure.New(failure.Refused, "find object "+said, wording.Say("hint.transfer.unknown-object", said, portion))
	case len(found) > 1:
		var list []string
		for _, o := range found[:min(len(found), mostNamed)] {
			list = append(list, fmt.Sprintf("%s („%s“, %s)", o.Reference, o.Subject, o.ID))
		}
		return "", failure.New(failure.Refused, "find object "+said,
			wording.Say("hint.transfer.object-ambiguous", said, len(found), strings.Join(list, "; ")))
	}
	return found[0].ID, nil
}

// mostNamed is how many objects of one name a refusal lists.
const mostNamed = 5

// objectsCalled gives the objects with this Kennzeichen, where there is none those
// with this title, where there is none those with this number.
func (s *Portions) objectsCalled(ctx context.Context, portion, said string) ([]record.Object, error) {
	for _, field := range []string{"reference", "subject", "number"} {
		rows, err := s.db.Reader().QueryContext(ctx, `SELECT id, coalesce(json_extract(CAST(data AS TEXT), '$.reference'), ''),
 coalesce(json_extract(CAST(data AS TEXT), '$.subject'), '') FROM object WHERE portion_id = ? AND json_extract(CAST(data AS TEXT), '$.'||?) = ? ORDER BY seq`, portion, field, said)
		if err != nil {
			return nil, fmt.Errorf("find object: %w", err)
		}
		var found []record.Object
		for rows.Next() {
			var o record.Object
			if err := rows.Scan(&o.ID, &o.Reference, &o.Subject); err != nil {
				return nil, errors.Join(fmt.Errorf("find object: %w", err), rows.Close())
			}
			found = append(found, o)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil || len(found) > 0 {
			return found, err
		}
	}
	return nil, nil
}
