package workspace

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
)

// SendAnswer writes the xdomea message that answers a portion (0502, 0504, 0506,
// 0507) and puts it into the outbox; to names the office or client it is kept for
// at the archive, "" = nobody. The same answer is queued once.
func (w *Workspace) SendAnswer(ctx context.Context, id, code, to string) (queue.Job, error) {
	if _, err := w.mustPerson("send answer"); err != nil {
		return queue.Job{}, err
	}
	p, err := w.Portions.Get(ctx, id)
	if err != nil {
		return queue.Job{}, err
	}
	if drafted(p, code) && slices.Contains(answers[p.Kind], code) {
		return queue.Job{}, failure.New(failure.Refused, "send answer "+code,
			fmt.Sprintf("Die Bewertung von %s ist noch nicht abgeschlossen; die %s ist bis dahin ein Entwurf und wird nicht gesendet. Bitte zuerst die Bewertung abschließen.", id, code))
	}
	a, err := w.Answer(ctx, id, code, "")
	if err != nil {
		return queue.Job{}, err
	}
	rel, err := filepath.Rel(w.Dir, a.Path)
	if err != nil {
		return queue.Job{}, fmt.Errorf("send answer: %w", err)
	}
	return w.post(ctx, id, channel.Order{Path: filepath.ToSlash(rel), Kind: "xdomea-" + code, Reference: id, To: strings.TrimSpace(to), MediaType: "application/xml"}, "")
}

// post puts a message into the outbox. What was queued before with the same bytes
// for the same addressee is not sent again. as names which of several it is.
func (w *Workspace) post(ctx context.Context, about string, o channel.Order, as string) (queue.Job, error) {
	if isDraft(o.Path) {
		return queue.Job{}, failure.New(failure.Refused, "send "+path.Base(o.Path), "Das ist ein Entwurf. Entwürfe werden nicht gesendet.")
	}
	var err error
	if o.Peer, err = w.archiveURL("send message"); err != nil {
		return queue.Job{}, err
	}
	data, err := receipt.ReadSmall(w.path(o.Path), maxMessage)
	if err != nil {
		return queue.Job{}, disk("read message", err)
	}
	sum := sha256.Sum256(fmt.Appendf(data, "\x00%s\x00%s\x00%s", o.Kind, o.Reference, o.To))
	subject := "message:" + hex.EncodeToString(sum[:16])
	jobs, err := w.Queue.List(ctx)
	if err != nil {
		return queue.Job{}, err
	}
	for _, j := range jobs {
		if j.Subject == subject && j.State != queue.Cancelled {
			return j, nil
		}
	}
	if o.Hand, err = w.hand(ctx, receipt.Message{Kind: o.Kind, Reference: o.Reference, To: o.To, Content: data}.Statement()); err != nil {
		return queue.Job{}, err
	}
	job, err := channel.MessageJob(subject, o, w.Now())
	if err != nil {
		return job, err
	}
	return job, w.store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := w.Queue.EnqueueTx(ctx, tx, job); err != nil {
			return err
		}
		return w.log(ctx, w.event(events.Queued, about, o.Kind, "ok", map[string]string{"job": job.ID, "to": o.To, "as": as}))(tx)
	})
}

// maxMessage bounds what is sent as one message.
const maxMessage = 8 << 20

// postJSON writes v into the exchange folder and posts it.
func (w *Workspace) postJSON(ctx context.Context, about, name string, v any, o channel.Order, as string) (queue.Job, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return queue.Job{}, fmt.Errorf("encode %s: %w", o.Kind, err)
	}
	o.Path, o.MediaType = path.Join(dirExchange, name), "application/json"
	if err := os.MkdirAll(filepath.Dir(w.path(o.Path)), 0o700); err != nil {
		return queue.Job{}, disk("make exchange folder", err)
	}
	if err := writeFile(w.path(o.Path), func(f io.Writer) error { _, err := f.Write(data); return err }); err != nil {
		return queue.Job{}, disk("write message", err)
	}
	return w.post(ctx, about, o, as)
}

// uploadOf finds the upload of a delivered package: by package id, reference code,
// archive id or upload id.
func (w *Workspace) uploadOf(ctx context.Context, key string) (string, error) {
	all, err := w.Receipts.List(ctx, receipt.Filter{})
	if err != nil {
		return "", err
	}
	codes := map[string]string{}
	packages, err := w.Portions.Packages(ctx, "")
	if err != nil {
		return "", err
	}
	for _, p := range packages {
		codes[p.PID] = p.ReferenceCode
	}
	for _, e := range all {
		if len(e.Receipt.Uploads) != 1 || e.Receipt.State != receipt.Accepted {
			continue
		}
		if id := e.Receipt.Uploads[0].UploadID; key == id || key == e.PackageID || key == e.ArchiveID || (key != "" && key == codes[e.PackageID]) {
			return id, nil
		}
	}
	return "", failure.New(failure.Refused, "find upload of "+key, fmt.Sprintf("Zu „%s“ gibt es hier keine vom Archiv angenommene Lieferung. „receipts list“ zeigt alle.", key))
}

// SetRetention sends a retention period that was not known at the delivery (E5):
// until is a day (2056-12-31) or "unlimited".
func (w *Workspace) SetRetention(ctx context.Context, key, until, note string) (queue.Job, error) {
	person, err := w.mustPerson("send retention period")
	if err != nil {
		return queue.Job{}, err
	}
	if _, err := time.Parse(time.DateOnly, until); err != nil && until != "unlimited" {
		return queue.Job{}, failure.New(failure.Refused, "send retention period", "Die Frist ist ein Tag wie 2056-12-31 oder „unlimited“ (unbefristet).")
	}
	id, err := w.uploadOf(ctx, key)
	if err != nil {
		return queue.Job{}, err
	}
	return w.postJSON(ctx, id, "frist-"+id+"-"+until+".json", map[string]string{"format": channel.FormatRetention, "until": until, "person": person, "note": note},
		channel.Order{Kind: channel.KindRetention, Reference: id}, "")
}

// NameArchived tells the archive's receiver the final id of an upload; only a key
// with the role administer may. The receiver then signs the word that clients
// fetch (E4).
func (w *Workspace) NameArchived(ctx context.Context, uploadID, archiveID, note string) (queue.Job, error) {
	if _, err := w.mustPerson("name archive id"); err != nil {
		return queue.Job{}, err
	}
	if uploadID != filepath.Base(uploadID) || strings.TrimSpace(archiveID) == "" {
		return queue.Job{}, failure.New(failure.Refused, "name archive id", "Bitte die Kennung der Lieferung und die Archivkennung angeben. „fetch packages“ zeigt die Lieferungen.")
	}
	return w.postJSON(ctx, uploadID, "archivkennung-"+uploadID+".json", map[string]string{"format": channel.FormatArchiveID, "archive_id": strings.TrimSpace(archiveID), "note": note},
		channel.Order{Kind: channel.KindArchived, Reference: uploadID}, "")
}

// FetchArchived asks for the archive ids of all deliveries that have none yet (E4).
func (w *Workspace) FetchArchived(ctx context.Context) (int, error) {
	return w.sender().FetchArchived(ctx)
}

func (w *Workspace) sender() *channel.Sender {
	return &channel.Sender{Service: w.Channel, DB: w.store, Receipts: w.Receipts, Root: w.Dir, OnReceipt: w.confirmed}
}

// FetchLetters fetches what others have sent to this workspace and keeps it with
// its signed envelope; it gives what is new.
func (w *Workspace) FetchLetters(ctx context.Context) ([]loan.Letter, error) {
	client, peer, err := w.archive(ctx, "fetch letters")
	if err != nil {
		return nil, err
	}
	if err := client.Needs(ctx, "letters"); err != nil {
		return nil, err
	}
	fresh := []loan.Letter{}
	for {
		last, err := w.Loans.LastLetter(ctx, peer.URL)
		if err != nil {
			return fresh, err
		}
		page, more, err := client.Letters(ctx, last)
		if err != nil {
			return fresh, err
		}
		for _, info := range page {
			if info.Sequence <= last {
				return fresh, failure.New(failure.Damaged, "fetch letters", "Das Archiv gibt Schreiben in falscher Reihenfolge aus. Bitte das Archiv verständigen.")
			}
			l, err := w.fetchLetter(ctx, client, peer.URL, info)
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

func (w *Workspace) fetchLetter(ctx context.Context, client *channel.Client, peer string, info channel.LetterInfo) (loan.Letter, error) {
	m, envelope, err := client.Letter(ctx, info)
	if err != nil {
		return loan.Letter{}, err
	}
	owners, err := w.keyOwners(ctx)
	if err != nil {
		return loan.Letter{}, err
	}
	h, err := judgeHand(ctx, owners, m.Hand, m.Statement(), "")
	if err != nil {
		return loan.Letter{}, failure.Wrap(failure.Damaged, "verify letter", "Die Unterschrift der Person unter dem Schreiben „"+m.Name+"“ von "+info.From+" hält der Prüfung nicht stand. Es wurde nicht übernommen. Bitte bei der Stelle nachfragen.", err)
	}
	l := loan.Letter{Peer: peer, Sequence: info.Sequence, SHA512: info.SHA512, Kind: m.Kind, Reference: m.Reference, Name: m.Name, Sender: info.From, Received: info.Received}
	if h != nil {
		l.Person, l.Key = h.Person, h.KeyID()
	}
	l.Path = path.Join(dirExchange, "eingang", fmt.Sprintf("%06d", info.Sequence), m.Name) // the name was checked to be a plain one
	if err := os.MkdirAll(filepath.Dir(w.path(l.Path)), 0o700); err != nil {
		return l, disk("make letters folder", err)
	}
	for name, data := range map[string][]byte{l.Path: m.Content, l.Path + receipt.SuffixMessage: envelope} {
		if err := writeFile(w.path(name), func(f io.Writer) error { _, err := f.Write(data); return err }); err != nil {
			return l, disk("write letter", err)
		}
	}
	w.point("letter.written")
	err = w.store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := w.Loans.AddLetterTx(ctx, tx, l); err != nil {
			return err
		}
		if l.Did, err = w.takeLetterTx(ctx, tx, l, m.Content); err != nil {
			return err
		}
		return w.log(ctx, w.event(events.Received, cmp.Or(l.Reference, l.SHA512[:16]), l.SHA512, l.Kind, map[string]string{"from": l.Sender, "person": l.Person, "key": l.Key}))(tx)
	})
	return l, err
}

// transferIDOf gives the id both sides know an accession by, "" where none exists.
func (w *Workspace) transferIDOf(ctx context.Context, acc transfer.Accession) string {
	portions, err := w.Portions.OfAccession(ctx, acc.ID)
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

func shortened(s string) string {
	if len(s) > 255 {
		return s[:255]
	}
	return s
}
