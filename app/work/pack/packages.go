package pack

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
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
		detail := map[string]string{"packages": fmt.Sprint(len(packages))}
		if b.share != nil && b.share.large > 0 {
			detail["divided"] = fmt.Sprint(b.share.large)
		}
		return pk.Log.Entry(ctx, pk.Office.Event(events.Packaged, id, "", "ok", detail))(tx)
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
	checks    []aip.Event                    // a check as packages tell it
	checkSeq  int64                          // of its event
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
	sum, written, err := aip.WriteProven(ctx, name, spec, b.packer.Office.Opts.Point)
	if sum, err = b.packer.Office.Written(ctx, sum, err); err != nil {
		return err
	}
	if err := b.packer.Room.IndexOpened(ctx, written, name); err != nil {
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
