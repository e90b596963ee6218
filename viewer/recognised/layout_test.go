package recognised_test

import (
	"context"
	"errors"
	"image"
	"slices"
	"testing"

	"laufzettel/viewer"
	"laufzettel/viewer/recognised"
)

func page(t *testing.T, blocks ...string) *recognised.Page {
	t.Helper()
	p, err := recognised.Parse(alto(blocks...))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestText(t *testing.T) {
	tests := []struct {
		name   string
		blocks []string
		want   string
	}{
		{"lines", []string{block(line(100, 100, "Frau", 150, "Lind"), line(130, 100, "wohnt", 160, "dort"))}, "Frau Lind\nwohnt dort"},
		{"paragraphs", []string{block(line(100, 100, "eins"), line(130, 100, "zwei"), line(200, 100, "drei"))}, "eins\nzwei\n\ndrei"},
		{"paragraphs in blocks", []string{block(line(100, 100, "eins")), block(line(130, 100, "zwei")), block(line(300, 100, "drei"))},
			"eins\nzwei\n\ndrei"},
		{"columns in a line", []string{block(line(100, 100, "Lind", 300, "12.03.1954"),
			line(130, 100, "Brandtner", 300, "1.2.1950"))},
			"Lind                12.03.1954\nBrandtner           1.2.1950"},
		{"columns in blocks", []string{block(line(100, 100, "Lind"), line(130, 100, "Brandt")),
			block(line(102, 300, "12.03.1954"), line(131, 300, "1.2.1950"))},
			"Lind                12.03.1954\nBrandt              1.2.1950"},
		{"running text side by side stays apart", []string{
			block(line(100, 0, "Der", 40, "Rat", 80, "der", 120, "Stadt", 180, "tagt"),
				line(130, 0, "am", 30, "Tag", 70, "und", 110, "im", 140, "Saal")),
			block(line(100, 500, "Das", 540, "Amt", 580, "ist", 620, "im", 650, "Haus"),
				line(130, 500, "am", 530, "Tag", 570, "nur", 610, "zu", 640, "Fuß"))},
			"Der Rat der Stadt tagt\nam Tag und im Saal\n\nDas Amt ist im Haus\nam Tag nur zu Fuß"},
		{"stretched lines", []string{block(line(100, 0, "Der", 52, "Rat", 104, "der", 156, "Stadt"),
			line(130, 0, "am", 44, "Tag", 98, "und", 150, "im"))},
			"Der Rat der Stadt\nam Tag und im"},
		{"words out of order", []string{block(line(100, 150, "Lind", 100, "Frau"))}, "Frau Lind"},
		{"nothing", nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := page(t, tt.blocks...).Text().Body; got != tt.want {
				t.Errorf("\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestFind(t *testing.T) {
	x := page(t, block(line(100, 100, "IBAN", 150, "DE89"), line(130, 100, "3704", 150, "Müller"))).Text()
	tests := []struct {
		words string
		want  [][]viewer.Rect
	}{
		{"iban", [][]viewer.Rect{{{X: .1, Y: .05, W: .04, H: .01}}}},
		{"DE89 3704", [][]viewer.Rect{{{X: .15, Y: .05, W: .04, H: .01}, {X: .1, Y: .065, W: .04, H: .01}}}},
		{"iban de89", [][]viewer.Rect{{{X: .1, Y: .05, W: .09, H: .01}}}},
		{"mueller", [][]viewer.Rect{{{X: .15, Y: .065, W: .07, H: .01}}}},
		{"nichts", nil},
	}
	for _, tt := range tests {
		var got [][]viewer.Rect
		for _, h := range x.Find(viewer.NewFinder(tt.words), 3, 10) {
			if h.Page != 3 {
				t.Errorf("page %d", h.Page)
			}
			for i := range h.Rects { // sums of fractions
				for _, v := range []*float64{&h.Rects[i].X, &h.Rects[i].Y, &h.Rects[i].W, &h.Rects[i].H} {
					*v = float64(int(*v*1e6+.5)) / 1e6
				}
			}
			got = append(got, h.Rects)
		}
		if !slices.EqualFunc(got, tt.want, slices.Equal) {
			t.Errorf("%s: %v, want %v", tt.words, got, tt.want)
		}
	}
}

// paper is a document of pages, some with text of their own.
type paper struct {
	texts []string
	fails error
}

func (p paper) Info() viewer.Info { return viewer.Info{Kind: viewer.Pages} }
func (p paper) Close() error      { return nil }
func (p paper) Pages() int        { return len(p.texts) }
func (p paper) PageSize(context.Context, int) (viewer.Size, error) {
	return viewer.Size{Width: 1, Height: 1}, nil
}
func (p paper) Render(context.Context, viewer.Request) (*image.RGBA, error) { return nil, nil }
func (p paper) Text(_ context.Context, n int) (string, error)               { return p.texts[n], p.fails }
func (p paper) Words(_ context.Context, n int) ([]viewer.Word, error) {
	return []viewer.Word{{Text: p.texts[n]}}, nil
}

func TestOver(t *testing.T) {
	ctx, asked := t.Context(), 0
	src := func(_ context.Context, n int) (*recognised.Text, error) {
		asked++
		return page(t, block(line(100, 100, "Frau", 150, "Lind"))).Text(), nil
	}
	plain := paper{texts: []string{"eigener Text", " \n", ""}}
	doc := recognised.Over(plain, []int{0, 1}, src)
	for n, want := range []string{"eigener Text", "Frau Lind", ""} {
		if got, err := doc.(viewer.Texter).Text(ctx, n); err != nil || got != want {
			t.Errorf("page %d: %q, %v", n, got, err)
		}
	}
	hits, err := doc.(viewer.Searcher).Search(ctx, "lind")
	if err != nil || len(hits) != 1 || hits[0].Page != 1 || len(hits[0].Rects) != 1 {
		t.Errorf("%+v, %v", hits, err)
	}
	if asked != 1 {
		t.Errorf("laid out %d times", asked)
	}
	if w, err := doc.(viewer.Worder).Words(ctx, 1); err != nil || w[0].Text != " \n" {
		t.Errorf("the words are not those of the file: %v, %v", w, err)
	}
	if notes := doc.Info().Notes; !slices.Contains(notes, recognised.Note) {
		t.Errorf("notes %v", notes)
	}
	if same := recognised.Over(plain, nil, src); same.Info().Notes != nil {
		t.Error("a document without recognised text says it has some")
	}
	broken := errors.New("broken")
	damaged := recognised.Over(paper{texts: []string{""}, fails: broken}, []int{0}, src)
	if _, err := damaged.(viewer.Texter).Text(ctx, 0); !errors.Is(err, broken) {
		t.Errorf("a page that cannot be read: %v", err)
	}
}
