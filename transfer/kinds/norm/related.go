package norm

import (
	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

var _ check.Relating = Kind{}

// Related implements check.Relating: Originalnorm and Ausgabenorm of the same
// norm belong together (E5).
func (Kind) Related(roots []*record.Object) (out []check.Pair) {
	first := map[string]Norm{}
	for _, n := range norms(roots) {
		other, seen := first[n.key()]
		if !seen {
			first[n.key()] = n
			continue
		}
		if other.Edition != n.Edition {
			out = append(out, check.Pair{Relation: check.RelationEdition, A: other.Case, B: n.Case, TitleA: other.Edition,
				TitleB: n.Edition})
		}
	}
	return out
}
