package appraisal_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"pgregory.net/rapid"

	"laufzettel/app/store"
	"laufzettel/appraisal"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
)

// drawTree draws dossiers, cases and documents with delivered ratings of every sort.
func drawTree(rt *rapid.T) (roots []*record.Object, all []string) {
	n := 0
	var node func(kind record.Kind, depth int) *record.Object
	node = func(kind record.Kind, depth int) *record.Object {
		n++
		o := &record.Object{ID: fmt.Sprintf("o%d", n), Kind: kind}
		o.Rating = rapid.SampledFrom([]record.Rating{"", "", record.RatingAppraise, record.RatingArchive, record.RatingDestroy}).Draw(rt,
			"rating")
		o.Origin = rapid.SampledFrom([]record.Origin{record.OriginMessage, record.OriginCatalogue, ""}).Draw(rt, "origin")
		o.ContextOnly = rapid.IntRange(0, 9).Draw(rt, "context") == 0
		if rapid.IntRange(0, 9).Draw(rt, "free") == 0 {
			o.RatingFree = "?"
		}
		all = append(all, o.ID)
		for range rapid.IntRange(0, 3).Draw(rt, "children") {
			if depth == 0 || kind == record.Document {
				break
			}
			below := record.Document
			if kind == record.Dossier {
				below = rapid.SampledFrom([]record.Kind{record.Dossier, record.Case, record.Document}).Draw(rt, "kind")
			}
			o.Add(node(below, depth-1))
		}
		return o
	}
	for range rapid.IntRange(1, 3).Draw(rt, "roots") {
		roots = append(roots, node(rapid.SampledFrom([]record.Kind{record.Dossier, record.Case}).Draw(rt, "root"), 3))
	}
	return roots, all
}

func openBook(t *testing.T) (*store.Store, *appraisal.Book) {
	t.Helper()
	s, err := store.Open(context.Background(), filepath.Join(t.TempDir(), "w.db"),
		store.Room{Name: appraisal.Room, Migrations: appraisal.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, appraisal.NewBook(s, func() time.Time { return clock })
}

// Whatever is decided, undone, redone, released, taken over from others or ended by an
// error: the number kept is the number counted off the tree.
func TestOpen_IsWhatTheTreeCounts(t *testing.T) {
	db, b := openBook(t)
	run := 0
	rapid.Check(t, func(rt *rapid.T) {
		run++
		portion := fmt.Sprintf("P%d", run)
		roots, all := drawTree(rt)
		object := rapid.SampledFrom(all)
		rating := rapid.SampledFrom([]record.Rating{record.RatingArchive, record.RatingDestroy, record.RatingAppraise})
		ctx := t.Context()
		broken := errors.New("the act fails")
		act := func() error {
			id, r := object.Draw(rt, "object"), rating.Draw(rt, "to")
			switch rapid.IntRange(0, 5).Draw(rt, "act") {
			case 0:
				return b.Set(ctx, portion, []string{id}, r, "", "A", nil)
			case 1:
				other := object.Draw(rt, "other")
				if other == id {
					return nil
				}
				return b.Set(ctx, portion, []string{id, other}, r, "", "A", func(*sql.Tx, []string) error {
					return rapid.SampledFrom([]error{nil, broken}).Draw(rt, "end")
				})
			case 2:
				_, err := b.Undo(ctx, portion, "A", nil)
				return err
			case 3:
				_, err := b.Redo(ctx, portion, "A", nil)
				return err
			case 4:
				return b.Release(ctx, portion, []string{id}, "B", false, nil)
			default:
				if r == record.RatingAppraise {
					r = record.RatingOpen
				}
				return db.WithTx(ctx, func(tx *sql.Tx) error {
					return b.AdoptTx(ctx, tx, appraisal.Decision{Portion: portion, Object: id, Rating: r, Actor: "C", At: clock})
				})
			}
		}
		keepAfter := rapid.IntRange(0, 5).Draw(rt, "kept after")
		for i := range 15 {
			if i == keepAfter {
				if err := db.WithTx(ctx, func(tx *sql.Tx) error {
					_, err := b.KeepOpenTx(ctx, tx, portion, "t", roots)
					return err
				}); err != nil {
					rt.Fatal(err)
				}
			}
			if err := act(); err != nil && !errors.Is(err, broken) && failure.KindOf(err) != failure.Refused {
				rt.Fatal(err)
			}
			got, kept, err := b.Open(ctx, portion, "t")
			if err != nil || kept != (i >= keepAfter) {
				rt.Fatal(i, keepAfter, kept, err)
			}
			if !kept {
				continue
			}
			ds, err := b.Decisions(ctx, portion)
			if err != nil {
				rt.Fatal(err)
			}
			if p := appraisal.Count(roots, appraisal.Effective(roots, ds)); got != (appraisal.Open{Total: p.Total, Open: p.Open}) {
				rt.Fatalf("kept %+v, the tree counts %+v", got, p)
			}
		}
	})
}

// What is kept belongs to one tree; two units of one id are counted and not kept.
func TestOpen_KeptForOneTree(t *testing.T) {
	db, b := openBook(t)
	keep := func(tree string, roots []*record.Object) (out appraisal.Open) {
		t.Helper()
		err := db.WithTx(t.Context(), func(tx *sql.Tx) (err error) {
			out, err = b.KeepOpenTx(t.Context(), tx, "P1", tree, roots)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	kept := func(tree string) bool {
		t.Helper()
		_, ok, err := b.Open(t.Context(), "P1", tree)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	if got := keep("a", tree()); got != (appraisal.Open{Total: 2, Open: 1}) || !kept("a") || kept("b") {
		t.Errorf("kept %+v for a: %v, for b: %v", got, kept("a"), kept("b"))
	}
	twice := append(tree(), tree()...)
	if got := keep("b", twice); got != (appraisal.Open{Total: 4, Open: 2}) || kept("a") || kept("b") {
		t.Errorf("one id twice: %+v, kept %v", got, kept("b"))
	}
	keep("c", tree())
	if err := db.WithTx(t.Context(), func(tx *sql.Tx) error { return appraisal.ForgetOpenTx(t.Context(), tx, "P1") }); err != nil ||
		kept("c") {
		t.Errorf("forgotten: %v, kept %v", err, kept("c"))
	}
}
