package clerk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/strict"
	"laufzettel/transfer/wording"
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
func (ck *Clerk) WriteClerkCard(ctx context.Context, agency, agencyID, file string) (fingerprint string, err error) {
	if _, err := ck.Office.Allow(ctx, people.Prepare, "prepare"); err != nil {
		return "", err
	}
	key, err := ck.Channel.ActiveKey(ctx)
	if err != nil {
		return "", err
	}
	card := ClerkCard{Format: formatClerkCard, Office: cmp.Or(agency, ck.Office.Settings.Get().Archive, ck.Office.Person()),
		AgencyID: agencyID, PublicKey: key.Public().String()}
	if card.Office == "" {
		return "", failure.New(failure.Refused, "write key card", wording.Say("hint.clerk.key-needs-agency"))
	}
	data, err := sign.SealJSON(ctx, TypeClerkCard, card, key)
	if err != nil {
		return "", err
	}
	fingerprint = key.Public().Fingerprint()
	if err := office.WriteFile(file, func(out io.Writer) error { _, err := out.Write(data); return err }); err != nil {
		return "", office.Disk("write key card", err)
	}
	return fingerprint, ck.Office.Store.WithTx(ctx, ck.Log.Entry(ctx,
		ck.Office.Event(events.Wrote, "key", filepath.Base(file), "key card", map[string]string{"fingerprint": fingerprint})))
}

// ReadClerkKey reads the key of an agency out of a key card or a signed
// self-check, and trusts nothing. Error: Refused for anything else, or one that
// was changed.
func (ck *Clerk) ReadClerkKey(ctx context.Context, file string) (k prepare.ClerkKey, err error) {
	data, err := receipt.ReadSmall(file, prepare.MaxSidecar)
	if err != nil {
		return k, failure.Wrap(failure.Refused, "read key card", wording.Say("hint.clerk.key-file-unreadable", filepath.Base(file)), err)
	}
	var card ClerkCard
	key := sign.PublicKey(nil)
	_, err = sign.OpenSelfSigned(ctx, data, TypeClerkCard, func(payload []byte) ([]sign.PublicKey, error) {
		if err := strict.Read(payload, &card); err != nil {
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
		self, signer, problem := intake.OpenSelfCheck(ctx, data)
		if problem != nil || self == nil || signer == nil {
			return k, failure.Wrap(failure.Refused, "read key card", wording.Say("hint.clerk.not-a-key-card", filepath.Base(file)),
				errors.Join(err, problem))
		}
		card, key = ClerkCard{Office: self.Agency.Name, AgencyID: self.Agency.ID}, signer
	}
	return prepare.ClerkKey{KeyID: key.ID(), PublicKey: key.String(), Fingerprint: key.Fingerprint(), Office: card.Office,
		AgencyID: card.AgencyID, Way: prepare.ClerkByFile}, nil
}

// TrustClerk keeps the key of a file from now on, once the person has compared its
// fingerprint with the agency by another way; agency and agencyID "" stay as the
// file says. Portions checked before are not judged anew. Error: Refused where the
// fingerprint is another.
func (ck *Clerk) TrustClerk(ctx context.Context, file, fingerprint, agency, agencyID string) (prepare.ClerkKey, error) {
	if _, err := ck.Office.Allow(ctx, people.Tools, "trust clerks"); err != nil {
		return prepare.ClerkKey{}, err
	}
	k, err := ck.ReadClerkKey(ctx, file)
	if err != nil {
		return k, err
	}
	if squeezed(fingerprint) != squeezed(k.Fingerprint) {
		return k, failure.New(failure.Refused, "trust clerk", wording.Say("hint.clerk.compare-key-fingerprint", k.Office, k.Fingerprint))
	}
	k.Office, k.AgencyID = cmp.Or(agency, k.Office), cmp.Or(agencyID, k.AgencyID)
	return k, ck.keepClerk(ctx, &k)
}

func (ck *Clerk) keepClerk(ctx context.Context, k *prepare.ClerkKey) error {
	k.By = ck.Office.Person()
	e := ck.Office.Event(events.Configured, "clerk", k.KeyID, "trusted",
		map[string]string{"fingerprint": k.Fingerprint, "office": k.Office, "way": k.Way})
	err := ck.Prepare.TrustClerk(ctx, *k, ck.Log.Entry(ctx, e))
	k.Added = ck.Office.Now()
	return err
}

// TrustEnrolled keeps the keys of agencies the receiver has enrolled and somebody
// confirmed there, as enrolled gives them. It gives those that were new.
func (ck *Clerk) TrustEnrolled(ctx context.Context, enrolled func() ([]prepare.ClerkKey, error)) ([]prepare.ClerkKey, error) {
	if _, err := ck.Office.Allow(ctx, people.Tools, "trust clerks"); err != nil {
		return nil, err
	}
	keys, err := enrolled()
	if err != nil {
		return nil, err
	}
	added := []prepare.ClerkKey{}
	have, err := ck.Prepare.Clerks(ctx)
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
		if err := ck.keepClerk(ctx, &k); err != nil {
			return added, err
		}
		added = append(added, k)
	}
	return added, nil
}

// ForgetClerk withdraws trust from a key, named by its id or fingerprint.
func (ck *Clerk) ForgetClerk(ctx context.Context, name string) (prepare.ClerkKey, error) {
	if _, err := ck.Office.Allow(ctx, people.Tools, "trust clerks"); err != nil {
		return prepare.ClerkKey{}, err
	}
	k, err := ck.Prepare.ClerkNamed(ctx, name)
	if err != nil {
		return k, err
	}
	e := ck.Office.Event(events.Configured, "clerk", k.KeyID, "no longer trusted",
		map[string]string{"fingerprint": k.Fingerprint, "office": k.Office})
	return k, ck.Prepare.ForgetClerk(ctx, k.KeyID, ck.Log.Entry(ctx, e))
}
