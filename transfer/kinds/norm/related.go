package norm

import (
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
)

var (
	_ check.Relating  = Kind{}
	_ check.Editioned = Kind{}
)

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

// Editions implements check.Editioned: the two editions of a norm often come in two
// deliveries, and a norm promulgated anew in a later year keeps its title.
func (Kind) Editions(roots []*record.Object) (out []check.Edition) {
	for _, n := range norms(roots) {
		out = append(out, check.Edition{Unit: n.Case, Work: n.work(), Name: n.Edition, Year: n.Year})
	}
	return out
}

// work joins all editions of a norm, whatever their year.
func (n Norm) work() string {
	return n.Part + "|" + strings.ToLower(strings.Join(strings.Fields(n.Title), " "))
}
