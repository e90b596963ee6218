package accession

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"laufzettel/transfer/procedure"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/office"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
)

// Obstacles names in German what stands against the clearance of an accession
// for deletion at the source (A19): a package without verified receipt, an open
// appraisal, a portion not decided. Empty means it may be cleared.
func (cl *Ending) Obstacles(ctx context.Context, accession string) ([]string, error) {
	out, err := cl.unarchived(ctx, accession)
	if err != nil {
		return nil, err
	}
	missing, err := cl.Books.unconfirmed(ctx, accession)
	return append(out, missing...), err
}

// unarchived names what of an accession is not archived and proven yet.
func (cl *Ending) unarchived(ctx context.Context, accession string) ([]string, error) {
	portions, err := cl.Portions.OfAccession(ctx, accession)
	if err != nil {
		return nil, err
	}
	var out []string
	archived := 0
	for _, p := range portions {
		if p.State == transfer.Returned || p.State == transfer.Discarded || p.Message() == procedure.Offer {
			continue
		}
		if !p.State.Decided() {
			out = append(out, wording.Kept("clear.undecided", p.ID, p.State.German()))
			continue
		}
		a, err := cl.Desk.Outlined(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		if a.Progress.Open > 0 {
			out = append(out, wording.Kept("clear.open", p.ID, a.Progress.Open))
		}
		packages, err := cl.Portions.Packages(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, cl.unproven(ctx, p, packages)...)
		archived += len(packages)
	}
	if archived == 0 && len(out) == 0 {
		out = append(out, wording.Kept("clear.nothing"))
	}
	return out, nil
}

// unproven names packages whose receipt is missing or does not verify now.
func (cl *Ending) unproven(ctx context.Context, p transfer.Portion, packages []transfer.Package) []string {
	if len(packages) == 0 {
		return []string{wording.Kept("clear.unpackaged", p.ID)}
	}
	var out []string
	hasAccession := false
	for _, pkg := range packages {
		hasAccession = hasAccession || pkg.Kind == aip.KindAccession
		if pkg.State != transfer.PackageConfirmed {
			out = append(out, wording.Kept("clear.no-receipt", p.ID, pkg.ReferenceCode))
			continue
		}
		if v, err := cl.Outbox.VerifyReceipt(ctx, cl.Office.Path(pkg.Receipt)); err != nil || !v.OK() || !confirms(v.Receipt, pkg) {
			out = append(out, wording.Kept("clear.bad-receipt", p.ID, pkg.ReferenceCode))
		}
	}
	if !hasAccession {
		out = append(out, wording.Kept("clear.no-accession-package", p.ID))
	}
	return out
}

// confirms says whether a receipt is that of a package: it names its file and digest.
func confirms(r receipt.Receipt, pkg transfer.Package) bool {
	return slices.ContainsFunc(r.Uploads, func(u receipt.Upload) bool {
		return u.SHA512 == pkg.SHA512 && u.Name == aip.FolderName(pkg.PID)+".tar"
	})
}

// uphold holds an accession and all its portions against the signed statements.
func (cl *Ending) uphold(ctx context.Context, op, accession string) error {
	portions, err := cl.Portions.OfAccession(ctx, accession)
	if err != nil {
		return err
	}
	if len(portions) == 0 {
		return cl.Office.Witness.Uphold(ctx, op, office.Concerned{Accessions: []string{accession}})
	}
	return cl.Desk.Uphold(ctx, op, portions...)
}

// Clear clears an accession for deletion at the source: an act of its own by a
// named person, refused while an obstacle stands (A19). It writes the letter.
func (cl *Ending) Clear(ctx context.Context, id string) ([]string, error) {
	person, err := cl.Office.MustPerson(people.Clear, "clear accession")
	if err != nil {
		return nil, err
	}
	acc, err := cl.Portions.Accession(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := cl.uphold(ctx, "clear "+acc.ID, acc.ID); err != nil {
		return nil, err
	}
	obstacles, err := cl.Obstacles(ctx, acc.ID)
	if err != nil {
		return nil, err
	}
	if len(obstacles) > 0 {
		return nil, failure.New(failure.Refused, "clear "+acc.ID,
			wording.Say("hint.accession.clearance-not-possible", wording.EachRecognised("clear.", obstacles)))
	}
	portions, err := cl.Portions.OfAccession(ctx, acc.ID)
	if err != nil {
		return nil, err
	}
	var letters []transfer.Letter
	var names []string
	for _, p := range portions {
		if p.State != transfer.Confirmed && p.State != transfer.Closed {
			continue
		}
		l, err := cl.clearanceLetter(ctx, p, person)
		if err != nil {
			return nil, err
		}
		letters, names = append(letters, l), append(names, cl.Office.Path(l.Path))
	}
	if acc.State == transfer.InWork {
		if err := cl.Portions.MoveAccession(ctx, acc.ID, transfer.Archived, "", nil); err != nil {
			return nil, err
		}
	}
	e := cl.Office.Event(events.Cleared, acc.ID, "", "ok", map[string]string{"person": person})
	return names, cl.Portions.MoveAccession(ctx, acc.ID, transfer.Cleared, person, func(tx *sql.Tx) error {
		for _, l := range letters {
			if err := transfer.AddLetter(ctx, tx, l); err != nil {
				return err
			}
		}
		if err := cl.Books.actTx(ctx, tx, transfer.Act{Accession: acc.ID, Kind: transfer.ActClearance, Person: person,
			Letter: letterPaths(letters)}); err != nil {
			return err
		}
		return cl.Log.Entry(ctx, e)(tx)
	})
}

func (cl *Ending) clearanceLetter(ctx context.Context, p transfer.Portion, person string) (transfer.Letter, error) {
	m, err := cl.Papers.Meta(ctx, p, cl.Office.Now())
	if err != nil {
		return transfer.Letter{}, err
	}
	a, err := cl.Desk.Outlined(ctx, p.ID)
	if err != nil {
		return transfer.Letter{}, err
	}
	c := report.Clearance{Meta: m, ClearedBy: person, Cleared: cl.Office.Now()}
	if c.Destroyed, err = cl.lost(ctx, a); err != nil {
		return transfer.Letter{}, err
	}
	if c.Archived, err = cl.archived(ctx, a); err != nil {
		return transfer.Letter{}, err
	}
	err = events.Each(ctx, cl.Office.Store, p.ID, func(e events.Event) bool {
		if e.Type == events.Confirmed {
			c.Confirmations = append(c.Confirmations, report.Step{Time: e.At, Title: stepTitles[e.Type], Outcome: outcomeWords(e),
				Agent: e.Actor, Detail: e.Object})
		}
		return true
	})
	if err != nil {
		return transfer.Letter{}, err
	}
	return cl.Papers.WritePaper(p.ID, office.LetterClearance, "loeschfreigabe", report.ClearanceLetter(c), true)
}

// Destroy carries out the destruction of the released objects of a portion: only
// after ingest, by an order to destroy that two persons have signed (MakeOrder), logged
// with ids (A17, G10). It removes the
// delivered copy from the workspace, whose archived part lies in confirmed
// packages, the versions delivered before, and every trace of the destroyed objects
// except id, count and basis. An order given again ends a removal of traces that
// was cut short (Transient while another window reads the database).
func (cl *Ending) Destroy(ctx context.Context, id, basis string, confirmed bool) (int, error) {
	person, err := cl.Office.MustPerson(people.Destroy, "destroy")
	if err != nil {
		return 0, err
	}
	d, err := cl.mayDestroy(ctx, id)
	if err != nil {
		return 0, err
	}
	if strings.TrimSpace(basis) == "" || !confirmed {
		return 0, failure.New(failure.Refused, "destroy in "+id, wording.Say("hint.accession.destruction-needs-basis"))
	}
	if len(d.gone) == 0 {
		if pending, err := cl.ScrubPending(); err != nil || slices.Contains(pending, id) {
			return 0, errors.Join(err, cl.scrubNow(ctx, 0, id))
		}
		return 0, failure.New(failure.Refused, "destroy in "+id, wording.Say("hint.accession.portion-nothing-to-destroy"))
	}
	o, err := cl.upheldOrder(ctx, d, basis)
	if err != nil {
		return 0, err
	}
	for i := range d.gone {
		d.gone[i].Basis = basis
	}
	if err := cl.destroy(ctx, d, o, person, basis); err != nil {
		return 0, err
	}
	return len(d.gone), cl.scrubNow(ctx, len(d.gone), id)
}

// Doomed counts the Vorgänge of a portion that may be destroyed now and are not yet:
// released, or decided where one person works alone, after the receipts (A17). A
// destruction whose traces are not all removed counts as one.
func (cl *Ending) Doomed(ctx context.Context, id string) (int, error) {
	p, err := cl.Portions.Get(ctx, id)
	if err != nil || p.State != transfer.Confirmed && p.State != transfer.Closed {
		return 0, err
	}
	a, err := cl.Desk.Outlined(ctx, id)
	if err != nil || a.Progress.Destroy == 0 {
		return 0, err
	}
	gone, err := cl.undestroyed(ctx, id, appraise.Destroyed(a))
	if err != nil || len(gone) > 0 {
		return len(gone), err
	}
	pending, err := cl.ScrubPending()
	if slices.Contains(pending, id) {
		return 1, err
	}
	return 0, err
}

// DoomedOf counts what may be destroyed now over all portions of an accession.
func (cl *Ending) DoomedOf(ctx context.Context, accession string) (int, error) {
	portions, err := cl.Portions.OfAccession(ctx, accession)
	if err != nil {
		return 0, err
	}
	all := 0
	for _, p := range portions {
		n, err := cl.Doomed(ctx, p.ID)
		if err != nil {
			return all, err
		}
		all += n
	}
	return all, nil
}

// DestroyOf carries out the destruction in every portion of an accession, by id or
// number, that holds something to destroy, one portion after the other as Destroy does,
// and counts the objects. On an error what was destroyed before it stays destroyed, and
// the count says so. Errors: Refused where nothing may be destroyed, and as Destroy.
func (cl *Ending) DestroyOf(ctx context.Context, accession, basis string, confirmed bool) (int, error) {
	if _, err := cl.Office.MustPerson(people.Destroy, "destroy"); err != nil {
		return 0, err
	}
	a, err := cl.Portions.Accession(ctx, accession)
	if err != nil {
		return 0, err
	}
	portions, err := cl.Portions.OfAccession(ctx, a.ID)
	if err != nil {
		return 0, err
	}
	all, found := 0, false
	for _, p := range portions {
		n, err := cl.Doomed(ctx, p.ID)
		if err != nil {
			return all, err
		}
		if n == 0 {
			continue
		}
		found = true
		if n, err = cl.Destroy(ctx, p.ID, basis, confirmed); err != nil {
			return all, err
		}
		all += n
	}
	if !found {
		return 0, failure.New(failure.Refused, "destroy in "+a.ID, wording.Say("hint.accession.nothing-to-destroy"))
	}
	return all, nil
}

// undestroyed leaves out what an earlier order has destroyed already: its list
// and its log entries stay as they are.
func (cl *Ending) undestroyed(ctx context.Context, id string, all []report.Destroyed) ([]report.Destroyed, error) {
	done := map[string]bool{}
	err := events.Each(ctx, cl.Office.Store, id, func(e events.Event) bool {
		if e.Type == events.Destroyed {
			done[e.Object] = true
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(d report.Destroyed) bool { return done[d.ID] }), nil
}

func (cl *Ending) unprovenOf(ctx context.Context, p transfer.Portion) []string {
	packages, err := cl.Portions.Packages(ctx, p.ID)
	if err != nil {
		return []string{err.Error()}
	}
	return cl.unproven(ctx, p, packages)
}

// destroy writes the order first, then removes, then scrubs: a kill in between
// leaves the order in the log and a second run ends the work.
func (cl *Ending) destroy(ctx context.Context, d doomed, o OrderState, person, basis string) error {
	p, gone := d.portion, d.gone
	m, err := cl.Desk.JudgeMeta(ctx, p)
	if err != nil {
		return err
	}
	list := report.Destruction{Meta: m, Objects: gone, Done: cl.Office.Now(), DoneBy: person, Notes: append(o.Says, o.Keys...)}
	l, err := cl.Papers.WritePaper(p.ID, office.LetterDestruction, "kassationsliste", report.DestructionList(list), true)
	if err != nil {
		return err
	}
	if err := cl.Desk.Beneath(l, ".csv", func(f io.Writer) error { return report.WriteDestructionCSV(f, list) }); err != nil {
		return err
	}
	deliveries, err := cl.forgettings(ctx, p)
	if err != nil {
		return err
	}
	t, err := tracesOf(ctx, cl, d.appraisal)
	if err != nil {
		return err
	}
	if err := cl.Desk.Uphold(ctx, "destroy in "+p.ID, p); err != nil { // once more, next to the deed
		return err
	}
	if err := cl.noteScrub(p.ID); err != nil {
		return err
	}
	cl.Office.Point("destroy.noted")
	for _, d := range deliveries {
		if err := cl.removeDelivered(ctx, d.portion); err != nil {
			return err
		}
	}
	trimmed, err := trimLetters(ctx, cl, d.appraisal, t, deliveries)
	if err != nil {
		return err
	}
	err = cl.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := transfer.AddLetter(ctx, tx, l); err != nil {
			return err
		}
		if err := trimmed(tx); err != nil {
			return err
		}
		if err := cl.forget(ctx, tx, gone, deliveries, t); err != nil {
			return err
		}
		for _, g := range gone {
			e := cl.Office.Event(events.Destroyed, p.ID, g.ID, "ok",
				map[string]string{"basis": basis, "person": person, "files": fmt.Sprint(g.Files), "order": o.ID})
			if err := cl.Log.Entry(ctx, e)(tx); err != nil {
				return err
			}
		}
		return nil
	})
	cl.Office.Point("destroy.scrub")
	return err
}

// forget removes in tx what speaks of destroyed objects: in the portion and the
// versions before it, and the agency's remarks (G13).
func (cl *Ending) forget(ctx context.Context, tx *sql.Tx, gone []report.Destroyed, deliveries []forgetting, t traces) error {
	ids := make([]string, len(gone))
	for i, d := range gone {
		ids[i] = d.ID
	}
	for _, d := range deliveries {
		if err := cl.Counsel.ForgetTx(ctx, tx, d.portion.ID, ids); err != nil {
			return err
		}
		if err := cl.forgetDelivery(ctx, tx, d, t); err != nil {
			return err
		}
	}
	return nil
}
