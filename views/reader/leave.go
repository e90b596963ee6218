package reader

import "laufzettel/views/reader/model"

// leave ends a reader's session: the next reader finds the first page, no words of
// the one before and nothing open that a number had opened.
func (v *view) leave() {
	if !v.kiosk() {
		return
	}
	v.p.Back()
	v.p.Forget()
	v.hits.search.Entry.Put("")
	v.hits.from.Entry.Put("")
	v.hits.to.Entry.Put("")
	v.Refresh()
	v.env.Focus(v.hits.search.Entry)
	src, ok := v.src.(model.LeaveSource)
	if !ok {
		return
	}
	v.env.Run.Background(func() {
		err := src.Leave()
		v.env.Run.UI(func() {
			if v.p.Start(); err != nil { // counts without what a number had opened
				v.Refuse(err)
				return
			}
			v.Say(v.env.T("reader.left"))
		})
	})
}
