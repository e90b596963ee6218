package archive

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"laufzettel/sync/order"
	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people/naming"
	"laufzettel/transfer/wording"
)

// orderMigration holds the orders to destroy that offices have sent (protocol.md 21,
// order.md). The paper itself lies in the message that brought it.
const orderMigration = `
CREATE TABLE archive_order (
  client_id TEXT NOT NULL REFERENCES archive_client, order_id TEXT NOT NULL, message TEXT NOT NULL, payload TEXT NOT NULL,
  accession TEXT NOT NULL, portion TEXT NOT NULL, made TEXT NOT NULL, objects INTEGER NOT NULL, alone TEXT NOT NULL, signers TEXT NOT NULL, received_at INTEGER NOT NULL,
  PRIMARY KEY (client_id, order_id));
`

// keyYoung is how long the archive shows that a key is new here.
const keyYoung = 30 * 24 * time.Hour

// orders takes the orders to destroy that offices have carried out or will.
type orders struct{ a *Archive }

// orderSigner is who signed an order, and since when the archive knows the key.
type orderSigner struct {
	Role   string    `json:"role"`
	Person string    `json:"person"`
	KeyID  string    `json:"key_id"`
	First  time.Time `json:"first"` // the key was seen here first then
	New    bool      `json:"new"`   // less than 30 days before the order came
	// Other is the earlier key of this name, where the office has named one.
	Other string `json:"other,omitempty"`
}

// Order is an order to destroy as the archive shows it.
type Order struct {
	ID        string        `json:"order"`
	Office    string        `json:"office"`
	Accession string        `json:"accession"`
	Portion   string        `json:"portion"`
	Made      string        `json:"made"`
	Objects   int64         `json:"objects"`
	Alone     string        `json:"alone,omitempty"` // an archive of one person: consent, or not before
	Signers   []orderSigner `json:"signers"`
	Message   string        `json:"message"` // hash of the envelope that brought it
	Received  time.Time     `json:"received"`
}

// read verifies an order before it is stored: the paper holds, everybody has signed, and
// no key under it is revoked or that of another person. The list of a large order stays
// with the office; its root is signed.
func (o *orders) read(ctx context.Context, m receipt.Message, c caller) (effect, error) {
	p, err := order.Read(m.Content)
	switch {
	case err != nil:
		return nil, notWhatItSays("the content is no laufzettel-order/1 that holds")
	case !p.Whole():
		return nil, notWhatItSays("not everybody has signed the order")
	case m.Reference != p.ID:
		return nil, notWhatItSays("the reference is not the id of the order")
	}
	var hands []*receipt.Hand
	for _, s := range p.Signers {
		h := &receipt.Hand{Person: s.Person, PublicKey: s.PublicKey, Roles: []string{roleOfSigner[s.Role]}}
		if err := knownPerson(ctx, o.a.db.Reader(), *h, c.clientID); err != nil {
			return nil, err
		}
		if err := o.a.post.awaited(ctx, o.a.db.Reader(), h, c.clientID); err != nil {
			return nil, err
		}
		hands = append(hands, h)
	}
	sent, err := o.a.post.senderOf(ctx, m, c)
	if err != nil {
		return nil, err
	}
	return signedBy(sent, c, func(ctx context.Context, tx *sql.Tx, about string, now time.Time) error {
		return o.insert(ctx, tx, p, hands, c, about, now)
	}), nil
}

// roleOfSigner is the role under which a key that signed an order is noted.
var roleOfSigner = map[string]string{order.Orders: "archivist", order.Releases: "second"}

// senderOf verifies the hand of who sent a message for others to have made; nil without.
func (ps *post) senderOf(ctx context.Context, m receipt.Message, c caller) (*receipt.Hand, error) {
	if len(m.Hand) == 0 {
		return nil, nil
	}
	return ps.handOf(ctx, ps.a.db.Reader(), m.Hand, m.Statement(), "", "", c)
}

func (o *orders) insert(ctx context.Context, tx *sql.Tx, p *order.Paper, hands []*receipt.Hand, c caller, about string,
	now time.Time) error {
	var before string
	payload := p.Digest()
	err := tx.QueryRowContext(ctx, "SELECT payload FROM archive_order WHERE client_id = ? AND order_id = ?", c.clientID, p.ID).Scan(&before)
	if err == nil && before == payload {
		return nil // the same paper once more
	}
	if err == nil {
		return notWhatItSays("another order bears this id")
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("look for order: %w", err)
	}
	var signers []orderSigner
	for i, h := range hands {
		s, err := o.signer(ctx, tx, p.Signers[i].Role, h, c, now)
		if err != nil {
			return err
		}
		signers = append(signers, s)
	}
	said, err := json.Marshal(signers)
	if err != nil {
		return fmt.Errorf("encode signers: %w", err)
	}
	alone := ""
	if p.Alone != nil {
		alone = p.Alone.Consent + p.Alone.Until
	}
	_, err = tx.ExecContext(ctx,
		"INSERT INTO archive_order (client_id, order_id, message, payload, accession, portion, made, objects, alone, signers, received_at) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
		c.clientID, p.ID, about, payload, p.Accession, p.Portion, p.Made, p.Count, alone, string(said), now.UnixMilli())
	if err != nil {
		return fmt.Errorf("keep order: %w", err)
	}
	return nil
}

// signer notes a key under an order with the persons of the office, and says since when
// it is known here.
func (o *orders) signer(ctx context.Context, tx *sql.Tx, role string, h *receipt.Hand, c caller, now time.Time) (orderSigner, error) {
	s := orderSigner{Role: role, Person: h.Person, KeyID: h.KeyID(), First: now.UTC()}
	all, err := listPersons(ctx, tx)
	if err != nil {
		return s, err
	}
	office, err := officeOf(ctx, tx, c.clientID)
	if err != nil {
		return s, err
	}
	known := false
	for _, p := range all {
		switch {
		case p.Office != office || !naming.Same(p.Name, h.Person):
		case p.KeyID != s.KeyID:
			s.Other = p.KeyID
		default:
			known = true
			if p.First.Before(s.First) {
				s.First = p.First
			}
		}
	}
	s.New = now.Sub(s.First) < keyYoung
	if known {
		return s, nil
	}
	return s, rememberPerson(ctx, tx, h, c.clientID, now)
}

// Orders lists the orders to destroy that have come to an archive, the newest first.
func Orders(ctx context.Context, a *Admin) ([]Order, error) {
	rows, err := a.db.Reader().QueryContext(ctx,
		`SELECT o.order_id, c.office, o.accession, o.portion, o.made, o.objects, o.alone, o.signers, o.message, o.received_at
		FROM archive_order o JOIN archive_client c ON c.id = o.client_id ORDER BY o.received_at DESC, o.order_id`)
	if err != nil {
		return nil, fmt.Errorf("list orders: %w", err)
	}
	defer rows.Close()
	all := []Order{}
	for rows.Next() {
		var o Order
		var signers string
		var at int64
		if err := rows.Scan(&o.ID, &o.Office, &o.Accession, &o.Portion, &o.Made, &o.Objects, &o.Alone, &signers, &o.Message,
			&at); err != nil {
			return nil, fmt.Errorf("list orders: %w", err)
		}
		if err := json.Unmarshal([]byte(signers), &o.Signers); err != nil {
			return nil, fmt.Errorf("read signers of order %s: %w", o.ID, err)
		}
		o.Office, o.Received = onScreen(o.Office), time.UnixMilli(at).UTC()
		all = append(all, o)
	}
	return all, rows.Err()
}

// OrderPaper gives the paper of an order as it came. Refused for an unknown id.
func OrderPaper(ctx context.Context, a *Admin, id string) ([]byte, error) {
	var envelope []byte
	var hash string
	err := a.db.Reader().QueryRowContext(ctx,
		`SELECT m.envelope, m.sha512 FROM archive_order o JOIN archive_message m ON m.client_id = o.client_id AND m.sha512 = o.message
		WHERE o.order_id = ? ORDER BY o.received_at LIMIT 1`, id).Scan(&envelope, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, failure.New(failure.Refused, "find order "+id, wording.Say("hint.archive.orders.unknown"))
	}
	if err != nil {
		return nil, fmt.Errorf("find order: %w", err)
	}
	m, err := receipt.ReadMessage(envelope, hash)
	return m.Content, err
}
