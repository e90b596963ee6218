package access_test

import (
	"database/sql"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/store"
	"laufzettel/transfer/failure"
	"laufzettel/viewer/access"
)

var update = flag.Bool("update", false, "write docs/schutzfristen.md")

func day(s string) time.Time {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		panic(err)
	}
	return t
}

func TestPeriod(t *testing.T) {
	law := access.Laws()[0]
	for name, tt := range map[string]struct {
		facts access.Facts
		want  string // last closed day, "open", "endless" or "refused"
		basis string
	}{
		"general":            {access.Facts{End: "1990-05-17"}, "2020-12-31", "Abs. 1"},
		"general, year only": {access.Facts{End: "1990"}, "2020-12-31", "Abs. 1"},
		"secrecy is longer":  {access.Facts{End: "1990", Secret: true}, "2050-12-31", "Abs. 3"},
		"death known": {access.Facts{End: "1990", Personal: true, Died: "2015-03-02", Born: "1920"}, "2025-03-02",
			"nach dem Tod"},
		"death long ago, general":     {access.Facts{End: "1990", Personal: true, Died: "1991"}, "2020-12-31", "Abs. 1"},
		"birth known":                 {access.Facts{End: "1990", Personal: true, Born: "1955-02-28"}, "2055-02-28", "nach der Geburt"},
		"nothing known of the person": {access.Facts{End: "1990", Personal: true}, "2050-12-31", "Daten unbekannt"},
		"published":                   {access.Facts{End: "2025", Published: true, Secret: true}, "open", "Veröffentlichung"},
		"no end of the Laufzeit":      {access.Facts{}, "endless", "unbekannt"},
		"no date":                     {access.Facts{End: "gestern"}, "refused", ""},
		"no day":                      {access.Facts{End: "1990-02-31"}, "refused", ""},
	} {
		p, err := law.Period(tt.facts)
		got := p.Until.Format(time.DateOnly)
		switch {
		case failure.KindOf(err) == failure.Refused && err != nil:
			got = "refused"
		case err != nil:
			t.Fatal(err)
		case p.Open:
			got = "open"
		case p.Until.IsZero():
			got = "endless"
		}
		if got != tt.want || !strings.Contains(p.Basis, tt.basis) {
			t.Errorf("%s: %s (%s), want %s (%s)", name, got, p.Basis, tt.want, tt.basis)
		}
	}
}

func TestReadLaw(t *testing.T) {
	if l, err := access.ReadLaw(
		strings.NewReader(`{"id":"muster","name":"Archivsatzung","general":20,"generalBasis":"§ 1"}`)); err != nil || l.General != 20 {
		t.Errorf("%+v, %v", l, err)
	}
	for _, bad := range []string{``, `[]`, `{"id":"x"}`, `{"id":"x","name":"y","general":900}`, `{"id":"x","name":"y","jahre":3}`} {
		if _, err := access.ReadLaw(strings.NewReader(bad)); failure.KindOf(err) != failure.Refused || !failure.Explained(err) {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestStore(t *testing.T) {
	ctx := t.Context()
	db, err := store.Open(ctx, filepath.Join(t.TempDir(), "x.db"), store.Room{Name: access.Room, Migrations: access.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	s := access.NewStore(db)
	do := func(fn func(*sql.Tx) error) error { return db.WithTx(ctx, fn) }
	if d, err := s.Decision(ctx, "p"); d != nil || err != nil {
		t.Errorf("decision nobody made: %v, %v", d, err)
	}
	want := access.Decision{PID: "p", Law: "bund", Facts: access.Facts{End: "1990", Description: true},
		Period: access.Period{Until: day("2020-12-31"), Basis: "§"}, Person: "M. Ahrens", At: day("2026-11-21")}
	if err := do(func(tx *sql.Tx) error { return s.Decide(tx, want) }); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Decision(ctx, "p"); err != nil || *got != want {
		t.Errorf("got %+v, %v", got, err)
	}
	grant := access.Grant{PID: "p", Application: "2026-318", Rights: []access.Right{access.Read, access.Copy}, Person: "M. Ahrens",
		At: day("2026-11-21"), Until: day("2026-12-01")}
	if err := do(func(tx *sql.Tx) error { return s.Note(tx, grant) }); err != nil {
		t.Fatal(err)
	}
	if err := do(func(tx *sql.Tx) error { return s.Note(tx, access.Grant{PID: "p", Application: " "}) }); failure.KindOf(
		err) != failure.Refused {
		t.Errorf("grant without an application: %v", err)
	}
	count := func(on, application string) int {
		list, err := s.InForce(ctx, day(on), application)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	if count("2026-12-01", "") != 1 || count("2026-12-02", "") != 0 || count("2026-11-21", "2026-318") != 1 ||
		count("2026-11-21", "2026-319") != 0 {
		t.Error("a grant does not hold on its days and for its application alone")
	}
	if !grant.Allows(access.Copy) || grant.Allows(access.Print) {
		t.Error("rights are mixed up")
	}
	if err := do(func(tx *sql.Tx) error { n, err := s.Revoke(tx, "2026-318", "", day("2026-11-22")); _ = n; return err }); err != nil ||
		count("2026-11-22", "") != 0 {
		t.Errorf("a revoked grant holds: %v", err)
	}
	law := access.Law{ID: "bund", Name: "Eigene Fassung", General: 10}
	if err := do(func(tx *sql.Tx) error { return s.PutLaw(tx, law) }); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Law(ctx, "bund"); err != nil || got != law {
		t.Errorf("law %+v, %v", got, err)
	}
	if _, err := s.Law(ctx, "mars"); failure.KindOf(err) != failure.Refused {
		t.Errorf("unknown law: %v", err)
	}
	if _, err := access.ParseRights("read,fax"); failure.KindOf(err) != failure.Refused {
		t.Errorf("unknown right: %v", err)
	}
}

// docs/schutzfristen.md names every period of every table with the section it stands
// in, and says what nobody has compared with the law in force.
func TestDoc(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Schutzfristen\n\nDie Tabellen der Archivgesetze, die mit dem Programm kommen (`viewer/access`; erzeugt mit `go test ./viewer/access -update`). Sie sind aus Abschriften der Gesetze\n" +
		"gelesen und **vom Archiv zu prüfen**: Das Programm sagt das im Fenster und auf der Kommandozeile, bis jemand den Vergleich mit dem geltenden Text vermerkt\n" +
		"(`closure laws --checked TABELLE`) oder eine eigene Tabelle aufnimmt (`closure laws --take DATEI.json`). Es gilt immer die längste Frist, die zutrifft.\n")
	for _, l := range access.Laws() {
		if l.Checked != "" || l.Source == "" {
			t.Errorf("%s: checked %q, source %q", l.ID, l.Checked, l.Source)
		}
		fmt.Fprintf(&b, "\n## %s (`%s`)\n\nFassung: %s. Stand: vom Archiv zu prüfen.\n\n| Fall | Jahre | Fundstelle |\n|---|---|---|\n",
			l.Name, l.ID, l.Source)
		for _, r := range l.Rows() {
			basis, years := r.Basis, fmt.Sprint(r.Years)
			if r.Years == 0 {
				years = "keine"
			} else if !strings.HasPrefix(basis, "§ ") {
				t.Errorf("%s, %s: no section", l.ID, r.What)
			}
			if basis == "" {
				basis = "vom Archiv nachzutragen"
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", r.What, years, basis)
		}
	}
	const name = "../../docs/schutzfristen.md"
	if *update {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if raw, err := os.ReadFile(name); err != nil || string(raw) != b.String() {
		t.Errorf("%s does not fit the tables; run go test ./viewer/access -update (%v)", name, err)
	}
}
