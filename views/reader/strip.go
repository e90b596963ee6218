package reader

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
)

// yearCount is one year of the time strip.
type yearCount struct{ year, count int }

// maxYears bounds the strip; a wider span is drawn by decades of its years.
const maxYears = 120

// years counts the documents of the open package by year, gaps included, and
// those without a date.
func (p *presenter) years() (list []yearCount, undated int) {
	if p.open == nil {
		return nil, 0
	}
	counts := map[int]int{}
	first, last := 0, 0
	for _, d := range p.open.Documents {
		y, err := strconv.Atoi(d.Date[:min(4, len(d.Date))])
		if err != nil || len(d.Date) < 4 || y < 1 {
			undated++
			continue
		}
		counts[y]++
		if first == 0 || y < first {
			first = y
		}
		last = max(last, y)
	}
	if first == 0 {
		return nil, undated
	}
	step := 1
	for (last-first)/step >= maxYears {
		step *= 10
	}
	for y := first; y <= last; y += step {
		n := 0
		for k := y; k < y+step; k++ {
			n += counts[k]
		}
		list = append(list, yearCount{y, n})
	}
	return list, undated
}

// stripHeight is the height of the bars in units.
const stripHeight = 34

// strip draws when the documents were written: a bar for every year, its height
// the number of documents; the words below say the same.
func (k *packView) strip() fyne.CanvasObject {
	list, undated := k.v.p.years()
	if len(list) < 2 {
		return nil
	}
	env := k.v.env
	most := 1
	for _, y := range list {
		most = max(most, y.count)
	}
	bars := &barLayout{}
	var objects []fyne.CanvasObject
	total := 0
	for _, y := range list {
		bars.share = append(bars.share, float32(y.count)/float32(most))
		objects = append(objects, kit.NewRect(kit.ColorPrimary))
		total += y.count
	}
	text := env.T("reader.strip", strconv.Itoa(list[0].year), strconv.Itoa(list[len(list)-1].year), total)
	if undated > 0 {
		text += " · " + env.N("reader.strip.undated", undated)
	}
	return kit.Col(2, kit.Sized(0, stripHeight, container.New(bars, objects...)), kit.HLine(kit.ColorBorder), kit.Caption(text).Wrap())
}

// barLayout stands bars of the given shares side by side on the ground.
type barLayout struct{ share []float32 }

// Layout implements fyne.Layout.
func (l *barLayout) Layout(o []fyne.CanvasObject, s fyne.Size) {
	w := s.Width / float32(max(1, len(o)))
	for i, x := range o {
		h := s.Height * l.share[i]
		if l.share[i] > 0 {
			h = max(h, 2)
		}
		x.Resize(fyne.NewSize(max(1, w-min(2, w/3)), h))
		x.Move(fyne.NewPos(float32(i)*w, s.Height-h))
	}
}

// MinSize implements fyne.Layout.
func (l *barLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(kit.S(60), kit.S(12)) }

// formats draws the formats of the package with their sizes as bars.
func (k *packView) formats() fyne.CanvasObject {
	env, list := k.v.env, k.v.p.open.Formats
	if len(list) == 0 {
		return nil
	}
	var all int64
	for _, f := range list {
		all += f.Bytes
	}
	rows := []fyne.CanvasObject{kit.Titled(env.T("reader.formats"))}
	for _, f := range list {
		share := float32(0)
		if all > 0 {
			share = float32(f.Bytes) / float32(all)
		}
		rows = append(rows, kit.Row(8, kit.Grow(kit.Body(f.Name).End()), kit.Caption(env.N("reader.formats.files", f.Files)+" · "+env.Bytes(f.Bytes)).Right()), kit.Sized(0, 8, kit.NewBar(share)))
	}
	return kit.Col(4, rows...)
}
