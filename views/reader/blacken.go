package reader

import "laufzettel/views/route"

// canBlacken tells whether the document shown may get a blackened copy.
func (v *view) canBlacken() bool {
	return v.desk() != nil && v.p.Open != nil && !v.p.Open.Closed && v.p.Current != ""
}

// goBlacken begins a blackened copy of the document shown, or goes on with one.
func (v *view) goBlacken() {
	if !v.canBlacken() {
		return
	}
	document := v.p.Current
	if v.p.Original {
		document = route.Original + document
	}
	v.host.Go(route.Route{Screen: route.Blacken, ID: v.p.Open.PID, Filter: document})
}
