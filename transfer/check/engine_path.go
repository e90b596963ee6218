package check

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// CheckPath opens the folder or file at name and checks it. A container that is
// refused gives a report with the verdict unreadable, not an error (G5). The
// outcome must be closed; Facts and tree live until then.
//
// Input.Key may be empty: then the absolute path is the key. For files, size and
// modification time are added, so that a container that was replaced is read
// again.
func (e *Engine) CheckPath(ctx context.Context, name string, in Input, o container.Options) (*Outcome, error) {
	key, err := pathKey(name, in.Key)
	if err != nil {
		return nil, err
	}
	in.Key = key
	if in.source, err = newPlace(name); err != nil {
		return nil, err
	}
	if in.spool = o.SpoolDir; len(in.Extra) == 0 { // who names lists has chosen
		in.beside = besideLists(name, in.Beside)
	}
	began := e.now()
	t, err := container.Open(ctx, name, o)
	refused, isRefused := errors.AsType[*container.Refused](err)
	if err != nil && !isRefused {
		return nil, fmt.Errorf("open %s: %w", name, err)
	}
	found, done, cerr := e.containerFile(ctx, name, in)
	in.Findings = append(slices.Clone(in.Findings), found...)
	in.Checked = append(slices.Clone(in.Checked), done...)
	in.whole = slices.ContainsFunc(in.Checked, func(d Done) bool { return d.Name == CheckContainer && d.State == Full })
	switch {
	case cerr != nil && isRefused:
		return nil, cerr
	case cerr != nil:
		return nil, errors.Join(cerr, t.Close())
	case isRefused:
		return e.refusedOutcome(name, in, refused, e.now().Sub(began).Seconds()), nil
	}
	in.Findings = append(in.Findings, byCause(FindingsOfFaults(container.Faults(t)))...)
	in.Findings = append(in.Findings, extensionOf(name, t.Form())...)
	out, err := e.Check(ctx, t, in)
	if gone := in.source.unchanged(); gone != nil && !failure.Canceled(err) {
		err = gone
	}
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	out.close = t.Close
	return out, nil
}

// extensionOf tells a container whose name claims another form than it has.
func extensionOf(name string, form container.Form) []Finding {
	claims := map[string]container.Form{".zip": container.ZIP, ".tar": container.TAR, ".tgz": container.TARGZ, ".gz": container.TARGZ}
	words := map[container.Form]string{container.ZIP: "ZIP", container.TAR: "TAR", container.TARGZ: "TAR.GZ"}
	ext := strings.ToLower(filepath.Ext(name))
	claim, claimed := claims[ext]
	if !claimed || form == container.Folder || claim == form {
		return nil
	}
	return []Finding{codeContainerExtension.At(filepath.Base(name)).Want(wording.Say("want.check.extension-of", words[form]), ext)}
}

// containerFile checks the digest of the container file itself; a folder has
// none.
func (e *Engine) containerFile(ctx context.Context, name string, in Input) ([]Finding, []Done, error) {
	if info, err := os.Stat(name); err != nil || info.IsDir() {
		return nil, nil, nil
	}
	declared, err := containerDigests(ctx, name, in)
	if err != nil {
		return nil, nil, err
	}
	return checkContainer(ctx, name, declared)
}

// pathKey makes the journal's key of a path.
func pathKey(name, key string) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", failure.Wrap(failure.Refused, "open delivery", wording.Say("hint.check.path-not-opened", filepath.Base(name)), err)
	}
	if key == "" {
		abs, err := filepath.Abs(name)
		if err != nil {
			return "", fmt.Errorf("open delivery: %w", err)
		}
		key = abs
	}
	if info.IsDir() {
		return key, nil
	}
	return fmt.Sprintf("%s|%d|%d", key, info.Size(), info.ModTime().UnixNano()), nil
}

// refusedOutcome is the report on a container that was not opened.
func (e *Engine) refusedOutcome(name string, in Input, refused *container.Refused, seconds float64) *Outcome {
	r := &run{e: e, in: in, findings: newFindingSet(), report: &Report{Portion: filepath.Base(name), Verdict: Unreadable,
		Formats: []FormatCount{}, Seconds: seconds}}
	r.findings.add(in.Findings...)
	r.findings.add(FindingsOf(refused)...)
	r.report.Checks = r.checks(true)
	r.report.Findings = r.findings.all()
	r.report.Settle()
	return &Outcome{Report: r.report}
}

// Close closes the tree that CheckPath opened; after Check there is nothing to
// close.
func (o *Outcome) Close() error {
	if o.close == nil {
		return nil
	}
	return o.close()
}
