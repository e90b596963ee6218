package reading

import (
	"laufzettel/transfer/aip"
	"laufzettel/transfer/record"
	"laufzettel/viewer/catalog"
)

// maxBelow is how many Akten and Vorgänge inside one package the index names: one Akte
// as a package holds hundreds; a file share as a whole holds too many to list.
const maxBelow = 2000

// parents are the objects a package only names as what its own stands in, outermost first,
// and what stands below them.
func parents(entries []*aip.Entry) (above, rest []*aip.Entry) {
	for len(entries) > 0 && entries[0].Context {
		above, entries = append(above, entries[0]), entries[0].Children
	}
	return above, entries
}

// place says where a package stands - Aktenplan, Akte, Teilakte - which Vorgänge it holds
// and how much (E10).
func place(it *catalog.Item, pkg *aip.Package) {
	it.Tree.Known = true
	above, entries := parents(pkg.Metadata().Objects)
	for _, e := range above {
		it.Tree.Above = append(it.Tree.Above, nodeOf(e))
		it.Plan = firstOf(it.Plan, e.Field("plan").Value)
	}
	left := maxBelow
	for _, e := range entries {
		it.Plan = firstOf(it.Plan, e.Field("plan").Value)
		it.Tree.Below = append(it.Tree.Below, below(e, &left)...)
	}
	if left < 0 {
		it.Tree.Below = nil
	}
	it.Extent.Documents = 0
	for _, d := range pkg.Documents() {
		if n := len(d.Parents); n == 0 || d.Parents[n-1].Kind != record.Document { // an Anlage counts with its document
			it.Extent.Documents++
		}
	}
	for _, l := range pkg.Files() {
		if l.Use == "Data" {
			it.Extent.Files++
			it.Extent.Bytes += l.Size
		}
	}
}

func firstOf(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func nodeOf(e *aip.Entry) catalog.Node {
	return catalog.Node{Kind: e.Called(), Filing: e.Field("reference").Value, Subject: e.Field("subject").Value,
		From: e.Field("from").Value, To: e.Field("to").Value}
}

// below gives the Akten and Vorgänge inside an entry; left counts down how many may be
// named.
func below(e *aip.Entry, left *int) (out []catalog.Node) {
	for _, c := range e.Children {
		if c.Kind == record.Document {
			continue
		}
		if *left--; *left < 0 {
			return nil
		}
		n := nodeOf(c)
		n.Below = below(c, left)
		out = append(out, n)
	}
	return out
}
