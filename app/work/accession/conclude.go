package accession

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/transfer/procedure"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/office"
	"laufzettel/app/work/pack"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/report"
)

// conclude makes, after every archival package of a portion is confirmed, what
// belongs to the accession as a whole: ingest report, import confirmation and
// the accession package, which is queued for sending like the others (A18, A19:
// the confirmation of archiving). Doing so twice changes nothing; after a kill
// between building and queueing only the queueing is left to do.
func (cl *Ending) conclude(ctx context.Context, id string) error {
	p, err := cl.Portions.Get(ctx, id)
	if err != nil || p.State != transfer.Confirmed {
		return err
	}
	pkg, err := cl.accessionPackage(ctx, p)
	if err != nil {
		return err
	}
	cl.Office.Point("conclude.ordered")
	done := func(*sql.Tx) error { return nil }
	if pkg.State == transfer.PackageOrdered {
		if done, err = cl.buildConcluding(ctx, p, pkg); err != nil {
			return err
		}
	}
	cl.Office.Point("conclude.built")
	err = cl.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := done(tx); err != nil {
			return err
		}
		return cl.Packer.EnqueueBuilt(ctx, tx, p.ID, pkg.PID)
	})
	cl.Office.Point("conclude.queued")
	return err
}

// buildConcluding writes the papers and the accession package that holds them; it
// gives what is to be stored with the package's queueing, all or nothing.
func (cl *Ending) buildConcluding(ctx context.Context, p transfer.Portion, pkg transfer.Package) (func(*sql.Tx) error, error) {
	letters, err := cl.ingestPapers(ctx, p, pkg.Ordered)
	if err != nil {
		return nil, err
	}
	sum, err := cl.buildAccession(ctx, p, pkg)
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
		if err := cl.Books.actTx(ctx, tx, archiving); err != nil {
			return err
		}
		if err := transfer.PackageBuiltTx(ctx, tx, pkg.PID, sum.Size, sum.SHA512); err != nil {
			return err
		}
		return cl.Office.Witness.Built(ctx, tx, p.ID, pkg.PID)
	}, nil
}

// accessionPackage gives the accession package of a portion, ordered if it is not.
func (cl *Ending) accessionPackage(ctx context.Context, p transfer.Portion) (transfer.Package, error) {
	for range 2 {
		packages, err := cl.Portions.Packages(ctx, p.ID)
		if err != nil {
			return transfer.Package{}, err
		}
		for _, pkg := range packages {
			if pkg.Kind == aip.KindAccession {
				return pkg, nil
			}
		}
		pid, err := cl.accessionPID(ctx, p, packages)
		if err != nil {
			return transfer.Package{}, err
		}
		order := transfer.Package{PID: pid, Portion: p.ID, Object: p.ID, Kind: aip.KindAccession, ReferenceCode: p.AccessionID,
			Ordered: cl.Office.Now(),
			Path:    path.Join(office.DirPackages, p.ID, aip.FolderName(pid)+".tar")}
		if err := cl.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
			return transfer.OrderPackages(ctx, tx,
				[]transfer.Package{order})
		}); err != nil {
			return transfer.Package{}, err
		}
	}
	return transfer.Package{}, fmt.Errorf("accession package of %s was ordered and is not there", p.ID)
}

// accessionPID derives the identifier of an accession package from the transfer and the
// packages it holds together (G9).
func (cl *Ending) accessionPID(ctx context.Context, p transfer.Portion, packages []transfer.Package) (string, error) {
	acc, err := cl.Portions.Accession(ctx, p.AccessionID)
	if err != nil {
		return "", err
	}
	parts := []string{aip.KindAccession, cl.Office.Settings.Get().Archive, pack.TransferID(p, acc), acc.Number}
	for _, pkg := range packages {
		parts = append(parts, pkg.PID)
	}
	return pack.FreePID(ctx, cl.Portions, nil, parts...)
}

// ingestPapers writes ingest report and, where asked for, the 0506.
func (cl *Ending) ingestPapers(ctx context.Context, p transfer.Portion, at time.Time) ([]transfer.Letter, error) {
	in, err := cl.ingest(ctx, p, at)
	if err != nil {
		return nil, err
	}
	l, err := cl.Papers.WritePaper(p.ID, office.LetterIngest, "uebernahmebericht", report.IngestReport(in), true)
	if err != nil {
		return nil, err
	}
	letters := []transfer.Letter{l}
	if p.Message() == procedure.Transfer {
		m, err := cl.Replies.WriteAnswer(ctx, p, procedure.ImportConfirmed)
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

// outcomeWords says in German how a step ended: the words of the log are for programs
// and stand in no paper (E11). A word that is none of them is a person's own.
func outcomeWords(e events.Event) string {
	if e.Type == events.Decided {
		return strings.ToLower(transfer.State(e.Outcome).German())
	}
	if w, ok := outcomes[e.Type][e.Outcome]; ok {
		return w
	}
	if w, ok := outcomes[""][e.Outcome]; ok {
		return w
	}
	if code, ok := strings.CutPrefix(e.Outcome, "message-"); ok {
		return "Nachricht " + code
	}
	return e.Outcome
}

// outcomes are the words by type of event; those under "" mean the same in every one.
var outcomes = map[events.Type]map[string]string{
	"": {"ok": "erledigt", "ordered": "angeordnet", "finished": "abgeschlossen", "renumbered": "neue Archivsignatur", "draft": "Entwurf",
		"built":  "gebaut",
		"halted": "angehalten", "reopened": "wieder geöffnet", "removed": "entfernt"},
	events.Checked: {string(check.Accepted): "kein Fehler gefunden", string(check.Rejected): "Fehler gefunden",
		string(check.Unreadable): "nicht lesbar"},
	events.Confirmed: {string(receipt.Accepted): "angenommen", string(receipt.Refused): "abgelehnt",
		"earlier delivery": "zu einer früheren Lieferung"},
	events.Received: {"remarks": "Stellungnahme"},
	events.Wrote: {
		office.LetterReport:      "Prüfbericht",
		office.LetterClaim:       "Nachforderung",
		office.LetterAppraisal:   "Bewertungsliste",
		office.LetterDestruction: "Kassationsliste",
		office.LetterIngest:      "Übernahmebericht",
		office.LetterClearance:   "Löschfreigabe",
		office.LetterTransition:  "Überführungsvermerk",
		appraise.LetterDraft:     "Bewertung zur Stellungnahme",
		appraise.LetterVerdict:   "Bewertungsschreiben",
		office.LetterSlip:        "Laufzettel",
		office.LetterControl:     "Kontrollliste",
		appraise.LetterPaper:     "Anforderung der Papierteile",
		LetterDifference:         "Abweichungen von der Liste",
		LetterNoCopies:           "Löschnachweis",
		LetterReceipt:            "Empfangsbestätigung",
		office.LetterList:        "Abgabeliste",
		office.LetterWith:        "Beilage der Anbietung",
		"receipt":                "Empfangsbestätigung",
		"key card":               "Schlüsselkarte",
		"file added":             "Datei hinzugefügt",
	},
}

// ingest gathers the ingest report from the event log and the packages (A18).
func (cl *Ending) ingest(ctx context.Context, p transfer.Portion, at time.Time) (report.Ingest, error) {
	m, err := cl.Papers.Meta(ctx, p, at)
	if err != nil {
		return report.Ingest{}, err
	}
	in := report.Ingest{Meta: m}
	if rep, err := cl.Intake.Report(ctx, p.ID); err == nil {
		in.Checks = rep.Checks
	}
	a, err := cl.Desk.Outlined(ctx, p.ID)
	if err != nil {
		return in, err
	}
	if in.Archived, err = cl.archived(ctx, a); err != nil {
		return in, err
	}
	if in.Destroyed, err = cl.lost(ctx, a); err != nil {
		return in, err
	}
	var steps report.Steps
	err = events.Each(ctx, cl.Office.Store, p.ID, func(e events.Event) bool {
		if title, ok := stepTitles[e.Type]; ok && !e.At.After(at) {
			steps.Add(report.Step{Time: e.At, Title: title, Outcome: outcomeWords(e), Agent: e.Actor + ", " + e.Program, Detail: e.Object})
		}
		if e.Type == events.Decided && e.Outcome == string(transfer.AcceptedWithException) {
			in.Exceptions = append(in.Exceptions, report.Exception{Title: "Angenommen mit Ausnahme", Reason: e.Detail["reason"],
				Person: e.Detail["person"], Time: e.At})
		}
		return true
	})
	in.Steps = steps.List()
	return in, err
}

// lost lists what of a portion, and of the offers of its accession, is not archived, as it
// may stand in papers that leave the house or stay: what was decided V in the exchange
// (0501, 0502) was never delivered and counts too. What several lists name is told once.
func (cl *Ending) lost(ctx context.Context, a *appraise.Appraisal) ([]report.Destroyed, error) {
	prof, err := cl.Papers.ProfileOf(ctx, a.Portion)
	if err != nil {
		return nil, err
	}
	out, err := cl.Desk.DestroyedOf(ctx, a)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, d := range out {
		seen[d.ID] = true
	}
	portions, err := cl.Portions.OfAccession(ctx, a.Portion.AccessionID)
	if err != nil {
		return nil, err
	}
	for _, p := range portions {
		if p.Message() != procedure.Offer || p.ID == a.Portion.ID || p.State == transfer.Discarded {
			continue
		}
		offer, err := cl.Desk.Outlined(ctx, p.ID)
		if err != nil {
			return nil, err
		}
		for _, d := range appraise.Destroyed(offer) {
			if !seen[d.ID] {
				seen[d.ID] = true
				d.Files, d.Reason = 0, strings.TrimPrefix(d.Reason+"; in der Anbietung bewertet, nicht geliefert", "; ")
				out = append(out, d)
			}
		}
	}
	return appraise.Nameless(out, prof), nil
}

func (cl *Ending) archived(ctx context.Context, a *appraise.Appraisal) ([]report.Archived, error) {
	packages, err := cl.Portions.Packages(ctx, a.Portion.ID)
	if err != nil {
		return nil, err
	}
	held := cl.Contents.Contents(a.Portion.Kind, a.Roots, packages)
	var out []report.Archived
	for _, pkg := range packages {
		o := held[pkg.PID].Object
		if pkg.Kind != aip.KindAIP || o == nil {
			continue
		}
		c := record.Count([]*record.Object{o})
		out = append(out, report.Archived{ReferenceCode: pkg.ReferenceCode, PID: pkg.PID, ID: o.ID, Reference: o.Reference,
			Subject: o.Subject,
			Span:    report.SpanText(o.Span), Documents: c.Documents, Files: c.Files, Bytes: pkg.Size, SHA512: pkg.SHA512})
	}
	return out, nil
}

// buildAccession writes the accession package: papers, receipts and decisions.
func (cl *Ending) buildAccession(ctx context.Context, p transfer.Portion, pkg transfer.Package) (aip.Summary, error) {
	acc, err := cl.Portions.Accession(ctx, p.AccessionID)
	if err != nil {
		return aip.Summary{}, err
	}
	s := aip.AccessionSpec{PID: pkg.PID, Accession: aip.Accession{ID: pack.TransferID(p, acc), Number: acc.Number, Offered: acc.Opened,
		Delivered: p.Arrived},
		Archive: cl.Office.Settings.Get().Archive, Ordered: pkg.Ordered,
		Program: aip.Agent{Name: office.Program, Version: office.Version, Type: "software"},
		Profile: profile.Profile{Agency: cmp.Or(p.Agency, pack.UnnamedAgency), AgencyID: p.AgencyID}}
	if prof, err := cl.Papers.ProfileOf(ctx, p); err == nil && prof != nil {
		s.Profile = *prof
	}
	if s.Files, err = cl.accessionFiles(ctx, p); err != nil {
		return aip.Summary{}, err
	}
	packages, err := cl.Portions.Packages(ctx, p.ID)
	if err != nil {
		return aip.Summary{}, err
	}
	for _, other := range packages {
		if other.Kind == aip.KindAIP {
			s.Packages = append(s.Packages, aip.Link{PID: other.PID, ReferenceCode: other.ReferenceCode, SHA512: other.SHA512})
		}
	}
	sum, err := aip.WriteAccessionFile(ctx, cl.Office.Path(pkg.Path), s, cl.Office.Opts.Point)
	return cl.Office.Written(ctx, sum, err)
}

// handoverPapers gives the papers of the office for the accession package (K5). They name
// every file of the delivery: where something of it is destroyed, they stay out, since no
// title of it may stay (what-stays).
func handoverPapers(ctx context.Context, cl *Ending, p transfer.Portion) ([]string, error) {
	names := cl.Intake.HandoverPapers(p)
	if len(names) == 0 {
		return nil, nil
	}
	a, err := cl.Desk.Outlined(ctx, p.ID)
	if err != nil || a.Progress.Destroy > 0 {
		return nil, err
	}
	return names, nil
}

// accessionFiles collects the papers and receipts of a portion, and the
// decisions as JSON.
func (cl *Ending) accessionFiles(ctx context.Context, p transfer.Portion) ([]aip.File, error) {
	var out []aip.File
	names, _, err := lettersOf(cl, p)
	if err != nil {
		return nil, err
	}
	trimmed, err := trimmedPapers(ctx, cl, p, names)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		folder := "letters/"
		if strings.HasPrefix(name, "uebernahmebericht") || strings.HasPrefix(name, "pruefbericht") {
			folder = "reports/"
		}
		f, err := cl.Packer.AccessionFile(folder+name, cl.Office.Path(path.Join(office.DirLetters, p.ID, name)))
		if err != nil {
			return nil, err
		}
		if data, ok := trimmed[name]; ok {
			f.Size, f.Digests = int64(len(data)), nil // the same format, without titles of what is destroyed
			f.Open = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(data)), nil }
		}
		out = append(out, f)
	}
	papers, err := handoverPapers(ctx, cl, p)
	if err != nil {
		return nil, err
	}
	for _, name := range papers {
		f, err := cl.Packer.AccessionFile("handover/"+path.Base(filepath.ToSlash(name)), name)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	packages, err := cl.Portions.Packages(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	for _, pkg := range packages {
		if pkg.Receipt == "" {
			continue
		}
		f, err := cl.Packer.AccessionFile("receipts/"+path.Base(pkg.Receipt), cl.Office.Path(pkg.Receipt))
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	d, err := decisionFile(ctx, cl, p)
	return append(out, d), err
}

// ConcludeAll concludes every confirmed portion that is not; more says that new
// jobs are waiting.
func (cl *Ending) ConcludeAll(ctx context.Context) (more bool, err error) {
	portions, err := cl.Portions.List(ctx)
	if err != nil {
		return false, err
	}
	for _, p := range portions {
		if p.State != transfer.Confirmed {
			continue
		}
		pkg, err := cl.accessionPackage(ctx, p)
		if err != nil {
			return more, err
		}
		if pkg.State != transfer.PackageOrdered && pkg.State != transfer.PackageBuilt {
			continue
		}
		if err := cl.conclude(ctx, p.ID); err != nil {
			return more, fmt.Errorf("conclude %s: %w", p.ID, err)
		}
		more = true
	}
	return more, nil
}
