package outbox

import (
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

	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Post puts a message into the outbox. What was queued before with the same bytes
// for the same addressee is not sent again. as names which of several it is.
func (ob *Outbox) Post(ctx context.Context, about string, o channel.Order, as string) (queue.Job, error) {
	if office.IsDraft(o.Path) {
		return queue.Job{}, failure.New(failure.Refused, "send "+path.Base(o.Path), wording.Say("hint.outbox.draft-not-sent"))
	}
	var err error
	if o.Peer, err = ob.Lending.ArchiveURL("send message"); err != nil {
		return queue.Job{}, err
	}
	data, err := receipt.ReadSmall(ob.Office.Path(o.Path), office.MaxMessage)
	if err != nil {
		return queue.Job{}, office.Disk("read message", err)
	}
	sum := sha256.Sum256(fmt.Appendf(data, "\x00%s\x00%s\x00%s", o.Kind, o.Reference, o.To))
	subject := "message:" + hex.EncodeToString(sum[:16])
	jobs, err := ob.Queue.List(ctx)
	if err != nil {
		return queue.Job{}, err
	}
	for _, j := range jobs {
		if j.Subject == subject && j.State != queue.Cancelled {
			return j, nil
		}
	}
	statement := receipt.Message{Kind: o.Kind, Reference: o.Reference, To: o.To, Content: data}.Statement()
	if o.Hand, err = ob.Log.Hand(ctx, statement); err != nil {
		return queue.Job{}, err
	}
	job, err := channel.MessageJob(subject, o, ob.Office.Now())
	if err != nil {
		return job, err
	}
	detail := job.LogDetail()
	detail["to"], detail["as"], detail["message"] = o.To, as, statement
	return job, ob.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := ob.Queue.EnqueueTx(ctx, tx, job); err != nil {
			return err
		}
		return ob.Log.Entry(ctx, ob.Office.Event(events.Queued, about, o.Kind, "ok", detail))(tx)
	})
}

// PostJSON writes v into the exchange folder and posts it.
func (ob *Outbox) PostJSON(ctx context.Context, about, name string, v any, o channel.Order, as string) (queue.Job, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return queue.Job{}, fmt.Errorf("encode %s: %w", o.Kind, err)
	}
	o.Path, o.MediaType = path.Join(office.DirExchange, name), "application/json"
	if err := os.MkdirAll(filepath.Dir(ob.Office.Path(o.Path)), 0o700); err != nil {
		return queue.Job{}, office.Disk("make exchange folder", err)
	}
	if err := office.WriteFile(ob.Office.Path(o.Path), func(f io.Writer) error { _, err := f.Write(data); return err }); err != nil {
		return queue.Job{}, office.Disk("write message", err)
	}
	return ob.Post(ctx, about, o, as)
}
