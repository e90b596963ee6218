package workspace

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"laufzettel/sync/channel"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/failure"
	"laufzettel/viewer/catalog"
)

// dirFetched holds packages that were fetched for reading.
const dirFetched = dirPackages + "/lesesaal"

// DefaultReadMinutes is how long an Originalnorm is taken for reading.
const DefaultReadMinutes = 60

// ArchivePackages lists what the archive offers for reading.
func (w *Workspace) ArchivePackages(ctx context.Context) ([]channel.PackageInfo, error) {
	client, _, err := w.archive(ctx, "list packages")
	if err != nil {
		return nil, err
	}
	out := []channel.PackageInfo{}
	for after := ""; ; {
		page, next, err := client.Packages(ctx, after)
		if err != nil {
			return nil, err
		}
		out = append(out, page...)
		if next == "" || next == after {
			return out, nil
		}
		after = next
	}
}

// FetchOptions steer FetchPackage.
type FetchOptions struct {
	To       string // file; "" = into the workspace, found by search and view
	Read     bool   // take the exclusive reading lease first (E7)
	Minutes  int    // its length, 0 = DefaultReadMinutes
	Progress func(done, total int64)
}

// Fetched is a package that was brought from the archive.
type Fetched struct {
	Path     string          `json:"path"`
	Lease    *channel.Lease  `json:"lease,omitempty"`
	Findings []check.Finding `json:"findings"` // of the package itself
}

// FetchPackage brings a package of the archive here: in ranges, resumed where an
// earlier fetch was, verified against the archive's digest and then against
// itself. id is the upload id or the archive id. Errors: Refused when an
// Originalnorm is being read by somebody else; the hint tells who and until when.
func (w *Workspace) FetchPackage(ctx context.Context, id string, o FetchOptions) (Fetched, error) {
	var out Fetched
	if _, err := w.allow(ctx, "fetch package"); err != nil {
		return out, err
	}
	client, _, err := w.archive(ctx, "fetch package")
	if err != nil {
		return out, err
	}
	info, err := w.findPackage(ctx, id)
	if err != nil {
		return out, err
	}
	if o.Read {
		person, err := w.mustPerson("read package")
		if err != nil {
			return out, err
		}
		l, err := client.BeginReading(ctx, info.ID, person, cmp.Or(o.Minutes, DefaultReadMinutes))
		if err != nil {
			return out, err
		}
		out.Lease = &l
	}
	out.Path = o.To
	if out.Path == "" {
		out.Path = w.path(path.Join(dirFetched, info.ID+".tar"))
	}
	if err := os.MkdirAll(filepath.Dir(out.Path), 0o700); err != nil {
		return out, disk("make folder of fetched packages", err)
	}
	if _, err := os.Stat(out.Path); err == nil && o.To != "" {
		return out, failure.New(failure.Refused, "fetch to "+o.To, "Die Zieldatei gibt es schon. Bitte einen anderen Namen angeben; es wurde nichts überschrieben.")
	}
	if err := client.FetchPackage(ctx, info.ID, out.Path, o.Progress); err != nil {
		return out, err
	}
	if err := w.noteFetched(ctx, out.Path); err != nil {
		return out, err
	}
	if out.Findings, err = aip.VerifyFile(ctx, out.Path); err != nil && failure.KindOf(err) != failure.Refused {
		return out, err
	}
	if err == nil && o.To == "" {
		err = w.index(ctx, out.Path)
	}
	if failure.KindOf(err) == failure.Refused { // whole as the archive has it, but no package we can show
		return out, nil
	}
	return out, err
}

// findPackage finds what the archive offers under an upload id or an archive id.
func (w *Workspace) findPackage(ctx context.Context, id string) (channel.PackageInfo, error) {
	all, err := w.ArchivePackages(ctx)
	if err != nil {
		return channel.PackageInfo{}, err
	}
	for _, p := range all {
		if id != "" && (p.ID == id || p.ArchiveID == id) {
			return p, nil
		}
	}
	return channel.PackageInfo{}, failure.Wrap(failure.Refused, "find package "+id, fmt.Sprintf("Ein Paket „%s“ bietet das Archiv nicht zum Lesen an. „fetch packages“ zeigt alle.", id), errors.New("not listed"))
}

// eachFetched gives the packages that were fetched for reading; one that cannot be
// shown is left out, as it was when it came.
func (w *Workspace) eachFetched(ctx context.Context, yield func(catalog.Item) error) error {
	names, err := filepath.Glob(filepath.Join(w.path(dirFetched), "*.tar"))
	if err != nil {
		return err
	}
	for _, name := range names {
		item, err := w.item(ctx, name)
		if failure.Canceled(err) {
			return err
		}
		if err != nil {
			continue
		}
		if err := yield(item); err != nil {
			return err
		}
	}
	return nil
}

// fetchedAs gives the file of a fetched package with this identifier or reference
// code, "" where there is none.
func (w *Workspace) fetchedAs(ctx context.Context, key string) (string, error) {
	names, err := filepath.Glob(filepath.Join(w.path(dirFetched), "*.tar"))
	if err != nil {
		return "", err
	}
	for _, name := range names {
		pkg, err := aip.Open(ctx, name)
		if failure.Canceled(err) {
			return "", err
		}
		if err != nil {
			continue
		}
		d := pkg.Metadata()
		if err := pkg.Close(); err != nil {
			return "", disk("close package", err)
		}
		if d.PID == key || d.ReferenceCode == key {
			return name, nil
		}
	}
	return "", nil
}

func openFetched(ctx context.Context, name string, err error) (*aip.Package, error) {
	if err != nil {
		return nil, err
	}
	return aip.Open(ctx, name)
}

// EndReading gives an Originalnorm back and removes the copy that was fetched into
// the workspace (E7, G13).
func (w *Workspace) EndReading(ctx context.Context, id string) error {
	client, _, err := w.archive(ctx, "end reading")
	if err != nil {
		return err
	}
	info, err := w.findPackage(ctx, id)
	if err != nil {
		return err
	}
	if err := client.EndReading(ctx, info.ID); err != nil {
		return err
	}
	place := path.Join(dirFetched, info.ID+".tar")
	if _, err := os.Lstat(w.path(place)); errors.Is(err, os.ErrNotExist) {
		return nil // read from a file of one's own: its end is told by a person
	}
	if err := w.removeBorrowed(place); err != nil {
		return err
	}
	err = w.store.WithTx(ctx, func(tx *sql.Tx) error {
		return w.returnedTx(ctx, tx, copies.Copy{Kind: copies.Use, Place: place}, readCleared)
	})
	if err != nil {
		return err
	}
	_, err = w.RebuildCatalog(ctx)
	return err
}
