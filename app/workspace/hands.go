package workspace

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"

	"laufzettel/appraisal/merge"
	"laufzettel/sync/loan"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

// hand signs a statement that goes over the channel with the key of the person
// now acting (G14); nil where no key is at hand: then the machine's alone counts.
func (w *Workspace) hand(ctx context.Context, statement string) ([]byte, error) {
	p, k := w.who.known(w.Person())
	if k == nil {
		return nil, nil
	}
	h := receipt.Hand{Person: p.Name, Statement: statement, At: w.Now()}
	for _, r := range p.Roles {
		h.Roles = append(h.Roles, string(r))
	}
	return h.Seal(ctx, k)
}

// handsTx signs what the person now acting has just decided on a shared portion,
// in the transaction of the act: who sends it later does not matter.
func (w *Workspace) handsTx(ctx context.Context, tx *sql.Tx, portion string) error {
	p, k := w.who.known(w.Person())
	if k == nil {
		return nil
	}
	if _, shared, err := w.Ledger.Seen(ctx, portion); err != nil || !shared {
		return err
	}
	return w.Ledger.HandTx(ctx, tx, portion, p.Name, k.ID(), func(id string) ([]byte, error) { return w.hand(ctx, id) })
}

// signedAct logs an act on a portion and signs what it decided.
func (w *Workspace) signedAct(ctx context.Context, portion string, log func(*sql.Tx) error) func(*sql.Tx) error {
	return func(tx *sql.Tx) error {
		if err := log(tx); err != nil {
			return err
		}
		return w.handsTx(ctx, tx, portion)
	}
}

// keyOwners gives the names of the persons of the register here by their keys.
func (w *Workspace) keyOwners(ctx context.Context) (map[string]string, error) {
	all, err := w.People.List(ctx)
	owners := map[string]string{}
	for _, p := range all {
		for _, k := range p.Keys {
			owners[k.ID] = p.Name
		}
	}
	return owners, err
}

// judgeHand verifies the signature of a person under a statement that names them
// ("" = nobody), and that it contradicts nothing the register of people here knows.
// It gives the signature, nil where there is none.
func judgeHand(ctx context.Context, owners map[string]string, envelope []byte, statement, named string) (*receipt.Hand, error) {
	if len(envelope) == 0 {
		return nil, nil
	}
	h, err := receipt.OpenHand(ctx, envelope, statement)
	if err != nil {
		return nil, err
	}
	if named != "" && !merge.SamePerson(named, h.Person) {
		return nil, fmt.Errorf("signed by %s, but it names %s", h.Person, named)
	}
	if owner := owners[h.KeyID()]; owner != "" && !merge.SamePerson(owner, h.Person) {
		return nil, fmt.Errorf("signed by %s with the key of %s", h.Person, owner)
	}
	return &h, nil
}

// letterSigner tells who in person signed a letter that came; nil where only the
// machine of the office did. Error: Damaged where the kept envelope is no longer
// the one that came or the signature does not hold.
func (w *Workspace) letterSigner(ctx context.Context, owners map[string]string, l loan.Letter) (*receipt.Hand, error) {
	data, err := receipt.ReadSmall(w.path(l.Path+receipt.SuffixMessage), sign.MaxEnvelope)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil // removed by a person; the log keeps that it came
	}
	if err != nil {
		return nil, disk("read letter", err)
	}
	m, err := receipt.ReadMessage(data, l.SHA512)
	if err != nil {
		return nil, brokenLetter(l, err)
	}
	h, err := judgeHand(ctx, owners, m.Hand, m.Statement(), "")
	if err != nil {
		return nil, brokenLetter(l, err)
	}
	return h, nil
}

func brokenLetter(l loan.Letter, err error) error {
	return failure.Wrap(failure.Damaged, "verify letter "+l.SHA512[:min(16, len(l.SHA512))], fmt.Sprintf("Das Schreiben „%s“ von %s ist nicht mehr das, was gekommen ist, oder die Unterschrift der Person darunter hält nicht. Bitte nichts löschen und bei der Stelle nachfragen.", l.Name, l.Sender), err)
}

// verifyHands verifies the signatures of persons under everything that came or
// went by the channel: letters, and decisions on shared portions. It gives how many
// hold, and a German reason for the first that does not.
func (w *Workspace) verifyHands(ctx context.Context) (n int64, broken string, err error) {
	owners, err := w.keyOwners(ctx)
	if err != nil {
		return 0, "", err
	}
	letters, err := w.Loans.Letters(ctx, "")
	if err != nil {
		return 0, "", err
	}
	for _, l := range letters {
		h, err := w.letterSigner(ctx, owners, l)
		if failure.KindOf(err) == failure.Damaged {
			return n, failure.HintOf(err), nil
		}
		if err != nil {
			return n, "", err
		}
		if h != nil {
			n++
		}
	}
	loans, err := w.Loans.List(ctx)
	if err != nil {
		return n, "", err
	}
	for _, l := range loans {
		all, err := w.Ledger.History(ctx, l.Portion, "")
		if err != nil {
			return n, "", err
		}
		for _, k := range all {
			h, err := judgeHand(ctx, owners, k.Hand, k.ID, k.Actor)
			if err != nil || h != nil && h.KeyID() != k.Signed {
				return n, fmt.Sprintf("Die Entscheidung von %s zu %s in %s trägt eine Unterschrift, die der Prüfung nicht standhält.", k.Actor, k.Object, l.Portion), nil
			}
			if h != nil {
				n++
			}
		}
	}
	return n, "", nil
}
