package intake

import (
	"slices"
	"strings"

	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

// PackageOptions steer the building of packages.
type PackageOptions struct {
	// Level is LevelCase or LevelDossier, "" = as the profile says; of a share
	// LevelShare, LevelFolder, or the depth of the folders that become a package each.
	Level string
	// MaxFiles divides a unit into parts of at most so many files, where its kind
	// allows it (C10). 0 = as the profile says, Whole = never.
	MaxFiles int
}

// Whole keeps every unit in one package, whatever the profile says.
const Whole = -1

// Divides reports whether a unit of this kind of delivery can be split for ingest
// by a number of files.
func (c *Contents) Divides(kind string) bool {
	d, ok := c.KindNamed(kind).(check.Dividing)
	return ok && d.SplitsByFiles()
}

// KindNames lists every kind of deliveries a portion can be checked as.
func (c *Contents) KindNames() (out []string) {
	for _, k := range c.Engine.Kinds {
		out = append(out, k.Names()...)
	}
	return append(out, check.PlainFiles{}.Names()...)
}

// KindNamed finds the room of a kind, nil where none registers the name.
func (c *Contents) KindNamed(name string) check.Kind {
	for _, k := range c.Engine.Kinds {
		if slices.Contains(k.Names(), name) {
			return k
		}
	}
	return nil
}

// Divide gives what the packages of a unit hold; a unit that is not divided holds
// itself.
func (c *Contents) Divide(kind string, unit *record.Object, maxFiles int) []check.Division {
	if d, ok := c.KindNamed(kind).(check.Dividing); ok {
		if parts := d.Divide(unit, maxFiles); len(parts) > 1 {
			return parts
		}
	}
	return []check.Division{{Object: unit}}
}

// Contents finds for every archival package what it holds, by its identifier: a
// package ordered as a part is divided again as it was ordered.
func (c *Contents) Contents(kind string, roots []*record.Object, packages []transfer.Package) map[string]check.Division {
	if kind == PlainKind {
		return shareContents(roots, packages)
	}
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
			divided[at] = append(c.Divide(kind, unit, pkg.MaxFiles), check.Division{Object: unit})
		}
		object, _, _ := strings.Cut(pkg.Object, RepresentationMark) // a further representation holds the same
		if i := slices.IndexFunc(divided[at], func(d check.Division) bool { return d.Object.ID == object }); i >= 0 {
			out[pkg.PID] = divided[at][i]
		}
	}
	return out
}

// shareContents is Contents of a share: a package of a folder holds all below it but
// the folders that have packages of their own.
func shareContents(roots []*record.Object, packages []transfer.Package) map[string]check.Division {
	units := map[string]bool{}
	for _, p := range packages {
		units[p.Unit] = units[p.Unit] || p.Kind == aip.KindAIP
	}
	held := ShareParts(roots, units)
	out := map[string]check.Division{}
	for _, p := range packages {
		if o := held[p.Unit]; o != nil && p.Kind == aip.KindAIP {
			out[p.PID] = check.Division{Object: o}
		}
	}
	return out
}

// ShareParts gives by unit what its package is about.
func ShareParts(roots []*record.Object, units map[string]bool) map[string]*record.Object {
	held := map[string]*record.Object{}
	for o := range record.All(roots) {
		if units[o.ID] {
			held[o.ID] = without(o, units)
		}
	}
	return held
}

// without gives an object with all below it but the objects named: itself where none is
// below it, else a copy. What is above each is as in the whole tree.
func without(o *record.Object, units map[string]bool) *record.Object {
	c, whole := *o, true
	c.Children = nil
	for _, child := range o.Children {
		if units[child.ID] {
			whole = false
			continue
		}
		part := without(child, units)
		whole = whole && part == child
		c.Children = append(c.Children, part)
	}
	if whole {
		return o
	}
	return &c
}
