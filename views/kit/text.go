package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Role is a role of text in look.md 2.2.
type Role int

// The roles.
const (
	RoleText        Role = iota // 13
	RoleBold                    // 13 SemiBold
	RoleCaption                 // 12
	RoleCaptionBold             // 12 SemiBold
	RoleMono                    // 12 mono
	RoleSection                 // 15 SemiBold
	RoleTitle                   // 20 SemiBold
	RoleItalic                  // 13 italic: quoted titles only
)

func (r Role) font() (float32, fyne.TextStyle) {
	switch r {
	case RoleBold:
		return theme.TextSize(), fyne.TextStyle{Bold: true}
	case RoleCaption:
		return theme.CaptionTextSize(), fyne.TextStyle{}
	case RoleCaptionBold:
		return theme.CaptionTextSize(), fyne.TextStyle{Bold: true}
	case RoleMono:
		return theme.CaptionTextSize(), fyne.TextStyle{Monospace: true}
	case RoleSection:
		return theme.TextSubHeadingSize(), fyne.TextStyle{Bold: true}
	case RoleTitle:
		return theme.TextHeadingSize(), fyne.TextStyle{Bold: true}
	case RoleItalic:
		return theme.TextSize(), fyne.TextStyle{Italic: true}
	}
	return theme.TextSize(), fyne.TextStyle{}
}

// Measure gives the width of a text in a role.
func Measure(s string, r Role) float32 {
	size, style := r.font()
	return fyne.MeasureText(s, size, style).Width
}

// LineHeight is the height of one line in a role.
func LineHeight(r Role) float32 {
	size, style := r.font()
	return fyne.MeasureText("Äg", size, style).Height
}

// Fit says what happens to a text wider than its place.
type Fit int

// The ways to fit.
const (
	FitNone   Fit = iota // takes the room it needs
	FitEnd               // shortened at the end: titles
	FitMiddle            // shortened in the middle: paths, reference codes
	FitWrap              // broken into lines
)

// Text is a piece of text without padding, in role and colour of the theme.
type Text struct {
	widget.BaseWidget
	content  string
	role     Role
	color    fyne.ThemeColorName
	align    fyne.TextAlign
	fit      Fit
	minWidth float32
	lines    []string
	top      bool
	width    float32
}

// NewText makes a text that takes the room it needs.
func NewText(content string, r Role, c fyne.ThemeColorName) *Text {
	t := &Text{content: content, role: r, color: c}
	t.ExtendBaseWidget(t)
	return t
}

// Body, Bold, Caption are the three most used texts.
func Body(s string) *Text { return NewText(s, RoleText, ColorText) }

// Bold is text in SemiBold.
func Bold(s string) *Text { return NewText(s, RoleBold, ColorText) }

// Caption is the small grey text.
func Caption(s string) *Text { return NewText(s, RoleCaption, ColorText2) }

// Section is a panel head.
func Section(s string) *Text { return NewText(s, RoleSection, ColorText) }

// End shortens at the end instead of asking for room.
func (t *Text) End() *Text { t.fit = FitEnd; return t }

// Middle shortens in the middle.
func (t *Text) Middle() *Text { t.fit = FitMiddle; return t }

// Wrap breaks into lines; the height follows the width last given.
func (t *Text) Wrap() *Text { t.fit = FitWrap; return t }

// Right aligns at the right edge; numbers stand so.
func (t *Text) Right() *Text { t.align = fyne.TextAlignTrailing; return t }

// Centered aligns in the middle.
func (t *Text) Centered() *Text { t.align = fyne.TextAlignCenter; return t }

// Top stands at the upper edge of its place instead of in the middle.
func (t *Text) Top() *Text { t.top = true; return t }

// AtLeast keeps a smallest width, in units before text scaling.
func (t *Text) AtLeast(units float32) *Text { t.minWidth = units; return t }

// Text gives the whole content.
func (t *Text) Text() string { return t.content }

// Set changes the content.
func (t *Text) Set(s string) {
	if t.content == s {
		return
	}
	t.content, t.lines = s, nil
	t.Refresh()
}

// Style changes role and colour.
func (t *Text) Style(r Role, c fyne.ThemeColorName) {
	if t.role == r && t.color == c {
		return
	}
	t.role, t.color, t.lines = r, c, nil
	t.Refresh()
}

// Say changes content and colour at once.
func (t *Text) Say(s string, c fyne.ThemeColorName) {
	if t.content == s && t.color == c {
		return
	}
	t.content, t.color, t.lines = s, c, nil
	t.Refresh()
}

// AccessibilityLabel and AccessibilityRole implement fyne.Accessible.
func (t *Text) AccessibilityLabel() string { return t.content }

// AccessibilityRole implements fyne.Accessible.
func (t *Text) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

func (t *Text) fitted() []string {
	width := t.Size().Width
	if t.lines != nil && width == t.width {
		return t.lines
	}
	t.width = width
	switch {
	case t.fit == FitNone || width <= 0:
		t.lines = strings.Split(t.content, "\n")
	case t.fit == FitWrap:
		t.lines = wrap(t.content, width, t.role)
	default:
		t.lines = []string{Shorten(t.content, width, t.role, t.fit == FitMiddle)}
	}
	return t.lines
}

// CreateRenderer implements fyne.Widget.
func (t *Text) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{}
	paint := func() {
		lines := t.fitted()
		for len(d.objs) < len(lines) {
			d.objs = append(d.objs, canvas.NewText("", nil))
		}
		d.objs = d.objs[:len(lines)]
		size, style := t.role.font()
		h := LineHeight(t.role)
		top := float32(0)
		if room := t.Size().Height - h*float32(len(lines)); room > 0 && t.fit != FitWrap && !t.top {
			top = room / 2
		}
		for i, line := range lines {
			c := d.objs[i].(*canvas.Text)
			c.Text, c.Color, c.TextSize, c.TextStyle, c.Alignment = line, col(t.color), size, style, t.align
			c.Resize(fyne.NewSize(t.Size().Width, h))
			c.Move(fyne.NewPos(0, top+h*float32(i)))
			c.Refresh()
		}
	}
	d.lay = func(fyne.Size) { paint() }
	d.ref = func() { t.lines = nil; paint() }
	d.min = func() fyne.Size {
		h := LineHeight(t.role)
		switch t.fit {
		case FitNone:
			w := float32(0)
			lines := strings.Split(t.content, "\n")
			for _, l := range lines {
				w = max(w, Measure(l, t.role))
			}
			return fyne.NewSize(max(w, S(t.minWidth)), h*float32(len(lines)))
		case FitWrap:
			return fyne.NewSize(S(max(t.minWidth, 20)), h*float32(max(1, len(t.fitted()))))
		}
		return fyne.NewSize(S(max(t.minWidth, 20)), h)
	}
	paint()
	return d
}

// Shorten cuts a text to a width, at the end or in the middle, with "…".
func Shorten(s string, width float32, r Role, middle bool) string {
	if Measure(s, r) <= width {
		return s
	}
	runes := []rune(s)
	cut := func(keep int) string {
		if !middle {
			return strings.TrimRight(string(runes[:keep]), " ") + "…"
		}
		tail := keep / 2
		return string(runes[:keep-tail]) + "…" + string(runes[len(runes)-tail:])
	}
	low, high := 0, len(runes)-1
	for low < high {
		mid := (low + high + 1) / 2
		if Measure(cut(mid), r) <= width {
			low = mid
		} else {
			high = mid - 1
		}
	}
	if low < 0 {
		return ""
	}
	return cut(low)
}

// wrap breaks a text at spaces; a word too long for a line is cut.
func wrap(s string, width float32, r Role) []string {
	var lines []string
	for _, paragraph := range strings.Split(s, "\n") {
		line := ""
		for _, word := range strings.Fields(paragraph) {
			next := word
			if line != "" {
				next = line + " " + word
			}
			if Measure(next, r) <= width {
				line = next
				continue
			}
			if line != "" {
				lines = append(lines, line)
			}
			for Measure(word, r) > width && len([]rune(word)) > 1 {
				n := fitting(word, width, r)
				lines = append(lines, string([]rune(word)[:n]))
				word = string([]rune(word)[n:])
			}
			line = word
		}
		lines = append(lines, line)
	}
	return lines
}

func fitting(word string, width float32, r Role) int {
	runes := []rune(word)
	n := len(runes) - 1
	for n > 1 && Measure(string(runes[:n]), r) > width {
		n--
	}
	return max(n, 1)
}
