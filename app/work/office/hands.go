package office

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	"laufzettel/sync/loan"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people/naming"
	"laufzettel/transfer/wording"
)

// Hand signs a statement that goes over the channel with the key of the person
// now acting (G14); nil where no key is at hand: then the machine's alone counts.
func (lg *Log) Hand(ctx context.Context, statement string) ([]byte, error) {
	p, k := lg.Office.Who.Known(lg.Office.Person())
	if k == nil {
		return nil, nil
	}
	h := receipt.Hand{Person: p.Name, Statement: statement, At: lg.Office.Now()}
	for _, r := range p.Roles {
		h.Roles = append(h.Roles, string(r))
	}
	return h.Seal(ctx, k)
}

// HandsTx signs what the person now acting has just decided on a shared portion,
// in the transaction of the act: who sends it later does not matter.
func (lg *Log) HandsTx(ctx context.Context, tx *sql.Tx, portion string) error {
	p, k := lg.Office.Who.Known(lg.Office.Person())
	if k == nil {
		return nil
	}
	if _, shared, err := lg.Ledger.Seen(ctx, portion); err != nil || !shared {
		return err
	}
	return lg.Ledger.HandTx(ctx, tx, portion, p.Name, k.ID(), func(id string) ([]byte, error) { return lg.Hand(ctx, id) })
}

// SignedAct logs an act on a portion and signs what it decided.
func (lg *Log) SignedAct(ctx context.Context, portion string, log func(*sql.Tx) error) func(*sql.Tx) error {
	return func(tx *sql.Tx) error {
		if err := log(tx); err != nil {
			return err
		}
		return lg.HandsTx(ctx, tx, portion)
	}
}

// KeyOwners gives the names of the persons of the register here by their keys.
func (lg *Log) KeyOwners(ctx context.Context) (map[string]string, error) {
	all, err := lg.Office.People.List(ctx)
	owners := map[string]string{}
	for _, p := range all {
		for _, k := range p.Keys {
			owners[k.ID] = p.Name
		}
	}
	return owners, err
}

// JudgeHand verifies the signature of a person under a statement that names them
// ("" = nobody), and that it contradicts nothing the register of people here knows.
// It gives the signature, nil where there is none.
func JudgeHand(ctx context.Context, owners map[string]string, envelope []byte, statement, named string) (*receipt.Hand, error) {
	if len(envelope) == 0 {
		return nil, nil
	}
	h, err := receipt.OpenHand(ctx, envelope, statement)
	if err != nil {
		return nil, err
	}
	if named != "" && !naming.Same(named, h.Person) {
		return nil, fmt.Errorf("signed by %s, but it names %s", h.Person, named)
	}
	if owner := owners[h.KeyID()]; owner != "" && !naming.Same(owner, h.Person) {
		return nil, fmt.Errorf("signed by %s with the key of %s", h.Person, owner)
	}
	return &h, nil
}

// letterSigner tells who in person signed a letter that came; nil where only the
// machine of the office did. Error: Damaged where the kept envelope is no longer
// the one that came or the signature does not hold.
func (lg *Log) letterSigner(ctx context.Context, owners map[string]string, l loan.Letter) (*receipt.Hand, error) {
	data, err := receipt.ReadSmall(lg.Office.Path(l.Path+receipt.SuffixMessage), sign.MaxEnvelope)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // removed by a person; the log keeps that it came
	}
	if err != nil {
		return nil, Disk("read letter", err)
	}
	m, err := receipt.ReadMessage(data, l.SHA512)
	if err != nil {
		return nil, brokenLetter(l, err)
	}
	h, err := JudgeHand(ctx, owners, m.Hand, m.Statement(), "")
	if err != nil {
		return nil, brokenLetter(l, err)
	}
	return h, nil
}

func brokenLetter(l loan.Letter, err error) error {
	return failure.Wrap(failure.Damaged, "verify letter "+l.SHA512[:min(16, len(l.SHA512))],
		wording.Say("hint.office.letter-changed", l.Name, l.Sender), err)
}

// verifyHands verifies the signatures of persons under everything that came or
// went by the channel: letters, and decisions on shared portions. It gives how many
// hold, and a German reason for the first that does not.
func (lg *Log) verifyHands(ctx context.Context) (n int64, broken string, err error) {
	owners, err := lg.KeyOwners(ctx)
	if err != nil {
		return 0, "", err
	}
	letters, err := lg.Loans.Letters(ctx, "")
	if err != nil {
		return 0, "", err
	}
	for _, l := range letters {
		h, err := lg.letterSigner(ctx, owners, l)
		if failure.KindOf(err) == failure.Damaged {
			return n, failure.HintOf(err).In(wording.German), nil
		}
		if err != nil {
			return n, "", err
		}
		if h != nil {
			n++
		}
	}
	loans, err := lg.Loans.List(ctx)
	if err != nil {
		return n, "", err
	}
	for _, l := range loans {
		all, err := lg.Ledger.History(ctx, l.Portion, "")
		if err != nil {
			return n, "", err
		}
		for _, k := range all {
			h, err := JudgeHand(ctx, owners, k.Hand, k.ID, k.Actor)
			if err != nil || h != nil && h.KeyID() != k.Signed {
				return n, wording.Kept("log.hand", k.Actor, k.Object, l.Portion), nil
			}
			if h != nil {
				n++
			}
		}
	}
	return n, "", nil
}
