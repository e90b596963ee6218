package reading

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/report"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/access"
)

// printed is the event of a document given to a printer or to what prints it.
const printed events.Type = "printed"

// printPeriod is how long the file behind a print stays: what prints may read it
// later than it was told to.
const printPeriod = 24 * time.Hour

// maxPrinted bounds the text that is set as pages for printing, in bytes.
const maxPrinted = 2 << 20

// Print gives a file of an object to a printer: a copy in the folder of use copies,
// read-only, for a day, logged (A23). Text, tables and mail are set as PDF/A with
// the citation. print nil: the printer of this machine. Errors: Refused without the
// right and for formats that cannot be printed from here.
func (o *Opened) Print(ctx context.Context, name string, print office.Printer) (UseCopy, error) {
	pkg, err := o.mayUse(ctx, access.Print)
	if err != nil {
		return UseCopy{}, err
	}
	d, u := pkg.Metadata(), o.room.Uses
	if !u.Office.Kiosk() {
		if _, err := u.Office.Allow(ctx, people.Use, "use copy"); err != nil {
			return UseCopy{}, err
		}
	}
	if print == nil {
		if print = u.Office.Opts.Printer; print == nil {
			print = systemPrinter
		}
	}
	target, size := "", int64(0)
	c, err := u.useCopy(ctx, d.PID, printPeriod, func(ctx context.Context, dir string) (n int, err error) {
		target, size, err = o.printFile(ctx, pkg, name, dir)
		return 1, err
	})
	if err != nil {
		return UseCopy{}, err
	}
	c.Path = target
	if err := u.Copies.NoteExport(ctx, pkg, target, size); err != nil {
		return c, err
	}
	err = print(ctx, target, path.Base(name))
	outcome := "ok"
	if err != nil {
		outcome = "failed"
		err = errors.Join(err, os.RemoveAll(filepath.Dir(target)))
	}
	detail := map[string]string{"application": o.asker.Application, "file": name}
	return c, errors.Join(err, u.Office.Store.WithTx(ctx, u.Log.Entry(ctx, u.Office.Event(printed, d.PID, "", outcome, detail))))
}

// asIs are the formats that printers of every system take.
var asIs = []string{"application/pdf", "image/jpeg", "image/png"}

// printFile writes what is printed into dir.
func (o *Opened) printFile(ctx context.Context, pkg *aip.Package, name, dir string) (target string, size int64, err error) {
	i := slices.IndexFunc(pkg.Files(), func(l aip.Listed) bool { return l.Path == name })
	if i < 0 {
		return "", 0, failure.New(failure.Refused, "print "+name, wording.Say("hint.reading.file-not-in-package"))
	}
	l := pkg.Files()[i]
	if slices.Contains(asIs, l.MIME) {
		target = filepath.Join(dir, "druck"+office.SafeExt(name))
		r, err := pkg.OpenFile(ctx, name)
		if err != nil {
			return "", 0, err
		}
		return target, l.Size, errors.Join(office.WriteAll(target, stop.Reader(ctx, r)), r.Close())
	}
	doc, done, err := o.Document(ctx, name)
	if err != nil {
		return "", 0, err
	}
	defer done()
	text := ""
	// What an office file shows here is its text and tables, not its page: that is not printed.
	if _, pages := doc.(viewer.Pager); !pages && doc.Info().Kind != viewer.Office {
		if text, err = viewer.FullText(ctx, doc, maxPrinted); err != nil {
			return "", 0, err
		}
	}
	if strings.TrimSpace(text) == "" {
		return "", 0, failure.New(failure.Refused, "print "+name, wording.Say("hint.reading.format-not-printable"))
	}
	target = filepath.Join(dir, "druck.pdf")
	return target, int64(len(text)), o.room.Uses.setText(target, pkg.Metadata(), name, doc.Info(), text)
}

// setText sets a text as pages that say where it comes from.
func (u *Uses) setText(target string, d aip.Description, name string, in viewer.Info, text string) error {
	head := report.KeyValues{{Label: "Signatur", Value: d.ReferenceCode}, {Label: "Kennung", Value: d.PID, Mono: true},
		{Label: "Datei", Value: path.Base(name)}, {Label: "Format", Value: in.Format}}
	blocks := []report.Block{head}
	for part := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		blocks = append(blocks, report.Paragraph{Text: part})
	}
	doc := report.Document{Kind: "print", Title: path.Base(name), Author: u.Office.Settings.Get().Archive, Tool: office.Program + " " +
		office.Version, Created: u.Office.Now(), Blocks: blocks}
	return office.WriteFile(target, func(out io.Writer) error { return report.Write(out, doc) })
}
