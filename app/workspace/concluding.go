package workspace

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/report"
	"laufzettel/transfer/xdomea"
)

// conclude makes, after every archival package of a portion is confirmed, what
// belongs to the accession as a whole: ingest report, import confirmation and
// the accession package, which is queued for sending like the others (A18, A19:
// the confirmation of archiving). Doing so twice changes nothing; after a kill
// between building and queueing only the queueing is left to do.
func (w *Workspace) conclude(ctx context.Context, id string) error {
	p, err := w.Portions.Get(ctx, id)
	if err != nil || p.State != transfer.Confirmed {
		return err
	}
	pkg, err := w.accessionPackage(ctx, p)
	if err != nil {
		return err
	}
	w.point("conclude.ordered")
	done := func(*sql.Tx) error { return nil }
	if pkg.State == transfer.PackageOrdered {
		if done, err = w.buildConcluding(ctx, p, pkg); err != nil {
			return err
		}
	}
	w.point("conclude.built")
	err = w.store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := done(tx); err != nil {
			return err
		}
		return w.enqueueBuilt(ctx, tx, p.ID, pkg.PID)
	})
	w.point("conclude.queued")
	return err
}

// buildConcluding writes the papers and the accession package that holds them; it
// gives what is to be stored with the package's queueing, all or nothing.
func (w *Workspace) buildConcluding(ctx context.Context, p transfer.Portion, pkg transfer.Package) (func(*sql.Tx) error, error) {
	letters, err := w.ingestPapers(ctx, p, pkg.Ordered)
	if err != nil {
		return nil, err
	}
	sum, err := w.buildAccession(ctx, p, pkg)
	if err != nil {
		return nil, err
	}
	return func(tx *sql.Tx) error {
		for _, l := range letters {
			if err := transfer.AddLetter(ctx, tx, l); err != nil {
				return err
			}
		}
		archiving := transfer.Act{Accession: p.AccessionID, Portion: p.ID, Kind: transfer.ActArchiving, Letter: letterPaths(letters)}
		if err := w.actTx(ctx, tx, archiving); err != nil {
			return err
		}
		return transfer.PackageBuiltTx(ctx, tx, pkg.PID, sum.Size, sum.SHA512)
	}, nil
}

// accessionPackage gives the accession package of a portion, ordered if it is not.
func (w *Workspace) accessionPackage(ctx context.Context, p transfer.Portion) (transfer.Package, error) {
	for range 2 {
		packages, err := w.Portions.Packages(ctx, p.ID)
		if err != nil {
			return transfer.Package{}, err
		}
		for _, pkg := range packages {
			if pkg.Kind == aip.KindAccession {
				return pkg, nil
			}
		}
		pid := newPID()
		order := transfer.Package{PID: pid, Portion: p.ID, Object: p.ID, Kind: aip.KindAccession, ReferenceCode: p.AccessionID, Ordered: w.Now(),
			Path: path.Join(dirPackages, p.ID, aip.FolderName(pid)+".tar")}
		if err := w.store.WithTx(ctx, func(tx *sql.Tx) error { return transfer.OrderPackages(ctx, tx, []transfer.Package{order}) }); err != nil {
			return transfer.Package{}, err
		}
	}
	return transfer.Package{}, fmt.Errorf("accession package of %s was ordered and is not there", p.ID)
}

// ingestPapers writes ingest report and, where asked for, the 0506.
func (w *Workspace) ingestPapers(ctx context.Context, p transfer.Portion, at time.Time) ([]transfer.Letter, error) {
	in, err := w.ingest(ctx, p, at)
	if err != nil {
		return nil, err
	}
	l, err := w.writePaper(p.ID, LetterIngest, "uebernahmebericht", report.IngestReport(in), true)
	if err != nil {
		return nil, err
	}
	letters := []transfer.Letter{l}
	if p.Kind == "xdomea-0503" {
		m, err := w.answer(ctx, p, xdomea.TypeImportConfirmed)
		if err != nil {
			return nil, err
		}
		letters = append(letters, m)
	}
	return letters, nil
}

// stepTitles are our events in the words of the ingest report.
var stepTitles = map[events.Type]string{
	events.Received: "Lieferung übernommen", events.Recognised: "Lieferung erkannt", events.Checked: "Prüfung abgeschlossen",
	events.Decided: "Über die Annahme entschieden", events.Appraised: "Bewertet", events.Undone: "Entscheidung zurückgenommen",
	events.Released: "Vernichtung freigegeben", events.Wrote: "Schreiben erstellt", events.Packaged: "Paketiert",
	events.Queued: "Zum Senden eingestellt", events.Sent: "Gesendet", events.Confirmed: "Quittung geprüft und verwahrt",
}

// ingest gathers the ingest report from the event log and the packages (A18).
func (w *Workspace) ingest(ctx context.Context, p transfer.Portion, at time.Time) (report.Ingest, error) {
	m, err := w.meta(ctx, p, at)
	if err != nil {
		return report.Ingest{}, err
	}
	in := report.Ingest{Meta: m}
	if rep, err := w.Report(ctx, p.ID); err == nil {
		in.Checks = rep.Checks
	}
	a, err := w.Outlined(ctx, p.ID)
	if err != nil {
		return in, err
	}
	if in.Archived, err = w.archived(ctx, a); err != nil {
		return in, err
	}
	in.Destroyed = destroyed(a)
	log, err := w.Events(ctx, p.ID)
	if err != nil {
		return in, err
	}
	for _, e := range log {
		if title, ok := stepTitles[e.Type]; ok && !e.At.After(at) {
			in.Steps = append(in.Steps, report.Step{Time: e.At, Title: title, Outcome: e.Outcome, Agent: e.Actor + ", " + e.Program, Detail: e.Object})
		}
		if e.Type == events.Decided && e.Outcome == string(transfer.AcceptedWithException) {
			in.Exceptions = append(in.Exceptions, report.Exception{Title: "Angenommen mit Ausnahme", Reason: e.Detail["reason"], Person: e.Detail["person"], Time: e.At})
		}
	}
	return in, nil
}

func (w *Workspace) archived(ctx context.Context, a *Appraisal) ([]report.Archived, error) {
	packages, err := w.Portions.Packages(ctx, a.Portion.ID)
	if err != nil {
		return nil, err
	}
	held := w.contents(a.Portion.Kind, a.Roots, packages)
	var out []report.Archived
	for _, pkg := range packages {
		o := held[pkg.PID].Object
		if pkg.Kind != aip.KindAIP || o == nil {
			continue
		}
		c := record.Count([]*record.Object{o})
		out = append(out, report.Archived{ReferenceCode: pkg.ReferenceCode, PID: pkg.PID, ID: o.ID, Reference: o.Reference, Subject: o.Subject,
			Span: report.SpanText(o.Span), Documents: c.Documents, Files: c.Files, Bytes: pkg.Size, SHA512: pkg.SHA512})
	}
	return out, nil
}

// destroyed lists the units that are not archived.
func destroyed(a *Appraisal) []report.Destroyed {
	var out []report.Destroyed
	for _, o := range appraisal.Units(a.Roots) {
		v := a.Verdicts[o.ID]
		if v.Rating != record.RatingDestroy {
			continue
		}
		d := report.Destroyed{ID: o.ID, Reference: o.Reference, Subject: o.Subject, Files: record.Count([]*record.Object{o}).Files}
		if v.Decision != nil {
			d.Reason, d.Decided, d.DecidedBy = v.Decision.Reason, v.Decision.At, v.Decision.Actor
			d.Released, d.ReleasedBy = v.Decision.ReleasedAt, v.Decision.ReleasedBy
		}
		out = append(out, d)
	}
	return out
}

// buildAccession writes the accession package: papers, receipts and decisions.
func (w *Workspace) buildAccession(ctx context.Context, p transfer.Portion, pkg transfer.Package) (aip.Summary, error) {
	acc, err := w.Portions.Accession(ctx, p.AccessionID)
	if err != nil {
		return aip.Summary{}, err
	}
	s := aip.AccessionSpec{PID: pkg.PID, Accession: aip.Accession{ID: transferID(p, acc), Number: acc.Number, Offered: acc.Opened, Delivered: p.Arrived},
		Archive: w.Settings.Get().Archive, Ordered: pkg.Ordered, Program: aip.Agent{Name: Program, Version: Version, Type: "software"},
		Profile: profile.Profile{Agency: cmp.Or(p.Agency, unnamedAgency), AgencyID: p.AgencyID}}
	if prof, err := w.profileOf(ctx, p); err == nil && prof != nil {
		s.Profile = *prof
	}
	if s.Files, err = w.accessionFiles(ctx, p); err != nil {
		return aip.Summary{}, err
	}
	packages, err := w.Portions.Packages(ctx, p.ID)
	if err != nil {
		return aip.Summary{}, err
	}
	for _, other := range packages {
		if other.Kind == aip.KindAIP {
			s.Packages = append(s.Packages, aip.Link{PID: other.PID, ReferenceCode: other.ReferenceCode, SHA512: other.SHA512})
		}
	}
	sum, err := aip.WriteAccessionFile(ctx, w.path(pkg.Path), s, w.opts.Point)
	return w.written(ctx, sum, err)
}

// accessionFiles collects the papers and receipts of a portion, and the
// decisions as JSON.
func (w *Workspace) accessionFiles(ctx context.Context, p transfer.Portion) ([]aip.File, error) {
	var out []aip.File
	entries, err := os.ReadDir(w.path(path.Join(dirLetters, p.ID)))
	if err != nil {
		return nil, disk("list letters", err)
	}
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || isDraft(name) || strings.HasSuffix(name, partial) {
			continue
		}
		folder := "letters/"
		if strings.HasPrefix(name, "uebernahmebericht") || strings.HasPrefix(name, "pruefbericht") {
			folder = "reports/"
		}
		f, err := w.accessionFile(folder+name, w.path(path.Join(dirLetters, p.ID, name)))
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	packages, err := w.Portions.Packages(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	for _, pkg := range packages {
		if pkg.Receipt == "" {
			continue
		}
		f, err := w.accessionFile("receipts/"+path.Base(pkg.Receipt), w.path(pkg.Receipt))
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	d, err := w.decisionFile(ctx, p)
	return append(out, d), err
}

// accessionFile describes one local file with digest and format.
func (w *Workspace) accessionFile(name, local string) (aip.File, error) {
	f, err := os.Open(local)
	if err != nil {
		return aip.File{}, disk("read "+name, err)
	}
	defer f.Close()
	d, err := fixity.NewDigester(fixity.SHA512)
	if err != nil {
		return aip.File{}, err
	}
	size, err := io.Copy(d, f)
	if err != nil {
		return aip.File{}, disk("read "+name, err)
	}
	format, err := w.engine.Identify.Identify(filepath.Base(local), localFile(f, size))
	if err != nil {
		return aip.File{}, fmt.Errorf("identify %s: %w", name, err)
	}
	return aip.File{Path: name, Format: format, Size: size, Digests: d.Sum(), Open: func() (io.ReadCloser, error) { return os.Open(local) }}, nil
}

// localContent is a local file as container.Content.
type localContent struct {
	*os.File
	size int64
}

// localFile is the content of an open file of this machine.
func localFile(f *os.File, size int64) localContent { return localContent{f, size} }

func (c localContent) Size() int64       { return c.size }
func (c localContent) Bytes() []byte     { return nil }
func (c localContent) Reader() io.Reader { return io.NewSectionReader(c.File, 0, c.size) }

// decisionFile writes the decisions in force and their history beside the letters.
func (w *Workspace) decisionFile(ctx context.Context, p transfer.Portion) (aip.File, error) {
	decisions, err := w.Book.Decisions(ctx, p.ID)
	if err != nil {
		return aip.File{}, err
	}
	history, err := w.Book.History(ctx, p.ID, "")
	if err != nil {
		return aip.File{}, err
	}
	data, err := json.MarshalIndent(struct {
		Decisions map[string]appraisal.Decision `json:"decisions"`
		History   []appraisal.Entry             `json:"history"`
	}{decisions, history}, "", "  ")
	if err != nil {
		return aip.File{}, fmt.Errorf("encode decisions: %w", err)
	}
	name := w.path(path.Join(dirLetters, p.ID, "entscheidungen.entwurf.json"))
	if err := writeFile(name, func(f io.Writer) error { _, err := f.Write(data); return err }); err != nil {
		return aip.File{}, disk("write decisions", err)
	}
	return w.accessionFile("decisions/entscheidungen.json", name)
}

// concludeAll concludes every confirmed portion that is not; more says that new
// jobs are waiting.
func (w *Workspace) concludeAll(ctx context.Context) (more bool, err error) {
	portions, err := w.Portions.List(ctx)
	if err != nil {
		return false, err
	}
	for _, p := range portions {
		if p.State != transfer.Confirmed {
			continue
		}
		pkg, err := w.accessionPackage(ctx, p)
		if err != nil {
			return more, err
		}
		if pkg.State != transfer.PackageOrdered && pkg.State != transfer.PackageBuilt {
			continue
		}
		if err := w.conclude(ctx, p.ID); err != nil {
			return more, fmt.Errorf("conclude %s: %w", p.ID, err)
		}
		more = true
	}
	return more, nil
}
