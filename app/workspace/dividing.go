package workspace

import (
	"fmt"
	"slices"
	"strings"

	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
)

// PackageOptions steer the building of packages.
type PackageOptions struct {
	Level string // LevelCase or LevelDossier, "" = as the profile says
	// MaxFiles divides a unit into parts of at most so many files, where its kind
	// allows it (C10). 0 = as the profile says, Whole = never.
	MaxFiles int
}

// Whole keeps every unit in one package, whatever the profile says.
const Whole = -1

// Divides reports whether a unit of this kind of delivery can be split for ingest
// by a number of files.
func (w *Workspace) Divides(kind string) bool {
	d, ok := w.kindNamed(kind).(check.Dividing)
	return ok && d.SplitsByFiles()
}

// KindNames lists every kind of deliveries a portion can be checked as.
func (w *Workspace) KindNames() (out []string) {
	for _, k := range w.engine.Kinds {
		out = append(out, k.Names()...)
	}
	return append(out, check.PlainFiles{}.Names()...)
}

// kindNamed finds the room of a kind, nil where none registers the name.
func (w *Workspace) kindNamed(name string) check.Kind {
	for _, k := range w.engine.Kinds {
		if slices.Contains(k.Names(), name) {
			return k
		}
	}
	return nil
}

// limit gives the number of files a package may hold, 0 = no limit.
func (b *builder) limit(asked int) (int, error) {
	switch {
	case asked == Whole:
		return 0, nil
	case asked < 0:
		return 0, failure.New(failure.Refused, "divide packages", "Die Höchstzahl der Dateien je Paket muss größer als null sein.")
	case asked > 0 && !b.Divides(b.portion.Kind):
		return 0, failure.New(failure.Refused, "divide packages", "Lieferungen dieser Art werden nicht geteilt, um eine Höchstzahl einzuhalten. Bitte ohne Höchstzahl der Dateien paketieren.")
	case asked == 0 && b.profile != nil:
		return b.profile.PackageFiles, nil
	}
	return asked, nil
}

// divide gives what the packages of a unit hold; a unit that is not divided holds
// itself.
func (w *Workspace) divide(kind string, unit *record.Object, maxFiles int) []check.Division {
	if d, ok := w.kindNamed(kind).(check.Dividing); ok {
		if parts := d.Divide(unit, maxFiles); len(parts) > 1 {
			return parts
		}
	}
	return []check.Division{{Object: unit}}
}

// contents finds for every archival package what it holds, by its identifier: a
// package ordered as a part is divided again as it was ordered.
func (w *Workspace) contents(kind string, roots []*record.Object, packages []transfer.Package) map[string]check.Division {
	byID := map[string]*record.Object{}
	for o := range record.All(roots) {
		byID[o.ID] = o
	}
	type order struct {
		unit     string
		maxFiles int
	}
	divided := map[order][]check.Division{}
	out := map[string]check.Division{}
	for _, pkg := range packages {
		unit := byID[pkg.Unit]
		if pkg.Kind != aip.KindAIP || unit == nil {
			continue
		}
		at := order{pkg.Unit, pkg.MaxFiles}
		if divided[at] == nil {
			divided[at] = append(w.divide(kind, unit, pkg.MaxFiles), check.Division{Object: unit})
		}
		object, _, _ := strings.Cut(pkg.Object, representationMark) // a further representation holds the same
		if i := slices.IndexFunc(divided[at], func(d check.Division) bool { return d.Object.ID == object }); i >= 0 {
			out[pkg.PID] = divided[at][i]
		}
	}
	return out
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
	b.held = b.contents(b.portion.Kind, b.appraisal.Roots, b.packages)
	for _, pkg := range b.packages {
		if b.held[pkg.PID].Object == nil {
			return failure.New(failure.Damaged, fmt.Sprintf("object %s of package %s", pkg.Object, pkg.PID),
				"Zu einem beauftragten Archivpaket fehlt der Vorgang. Bitte nichts löschen und die Verwaltung verständigen.")
		}
	}
	if r, ok := b.kindNamed(b.portion.Kind).(check.Relating); ok {
		b.pairs = r.Related(b.appraisal.Roots)
	}
	return nil
}
