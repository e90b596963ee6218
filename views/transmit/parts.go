package transmit

import (
	"fyne.io/fyne/v2"

	"laufzettel/transfer"
	"laufzettel/views/kit"
	"laufzettel/views/transmit/model"
)

// channel is the strip under the head.
func (v *view) channel() fyne.CanvasObject {
	tints := map[transfer.Tone]fyne.ThemeColorName{transfer.ToneOK: kit.ColorOK, transfer.ToneWarn: kit.ColorWarn,
		transfer.ToneError: kit.ColorError}
	var cells []fyne.CanvasObject
	for i, c := range v.p.State.Cells {
		if i > 0 {
			cells = append(cells, kit.VLine(kit.ColorLine))
		}
		tint, ok := tints[c.Tone]
		if !ok {
			tint = kit.ColorText2
		}
		detail := kit.Caption(c.Detail).End()
		if c.Mono {
			detail = kit.NewText(c.Detail, kit.RoleMono, kit.ColorText2).Middle()
		}
		cells = append(cells,
			kit.Grow(kit.Sized(0, 54, kit.Pad(kit.Row(12, kit.NewIcon(c.Icon, tint, 18),
				kit.Grow(kit.Col(0, kit.Bold(c.Title).End(), detail))), 0, 12, 0, 20))))
	}
	return kit.Panel(kit.ColorRaised, kit.Col(0, kit.Cols(0, cells...), kit.HLine(kit.ColorLine)))
}

// stateSigns are the signs of the states of a job.
var stateSigns = map[model.JobState]struct {
	icon string
	tint fyne.ThemeColorName
}{model.Waiting: {"clock", kit.ColorText2}, model.Sending: {"up", kit.ColorText}, model.Paused: {"pause", kit.ColorNote},
	model.NeedsYou:   {"warning", kit.ColorWarn},
	model.NeedsAdmin: {"lock", kit.ColorError}, model.Damaged: {"error", kit.ColorError}, model.Done: {"ok", kit.ColorOK}}

// jobColumns are those of the queue.
func (v *view) jobColumns() []kit.TableColumn {
	env := v.env
	at := func(i int) model.Job { return v.p.State.Jobs[i] }
	ways := map[model.Direction]string{model.Up: "up", model.Down: "down", model.Conflict: "fork"}
	return []kit.TableColumn{
		{ID: "job", Title: env.T("transmit.col.job"), Grow: 1, Width: 180, Fixed: true, Bold: true,
			Text: func(i int) string { return at(i).Name }, Under: func(i int) string { return at(i).Answer },
			Sign: func(i int) (string, fyne.ThemeColorName) { return ways[at(i).Direction], kit.ColorText }},
		{ID: "state", Title: env.T("transmit.col.state"), Width: 150,
			Text:    func(i int) string { return env.T("transmit.state." + string(at(i).State)) },
			Sign:    func(i int) (string, fyne.ThemeColorName) { s := stateSigns[at(i).State]; return s.icon, s.tint },
			Tone:    func(i int) fyne.ThemeColorName { return stateSigns[at(i).State].tint },
			Compare: func(a, b int) int { return model.Urgency(at(a)) - model.Urgency(at(b)) }},
		{ID: "action", Title: env.T("transmit.col.action"), Width: 140, Text: func(i int) string { return v.p.Label(at(i)) },
			Tone: func(int) fyne.ThemeColorName { return kit.ColorPrimary }},
	}
}

// sendRow stands over the state of a job that is being sent: how far it is, and a
// button that pauses it.
type sendRow struct {
	amount, left *kit.Text
	bar          *kit.Bar
	pause        *kit.Button
	box          *fyne.Container
}

func (v *view) sending() *kit.Cover {
	rows := map[fyne.CanvasObject]*sendRow{}
	return &kit.Cover{From: "state", Make: func() fyne.CanvasObject {
		r := &sendRow{amount: kit.Caption("").End(), left: kit.Caption("").Right(), bar: kit.NewBar(0)}
		r.pause = kit.NewIconButton(v.env, "", "pause", v.env.T("transmit.hold.one"), nil).Edge()
		r.box = kit.Row(14, kit.Grow(kit.Col(4, kit.Row(8, kit.Grow(r.amount), r.left), r.bar)), r.pause)
		rows[r.box] = r
		return r.box
	}, Fill: func(i int, o fyne.CanvasObject) bool {
		j, r := v.p.State.Jobs[i], rows[o]
		if j.State != model.Sending {
			return false
		}
		r.amount.Set(v.p.Amount(j))
		r.left.Set(v.env.Left(j.Left))
		if j.Total > 0 {
			r.bar.Set(float32(j.Done) / float32(j.Total))
		}
		r.pause.SetAct(func() { v.p.Do(j) })
		r.box.Refresh()
		return true
	}}
}

// receiptColumns are those of the receipts; only what was verified is kept.
func (v *view) receiptColumns() []kit.TableColumn {
	env := v.env
	at := func(i int) model.Receipt { return v.p.State.Receipts[i] }
	return []kit.TableColumn{
		{ID: "at", Title: env.T("transmit.receipt.at"), Width: 88, Text: func(i int) string { return env.Short(at(i).At) },
			Compare: func(a, b int) int { return at(a).At.Compare(at(b).At) },
			Tone:    func(int) fyne.ThemeColorName { return kit.ColorText2 }},
		{ID: "package", Title: env.T("transmit.receipt.package"), Grow: 1, Width: 100, Fixed: true,
			Text: func(i int) string { return at(i).Package }},
		{ID: "digest", Title: env.T("transmit.receipt.digest"), Width: 92, Mono: true, Text: func(i int) string { return at(i).Digest }},
		{ID: "signature", Title: env.T("transmit.receipt.signature"), Width: 92, Unsorted: true,
			Text: func(int) string { return env.T("transmit.receipt.verified") },
			Tone: func(int) fyne.ThemeColorName { return kit.ColorOK },
			Sign: func(int) (string, fyne.ThemeColorName) { return "check", kit.ColorOK }},
	}
}
