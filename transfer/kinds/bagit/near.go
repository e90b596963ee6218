package bagit

import (
	"context"
	"regexp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

var _ check.NearMissing = Kind{}

// The marks of a bag, written in ways that BagIt programs do not read.
var (
	almostDeclared = regexp.MustCompile(`^bag-?_?it(\.txt)*$`)
	almostManifest = regexp.MustCompile(`^(tag)?manifest[-_. ]?(md5|sha[-_]?[0-9]+)(\.txt)*$`)
)

// NearMisses implements check.NearMissing: bagit.txt under another name or deeper down, a
// folder data beside a manifest or bag-info.txt alone.
func (Kind) NearMisses(ctx context.Context, t container.Tree) ([]check.Finding, error) {
	payload := check.Within("data")
	undeclared := func(at string) wording.Text { return wording.Say("said.bagit.undeclared", at) }
	return check.NearSigns(ctx, t, wording.Say("said.bagit.bag"),
		check.Sign{Names: []func(p, base string) bool{check.Based(almostDeclared.MatchString), payload},
			Lacks: func(at string) wording.Text { return wording.Say("said.bagit.declared-as", at) }},
		check.Sign{Names: []func(p, base string) bool{check.Based(almostManifest.MatchString), payload}, Lacks: undeclared},
		check.Sign{Names: []func(p, base string) bool{
			check.Based(func(base string) bool { return base == "bag-info.txt" || base == "package-info.txt" }), payload},
			Lacks: undeclared})
}
