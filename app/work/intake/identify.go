package intake

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/wording"
)

// IdentifyAll identifies a file named by itself, a container too, as the file it is,
// and a folder file by file; each is told with the path as it was named. A file that
// cannot be read is told with its fault and the rest goes on.
func (room *Intake) IdentifyAll(ctx context.Context, path string, each func(name string, f check.Format, fault error) error) error {
	o := room.ContainerOptions()
	o.Lone = true
	tree, err := container.Open(ctx, path, o)
	if err != nil {
		if _, refused := err.(*container.Refused); refused {
			return failure.Wrap(failure.Refused, "identify "+path, wording.Say("hint.intake.container-not-opened"), err)
		}
		return failure.Wrap(failure.Refused, "identify "+path, wording.Say("hint.cli.take-unreadable", path), err)
	}
	named := func(inner string) string { return filepath.Join(path, filepath.FromSlash(inner)) }
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		named = func(string) string { return path }
	}
	visit := func(ctx context.Context, e container.Entry, c container.Content, fault error) error {
		if fault != nil {
			return each(named(e.Path), check.Format{}, fault)
		}
		f, err := room.Engine.Identify.Identify(e.Path, c)
		return each(named(e.Path), f, err)
	}
	err = tree.Visit(ctx, 1, nil, visit)
	return CloseWith(tree, err)
}

// Checkers of JudgePDFs.
const (
	CheckerOwn  = "own"
	CheckerVera = "verapdf"
	CheckerAuto = "auto" // veraPDF where it is installed, else our own
)

// JudgePDFs checks PDF files against a flavour ("" = what each claims).
func (room *Intake) JudgePDFs(ctx context.Context, paths []string, flavour, checker string) (map[string]pdfa.Result, error) {
	for _, p := range paths {
		if _, err := os.Stat(p); err != nil {
			return nil, failure.Wrap(failure.Refused, "open "+p, wording.Say("hint.accession.offer-unreadable", p), err)
		}
	}
	switch checker {
	case CheckerVera, CheckerAuto:
		vera, err := room.vera(checker)
		if err != nil {
			return nil, err
		}
		if vera != nil {
			return vera.Check(ctx, paths, pdfa.VeraOptions{Flavour: flavour})
		}
	case CheckerOwn:
	default:
		return nil, failure.New(failure.Refused, "checker "+checker, wording.Say("hint.intake.checker-choices"))
	}
	out := map[string]pdfa.Result{}
	for _, p := range paths {
		r, err := judge(ctx, p, flavour)
		if err != nil {
			return nil, err
		}
		out[p] = r
	}
	return out, nil
}

// vera finds an installed veraPDF; nil where the checker is only wished for.
func (room *Intake) vera(checker string) (*pdfa.Vera, error) {
	vera, err := pdfa.FindVera(room.Office.Settings.Get().Tools.VeraPDF)
	if err == nil {
		return vera, nil
	}
	if checker == CheckerAuto {
		return nil, nil
	}
	return nil, failure.Wrap(failure.Setup, "find veraPDF", wording.Say("hint.intake.verapdf-missing"), err)
}

func judge(ctx context.Context, path, flavour string) (pdfa.Result, error) {
	f, err := os.Open(path)
	if err != nil {
		return pdfa.Result{}, failure.Wrap(failure.Refused, "open "+path, wording.Say("hint.intake.path-unreadable", path), err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return pdfa.Result{}, fmt.Errorf("size of %s: %w", path, err)
	}
	return pdfa.Check(ctx, f, info.Size(), pdfa.Options{Flavour: flavour}), nil
}
