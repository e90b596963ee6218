// Command eyes finds words on a picture of the screen: it draws them in the faces and sizes the
// window uses and looks where they stand, dark on light or light on dark.
//
//	eyes [-fonts DIR] [-scale 1.5] [-area x,y,w,h] PICTURE.png WORDS…
//
// One line for each place, best first: number of the words, x and y of their middle, how alike.
// It knows the fonts and nothing else of the program.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	_ "image/png"
	"math"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// faces are the fonts and sizes of look.md 2.2.
var faces = []struct {
	file string
	size float64
}{{"NotoSans-SemiBold.ttf", 13}, {"NotoSans-Regular.ttf", 13}, {"NotoSans-Regular.ttf", 12}, {"NotoSans-SemiBold.ttf", 15},
	{"NotoSans-SemiBold.ttf", 20}}

const (
	alike  = 0.90 // least correlation of a word with its place
	coarse = 0.60 // and of a few points of it, tried first
	points = 28
	edge   = 2    // so many points beside a word are empty
	flat   = 0.25 // of the contrast of the word may differ there: else the word goes on
)

// gray is a picture of one channel, 0 to 1, with sums for means and variances.
type gray struct {
	w, h      int
	p         []float64
	sum, sum2 []float64
}

func grayOf(img image.Image) *gray {
	b := img.Bounds()
	g := &gray{w: b.Dx(), h: b.Dy()}
	dst := image.NewGray(image.Rect(0, 0, g.w, g.h))
	draw.Draw(dst, dst.Bounds(), img, b.Min, draw.Src)
	g.p = make([]float64, g.w*g.h)
	g.sum, g.sum2 = make([]float64, (g.w+1)*(g.h+1)), make([]float64, (g.w+1)*(g.h+1))
	for y := range g.h {
		var a, a2 float64
		for x := range g.w {
			v := float64(dst.Pix[y*dst.Stride+x]) / 255
			g.p[y*g.w+x] = v
			a, a2 = a+v, a2+v*v
			i := (y+1)*(g.w+1) + x + 1
			g.sum[i], g.sum2[i] = g.sum[i-g.w-1]+a, g.sum2[i-g.w-1]+a2
		}
	}
	return g
}

func (g *gray) box(s []float64, x, y, w, h int) float64 {
	l := g.w + 1
	return s[(y+h)*l+x+w] - s[y*l+x+w] - s[(y+h)*l+x] + s[y*l+x]
}

// template is a word as it is drawn, its mean taken away.
type template struct {
	w, h int
	p    []float64
	norm float64
}

func templateOf(face font.Face, words string) template {
	bounds, _ := font.BoundString(face, words)
	x0, y0, x1, y1 := bounds.Min.X.Floor(), bounds.Min.Y.Floor(), bounds.Max.X.Ceil(), bounds.Max.Y.Ceil()
	w, h := x1-x0+2*edge, y1-y0+2*edge
	dst := image.NewGray(image.Rect(0, 0, w, h))
	d := font.Drawer{Dst: dst, Src: image.NewUniform(color.White), Face: face, Dot: fixed.P(edge-x0, edge-y0)}
	d.DrawString(words)
	t := template{w: w, h: h, p: make([]float64, w*h)}
	mean := 0.0
	for i := range t.p {
		t.p[i] = float64(dst.Pix[i]) / 255
		mean += t.p[i] / float64(len(t.p))
	}
	for i := range t.p {
		t.p[i] -= mean
		t.norm += t.p[i] * t.p[i]
	}
	t.norm = math.Sqrt(t.norm)
	return t
}

type place struct {
	words, x, y int
	like        float64
}

// at gives how alike a place of the picture is, 0 where it is not worth a closer look.
func (t template) at(g *gray, x, y int) float64 {
	n := float64(t.w * t.h)
	s := g.box(g.sum, x, y, t.w, t.h)
	dev := g.box(g.sum2, x, y, t.w, t.h) - s*s/n
	if dev < n*1e-3 {
		return 0
	}
	dev = math.Sqrt(dev)
	var few, few2, fewT float64
	mean := s / n
	for i := 0; i < len(t.p); i += max(1, len(t.p)/points) {
		v := g.p[(y+i/t.w)*g.w+x+i%t.w] - mean
		few, few2, fewT = few+v*t.p[i], few2+v*v, fewT+t.p[i]*t.p[i]
	}
	if math.Abs(few) < coarse*math.Sqrt(few2*fewT) {
		return 0
	}
	var c float64
	for j := range t.h {
		row := g.p[(y+j)*g.w+x : (y+j)*g.w+x+t.w]
		for i, v := range row {
			c += v * t.p[j*t.w+i]
		}
	}
	return math.Abs(c) / (dev * t.norm)
}

// alone tells whether the word ends where it ends: nothing is drawn close beside it.
func (t template) alone(g *gray, x, y int) bool {
	span := func(x0, x1 int) (float64, float64) {
		lo, hi := 1.0, 0.0
		for j := edge; j < t.h-edge; j++ {
			for i := x0; i < x1; i++ {
				v := g.p[(y+j)*g.w+x+i]
				lo, hi = min(lo, v), max(hi, v)
			}
		}
		return lo, hi
	}
	lo, hi := span(0, t.w)
	for _, x0 := range []int{0, t.w - edge} {
		if a, b := span(x0, x0+edge); b-a > flat*(hi-lo) {
			return false
		}
	}
	return true
}

func (t template) find(g *gray, in image.Rectangle, words int) (out []place) {
	for y := in.Min.Y; y+t.h <= in.Max.Y; y++ {
		for x := in.Min.X; x+t.w <= in.Max.X; x++ {
			if like := t.at(g, x, y); like >= alike && t.alone(g, x, y) {
				out = append(out, place{words, x + t.w/2, y + t.h/2, like})
			}
		}
	}
	return out
}

func run() error {
	fonts := flag.String("fonts", "assets/fonts", "folder of the fonts")
	scale := flag.Float64("scale", 1, "scale of the window")
	area := flag.String("area", "", "part of the picture: x,y,width,height")
	flag.Parse()
	if flag.NArg() < 2 {
		return fmt.Errorf("usage: eyes PICTURE.png WORDS…")
	}
	f, err := os.Open(flag.Arg(0))
	if err != nil {
		return err
	}
	defer f.Close()
	img, _, err := image.Decode(f)
	if err != nil {
		return err
	}
	g := grayOf(img)
	in := image.Rect(0, 0, g.w, g.h)
	if *area != "" {
		var x, y, w, h int
		if _, err := fmt.Sscanf(*area, "%d,%d,%d,%d", &x, &y, &w, &h); err != nil {
			return fmt.Errorf("area %q: %w", *area, err)
		}
		in = in.Intersect(image.Rect(x, y, x+w, y+h))
	}
	var all []place
	for _, fc := range faces {
		raw, err := os.ReadFile(filepath.Join(*fonts, fc.file))
		if err != nil {
			return err
		}
		parsed, err := opentype.Parse(raw)
		if err != nil {
			return err
		}
		face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: fc.size * *scale, DPI: 72})
		if err != nil {
			return err
		}
		for n, words := range flag.Args()[1:] {
			all = append(all, templateOf(face, words).find(g, in, n)...)
		}
	}
	slices.SortFunc(all, func(a, b place) int { return cmp.Compare(b.like, a.like) })
	var told []place
	for _, p := range all { // one place is found at several points and in several faces
		if !slices.ContainsFunc(told, func(q place) bool {
			return q.words == p.words && max(p.x-q.x, q.x-p.x) < 12 && max(p.y-q.y, q.y-p.y) < 8
		}) {
			told = append(told, p)
			fmt.Printf("%d %d %d %.2f\n", p.words, p.x, p.y, p.like)
		}
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "eyes:", err)
		os.Exit(1)
	}
}
