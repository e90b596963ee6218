package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"
)

// Bar is the bar of progress, 6 high. It shows a share that is known; it never
// moves by itself.
type Bar struct {
	widget.BaseWidget
	share float32
}

// NewBar makes a bar; share from 0 to 1.
func NewBar(share float32) *Bar {
	b := &Bar{share: share}
	b.ExtendBaseWidget(b)
	return b
}

// Set changes the share.
func (b *Bar) Set(share float32) {
	b.share = share
	b.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	edge, fill := Edged(ColorSurface, ColorBorder, 0), NewRect(ColorPrimary)
	d := &drawing{objs: []fyne.CanvasObject{edge, fill}}
	d.lay = func(s fyne.Size) {
		edge.Resize(s)
		fill.Resize(fyne.NewSize(s.Width*min(1, max(0, b.share)), s.Height))
	}
	d.min = func() fyne.Size { return fyne.NewSize(S(60), S(6)) }
	d.ref = func() { d.lay(b.Size()) }
	return d
}

// Progress is what a progress row tells.
type Progress struct {
	Phase string // bold: Prüfsummen und Formate
	Right string // "Phase 2 von 4" or "57 %"
	Done  string // "68.412 von 120.336 · 512 Dateien/s"
	Left  string // "noch 1 min 40 s", "" in the first 5 s
	Share float32
	Known bool // total known: only then the bar is shown
}

// ProgressRow shows honest progress with cancel.
type ProgressRow struct {
	widget.BaseWidget
	p      Progress
	cancel *Button
}

// NewProgressRow makes a row; cancel nil leaves the button away.
func NewProgressRow(env *Env, name string, p Progress, cancel func()) *ProgressRow {
	r := &ProgressRow{p: p}
	if cancel != nil {
		r.cancel = NewIconButton(env, name+".cancel", "cross", env.T("kit.progress.cancel"), cancel).Edge()
	}
	r.ExtendBaseWidget(r)
	env.Name(name, r)
	return r
}

// Set shows new figures; callers send at most ten a second.
func (r *ProgressRow) Set(p Progress) {
	r.p = p
	r.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (r *ProgressRow) CreateRenderer() fyne.WidgetRenderer {
	phase, right := Bold("").End(), Caption("").Right()
	done, left := Caption("").End(), Caption("").Right()
	bar := NewBar(0)
	body := Col(3, Row(8, Grow(phase), right), bar, Row(8, Grow(done), left))
	var all fyne.CanvasObject = body
	if r.cancel != nil {
		all = Row(12, Grow(body), r.cancel)
	}
	d := &drawing{objs: []fyne.CanvasObject{all}, lay: func(s fyne.Size) { all.Resize(s) }, min: all.MinSize}
	d.ref = func() {
		phase.Set(r.p.Phase)
		right.Set(r.p.Right)
		done.Set(r.p.Done)
		left.Set(r.p.Left)
		bar.Hidden = !r.p.Known
		bar.Set(r.p.Share)
		body.Refresh()
		all.Resize(r.Size())
		all.Refresh()
	}
	d.ref()
	return d
}
