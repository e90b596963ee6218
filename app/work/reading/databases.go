package reading

import (
	"context"
	"errors"
	"os"
	"path"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	tables "laufzettel/viewer/siard"
)

// DirTables holds the block files of database tables that were looked at; they
// are copies of delivered content (G13).
const DirTables = "cache/tables"

// keptTables is how long a block file stays after its last use.
const keptTables = 14 * 24 * time.Hour

// Database opens a SIARD archive: the file, unpacked folder or delivery that was opened, or
// the document of a package that name or number names ("" = its only one). done releases
// it. Error: Refused where there is none.
func (o *Opened) Database(ctx context.Context, document string) (a *tables.Archive, done func(), err error) {
	if o.outside != nil && document == "" {
		if a, done, err := o.databaseFile(ctx); a != nil || err != nil {
			return a, done, err
		}
	}
	if o.delivery != nil && document == "" {
		return o.databaseDelivered(ctx)
	}
	if o.ours == nil {
		return nil, nil, noDatabase(o.key)
	}
	pkg, err := o.content(ctx)
	if err != nil {
		return nil, nil, err
	}
	name := databaseIn(pkg, document)
	if name == "" {
		return nil, nil, noDatabase(o.key)
	}
	if err := o.NoteShown(ctx, name); err != nil {
		return nil, nil, err
	}
	src, release, err := o.room.packageSource(ctx, pkg, name, "")
	if err != nil {
		return nil, nil, err
	}
	return o.room.database(ctx, src, release)
}

// databaseDelivered opens the database a delivery is, before it is packaged.
func (o *Opened) databaseDelivered(ctx context.Context) (*tables.Archive, func(), error) {
	t, err := o.tree(ctx)
	if err != nil {
		return nil, nil, err
	}
	a, err := tables.OpenTree(ctx, t, o.room.tables, "") // no lasting copy of what may still go back
	if err != nil {
		return nil, nil, errors.Join(err, t.Close())
	}
	return a, func() { _ = a.Close() }, nil
}

func noDatabase(key string) error {
	return failure.New(failure.Refused, "open database "+key, wording.Say("hint.reading.not-a-database", path.Base(key)))
}

// databaseFile opens a file or folder on disk; nil: it is no SIARD archive.
func (o *Opened) databaseFile(ctx context.Context) (*tables.Archive, func(), error) {
	if err := o.Shown(ctx); err != nil {
		return nil, nil, err
	}
	info, err := os.Stat(o.key)
	if err != nil {
		return nil, nil, office.Disk("open "+o.key, err)
	}
	rm := o.room
	if info.IsDir() {
		t, err := container.Open(ctx, o.key, rm.Intake.ContainerOptions())
		if err != nil {
			return nil, nil, err
		}
		a, err := tables.OpenTree(ctx, t, rm.tables, "")
		if err != nil {
			return nil, nil, t.Close()
		}
		return a, func() { _ = a.Close() }, nil
	}
	f, err := os.Open(o.key)
	if err != nil {
		return nil, nil, failure.Wrap(failure.Setup, "open "+o.key, wording.Say("hint.reading.database-forbidden", o.key), err)
	}
	src := viewer.Source{Name: o.key, Content: f, Size: info.Size()}
	head, err := viewer.Head(src)
	if err != nil || !rm.tables.Reads(src, head) {
		return nil, nil, errors.Join(err, f.Close())
	}
	return rm.database(ctx, src, func() { _ = f.Close() })
}

func (rm *Room) database(ctx context.Context, src viewer.Source, release func()) (*tables.Archive, func(), error) {
	a, err := rm.tables.OpenArchive(ctx, src)
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
