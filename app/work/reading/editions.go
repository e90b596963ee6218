package reading

import (
	"cmp"
	"context"
	"slices"

	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/record"
	"laufzettel/viewer/catalog"
)

// editions gives the other editions of a package, told by its description, among all that is
// held: they come in deliveries of their own, often years apart, and no package names them (E5).
func (rm *Room) editions(ctx context.Context, d aip.Description, a Asker) (out []aip.Relation, err error) {
	own := catalog.Item{PID: d.PID}
	above, _ := parents(d.Objects)
	for _, e := range above {
		own.Tree.Above = append(own.Tree.Above, nodeOf(e))
	}
	fill(&own, d.Objects)
	for _, k := range rm.Engine.Kinds {
		kind, ok := k.(check.Editioned)
		if !ok {
			continue
		}
		mine, ok := editionOf(kind, own)
		if !ok {
			continue
		}
		q, err := rm.Gate.ask(ctx, a)
		if err != nil {
			return nil, err
		}
		all, err := rm.catalog.Titled(ctx, own.Subject, q.day, q.opened()...)
		if err != nil {
			return nil, err
		}
		out = append(out, others(kind, mine, all)...)
	}
	return out, nil
}

// others are the editions of the same work among objects of one title, by year and name.
func others(kind check.Editioned, mine check.Edition, all map[string]catalog.Item) (out []aip.Relation) {
	var found []check.Edition
	for _, it := range all {
		if e, ok := editionOf(kind, it); ok && e.Unit != mine.Unit && mine.To(e) != "" {
			found = append(found, e)
		}
	}
	slices.SortFunc(found, func(a, b check.Edition) int {
		return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Unit, b.Unit))
	})
	for _, e := range found {
		out = append(out, aip.Relation{Kind: mine.To(e), PID: e.Unit, ReferenceCode: all[e.Unit].ReferenceCode,
			Title: e.Name + " " + e.Year})
	}
	return out
}

// editionOf asks a kind what an object of the index is an edition of: its title and its
// place in the Akte tell.
func editionOf(kind check.Editioned, it catalog.Item) (check.Edition, bool) {
	if len(it.Tree.Above) == 0 || it.Subject == "" {
		return check.Edition{}, false
	}
	above := it.Tree.Above[len(it.Tree.Above)-1]
	dossier := &record.Object{ID: it.PID + "/", Kind: record.Dossier, Reference: above.Filing, Subject: above.Subject}
	dossier.Add(&record.Object{ID: it.PID, Kind: record.Kind(it.Kind), Subject: it.Subject})
	if all := kind.Editions([]*record.Object{dossier}); len(all) == 1 {
		return all[0], true
	}
	return check.Edition{}, false
}
