package accession

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/contained"
	"laufzettel/viewer/fulltext"
	"laufzettel/viewer/recognised"
	"laufzettel/viewer/sensitivity/found"
)

// LetterNoCopies is the proof that no copy outside the archive is left.
const LetterNoCopies = "deletion-proof"

// keptForReading is how the proof names packages that stay for the reading room.
const keptForReading = "bleibt für den Lesesaal"

// Closing is the order to close an accession.
type Closing struct {
	Confirmed bool // the list of copies was shown and their deletion ordered
	// KeepPackages leaves packages and index rows for the reading room of this
	// workspace; the proof names them.
	KeepPackages bool
	// Unreported closes although the agency has not reported its deletion: the reason.
	Unreported string
	// Progress tells how many of the steps are done, nil = nobody asks.
	Progress func(done, total int)
}

// stepper counts the steps of a closing: a package each, and what comes once.
type stepper struct {
	done, total int
	tell        func(done, total int)
}

// next tells that a step begins.
func (s *stepper) next() {
	if s.tell != nil {
		s.tell(s.done, s.total)
	}
	s.done++
}

// CloseAccession ends an accession after its clearance (A31, G13): every copy
// outside the archive is listed, deleted on the confirmed order, looked for again
// and the proof is written; then portions and accession are closed. Errors:
// Refused without order, while a medium or a loan is out, before the clearance
// and without the agency's deletion report or a reason. It gives the proof.
func (cl *Ending) CloseAccession(ctx context.Context, id string, order Closing) (proof string, err error) {
	person, err := cl.Office.MustPerson(people.Close, "close accession")
	if err != nil {
		return "", err
	}
	a, err := cl.Portions.Accession(ctx, id)
	if err != nil {
		return "", err
	}
	if err := cl.uphold(ctx, "close "+a.ID, a.ID); err != nil {
		return "", err
	}
	list, err := cl.mayClose(ctx, a, order)
	if err != nil {
		return "", err
	}
	portions, err := cl.Portions.OfAccession(ctx, a.ID)
	if err != nil {
		return "", err
	}
	steps := &stepper{total: len(portions) + 2, tell: order.Progress}
	packages := make([][]transfer.Package, len(portions))
	for i, p := range portions {
		if packages[i], err = cl.Portions.Packages(ctx, p.ID); err != nil {
			return "", err
		}
		if !order.KeepPackages {
			steps.total += len(packages[i])
		}
	}
	for i, p := range portions {
		if err := cl.deleteCopies(ctx, p, packages[i], order, steps); err != nil {
			return "", err
		}
	}
	steps.next()
	if err := cl.emptyCaches(0); err != nil {
		return "", err
	}
	if err := cl.Office.Store.Scrub(ctx); err != nil {
		return "", err
	}
	steps.next()
	return cl.endAccession(ctx, a, portions, list, order, person)
}

// mayClose lists the copies and refuses what must come first.
func (cl *Ending) mayClose(ctx context.Context, a transfer.Accession, order Closing) ([]copies.Copy, error) {
	op := "close " + a.ID
	if a.State != transfer.Cleared {
		return nil, failure.New(failure.Refused, op, wording.Say("hint.accession.closing-before-clearance", a.State))
	}
	if n, err := cl.DoomedOf(ctx, a.ID); err != nil || n > 0 {
		if err == nil {
			err = failure.New(failure.Refused, op, wording.Say("hint.accession.destruction-pending", n))
		}
		return nil, err
	}
	acts, err := cl.Portions.ActsDone(ctx)
	if err != nil {
		return nil, err
	}
	if !acts[a.ID][transfer.ActDeletion] && strings.TrimSpace(order.Unreported) == "" {
		return nil, failure.New(failure.Refused, op, wording.Say("hint.accession.deletion-unreported"))
	}
	list, err := cl.Copies.RegisteredCopies(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	left := 0
	for _, c := range list {
		if !c.Gone.IsZero() {
			continue
		}
		if !cl.Copies.Ours(c) {
			return nil, failure.New(failure.Refused, op, wording.Say("hint.accession.copy-outside", c.ID, c.Kind, c.Place, c.ID))
		}
		left++
	}
	if !order.Confirmed && left > 0 {
		return nil, failure.New(failure.Refused, op, wording.Say("hint.accession.copies-left-outside", left, a.Number))
	}
	return list, nil
}

// deleteCopies deletes what the program holds of a portion. Packages go only with
// their receipts verified, which the clearance has made sure of (G10).
func (cl *Ending) deleteCopies(ctx context.Context, p transfer.Portion, packages []transfer.Package, order Closing, steps *stepper) error {
	steps.next()
	for _, name := range append(cl.Copies.CachesOf(p), office.DirInbox+"/"+p.ID) {
		if err := os.RemoveAll(cl.Office.Path(name)); err != nil {
			return office.Disk("delete copy", err)
		}
	}
	if err := cl.dropSalt(p.ID); err != nil {
		return err
	}
	if p.Run != "" {
		if err := cl.Journal.Drop(ctx, p.Run); err != nil {
			return err
		}
	}
	if !order.KeepPackages {
		var pids []string
		for _, pkg := range packages {
			steps.next()
			pids = append(pids, pkg.PID)
		}
		if err := cl.Catalog.Remove(ctx, pids...); err != nil {
			return err
		}
		held, err := cl.Copies.BesidePackages(p)
		if err != nil {
			return err
		}
		for _, name := range held {
			if err := os.RemoveAll(cl.Office.Path(name)); err != nil {
				return office.Disk("delete package", err)
			}
		}
		if err := cl.removeUseCopies(ctx, p); err != nil {
			return err
		}
	}
	return cl.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := transfer.SaveObjects(ctx, tx, p.ID, nil); err != nil {
			return err
		}
		for _, pkg := range packages {
			if order.KeepPackages {
				break
			}
			if err := contained.ForgetTx(ctx, tx, pkg.PID); err != nil {
				return err
			}
		}
		if err := found.DropTx(ctx, tx, p.ID); err != nil {
			return err
		}
		if err := recognised.DropTx(ctx, tx, p.ID); err != nil {
			return err
		}
		return fulltext.DropTx(ctx, tx, p.ID)
	})
}

// removeUseCopies removes the registered use copies of a portion.
func (cl *Ending) removeUseCopies(ctx context.Context, p transfer.Portion) error {
	all, err := copies.Of(ctx, cl.Office.Store, p.AccessionID)
	if err != nil {
		return err
	}
	for _, c := range all {
		if c.Kind != copies.Use || c.Portion != p.ID || !c.Gone.IsZero() {
			continue
		}
		if rel, err := filepath.Rel(cl.Office.Dir, c.Place); err != nil || strings.HasPrefix(rel, "..") {
			continue // not below the workspace: the check afterwards tells it
		}
		if err := os.RemoveAll(c.Place); err != nil {
			return office.Disk("delete use copy", err)
		}
	}
	return nil
}

// emptyFolder removes what lies in a folder of the workspace.
func emptyFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return office.Disk("empty cache", err)
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return office.Disk("empty cache", err)
		}
	}
	return nil
}

// remaining looks again for every copy that was there and gives those that still
// are.
func (cl *Ending) remaining(ctx context.Context, list []copies.Copy) (left []copies.Copy, err error) {
	for _, c := range list {
		if !c.Gone.IsZero() {
			continue
		}
		there, err := cl.Copies.StillThere(ctx, c)
		if err != nil {
			return nil, err
		}
		if there {
			left = append(left, c)
		}
	}
	return left, nil
}

// endAccession verifies, writes the proof and closes, the last in one transaction.
func (cl *Ending) endAccession(ctx context.Context, a transfer.Accession, portions []transfer.Portion, list []copies.Copy, order Closing,
	person string) (string, error) {
	left, err := cl.remaining(ctx, list)
	if err != nil {
		return "", err
	}
	kept := map[int64]bool{}
	for _, c := range left {
		if !order.KeepPackages || c.Kind != copies.Package && c.Kind != copies.Index && c.Kind != copies.Use {
			return "", failure.New(failure.Setup, "close "+a.ID, wording.Say("hint.accession.copy-still-there", c.Kind, c.Place))
		}
		kept[c.ID] = true
	}
	l, err := cl.proofOf(ctx, a, portions, list, kept, order, person)
	if err != nil {
		return "", err
	}
	closing := func(tx *sql.Tx) error {
		for _, c := range list {
			if c.Gone.IsZero() && !kept[c.ID] {
				if err := copies.GoneTx(ctx, tx, c.ID, cl.Office.Now(), "gelöscht und nachgeprüft", person); err != nil {
					return err
				}
			}
		}
		for _, p := range portions {
			if !p.State.May(transfer.Closed) {
				continue
			}
			if _, err := cl.Portions.MoveTx(ctx, tx, p.ID, transfer.Closed, nil); err != nil {
				return err
			}
			if err := cl.Log.Entry(ctx, cl.Office.Event(events.Closed, p.ID, "", "ok", nil))(tx); err != nil {
				return err
			}
		}
		if err := transfer.AddAccessionLetter(ctx, tx, a.ID, l); err != nil {
			return err
		}
		detail := map[string]string{"copies": fmt.Sprint(len(list) - len(kept)), "kept": fmt.Sprint(len(kept)), "proof-sha-256": l.SHA256,
			"person": person}
		if order.Unreported != "" {
			detail["unreported"] = order.Unreported
		}
		return cl.Log.Entry(ctx, cl.Office.Event(events.Closed, a.ID, "", "ok", detail))(tx)
	}
	return cl.Office.Path(l.Path), cl.Portions.MoveAccession(ctx, a.ID, transfer.AccessionClosed, "", closing)
}

// proofOf writes the proof that no copy is left.
func (cl *Ending) proofOf(ctx context.Context, a transfer.Accession, portions []transfer.Portion, list []copies.Copy, kept map[int64]bool,
	order Closing, person string) (transfer.Letter, error) {
	seq, head, err := events.Head(ctx, cl.Office.Store)
	if err != nil {
		return transfer.Letter{}, err
	}
	archive := cl.Office.Settings.Get().Archive
	table := report.Table{Columns: []report.Column{{Title: "Kopie", Weight: 1.6}, {Title: "Ort", Weight: 3, Mono: true},
		{Title: "Angelegt", Weight: 1.2}, {Title: "Verbleib", Weight: 2.4}}, Empty: "Es war keine Kopie verzeichnet."}
	now := cl.Office.Now()
	for _, c := range list {
		how := fmt.Sprintf("gelöscht und nachgeprüft am %s durch %s", localDay(now), person)
		switch {
		case kept[c.ID]:
			how = keptForReading
		case !c.Gone.IsZero():
			how = strings.TrimSpace(fmt.Sprintf("%s, %s %s", localDay(c.Gone), c.How, c.Person))
		}
		table.Rows = append(table.Rows, []string{c.Kind.German(), c.Place, localDay(c.Made), how})
	}
	verdict := report.Notice{Tone: report.Good,
		Text: "Außerhalb des Archivs ist keine Kopie mehr verzeichnet; jede Stelle wurde nach dem Löschen erneut aufgesucht."}
	if len(kept) > 0 {
		verdict = report.Notice{Tone: report.Caution,
			Text: fmt.Sprintf("%d Kopien bleiben auf Anordnung für den Lesesaal dieses Arbeitsbereichs. Alle anderen sind gelöscht.",
				len(kept))}
	}
	blocks := []report.Block{verdict, report.KeyValues{{Label: "Akzession", Value: a.Number + ", " + a.Title},
		{Label: "Stelle", Value: a.Agency}, {Label: "Ü-ID", Value: a.TransferID, Mono: true},
		{Label: "Lieferungen", Value: fmt.Sprint(len(portions))}, {Label: "Löschfreigabe", Value: localDay(a.Cleared) + " " + a.ClearedBy},
		{Label: "Ohne Löschmeldung", Value: order.Unreported},
		{Label: "Datenbank", Value: "neu geschrieben, freie Seiten überschrieben, Suchverzeichnis zusammengeführt"},
		{Label: "Protokollstand", Value: fmt.Sprintf("%d, %s", seq, head), Mono: true}}, table,
		report.Signature{Name: person, Role: archive}}
	d := report.Document{Kind: "no-copies", Title: "Nachweis: keine Kopie außerhalb des Archivs", Subject: a.Number, Author: archive,
		Tool: office.Program + " " + office.Version, Created: now, Blocks: blocks,
		Data: struct {
			Accession transfer.Accession `json:"accession"`
			Copies    []copies.Copy      `json:"copies"`
			Kept      int                `json:"kept"`
			Person    string             `json:"person"`
			ChainHead string             `json:"chainHead"`
		}{a, list, len(kept), person, head}}
	return cl.Papers.WritePaper(a.ID, LetterNoCopies, "loeschnachweis", d, true)
}
