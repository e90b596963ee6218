package pageview

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"

	"laufzettel/viewer"
	"laufzettel/views/kit"
	"laufzettel/views/pageview/model"
)

// toolBar is the bar of 38 above the page.
type toolBar struct {
	v                                       *Pane
	root                                    *fyne.Container
	outline, up, down, out, in, fit, rotate *kit.Button
	outside, save                           *kit.Button
	pages, zoom, count                      *kit.Text
	search                                  *kit.Field
	pageTools                               []fyne.CanvasObject
	left                                    *fyne.Container
	paged, windowed                         bool
}

// pagesText is the place of "Seite 1 von 4" among the page tools.
const pagesText = 4

func newToolBar(v *Pane) *toolBar {
	b := &toolBar{v: v}
	t := func(id string) string { return v.env.T("page.action." + id) }
	icon := func(id, icon string, key string, do func()) *kit.Button {
		return kit.NewIconButton(v.env, v.name+"."+id, icon, t(id)+" ("+strings.Join(v.env.KeyCaps(key), "+")+")", do)
	}
	b.outline = icon("outline", "list", "Strg+L", v.showOutline)
	b.up = icon("previous", "up", "Bild Auf", func() { v.turn(-1) })
	b.down = icon("next", "down", "Bild Ab", func() { v.turn(1) })
	b.out = icon("out", "minus", "Minus", func() { v.p.ZoomBy(-1) })
	b.in = icon("in", "plus", "Plus", func() { v.p.ZoomBy(1) })
	b.fit = icon("width", "width", "W", v.p.Fit)
	b.rotate = icon("rotate", "rotate", "R", v.p.Rotate)
	b.save = icon("save", "save", "Strg+S", v.askSave)
	b.save.Hide()
	b.outside = icon("outside", "external", "Strg+E", v.askOutside)
	b.pages = kit.Body("")
	b.zoom = kit.Body("").Centered().AtLeast(44)
	b.count = kit.NewText("", kit.RoleCaption, kit.ColorText2)
	b.search = kit.NewSearch(v.env, v.name+".search", v.env.T("page.search"), nil) // narrow: the cap of its key is not shown
	entry := b.search.Entry
	entry.SetHint(t("find") + " (Strg+F), " + t("hit") + " (F3)")
	entry.OnSubmitted = func(s string) {
		if strings.TrimSpace(s) == v.p.Query && v.p.Searched {
			v.step(1)
			return
		}
		v.p.Search(s)
	}
	entry.OnChanged = func(s string) {
		if s == "" && v.p.Query != "" {
			v.p.Search("")
		}
	}
	entry.EscapeClears()
	line := func() fyne.CanvasObject { return kit.Sized(9, 22, kit.Pad(kit.VLine(kit.ColorLine), 0, 4, 0, 4)) }
	b.pageTools = []fyne.CanvasObject{b.outline, line(), b.up, b.down, kit.Pad(b.pages, 0, 4, 0, 4), line(), b.out, b.zoom, b.in, b.fit,
		b.rotate}
	b.left = kit.Row(2, b.pageTools...)
	b.root = kit.Panel(kit.ColorRaised, kit.Sized(0, 38, kit.Pad(container.New(b, b.left, b.search, b.count, b.save, b.outside), 0, 8, 0,
		8)))
	return b
}

// dropped are the tools that go first in a narrow pane, step by step; their keys
// stay. Numbers are places among the page tools.
var dropped = [][]int{{}, {1, 5, 10}, {7}, {9}, {0}}

// windowTools are the tools of a table that is shown part by part: up and down.
var windowTools = map[int]bool{2: true, 3: true}

// Layout implements fyne.Layout: tools at the left, search and outside at the
// right; what does not fit is left away.
func (b *toolBar) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	count, out := b.count.MinSize().Width, b.outside.MinSize()
	save := float32(0)
	if b.save.Visible() {
		save = out.Width
	}
	gap := kit.S(6)
	least := kit.S(104)
	if count > 0 {
		count += gap
	}
	hide := map[int]bool{}
	tools := float32(0)
	for _, step := range dropped {
		for _, i := range step {
			hide[i] = true
		}
		for i, o := range b.pageTools {
			if i == pagesText || b.paged && !hide[i] || b.windowed && windowTools[i] {
				o.Show()
			} else {
				o.Hide()
			}
		}
		if tools = b.left.MinSize().Width; tools+gap+least+count+save+out.Width+gap <= s.Width {
			break
		}
	}
	b.left.Resize(fyne.NewSize(tools, s.Height))
	b.left.Layout.Layout(b.left.Objects, b.left.Size())
	x := s.Width - out.Width
	b.outside.Move(fyne.NewPos(x, (s.Height-out.Height)/2))
	b.outside.Resize(out)
	x -= save
	b.save.Move(fyne.NewPos(x, (s.Height-out.Height)/2))
	b.save.Resize(out)
	x -= count
	b.count.Move(fyne.NewPos(x, (s.Height-b.count.MinSize().Height)/2))
	b.count.Resize(b.count.MinSize())
	w := max(kit.S(60), min(kit.S(170), x-gap-tools-gap))
	b.search.Move(fyne.NewPos(x-gap-w, (s.Height-kit.S(32))/2))
	b.search.Resize(fyne.NewSize(w, kit.S(32)))
}

// MinSize implements fyne.Layout.
func (b *toolBar) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(kit.S(160), kit.S(32)) }

// refresh shows what can be done with what is shown.
func (b *toolBar) refresh(m model.Mode) {
	p := b.v.p
	paged := p.Pages() > 0
	text := ""
	switch {
	case paged:
		text = b.v.env.T("page.of", p.Page+1, p.Pages())
	case m == model.ModeTable:
		text = b.v.env.N("page.rows", p.Doc.(viewer.Tabler).Rows())
		if from, to, all := b.v.grid.window(); all > windowRows {
			text = b.v.env.T("page.window", b.v.env.Int(int64(from)), b.v.env.Int(int64(to)), b.v.env.Int(int64(all)))
		}
	case m == model.ModeLines:
		text = b.v.env.N("page.lines", p.Doc.(viewer.Liner).Lines())
	}
	b.pages.Set(text)
	zoom := b.v.env.T("page.percent", p.Percent())
	if !paged {
		zoom = ""
	}
	b.zoom.Set(zoom)
	for _, o := range b.pageTools {
		switch o {
		case fyne.CanvasObject(b.outline):
			able(b.outline, model.HasOutline(p.Doc))
		case fyne.CanvasObject(b.up):
			able(b.up, paged && p.Page > 0 || m == model.ModeTable && b.v.grid.can(-1))
		case fyne.CanvasObject(b.down):
			able(b.down, paged && p.Page+1 < p.Pages() || m == model.ModeTable && b.v.grid.can(1))
		}
	}
	_, _, all := b.v.grid.window()
	b.paged, b.windowed = paged, m == model.ModeTable && all > windowRows
	able(b.outside, b.v.canOutside())
	if b.v.canSave() {
		b.save.Show()
	} else {
		b.save.Hide()
	}
	b.count.Set(p.Counter())
	b.root.Refresh()
}

// roll shows which document of a roll is in sight.
func (b *toolBar) roll(at, of int) {
	b.pages.Set(b.v.env.T("page.roll.at", at, of))
	b.zoom.Set("")
	b.paged = false
	able(b.outside, false)
	b.count.Set("")
	b.root.Refresh()
}

func able(b *kit.Button, on bool) {
	if on {
		b.Enable()
	} else {
		b.Disable()
	}
}

// markAlpha is how much of a highlight lies over the words: below it black on white keeps
// more than 7 : 1 (a test computes it), above it words fade.
const markAlpha = 72

// markFill is the colour a highlight is filled with.
func markFill(now bool) color.NRGBA {
	name := kit.ColorHit
	if now {
		name = kit.ColorHitNow
	}
	r, g, b, _ := fyne.CurrentApp().Settings().Theme().Color(name, theme.VariantLight).RGBA()
	return color.NRGBA{R: uint8(r >> 8), G: uint8(g >> 8), B: uint8(b >> 8), A: markAlpha}
}

// newMark is a highlight: see-through with an edge, that of the current one dark.
func newMark(now bool) fyne.CanvasObject {
	rect := canvas.NewRectangle(markFill(now))
	rect.StrokeWidth = 1
	edge := kit.ColorHitNow
	if now {
		rect.StrokeWidth, edge = 2, kit.ColorHitText
	}
	rect.StrokeColor = fyne.CurrentApp().Settings().Theme().Color(edge, theme.VariantLight)
	return rect
}
