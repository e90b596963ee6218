package browser

import (
	"context"
	"image"
	"image/color"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/viewer"
	"laufzettel/views/words"
)

// The text of a page becomes paragraphs and headings: broken lines are put together,
// short ones stay, what the outline names is a heading.
func TestBlocks(t *testing.T) {
	long := "Die bisher vorgesehene Flachgründung wird durch eine Pfahlgründung ersetzt. Der"
	for _, tt := range []struct {
		name, text string
		headings   []viewer.Heading
		want       []block
	}{
		{"nothing", " \r\n\n", nil, nil},
		{"an address", "Amt\r\nStraße 1\r\nOrt", nil, []block{{Text: "Amt\nStraße 1\nOrt"}}},
		{"a broken paragraph", long + "\nPrüfbericht folgt.", nil, []block{{Text: long + " Prüfbericht folgt."}}},
		{"two paragraphs", "Eins\n\nZwei", nil, []block{{Text: "Eins"}, {Text: "Zwei"}}},
		{"a heading", "Kopf\n1.  Anlass\nText", []viewer.Heading{{Title: "1. Anlass", Page: 2}},
			[]block{{Text: "Kopf"}, {Heading: true, Text: "1. Anlass"}, {Text: "Text"}}},
		{"a heading of another page", "1. Anlass", []viewer.Heading{{Title: "1. Anlass", Page: 3}}, []block{{Text: "1. Anlass"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, blocks(tt.text, tt.headings, 2)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A place that was found is coloured on its page and nowhere else; what stands there
// stays dark. Places beyond the page colour nothing and break nothing.
func TestMark(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 10, 10))
	for i := range img.Pix {
		img.Pix[i] = 0xFF
	}
	img.SetRGBA(3, 3, color.RGBA{A: 0xFF})
	mark(img, []viewer.Hit{{Page: 0, Rects: []viewer.Rect{{X: .2, Y: .2, W: .3, H: .3}, {X: 5, Y: -9, W: 99, H: 99},
		{X: .9, Y: .9, W: 9, H: 9}}}, {Page: 1, Rects: []viewer.Rect{{W: 1, H: 1}}}}, 0)
	for _, tt := range []struct {
		x, y int
		want color.RGBA
	}{{2, 2, marked}, {3, 3, color.RGBA{A: 0xFF}}, {0, 0, color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}}, {9, 9, marked},
		{8, 2, color.RGBA{0xFF, 0xFF, 0xFF, 0xFF}}} {
		if got := img.RGBAAt(tt.x, tt.y); got != tt.want {
			t.Errorf("%d,%d is %v, want %v", tt.x, tt.y, got, tt.want)
		}
	}
}

// No text of a page and no number of an address breaks its reading.
func FuzzBlocks(f *testing.F) {
	f.Add("Kopf\r\n\r\n1. Anlass\nText", "1. Anlass")
	f.Fuzz(func(t *testing.T, text, title string) {
		for _, b := range blocks(text, []viewer.Heading{{Title: title}}, 0) {
			if b.Text == "" {
				t.Errorf("an empty piece of %q", text)
			}
		}
	})
}

func says(text string) viewer.Element { return viewer.Element{Text: text, Apart: true} }

func tag(role string, kids ...viewer.Element) viewer.Element {
	return viewer.Element{Role: role, ColSpan: 1, RowSpan: 1, Kids: kids}
}

// What a tagged page says of itself becomes HTML that is valid whatever it nests: levels
// of headings without a gap, signs of items before them, tables that are whole.
func TestLeaves(t *testing.T) {
	par := func(s string) leafNode { return leafNode{Kind: "par", Runs: []leafRun{{s, ""}}} }
	wide := func(role, text string, cols, rows int) viewer.Element {
		e := tag(role, says(text))
		e.ColSpan, e.RowSpan = cols, rows
		return e
	}
	english := tag("Span", says("archive"))
	english.Lang = "en"
	joined := tag("P", says("Bau"), viewer.Element{Text: "akte"}, says("neu"), english)
	figure := tag("Figure", says("x"))
	figure.Alt = "Ein Plan"
	scoped := wide("TH", "Name", 1, 1)
	scoped.Scope = "Column"
	cell := func(head bool, scope, s string, cols, rows int) leafCell {
		return leafCell{Head: head, Scope: scope, ColSpan: cols, RowSpan: rows, Inner: []leafNode{par(s)}}
	}
	for _, tt := range []struct {
		name string
		in   []viewer.Element
		want []leafNode
	}{
		{"nothing", []viewer.Element{tag("Document", tag("P"), tag("H1"), tag("L"), tag("Table"))}, nil},
		{"headings", []viewer.Element{tag("H3", says("a")), tag("H1", says("b")), tag("H3", says("c"))}, []leafNode{
			{Kind: "head", Level: 5, Runs: []leafRun{{"a", ""}}}, {Kind: "head", Level: 5, Runs: []leafRun{{"b", ""}}},
			{Kind: "head", Level: 6, Runs: []leafRun{{"c", ""}}}}},
		{"a word in two pieces, a word of another language", []viewer.Element{joined},
			[]leafNode{{Kind: "par", Runs: []leafRun{{"Bauakte neu", ""}, {" archive", "en"}}}}},
		{"a picture", []viewer.Element{tag("P", figure)}, []leafNode{{Kind: "figure", Alt: "Ein Plan"}}},
		{"a picture nobody describes", []viewer.Element{tag("Figure", says("x"))}, []leafNode{par("x")}},
		{"a list with signs", []viewer.Element{tag("L", tag("LI", tag("Lbl", says("1.")),
			tag("LBody", tag("P", says("eins")), tag("L", tag("LI", tag("LBody", says("innen")))))))},
			[]leafNode{{Kind: "list", Marked: true, Items: [][]leafNode{{par("1.  eins"),
				{Kind: "list", Items: [][]leafNode{{par("innen")}}}}}}}},
		{"items outside of a list", []viewer.Element{tag("LI", tag("LBody", says("lose")))}, []leafNode{par("lose")}},
		{"a table", []viewer.Element{tag("Table", tag("Caption", says("Liste")), tag("THead", tag("TR", scoped, tag("TH"))),
			tag("TBody", tag("TR", tag("TD", says("x")), says("y"))))},
			[]leafNode{{Kind: "table", Title: []leafRun{{"Liste", ""}}, Rows: [][]leafCell{
				{cell(true, "col", "Name", 1, 1), {ColSpan: 1, RowSpan: 1}}, {cell(false, "", "x", 1, 1), cell(false, "", "y", 1, 1)}}}}},
		{"spans that fit", []viewer.Element{tag("Table", tag("TR", wide("TD", "a", 2, 1), wide("TD", "b", 1, 2)),
			tag("TR", wide("TD", "c", 1, 1), wide("TD", "d", 1, 1)))},
			[]leafNode{{Kind: "table", Rows: [][]leafCell{{cell(false, "", "a", 2, 1), cell(false, "", "b", 1, 2)},
				{cell(false, "", "c", 1, 1), cell(false, "", "d", 1, 1)}}}}},
		{"spans that do not", []viewer.Element{tag("Table", tag("TR", wide("TD", "a", 2, 9)), tag("TR", wide("TD", "c", 1, 1)))},
			[]leafNode{{Kind: "table", Rows: [][]leafCell{{cell(false, "", "a", 1, 1)}, {cell(false, "", "c", 1, 1)}}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, leaves(tt.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
	deep := says("Grund")
	for range 200 {
		deep = tag("Div", deep)
	}
	if diff := cmp.Diff([]leafNode{par("Grund")}, leaves([]viewer.Element{deep})); diff != "" {
		t.Error("what lies deep is lost: " + diff)
	}
}

// letter is running text with headings, one of them two levels below the one before it.
type letter struct{ viewer.Document }

func (letter) Lines() int { return 2 * linesPerPage }

func (letter) Line(n int) string {
	return map[int]string{0: "Bericht", 2: "Anlass", 3: "Folgen", 5: " ", linesPerPage: "Schluss"}[n]
}

func (letter) Outline(context.Context) ([]viewer.Heading, error) {
	return []viewer.Heading{
		{Title: "Bericht", Level: 0}, {Title: "Anlass", Level: 3, Page: 2}, {Title: "Folgen", Level: 1, Page: 3}, {Title: "leer", Page: 5},
		{Title: "Schluss", Level: 0, Page: linesPerPage}, {Title: "nirgends", Page: -1}, {Title: "fort", Page: 1 << 20},
	}, nil
}

// What an office document says of its headings are headings on the page, none of them
// leaving a level out, and all of them are in the list that leads there.
func TestRunning_Headings(t *testing.T) {
	texts, err := words.Load("de")
	if err != nil {
		t.Fatal(err)
	}
	s := &face{words: texts, pages: &pages{area: "/x/"}}
	for at, want := range map[string][]runningLine{
		"": {{"Bericht", 4, "line1"}, {"Anlass", 5, "line3"}, {"Folgen", 5, "line4"}}, "?page=2": {{"Schluss", 4, "line401"}},
	} {
		var v docView
		if err := s.running(httptest.NewRequest("GET", "/"+at, nil), source{page: "appraise"}, letter{}, &v); err != nil {
			t.Fatal(err)
		}
		var got []runningLine
		for _, l := range v.Lines {
			if l.Level > 0 {
				got = append(got, l)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", at, diff)
		}
		if len(v.Outline) != 5 || v.Outline[4].Href != "/x/appraise?page=2#line401" {
			t.Errorf("%q: the list of headings is %+v", at, v.Outline)
		}
	}
}
