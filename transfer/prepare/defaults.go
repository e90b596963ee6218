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
	"laufzettel/transfer/kinds/website"
)

// Defaults is a named set of statements that holds for many snapshots (F1). Its
// keys are fields of the kind, or numbers of the snapshot description.
type Defaults struct {
	Name    string    `json:"name"`
	Values  Values    `json:"values"`
	Changed time.Time `json:"changed"`
	Person  string    `json:"person,omitempty"`
}

// fieldDefaults is the field that names the set a draft takes its defaults from.
const fieldDefaults = "defaults"

// ownFields belong to one snapshot alone and never to a set.
var ownFields = []string{fieldDefaults, "name", "crawled", "previous"}

// InSet reports whether a field of a web area may stand in a set of defaults.
func InSet(key string) bool { return !slices.Contains(ownFields, key) }

// FormatValues writes values as lines "Angabe: Wert" that ReadValues reads: fields
// by their label and in their order, then the numbers of the description.
func FormatValues(values Values, fields []Field) string {
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
	for _, key := range slices.SortedFunc(maps.Keys(rest), natural) {
		line(key, rest[key])
	}
	return b.String()
}

// maxDefaults bounds the sets of a workspace.
const maxDefaults = 200

// Check tells what is wrong with a set before it is kept. Error: *Invalid inside
// Refused.
func (d Defaults) Check() error {
	fields := siteBuilder{}.Fields()
	var faults []Fault
	if name := strings.TrimSpace(d.Name); name == "" || len(name) > 80 || strings.ContainsAny(name, "\n\r\t=") {
		faults = append(faults, Fault{"name", "Der Satz braucht einen Namen von höchstens 80 Zeichen ohne Gleichheitszeichen."})
	}
	if len(d.Values) == 0 {
		faults = append(faults, Fault{"values", "Der Satz ist leer. Bitte mindestens eine Vorgabe angeben."})
	}
	for _, key := range slices.Sorted(maps.Keys(d.Values)) {
		if n, err := strconv.Atoi(key); err == nil {
			if _, err := website.Describe(nil, website.Defaults{n: d.Values[key]}, nil); err != nil {
				faults = append(faults, Fault{key, failure.HintOf(err)})
			}
			continue
		}
		i := slices.IndexFunc(fields, func(f Field) bool { return f.Key == key })
		switch {
		case i < 0:
			faults = append(faults, Fault{key, "Die Angabe „" + key + "“ gibt es bei einem Webbereich nicht. Möglich sind die Angaben aus „prepare fields website“ und die Nummern 1 bis 81 der Beschreibung."})
		case slices.Contains(ownFields, key):
			faults = append(faults, Fault{key, "„" + fields[i].Label + "“ gilt nur für einen Snapshot und kann keine Vorgabe sein."})
		default:
			if t := fields[i].Fault(d.Values[key]); t != "" {
				faults = append(faults, Fault{key, t})
			}
		}
	}
	if len(faults) == 0 {
		return nil
	}
	invalid := &Invalid{faults}
	return failure.Wrap(failure.Refused, "keep defaults", "Der Satz von Vorgaben wurde nicht gespeichert:\n"+invalid.Error(), invalid)
}

// numbered are the values of a set that fill statements of the description.
func (d Defaults) numbered() website.Defaults {
	out := website.Defaults{}
	for key, v := range d.Values {
		if n, err := strconv.Atoi(key); err == nil {
			out[n] = v
		}
	}
	return out
}

// over lays typed values over those of the set.
func (d Defaults) over(typed Values) Values {
	out := maps.Clone(typed)
	if out == nil {
		out = Values{}
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
	if err := d.Check(); err != nil {
		return err
	}
	all, err := s.AllDefaults(ctx)
	if err != nil {
		return err
	}
	if len(all) >= maxDefaults && !slices.ContainsFunc(all, func(x Defaults) bool { return x.Name == d.Name }) {
		return failure.New(failure.Refused, "keep defaults", fmt.Sprintf("Es gibt schon %d Sätze von Vorgaben. Bitte zuerst einen löschen, der nicht mehr gebraucht wird.", maxDefaults))
	}
	body, err := json.Marshal(d.Values)
	if err != nil {
		return fmt.Errorf("keep defaults: %w", err)
	}
	return s.db.WithTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO prepare_defaults (name, body, changed, person) VALUES (?,?,?,?)`, d.Name, string(body), s.now().UnixMilli(), d.Person)
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
	return failure.New(failure.Refused, "find defaults "+name, "Einen Satz von Vorgaben „"+name+"“ gibt es hier nicht. „prepare defaults list“ zeigt alle.")
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
			return nil, failure.Wrap(failure.Damaged, "read defaults", "Der Satz von Vorgaben „"+d.Name+"“ lässt sich nicht lesen. Bitte neu anlegen.", err)
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
func (s *Store) settled(ctx context.Context, p Preparation) (Values, Defaults, error) {
	name := p.Fields.Get(fieldDefaults)
	if name == "" || p.Kind != website.Name {
		return p.Fields, Defaults{}, nil
	}
	d, err := s.DefaultsOf(ctx, name)
	return d.over(p.Fields), d, err
}

// pagesOf reads reference pages (F7): one a line, address|title|what is looked
// at|outcome|remark. The error says in German which line is wrong.
func pagesOf(text, person, day string) (out []website.Page, err error) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		f := strings.SplitN(line+"||||", "|", 6)
		p := website.Page{URL: strings.TrimSpace(f[0]), Title: strings.TrimSpace(f[1]), Checks: strings.TrimSpace(f[2]), Outcome: strings.TrimSpace(f[3]), Note: strings.TrimSpace(f[4])}
		outcomes := []string{"", website.PageFine, website.PageMissing, website.PageBroken}
		switch {
		case !strings.HasPrefix(p.URL, "http://") && !strings.HasPrefix(p.URL, "https://"):
			return nil, fmt.Errorf("Zeile %d der Referenzseiten beginnt nicht mit einer Adresse (http:// oder https://).", n)
		case !slices.Contains(outcomes, p.Outcome):
			return nil, fmt.Errorf("Zeile %d der Referenzseiten: Das Ergebnis ist eines von „%s“, „%s“, „%s“ oder leer.", n, website.PageFine, website.PageMissing, website.PageBroken)
		}
		if p.Outcome != "" {
			p.Person, p.Date = person, day
		}
		out = append(out, p)
	}
	return out, nil
}
