package shell

import (
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
)

// rail is the bar at the left: 200 wide, or 52 with icons and digits.
type rail struct {
	shell  *Shell
	shown  []nav.Screen
	list   *kit.List
	head   *fyne.Container
	foot   *fyne.Container
	root   *fyne.Container
	narrow bool
	quiet  bool
}

func newRail(s *Shell) *rail {
	r := &rail{shell: s}
	r.shown = r.items(s.screens)
	r.list = kit.NewList(s.env, "rail", func() int { return len(r.shown) }, r.make, r.fill)
	r.list.RowHeight, r.list.NoLines, r.list.Chosen = 36, true, kit.ColorSurface
	r.list.OnSelect = func(i int) {
		if !r.quiet {
			s.Go(route.Route{Screen: r.shown[i].Key})
		}
	}
	// the item in hand leads back to its screen from what was opened out of it
	r.list.OnTap = func(i int, _ fyne.KeyModifier) bool {
		if i == r.list.Selected() && s.now != (route.Route{Screen: r.shown[i].Key}) {
			s.Go(route.Route{Screen: r.shown[i].Key})
			return true
		}
		return false
	}
	r.list.OnOpen = func(i int) {
		if s.now.Screen != r.shown[i].Key {
			s.Go(route.Route{Screen: r.shown[i].Key})
		}
	}
	r.list.Describe = func(i int) string { return s.env.T(r.shown[i].Title) }
	r.head, r.foot = container.NewStack(), container.NewStack()
	r.root = container.New(railLayout{r}, kit.NewRect(kit.ColorGround), r.head, r.list, r.foot)
	r.dress()
	return r
}

// items are the screens with a rail item of their own.
func (r *rail) items(all []nav.Screen) []nav.Screen {
	var out []nav.Screen
	for _, sc := range all {
		if sc.Parent == "" {
			out = append(out, sc)
		}
	}
	return out
}

func (r *rail) width() float32 {
	if r.narrow {
		return kit.S(52)
	}
	return kit.S(200)
}

func (r *rail) setNarrow(on bool) {
	if r.narrow == on {
		return
	}
	r.narrow = on
	r.list.RowHeight = 36
	if on {
		r.list.RowHeight = 48
	}
	r.dress()
	r.list.Reload()
	r.shell.root.Refresh()
	r.shell.root.Layout.Layout(r.shell.root.Objects, r.shell.root.Size())
}

// dress draws mark and user for the width in force.
func (r *rail) dress() {
	env := r.shell.env
	mark := kit.Sized(28, 32, kit.NewIcon("logo", kit.ColorPrimary, 30))
	user := kit.NewIcon("user", kit.ColorText, 18)
	if r.narrow {
		r.head.Objects = []fyne.CanvasObject{kit.Pad(container.NewCenter(mark), 8, 0, 0, 0)}
		r.foot.Objects = []fyne.CanvasObject{kit.Col(0, kit.HLine(kit.ColorLine), kit.Grow(container.NewCenter(user)))}
	} else {
		r.head.Objects = []fyne.CanvasObject{kit.Pad(kit.Row(9, mark,
			kit.Grow(kit.Col(0, kit.Section("Laufzettel").End(), kit.Caption(r.shell.deps.Archive).End()))), 10, 8, 4, 12)}
		r.foot.Objects = []fyne.CanvasObject{kit.Col(0, kit.HLine(kit.ColorLine),
			kit.Grow(kit.Pad(kit.Row(10, user, kit.Grow(kit.Col(0, kit.Bold(r.shell.deps.User).End(),
				kit.Caption(env.T("shell.role."+string(r.shell.deps.Role))).End()))), 0, 8, 0, 16)))}
	}
	r.head.Refresh()
	r.foot.Refresh()
}

func (r *rail) mark(sc nav.Screen) {
	key := sc.Key
	if sc.Parent != "" {
		key = sc.Parent
	}
	for i, x := range r.shown {
		if x.Key == key && r.list.Selected() != i {
			r.quiet = true
			r.list.Mark(i)
			r.quiet = false
		}
	}
}

func (r *rail) refresh() { r.list.Reload() }

type railRow struct {
	rail        *rail
	icon        *kit.Icon
	word, digit *kit.Text
	count       *kit.Text
	box         *kit.Rect
	counted     bool
}

func (r *rail) make() fyne.CanvasObject {
	w := &railRow{rail: r, icon: kit.NewIcon("", kit.ColorText, 18), word: kit.Body("").End(),
		digit: kit.NewText("", kit.RoleCaption, kit.ColorText2).Centered(),
		count: kit.NewText("", kit.RoleCaptionBold, kit.ColorText).Centered(), box: kit.Edged(kit.ColorNone, kit.ColorBorder, 2)}
	return container.New(w, w.icon, w.word, w.box, w.count, w.digit)
}

func (r *rail) fill(i int, o fyne.CanvasObject) {
	c := o.(*fyne.Container)
	w, sc := c.Layout.(*railRow), r.shown[i]
	role, tint := kit.RoleText, kit.ColorText
	if i == r.list.Selected() {
		role, tint = kit.RoleBold, kit.ColorPrimary
	}
	w.icon.Set(sc.Icon, tint)
	w.word.Style(role, kit.ColorText)
	w.word.Set(r.shell.env.T(sc.Title))
	w.digit.Set("")
	if i < railKeys {
		w.digit.Set(railDigit(i))
	}
	b := route.Badge{}
	if sc.Badge != nil {
		b = sc.Badge()
	}
	w.counted = b.Count > 0
	w.count.Set(strconv.Itoa(b.Count))
	if b.Warn {
		w.box.Set(kit.ColorTintWarn, kit.ColorWarn, 1)
		w.count.Style(kit.RoleCaptionBold, kit.ColorWarn)
	} else {
		w.box.Set(kit.ColorNone, kit.ColorBorder, 1)
		w.count.Style(kit.RoleCaptionBold, kit.ColorText)
	}
	c.Refresh()
}

// Layout implements fyne.Layout.
func (w *railRow) Layout(_ []fyne.CanvasObject, s fyne.Size) {
	put := func(o fyne.CanvasObject, x, y, width, height float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(width, height))
	}
	narrow := w.rail.narrow
	w.word.Hidden = narrow
	w.box.Hidden, w.count.Hidden = narrow || !w.counted, narrow || !w.counted
	lh := kit.LineHeight(kit.RoleCaption)
	if narrow {
		put(w.icon, 0, kit.S(6), s.Width, kit.S(18))
		put(w.digit, 0, kit.S(26), s.Width, lh)
		return
	}
	put(w.icon, kit.S(16), (s.Height-kit.S(18))/2, kit.S(18), kit.S(18))
	right := s.Width - kit.S(12)
	put(w.digit, right-kit.S(10), (s.Height-lh)/2, kit.S(12), lh)
	right -= kit.S(22)
	if w.counted {
		cw := max(kit.S(20), w.count.MinSize().Width+kit.S(10))
		put(w.box, right-cw, (s.Height-kit.S(20))/2, cw, kit.S(20))
		put(w.count, right-cw, (s.Height-lh)/2, cw, lh)
		right -= cw + kit.S(6)
	}
	h := w.word.MinSize().Height
	put(w.word, kit.S(44), (s.Height-h)/2, max(0, right-kit.S(44)), h)
}

// MinSize implements fyne.Layout.
func (w *railRow) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(kit.S(52), kit.S(36)) }

type railLayout struct{ r *rail }

// Layout implements fyne.Layout.
func (l railLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	o[0].Resize(s)
	head, foot := kit.S(62), kit.S(53)
	o[1].Resize(fyne.NewSize(s.Width, head))
	o[2].Move(fyne.NewPos(0, head))
	o[2].Resize(fyne.NewSize(s.Width, max(0, s.Height-head-foot)))
	o[3].Move(fyne.NewPos(0, s.Height-foot))
	o[3].Resize(fyne.NewSize(s.Width, foot))
}

// MinSize implements fyne.Layout.
func (l railLayout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.r.width(), kit.S(240))
}

// statusBar is the line at the bottom: saved, what the focused thing does or what
// the screen has to say, the channel, and the way to the key help.
type statusBar struct {
	shell           *Shell
	save, line, far *kit.Text
	help            *kit.Button
	root            *fyne.Container
	lasting         string
}

func newStatusBar(s *Shell) *statusBar {
	b := &statusBar{shell: s, save: kit.Caption(""), line: kit.Caption("").End(), far: kit.Caption("")}
	b.help = kit.NewLink(s.env, "status.help", s.env.T("shell.status.keys"), s.showHelp)
	b.help.SetHint(s.env.T("shell.action.help"))
	row := []fyne.CanvasObject{kit.NewIcon("check", kit.ColorText, 14), b.save, kit.Grow(b.line), b.far}
	if s.deps.Browse != nil {
		browse := kit.NewLink(s.env, "status.browse", s.env.T("shell.status.browse"), s.deps.Browse)
		browse.SetHint(s.env.T("shell.action.browse") + " (Strg+F6)")
		row = append(row, browse)
	}
	b.root = kit.Panel(kit.ColorGround, kit.Col(0, kit.HLine(kit.ColorLine), kit.Sized(0, 26, kit.Pad(kit.Row(8,
		append(row, kit.NewKeyCap("F1"), b.help)...), 0, 20, 0, 20))))
	return b
}

func (b *statusBar) saved(at time.Time) {
	b.save.Set(b.shell.env.T("shell.status.saved", b.shell.env.Second(at)))
	b.root.Refresh()
}

func (b *statusBar) hint(text string) {
	if text == "" {
		text = b.lasting
	}
	b.line.Set(text)
}

func (b *statusBar) screen(text string) {
	b.lasting = text
	b.line.Set(text)
}

func (b *statusBar) channel(text string) {
	b.far.Set(text)
	b.root.Refresh()
}
