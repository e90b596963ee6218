package clerk

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

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
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
func (ck *Clerk) NewPreparation(ctx context.Context, name string, st prepare.Statements) (prepare.Preparation, error) {
	if _, err := ck.Office.Allow(ctx, people.Prepare, "prepare"); err != nil {
		return prepare.Preparation{}, err
	}
	fields := kind.Values{}
	if list, err := ck.Profiles.List(ctx); err == nil {
		fitting := slices.DeleteFunc(list, func(p profile.Profile) bool { return len(p.Kinds) > 0 && !slices.Contains(p.Kinds, name) })
		if len(fitting) == 1 {
			fields["agency"], fields["agencyId"], fields["profile"] = fitting[0].Agency, fitting[0].AgencyID, fitting[0].ID
		}
	}
	if p := ck.Office.Person(); p != "" {
		fields["person"] = p
	}
	maps.Copy(fields, st.Fields)
	p := prepare.Preparation{Kind: name, Source: st.Source, Target: st.Target, Fields: fields, Reason: st.Reason,
		Person: ck.Office.Person()}
	return ck.Prepare.New(ctx, p, ck.Books.Noted(ctx, events.Wrote, "draft", nil))
}

// BuildPreparation builds the portion of a preparation, or goes on with a build
// that was cancelled or killed. Signatures that were dissolved and those that stay are logged (C6).
func (ck *Clerk) BuildPreparation(ctx context.Context, id string, progress func(prepare.Progress)) (*prepare.Outcome, error) {
	if _, err := ck.Office.Allow(ctx, people.Prepare, "prepare"); err != nil {
		return nil, err
	}
	lock, err := ck.alone(id, Building)
	if err != nil {
		return nil, err
	}
	defer lock.Release()
	roots, err := ck.Intake.Trust().Pool()
	if err != nil {
		return nil, err
	}
	evidence, err := ck.Intake.Trust().Evidence()
	if err != nil {
		return nil, err
	}
	open := ck.Intake.ContainerOptions()
	open.Single = false
	work := &prepare.Work{Store: ck.Prepare, Roots: roots, Evidence: evidence, Formats: ck.Engine.Identify, Open: open,
		Point: ck.Office.Opts.Point}
	if p, err := ck.Prepare.Get(ctx, id); err == nil {
		if prof, err := ck.Profiles.Get(ctx, p.Fields.Get("profile")); err == nil {
			work.KeepSignatures = prof.KeepSignatures
		}
	}
	return work.Build(ctx, id, progress, func(tx *sql.Tx, p prepare.Preparation) error {
		detail := map[string]string{"kind": p.Kind, "files": fmt.Sprint(p.Files), "bytes": fmt.Sprint(p.Bytes)}
		if n := p.Signed - p.Staying(); n > 0 {
			detail["signatures-dissolved"] = fmt.Sprint(n)
		}
		if n := p.Staying(); n > 0 {
			detail["signatures-kept"] = fmt.Sprint(n)
		}
		return ck.Log.Entry(ctx, ck.Office.Event(events.Packaged, p.ID, p.Name, "built", detail))(tx)
	})
}

// SelfCheck checks a built portion with the archive's own engine and profile
// (G6). Only a portion without errors may be handed over.
func (ck *Clerk) SelfCheck(ctx context.Context, id string, progress func(check.Progress)) (*check.Report, error) {
	if _, err := ck.Office.Allow(ctx, people.Prepare, "prepare"); err != nil {
		return nil, err
	}
	lock, err := ck.alone(id, Checking)
	if err != nil {
		return nil, err
	}
	defer lock.Release()
	p, err := ck.Prepare.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if !p.State.May(prepare.SelfChecked) {
		return nil, failure.New(failure.Refused, "self-check "+id, wording.Say("hint.clerk.self-check-not-built", p.State))
	}
	files, err := ck.Prepare.Files(ctx, id)
	if err != nil {
		return nil, err
	}
	held := ""
	if _, err := ck.Profiles.Get(ctx, p.Fields.Get("profile")); err == nil {
		held = p.Fields.Get("profile")
	}
	list, err := ck.listFiles(id, p, files)
	if err != nil {
		return nil, err
	}
	in := check.Input{Journal: ck.Journal, Progress: progress, Extra: []string{list}, Resolve: ck.Intake.Resolver("", held, nil),
		Point: ck.Office.Opts.Point}
	if p.Kind == intake.PlainKind {
		in.Kind = p.Kind // the clerk chose it, and nothing in the files tells it
	}
	engine, err := ck.Intake.Checker()
	if err != nil {
		return nil, err
	}
	out, err := engine.CheckPath(ctx, p.Folder(), in, ck.Intake.ContainerOptions())
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
	if err = errors.Join(err, out.Close(), ck.Journal.Drop(ctx, out.Key)); err != nil {
		return nil, err
	}
	if err := ck.keepSelfCheck(id, rep); err != nil {
		return nil, err
	}
	rep = withSource(rep, p)
	to := prepare.Built
	if rep.Verdict == check.Accepted {
		to = prepare.SelfChecked
	}
	state, err := ck.Intake.ProfileState(ctx, prof)
	if err != nil {
		return nil, err
	}
	_, err = ck.Prepare.Move(ctx, id, to, func(p *prepare.Preparation) {
		p.Verdict, p.Checked = string(rep.Verdict), ck.Office.Now()
		p.Errors, p.Warnings, p.Notes = rep.Count(check.Error), rep.Count(check.Warning), rep.Count(check.Note)
		p.ProfileID, p.ProfileVersion = state.ID, state.Version
		if prof != nil && len(prof.Confirmations) > 0 {
			p.Needed = prof.Confirmations
		}
	}, ck.Books.Noted(ctx, events.Checked, string(rep.Verdict), map[string]string{"errors": fmt.Sprint(rep.Count(check.Error))}))
	return rep, err
}

// listFiles writes the digests the files had when they were built, so that the
// self-check compares every byte with them.
func (ck *Clerk) listFiles(id string, p prepare.Preparation, files []kind.File) (string, error) {
	name := ck.Office.Path(path.Join(office.DirLetters, id, "gebaut.sha512"))
	p.Root = "" // the folder is checked, not the container
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return "", office.Disk("list files", err)
	}
	return name, office.Disk("list files", office.WriteFile(name, func(out io.Writer) error { return prepare.WriteFiles(out, p, files) }))
}

func (ck *Clerk) keepSelfCheck(id string, rep *check.Report) error {
	name := ck.Office.Path(path.Join(office.DirLetters, id, selfCheckFile))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return office.Disk("keep self-check", err)
	}
	return office.Disk("keep self-check", office.WriteFile(name,
		func(out io.Writer) error { return json.NewEncoder(out).Encode(check.Kept{Report: rep}) }))
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
func (ck *Clerk) SelfCheckReport(ctx context.Context, id string) (*check.Report, error) {
	p, err := ck.Prepare.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	rep, err := ck.selfChecked(id)
	if err != nil {
		return nil, err
	}
	return withSource(rep, p), nil
}

// selfChecked reads what the engine said in the last self-check.
func (ck *Clerk) selfChecked(id string) (*check.Report, error) {
	data, err := os.ReadFile(ck.Office.Path(path.Join(office.DirLetters, id, selfCheckFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, failure.New(failure.Refused, "self-check of "+id, wording.Say("hint.clerk.no-self-check"))
	}
	rep := new(check.Report)
	if err == nil {
		err = json.Unmarshal(data, &check.Kept{Report: rep})
	}
	if err != nil {
		return nil, failure.Wrap(failure.Damaged, "read self-check", wording.Say("hint.clerk.self-check-unreadable"), err)
	}
	return rep, nil
}
