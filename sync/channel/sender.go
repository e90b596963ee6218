package channel

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Order is the payload of a job: what to send to whom.
type Order struct {
	Peer        string `json:"peer"`           // address of the archive
	Path        string `json:"path"`           // file, relative to Sender.Root or absolute
	Kind        string `json:"kind"`           // upload: aip or accession; message: such as xdomea-0502
	Name        string `json:"name,omitempty"` // name at the archive; default: that of the file
	PackageID   string `json:"package_id,omitempty"`
	AccessionID string `json:"accession_id,omitempty"`
	SHA512      string `json:"sha512,omitempty"`    // hex, where known: saves one read
	Size        int64  `json:"size,omitempty"`      // bytes, with SHA512
	Exclusive   bool   `json:"exclusive,omitempty"` // read by one person at a time (E7)
	// ReferenceCode is the code of a package where a profile's block gave it (A34).
	ReferenceCode string `json:"reference_code,omitempty"`
	Reference     string `json:"reference,omitempty"`  // messages
	To            string `json:"to,omitempty"`         // messages kept for somebody: client id or office
	MediaType     string `json:"media_type,omitempty"` // messages
	Hand          []byte `json:"hand,omitempty"`       // messages: signature of the person (receipt.Hand)
}

// UploadJob makes the job that delivers a package; subject is the id by which
// the caller knows it.
func UploadJob(subject string, o Order, now time.Time) (queue.Job, error) {
	return newJob(queue.Upload, subject, o, now)
}

// MessageJob makes the job that sends a document.
func MessageJob(subject string, o Order, now time.Time) (queue.Job, error) {
	return newJob(queue.Message, subject, o, now)
}

func newJob(kind queue.Kind, subject string, o Order, now time.Time) (queue.Job, error) {
	if o.Name == "" {
		o.Name = filepath.Base(o.Path)
	}
	if err := receipt.CheckName(o.Name); err != nil {
		return queue.Job{}, fmt.Errorf("make job: %w", err)
	}
	payload, err := json.Marshal(o)
	if err != nil {
		return queue.Job{}, fmt.Errorf("make job: %w", err)
	}
	j := queue.New(kind, subject, payload, now)
	j.Total = o.Size
	return j, nil
}

// Sender serves the queue: it uploads, verifies and stores receipts.
type Sender struct {
	Service  *Service
	DB       DB
	Receipts *receipt.Store
	// Root is the folder relative paths of orders start from.
	Root string
	// Files (may be nil) gives the entries of a package for its manifest.
	Files func(ctx context.Context, o Order) ([]receipt.File, error)
	// OnReceipt (may be nil) runs in the transaction that stores a verified receipt
	// of an accepted delivery, so that the caller's state changes with it.
	OnReceipt func(ctx context.Context, tx *sql.Tx, e receipt.Entry) error
	// OnRefusal (may be nil) is the same for a verified receipt by which the archive
	// refuses the delivery.
	OnRefusal func(ctx context.Context, tx *sql.Tx, e receipt.Entry) error
	// Door (may be nil) gives another way than the channel for packages, or nil.
	Door func(ctx context.Context) (Carrier, error)
	// Ordered (may be nil) is asked before anything is done for a job: whether somebody here
	// put it into the queue as it now stands. Its error holds the job.
	Ordered func(ctx context.Context, j queue.Job, o Order) error
	// Stated (may be nil) is asked before this machine signs a message: whether it says what
	// was queued. Its error holds the job.
	Stated func(ctx context.Context, j queue.Job, o Order, m receipt.Message) error
	// OnAlarm (may be nil) is told a receipt that did not fit.
	OnAlarm func(a receipt.Alarm)
}

// Workers gives the workers for a queue.Runner.
func (s *Sender) Workers() map[queue.Kind]queue.Worker {
	return map[queue.Kind]queue.Worker{queue.Upload: s.upload, queue.Message: s.message}
}

// task is one job while it is worked on.
type task struct {
	job    queue.Job
	order  Order
	path   string
	client *Client
	peer   Peer
}

func (s *Sender) begin(ctx context.Context, j queue.Job) (task, error) {
	t := task{job: j}
	if err := json.Unmarshal(j.Payload, &t.order); err != nil {
		return t, failure.Wrap(failure.Damaged, "read job", wording.Say("hint.channel.job-unreadable"), err)
	}
	if s.Ordered != nil {
		if err := s.Ordered(ctx, j, t.order); err != nil {
			return t, err
		}
	}
	t.path = t.order.Path
	if !filepath.IsAbs(t.path) {
		t.path = filepath.Join(s.Root, filepath.FromSlash(t.path))
	}
	var err error
	t.client, t.peer, err = s.Service.Client(ctx, t.order.Peer)
	return t, err
}

// settled looks for a receipt that an earlier run has stored before it was
// killed; then nothing is sent again.
func (s *Sender) settled(ctx context.Context, t task, suffix string) (bool, error) {
	held, err := s.Receipts.List(ctx, receipt.Filter{JobID: t.job.ID})
	if err != nil || len(held) == 0 {
		return false, err
	}
	if err := s.keepBeside(t, suffix, held[0].Manifest, held[0].Envelope); err != nil {
		return false, err
	}
	return true, refusal(held[0].Receipt)
}

// refusal is nil for an accepted delivery.
func refusal(r receipt.Receipt) error {
	if r.State == receipt.Accepted {
		return nil
	}
	if strings.HasPrefix(r.Reason, receipt.ReasonReferenceCode+":") {
		return failure.Wrap(failure.Refused, "deliver", hintCode, errors.New(r.Reason))
	}
	return failure.Wrap(failure.Refused, "deliver", wording.Say("hint.channel.delivery-rejected"), errors.New(r.Reason))
}

func (s *Sender) upload(ctx context.Context, j queue.Job, report func(done, total int64)) error {
	t, err := s.begin(ctx, j)
	if err != nil {
		return err
	}
	if done, err := s.settled(ctx, t, receipt.SuffixManifest); done || err != nil {
		return err
	}
	carrier, err := s.door(ctx)
	if err != nil {
		return err
	}
	parcel, err := s.parcel(ctx, t, carrier == nil)
	if err != nil {
		return err
	}
	if carrier != nil {
		return s.carry(ctx, t, parcel, carrier, report)
	}
	id, err := t.client.Upload(ctx, parcel, report)
	if errors.Is(err, errNotes) {
		if parcel, err = s.anew(ctx, t, parcel, id); err == nil {
			id, err = t.client.Upload(ctx, parcel, report)
		}
	}
	if err != nil {
		if errors.Is(context.Cause(ctx), queue.ErrCancelled) && id != "" {
			t.withdraw(ctx, id)
		}
		return err
	}
	query, err := s.Service.logQuery(ctx, t.client)
	if err != nil {
		return err
	}
	envelope, header, err := t.client.receiptWith(ctx, id, query)
	if err != nil {
		return err
	}
	match := func(r receipt.Receipt) error {
		return r.Match(parcel.Manifest, sign.HashEnvelope(parcel.Envelope), id)
	}
	return s.accept(ctx, t, answered{uploadID: id, suffix: receipt.SuffixManifest, sent: parcel.Envelope, envelope: envelope,
		proofs: header, match: match})
}

// anew seals a manifest once more where the pieces it names were noted wrongly: the
// package itself is what the order says. The notes are dropped, the digests are read
// from the file, and the archive is told that the first upload will not go on.
func (s *Sender) anew(ctx context.Context, t task, wrong Parcel, id string) (Parcel, error) {
	t.withdraw(ctx, id)
	err := s.Service.DB.WithTx(ctx, func(tx *sql.Tx) error {
		return forgetTx(ctx, tx, []receipt.Upload{{SHA512: wrong.Manifest.SHA512}})
	})
	if err == nil {
		err = writing(os.Remove(t.path + receipt.SuffixManifest))
	}
	if err != nil {
		return wrong, err
	}
	return s.parcel(ctx, t, true)
}

// withdraw tells the archive that a cancelled upload will not go on. If it does
// not hear us, it sweeps the remains up itself after its own time.
func (t task) withdraw(ctx context.Context, id string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	_ = t.client.Withdraw(ctx, id) // nothing depends on it
}

func (s *Sender) message(ctx context.Context, j queue.Job, report func(done, total int64)) error {
	t, err := s.begin(ctx, j)
	if err != nil {
		return err
	}
	if done, err := s.settled(ctx, t, receipt.SuffixMessage); done || err != nil {
		return err
	}
	sealed, err := s.sealed(ctx, t, receipt.SuffixMessage, func() ([]byte, error) { return s.sealMessage(ctx, t) },
		func(data []byte, keys []sign.PublicKey) bool {
			m, err := receipt.OpenMessage(ctx, data, keys...)
			return err == nil && m.ID == t.job.ID
		})
	if err != nil {
		return err
	}
	query, err := s.Service.logQuery(ctx, t.client)
	if err != nil {
		return err
	}
	envelope, header, err := t.client.postWith(ctx, sealed, query)
	if err != nil {
		return err
	}
	report(int64(len(sealed)), int64(len(sealed)))
	return s.accept(ctx, t, answered{suffix: receipt.SuffixMessage, sent: sealed, envelope: envelope, proofs: header,
		match: func(r receipt.Receipt) error { return r.MatchMessage(sealed) }})
}

func (s *Sender) sealMessage(ctx context.Context, t task) ([]byte, error) {
	const limit = sign.MaxEnvelope / 2 // base64 twice over
	content, err := receipt.ReadSmall(t.path, limit)
	if err != nil {
		return nil, unreadable(err)
	}
	m := receipt.Message{ID: t.job.ID, Created: t.job.Created, Kind: t.order.Kind, Reference: t.order.Reference, To: t.order.To,
		Name: t.order.Name, MediaType: t.order.MediaType, Content: content, Hand: t.order.Hand}
	if s.Stated != nil {
		if err := s.Stated(ctx, t.job, t.order, m); err != nil {
			return nil, err
		}
	}
	return m.Seal(ctx, t.client.key)
}

func unreadable(err error) error {
	return failure.Wrap(failure.Refused, "read package", wording.Say("hint.channel.source-unreadable"), err)
}

// parcel gives file and manifest. The manifest is written beside the file before
// anything is sent, so that every later try names the same upload. asked says that the
// archive can be asked what it reads: a manifest for another way names no pieces.
func (s *Sender) parcel(ctx context.Context, t task, asked bool) (Parcel, error) {
	sealed, err := s.sealed(ctx, t, receipt.SuffixManifest, func() ([]byte, error) { return s.sealManifest(ctx, t, asked) },
		func(data []byte, keys []sign.PublicKey) bool {
			m, err := receipt.OpenManifest(ctx, data, keys...)
			return err == nil && m.ID == t.job.ID
		})
	if err != nil {
		return Parcel{}, err
	}
	m, err := receipt.ReadManifest(sealed, sign.HashEnvelope(sealed))
	if err != nil {
		return Parcel{}, err
	}
	noted, err := s.Service.noted(ctx, m)
	return Parcel{Path: t.path, Manifest: m, Envelope: sealed, notes: noted}, err
}

// sealed gives the envelope beside the file if it is this job's, and seals a new
// one otherwise.
func (s *Sender) sealed(ctx context.Context, t task, suffix string, seal func() ([]byte, error),
	ours func([]byte, []sign.PublicKey) bool) ([]byte, error) {
	data, err := receipt.ReadSmall(t.path+suffix, sign.MaxEnvelope)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, unreadable(err)
	}
	if err == nil {
		keys, err := s.Service.ownPublic(ctx)
		if err != nil {
			return nil, err
		}
		if ours(data, keys) {
			return data, nil
		}
	}
	if data, err = seal(); err != nil {
		return nil, err
	}
	return data, writing(durable.WriteFile(t.path+suffix, data, 0o600))
}

func writing(err error) error {
	return failure.Wrap(failure.Setup, "write beside package", wording.Say("hint.channel.beside-not-writable"), err)
}

func (s *Sender) sealManifest(ctx context.Context, t task, asked bool) ([]byte, error) {
	m := receipt.Manifest{ID: t.job.ID, Created: t.job.Created, Kind: t.order.Kind, Name: t.order.Name, PackageID: t.order.PackageID,
		AccessionID: t.order.AccessionID, ReferenceCode: t.order.ReferenceCode, Exclusive: t.order.Exclusive, Size: t.order.Size,
		SHA512: t.order.SHA512}
	if m.SHA512 == "" {
		var err error
		if m.SHA512, m.Size, err = receipt.HashFile(ctx, t.path, nil); err != nil {
			if failure.Canceled(err) {
				return nil, err
			}
			return nil, unreadable(err)
		}
	}
	if s.Files != nil {
		var err error
		if m.Files, err = s.Files(ctx, t.order); err != nil {
			return nil, err
		}
	}
	if asked {
		var err error
		if m.Pieces, err = s.pieces(ctx, t, m); err != nil {
			return nil, err
		}
	}
	sealed, err := m.Seal(ctx, t.client.key)
	return sealed, failure.Wrap(failure.Refused, "seal manifest", wording.Say("hint.channel.package-unsendable"), err)
}

var hintAlarm = wording.Say("hint.channel.receipt-mismatch")

// answered is what was sent and the receipt that came for it.
type answered struct {
	uploadID, suffix string
	sent, envelope   []byte
	proofs           http.Header // of the answer; nil where the receipt came by another way
	match            func(receipt.Receipt) error
}

// accept verifies a receipt and stores it twice; only then the job is done.
func (s *Sender) accept(ctx context.Context, t task, a answered) error {
	envelope, sent, uploadID := a.envelope, a.sent, a.uploadID
	r, err := s.open(ctx, t, envelope)
	if failure.KindOf(err) == failure.Setup && failure.Explained(err) {
		return err // nothing is wrong with the receipt: the archive has to renew the word of its root
	}
	if err == nil {
		err = a.match(r)
	}
	if err != nil {
		return s.alarm(ctx, t, uploadID, envelope, hintAlarm, err)
	}
	var proof []byte
	if a.proofs != nil {
		if proof, err = s.proven(ctx, t, envelope, a.proofs); failure.KindOf(err) == failure.Damaged {
			return s.alarm(ctx, t, uploadID, envelope, failure.HintOf(err), err)
		} else if err != nil {
			return err
		}
	}
	t.client.hook("send.receipt.before-store")
	if err := s.keepBeside(t, a.suffix, sent, envelope); err != nil {
		return err
	}
	if err := s.keepProof(t, proof); err != nil {
		return err
	}
	entry := receipt.Entry{Receipt: r, Peer: t.peer.URL, JobID: t.job.ID, PackageID: t.order.PackageID, AccessionID: t.order.AccessionID,
		Path: t.order.Path, Envelope: envelope, Manifest: sent, ReceiptSHA512: sign.HashEnvelope(envelope), StoredAt: s.Service.now()}
	err = s.DB.WithTx(ctx, func(tx *sql.Tx) error {
		if err := s.Receipts.AddTx(ctx, tx, entry); err != nil {
			return err
		}
		told := s.OnReceipt
		if err := forgetTx(ctx, tx, r.Uploads); err != nil {
			return err
		}
		if r.State != receipt.Accepted {
			told = s.OnRefusal
		}
		if told == nil {
			return nil
		}
		return told(ctx, tx, entry)
	})
	if _, mismatch := errors.AsType[*receipt.MismatchError](err); mismatch {
		return s.alarm(ctx, t, uploadID, envelope, hintAlarm, err)
	}
	if err != nil {
		return err
	}
	t.client.hook("send.receipt.after-store")
	if err := refusal(r); err != nil {
		return err
	}
	t.client.hook("send.done.before")
	return nil
}

// open verifies the signature; a key we do not know yet may have come by a
// rotation that the pinned key has signed, so the archive is asked once.
func (s *Sender) open(ctx context.Context, t task, envelope []byte) (receipt.Receipt, error) {
	r, err := receipt.Open(ctx, envelope, t.peer.Trust)
	if err == nil && underRoot(t.peer, r) || err != nil && !errors.Is(err, sign.ErrWrongSignature) {
		return r, err
	}
	peer, rerr := s.Service.Refresh(ctx, t.peer.URL)
	if rerr != nil {
		return r, cmp.Or(err, rerr)
	}
	if r, err = receipt.Open(ctx, envelope, peer.Trust); err == nil && !underRoot(peer, r) {
		err = failure.New(failure.Setup, "verify receipt", wording.Say("hint.channel.root-expired",
			wording.Day(peer.Root.Expires.Local())))
	}
	return r, err
}

// underRoot reports whether a receipt was signed while the root of the archive vouched
// for its keys; true where the archive has no root.
func underRoot(p Peer, r receipt.Receipt) bool { return p.Root == nil || p.Root.Counts(r.Time) }

func (s *Sender) alarm(ctx context.Context, t task, uploadID string, envelope []byte, hint wording.Text, cause error) error {
	a := receipt.Alarm{JobID: t.job.ID, UploadID: uploadID, Reason: cause.Error(), Envelope: envelope, RaisedAt: s.Service.now()}
	err := s.Receipts.RaiseAlarm(ctx, a)
	if s.OnAlarm != nil {
		s.OnAlarm(a)
	}
	return failure.Wrap(failure.Damaged, "verify receipt", hint, errors.Join(cause, err))
}

// keepBeside writes what was sent and its receipt beside the package. A package
// that was moved away since takes nothing with it; the database has both.
func (s *Sender) keepBeside(t task, suffix string, sent, envelope []byte) error {
	return s.keepFiles(t, []besides{{suffix, sent}, {receipt.SuffixReceipt, envelope}})
}

// besides is one file beside a package.
type besides struct {
	suffix string
	data   []byte
}

func (s *Sender) keepFiles(t task, files []besides) error {
	if _, err := os.Stat(filepath.Dir(t.path)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, f := range files {
		if old, err := receipt.ReadSmall(t.path+f.suffix, sign.MaxEnvelope); err == nil && string(old) == string(f.data) {
			continue
		}
		if err := durable.WriteFile(t.path+f.suffix, f.data, 0o600); err != nil {
			return writing(err)
		}
	}
	return nil
}
