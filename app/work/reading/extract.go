package reading

import (
	"context"
	"crypto/sha512"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/access"
)

// extracted is the event of a part of an object saved as a file.
const extracted events.Type = "extracted"

// MayExtract tells whether parts of the content may be saved as files: by the staff
// only, of what may be shown today, and of what an application opened only with the
// right to copy (A23, A25).
func (o *Opened) MayExtract(ctx context.Context) error {
	_, err := o.mayExtract(ctx)
	return err
}

// mayExtract is MayExtract that gives the package, nil for what is none of ours.
func (o *Opened) mayExtract(ctx context.Context) (*aip.Package, error) {
	if err := o.room.Office.Staff("save part"); err != nil {
		return nil, err
	}
	if o.ours == nil {
		return nil, o.Shown(ctx)
	}
	return o.mayUse(ctx, access.Copy)
}

// Extract writes a part of the content - rows of a table, a large object - into a new
// file and gives its size; nothing stays of a part cut short. The act is logged, and
// what comes out of a package of ours joins the register of copies (G13). Errors:
// Refused where the file is there already.
func (o *Opened) Extract(ctx context.Context, target string, write func(ctx context.Context, out io.Writer) error) (int64, error) {
	f, err := o.extract(ctx, target, write)
	return f.Size, err
}

// extract is Extract that also gives the digest of what was written.
func (o *Opened) extract(ctx context.Context, target string, write func(ctx context.Context, out io.Writer) error) (SheetFile, error) {
	pkg, err := o.mayExtract(ctx)
	if err != nil {
		return SheetFile{}, err
	}
	u := o.room.Uses
	if _, err := u.Office.Allow(ctx, people.Use, "save part"); err != nil {
		return SheetFile{}, err
	}
	out, err := writePart(ctx, target, write)
	if err != nil {
		return SheetFile{}, err
	}
	subject := o.PID()
	detail := map[string]string{"file": out.Path, "bytes": fmt.Sprint(out.Size), "sha512": out.SHA512}
	if pkg == nil {
		subject, detail["from"] = filepath.Base(o.key), o.key
	}
	if err := u.Office.Store.WithTx(ctx, u.Log.Entry(ctx, u.Office.Event(extracted, subject, "", "ok", detail))); err != nil {
		return out, errors.Join(err, os.Remove(target)) // what is not logged is not given out
	}
	if pkg == nil {
		return out, nil
	}
	return out, u.Copies.NoteExport(ctx, pkg, target, out.Size)
}

// writePart writes into a file that must not be there yet.
func writePart(ctx context.Context, target string, write func(ctx context.Context, out io.Writer) error) (SheetFile, error) {
	f, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return SheetFile{}, failure.Wrap(failure.Refused, "write "+target, wording.Say("hint.cli.target-exists", target), err)
	}
	if err != nil {
		return SheetFile{}, failure.Wrap(failure.Setup, "write "+target, wording.Say("hint.cli.file-not-made"), err)
	}
	c := &countingWriter{w: f, sum: sha512.New()}
	err = write(ctx, c)
	if err := errors.Join(err, office.Disk("write part", errors.Join(f.Sync(), f.Close()))); err != nil {
		return SheetFile{}, errors.Join(err, os.Remove(target))
	}
	return SheetFile{Path: filepath.Base(target), Size: c.n, SHA512: fmt.Sprintf("%x", c.sum.Sum(nil))}, nil
}

// ExtractCopy is Extract into a use copy, which goes away by itself (A23), with the
// digest and an integrity sheet beside the file as a copy handed out has them.
func (o *Opened) ExtractCopy(ctx context.Context, name string, write func(ctx context.Context, out io.Writer) error) (UseCopy, error) {
	if o.ours == nil {
		return UseCopy{}, failure.New(failure.Refused, "make use copy", wording.Say("hint.reading.foreign-single-copies"))
	}
	pkg, err := o.mayExtract(ctx)
	if err != nil {
		return UseCopy{}, err
	}
	u := o.room.Uses
	if _, err := u.Office.Allow(ctx, people.Use, "use copy"); err != nil {
		return UseCopy{}, err
	}
	target := ""
	c, err := u.useCopy(ctx, o.PID(), 0, func(ctx context.Context, dir string) (int, error) {
		target = filepath.Join(dir, besidePapers(filepath.Base(name)))
		part, err := o.extract(ctx, target, write)
		if err != nil {
			return 0, err
		}
		root, err := os.OpenRoot(dir)
		if err != nil {
			return 0, office.Disk("write integrity sheet", err)
		}
		_, err = u.sheetPapers(ctx, folderSink{root}, u.partSheet(pkg, part))
		return 1, errors.Join(err, root.Close())
	})
	if err == nil {
		c.Path = target
	}
	return c, err
}

// besidePapers gives a part a name that none of the papers beside it has.
func besidePapers(name string) string {
	if slices.ContainsFunc([]string{sheetNames.pdf, sheetNames.json, sheetNames.signed, sheetSums},
		func(p string) bool { return strings.EqualFold(p, name) }) {
		return "teil-" + name
	}
	return name
}

// partSheet is the integrity sheet of one file written out of a package. The digest
// is that of the file; the package is not proved for it, which may take hours.
func (u *Uses) partSheet(pkg *aip.Package, part SheetFile) Sheet {
	s := u.sheet(pkg, nil)
	s.Part, s.Sound, s.Files = true, false, []SheetFile{part}
	return s
}

// countingWriter counts what is written and forms its digest.
type countingWriter struct {
	w   io.Writer
	n   int64
	sum hash.Hash
}

// Write implements io.Writer.
func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	c.sum.Write(p[:n])
	return n, err
}
