package clerk

import (
	"context"
	"crypto/sha512"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/strict"
	"laufzettel/transfer/wording"
)

// TypePortionReceipt is the payload type of a receipt an archive gives as a file
// for a portion that came by medium.
const TypePortionReceipt = "application/vnd.laufzettel.portion-quittung+json"

const formatPortionReceipt = "laufzettel-portion-quittung/1"

// receiptReturned is the state of a receipt by which an archive gives back.
const receiptReturned = "returned"

// maxScan bounds a scan of a paper confirmation.
const maxScan = 64 << 20

// PortionReceipt says that an archive holds a container, by its digest.
type PortionReceipt struct {
	Format       string    `json:"format"`
	Archive      string    `json:"archive"`
	Portion      string    `json:"portion"` // id at the archive
	Container    string    `json:"container"`
	Size         int64     `json:"size"`
	SHA512       string    `json:"sha512"`
	AccessionID  string    `json:"accessionId,omitempty"` // Ü-ID
	State        string    `json:"state"`                 // accepted or returned
	Confirmation string    `json:"confirmation,omitempty"`
	Time         time.Time `json:"time"`
	Person       string    `json:"person,omitempty"`
	PublicKey    string    `json:"publicKey"`
	// PersonKey is the person's own key, which has signed the envelope beside the
	// archive's; "" where only the archive has.
	PersonKey string `json:"personKey,omitempty"`
}

// SealPortionReceipt writes the receipt for a received portion as a signed file;
// confirmation names which of the confirmations of the profile it is (C8), "" =
// the receipt alone. It gives the file. Errors: Setup without a key; Refused for a
// folder, which has no digest of its own.
func (ck *Clerk) SealPortionReceipt(ctx context.Context, id, confirmation, dir string) (string, error) {
	person, err := ck.Office.MustPerson(people.Write, "write receipt of "+id)
	if err != nil {
		return "", err
	}
	p, err := ck.Portions.Get(ctx, id)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(ck.Office.Path(p.Path))
	if err != nil || info.IsDir() {
		return "", failure.Wrap(failure.Refused, "receipt for "+id, wording.Say("hint.clerk.no-receipt-as-file"),
			errors.Join(err, errors.New("no container")))
	}
	sum, size, err := receipt.HashFile(ctx, ck.Office.Path(p.Path), nil)
	if err != nil {
		return "", office.Disk("read container", err)
	}
	key, err := ck.Channel.ActiveKey(ctx)
	if err != nil {
		return "", err
	}
	r := PortionReceipt{Format: formatPortionReceipt, Archive: ck.Office.Settings.Get().Archive, Portion: id,
		Container: filepath.Base(p.Path), Size: size, SHA512: sum,
		AccessionID: p.TransferID, State: "accepted", Confirmation: confirmation, Time: ck.Office.Now(), Person: person,
		PublicKey: key.Public().String()}
	if p.State == transfer.Returned {
		r.State = receiptReturned
	}
	keys := []*sign.Key{key}
	if _, own := ck.Office.Who.Known(person); own != nil {
		r.PersonKey, keys = own.Public().String(), append(keys, own)
	}
	data, err := sign.SealJSON(ctx, TypePortionReceipt, r, keys...)
	if err != nil {
		return "", err
	}
	if dir == "" {
		dir = ck.Office.Path(path.Join(office.DirLetters, id))
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return "", office.Disk("make letters folder", err)
		}
	}
	name := r.Container
	if confirmation != "" {
		name += "." + fileWord(confirmation)
	}
	name = filepath.Join(dir, name+receipt.SuffixReceipt)
	if err := office.WriteFile(name, func(out io.Writer) error { _, err := out.Write(data); return err }); err != nil {
		return "", office.Disk("write receipt", err)
	}
	return name, ck.Office.Store.WithTx(ctx, ck.Log.Entry(ctx,
		ck.Office.Event(events.Wrote, id, filepath.Base(name), "receipt", map[string]string{"container-sha512": sum})))
}

// fileWord makes a word fit for a file name.
func fileWord(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>| `, r) || r < 0x20 {
			return '-'
		}
		return r
	}, s)
}

// ConfirmByReceipt takes the receipt of an archive as a file: it must be signed by
// a key that is pinned here and name the digest of the container that was handed
// over; only then the portion turns green. A receipt that says the archive gave the
// portion back makes it a draft again. Errors: Refused or Damaged otherwise,
// and nothing is changed.
func (ck *Clerk) ConfirmByReceipt(ctx context.Context, id, file string) (prepare.Preparation, error) {
	if _, err := ck.Office.Allow(ctx, people.Prepare, "confirm by receipt"); err != nil {
		return prepare.Preparation{}, err
	}
	p, err := ck.Prepare.Get(ctx, id)
	if err != nil {
		return p, err
	}
	data, err := receipt.ReadSmall(file, sign.MaxEnvelope)
	if err != nil {
		return p, failure.Wrap(failure.Refused, "read receipt", wording.Say("hint.clerk.receipt-unreadable", filepath.Base(file)), err)
	}
	r, archive, err := ck.openPortionReceipt(ctx, data)
	if err != nil {
		return p, err
	}
	switch {
	case r.SHA512 != p.SHA512 || r.Size != p.Size:
		return p, failure.Wrap(failure.Damaged, "match receipt", wording.Say("hint.clerk.receipt-other-container"),
			fmt.Errorf("receipt for %s, %s handed over", r.SHA512, p.SHA512))
	case r.State == receiptReturned && p.State != prepare.HandedOver:
		return p, failure.New(failure.Refused, "match receipt", wording.Say("hint.clerk.receipt-returns", p.State))
	case r.State != "accepted" && r.State != receiptReturned:
		return p, failure.New(failure.Refused, "match receipt", wording.Say("hint.clerk.receipt-state-unknown", r.State))
	}
	kept, sum, err := ck.keepBack(id, file)
	if err != nil {
		return p, err
	}
	if r.State == receiptReturned {
		return ck.reopenReturned(ctx, p, r, archive, sum)
	}
	c := prepare.Confirmation{Name: receiptName(p, r.Confirmation), Form: prepare.FormReceipt, By: archive.Name,
		Day: r.Time.Format(time.DateOnly), Note: r.Portion, File: kept, SHA512: sum, Person: ck.Office.Person()}
	if r.PersonKey != "" {
		c.By += ", " + r.Person
	}
	if p, err = ck.Prepare.Confirm(ctx, id, c, ck.Books.Noted(ctx, events.Confirmed, c.Name,
		map[string]string{"receipt-sha512": sum, "key": archive.KeyID})); err != nil {
		return p, err
	}
	return ck.Clearing.TakeWaiting(ctx, p)
}

// reopenReturned makes a draft of a portion whose receipt says that the archive
// gave it back (C7); the draft says so until it is built again.
func (ck *Clerk) reopenReturned(ctx context.Context, p prepare.Preparation, r PortionReceipt, by prepare.Archive,
	sum string) (prepare.Preparation, error) {
	said := prepare.Returned{By: by.Name, Portion: r.Portion, Time: r.Time, Person: r.Person}
	return ck.Prepare.ReopenReturned(ctx, p.ID, said, ck.Books.Noted(ctx, events.Undone, "returned by the archive",
		map[string]string{"receipt-sha512": sum, "key": by.KeyID, "archive": by.Name, "portion": r.Portion}))
}

// receiptName is the confirmation a receipt stands for: the one it names, else
// the receipt as such.
func receiptName(_ prepare.Preparation, named string) string {
	if named != "" {
		return named
	}
	return "Empfang"
}

// openPortionReceipt verifies a receipt against the pinned keys.
func (ck *Clerk) openPortionReceipt(ctx context.Context, data []byte) (r PortionReceipt, by prepare.Archive, err error) {
	archives, err := ck.trusted(ctx)
	if err != nil {
		return r, by, err
	}
	var keys []sign.PublicKey
	for _, a := range archives {
		if k, err := sign.ParsePublicKey(a.PublicKey); err == nil {
			keys = append(keys, k)
		}
	}
	if len(keys) == 0 {
		return r, by, failure.New(failure.Setup, "verify receipt", wording.Say("hint.clerk.archive-key-unknown"))
	}
	payload, id, err := sign.OpenAny(ctx, data, TypePortionReceipt, keys...)
	if err != nil {
		return r, by, failure.Wrap(failure.Refused, "verify receipt", wording.Say("hint.clerk.receipt-signature-unknown"), err)
	}
	if err := strict.Read(payload, &r); err != nil || r.Format != formatPortionReceipt {
		return r, by, failure.Wrap(failure.Refused, "read receipt", wording.Say("hint.clerk.not-a-receipt"),
			errors.Join(err, errors.New("format "+r.Format)))
	}
	if r.PersonKey != "" {
		k, err := sign.ParsePublicKey(r.PersonKey)
		if err == nil {
			_, err = sign.Open(ctx, data, TypePortionReceipt, k)
		}
		if err != nil {
			return r, by, failure.Wrap(failure.Refused, "verify receipt", wording.Say("hint.clerk.receipt-lacks-person", r.Person), err)
		}
	}
	for _, a := range archives {
		if a.KeyID == id {
			by = a
		}
	}
	return r, by, nil
}

// trusted are the pinned archives, those of the channel too.
func (ck *Clerk) trusted(ctx context.Context) ([]prepare.Archive, error) {
	out, err := ck.Prepare.Archives(ctx)
	if err != nil {
		return nil, err
	}
	peers, err := ck.Channel.Peers(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range peers {
		for _, k := range p.Trust.All() {
			out = append(out, prepare.Archive{KeyID: k.ID(), PublicKey: k.String(), Name: p.Archive})
		}
	}
	return out, nil
}

// PaperConfirmation is a confirmation on paper, entered by hand (C8).
type PaperConfirmation struct {
	Name string // as the profile names it
	By   string // who signed it
	Day  string // JJJJ-MM-TT or TT.MM.JJJJ
	Note string
	Scan string // file, must be given
}

// ConfirmByPaper notes a confirmation on paper with its scan, which is kept in the
// workspace. A paper alone never turns a portion green: the receipt does.
func (ck *Clerk) ConfirmByPaper(ctx context.Context, id string, in PaperConfirmation) (prepare.Preparation, error) {
	person, err := ck.Office.MustPerson(people.Prepare, "confirm "+id)
	if err != nil {
		return prepare.Preparation{}, err
	}
	p, err := ck.Prepare.Get(ctx, id)
	if err != nil {
		return p, err
	}
	day := kind.Date(in.Day)
	switch {
	case strings.TrimSpace(in.Name) == "" || strings.TrimSpace(in.By) == "":
		return p, failure.New(failure.Refused, "confirm "+id, wording.Say("hint.clerk.confirmation-name-giver"))
	case day == "":
		return p, failure.New(failure.Refused, "confirm "+id, wording.Say("hint.clerk.confirmation-day"))
	case in.Scan == "":
		return p, failure.New(failure.Refused, "confirm "+id, wording.Say("hint.clerk.confirmation-needs-scan"))
	case p.State != prepare.HandedOver && p.State != prepare.Confirmed:
		return p, failure.New(failure.Refused, "confirm "+id, wording.Say("hint.clerk.confirmation-before-handing", p.State))
	}
	kept, sum, err := ck.keepBack(id, in.Scan)
	if err != nil {
		return p, err
	}
	c := prepare.Confirmation{Name: in.Name, Form: prepare.FormPaper, By: in.By, Day: day, Note: in.Note, File: kept, SHA512: sum,
		Person: person}
	return ck.Prepare.Confirm(ctx, id, c, ck.Books.Noted(ctx, events.Confirmed, c.Name,
		map[string]string{"form": c.Form, "scan-sha512": sum, "person": person}))
}

// keepBack copies what came back into the folder of the preparation, under its
// digest, so that no two papers ever share a name.
func (ck *Clerk) keepBack(id, file string) (kept, sum string, err error) {
	data, err := receipt.ReadSmall(file, maxScan)
	if err != nil {
		return "", "", failure.Wrap(failure.Refused, "keep confirmation", wording.Say("hint.clerk.scan-unreadable", filepath.Base(file)),
			err)
	}
	digest := sha512.Sum512(data)
	sum = hex.EncodeToString(digest[:])
	kept = path.Join(office.DirLetters, id, sum[:12]+"-"+fileWord(filepath.Base(file)))
	if err := os.MkdirAll(filepath.Dir(ck.Office.Path(kept)), 0o700); err != nil {
		return "", "", office.Disk("keep confirmation", err)
	}
	return kept, sum, office.Disk("keep confirmation", office.WriteFile(ck.Office.Path(kept),
		func(out io.Writer) error { _, err := out.Write(data); return err }))
}

// ConfirmDelivery runs in the transaction that stores a verified receipt of the
// channel for a portion that was handed over. A receipt for something handed over
// earlier, or for a portion that was taken back to the desk since, turns nothing
// green; it is kept and logged.
func (ck *Clerk) ConfirmDelivery(ctx context.Context, tx *sql.Tx, e receipt.Entry) error {
	p, err := ck.Prepare.GetTx(ctx, tx, e.PackageID)
	if err != nil {
		return err
	}
	detail := map[string]string{"receipt": e.Receipt.ReceiptID, "receipt-sha512": e.ReceiptSHA512}
	if !speaksOf(e, p) {
		return ck.Log.Entry(ctx, ck.Office.Event(events.Confirmed, p.ID, e.Receipt.ReceiptID, "earlier delivery", detail))(tx)
	}
	c := prepare.Confirmation{Name: "Empfang", Form: prepare.FormReceipt, By: e.Receipt.Archive, Day: e.Receipt.Time.Format(time.DateOnly),
		Note: e.Receipt.ReceiptID, File: e.Path + receipt.SuffixReceipt, SHA512: e.ReceiptSHA512}
	_, err = ck.Prepare.ConfirmTx(ctx, tx, e.PackageID, c, ck.Books.Noted(ctx, events.Confirmed, string(e.Receipt.State), detail))
	return err
}

// speaksOf reports whether a receipt of the channel is about the portion as it was
// handed over last.
func speaksOf(e receipt.Entry, p prepare.Preparation) bool {
	if p.State != prepare.HandedOver && p.State != prepare.Confirmed || p.Way != prepare.WayChannel {
		return false
	}
	return p.Bundle == "" || len(e.Receipt.Uploads) == 1 && e.Receipt.Uploads[0].SHA512 == p.Bundle
}

// Refused runs in the transaction that stores a receipt by which the archive
// refuses what was sent: a portion of the clerk goes back to the desk with the
// reason (C7), everything else waits for a person in the outbox.
func (ck *Clerk) Refused(ctx context.Context, tx *sql.Tx, e receipt.Entry) error {
	p, err := ck.Prepare.GetTx(ctx, tx, e.PackageID)
	if err != nil || p.State != prepare.HandedOver || !speaksOf(e, p) {
		return err
	}
	said := prepare.Returned{By: e.Receipt.Archive, Time: e.Receipt.Time, Reason: e.Receipt.Reason}
	_, err = ck.Prepare.ReopenReturnedTx(ctx, tx, p.ID, said, ck.Books.Noted(ctx, events.Undone, "returned by the archive",
		map[string]string{"receipt": e.Receipt.ReceiptID, "receipt-sha512": e.ReceiptSHA512, "archive": e.Receipt.Archive}))
	return err
}

// IsDelivery reports whether a receipt of the channel is about a portion that was
// handed over.
func (ck *Clerk) IsDelivery(ctx context.Context, packageID string) bool {
	if !strings.HasPrefix(packageID, "V") {
		return false
	}
	_, err := ck.Prepare.Get(ctx, packageID)
	return err == nil
}

// ReopenPreparation makes a portion the archive returned a draft again (C7).
func (ck *Clerk) ReopenPreparation(ctx context.Context, id, reason string) (prepare.Preparation, error) {
	if strings.TrimSpace(reason) == "" {
		return prepare.Preparation{}, failure.New(failure.Refused, "reopen "+id, wording.Say("hint.clerk.reopening-needs-reason"))
	}
	person, err := ck.Office.MustPerson(people.Prepare, "reopen "+id)
	if err != nil {
		return prepare.Preparation{}, err
	}
	return ck.Prepare.Reopen(ctx, id, ck.Books.Noted(ctx, events.Undone, "reopened", map[string]string{"reason": reason, "person": person}))
}

// RecordDeletion notes that the agency has deleted at the source (C8). Nothing is
// deleted by the program.
func (ck *Clerk) RecordDeletion(ctx context.Context, id, note string) (prepare.Preparation, error) {
	person, err := ck.Office.MustPerson(people.Prepare, "record deletion "+id)
	if err != nil {
		return prepare.Preparation{}, err
	}
	return ck.Prepare.Deleted(ctx, id, person, note, ck.Books.Noted(ctx, events.Cleared, "deleted at the source",
		map[string]string{"person": person, "note": note}))
}
