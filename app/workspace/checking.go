package workspace

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/slip"
)

// CheckOptions steer one check.
type CheckOptions struct {
	Kind     string // forced kind, "" = recognise
	Profile  string // profile id, "" = by agency
	NoPDFA   bool
	Extra    []string // checksum lists beside the delivery
	Progress func(check.Progress)
}

// Check checks a portion of the workspace; a check that was killed goes on where
// it was. The report, the record tree and the state are stored in one
// transaction. Error: Refused when a person has already closed the portion.
func (w *Workspace) Check(ctx context.Context, id string, o CheckOptions) (*check.Report, error) {
	if _, err := w.allow(ctx, "check"); err != nil {
		return nil, err
	}
	p, err := w.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if p.State != transfer.Checked && !p.State.May(transfer.Checked) {
		return nil, failure.New(failure.Refused, "check "+id, fmt.Sprintf("Die Portion ist „%s“ und wird nicht mehr geprüft.", p.State.German()))
	}
	found, findings, err := w.slipFindings(ctx, id, w.path(p.Path))
	if err != nil {
		return nil, err
	}
	in := check.Input{Findings: findings, Key: id + "|" + o.Kind + "|" + fmt.Sprint(o.NoPDFA), Journal: w.journal, Kind: o.Kind, NoPDFA: o.NoPDFA, Extra: o.Extra,
		Progress: o.Progress, CallerFinishes: true, Point: w.opts.Point, Resolve: w.resolver(id, o.Profile, found)}
	engine, err := w.checker()
	if err != nil {
		return nil, err
	}
	out, err := engine.CheckPath(ctx, w.path(p.Path), in, w.containerOptions())
	if err != nil {
		return nil, err
	}
	if err := w.compareSelfCheck(ctx, w.path(p.Path), out); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	if err := w.judgeVirus(ctx, out.Report, w.path(p.Path)); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return out.Report, errors.Join(w.storeCheck(ctx, p, out, found), out.Close())
}

func (w *Workspace) containerOptions() container.Options {
	return container.Options{SpoolDir: w.path(dirSpool), Counter: w.opts.Counter, Single: true}
}

// CheckOnly checks a file or folder where it lies, without taking it in
// (laufzettel-cli check). profileFile may name a profile id or a JSON file.
func (w *Workspace) CheckOnly(ctx context.Context, path string, o CheckOptions) (*check.Report, error) {
	if _, err := Reach(ctx, path); err != nil {
		return nil, err
	}
	found, findings, err := w.slipFindings(ctx, "", path)
	if err != nil {
		return nil, err
	}
	in := check.Input{Journal: w.journal, Findings: findings, Kind: o.Kind, NoPDFA: o.NoPDFA, Extra: o.Extra, Progress: o.Progress, Point: w.opts.Point, Resolve: w.resolver("", o.Profile, found)}
	engine, err := w.checker()
	if err != nil {
		return nil, err
	}
	out, err := engine.CheckPath(ctx, path, in, w.containerOptions())
	if err != nil {
		return nil, err
	}
	if err := w.compareSelfCheck(ctx, path, out); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	if err := w.judgeVirus(ctx, out.Report, path); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	// The journal made the check resumable; what it learned is not kept.
	return out.Report, errors.Join(out.Close(), w.journal.Drop(ctx, out.Key))
}

// resolver finds, once the manifest is read, the profile that holds and what the
// workspace knows of the same procedure.
func (w *Workspace) resolver(portion, profileID string, found *slip.Found) func(context.Context, *check.Manifest) (*profile.Profile, []check.Related, error) {
	return func(ctx context.Context, m *check.Manifest) (*profile.Profile, []check.Related, error) {
		declare(m, found)
		if found != nil && found.Slip != nil && m.ProfileID == "" {
			m.ProfileID = found.Slip.ProfileID
		}
		prof, err := w.findProfile(ctx, profileID, m)
		if err != nil {
			return nil, nil, err
		}
		related, err := w.related(ctx, portion, m.Process)
		return prof, related, err
	}
}

func (w *Workspace) findProfile(ctx context.Context, id string, m *check.Manifest) (*profile.Profile, error) {
	if id != "" {
		if p, err := w.Profiles.Get(ctx, id); err == nil {
			return p, nil
		}
		return profile.ReadFile(id)
	}
	if m.ProfileID != "" {
		if p, err := w.Profiles.Get(ctx, m.ProfileID); err == nil {
			return p, nil
		}
	}
	if m.Agency.ID == "" {
		return w.onlyReader(ctx, m)
	}
	// Several profiles of one agency are for several kinds of deliveries.
	of, err := w.Profiles.ByAgency(ctx, m.Agency.ID)
	for i, p := range of {
		if len(p.Kinds) == 0 || slices.Contains(p.Kinds, m.Kind) {
			return &of[i], nil
		}
	}
	return nil, err
}

// onlyReader gives the profile for a delivery that does not tell its sender in our
// layout: the only one that describes another layout of this kind of deliveries.
// The engine drops it again where the second reading names another sender.
func (w *Workspace) onlyReader(ctx context.Context, m *check.Manifest) (*profile.Profile, error) {
	all, err := w.Profiles.List(ctx)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(p profile.Profile) bool { return len(p.Layout) == 0 || !slices.Contains(p.Kinds, m.Kind) })
	if len(all) != 1 {
		return nil, nil
	}
	return &all[0], nil
}

// related gives the other messages of a procedure as their kind reads them, and
// the ratings where they were appraised here. A delivery whose copy has left the
// workspace is known by its stored record tree alone.
func (w *Workspace) related(ctx context.Context, portion, process string) ([]check.Related, error) {
	portions, err := w.Portions.OfProcess(ctx, process)
	if err != nil {
		return nil, err
	}
	var out []check.Related
	for _, p := range portions {
		if p.ID == portion || p.State == transfer.Returned || p.Kind == "" {
			continue
		}
		r := check.Related{Portion: p.ID}
		if r.Manifest, err = w.manifestOf(ctx, p); err != nil {
			return nil, err
		}
		roots, err := w.Portions.Objects(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		if r.Manifest == nil {
			r.Manifest = &check.Manifest{Kind: p.Kind, Standard: p.Standard, Process: p.Process, Roots: roots, Agency: check.Agency{Name: p.Agency, ID: p.AgencyID}}
		}
		if r.Ratings, err = w.ratings(ctx, p, roots); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// manifestOf reads the manifest of a portion again; nil where its copy is gone
// or can no longer be read.
func (w *Workspace) manifestOf(ctx context.Context, p transfer.Portion) (*check.Manifest, error) {
	tree, err := w.Tree(ctx, p)
	if err != nil {
		return nil, ctx.Err()
	}
	for _, k := range w.engine.Kinds {
		if !slices.Contains(k.Names(), p.Kind) {
			continue
		}
		match, err := k.Recognise(ctx, tree)
		if err == nil && match.Kind == p.Kind {
			m, _, err := k.Read(ctx, tree, match, check.ReadInput{})
			return m, closed(tree, err)
		}
		return nil, closed(tree, err)
	}
	return nil, tree.Close()
}

// storeCheck keeps what a check found, and ends the run of the journal, in one
// transaction.
func (w *Workspace) storeCheck(ctx context.Context, p transfer.Portion, out *check.Outcome, found *slip.Found) error {
	rep := out.Report
	rep.Portion = p.Name
	w.point("check.store.before")
	change := func(p *transfer.Portion) {
		p.Run = out.Key
		p.Kind, p.Standard, p.Verdict = rep.Kind, rep.Standard, string(rep.Verdict)
		p.Agency, p.AgencyID = rep.Agency.Name, rep.Agency.ID
		p.Files, p.Bytes = rep.Files.Delivered, rep.Files.Bytes
		p.Errors, p.Warnings, p.Notes = rep.Count(check.Error), rep.Count(check.Warning), rep.Count(check.Note)
		if found != nil && found.Slip != nil {
			p.ProfileID, p.TransferID = found.Slip.ProfileID, found.AccessionID
		}
		if out.Facts != nil {
			p.Form = string(out.Facts.Tree().Form())
		}
		if m := out.Manifest; m != nil {
			p.Process, p.Title = m.Process, m.Title
			if w.classified(rep) {
				p.Title = "" // it may tell what the material is about
			}
			if prof := out.Facts.Profile(); prof != nil {
				p.ProfileID = prof.ID
				p.Due = due(p.Arrived, prof, rep)
			}
		}
	}
	also := func(tx *sql.Tx, p transfer.Portion) error {
		if err := transfer.SaveReport(ctx, tx, p.ID, rep); err != nil {
			return err
		}
		if err := w.storeObjects(ctx, tx, p, out); err != nil {
			return err
		}
		if err := w.journal.FinishTx(ctx, tx, out.Key); err != nil {
			return err
		}
		return w.log(ctx, w.event(events.Checked, p.ID, "", string(rep.Verdict), map[string]string{
			"kind": rep.Kind, "errors": fmt.Sprint(p.Errors), "warnings": fmt.Sprint(p.Warnings), "notes": fmt.Sprint(p.Notes)}))(tx)
	}
	_, err := w.Portions.Move(ctx, p.ID, transfer.Checked, change, also)
	w.point("check.store.after")
	return err
}

// storeObjects keeps the record tree of a checked portion, that of a delivery
// without description made of its files; nothing of classified material (G15).
func (w *Workspace) storeObjects(ctx context.Context, tx *sql.Tx, p transfer.Portion, out *check.Outcome) error {
	switch {
	case w.classified(out.Report):
		return transfer.SaveObjects(ctx, tx, p.ID, nil)
	case out.Manifest != nil && out.Manifest.Roots != nil:
		return transfer.SaveObjects(ctx, tx, p.ID, out.Manifest.Roots)
	case p.Kind == plainKind && out.Facts != nil:
		return transfer.SaveObjectStream(ctx, tx, p.ID, plainObjects(ctx, p, out.Facts, cmp.Or(w.opts.UnitFiles, plainUnit)))
	}
	return transfer.SaveObjects(ctx, tx, p.ID, nil)
}

// classified reports whether the check stopped at classified material (G15):
// then nothing of it is stored or indexed, and the only way out is to stop.
func (w *Workspace) classified(rep *check.Report) bool {
	for _, f := range rep.Findings {
		if c, ok := w.Registry.Code(f.Code); ok && c.Severity == check.Error && len(c.Ways) == 1 && c.Ways[0] == check.Stop {
			return true
		}
	}
	return false
}

// stopClassified refuses what would read on in classified material. Only a rejected
// portion can be classified, so that the others cost nothing.
func (w *Workspace) stopClassified(ctx context.Context, p transfer.Portion) error {
	if p.Verdict != string(check.Rejected) {
		return nil
	}
	rep, err := w.Report(ctx, p.ID)
	if err != nil {
		return err
	}
	if !w.classified(rep) {
		return nil
	}
	return failure.New(failure.Refused, "open "+p.ID, "Die Lieferung enthält eine Verschlusssache. Nichts daraus wird angezeigt, in die Suche aufgenommen, kopiert oder gesendet. Bitte die Geheimschutzbeauftragten verständigen.")
}

// due gives the legal appraisal deadline of a delivery with open objects (A3).
func due(arrived time.Time, prof *profile.Profile, rep *check.Report) time.Time {
	if prof.Deadlines.AppraisalDays == 0 || rep.Objects.Appraise == 0 {
		return time.Time{}
	}
	return slip.Due(arrived, prof.Deadlines.AppraisalDays)
}

// Report gives the kept report of a portion. Error: Refused when it was never checked.
func (w *Workspace) Report(ctx context.Context, id string) (*check.Report, error) {
	if _, err := w.Portions.Get(ctx, id); err != nil {
		return nil, err
	}
	rep := new(check.Report)
	ok, err := w.Portions.LoadReport(ctx, id, rep)
	if err == nil && !ok {
		err = failure.New(failure.Refused, "report of "+id, "Diese Portion wurde noch nicht geprüft.")
	}
	return rep, err
}

// Tree opens the portion's container as it was delivered; the caller closes it.
// Error: Refused for classified material, of which nothing is shown, indexed or
// taken anywhere (G15).
func (w *Workspace) Tree(ctx context.Context, p transfer.Portion) (container.Tree, error) {
	if err := w.stopClassified(ctx, p); err != nil {
		return nil, err
	}
	return container.Open(ctx, w.path(p.Path), w.containerOptions())
}
