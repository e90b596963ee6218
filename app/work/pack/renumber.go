package pack

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// AllRefused asks Renumber for every package of the portion that was refused for its code.
const AllRefused = "all"

// outcomeRenumbered is the outcome of the event that a package was built anew under
// another reference code; its details name both codes, the file before and why.
const outcomeRenumbered = "renumbered"

// gapRefused documents the number a unit lost (A34).
const gapRefused = "im Archiv schon vergeben"

// Renumber gives packages the archive refused for their reference code the next code
// of the profile's block, builds them anew under it, takes their stuck jobs out of the
// outbox and queues the new ones (A34, G7). key is a code, the id of a package or
// AllRefused; reason ("" = what the archive answered) goes into the log. The packages
// of one unit share a code and go together; the identifier stays, only the code and
// the file are others. The refused code is never given again.
//
// The code is reserved, the new package is written and verified beside the old one,
// then one transaction replaces one by the other; the old file is removed last. A kill
// leaves the old or the new package whole, and the same order again finishes it.
// Errors: Refused where nothing was refused for its code.
func (pk *Packer) Renumber(ctx context.Context, id, key, reason string, progress PackageProgress) ([]transfer.Package, error) {
	if _, err := pk.Office.MustPerson(people.Package, "package "+id+" anew"); err != nil {
		return nil, err
	}
	p, err := pk.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	if p.State != transfer.Packaged && p.State != transfer.Sent {
		return nil, failure.New(failure.Refused, "renumber "+id, wording.Say("hint.pack.code-not-refused", p.State))
	}
	if err := pk.Desk.Uphold(ctx, "package "+id+" anew", p); err != nil {
		return nil, err
	}
	b, err := pk.newBuilder(ctx, p, "")
	if err != nil {
		return nil, err
	}
	defer b.close()
	if err := b.order(ctx); err != nil {
		return nil, err
	}
	r := &renumbering{builder: b, reason: strings.TrimSpace(reason), jobs: map[string]queue.Job{}}
	finished, err := r.finish(ctx, key)
	if err != nil {
		return nil, err
	}
	units, err := r.choose(ctx, key)
	switch {
	case failure.KindOf(err) == failure.Refused && len(finished) > 0:
		return finished, nil // an earlier order did it already
	case err != nil:
		return nil, err
	}
	if err := r.reserve(ctx, units); err != nil {
		return nil, err
	}
	pk.Office.Point("renumber.reserved")
	for i, u := range units {
		if progress != nil {
			progress(i, len(units), r.codes[u])
		}
		if err := r.replace(ctx, u); err != nil {
			return nil, err
		}
	}
	return r.finish(ctx, key)
}

// RenumberJob is Renumber for the package of a job of the outbox, or for all of its
// portion. Error: also queue.ErrNoJob.
func (pk *Packer) RenumberJob(ctx context.Context, job string, all bool) ([]transfer.Package, error) {
	if _, err := pk.Office.MustPerson(people.Package, "package job "+job+" anew"); err != nil {
		return nil, err
	}
	j, err := pk.Queue.Get(ctx, job)
	if err != nil {
		return nil, err
	}
	p, err := pk.Copies.PortionOf(ctx, j.Subject)
	if err != nil {
		return nil, err
	}
	key := j.Subject
	if all {
		key = AllRefused
	}
	return pk.Renumber(ctx, p.ID, key, "", nil)
}

// RefusedForCode reports whether the archive refused the package of a job for its
// reference code: then only another code helps.
func RefusedForCode(j queue.Job) bool {
	return j.Kind == queue.Upload && j.State == queue.NeedsUser && strings.Contains(j.Detail, receipt.ReasonReferenceCode+":")
}

// refusedJob is RefusedForCode also for a job a person has cancelled since.
func refusedJob(j queue.Job) bool {
	if j.State == queue.Cancelled {
		j.State = queue.NeedsUser
	}
	return RefusedForCode(j)
}

// renumbering is the work on the packages of one portion.
type renumbering struct {
	*builder
	reason string
	jobs   map[string]queue.Job // latest upload by package
	codes  map[string]string    // new codes by unit
}

// choose gives the units whose packages get another code.
func (r *renumbering) choose(ctx context.Context, key string) (units []string, err error) {
	jobs, err := r.packer.Queue.List(ctx)
	if err != nil {
		return nil, err
	}
	for _, j := range jobs {
		if j.Kind == queue.Upload {
			r.jobs[j.Subject] = j
		}
	}
	known := false
	for _, pkg := range r.packages {
		hit := key == AllRefused || pkg.PID == key || pkg.ReferenceCode == key
		known = known || hit
		if hit && refusedJob(r.jobs[pkg.PID]) && !slices.Contains(units, pkg.Unit) {
			units = append(units, pkg.Unit)
		}
	}
	switch {
	case !known:
		return nil, failure.New(failure.Refused, "renumber "+key, wording.Say("hint.pack.code-package-unknown", key, AllRefused))
	case len(units) == 0:
		return nil, failure.New(failure.Refused, "renumber "+key, wording.Say("hint.pack.no-code-refused"))
	}
	for _, pkg := range r.packages {
		if err := r.free(pkg, units); err != nil {
			return nil, err
		}
	}
	return units, nil
}

// free refuses a package that can get no other code.
func (r *renumbering) free(pkg transfer.Package, units []string) error {
	op := "renumber " + pkg.PID
	switch {
	case !slices.Contains(units, pkg.Unit):
		return nil
	case strings.Contains(pkg.Object, intake.RepresentationMark):
		return failure.New(failure.Refused, op, wording.Say("hint.pack.code-on-representation", pkg.ReferenceCode))
	case pkg.State != transfer.PackageSent:
		return failure.New(failure.Refused, op, wording.Say("hint.pack.code-partly-receipted", pkg.ReferenceCode))
	case r.jobs[pkg.PID].State == queue.Running:
		return failure.New(failure.Refused, op, wording.Say("hint.pack.code-part-sending", pkg.ReferenceCode))
	}
	return nil
}

// reserve takes the next codes; the packages bear them from now on in memory, so that
// relations among them name the new ones.
func (r *renumbering) reserve(ctx context.Context, units []string) error {
	if r.profile == nil || r.profile.ReferenceCode.Pattern == "" {
		return failure.New(failure.Setup, "renumber", wording.Say("hint.pack.code-pattern-missing"))
	}
	r.codes = map[string]string{}
	return r.packer.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		for _, u := range units {
			code, err := transfer.ReserveCode(ctx, tx, r.profile, r.portion.ID, u)
			if err != nil {
				return err
			}
			if slices.ContainsFunc(r.packages, func(p transfer.Package) bool { return p.ReferenceCode == code }) {
				return failure.New(failure.Setup, "renumber: code "+code+" again", wording.Say("hint.pack.code-unchanged", code))
			}
			r.codes[u] = code
		}
		return nil
	})
}

// replace builds the packages of a unit under its new code and puts them in the place
// of the old ones.
func (r *renumbering) replace(ctx context.Context, unit string) error {
	var fresh []transfer.Package
	before := map[string]transfer.Package{}
	for i, pkg := range r.packages {
		if code := r.codes[pkg.Unit]; code != "" && pkg.ReferenceCode != code {
			r.packages[i].ReferenceCode = code
			r.packages[i].Path = path.Join(office.DirPackages, r.portion.ID,
				fmt.Sprintf("%s-%.4x.tar", aip.FolderName(pkg.PID), sha256.Sum256([]byte(code))))
		}
	}
	old, err := r.packer.Portions.Packages(ctx, r.portion.ID)
	if err != nil {
		return err
	}
	for _, pkg := range old {
		before[pkg.PID] = pkg
	}
	for _, pkg := range r.packages {
		if pkg.Unit != unit {
			continue
		}
		if pkg, err = r.write(ctx, pkg); err != nil {
			return fmt.Errorf("build package %s anew: %w", pkg.PID, err)
		}
		fresh = append(fresh, pkg)
	}
	r.packer.Office.Point("renumber.built")
	return r.packer.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := transfer.Renumber(ctx, tx, r.portion.ID, unit, gapRefused); err != nil {
			return err
		}
		for _, pkg := range fresh {
			if err := r.swap(ctx, tx, before[pkg.PID], pkg); err != nil {
				return err
			}
		}
		return nil
	})
}

// write builds one package beside the old one and proves it from itself. A file of the
// same name belongs to an order that was killed before anything knew of it.
func (r *renumbering) write(ctx context.Context, pkg transfer.Package) (transfer.Package, error) {
	name := r.packer.Office.Path(pkg.Path)
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return pkg, office.Disk("remove unfinished package", err)
	}
	spec, err := r.spec(ctx, pkg)
	if err != nil {
		return pkg, err
	}
	sum, err := aip.WriteFile(ctx, name, spec, r.packer.Office.Opts.Point)
	if sum, err = r.packer.Office.Written(ctx, sum, err); err != nil {
		return pkg, err
	}
	faults, err := aip.VerifyFile(ctx, name)
	if err != nil {
		return pkg, errors.Join(err, os.Remove(name))
	}
	if i := slices.IndexFunc(faults, func(f check.Finding) bool { return f.Severity == check.Error }); i >= 0 {
		return pkg, errors.Join(failure.New(failure.Damaged, "verify "+pkg.PID+": "+faults[i].Code,
			wording.Say("hint.pack.converted-not-sound")), os.Remove(name))
	}
	pkg.Size, pkg.SHA512 = sum.Size, sum.SHA512
	return pkg, nil
}

// swap replaces a package by the one under the new code, and its job.
func (r *renumbering) swap(ctx context.Context, tx *sql.Tx, old, pkg transfer.Package) error {
	j, ok := r.jobs[pkg.PID]
	if ok && !j.State.Final() {
		now, err := r.packer.Queue.CancelTx(ctx, tx, j.ID, r.packer.Office.Now())
		if err != nil {
			return err
		}
		if now.State != queue.Cancelled {
			return failure.New(failure.Refused, "renumber "+pkg.PID, wording.Say("hint.pack.code-job-running"))
		}
	}
	if err := transfer.ReplacePackage(ctx, tx, pkg); err != nil {
		return err
	}
	detail := map[string]string{"from": old.ReferenceCode, "to": pkg.ReferenceCode, "old-path": old.Path, "old-sha512": old.SHA512,
		"sha512": pkg.SHA512, "person": r.packer.Office.Person(), "reason": cmp.Or(r.reason, j.Reason)}
	if err := r.packer.Log.Entry(ctx, r.packer.Office.Event(events.Packaged, r.portion.ID, pkg.PID, outcomeRenumbered,
		detail))(tx); err != nil {
		return err
	}
	return r.packer.EnqueueBuilt(ctx, tx, r.portion.ID, pkg.PID)
}

// finish does what follows a replacement: the index and the control list name the new
// code, and the file under the old one goes, last. It gives the packages of the
// portion that key means and that were replaced, now or by an earlier order.
func (r *renumbering) finish(ctx context.Context, key string) ([]transfer.Package, error) {
	packages, err := r.packer.Portions.Packages(ctx, r.portion.ID)
	if err != nil {
		return nil, err
	}
	var all []events.Event
	err = events.Each(ctx, r.packer.Office.Store, r.portion.ID, func(e events.Event) bool {
		if e.Type == events.Packaged && e.Outcome == outcomeRenumbered {
			all = append(all, e)
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	var out []transfer.Package
	for _, e := range all {
		i := slices.IndexFunc(packages, func(p transfer.Package) bool { return p.PID == e.Object })
		if i < 0 {
			continue
		}
		pkg := packages[i]
		if err := r.clear(ctx, e.Detail["old-path"], pkg); err != nil {
			return nil, err
		}
		same := slices.ContainsFunc(out, func(p transfer.Package) bool { return p.PID == pkg.PID })
		if !same && (key == AllRefused || key == pkg.PID || key == pkg.ReferenceCode || key == e.Detail["from"]) {
			out = append(out, pkg)
		}
	}
	return out, nil
}

// clear removes the file a package had under its old code. While it lies there, what
// goes before is not sure to be done.
func (r *renumbering) clear(ctx context.Context, old string, pkg transfer.Package) error {
	if old == "" || old == pkg.Path {
		return nil
	}
	if _, err := os.Stat(r.packer.Office.Path(old)); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := r.packer.Room.Index(ctx, r.packer.Office.Path(pkg.Path)); err != nil {
		return err
	}
	letters, err := r.controlList(ctx)
	if err != nil {
		return err
	}
	err = r.packer.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		for _, l := range letters {
			if err := transfer.AddLetter(ctx, tx, l); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	r.packer.Office.Point("renumber.replaced")
	if err := os.Remove(r.packer.Office.Path(old)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return office.Disk("remove package under its old code", err)
	}
	return nil
}
