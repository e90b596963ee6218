package reading

import (
	"context"
	"strings"

	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
)

// representations gives the other representations of an object that conversions
// made, earlier ones first (A10, F11): packages of one reference code.
func (rm *Room) representations(ctx context.Context, pid string) (earlier, later []transfer.Package, err error) {
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
