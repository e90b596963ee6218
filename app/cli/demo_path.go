package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	shares "laufzettel/app/work/share"
	"laufzettel/appraisal"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
	"laufzettel/viewer/catalog"
)

// demoExpect is what a delivery must show, so that no step is a no-op.
type demoExpect struct {
	cases int
	both  bool // some cases are archived and some destroyed
}

// errNothing ends a demo whose step did nothing.
func errNothing(step string) error { return fmt.Errorf("demo: step %s did nothing", step) }

// path takes one delivery from arrival to a verified receipt and looks at it.
func (d *demo) path(ctx context.Context, container string, want demoExpect) error {
	p, rep, err := d.taken(ctx, container)
	if err != nil {
		return err
	}
	if rep.Verdict != check.Accepted || rep.Files.Delivered == 0 || rep.Objects.Cases != want.cases {
		return fmt.Errorf("demo: %s is %s with %d cases: %w", p.Name, rep.Verdict, rep.Objects.Cases, errNothing("check"))
	}
	for _, act := range []func(context.Context, string, demoExpect) error{d.decide, d.pack, d.send, d.look, d.clear} {
		if err := act(ctx, p.ID, want); err != nil {
			return err
		}
	}
	return nil
}

// taken receives and checks a delivery and writes the check report.
func (d *demo) taken(ctx context.Context, container string) (transfer.Portion, *check.Report, error) {
	p, err := d.w.Intake.Receive(ctx, container, nil)
	if err != nil {
		return p, nil, err
	}
	d.step("cli.demo.received", p.ID, p.Name)
	rep, err := d.w.Intake.Check(ctx, p.ID, intake.CheckOptions{})
	if err != nil {
		return p, nil, err
	}
	pdf, err := d.w.Claims.CheckReport(ctx, p.ID)
	if err != nil {
		return p, nil, err
	}
	d.step("cli.demo.checked", d.text("cli.verdict."+string(rep.Verdict)), rep.Files.Delivered, rep.Count(check.Error),
		rep.Count(check.Warning), rep.Count(check.Note), relativeTo(d, pdf))
	return p, rep, nil
}

func relativeTo(d *demo, path string) string {
	if rel, err := filepath.Rel(d.dir, path); err == nil {
		return rel
	}
	return path
}

// decidePortion accepts, appraises every open case, has destructions released by a
// second person and finishes.
func (d *demo) decide(ctx context.Context, id string, want demoExpect) error {
	if _, err := d.w.Intake.Decide(ctx, id, intake.Accept, ""); err != nil {
		return err
	}
	a, err := d.w.Desk.Appraisal(ctx, id)
	if err != nil {
		return err
	}
	n := 0
	for _, o := range appraisal.Units(a.Roots) {
		if r := a.Verdicts[o.ID].Rating; r == record.RatingArchive {
			continue
		}
		rating, reason := record.RatingArchive, "Großvorhaben von öffentlichem Interesse"
		if want.both && n%2 == 1 {
			rating, reason = record.RatingDestroy, "Massenschriftgut ohne Aussagewert, Doppel beim Bauherrn"
		}
		if err := d.w.Desk.Set(ctx, id, []string{o.ID}, rating, reason); err != nil {
			return err
		}
		n++
	}
	if n == 0 {
		return errNothing("appraise")
	}
	if err := d.release(ctx, id, want); err != nil {
		return err
	}
	if err := d.w.Desk.FinishAppraisal(ctx, id); err != nil {
		return err
	}
	if a, err = d.w.Desk.Appraisal(ctx, id); err != nil {
		return err
	}
	d.step("cli.demo.appraised", a.Progress.Total, a.Progress.Archive, a.Progress.Destroy)
	if a.Progress.Destroy > 0 {
		d.step("cli.demo.released", demoSecond)
	}
	if a.Progress.Archive == 0 || (want.both && a.Progress.Destroy == 0) {
		return errNothing("appraise")
	}
	return nil
}

// release opens the workspace as the second person.
func (d *demo) release(ctx context.Context, id string, want demoExpect) error {
	if !want.both {
		return nil
	}
	second, err := work.Open(ctx, d.w.Office.Dir, office.Options{Now: d.now, Person: demoSecond, Passphrase: d.pass, KeyWork: demoKeyWork,
		PDFium: d.pdfium})
	if err != nil {
		return err
	}
	n, err := second.Desk.Release(ctx, id, nil)
	if err == nil && n == 0 {
		err = errNothing("release")
	}
	return errors.Join(err, second.Close())
}

func (d *demo) pack(ctx context.Context, id string, _ demoExpect) error {
	packages, err := d.w.Packer.Package(ctx, id, "", nil)
	if err != nil {
		return err
	}
	if len(packages) == 0 {
		return errNothing("package")
	}
	for _, pkg := range packages {
		findings, err := aip.VerifyFile(ctx, filepath.Join(d.w.Office.Dir, filepath.FromSlash(pkg.Path)))
		if err != nil || len(findings) > 0 {
			return fmt.Errorf("demo: package %s does not verify (%d findings): %w", pkg.PID, len(findings), err)
		}
	}
	d.step("cli.demo.packaged", len(packages), packages[0].ReferenceCode, packages[len(packages)-1].ReferenceCode)
	return nil
}

// send sends the packages and then proves every receipt from files alone.
func (d *demo) send(ctx context.Context, id string, _ demoExpect) error {
	if err := d.w.Outbox.Send(ctx, id); err != nil {
		return err
	}
	sum, err := d.w.Outbox.SendOnce(ctx, nil)
	if err != nil {
		return err
	}
	packages, err := d.w.Intake.Portions.Packages(ctx, id)
	if err != nil {
		return err
	}
	trust, err := receipt.LoadTrust(ctx, d.w.Keys.TrustFile())
	if err != nil {
		return err
	}
	for _, pkg := range packages {
		if pkg.State != transfer.PackageConfirmed {
			return fmt.Errorf("demo: package %s is %s, not confirmed (queue: %+v)", pkg.PID, pkg.State, sum)
		}
		v, err := receipt.VerifyFile(ctx, filepath.Join(d.w.Office.Dir, filepath.FromSlash(pkg.Receipt)), trust)
		if err != nil || !v.OK() {
			return fmt.Errorf("demo: receipt of %s does not verify: %+v: %w", pkg.PID, v.Checks, err)
		}
	}
	if sum.Done != len(packages) {
		return fmt.Errorf("demo: %d deliveries receipted, %d packages: %w", sum.Done, len(packages), errNothing("send"))
	}
	d.step("cli.demo.sent", sum.Done, relativeTo(d, filepath.Join(d.w.Office.Dir, filepath.FromSlash(packages[0].Receipt))))
	return nil
}

// look views a package as a reader would: documents by date, a page, a search.
func (d *demo) look(ctx context.Context, id string, want demoExpect) error {
	packages, err := d.w.Intake.Portions.Packages(ctx, id)
	if err != nil {
		return err
	}
	for _, p := range packages {
		if p.Kind != aip.KindAIP {
			continue
		}
		if err := d.show(ctx, p, want); err != nil {
			return err
		}
		break
	}
	if !want.both {
		return nil
	}
	found, err := d.w.Room.OpenHoldings(reading.Asker{}).Search(ctx, catalog.Query{Text: "Grundwasserstaende"})
	if err != nil {
		return err
	}
	if found.Total == 0 {
		return errNothing("search")
	}
	d.step("cli.demo.searched", found.Total)
	return nil
}

func (d *demo) show(ctx context.Context, p transfer.Package, want demoExpect) error {
	pkg, err := d.w.Room.Open(ctx, p.PID, reading.Asker{})
	if err != nil {
		return err
	}
	defer pkg.Close()
	docs, err := pkg.Documents(ctx)
	if err != nil {
		return err
	}
	if len(docs) == 0 {
		return errNothing("view")
	}
	d.step("cli.demo.viewed", p.ReferenceCode, len(docs))
	last := ""
	for _, doc := range docs {
		if doc.Date < last && doc.Date != "" {
			return fmt.Errorf("demo: documents of %s are not in order of date", p.PID)
		}
		last = doc.Date
		d.step("cli.demo.document", doc.Date, doc.Entry.Field("subject").Value)
	}
	files, err := pkg.Files(ctx)
	if err != nil {
		return err
	}
	for _, l := range files {
		if !strings.HasSuffix(l.Path, ".pdf") {
			continue
		}
		return drawPage(ctx, d, pkg, l.Path, filepath.Join(d.dir, "seite.png"))
	}
	if want.both {
		return errNothing("render")
	}
	return nil
}

func drawPage(ctx context.Context, d *demo, pkg *reading.Opened, name, target string) error {
	f, err := os.Create(target)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	err = pkg.Draw(ctx, name, 1, renderWidth, f)
	size, serr := f.Seek(0, io.SeekEnd)
	if err := errors.Join(err, serr, f.Close()); err != nil {
		return err
	}
	if size == 0 {
		return errNothing("render")
	}
	d.step("cli.demo.rendered", relativeTo(d, target))
	return nil
}

// clear is the last act of the archive: clearance for deletion at the source.
func (d *demo) clear(ctx context.Context, id string, _ demoExpect) error {
	p, err := d.w.Intake.Portions.Get(ctx, id)
	if err != nil {
		return err
	}
	letters, err := d.w.Ending.Clear(ctx, p.AccessionID)
	if err != nil {
		return err
	}
	if len(letters) == 0 {
		return errNothing("clear")
	}
	d.step("cli.demo.cleared", p.AccessionID, relativeTo(d, letters[0]))
	return nil
}

// demoShare is a small file share: a folder and its copy, drafts, litter, an empty folder
// (a slash at its end), each with how many sentences it has.
var demoShare = map[string]int{
	"Bauamt/Mühlgraben/Begründung.txt": 40, "Bauamt/Mühlgraben/Einwendungen.txt": 25, "Bauamt/Mühlgraben/Thumbs.db": 2,
	"Bauamt/Mühlgraben/Fotos/Thumbs.db": 3, "Bauamt/Brücken/Prüfbericht 1998.txt": 60,
	"Bauamt/Brücken/Prüfbericht 2004.txt": 62, "Hauptamt/Satzungen/Hundesteuer.txt": 30, "Hauptamt/Satzungen/Friedhof.txt": 33,
	"Sicherung 2009/Satzungen/Hundesteuer.txt": 30, "Sicherung 2009/Satzungen/Friedhof.txt": 33,
	"Hauptamt/Haushalt_Entwurf_v1.txt": 20, "Hauptamt/Haushalt_Entwurf_v2.txt": 21, "Hauptamt/Haushalt_final.txt": 22,
	"Hauptamt/~$ushalt_final.txt": 1, "Kasse/Jahresrechnung 2001.txt": 45, "Kasse/Jahresrechnung 2002.txt": 46,
	"Kasse/Alt/Verweis.lnk": 1, "Bürgermeister/Reden/Neujahr 2003.txt": 28, "Bürgermeister/Reden/Einweihung Schule.txt": 18,
	"Bürgermeister/desktop.ini": 1, "Bürgermeister/Termine/": 0,
}

// takeShare takes the small share in and decides its litter by one rule; the rest waits for a
// person in the window.
func takeShare(ctx context.Context, d *demo) error {
	dir := filepath.Join(d.dir, "lieferungen", "Laufwerk der Gemeinde")
	at := time.Date(1998, 5, 4, 7, 30, 15, 0, time.UTC)
	for i, name := range slices.Sorted(maps.Keys(demoShare)) {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(to, 0o700); err != nil {
				return fmt.Errorf("demo share: %w", err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return fmt.Errorf("demo share: %w", err)
		}
		if err := os.WriteFile(to, demoText(path.Base(name), demoShare[name]), 0o600); err != nil {
			return fmt.Errorf("demo share: %w", err)
		}
		changed := at.AddDate(0, 2*i, i)
		if err := os.Chtimes(to, changed, changed); err != nil {
			return fmt.Errorf("demo share: %w", err)
		}
	}
	p, err := d.w.Intake.Receive(ctx, dir, nil)
	if err != nil {
		return err
	}
	if _, err := d.w.Intake.Check(ctx, p.ID, intake.CheckOptions{Kind: intake.PlainKind}); err != nil {
		return err
	}
	if _, err := d.w.Intake.Decide(ctx, p.ID, intake.Accept, ""); err != nil {
		return err
	}
	rule, err := d.w.Shares.Rule(ctx, p, "", "thumbs")
	if err != nil {
		return err
	}
	l, meant, err := d.w.Shares.DecideOnShare(ctx, p.ID, shares.Means{Rule: rule}, record.RatingDestroy, "")
	if err != nil {
		return err
	}
	double, err := d.w.Shares.Doubles(ctx, l)
	if err != nil {
		return err
	}
	if len(double.Folders) != 1 || meant.Files != 2 {
		return fmt.Errorf("demo share: %d equal folders, %d files of litter", len(double.Folders), meant.Files)
	}
	d.step("cli.demo.share", p.Name, l.Folders[0].Files, len(l.Folders)-1, len(double.Folders), meant.Files)
	return nil
}

// demoText are sentences that tell one file of the demo from another; drafts of one thing
// begin alike.
func demoText(name string, sentences int) []byte {
	thing, _, _ := strings.Cut(strings.TrimSuffix(name, path.Ext(name)), "_")
	var out strings.Builder
	for i := range sentences {
		fmt.Fprintf(&out, "%s, Absatz %d: Der Rat der Gemeinde hat am %d. Tag darüber beraten und %d Anträge dazu behandelt.\n", thing, i+1,
			1+i*7%28, 3+i*5%11)
	}
	return []byte(out.String())
}
