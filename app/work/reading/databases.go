package reading

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
)

// DirTables holds the block files of database tables that were looked at; they
// are copies of delivered content (G13).
const DirTables = "cache/tables"

// keptTables is how long a block file stays after its last use.
const keptTables = 14 * 24 * time.Hour

// OpenDatabase opens a SIARD archive: a file or unpacked folder on disk, or the
// document of an archival package that name or number names ("" = its only one).
// application is the number that opens a closed object. pkg is the package it lies
// in, nil for a file of its own; done releases all. Error: Refused where there is none.
func (rm *Room) OpenDatabase(ctx context.Context, key, document, application string) (a *tables.Archive, pkg *aip.Package, done func(), err error) {
	if info, err := os.Stat(key); err == nil && document == "" && !rm.Office.Kiosk() {
		if a, done, err := rm.databaseFile(ctx, key, info); a != nil || err != nil {
			return a, nil, done, err
		}
	}
	pkg, err = rm.Gate.OpenReleased(ctx, key, application)
	if _, refused := errors.AsType[*container.Refused](err); refused || errors.Is(err, aip.ErrNotPackage) {
		return nil, nil, nil, noDatabase(key)
	}
	if err != nil {
		return nil, nil, nil, err
	}
	a, release, err := rm.packedDatabase(ctx, pkg, key, document, application)
	if err != nil {
		return nil, nil, nil, errors.Join(err, pkg.Close())
	}
	return a, pkg, func() { release(); _ = pkg.Close() }, nil // read only
}

func (rm *Room) packedDatabase(ctx context.Context, pkg *aip.Package, key, document, application string) (*tables.Archive, func(), error) {
	name := databaseIn(pkg, document)
	if name == "" {
		return nil, nil, noDatabase(key)
	}
	if err := rm.NoteShown(ctx, pkg.Metadata().PID, name, application); err != nil {
		return nil, nil, err
	}
	src, release, err := rm.packageSource(ctx, pkg, name, "")
	if err != nil {
		return nil, nil, err
	}
	return rm.database(ctx, src, release)
}

func noDatabase(key string) error {
	return failure.New(failure.Refused, "open database "+key, "„"+path.Base(key)+"“ ist keine Datenbank im Format SIARD und enthält keine. Gezeigt werden SIARD-Dateien (.siard), auch entpackte und solche in Archivpaketen.")
}

// databaseFile opens a file or folder on disk; nil: it is no SIARD archive.
func (rm *Room) databaseFile(ctx context.Context, key string, info os.FileInfo) (*tables.Archive, func(), error) {
	if info.IsDir() {
		t, err := container.Open(ctx, key, rm.Intake.ContainerOptions())
		if err != nil {
			return nil, nil, err
		}
		a, err := tables.OpenTree(ctx, t, rm.Tables, "")
		if err != nil {
			return nil, nil, t.Close()
		}
		if err := rm.Gate.mayShowFile(ctx, key); err != nil {
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
	if err != nil || !rm.Tables.Reads(src, head) {
		return nil, nil, errors.Join(err, f.Close())
	}
	if err := rm.Gate.mayShowFile(ctx, key); err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return rm.database(ctx, src, func() { _ = f.Close() })
}

func (rm *Room) database(ctx context.Context, src viewer.Source, release func()) (*tables.Archive, func(), error) {
	a, err := rm.Tables.OpenArchive(ctx, src)
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
			known[f.Path] = strings.TrimPrefix(FileField(f, "registry"), "PRONOM ")
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
