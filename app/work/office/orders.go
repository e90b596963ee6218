package office

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"laufzettel/sync/order"
	"laufzettel/sync/sign"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// DirOrders holds the orders to destroy and their lists; they stay when what they name
// is gone.
const DirOrders = "orders"

// SuffixOrder ends the name of an order to destroy.
const SuffixOrder = ".auftrag.json"

const opOrder = "sign order to destroy"

// OrderSigner gives who acts and their key, for an order to destroy: whoever may order
// or release one. Error: Refused without a key, a name alone signs nothing.
func (of *Office) OrderSigner(ctx context.Context) (string, *sign.Key, error) {
	person, err := of.MustPerson(people.Destroy, opOrder)
	if failure.KindOf(err) == failure.Refused {
		if other, rerr := of.MustPerson(people.Release, opOrder); rerr == nil {
			person, err = other, nil
		}
	}
	if err != nil {
		return "", nil, err
	}
	_, key := of.Who.Known(person)
	if key == nil {
		return "", nil, failure.New(failure.Refused, opOrder, wording.Say("hint.office.order-needs-key", person))
	}
	return person, key, nil
}

// MaySignOrder holds the people of an order against the log: those they are said to
// be, with keys that count and the rights it takes, somebody else answers for them, and
// none has lately given the other the key.
func (of *Office) MaySignOrder(ctx context.Context, signers []order.Signer) error {
	var names []string
	for _, s := range signers {
		names = append(names, s.Person)
	}
	known, err := of.answerable(ctx, opOrder, names...)
	if err != nil {
		return err
	}
	for _, s := range signers {
		public, err := sign.ParsePublicKey(s.PublicKey)
		if err != nil {
			return fmt.Errorf("read key of %s: %w", s.Person, err)
		}
		right := map[string]people.Action{order.Orders: people.Destroy, order.Releases: people.Release}[s.Role]
		k := known.keys[public.ID()]
		if k == nil || plainCell(known.row(tablePerson, k.person).cell("name").value) != s.Person ||
			known.row(tablePerson, k.person).cell("state").value != "tactive" {
			return failure.New(failure.Refused, opOrder, wording.Say("hint.office.order-key-invalid", s.Person))
		}
		if !people.May(known.roles[k.person], right) {
			return failure.New(failure.Refused, opOrder, people.Refusal(s.Person, known.roles[k.person], right))
		}
	}
	if len(signers) == 2 {
		if why := known.oneHand(names[0], names[1], moment{of.Now(), true}); !why.Empty() {
			return failure.New(failure.Refused, opOrder, wording.Say("hint.office.order-one-hand", why))
		}
	}
	return nil
}

// OrderKey gives the public key a person signs with now.
func (of *Office) OrderKey(ctx context.Context, name string) (string, error) {
	p, err := of.findPerson(ctx, name)
	if err != nil {
		return "", err
	}
	k, has := p.Current()
	if !has {
		return "", failure.New(failure.Refused, opOrder, wording.Say("hint.office.second-without-key", p.Name))
	}
	return k.Public, nil
}

// TogetherDestroyed gives, by number of the entry, the objects of a portion that an act on many
// objects decided V: such an entry names none of them, its statement names all. What is not the
// statement its entry names counts for nothing.
func TogetherDestroyed(ctx context.Context, of *Office, portion string) (map[int64][]string, error) {
	rows, err := of.Store.Reader().QueryContext(ctx,
		"SELECT e.body, s.body FROM event e JOIN statement s ON s.seq = e.seq WHERE e.subject = ? AND e.object = '' AND e.type IN (?, ?)",
		portion, string(events.Appraised), string(events.Undone))
	if err != nil {
		return nil, fmt.Errorf("read decisions made together: %w", err)
	}
	defer rows.Close()
	out := map[int64][]string{}
	for rows.Next() {
		var body, stated []byte
		if err := rows.Scan(&body, &stated); err != nil {
			return nil, fmt.Errorf("read decisions made together: %w", err)
		}
		var e events.Event
		if json.Unmarshal(body, &e) != nil || e.Statement != events.StatementDigest(stated) {
			continue // the walk over the log names it
		}
		if objects, err := destroyedIn(stated, portion); err == nil && len(objects) > 0 {
			out[e.Seq] = objects
		}
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("read decisions made together: %w", err)
	}
	return out, nil
}

// destroyedIn gives the objects of a portion that a statement decides V. Its rows are read one
// by one: an act on a share may state hundreds of thousands.
func destroyedIn(stated []byte, portion string) (out []string, err error) {
	destroy := encodeCell(string(record.RatingDestroy))
	in := json.NewDecoder(bytes.NewReader(stated))
	if err := opens(in, '{'); err != nil {
		return nil, err
	}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return nil, err
		}
		if name != "rows" {
			var other json.RawMessage
			if err := in.Decode(&other); err != nil {
				return nil, err
			}
			continue
		}
		if err := opens(in, '['); err != nil {
			return nil, err
		}
		for in.More() {
			var r struct {
				Table string   `json:"t"`
				Key   []string `json:"k"`
				Gone  bool     `json:"gone"`
				Set   struct {
					Rating string `json:"rating"`
				} `json:"set"`
			}
			if err := in.Decode(&r); err != nil {
				return nil, err
			}
			if r.Table == tableDecision && len(r.Key) == 2 && r.Key[0] == portion && !r.Gone && r.Set.Rating == destroy {
				out = append(out, r.Key[1])
			}
		}
		if _, err := in.Token(); err != nil { // its end
			return nil, err
		}
	}
	return out, nil
}

// opens takes the sign an object or a list begins with.
func opens(in *json.Decoder, with json.Delim) error {
	if t, err := in.Token(); err != nil || t != with {
		return errors.Join(err, fmt.Errorf("read statement: no %s", with))
	}
	return nil
}
