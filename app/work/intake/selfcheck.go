package intake

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/check"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/strict"
	"laufzettel/transfer/wording"
)

// compareSelfCheck holds the clerk's self-check that lies beside a container
// against the report just made, and adds what differs to it (G6).
func (room *Intake) compareSelfCheck(ctx context.Context, container string, out *check.Outcome) error {
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
		self, signer, problem = OpenSelfCheck(ctx, data)
	}
	base := filepath.Base(name)
	if self == nil {
		rep.Findings = append(rep.Findings, prepare.Foreign(base, check.FaultWords(problem)))
		rep.Settle()
		return nil
	}
	if problem != nil {
		rep.Findings = append(rep.Findings, prepare.Unsigned(base, check.FaultWords(problem)))
	}
	if self.Container.Name != filepath.Base(container) {
		rep.Findings = append(rep.Findings, prepare.Foreign(base, wording.Say("found.prepare.other-container", self.Container.Name)))
		rep.Settle()
		return nil
	}
	agency := rep.Agency
	if agency.ID == "" { // a kind without an agency of its own: as the clerk states it
		agency = self.Agency
	}
	sender, err := room.senderOf(ctx, signer, agency)
	if err != nil {
		return err
	}
	if problem == nil {
		rep.Findings = append(rep.Findings, sender.Findings(base, agency)...)
	}
	own := prepare.Own{Report: rep, Rules: prepare.RulesOf(room.Registry), Files: map[string]string{}, Now: room.Office.Now()}
	if own.Profile, err = room.ProfileState(ctx, out.Facts.Profile()); err != nil {
		return err
	}
	own.Known = func(version int) string {
		digest, err := room.DigestAt(ctx, self.Profile.ID, version)
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
		rep.Findings = append(rep.Findings, prepare.Foreign(self.List.Name, check.FaultWords(problem)))
	}
	d := prepare.Compare(self, list, own)
	rep.Findings = append(rep.Findings, d.Findings()...)
	rep.Findings = append(rep.Findings, kind.OmittedFindings(self.Omitted)...)
	rep.Checks = append(rep.Checks, selfCheckDone(self, sender, d))
	if self.Dissolved+self.Staying > 0 {
		rep.Checks = append(rep.Checks, dissolvedDone(container, self))
	}
	rep.Settle()
	return nil
}

// senderOf finds out who signed a self-check: the key alone proves nothing before
// a person at this archive vouched for it (G14).
func (room *Intake) senderOf(ctx context.Context, key sign.PublicKey, agency check.Agency) (s prepare.Sender, err error) {
	all, err := room.Prepare.Clerks(ctx)
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
	said := wording.Say("why.self", wording.Moment(self.Checked), sender.Sentence())
	state := check.Full
	if sender.Fingerprint != "" && !sender.Sure() {
		state = check.Partial
	}
	compared := wording.Say("why.self-same")
	if !d.None() {
		profile := wording.Say("why.self-profile-other")
		if d.Profile == "" {
			profile = wording.Say("why.self-profile-same")
		}
		compared = wording.Say("why.self-other", profile, len(d.Rules)+len(d.Tools), len(d.Files)+d.More, len(d.OnlyHere), len(d.OnlySelf))
	}
	return check.Done{Name: "self-check", Tool: self.Program}.As(state, said, compared)
}

// dissolvedDone tells what the office says of signatures, and whether its list of them is
// the one its self-check speaks of.
func dissolvedDone(container string, self *prepare.Result) check.Done {
	state, list := check.Partial, wording.Text{}
	data, err := receipt.ReadSmall(prepare.Beside(container, prepare.SuffixSigned), office.MaxFileList)
	switch {
	case err != nil:
		list = wording.Say("why.signatures-no-list")
	case office.Sum512(data) != self.Signatures.SHA512:
		list = wording.Say("why.signatures-other-list")
	default:
		state, list = check.Full, wording.Say("why.signatures-list", self.Signatures.Name, self.Signatures.SHA512)
	}
	return check.Done{Name: check.NameDissolved, Tool: self.Program}.As(state, wording.Say("why.dissolved", self.Dissolved, self.Staying),
		list)
}

// OpenSelfCheck reads a sidecar, signed or plain. A result with an error is one
// whose signature does not verify.
func OpenSelfCheck(ctx context.Context, data []byte) (r *prepare.Result, signer sign.PublicKey, err error) {
	var envelope struct {
		PayloadType string `json:"payloadType"`
		Payload     []byte `json:"payload"`
	}
	if err := json.Unmarshal(data, &envelope); err != nil || envelope.PayloadType == "" {
		r, err := prepare.DecodeResult(data)
		return r, nil, err
	}
	_, err = sign.OpenSelfSigned(ctx, data, office.TypeSelfCheck, func(payload []byte) ([]sign.PublicKey, error) {
		if r, err = prepare.DecodeResult(payload); err != nil {
			return nil, err
		}
		if err := strict.ReadPart(payload, new(prepare.Result)); err != nil {
			return nil, err // another reader could see another result in it
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
		return r, nil, wording.Fault("found.prepare.signature")
	}
	return r, signer, nil
}

// selfList reads the list of files the clerk checked; it must be the one the
// sidecar names.
func selfList(container string, self *prepare.Result) ([]fixity.Entry, error) {
	f, err := os.Open(prepare.Beside(container, prepare.SuffixFiles))
	if err != nil {
		return nil, wording.Fault("found.prepare.no-list")
	}
	data, err := io.ReadAll(io.LimitReader(f, office.MaxFileList+1))
	if err := errors.Join(err, f.Close()); err != nil || len(data) > office.MaxFileList {
		return nil, wording.Fault("found.prepare.list-unread")
	}
	if office.Sum512(data) != self.List.SHA512 {
		return nil, wording.Fault("found.prepare.other-list")
	}
	return prepare.ReadFiles(data)
}

// ProfileState says which state of a profile holds: the archive's own number,
// also where the profile came from it as a signed file.
func (room *Intake) ProfileState(ctx context.Context, p *profile.Profile) (prepare.ProfileState, error) {
	if p == nil {
		return prepare.ProfileState{}, nil
	}
	s := prepare.ProfileState{ID: p.ID, Digest: prepare.Digest(p)}
	if taken, ok, err := room.Prepare.TakenProfile(ctx, p.ID); err != nil {
		return s, err
	} else if ok && taken.Digest == s.Digest {
		s.Version = taken.Version
		return s, nil
	}
	history, err := room.Profiles.History(ctx, p.ID)
	if err != nil && !errors.Is(err, profile.ErrNotFound) {
		return s, err
	}
	for _, v := range history {
		if prepare.Digest(&v.Profile) == s.Digest {
			s.Version = v.Number
			break
		}
	}
	return s, nil
}

// DigestAt gives the digest of a profile as it was when the self-check ran.
func (room *Intake) DigestAt(ctx context.Context, id string, version int) (string, error) {
	taken, ok, err := room.Prepare.TakenProfile(ctx, id)
	if err != nil || ok && taken.Version == version {
		return taken.Digest, err
	}
	history, err := room.Profiles.History(ctx, id)
	if err != nil {
		return "", err
	}
	for _, v := range history {
		if v.Number == version {
			return prepare.Digest(&v.Profile), nil
		}
	}
	return "", nil
}
