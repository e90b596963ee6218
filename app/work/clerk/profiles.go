package clerk

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/strict"
	"laufzettel/transfer/wording"
)

// TypeProfile is the payload type of a signed profile (A27, G6).
const TypeProfile = "application/vnd.laufzettel.profil+json"

const formatProfile = "laufzettel-profil/1"

// ProfileFile is what an archive gives its agencies: the agreement with its
// number, signed.
type ProfileFile struct {
	Format    string          `json:"format"`
	Archive   string          `json:"archive"`
	Version   int             `json:"version"`
	Saved     time.Time       `json:"saved"`
	Created   time.Time       `json:"created"`
	PublicKey string          `json:"publicKey"`
	Profile   json.RawMessage `json:"profile"`
}

// ExportProfile writes the current state of a profile as a signed file and gives
// the fingerprint of the key, which the agency compares by another way. Errors:
// Setup without a key.
func (ck *Clerk) ExportProfile(ctx context.Context, id, file string) (fingerprint string, version int, err error) {
	if _, err := ck.Office.Allow(ctx, people.Profile, "save profile"); err != nil {
		return "", 0, err
	}
	history, err := ck.Profiles.History(ctx, id)
	if err != nil {
		return "", 0, err
	}
	if history[0].Deleted {
		return "", 0, profile.ErrNotFound
	}
	key, err := ck.Channel.ActiveKey(ctx)
	if err != nil {
		return "", 0, err
	}
	var b bytes.Buffer
	if err := history[0].Profile.Write(&b); err != nil {
		return "", 0, err
	}
	out := ProfileFile{Format: formatProfile, Archive: ck.Office.Settings.Get().Archive, Version: history[0].Number,
		Saved: history[0].Saved, Created: ck.Office.Now(), PublicKey: key.Public().String(), Profile: b.Bytes()}
	data, err := sign.SealJSON(ctx, TypeProfile, out, key)
	if err != nil {
		return "", 0, err
	}
	if err := durable.WriteFile(file, data, 0o600); err != nil {
		return "", 0, office.Disk("write profile", err)
	}
	return key.Public().Fingerprint(), out.Version, ck.Office.Store.WithTx(ctx,
		ck.Log.Entry(ctx, ck.Office.Event(events.Configured, "profile", id, "exported",
			map[string]string{"version": fmt.Sprint(out.Version)})))
}

// Imported is the outcome of ImportProfile.
type Imported struct {
	Profile     string `json:"profile"`
	Version     int    `json:"version"`
	Archive     string `json:"archive"`
	Fingerprint string `json:"fingerprint"`
	Pinned      bool   `json:"pinned"` // the key was pinned by this import
	// Unwritten names, in German, the fields its mappings would never write.
	Unwritten []string `json:"unwritten,omitempty"`
}

// ImportProfile takes a signed profile. The key of an archive that is not known
// here is pinned only when the person names its fingerprint, as the archive told
// it by another way. Errors: Refused for a changed file, an unknown key, a profile
// older than the one at hand.
func (ck *Clerk) ImportProfile(ctx context.Context, file, fingerprint string) (Imported, error) {
	var in Imported
	if _, err := ck.Office.Allow(ctx, people.Prepare, "prepare"); err != nil {
		return in, err
	}
	data, err := receipt.ReadSmall(file, sign.MaxEnvelope)
	if err != nil {
		return in, failure.Wrap(failure.Refused, "read profile", wording.Say("hint.clerk.profile-file-unreadable", filepath.Base(file)),
			err)
	}
	f, key, err := openProfileFile(ctx, data)
	if err != nil {
		return in, err
	}
	in = Imported{Version: f.Version, Archive: f.Archive, Fingerprint: key.Fingerprint()}
	archives, err := ck.trusted(ctx)
	if err != nil {
		return in, err
	}
	known := false
	for _, a := range archives {
		known = known || a.KeyID == key.ID()
	}
	if !known && squeezed(fingerprint) != squeezed(in.Fingerprint) {
		return in, failure.New(failure.Refused, "pin key", wording.Say("hint.clerk.profile-key-unknown", f.Archive, in.Fingerprint))
	}
	p, err := profile.ReadSigned(bytes.NewReader(f.Profile))
	if err != nil {
		return in, err
	}
	if err := ck.mayReplace(ctx, p.ID); err != nil {
		return in, err
	}
	in.Profile, in.Pinned, in.Unwritten = p.ID, !known, p.Unwritten()
	pin := prepare.Archive{KeyID: key.ID(), PublicKey: key.String(), Name: f.Archive, By: ck.Office.Person()}
	if err := ck.Prepare.Pin(ctx, pin, func(tx *sql.Tx) error {
		if known {
			return nil
		}
		return ck.Log.Entry(ctx, ck.Office.Event(events.Configured, "archive", key.ID(), "pinned",
			map[string]string{"fingerprint": in.Fingerprint}))(tx)
	}); err != nil {
		return in, err
	}
	taken := prepare.Taken{Profile: p.ID, Version: f.Version, Digest: prepare.Digest(p), KeyID: key.ID()}
	err = ck.Prepare.TakeProfile(ctx, taken, ck.Log.Entry(ctx,
		ck.Office.Event(events.Configured, "profile", p.ID, "imported",
			map[string]string{"version": fmt.Sprint(f.Version), "key": key.ID()})))
	if err != nil {
		return in, err
	}
	_, err = ck.Profiles.Take(ctx, *p, profile.ByArchive(f.Archive))
	return in, err
}

// mayReplace lets a clerk take in a profile an archive has signed only where no agreement
// of this archive's own bears that id: that one is for those who make agreements.
func (ck *Clerk) mayReplace(ctx context.Context, id string) error {
	by, err := ck.Profiles.SavedBy(ctx, id)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return fmt.Errorf("read who agreed %s: %w", id, err)
	case profile.FromArchive(by):
		return nil
	}
	return ck.Office.May(ctx, people.Profile)
}

// squeezed takes what people put between the groups of a fingerprint out.
func squeezed(s string) string {
	return strings.ToUpper(strings.NewReplacer("-", "", " ", "", ":", "").Replace(s))
}

func openProfileFile(ctx context.Context, data []byte) (f ProfileFile, key sign.PublicKey, err error) {
	_, err = sign.OpenSelfSigned(ctx, data, TypeProfile, func(payload []byte) ([]sign.PublicKey, error) {
		if err := strict.Read(payload, &f); err != nil {
			return nil, err
		}
		if f.Format != formatProfile {
			return nil, fmt.Errorf("format %q", f.Format)
		}
		key, err = sign.ParsePublicKey(f.PublicKey)
		return []sign.PublicKey{key}, err
	})
	if err != nil {
		return f, nil, failure.Wrap(failure.Refused, "open profile", wording.Say("hint.clerk.profile-not-signed"), err)
	}
	return f, key, nil
}
