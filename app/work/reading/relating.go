package reading

import (
	"context"
	"errors"
	"strings"

	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/viewer/catalog"
)

// Named tells whether a package that belongs to another may be named today, and
// whether it can be opened here. What is closed to its description is not named by
// its neighbours either (A25); one that lies elsewhere is named, not opened.
func (rm *Room) Named(ctx context.Context, pid string, granted ...string) (named, here bool, err error) {
	switch _, err := rm.Catalog.Find(ctx, pid, rm.Office.Now(), granted...); {
	case err == nil:
		return true, true, nil
	case !errors.Is(err, catalog.ErrUnknown):
		return false, false, err
	}
	held, err := rm.Catalog.Holds(ctx, pid)
	return !held, false, err
}

// Representations gives the other representations of an object that conversions
// made, earlier ones first (A10, F11): packages of one reference code.
func (rm *Room) Representations(ctx context.Context, pid string) (earlier, later []transfer.Package, err error) {
	p, err := rm.Copies.PortionOf(ctx, pid)
	if err != nil {
		return nil, nil, ctx.Err() // fetched from elsewhere: its portion is not known here
	}
	packages, err := rm.Portions.Packages(ctx, p.ID)
	if err != nil {
		return nil, nil, err
	}
	base := func(p transfer.Package) string { b, _, _ := strings.Cut(p.Object, intake.RepresentationMark); return b }
	own := ""
	for _, x := range packages {
		if x.PID == pid {
			own = base(x)
		}
	}
	passed := false
	for _, x := range packages {
		switch {
		case x.PID == pid:
			passed = true
		case x.Kind != aip.KindAIP || x.State == transfer.PackageOrdered || own == "" || base(x) != own:
		case passed:
			later = append(later, x)
		default:
			earlier = append(earlier, x)
		}
	}
	return earlier, later, nil
}
