package office

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/fulltext"
	"laufzettel/viewer/recognised"
	"laufzettel/viewer/sensitivity/found"
)

// NoteCopy registers a copy that leaves the folders the program clears by itself:
// a medium, a loan, an export (G13). key is a portion or the id of a package.
func (cs *Copies) NoteCopy(ctx context.Context, key string, kind copies.Kind, place, holder string, bytes int64) error {
	p, err := cs.PortionOf(ctx, key)
	if err != nil {
		return err
	}
	return cs.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		return copies.AddTx(ctx, tx, copies.Copy{Accession: p.AccessionID, Portion: p.ID, Kind: kind, Place: place, Holder: holder,
			Bytes: bytes, Made: cs.Office.Now()})
	})
}

// PortionOf finds a portion by its id or by a package of it.
func (cs *Copies) PortionOf(ctx context.Context, key string) (transfer.Portion, error) {
	p, err := cs.Portions.Get(ctx, key)
	if err == nil {
		return p, nil
	}
	pkg, lerr := cs.Portions.PackageByID(ctx, key)
	if errors.Is(lerr, transfer.ErrNoPackage) {
		return p, err
	}
	if lerr != nil {
		return p, lerr
	}
	return cs.Portions.Get(ctx, pkg.Portion)
}

// NoteExport registers files given out of a package; a package that is none of
// this workspace leaves no trace here.
func (cs *Copies) NoteExport(ctx context.Context, pkg *aip.Package, dir string, bytes int64) error {
	kind := copies.Export
	if rel, err := filepath.Rel(cs.Office.Dir, dir); err == nil && !strings.HasPrefix(rel, "..") {
		kind = copies.Use
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	pid := pkg.Metadata().PID
	if _, err := cs.PortionOf(ctx, pid); err != nil {
		return ctx.Err()
	}
	return cs.NoteCopy(ctx, pid, kind, dir, cs.Office.Actor(), bytes)
}

// RegisteredCopies brings the register of an accession up to date with what lies in the
// workspace and gives it, also what is gone (G13).
func (cs *Copies) RegisteredCopies(ctx context.Context, id string) ([]copies.Copy, error) {
	a, err := cs.Portions.Accession(ctx, id)
	if err != nil {
		return nil, err
	}
	portions, err := cs.Portions.OfAccession(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	var found []copies.Copy
	for _, p := range portions {
		here, err := cs.copiesHere(ctx, p)
		if err != nil {
			return nil, err
		}
		found = append(found, here...)
	}
	err = cs.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		for _, p := range portions {
			if err := copies.MoveTx(ctx, tx, p.ID, a.ID); err != nil {
				return err
			}
		}
		for _, c := range found {
			c.Accession, c.Made = a.ID, cs.Office.Now()
			if err := copies.AddTx(ctx, tx, c); err != nil {
				return err
			}
		}
		return cs.settle(ctx, tx, a.ID)
	})
	if err != nil {
		return nil, err
	}
	return copies.Of(ctx, cs.Office.Store, a.ID)
}

// settle notes registered copies as gone that are no longer where they were: a
// reader's use copy after its period, a delivered copy after a destruction.
func (cs *Copies) settle(ctx context.Context, tx *sql.Tx, accession string) error {
	all, err := copies.Of(ctx, cs.Office.Store, accession)
	if err != nil {
		return err
	}
	for _, c := range all {
		if !c.Gone.IsZero() || !cs.Ours(c) {
			continue
		}
		left, err := cs.StillThere(ctx, c)
		if err != nil {
			return err
		}
		if !left {
			if err := copies.GoneTx(ctx, tx, c.ID, cs.Office.Now(), "nicht mehr vorhanden", Program); err != nil {
				return err
			}
		}
	}
	return nil
}

// Ours reports whether this program can reach and delete a copy by itself.
func (cs *Copies) Ours(c copies.Copy) bool {
	switch c.Kind {
	case copies.Loan, copies.Medium, copies.Export:
		return false
	}
	return true
}

// copiesHere finds the copies of a portion in the workspace.
func (cs *Copies) copiesHere(ctx context.Context, p transfer.Portion) ([]copies.Copy, error) {
	var out []copies.Copy
	add := func(k copies.Kind, place string, bytes int64) {
		out = append(out, copies.Copy{Portion: p.ID, Kind: k, Place: place, Bytes: bytes})
	}
	packages, err := cs.Portions.Packages(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	places := map[string]copies.Kind{path.Join(DirInbox, p.ID): copies.Import}
	held, err := cs.BesidePackages(p)
	if err != nil {
		return nil, err
	}
	for _, name := range held {
		places[name] = copies.Package
	}
	for name, k := range places {
		if size, err := folderSize(cs.Office.Path(name)); err == nil {
			add(k, name, size)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, Disk("look for copies", err)
		}
	}
	for _, name := range cs.CachesOf(p) {
		if size, err := folderSize(cs.Office.Path(name)); err == nil {
			add(copies.Cache, name, size)
		}
	}
	if err := cs.useCopiesOf(packages, add); err != nil {
		return nil, err
	}
	for k, has := range map[copies.Kind]func(context.Context, transfer.Portion) (bool, error){copies.Journal: cs.hasJournal,
		copies.Index: cs.hasIndex, copies.Records: cs.hasRecords} {
		yes, err := has(ctx, p)
		if err != nil {
			return nil, err
		}
		if yes {
			add(k, string(k)+":"+p.ID, 0)
		}
	}
	slices.SortFunc(out, func(a, b copies.Copy) int { return strings.Compare(string(a.Kind)+a.Place, string(b.Kind)+b.Place) })
	return out, nil
}

// BesidePackages names what lies in the package folder of a portion: packages and
// work lists. Receipts and manifests are left out: they are evidence, no copy.
func (cs *Copies) BesidePackages(p transfer.Portion) ([]string, error) {
	dir := path.Join(DirPackages, p.ID)
	entries, err := os.ReadDir(cs.Office.Path(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, Disk("look for packages", err)
	}
	var out []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), receipt.SuffixReceipt) && !strings.HasSuffix(e.Name(), receipt.SuffixManifest) &&
			!strings.HasSuffix(e.Name(), receipt.SuffixMessage) {
			out = append(out, path.Join(dir, e.Name()))
		}
	}
	return out, nil
}

// LoanGoneTx notes that the giving out of a portion has ended.
func (cs *Copies) LoanGoneTx(ctx context.Context, tx *sql.Tx, portion, how string) error {
	all, err := copies.Of(ctx, cs.Office.Store, "")
	if err != nil {
		return err
	}
	for _, c := range all {
		if c.Kind == copies.Loan && c.Portion == portion && c.Gone.IsZero() && c.Place == WorkPlace(portion) {
			if err := copies.GoneTx(ctx, tx, c.ID, cs.Office.Now(), how, cs.Office.Actor()); err != nil {
				return err
			}
		}
	}
	return nil
}

// WorkPlace names a portion given out through the archive in the register.
func WorkPlace(portion string) string { return "Arbeitsliste " + portion }

// useCopiesOf finds the use copies of packages by their names.
func (cs *Copies) useCopiesOf(packages []transfer.Package, add func(copies.Kind, string, int64)) error {
	entries, err := os.ReadDir(cs.Office.Path(DirUse))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Disk("look for use copies", err)
	}
	for _, e := range entries {
		for _, pkg := range packages {
			if !strings.Contains(e.Name(), aip.FolderName(pkg.PID)) {
				continue
			}
			name := filepath.Join(cs.Office.Path(DirUse), e.Name())
			size, err := folderSize(name)
			if err != nil {
				return Disk("look for use copies", err)
			}
			add(copies.Use, name, size)
		}
	}
	return nil
}

// CachesOf names what the caches hold of a portion, as slash paths.
func (cs *Copies) CachesOf(p transfer.Portion) []string {
	var out []string
	_ = filepath.WalkDir(cs.Office.Path(DirCache), func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == cs.Office.Path(DirCache) {
			return nil // a folder that cannot be read holds nothing we made
		}
		rel, rerr := filepath.Rel(cs.Office.Dir, name)
		if rerr == nil && strings.Contains(d.Name(), p.ID) {
			out = append(out, filepath.ToSlash(rel))
			if d.IsDir() {
				return fs.SkipDir
			}
		}
		return nil
	})
	return out
}

// SharedCaches hold parts of documents under names of their own; they are emptied
// whole, what is still needed is made again.
var SharedCaches = []string{"cache/outside", "cache/tables", DirSpool}

// StillThere reports whether a copy of ours is there.
func (cs *Copies) StillThere(ctx context.Context, c copies.Copy) (bool, error) {
	p, err := cs.Portions.Get(ctx, c.Portion)
	if err != nil {
		return false, err
	}
	switch c.Kind {
	case copies.Journal:
		return cs.hasJournal(ctx, p)
	case copies.Index:
		return cs.hasIndex(ctx, p)
	case copies.Records:
		return cs.hasRecords(ctx, p)
	}
	name := c.Place
	if !filepath.IsAbs(name) {
		name = cs.Office.Path(name)
	}
	_, err = os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return true, Disk("look for copy", err)
}

func (cs *Copies) hasJournal(ctx context.Context, p transfer.Portion) (bool, error) {
	if p.Run == "" {
		return false, nil
	}
	found := errors.New("found")
	err := cs.Journal.Load(ctx, p.Run, func(check.FileFact) error { return found })
	if errors.Is(err, found) {
		return true, nil
	}
	return false, err
}

func (cs *Copies) hasRecords(ctx context.Context, p transfer.Portion) (bool, error) {
	return transfer.HoldsObjects(ctx, cs.Office.Store, p.ID)
}

func (cs *Copies) hasIndex(ctx context.Context, p transfer.Portion) (bool, error) {
	packages, err := cs.Portions.Packages(ctx, p.ID)
	if err != nil {
		return false, err
	}
	for _, pkg := range packages {
		if has, err := cs.Catalog.Holds(ctx, pkg.PID); has || err != nil {
			return has, err
		}
	}
	if has, err := found.Holds(ctx, cs.Office.Store, p.ID); has || err != nil {
		return has, err
	}
	if has, err := recognised.Holds(ctx, cs.Office.Store, p.ID); has || err != nil {
		return has, err
	}
	return fulltext.Holds(ctx, cs.Office.Store, p.ID)
}

// CopyGone notes, on the word of the person now acting, that a copy out of our
// reach is gone: a medium destroyed, a laptop back and cleared.
func (cs *Copies) CopyGone(ctx context.Context, id int64, note string) error {
	person, err := cs.Office.MustPerson(people.Close, "note copy")
	if err != nil {
		return err
	}
	if note = strings.TrimSpace(note); note == "" {
		return failure.New(failure.Refused, "note copy", wording.Say("hint.office.copy-gone-how"))
	}
	all, err := copies.Of(ctx, cs.Office.Store, "")
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(c copies.Copy) bool { return c.ID == id })
	if i >= 0 && cs.Ours(all[i]) {
		return failure.New(failure.Refused, "note copy", wording.Say("hint.office.copy-in-workspace"))
	}
	return cs.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := copies.GoneTx(ctx, tx, id, cs.Office.Now(), note, person); err != nil {
			return err
		}
		return cs.Log.Entry(ctx, cs.Office.Event(events.Noted, all[i].Accession, all[i].Portion, "copy-gone",
			map[string]string{"kind": string(all[i].Kind), "person": person}))(tx)
	})
}

// folderSize adds up the files at and below a path.
func folderSize(name string) (int64, error) {
	if _, err := os.Lstat(name); err != nil {
		return 0, err
	}
	var size int64
	err := filepath.WalkDir(name, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}

// objectCopy judges a change of the register of copies, "" = it counts: whoever gives
// something out enters it, and no row goes or becomes another one. That a copy is gone
// which is out of our reach says a person with the right to it; of others the program
// tells it, and looks again where they lay before anything rests on it.
func (f *fold) objectCopy(who *author, r statedRow) string {
	h := f.row(r.Table, r.Key...)
	row := strings.Join(r.Key, " ")
	if r.Gone {
		return "streicht die Kopie " + row + " aus dem Verzeichnis."
	}
	if !h.there() {
		if r.Set["gone"] != "n" {
			return "trägt die Kopie " + row + " als schon gelöscht ein."
		}
		return ""
	}
	for c := range r.Set {
		if c != "gone" && c != "how" && c != "person" {
			return "macht aus der Kopie " + row + " eine andere."
		}
	}
	outside := copies.Kind(plainCell(h.cell("kind").value)).Outside()
	if outside && (who == nil || !who.can(people.Close) && !who.can(people.Lend)) {
		return "nennt die Kopie " + row + " gelöscht, und niemand mit dem Recht dazu hat es unterschrieben."
	}
	return ""
}
