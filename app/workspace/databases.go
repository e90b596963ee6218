package workspace

import (
	"context"
	"errors"
	"os"
	"path"
	"strings"
	"time"

	"laufzettel/transfer/aip"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/viewer"
	tables "laufzettel/viewer/siard"
	"laufzettel/viewer/text"
	sites "laufzettel/viewer/website"
)

// dirTables holds the block files of database tables that were looked at; they
// are copies of delivered content (G13).
const dirTables = "cache/tables"

// keptTables is how long a block file stays after its last use.
const keptTables = 14 * 24 * time.Hour

// opener lists the readers of all formats this program shows, the particular
// before the general.
func (w *Workspace) opener() *viewer.Opener {
	var o *viewer.Opener
	inner := func(ctx context.Context, src viewer.Source) (viewer.Document, error) { return o.Open(ctx, src) }
	w.tables = tables.Reader{Cache: w.path(dirTables), Inner: inner}
	o = viewer.NewOpener(w.tables, sites.Reader{Inner: inner}, w.Child, text.Reader{})
	return o
}

// OpenDatabase opens a SIARD archive: a file or unpacked folder on disk, or the
// document of an archival package that name or number names ("" = its only one).
// application is the number that opens a closed object. pkg is the package it lies
// in, nil for a file of its own; done releases all. Error: Refused where there is none.
func (w *Workspace) OpenDatabase(ctx context.Context, key, document, application string) (a *tables.Archive, pkg *aip.Package, done func(), err error) {
	if info, err := os.Stat(key); err == nil && document == "" && !w.Kiosk() {
		if a, done, err := w.databaseFile(ctx, key, info); a != nil || err != nil {
			return a, nil, done, err
		}
	}
	pkg, err = w.OpenReleased(ctx, key, application)
	if _, refused := errors.AsType[*container.Refused](err); refused || errors.Is(err, aip.ErrNotPackage) {
		return nil, nil, nil, noDatabase(key)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	a, release, err := w.packedDatabase(ctx, pkg, key, document, application)
	if err != nil {
		return nil, nil, nil, errors.Join(err, pkg.Close())
	}
	return a, pkg, func() { release(); _ = pkg.Close() }, nil // read only
}

func (w *Workspace) packedDatabase(ctx context.Context, pkg *aip.Package, key, document, application string) (*tables.Archive, func(), error) {
	name := databaseIn(pkg, document)
	if name == "" {
		return nil, nil, noDatabase(key)
	}
	if err := w.NoteShown(ctx, pkg.Metadata().PID, name, application); err != nil {
		return nil, nil, err
	}
	src, release, err := w.packageSource(ctx, pkg, name, "")
	if err != nil {
		return nil, nil, err
	}
	return w.database(ctx, src, release)
}

func noDatabase(key string) error {
	return failure.New(failure.Refused, "open database "+key, "„"+path.Base(key)+"“ ist keine Datenbank im Format SIARD und enthält keine. Gezeigt werden SIARD-Dateien (.siard), auch entpackte und solche in Archivpaketen.")
}

// databaseFile opens a file or folder on disk; nil: it is no SIARD archive.
func (w *Workspace) databaseFile(ctx context.Context, key string, info os.FileInfo) (*tables.Archive, func(), error) {
	if info.IsDir() {
		t, err := container.Open(ctx, key, w.containerOptions())
		if err != nil {
			return nil, nil, err
		}
		a, err := tables.OpenTree(ctx, t, w.tables, "")
		if err != nil {
			return nil, nil, t.Close()
		}
		if err := w.mayShowFile(ctx, key); err != nil {
			return nil, nil, errors.Join(err, a.Close())
		}
		return a, func() { _ = a.Close() }, nil
	}
	f, err := os.Open(key)
	if err != nil {
		return nil, nil, failure.Wrap(failure.Setup, "open "+key, "„"+key+"“ darf nicht gelesen werden. Bitte die Zugriffsrechte prüfen lassen.", err)
	}
	src := viewer.Source{Name: key, Content: f, Size: info.Size()}
	head, err := viewer.Head(src)
	if err != nil || !w.tables.Reads(src, head) {
		return nil, nil, errors.Join(err, f.Close())
	}
	if err := w.mayShowFile(ctx, key); err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return w.database(ctx, src, func() { _ = f.Close() })
}

func (w *Workspace) database(ctx context.Context, src viewer.Source, release func()) (*tables.Archive, func(), error) {
	a, err := w.tables.OpenArchive(ctx, src)
	if err != nil {
		release()
		return nil, nil, err
	}
	a.WhenClosed(release)
	return a, func() { _ = a.Close() }, nil
}

// databaseIn finds the SIARD file a document names, else the only one there is.
func databaseIn(pkg *aip.Package, document string) string {
	known := map[string]string{} // what identification said: the name may be another
	for _, d := range pkg.Documents() {
		for _, f := range d.Entry.Files {
			known[f.Path] = strings.TrimPrefix(fileField(f, "registry"), "PRONOM ")
		}
	}
	var found []string
	for _, l := range pkg.Files() {
		if (tables.Reader{}).Reads(viewer.Source{Name: l.Path, PUID: known[l.Path]}, nil) {
			found = append(found, l.Path)
		}
	}
	for _, p := range found {
		if p == document || path.Base(p) == document {
			return p
		}
	}
	if len(found) == 1 && document == "" {
		return found[0]
	}
	return ""
}
