package handbook

import (
	"bytes"
	"image"
	_ "image/png" // the pictures of the handbook
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/handbook/model"
	"laufzettel/views/kit"
)

// Measures of the page in units: a line of text is never wider than a person reads well.
const (
	widest  = 820
	margin  = 28
	indent  = 22
	cellGap = 12
)

// page is the text of a chapter as a list of rows, drawn only where in sight.
type page struct {
	v       *view
	list    *kit.List
	heights map[int]float32 // of rows, for the width and words below
	width   float32
	shown   int // chapter
	quiet   bool
}

func newPage(v *view) *page {
	g := &page{v: v, heights: map[int]float32{}, shown: -1}
	g.list = kit.NewList(v.env, "handbook.page", func() int { return len(v.p.Rows()) },
		func() fyne.CanvasObject { return container.NewStack() }, g.fill)
	g.list.Height, g.list.NoLines, g.list.Chosen = g.height, true, kit.ColorSurface
	g.list.Describe = func(i int) string { return v.p.Rows()[i].Text() }
	g.list.OnSelect = func(i int) {
		if !g.quiet {
			v.p.Read(i)
		}
	}
	g.list.OnOpen = g.open
	return g
}

// open follows the first link of a row.
func (g *page) open(i int) {
	for _, s := range links(g.v.p.Rows()[i]) {
		g.v.follow(s.To, s.Text)
		return
	}
}

func links(r model.Row) (out []model.Span) {
	for _, cell := range append([][]model.Span{r.Spans}, r.Cells...) {
		for _, s := range cell {
			if s.To != "" {
				out = append(out, s)
			}
		}
	}
	if r.Kind == model.Picture {
		out = append(out, model.Span{Text: r.Text(), To: r.Path})
	}
	return out
}

// show brings the chapter and the row that was opened into sight.
func (g *page) show() {
	p := g.v.p
	fresh := g.shown != p.Chapter || g.list.Selected() != p.Row
	if fresh {
		g.shown = p.Chapter
		clear(g.heights)
	}
	g.quiet = true
	g.list.Reload()
	if n := len(p.Rows()); fresh && n > 0 {
		g.list.Select(n - 1) // and back: what was opened stands at the top
		g.list.Select(p.Row)
	}
	g.quiet = false
}

// room is the width of text in pixels.
func (g *page) room() float32 {
	w := g.list.Size().Width
	if w < kit.S(120) {
		w = kit.S(widest)
	}
	return min(w-kit.S(2*margin), kit.S(widest))
}

// height implements the height of a row in units.
func (g *page) height(i int) float32 {
	if w := g.room(); w != g.width {
		g.width = w
		clear(g.heights)
	}
	if h, ok := g.heights[i]; ok {
		return h
	}
	h := g.measure(i)
	g.heights[i] = h
	return h
}

func (g *page) measure(i int) float32 {
	r := g.v.p.Rows()[i]
	above, below := around(r)
	high := float32(0)
	switch r.Kind {
	case model.Picture:
		high = g.pictureSize(r).Height
	case model.Cells:
		w := g.cell(r)
		for n := range r.Cells {
			high = max(high, g.rich(i, r.Cells[n], r).HeightFor(w))
		}
	default:
		high = g.rich(i, r.Spans, r).HeightFor(g.width - g.left(r))
	}
	return high/kit.S(1) + above + below
}

// around is the room above and below a row, in units.
func around(r model.Row) (above, below float32) {
	switch r.Kind {
	case model.Heading:
		return 18, 6
	case model.Listing:
		return 0, 0
	case model.Cells:
		return 4, 4
	case model.Item:
		return 1, 3
	}
	return 4, 6
}

// left is how far a row is set in, in pixels.
func (g *page) left(r model.Row) float32 {
	switch r.Kind {
	case model.Item:
		return kit.S(indent * float32(r.Level+1))
	case model.Listing:
		return kit.S(12)
	}
	return 0
}

// cell is the width of one cell of a row of a table.
func (g *page) cell(r model.Row) float32 {
	n := float32(max(1, len(r.Cells)))
	return (g.width - kit.S(cellGap)*(n-1)) / n
}

// rich makes the text of a row or a cell.
func (g *page) rich(row int, spans []model.Span, r model.Row) *kit.Rich {
	runs := make([]kit.Run, 0, len(spans))
	for i, s := range spans {
		run := kit.Run{Text: s.Text, Role: role(s.Style, r)}
		if s.To != "" {
			run.Role, run.Name = kit.RoleText, "handbook.link."+strconv.Itoa(row)+"."+strconv.Itoa(i)
			run.Go = func() { g.v.follow(s.To, s.Text) }
		}
		runs = append(runs, run)
	}
	return kit.NewRich(g.v.env, runs...).Marking(g.v.p.Query)
}

func role(s model.Style, r model.Row) kit.Role {
	switch {
	case r.Kind == model.Heading && r.Level == 1:
		return kit.RoleTitle
	case r.Kind == model.Heading && r.Level == 2:
		return kit.RoleSection
	case r.Kind == model.Heading, r.Kind == model.Cells && r.Level == 1:
		return kit.RoleBold
	}
	return [...]kit.Role{model.Plain: kit.RoleText, model.Strong: kit.RoleBold, model.Stressed: kit.RoleItalic, model.Code: kit.RoleMono}[s]
}

// fill draws a row.
func (g *page) fill(i int, o fyne.CanvasObject) {
	r := g.v.p.Rows()[i]
	above, below := around(r)
	var body fyne.CanvasObject
	switch r.Kind {
	case model.Picture:
		body = g.picture(r.Path, g.v.p.Picture(r.Path), g.pictureSize(r).Width/kit.S(1))
	case model.Cells:
		var cells []fyne.CanvasObject
		for _, c := range r.Cells {
			cells = append(cells, kit.Wide(g.cell(r)/kit.S(1), g.rich(i, c, r)))
		}
		body = kit.Col(0, kit.Grow(kit.Cols(cellGap, cells...)), kit.HLine(kit.ColorLine))
	case model.Item:
		mark := kit.Pad(kit.Body(r.Mark).Right().Top(), 1, 0, 0, 0)
		body = kit.Cols(0, kit.Wide(indent*float32(r.Level+1)-7, mark), kit.Space(7, 0), kit.Grow(g.rich(i, r.Spans, r)))
	case model.Listing:
		body = kit.Panel(kit.ColorGround, kit.Pad(g.rich(i, r.Spans, r), 0, 0, 0, 12))
	default:
		body = g.rich(i, r.Spans, r)
	}
	width := g.width / kit.S(1)
	c := o.(*fyne.Container)
	c.Objects = []fyne.CanvasObject{kit.Pad(kit.Cols(0, kit.Wide(width, body), kit.Grow(kit.Space(0, 0))), above, 0, below, margin)}
	c.Refresh()
}

// pictureSize is how large a picture is drawn: not wider than the text.
func (g *page) pictureSize(r model.Row) fyne.Size {
	conf, _, err := image.DecodeConfig(bytes.NewReader(g.v.p.Picture(r.Path)))
	if err != nil || conf.Width == 0 {
		return fyne.NewSize(g.width, kit.S(20))
	}
	w := min(g.width, kit.S(float32(conf.Width)))
	return fyne.NewSize(w, w*float32(conf.Height)/float32(conf.Width))
}

// picture draws one; what cannot be drawn is named.
func (g *page) picture(name string, raw []byte, units float32) fyne.CanvasObject {
	conf, _, err := image.DecodeConfig(bytes.NewReader(raw))
	if err != nil || conf.Width == 0 {
		return kit.Caption(name)
	}
	img := canvas.NewImageFromResource(fyne.NewStaticResource(name, raw))
	img.FillMode, img.ScaleMode = canvas.ImageFillContain, canvas.ImageScaleSmooth
	return kit.Row(0, kit.Sized(units, units*float32(conf.Height)/float32(conf.Width), img))
}
