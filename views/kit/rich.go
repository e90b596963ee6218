package kit

import (
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Run is a piece of running text in one role. With Go it is a link, which is never
// broken; Name is its name for tests and scripts.
type Run struct {
	Text string
	Role Role
	Name string
	Go   func()
}

// Rich is running text in several roles, broken into lines, with links that take the
// focus and the words of a search marked. The height follows the width last given.
type Rich struct {
	widget.BaseWidget
	env   *Env
	runs  []Run
	marks []string // folded words
	lines [][]richPiece
	width float32
	gap   float32 // between lines
}

// richPiece is what stands in one line in one role.
type richPiece struct {
	fragment
	x float32
}

// NewRich makes running text.
func NewRich(env *Env, runs ...Run) *Rich {
	r := &Rich{env: env, runs: runs, gap: 3}
	r.ExtendBaseWidget(r)
	return r
}

// Marking marks the words of a search.
func (r *Rich) Marking(words string) *Rich {
	r.marks = strings.Fields(foldRunes(words))
	return r
}

func foldRunes(s string) string { return strings.Map(unicode.ToLower, s) }

// HeightFor gives the height in a width, in pixels of the canvas.
func (r *Rich) HeightFor(width float32) float32 {
	return float32(len(r.fitted(width))) * r.lineHeight()
}

func (r *Rich) lineHeight() float32 {
	h := LineHeight(RoleText)
	for _, x := range r.runs {
		h = max(h, LineHeight(x.Role))
	}
	return h + S(r.gap)
}

// fragment is a part of a word in one role: "**bold**," is one word of two.
type fragment struct {
	text string
	run  int
	role Role
	hit  bool
}

func (f fragment) width() float32 { return widthOf(f.text, f.role) }

// words parts the runs at spaces; what stands together without one is never parted.
func (r *Rich) words() [][]fragment {
	var out [][]fragment
	var word []fragment
	end := func() {
		if len(word) > 0 {
			out = append(out, word)
		}
		word = nil
	}
	for i, x := range r.runs {
		if x.Go != nil {
			word = append(word, fragment{text: x.Text, run: i, role: x.Role})
			continue
		}
		for j, part := range strings.Split(x.Text, " ") {
			if j > 0 {
				end()
			}
			if part != "" {
				word = append(word, r.marked(part, i)...)
			}
		}
	}
	end()
	return out
}

// marked parts a piece of a word where a word of the search stands in it.
func (r *Rich) marked(text string, run int) (out []fragment) {
	role := r.runs[run].Role
	if role == RoleItalic && !strings.ContainsFunc(text, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }) {
		role = RoleText // arrows and the like: the slanted font has none
	}
	signs, folded := []rune(text), []rune(foldRunes(text))
	for len(signs) > 0 {
		at, long := -1, 0
		for _, m := range r.marks {
			if i := strings.Index(string(folded), m); i >= 0 {
				if n := len([]rune(string(folded)[:i])); at < 0 || n < at {
					at, long = n, len([]rune(m))
				}
			}
		}
		if at < 0 {
			return append(out, fragment{text: string(signs), run: run, role: role})
		}
		if at > 0 {
			out = append(out, fragment{text: string(signs[:at]), run: run, role: role})
		}
		out = append(out, fragment{text: string(signs[at : at+long]), run: run, role: role, hit: true})
		signs, folded = signs[at+long:], folded[at+long:]
	}
	return out
}

func (r *Rich) fitted(width float32) [][]richPiece {
	if r.lines != nil && r.width == width {
		return r.lines
	}
	r.width, r.lines = width, nil
	var line []richPiece
	x, space, spaced := float32(0), widthOf(" ", RoleText), false
	put := func(f fragment) {
		if n := len(line) - 1; n >= 0 && line[n].run == f.run && line[n].role == f.role && line[n].hit == f.hit &&
			r.runs[f.run].Go == nil && !spaced {
			line[n].text += f.text
			x = line[n].x + line[n].width()
			return
		}
		line, spaced = append(line, richPiece{fragment: f, x: x}), false
		x += f.width()
	}
	turn := func() {
		r.lines = append(r.lines, line)
		line, x, spaced = nil, 0, false
	}
	for _, word := range r.words() {
		w := float32(0)
		for _, f := range word {
			w += f.width()
		}
		if x > 0 && x+space+w > width {
			turn()
		}
		if n := len(line) - 1; n >= 0 && line[n].role == word[0].role && line[n].run == word[0].run && !line[n].hit &&
			r.runs[line[n].run].Go == nil {
			put(fragment{text: " ", run: word[0].run, role: word[0].role})
		} else if n >= 0 {
			x, spaced = x+space, true
		}
		for _, f := range word {
			for r.runs[f.run].Go == nil && x+f.width() > width && len([]rune(f.text)) > 1 {
				n := 1
				if x < width { // a word longer than a line is cut where the line ends
					n = fitting(f.text, width-x, f.role)
				}
				head := f
				head.text, f.text = string([]rune(f.text)[:n]), string([]rune(f.text)[n:])
				put(head)
				turn()
			}
			put(f)
		}
	}
	turn()
	return r.lines
}

// widths are those of words measured before; measuring one costs as much as drawing it.
var widths = map[widthKey]float32{}

type widthKey struct {
	text string
	role Role
	size float32
}

// mostWidths bounds what is kept.
const mostWidths = 20_000

func widthOf(s string, role Role) float32 {
	size, _ := role.font()
	k := widthKey{s, role, size}
	if w, ok := widths[k]; ok {
		return w
	}
	if len(widths) >= mostWidths {
		clear(widths)
	}
	w := Measure(s, role)
	widths[k] = w
	return w
}

// AccessibilityLabel and AccessibilityRole implement fyne.Accessible.
func (r *Rich) AccessibilityLabel() string {
	out := ""
	for _, x := range r.runs {
		out += x.Text
	}
	return out
}

// AccessibilityRole implements fyne.Accessible.
func (r *Rich) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// CreateRenderer implements fyne.Widget.
func (r *Rich) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{}
	links := map[int]*Button{}
	d.lay = func(s fyne.Size) {
		d.objs = d.objs[:0]
		h := r.lineHeight()
		for i, line := range r.fitted(s.Width) {
			for _, p := range line {
				d.objs = append(d.objs, r.draw(p, links, fyne.NewPos(p.x, float32(i)*h), h)...)
			}
		}
	}
	d.ref = func() { r.lines = nil; d.lay(r.Size()) }
	d.min = func() fyne.Size {
		return fyne.NewSize(S(20), r.HeightFor(max(S(20), r.Size().Width)))
	}
	d.lay(r.Size())
	return d
}

// draw makes what is seen of a piece.
func (r *Rich) draw(p richPiece, links map[int]*Button, at fyne.Position, h float32) []fyne.CanvasObject {
	run := r.runs[p.run]
	w := p.width()
	if run.Go != nil {
		b := links[p.run]
		if b == nil {
			b = NewLink(r.env, run.Name, run.Text, run.Go)
			links[p.run] = b
		}
		b.Move(at)
		b.Resize(fyne.NewSize(w, h))
		return []fyne.CanvasObject{b}
	}
	size, style := p.role.font()
	color := ColorText
	var out []fyne.CanvasObject
	if p.hit {
		color = ColorHitText
		mark := NewRect(ColorHit)
		mark.Resize(fyne.NewSize(w, h-S(r.gap)))
		mark.Move(at.AddXY(0, S(r.gap)/2))
		out = append(out, mark)
	}
	t := canvas.NewText(p.text, col(color))
	t.TextSize, t.TextStyle = size, style
	t.Resize(fyne.NewSize(w, h))
	t.Move(at)
	return append(out, t)
}

func (r *Rich) inside() []fyne.CanvasObject {
	var out []fyne.CanvasObject
	for _, x := range r.runs {
		if x.Go != nil {
			if o := r.env.Find(x.Name); o != nil {
				out = append(out, o)
			}
		}
	}
	return out
}
