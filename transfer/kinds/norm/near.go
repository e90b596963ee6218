package norm

import (
	"context"
	"regexp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

var _ check.NearMissing = Kind{}

// The files of a norm whose message is missing (E3).
var (
	editionFile = regexp.MustCompile(`^(originalnorm|orginalnorm|ausgabenorm)\.xml$`)
	issueFile   = regexp.MustCompile(`__an(__[^/]*)?\.pdf$`)
)

// NearMisses implements check.NearMissing: the files of a norm without the message that
// names them.
func (Kind) NearMisses(ctx context.Context, t container.Tree) ([]check.Finding, error) {
	lacks := func(string) wording.Text { return wording.Say("said.norm.no-message") }
	return check.NearSigns(ctx, t, wording.Say("said.norm.norm"),
		check.Sign{Names: []func(p, base string) bool{check.Based(editionFile.MatchString)}, Lacks: lacks},
		check.Sign{Names: []func(p, base string) bool{check.Based(issueFile.MatchString)}, Lacks: lacks})
}
