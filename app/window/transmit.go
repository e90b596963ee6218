package window

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/pack"
	"laufzettel/sync/channel"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	transmit "laufzettel/views/transmit/model"
)

// Transmit is the source of the screen Übertragung.
type Transmit struct{ *Desk }

// shownReceipts is how many receipts the list holds.
const shownReceipts = 500

// orderOf reads what a job is about; a payload we cannot read has no name.
func orderOf(j queue.Job) channel.Order {
	var o channel.Order
	if json.Unmarshal(j.Payload, &o) != nil || o.Name == "" {
		o.Name = j.Subject
	}
	return o
}

// Transmit implements transmit.Source.
func (s Transmit) Transmit(ctx context.Context) (transmit.State, error) {
	var st transmit.State
	jobs, err := s.W.Outbox.Queue.List(ctx)
	if err != nil {
		return st, err
	}
	if st.Held, err = s.W.Outbox.Queue.Paused(ctx); err != nil {
		return st, err
	}
	codes, err := s.codes(ctx, idsOf(jobs, func(j queue.Job) string { return orderOf(j).PackageID }))
	if err != nil {
		return st, err
	}
	for _, j := range slices.Backward(jobs) {
		if j.State != queue.Cancelled {
			st.Jobs = append(st.Jobs, s.job(j, codes, st.Held))
		}
	}
	conflicted, err := s.conflicted(ctx)
	if err != nil {
		return st, err
	}
	offered, err := s.offered(ctx)
	if err != nil {
		return st, err
	}
	st.Jobs = append(append(conflicted, st.Jobs...), offered...)
	if st.Replies, err = s.replies(ctx); err != nil {
		return st, err
	}
	if st.Plans, err = s.plans(ctx); err != nil {
		return st, err
	}
	if st.Clearances, err = s.clearances(ctx); err != nil {
		return st, err
	}
	last, err := s.W.Outbox.Receipts.Newest(ctx, receipt.Filter{}, shownReceipts)
	if err != nil {
		return st, err
	}
	if st.Receipts, err = s.receipts(ctx, last); err != nil {
		return st, err
	}
	st.Offline = s.Sender.Offline()
	st.Cells, err = s.cells(ctx)
	st.Limit = s.Words.T("window.limit.none")
	if n := s.W.Office.Settings.Get().Channel.RateLimit; n > 0 {
		st.Limit = s.Words.T("window.limit", s.Words.Bytes(n))
	}
	return st, err
}

// receipts are the rows of stored receipts; one without its package here stands alone.
func (s Transmit) receipts(ctx context.Context, last []receipt.Entry) ([]transmit.Receipt, error) {
	here, err := s.W.Intake.Portions.PackagesByID(ctx, idsOf(last, func(r receipt.Entry) string { return r.PackageID }))
	if err != nil {
		return nil, err
	}
	names := s.named(here)
	out := make([]transmit.Receipt, 0, len(last))
	for _, r := range last {
		out = append(out, transmit.Receipt{ID: r.Receipt.ReceiptID, Package: names.of(r.PackageID, path.Base(filepath.ToSlash(r.Path))),
			Digest: firstDigest(r), At: r.Receipt.Time,
			Alone: here[r.PackageID].Receipt == ""})
	}
	return out, nil
}

func firstDigest(r receipt.Entry) string {
	for _, u := range r.Receipt.Uploads {
		return u.SHA512
	}
	return r.ReceiptSHA512
}

// codes are the reference codes of packages by persistent identifier.
type codes map[string]string

func (c codes) of(pid, fallback string) string {
	if code := c[pid]; code != "" {
		return code
	}
	return fallback
}

// idsOf gives what is chosen out of a list.
func idsOf[T any](list []T, id func(T) string) []string {
	out := make([]string, 0, len(list))
	for _, x := range list {
		out = append(out, id(x))
	}
	return out
}

func (s Transmit) codes(ctx context.Context, pids []string) (codes, error) {
	packages, err := s.W.Intake.Portions.PackagesByID(ctx, pids)
	return s.named(packages), err
}

func (s Transmit) named(packages map[string]transfer.Package) codes {
	out := codes{}
	for pid, p := range packages {
		out[pid] = p.ReferenceCode
		if p.Kind == aip.KindAccession {
			out[pid] = s.Words.T("window.accession", p.ReferenceCode)
		}
	}
	return out
}

func (s Transmit) job(j queue.Job, names codes, held bool) transmit.Job {
	o := orderOf(j)
	x := transmit.Job{ID: j.ID, Direction: transmit.Up, Name: names.of(o.PackageID, o.Name), Answer: j.Reason, Done: j.Done, Total: j.Total}
	if name, ok := s.jobName(j, o); ok {
		x.Name = name
	}
	if x.Total == 0 {
		x.Total = o.Size
	}
	switch j.State {
	case queue.Waiting, queue.Retry:
		x.State = transmit.Waiting
		if held {
			x.State = transmit.Paused
		}
	case queue.Running:
		x.State = transmit.Sending
		rate, left := s.Sender.Speed(j.ID)
		x.Rate, x.Left = float64(rate), left
		x.Done = max(x.Done, s.Sender.Done(j.ID))
		if rate > 0 && x.Total > 0 {
			x.Answer = s.Words.T("window.job.rate", s.Words.Bytes(rate), s.Words.Int(x.Done*100/x.Total))
		}
	case queue.NeedsUser:
		x.State, x.Renumber = transmit.NeedsYou, pack.RefusedForCode(j)
	case queue.NeedsAdmin:
		x.State = transmit.NeedsAdmin
	case queue.Damaged:
		x.State = transmit.Damaged
	case queue.Done:
		x.State = transmit.Done
		x.Answer = s.Words.T("window.job.done", s.Words.Bytes(x.Total), s.Words.Moment(j.Finished))
	}
	if x.Answer == "" {
		x.Answer = s.Words.T("window.job.waits", s.Words.Bytes(x.Total))
	}
	return x
}

// cells is the strip of the channel: connection, key, queue of receipts.
func (s Transmit) cells(ctx context.Context) ([]transmit.Cell, error) {
	w := s.Words
	cell := transmit.Cell{Tone: transfer.ToneNote, Icon: "transmit", Title: w.T("window.cell.none"), Detail: w.T("window.cell.none.text")}
	if peer, standing := s.Sender.Standing(ctx); standing != ChannelNone {
		cell = transmit.Cell{Tone: transfer.ToneWarn, Icon: "transmit", Title: peer.Archive, Detail: peer.URL}
		switch standing {
		case ChannelHeard:
			cell.Tone = transfer.ToneOK
		case ChannelUnheard:
			cell.Tone, cell.Detail = transfer.ToneNote, w.T("window.cell.unheard", peer.URL)
		case ChannelOffline:
			cell.Detail = w.T("window.safe.offline", w.Clock(s.Sender.Offline()))
		case ChannelPending:
			cell.Detail = w.T("window.cell.pending", peer.Code)
		case ChannelFault:
			if fault := s.Sender.Fault(); fault != nil { // a round may have ended meanwhile
				cell.Detail = w.Explain(fault, fault.Error())
			}
		}
	}
	out := []transmit.Cell{cell}
	key := transmit.Cell{Tone: transfer.ToneNote, Icon: "key", Title: w.T("window.cell.key"), Detail: w.T("window.cell.key.none")}
	keys, err := s.W.Outbox.Channel.ListKeys(ctx)
	for _, k := range keys {
		if k.State == channel.KeyActive {
			key.Tone, key.Detail, key.Mono = transfer.ToneOK, k.Fingerprint, true
		}
	}
	out = append(out, key)
	alarms, err2 := s.W.Outbox.Receipts.Alarms(ctx)
	receipts, err3 := s.W.Outbox.Receipts.Count(ctx)
	proof := transmit.Cell{Tone: transfer.ToneOK, Icon: "receipt", Title: w.N("window.cell.receipts", receipts),
		Detail: w.T("window.cell.receipts.text")}
	if receipts == 0 {
		proof.Tone = transfer.ToneNote
	}
	if len(alarms) > 0 {
		proof.Tone, proof.Detail = transfer.ToneError, w.N("window.safe.alarms", len(alarms))
	}
	return append(out, proof), errors.Join(err, err2, err3)
}

// History implements transmit.Source: newest first.
func (s Transmit) History(ctx context.Context, job string) ([]transmit.Line, error) {
	if id, ok := offerOf(job); ok {
		return s.offerHistory(ctx, id)
	}
	log, err := s.W.Outbox.Queue.Log(ctx, job)
	if err != nil {
		return nil, err
	}
	var out []transmit.Line
	for _, t := range slices.Backward(log) {
		text := s.Words.T("window.queue." + string(t.To))
		if t.Reason != "" {
			text += ": " + t.Reason
		}
		out = append(out, transmit.Line{At: t.At, Text: text})
	}
	return out, nil
}

// HoldAll implements transmit.Source: jobs under way go back and keep what the
// archive has of them.
func (s Transmit) HoldAll(ctx context.Context, hold bool) error {
	defer s.Hub.Notify()
	if err := s.W.Outbox.HoldSending(ctx, hold); err != nil {
		return err
	}
	if hold {
		s.Sender.Interrupt()
	} else {
		s.Sender.Wake()
	}
	return nil
}

// Hold implements transmit.Source. The queue is one: holding a job holds all,
// otherwise the next one would start at once.
func (s Transmit) Hold(ctx context.Context, _ string) error { return s.HoldAll(ctx, true) }

// Retry implements transmit.Source; a held queue goes on with it.
func (s Transmit) Retry(ctx context.Context, job string) error {
	defer s.Hub.Notify()
	if id, ok := offerOf(job); ok {
		defer s.Sender.Wake()
		return s.W.Doors.RetryOffer(ctx, id)
	}
	if err := s.W.Outbox.RetryJob(ctx, job); err != nil {
		return s.noJob(err)
	}
	return s.HoldAll(ctx, false)
}

// Cancel implements transmit.Source.
func (s Transmit) Cancel(ctx context.Context, job string) error {
	defer s.Hub.Notify()
	if id, ok := offerOf(job); ok {
		return s.W.Doors.StopOffer(ctx, id)
	}
	return s.noJob(s.W.Outbox.CancelJob(ctx, job))
}

// Renumber implements transmit.Source.
func (s Transmit) Renumber(ctx context.Context, job string, all bool) error {
	defer s.Hub.Notify()
	defer s.Sender.Wake()
	_, err := s.W.Packer.RenumberJob(ctx, job, all)
	return s.noJob(err)
}

func (s Transmit) noJob(err error) error {
	if errors.Is(err, queue.ErrNoJob) {
		return failure.Wrap(failure.Refused, "change job", wording.Say("window.nojob"), err)
	}
	return err
}

// Verify implements transmit.Source.
func (s Transmit) Verify(ctx context.Context, idOrPath string) (transmit.Verdict, error) {
	name := idOrPath
	if list, err := s.W.Outbox.Receipts.List(ctx, receipt.Filter{ReceiptID: idOrPath}); err == nil && len(list) == 1 {
		if name, err = s.receiptFile(ctx, list[0]); err != nil {
			return transmit.Verdict{}, err
		}
	} else if _, err := os.Stat(name); err != nil {
		return transmit.Verdict{}, failure.Wrap(failure.Refused, "verify "+name, wording.Say("window.noreceipt", name), err)
	}
	v, err := s.W.Outbox.VerifyReceipt(ctx, name)
	if err != nil {
		return transmit.Verdict{}, err
	}
	var lines []string
	for _, c := range v.Checks {
		name, detail := c.In(s.Words.Language())
		key := "window.verify.not-done"
		switch {
		case c.Done && c.OK:
			key = "window.verify.ok"
		case c.Done:
			key = "window.verify.failed"
		}
		lines = append(lines, strings.TrimSpace(s.Words.T(key, name)+" "+detail))
	}
	return transmit.Verdict{OK: v.OK(), Missing: len(v.Missing()) > 0, Text: strings.Join(lines, "\n")}, nil
}

// receiptFile gives the file of a stored receipt: it lies beside the package.
func (s Transmit) receiptFile(ctx context.Context, e receipt.Entry) (string, error) {
	p, err := s.W.Intake.Portions.PackageByID(ctx, e.PackageID)
	if errors.Is(err, transfer.ErrNoPackage) || err == nil && p.Receipt == "" {
		return "", failure.New(failure.Refused, "verify receipt of "+e.PackageID, wording.Say("window.noreceipt", e.PackageID))
	}
	return filepath.Join(s.W.Office.Dir, filepath.FromSlash(p.Receipt)), err
}

var _ transmit.Source = Transmit{}
