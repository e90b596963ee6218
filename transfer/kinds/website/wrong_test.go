package website

import (
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/vocab"
)

const newHead = "date\tsize'/'remotesize\tflags(request)\tstatuscode\tstatus ('servermsg')\tMIME\tEtag|Date\tURL\tlocalfile\t(from URL)\n"

// line is one of new.txt.
func line(status, mime, address, local string) string {
	return "06:00:01\t9/9\t---M--\t" + status + "\tx\t" + mime + "\tdate:x\t" + address + "\t" + local + "\t(from )\n"
}

// What the crawler noted in table and log, under the names it uses for files whose type it
// does not know yet, and what only the text of a page tells.
func TestEach_ErrorPages(t *testing.T) {
	const log = "HTTrack3.49-2 launched on Mon, 02 Nov 2026 06:00:00 at http://a.example/\n"
	page := "<html><head><title>x</title></head><body>%</body></html>"
	for name, tt := range map[string]struct {
		files   map[string]string
		wrong   []string // addresses, in path order
		files22 int
	}{
		"table, written as a page": {map[string]string{"hts-cache/new.txt": newHead + line("200", "text/html", "http://a.example/",
			"a.example/index.html") +
			line("404", "text/html", "http://a.example/b.png", "a.example/b.png"), "a.example/index.html": page, "a.example/b.html": page},
			[]string{"http://a.example/b.png"}, 2},
		"table, a good page of that name": {map[string]string{"hts-cache/new.txt": newHead + line("404", "text/html",
			"http://a.example/b.png", "a.example/b.png") +
			line("200", "text/html", "http://a.example/b.html", "a.example/b.html"), "a.example/b.html": page}, nil, 1},
		"table, delayed": {map[string]string{"hts-cache/new.txt": newHead + line("404", "text/html", "http://a.example/c",
			"/home/x/a.example/c.2.delayed") +
			line("500", "text/html", "http://a.example/d.html", "a.example/d.html.delayed"), "a.example/c.html": page,
			"a.example/d.html": page},
			[]string{"http://a.example/c", "http://a.example/d.html"}, 2},
		"log only": {map[string]string{"hts-log.txt": log +
			"06:00:09\tError: \t\"Not Found\" (404) at link a.example/e.html (from a.example/)\n", "a.example/e.html": page,
			"a.example/f.html": page},
			[]string{"http://a.example/e.html"}, 2},
		"marker of the source": {map[string]string{"hts-log.txt": log, "a.example/g.html": strings.Replace(page, "%",
			"<div class=\"ciTitle\"><h1>Fehlermeldung</h1></div>", 1),
			"a.example/h.html": strings.Replace(page, "%", "<h1>Fehlermeldung zur Stra\u00dfenlaterne</h1>", 1),
			"a.example/i.html": strings.Replace(page, "%", "<h1>Seite nicht gefunden</h1>", 1)},
			[]string{"http://a.example/g.html", "http://a.example/i.html"}, 3},
		"cache renamed as the source does": {map[string]string{"METAFILES/hts-log.txt": log, "METAFILES/new.txt": newHead + line("404",
			"text/html", "http://a.example/j.html", "a.example/j.html"),
			"METAFILES/cookies.txt": "x", "a.example/j.html": page}, []string{"http://a.example/j.html"}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string][]byte{}
			for p, text := range tt.files {
				files[p] = []byte(text)
			}
			tree := vocab.NewTree("probe", files)
			c, err := Gather(t.Context(), tree, Meta{})
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(c.Statistics.Links.Errors, " "); got != strings.Join(tt.wrong, " ") ||
				c.Statistics.Links.ErrorPages != len(tt.wrong) {
				t.Errorf("error pages %q", got)
			}
			if c.counted.files != tt.files22 || c.Statistics.Files != tt.files22 {
				t.Errorf("%d files, %d in the statistics", c.counted.files, c.Statistics.Files)
			}
			states, err := CheckPages(t.Context(), tree, c.Layout, pagesAt(tt.wrong))
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range states {
				if !s.Stored || s.Page.Outcome != PageBroken {
					t.Errorf("%+v", s)
				}
			}
			m, _, err := Kind{}.Read(t.Context(), tree, check.Match{Kind: Name}, check.ReadInput{})
			if err != nil {
				t.Fatal(err)
			}
			told, err := Kind{}.Rules(m)[0].Run(t.Context(), nil)
			if err != nil || len(told) != min(1, len(tt.wrong)) {
				t.Errorf("told %v, %v", told, err)
			}
		})
	}
}

func pagesAt(list []string) (out []Page) {
	for _, u := range list {
		out = append(out, Page{URL: u})
	}
	return out
}

// The real mirror has one error page, which was asked for as a picture.
func TestEach_RealErrorPage(t *testing.T) {
	tree, err := container.Open(t.Context(), shared(t, "httrack/testcrawl-3.49-2.zip"), container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	c, err := Gather(t.Context(), tree, Meta{})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Statistics.Links.Errors; len(got) != 1 || got[0] != "http://test.example.org/image404.png" {
		t.Errorf("error pages %v", got)
	}
	if v := c.Description.Statement(23).Value; v != "7" {
		t.Errorf("%s files of the site", v)
	}
}
