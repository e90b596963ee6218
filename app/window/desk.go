package window

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/accession"
	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/words"
)

// Desk is what the sources of the screens share: the workspace, its changes, the
// works in the background, the sending, the words and the way out to the system.
type Desk struct {
	W      *work.House
	Hub    *Hub
	Works  *Works
	Sender *Sender
	Words  *words.Words
	// Outside opens a file of ours (a report, a letter) with the system's program.
	Outside func(path string) error
	// Still keeps sources from telling changes: a page in the browser makes its presenter,
	// writes it and lets it go, all in one goroutine, and must not be read anew meanwhile.
	Still bool
	// Place opens a copy of a delivered file; nil: it cannot.
	Place func(ctx context.Context, portion, path string) error
	// Site shows the web area of a portion in the browser; nil: it cannot.
	Site func(ctx context.Context, portion string) error

	tried triedDoor
	looks looks
}

// Subscribe implements the sources of the screens.
func (d *Desk) Subscribe(changed func()) (cancel func()) {
	if d.Still {
		return func() {}
	}
	return d.Hub.Subscribe(changed)
}

// name is how a portion is called.
func (d *Desk) name(p transfer.Portion) string { return title(p) }

// kind says what a delivery is: "Aussonderung (0503), xdomea 3.1.0". "" while it
// is not recognised.
func (d *Desk) kind(p transfer.Portion) string {
	if p.Kind == "" {
		return ""
	}
	label := p.Kind
	if key := "kind." + p.Kind; d.Words.Has(key) {
		label = d.Words.T(key)
	}
	if p.Standard == "" {
		return label
	}
	family, _, _ := strings.Cut(p.Kind, "-")
	if family == "xdomea" && !strings.Contains(p.Standard, family) {
		return label + ", xdomea " + p.Standard
	}
	return label + ", " + p.Standard
}

// fault gives what stopped us at a portion: the last work here, else what the
// workspace keeps.
func (d *Desk) fault(p transfer.Portion) string {
	if err := d.Works.Fault(p.ID); err != nil {
		return d.Words.Explain(err, d.Words.T("window.fault"))
	}
	return p.Fault
}

// phases gives the words of a check's phases.
func (d *Desk) phase(w *Work) string {
	switch {
	case w.Again && w.Verb == Checking:
		now := *w
		now.Again = false
		return d.Words.T("window.phase.again", d.phase(&now))
	case w.Waits:
		return d.Words.T("window.phase.wait")
	case w.Verb == Checking && d.Words.Has("window.phase."+w.Phase):
		return d.Words.T("window.phase." + w.Phase)
	case (w.Verb == Packaging || w.Verb == Converting) && w.Item != "":
		return d.Words.T("window.phase.package", w.Item)
	}
	return d.Words.T("window.verb." + string(w.Verb))
}

// receive takes a drop into the workspace and starts the checks of its portions, once
// all of them are there.
func (d *Desk) receive(ctx context.Context, p *intake.Proposal, assigned intake.Assignment) (taken accession.Taken, err error) {
	wait, err := d.Works.Start("receive:"+p.Source, Receiving, filepath.Base(p.Source),
		func(ctx context.Context, step func(Step)) (err error) {
			taken, err = d.W.Books.TakeDrop(ctx, p, assigned, true, func(done, total int64) { step(Step{Done: done, Total: total}) })
			return err
		})
	if err != nil {
		return taken, err
	}
	ends := []error{wait(ctx)}
	for _, x := range taken.Portions {
		ends = append(ends, d.check(ctx, x.ID))
	}
	return taken, errors.Join(ends...)
}

// check starts the check of a portion in the background.
func (d *Desk) check(ctx context.Context, id string) error { return d.checkAs(ctx, id, "") }

// checkAs is check as a kind of deliveries a person has chosen, "" = recognise.
func (d *Desk) checkAs(ctx context.Context, id, kind string) error {
	p, err := d.W.Intake.Portions.Get(ctx, id)
	if err != nil {
		return err
	}
	_, err = d.Works.Start(id, Checking, d.name(p), func(ctx context.Context, step func(Step)) (err error) {
		d.begun(underWay+id, kind)
		defer func() { d.ended(underWay+id, err) }()
		_, err = d.W.Intake.Check(ctx, id, intake.CheckOptions{Kind: kind, Progress: func(g check.Progress) {
			step(Step{Phase: g.Phase, At: g.PhaseNo, Of: g.Phases, Done: g.Done, Total: g.Total})
		}})
		return err
	})
	return err
}

// pack builds the packages of a portion in the background and waits for the end.
// A portion whose appraisal is decided but not closed is closed first.
// maxFiles is the most files of a package where its kind can be split, "" = as the
// profile says.
func (d *Desk) pack(ctx context.Context, id, maxFiles string) error {
	wait, err := d.packing(ctx, id, maxFiles)
	if err != nil {
		return err
	}
	return wait(ctx)
}

// packing begins to build and gives what waits for the end.
func (d *Desk) packing(ctx context.Context, id, maxFiles string) (wait func(context.Context) error, err error) {
	var o intake.PackageOptions
	if maxFiles != "" {
		n, err := strconv.Atoi(maxFiles)
		if err != nil {
			return nil, failure.Wrap(failure.Refused, "package "+id, wording.Say("hint.window.most-files-number"), err)
		}
		o.MaxFiles = n
	}
	p, err := d.W.Intake.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	return d.Works.Start(id, Packaging, d.name(p), func(ctx context.Context, step func(Step)) (err error) {
		d.begun(packUnderWay+id, maxFiles)
		defer func() { d.ended(packUnderWay+id, err) }()
		if p.State.Appraisable() {
			if err := d.W.Desk.FinishAppraisal(ctx, id); err != nil {
				return fmt.Errorf("finish appraisal: %w", err)
			}
		}
		_, err = d.W.Packer.PackageWith(ctx, id, o, func(done, total int, name string) {
			step(Step{Item: name, At: 1, Of: 1, Done: int64(done), Total: int64(total)})
		})
		d.completeIndex(ctx) // of what was built, also where the building ended early
		return err
	})
}
