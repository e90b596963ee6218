package accession

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/procedure"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// SendAnswer writes the xdomea message that answers a portion (0502, 0504, 0506,
// 0507) and puts it into the outbox; to names the office or client it is kept for
// at the archive, "" = nobody. The same answer is queued once.
func (bk *Books) SendAnswer(ctx context.Context, id string, code procedure.Message, to string) (queue.Job, error) {
	if _, err := bk.Office.MustPerson(people.Write, "send answer"); err != nil {
		return queue.Job{}, err
	}
	p, err := bk.Portions.Get(ctx, id)
	if err != nil {
		return queue.Job{}, err
	}
	if appraise.Drafted(p, code) && slices.Contains(p.Message().Answers(), code) {
		return queue.Job{}, failure.New(failure.Refused, "send answer "+string(code),
			wording.Say("hint.accession.answer-still-draft", id, string(code)))
	}
	a, err := bk.Replies.Answer(ctx, id, code, "")
	if err != nil {
		return queue.Job{}, err
	}
	rel, err := filepath.Rel(bk.Office.Dir, a.Path)
	if err != nil {
		return queue.Job{}, fmt.Errorf("send answer: %w", err)
	}
	return bk.Outbox.Post(ctx, id, channel.Order{Path: filepath.ToSlash(rel), Kind: code.Kind(), Reference: id, To: strings.TrimSpace(to),
		MediaType: "application/xml"}, "")
}

// uploadOf finds the upload of a delivered package: by package id, reference code,
// archive id or upload id.
func (bk *Books) uploadOf(ctx context.Context, key string) (string, error) {
	by := []receipt.Filter{{UploadID: key}, {PackageID: key}, {ArchiveID: key}}
	packages, err := bk.Portions.PackagesCoded(ctx, key)
	if err != nil {
		return "", err
	}
	for _, p := range packages {
		by = append(by, receipt.Filter{PackageID: p.PID})
	}
	for _, f := range by {
		if f == (receipt.Filter{}) {
			continue // no key chooses nothing, not everything
		}
		if id, err := bk.acceptedUpload(ctx, f); err != nil || id != "" {
			return id, err
		}
	}
	return "", failure.New(failure.Refused, "find upload of "+key, wording.Say("hint.accession.no-accepted-delivery", key))
}

// mostRetainable is how many packages are offered for a retention period; of earlier
// ones it is told by their code.
const mostRetainable = 500

// Retainable gives the latest receipts of packages whose retention period can still be
// told: of one upload, accepted (E5).
func (bk *Books) Retainable(ctx context.Context) ([]receipt.Entry, error) {
	return bk.Receipts.Newest(ctx, receipt.Filter{Taken: true}, mostRetainable)
}

// taken reports whether a receipt says that the archive has taken one upload over.
func taken(e receipt.Entry) bool {
	return len(e.Receipt.Uploads) == 1 && e.Receipt.State == receipt.Accepted
}

// acceptedUpload gives the upload of the first receipt chosen that accepts one, "" for none.
func (bk *Books) acceptedUpload(ctx context.Context, by receipt.Filter) (string, error) {
	list, err := bk.Receipts.List(ctx, by)
	for _, e := range list {
		if taken(e) {
			return e.Receipt.Uploads[0].UploadID, nil
		}
	}
	return "", err
}

// SetRetention sends a retention period that was not known at the delivery (E5):
// until is a day (2056-12-31) or "unlimited".
func (bk *Books) SetRetention(ctx context.Context, key, until, note string) (queue.Job, error) {
	person, err := bk.Office.MustPerson(people.Write, "send retention period")
	if err != nil {
		return queue.Job{}, err
	}
	if _, err := time.Parse(time.DateOnly, until); err != nil && until != "unlimited" {
		return queue.Job{}, failure.New(failure.Refused, "send retention period", wording.Say("hint.accession.period-not-a-day"))
	}
	id, err := bk.uploadOf(ctx, key)
	if err != nil {
		return queue.Job{}, err
	}
	return bk.Outbox.PostJSON(ctx, id, "frist-"+id+"-"+until+".json",
		map[string]string{"format": channel.FormatRetention, "until": until, "person": person, "note": note},
		channel.Order{Kind: channel.KindRetention, Reference: id}, "")
}

// NameArchived tells the archive's receiver the final id of an upload; only a key
// with the role administer may. The receiver then signs the word that clients
// fetch (E4).
func (bk *Books) NameArchived(ctx context.Context, uploadID, archiveID, note string) (queue.Job, error) {
	if _, err := bk.Office.MustPerson(people.Write, "name archive id"); err != nil {
		return queue.Job{}, err
	}
	if uploadID != filepath.Base(uploadID) || strings.TrimSpace(archiveID) == "" {
		return queue.Job{}, failure.New(failure.Refused, "name archive id", wording.Say("hint.accession.ids-needed"))
	}
	return bk.Outbox.PostJSON(ctx, uploadID, "archivkennung-"+uploadID+".json",
		map[string]string{"format": channel.FormatArchiveID, "archive_id": strings.TrimSpace(archiveID), "note": note},
		channel.Order{Kind: channel.KindArchived, Reference: uploadID}, "")
}

// FetchArchived asks for the archive ids of all deliveries that have none yet (E4).
func (bk *Books) FetchArchived(ctx context.Context) (int, error) {
	return bk.sender().FetchArchived(ctx)
}

func (bk *Books) sender() *channel.Sender {
	return &channel.Sender{Service: bk.Channel, DB: bk.Office.Store, Receipts: bk.Receipts, Root: bk.Office.Dir,
		OnReceipt: bk.Outbox.Confirmed}
}

// FetchLetters fetches what others have sent to this workspace and keeps it with
// its signed envelope; it gives what is new.
func (bk *Books) FetchLetters(ctx context.Context) ([]loan.Letter, error) {
	client, peer, err := bk.Lending.Archive(ctx, "fetch letters")
	if err != nil {
		return nil, err
	}
	if err := client.Needs(ctx, "letters"); err != nil {
		return nil, err
	}
	fresh := []loan.Letter{}
	for {
		last, err := bk.Loans.LastLetter(ctx, peer.URL)
		if err != nil {
			return fresh, err
		}
		page, more, err := client.Letters(ctx, last)
		if err != nil {
			return fresh, err
		}
		for _, info := range page {
			if info.Sequence <= last {
				return fresh, failure.New(failure.Damaged, "fetch letters", wording.Say("hint.accession.letters-out-of-order"))
			}
			l, err := bk.fetchLetter(ctx, client, peer.URL, info)
			if err != nil {
				return fresh, err
			}
			fresh, last = append(fresh, l), info.Sequence
		}
		if !more {
			return fresh, nil
		}
	}
}

func (bk *Books) fetchLetter(ctx context.Context, client *channel.Client, peer string, info channel.LetterInfo) (loan.Letter, error) {
	m, envelope, err := client.Letter(ctx, info)
	if err != nil {
		return loan.Letter{}, err
	}
	owners, err := bk.Log.KeyOwners(ctx)
	if err != nil {
		return loan.Letter{}, err
	}
	h, err := office.JudgeHand(ctx, owners, m.Hand, m.Statement(), "")
	if err != nil {
		return loan.Letter{}, failure.Wrap(failure.Damaged, "verify letter",
			wording.Say("hint.accession.letter-signature-broken", m.Name, info.From), err)
	}
	l := loan.Letter{Peer: peer, Sequence: info.Sequence, SHA512: info.SHA512, Kind: m.Kind, Reference: m.Reference, Name: m.Name,
		Sender: info.From, Received: info.Received}
	if h != nil {
		l.Person, l.Key = h.Person, h.KeyID()
	}
	l.Path = path.Join(office.DirExchange, "eingang", fmt.Sprintf("%06d", info.Sequence), m.Name) // the name was checked to be a plain one
	if err := os.MkdirAll(filepath.Dir(bk.Office.Path(l.Path)), 0o700); err != nil {
		return l, office.Disk("make letters folder", err)
	}
	for name, data := range map[string][]byte{l.Path: m.Content, l.Path + receipt.SuffixMessage: envelope} {
		if err := office.WriteFile(bk.Office.Path(name), func(f io.Writer) error { _, err := f.Write(data); return err }); err != nil {
			return l, office.Disk("write letter", err)
		}
	}
	bk.Office.Point("letter.written")
	err = bk.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := bk.Loans.AddLetterTx(ctx, tx, l); err != nil {
			return err
		}
		if l.Did, err = bk.Clearing.takeLetterTx(ctx, tx, l, m.Content); err != nil {
			return err
		}
		return bk.Log.Entry(ctx, bk.Office.Event(events.Received, cmp.Or(l.Reference, l.SHA512[:16]), l.SHA512, l.Kind,
			map[string]string{"from": l.Sender, "person": l.Person, "key": l.Key}))(tx)
	})
	return l, err
}

// transferIDOf gives the id both sides know an accession by, "" where none exists.
func (bk *Books) transferIDOf(ctx context.Context, acc transfer.Accession) string {
	portions, err := bk.Portions.OfAccession(ctx, acc.ID)
	if err != nil {
		return ""
	}
	for _, p := range portions {
		if p.TransferID != "" {
			return p.TransferID
		}
	}
	return ""
}

func Shortened(s string) string {
	if len(s) > 255 {
		return s[:255]
	}
	return s
}
