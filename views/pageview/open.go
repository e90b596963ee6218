package pageview

import "laufzettel/views/kit"

// progress tells how far the opening of what is shown is.
func (v *Pane) progress() kit.Progress {
	done, total := v.p.Advance[0], v.p.Advance[1]
	share := float32(done) / float32(max(1, total))
	return kit.Progress{Phase: v.env.T("page.opening"), Right: v.env.T("page.percent", int(share*100)),
		Done: v.env.T("page.opening.done", v.env.Bytes(done), v.env.Bytes(total)), Share: share, Known: true}
}

// giveUp ends an opening that takes too long: back to what it was opened from.
func (v *Pane) giveUp() {
	if !v.p.GiveUp() {
		return
	}
	if v.back.Key != "" {
		v.goBack()
	}
	if v.Said != nil {
		v.Said(v.env.T("page.opening.ended"))
	}
}
