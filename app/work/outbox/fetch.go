package outbox

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"os"
	"path"
	"path/filepath"

	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/sync/channel"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// DefaultReadMinutes is how long an Originalnorm is taken for reading.
const DefaultReadMinutes = 60

// ArchivePackages lists what the archive offers for reading.
func (ob *Outbox) ArchivePackages(ctx context.Context) ([]channel.PackageInfo, error) {
	client, _, err := ob.Lending.Archive(ctx, "list packages")
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
	To      string // file; "" = into the workspace, found by search and view
	Read    bool   // take the exclusive reading lease first (E7)
	Minutes int    // its length, 0 = DefaultReadMinutes
	// Application is the number of a granted application that opens a closed package.
	Application string
	Progress    func(done, total int64)
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
func (ob *Outbox) FetchPackage(ctx context.Context, id string, o FetchOptions) (Fetched, error) {
	var out Fetched
	if _, err := ob.Office.Allow(ctx, people.Use, "fetch package"); err != nil {
		return out, err
	}
	client, _, err := ob.Lending.Archive(ctx, "fetch package")
	if err != nil {
		return out, err
	}
	info, err := ob.findPackage(ctx, id)
	if err != nil {
		return out, err
	}
	if o.Read || o.Application != "" {
		person, err := ob.Office.MustPerson(people.Use, "read package")
		if err != nil {
			return out, err
		}
		l, err := client.BeginReading(ctx, info.ID, person, cmp.Or(o.Minutes, DefaultReadMinutes), grantOf(info.ID, o.Application))
		if err != nil {
			return out, err
		}
		out.Lease = &l
	}
	out.Path = o.To
	if out.Path == "" {
		out.Path = ob.Office.Path(path.Join(office.DirFetched, info.ID+".tar"))
	}
	if err := os.MkdirAll(filepath.Dir(out.Path), 0o700); err != nil {
		return out, office.Disk("make folder of fetched packages", err)
	}
	if _, err := os.Stat(out.Path); err == nil && o.To != "" {
		return out, failure.New(failure.Refused, "fetch to "+o.To, wording.Say("hint.outbox.target-exists"))
	}
	if err := client.FetchPackage(ctx, info.ID, out.Path, o.Progress); err != nil {
		return out, err
	}
	if err := ob.noteFetched(ctx, out.Path); err != nil {
		return out, err
	}
	if out.Findings, err = aip.VerifyFile(ctx, out.Path); err != nil && failure.KindOf(err) != failure.Refused {
		return out, err
	}
	if err == nil && o.To == "" {
		err = ob.Room.Index(ctx, out.Path)
	}
	if failure.KindOf(err) == failure.Refused { // whole as the archive has it, but no package we can show
		return out, nil
	}
	return out, err
}

// findPackage finds what the archive offers under an upload id or an archive id.
func (ob *Outbox) findPackage(ctx context.Context, id string) (channel.PackageInfo, error) {
	all, err := ob.ArchivePackages(ctx)
	if err != nil {
		return channel.PackageInfo{}, err
	}
	for _, p := range all {
		if id != "" && (p.ID == id || p.ArchiveID == id) {
			return p, nil
		}
	}
	return channel.PackageInfo{}, failure.Wrap(failure.Refused, "find package "+id, wording.Say("hint.outbox.package-not-offered", id),
		errors.New("not listed"))
}

// EndReading gives an Originalnorm back and removes the copy that was fetched into
// the workspace (E7, G13).
func (ob *Outbox) EndReading(ctx context.Context, id string) error {
	if _, err := ob.Office.Allow(ctx, people.Use, "end reading"); err != nil {
		return err
	}
	client, _, err := ob.Lending.Archive(ctx, "end reading")
	if err != nil {
		return err
	}
	info, err := ob.findPackage(ctx, id)
	if err != nil {
		return err
	}
	if err := client.EndReading(ctx, info.ID); err != nil {
		return err
	}
	place := path.Join(office.DirFetched, info.ID+".tar")
	if _, err := os.Lstat(ob.Office.Path(place)); errors.Is(err, os.ErrNotExist) {
		return nil // read from a file of one's own: its end is told by a person
	}
	if err := ob.removeBorrowed(place); err != nil {
		return err
	}
	err = ob.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		return ob.returnedTx(ctx, tx, copies.Copy{Kind: copies.Use, Place: place}, readCleared)
	})
	if err != nil {
		return err
	}
	_, err = ob.Room.RebuildCatalog(ctx)
	if _, lost := reading.AsLost(err); lost {
		return nil // another package is missing; that is told where packages are asked for
	}
	return err
}
