package accession

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people/naming"
	"laufzettel/transfer/strict"
	"laufzettel/transfer/wording"
)

// DeletionNote is the content of the report that a source has deleted
// (docs/protocol.md 16).
type DeletionNote struct {
	Format    string    `json:"format"`
	Accession string    `json:"accession"` // as the clearance named it
	Portion   string    `json:"portion,omitempty"`
	Person    string    `json:"person"`
	Time      time.Time `json:"time"`
	Note      string    `json:"note,omitempty"`
}

// ClearanceReceived finds what is known of the clearance of one delivery.
func (cl *Clearing) ClearanceReceived(ctx context.Context, key string) (Clearances, error) {
	all, err := cl.ClearancesReceived(ctx)
	if err != nil {
		return Clearances{}, err
	}
	i := slices.IndexFunc(all, func(c Clearances) bool { return key != "" && (c.Accession == key || c.Preparation == key) })
	if i < 0 {
		return Clearances{}, failure.New(failure.Refused, "find clearance of "+key, wording.Say("hint.accession.no-clearance-here", key))
	}
	return all[i], nil
}

// Offices are those to whom the deletion is reported.
func (c Clearances) Offices(to string) []string {
	if to = strings.TrimSpace(to); to != "" {
		return []string{to}
	}
	var out []string
	for _, h := range c.Have {
		if h.Path != "" && !slices.Contains(out, h.From) {
			out = append(out, h.From)
		}
	}
	return out
}

// DeletionSent gives when the deletion of an accession was reported to an office
// ("" = to anybody), zero where it was not.
func (cl *Clearing) DeletionSent(ctx context.Context, accession, office string) (time.Time, error) {
	log, err := cl.Office.Events(ctx, accession)
	for _, e := range log {
		if e.Type == events.Queued && e.Object == channel.KindDeletion && (office == "" ||
			naming.Addressee(e.Detail["to"]) == naming.Addressee(office)) {
			return e.At, nil
		}
	}
	return time.Time{}, err
}

// Outcomes of a deletion report that came.
const (
	deletionRecorded  = "deletion-recorded"
	deletionUnmatched = "deletion-unmatched" // kept as a letter; a person looks at it
)

// takeDeletionTx records the report of a source with its accession, when that is
// cleared and the report comes from the office the clearance went to (A19). Any
// other one changes nothing and is left to a person.
func (cl *Clearing) takeDeletionTx(ctx context.Context, tx *sql.Tx, l loan.Letter, data []byte) (string, error) {
	var n DeletionNote
	if strict.ReadPart(data, &n) != nil || n.Format != channel.FormatDeletion || n.Accession == "" {
		return deletionUnmatched, nil
	}
	acc, ok, err := cl.clearedAs(ctx, n.Accession)
	if err != nil || !ok {
		return deletionUnmatched, err
	}
	sent, err := cl.clearancesSent(ctx, acc.ID)
	if err != nil {
		return "", err
	}
	from := naming.Addressee(acc.Agency) == naming.Addressee(l.Sender)
	for _, to := range sent {
		from = from || naming.Addressee(to) == naming.Addressee(l.Sender)
	}
	if !from {
		return deletionUnmatched, nil
	}
	told := strings.TrimSuffix(fmt.Sprintf("Löschmeldung über den Kanal von %s vom %s: %s", l.Sender, localDay(n.Time), n.Note), ": ")
	act := transfer.Act{Accession: acc.ID, Kind: transfer.ActDeletion, At: l.Received, Person: cmp.Or(l.Person, n.Person), Key: l.Key,
		Note: told, Letter: l.Path}
	if err := transfer.AddActTx(ctx, tx, act); err != nil {
		return "", err
	}
	detail := map[string]string{"from": l.Sender, "person": act.Person, "key": l.Key, "letter-sha512": l.SHA512,
		"at": n.Time.Format(time.RFC3339)}
	return deletionRecorded, cl.Log.Entry(ctx, cl.Office.Event(events.Noted, acc.ID, "", "deletion", detail))(tx)
}

// clearedAs finds the accession that was cleared under this name.
func (cl *Clearing) clearedAs(ctx context.Context, name string) (transfer.Accession, bool, error) {
	all, err := cl.Portions.Accessions(ctx)
	for _, a := range all {
		if (a.State == transfer.Cleared || a.State == transfer.AccessionClosed) && cmp.Or(cl.Books.transferIDOf(ctx, a), a.ID) == name {
			return a, true, nil
		}
	}
	return transfer.Accession{}, false, err
}
