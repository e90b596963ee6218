package eark

import (
	"context"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

var _ check.NearMissing = Kind{}

// NearMisses implements check.NearMissing: a METS in other letters, or deeper down, beside
// the folders of a package.
func (Kind) NearMisses(ctx context.Context, t container.Tree) ([]check.Finding, error) {
	folders := func(p, base string) bool {
		return check.Within("representations")(p, base) || check.Within("metadata")(p, base)
	}
	mets := func(base string) bool { return strings.HasPrefix(base, "mets.") || base == "mets" }
	return check.NearSigns(ctx, t, wording.Say("said.eark.package"),
		check.Sign{Names: []func(p, base string) bool{check.Based(mets), folders},
			Lacks: func(at string) wording.Text { return wording.Say("said.eark.mets-as", at) }})
}
