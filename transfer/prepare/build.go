package prepare

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/signature"
	"laufzettel/transfer/wording"
)

// Phases of a build, in order; keys for translations.
const (
	PhaseLook   = "look"   // what is there
	PhaseCopy   = "copy"   // every file is read once, copied and hashed
	PhaseWrite  = "write"  // descriptive documents
	PhaseFinish = "finish" // the portion appears
)

var phases = []string{PhaseLook, PhaseCopy, PhaseWrite, PhaseFinish}

// Progress tells how far a build or hand-over is (issue 4, no. 6).
type Progress struct {
	Phase       string
	PhaseNo     int // 1-based
	Phases      int
	Done, Total int64 // files
	Bytes       int64 // read in this run
	Left        int64 // bytes still to be read
	Since       time.Time
}

// Rate gives files and bytes per second, and the time left; zero while nothing is
// known yet.
func (p Progress) Rate(now time.Time, skipped int64) (files, bytes float64, left time.Duration) {
	seconds := now.Sub(p.Since).Seconds()
	if seconds <= 0 {
		return 0, 0, 0
	}
	files, bytes = float64(p.Done-skipped)/seconds, float64(p.Bytes)/seconds
	if bytes > 0 {
		left = time.Duration(float64(p.Left) / bytes * float64(time.Second))
	}
	return files, bytes, left
}

// Work builds portions.
type Work struct {
	Store    *Store
	Roots    *x509.CertPool      // issuers of certificates at hand
	Evidence *signature.Evidence // revocation lists at hand
	// Formats recognises files, nil = formats are stated as unknown.
	Formats check.Identifier
	// Options of the source: spool folder, counter of reads.
	Open  container.Options
	Point func(string) // commit points, nil in production
	// Identify and Agreed serve the preview: the format of a file, and the formats
	// agreed with the archive by PUID; nil = not told.
	Identify check.Identifier
	Agreed   []string
	// KeepSignatures: the archive's profile wants signed PDFs as they are.
	KeepSignatures bool
}

func (w *Work) point(name string) {
	if w.Point != nil {
		w.Point(name)
	}
}

// Outcome is what a build gives back.
type Outcome struct {
	Preparation Preparation
	Findings    []check.Finding // of the source
	Skipped     int             // files not read again
}

// Build makes the portion of a preparation in its target folder, or goes on with
// a build that was cancelled or killed; files read before are not read again.
// The target appears only when it is whole. also runs with the change of state.
// Errors: *Invalid inside where statements are missing; Refused where source or
// target cannot be used.
func (w *Work) Build(ctx context.Context, id string, progress func(Progress), also Also) (*Outcome, error) {
	p, err := w.Store.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := step(p.State, Built); err != nil {
		return nil, err
	}
	b, _ := w.Store.Kinds.Builder(p.Kind)
	values, set, err := w.Store.settled(ctx, p)
	if err != nil {
		return nil, err
	}
	if err := kind.Validate(b.Fields(), values); err != nil {
		return nil, failure.Wrap(failure.Refused, "build "+id, wording.Say("hint.kind.statements-incomplete", err.Error()), err)
	}
	if err := places(p); err != nil {
		return nil, err
	}
	if progress == nil {
		progress = func(Progress) {}
	}
	run := &build{w: w, p: p, kind: b, values: kind.WithDefaults(b.Fields(), values), set: set, progress: progress,
		partial: partialOf(p.Target, id)}
	return run.do(ctx, also)
}

// places looks at source and target before anything is read.
func places(p Preparation) error {
	refuse := func(hint wording.Text, err error) error { return refusal("build "+p.ID, hint, err) }
	if p.Source == "" || p.Target == "" {
		return refuse(wording.Say("hint.prepare.no-folders"), nil)
	}
	info, err := os.Stat(p.Source)
	if err != nil {
		return refuse(wording.Say("hint.prepare.source-not-opened", p.Source), err)
	}
	if !info.IsDir() {
		return refuse(wording.Say("hint.prepare.source-no-folder", p.Source), nil)
	}
	source, err := real(p.Source)
	if err != nil {
		return refuse(wording.Say("hint.prepare.source-not-opened", p.Source), err)
	}
	target, err := real(p.Target)
	if err != nil {
		return refuse(wording.Say("hint.prepare.target-no-parent", p.Target), err)
	}
	if inside(target, source) || inside(source, target) {
		return refuse(wording.Say("hint.prepare.target-in-source"), nil)
	}
	return nil
}

// real gives a path with links resolved; of a path that is not there yet, the
// folder above it is resolved.
func real(name string) (string, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	if out, err := filepath.EvalSymlinks(name); err == nil {
		return out, nil
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(name))
	return filepath.Join(dir, filepath.Base(name)), err
}

func inside(name, dir string) bool {
	rel, err := filepath.Rel(dir, name)
	return err == nil && (rel == "." || filepath.IsLocal(rel))
}

func partialOf(target, id string) string {
	return filepath.Join(filepath.Dir(target), "."+id+durable.Suffix)
}

// build is one run.
type build struct {
	w        *Work
	p        Preparation
	kind     kind.Builder
	values   kind.Values // as typed, over the set, with defaults
	set      Defaults
	plan     *kind.Plan
	partial  string
	progress func(Progress)
	known    map[string]row
	skipped  int
}

func (b *build) tell(phase string, done, total, bytes, left int64, since time.Time) {
	b.progress(Progress{Phase: phase, PhaseNo: slices.Index(phases, phase) + 1, Phases: len(phases), Done: done, Total: total, Bytes: bytes,
		Left: left, Since: since})
}

func (b *build) do(ctx context.Context, also Also) (*Outcome, error) {
	b.tell(PhaseLook, 0, 0, 0, 0, time.Now())
	tree, err := b.w.material(ctx, &b.p)
	if refused, ok := errors.AsType[*container.Refused](err); ok {
		return &Outcome{Preparation: b.p, Findings: check.FindingsOf(refused)}, failure.Wrap(failure.Refused, "open source",
			wording.Say("hint.prepare.material-refused", refused.Faults[0].Path), err)
	}
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	b.plan, err = b.kind.Plan(ctx, kind.Source{Tree: tree, Dir: b.p.Source, Values: b.values, Set: b.set.Values, Reason: b.p.Reason,
		Roots: b.w.Roots, Evidence: b.w.Evidence, Formats: b.w.Formats, Now: b.w.Store.now(), KeepSignatures: b.w.KeepSignatures})
	if err != nil {
		return nil, err
	}
	out := &Outcome{Preparation: b.p, Findings: b.plan.Findings}
	if err := b.enter(ctx); err != nil {
		return out, err
	}
	if err := b.copy(ctx, tree); err != nil {
		return out, err
	}
	out.Skipped = b.skipped
	made, err := b.describe(ctx)
	if err != nil {
		return out, err
	}
	out.Findings = append(out.Findings, made.findings...)
	told := check.Report{Findings: out.Findings}
	told.Settle()
	out.Findings = told.Findings
	out.Preparation, err = b.land(ctx, made, out.Findings, also)
	return out, err
}

// enter makes the partial folder: a new one, the one of a run that ended early,
// or the portion built before, which is built anew.
func (b *build) enter(ctx context.Context) (err error) {
	refuse := func(hint wording.Text, err error) error { return refusal("build "+b.p.ID, hint, err) }
	if b.known, err = b.w.Store.journal(ctx, b.p.ID); err != nil {
		return err
	}
	entries, err := os.ReadDir(b.p.Target)
	there := err == nil && len(entries) > 0
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return refuse(wording.Say("hint.prepare.target-unreadable"), err)
	case there && b.p.landed != b.p.Target:
		return refuse(wording.Say("hint.prepare.target-not-empty", b.p.Target), nil)
	case there:
		if err := os.RemoveAll(b.partial); err != nil {
			return disk("clear partial portion", err)
		}
		return disk("build anew", durable.Rename(b.p.Target, b.partial))
	case err == nil:
		if err := os.Remove(b.p.Target); err != nil { // empty; the portion takes its place
			return disk("use target folder", err)
		}
	}
	return disk("make partial portion", os.MkdirAll(b.partial, 0o700))
}

// describe writes the documents of the kind.
func (b *build) describe(ctx context.Context) (*site, error) {
	b.tell(PhaseWrite, 0, 0, 0, 0, time.Now())
	b.w.point("prepare.write.before")
	s := &site{dir: b.dir(), plan: b.plan, rows: b.known, open: b.w.Open}
	if b.plan.Finish != nil {
		if err := b.plan.Finish(ctx, s); err != nil {
			return nil, err
		}
	}
	if err := b.list(s); err != nil {
		return nil, err
	}
	return s, b.w.Store.note(ctx, b.p.ID, s.made)
}

// land shows the portion. The place is noted first, so that a run after a kill
// knows that the folder is its own.
func (b *build) land(ctx context.Context, s *site, findings []check.Finding, also Also) (Preparation, error) {
	b.tell(PhaseFinish, 0, 0, 0, 0, time.Now())
	if _, err := b.w.Store.Move(ctx, b.p.ID, Draft, func(p *Preparation) { p.landed = p.Target }, nil); err != nil {
		return b.p, err
	}
	b.w.point("prepare.land.before")
	err := errors.Join(durable.Rename(b.partial, b.p.Target), durable.SyncDir(filepath.Dir(b.p.Target)))
	if err != nil {
		return b.p, disk("show portion", err)
	}
	b.w.point("prepare.land.after")
	var bytes int64
	files := 0
	for f := range sorted(b.known) {
		files, bytes = files+1, bytes+f.Size
	}
	return b.w.Store.Move(ctx, b.p.ID, Built, func(p *Preparation) {
		p.unsettle()
		p.Set, p.Returned = b.set.Values, nil
		p.Name, p.Root, p.Files, p.Bytes = b.plan.Name, b.plan.Root, files, bytes
		p.Read, p.Signers, p.Signed, p.Kept = b.plan.Read[:min(len(b.plan.Read), kind.MaxShown)], s.signers, s.signed, s.kept
		p.Needed, p.Omitted = b.plan.Confirmations, b.plan.Omitted
		if len(p.Needed) == 0 {
			p.Needed = []string{Clearance} // a receipt alone never allows deletion (A19)
		}
		p.Findings = findings[:min(len(findings), maxKept)]
	}, also)
}

// disk sorts an error of the target's disk.
func disk(op string, err error) error {
	return durable.Told(op, wording.Say("hint.prepare.target-file-busy"),
		wording.Say("hint.prepare.target-not-writable"), err)
}

// refusal is Refused with or without a cause.
func refusal(op string, hint wording.Text, err error) error {
	if err == nil {
		return failure.New(failure.Refused, op, hint)
	}
	return failure.Wrap(failure.Refused, op, hint, err)
}

// wrapped names the file an error is about.
func wrapped(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", path, err)
}
