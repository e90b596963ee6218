package reading

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/catalog"
)

// Asker is who asks to see something: whoever works here, and what they can show for it.
// The zero value is the staff at work, or a reader without an application.
type Asker struct {
	// Application is the number of a granted application; "": none was named. Then
	// all in force count for the staff, and none at a reader's place.
	Application string
	// Noted are the objects (PID) whose granted application the staff noted in this
	// session; they count for the staff only.
	Noted []string
}

// Opened is something a person asked for and may know of: a package of ours, a
// delivery, a file or package of others, or the holdings as a whole. Documents, pages,
// rows, addresses, statistics, hits, files, copies and prints come from an Opened
// only. It knows who asked; what of it is open to them is judged by one rule
// (judging.go) when it is opened and again before everything it gives, so that
// closure, a grant or its end count from the moment they are true (A25). Safe for
// concurrent use; Close releases the files.
type Opened struct {
	room  *Room
	asker Asker
	key   string // as asked for: a path, an identifier, "" for the holdings

	ours     *aip.Package // one of these, or none: the holdings
	delivery *transfer.Portion
	outside  error // why a file or folder is no package of ours

	admitted func(context.Context) error // of what is no package of ours
}

// ErrNoSuchPackage is why a key names nothing, told from a package that may not be shown.
var ErrNoSuchPackage = errors.New("no such package")

func noSuchPackage(key string) error {
	hint := wording.Say("hint.reading.no-package", key)
	return failure.Wrap(failure.Refused, "find package "+key, hint, ErrNoSuchPackage)
}

// Open opens a file or folder, else a package by its persistent identifier or
// reference code, else a portion by its number. At a reader's place only the catalog
// is asked, and a file of that name is never opened. Of an object that is closed, but
// not its description, the description may be had and nothing else. Errors: Refused
// where there is nothing of that name, where it may not be named, and what of the
// workspace's own folders who asks may not see.
func (rm *Room) Open(ctx context.Context, key string, a Asker) (*Opened, error) {
	if rm.Office.Kiosk() {
		return rm.OpenHeld(ctx, key, a)
	}
	if _, err := office.Reach(ctx, key); err == nil {
		return rm.openPath(ctx, key, a)
	} else if errors.Is(err, office.ErrSilent) {
		return nil, err
	}
	pkg, err := rm.openPackage(ctx, key)
	if errors.Is(err, ErrNoSuchPackage) {
		if p, portionErr := rm.Portions.Get(ctx, key); portionErr == nil {
			return rm.openDelivery(ctx, p, a)
		}
	}
	if err != nil {
		return nil, err
	}
	return rm.admit(ctx, pkg, key, a)
}

// OpenHeld opens an object by its identifier or reference code through the catalog
// alone, as an archive management system asks for it (A21): a file of that name is
// never opened.
func (rm *Room) OpenHeld(ctx context.Context, key string, a Asker) (*Opened, error) {
	it, err := rm.named(ctx, key, a)
	if errors.Is(err, catalog.ErrUnknown) {
		return nil, failure.Wrap(failure.Refused, "open "+key, wording.Say("hint.reading.object-not-indexed", key), err)
	}
	if err != nil {
		return nil, err
	}
	pkg, err := rm.heldPackage(ctx, it.PID)
	if errors.Is(err, ErrNoSuchPackage) {
		return nil, failure.New(failure.Refused, "open "+it.PID, wording.Say("hint.reading.package-not-here"))
	}
	if err != nil {
		return nil, err
	}
	return rm.admit(ctx, pkg, it.PID, a)
}

// OpenPortion opens a delivery by the number of its portion. Errors: as MayShowPortion.
func (rm *Room) OpenPortion(ctx context.Context, id string, a Asker) (*Opened, error) {
	p, err := rm.Portions.Get(ctx, id)
	if err != nil {
		return nil, errors.Join(rm.Office.Staff("show portion "+id), err)
	}
	return rm.openDelivery(ctx, p, a)
}

// OpenHoldings opens the catalog as a whole: for searching and for exporting
// descriptions.
func (rm *Room) OpenHoldings(a Asker) *Opened { return &Opened{room: rm, asker: a} }

// openPath opens a file or folder: a package of ours, else one of others.
func (rm *Room) openPath(ctx context.Context, path string, a Asker) (*Opened, error) {
	pkg, err := aip.Open(ctx, path)
	if err == nil {
		return rm.admit(ctx, pkg, path, a)
	}
	if _, refused := errors.AsType[*container.Refused](err); !refused && !errors.Is(err, aip.ErrNotPackage) {
		return nil, err
	}
	o := &Opened{room: rm, asker: a, key: path, outside: err}
	o.admitted = func(ctx context.Context) error {
		return errors.Join(rm.Office.Staff("open "+path), rm.Gate.mayShowFile(ctx, path))
	}
	return o, o.admitted(ctx)
}

func (rm *Room) openDelivery(ctx context.Context, p transfer.Portion, a Asker) (*Opened, error) {
	o := &Opened{room: rm, asker: a, key: p.ID, delivery: &p, admitted: rm.Gate.portionGate(p.ID, a, verdict.mayShow)}
	return o, o.admitted(ctx)
}

// admit makes an Opened of a package, which is closed again where it may not be named.
func (rm *Room) admit(ctx context.Context, pkg *aip.Package, key string, a Asker) (*Opened, error) {
	o := &Opened{room: rm, asker: a, key: key, ours: pkg}
	v, err := rm.Gate.verdict(ctx, pkg.Metadata(), a)
	if err == nil {
		err = v.mayName()
	}
	if err != nil {
		return nil, errors.Join(err, pkg.Close())
	}
	return o, nil
}

// openPackage finds a package of the workspace or a fetched one by identifier or
// reference code. Error: ErrNoSuchPackage.
func (rm *Room) openPackage(ctx context.Context, key string) (*aip.Package, error) {
	p, err := rm.Portions.PackageNamed(ctx, key)
	if err == nil {
		return aip.Open(ctx, rm.Office.Path(p.Path))
	}
	if !errors.Is(err, transfer.ErrNoPackage) {
		return nil, err
	}
	name, err := rm.fetchedAs(ctx, key)
	if err != nil {
		return nil, err
	}
	if name == "" {
		return nil, noSuchPackage(key)
	}
	return aip.Open(ctx, name)
}

// anyPackage opens a package by file, identifier or reference code for those who
// judge or index it.
func (rm *Room) anyPackage(ctx context.Context, key string) (*aip.Package, error) {
	if _, err := office.Reach(ctx, key); err == nil {
		return aip.Open(ctx, key)
	} else if errors.Is(err, office.ErrSilent) {
		return nil, err
	}
	return rm.openPackage(ctx, key)
}

// heldPackage is openPackage for a persistent identifier alone.
func (rm *Room) heldPackage(ctx context.Context, pid string) (*aip.Package, error) {
	pkg, err := rm.openPackage(ctx, pid)
	if err == nil && pkg.Metadata().PID != pid {
		return nil, errors.Join(noSuchPackage(pid), pkg.Close())
	}
	return pkg, err
}

// named finds an object of the catalog that may be named to who asks.
func (rm *Room) named(ctx context.Context, key string, a Asker) (catalog.Item, error) {
	q, err := rm.Gate.ask(ctx, a)
	if err != nil {
		return catalog.Item{}, err
	}
	it, err := rm.catalog.Find(ctx, key, q.day, q.opened()...)
	if err != nil {
		return it, err
	}
	c, err := rm.Gate.closure(ctx, it.PID, it.Closure)
	if err == nil && q.judge(it.PID, c).mayName() != nil {
		return catalog.Item{}, catalog.ErrUnknown
	}
	return it, err
}

// Close releases what was opened.
func (o *Opened) Close() error {
	if o.ours == nil {
		return nil
	}
	return o.ours.Close()
}

// Key is what was asked for: a path, an identifier, the number of a portion.
func (o *Opened) Key() string { return o.key }

// Person is who asked; "" where nobody said.
func (o *Opened) Person() string { return o.room.Office.Person() }

// Asker is by what they asked.
func (o *Opened) Asker() Asker { return o.asker }

// Foreign tells whether this is a file or folder that is no package of ours.
func (o *Opened) Foreign() bool { return o.outside != nil }

// PID is the persistent identifier of a package of ours, "" for everything else.
func (o *Opened) PID() string {
	if o.ours == nil {
		return ""
	}
	return o.ours.Metadata().PID
}

// Shown tells whether the content may be shown to who asked, now; every way out asks
// it by itself. Error: Refused with the closure and its basis.
func (o *Opened) Shown(ctx context.Context) error {
	if o.ours == nil {
		if o.admitted == nil {
			return nil // the holdings: every hit is judged
		}
		return o.admitted(ctx)
	}
	v, err := o.room.Gate.verdict(ctx, o.ours.Metadata(), o.asker)
	if err != nil {
		return err
	}
	return v.mayShow()
}

// Closure gives the closure of a package of ours and whether it holds for who asked.
func (o *Opened) Closure(ctx context.Context) (c catalog.Closure, closed bool, err error) {
	if o.ours == nil {
		return c, false, nil
	}
	v, err := o.room.Gate.verdict(ctx, o.ours.Metadata(), o.asker)
	return v.closure, v.grade != catalog.Open, err
}

// noPackage says why this is no package of ours.
func (o *Opened) noPackage() error {
	if o.outside != nil {
		return o.outside
	}
	return noSuchPackage(o.key)
}

// content gives the package of ours whose content may be shown. Everything that
// leaves a package passes here. Errors: as Shown; ErrNoSuchPackage for what is none.
func (o *Opened) content(ctx context.Context) (*aip.Package, error) {
	if o.ours == nil {
		return nil, o.noPackage()
	}
	return o.ours, o.Shown(ctx)
}

// Description gives what the package says of itself. Of a closed object its own
// description and that of its parents are open, not the objects and files below it.
func (o *Opened) Description(ctx context.Context) (aip.Description, error) {
	if o.ours == nil {
		return aip.Description{}, o.noPackage()
	}
	d := o.ours.Metadata()
	v, err := o.room.Gate.verdict(ctx, d, o.asker)
	if err == nil {
		err = v.mayName()
	}
	if err != nil {
		return aip.Description{}, err
	}
	if v.mayShow() != nil {
		d.Files, d.Packages, d.Objects = nil, nil, outer(d.Objects)
	}
	h, err := o.room.contained.Heading(ctx, d.PID)
	if err != nil {
		return aip.Description{}, err
	}
	if h != nil {
		d.Objects = corrected(d.Objects, *h)
	}
	return d, nil
}

// outer copies the described object and its parents without what lies below.
func outer(entries []*aip.Entry) []*aip.Entry {
	out := make([]*aip.Entry, 0, len(entries))
	for _, e := range entries {
		x := *e
		x.Files = nil
		if x.Children = nil; e.Context {
			x.Children = outer(e.Children)
		}
		out = append(out, &x)
	}
	return out
}

// Documents lists the documents of a package in the order of their dates.
func (o *Opened) Documents(ctx context.Context) ([]aip.Document, error) {
	pkg, err := o.content(ctx)
	if err != nil {
		return nil, err
	}
	return documents(pkg), nil
}

// Files lists the files of a package.
func (o *Opened) Files(ctx context.Context) ([]aip.Listed, error) {
	pkg, err := o.content(ctx)
	if err != nil {
		return nil, err
	}
	return pkg.Files(), nil
}

// Papers of a package that Evidence gives.
const (
	EvidenceCover       = "cover" // the sheet of one page, PDF/A; packages before it have none
	EvidenceMETS        = "mets"
	EvidencePREMIS      = "premis"
	EvidenceDescription = "description"
)

// HasCover tells whether a cover sheet lies on the package.
func (o *Opened) HasCover() bool {
	if o.ours == nil {
		return false
	}
	_, ok := o.ours.File(aip.CoverPath)
	return ok
}

// Evidence gives one of the package's own papers. Those that name members of the staff
// are not for a reader's place. Error: Refused where the package has no such paper.
func (o *Opened) Evidence(ctx context.Context, id string) ([]byte, error) {
	pkg, err := o.content(ctx)
	if err != nil {
		return nil, err
	}
	if id == EvidenceCover || id == EvidencePREMIS {
		if err := o.room.Office.Staff("open evidence " + id); err != nil {
			return nil, err
		}
	}
	switch id {
	case EvidenceCover:
		return coverSheet(ctx, pkg)
	case EvidenceMETS:
		return pkg.METS(), nil
	case EvidencePREMIS:
		return pkg.PREMIS(), nil
	case EvidenceDescription:
		return pkg.DescriptionXML(), nil
	}
	return nil, failure.New(failure.Refused, "open evidence "+id, wording.Say("hint.reading.no-such-evidence"))
}

// coverSheet reads the sheet on top of a package.
func coverSheet(ctx context.Context, pkg *aip.Package) ([]byte, error) {
	l, ok := pkg.File(aip.CoverPath)
	if !ok || l.Size > maxCover {
		return nil, failure.New(failure.Refused, "open cover sheet", wording.Say("hint.reading.no-cover"))
	}
	r, err := pkg.OpenFile(ctx, aip.CoverPath)
	if err != nil {
		return nil, err
	}
	b, err := io.ReadAll(io.LimitReader(r, maxCover))
	return b, errors.Join(err, r.Close())
}

// maxCover bounds a sheet of one page.
const maxCover = 8 << 20

// Verify proves the package against its own checksums, now. Of a closed object the
// broken files are counted by their finding, their names are not told.
func (o *Opened) Verify(ctx context.Context) (Soundness, error) {
	if o.ours == nil {
		return Soundness{}, o.noPackage()
	}
	findings, err := o.ours.Verify(ctx)
	if err != nil {
		return Soundness{}, err
	}
	hidden := o.Shown(ctx) != nil
	s := Soundness{At: o.room.Office.Now(), Algorithms: []string{"sha-512"}, Files: len(o.ours.Files()), Broken: []string{}}
	for _, f := range findings {
		path := f.Path
		if hidden {
			path = ""
		}
		s.Broken = append(s.Broken, strings.TrimSpace(path+" ("+f.Code+")"))
	}
	s.Sound = max(0, s.Files-len(s.Broken))
	return s, nil
}

// NoteSound keeps in the catalog that a package proved to be sound.
func (o *Opened) NoteSound(ctx context.Context, s Soundness) error {
	if o.ours == nil || len(s.Broken) > 0 {
		return nil
	}
	if err := o.room.catalog.SetChecked(ctx, o.PID(), s.At); !errors.Is(err, catalog.ErrUnknown) {
		return err
	}
	return nil // a file that is not of our holdings
}

// NoteShown logs what is shown at a reader's place, in the window and on the
// command line alike; elsewhere it does nothing.
func (o *Opened) NoteShown(ctx context.Context, document string) error {
	if !o.room.Office.Kiosk() {
		return nil
	}
	return o.room.Gate.seen(ctx, o.PID(), document, o.asker.Application)
}

// Diff compares two packages, both of which may be shown.
func Diff(ctx context.Context, a, b *Opened) (aip.Difference, error) {
	var pair [2]*aip.Package
	for i, o := range []*Opened{a, b} {
		pkg, err := o.content(ctx)
		if err != nil {
			return aip.Difference{}, err
		}
		pair[i] = pkg
	}
	return aip.Diff(pair[0], pair[1]), nil
}

// Related is a package that belongs to the one opened.
type Related struct {
	aip.Relation
	Here bool // it can be opened here
}

// Related lists the packages that belong to this one. What may not be named today is
// not named by its neighbours either (A25); one that lies elsewhere is named, not
// opened. Other editions of the same work are found among all that is held, whether the
// package names them or not.
func (o *Opened) Related(ctx context.Context) ([]Related, error) {
	if o.ours == nil {
		return nil, o.noPackage()
	}
	all := slices.Clone(o.ours.Metadata().Relations)
	held, err := o.room.editions(ctx, o.ours.Metadata(), o.asker)
	if err != nil {
		return nil, err
	}
	for _, r := range held {
		if !slices.ContainsFunc(all, func(known aip.Relation) bool { return known.PID == r.PID }) {
			all = append(all, r)
		}
	}
	var out []Related
	for _, r := range all {
		named, here, err := o.room.mayName(ctx, r.PID, o.asker)
		if err != nil {
			return nil, err
		}
		if named {
			out = append(out, Related{r, here})
		}
	}
	return out, nil
}

// Representation is another representation of an object.
type Representation struct {
	transfer.Package
	Here bool // it can be opened here
}

// Representations gives the other representations of an object that conversions made
// (A10, F11): packages of one reference code that may be named.
func (o *Opened) Representations(ctx context.Context) (earlier, later []Representation, err error) {
	before, after, err := o.room.representations(ctx, o.PID())
	if err != nil {
		return nil, nil, err
	}
	for _, x := range []struct {
		from []transfer.Package
		to   *[]Representation
	}{{before, &earlier}, {after, &later}} {
		for _, p := range x.from {
			named, here, err := o.room.mayName(ctx, p.PID, o.asker)
			if err != nil {
				return nil, nil, err
			}
			if named {
				*x.to = append(*x.to, Representation{p, here})
			}
		}
	}
	return earlier, later, nil
}
