package generate

import (
	"slices"
	"strings"

	"laufzettel/transfer/kind"
	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/procedure"
)

// Case is one finding code of the corpus of defects: which kind of delivery shows it
// wrong, and which shows what comes near to it and is right.
type Case struct {
	Code      string
	Kind      string // of the delivery with the defect; the right one is of the same kind
	Wrong     string // the defect, German
	AlikeKind string // of the near miss, "" = there is none
	Alike     string // what comes near, German
}

// Cases lists every code that a delivery can be made for, in order. Where several kinds
// know one, that of the near miss comes first, then the transfer of records, then the
// order of the shelf.
func Cases(shelf kind.Shelf) []Case {
	found := map[string]Case{}
	for _, m := range corpusMakers(shelf) {
		for _, code := range DefectsOf(shelf, m.Name) {
			c, known := found[code]
			near, has := m.Alike[code]
			if known && (!has || c.AlikeKind == c.Kind) {
				continue
			}
			d, _ := defectOf(m, code)
			c = Case{Code: code, Kind: m.Name, Wrong: d.What}
			if has {
				c.AlikeKind, c.Alike = m.Name, near.What
			}
			found[code] = c
		}
	}
	for _, m := range corpusMakers(shelf) { // a near miss of another kind than the defect
		for code, near := range m.Alike {
			if c, known := found[code]; known && c.AlikeKind == "" {
				c.AlikeKind, c.Alike = m.Name, near.What
				found[code] = c
			}
		}
	}
	out := make([]Case, 0, len(found))
	for _, c := range found {
		out = append(out, c)
	}
	slices.SortFunc(out, func(a, b Case) int { return strings.Compare(a.Code, b.Code) })
	return out
}

// corpusMakers are the makers with the transfer of records first.
func corpusMakers(shelf kind.Shelf) []sample.Maker {
	all := slices.Clone(shelf.Samples())
	rank := func(m sample.Maker) int {
		switch m.Name {
		case procedure.Transfer.Kind():
			return 0
		case procedure.Offer.Kind():
			return 2 // an offer has no files to spoil
		}
		return 1
	}
	slices.SortStableFunc(all, func(a, b sample.Maker) int { return rank(a) - rank(b) })
	return all
}

// SmallPlan is the delivery of a kind that the corpus is made of: as small as can be,
// always the same bytes.
func SmallPlan(name string) Plan {
	p := Plan{Kind: name, Seed: 4, Dossiers: 1, Cases: 2, Documents: 1, Mix: []string{"txt", "csv"}}
	if name == procedure.Transfer.Kind() || name == procedure.Offer.Kind() {
		p.Version, p.Mix = "4.0.0", []string{"pdf", "txt"} // the version that names digests
	}
	return p
}
