package workspace

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
)

// Preparing is the clerk's side (issue 4): drafts, builds, self-checks. What
// leaves the workspace stands in preparing_out.go, what comes back in
// preparing_back.go.

// Names of what a preparation keeps in its folder below letters/.
const (
	selfCheckFile = "selbstpruefung.json" // report of the last self-check
)

// NewPreparation begins a portion of a kind. Where one profile only is at hand,
// its statements are filled in. Error: Refused for a kind nobody builds.
func (w *Workspace) NewPreparation(ctx context.Context, kind string, st prepare.Statements) (prepare.Preparation, error) {
	if _, err := w.allow(ctx, "prepare"); err != nil {
		return prepare.Preparation{}, err
	}
	fields := prepare.Values{}
	if list, err := w.Profiles.List(ctx); err == nil {
		fitting := slices.DeleteFunc(list, func(p profile.Profile) bool { return len(p.Kinds) > 0 && !slices.Contains(p.Kinds, kind) })
		if len(fitting) == 1 {
			fields["agency"], fields["agencyId"], fields["profile"] = fitting[0].Agency, fitting[0].AgencyID, fitting[0].ID
		}
	}
	if p := w.Person(); p != "" {
		fields["person"] = p
	}
	maps.Copy(fields, st.Fields)
	p := prepare.Preparation{Kind: kind, Source: st.Source, Target: st.Target, Fields: fields, Reason: st.Reason, Person: w.Person()}
	return w.Prepare.New(ctx, p, w.noted(ctx, events.Wrote, "draft", nil))
}

// noted gives work that logs a step of a preparation with its change.
func (w *Workspace) noted(ctx context.Context, t events.Type, outcome string, detail map[string]string) prepare.Also {
	return func(tx *sql.Tx, p prepare.Preparation) error {
		return w.log(ctx, w.event(t, p.ID, "", outcome, detail))(tx)
	}
}

// BuildPreparation builds the portion of a preparation, or goes on with a build
// that was cancelled or killed. Every signature that was dissolved is logged (C6).
func (w *Workspace) BuildPreparation(ctx context.Context, id string, progress func(prepare.Progress)) (*prepare.Outcome, error) {
	if _, err := w.allow(ctx, "prepare"); err != nil {
		return nil, err
	}
	lock, err := w.alone(id, "Bauen")
	if err != nil {
		return nil, err
	}
	defer lock.Release()
	roots, err := w.Trust().Pool()
	if err != nil {
		return nil, err
	}
	open := w.containerOptions()
	open.Single = false
	work := &prepare.Work{Store: w.Prepare, Roots: roots, Formats: w.engine.Identify, Open: open, Point: w.opts.Point}
	return work.Build(ctx, id, progress, func(tx *sql.Tx, p prepare.Preparation) error {
		detail := map[string]string{"kind": p.Kind, "files": fmt.Sprint(p.Files), "bytes": fmt.Sprint(p.Bytes)}
		if p.Signed > 0 {
			detail["signatures-dissolved"] = fmt.Sprint(p.Signed)
		}
		return w.log(ctx, w.event(events.Packaged, p.ID, p.Name, "built", detail))(tx)
	})
}

// SelfCheck checks a built portion with the archive's own engine and profile
// (G6). Only a portion without errors may be handed over.
func (w *Workspace) SelfCheck(ctx context.Context, id string, progress func(check.Progress)) (*check.Report, error) {
	if _, err := w.allow(ctx, "prepare"); err != nil {
		return nil, err
	}
	lock, err := w.alone(id, "Selbstprüfung")
	if err != nil {
		return nil, err
	}
	defer lock.Release()
	p, err := w.Prepare.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if !p.State.May(prepare.SelfChecked) {
		return nil, failure.New(failure.Refused, "self-check "+id, "Selbst geprüft wird eine gebaute Portion; diese ist „"+p.State.German()+"“.")
	}
	files, err := w.Prepare.Files(ctx, id)
	if err != nil {
		return nil, err
	}
	held := ""
	if _, err := w.Profiles.Get(ctx, p.Fields.Get("profile")); err == nil {
		held = p.Fields.Get("profile")
	}
	list, err := w.listFiles(id, p, files)
	if err != nil {
		return nil, err
	}
	in := check.Input{Journal: w.journal, Progress: progress, Extra: []string{list}, Resolve: w.resolver("", held, nil), Point: w.opts.Point}
	engine, err := w.checker()
	if err != nil {
		return nil, err
	}
	out, err := engine.CheckPath(ctx, p.Folder(), in, w.containerOptions())
	if err != nil {
		return nil, err
	}
	rep := out.Report
	rep.Portion = p.Name
	if out.Facts != nil {
		err = prepare.Untouched(ctx, p, files, out.Facts.Tree())
	}
	var prof *profile.Profile
	if out.Facts != nil {
		prof = out.Facts.Profile()
	}
	if err = errors.Join(err, out.Close(), w.journal.Drop(ctx, out.Key)); err != nil {
		return nil, err
	}
	if err := w.keepSelfCheck(id, rep); err != nil {
		return nil, err
	}
	rep = withSource(rep, p)
	to := prepare.Built
	if rep.Verdict == check.Accepted {
		to = prepare.SelfChecked
	}
	state, err := w.profileState(ctx, prof)
	if err != nil {
		return nil, err
	}
	_, err = w.Prepare.Move(ctx, id, to, func(p *prepare.Preparation) {
		p.Verdict, p.Checked = string(rep.Verdict), w.Now()
		p.Errors, p.Warnings, p.Notes = rep.Count(check.Error), rep.Count(check.Warning), rep.Count(check.Note)
		p.ProfileID, p.ProfileVersion = state.ID, state.Version
		if prof != nil && len(prof.Confirmations) > 0 {
			p.Needed = prof.Confirmations
		}
	}, w.noted(ctx, events.Checked, string(rep.Verdict), map[string]string{"errors": fmt.Sprint(rep.Count(check.Error))}))
	return rep, err
}

// listFiles writes the digests the files had when they were built, so that the
// self-check compares every byte with them.
func (w *Workspace) listFiles(id string, p prepare.Preparation, files []prepare.File) (string, error) {
	name := w.path(path.Join(dirLetters, id, "gebaut.sha512"))
	p.Root = "" // the folder is checked, not the container
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return "", disk("list files", err)
	}
	return name, disk("list files", writeFile(name, func(out io.Writer) error { return prepare.WriteFiles(out, p, files) }))
}

func (w *Workspace) keepSelfCheck(id string, rep *check.Report) error {
	name := w.path(path.Join(dirLetters, id, selfCheckFile))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return disk("keep self-check", err)
	}
	return disk("keep self-check", writeFile(name, func(out io.Writer) error { return json.NewEncoder(out).Encode(rep) }))
}

// withSource adds what the build found wrong with the material: an error there
// keeps a portion from being handed over too.
func withSource(rep *check.Report, p prepare.Preparation) *check.Report {
	out := *rep
	out.Findings = append(slices.Clone(rep.Findings), p.Findings...)
	out.Settle()
	return &out
}

// SelfCheckReport gives the report of the last self-check with what the build
// found. Error: Refused where none was made.
func (w *Workspace) SelfCheckReport(ctx context.Context, id string) (*check.Report, error) {
	p, err := w.Prepare.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	rep, err := w.selfChecked(id)
	if err != nil {
		return nil, err
	}
	return withSource(rep, p), nil
}

// selfChecked reads what the engine said in the last self-check.
func (w *Workspace) selfChecked(id string) (*check.Report, error) {
	data, err := os.ReadFile(w.path(path.Join(dirLetters, id, selfCheckFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, failure.New(failure.Refused, "self-check of "+id, "Diese Portion wurde noch nicht selbst geprüft.")
	}
	rep := new(check.Report)
	if err == nil {
		err = json.Unmarshal(data, rep)
	}
	if err != nil {
		return nil, failure.Wrap(failure.Damaged, "read self-check", "Das Ergebnis der Selbstprüfung lässt sich nicht lesen. Bitte die Portion noch einmal prüfen.", err)
	}
	return rep, nil
}

// profileState says which state of a profile holds: the archive's own number,
// also where the profile came from it as a signed file.
func (w *Workspace) profileState(ctx context.Context, p *profile.Profile) (prepare.ProfileState, error) {
	if p == nil {
		return prepare.ProfileState{}, nil
	}
	s := prepare.ProfileState{ID: p.ID, Digest: prepare.Digest(p)}
	if taken, ok, err := w.Prepare.TakenProfile(ctx, p.ID); err != nil {
		return s, err
	} else if ok && taken.Digest == s.Digest {
		s.Version = taken.Version
		return s, nil
	}
	history, err := w.Profiles.History(ctx, p.ID)
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
