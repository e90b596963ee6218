package blacken

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"reflect"
	"strings"
	"testing"

	"laufzettel/viewer"
)

// line sets words side by side in a line of a page.
func line(n int, words ...string) []viewer.Word {
	var out []viewer.Word
	x := 0.1
	for _, w := range words {
		width := float64(len(w)) * 0.01
		out = append(out, viewer.Word{Text: w, Line: n, Rect: viewer.Rect{X: x, Y: 0.1 + float64(n)*0.02, W: width, H: 0.012}})
		x += width + 0.008
	}
	return out
}

func texts(words []viewer.Word, hit []int) string {
	var out []string
	for _, i := range hit {
		out = append(out, words[i].Text)
	}
	return strings.Join(out, " ")
}

func TestFind(t *testing.T) {
	two := append(line(0, "Frau", "Quit-"), line(1, "tenbaum", "wohnt")...)
	pieces := []viewer.Word{ // drawn in two columns of pieces: first all heads, then all tails
		{Text: "Quitten", Rect: viewer.Rect{X: .1, Y: .1, W: .07, H: .01}}, {Text: "Der", Rect: viewer.Rect{X: .1, Y: .2, W: .03, H: .01}},
		{Text: "baum", Rect: viewer.Rect{X: .17, Y: .1, W: .04, H: .01}}, {Text: "Rat", Rect: viewer.Rect{X: .14, Y: .2, W: .03, H: .01}},
	}
	for _, c := range []struct {
		what   string
		words  []viewer.Word
		phrase string
		want   []string
	}{
		{"plain", line(0, "Frau", "Quittenbaum", "wohnt"), "quittenbaum", []string{"Quittenbaum"}},
		{"with signs", line(0, "(Quittenbaum,", "geb."), "Quittenbaum", []string{"(Quittenbaum,"}},
		{"genitive", line(0, "Linds", "Haus"), "Lind", []string{"Linds"}},
		{"short is no part", line(0, "blind", "Lindenbaum"), "Lind", nil},
		{"long is a part too", line(0, "HerrnQuittenbaum"), "Quittenbaum", []string{"HerrnQuittenbaum"}},
		{"hyphen at the end of a line", two, "Quittenbaum", []string{"Quit- tenbaum"}},
		{"ligature", line(0, "Graﬀel"), "Graffel", []string{"Graﬀel"}},
		{"set apart", line(0, "Q", "u", "i", "t", "t", "e", "n"), "Quitten", []string{"Q u i t t e n"}},
		{"umlaut in two ways", line(0, "Mueller-Größe"), "Müller-Groesse", []string{"Mueller-Größe"}},
		{"decomposed", line(0, "Mu\u0308ller"), "Müller", []string{"Mu\u0308ller"}},
		{"in pieces", pieces, "Quittenbaum", []string{"Quitten baum"}},
		{"number", line(0, "DE89", "3704", "0044", "0532", "0130", "00"), "DE89370400440532013000",
			[]string{"DE89 3704 0044 0532 0130 00"}},
		{"every place", line(0, "Nowak", "und", "Nowak"), "Nowak", []string{"Nowak", "Nowak"}},
		{"nothing", line(0, "Nowak"), " - ", nil},
	} {
		var got []string
		for _, hit := range Find(c.words, c.phrase) {
			got = append(got, texts(c.words, hit))
		}
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// Bars are as long for a short word as for a long one, and stay on the page.
func TestBar_OneWidth(t *testing.T) {
	for _, c := range []struct {
		r    viewer.Rect
		want string
	}{
		{viewer.Rect{X: .1, Y: .1, W: .02, H: .01}, "0.200"},
		{viewer.Rect{X: .1, Y: .1, W: .19, H: .01}, "0.200"},
		{viewer.Rect{X: .1, Y: .1, W: .2, H: .01}, "0.400"},
		{viewer.Rect{X: .97, Y: .995, W: .02, H: .01}, "0.200"},
		{viewer.Rect{X: 0, Y: 0, W: 1, H: 1}, "1.000"},
		{viewer.Rect{X: -.5, Y: -.5, W: .6, H: .01}, "0.800"},
	} {
		b := Bar(c.r)
		if got := fmt.Sprintf("%.3f", b.W); got != c.want || b.X < 0 || b.X+b.W > 1+1e-9 || b.Y < 0 || b.Y+b.H > 1+1e-9 {
			t.Errorf("%v: %v", c.r, b)
		}
	}
}

func TestSpots_OneALine(t *testing.T) {
	words := append(line(0, "Xaver", "Quit-"), line(1, "tenbaum", "wohnt")...)
	if got := Spots(words, []int{0, 1, 2}); len(got) != 2 || got[0].W < .1 || got[1].X != .1 {
		t.Errorf("%v", got)
	}
}

func TestStay_TouchedWordsGo(t *testing.T) {
	words := append(line(0, "Frau", "Quittenbaum", "wohnt", "hier", "schon", "lange", "und", "gern"),
		viewer.Word{Text: "draußen", Rect: viewer.Rect{X: 2, Y: .1, W: .1, H: .01}})
	bar := Bar(words[1].Rect)
	got := Stay(words, []viewer.Rect{bar})
	if all := texts(got, drawn(got)); strings.Contains(all, "Quitten") || strings.Contains(all, "draußen") ||
		!strings.Contains(all, "Frau") || !strings.Contains(all, "gern") {
		t.Errorf("%q", all)
	}
}

func TestSecret(t *testing.T) {
	words := line(0, "Frau", "Quittenbaum,", "geb.", "Lind")
	var s Secret
	s.Take(words, []viewer.Rect{words[1].Rect, words[3].Rect})
	for text, want := range map[string]bool{"Name von Quittenbaum": true, "LIND": true, "§ 5 BArchG": false, "Frau": false, "": false} {
		if s.In(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
	if n := s.Left(line(3, "Herr", "Quittenbaum", "und", "Linds", "Haus")); n != 2 {
		t.Errorf("%d left", n)
	}
}

func TestPicture(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 200, 100))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(20, 20, 40, 30), image.Black, image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(100, 40, 180, 80), image.NewUniform(color.RGBA{R: 1, A: 255}), image.Point{}, draw.Src)
	words := []viewer.Word{
		{Text: "seen", Rect: viewer.Rect{X: .08, Y: .18, W: .15, H: .15}}, {Text: "white", Rect: viewer.Rect{X: .3, Y: .6, W: .1, H: .1}},
		{Text: "covered", Rect: viewer.Rect{X: .6, Y: .5, W: .2, H: .1}}, {Text: "nowhere", Rect: viewer.Rect{X: 3, Y: 3, W: .1, H: .1}},
	}
	if got := Seen(img, words); len(got) != 1 || got[0].Text != "seen" {
		t.Errorf("%v", got)
	}
	if Grey(img) == nil {
		t.Error("black and white is no colour")
	}
	Paint(img, []viewer.Rect{{X: .05, Y: .1, W: .2, H: .3}})
	for x := 10; x < 50; x++ {
		for y := 10; y < 40; y++ {
			if img.RGBAAt(x, y) != (color.RGBA{A: 255}) {
				t.Fatalf("%d, %d is %v", x, y, img.RGBAAt(x, y))
			}
		}
	}
	img.SetRGBA(0, 0, color.RGBA{R: 200, A: 255})
	if Grey(img) != nil {
		t.Error("red is a colour")
	}
}

func FuzzFind(f *testing.F) {
	f.Add("Frau Quit- tenbaum", "Quittenbaum")
	f.Add("ﬀ ß İ \u0308", "ß")
	f.Fuzz(func(t *testing.T, text, phrase string) {
		words := line(0, strings.Fields(text)...)
		for _, hit := range Find(words, phrase) {
			if len(hit) == 0 || hit[0] < 0 || hit[len(hit)-1] >= len(words) {
				t.Fatalf("%q in %q: %v", phrase, text, hit)
			}
			Spots(words, hit)
		}
	})
}
