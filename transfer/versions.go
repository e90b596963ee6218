package transfer

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"laufzettel/transfer/procedure"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// takeUp puts an offered or awaited accession in work, since something of it has
// arrived. Error: Refused for one that is cleared or closed.
func (s *Portions) takeUp(ctx context.Context, tx *sql.Tx, id string) error {
	a, err := scanAccession(tx.QueryRowContext(ctx, "SELECT "+accessionColumns+" FROM accession WHERE id = ?", id))
	if errors.Is(err, sql.ErrNoRows) {
		return noAccession(id)
	}
	if err != nil {
		return fmt.Errorf("find accession %s: %w", id, err)
	}
	if a.State == InWork {
		return nil
	}
	if !a.State.May(InWork) {
		return failure.New(failure.Refused, "add to accession "+id, wording.Say("hint.transfer.accession-takes-none", a.Number, a.State))
	}
	_, err = tx.ExecContext(ctx, "UPDATE accession SET state = 'in-work' WHERE id = ?", id)
	return err
}

// join describes the accession of a portion once the portion is read, and puts
// the portion into the accession of its procedure or of its offer: all messages
// of one xdomea procedure and every delivery of one transfer list are one
// accession (A31). What a person opened by hand or chose stays as it is.
func (s *Portions) join(ctx context.Context, tx *sql.Tx, p *Portion) error {
	_, err := tx.ExecContext(ctx, `UPDATE accession SET agency = CASE WHEN agency = '' THEN ? ELSE agency END,
 agency_id = CASE WHEN agency_id = '' THEN ? ELSE agency_id END, profile = CASE WHEN profile = '' THEN ? ELSE profile END,
 process = CASE WHEN process = '' THEN ? ELSE process END, kind = CASE WHEN kind = '' THEN ? ELSE kind END,
 transfer_id = CASE WHEN transfer_id = '' THEN ? ELSE transfer_id END,
 title = CASE WHEN ? <> '' AND origin = 'delivery' AND title = ? THEN ? ELSE title END WHERE id = ?`,
		p.Agency, p.AgencyID, p.ProfileID, p.Process, p.Kind, p.TransferID, p.Title, p.Name, p.Title, p.AccessionID)
	if err != nil {
		return fmt.Errorf("describe accession: %w", err)
	}
	if p.Process != "" || p.TransferID != "" {
		if err := s.joinFirst(ctx, tx, p); err != nil {
			return err
		}
	}
	if err := s.offered(ctx, tx, p); err != nil {
		return err
	}
	return s.supersede(ctx, tx, p)
}

// offered makes an accession that holds nothing but an offer an offered one.
func (s *Portions) offered(ctx context.Context, tx *sql.Tx, p *Portion) error {
	if p.Message() != procedure.Offer {
		return nil
	}
	_, err := tx.ExecContext(ctx, `UPDATE accession SET state = 'offered', origin = 'offer', offered = coalesce(offered, ?)
 WHERE id = ? AND state = 'in-work' AND origin = 'delivery' AND NOT EXISTS (SELECT 1 FROM portion WHERE accession_id = accession.id AND kind <> ?)`,
		p.Arrived.UnixMilli(), p.AccessionID, procedure.Offer.Kind())
	if err != nil {
		return fmt.Errorf("note offer: %w", err)
	}
	return nil
}

// awaited makes an offered accession an awaited one when its offer is appraised.
func awaited(ctx context.Context, tx *sql.Tx, p *Portion) error {
	if p.Message() != procedure.Offer || p.State != Appraised {
		return nil
	}
	_, err := tx.ExecContext(ctx, "UPDATE accession SET state = 'awaited' WHERE id = ? AND state = 'offered'", p.AccessionID)
	if err != nil {
		return fmt.Errorf("await delivery: %w", err)
	}
	return nil
}

// joinFirst moves the portion into the oldest open accession of its procedure or
// transfer list, unless its own was opened by a person or holds more.
func (s *Portions) joinFirst(ctx context.Context, tx *sql.Tx, p *Portion) error {
	var first string
	err := tx.QueryRowContext(ctx,
		`SELECT id FROM accession WHERE state NOT IN ('cleared','closed') AND discarded IS NULL AND ((process = ? AND process <> '') OR (transfer_id = ? AND transfer_id <> ''))
 ORDER BY opened, id LIMIT 1`, p.Process, p.TransferID).Scan(&first)
	if errors.Is(err, sql.ErrNoRows) || first == p.AccessionID {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find accession of procedure: %w", err)
	}
	var bound int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM accession a WHERE id = ? AND (origin <> 'delivery'
 OR EXISTS (SELECT 1 FROM accession_remark WHERE accession_id = a.id) OR EXISTS (SELECT 1 FROM accession_letter WHERE accession_id = a.id)
 OR EXISTS (SELECT 1 FROM accession_deadline WHERE accession_id = a.id) OR EXISTS (SELECT 1 FROM accession_confirmation WHERE accession_id = a.id))`, p.AccessionID).Scan(&bound); err != nil {
		return fmt.Errorf("look at accession: %w", err)
	}
	if bound > 0 {
		return nil
	}
	own := p.AccessionID
	p.AccessionID = first
	if p.Message() != procedure.Offer {
		if err := s.takeUp(ctx, tx, first); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, "UPDATE portion SET accession_id = ? WHERE id = ?", first, p.ID); err != nil {
		return fmt.Errorf("join accession: %w", err)
	}
	if _, err := tx.ExecContext(ctx, "UPDATE accession_act SET accession_id = ? WHERE accession_id = ? AND portion_id = ?", first, own,
		p.ID); err != nil {
		return fmt.Errorf("join accession: %w", err)
	}
	return s.discardEmpty(ctx, tx, own, "Die Lieferung gehört zur Akzession "+first+"; unter dieser Nummer ist nichts mehr verzeichnet.")
}

// supersede finds the returned version a delivery replaces, where nobody named
// it: the last returned portion of the accession of the same kind and the same
// transfer list, title or name that nothing has replaced yet (A36).
func (s *Portions) supersede(ctx context.Context, tx *sql.Tx, p *Portion) error {
	if p.Redelivery != "" {
		return nil
	}
	err := tx.QueryRowContext(ctx,
		`SELECT o.id FROM portion o WHERE o.accession_id = ? AND o.id <> ? AND o.kind = ? AND o.state = 'returned' AND o.discarded IS NULL AND o.arrived <= ?
 AND ((o.transfer_id <> '' AND o.transfer_id = ?) OR (o.process <> '' AND o.process = ?) OR o.name = ? OR (o.title <> '' AND o.title = ?))
 AND NOT EXISTS (SELECT 1 FROM portion r WHERE r.redelivery = o.id) ORDER BY o.arrived DESC, o.id DESC LIMIT 1`,
		p.AccessionID, p.ID, p.Kind, p.Arrived.UnixMilli(), p.TransferID, p.Process, p.Name, p.Title).Scan(&p.Redelivery)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find replaced version: %w", err)
	}
	_, err = tx.ExecContext(ctx, "UPDATE portion SET redelivery = ? WHERE id = ?", p.Redelivery, p.ID)
	return err
}

// Versions gives the deliveries that replaced one another up to id and after it,
// oldest first; version n stands at index n-1.
func (s *Portions) Versions(ctx context.Context, id string) ([]Portion, error) {
	p, err := s.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	all, err := s.OfAccession(ctx, p.AccessionID)
	if err != nil {
		return nil, err
	}
	byID, next := map[string]Portion{}, map[string]Portion{}
	for _, x := range all {
		byID[x.ID] = x
		if x.Redelivery != "" {
			next[x.Redelivery] = x
		}
	}
	seen := map[string]bool{p.ID: true}
	out := []Portion{p}
	for at := p; at.Redelivery != "" && !seen[at.Redelivery]; {
		seen[at.Redelivery] = true
		older, ok := byID[at.Redelivery]
		if !ok {
			break
		}
		out, at = append([]Portion{older}, out...), older
	}
	for at, ok := next[p.ID]; ok && !seen[at.ID]; at, ok = next[at.ID] {
		seen[at.ID] = true
		out = append(out, at)
	}
	return out, nil
}

func noAccession(id string) error {
	return failure.New(failure.Refused, "find accession "+id, wording.Say("hint.transfer.unknown-accession", id))
}
