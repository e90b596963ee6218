package transmit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/transmit/model"
)

// channel is the strip under the head.
func (v *view) channel() fyne.CanvasObject {
	tints := map[string]fyne.ThemeColorName{"ok": kit.ColorOK, "warning": kit.ColorWarn, "error": kit.ColorError}
	var cells []fyne.CanvasObject
	for i, c := range v.p.State.Cells {
		if i > 0 {
			cells = append(cells, kit.VLine(kit.ColorLine))
		}
		tint, ok := tints[c.State]
		if !ok {
			tint = kit.ColorText2
		}
		detail := kit.Caption(c.Detail).End()
		if c.Mono {
			detail = kit.NewText(c.Detail, kit.RoleMono, kit.ColorText2).Middle()
		}
		cells = append(cells, kit.Grow(kit.Sized(0, 54, kit.Pad(kit.Row(12, kit.NewIcon(c.Icon, tint, 18), kit.Grow(kit.Col(0, kit.Bold(c.Title).End(), detail))), 0, 12, 0, 20))))
	}
	return kit.Panel(kit.ColorRaised, kit.Col(0, kit.Cols(0, cells...), kit.HLine(kit.ColorLine)))
}

// jobRow is one row of the queue.
type jobRow struct {
	way, icon     *kit.Icon
	name, answer  *kit.Text
	state, action *kit.Text
	amount, left  *kit.Text
	bar           *kit.Bar
	button        *kit.Button
	sending       bool
	box           *fyne.Container
}

func (v *view) makeJob() fyne.CanvasObject {
	r := &jobRow{way: kit.NewIcon("", kit.ColorText, 16), icon: kit.NewIcon("", kit.ColorText2, 16), name: kit.Bold("").End(), answer: kit.Caption("").End(),
		state: kit.Bold("").End(), action: kit.NewText("", kit.RoleText, kit.ColorPrimary).Right().End(), amount: kit.Caption("").End(), left: kit.Caption("").Right(), bar: kit.NewBar(0)}
	r.button = kit.NewIconButton(v.env, "", "pause", v.env.T("transmit.hold.one"), nil).Edge()
	r.box = container.New(r, r.way, r.icon, r.name, r.answer, r.state, r.action, r.amount, r.left, r.bar, r.button)
	return r.box
}

func (v *view) fillJob(i int, o fyne.CanvasObject) {
	r, j := o.(*fyne.Container).Layout.(*jobRow), v.p.State.Jobs[i]
	r.way.Set(map[model.Direction]string{model.Up: "up", model.Down: "down", model.Conflict: "fork"}[j.Direction], kit.ColorText)
	r.name.Set(j.Name)
	r.answer.Set(j.Answer)
	icon, tint, role := "clock", kit.ColorText2, kit.RoleText
	switch j.State {
	case model.Paused:
		icon, tint, role = "pause", kit.ColorNote, kit.RoleBold
	case model.NeedsYou:
		icon, tint, role = "warning", kit.ColorWarn, kit.RoleBold
	case model.NeedsAdmin:
		icon, tint, role = "lock", kit.ColorError, kit.RoleBold
	case model.Damaged:
		icon, tint, role = "error", kit.ColorError, kit.RoleBold
	case model.Done:
		icon, tint, role = "ok", kit.ColorOK, kit.RoleBold
	}
	r.icon.Set(icon, tint)
	r.state.Style(role, tint)
	r.state.Set(v.env.T("transmit.state." + string(j.State)))
	r.action.Set(v.p.Label(j))
	r.sending = j.State == model.Sending
	if r.sending {
		r.amount.Set(v.p.Amount(j))
		r.left.Set(v.env.Left(j.Left))
		if j.Total > 0 {
			r.bar.Set(float32(j.Done) / float32(j.Total))
		}
	}
	r.button.SetAct(func() { v.p.Do(j) })
	for _, h := range []struct {
		o  fyne.CanvasObject
		on bool
	}{{r.icon, !r.sending}, {r.state, !r.sending}, {r.action, !r.sending}, {r.amount, r.sending}, {r.left, r.sending}, {r.bar, r.sending}, {r.button, r.sending}} {
		if h.on {
			h.o.Show()
		} else {
			h.o.Hide()
		}
	}
	r.box.Refresh()
}

// Layout implements fyne.Layout: name grows, state 248 at the right.
func (r *jobRow) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	put := func(o fyne.CanvasObject, x, y, w float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(max(0, w), o.MinSize().Height))
	}
	mid := func(o fyne.CanvasObject) float32 { return (s.Height - o.MinSize().Height) / 2 }
	put(r.way, kit.S(10), mid(r.way), kit.S(16))
	right := s.Width - kit.S(16)
	wide := min(kit.S(290), s.Width*0.42)
	x := right - wide
	h1, h2 := r.name.MinSize().Height, r.answer.MinSize().Height
	y := (s.Height - h1 - h2) / 2
	put(r.name, kit.S(40), y, x-kit.S(52))
	put(r.answer, kit.S(40), y+h1, x-kit.S(52))
	if r.sending {
		b := r.button.MinSize()
		put(r.button, right-b.Width, mid(r.button), b.Width)
		w := wide - b.Width - kit.S(14)
		lw := r.left.MinSize().Width
		put(r.amount, x, kit.S(12), w-lw)
		put(r.left, x+w-lw, kit.S(12), lw)
		put(r.bar, x, kit.S(33), w)
		return
	}
	put(r.icon, x, mid(r.icon), kit.S(16))
	aw := min(kit.Measure(r.action.Text(), kit.RoleText)+2, wide*0.5)
	put(r.state, x+kit.S(22), mid(r.state), wide-kit.S(30)-aw)
	put(r.action, right-aw, mid(r.action), aw)
}

// MinSize implements fyne.Layout.
func (r *jobRow) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(kit.S(320), kit.S(52)) }

func (v *view) makeReceipt() fyne.CanvasObject {
	return v.cols.Row(kit.NewText("", kit.RoleText, kit.ColorText2), kit.Body("").Middle(), kit.NewText("", kit.RoleMono, kit.ColorText).Middle(),
		kit.Row(6, kit.NewIcon("", kit.ColorOK, 14), kit.Grow(kit.Body("").End())))
}

func (v *view) fillReceipt(i int, o fyne.CanvasObject) {
	r, c := v.p.State.Receipts[i], o.(*fyne.Container).Objects
	c[0].(*kit.Text).Set(v.env.Short(r.At))
	c[1].(*kit.Text).Set(r.Package)
	c[2].(*kit.Text).Set(r.Digest)
	icon, tint := "check", kit.ColorOK
	switch r.Verdict {
	case "failed":
		icon, tint = "cross", kit.ColorError
	case "open":
		icon, tint = "dash", kit.ColorWarn
	}
	cell := c[3].(*fyne.Container).Objects
	cell[0].(*kit.Icon).Set(icon, tint)
	cell[1].(*kit.Text).Say(v.env.T("transmit.verdict."+r.Verdict), tint)
}
