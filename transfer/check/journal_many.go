package check

import (
	"context"
	"database/sql"
	"errors"
	"strings"
)

// askAtOnce is how many paths one question of Files names.
const askAtOnce = 500

// Files gives what the read of a run learned of these paths; paths it does not
// know are left out.
func (j *SQLJournal) Files(ctx context.Context, key string, paths []string) (map[string]FileFact, error) {
	out := make(map[string]FileFact, len(paths))
	for len(paths) > 0 {
		n := min(len(paths), askAtOnce)
		if err := j.some(ctx, key, paths[:n], out); err != nil {
			return nil, wrapJournal("look up", err)
		}
		paths = paths[n:]
	}
	return out, nil
}

func (j *SQLJournal) some(ctx context.Context, key string, paths []string, out map[string]FileFact) error {
	args := make([]any, 0, len(paths)+1)
	args = append(args, key)
	for _, p := range paths {
		args = append(args, p)
	}
	rows, err := j.db.Reader().QueryContext(ctx, `SELECT fact FROM check_fact WHERE run = (SELECT id FROM check_run WHERE key = ?)
		AND path IN (`+strings.Repeat("?,", len(paths)-1)+`?)`, args...)
	if err != nil {
		return err
	}
	return eachFact(rows, func(f FileFact) { out[f.Path] = f })
}

// eachFact gives the facts of an answer, and closes it.
func eachFact(rows *sql.Rows, take func(FileFact)) error {
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		f, err := unmarshalFact(text)
		if err != nil {
			return err
		}
		take(f)
	}
	return rows.Err()
}

// Folder gives the topmost folder of the first path of a run that lies in one, ""
// where all lie at the top.
func (j *SQLJournal) Folder(ctx context.Context, key string) (string, error) {
	var name string
	err := j.db.Reader().QueryRowContext(ctx, `SELECT path FROM check_fact WHERE run = (SELECT id FROM check_run WHERE key = ?)
		AND instr(path, '/') > 0 ORDER BY path LIMIT 1`, key).Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	name, _, _ = strings.Cut(name, "/")
	return name, wrapJournal("look up", err)
}

// After gives at most limit facts of a run in path order behind a path, past the
// first skip of them; "" is before all.
func (j *SQLJournal) After(ctx context.Context, key, path string, skip, limit int) ([]FileFact, error) {
	rows, err := j.db.Reader().QueryContext(ctx, `SELECT fact FROM check_fact
		WHERE run = (SELECT id FROM check_run WHERE key = ?) AND path > ? ORDER BY path LIMIT ? OFFSET ?`, key, path, limit, skip)
	if err != nil {
		return nil, wrapJournal("look up", err)
	}
	var out []FileFact
	err = eachFact(rows, func(f FileFact) { out = append(out, f) })
	return out, wrapJournal("look up", err)
}

// Holds tells which of some paths are facts of a run.
func (j *SQLJournal) Holds(ctx context.Context, key string, paths []string) (map[string]bool, error) {
	out := map[string]bool{}
	ask, err := j.db.Reader().PrepareContext(ctx, `SELECT count(*) FROM check_fact
		WHERE run = (SELECT id FROM check_run WHERE key = ?) AND path = ?`)
	if err != nil {
		return nil, wrapJournal("look up", err)
	}
	defer ask.Close()
	for _, p := range paths {
		var n int
		if err := ask.QueryRowContext(ctx, key, p).Scan(&n); err != nil {
			return nil, wrapJournal("look up", err)
		}
		out[p] = n > 0
	}
	return out, nil
}
