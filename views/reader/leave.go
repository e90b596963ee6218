package reader

import "laufzettel/viewer/catalog"

// LeaveSource is what a Source can do beside that keeps something open for one
// reader.
type LeaveSource interface {
	// Leave ends the reader's session: what a number opened is closed again.
	Leave() error
}

// leave ends a reader's session: the next reader finds the first page, no words of
// the one before and nothing open that a number had opened.
func (v *view) leave() {
	if !v.kiosk() {
		return
	}
	v.p.back()
	v.p.forget()
	v.hits.search.Entry.Put("")
	v.hits.from.Entry.Put("")
	v.hits.to.Entry.Put("")
	v.refresh()
	v.env.Focus(v.hits.search.Entry)
	src, ok := v.src.(LeaveSource)
	if !ok {
		return
	}
	v.env.Run.Background(func() {
		err := src.Leave()
		v.env.Run.UI(func() {
			if v.p.start(); err != nil { // counts without what a number had opened
				v.say(v.p.hint(err))
				return
			}
			v.say(v.env.T("reader.left"))
		})
	})
}

// forget drops what was searched; an answer under way is not shown.
func (p *presenter) forget() {
	p.gen++
	p.query, p.results, p.searched, p.busy, p.err, p.chosen = catalog.Query{}, catalog.Results{}, false, false, nil, -1
}
