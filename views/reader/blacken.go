package reader

import "laufzettel/views/route"

// canBlacken tells whether the document shown may get a blackened copy.
func (v *view) canBlacken() bool {
	return v.desk() != nil && v.p.Open != nil && !v.p.Open.Closed && v.p.Current != ""
}

// canLookBlackened tells whether what is being blackened can be looked at: no package is
// open. The second person comes in this way and need not know the document.
func (v *view) canLookBlackened() bool { return v.desk() != nil && v.p.Open == nil }

// goBlacken begins a blackened copy of the document shown, or goes on with one; where no
// package is open, it leads to those that were begun.
func (v *view) goBlacken() {
	if v.canLookBlackened() {
		v.host.Go(route.Route{Screen: route.Blacken})
		return
	}
	if !v.canBlacken() {
		return
	}
	document := v.p.Current
	if v.p.Original {
		document = route.Original + document
	}
	v.host.Go(route.Route{Screen: route.Blacken, ID: v.p.Open.PID, Filter: document})
}
