package clerk

import (
	"bytes"
	"context"
	"crypto/sha512"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"

	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/report"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// dirOutbox holds what goes out by the channel.
const dirOutbox = "letters"

// HandOver seals a self-checked portion with SHA-512, writes slip, list,
// self-check and Übergabeniederschrift beside it, and puts all of it into a folder
// of its own at to (folder, share or USB medium), where every byte is read back;
// to = "" sends it by the signed channel. It gives the folder or the bundle.
// Errors: Refused before a positive self-check.
func (ho *Handover) HandOver(ctx context.Context, id, to string, progress func(prepare.Progress)) (string, error) {
	person, err := ho.Office.MustPerson(people.Prepare, "hand over "+id)
	if err != nil {
		return "", err
	}
	lock, err := ho.Clerk.alone(id, HandingOn)
	if err != nil {
		return "", err
	}
	defer lock.Release()
	p, err := ho.Prepare.Get(ctx, id)
	if err != nil {
		return "", err
	}
	if p.State != prepare.SelfChecked {
		return "", failure.New(failure.Refused, "hand over "+id, wording.Say("hint.clerk.handing-needs-self-check", p.State))
	}
	h := &handover{handover: ho, p: p, person: person, progress: progress, way: prepare.WayMedium, dir: filepath.Join(to, p.Name)}
	if to == "" {
		if ho.Office.Settings.Get().Channel.URL == "" {
			return "", failure.New(failure.Setup, "hand over "+id, wording.Say("hint.clerk.no-archive-or-folder"))
		}
		h.way, h.dir = prepare.WayChannel, ho.outgoing(p)
	} else if info, err := os.Stat(to); err != nil || !info.IsDir() {
		return "", failure.Wrap(failure.Refused, "hand over "+id, wording.Say("hint.clerk.target-missing", to),
			errors.Join(err, errors.New(to)))
	}
	return h.do(ctx)
}

// outgoing is where a portion is laid out for the channel: a folder that no
// earlier hand-over uses, whose bundle may still be on its way.
func (ho *Handover) outgoing(p prepare.Preparation) string {
	base := ho.Office.Path(path.Join(dirOutbox, p.ID, "abgabe"))
	for n, dir := 2, base; ; n++ {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) || dir == p.Place {
			return dir
		}
		dir = fmt.Sprintf("%s-%d", base, n)
	}
}

// handover is one run.
type handover struct {
	handover *Handover
	p        prepare.Preparation
	person   string
	way      string
	dir      string // where everything appears
	partial  string
	progress func(prepare.Progress)
	files    []kind.File
	sealed   []prepare.Sealed // what was written, the container first
	signed   prepare.Sealed   // of them, the list of signatures
	list     []byte
	agency   string // as stated, or as the delivery itself names it
}

func (h *handover) do(ctx context.Context) (string, error) {
	var err error
	if h.files, err = h.handover.Prepare.Files(ctx, h.p.ID); err != nil {
		return "", err
	}
	h.partial = filepath.Join(filepath.Dir(h.dir), "."+h.p.ID+".abgabe"+durable.Suffix)
	if _, err := os.Stat(h.dir); err == nil && h.p.Place != h.dir {
		return "", failure.New(failure.Refused, "hand over "+h.p.ID, wording.Say("hint.clerk.target-occupied", filepath.Base(h.dir)))
	}
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	if err := h.assemble(ctx); err != nil {
		return "", h.giveUp(ctx, err)
	}
	for _, s := range h.sealed {
		if err := prepare.ReadBack(ctx, filepath.Join(h.partial, s.Name), s); err != nil {
			return "", h.giveUp(ctx, err)
		}
	}
	// The place is noted first: a run after a kill knows that it is its own.
	if _, err := h.handover.Prepare.Move(ctx, h.p.ID, prepare.SelfChecked, func(p *prepare.Preparation) { p.Place = h.dir },
		nil); err != nil {
		return "", err
	}
	h.handover.Office.Point("handover.land.before")
	err = errors.Join(os.RemoveAll(h.dir), durable.Rename(h.partial, h.dir), durable.SyncDir(filepath.Dir(h.dir)))
	if err != nil {
		return "", office.Disk("hand over", err)
	}
	h.handover.Office.Point("handover.land.after")
	place, err := h.land(ctx)
	if err != nil {
		return place, err
	}
	return place, h.handover.Prepare.DropSeal(ctx, h.p.ID)
}

// sealing packs the container where it can be gone on with.
func (h *handover) sealing() *prepare.Sealing {
	open := h.handover.Intake.ContainerOptions()
	open.Single = false
	return &prepare.Sealing{Store: h.handover.Prepare, Portion: h.p, Files: h.files, Path: filepath.Join(h.partial, h.p.Name+".zip"),
		Open: open, Progress: h.progress, Point: h.handover.Office.Opts.Point}
}

// enter makes the folder everything is written to: a new one, or that of a
// hand-over that broke off while it was sealing.
func (h *handover) enter(ctx context.Context) error {
	begun, err := h.sealing().Begun(ctx)
	if err != nil {
		return err
	}
	if !begun {
		old, err := h.handover.Prepare.SealPlace(ctx, h.p.ID)
		if err != nil {
			return err
		}
		if dir := filepath.Dir(old); old != "" && filepath.Base(dir) == filepath.Base(h.partial) {
			_ = os.RemoveAll(dir) // begun on another medium, which may be gone
		}
		return office.Disk("hand over", errors.Join(os.RemoveAll(h.partial), os.MkdirAll(h.partial, 0o700)))
	}
	entries, err := os.ReadDir(h.partial)
	for _, e := range entries {
		if e.Name() != h.p.Name+".zip" {
			err = errors.Join(err, os.RemoveAll(filepath.Join(h.partial, e.Name())))
		}
	}
	return office.Disk("hand over", err)
}

// giveUp keeps what is sealed where the person only cancelled; after any other
// error nothing of it is trusted.
func (h *handover) giveUp(ctx context.Context, err error) error {
	if failure.Canceled(err) {
		return err
	}
	return errors.Join(err, os.RemoveAll(h.partial), h.handover.Prepare.DropSeal(context.WithoutCancel(ctx), h.p.ID))
}

// assemble writes everything that goes out.
func (h *handover) assemble(ctx context.Context) error {
	if err := h.container(ctx); err != nil {
		return err
	}
	sum := h.sealed[0].SHA512 + "  " + h.sealed[0].Name + "\n"
	if err := h.write(h.p.Name+prepare.SuffixSum, func(out io.Writer) error {
		_, err := io.WriteString(out, sum)
		return err
	}); err != nil {
		return err
	}
	if err := h.write(h.p.Name+prepare.SuffixFiles, func(out io.Writer) error {
		return prepare.WriteFiles(out, h.p,
			h.files)
	}); err != nil {
		return err
	}
	if err := h.papers(ctx); err != nil {
		return err
	}
	if err := h.signatures(); err != nil {
		return err
	}
	if err := h.selfCheck(ctx); err != nil {
		return err
	}
	return h.protocol(ctx)
}

func (h *handover) container(ctx context.Context) error {
	s, err := h.sealing().Run(ctx)
	h.sealed = append(h.sealed, s)
	return err
}

// write writes one file beside the container and notes its digest.
func (h *handover) write(name string, fill func(io.Writer) error) error {
	var b bytes.Buffer
	if err := fill(&b); err != nil {
		return err
	}
	sum := sha512.Sum512(b.Bytes())
	h.sealed = append(h.sealed, prepare.Sealed{Name: name, Size: int64(b.Len()), SHA512: hex.EncodeToString(sum[:])})
	return office.Disk("write "+name, durable.WriteFile(filepath.Join(h.partial, name), b.Bytes(), 0o600))
}

// signatures hands the list of signatures over that the build left.
func (h *handover) signatures() error {
	if h.p.Signed == 0 {
		return nil
	}
	data, err := os.ReadFile(h.p.SignaturesFile())
	if errors.Is(err, fs.ErrNotExist) { // built by an older program: the paper names what it has
		return nil
	}
	if err != nil {
		return office.Disk("read list of signatures", err)
	}
	if err := h.write(h.p.Name+prepare.SuffixSigned, func(out io.Writer) error { _, err := out.Write(data); return err }); err != nil {
		return err
	}
	h.signed = h.sealed[len(h.sealed)-1]
	return nil
}

// papers writes slip and list (A1, A2, A6).
func (h *handover) papers(ctx context.Context) error {
	list, err := h.transferList(ctx)
	if err != nil {
		return err
	}
	h.agency = list.Agency
	var b bytes.Buffer
	if err := slip.WriteList(&b, list); err != nil {
		return err
	}
	h.list = b.Bytes()
	if err := h.write(kind.ListName, func(out io.Writer) error { _, err := out.Write(h.list); return err }); err != nil {
		return err
	}
	s := slip.RoutingSlip{Agency: list.Agency, AgencyID: list.AgencyID, ProfileID: list.ProfileID, ListFile: kind.ListName,
		Status: slip.Offered, Created: h.handover.Office.Now(),
		Containers: []slip.Container{{Name: h.sealed[0].Name, Algorithm: "sha-512", Digest: h.sealed[0].SHA512}}}
	return h.write(kind.SlipName, func(out io.Writer) error { return slip.WriteSlip(out, s) })
}

// transferList makes the list: of an e-file delivery its cases, of every other
// kind the portion as one.
func (h *handover) transferList(ctx context.Context) (slip.List, error) {
	tree, err := container.Open(ctx, h.p.Folder(), h.handover.Intake.ContainerOptions())
	if err != nil {
		return slip.List{}, err
	}
	list, err := h.handover.Prepare.ListOf(ctx, h.p, tree, h.files, h.handover.Office.Now())
	return list, errors.Join(err, tree.Close())
}

// selfCheck writes the sidecar, signed where this workspace has a key (G6, G14).
func (h *handover) selfCheck(ctx context.Context) error {
	rep, err := h.handover.Clerk.selfChecked(h.p.ID)
	if err != nil {
		return err
	}
	agency := rep.Agency
	if v := h.p.Values(); agency.ID == "" {
		agency = check.Agency{Name: v.Get("agency"), ID: v.Get("agencyId")}
	}
	r := prepare.Result{Portion: h.p.Name, Kind: h.p.Kind, Agency: agency, Checked: h.p.Checked, Person: h.person, Program: office.Program +
		" " + office.Version,
		Profile: prepare.ProfileState{ID: h.p.ProfileID, Version: h.p.ProfileVersion}, Rules: prepare.RulesOf(h.handover.Registry),
		Tools:   prepare.ToolsOf(rep),
		Verdict: rep.Verdict, Findings: prepare.Briefs(rep), Checks: rep.Checks, Files: h.p.Files, Bytes: h.p.Bytes, List: h.sealed[2],
		Container: h.sealed[0], Omitted: h.p.Omitted,
		Dissolved: h.p.Signed - h.p.Staying(), Staying: h.p.Staying(), Signatures: h.signed}
	if h.p.ProfileID != "" {
		if r.Profile.Digest, err = h.handover.Intake.DigestAt(ctx, h.p.ProfileID, h.p.ProfileVersion); err != nil {
			return err
		}
	}
	if _, r.ChainHead, err = events.Head(ctx, h.handover.Office.Store); err != nil {
		return err
	}
	data, err := h.handover.sealResult(ctx, r)
	if err != nil {
		return err
	}
	return h.write(h.p.Name+prepare.SuffixSidecar, func(out io.Writer) error { _, err := out.Write(data); return err })
}

// sealResult signs a result with the key of this workspace; without a key it goes
// out plain, and its digest stands in the Übergabeniederschrift.
func (ho *Handover) sealResult(ctx context.Context, r prepare.Result) ([]byte, error) {
	key, err := ho.optionalKey(ctx)
	if err != nil {
		return nil, err
	}
	if key != nil {
		r.PublicKey = key.Public().String()
	}
	data, err := r.Encode()
	if err != nil || key == nil {
		return data, err
	}
	return sign.Seal(ctx, office.TypeSelfCheck, data, key)
}

// optionalKey gives the key in use, nil where none was ever made.
func (ho *Handover) optionalKey(ctx context.Context) (*sign.Key, error) {
	all, err := ho.Channel.ListKeys(ctx)
	if err != nil {
		return nil, err
	}
	for _, k := range all {
		if k.State == channel.KeyActive {
			return ho.Channel.ActiveKey(ctx)
		}
	}
	return nil, nil
}

// protocol writes the Übergabeniederschrift as PDF/A-2b (C6).
func (h *handover) protocol(ctx context.Context) error {
	seq, head, err := events.Head(ctx, h.handover.Office.Store)
	if err != nil {
		return err
	}
	builder, _ := h.handover.Prepare.Kinds.Builder(h.p.Kind)
	v := kind.WithDefaults(builder.Fields(), h.p.Values())
	doc := report.Handover{Kind: h.p.Kind, Title: v.Get("title"), Responsible: v.Or("person", h.person), Contact: v.Get("contact"),
		HandedOver: h.handover.Office.Now(),
		Way:        map[string]string{prepare.WayMedium: "Ordner oder Datenträger", prepare.WayChannel: "signierter Kanal"}[h.way],
		Checked:    h.p.Checked,
		Result: fmt.Sprintf("Die Selbstprüfung mit den Regeln des Archivs ergab keinen Fehler (Warnungen: %d, Hinweise: %d).", h.p.Warnings,
			h.p.Notes),
		Signed: h.p.Signed - h.p.Staying(), Kept: h.p.Staying(), Files: h.p.Files, Bytes: h.p.Bytes,
		Meta: report.Meta{Agency: report.Party{Name: h.agency, Person: v.Get("person")}, Created: h.handover.Office.Now(), Person: h.person,
			AccessionID: slip.AccessionID(h.list),
			Portion:     h.p.Name, Program: office.Program + " " + office.Version, ChainHead: head, ChainCount: int(seq)}}
	if h.p.ProfileID != "" {
		doc.Profile = fmt.Sprintf("%s, Stand %d", h.p.ProfileID, h.p.ProfileVersion)
	}
	for _, f := range builder.Fields() {
		if s := v.Get(f.Key); s != "" {
			doc.Statements = append(doc.Statements, report.Pair{Label: f.Label, Value: s})
		}
		if why := h.p.Reason.Get(f.Key); why != "" {
			doc.Corrections = append(doc.Corrections, report.Pair{Label: f.Label, Value: why})
		}
	}
	for _, o := range h.p.Omitted {
		doc.Omitted = append(doc.Omitted, report.Pair{Label: "Eintrag " + o.Entry, Value: o.Reason})
	}
	for _, r := range h.p.Read {
		doc.Read = append(doc.Read, report.Pair{Label: r.Label, Value: r.Value})
	}
	for _, s := range h.p.Signers {
		step := report.Step{Time: s.Signed, Title: s.File, Agent: s.Name, Outcome: s.Form, Detail: s.Result}
		if s.After != "" {
			step.Detail += "\nSHA-512 signiert: " + s.Before + "\nSHA-512 in der Portion: " + s.After
		}
		if s.Stays() {
			doc.Keepers = append(doc.Keepers, step)
			continue
		}
		doc.Signers = append(doc.Signers, step)
	}
	for _, s := range h.sealed {
		doc.Sealed = append(doc.Sealed, report.Pair{Label: s.Name, Value: s.SHA512})
	}
	if len(h.files) <= report.MaxHashes {
		for _, f := range h.files {
			doc.Hashes = append(doc.Hashes, report.Pair{Label: f.Path, Value: f.Digests["sha-512"]})
		}
	}
	return h.write(h.p.Name+prepare.SuffixPaper, func(out io.Writer) error { return report.Write(out, report.HandoverProtocol(doc)) })
}

// land makes the hand-over true: by medium the state alone, by the channel the
// state and the job in one transaction.
func (h *handover) land(ctx context.Context) (string, error) {
	place, bundle := h.dir, h.sealed[0]
	url := h.handover.Office.Settings.Get().Channel.URL
	if h.way == prepare.WayChannel {
		var err error
		if bundle, err = h.bundle(ctx); err != nil {
			return "", err
		}
		place = filepath.Join(h.dir, bundle.Name)
	}
	change := func(p *prepare.Preparation) {
		p.Way, p.Place, p.HandedOver = h.way, h.dir, h.handover.Office.Now()
		p.Container, p.SHA512, p.Size = h.sealed[0].Name, h.sealed[0].SHA512, h.sealed[0].Size
		p.AccessionID = slip.AccessionID(h.list)
		if h.way == prepare.WayChannel {
			p.Place, p.Bundle = url, bundle.SHA512
		}
	}
	detail := map[string]string{"way": h.way, "container-sha512": h.sealed[0].SHA512, "accession": slip.AccessionID(h.list),
		"person": h.person}
	_, err := h.handover.Prepare.Move(ctx, h.p.ID, prepare.HandedOver, change, func(tx *sql.Tx, p prepare.Preparation) error {
		if h.way == prepare.WayChannel {
			rel, err := filepath.Rel(h.handover.Office.Dir, place)
			if err != nil {
				return err
			}
			job, err := channel.UploadJob(p.ID, channel.Order{Peer: url, Path: filepath.ToSlash(rel), Kind: receipt.KindDelivery,
				Name:      bundle.Name,
				PackageID: p.ID, AccessionID: p.AccessionID, SHA512: bundle.SHA512, Size: bundle.Size}, h.handover.Office.Now())
			if err != nil {
				return err
			}
			if err := h.handover.Queue.EnqueueTx(ctx, tx, job); err != nil {
				return err
			}
			maps.Copy(detail, job.LogDetail())
		}
		return h.handover.Log.Entry(ctx, h.handover.Office.Event(events.Sent, p.ID, h.sealed[0].Name, "handed over", detail))(tx)
	})
	return place, err
}
