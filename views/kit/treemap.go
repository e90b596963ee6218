package kit

import (
	"image/color"
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
)

// Piece is one rectangle of a Treemap: its area stands for Weight. Fill is mixed into the
// surface by Shade, from 0 to 1.
type Piece struct {
	ID, Label, Under string
	Weight           float64
	Fill             fyne.ThemeColorName
	Shade            float32
}

// Spot is where a tile lies.
type Spot struct{ X, Y, W, H float32 }

// Squarify lays rectangles out in an area, each as large as its weight says and as square
// as the others let it be (Bruls, Huizing, van Wijk 2000). Weights come in falling order;
// one that is not above 0 gets no area.
func Squarify(weights []float64, w, h float32) []Spot {
	out := make([]Spot, len(weights))
	total := 0.0
	for _, x := range weights {
		total += max(0, x)
	}
	if total <= 0 || w <= 0 || h <= 0 {
		return out
	}
	x, y, wide, high := 0.0, 0.0, float64(w), float64(h)
	unit := wide * high / total
	for from := 0; from < len(weights) && weights[from] > 0; {
		side := min(wide, high)
		to, sum := from+1, weights[from]*unit
		for to < len(weights) && weights[to] > 0 {
			next := weights[to] * unit
			if worst(weights[from]*unit, weights[to]*unit, sum+next, side) > worst(weights[from]*unit, weights[to-1]*unit, sum, side) {
				break
			}
			sum, to = sum+next, to+1
		}
		deep := sum / side
		along := 0.0
		for i := from; i < to; i++ {
			long := weights[i] * unit / deep
			if wide >= high {
				out[i] = Spot{float32(x), float32(y + along), float32(deep), float32(long)}
			} else {
				out[i] = Spot{float32(x + along), float32(y), float32(long), float32(deep)}
			}
			along += long
		}
		if wide >= high {
			x, wide = x+deep, max(0, wide-deep)
		} else {
			y, high = y+deep, max(0, high-deep)
		}
		if from = to; wide*high <= 0 {
			break
		}
	}
	return out
}

// worst is the worst aspect of a row of tiles whose largest and smallest are named.
func worst(largest, smallest, sum, side float64) float64 {
	return max(side*side*largest/(sum*sum), sum*sum/(side*side*smallest))
}

// Treemap shows what makes up a whole as tiles. Arrows go from tile to tile, Enter opens
// one, Rück goes up; a click chooses, a second one opens.
type Treemap struct {
	control
	tiles []Piece
	spots []Spot
	at    int

	// OnSelect and OnOpen are told the tile, OnUp that a person wants out of it.
	// Describe gives the sentence of a tile for the status bar and screen readers.
	OnSelect func(i int)
	OnOpen   func(i int)
	OnUp     func()
	Describe func(i int) string
}

// NewTreemap makes an empty treemap.
func NewTreemap(env *Env, name, label string) *Treemap {
	t := &Treemap{at: -1}
	t.init(t, env, name, label, nil)
	return t
}

// Fill takes other tiles, the heaviest first; none is chosen.
func (t *Treemap) Fill(tiles []Piece) {
	t.tiles, t.at = tiles, -1
	t.lay(t.Size())
	t.Refresh()
}

// Tiles gives what is shown.
func (t *Treemap) Tiles() []Piece { return t.tiles }

// Spots gives where the tiles lie.
func (t *Treemap) Spots() []Spot { return t.spots }

// Selected gives the chosen tile, -1 for none.
func (t *Treemap) Selected() int { return t.at }

// Select chooses a tile.
func (t *Treemap) Select(i int) {
	if i < 0 || i >= len(t.tiles) {
		return
	}
	t.at = i
	if t.Describe != nil {
		t.hint = t.Describe(i)
		t.env.Hint(t.hint)
	}
	t.Refresh()
	if t.OnSelect != nil {
		t.OnSelect(i)
	}
}

// AccessibilityLabel implements fyne.Accessible: the sentence of the chosen tile.
func (t *Treemap) AccessibilityLabel() string {
	if t.Describe != nil && t.at >= 0 && t.at < len(t.tiles) {
		return t.label + ", " + t.Describe(t.at)
	}
	return t.label
}

func (t *Treemap) lay(s fyne.Size) {
	weights := make([]float64, len(t.tiles))
	for i, x := range t.tiles {
		weights[i] = x.Weight
	}
	t.spots = Squarify(weights, s.Width, s.Height)
}

// TypedKey implements fyne.Focusable.
func (t *Treemap) TypedKey(ev *fyne.KeyEvent) {
	switch ev.Name {
	case fyne.KeyLeft, fyne.KeyRight, fyne.KeyUp, fyne.KeyDown:
		t.Select(t.beside(ev.Name))
	case fyne.KeyReturn, fyne.KeyEnter:
		if t.at >= 0 && t.OnOpen != nil {
			t.OnOpen(t.at)
		}
	case fyne.KeyBackspace:
		if t.OnUp != nil {
			t.OnUp()
		}
	default:
		t.env.Key(ev)
	}
}

// beside is the nearest tile in the direction of an arrow; the first where none is chosen.
func (t *Treemap) beside(key fyne.KeyName) int {
	if t.at < 0 {
		return 0
	}
	way := map[fyne.KeyName][2]float32{fyne.KeyLeft: {-1, 0}, fyne.KeyRight: {1, 0}, fyne.KeyUp: {0, -1}, fyne.KeyDown: {0, 1}}[key]
	from := t.spots[t.at]
	best, near := t.at, math.Inf(1)
	for i, s := range t.spots {
		if i == t.at || s.W <= 0 || s.H <= 0 {
			continue
		}
		dx, dy := s.X+s.W/2-from.X-from.W/2, s.Y+s.H/2-from.Y-from.H/2
		ahead, aside := dx*way[0]+dy*way[1], dx*way[1]+dy*way[0]
		if ahead <= 0.5 {
			continue
		}
		if far := float64(ahead) + 2*math.Abs(float64(aside)); far < near {
			best, near = i, far
		}
	}
	return best
}

// Tapped implements fyne.Tappable: the first tap chooses, one on the chosen tile opens it.
func (t *Treemap) Tapped(ev *fyne.PointEvent) {
	t.env.Focus(t)
	i := t.under(ev.Position)
	if i < 0 {
		return
	}
	if i == t.at && t.OnOpen != nil {
		t.OnOpen(i)
		return
	}
	t.Select(i)
}

// MouseMoved implements desktop.Hoverable: the status bar says what lies under the mouse.
func (t *Treemap) MouseMoved(ev *desktop.MouseEvent) {
	if i := t.under(ev.Position); i >= 0 && t.Describe != nil {
		t.env.Hint(t.Describe(i))
	}
}

func (t *Treemap) under(p fyne.Position) int {
	for i, s := range t.spots {
		if p.X >= s.X && p.Y >= s.Y && p.X < s.X+s.W && p.Y < s.Y+s.H {
			return i
		}
	}
	return -1
}

// Least room of a tile with words, and the least of the widget, in units.
const (
	tileWide  = 46
	tileHigh  = 18
	leastTile = 120
)

// CreateRenderer implements fyne.Widget.
func (t *Treemap) CreateRenderer() fyne.WidgetRenderer {
	d := &drawing{min: func() fyne.Size { return fyne.NewSquareSize(S(leastTile)) }}
	var boxes []*canvas.Rectangle
	var words []*canvas.Text
	paint := func() {
		for len(boxes) < len(t.tiles) {
			boxes = append(boxes, canvas.NewRectangle(color.Transparent))
			words = append(words, canvas.NewText("", color.Transparent), canvas.NewText("", color.Transparent))
		}
		d.objs = d.objs[:0]
		for i := range t.tiles {
			d.objs = append(d.objs, boxes[i])
			t.paint(i, boxes[i], words[2*i], words[2*i+1])
			for _, w := range words[2*i : 2*i+2] {
				if w.Text != "" {
					d.objs = append(d.objs, w)
				}
			}
		}
		if t.at >= 0 { // its edge lies over its neighbours
			d.objs = append(d.objs, boxes[t.at], words[2*t.at], words[2*t.at+1])
		}
	}
	d.lay = func(s fyne.Size) {
		t.lay(s)
		paint()
	}
	d.ref = func() {
		paint()
		canvas.Refresh(t)
	}
	paint()
	return d
}

func (t *Treemap) paint(i int, box *canvas.Rectangle, first, second *canvas.Text) {
	x := t.tiles[i]
	s := Spot{}
	if i < len(t.spots) {
		s = t.spots[i]
	}
	fill := mix(col(ColorSurface), col(x.Fill), x.Shade)
	box.FillColor, box.StrokeColor, box.StrokeWidth = fill, col(ColorSurface), 1
	if i == t.at {
		box.StrokeColor, box.StrokeWidth = col(ColorText), S(2)
		if t.focused {
			box.StrokeColor, box.StrokeWidth = col(ColorRing), S(3)
		}
	}
	box.Move(fyne.NewPos(s.X, s.Y))
	box.Resize(fyne.NewSize(s.W, s.H))
	ink := col(ColorText)
	if farness(fill, col(ColorSurface)) > farness(fill, ink) {
		ink = col(ColorSurface)
	}
	y := s.Y + S(3)
	for n, line := range []struct {
		text *canvas.Text
		say  string
		role Role
	}{{first, x.Label, RoleBold}, {second, x.Under, RoleCaption}} {
		high := LineHeight(line.role)
		line.text.Text = ""
		if s.W < S(tileWide) || s.H < S(tileHigh) || y+high > s.Y+s.H || n == 1 && first.Text == "" {
			continue
		}
		line.text.Text, line.text.Color = Shorten(line.say, s.W-S(10), line.role, false), ink
		line.text.TextSize, line.text.TextStyle = line.role.font()
		line.text.Move(fyne.NewPos(s.X+S(5), y))
		line.text.Resize(fyne.NewSize(s.W-S(10), high))
		y += high
	}
}

// mix lays share of over on ground.
func mix(ground, over color.Color, share float32) color.Color {
	a, b := color.NRGBAModel.Convert(ground).(color.NRGBA), color.NRGBAModel.Convert(over).(color.NRGBA)
	part := func(x, y uint8) uint8 { return uint8(float32(x) + (float32(y)-float32(x))*share) }
	return color.NRGBA{R: part(a.R, b.R), G: part(a.G, b.G), B: part(a.B, b.B), A: 0xff}
}

// farness is the ratio of two colours (WCAG 2, 1.4.3).
func farness(a, b color.Color) float64 {
	x, y := light(a), light(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func light(c color.Color) float64 {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	line := func(v uint8) float64 {
		x := float64(v) / 255
		if x <= 0.03928 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return .2126*line(n.R) + .7152*line(n.G) + 7.22e-2*line(n.B)
}
