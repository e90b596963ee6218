package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// What the database does by itself is ours too: a trigger of a foreign hand would change
// rows inside our own transactions, so that persons sign what they never did; a view or a
// computed column shows another row than the one that was compared. So nothing is written,
// and nothing is taken for compared, while the schema holds what the rooms have not made.

// schema is what the scripts of the rooms make: the text of each table, trigger, view and
// index by its name.
type schema map[string]string

func made(ctx context.Context, db *sql.DB, rooms []Room) (schema, error) {
	done, err := versions(ctx, db)
	if err != nil {
		return nil, err
	}
	if err := runMissing(ctx, db, rooms, done); err != nil {
		return nil, err
	}
	entries, err := readSchema(ctx, db)
	s := schema{}
	for _, e := range entries {
		s[e.name] = e.text
	}
	return s, err
}

// Asker reads, in a transaction or without.
type Asker interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// entry is one thing of a schema.
type entry struct{ kind, name, text string }

func readSchema(ctx context.Context, db Asker) ([]entry, error) {
	rows, err := db.QueryContext(ctx,
		"SELECT type, name, coalesce(sql, '') FROM main.sqlite_master WHERE sql IS NOT NULL ORDER BY type, name")
	if err != nil {
		return nil, sorted("read schema", err)
	}
	defer rows.Close()
	var out []entry
	for rows.Next() {
		var e entry
		if err := rows.Scan(&e.kind, &e.name, &e.text); err != nil {
			return nil, sorted("read schema", err)
		}
		e.text = strings.Join(strings.Fields(strings.ReplaceAll(e.text, `"`, "")), " ")
		out = append(out, e)
	}
	return out, sorted("read schema", rows.Err())
}

// Foreign is what of a schema the rooms have not made.
type Foreign struct {
	Kind, Name string // trigger, view, index or table
	removable  bool   // it can be dropped and nothing is lost
}

// Foreign gives what of the schema no room has made: triggers, views and indexes of
// another hand, and tables that are no longer what the scripts made of them. A column of
// a later version is none.
func (s *Store) Foreign(ctx context.Context, db Asker) ([]Foreign, error) {
	entries, err := readSchema(ctx, db)
	if err != nil {
		return nil, err
	}
	var out []Foreign
	for _, e := range entries {
		want, known := s.schema[e.name]
		switch {
		case known && (e.text == want || e.kind == "table" && grown(want, e.text)):
		case e.kind == "table" && !known:
			// a table of nobody is read by nobody
		default:
			out = append(out, Foreign{Kind: e.kind, Name: e.name, removable: e.kind != "table" && !known})
		}
	}
	return out, nil
}

// computed are the words that make more of an added column than a place for a value.
var computed = regexp.MustCompile(`(?i)\b(generated|as|references|conflict|unique|primary|foreign|constraint|check)\b`)

// grown reports whether a table is the one that was made, with plain columns added: the
// database writes them behind the last column, before what holds for the whole table.
func grown(want, is string) bool {
	more, same := len(is)-len(want), 0
	if more <= 0 {
		return false
	}
	for same < len(want) && want[same] == is[same] {
		same++
	}
	if is[same+more:] != want[same:] {
		return false
	}
	added := strings.TrimSpace(is[same : same+more])
	return (strings.HasPrefix(added, ",") || strings.HasSuffix(added, ",")) && !computed.MatchString(added)
}

// mustBeOurs refuses to write while the schema holds what is foreign; it is looked at
// again only where it was changed.
func (s *Store) mustBeOurs(ctx context.Context, tx *sql.Tx) error {
	if len(s.schema) == 0 {
		return nil
	}
	var cookie int64
	if err := tx.QueryRowContext(ctx, "PRAGMA main.schema_version").Scan(&cookie); err != nil {
		return sorted("read schema", err)
	}
	if cookie == s.cookie && s.looked {
		return nil
	}
	foreign, err := s.Foreign(ctx, tx)
	if err != nil {
		return err
	}
	if len(foreign) > 0 {
		return refusal(foreign)
	}
	s.cookie, s.looked = cookie, true
	return nil
}

func refusal(foreign []Foreign) error {
	f := foreign[0]
	return failure.New(failure.Damaged, "look at the schema", wording.Say("hint.store.foreign-schema", f.Kind, f.Name))
}

// DropForeign takes triggers, views and indexes of another hand out of the schema, and
// gives what is left: tables that were changed themselves.
func (s *Store) DropForeign(ctx context.Context) (dropped, left []Foreign, err error) {
	all, err := s.Foreign(ctx, s.writer)
	if err != nil {
		return nil, nil, err
	}
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return nil, nil, sorted("begin transaction", err)
	}
	defer func() { err = errors.Join(err, ignoreDone(tx.Rollback())) }()
	for _, f := range all {
		if !f.removable {
			left = append(left, f)
			continue
		}
		if _, err := tx.ExecContext(ctx, fmt.Sprintf("DROP %s main.\"%s\"", strings.ToUpper(f.Kind),
			strings.ReplaceAll(f.Name, `"`, `""`))); err != nil {
			return nil, nil, sorted("drop what is foreign", err)
		}
		dropped = append(dropped, f)
	}
	slices.SortFunc(left, func(a, b Foreign) int { return strings.Compare(a.Name, b.Name) })
	return dropped, left, sorted("commit", tx.Commit())
}
