package trial

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"laufzettel/transfer/procedure"

	"laufzettel/app/settings"
	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/appraisal"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// TrialMark stands on every paper of a trial run, in the name of the archive, and
// in every reference code.
const TrialMark = "Probe"

// TrialStep is one step of a trial run.
type TrialStep struct {
	Name   string `json:"name"`
	Done   bool   `json:"done"`
	Detail string `json:"detail,omitempty"` // German: numbers, or why it stopped
}

// Trial is the outcome of a trial run.
type Trial struct {
	Verdict  check.Verdict   `json:"verdict"`
	Findings []check.Finding `json:"findings"`
	Steps    []TrialStep     `json:"steps"`
	Papers   []string        `json:"papers"` // marked "Probe"
	Folder   string          `json:"folder"` // where they lie
}

// TrialHere is Trial with the papers in a folder of their own among the letters of the
// workspace; a trial that came to no step leaves none.
func (tr *Trials) TrialHere(ctx context.Context, source string) (*Trial, error) {
	base := filepath.Join(tr.Office.Path(office.DirLetters), "probe")
	if err := os.MkdirAll(base, 0o700); err != nil {
		return nil, office.Disk("make trial folder", err)
	}
	dir, err := os.MkdirTemp(base, "*")
	if err != nil {
		return nil, office.Disk("make trial folder", err)
	}
	t, err := tr.Trial(ctx, source, dir)
	if err != nil || len(t.Steps) == 0 {
		err = errors.Join(err, os.RemoveAll(dir))
	}
	return t, err
}

// Trial takes a delivery through every step up to the packages in a workspace of
// its own that is thrown away afterwards: nothing is queued, no number, reference
// code or log entry of this workspace is used (A31). The profile of the agency
// holds as it stands. The papers, marked "Probe", stay in dir.
func (tr *Trials) Trial(ctx context.Context, source, dir string) (_ *Trial, err error) {
	if _, err := tr.Office.Allow(ctx, people.Check, "check"); err != nil {
		return nil, err
	}
	if entries, err := os.ReadDir(dir); dir == "" || err == nil && len(entries) > 0 {
		return nil, failure.New(failure.Refused, "trial run", wording.Say("hint.trial.out-not-empty"))
	}
	if err := tr.secondSample(ctx, source); err != nil {
		return nil, err
	}
	tmp, err := os.MkdirTemp(tr.Office.Path(office.DirSpool), "probe-*")
	if err != nil {
		return nil, office.Disk("make trial folder", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	opts := tr.Office.Opts
	opts.Person, opts.Keyring, opts.Point = TrialMark, false, nil
	opts.PersonPass = func(string, bool) (string, error) {
		return "", failure.New(failure.Refused, "trial", wording.Say("hint.trial.signs-nothing"))
	}
	t, leave, err := tr.Open(ctx, filepath.Join(tmp, "arbeit"), opts)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, leave()) }()
	if err := tr.lend(ctx, t); err != nil {
		return nil, err
	}
	out := &Trial{Findings: []check.Finding{}, Papers: []string{}, Folder: dir}
	id, err := t.tryDelivery(ctx, source, out)
	if err != nil {
		return nil, err
	}
	return out, tr.keepTrial(ctx, t, id, dir, out)
}

// secondSample refuses the sample a layout was made with: what a layout reads of its own
// sample proves nothing. What cannot be opened is left to the steps, which say so.
func (tr *Trials) secondSample(ctx context.Context, source string) error {
	all, err := tr.Profiles.List(ctx)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(p profile.Profile) bool { return len(p.Layouts) > 0 }) {
		return nil
	}
	t, err := container.Open(ctx, source, tr.Intake.ContainerOptions())
	if err != nil {
		return ctx.Err()
	}
	for _, p := range all {
		for _, l := range p.Layouts {
			if l.Sample == "" {
				continue
			}
			mark, err := l.Fingerprint(ctx, t)
			if err == nil && mark == l.Sample {
				err = failure.New(failure.Refused, "trial run", wording.Say("hint.trial.same-sample", l.Name, p.ID))
			}
			if err != nil {
				return errors.Join(err, t.Close())
			}
		}
	}
	return t.Close()
}

// lend gives the trial what is agreed and at hand here, marked where it is seen.
func (tr *Trials) lend(ctx context.Context, t *Trials) error {
	archive := tr.Office.Settings.Get().Archive
	if err := t.Office.Settings.Change(func(s *settings.Settings) {
		s.Archive, s.Tools = TrialMark+" · "+archive, tr.Office.Settings.Get().Tools
	}); err != nil {
		return err
	}
	all, err := tr.Profiles.List(ctx)
	if err != nil {
		return err
	}
	for _, p := range all {
		p.ReferenceCode = profile.ReferenceCode{Pattern: TrialMark + "/{n}"}
		if _, err := t.Profiles.Take(ctx, p, TrialMark); err != nil {
			return fmt.Errorf("lend profile: %w", err)
		}
	}
	t.Engine.Schemas = tr.Schemas
	return nil
}

// tryDelivery goes through the steps; the first that cannot go on ends the run and
// says why. It gives the portion.
func (tr *Trials) tryDelivery(ctx context.Context, source string, out *Trial) (string, error) {
	step := func(name, detail string, err error) error {
		s := TrialStep{Name: name, Done: err == nil, Detail: detail}
		if k := failure.KindOf(err); err != nil && (k == failure.Refused || k == failure.Setup) {
			s.Detail, err = failure.HintOf(err).In(wording.German), errTrialEnds
		}
		out.Steps = append(out.Steps, s)
		return err
	}
	ends := func(err error) error {
		if errors.Is(err, errTrialEnds) {
			return nil
		}
		return err
	}
	p, err := tr.Intake.Receive(ctx, source, nil)
	if err := step("Annehmen", fmt.Sprintf("%d Dateien", p.Files), err); err != nil {
		return "", ends(err)
	}
	rep, err := tr.Intake.Check(ctx, p.ID, intake.CheckOptions{})
	if err != nil {
		return p.ID, ends(step("Prüfen", "", err))
	}
	out.Verdict, out.Findings = rep.Verdict, append(out.Findings, rep.Findings...)
	if err := step("Prüfen", fmt.Sprintf("%s, %d Fehler, %d Warnungen", rep.Kind, rep.Count(check.Error), rep.Count(check.Warning)),
		nil); err != nil {
		return p.ID, err
	}
	_, err = tr.Claims.CheckReport(ctx, p.ID)
	if err := step("Prüfbericht schreiben", "", err); err != nil {
		return p.ID, ends(err)
	}
	_, err = tr.Intake.Decide(ctx, p.ID, intake.Accept, "")
	if err := step("Annahme", "", err); err != nil {
		return p.ID, ends(err)
	}
	n, err := tr.tryAppraisal(ctx, p.ID)
	if err := step("Bewerten", fmt.Sprintf("%d offene Vorgänge zur Probe mit A bewertet", n), err); err != nil {
		return p.ID, ends(err)
	}
	if p.Message() == procedure.Offer || procedure.Of(rep.Kind) == procedure.Offer {
		return p.ID, nil
	}
	packages, err := tr.Packer.Package(ctx, p.ID, "", nil)
	return p.ID, ends(step("Paketieren", fmt.Sprintf("%d Archivpakete, nichts gesendet", len(packages)), err))
}

// errTrialEnds ends a trial whose step was refused: that is its result.
var errTrialEnds = errors.New("the trial ends here")

// tryAppraisal rates what is open A and releases what the message destroys.
func (tr *Trials) tryAppraisal(ctx context.Context, id string) (int, error) {
	a, err := tr.Desk.Appraisal(ctx, id)
	if err != nil {
		return 0, err
	}
	var open []string
	for _, o := range appraisal.Units(a.Roots) {
		if v := a.Verdicts[o.ID]; v.Rating != record.RatingArchive {
			open = append(open, o.ID)
		}
	}
	if len(open) > 0 {
		if err := tr.Desk.Set(ctx, id, open, record.RatingArchive, TrialMark); err != nil {
			return 0, err
		}
	}
	return len(open), tr.Desk.FinishAppraisal(ctx, id)
}

// keepTrial copies the papers out of the trial's workspace.
func (tr *Trials) keepTrial(ctx context.Context, t *Trials, id, dir string, out *Trial) error {
	if id == "" {
		return nil
	}
	letters, err := t.Portions.Letters(ctx, id)
	if err != nil {
		return err
	}
	for _, l := range letters {
		name, err := appraise.CopyTo(dir, t.Office.Path(l.Path))
		if err != nil {
			return err
		}
		to := filepath.Join(filepath.Dir(name), TrialMark+"-"+filepath.Base(name))
		if err := os.Rename(name, to); err != nil {
			return office.Disk("name paper of trial", err)
		}
		out.Papers = append(out.Papers, to)
	}
	return ctx.Err()
}
