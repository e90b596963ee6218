// Package pageview shows one document beside a list: pages with zoom, rotation,
// search and outline, text, tables and mail. The presenter is in model; Pane draws it. Screens tell it what to show and what
// will probably be shown next: that is drawn beforehand, and everything that is
// no longer wanted is cancelled. Requirements A13, A24; look.md 3 "Page view".
package pageview

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/viewer"
	"laufzettel/viewer/catalog"
	"laufzettel/views/kit"
	"laufzettel/views/pageview/model"
)

// Pane is the page view as a whole: tool bar and document. All methods belong to
// the UI thread.
type Pane struct {
	env  *kit.Env
	name string
	p    *model.Presenter

	root    *fyne.Container
	bar     *toolBar
	holder  *fyne.Container
	desk    *desk
	lines   *kit.List
	grid    *grid
	roll    *rollView // all documents as one scroll; nil: one document is shown
	vacant  [2]string // title and text where nothing is chosen
	shown   model.Mode
	shownBy string // key and generation of what holder shows

	// OpenSource opens attachments; nil: they are listed only.
	OpenSource func(context.Context, viewer.Source) (viewer.Document, error)
	// Outside opens a copy of the document with the system's program; nil: not offered.
	Outside func(model.Ref)
	// Save keeps a part of the document as a file; nil: not offered.
	Save func(model.Part)
	// Said shows a short message (toast); may be nil.
	Said func(string)
	// Mark takes a place drawn on a page (from 0) by mouse; nil: a drag selects words.
	Mark func(page int, r viewer.Rect)
	// FailedButtons adds ways out to the error box.
	advance *kit.ProgressRow // of a long opening, nil: none is told
	back    model.Ref        // the mail an attachment belongs to
	outer   viewer.Container
	part    int  // which attachment of outer is shown
	take    bool // what is shown next gets the focus
}

// New makes a pane; name begins the names of its parts for tests and scripts.
func New(env *kit.Env, name string) *Pane {
	v := &Pane{env: env, name: name, vacant: [2]string{env.T("page.empty.title"), env.T("page.empty.text")}}
	v.p = model.NewPresenter(env.Words, env.Run, v.refresh)
	v.desk = newDesk(v)
	v.lines = kit.NewList(env, name+".lines", func() int { return len(v.p.Lines) },
		func() fyne.CanvasObject { return kit.Pad(kit.NewText("", kit.RoleMono, kit.ColorText), 0, 16, 0, 16) }, v.fillLine)
	v.lines.RowHeight, v.lines.NoLines = 20, true
	v.grid = newGrid(env, v.openBelow)
	v.bar = newToolBar(v)
	v.holder = container.NewStack()
	measure := container.New(&sized{v}, v.holder)
	v.root = kit.Col(0, v.bar.root, kit.HLine(kit.ColorLine), kit.Grow(container.NewStack(kit.NewRect(kit.ColorDesk), measure)))
	env.Name(name+".pane", v.root)
	v.refresh()
	return v
}

// Object gives the pane for the screen's layout.
func (v *Pane) Object() fyne.CanvasObject { return v.root }

// Regions gives what can have the focus in the pane: what is read row by row, else the tool
// bar's first button.
func (v *Pane) Regions() []fyne.Focusable {
	switch v.p.Mode() {
	case model.ModeTable:
		return []fyne.Focusable{v.grid.table}
	case model.ModeLines:
		return []fyne.Focusable{v.lines}
	}
	return []fyne.Focusable{v.bar.outline}
}

// Take gives the focus to what is shown next, once it is there.
func (v *Pane) Take() { v.take = true }

// taken gives the focus where it was asked for.
func (v *Pane) taken() {
	if m := v.p.Mode(); v.take && m != model.ModeWaiting && m != model.ModeEmpty {
		v.take = false
		v.env.Focus(v.Regions()[0])
	}
}

// Show shows a document.
func (v *Pane) Show(ref model.Ref) { v.endRoll(); v.back, v.outer = model.Ref{}, nil; v.p.Show(ref) }

// Boxes sets what stands marked on each page (from 0); Redraw shows it anew.
func (v *Pane) Boxes(of func(page int) []viewer.Rect) { v.p.Boxes = of }

// Redraw draws the page in view anew, with what stands marked on it.
func (v *Pane) Redraw() { v.refresh() }

// At gives the page in view, from 0.
func (v *Pane) At() int { return v.p.Page }

// Expect names the documents that will probably be shown next.
func (v *Pane) Expect(refs ...model.Ref) { v.p.Expect(refs...) }

// Shown gives what is shown.
func (v *Pane) Shown() model.Ref { return v.p.Ref }

// Vacant sets what stands where nothing is shown.
func (v *Pane) Vacant(title, text string) {
	v.vacant, v.shownBy = [2]string{title, text}, "-" // drawn anew
	v.refresh()
}

// Close cancels all work and closes the documents.
func (v *Pane) Close() {
	v.endRoll()
	v.p.Close()
}

// Ready tells whether the page in view is drawn or its fault is shown.
func (v *Pane) Ready() bool { m := v.p.Mode(); return m != model.ModeWaiting }

// Drawn tells whether the page in view is drawn: a person sees it.
func (v *Pane) Drawn() bool { return v.p.Mode() == model.ModePage && v.p.Pic.Img != nil }

// Actions are the keys of the pane (look.md 5).
func (v *Pane) Actions() []kit.Action {
	group := v.env.T("page.action.group")
	act := func(id string, do func(), keys ...string) kit.Action {
		return kit.Action{ID: "page." + id, Title: v.env.T("page.action." + id), Group: group, Keys: keys, Do: do}
	}
	return []kit.Action{
		act("next", func() { v.turn(1) }, "Bild Ab"),
		act("previous", func() { v.turn(-1) }, "Bild Auf"),
		act("down", func() { v.move(1) }, "Strg+Ab"),
		act("up", func() { v.move(-1) }, "Strg+Auf"),
		act("in", func() { v.p.ZoomBy(1) }, "Plus"),
		act("out", func() { v.p.ZoomBy(-1) }, "Minus"),
		act("width", v.p.Fit, "W"),
		act("rotate", v.p.Rotate, "R"),
		act("find", v.Find, "Strg+F"),
		act("hit", func() { v.step(1) }, "F3"),
		act("hitback", func() { v.step(-1) }, "Umschalt+F3"),
		act("copy", v.copy, "Strg+C"),
		act("outline", v.showOutline, "Strg+L"),
		act("part", v.nextPart, "E"),
		act("back", v.goBack, "Umschalt+E"),
		act("outside", v.askOutside, "Strg+E"),
		{ID: "page.save", Title: v.env.T("page.action.save"), Group: group, Keys: []string{"Strg+S"}, When: v.canSave, Do: v.askSave},
	}
}

// ActionsBeside are the same on a screen with tables: while one of them has the focus, the keys
// that tables have too are its own.
func (v *Pane) ActionsBeside(tables ...*kit.Table) []kit.Action {
	own := map[string]bool{}
	for _, a := range kit.TableActions(v.env, tables...) {
		for _, k := range a.Keys {
			own[k] = true
		}
	}
	out := v.Actions()
	for i, a := range out {
		if len(a.Keys) > 0 && own[a.Keys[0]] {
			out[i].When = func() bool {
				return !slices.ContainsFunc(tables, (*kit.Table).Focused) && (a.When == nil || a.When())
			}
		}
	}
	return out
}

// move scrolls within the page or the roll.
func (v *Pane) move(by float32) {
	if v.roll != nil {
		v.roll.by(by)
		return
	}
	v.desk.by(by)
}

// Carry takes the words of the search that led to what is shown next into the document:
// they stand in the search field, are marked, and are gone through like typed ones.
func (v *Pane) Carry(query string) {
	v.p.Carry(catalog.Sought(query))
	v.bar.search.Entry.Put(v.p.Query)
}

// Across lets the next and previous hit go on in the documents around the one shown: onward
// shows the next (1) or previous (-1) one, false where there is none; tell says that no
// further document has a hit.
func (v *Pane) Across(onward func(by int) bool, tell func(string)) {
	v.p.Onward = onward
	v.p.NoMore = func(paused bool) {
		key := "page.nomore"
		if paused {
			key += ".paused"
		}
		tell(v.env.T(key))
	}
}

// Find leads into the search field.
func (v *Pane) Find() { v.env.Focus(v.bar.search.Entry) }

func (v *Pane) step(by int) {
	v.p.Step(by)
	v.scroll(true)
}

// scroll brings the hit into sight, or the top of the page.
func (v *Pane) scroll(toHit bool) {
	switch v.p.Mode() {
	case model.ModePage:
		v.desk.reveal(toHit)
	case model.ModeLines:
		if toHit {
			v.revealLine()
		}
	}
}

// revealLine selects the wrapped line of the hit: lines before it may be broken,
// so it is found by counting.
func (v *Pane) revealLine() {
	l, ok := v.p.Doc.(viewer.Liner)
	if !ok || len(v.p.Hits) == 0 {
		return
	}
	at := 0
	for i := range min(v.p.Hits[v.p.Hit].Page, l.Lines()) {
		at += len(model.WrapLine(l.Line(i), max(20, v.p.Cols)))
	}
	v.lines.Select(at)
}

func (v *Pane) copy() {
	v.p.CopyText(func(s string) {
		fyne.CurrentApp().Clipboard().SetContent(s)
		if v.Said != nil {
			v.Said(v.env.T("page.copied"))
		}
	})
}

func (v *Pane) fillLine(i int, o fyne.CanvasObject) {
	o.(*fyne.Container).Objects[0].(*kit.Text).Set(v.p.Lines[i])
	o.Refresh()
}

// askOutside warns before anything is opened outside.
func (v *Pane) askOutside() {
	if !v.canOutside() {
		return
	}
	ref := v.p.Ref
	kit.Form{Name: v.name + ".outside", Title: v.env.T("page.outside.title"), Text: v.env.T("page.outside.text"),
		Above: kit.Bold(ref.Title).End(), Width: 520,
		Buttons: []kit.FormButton{{Name: v.name + ".outside.do", Icon: "external", Text: v.env.T("page.outside.do"), Primary: true,
			Do: func(map[string]string) { v.Outside(ref) }}}}.Show(v.env)
}

func (v *Pane) showOutline() {
	v.p.Outline(func(list []viewer.Heading) {
		if len(list) == 0 {
			kit.Form{Name: v.name + ".outline", Title: v.env.T("page.outline"), Width: 420, Height: 220,
				Body:    kit.NewEmpty(v.env.T("page.outline.none"), v.env.T("page.outline.none.text"), nil),
				Buttons: []kit.FormButton{}}.Show(v.env)
			return
		}
		l := kit.NewList(v.env, v.name+".outline.list", func() int { return len(list) },
			func() fyne.CanvasObject {
				return kit.Pad(kit.Row(8, kit.Grow(kit.Body("").End()), kit.Caption("").Right()), 0, 16, 0, 16)
			},
			func(i int, o fyne.CanvasObject) {
				row := o.(*fyne.Container).Objects[0].(*fyne.Container)
				indent := ""
				for range min(list[i].Level, 8) {
					indent += "    "
				}
				row.Objects[0].(*kit.Text).Set(indent + list[i].Title)
				page := ""
				if list[i].Page >= 0 && v.p.Pages() > 0 {
					page = model.Itoa(list[i].Page + 1)
				}
				row.Objects[1].(*kit.Text).Set(page)
				row.Refresh()
			})
		l.OnOpen = func(i int) {
			v.env.Open().Close()
			if list[i].Page >= 0 {
				v.p.GoTo(list[i])
				v.scroll(v.p.Mode() == model.ModeLines)
			}
		}
		kit.Form{Name: v.name + ".outline", Title: v.env.T("page.outline"), Width: 460, Height: 480, Body: l, First: l,
			Buttons: []kit.FormButton{}}.Show(v.env)
	})
}

// refresh draws what the presenter tells.
func (v *Pane) refresh() {
	if v.roll != nil {
		v.roll.refresh()
		return
	}
	m := v.p.Mode()
	v.bar.refresh(m)
	told := m == model.ModeWaiting && v.p.Doc == nil && v.p.Advance[1] > 0
	key := v.p.Ref.Key + "#" + model.Itoa(v.p.Gen) + "#" + model.Itoa(int(m)) + v.back.Key
	if told {
		key += "#told"
	}
	fresh := key != v.shownBy
	if told && !fresh {
		v.advance.Set(v.progress())
	}
	v.shown, v.shownBy = m, key
	switch m {
	case model.ModePage:
		if fresh {
			v.put(v.desk.root)
		}
		v.desk.refresh()
	case model.ModeLines:
		v.lines.Reload()
		if fresh {
			v.put(v.textPage())
		}
		if len(v.p.Hits) > 0 {
			v.revealLine()
		}
	case model.ModeTable:
		if fresh {
			v.grid.set(v.p.Doc.(viewer.Tabler))
			v.bar.refresh(m) // it tells the part of the table in view
			v.put(v.withNotes(kit.Panel(kit.ColorSurface, v.grid.table)))
		}
		if len(v.p.Hits) > 0 {
			v.grid.reveal(v.p.Hits[v.p.Hit].Page)
		}
	default:
		if fresh {
			v.put(v.notice(m))
		}
	}
	v.taken()
}

func (v *Pane) put(o fyne.CanvasObject) {
	v.holder.Objects = []fyne.CanvasObject{o}
	v.holder.Refresh()
}

// textPage shows text on the ground of a page; a mail has its head above, and what has
// files inside their list.
func (v *Pane) textPage() fyne.CanvasObject {
	page := kit.Panel(kit.ColorSurface, kit.Pad(v.lines, 8, 0, 8, 0))
	info := v.p.Doc.Info()
	c, holds := v.p.Doc.(viewer.Container)
	holds = holds && len(c.Parts()) > 0
	if info.Kind != viewer.Message && !holds {
		return v.withNotes(page)
	}
	var head []fyne.CanvasObject
	if len(info.Facts) > 0 {
		pairs := make([]kit.Pair, 0, len(info.Facts))
		for _, f := range info.Facts {
			pairs = append(pairs, kit.Pair{Label: f.Label, Value: f.Value})
		}
		head = append(head, kit.NewMetaTable(v.env, v.name+".head", 72, kit.Group{Pairs: pairs}))
	}
	if holds {
		words := "page.attachments"
		if info.Kind == viewer.Office {
			words = "page.inside"
		}
		head = append(head, kit.Titled(v.env.T(words)), v.partList(c.Parts()))
	}
	return v.withNotes(kit.Panel(kit.ColorSurface, kit.Col(0, kit.Pad(kit.Col(8, head...), 12, 16, 12, 16), kit.HLine(kit.ColorBorder),
		kit.Grow(page))))
}

// withNotes puts what was guessed or left out above the content, and the way back.
func (v *Pane) withNotes(o fyne.CanvasObject) fyne.CanvasObject {
	var items []fyne.CanvasObject
	if v.back.Key != "" {
		items = append(items, kit.Panel(kit.ColorRaised, kit.Pad(kit.Row(8, v.backLink(), kit.Grow(kit.Body(v.p.Ref.Title).End())), 2, 12,
			2, 12)))
	}
	for _, n := range v.p.Doc.Info().Notes {
		items = append(items, kit.NewBox(v.env, "", kit.Box{Tone: kit.ToneNote, Text: n}, nil))
	}
	if len(items) == 0 {
		return o
	}
	return kit.Col(0, append(items, kit.Grow(o))...)
}

// notice is what stands on the desk when there is no page.
func (v *Pane) notice(m model.Mode) fyne.CanvasObject {
	var content fyne.CanvasObject
	switch m {
	case model.ModeEmpty:
		content = kit.NewEmpty(v.vacant[0], v.vacant[1], nil)
	case model.ModeFailed:
		title, text, details := v.p.Failure()
		box := kit.Box{Tone: kit.ToneError, Title: title, Text: text, Details: details, Buttons: v.waysOut()}
		content = kit.NewBox(v.env, v.name+".failed", box, nil)
	case model.ModeOutside:
		info := v.p.Doc.Info()
		var pairs []kit.Pair
		for _, f := range info.Facts {
			pairs = append(pairs, kit.Pair{Label: f.Label, Value: f.Value})
		}
		facts := kit.Space(0, 0)
		if len(pairs) > 0 {
			facts = kit.Panel(kit.ColorSurface, kit.Pad(kit.NewMetaTable(v.env, v.name+".facts", 104, kit.Group{Pairs: pairs}), 8, 16, 8,
				16))
		}
		text := ""
		for _, n := range info.Notes {
			text += n
		}
		content = kit.Col(16, kit.NewBox(v.env, v.name+".outside.box",
			kit.Box{Tone: kit.ToneNote, Title: v.p.Ref.Title, Text: text, Buttons: v.waysOut()}, nil),
			facts)
	default:
		if v.p.Doc == nil && v.p.Advance[1] > 0 {
			v.advance = kit.NewProgressRow(v.env, v.name+".opening", v.progress(), v.giveUp)
			content = kit.Framed(kit.ColorSurface, kit.ColorBorder, 3,
				kit.Pad(kit.Col(8, kit.Bold(v.p.Ref.Title).End(), v.advance, kit.Caption(v.env.T("page.opening.first")).Wrap()), 16, 18, 16,
					18))
			break
		}
		words := v.env.T("page.opening")
		if v.p.Doc != nil {
			words = v.env.T("page.drawing")
		}
		content = kit.Panel(kit.ColorGround, kit.Sized(0, 320, kit.NewText(words, kit.RoleText, kit.ColorText2).Centered()))
	}
	items := []fyne.CanvasObject{kit.Pad(content, 14, 18, 14, 18)}
	if v.back.Key != "" {
		items = append([]fyne.CanvasObject{kit.Panel(kit.ColorRaised, kit.Pad(kit.Row(8, v.backLink()), 2, 12, 2, 12))}, items...)
	}
	return kit.Col(0, append(items, kit.Grow(kit.Space(0, 0)))...)
}

func (v *Pane) waysOut() []fyne.CanvasObject {
	if !v.canOutside() {
		return nil
	}
	return []fyne.CanvasObject{kit.NewButton(v.env, v.name+".failed.outside", "external", v.env.T("page.outside"), v.askOutside).Small()}
}

// canOutside tells whether there is a file that can be opened outside.
func (v *Pane) canOutside() bool {
	return v.Outside != nil && v.p.Ref.Key != "" && v.back.Key == "" && (v.p.Doc == nil || v.p.Doc.Info().Kind != viewer.NoFile)
}

// sized tells the presenter how much room there is for a page.
type sized struct{ v *Pane }

// Layout implements fyne.Layout.
func (l *sized) Layout(o []fyne.CanvasObject, s fyne.Size) {
	for _, x := range o {
		x.Resize(s)
	}
	scale := float32(1)
	if c := l.v.env.Canvas(); c != nil {
		scale = c.Scale()
	}
	sign := kit.Measure("0", kit.RoleMono)
	cols := 90
	if sign > 0 {
		cols = int((s.Width - kit.S(44)) / sign)
	}
	l.v.p.Room(float64(s.Width-2*kit.S(18)), float64(scale), cols)
	if l.v.roll != nil {
		l.v.roll.refresh()
	} else if l.v.shown == model.ModePage {
		l.v.desk.refresh()
	} else if l.v.shown == model.ModeLines {
		l.v.lines.Reload()
	}
}

// MinSize implements fyne.Layout.
func (l *sized) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(kit.S(160), kit.S(120)) }

// Where tells page and zoom in words, for the status bar and for tests.
func (v *Pane) Where() string {
	if v.p.Pages() == 0 {
		return v.bar.pages.Text()
	}
	return v.bar.pages.Text() + " · " + v.bar.zoom.Text()
}
