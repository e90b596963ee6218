package register

import (
	"context"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/pattern"
	"laufzettel/transfer/wording"
)

var _ check.NearMissing = Kind{}

// almostPart is the name of a certificate or note, with whatever separates its parts.
var almostPart = pattern.Of(`^[0-9a-z]{1,20}[-_ .][gels][-_ .][0-9]{4}[-_ .][0-9a-z]{1,20}[-_ .][uh][0-9]{1,6}\.(xml|pdf|zip)$`)

// NearMisses implements check.NearMissing: certificates and notes without the backbone that
// names them.
func (Kind) NearMisses(ctx context.Context, t container.Tree) ([]check.Finding, error) {
	return check.NearSigns(ctx, t, wording.Say("said.register.portion"),
		check.Sign{Names: []func(p, base string) bool{check.Based(almostPart.MatchString)},
			Lacks: func(at string) wording.Text { return wording.Say("said.register.no-backbone", at) }})
}
