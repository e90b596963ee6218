package workspace

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/check"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
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
func (w *Workspace) ExportProfile(ctx context.Context, id, file string) (fingerprint string, version int, err error) {
	if _, err := w.allow(ctx, "save profile"); err != nil {
		return "", 0, err
	}
	history, err := w.Profiles.History(ctx, id)
	if err != nil {
		return "", 0, err
	}
	if history[0].Deleted {
		return "", 0, profile.ErrNotFound
	}
	key, err := w.Channel.ActiveKey(ctx)
	if err != nil {
		return "", 0, err
	}
	var b bytes.Buffer
	if err := history[0].Profile.Write(&b); err != nil {
		return "", 0, err
	}
	out := ProfileFile{Format: formatProfile, Archive: w.Settings.Get().Archive, Version: history[0].Number, Saved: history[0].Saved, Created: w.Now(), PublicKey: key.Public().String(), Profile: b.Bytes()}
	data, err := sign.SealJSON(ctx, TypeProfile, out, key)
	if err != nil {
		return "", 0, err
	}
	if err := durable.WriteFile(file, data, 0o600); err != nil {
		return "", 0, disk("write profile", err)
	}
	return key.Public().Fingerprint(), out.Version, w.store.WithTx(ctx, w.log(ctx, w.event(events.Configured, "profile", id, "exported", map[string]string{"version": fmt.Sprint(out.Version)})))
}

// Imported is the outcome of ImportProfile.
type Imported struct {
	Profile     string `json:"profile"`
	Version     int    `json:"version"`
	Archive     string `json:"archive"`
	Fingerprint string `json:"fingerprint"`
	Pinned      bool   `json:"pinned"` // the key was pinned by this import
}

// ImportProfile takes a signed profile. The key of an archive that is not known
// here is pinned only when the person names its fingerprint, as the archive told
// it by another way. Errors: Refused for a changed file, an unknown key, a profile
// older than the one at hand.
func (w *Workspace) ImportProfile(ctx context.Context, file, fingerprint string) (Imported, error) {
	var in Imported
	if _, err := w.allow(ctx, "prepare"); err != nil {
		return in, err
	}
	data, err := receipt.ReadSmall(file, sign.MaxEnvelope)
	if err != nil {
		return in, failure.Wrap(failure.Refused, "read profile", "Die Profildatei „"+filepath.Base(file)+"“ lässt sich nicht lesen. Bitte den Pfad prüfen.", err)
	}
	f, key, err := openProfileFile(ctx, data)
	if err != nil {
		return in, err
	}
	in = Imported{Version: f.Version, Archive: f.Archive, Fingerprint: key.Fingerprint()}
	archives, err := w.trusted(ctx)
	if err != nil {
		return in, err
	}
	known := false
	for _, a := range archives {
		known = known || a.KeyID == key.ID()
	}
	if !known && squeezed(fingerprint) != squeezed(in.Fingerprint) {
		return in, failure.New(failure.Refused, "pin key", fmt.Sprintf("Der Schlüssel von „%s“ ist hier noch nicht bekannt. Sein Fingerabdruck ist %s. Bitte beim Archiv auf anderem Weg vergleichen und mit --fingerprint wiederholen.", f.Archive, in.Fingerprint))
	}
	p, err := profile.Read(bytes.NewReader(f.Profile))
	if err != nil {
		return in, err
	}
	in.Profile, in.Pinned = p.ID, !known
	pin := prepare.Archive{KeyID: key.ID(), PublicKey: key.String(), Name: f.Archive, By: w.Person()}
	if err := w.Prepare.Pin(ctx, pin, func(tx *sql.Tx) error {
		if known {
			return nil
		}
		return w.log(ctx, w.event(events.Configured, "archive", key.ID(), "pinned", map[string]string{"fingerprint": in.Fingerprint}))(tx)
	}); err != nil {
		return in, err
	}
	taken := prepare.Taken{Profile: p.ID, Version: f.Version, Digest: prepare.Digest(p), KeyID: key.ID()}
	err = w.Prepare.TakeProfile(ctx, taken, w.log(ctx, w.event(events.Configured, "profile", p.ID, "imported", map[string]string{"version": fmt.Sprint(f.Version), "key": key.ID()})))
	if err != nil {
		return in, err
	}
	_, err = w.Profiles.Save(ctx, *p, "Archiv "+f.Archive)
	return in, err
}

// squeezed takes what people put between the groups of a fingerprint out.
func squeezed(s string) string {
	return strings.ToUpper(strings.NewReplacer("-", "", " ", "", ":", "").Replace(s))
}

func openProfileFile(ctx context.Context, data []byte) (f ProfileFile, key sign.PublicKey, err error) {
	_, err = sign.OpenSelfSigned(ctx, data, TypeProfile, func(payload []byte) ([]sign.PublicKey, error) {
		if err := json.Unmarshal(payload, &f); err != nil {
			return nil, err
		}
		if f.Format != formatProfile {
			return nil, fmt.Errorf("format %q", f.Format)
		}
		key, err = sign.ParsePublicKey(f.PublicKey)
		return []sign.PublicKey{key}, err
	})
	if err != nil {
		return f, nil, failure.Wrap(failure.Refused, "open profile", "Das ist kein unterschriebenes Profil, oder die Datei wurde nach dem Unterschreiben verändert. Bitte beim Archiv neu holen.", err)
	}
	return f, key, nil
}

// compareSelfCheck holds the clerk's self-check that lies beside a container
// against the report just made, and adds what differs to it (G6).
func (w *Workspace) compareSelfCheck(ctx context.Context, container string, out *check.Outcome) error {
	if info, err := os.Stat(container); err != nil || info.IsDir() || out.Facts == nil {
		return ctx.Err()
	}
	name := prepare.Beside(container, prepare.SuffixSidecar)
	data, err := receipt.ReadSmall(name, prepare.MaxSidecar)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	rep := out.Report
	self, signer, problem := (*prepare.Result)(nil), sign.PublicKey(nil), err
	if err == nil {
		self, signer, problem = openSelfCheck(ctx, data)
	}
	base := filepath.Base(name)
	if self == nil {
		rep.Findings = append(rep.Findings, prepare.Foreign(base, problem.Error()))
		rep.Settle()
		return nil
	}
	if problem != nil {
		rep.Findings = append(rep.Findings, prepare.Unsigned(base, problem.Error()))
	}
	if self.Container.Name != filepath.Base(container) {
		rep.Findings = append(rep.Findings, prepare.Foreign(base, "gilt „"+self.Container.Name+"“"))
		rep.Settle()
		return nil
	}
	agency := rep.Agency
	if agency.ID == "" { // a kind without an agency of its own: as the clerk states it
		agency = self.Agency
	}
	sender, err := w.senderOf(ctx, signer, agency)
	if err != nil {
		return err
	}
	if problem == nil {
		rep.Findings = append(rep.Findings, sender.Findings(base, agency)...)
	}
	own := prepare.Own{Report: rep, Rules: prepare.RulesOf(w.Registry), Files: map[string]string{}, Now: w.Now()}
	if own.Profile, err = w.profileState(ctx, out.Facts.Profile()); err != nil {
		return err
	}
	own.Known = func(version int) string {
		digest, err := w.digestAt(ctx, self.Profile.ID, version)
		if err != nil {
			return ""
		}
		return digest
	}
	err = out.Facts.EachFile(ctx, func(f check.FileFact) error { own.Files[f.Path] = f.Digests["sha-512"]; return nil })
	if err != nil {
		return err
	}
	list, problem := selfList(container, self)
	if problem != nil {
		rep.Findings = append(rep.Findings, prepare.Foreign(self.List.Name, problem.Error()))
	}
	d := prepare.Compare(self, list, own)
	rep.Findings = append(rep.Findings, d.Findings()...)
	rep.Findings = append(rep.Findings, prepare.OmittedFindings(self.Omitted)...)
	rep.Checks = append(rep.Checks, selfCheckDone(self, sender, d))
	rep.Settle()
	return nil
}

// senderOf finds out who signed a self-check: the key alone proves nothing before
// a person at this archive vouched for it (G14).
func (w *Workspace) senderOf(ctx context.Context, key sign.PublicKey, agency check.Agency) (s prepare.Sender, err error) {
	all, err := w.Prepare.Clerks(ctx)
	if err != nil {
		return s, err
	}
	s.Kept = len(all) > 0
	if key != nil {
		s.Fingerprint = key.Fingerprint()
	}
	for i := range all {
		if key != nil && all[i].KeyID == key.ID() && all[i].PublicKey == key.String() {
			s.Known = &all[i]
		}
		if agency.ID != "" && strings.EqualFold(all[i].AgencyID, agency.ID) {
			s.OfAgency = true
		}
	}
	return s, nil
}

// selfCheckDone tells in the report how both checks stand to each other, and
// whether it is known who made the clerk's: where it is not, it is half a proof.
func selfCheckDone(self *prepare.Result, sender prepare.Sender, d prepare.Difference) check.Done {
	text := fmt.Sprintf("Selbstprüfung der Stelle vom %s, %s: ", self.Checked.Format("02.01.2006 15:04"), sender.Sentence())
	state := check.Full
	if sender.Fingerprint != "" && !sender.Sure() {
		state = check.Partial
	}
	if d.None() {
		text += "kein Unterschied zur Prüfung des Archivs."
	} else {
		text += fmt.Sprintf("Unterschiede zur Prüfung des Archivs: Profil %s, Regeln und Werkzeuge %d, Dateien %d, Befunde nur hier %d, nur bei der Stelle %d.",
			map[bool]string{true: "gleich", false: "anders"}[d.Profile == ""], len(d.Rules)+len(d.Tools), len(d.Files)+d.More, len(d.OnlyHere), len(d.OnlySelf))
	}
	return check.Done{Name: "self-check", State: state, Tool: self.Program, Reason: text}
}

// openSelfCheck reads a sidecar, signed or plain. A result with an error is one
// whose signature does not verify.
func openSelfCheck(ctx context.Context, data []byte) (r *prepare.Result, signer sign.PublicKey, err error) {
	var envelope struct {
		PayloadType string `json:"payloadType"`
		Payload     []byte `json:"payload"`
	}
	if err := json.Unmarshal(data, &envelope); err != nil || envelope.PayloadType == "" {
		r, err := prepare.DecodeResult(data)
		return r, nil, err
	}
	_, err = sign.OpenSelfSigned(ctx, data, TypeSelfCheck, func(payload []byte) ([]sign.PublicKey, error) {
		if r, err = prepare.DecodeResult(payload); err != nil {
			return nil, err
		}
		key, err := sign.ParsePublicKey(r.PublicKey)
		if err == nil {
			signer = key
		}
		return []sign.PublicKey{key}, err
	})
	if err != nil && r == nil {
		r, _ = prepare.DecodeResult(envelope.Payload) // to say whose it was
	}
	if err != nil {
		return r, nil, errors.New("die Unterschrift passt nicht zum Inhalt")
	}
	return r, signer, nil
}

// selfList reads the list of files the clerk checked; it must be the one the
// sidecar names.
func selfList(container string, self *prepare.Result) ([]fixity.Entry, error) {
	f, err := os.Open(prepare.Beside(container, prepare.SuffixFiles))
	if err != nil {
		return nil, errors.New("die Liste der Dateien liegt nicht bei")
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFileList+1))
	if err := errors.Join(err, f.Close()); err != nil || len(data) > maxFileList {
		return nil, errors.New("die Liste der Dateien lässt sich nicht lesen")
	}
	if sum512(data) != self.List.SHA512 {
		return nil, errors.New("die Liste der Dateien ist nicht die der Selbstprüfung")
	}
	return prepare.ReadFiles(data)
}

// maxFileList bounds the list of files beside a container.
const maxFileList = 512 << 20
