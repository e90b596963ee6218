package workspace

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/prepare"
)

// TypeClerkCard is the payload type of a key card: the public key of an agency,
// signed by itself, for the archive to keep (G6, G14).
const TypeClerkCard = "application/vnd.laufzettel.schluesselkarte+json"

const formatClerkCard = "laufzettel-schluesselkarte/1"

// ClerkCard is what a key card says.
type ClerkCard struct {
	Format    string `json:"format"`
	Office    string `json:"office"`
	AgencyID  string `json:"agencyId,omitempty"`
	PublicKey string `json:"publicKey"`
}

// WriteClerkCard writes the key card of this workspace into a file and gives the
// fingerprint that is to be told to the archive by another way. agency "" is the
// name in the settings, or the person. Error: Setup without a key.
func (w *Workspace) WriteClerkCard(ctx context.Context, agency, agencyID, file string) (fingerprint string, err error) {
	if _, err := w.allow(ctx, "prepare"); err != nil {
		return "", err
	}
	key, err := w.Channel.ActiveKey(ctx)
	if err != nil {
		return "", err
	}
	card := ClerkCard{Format: formatClerkCard, Office: cmp.Or(agency, w.Settings.Get().Archive, w.Person()), AgencyID: agencyID, PublicKey: key.Public().String()}
	if card.Office == "" {
		return "", failure.New(failure.Refused, "write key card", "Bitte den Namen der Stelle angeben (--office), für die der Schlüssel steht.")
	}
	data, err := sign.SealJSON(ctx, TypeClerkCard, card, key)
	if err != nil {
		return "", err
	}
	fingerprint = key.Public().Fingerprint()
	if err := writeFile(file, func(out io.Writer) error { _, err := out.Write(data); return err }); err != nil {
		return "", disk("write key card", err)
	}
	return fingerprint, w.store.WithTx(ctx, w.log(ctx, w.event(events.Wrote, "key", filepath.Base(file), "key card", map[string]string{"fingerprint": fingerprint})))
}

// ReadClerkKey reads the key of an agency out of a key card or a signed
// self-check, and trusts nothing. Error: Refused for anything else, or one that
// was changed.
func (w *Workspace) ReadClerkKey(ctx context.Context, file string) (k prepare.ClerkKey, err error) {
	data, err := receipt.ReadSmall(file, prepare.MaxSidecar)
	if err != nil {
		return k, failure.Wrap(failure.Refused, "read key card", "Die Datei „"+filepath.Base(file)+"“ lässt sich nicht lesen. Bitte den Pfad prüfen.", err)
	}
	var card ClerkCard
	key := sign.PublicKey(nil)
	_, err = sign.OpenSelfSigned(ctx, data, TypeClerkCard, func(payload []byte) ([]sign.PublicKey, error) {
		if err := json.Unmarshal(payload, &card); err != nil {
			return nil, err
		}
		if card.Format != formatClerkCard {
			return nil, fmt.Errorf("format %q", card.Format)
		}
		var err error
		key, err = sign.ParsePublicKey(card.PublicKey)
		return []sign.PublicKey{key}, err
	})
	if err != nil {
		self, signer, problem := openSelfCheck(ctx, data)
		if problem != nil || self == nil || signer == nil {
			return k, failure.Wrap(failure.Refused, "read key card", "„"+filepath.Base(file)+"“ ist weder eine Schlüsselkarte noch eine unterschriebene Selbstprüfung, oder die Datei wurde verändert. Bitte bei der Stelle neu holen.", errors.Join(err, problem))
		}
		card, key = ClerkCard{Office: self.Agency.Name, AgencyID: self.Agency.ID}, signer
	}
	return prepare.ClerkKey{KeyID: key.ID(), PublicKey: key.String(), Fingerprint: key.Fingerprint(), Office: card.Office, AgencyID: card.AgencyID, Way: prepare.ClerkByFile}, nil
}

// TrustClerk keeps the key of a file from now on, once the person has compared its
// fingerprint with the agency by another way; agency and agencyID "" stay as the
// file says. Portions checked before are not judged anew. Error: Refused where the
// fingerprint is another.
func (w *Workspace) TrustClerk(ctx context.Context, file, fingerprint, agency, agencyID string) (prepare.ClerkKey, error) {
	if _, err := w.allow(ctx, "trust clerks"); err != nil {
		return prepare.ClerkKey{}, err
	}
	k, err := w.ReadClerkKey(ctx, file)
	if err != nil {
		return k, err
	}
	if squeezed(fingerprint) != squeezed(k.Fingerprint) {
		return k, failure.New(failure.Refused, "trust clerk", fmt.Sprintf("Der Fingerabdruck dieses Schlüssels („%s“) ist %s. Bitte mit der Stelle auf anderem Weg vergleichen und mit --fingerprint wiederholen.", k.Office, k.Fingerprint))
	}
	k.Office, k.AgencyID = cmp.Or(agency, k.Office), cmp.Or(agencyID, k.AgencyID)
	return k, w.keepClerk(ctx, &k)
}

func (w *Workspace) keepClerk(ctx context.Context, k *prepare.ClerkKey) error {
	k.By = w.Person()
	e := w.event(events.Configured, "clerk", k.KeyID, "trusted", map[string]string{"fingerprint": k.Fingerprint, "office": k.Office, "way": k.Way})
	err := w.Prepare.TrustClerk(ctx, *k, w.log(ctx, e))
	k.Added = w.Now()
	return err
}

// TrustEnrolled keeps the keys of agencies the receiver has enrolled and somebody
// confirmed there, as enrolled gives them. It gives those that were new.
func (w *Workspace) TrustEnrolled(ctx context.Context, enrolled func() ([]prepare.ClerkKey, error)) ([]prepare.ClerkKey, error) {
	if _, err := w.allow(ctx, "trust clerks"); err != nil {
		return nil, err
	}
	keys, err := enrolled()
	if err != nil {
		return nil, err
	}
	added := []prepare.ClerkKey{}
	have, err := w.Prepare.Clerks(ctx)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, k := range have {
		known[k.KeyID] = true
	}
	for _, k := range keys {
		key, err := sign.ParsePublicKey(k.PublicKey)
		if err != nil || known[key.ID()] {
			continue
		}
		k.KeyID, k.Fingerprint, k.Way = key.ID(), key.Fingerprint(), prepare.ClerkByChannel
		if err := w.keepClerk(ctx, &k); err != nil {
			return added, err
		}
		added = append(added, k)
	}
	return added, nil
}

// ForgetClerk withdraws trust from a key, named by its id or fingerprint.
func (w *Workspace) ForgetClerk(ctx context.Context, name string) (prepare.ClerkKey, error) {
	if _, err := w.allow(ctx, "trust clerks"); err != nil {
		return prepare.ClerkKey{}, err
	}
	k, err := w.Prepare.ClerkNamed(ctx, name)
	if err != nil {
		return k, err
	}
	e := w.event(events.Configured, "clerk", k.KeyID, "no longer trusted", map[string]string{"fingerprint": k.Fingerprint, "office": k.Office})
	return k, w.Prepare.ForgetClerk(ctx, k.KeyID, w.log(ctx, e))
}
