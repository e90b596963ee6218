package prepare

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/wording"
)

// Defaults is a named set of statements that holds for many snapshots (F1). Its
// keys are fields of the kind, or numbers of the snapshot description.
type Defaults struct {
	Name    string      `json:"name"`
	Values  kind.Values `json:"values"`
	Changed time.Time   `json:"changed"`
	Person  string      `json:"person,omitempty"`
}

// FormatValues writes values as lines "Angabe: Wert" that ReadValues reads: fields
// by their label and in their order, then the numbers of the description.
func FormatValues(values kind.Values, fields []kind.Field) string {
	var b strings.Builder
	line := func(name, value string) {
		b.WriteString(name + ": " + strings.ReplaceAll(strings.TrimSpace(value), "\n", "\n ") + "\n")
	}
	rest := maps.Clone(values)
	for _, f := range fields {
		if v := values.Get(f.Key); v != "" {
			line(f.Label, v)
		}
		delete(rest, f.Key)
	}
	for _, key := range slices.SortedFunc(maps.Keys(rest), kind.Natural) {
		line(key, rest[key])
	}
	return b.String()
}

// SetOf gives the values typed for a preparation that a set of defaults may hold: what
// describes the content and belongs to no single delivery.
func (p *Preparation) SetOf(b kind.Builder) kind.Values {
	out := kind.Values{}
	presets, ok := b.(kind.Presetting)
	if !ok {
		return out
	}
	for _, f := range b.Fields() {
		if v := p.Fields.Get(f.Key); v != "" && f.Step == kind.StepContent && presets.InSet(f.Key) {
			out[f.Key] = v
		}
	}
	return out
}

// maxDefaults bounds the sets of a workspace.
const maxDefaults = 200

// Check tells what is wrong with a set before it is kept. Error: *Invalid inside
// Refused.
func (d Defaults) Check(kinds kind.Shelf) error {
	b, ok := kinds.Presetting()
	if !ok {
		return failure.New(failure.Refused, "keep defaults", wording.Say("hint.prepare.defaults-without-kind"))
	}
	var faults []kind.Fault
	if name := strings.TrimSpace(d.Name); name == "" || len(name) > 80 || strings.ContainsAny(name, "\n\r\t=") {
		faults = append(faults,
			kind.Fault{Key: "name", Text: "Der Satz braucht einen Namen von höchstens 80 Zeichen ohne Gleichheitszeichen."})
	}
	if len(d.Values) == 0 {
		faults = append(faults, kind.Fault{Key: "values", Text: "Der Satz ist leer. Bitte mindestens eine Vorgabe angeben."})
	}
	for _, key := range slices.Sorted(maps.Keys(d.Values)) {
		if text := b.SetFault(key, d.Values[key]); text != "" {
			faults = append(faults, kind.Fault{Key: key, Text: text})
		}
	}
	if len(faults) == 0 {
		return nil
	}
	invalid := &kind.Invalid{Faults: faults}
	return failure.Wrap(failure.Refused, "keep defaults", wording.Say("hint.prepare.defaults-not-saved", invalid.Error()), invalid)
}

// over lays typed values over those of the set.
func (d Defaults) over(typed kind.Values) kind.Values {
	out := maps.Clone(typed)
	if out == nil {
		out = kind.Values{}
	}
	for key, v := range d.Values {
		if _, err := strconv.Atoi(key); err != nil && out.Get(key) == "" {
			out[key] = v
		}
	}
	return out
}

// SetDefaults keeps a set under its name, in place of an earlier one. Error:
// Refused for a set that Check refuses.
func (s *Store) SetDefaults(ctx context.Context, d Defaults, also func(*sql.Tx) error) error {
	if err := d.Check(s.Kinds); err != nil {
		return err
	}
	all, err := s.AllDefaults(ctx)
	if err != nil {
		return err
	}
	if len(all) >= maxDefaults && !slices.ContainsFunc(all, func(x Defaults) bool { return x.Name == d.Name }) {
		return failure.New(failure.Refused, "keep defaults", wording.Say("hint.prepare.too-many-defaults", maxDefaults))
	}
	body, err := json.Marshal(d.Values)
	if err != nil {
		return fmt.Errorf("keep defaults: %w", err)
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO prepare_defaults (name, body, changed, person) VALUES (?,?,?,?)`, d.Name,
			string(body), s.now().UnixMilli(), d.Person)
		if err != nil {
			return fmt.Errorf("keep defaults: %w", err)
		}
		return also(tx)
	})
}

// DropDefaults forgets a set; portions built with it keep what they have. Error:
// Refused where there is none of this name.
func (s *Store) DropDefaults(ctx context.Context, name string, also func(*sql.Tx) error) error {
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		result, err := tx.ExecContext(ctx, "DELETE FROM prepare_defaults WHERE name = ?", name)
		if err != nil {
			return fmt.Errorf("drop defaults: %w", err)
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, noDefaults(name))
		}
		return also(tx)
	})
}

func noDefaults(name string) error {
	return failure.New(failure.Refused, "find defaults "+name, wording.Say("hint.prepare.unknown-defaults", name))
}

// AllDefaults gives every set, by name.
func (s *Store) AllDefaults(ctx context.Context) ([]Defaults, error) {
	rows, err := s.db.Reader().QueryContext(ctx, "SELECT name, body, changed, person FROM prepare_defaults ORDER BY name")
	if err != nil {
		return nil, fmt.Errorf("read defaults: %w", err)
	}
	defer rows.Close()
	out := []Defaults{}
	for rows.Next() {
		var d Defaults
		var body []byte
		var changed int64
		if err := rows.Scan(&d.Name, &body, &changed, &d.Person); err != nil {
			return nil, fmt.Errorf("read defaults: %w", err)
		}
		if err := json.Unmarshal(body, &d.Values); err != nil {
			return nil, failure.Wrap(failure.Damaged, "read defaults", wording.Say("hint.prepare.defaults-unreadable", d.Name), err)
		}
		d.Changed = time.UnixMilli(changed).UTC()
		out = append(out, d)
	}
	return out, rows.Err()
}

// DefaultsOf gives one set. Error: Refused where there is none of this name.
func (s *Store) DefaultsOf(ctx context.Context, name string) (Defaults, error) {
	all, err := s.AllDefaults(ctx)
	if err != nil {
		return Defaults{}, err
	}
	i := slices.IndexFunc(all, func(d Defaults) bool { return d.Name == name })
	if i < 0 {
		return Defaults{}, noDefaults(name)
	}
	return all[i], nil
}

// settled gives the values a preparation is built with: what was typed over the
// set of defaults it names, and the set. Error: Refused for a set that is gone.
func (s *Store) settled(ctx context.Context, p Preparation) (kind.Values, Defaults, error) {
	name := p.Fields.Get(kind.FieldDefaults)
	b, _ := s.Kinds.Builder(p.Kind)
	if _, ok := b.(kind.Presetting); name == "" || !ok {
		return p.Fields, Defaults{}, nil
	}
	d, err := s.DefaultsOf(ctx, name)
	return d.over(p.Fields), d, err
}
