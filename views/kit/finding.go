package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// Finding is what a finding card shows: one code and cause, all its places.
type Finding struct {
	Code     string
	Tone     Tone
	Severity string // Fehler, Warnung, Hinweis
	Title    string
	Count    string // "2 Dateien"
	Places   []string
	Spots    map[string]string // what opens in place of a place, "" nothing
	Expected string
	Found    string
	Remedy   string // the sentence for the letter
}

// Plain writes the finding as text, for Strg+C and the letter.
func (f Finding) Plain(remedy, expected, found string) string {
	var b strings.Builder
	b.WriteString(f.Severity + " " + f.Code + " " + f.Title + "\n")
	for _, p := range f.Places {
		b.WriteString(p + "\n")
	}
	if f.Expected != "" || f.Found != "" {
		b.WriteString(expected + ": " + f.Expected + "\n" + found + ": " + f.Found + "\n")
	}
	b.WriteString(remedy + ": " + f.Remedy + "\n")
	return b.String()
}

// spot gives what opens where a place is opened, "" where nothing does.
func (f Finding) spot(place string) string {
	if spot, ok := f.Spots[place]; ok {
		return spot
	}
	return place
}

// FindingCard shows a finding; Enter or a tap opens and closes it.
type FindingCard struct {
	control
	f     Finding
	open  bool
	place func(path string)
	grown func()
	drawn *fyne.Container // what stands in it when it is open
}

// NewFindingCard makes a card. place opens a place (nil: no link); grown is
// called after the card has grown or shrunk, so that the scroller measures anew.
func NewFindingCard(env *Env, name string, f Finding, open bool, place func(string), grown func()) *FindingCard {
	c := &FindingCard{f: f, open: open, place: place, grown: grown}
	c.drawn = container.NewStack()
	c.init(c, env, name, f.Severity+" "+f.Code+", "+f.Title+", "+f.Count, c.Toggle)
	c.hint = env.T("kit.finding.hint")
	return c
}

// Toggle opens or closes the card.
func (c *FindingCard) Toggle() {
	c.open = !c.open
	c.Refresh()
	if c.grown != nil {
		c.grown()
	}
}

// Open tells whether the card is open.
func (c *FindingCard) Open() bool { return c.open }

// Plain gives the card as text.
func (c *FindingCard) Plain() string {
	return c.f.Plain(c.env.T("kit.finding.remedy"), c.env.T("kit.finding.expected"), c.env.T("kit.finding.found"))
}

// CreateRenderer implements fyne.Widget.
func (c *FindingCard) CreateRenderer() fyne.WidgetRenderer {
	frame, bar, rg := Edged(ColorSurface, ColorLine, 2), NewRect(c.f.Tone.Color()), newRing(false)
	arrow, title := NewIcon("chevron-right", ColorText, 16), Bold(c.f.Title).End()
	head := Pad(Row(10, NewIcon(c.f.Tone.Icon(), c.f.Tone.Color(), 16),
		NewText(c.f.Severity, RoleBold, c.f.Tone.Color()), NewText(c.f.Code, RoleMono, ColorText2),
		Grow(title), Caption(c.f.Count), arrow), 0, 10, 0, 12)
	body := Pad(c.body(), 0, 12, 12, 38)
	c.drawn = body
	d := &drawing{objs: []fyne.CanvasObject{frame, bar, head, body, rg.Container}}
	d.lay = func(s fyne.Size) {
		frame.Resize(s)
		bar.Resize(fyne.NewSize(4, s.Height))
		rg.lay(s)
		head.Move(fyne.NewPos(4, 0))
		head.Resize(fyne.NewSize(s.Width-4, S(36)))
		body.Move(fyne.NewPos(4, S(36)))
		for range 2 {
			body.Resize(fyne.NewSize(s.Width-4, body.MinSize().Height))
		}
	}
	d.min = func() fyne.Size {
		h := S(36)
		if c.open {
			h += body.MinSize().Height
		}
		return fyne.NewSize(S(200), h)
	}
	d.ref = func() {
		name := "chevron-right"
		if c.open {
			name = "chevron-down"
		}
		arrow.Set(name, ColorText)
		body.Hidden = !c.open
		title.Say(c.f.Title, ColorText)
		if c.open { // it stands whole below
			title.Say("", ColorText)
		}
		fill := ColorSurface
		if c.hovered && !c.open {
			fill = ColorHover
		}
		frame.Set(fill, ColorLine, 1)
		bar.Set(c.f.Tone.Color(), ColorNone, 0)
		rg.show(c.focused)
		d.lay(c.Size())
	}
	d.ref()
	return d
}

func (c *FindingCard) body() fyne.CanvasObject {
	parts := []fyne.CanvasObject{Bold(c.f.Title).Wrap()} // the head cuts it where it is long
	if len(c.f.Places) > 0 {
		parts = append(parts, c.places())
	}
	if cells := c.cells(); len(cells) > 0 {
		parts = append(parts, container.NewStack(Edged(ColorNone, ColorLine, 0), Cols(0, cells...)))
	}
	if c.f.Remedy != "" {
		parts = append(parts, Cols(12, Bold(c.env.T("kit.finding.remedy")).Top(), Grow(Body(c.f.Remedy).Wrap())))
	}
	return Col(8, parts...)
}

// cells are what was expected and what was found; of which nothing is said has none.
func (c *FindingCard) cells() (out []fyne.CanvasObject) {
	for _, x := range [][2]string{{"kit.finding.expected", c.f.Expected}, {"kit.finding.found", c.f.Found}} {
		if x[1] == "" {
			continue
		}
		if len(out) > 0 {
			out = append(out, VLine(ColorLine))
		}
		out = append(out, Grow(Pad(Col(2, Caption(c.env.T(x[0])), NewText(x[1], mono(x[1]), ColorText).Wrap()), 6, 10, 7, 10)))
	}
	return out
}

// mono: hashes are set in mono, sentences are not.
func mono(value string) Role {
	for _, start := range []string{"md5", "sha-", "sha3", "blake2", "crc32"} {
		if strings.HasPrefix(strings.ToLower(value), start) {
			return RoleMono
		}
	}
	return RoleText
}

func (c *FindingCard) places() fyne.CanvasObject {
	row := func(path string) fyne.CanvasObject {
		items := []fyne.CanvasObject{NewIcon("file", ColorText2, 14), Grow(NewText(path, RoleMono, ColorText).Middle())}
		if spot := c.f.spot(path); c.place != nil && spot != "" {
			items = append(items, NewLink(c.env, "", c.env.T("kit.finding.place"), func() { c.place(spot) }))
		}
		return Sized(0, 26, Row(8, items...))
	}
	if len(c.f.Places) <= 5 {
		rows := make([]fyne.CanvasObject, 0, len(c.f.Places))
		for _, p := range c.f.Places {
			rows = append(rows, row(p))
		}
		return Col(0, rows...)
	}
	l := NewList(c.env, "", func() int { return len(c.f.Places) },
		func() fyne.CanvasObject {
			return Row(8, NewIcon("file", ColorText2, 14), Grow(NewText("", RoleMono, ColorText).Middle()))
		},
		func(i int, o fyne.CanvasObject) {
			o.(*fyne.Container).Objects[1].(*Text).Set(c.f.Places[i])
		})
	l.RowHeight, l.NoLines = 26, true
	if c.place != nil {
		l.OnOpen = func(i int) {
			if spot := c.f.spot(c.f.Places[i]); spot != "" {
				c.place(spot)
			}
		}
	}
	return Sized(0, 156, l)
}
