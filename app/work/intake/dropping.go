package intake

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/filename"
	"laufzettel/transfer/slip"
)

// Drop is what an agency left in one place (Einlieferung): a folder with slip, list and
// containers, or a container that only wraps others. It bears the worst verdict and the
// findings of all its pieces.
type Drop struct {
	check.Report
	Pieces []string `json:"pieces"`
}

// maxPieces is how many containers of one drop are opened.
const maxPieces = 200

// CheckDrop checks what lies at a path as one delivery, or, where it only holds
// deliveries, each of them: first the drop, then its pieces. The drop is nil where the
// path is a single delivery; pieces then holds its report alone.
func (room *Intake) CheckDrop(ctx context.Context, path string, o CheckOptions) (*Drop, []*check.Report, error) {
	if _, err := office.Reach(ctx, path); err != nil {
		return nil, nil, err
	}
	if containers, papers, err := besideSlip(ctx, path); err != nil || len(containers) > 0 {
		if err != nil {
			return nil, nil, err
		}
		return room.checkFolder(ctx, path, containers, papers, o)
	}
	rep, err := room.CheckOnly(ctx, path, o)
	if err != nil || o.Kind != "" || !slices.ContainsFunc(rep.Findings, unrecognised) {
		return nil, []*check.Report{rep}, err
	}
	pieces, names, rest, err := room.checkInside(ctx, path, o)
	if err != nil || len(pieces) == 0 {
		return nil, []*check.Report{rep}, err
	}
	d := &Drop{Report: *rep, Pieces: names}
	d.Findings, d.Verdict = slices.DeleteFunc(slices.Clone(rep.Findings), func(f check.Finding) bool {
		return unrecognised(f) || slices.Contains(names, f.Path) // what was opened after all
	}), ""
	d.join(pieces, rest)
	return d, pieces, nil
}

func unrecognised(f check.Finding) bool { return f.Code == check.CodeUnrecognised.ID }

// besideSlip gives the containers of a folder with a routing slip in it, and what else
// lies there that is neither slip nor list.
func besideSlip(ctx context.Context, path string) (containers, rest []string, err error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return nil, nil, nil // a missing path is told by the check itself
	}
	found, _, err := slip.FindBeside(ctx, filepath.Join(path, "_"))
	if err != nil || found == nil {
		return nil, nil, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, nil, office.Disk("read drop", err)
	}
	for _, e := range entries {
		switch {
		case e.Name() == found.Path || e.Name() == found.ListPath || filename.Litter(e.Name()):
		case e.Type().IsRegular() && looksPacked(filepath.Join(path, e.Name())) && len(containers) < maxPieces:
			containers = append(containers, e.Name())
		default:
			rest = append(rest, e.Name())
		}
	}
	return containers, rest, nil
}

// looksPacked goes by the first bytes; an archive nobody here can read counts too, so
// that its own check names it.
func looksPacked(name string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 512)
	n, _ := io.ReadFull(f, head)
	info, err := f.Stat()
	return err == nil && (container.Sniff(head[:n]) != "" || container.Sealed(name, f, info.Size()) != "")
}

func (room *Intake) checkFolder(ctx context.Context, path string, containers, rest []string, o CheckOptions) (*Drop, []*check.Report, error) {
	d := &Drop{Report: check.Report{Portion: filepath.Base(path), Findings: []check.Finding{}, Checks: []check.Done{}, Formats: []check.FormatCount{}}, Pieces: containers}
	pieces := make([]*check.Report, 0, len(containers))
	for _, name := range containers {
		rep, err := room.CheckOnly(ctx, filepath.Join(path, name), o)
		if err != nil {
			return nil, nil, err
		}
		pieces = append(pieces, rep)
	}
	d.join(pieces, rest)
	return d, pieces, nil
}

// checkInside checks the containers inside one that nobody recognised.
func (room *Intake) checkInside(ctx context.Context, path string, o CheckOptions) (pieces []*check.Report, names, rest []string, err error) {
	outer, err := container.Open(ctx, path, room.ContainerOptions())
	if _, refused := errors.AsType[*container.Refused](err); refused {
		return nil, nil, nil, nil // told by the check of the whole
	}
	if err != nil {
		return nil, nil, nil, err
	}
	defer func() { err = CloseWith(outer, err) }()
	engine, err := room.Checker()
	if err != nil {
		return nil, nil, nil, err
	}
	recognised := false
	err = outer.Files(ctx, func(e container.Entry) error {
		if filename.Litter(e.Path) {
			return nil
		}
		inner, err := container.OpenEntry(ctx, outer, e.Path, room.ContainerOptions())
		if _, refused := errors.AsType[*container.Refused](err); refused || len(pieces) >= maxPieces {
			rest = append(rest, e.Path)
			return nil
		}
		if err != nil {
			return err
		}
		in := check.Input{Key: path + "!" + e.Path, NoPDFA: o.NoPDFA, Progress: o.Progress, Point: room.Office.Opts.Point, Resolve: room.Resolver("", o.Profile, nil)}
		out, err := engine.Check(ctx, inner, in)
		if err != nil {
			return CloseWith(inner, err)
		}
		recognised = recognised || out.Report.Kind != PlainKind && out.Report.Kind != ""
		pieces, names = append(pieces, out.Report), append(names, e.Path)
		return inner.Close()
	})
	if err != nil || !recognised {
		return nil, nil, nil, err
	}
	return pieces, names, rest, nil
}

// join gives the drop the findings of its pieces and the worst verdict.
func (d *Drop) join(pieces []*check.Report, rest []string) {
	for _, name := range rest {
		d.Findings = append(d.Findings, check.CodeBeside.At(name))
	}
	unreadable := false
	kinds := []string{}
	d.Files = check.FileCount{}
	for i, p := range pieces {
		unreadable = unreadable || p.Verdict == check.Unreadable
		if !slices.Contains(kinds, p.Kind) {
			kinds = append(kinds, p.Kind)
		}
		d.Agency = p.Agency
		d.Files.Listed, d.Files.Delivered, d.Files.Bytes = d.Files.Listed+p.Files.Listed, d.Files.Delivered+p.Files.Delivered, d.Files.Bytes+p.Files.Bytes
		for _, f := range p.Findings {
			if f.Path == "" {
				f.Path = d.Pieces[i]
			} else if f.Path != d.Pieces[i] {
				f.Path = d.Pieces[i] + "!" + f.Path
			}
			d.Findings = append(d.Findings, f)
		}
		d.Checks = append(d.Checks, p.Checks...)
		d.Seconds += p.Seconds
	}
	d.Kind = strings.Join(kinds, ", ")
	if unreadable {
		d.Verdict = check.Unreadable
	}
	d.Settle()
}
