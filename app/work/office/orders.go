package office

import (
	"context"
	"fmt"

	"laufzettel/sync/order"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
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
		if k == nil || plainCell(known.row(tablePerson, k.person).set["name"].value) != s.Person ||
			known.row(tablePerson, k.person).set["state"].value != "tactive" {
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
