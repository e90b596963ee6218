package pack

import (
	"context"
	"errors"
	"io"
	"strings"

	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

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
