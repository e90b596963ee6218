package website

import (
	"context"
	"errors"
	"io"
	"net/url"
	"strings"
	"testing"

	"laufzettel/transfer/vocab"
	"laufzettel/viewer"
)

// papered is a document whose words are its bytes behind the mark of a PDF.
type papered struct{ text string }

func (papered) Info() viewer.Info { return viewer.Info{} }
func (papered) Close() error      { return nil }
func (d papered) Text(context.Context, int) (string, error) {
	return d.text, nil
}

// readPapers stands for the reader of documents; one of them cannot be read.
func readPapers(_ context.Context, src viewer.Source) (viewer.Document, error) {
	raw, err := io.ReadAll(io.NewSectionReader(src.Content, 0, src.Size))
	text, ok := strings.CutPrefix(string(raw), "%PDF-")
	if err != nil || !ok || !strings.HasSuffix(src.Name, ".pdf") {
		return nil, errors.New("no PDF")
	}
	return papered{text}, nil
}

// shot is a small snapshot of a site with papers.
func shot(t *testing.T, signature, date string, files map[string]string) *Server {
	t.Helper()
	tree := map[string][]byte{"hts-log.txt": []byte("HTTrack3.49-2 launched on Mon, 02 Nov 2026 06:00:00 at http://a.example/\n")}
	for p, text := range files {
		tree["a.example/"+p] = []byte(text)
	}
	a, err := Open(t.Context(), vocab.NewTree("spiegel", tree))
	if err != nil {
		t.Fatal(err)
	}
	a.Words(readPapers)
	s, err := Serve(t.Context(), a, About{Signature: signature, Domain: "a.example", Date: date,
		Statements: [][2]string{{"14 Interne Linktiefe", "20 <b>"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(s.Close(), a.Close()) })
	return s
}

// The search finds words of PDFs, tells what it could not read, and looks through other
// snapshots where the reader wants that and they may be seen.
func TestSearch_PapersAndSnapshots(t *testing.T) {
	first := shot(t, "5100", "15.08.2005", map[string]string{"index.html": "<h1>Start</h1>", "a.pdf": "%PDF-Die Mühlwehr-Satzung",
		"b.pdf": "kaputt"})
	second := shot(t, "5101", "02.08.2006", map[string]string{"index.html": "<p>Das Mühlwehr ist alt.</p>"})
	Beside(first, second)
	ask := func(query string) string {
		_, body := get(t, first.URL()+"suche?"+query)
		return body
	}
	for query, want := range map[string]struct{ there, not []string }{
		"q=muehlwehr": {[]string{"a.pdf", "<mark>Mühlwehr</mark>", "nicht lesen ließ: 1."}, []string{"5101)</span>",
			second.URL() + "d/"}},
		"q=muehlwehr&alle=1":               {[]string{"a.pdf", second.URL() + "d/", "a.example vom 02.08.2006 (5101)"}, nil},
		"q=muehlwehr&typ=html&alle=1":      {[]string{second.URL() + "d/", "<option value=\"html\" selected>"}, []string{"a.pdf"}},
		"q=" + url.QueryEscape("nirgends"): {[]string{"Keine Seite enthält diese Wörter."}, nil},
	} {
		body := ask(query)
		for _, w := range want.there {
			if !strings.Contains(body, w) {
				t.Errorf("%s: no %q\n%s", query, w, body)
			}
		}
		for _, w := range want.not {
			if strings.Contains(body, w) {
				t.Errorf("%s: %q", query, w)
			}
		}
	}
	second.may = func(context.Context) error { return errors.New("closed") }
	if body := ask("q=muehlwehr&alle=1"); strings.Contains(body, second.URL()+"d/") {
		t.Error("a closed snapshot is searched")
	}
}

// Every archived page says at head and foot what it is, leads to the statements about the
// snapshot and to a print view, which has one line instead.
func TestServe_FootAndPrintView(t *testing.T) {
	s := shot(t, "5100", "15.08.2005", map[string]string{"index.html": "<html><body><h1>Start</h1></body></html>",
		"rahmen.html": "<frameset><frame src=\"index.html\"></frameset>"})
	page := s.URL() + "d/0/a.example/index.html"
	_, body := get(t, page)
	for _, want := range []string{"role=\"contentinfo\"", "Archivgut · Bestandssignatur 5100 · a.example · 15.08.2005",
		"/" + s.token + "/angaben", "/" + s.token + "/druck/d/0/a.example/index.html"} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q\n%s", want, body)
		}
	}
	if strings.Index(body, "contentinfo") < strings.Index(body, "Start</h1>") {
		t.Error("the foot stands above the page")
	}
	if _, body := get(t, page, "Sec-Fetch-Dest", "iframe"); strings.Contains(body, "contentinfo") {
		t.Error("a frame has a foot")
	}
	if _, body := get(t, s.URL()+"d/0/a.example/rahmen.html"); strings.Contains(body, "contentinfo") {
		t.Error("a set of frames has a foot")
	}
	resp, body := get(t, s.URL()+"druck/d/0/a.example/index.html")
	if resp.StatusCode != 200 || !strings.Contains(body, "Start</h1>") || strings.Contains(body, "contentinfo") || strings.Contains(body,
		"Zur Übersicht") || !strings.Contains(body, "Bestandssignatur 5100") {
		t.Errorf("print view %d\n%s", resp.StatusCode, body)
	}
	if _, body := get(t, s.URL()+"angaben"); !strings.Contains(body, "14 Interne Linktiefe") || !strings.Contains(body, "20 &lt;b&gt;") {
		t.Errorf("statements\n%s", body)
	}
	if resp, _ := get(t, s.URL()+"druck/d/0/hts-log.txt"); resp.StatusCode != 404 {
		t.Errorf("the crawler's own file is served: %d", resp.StatusCode)
	}
}
