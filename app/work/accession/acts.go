package accession

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
)

// LetterReceipt is the confirmation that the bytes have arrived, the first of the
// three acts (A19).
const LetterReceipt = "receipt-letter"

// registerConfirmations are the confirmations a civil register needs where no
// profile says otherwise: of the first and of the security register (C8).
var registerConfirmations = []string{"Erstregister", "Sicherungsregister"}

// actTx records an act of now in tx, with the key of the person now acting.
func (bk *Books) actTx(ctx context.Context, tx *sql.Tx, a transfer.Act) error {
	a.At = bk.Office.Now()
	if a.Person == "" {
		a.Person = bk.Office.Actor()
	}
	a.Key = bk.Log.SignerID()
	return transfer.AddActTx(ctx, tx, a)
}

func letterPaths(letters []transfer.Letter) string {
	var out []string
	for _, l := range letters {
		out = append(out, l.Path)
	}
	return strings.Join(out, "\n")
}

// ConfirmReceipt writes the confirmation that the bytes of a portion have
// arrived, with their digest, and records the act. It says nothing about
// archiving (A19). Error: Refused before the portion is checked, since only then
// the agency is known.
func (bk *Books) ConfirmReceipt(ctx context.Context, id string) (string, error) {
	person, err := bk.Office.MustPerson(people.Write, "write receipt letter")
	if err != nil {
		return "", err
	}
	p, err := bk.Portions.Get(ctx, id)
	if err != nil {
		return "", err
	}
	if p.Kind == "" {
		return "", failure.New(failure.Refused, "confirm receipt of "+id, wording.Say("hint.accession.portion-unchecked"))
	}
	m, err := bk.Papers.Meta(ctx, p, bk.Office.Now())
	if err != nil {
		return "", err
	}
	log, err := bk.Office.Events(ctx, id)
	if err != nil {
		return "", err
	}
	text, err := bk.Outbox.ReceiptText(ctx, p)
	if err != nil {
		return "", err
	}
	r := report.Receipt{Meta: m, Received: p.Arrived, Files: p.Files, Bytes: p.Bytes, Signer: person, Text: text}
	for _, e := range log {
		if e.Type == events.Received && e.Detail["sha-256"] != "" {
			r.Digests = []report.Pair{{Label: "SHA-256", Value: e.Detail["sha-256"], Mono: true}}
		}
	}
	l, err := bk.Papers.WritePaper(id, LetterReceipt, "empfangsbestaetigung", report.ReceiptLetter(r), false)
	if err != nil {
		return "", err
	}
	return bk.Office.Path(l.Path), bk.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := transfer.AddLetter(ctx, tx, l); err != nil {
			return err
		}
		if err := bk.actTx(ctx, tx, transfer.Act{Accession: p.AccessionID, Portion: id, Kind: transfer.ActReceipt, Person: person,
			Letter: l.Path}); err != nil {
			return err
		}
		return bk.Log.Entry(ctx, bk.Office.Event(events.Wrote, id, "empfangsbestaetigung.pdf", l.Kind,
			map[string]string{"sha-256": l.SHA256, "person": person}))(tx)
	})
}

// ConfirmReceipts writes the confirmation of receipt for every portion of an accession
// that has none yet (A19) and gives the letters, none where nothing was left to tell. On
// an error the letters before it stand.
func (bk *Books) ConfirmReceipts(ctx context.Context, id string) ([]string, error) {
	if _, err := bk.Office.MustPerson(people.Write, "write receipt letter"); err != nil {
		return nil, err
	}
	e, err := bk.BookEntry(ctx, id)
	if err != nil {
		return nil, err
	}
	letters := []string{}
	for _, p := range e.Unreceipted() {
		name, err := bk.ConfirmReceipt(ctx, p)
		if err != nil {
			return letters, err
		}
		letters = append(letters, name)
	}
	return letters, nil
}

// NoteConfirmation notes one of the confirmations the profile asks for before the
// clearance, also by hand from a letter (C8). Errors: Refused for a name that is
// not asked for, without a note on whence it came, and after the clearance.
func (bk *Books) NoteConfirmation(ctx context.Context, id, name, note string, paper bool) error {
	person, err := bk.Office.MustPerson(people.Book, "note confirmation")
	if err != nil {
		return err
	}
	a, err := bk.Portions.Accession(ctx, id)
	if err != nil {
		return err
	}
	needed := bk.needed(ctx, a)
	switch {
	case len(needed) == 0:
		return failure.New(failure.Refused, "confirmation of "+a.ID, wording.Say("hint.accession.no-confirmation-needed"))
	case !slices.Contains(needed, name):
		return failure.New(failure.Refused, "confirmation of "+a.ID,
			wording.Say("hint.accession.confirmation-not-asked", name, strings.Join(needed, ", ")))
	case strings.TrimSpace(note) == "":
		return failure.New(failure.Refused, "confirmation of "+a.ID, wording.Say("hint.accession.confirmation-source"))
	case a.State == transfer.Cleared || a.State == transfer.AccessionClosed:
		return failure.New(failure.Refused, "confirmation of "+a.ID, wording.Say("hint.accession.confirmation-too-late", a.State))
	}
	return bk.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		c := transfer.Confirmation{Accession: a.ID, Name: name, At: bk.Office.Now(), Person: person, Paper: paper, Note: note}
		if err := transfer.AddConfirmationTx(ctx, tx, c); err != nil {
			return err
		}
		return bk.Log.Entry(ctx, bk.Office.Event(events.Noted, a.ID, name, "confirmation",
			map[string]string{"paper": fmt.Sprint(paper)}))(tx)
	})
}

// unconfirmed names the confirmations still missing before the clearance.
func (bk *Books) unconfirmed(ctx context.Context, accession string) ([]string, error) {
	a, err := bk.Portions.Accession(ctx, accession)
	if err != nil {
		return nil, err
	}
	have, err := bk.Portions.Confirmations(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, name := range (&BookEntry{Needed: bk.needed(ctx, a), Confirmations: have}).Missing() {
		out = append(out, fmt.Sprintf("Die Bestätigung „%s“ fehlt noch.", name))
	}
	return out, nil
}

// NoteDeletion notes that the agency has reported its deletion (A19). Errors:
// Refused before the clearance and without a note on how it was told.
func (bk *Books) NoteDeletion(ctx context.Context, id, note string) error {
	person, err := bk.Office.MustPerson(people.Book, "note deletion")
	if err != nil {
		return err
	}
	a, err := bk.Portions.Accession(ctx, id)
	if err != nil {
		return err
	}
	if a.State != transfer.Cleared {
		return failure.New(failure.Refused, "deletion report of "+a.ID, wording.Say("hint.accession.deletion-report-early", a.State))
	}
	if note = strings.TrimSpace(note); note == "" {
		return failure.New(failure.Refused, "deletion report of "+a.ID, wording.Say("hint.accession.deletion-report-how"))
	}
	return bk.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := bk.actTx(ctx, tx, transfer.Act{Accession: a.ID, Kind: transfer.ActDeletion, Person: person, Note: note}); err != nil {
			return err
		}
		return bk.Log.Entry(ctx, bk.Office.Event(events.Noted, a.ID, "", "deletion",
			map[string]string{"at": bk.Office.Now().Format(time.RFC3339)}))(tx)
	})
}
