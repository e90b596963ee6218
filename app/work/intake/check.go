package intake

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/procedure"

	"laufzettel/app/work/office"
	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// CheckOptions steer one check.
type CheckOptions struct {
	Kind     string // forced kind, "" = recognise
	Profile  string // profile id, "" = by agency
	NoPDFA   bool
	Extra    []string // checksum lists beside the delivery
	Progress func(check.Progress)

	siblings []check.Related // the other messages of the same drop
	seen     func(*check.Manifest)
	offer    bool             // the piece is an offer among deliveries
	beside   *check.Beside    // shared by the pieces of a drop
	papers   string           // folder of the papers of an unpacked piece that lies elsewhere
	arrived  []string         // the other containers of the same slip in the drop
	listed   []*record.Object // what the other messages of the same slip bring of its list
}

// Check checks a portion of the workspace; a check that was killed goes on where
// it was. The report, the record tree and the state are stored in one
// transaction. Error: Refused when a person has already closed the portion.
func (room *Intake) Check(ctx context.Context, id string, o CheckOptions) (*check.Report, error) {
	if _, err := room.Office.Allow(ctx, people.Check, "check"); err != nil {
		return nil, err
	}
	p, err := room.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if p.State != transfer.Checked && !p.State.May(transfer.Checked) {
		return nil, failure.New(failure.Refused, "check "+id, wording.Say("hint.intake.no-more-checks", p.State))
	}
	if o.Kind == "" && p.Kind == PlainKind && p.Verdict != string(check.Unreadable) {
		o.Kind = PlainKind // a person or the profile has said so before
	}
	found, findings, err := room.slipFindings(ctx, id, room.Office.Path(p.Path), CheckOptions{offer: p.Message() == procedure.Offer})
	if err != nil {
		return nil, err
	}
	left, err := leftFindings(room, p)
	if err != nil {
		return nil, err
	}
	findings = append(findings, left...)
	unseen := unseenBy(ctx, room, id, room.Office.Path(p.Path), found, CheckOptions{})
	if found, err = measured(ctx, room, found, p.AccessionID); err != nil {
		return nil, err
	}
	others, err := ofSameList(ctx, room, p)
	if err != nil {
		return nil, err
	}
	in := check.Input{Findings: findings, Key: id + "|" + o.Kind + "|" + fmt.Sprint(o.NoPDFA), Journal: room.Journal, Kind: o.Kind,
		NoPDFA: o.NoPDFA, Extra: o.Extra,
		Checked:  slipDone(found, room.Office.Path(p.Path)),
		Progress: o.Progress, CallerFinishes: true, Point: room.Office.Opts.Point, Resolve: room.Resolver(id, o.Profile, found),
		Agreed: room.layouts(o.Profile, found),
		Rules:  listRules(found.SpokenOf(findings), unseen, others...), Container: listedContainer(found, room.Office.Path(p.Path))}
	engine, err := room.Checker()
	if err != nil {
		return nil, err
	}
	out, err := engine.CheckPath(ctx, room.Office.Path(p.Path), in, room.optionsFor(o.Kind))
	if err != nil {
		return nil, err
	}
	if err := room.compareSelfCheck(ctx, room.Office.Path(p.Path), out); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	if err := room.judgeVirus(ctx, out.Report, room.Office.Path(p.Path)); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	return out.Report, errors.Join(room.storeCheck(ctx, p, out, found), out.Close())
}

// KnowsKind refuses a kind of deliveries nobody here checks; "" is none.
func (room Drops) KnowsKind(kind string) error {
	known := kind == "" || kind == PlainKind
	for _, k := range room.Intake.Engine.Kinds {
		known = known || slices.Contains(k.Names(), kind)
	}
	if known {
		return nil
	}
	return failure.New(failure.Refused, "receive as kind "+kind, wording.Say("hint.check.unknown-kind", kind))
}

func (room *Intake) ContainerOptions() container.Options {
	return container.Options{SpoolDir: room.Office.Path(office.DirSpool), Counter: room.Office.Opts.Counter, Single: true}
}

// optionsFor is ContainerOptions for a delivery of a kind: what a person has called a
// file share is opened also where its names are odd or something in it cannot be read, and
// each is told.
func (room *Intake) optionsFor(kind string) container.Options {
	o := room.ContainerOptions()
	if kind == PlainKind {
		o.Tolerate, o.LeaveOut = OddNames, true
	}
	return o
}

// CheckOnly checks a file or folder where it lies, without taking it in
// (laufzettel-cli check). profileFile may name a profile id or a JSON file.
func (room *Intake) CheckOnly(ctx context.Context, path string, o CheckOptions) (*check.Report, error) {
	if _, err := office.Reach(ctx, path); err != nil {
		return nil, err
	}
	found, findings, err := room.slipFindings(ctx, "", path, o)
	if err != nil {
		return nil, err
	}
	unseen := unseenBy(ctx, room, "", path, found, o)
	if found, err = measured(ctx, room, found, ""); err != nil {
		return nil, err
	}
	in := check.Input{Journal: room.Journal, Findings: findings, Kind: o.Kind, NoPDFA: o.NoPDFA, Extra: o.Extra, Progress: o.Progress,
		Point:   room.Office.Opts.Point,
		Checked: slipDone(found, path), Resolve: o.besides(room.Resolver("", o.Profile, found)), Agreed: room.layouts(o.Profile, found),
		Rules: listRules(found.SpokenOf(findings), unseen, o.listed...), Container: listedContainer(found, path), Beside: o.beside}
	engine, err := room.Checker()
	if err != nil {
		return nil, err
	}
	out, err := engine.CheckPath(ctx, path, in, room.optionsFor(o.Kind))
	if err != nil {
		return nil, err
	}
	if err := room.compareSelfCheck(ctx, path, out); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	if err := room.judgeVirus(ctx, out.Report, path); err != nil {
		return nil, errors.Join(err, out.Close())
	}
	// The journal made the check resumable; what it learned is not kept.
	return out.Report, errors.Join(out.Close(), room.Journal.Drop(ctx, out.Key))
}

// resolving finds profile and related messages of a delivery.
type resolving = func(context.Context, *check.Manifest) (*profile.Profile, []check.Related, error)

// besides adds the other messages of the drop to what the workspace knows.
func (o CheckOptions) besides(resolve resolving) resolving {
	return func(ctx context.Context, m *check.Manifest) (*profile.Profile, []check.Related, error) {
		if o.seen != nil {
			o.seen(m)
		}
		p, related, err := resolve(ctx, m)
		return p, append(related, o.siblings...), err
	}
}

// listRules compares slip and transfer list beside a container with what was delivered;
// none where neither came along. unseen tells what a list of other kinds names and is
// nowhere; others bring more of the same list.
func listRules(found *slip.Found, unseen func(check.Facts) []check.Finding, others ...*record.Object) []check.Rule {
	if found == nil || found.Slip == nil && found.List == nil && len(found.Inside) == 0 {
		return nil
	}
	return []check.Rule{{Name: "slip", Run: func(_ context.Context, f check.Facts) ([]check.Finding, error) {
		m := f.Manifest()
		var told []check.Finding
		if !slices.ContainsFunc(m.Listed, func(l check.Listed) bool { return l.Role == check.RoleSlip && l.Path == found.Path }) {
			told = append(told, found.Inside...)
		}
		if procedure.Of(m.Kind) != "" { // other kinds name who made the records, not who sends them
			told = append(told, found.SentBy(m.Agency)...)
		}
		if found.List == nil {
			return told, nil
		}
		if procedure.Of(m.Kind) == "" && m.Kind != "" {
			return append(told, unseen(f)...), nil
		}
		if !m.Dated {
			return told, nil // the tree is ours, not the office's: no list of an office names its parts
		}
		elsewhere := slices.Clone(others)
		for _, r := range f.Related() {
			switch {
			case r.Manifest == nil || m.Process == "" || !strings.EqualFold(r.Manifest.Process, m.Process):
			case r.Manifest.Kind == m.Kind:
				elsewhere = append(elsewhere, r.Manifest.Roots...)
			case procedure.Of(m.Kind) == procedure.Offer && procedure.Of(r.Manifest.Kind) == procedure.Transfer:
				return told, nil // the list speaks of the delivery it came with, not of its offer
			}
		}
		return append(told, found.Compare(m.Roots, elsewhere...)...), nil
	}}}
}

// Resolver finds, once the manifest is read, the profile that holds and what the
// workspace knows of the same procedure.
func (room *Intake) Resolver(portion, profileID string, found *slip.Found) func(context.Context, *check.Manifest) (*profile.Profile,
	[]check.Related, error) {
	return func(ctx context.Context, m *check.Manifest) (*profile.Profile, []check.Related, error) {
		declare(m, found)
		if found != nil && found.Slip != nil && m.ProfileID == "" {
			m.ProfileID = found.Slip.ProfileID
		}
		prof, err := room.findProfile(ctx, profileID, m)
		if err != nil {
			return nil, nil, err
		}
		related, err := room.related(ctx, portion, m.Process)
		return prof, related, err
	}
}

func (room *Intake) findProfile(ctx context.Context, id string, m *check.Manifest) (*profile.Profile, error) {
	if id != "" {
		if p, err := room.Profiles.Get(ctx, id); err == nil {
			return p, nil
		}
		return profile.ReadFile(id)
	}
	if m.ProfileID != "" {
		if p, err := room.Profiles.Get(ctx, m.ProfileID); err == nil {
			return p, nil
		}
	}
	if m.Agency.ID == "" {
		return room.onlyReader(ctx, m)
	}
	// Several profiles of one agency are for several kinds of deliveries.
	of, err := room.Profiles.ByAgency(ctx, m.Agency.ID)
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
func (room *Intake) onlyReader(ctx context.Context, m *check.Manifest) (*profile.Profile, error) {
	all, err := room.Profiles.List(ctx)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(p profile.Profile) bool { return len(p.Layout) == 0 || !slices.Contains(p.Kinds, m.Kind) })
	if len(all) != 1 {
		return nil, nil
	}
	return &all[0], nil
}

// layouts gives the profiles whose layouts may read a delivery: the one named, else the
// one of the slip, else all that hold any.
func (room *Intake) layouts(id string, found *slip.Found) func(context.Context) ([]profile.Profile, bool, error) {
	return func(ctx context.Context) ([]profile.Profile, bool, error) {
		named := &check.Manifest{}
		if found != nil && found.Slip != nil {
			named.ProfileID = found.Slip.ProfileID
		}
		if id != "" || named.ProfileID != "" {
			p, err := room.findProfile(ctx, id, named)
			if err != nil || id != "" || p != nil {
				return one(p), true, err
			}
		}
		all, err := room.Profiles.List(ctx)
		return slices.DeleteFunc(all, func(p profile.Profile) bool { return len(p.Layouts) == 0 }), false, err
	}
}

func one(p *profile.Profile) []profile.Profile {
	if p == nil {
		return nil
	}
	return []profile.Profile{*p}
}

// related gives the other messages of a procedure as their kind reads them, and
// the ratings where they were appraised here. A delivery whose copy has left the
// workspace is known by its stored record tree alone.
func (room *Intake) related(ctx context.Context, portion, process string) ([]check.Related, error) {
	portions, err := room.Portions.OfProcess(ctx, process)
	if err != nil {
		return nil, err
	}
	var out []check.Related
	for _, p := range portions {
		if p.ID == portion || p.State == transfer.Returned || p.State == transfer.Discarded || p.Kind == "" {
			continue
		}
		r := check.Related{Portion: p.ID}
		if r.Manifest, err = room.manifestOf(ctx, p); err != nil {
			return nil, err
		}
		roots, err := room.Portions.Objects(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		if r.Manifest == nil {
			r.Manifest = &check.Manifest{Kind: p.Kind, Standard: p.Standard, Process: p.Process, Roots: roots,
				Agency: check.Agency{Name: p.Agency, ID: p.AgencyID}}
		}
		if r.Ratings, err = room.ratings(ctx, p, roots); err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// manifestOf reads the manifest of a portion again; nil where its copy is gone
// or can no longer be read.
func (room *Intake) manifestOf(ctx context.Context, p transfer.Portion) (*check.Manifest, error) {
	tree, err := room.Tree(ctx, p)
	if err != nil {
		return nil, ctx.Err()
	}
	for _, k := range room.Engine.Kinds {
		if !slices.Contains(k.Names(), p.Kind) {
			continue
		}
		match, err := k.Recognise(ctx, tree)
		if err == nil && match.Kind == p.Kind {
			m, _, err := k.Read(ctx, tree, match, check.ReadInput{})
			if m != nil && m.Unread {
				m = nil // its layout stands in a profile: the stored tree tells it
			}
			return m, CloseWith(tree, err)
		}
		return nil, CloseWith(tree, err)
	}
	return nil, tree.Close()
}

// storeCheck keeps what a check found, and ends the run of the journal, in one
// transaction.
func (room *Intake) storeCheck(ctx context.Context, p transfer.Portion, out *check.Outcome, found *slip.Found) error {
	rep := out.Report
	rep.Portion = p.Name
	list, err := transferOf(ctx, room.Portions, found)
	if err != nil {
		return err
	}
	room.Office.Point("check.store.before")
	change := func(p *transfer.Portion) {
		p.Run = out.Key
		p.Kind, p.Standard, p.Verdict = rep.Kind, rep.Standard, string(rep.Verdict)
		p.Agency, p.AgencyID = rep.Agency.Name, rep.Agency.ID
		p.Files, p.Bytes = rep.Files.Delivered, rep.Files.Bytes
		p.Errors, p.Warnings, p.Notes = rep.Count(check.Error), rep.Count(check.Warning), rep.Count(check.Note)
		if found != nil && found.Slip != nil {
			p.ProfileID, p.TransferID = found.Slip.ProfileID, list
		}
		if out.Facts != nil {
			p.Form = string(out.Facts.Tree().Form())
		}
		if m := out.Manifest; m != nil {
			p.Process, p.Title = m.Process, m.Title
			if room.Classified(rep) {
				p.Title = "" // it may tell what the material is about
			}
			if prof := out.Facts.Profile(); prof != nil {
				p.ProfileID = prof.ID
				p.Due = due(p.Arrived, prof, rep)
			}
		}
	}
	also := func(tx *sql.Tx, p transfer.Portion) error {
		if err := transfer.SaveReport(ctx, tx, p.ID, check.Kept{Report: rep}); err != nil {
			return err
		}
		if err := room.storeObjects(ctx, tx, p, out); err != nil {
			return err
		}
		if err := room.Journal.FinishTx(ctx, tx, out.Key); err != nil {
			return err
		}
		return room.Log.Entry(ctx, room.Office.Event(events.Checked, p.ID, "", string(rep.Verdict), map[string]string{
			"kind": rep.Kind, "errors": fmt.Sprint(p.Errors), "warnings": fmt.Sprint(p.Warnings), "notes": fmt.Sprint(p.Notes)}))(tx)
	}
	_, err = room.Portions.Move(ctx, p.ID, transfer.Checked, change, also)
	room.Office.Point("check.store.after")
	return err
}

// storeObjects keeps the record tree of a checked portion, that of a delivery
// without description made of its files; nothing of classified material (G15).
func (room *Intake) storeObjects(ctx context.Context, tx *sql.Tx, p transfer.Portion, out *check.Outcome) error {
	switch {
	case room.Classified(out.Report):
		return transfer.SaveObjects(ctx, tx, p.ID, nil)
	case out.Manifest != nil && out.Manifest.Roots != nil:
		return transfer.SaveObjects(ctx, tx, p.ID, out.Manifest.Roots)
	case p.Kind == PlainKind && out.Facts != nil:
		return transfer.SaveObjectStream(ctx, tx, p.ID, plainObjects(ctx, p, out.Facts.Tree(),
			func(ctx context.Context, paths []string) (map[string]check.FileFact, error) {
				return room.Journal.Files(ctx, out.Key, paths)
			}, cmp.Or(room.Office.Opts.UnitFiles, PlainUnit)))
	}
	return transfer.SaveObjects(ctx, tx, p.ID, nil)
}

// Classified reports whether the check stopped at classified material (G15):
// then nothing of it is stored or indexed, and the only way out is to stop.
func (room *Intake) Classified(rep *check.Report) bool {
	return slices.ContainsFunc(rep.Findings, func(f check.Finding) bool {
		c, ok := room.Registry.Code(f.Code)
		return ok && stops(c)
	})
}

// stops reports whether nothing but stopping is left where a code was found.
func stops(c check.Code) bool {
	return c.Severity == check.Error && len(c.Ways) == 1 && c.Ways[0] == check.Stop
}

// StopClassified refuses what would read on in classified material. Only a rejected
// portion can be classified, so that the others cost nothing; of those the report, which
// may list ten thousands of places, is read only where it names such a code.
func (room *Intake) StopClassified(ctx context.Context, p transfer.Portion) error {
	if p.Verdict != string(check.Rejected) {
		return nil
	}
	var codes []string
	for _, c := range room.Registry.All() {
		if stops(c) {
			codes = append(codes, c.ID)
		}
	}
	if named, err := transfer.ReportNames(ctx, room.Portions, p.ID, codes...); err != nil || !named {
		return err
	}
	rep, err := room.Report(ctx, p.ID)
	if err != nil {
		return err
	}
	if !room.Classified(rep) {
		return nil
	}
	return failure.New(failure.Refused, "open "+p.ID, wording.Say("hint.intake.classified-material"))
}

// due gives the legal appraisal deadline of a delivery with open objects (A3).
func due(arrived time.Time, prof *profile.Profile, rep *check.Report) time.Time {
	if prof.Deadlines.AppraisalDays == 0 || rep.Objects.Appraise == 0 {
		return time.Time{}
	}
	return slip.Due(arrived, prof.Deadlines.AppraisalDays)
}

// Report gives the kept report of a portion. Error: Refused when it was never checked.
func (room *Intake) Report(ctx context.Context, id string) (*check.Report, error) {
	if _, err := room.Portions.Get(ctx, id); err != nil {
		return nil, err
	}
	rep := new(check.Report)
	ok, err := room.Portions.LoadReport(ctx, id, &check.Kept{Report: rep})
	if err == nil && !ok {
		err = failure.New(failure.Refused, "report of "+id, wording.Say("hint.intake.never-checked"))
	}
	return rep, err
}

// Tree opens the portion's container as it was delivered; the caller closes it.
// Error: Refused for classified material, of which nothing is shown, indexed or
// taken anywhere (G15).
func (room *Intake) Tree(ctx context.Context, p transfer.Portion) (container.Tree, error) {
	if err := room.StopClassified(ctx, p); err != nil {
		return nil, err
	}
	return container.Open(ctx, room.Office.Path(p.Path), room.optionsFor(p.Kind))
}

// ratings gives the decided ratings of a portion as another message of the
// procedure sees them: also those of an appraisal that was finished with the agency's
// proposals as they are. nil where nothing was appraised.
func (room *Intake) ratings(ctx context.Context, p transfer.Portion, roots []*record.Object) (map[string]record.Rating, error) {
	decisions, err := room.Book.Decisions(ctx, p.ID)
	if err != nil || len(decisions) == 0 && !p.State.Judged() {
		return nil, err
	}
	return appraisal.Spread(roots, appraisal.Effective(roots, decisions)), nil
}
