package accession

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/strict"
	"laufzettel/transfer/wording"
)

// clearanceNote is the content of a clearance (docs/protocol.md 16).
type clearanceNote struct {
	Format       string    `json:"format"`
	Accession    string    `json:"accession"`
	Confirmation string    `json:"confirmation"`
	Needed       []string  `json:"needed,omitempty"`
	Person       string    `json:"person"`
	Time         time.Time `json:"time"`
	Note         string    `json:"note,omitempty"`
}

// SendClearance tells the source over the channel that an accession is cleared for
// deletion (A19). Where several confirmations are agreed (C8: first and security
// register), confirmation names which of them this is, and it may go as soon as it
// is noted here: the source then knows one of two and does not delete. Error:
// Refused before the accession is cleared or the confirmation noted.
func (cl *Clearing) SendClearance(ctx context.Context, accession, to, confirmation, note string) (queue.Job, error) {
	person, err := cl.Office.MustPerson(people.Clear, "send clearance")
	if err != nil {
		return queue.Job{}, err
	}
	acc, err := cl.Portions.Accession(ctx, accession)
	if err != nil {
		return queue.Job{}, err
	}
	c := clearanceNote{Format: channel.FormatClearance, Accession: cmp.Or(cl.Books.transferIDOf(ctx, acc), acc.ID),
		Confirmation: strings.TrimSpace(confirmation), Needed: cl.Books.needed(ctx, acc), Person: person, Time: acc.Cleared, Note: note}
	if len(c.Needed) > 0 && !slices.Contains(c.Needed, c.Confirmation) {
		return queue.Job{}, failure.New(failure.Refused, "send clearance of "+acc.ID,
			wording.Say("hint.accession.which-confirmation", strings.Join(c.Needed, ", ")))
	}
	if err := cl.maySendClearance(ctx, acc, &c); err != nil {
		return queue.Job{}, err
	}
	if to = strings.TrimSpace(to); to == "" {
		to = acc.Agency
	}
	if to == "" {
		return queue.Job{}, failure.New(failure.Refused, "send clearance of "+acc.ID,
			wording.Say("hint.accession.clearance-without-recipient"))
	}
	name := sha256.Sum256([]byte(acc.ID + "\x00" + c.Confirmation))
	o := channel.Order{Kind: channel.KindClearance, Reference: Shortened(c.Accession), To: to, Name: "loeschfreigabe.json"}
	return cl.Outbox.PostJSON(ctx, acc.ID, "loeschfreigabe-"+hex.EncodeToString(name[:8])+".json", c, o, c.Confirmation)
}

// maySendClearance refuses what is not cleared; a single confirmation of several
// goes with the moment it was noted, once nothing but the others is missing.
func (cl *Clearing) maySendClearance(ctx context.Context, acc transfer.Accession, c *clearanceNote) error {
	op := "send clearance of " + acc.ID
	have, err := cl.Portions.Confirmations(ctx, acc.ID)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(have, func(x transfer.Confirmation) bool { return x.Name == c.Confirmation })
	if i >= 0 {
		c.Time = have[i].At
	}
	if acc.State == transfer.Cleared || acc.State == transfer.AccessionClosed {
		return nil
	}
	if len(c.Needed) < 2 {
		return failure.New(failure.Refused, op, wording.Say("hint.accession.not-cleared"))
	}
	if i < 0 {
		return failure.New(failure.Refused, op, wording.Say("hint.accession.not-cleared-nor-confirmed", c.Confirmation))
	}
	obstacles, err := cl.Ending.unarchived(ctx, acc.ID)
	if err != nil {
		return err
	}
	if len(obstacles) > 0 {
		return failure.New(failure.Refused, op, wording.Say("hint.accession.confirmation-before-archived", strings.Join(obstacles, " ")))
	}
	return nil
}

// Sides of a clearance.
const (
	ClearanceReceived = "received" // this workspace is the source and waits for the archive
	ClearanceGiven    = "given"    // this workspace is the archive, the source waits
)

// Clearances is how far the clearance for deletion of one delivery is: which
// confirmations are there and which are still due. Only Complete allows deletion.
type Clearances struct {
	Side        string             `json:"side"`
	Accession   string             `json:"accession"`
	Number      string             `json:"number,omitempty"`      // of the accession book, given
	Preparation string             `json:"preparation,omitempty"` // of the source, received
	Title       string             `json:"title,omitempty"`
	Partner     string             `json:"partner,omitempty"` // who deletes, or who clears
	Needed      []string           `json:"needed,omitempty"`
	Have        []ReceivedClearing `json:"have"`
	Missing     []string           `json:"missing,omitempty"`
	Given       int                `json:"given"` // of Of, as in "1 von 2"
	Of          int                `json:"of"`
	Complete    bool               `json:"complete"`
	Deleted     time.Time          `json:"deleted,omitzero"`  // at the source, as it says
	Reported    time.Time          `json:"reported,omitzero"` // over the channel
}

// MayReport tells whether the deletion is still to be told to an archive that has
// cleared over the channel.
func (c Clearances) MayReport() bool {
	return c.Side == ClearanceReceived && c.Complete && c.Reported.IsZero() && len(c.Offices("")) > 0
}

// ReceivedClearing is one confirmation: a signed letter, or one noted by hand.
type ReceivedClearing struct {
	Confirmation string    `json:"confirmation,omitempty"`
	From         string    `json:"from"`
	Person       string    `json:"person"`
	Time         time.Time `json:"time"`
	Path         string    `json:"path,omitempty"`  // of the letter
	Key          string    `json:"key,omitempty"`   // of the person, "" where only the machine signed
	Paper        bool      `json:"paper,omitempty"` // noted by hand
	Sent         string    `json:"sent,omitempty"`  // to whom it went by the channel
}

// ClearanceList is the standing list of clearances: what this workspace waits for
// as a source, then what it gives as an archive (A19, C8).
func (cl *Clearing) ClearanceList(ctx context.Context) ([]Clearances, error) {
	received, err := cl.ClearancesReceived(ctx)
	if err != nil {
		return nil, err
	}
	given, err := cl.clearancesGiven(ctx)
	return append(received, given...), err
}

// ClearancesReceived lists the deliveries whose deletion here waits for clearances,
// and what came: by letters of the channel, by receipts and on paper. The same
// confirmation from the same office counts once.
func (cl *Clearing) ClearancesReceived(ctx context.Context) ([]Clearances, error) {
	letters, err := cl.Loans.Letters(ctx, channel.KindClearance)
	if err != nil {
		return nil, err
	}
	by := map[string]*Clearances{}
	var order []string
	of := func(accession string) *Clearances {
		if by[accession] == nil {
			by[accession], order = &Clearances{Side: ClearanceReceived, Accession: accession, Have: []ReceivedClearing{}},
				append(order, accession)
		}
		return by[accession]
	}
	for _, l := range letters {
		data, err := receipt.ReadSmall(cl.Office.Path(l.Path), office.MaxMessage)
		if errors.Is(err, fs.ErrNotExist) {
			continue // a person has removed it; the log keeps that it came
		}
		if err != nil {
			return nil, office.Disk("read clearance", err)
		}
		if c, ok := readClearance(data); ok {
			of(c.Accession).add(c, l)
		}
	}
	all, err := cl.Prepare.List(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		if p.State == prepare.HandedOver || p.State == prepare.Confirmed || p.State == prepare.Deletable {
			of(cmp.Or(p.AccessionID, p.ID)).prepared(p)
		}
	}
	out := make([]Clearances, 0, len(order))
	for _, id := range order {
		c := by[id].judged()
		if c.Reported, err = cl.DeletionSent(ctx, c.Accession, ""); err != nil {
			return nil, err
		}
		if c.Deleted.IsZero() {
			c.Deleted = c.Reported
		}
		out = append(out, c)
	}
	return out, nil
}

// readClearance reads the content of a clearance; false for one that says nothing.
func readClearance(data []byte) (c clearanceNote, ok bool) {
	err := strict.ReadPart(data, &c)
	return c, err == nil && c.Format == channel.FormatClearance && c.Accession != ""
}

// add takes in one letter.
func (c *Clearances) add(n clearanceNote, l loan.Letter) {
	c.need(n.Needed)
	c.Partner = l.Sender
	r := ReceivedClearing{Confirmation: n.Confirmation, From: l.Sender, Person: n.Person, Time: n.Time, Path: l.Path, Key: l.Key}
	if !slices.ContainsFunc(c.Have, func(h ReceivedClearing) bool { return h.Confirmation == r.Confirmation && h.From == r.From }) {
		c.Have = append(c.Have, r)
	}
}

func (c *Clearances) need(names []string) {
	for _, n := range names {
		if !slices.Contains(c.Needed, n) {
			c.Needed = append(c.Needed, n)
		}
	}
}

// prepared takes in what is known of the delivery where it was prepared here.
func (c *Clearances) prepared(p prepare.Preparation) {
	c.Preparation, c.Title, c.Deleted = p.ID, cmp.Or(p.Fields["title"], p.Name), p.Deleted
	if len(c.Needed) == 0 { // else the archive's letter names them: it may know better
		c.need(p.Needed)
	}
	for _, x := range p.Confirmations {
		if slices.Contains(c.Needed, x.Name) && !c.has(x.Name) {
			c.Have = append(c.Have, ReceivedClearing{Confirmation: x.Name, From: x.By, Person: x.Person, Time: x.Noted,
				Paper: x.Form == prepare.FormPaper})
		}
	}
	c.Partner = cmp.Or(c.Partner, p.Place)
}

// has reports whether a confirmation is there; a letter without a name is the
// clearance as such.
func (c *Clearances) has(name string) bool {
	return slices.ContainsFunc(c.Have, func(h ReceivedClearing) bool { return cmp.Or(h.Confirmation, prepare.Clearance) == name })
}

func (c Clearances) judged() Clearances {
	for _, n := range c.Needed {
		if !c.has(n) {
			c.Missing = append(c.Missing, n)
		}
	}
	c.Of = max(1, len(c.Needed))
	c.Given = len(c.Needed) - len(c.Missing)
	if len(c.Needed) == 0 {
		c.Given = min(1, len(c.Have))
	}
	c.Complete = c.Given == c.Of
	return c
}

// clearancesGiven lists the accessions whose clearance is due or was given here.
func (cl *Clearing) clearancesGiven(ctx context.Context) ([]Clearances, error) {
	all, err := cl.Portions.Accessions(ctx)
	if err != nil {
		return nil, err
	}
	portions, err := cl.Portions.List(ctx)
	if err != nil {
		return nil, err
	}
	archived := map[string]bool{} // some of it
	for _, p := range portions {
		archived[p.AccessionID] = archived[p.AccessionID] || p.State == transfer.Confirmed || p.State == transfer.Closed
	}
	out := []Clearances{}
	for _, a := range all {
		if a.State == transfer.Archived || a.State == transfer.Cleared || a.State == transfer.InWork && archived[a.ID] {
			c, err := cl.clearanceGiven(ctx, a)
			if err != nil {
				return nil, err
			}
			out = append(out, c)
		}
	}
	return out, nil
}

// clearanceGiven tells how far the clearance of one accession is.
func (cl *Clearing) clearanceGiven(ctx context.Context, a transfer.Accession) (c Clearances, err error) {
	have, err := cl.Portions.Confirmations(ctx, a.ID)
	if err != nil {
		return c, err
	}
	sent, err := cl.clearancesSent(ctx, a.ID)
	if err != nil {
		return c, err
	}
	archive := cl.Office.Settings.Get().Archive
	c = Clearances{Side: ClearanceGiven, Accession: a.ID, Number: a.Number, Title: a.Title, Partner: a.Agency,
		Needed: cl.Books.needed(ctx, a), Have: []ReceivedClearing{}}
	for _, x := range have {
		c.Have = append(c.Have, ReceivedClearing{Confirmation: x.Name, From: archive, Person: x.Person, Time: x.At, Paper: x.Paper,
			Sent: sent[x.Name]})
	}
	if a.State == transfer.Cleared && len(c.Needed) == 0 {
		c.Have = append(c.Have, ReceivedClearing{From: archive, Person: a.ClearedBy, Time: a.Cleared, Sent: sent[""]})
	}
	c = c.judged()
	c.Complete = a.State == transfer.Cleared
	acts, err := cl.Portions.Acts(ctx, a.ID)
	for _, x := range acts {
		if x.Kind == transfer.ActDeletion {
			c.Deleted = x.At
		}
	}
	return c, err
}

// clearancesSent tells to whom which confirmation of an accession went.
func (cl *Clearing) clearancesSent(ctx context.Context, accession string) (map[string]string, error) {
	log, err := cl.Office.Events(ctx, accession)
	out := map[string]string{}
	for _, e := range log {
		if e.Type == events.Queued && e.Object == channel.KindClearance {
			out[e.Detail["as"]] = e.Detail["to"]
		}
	}
	return out, err
}

// takeLetterTx does what a letter that came changes here; it tells it in a word.
func (cl *Clearing) takeLetterTx(ctx context.Context, tx *sql.Tx, l loan.Letter, data []byte) (did string, err error) {
	switch l.Kind {
	case channel.KindClearance:
		c, ok := readClearance(data)
		if !ok {
			return "", nil
		}
		return cl.takeClearanceTx(ctx, tx, l, c, data)
	case channel.KindDeletion:
		return cl.takeDeletionTx(ctx, tx, l, data)
	}
	return "", nil
}

// takeClearanceTx enters a clearance with the delivery it is for, once the archive
// has confirmed that delivery with its receipt.
func (cl *Clearing) takeClearanceTx(ctx context.Context, tx *sql.Tx, l loan.Letter, c clearanceNote, data []byte) (string, error) {
	all, err := cl.Prepare.List(ctx)
	if err != nil {
		return "", err
	}
	for _, p := range all {
		name := cmp.Or(c.Confirmation, prepare.Clearance)
		if p.AccessionID != c.Accession || p.State != prepare.Confirmed ||
			slices.ContainsFunc(p.Confirmations, func(x prepare.Confirmation) bool { return x.Name == name }) {
			continue
		}
		x := prepare.Confirmation{Name: name, Form: prepare.FormReceipt, By: strings.TrimSuffix(l.Sender+", "+l.Person, ", "),
			Day: c.Time.Format(time.DateOnly), Note: c.Note, File: l.Path, SHA512: office.Sum512(data), Person: c.Person}
		p, err := cl.Prepare.ConfirmTx(ctx, tx, p.ID, x, cl.Books.Noted(ctx, events.Confirmed, name,
			map[string]string{"letter-sha512": l.SHA512, "person": c.Person, "key": l.Key}))
		if err != nil {
			return "", err
		}
		if p.State == prepare.Deletable {
			return "clearance-complete", nil
		}
		return "clearance-noted", nil
	}
	return "", nil
}

// TakeWaiting enters clearances that came before the receipt of the delivery.
func (cl *Clearing) TakeWaiting(ctx context.Context, p prepare.Preparation) (prepare.Preparation, error) {
	if _, err := cl.Office.Allow(ctx, people.Prepare, "take clearance"); err != nil {
		return p, err
	}
	letters, err := cl.Loans.Letters(ctx, channel.KindClearance)
	if err != nil || p.AccessionID == "" {
		return p, err
	}
	for _, l := range letters {
		data, err := receipt.ReadSmall(cl.Office.Path(l.Path), office.MaxMessage)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return p, office.Disk("read clearance", err)
		}
		if c, ok := readClearance(data); ok && c.Accession == p.AccessionID {
			if err := cl.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
				_, err := cl.takeClearanceTx(ctx, tx, l, c, data)
				return err
			}); err != nil {
				return p, err
			}
		}
	}
	return cl.Prepare.Get(ctx, p.ID)
}

// Noted gives work that logs a step of a preparation with its change.
func (bk *Books) Noted(ctx context.Context, t events.Type, outcome string, detail map[string]string) prepare.Also {
	return func(tx *sql.Tx, p prepare.Preparation) error {
		return bk.Log.Entry(ctx, bk.Office.Event(t, p.ID, "", outcome, detail))(tx)
	}
}
