package office

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Projection is a table whose rows rest on signed acts: what it says counts only as
// far as the log says it too.
type Projection struct {
	Name string
	Key  []string
	// Scope is the column that names the portion, accession or package a row belongs
	// to; "" for tables that concern the whole workspace.
	Scope string
	// Beside are columns that decide nothing, each with the reason.
	Beside map[string]string
	// Hidden are columns whose words are stated as salted digests only: the log holds
	// no titles, reasons or names of readers.
	Hidden []string
	// Filled are columns that stay as they were entered until what the row is about has been
	// built: the act that ends the building states them, and from then on they hold. What was
	// built before they were stated is compared as far as it was then: not in these.
	Filled []string
	// Later marks a table that became one of these after workspaces had their founding act:
	// as long as no statement speaks of it, a person of the administration may state its rows.
	Later bool
	// Tree says that the rows of a scope are stated together, by one digest.
	Tree bool
	// Where finds the rows of a scope of a tree where no column of the table names it, and
	// Order is the column they are digested by; "" are Scope and seq. Such a tree is stated
	// by the acts that answer for it, not by every change.
	Where, Order string
}

// The tables that rest on acts.
const (
	tablePerson   = "person"
	tableRole     = "person_role"
	tableKey      = "person_key"
	tableRegister = "person_register"
	tableRequest  = "person_request"
	tableSpare    = "person_spare"
	tableDecision = "appraisal_decision"
	tablePortion  = "portion"
	tableObject   = "object"
	tablePackage  = "package"
	tableAcc      = "accession"
	tableConfirm  = "accession_confirmation"
	tableAct      = "accession_act"
	tableGrant    = "access_grant"
	tableClosure  = "access_decision"
	tableLaw      = "access_law"
	tablePeer     = "channel_peer"
	tableMerged   = "merge_statement"
	tableBlack    = "blackening"
	tableMark     = "blackening_mark"
	tableLook     = "blackening_look"
	tableCopy     = "copy"
	tableFact     = "check_fact"
	tableDrawn    = "appraisal_look"
	tableStratum  = "appraisal_stratum"
	tableSample   = "appraisal_sample"
	tableProfile  = "profile"
	tableAgreed   = "profile_version"
)

// Projections are all tables that rest on acts.
var Projections = []Projection{
	{Name: tablePerson, Key: []string{"id"}},
	{Name: tableRole, Key: []string{"person_id", "role"}},
	{Name: "person_agency", Key: []string{"person_id", "agency"}},
	{Name: tableKey, Key: []string{"id"}},
	{Name: tableRegister},
	{Name: tableRequest, Key: []string{"id"}},
	{Name: tableSpare, Key: []string{"id"}},
	{Name: tablePortion, Key: []string{"id"}, Scope: "id", Beside: map[string]string{
		"name": "a title, shown only", "title": "a title, shown only; it goes when what it names is destroyed",
		"source": "where the delivery came from, shown only",
		"report": "read before the decision on acceptance, not after it", "fault": "the last fault, shown only",
		"changed": "the clock of the row",
		"files":   "a count, shown only", "bytes": "a count, shown only", "errors": "a count, shown only",
		"warnings": "a count, shown only",
		"notes":    "a count, shown only",
		"due":      "a deadline, shown only", "run": "names the journal of the check; every byte is hashed again when it is packaged",
		"standard": "the name of the standard, shown only", "agency": "the name of the office, written on papers",
		"transfer_id": "an identifier written on papers", "form": "how the bytes lie on the disk",
		"digest": "compared with later deliveries, told only", "taken": "compared with later deliveries, told only",
	}},
	{Name: tableObject, Scope: "portion_id", Tree: true},
	{Name: tableFact, Tree: true, Order: "path",
		Where: "run = (SELECT r.id FROM check_run r JOIN portion p ON p.run = r.key WHERE p.id = ?)",
		Beside: map[string]string{
			"run":      "a number inside this database; the run is found by the portion",
			"modified": "spares reading a file again that was not changed, before anything is decided",
		}},
	{Name: tableCopy, Key: []string{"id"}, Scope: "portion_id", Hidden: []string{"place", "holder", "how"}, Beside: map[string]string{
		"accession_id": "follows the portion, put right whenever the register is read", "bytes": "a sum, shown only",
	}},
	{Name: "share_name", Key: []string{"portion_id", "object_id"}, Scope: "portion_id", Hidden: []string{"title", "detail"}},
	{Name: tablePackage, Key: []string{"pid"}, Scope: "portion_id", Filled: []string{"size", "sha512"}, Beside: map[string]string{
		"state":   "held against the receipt of the archive",
		"receipt": "names the receipt, which is verified itself", "path": "where the package lies; what lies there is held against sha512",
	}},
	{Name: tableAcc, Key: []string{"id"}, Scope: "id", Beside: map[string]string{
		"title": "a title, shown only", "agency": "the name of the office, written on papers",
		"agency_id": "an identifier written on papers", "number": "written on papers",
		"process": "an identifier written on papers", "note": "a note, shown only", "origin": "shown only",
		"transfer_id": "an identifier written on papers",
		"extent":      "as announced, shown only", "offered": "a day, shown only", "opened": "a day, shown only",
		"kind": "as announced; what counts is the kind of each portion",
	}},
	{Name: tableDecision, Key: []string{"portion_id", "object_id"}, Scope: "portion_id", Hidden: []string{"reason"}},
	{Name: tableMerged, Key: []string{"portion_id", "id"}, Scope: "portion_id", Hidden: []string{"reason"}, Beside: map[string]string{
		"client": "who sent it, shown only; what counts is the hand", "office": "who sent it, shown only; what counts is the hand",
		"sequence": "the number the archive gave it",
	}},
	{Name: tableConfirm, Key: []string{"accession_id", "name"}, Scope: "accession_id", Hidden: []string{"note"}},
	{Name: tableAct, Key: []string{"id"}, Scope: "accession_id", Hidden: []string{"note", "letter"}},
	{Name: tableGrant, Key: []string{"id"}, Scope: "pid", Hidden: []string{"reader"}},
	{Name: tableClosure, Key: []string{"pid"}, Scope: "pid", Hidden: []string{"reason"}},
	{Name: tableBlack, Key: []string{"id"}, Scope: "pid", Hidden: []string{"path"}, Beside: map[string]string{
		"told": "counts of the pages, shown only", "given": "a day, shown only", "at": "a day, shown only", "closed": "a day, shown only",
	}},
	{Name: tableMark, Key: []string{"id"}, Scope: "pid", Hidden: []string{"law"}},
	{Name: tableLook, Key: []string{"blackening", "page"}, Scope: "pid"},
	{Name: tableSample, Key: []string{"portion_id", "id"}, Scope: "portion_id", Beside: map[string]string{"at": "a day, shown only"}},
	{Name: tableStratum, Key: []string{"portion_id", "id"}, Scope: "portion_id", Hidden: []string{"stratum"}},
	{Name: tableDrawn, Key: []string{"portion_id", "id"}, Scope: "portion_id", Beside: map[string]string{"at": "a day, shown only"}},
	{Name: tableLaw, Key: []string{"id"}},
	{Name: tableAgreed, Key: []string{"id", "version"}, Later: true},
	{Name: tableProfile, Key: []string{"id"}, Later: true},
	{Name: tablePeer, Key: []string{"url"}, Beside: map[string]string{
		"key_id": "how this machine stands at the archive; the archive looks itself",
		"state":  "how this machine stands at the archive; the archive looks itself",
		"client": "how this machine stands at the archive; the archive looks itself",
		"roles":  "how this machine stands at the archive; the archive looks itself",
		"code":   "how this machine stands at the archive; the archive looks itself", "enrolled_at": "a day, shown only",
		"checked_at": "a day, shown only",
	}},
}

// projection gives the table of that name; nil for others.
func projection(name string) *Projection {
	if i := slices.IndexFunc(Projections, func(p Projection) bool { return p.Name == name }); i >= 0 {
		return &Projections[i]
	}
	return nil
}

// fills says whether a column is filled once something was built, and holds nothing before.
func (p *Projection) fills(column, value string) (filled, empty bool) {
	filled = slices.Contains(p.Filled, column)
	return filled, filled && (value == "t" || value == "i0")
}

// ofPeople says whether a table belongs to the register of people.
func ofPeople(name string) bool { return strings.HasPrefix(name, tablePerson) }

// layouts keeps the columns of the projections, read once from the schema: a column
// added later is stated without anybody naming it.
type layouts struct {
	once    sync.Once
	columns map[string][]string
	first   map[string]firsts
	err     error
}

// firsts are the values, encoded, that the columns of a table have in a row nobody has
// given another one: those of a column that was added later count without a statement.
type firsts map[string]string

func (f firsts) has(column, value string) bool {
	first, ok := f[column]
	return ok && first == value
}

// firstOf reads the default of a column as the schema writes it; false for one that is
// no plain value.
func firstOf(written sql.NullString) (string, bool) {
	switch s := written.String; {
	case !written.Valid || strings.EqualFold(s, "NULL"):
		return "n", true
	case len(s) > 1 && s[0] == '\'' && s[len(s)-1] == '\'':
		return "t" + strings.ReplaceAll(s[1:len(s)-1], "''", "'"), true
	default:
		_, err := strconv.ParseInt(s, 10, 64)
		return "i" + s, err == nil
	}
}

// rowReader reads, in a transaction or without.
type rowReader interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func (l *layouts) of(ctx context.Context, db rowReader) (map[string][]string, error) {
	l.once.Do(func() {
		l.columns, l.first = map[string][]string{}, map[string]firsts{}
		for i := range Projections {
			if l.err = l.read(ctx, db, &Projections[i]); l.err != nil {
				return
			}
		}
	})
	return l.columns, l.err
}

// read reads the columns of one table and their defaults.
func (l *layouts) read(ctx context.Context, db rowReader, p *Projection) error {
	rows, err := db.QueryContext(ctx, "SELECT name, dflt_value FROM pragma_table_info(?) ORDER BY cid", p.Name)
	if err != nil {
		return fmt.Errorf("read schema of %s: %w", p.Name, err)
	}
	defer rows.Close()
	l.first[p.Name] = firsts{}
	for rows.Next() {
		var name string
		var written sql.NullString
		if err := rows.Scan(&name, &written); err != nil {
			return fmt.Errorf("read schema of %s: %w", p.Name, err)
		}
		if first, plain := firstOf(written); plain {
			l.first[p.Name][name] = first
		}
		if _, beside := p.Beside[name]; !beside {
			l.columns[p.Name] = append(l.columns[p.Name], name)
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return fmt.Errorf("read schema of %s: %w", p.Name, err)
	}
	return nil
}

// row is one row of a projection: its stated columns, encoded.
type row struct {
	key    []string
	values map[string]string
}

func joinKey(key []string) string { return strings.Join(key, "\x00") }

// isKey reports whether a column is part of the key.
func (p *Projection) isKey(column string) bool { return p != nil && slices.Contains(p.Key, column) }

// rowsOf reads the rows of a projection, all or those one column has in values.
func rowsOf(ctx context.Context, db rowReader, p *Projection, columns []string, where string, args ...any) (out []row, err error) {
	err = eachRow(ctx, db, p, columns, where, args, func(r row) (bool, error) {
		out = append(out, r)
		return true, nil
	})
	return out, err
}

// eachRow gives the rows of a projection one at a time, until take wants no more; where may
// order them too.
func eachRow(ctx context.Context, db rowReader, p *Projection, columns []string, where string, args []any,
	take func(r row) (bool, error)) error {
	quoted := make([]string, len(columns))
	for i, c := range columns {
		quoted[i] = `"` + c + `"`
	}
	rows, err := db.QueryContext(ctx, fmt.Sprintf("SELECT %s FROM %s %s", strings.Join(quoted, ", "), p.Name, where), args...)
	if err != nil {
		return fmt.Errorf("read %s: %w", p.Name, err)
	}
	defer rows.Close()
	cells, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return fmt.Errorf("read %s: %w", p.Name, err)
		}
		r := row{values: make(map[string]string, len(columns))}
		for i, c := range columns {
			r.values[c] = encodeCell(cells[i])
		}
		for _, k := range p.Key {
			r.key = append(r.key, plainCell(r.values[k]))
		}
		if more, err := take(r); !more || err != nil {
			return err
		}
	}
	return rows.Err()
}

// encodeCell writes a value of the database with its type, so that 1 and "1" differ.
func encodeCell(v any) string {
	switch v := v.(type) {
	case nil:
		return "n"
	case int64:
		return fmt.Sprintf("i%d", v)
	case bool:
		if v {
			return "i1"
		}
		return "i0"
	case float64:
		return fmt.Sprintf("f%g", v)
	case []byte:
		return "b" + hex.EncodeToString(v)
	case string:
		return "t" + v
	default:
		return fmt.Sprintf("?%T %v", v, v)
	}
}

// plainCell gives an encoded value without its type, as a person reads it.
func plainCell(s string) string {
	if s == "" || s == "n" {
		return ""
	}
	return s[1:]
}

// decodeCell gives an encoded value back to the database. Error: what encodeCell
// does not write.
func decodeCell(s string) (any, error) {
	if s == "" {
		return nil, fmt.Errorf("empty cell")
	}
	switch s[0] {
	case 'n':
		return nil, nil
	case 't':
		return s[1:], nil
	case 'b':
		return hex.DecodeString(s[1:])
	case 'i':
		var n int64
		_, err := fmt.Sscanf(s[1:], "%d", &n)
		return n, err
	case 'f':
		var f float64
		_, err := fmt.Sscanf(s[1:], "%g", &f)
		return f, err
	}
	return nil, fmt.Errorf("cell of unknown type %q", s[:1])
}
