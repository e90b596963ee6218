package people_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/store"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
)

var clock = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

// The whole table of rights, role by role: a change of a right is a change here.
func TestRights_EveryRoleAndAction(t *testing.T) {
	may := map[people.Role]string{
		people.Clerk:         "look prepare check send",
		people.Archivist:     "look prepare inspect receive check decide appraise package send write book clear destroy close lend use review profile",
		people.Second:        "look inspect release review",
		people.ReadingRoom:   "look use review",
		people.Administrator: "look tools keys people",
	}
	for _, role := range people.Roles {
		allowed := " " + may[role] + " "
		for _, a := range people.Actions() {
			want := strings.Contains(allowed, " "+string(a)+" ")
			if got := people.May([]people.Role{role}, a); got != want {
				t.Errorf("%s may %s: %v, want %v", role, a, got, want)
			}
			if a.German() == string(a) || len(people.Allowed(a)) == 0 {
				t.Errorf("action %s has no words or nobody who may", a)
			}
		}
		if people.May(nil, people.Look) || people.May([]people.Role{role}, "nonsense") {
			t.Errorf("%s: no role or an unknown action was allowed", role)
		}
	}
	// F10: the administrator sets tools but neither starts nor processes.
	for _, a := range []people.Action{people.Receive, people.Check, people.Decide, people.Appraise, people.Package, people.Destroy} {
		if people.May([]people.Role{people.Administrator}, a) {
			t.Errorf("the administrator may %s", a)
		}
	}
}

func open(t *testing.T) (*store.Store, *people.Register) {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "w.db"), store.Room{Name: people.Room, Migrations: people.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, people.NewRegister(s, func() time.Time { return clock })
}

func TestRegister_EntersChangesAndKeeps(t *testing.T) {
	s, r := open(t)
	ctx := t.Context()
	tx := func(fn func(context.Context, *sql.Tx) error) error {
		return s.WithTx(ctx, func(tx *sql.Tx) error { return fn(ctx, tx) })
	}
	enter := func(p people.Person) error {
		return tx(func(ctx context.Context, tx *sql.Tx) error { _, err := r.EnterTx(ctx, tx, p); return err })
	}
	if err := enter(people.Person{Name: " M.  Ahrens ", Roles: []people.Role{people.Administrator}}); err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]people.Person{
		"taken in other letters": {Name: "m. ahrens", Roles: []people.Role{people.Clerk}},
		"without a name":         {Name: " ", Roles: []people.Role{people.Clerk}},
		"without a role":         {Name: "J. Beyer"},
		"with a role unknown":    {Name: "J. Beyer", Roles: []people.Role{"chief"}},
	} {
		if err := enter(p); failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: %v, want refused", name, err)
		}
	}
	p, err := r.Find(ctx, "M. AHRENS")
	if err != nil || p.Name != "M. Ahrens" || !p.Active {
		t.Fatalf("found %+v, %v", p, err)
	}
	p.Roles = []people.Role{people.Archivist}
	if err := tx(func(ctx context.Context, tx *sql.Tx) error { return people.SetTx(ctx, tx, p) }); failure.KindOf(err) != failure.Refused {
		t.Errorf("the last administrator could be taken away: %v", err)
	}
	for _, id := range []string{"KEY1", "KEY2"} {
		if err := tx(func(ctx context.Context, tx *sql.Tx) error {
			return r.AddKeyTx(ctx, tx, p.ID, people.Key{ID: id, Public: id, Place: "file"})
		}); err != nil {
			t.Fatal(err)
		}
	}
	p, err = r.Find(ctx, p.ID)
	if k, ok := p.Current(); err != nil || !ok || k.ID != "KEY2" || len(p.Keys) != 2 || p.Keys[0].Ended.IsZero() {
		t.Errorf("keys %+v, %v; want KEY2 in use and KEY1 ended", p.Keys, err)
	}
	// One key under two names is refused, a former one too, by id and by public part.
	var other people.Person
	if err := tx(func(ctx context.Context, tx *sql.Tx) (err error) {
		other, err = r.EnterTx(ctx, tx, people.Person{Name: "Z. Zweit", Roles: []people.Role{people.Second}})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, k := range []people.Key{{ID: "KEY2", Public: "KEY2"}, {ID: "KEY1", Public: "KEY1"}, {ID: "KEY9", Public: "KEY2"}} {
		k.Place = "file"
		err := tx(func(ctx context.Context, tx *sql.Tx) error { return r.AddKeyTx(ctx, tx, other.ID, k) })
		if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "schon der von "+p.Name) {
			t.Errorf("key %+v under a second name: %v (%s), want refused", k, err, failure.HintOf(err).In("de"))
		}
	}
	if _, err := r.Find(ctx, "Niemand"); !errors.Is(err, people.ErrUnknown) {
		t.Errorf("unknown name gave %v", err)
	}
}

// Who needs a second person and has none cannot enter themselves again under a name that
// only looks like another one; the name is found however it is typed.
func TestRegister_ANameIsOnePerson(t *testing.T) {
	s, r := open(t)
	enter := func(name string) error {
		return s.WithTx(t.Context(), func(tx *sql.Tx) error {
			_, err := r.EnterTx(t.Context(), tx, people.Person{Name: name, Roles: []people.Role{people.Administrator}})
			return err
		})
	}
	for _, name := range []string{"J. Mu\u0308ller", "M. Coco", "J. Möller"} {
		if err := enter(name); err != nil {
			t.Fatal(err)
		}
	}
	for what, name := range map[string]string{
		"composed": "J. Müller", "in capitals": "J. MÜLLER", "without a blank": "J.Müller", "with a dot more": "J. Müller.",
		"wide": "Ｊ. Ｍüller", "a sign nobody sees": "J. Mül\u200bler", "a soft hyphen": "J. Mül\u00adler",
		"turned": "\u202eJ. Müller", "Russian between Latin": "J. Мüller", "all Russian": "М. Сосо",
		"bold": "𝐌. 𝐂𝐨𝐜𝐨", "joined letters": "J. ﬁscher",
	} {
		if err := enter(name); failure.KindOf(err) != failure.Refused || failure.HintOf(err).In("de") == "" {
			t.Errorf("%s: %v, want refused", what, err)
		}
	}
	for _, typed := range []string{"J. Müller", "j.mu\u0308ller", "J Müller"} {
		if p, err := r.Find(t.Context(), typed); err != nil || p.Name != "J. Müller" {
			t.Errorf("%q finds %q, %v", typed, p.Name, err)
		}
	}
	if p, err := r.Find(t.Context(), "J. M\u0308ller"); err == nil {
		t.Errorf("what may be two persons is %q", p.Name)
	}
}
