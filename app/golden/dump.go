package golden

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// DB is what a dump reads.
type DB interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// longCell is how much of a value is shown; of a longer one its beginning and its
// digest are.
const longCell = 2000

// Schema gives the statements that make the tables of a database, in order of name.
func Schema(ctx context.Context, db DB) (string, error) {
	rows, err := strings2(ctx, db, "SELECT type || ' ' || name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "== %s\n%s\n", r[0], r[1])
	}
	return b.String(), nil
}

// Dump gives all rows of all tables, masked, in an order that does not hang on
// random values; columns named in omit are left out. Tables of a full text index that SQLite keeps for itself are left
// out: their words stand in the table beside them.
func (m *Mask) Dump(ctx context.Context, db DB, omit ...string) (string, error) {
	tables, err := strings2(ctx, db, `SELECT name, '' FROM sqlite_master m WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
		AND NOT EXISTS (SELECT 1 FROM sqlite_master v WHERE v.sql LIKE 'CREATE VIRTUAL TABLE%' AND m.name LIKE v.name || '_%' AND m.name NOT LIKE '%_content') ORDER BY name`)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, t := range tables {
		if err := m.table(ctx, db, t[0], omit, &b); err != nil {
			return "", fmt.Errorf("dump %s: %w", t[0], err)
		}
	}
	return b.String(), nil
}

func (m *Mask) table(ctx context.Context, db DB, name string, omit []string, b *strings.Builder) error {
	rows, err := db.QueryContext(ctx, `SELECT * FROM "`+name+`"`)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	var lines []string
	for rows.Next() {
		cells, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		var line strings.Builder
		for i, c := range cells {
			if s, ok := m.cell(c); ok && !slices.Contains(omit, columns[i]) {
				fmt.Fprintf(&line, "  %s=%s", columns[i], s)
			}
		}
		lines = append(lines, line.String())
	}
	if err := rows.Err(); err != nil || len(lines) == 0 {
		return err
	}
	slices.SortFunc(lines, m.compare)
	fmt.Fprintf(b, "== %s (%d)\n", name, len(lines))
	if strings.HasSuffix(name, "_content") { // words of the index, as the tables beside it have them
		fmt.Fprintln(b, Digest([]byte(m.Fresh().Text(strings.Join(lines, "\n")))))
		return nil
	}
	for _, l := range lines {
		b.WriteString(m.Text(l) + "\n")
	}
	return nil
}

// cell gives a value as text; NULL and the empty text are not shown.
func (m *Mask) cell(c any) (string, bool) {
	switch c := c.(type) {
	case nil:
		return "", false
	case []byte:
		if utf8.Valid(c) && len(c) > 0 {
			return m.cell(string(c))
		}
		return fmt.Sprintf("(%d bytes)", len(c)), true
	case string:
		if len(c) > longCell {
			c = c[:longCell/4] + "… " + Digest([]byte(m.Fresh().Text(c)))
		}
		return strings.NewReplacer("\n", `\n`, "\r", `\r`).Replace(strings.ToValidUTF8(c, "?")), c != ""
	default:
		return fmt.Sprint(c), true
	}
}

func strings2(ctx context.Context, db DB, query string) (out [][2]string, err error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var r [2]string
		if err := rows.Scan(&r[0], &r[1]); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, rows.Err()
}
