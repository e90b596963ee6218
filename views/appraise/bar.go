package appraise

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"laufzettel/views/kit"
)

// decisionBar holds three keys of equal weight, the reason and undo. The program
// never leans: neither A nor V is primary.
type decisionBar struct {
	v       *view
	root    *fyne.Container
	keys    [3]*decisionKey
	field   *kit.Field
	undo    *kit.Button
	last    *kit.Text
	lastBox *fyne.Container // nil in flat windows
	letter  *kit.Text
	above   *fyne.Container
	filled  string // object whose reason stands in the field
	silent  bool
}

func newDecisionBar(v *view) *decisionBar {
	b := &decisionBar{v: v, root: container.NewStack(), above: container.NewStack(), last: kit.Body("").End(), letter: kit.Bold("")}
	t := v.env.T
	for i, l := range []string{"A", "V", "B"} {
		letter := l
		if l == "B" {
			letter = ""
		}
		b.keys[i] = newDecisionKey(v.env, "appraise.key."+l, l, t("appraise.key."+l), func() { v.p.Decide(letter) })
	}
	entry := kit.NewEntry(v.env, "appraise.reason", t("appraise.reason.placeholder"), func(s string) {
		if !b.silent {
			v.p.Write(s)
		}
	})
	entry.SetHint(t("appraise.reason.hint"))
	entry.OnSubmitted = func(string) {
		v.p.Settle()
		v.env.Focus(v.records.List)
	}
	entry.OnEscape = func() bool { v.env.Focus(v.records.List); return true }
	b.field = kit.NewField(v.env, "", entry)
	b.build(false)
	return b
}

// build lays the bar out: 76 high, flat 52 with letters and words alone.
func (b *decisionBar) build(flat bool) {
	env := b.v.env
	items := make([]fyne.CanvasObject, 0, 8)
	b.lastBox = nil
	for _, k := range b.keys {
		k.flat = flat
		k.Refresh()
		items = append(items, k)
	}
	blocks := kit.NewIconButton(env, "appraise.blocks", "chevron-down", env.T("appraise.action.blocks")+" (Strg+T)", b.showBlocks)
	if b.v.class == kit.ClassS { // the words stand on focus in the status bar
		b.undo = kit.NewIconButton(env, "appraise.undo", "undo", env.T("appraise.undo")+" (Strg+Z)", b.v.p.Undo)
		items = append(items, kit.Grow(kit.Row(4, kit.Grow(b.field), blocks)), b.undo)
	} else {
		b.undo = kit.NewButton(env, "appraise.undo", "undo", env.T("appraise.undo"), b.v.p.Undo).Key("Strg+Z")
		items = append(items, kit.Grow(kit.Row(6, kit.Caption(env.T("appraise.reason")), kit.Grow(b.field), kit.KeyCaps(env, "N"), blocks)),
			b.undo)
	}
	if !flat {
		b.lastBox = kit.Sized(150, 0, kit.Col(0, kit.Caption(env.T("appraise.last")),
			kit.Row(4, kit.Grow(b.last), kit.NewIcon("right", kit.ColorText2, 14), b.letter)))
		b.lastBox.Hidden = b.v.p.Last == ""
		items = append(items, b.lastBox)
	}
	height := float32(76)
	if flat {
		height = 52
	}
	b.root.Objects = []fyne.CanvasObject{kit.Col(0, b.above,
		kit.Panel(kit.ColorRaised, kit.Sized(0, height, kit.Pad(kit.Row(12, items...), 0, 16, 0, 16))))}
	b.root.Refresh()
}

func (b *decisionBar) refresh() {
	v, p := b.v, b.v.p
	ids := p.Targets()
	units, documents, _ := p.Sum(ids)
	now := ""
	if len(ids) == 1 {
		now = p.Tree.Letter(p.Tree.Index[ids[0]])
		if len(p.Marked) == 0 && p.Tree.Verdict(p.Tree.Index[ids[0]]).Inherited {
			now = ""
		}
	}
	keep, drop, open := v.env.N("appraise.keep", documents), v.env.T("appraise.release"), v.env.T("appraise.notyet")
	if units > 1 {
		keep = v.env.N("appraise.of", units) + ", " + keep
		drop = v.env.N("appraise.of", units) + ", " + drop
	}
	if now != "" {
		open = v.env.T("appraise.reopen")
	}
	decided := v.env.T("appraise.decided")
	for i, x := range []struct{ letter, text string }{{"A", keep}, {"V", drop}, {"", open}} {
		text := x.text
		set := now == x.letter && x.letter != ""
		if set {
			text = decided
		}
		if p.Portion.Finished && !set {
			text = v.env.T("appraise.closed")
		}
		b.keys[i].set(text, set, len(ids) > 0 && !p.Portion.Finished)
	}
	if key := p.Current; key != b.filled || !b.typing() {
		b.filled = key
		b.silent = true
		b.field.Entry.Put(p.Reason())
		b.silent = false
	}
	if !p.Portion.Finished && (p.Portion.CanUndo || p.Busy) {
		b.undo.Enable()
	} else {
		b.undo.Disable()
	}
	if p.Portion.Finished {
		b.field.Entry.Disable()
	} else {
		b.field.Entry.Enable()
	}
	b.last.Set(p.Last)
	if b.lastBox != nil {
		b.lastBox.Hidden = p.Last == ""
	}
	letter := p.LastLetter
	if letter == "" && p.Last != "" {
		letter = "B"
	}
	b.letter.Set(letter)
	b.warn()
	b.root.Refresh()
}

func (b *decisionBar) typing() bool { return b.v.env.Focused() == fyne.Focusable(b.field.Entry) }

// warn shows what failed, or what V would mean for others.
func (b *decisionBar) warn() {
	v := b.v
	var box *kit.Box
	if err := v.p.Failed; err != nil {
		text := v.env.Explain(err, v.env.T("appraise.failed.text"))
		box = &kit.Box{Tone: kit.ToneError, Title: v.env.T("appraise.failed.title"), Text: text, Details: err.Error()}
	} else if d, ok := v.p.Details[v.p.Current]; ok && d.Warning != "" && len(v.p.Marked) == 0 {
		box = &kit.Box{Tone: kit.ToneWarn, Text: d.Warning}
	}
	had := len(b.above.Objects) > 0
	b.above.Objects = nil
	if box != nil {
		b.above.Objects = []fyne.CanvasObject{kit.NewBox(v.env, "appraise.warning", *box, nil)}
	}
	b.above.Refresh()
	if had != (box != nil) { // the bar has another height now
		v.body.Refresh()
		for _, o := range v.body.Objects {
			o.Refresh()
		}
	}
}

// write leads into the reason.
func (b *decisionBar) write() { b.v.env.Focus(b.field.Entry) }

// block puts a text block in.
func (b *decisionBar) block(n int) {
	if text, ok := b.v.p.Block(n); ok {
		b.put(text)
	}
}

// lastReason takes the reason given before; pressed again the one before that.
func (b *decisionBar) lastReason() {
	if text, ok := b.v.p.LastReason(); ok {
		b.put(text)
		b.v.p.View.Refresh()
		return
	}
	b.v.host.Tell(b.v.env.T("appraise.last.none"))
}

func (b *decisionBar) put(text string) {
	b.silent = true
	b.field.Entry.Put(text)
	b.field.Entry.CursorColumn = len([]rune(text))
	b.silent = false
	b.field.Entry.Refresh()
}

// decisionKey is one of the three keys of the bar.
type decisionKey struct {
	widget.BaseWidget
	env                            *kit.Env
	letter, word, text             string
	act                            func()
	flat, chosen, able, focus, hov bool

	edge, ring *kit.Rect
	box        *kit.DecisionMark
	title      *kit.Text
	caption    *kit.Text
}

func newDecisionKey(env *kit.Env, name, letter, word string, act func()) *decisionKey {
	k := &decisionKey{env: env, letter: letter, word: word, act: act, able: true,
		edge: kit.Edged(kit.ColorSurface, kit.ColorBorder, 3), ring: kit.Edged(kit.ColorNone, kit.ColorNone, 4),
		box: kit.NewLetterBox(letter, 28), title: kit.Bold(word), caption: kit.NewText("", kit.RoleCaption, kit.ColorText2).End()}
	k.ExtendBaseWidget(k)
	env.Name(name, k)
	return k
}

func (k *decisionKey) set(text string, chosen, able bool) {
	k.text, k.chosen, k.able = text, chosen, able
	k.Refresh()
}

// Tapped implements fyne.Tappable.
func (k *decisionKey) Tapped(*fyne.PointEvent) {
	if k.able {
		k.act()
	}
}

// FocusGained implements fyne.Focusable.
func (k *decisionKey) FocusGained() {
	k.focus = true
	k.env.Hint(k.AccessibilityLabel())
	k.Refresh()
}

// FocusLost implements fyne.Focusable.
func (k *decisionKey) FocusLost() {
	k.focus = false
	k.env.Hint("")
	k.Refresh()
}

// TypedRune implements fyne.Focusable.
func (k *decisionKey) TypedRune(r rune) { k.env.Rune(r) }

// TypedKey implements fyne.Focusable.
func (k *decisionKey) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		k.Tapped(nil)
	default:
		k.env.Key(e)
	}
}

// MouseIn implements desktop.Hoverable.
func (k *decisionKey) MouseIn(*desktop.MouseEvent) { k.hov = true; k.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (k *decisionKey) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (k *decisionKey) MouseOut() { k.hov = false; k.Refresh() }

// AccessibilityLabel implements fyne.Accessible.
func (k *decisionKey) AccessibilityLabel() string { return k.word + ", " + k.text }

// AccessibilityRole implements fyne.Accessible.
func (k *decisionKey) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// CreateRenderer implements fyne.Widget.
func (k *decisionKey) CreateRenderer() fyne.WidgetRenderer { return &keyRenderer{k} }

type keyRenderer struct{ k *decisionKey }

func (r *keyRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.k.edge, r.k.box, r.k.title, r.k.caption, r.k.ring}
}
func (r *keyRenderer) Destroy() {}

func (r *keyRenderer) MinSize() fyne.Size {
	text := r.k.title.MinSize().Width
	if !r.k.flat {
		text = max(text, kit.Measure(r.k.text, kit.RoleCaption))
	}
	h := kit.S(44)
	if r.k.flat {
		h = kit.S(36)
	}
	return fyne.NewSize(kit.S(8+28+10+14)+text, h)
}

func (r *keyRenderer) Layout(s fyne.Size) {
	k := r.k
	k.edge.Resize(s)
	k.ring.Resize(fyne.NewSize(s.Width+6, s.Height+6))
	k.ring.Move(fyne.NewPos(-3, -3))
	k.box.Move(fyne.NewPos(kit.S(8), (s.Height-kit.S(28))/2))
	k.box.Resize(fyne.NewSquareSize(kit.S(28)))
	x := kit.S(8 + 28 + 10)
	th, ch := k.title.MinSize().Height, k.caption.MinSize().Height
	y := (s.Height - th) / 2
	if !k.flat {
		y = (s.Height - th - ch) / 2
	}
	k.title.Move(fyne.NewPos(x, y))
	k.title.Resize(fyne.NewSize(s.Width-x-kit.S(4), th))
	k.caption.Move(fyne.NewPos(x, y+th))
	k.caption.Resize(fyne.NewSize(s.Width-x-kit.S(4), ch))
	k.caption.Hidden = k.flat
}

func (r *keyRenderer) Refresh() {
	k := r.k
	fill, edge, width := kit.ColorSurface, kit.ColorBorder, float32(1)
	if k.hov {
		fill = kit.ColorHover
	}
	if k.chosen {
		edge, width = map[string]fyne.ThemeColorName{"A": kit.ColorA, "V": kit.ColorV}[k.letter], 2
	}
	k.edge.Set(fill, edge, width)
	ring, w := kit.ColorNone, float32(0)
	if k.focus {
		ring, w = kit.ColorRing, 2
	}
	k.ring.Set(kit.ColorNone, ring, w)
	k.caption.Set(k.text)
	color := kit.ColorText
	if !k.able {
		color = kit.ColorText2
	}
	k.title.Style(kit.RoleBold, color)
	r.Layout(k.Size())
}
