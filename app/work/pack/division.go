package pack

import (
	"fmt"
	"slices"

	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// limit gives the number of files a package may hold, 0 = no limit.
func (b *builder) limit(asked int) (int, error) {
	switch {
	case asked == intake.Whole:
		return 0, nil
	case asked < 0:
		return 0, failure.New(failure.Refused, "divide packages", wording.Say("hint.pack.most-files-positive"))
	case asked > 0 && !b.packer.Contents.Divides(b.portion.Kind):
		return 0, failure.New(failure.Refused, "divide packages", wording.Say("hint.pack.kind-not-divided"))
	case asked == 0 && b.profile != nil:
		return b.profile.PackageFiles, nil
	}
	return asked, nil
}

// relations names the packages that belong to a package: the other divisions of
// its unit, and those of the units its kind says belong to it (C10, B3, E5).
func (b *builder) relations(pkg transfer.Package) (out []aip.Relation) {
	own := b.held[pkg.PID]
	for _, other := range b.packages {
		if own.Relation == "" {
			break // the unit is not divided: nothing to look for in 5,000 packages
		}
		d := b.held[other.PID]
		if other.Unit == pkg.Unit && other.PID != pkg.PID && own.Relation != "" && d.Relation == own.Relation {
			out = append(out, aip.Relation{Kind: d.Relation, PID: other.PID, ReferenceCode: other.ReferenceCode, Title: d.Title})
		}
	}
	for _, pair := range b.pairs {
		id, title := pair.B, pair.TitleB
		if pair.B == pkg.Unit {
			id, title = pair.A, pair.TitleA
		} else if pair.A != pkg.Unit {
			continue
		}
		for _, other := range b.packages {
			if other.Unit == id && other.Kind == aip.KindAIP {
				out = append(out, aip.Relation{Kind: pair.Relation, PID: other.PID, ReferenceCode: other.ReferenceCode, Title: title})
			}
		}
	}
	return out
}

// ordered reads the packages of the portion and what each of them holds.
func (b *builder) ordered(packages []transfer.Package) error {
	b.packages = slices.DeleteFunc(slices.Clone(packages), func(p transfer.Package) bool { return p.Kind != aip.KindAIP })
	b.held = b.packer.Contents.Contents(b.portion.Kind, b.appraisal.Roots, b.packages)
	for _, pkg := range b.packages {
		if b.held[pkg.PID].Object == nil {
			return failure.New(failure.Damaged, fmt.Sprintf("object %s of package %s", pkg.Object, pkg.PID),
				wording.Say("hint.pack.ordered-case-missing"))
		}
	}
	if r, ok := b.packer.Contents.KindNamed(b.portion.Kind).(check.Relating); ok {
		b.pairs = r.Related(b.appraisal.Roots)
	}
	return nil
}
