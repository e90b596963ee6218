package workspace

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
	"laufzettel/viewer/fulltext"
)

// NoteCopy registers a copy that leaves the folders the program clears by itself:
// a medium, a loan, an export (G13). key is a portion or the id of a package.
func (w *Workspace) NoteCopy(ctx context.Context, key string, kind copies.Kind, place, holder string, bytes int64) error {
	p, err := w.portionOf(ctx, key)
	if err != nil {
		return err
	}
	return w.store.WithTx(ctx, func(tx *sql.Tx) error {
		return copies.AddTx(ctx, tx, copies.Copy{Accession: p.AccessionID, Portion: p.ID, Kind: kind, Place: place, Holder: holder, Bytes: bytes, Made: w.Now()})
	})
}

// portionOf finds a portion by its id or by a package of it.
func (w *Workspace) portionOf(ctx context.Context, key string) (transfer.Portion, error) {
	p, err := w.Portions.Get(ctx, key)
	if err == nil {
		return p, nil
	}
	packages, lerr := w.Portions.Packages(ctx, "")
	if lerr != nil {
		return p, lerr
	}
	for _, pkg := range packages {
		if pkg.PID == key {
			return w.Portions.Get(ctx, pkg.Portion)
		}
	}
	return p, err
}

// noteExport registers files given out of a package; a package that is none of
// this workspace leaves no trace here.
func (w *Workspace) noteExport(ctx context.Context, pkg *aip.Package, dir string, bytes int64) error {
	kind := copies.Export
	if rel, err := filepath.Rel(w.Dir, dir); err == nil && !strings.HasPrefix(rel, "..") {
		kind = copies.Use
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	pid := pkg.Metadata().PID
	if _, err := w.portionOf(ctx, pid); err != nil {
		return ctx.Err()
	}
	return w.NoteCopy(ctx, pid, kind, dir, w.actor(), bytes)
}

// RegisteredCopies brings the register of an accession up to date with what lies in the
// workspace and gives it, also what is gone (G13).
func (w *Workspace) RegisteredCopies(ctx context.Context, id string) ([]copies.Copy, error) {
	a, err := w.Portions.Accession(ctx, id)
	if err != nil {
		return nil, err
	}
	portions, err := w.Portions.OfAccession(ctx, a.ID)
	if err != nil {
		return nil, err
	}
	var found []copies.Copy
	for _, p := range portions {
		here, err := w.copiesHere(ctx, p)
		if err != nil {
			return nil, err
		}
		found = append(found, here...)
	}
	err = w.store.WithTx(ctx, func(tx *sql.Tx) error {
		for _, p := range portions {
			if err := copies.MoveTx(ctx, tx, p.ID, a.ID); err != nil {
				return err
			}
		}
		for _, c := range found {
			c.Accession, c.Made = a.ID, w.Now()
			if err := copies.AddTx(ctx, tx, c); err != nil {
				return err
			}
		}
		return w.settle(ctx, tx, a.ID)
	})
	if err != nil {
		return nil, err
	}
	return copies.Of(ctx, w.store, a.ID)
}

// settle notes registered copies as gone that are no longer where they were: a
// reader's use copy after its period, a delivered copy after a destruction.
func (w *Workspace) settle(ctx context.Context, tx *sql.Tx, accession string) error {
	all, err := copies.Of(ctx, w.store, accession)
	if err != nil {
		return err
	}
	for _, c := range all {
		if !c.Gone.IsZero() || !w.ours(c) {
			continue
		}
		left, err := w.stillThere(ctx, c)
		if err != nil {
			return err
		}
		if !left {
			if err := copies.GoneTx(ctx, tx, c.ID, w.Now(), "nicht mehr vorhanden", Program); err != nil {
				return err
			}
		}
	}
	return nil
}

// ours reports whether this program can reach and delete a copy by itself.
func (w *Workspace) ours(c copies.Copy) bool {
	switch c.Kind {
	case copies.Loan, copies.Medium, copies.Export:
		return false
	}
	return true
}

// copiesHere finds the copies of a portion in the workspace.
func (w *Workspace) copiesHere(ctx context.Context, p transfer.Portion) ([]copies.Copy, error) {
	var out []copies.Copy
	add := func(k copies.Kind, place string, bytes int64) {
		out = append(out, copies.Copy{Portion: p.ID, Kind: k, Place: place, Bytes: bytes})
	}
	packages, err := w.Portions.Packages(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	places := map[string]copies.Kind{path.Join(dirInbox, p.ID): copies.Import}
	held, err := w.besidePackages(p)
	if err != nil {
		return nil, err
	}
	for _, name := range held {
		places[name] = copies.Package
	}
	for name, k := range places {
		if size, err := folderSize(w.path(name)); err == nil {
			add(k, name, size)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, disk("look for copies", err)
		}
	}
	for _, name := range w.cachesOf(p) {
		if size, err := folderSize(w.path(name)); err == nil {
			add(copies.Cache, name, size)
		}
	}
	if err := w.useCopiesOf(packages, add); err != nil {
		return nil, err
	}
	for k, has := range map[copies.Kind]func(context.Context, transfer.Portion) (bool, error){copies.Journal: w.hasJournal, copies.Index: w.hasIndex, copies.Records: w.hasRecords} {
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

// besidePackages names what lies in the package folder of a portion: packages and
// work lists. Receipts and manifests are left out: they are evidence, no copy.
func (w *Workspace) besidePackages(p transfer.Portion) ([]string, error) {
	dir := path.Join(dirPackages, p.ID)
	entries, err := os.ReadDir(w.path(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, disk("look for packages", err)
	}
	var out []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), receipt.SuffixReceipt) && !strings.HasSuffix(e.Name(), receipt.SuffixManifest) && !strings.HasSuffix(e.Name(), receipt.SuffixMessage) {
			out = append(out, path.Join(dir, e.Name()))
		}
	}
	return out, nil
}

// loanGoneTx notes that the giving out of a portion has ended.
func (w *Workspace) loanGoneTx(ctx context.Context, tx *sql.Tx, portion, how string) error {
	all, err := copies.Of(ctx, w.store, "")
	if err != nil {
		return err
	}
	for _, c := range all {
		if c.Kind == copies.Loan && c.Portion == portion && c.Gone.IsZero() && c.Place == workPlace(portion) {
			if err := copies.GoneTx(ctx, tx, c.ID, w.Now(), how, w.actor()); err != nil {
				return err
			}
		}
	}
	return nil
}

// workPlace names a portion given out through the archive in the register.
func workPlace(portion string) string { return "Arbeitsliste " + portion }

// useCopiesOf finds the use copies of packages by their names.
func (w *Workspace) useCopiesOf(packages []transfer.Package, add func(copies.Kind, string, int64)) error {
	entries, err := os.ReadDir(w.path(dirUse))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return disk("look for use copies", err)
	}
	for _, e := range entries {
		for _, pkg := range packages {
			if !strings.Contains(e.Name(), aip.FolderName(pkg.PID)) {
				continue
			}
			name := filepath.Join(w.path(dirUse), e.Name())
			size, err := folderSize(name)
			if err != nil {
				return disk("look for use copies", err)
			}
			add(copies.Use, name, size)
		}
	}
	return nil
}

// cachesOf names what the caches hold of a portion, as slash paths.
func (w *Workspace) cachesOf(p transfer.Portion) []string {
	var out []string
	_ = filepath.WalkDir(w.path(dirCache), func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == w.path(dirCache) {
			return nil // a folder that cannot be read holds nothing we made
		}
		rel, rerr := filepath.Rel(w.Dir, name)
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

// sharedCaches hold parts of documents under names of their own; they are emptied
// whole, what is still needed is made again.
var sharedCaches = []string{"cache/outside", "cache/tables", dirSpool}

// stillThere reports whether a copy of ours is there.
func (w *Workspace) stillThere(ctx context.Context, c copies.Copy) (bool, error) {
	p, err := w.Portions.Get(ctx, c.Portion)
	if err != nil {
		return false, err
	}
	switch c.Kind {
	case copies.Journal:
		return w.hasJournal(ctx, p)
	case copies.Index:
		return w.hasIndex(ctx, p)
	case copies.Records:
		return w.hasRecords(ctx, p)
	}
	name := c.Place
	if !filepath.IsAbs(name) {
		name = w.path(name)
	}
	_, err = os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return true, disk("look for copy", err)
}

func (w *Workspace) hasJournal(ctx context.Context, p transfer.Portion) (bool, error) {
	if p.Run == "" {
		return false, nil
	}
	found := errors.New("found")
	err := w.journal.Load(ctx, p.Run, func(check.FileFact) error { return found })
	if errors.Is(err, found) {
		return true, nil
	}
	return false, err
}

func (w *Workspace) hasRecords(ctx context.Context, p transfer.Portion) (bool, error) {
	roots, err := w.Portions.Objects(ctx, p.ID)
	return len(roots) > 0, err
}

func (w *Workspace) hasIndex(ctx context.Context, p transfer.Portion) (bool, error) {
	packages, err := w.Portions.Packages(ctx, p.ID)
	if err != nil {
		return false, err
	}
	for _, pkg := range packages {
		if has, err := w.Catalog.Holds(ctx, pkg.PID); has || err != nil {
			return has, err
		}
	}
	return fulltext.Holds(ctx, w.store, p.ID)
}

// CopyGone notes, on the word of the person now acting, that a copy out of our
// reach is gone: a medium destroyed, a laptop back and cleared.
func (w *Workspace) CopyGone(ctx context.Context, id int64, note string) error {
	person, err := w.mustPerson("note copy")
	if err != nil {
		return err
	}
	if note = strings.TrimSpace(note); note == "" {
		return failure.New(failure.Refused, "note copy", "Bitte angeben, wie die Kopie beseitigt wurde.")
	}
	all, err := copies.Of(ctx, w.store, "")
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(c copies.Copy) bool { return c.ID == id })
	if i >= 0 && w.ours(all[i]) {
		return failure.New(failure.Refused, "note copy", "Diese Kopie liegt im Arbeitsbereich. Das Programm löscht sie beim Abschluss selbst und prüft nach.")
	}
	return w.store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := copies.GoneTx(ctx, tx, id, w.Now(), note, person); err != nil {
			return err
		}
		return w.log(ctx, w.event(events.Noted, all[i].Accession, all[i].Portion, "copy-gone", map[string]string{"kind": string(all[i].Kind), "person": person}))(tx)
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
