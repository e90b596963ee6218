package pageview

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/pageview/model"
)

// Measures of the roll in units.
const (
	rollHead = 30 // title line above each document
	rollGap  = 10 // below each page
	rollLine = 18 // line of text
	rollBox  = 84 // fault or note in place of pages
)

// rollView draws a roll: only what is in sight exists as objects.
type rollView struct {
	v     *Pane
	r     *model.Roll
	root  *container.Scroll
	body  *fyne.Container
	tops  []float32 // of the documents, and the end
	shown []placedItem
}

// placedItem is one object with its place.
type placedItem struct {
	o          fyne.CanvasObject
	x, y, w, h float32
}

func newRollView(v *Pane, refs []model.Ref) *rollView {
	rv := &rollView{v: v}
	rv.r = model.NewRoll(v.env.Run, refs, rv.refresh)
	rv.body = container.New(rv)
	rv.root = container.NewVScroll(rv.body)
	rv.root.OnScrolled = func(fyne.Position) { rv.refresh() }
	return rv
}

// same tells whether the roll is of these documents.
func (rv *rollView) same(refs []model.Ref) bool {
	if len(refs) != len(rv.r.Docs) {
		return false
	}
	for i, d := range rv.r.Docs {
		if d.Ref.Key != refs[i].Key {
			return false
		}
	}
	return true
}

// block is the height of a document without its head.
func (rv *rollView) block(i int) float32 {
	d := rv.r.Docs[i]
	switch {
	case d.Err != nil || d.Note != "":
		return kit.S(rollBox)
	case len(d.Lines) > 0:
		return kit.S(rollLine)*float32(len(d.Lines)) + kit.S(2*rollGap)
	}
	h := float32(0)
	for p := range d.Pages {
		h += float32(rv.r.Height(model.RollPage{Doc: i, Page: p})) + kit.S(rollGap)
	}
	return h
}

func (rv *rollView) measure() {
	rv.tops = rv.tops[:0]
	y := kit.S(8)
	for i := range rv.r.Docs {
		rv.tops = append(rv.tops, y)
		y += kit.S(rollHead) + rv.block(i) + kit.S(rollGap)
	}
	rv.tops = append(rv.tops, y)
}

// anchored measures anew and keeps what is in sight where it is: a document above
// may have turned out to be longer.
func (rv *rollView) anchored() {
	if len(rv.tops) == 0 {
		rv.measure()
		return
	}
	i := rv.at()
	inside := rv.root.Offset.Y - rv.tops[i]
	rv.measure()
	rv.root.Offset.Y = max(0, rv.tops[i]+inside)
}

// refresh makes the objects in sight and asks for what they lack.
func (rv *rollView) refresh() {
	rv.r.Room(float64(rv.v.p.Width), rv.v.p.Scale)
	rv.anchored()
	top, h := rv.root.Offset.Y, max(rv.root.Size().Height, kit.S(120))
	rv.shown = rv.shown[:0]
	var want []model.RollPage
	for i := range rv.r.Docs {
		if rv.tops[i+1] < top-h || rv.tops[i] > top+2*h {
			continue
		}
		want = append(want, rv.document(i, top-h, top+2*h)...)
	}
	rv.r.Look(nearest(want, rv, top))
	objects := make([]fyne.CanvasObject, len(rv.shown))
	for i, s := range rv.shown {
		objects[i] = s.o
	}
	rv.body.Objects = objects
	rv.body.Resize(rv.root.Size().Max(rv.MinSize(nil))) // else the scroll would cut the offset to the old height
	rv.body.Refresh()
	rv.root.Refresh()
	rv.v.bar.roll(rv.at()+1, len(rv.r.Docs))
}

// nearest puts what is really in sight before what is above and below it.
func nearest(want []model.RollPage, rv *rollView, top float32) []model.RollPage {
	var seen, rest []model.RollPage
	for _, at := range want {
		if y := rv.pageTop(at); y+float32(rv.r.Height(at)) >= top && y <= top+rv.root.Size().Height {
			seen = append(seen, at)
		} else {
			rest = append(rest, at)
		}
	}
	return append(seen, rest...)
}

func (rv *rollView) pageTop(at model.RollPage) float32 {
	y := rv.tops[at.Doc] + kit.S(rollHead)
	for p := range at.Page {
		y += float32(rv.r.Height(model.RollPage{Doc: at.Doc, Page: p})) + kit.S(rollGap)
	}
	return y
}

// document places one document and names the pages it wants.
func (rv *rollView) document(i int, from, to float32) []model.RollPage {
	d, env := rv.r.Docs[i], rv.v.env
	x, w := kit.S(18), float32(rv.r.Width)
	y := rv.tops[i]
	rv.put(kit.Bold(d.Ref.Title).End(), x, y, w, kit.S(rollHead))
	y += kit.S(rollHead)
	switch {
	case d.Err != nil:
		rv.put(kit.NewBox(env, "", kit.Box{Tone: kit.ToneError, Text: env.Explain(d.Err, env.T("page.failed.text"))}, nil), x, y, w,
			kit.S(rollBox))
		return nil
	case d.Note != "":
		rv.put(kit.NewBox(env, "", kit.Box{Tone: kit.ToneNote, Text: d.Note}, nil), x, y, w, kit.S(rollBox))
		return nil
	case len(d.Lines) > 0:
		rv.put(kit.NewRect(kit.ColorSurface), x, y, w, rv.block(i))
		for n, line := range d.Lines {
			rv.put(kit.NewText(strings.ReplaceAll(line, "\t", "    "), kit.RoleMono, kit.ColorText).End(), x+kit.S(12), y+kit.S(rollGap)+
				kit.S(rollLine)*float32(n), w-kit.S(24), kit.S(rollLine))
		}
		return nil
	}
	var want []model.RollPage
	for p := range d.Pages {
		at := model.RollPage{Doc: i, Page: p}
		h := float32(rv.r.Height(at))
		if y+h >= from && y <= to {
			want = append(want, at)
			rv.page(at, x, y, w, h)
		}
		y += h + kit.S(rollGap)
	}
	return want
}

func (rv *rollView) page(at model.RollPage, x, y, w, h float32) {
	rv.put(kit.Edged(kit.ColorSurface, kit.ColorBorder, 0), x-1, y-1, w+2, h+2)
	if pic := rv.r.Pics[at]; pic != nil {
		rv.put(&canvas.Image{Image: pic, FillMode: canvas.ImageFillStretch, ScaleMode: canvas.ImageScaleSmooth}, x, y, w, h)
		return
	}
	text := "page.drawing"
	if rv.r.Docs[at.Doc].Failed[at.Page] {
		text = "page.failed.title"
	}
	rv.put(kit.NewText(rv.v.env.T(text), kit.RoleText, kit.ColorText2).Centered(), x, y+h/2, w, kit.S(20))
}

func (rv *rollView) put(o fyne.CanvasObject, x, y, w, h float32) {
	rv.shown = append(rv.shown, placedItem{o, x, y, w, h})
}

// Layout implements fyne.Layout.
func (rv *rollView) Layout([]fyne.CanvasObject, fyne.Size) {
	for _, s := range rv.shown {
		s.o.Move(fyne.NewPos(s.x, s.y))
		s.o.Resize(fyne.NewSize(s.w, s.h))
	}
}

// MinSize implements fyne.Layout.
func (rv *rollView) MinSize([]fyne.CanvasObject) fyne.Size {
	if len(rv.tops) == 0 {
		return fyne.NewSize(kit.S(120), kit.S(120))
	}
	return fyne.NewSize(kit.S(120), rv.tops[len(rv.tops)-1])
}

// at is the document in sight.
func (rv *rollView) at() int {
	for i := range rv.r.Docs {
		if rv.tops[i+1] > rv.root.Offset.Y+kit.S(rollHead) {
			return i
		}
	}
	return max(0, len(rv.r.Docs)-1)
}

// to scrolls to a document.
func (rv *rollView) to(key string) {
	rv.anchored()
	for i, d := range rv.r.Docs {
		if d.Ref.Key == key && i != rv.at() {
			rv.root.Offset.Y = rv.tops[i]
		}
	}
	rv.refresh()
}

// by scrolls most of a screenful.
func (rv *rollView) by(n float32) {
	most := max(0, rv.tops[len(rv.tops)-1]-rv.root.Size().Height)
	rv.root.Offset.Y = max(0, min(rv.root.Offset.Y+n*rv.root.Size().Height*0.85, most))
	rv.refresh()
}

// Roll shows documents as one scroll in their order, at the one with key. Show
// ends it.
func (v *Pane) Roll(refs []model.Ref, key string) {
	if v.roll == nil || !v.roll.same(refs) {
		v.endRoll()
		v.p.Show(model.Ref{})
		v.roll = newRollView(v, refs)
		v.put(v.roll.root)
	}
	v.roll.to(key)
}

func (v *Pane) endRoll() {
	if v.roll != nil {
		v.roll.r.Close()
		v.roll, v.shownBy = nil, ""
	}
}

// Rolling tells whether a roll is shown, and which document of it is in sight.
func (v *Pane) Rolling() (at int, ok bool) {
	if v.roll == nil {
		return 0, false
	}
	return v.roll.at(), true
}
