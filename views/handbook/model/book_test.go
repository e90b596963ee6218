package model_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"laufzettel/docs"
	"laufzettel/views/handbook/model"
	"laufzettel/views/present/presenttest"
	"laufzettel/views/route"
)

func TestParse(t *testing.T) {
	for name, c := range map[string]struct {
		raw  string
		want []model.Row
	}{
		"heading and paragraph over two lines": {"## Zwei\nein Satz\nund sein Ende\n", []model.Row{
			{Kind: model.Heading, Level: 2, Spans: []model.Span{{Text: "Zwei"}}},
			{Kind: model.Paragraph, Spans: []model.Span{{Text: "ein Satz und sein Ende"}}}}},
		"words in styles": {"**Fett**, *Eingang → Prüfen*, `a|b` und [Seite](x.md)",
			[]model.Row{{Kind: model.Paragraph, Spans: []model.Span{
				{Text: "Fett", Style: model.Strong}, {Text: ", "}, {Text: "Eingang → Prüfen", Style: model.Stressed}, {Text: ", "},
				{Text: "a|b", Style: model.Code}, {Text: " und "}, {Text: "Seite", To: "x.md"}}}}},
		"a star alone is a star": {"3 * 4 und *.zip", []model.Row{{Kind: model.Paragraph, Spans: []model.Span{{Text: "3 * 4 und *.zip"}}}}},
		"items": {"- eins\n  geht weiter\n  - innen\n2. zwei", []model.Row{
			{Kind: model.Item, Mark: "•", Spans: []model.Span{{Text: "eins geht weiter"}}},
			{Kind: model.Item, Mark: "•", Level: 1, Spans: []model.Span{{Text: "innen"}}},
			{Kind: model.Item, Mark: "2.", Spans: []model.Span{{Text: "zwei"}}}}},
		"listing as typed": {"```json\n{\"a\": 1}\n\n# kein Kopf\n```\nText", []model.Row{
			{Kind: model.Listing, Spans: []model.Span{{Text: `{"a": 1}`, Style: model.Code}}},
			{Kind: model.Listing, Spans: []model.Span{{Style: model.Code}}},
			{Kind: model.Listing, Spans: []model.Span{{Text: "# kein Kopf", Style: model.Code}}},
			{Kind: model.Paragraph, Spans: []model.Span{{Text: "Text"}}}}},
		"table": {"| was | `a|b` |\n|---|---|\n| x \\| y | |\n", []model.Row{
			{Kind: model.Cells, Level: 1, Cells: [][]model.Span{{{Text: "was"}}, {{Text: "a|b", Style: model.Code}}}},
			{Kind: model.Cells, Cells: [][]model.Span{{{Text: "x | y"}}, nil}}}},
		"picture": {"![Der Eingang](bilder/eingang.png)", []model.Row{
			{Kind: model.Picture, Path: "bilder/eingang.png", Spans: []model.Span{{Text: "Der Eingang"}}}}},
		"what is not closed stays": {"`offen und [Wort](zwei worte)",
			[]model.Row{{Kind: model.Paragraph, Spans: []model.Span{{Text: "`offen und [Wort](zwei worte)"}}}}},
		"empty": {"", nil},
	} {
		if diff := cmp.Diff(c.want, model.Parse(c.raw)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// The handbook as it is shipped: every chapter is there, every picture it names is inside
// and every link that is shown as one leads somewhere.
func TestBook_IsWhole(t *testing.T) {
	b, err := model.Load(docs.Pages)
	if err != nil {
		t.Fatal(err)
	}
	files, err := docs.Pages.ReadDir("handbuch")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if strings.HasSuffix(f.Name(), ".md") && b.Find("handbuch/"+f.Name()) < 0 {
			t.Errorf("%s is not in the book", f.Name())
		}
	}
	if b.Find("findings.md") < 0 || b.Chapters[1].Name != "handbuch/01-anfangen.md" {
		t.Errorf("chapters are %v", names(b))
	}
	pictures := 0
	for _, c := range b.Chapters {
		for _, r := range c.Rows {
			if r.Kind != model.Picture {
				continue
			}
			pictures++
			if _, err := docs.Pages.ReadFile(r.Path); err != nil {
				t.Errorf("%s: %v", c.Name, err)
			}
		}
		for _, r := range c.Rows {
			for _, s := range r.Spans {
				if strings.HasSuffix(s.To, ".md") && b.Find(s.To) < 0 {
					t.Errorf("%s leads to %s, which is not inside", c.Name, s.To)
				}
			}
		}
	}
	if pictures < 15 {
		t.Errorf("%d pictures", pictures)
	}
	for _, screen := range []route.Key{route.Overview, route.Inbox, route.Portion, route.Appraise, route.Reader, route.Prepare,
		route.Transmit, route.Loans,
		route.Settings, route.Preserve, route.Layout, route.Share, route.Book, route.People} {
		if b.Topic(screen) == 0 {
			t.Errorf("nothing says what %s is for", screen)
		}
	}
}

func names(b *model.Book) (out []string) {
	for _, c := range b.Chapters {
		out = append(out, c.Name)
	}
	return out
}

func small() fstest.MapFS {
	return fstest.MapFS{
		"handbuch/README.md": {Data: []byte("# Handbuch\n\n1. [Zwei](02-b.md)\n2. [Eins](01-a.md)\n")},
		"handbuch/01-a.md":   {Data: []byte("# Eins\n\nVon **Äpfeln** und Birnen. [Mehr](../mehr.md), [fort](../fehlt.png)\n")},
		"handbuch/02-b.md":   {Data: []byte("# Zwei\n\n## Obst\n\nBirnen, reife ÄPFEL.\n")},
		"handbuch/03-c.md":   {Data: []byte("# Drei\n\nNicht in der Liste.\n")},
		"mehr.md":            {Data: []byte("# Mehr\n\nAlles über Äpfel.\n")},
	}
}

func TestBook_OrderAndLinks(t *testing.T) {
	b, err := model.Load(small())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"handbuch/README.md", "handbuch/02-b.md", "handbuch/01-a.md", "handbuch/03-c.md", "mehr.md"}
	if diff := cmp.Diff(want, names(b)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	i := slices.IndexFunc(b.Chapters[2].Rows[1].Spans, func(s model.Span) bool { return s.Text == "fort" })
	if to := b.Chapters[2].Rows[1].Spans[i].To; to != "" {
		t.Errorf("a link to what is not inside leads to %q", to)
	}
	if b.Chapters[1].Title != "1. Zwei" || b.Chapters[3].Title != "Drei" {
		t.Errorf("chapters are called %q, %q", b.Chapters[1].Title, b.Chapters[3].Title)
	}
	if !b.Chapters[4].Beside || b.Chapters[3].Beside {
		t.Error("pages beside the handbook are not told from its chapters")
	}
	broken := small()
	delete(broken, "mehr.md")
	if _, err := model.Load(broken); err == nil {
		t.Error("a page that is missing is not told")
	}
}

func TestSearch(t *testing.T) {
	b, err := model.Load(small())
	if err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string][]model.Hit{
		"äpfel": {{Chapter: 1, Row: 2, Under: "Obst", Text: "Birnen, reife ÄPFEL."},
			{Chapter: 2, Row: 1, Text: "Von Äpfeln und Birnen. Mehr, fort"}, {Chapter: 4, Row: 1, Text: "Alles über Äpfel."}},
		"BIRNEN äpfeln": {{Chapter: 2, Row: 1, Text: "Von Äpfeln und Birnen. Mehr, fort"}},
		"pflaume":       nil, "": nil, "   ": nil,
	} {
		if diff := cmp.Diff(want, b.Search(query)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", query, diff)
		}
	}
	long := small()
	long["handbuch/03-c.md"] = &fstest.MapFile{Data: []byte("# Drei\n\n" + strings.Repeat("Wort ", 60) + "Nadel " +
		strings.Repeat("Wort ", 60))}
	if b, err = model.Load(long); err != nil {
		t.Fatal(err)
	}
	if got := b.Search("nadel"); len(got) != 1 || !strings.Contains(got[0].Text, "Nadel") || len([]rune(got[0].Text)) > 90 ||
		!strings.HasPrefix(got[0].Text, "… ") || !strings.HasSuffix(got[0].Text, " …") {
		t.Errorf("the word is not seen in %v", got)
	}
}

// The next hit goes from chapter to chapter and round; the way back leads to what was read.
func TestPresenter_StepsThroughChapters(t *testing.T) {
	run := &presenttest.Cranked{}
	p := model.NewPresenter(small(), run, func() {})
	p.Show("")
	p.Search("äpfel")
	run.Drain()
	if len(p.Hits) != 3 || p.Hit != -1 || p.Chapter != 0 {
		t.Fatalf("%d hits, at %d, chapter %d", len(p.Hits), p.Hit, p.Chapter)
	}
	p.Read(1)
	var seen []int
	for range 4 {
		p.Step(1)
		seen = append(seen, p.Chapter)
	}
	if diff := cmp.Diff([]int{1, 2, 4, 1}, seen); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	p.Step(-1)
	if p.Chapter != 4 {
		t.Errorf("the hit before the first is in chapter %d, want 4", p.Chapter)
	}
	back := 0
	for p.Back() {
		back++
	}
	if back != 5 || p.Chapter != 0 || p.Row != 1 {
		t.Errorf("%d steps back lead to chapter %d, row %d", back, p.Chapter, p.Row)
	}
	p.Search("")
	if p.Step(1); p.Chapter != 0 {
		t.Error("without a search there is a next hit")
	}
}
