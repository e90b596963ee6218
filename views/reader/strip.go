package reader

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
)

// stripHeight is the height of the bars in units.
const stripHeight = 34

// strip draws when the documents were written: a bar for every year, its height
// the number of documents; the words below say the same.
func (k *packView) strip() fyne.CanvasObject {
	list, undated := k.v.p.Years()
	if len(list) < 2 {
		return nil
	}
	env := k.v.env
	most := 1
	for _, y := range list {
		most = max(most, y.Count)
	}
	bars := &barLayout{}
	var objects []fyne.CanvasObject
	total := 0
	for _, y := range list {
		bars.share = append(bars.share, float32(y.Count)/float32(most))
		objects = append(objects, kit.NewRect(kit.ColorPrimary))
		total += y.Count
	}
	text := env.T("reader.strip", strconv.Itoa(list[0].Year), strconv.Itoa(list[len(list)-1].Year), total)
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
	env, list := k.v.env, k.v.p.Open.Formats
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
		rows = append(rows, kit.Row(8, kit.Grow(kit.Body(f.Name).End()),
			kit.Caption(env.N("reader.formats.files", f.Files)+" · "+env.Bytes(f.Bytes)).Right()), kit.Sized(0, 8, kit.NewBar(share)))
	}
	return kit.Col(4, rows...)
}
