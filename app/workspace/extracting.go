package workspace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/viewer/access"
)

// extracted is the event of a part of an object saved as a file.
const extracted events.Type = "extracted"

// MayExtract tells whether parts of an object's content may be saved as files: by
// the staff only, of what may be shown today, and of what an application opened
// only with the right to copy (A23, A25).
func (w *Workspace) MayExtract(ctx context.Context, d aip.Description, application string) error {
	if err := w.Staff("save part"); err != nil {
		return err
	}
	if err := w.Released(ctx, d, application); err != nil {
		return err
	}
	return w.MayDo(ctx, d, access.Copy)
}

// Extract writes a part of an object's content - rows of a table, a large object -
// into a new file and gives its size; nothing stays of a part cut short. The act is
// logged, and the file joins the register of copies (G13). pkg nil: the content
// belongs to no package. Callers ask MayExtract before. Errors: Refused where the
// file is there already.
func (w *Workspace) Extract(ctx context.Context, pkg *aip.Package, target string, write func(ctx context.Context, out io.Writer) error) (int64, error) {
	if err := w.Staff("save part"); err != nil {
		return 0, err
	}
	if _, err := w.allow(ctx, "save part"); err != nil {
		return 0, err
	}
	f, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return 0, failure.Wrap(failure.Refused, "write "+target, "„"+target+"“ gibt es schon und wird nicht überschrieben. Bitte einen anderen Namen nennen.", err)
	}
	if err != nil {
		return 0, failure.Wrap(failure.Setup, "write "+target, "Die Datei lässt sich dort nicht anlegen. Bitte Pfad und Rechte prüfen.", err)
	}
	c := &countingWriter{w: f}
	err = write(ctx, c)
	if err := errors.Join(err, disk("write part", errors.Join(f.Sync(), f.Close()))); err != nil {
		return 0, errors.Join(err, os.Remove(target))
	}
	if pkg == nil {
		return c.n, nil
	}
	detail := map[string]string{"file": filepath.Base(target), "bytes": fmt.Sprint(c.n)}
	if err := w.store.WithTx(ctx, w.log(ctx, w.event(extracted, pkg.Metadata().PID, "", "ok", detail))); err != nil {
		return c.n, errors.Join(err, os.Remove(target)) // what is not logged is not given out
	}
	return c.n, w.noteExport(ctx, pkg, target, c.n)
}

// ExtractCopy is Extract into a use copy, which goes away by itself (A23).
func (w *Workspace) ExtractCopy(ctx context.Context, pkg *aip.Package, name string, write func(ctx context.Context, out io.Writer) error) (UseCopy, error) {
	target := ""
	c, err := w.UseCopy(ctx, pkg.Metadata().PID, 0, func(ctx context.Context, dir string) (int, error) {
		target = filepath.Join(dir, filepath.Base(name))
		_, err := w.Extract(ctx, pkg, target, write)
		return 1, err
	})
	if err == nil {
		c.Path = target
	}
	return c, err
}

// countingWriter counts what is written.
type countingWriter struct {
	w io.Writer
	n int64
}

// Write implements io.Writer.
func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
