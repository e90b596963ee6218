package outbox

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/sync/loan"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// How the register tells the end of a borrowed copy.
const (
	loanCleared = "zurückgegeben, gelöscht und nachgeprüft"
	readCleared = "zu Ende gelesen, gelöscht und nachgeprüft"
)

// Borrowed lists the copies this workspace has of what belongs to others, also
// those that are gone: portions taken out of the archive and packages fetched to
// be read (G13, G17). A copy given a file of its own outside the workspace ends on
// the word of a person (CopyGone).
func (ob *Outbox) Borrowed(ctx context.Context) ([]copies.Copy, error) {
	all, err := copies.Of(ctx, ob.Office.Store, "")
	if err != nil {
		return nil, err
	}
	loans, err := ob.Loans.List(ctx)
	if err != nil {
		return nil, err
	}
	taken := map[string]bool{}
	for _, l := range loans {
		taken[l.Portion] = l.Side == loan.Taken
	}
	out := []copies.Copy{}
	for _, c := range all {
		if c.Portion == "" || taken[c.Portion] && c.Kind == copies.Import {
			out = append(out, c)
		}
	}
	return out, nil
}

// borrowTx enters a borrowed copy; one that is entered already stays.
func (ob *Outbox) borrowTx(ctx context.Context, tx *sql.Tx, c copies.Copy) error {
	c.Made, c.Holder = ob.Office.Now(), ob.Office.Actor()
	return copies.AddTx(ctx, tx, c)
}

// noteFetched enters a package that was fetched to be read: inside the workspace as
// a use copy that ends with the reading, elsewhere as one given out.
func (ob *Outbox) noteFetched(ctx context.Context, name string) error {
	info, err := os.Stat(name)
	if err != nil {
		return office.Disk("look for fetched package", err)
	}
	c := copies.Copy{Kind: copies.Export, Place: name, Bytes: info.Size()}
	if abs, err := filepath.Abs(name); err == nil {
		c.Place = abs
	}
	if rel, err := filepath.Rel(ob.Office.Path(office.DirFetched), c.Place); err == nil && !strings.HasPrefix(rel, "..") {
		c.Kind, c.Place = copies.Use, path.Join(office.DirFetched, filepath.ToSlash(rel))
	}
	return ob.Office.Store.WithTx(ctx, func(tx *sql.Tx) error { return ob.borrowTx(ctx, tx, c) })
}

// removeBorrowed removes a borrowed copy and looks again that it is gone; error:
// Setup where a program still holds it.
func (ob *Outbox) removeBorrowed(places ...string) error {
	for _, place := range places {
		name := ob.Office.Path(place)
		if err := os.RemoveAll(name); err != nil {
			return failure.Wrap(failure.Setup, "remove borrowed copy", wording.Say("hint.outbox.copy-not-deleted"), err)
		}
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			return failure.Wrap(failure.Setup, "remove borrowed copy", wording.Say("hint.outbox.copy-still-there"),
				errors.Join(err, errors.New(place)))
		}
	}
	return nil
}

// returnedTx notes that a borrowed copy is gone, in the register and in the log.
func (ob *Outbox) returnedTx(ctx context.Context, tx *sql.Tx, c copies.Copy, how string) error {
	all, err := copies.Of(ctx, ob.Office.Store, "")
	if err != nil {
		return err
	}
	n := 0
	for _, have := range all {
		if have.Place != c.Place || have.Kind != c.Kind || !have.Gone.IsZero() {
			continue
		}
		n++
		if err := copies.GoneTx(ctx, tx, have.ID, ob.Office.Now(), how, ob.Office.Actor()); err != nil {
			return err
		}
	}
	return ob.Log.Entry(ctx, ob.Office.Event(events.Noted, cmp.Or(c.Portion, path.Base(c.Place)), "", "copy-gone",
		map[string]string{"kind": string(c.Kind), "copies": fmt.Sprint(n)}))(tx)
}

// loanPlaces are where the bytes of a portion taken out lie: what was delivered,
// what an interrupted fetch left, and what caches hold of it.
func (ob *Outbox) loanPlaces(ctx context.Context, l loan.Loan) ([]string, error) {
	out := []string{path.Join(office.DirInbox, l.Portion), path.Join(office.DirSpool, "arbeit-"+l.Work+".tar")}
	p, err := ob.Portions.Get(ctx, l.Portion)
	if err != nil {
		return nil, err
	}
	return append(out, ob.Copies.CachesOf(p)...), nil
}
