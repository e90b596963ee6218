package workspace

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"laufzettel/appraisal/merge"
	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/sync/queue"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/prepare"
)

// deletionNote is the content of the report that a source has deleted
// (docs/protocol.md 16).
type deletionNote struct {
	Format    string    `json:"format"`
	Accession string    `json:"accession"` // as the clearance named it
	Portion   string    `json:"portion,omitempty"`
	Person    string    `json:"person"`
	Time      time.Time `json:"time"`
	Note      string    `json:"note,omitempty"`
}

// ReportDeletion tells the archive over the channel that this office has deleted
// at the source (A19); where the delivery was prepared here, the deletion is
// recorded with it too. key is the accession as the clearance names it, or the
// preparation; to "" means every office that cleared by the channel. Errors:
// Refused before every clearance is there, where nobody is known to tell it to,
// and when it was told already. Nothing is deleted by the program.
func (w *Workspace) ReportDeletion(ctx context.Context, key, to, note string) ([]queue.Job, error) {
	op := "record deletion of " + key
	person, err := w.mustPerson(op)
	if err != nil {
		return nil, err
	}
	c, err := w.clearanceReceived(ctx, key)
	if err != nil {
		return nil, err
	}
	if !c.Complete {
		return nil, failure.New(failure.Refused, op, fmt.Sprintf("Noch nicht löschen: Von der Löschfreigabe liegen %d von %d vor, es fehlt %s.", c.Given, c.Of, strings.Join(c.Missing, ", ")))
	}
	n := deletionNote{Format: channel.FormatDeletion, Accession: c.Accession, Portion: c.Preparation, Person: person, Time: w.Now().UTC().Truncate(time.Millisecond), Note: strings.TrimSpace(note)}
	var open []string
	for _, office := range c.offices(to) {
		at, err := w.deletionSent(ctx, c.Accession, office)
		if err != nil {
			return nil, err
		}
		if at.IsZero() {
			open = append(open, office)
		}
	}
	switch {
	case len(c.offices(to)) == 0:
		return nil, failure.New(failure.Refused, op, "Die Löschfreigabe kam nicht über den Kanal. Bitte mit --to angeben, wie das Archiv dort heißt, oder die Löschung auf anderem Weg melden.")
	case len(open) == 0:
		return nil, failure.New(failure.Refused, op, "Die Löschung ist dem Archiv schon gemeldet. „queue list“ zeigt, ob die Meldung angekommen ist.")
	}
	if _, err := w.archiveURL(op); err != nil {
		return nil, err
	}
	if c.Preparation != "" && c.Deleted.IsZero() {
		if _, err := w.RecordDeletion(ctx, c.Preparation, n.Note); err != nil {
			return nil, err
		}
	}
	var jobs []queue.Job
	for _, office := range open {
		name := sha256.Sum256([]byte(c.Accession + "\x00" + office))
		o := channel.Order{Kind: channel.KindDeletion, Reference: shortened(c.Accession), To: office, Name: "loeschmeldung.json"}
		j, err := w.postJSON(ctx, c.Accession, "loeschmeldung-"+hex.EncodeToString(name[:8])+".json", n, o, "")
		if err != nil {
			return jobs, err
		}
		jobs = append(jobs, j)
	}
	return jobs, nil
}

// DeletedAtSource records that the office has deleted what a preparation was made
// of and, where the archive has cleared it over the channel, tells it there. jobs
// are the reports in the outbox.
func (w *Workspace) DeletedAtSource(ctx context.Context, id, note string) (p prepare.Preparation, jobs []queue.Job, err error) {
	c, err := w.clearanceReceived(ctx, id)
	if err != nil && failure.KindOf(err) != failure.Refused {
		return p, nil, err
	}
	if err == nil && c.MayReport() && c.Deleted.IsZero() && w.Settings.Get().Channel.URL != "" {
		if jobs, err = w.ReportDeletion(ctx, id, "", note); err != nil {
			return p, jobs, err
		}
		p, err = w.Prepare.Get(ctx, id)
		return p, jobs, err
	}
	p, err = w.RecordDeletion(ctx, id, note)
	return p, nil, err
}

// clearanceReceived finds what is known of the clearance of one delivery.
func (w *Workspace) clearanceReceived(ctx context.Context, key string) (Clearances, error) {
	all, err := w.ClearancesReceived(ctx)
	if err != nil {
		return Clearances{}, err
	}
	i := slices.IndexFunc(all, func(c Clearances) bool { return key != "" && (c.Accession == key || c.Preparation == key) })
	if i < 0 {
		return Clearances{}, failure.New(failure.Refused, "find clearance of "+key, fmt.Sprintf("Zu „%s“ ist hier keine Löschfreigabe eingegangen. „clearance list“ zeigt alle, „fetch letters“ holt neue Schreiben.", key))
	}
	return all[i], nil
}

// offices are those to whom the deletion is reported.
func (c Clearances) offices(to string) []string {
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

// deletionSent gives when the deletion of an accession was reported to an office
// ("" = to anybody), zero where it was not.
func (w *Workspace) deletionSent(ctx context.Context, accession, office string) (time.Time, error) {
	log, err := w.Events(ctx, accession)
	for _, e := range log {
		if e.Type == events.Queued && e.Object == channel.KindDeletion && (office == "" || merge.SamePerson(e.Detail["to"], office)) {
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
func (w *Workspace) takeDeletionTx(ctx context.Context, tx *sql.Tx, l loan.Letter, data []byte) (string, error) {
	var n deletionNote
	if json.Unmarshal(data, &n) != nil || n.Format != channel.FormatDeletion || n.Accession == "" {
		return deletionUnmatched, nil
	}
	acc, ok, err := w.clearedAs(ctx, n.Accession)
	if err != nil || !ok {
		return deletionUnmatched, err
	}
	sent, err := w.clearancesSent(ctx, acc.ID)
	if err != nil {
		return "", err
	}
	from := merge.SamePerson(acc.Agency, l.Sender)
	for _, to := range sent {
		from = from || merge.SamePerson(to, l.Sender)
	}
	if !from {
		return deletionUnmatched, nil
	}
	told := strings.TrimSuffix(fmt.Sprintf("Löschmeldung über den Kanal von %s vom %s: %s", l.Sender, localDay(n.Time), n.Note), ": ")
	act := transfer.Act{Accession: acc.ID, Kind: transfer.ActDeletion, At: l.Received, Person: cmp.Or(l.Person, n.Person), Key: l.Key, Note: told, Letter: l.Path}
	if err := transfer.AddActTx(ctx, tx, act); err != nil {
		return "", err
	}
	detail := map[string]string{"from": l.Sender, "person": act.Person, "key": l.Key, "letter-sha512": l.SHA512, "at": n.Time.Format(time.RFC3339)}
	return deletionRecorded, w.log(ctx, w.event(events.Noted, acc.ID, "", "deletion", detail))(tx)
}

// clearedAs finds the accession that was cleared under this name.
func (w *Workspace) clearedAs(ctx context.Context, name string) (transfer.Accession, bool, error) {
	all, err := w.Portions.Accessions(ctx)
	for _, a := range all {
		if (a.State == transfer.Cleared || a.State == transfer.AccessionClosed) && cmp.Or(w.transferIDOf(ctx, a), a.ID) == name {
			return a, true, nil
		}
	}
	return transfer.Accession{}, false, err
}
