package pack

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/reading"
	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Packaging levels (design 4).
const (
	LevelCase    = "case"
	LevelDossier = "dossier"
)

// UnnamedAgency stands where a delivery names no sender and no profile does.
const UnnamedAgency = "Stelle nicht genannt"

// ordered is the outcome of the event that starts the building of packages; what
// happened before it is the history that goes into them.
const outcomeOrdered = "ordered"

// PackageProgress tells how far the building is.
type PackageProgress func(done, total int, name string)

// Package builds the archival packages of an appraised portion: first the order
// with ids, reference codes and the clock is stored, then the packages are built
// one by one. A second run after a kill builds what is missing and gives the
// same bytes (G9). Error: Refused before the appraisal is finished.
func (pk *Packer) Package(ctx context.Context, id, level string, progress PackageProgress) ([]transfer.Package, error) {
	return pk.PackageWith(ctx, id, intake.PackageOptions{Level: level}, progress)
}

// PackageWith is Package with options. Error: also Refused where the kind of the
// delivery cannot be divided as asked.
func (pk *Packer) PackageWith(ctx context.Context, id string, o intake.PackageOptions, progress PackageProgress) ([]transfer.Package,
	error) {
	if _, err := pk.Office.Allow(ctx, people.Package, "package"); err != nil {
		return nil, err
	}
	p, err := pk.Portions.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	switch {
	case p.State == transfer.Packaged:
		return pk.Portions.Packages(ctx, id)
	case p.State != transfer.Appraised:
		return nil, failure.New(failure.Refused, "package "+id, wording.Say("hint.pack.portion-not-appraised", p.State))
	}
	if _, err := pk.Office.MustPerson(people.Package, "order packages"); err != nil {
		return nil, err
	}
	if pk.Office.Settings.Get().Archive == "" {
		return nil, failure.New(failure.Refused, "order packages", wording.Say("hint.pack.archive-name-missing"))
	}
	if err := pk.Desk.Uphold(ctx, "package "+id, p); err != nil {
		return nil, err
	}
	b, err := pk.newBuilder(ctx, p, o.Level)
	if err != nil {
		return nil, err
	}
	defer b.close()
	if b.maxFiles, err = b.limit(o.MaxFiles); err != nil {
		return nil, err
	}
	if err := b.order(ctx); err != nil {
		return nil, err
	}
	pk.Office.Point("package.ordered")
	if err := b.buildAll(ctx, progress); err != nil {
		return nil, err
	}
	packages, err := pk.Portions.Packages(ctx, id)
	if err != nil {
		return nil, err
	}
	letters, err := b.controlList(ctx)
	if err != nil {
		return nil, err
	}
	_, err = pk.Portions.Move(ctx, id, transfer.Packaged, nil, func(tx *sql.Tx, _ transfer.Portion) error {
		for _, l := range letters {
			if err := transfer.AddLetter(ctx, tx, l); err != nil {
				return err
			}
		}
		return pk.Log.Entry(ctx, pk.Office.Event(events.Packaged, id, "", "ok",
			map[string]string{"packages": fmt.Sprint(len(packages))}))(tx)
	})
	return packages, err
}

// builder builds the packages of one portion.
type builder struct {
	packer    *Packer
	portion   transfer.Portion
	accession transfer.Accession
	profile   *profile.Profile
	appraisal *appraise.Appraisal
	tree      container.Tree
	describer check.Describer
	units     []*record.Object
	maxFiles  int                            // of a package, 0 = no limit
	packages  []transfer.Package             // as ordered
	held      map[string]check.Division      // what they hold, by their identifiers
	pairs     []check.Pair                   // units that belong together
	history   history                        // what happened before the order
	report    *check.Report                  // of the check the decision rests on; nil where none is kept
	decided   map[string]*appraisal.Decision // on units with a package
	share     *sharing                       // nil: the delivery is none
}

func (pk *Packer) newBuilder(ctx context.Context, p transfer.Portion, level string) (_ *builder, err error) {
	b, asked := &builder{packer: pk, portion: p}, level
	if b.appraisal, err = pk.Desk.Outlined(ctx, p.ID); err != nil {
		return nil, err
	}
	if b.accession, err = pk.Portions.Accession(ctx, p.AccessionID); err != nil {
		return nil, err
	}
	if b.profile, err = pk.Papers.ProfileOf(ctx, p); err != nil {
		return nil, err
	}
	if level == "" && b.profile != nil {
		level = b.profile.Level
	}
	if p.Kind == intake.PlainKind {
		if b.share, err = pk.newShare(ctx, b, asked); err != nil {
			return nil, err
		}
	} else if b.units, err = unitsAt(b.appraisal.Roots, level); err != nil {
		return nil, err
	}
	if b.tree, err = pk.Intake.Tree(ctx, p); err != nil {
		return nil, err
	}
	if b.describer, err = pk.describer(ctx, p, b.tree); err != nil {
		b.tree.Close()
		return nil, err
	}
	return b, nil
}

// close releases the delivery and what the describer holds of it; both were only
// read.
func (b *builder) close() {
	if c, ok := b.describer.(io.Closer); ok {
		_ = c.Close()
	}
	_ = b.tree.Close()
}

// unitsAt gives the objects that become a package each.
func unitsAt(roots []*record.Object, level string) ([]*record.Object, error) {
	switch level {
	case "", LevelCase:
		return appraisal.Units(roots), nil
	case LevelDossier:
		return roots, nil
	default:
		return nil, failure.New(failure.Refused, "packaging level "+level, wording.Say("hint.pack.packaging-levels"))
	}
}

// describer asks the portion's kind for descriptive documents; nil where the
// kind has none.
func (pk *Packer) describer(ctx context.Context, p transfer.Portion, t container.Tree) (check.Describer, error) {
	for _, k := range pk.Engine.Kinds {
		d, ok := k.(check.Describing)
		if !ok || !slices.Contains(k.Names(), p.Kind) {
			continue
		}
		if by, able := k.(check.DescribingBy); able && p.ProfileID != "" {
			l, err := pk.layout(ctx, p, t)
			if err != nil {
				return nil, err
			}
			if l != nil {
				return by.DescribeBy(ctx, t, l)
			}
		}
		return d.Describe(ctx, t)
	}
	return nil, nil
}

// OwnCodes reports whether the packages of a portion bear numbers this workspace counts by
// itself, because no profile gives them reference codes (E20): who packages has to know.
func (pk *Packer) OwnCodes(ctx context.Context, portion string) (bool, error) {
	p, err := pk.Portions.Get(ctx, portion)
	if err != nil {
		return false, err
	}
	prof, err := pk.Papers.ProfileOf(ctx, p)
	return err == nil && (prof == nil || prof.ReferenceCode.Pattern == ""), err
}

// layout is that of the portion's profile by which the delivery is read, nil where our
// own layout reads it. Error: Refused where neither does, because the layout by which it
// was checked is gone.
func (pk *Packer) layout(ctx context.Context, p transfer.Portion, t container.Tree) (*layout.Layout, error) {
	_, m, _, err := pk.Engine.Look(ctx, t)
	if err != nil || m != nil && m.Kind == p.Kind && !m.Unread && !m.Undescribed {
		return nil, err
	}
	prof, err := pk.Intake.Profiles.Get(ctx, p.ProfileID)
	if err != nil && !errors.Is(err, profile.ErrNotFound) {
		return nil, err
	}
	l, err := check.LayoutOf(ctx, prof, p.Kind, t)
	if err == nil && l == nil && !(m != nil && m.Undescribed) {
		return nil, failure.New(failure.Refused, "package "+p.ID, wording.Say("hint.pack.layout-gone", p.ProfileID))
	}
	return l, err
}

// order stores ids, reference codes and the clock of the packages; objects that
// will be destroyed keep their number as a documented gap (A34). A second order
// changes nothing.
func (b *builder) order(ctx context.Context) error {
	have, err := b.packer.Portions.Packages(ctx, b.portion.ID)
	if err != nil {
		return err
	}
	if len(have) == 0 {
		if err := b.firstOrder(ctx); err != nil {
			return err
		}
		if have, err = b.packer.Portions.Packages(ctx, b.portion.ID); err != nil {
			return err
		}
	}
	if err := b.ordered(have); err != nil {
		return err
	}
	all, err := b.packer.Office.Events(ctx, b.portion.ID)
	if err != nil {
		return err
	}
	b.history = historyOf(all)
	b.forget()
	rep := new(check.Report)
	kept, err := b.packer.Portions.LoadReport(ctx, b.portion.ID, &check.Kept{Report: rep})
	if kept && err == nil {
		b.report = rep
	}
	return err
}

func (b *builder) firstOrder(ctx context.Context) error {
	at := b.packer.Office.Now()
	units, err := b.plan(ctx)
	if err != nil {
		return err
	}
	return b.packer.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		var packages []transfer.Package
		seen, given := map[string]bool{}, map[string]bool{}
		for _, p := range units {
			o := p.unit
			if seen[o.ID] {
				return failure.New(failure.Refused, "order packages: id "+o.ID+" twice", wording.Say("hint.pack.same-case-id", o.ID))
			}
			seen[o.ID] = true
			code, err := b.code(ctx, tx, o, p.gap)
			if err != nil {
				return err
			}
			own, err := b.orderOf(ctx, p, code, given)
			if err != nil {
				return err
			}
			for _, pkg := range own {
				pkg.Ordered = at
				packages = append(packages, pkg)
			}
		}
		if len(packages) == 0 {
			return failure.New(failure.Refused, "order packages", wording.Say("hint.pack.nothing-to-package"))
		}
		if err := transfer.OrderPackages(ctx, tx, packages); err != nil {
			return err
		}
		return b.packer.Log.Entry(ctx, b.packer.Office.Event(events.Packaged, b.portion.ID, "", outcomeOrdered,
			map[string]string{"packages": fmt.Sprint(len(packages))}))(tx)
	})
}

// gap says why a unit gets no package, "" = it gets one. Its number stays as a
// documented gap (A34). What holds for a dossier are the verdicts on the units in
// it. A unit without any file can be described only together with its dossier; that
// is said before anything is ordered.
func (b *builder) gap(o *record.Object) (string, error) {
	if b.share != nil {
		return b.share.gap(o), nil
	}
	kept, lost := 0, 0
	for _, u := range appraisal.Units([]*record.Object{o}) {
		if b.appraisal.Verdicts[u.ID].Rating == record.RatingArchive {
			kept++
		} else {
			lost++
		}
	}
	switch {
	case kept == 0:
		return "vernichtet", nil
	case lost > 0:
		return "", failure.New(failure.Refused, "order packages: mixed verdicts in "+o.ID,
			wording.Say("hint.pack.mixed-dossier", o.Label(), kept, lost))
	case record.Count([]*record.Object{o}).Files > 0:
		return "", nil
	case o.Parent == nil:
		return "keine Datei", nil
	}
	return "", failure.New(failure.Refused, "order packages: no file in "+o.ID, wording.Say("hint.pack.case-without-files", o.Label()))
}

func (b *builder) buildAll(ctx context.Context, progress PackageProgress) error {
	for i, pkg := range b.packages {
		if err := ctx.Err(); err != nil {
			return err
		}
		if progress != nil {
			progress(i, len(b.packages), pkg.ReferenceCode)
		}
		if pkg.State != transfer.PackageOrdered {
			continue
		}
		if err := b.build(ctx, pkg); err != nil {
			return fmt.Errorf("build package %s: %w", pkg.ReferenceCode, err)
		}
	}
	return nil
}

// build writes one package, proves it from itself and puts it into the index.
func (b *builder) build(ctx context.Context, pkg transfer.Package) error {
	spec, err := b.spec(ctx, pkg)
	if err != nil {
		return err
	}
	name := b.packer.Office.Path(pkg.Path)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return office.Disk("make packages folder", err)
	}
	sum, proven, err := aip.WriteProven(ctx, name, spec, b.packer.Office.Opts.Point)
	if sum, err = b.packer.Office.Written(ctx, sum, err); err != nil {
		return err
	}
	opened, faults, err := aip.OpenProven(ctx, name, proven)
	if err != nil {
		return err
	}
	if opened != nil {
		defer opened.Close() // opened for reading
	}
	for _, f := range faults {
		if f.Severity == check.Error {
			return failure.New(failure.Damaged, fmt.Sprintf("package %s: %s %s", pkg.PID, f.Code, f.Path),
				wording.Say("hint.pack.package-not-sound"))
		}
	}
	if err := b.packer.Room.IndexOpened(ctx, opened, name); err != nil {
		return err
	}
	if err := b.packer.Portions.PackageBuilt(ctx, pkg.PID, sum.Size, sum.SHA512); err != nil {
		return err
	}
	b.packer.Office.Point("package.built")
	return nil
}

// spec gathers all that goes into one package.
func (b *builder) spec(ctx context.Context, pkg transfer.Package) (aip.Spec, error) {
	o, err := b.object(ctx, pkg)
	if err != nil {
		return aip.Spec{}, err
	}
	s := aip.Spec{PID: pkg.PID, ReferenceCode: pkg.ReferenceCode, Object: o, Archive: b.packer.Office.Settings.Get().Archive,
		Ordered: pkg.Ordered, ContentType: contentType(b.portion.Kind), Relations: b.relations(pkg),
		Accession: aip.Accession{ID: TransferID(b.portion, b.accession), Number: b.accession.Number, Offered: b.accession.Opened,
			Delivered: b.portion.Arrived},
		Program: aip.Agent{Name: office.Program, Version: office.Version, Type: "software"}}
	s.Profile = profile.Profile{Agency: cmp.Or(b.portion.Agency, UnnamedAgency), AgencyID: b.portion.AgencyID}
	if b.profile != nil {
		s.Profile = *b.profile
	}
	for parent := o.Parent; parent != nil; parent = parent.Parent {
		s.Chain = append([]*record.Object{parent}, s.Chain...)
	}
	if b.describer != nil {
		name, standard, data, err := b.describer.Description(pkg.Unit)
		if err != nil {
			return s, err
		}
		s.Descriptive, s.DescriptiveName, s.DescriptiveType = data, name, standard
	}
	files, err := b.files(ctx, o)
	if err != nil {
		return s, err
	}
	s.Files = files
	if b.share != nil {
		if err := b.share.complete(&s); err != nil {
			return s, err
		}
	}
	s.Events, s.Decisions = b.past(pkg.Unit)
	s.Agents = []aip.Agent{{Name: b.packer.Engine.Identify.Tool(), Type: "software"}, {Name: b.packer.Engine.PDFA.Tool(), Type: "software"}}
	return s, cover(&s, b.packer.Contents.KindNamed(b.portion.Kind), b.report)
}

// object gives what a package holds, with its documents: of a share what stays of it.
func (b *builder) object(ctx context.Context, pkg transfer.Package) (*record.Object, error) {
	if b.share != nil {
		return b.share.kept(ctx, b.held[pkg.PID].Object)
	}
	return b.packer.Contents.WholeUnit(ctx, b.portion.ID, b.held[pkg.PID].Object)
}

// contentType names the kind of content in METS; messages of xdomea are the
// default of the package.
func contentType(kind string) string {
	if strings.HasPrefix(kind, "xdomea") {
		return ""
	}
	return kind
}

// TransferID is the id an accession is found by: the Ü-ID where a transfer list
// came along, else our own number.
func TransferID(p transfer.Portion, a transfer.Accession) string {
	if p.TransferID != "" {
		return p.TransferID
	}
	return a.ID
}

// files lists the primary files below an object with what the check learned.
func (b *builder) files(ctx context.Context, o *record.Object) ([]aip.File, error) {
	if whole, err := b.whole(ctx, o); whole != nil || err != nil {
		return whole, err
	}
	var out []aip.File
	seen := map[string]bool{}
	var some []wanted
	take := func() error {
		files, err := b.described(ctx, some)
		out, some = append(out, files...), some[:0]
		return err
	}
	for d := range record.All([]*record.Object{o}) {
		for f := range d.Files() {
			if seen[f.Name] {
				continue
			}
			seen[f.Name] = true
			if some = append(some, wanted{d, f, b.resolve(f.Name)}); len(some) < factsAtOnce {
				continue
			}
			if err := take(); err != nil {
				return nil, err
			}
		}
	}
	return out, take()
}

// factsAtOnce is of how many files one question asks what the check learned.
const factsAtOnce = 500

// wanted is a primary file of an object, under its name in the delivery.
type wanted struct {
	object *record.Object
	file   record.PrimaryFile
	name   string
}

// described describes primary files in their order.
func (b *builder) described(ctx context.Context, some []wanted) ([]aip.File, error) {
	names := make([]string, len(some))
	for i, w := range some {
		names[i] = w.name
	}
	facts, err := b.packer.Journal.Files(ctx, b.portion.Run, names)
	if err != nil {
		return nil, err
	}
	var out []aip.File
	for _, w := range some {
		fact, ok := facts[w.name]
		file, err := b.file(ctx, w, fact, ok)
		if err != nil {
			return nil, err
		}
		if file != nil {
			out = append(out, *file)
		}
	}
	return out, nil
}

// file describes one primary file by what the check learned of it; nil where it was not
// delivered and a person accepted that as an exception.
func (b *builder) file(ctx context.Context, w wanted, fact check.FileFact, known bool) (*aip.File, error) {
	f, name := w.file, w.name
	if !known || fact.Damage != "" {
		if b.portion.Verdict == string(check.Rejected) {
			return nil, nil // accepted with exception; the decision in the package says so
		}
		return nil, failure.New(failure.Damaged, "file "+f.Name+" was not read by the check", wording.Say("hint.pack.check-result-missing"))
	}
	attached, err := b.attachments(ctx, name, fact)
	if err != nil {
		return nil, err
	}
	e, _ := b.tree.Stat(name)
	return &aip.File{Attachments: attached, Path: f.Name, Object: w.object.ID, Original: f.Original, Format: fact.Format,
		Digests: fact.Digests,
		Size:    fact.Size, Modified: e.Modified,
		ViewPath: b.packer.viewPath(f.Name, fact.Format),
		Open:     func() (io.ReadCloser, error) { return b.tree.Open(ctx, name) }}, nil
}

// resolve finds a primary file beside the message where the delivery lies in the
// only folder of its container.
func (b *builder) resolve(name string) string {
	if _, ok := b.tree.Stat(name); ok {
		return name
	}
	if i := firstFolder(b.tree); i != "" {
		return path.Join(i, name)
	}
	return name
}

func firstFolder(t container.Tree) string {
	folder := ""
	_ = t.Files(context.Background(), func(e container.Entry) error {
		if d, _, below := strings.Cut(e.Path, "/"); below {
			folder = d
		}
		return io.EOF
	})
	return folder
}

// viewPath says how a format can be shown (A16, A22): by this program or not at all.
func (pk *Packer) viewPath(name string, f check.Format) string {
	if pk.Opener.Shows(reading.Source(name, f), nil) {
		return office.Program + " " + office.Version
	}
	return ""
}

// Rebuild builds a package once more beside the first and gives its SHA-512, so
// that equality can be proven (G9). Nothing is kept.
func (pk *Packer) Rebuild(ctx context.Context, pid string) (string, error) {
	pkg, err := pk.Portions.PackageByID(ctx, pid)
	if errors.Is(err, transfer.ErrNoPackage) || err == nil && pkg.Kind != aip.KindAIP {
		return "", failure.New(failure.Refused, "rebuild "+pid, wording.Say("hint.pack.no-such-package"))
	}
	if err != nil {
		return "", err
	}
	if strings.Contains(pkg.Object, intake.RepresentationMark) {
		return "", failure.New(failure.Refused, "rebuild "+pid, wording.Say("hint.pack.later-representation"))
	}
	return pk.rebuild(ctx, pkg)
}

func (pk *Packer) rebuild(ctx context.Context, pkg transfer.Package) (string, error) {
	p, err := pk.Portions.Get(ctx, pkg.Portion)
	if err != nil {
		return "", err
	}
	b, err := pk.newBuilder(ctx, p, "")
	if err != nil {
		return "", err
	}
	defer b.close()
	if err := b.order(ctx); err != nil {
		return "", err
	}
	spec, err := b.spec(ctx, pkg)
	if err != nil {
		return "", err
	}
	sum, err := aip.Write(ctx, io.Discard, spec)
	return sum.SHA512, err
}
