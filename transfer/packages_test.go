package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/store"
)

// stock is a workspace with n archival packages in two portions, their codes in no
// order, a later representation of the first, and an accession package.
func stock(t *testing.T, n int) (*store.Store, *Portions) {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "w.db"), store.Room{Name: Room, Migrations: Migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	portions := NewPortions(s, time.Now)
	var all []Package
	for _, id := range []string{"P1", "P2"} {
		if _, err := portions.Add(t.Context(), Portion{ID: id, Name: id, Path: id, Form: "zip"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		all = append(all, Package{PID: fmt.Sprintf("pid-%d", i), Portion: []string{"P1", "P2"}[i%2], Object: fmt.Sprintf("o%d", i),
			Kind: "aip", ReferenceCode: fmt.Sprintf("C%d", i*7%n), Path: fmt.Sprintf("a%d", i)})
	}
	all = append(all, Package{PID: "later", Portion: "P1", Object: "o0~1", Kind: "aip", ReferenceCode: "C0", Path: "b"},
		Package{PID: "acc", Portion: "P2", Object: "", Kind: "accession", ReferenceCode: "2026/1", Path: "c"})
	err = s.WithTx(t.Context(), func(tx *sql.Tx) error {
		if err := OrderPackages(t.Context(), tx, all); err != nil {
			return err
		}
		for _, p := range []string{"pid-0", "later", "acc"} {
			if err := PackageBuiltTx(t.Context(), tx, p, 1, p); err != nil {
				return err
			}
		}
		return SetPackage(t.Context(), tx, "acc", PackageConfirmed, "c.receipt")
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, portions
}

// One question for one fact: what is asked for is found, and nothing else.
func TestPackages_AreFoundByWhatTheyBear(t *testing.T) {
	_, s := stock(t, 6)
	pid := func(p Package, err error) string {
		if err != nil {
			return err.Error()
		}
		return p.PID
	}
	none := ErrNoPackage.Error()
	for _, c := range []struct{ what, got, want string }{
		{"id", pid(s.PackageByID(t.Context(), "pid-3")), "pid-3"},
		{"id of an accession package", pid(s.PackageByID(t.Context(), "acc")), "acc"},
		{"code is no id", pid(s.PackageByID(t.Context(), "C0")), none},
		{"named by id", pid(s.PackageNamed(t.Context(), "later")), "later"},
		{"named by code: the first", pid(s.PackageNamed(t.Context(), "C0")), "pid-0"},
		{"named by a code of an accession", pid(s.PackageNamed(t.Context(), "2026/1")), none},
		{"latest by code", pid(s.LatestPackage(t.Context(), "C0")), "later"},
		{"latest by id", pid(s.LatestPackage(t.Context(), "pid-0")), "pid-0"},
		{"ordered only", pid(s.LatestPackage(t.Context(), "pid-1")), none},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.what, c.got, c.want)
		}
	}
	if _, err := s.Packages(t.Context(), ""); err == nil {
		t.Error("a portion not named lists packages")
	}
	coded, err := s.PackagesCoded(t.Context(), "C0")
	if err != nil || len(coded) != 2 || coded[0].PID != "pid-0" || coded[1].PID != "later" {
		t.Errorf("coded: %v %v", coded, err)
	}
	some, err := s.PackagesByID(t.Context(), []string{"acc", "pid-2", "none", "acc"})
	if err != nil || len(some) != 2 || some["acc"].ReferenceCode != "2026/1" || some["pid-2"].Portion != "P1" {
		t.Errorf("by id: %v %v", some, err)
	}
	if some, err := s.PackagesByID(t.Context(), nil); err != nil || len(some) != 0 {
		t.Errorf("by no id: %v %v", some, err)
	}
	counts, err := s.CountPackages(t.Context(), "aip")
	if diff := cmp.Diff(map[PackageState]int{PackageOrdered: 5, PackageBuilt: 2}, counts); diff != "" || err != nil {
		t.Errorf("counts: %v %s", err, diff)
	}
}

// A walk over pages meets every package once, in the order of the codes, and may write
// on the way.
func TestEachPackage_MeetsAllOnceInOrder(t *testing.T) {
	const n = 2*packagePage + 3
	db, s := stock(t, n)
	seen, last := map[string]bool{}, ""
	for p, err := range s.EachPackage(t.Context(), "aip") {
		if err != nil {
			t.Fatal(err)
		}
		if seen[p.PID] || p.ReferenceCode < last || p.Kind != "aip" {
			t.Fatalf("%s (%s) after %s, met before: %v", p.PID, p.ReferenceCode, last, seen[p.PID])
		}
		seen[p.PID], last = true, p.ReferenceCode
		if len(seen) == 5 {
			if err := db.WithTx(t.Context(), func(tx *sql.Tx) error {
				return PackageBuiltTx(t.Context(), tx, p.PID, 1,
					p.PID)
			}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if len(seen) != n+1 {
		t.Errorf("met %d of %d", len(seen), n+1)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, err := range s.EachPackage(ctx, "aip") {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a walk that is stopped: %v", err)
		}
	}
}

// No question about packages reads the table from end to end.
func TestPackages_NoQuestionScans(t *testing.T) {
	db, _ := stock(t, 3)
	for _, q := range []string{ofPortion, byID, byIDOrCode, latestBuilt, byCode, byIDs, nextPage, countStates} {
		if !strings.HasPrefix(q, "SELECT") {
			q = "SELECT " + packageColumns + " FROM package " + q
		}
		args := make([]any, max(strings.Count(q, "?")-strings.Count(q, "?1"), min(1, strings.Count(q, "?1"))))
		for i := range args {
			args[i] = "1"
		}
		for _, step := range planOf(t, db, q, args) {
			if strings.HasPrefix(step, "SCAN package") {
				t.Errorf("%s\n%s", q, step)
			}
		}
	}
}

// No question about few of the objects of a portion walks all of them.
func TestObjects_NoQuestionWalks(t *testing.T) {
	db, _ := stock(t, 3)
	for q, args := range map[string][]any{hasOutline: {"1"}, outlineOf: {"1"}, lineageOf: {"1", "2"}, wholeFrom: {"1", "2", "case"},
		objectThere: {"1", "2"}} {
		for _, step := range planOf(t, db, q, args) {
			if strings.Contains(step, "USING PRIMARY KEY (portion_id=?)") || strings.HasPrefix(step, "SCAN o") {
				t.Errorf("%s\n%s", q, step)
			}
		}
	}
}

// planOf gives the steps in which SQLite answers a question.
func planOf(t *testing.T, db *store.Store, q string, args []any) (steps []string) {
	t.Helper()
	rows, err := db.Reader().QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+q, args...)
	if err != nil {
		t.Fatal(q, err)
	}
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil || len(steps) == 0 {
		t.Fatal(q, steps, err)
	}
	return steps
}
