package website

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	web "laufzettel/transfer/kinds/website"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/vocab"
)

var clock = time.Date(2026, 10, 30, 6, 0, 0, 0, time.UTC)

// sample gives the files of an invented web area.
func sample(t *testing.T, kind string) container.Tree {
	t.Helper()
	d, err := web.Sample{Kind: kind, Pages: 3, Clock: clock, PDF: func(string) ([]byte, error) { return []byte("%PDF-1.4\n"), nil }}.Build()
	if err != nil {
		t.Fatal(err)
	}
	files, err := d.All()
	if err != nil {
		t.Fatal(err)
	}
	return vocab.NewTree("lieferung", files)
}

func served(t *testing.T, tree container.Tree) *Server {
	t.Helper()
	a, err := Open(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Serve(t.Context(), a, About{Signature: "5100", Domain: "www.musterkreis.example", Date: "30.10.2026", Project: "Internet",
		Kind: "Turnus", Back: "Lesesaal"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		_ = a.Close()
	})
	return s
}

// get asks the server; redirects are not followed.
func get(t *testing.T, address string, head ...string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(head); i += 2 {
		if head[i] == "Host" {
			req.Host = head[i+1]
		}
		req.Header.Set(head[i], head[i+1])
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

// at makes the full address of a path the server wrote.
func (s *Server) at(p string) string {
	u, _ := url.Parse(s.URL())
	return u.Scheme + "://" + u.Host + p
}

// start finds the page the overview offers first.
func start(t *testing.T, s *Server) string {
	t.Helper()
	_, body := get(t, s.URL())
	m := regexp.MustCompile(`<li><a href="([^"]+)">`).FindStringSubmatch(body)
	if m == nil {
		t.Fatalf("no start page:\n%s", body)
	}
	return s.at(html.UnescapeString(m[1]))
}

func TestServe_LinksBehave(t *testing.T) {
	for _, kind := range []string{web.Name, web.NameWARC, web.NameWACZ} {
		t.Run(kind, func(t *testing.T) {
			s := served(t, sample(t, kind))
			resp, body := get(t, start(t, s))
			if resp.StatusCode != 200 || !strings.Contains(body, "Landkreis Muster") {
				t.Fatalf("%d\n%s", resp.StatusCode, body)
			}
			for _, want := range []string{"Archivierte Webseite", "Bestandssignatur 5100", "30.10.2026", "Projekt Internet", "Typ Turnus",
				"Lesesaal"} {
				if want = strings.TrimPrefix(want, "Projekt "); !strings.Contains(body, strings.TrimPrefix(want, "Typ ")) {
					t.Errorf("the banner does not say %q", want)
				}
			}
			onlyLoopback(t, s, body)
			links := linksOf(body)
			for text, wants := range map[string][]string{
				"Bauamt":        {"200", "Bebauungspläne"},
				"Umweltamt":     {"200", "Wasserrecht"},
				"Nachbarkreis":  {"200", "Verweis nach außen", "https://www.nachbarkreis.example/start"},
				"Poststelle":    {"200", "E-Mail-Adresse", "poststelle@musterkreis.example"},
				"Druckansicht":  {"200", "Druckfunktion Ihres Browsers"},
				"Archiv":        {"404", "Seite nicht gefunden"},
				"Zur Übersicht": {"200", "Seiten zum Einstieg"},
			} {
				resp, body := get(t, s.at(links[text]))
				for i, want := range wants {
					if i == 0 && resp.Status[:3] != want || i > 0 && !strings.Contains(body, want) {
						t.Errorf("%s (%s): %s lacks %q", text, links[text], resp.Status, want)
					}
				}
			}
		})
	}
}

// linksOf gives the targets of the links by their text.
func linksOf(page string) map[string]string {
	out := map[string]string{}
	z := html.NewTokenizer(strings.NewReader(page))
	href := ""
	for {
		switch z.Next() {
		case html.ErrorToken:
			return out
		case html.StartTagToken:
			if tok := z.Token(); tok.Data == "a" {
				href, _ = web.Attr(tok, "href")
			}
		case html.TextToken:
			if href != "" {
				out[strings.TrimSpace(string(z.Text()))] = href
			}
		case html.EndTagToken:
			href = ""
		}
	}
}

// onlyLoopback proves that no attribute of a page leads to another host.
func onlyLoopback(t *testing.T, s *Server, page string) {
	t.Helper()
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return
		}
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		tok := z.Token()
		if tok.Data == "script" || tok.Data == "base" {
			t.Errorf("a <%s> is left", tok.Data)
		}
		for _, a := range tok.Attr {
			if strings.HasPrefix(a.Key, "on") {
				t.Errorf("<%s %s> is left", tok.Data, a.Key)
			}
			switch a.Key {
			case "href", "src", "action", "background", "poster", "data", "srcset":
				if a.Val != "" && !strings.HasPrefix(a.Val, "/"+s.token) && !strings.HasPrefix(a.Val, "#") &&
					!strings.HasPrefix(a.Val, "data:") {
					t.Errorf("<%s %s=%q> leads away", tok.Data, a.Key, a.Val)
				}
			case "style":
				if strings.Contains(a.Val, "http") {
					t.Errorf("style %q", a.Val)
				}
			}
		}
	}
}

func TestServe_FormsBehave(t *testing.T) {
	s := served(t, sample(t, web.Name))
	_, body := get(t, start(t, s))
	base := "/" + s.token
	if !strings.Contains(body, `action="`+base+`/suche" method="get"`) ||
		!strings.Contains(body, `name="laufzettel-feld" value="suchbegriff"`) {
		t.Error("the search of the site does not lead to ours")
	}
	if !strings.Contains(body, `action="`+base+`/sprung"`) {
		t.Error("the quick navigation was not kept")
	}
	_, found := get(t, s.at(base+"/suche?laufzettel-feld=suchbegriff&suchbegriff=gewaesser"))
	if !strings.Contains(found, "<mark>Gewässer</mark>") || !strings.Contains(found, "Musterkreis: Startseite") ||
		!strings.Contains(found, "ursprüngliche Suche") {
		t.Errorf("search:\n%s", found)
	}
	if _, none := get(t, s.at(base+"/suche?q=gibtesnicht")); !strings.Contains(none, "Keine Seite") {
		t.Errorf("no hit:\n%s", none)
	}
	von := regexp.MustCompile(`name="laufzettel-von" value="([^"]+)"`).FindStringSubmatch(body)
	resp, _ := get(t, s.at(base+"/sprung?laufzettel-feld-name=ziel&ziel="+url.QueryEscape("amt/umwelt.html")+"&laufzettel-von="+
		url.QueryEscape(html.UnescapeString(von[1]))))
	to := resp.Header.Get("Location")
	if _, page := get(t, s.at(to)); resp.StatusCode != http.StatusFound || !strings.Contains(page, "Wasserrecht") {
		t.Errorf("quick navigation leads to %q (%d)", to, resp.StatusCode)
	}
	if !strings.Contains(body, "art=formular") {
		t.Error("the order form does not lead to the notice page")
	}
}

func TestServe_StyleSheetsAndPictures(t *testing.T) {
	for _, kind := range []string{web.Name, web.NameWARC} {
		s := served(t, sample(t, kind))
		_, body := get(t, start(t, s))
		css := regexp.MustCompile(`<link rel="stylesheet" href="([^"]+)">`).FindStringSubmatch(body)
		if css == nil {
			t.Fatalf("no style sheet in\n%s", body)
		}
		resp, sheet := get(t, s.at(css[1]))
		if resp.Header.Get("Content-Type") != "text/css; charset=utf-8" {
			t.Errorf("style sheet as %q", resp.Header.Get("Content-Type"))
		}
		for _, m := range regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(sheet, -1) {
			if resp, _ := get(t, s.at(m[1])); resp.StatusCode != 200 {
				t.Errorf("%s: %s is %d", kind, m[1], resp.StatusCode)
			}
		}
	}
}

func TestServe_KeepsStrangersOut(t *testing.T) {
	s := served(t, sample(t, web.Name))
	u, _ := url.Parse(s.URL())
	for name, tt := range map[string][]string{
		"no token":    {"http://" + u.Host + "/"},
		"wrong token": {"http://" + u.Host + "/" + strings.Repeat("0", 32) + "/"},
		"other host":  {s.URL(), "Host", "archiv.example:" + u.Port()},
	} {
		if resp, body := get(t, tt[0], tt[1:]...); resp.StatusCode != http.StatusForbidden || strings.Contains(body, "muster") {
			t.Errorf("%s: %d", name, resp.StatusCode)
		}
	}
	if !strings.HasPrefix(u.Host, "127.0.0.1:") {
		t.Errorf("listens on %s", u.Host)
	}
	resp, _ := get(t, s.URL())
	csp := resp.Header.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'", "script-src 'none'", "connect-src 'none'", "sandbox"} {
		if !strings.Contains(csp, want) {
			t.Errorf("policy lacks %s", want)
		}
	}
	for _, p := range []string{"d/0/../../etc/passwd", "d/0/%2e%2e/%2e%2e/etc/passwd", "d/99/x", "d/0/webbereich.xml", "u/file/etc/passwd",
		"u/http/nirgends.example/"} {
		if resp, _ := get(t, s.URL()+p); resp.StatusCode == 200 {
			t.Errorf("%s was answered", p)
		}
	}
}

func TestServe_EndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	a, err := Open(ctx, sample(t, web.NameWARC))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Serve(ctx, a, About{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	<-s.done
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestOpen_RefusesWhatIsNoWebArea(t *testing.T) {
	_, err := Open(t.Context(), vocab.NewTree("x", map[string][]byte{"brief.txt": []byte("kein Webbereich")}))
	if failure.KindOf(err) != failure.Refused || !failure.Explained(err) {
		t.Errorf("%v", err)
	}
}

// An image alone is shown too: Repräsentation 2 of a submission.
func TestServe_ISOAlone(t *testing.T) {
	tree := sample(t, web.Name)
	rc, err := tree.Open(t.Context(), "web.iso")
	if err != nil {
		t.Fatal(err)
	}
	iso, err := io.ReadAll(rc)
	if err != nil {
		t.Fatal(err)
	}
	s := served(t, vocab.NewTree("iso", map[string][]byte{"web.iso": iso}))
	if _, body := get(t, start(t, s)); !strings.Contains(body, "Landkreis Muster") {
		t.Errorf("start page:\n%s", body)
	}
}

func TestServe_PublicSamples(t *testing.T) {
	for name, want := range map[string]string{"httrack/testcrawl-3.49-2.zip": "Test site", "warcio/example.warc": "Example Domain",
		"warcio/example.arc":        "Example Domain",
		"wacz/valid_example_1.wacz": "Example Domain", "wacz/valid_signed_example_1.wacz": "Example Domain",
		"jwarc/cc.warc.gz": "Common Crawl"} {
		t.Run(name, func(t *testing.T) {
			p := samples.Path(t, "webarchiv", filepath.FromSlash(name))
			tree, err := container.Open(t.Context(), p, container.Options{Single: true})
			if err != nil {
				t.Fatal(err)
			}
			defer tree.Close()
			s := served(t, tree)
			resp, body := get(t, start(t, s))
			if resp.StatusCode != 200 || !strings.Contains(body, want) || !strings.Contains(body, "Archivierte Webseite") {
				t.Errorf("%d\n%.2000s", resp.StatusCode, body)
			}
			onlyLoopback(t, s, body)
		})
	}
}

// Error pages are shown as what they are: with the status the crawler noted, under the name
// it gave the page in the end, or by the text source 003 knows them by.
func TestServe_ErrorPages(t *testing.T) {
	page := func(body string) []byte {
		return []byte("<html><head><title>x</title></head><body>" + body + "</body></html>")
	}
	tree := vocab.NewTree("spiegel", map[string][]byte{
		"hts-log.txt": []byte(
			"HTTrack3.49-2 launched on Mon, 02 Nov 2026 06:00:00 at http://a.example/\n06:00:09\tError: \t\"Gone\" (410) at link a.example/bild.png (from a.example/)\n"),
		"hts-cache/new.txt": []byte("date\tsize'/'remotesize\tflags\tstatuscode\tstatus\tMIME\tEtag\tURL\tlocalfile\t(from URL)\n" +
			"06:00:01\t9/9\t---M--\t410\tx\ttext/html\td\thttp://a.example/bild.png\ta.example/bild.png\t(from )\n"),
		"a.example/index.html": page("<h1>Start</h1>"), "a.example/bild.html": page("weg"),
		"a.example/marke.html": page(`<div class="ciTitle"><h1>Fehlermeldung</h1></div>`)})
	s := served(t, tree)
	for address, want := range map[string]int{"http://a.example/index.html": 200, "http://a.example/bild.png": 410,
		"http://a.example/marke.html": 404} {
		resp, body := get(t, s.at("/"+s.token+s.a.pathOf(address)))
		if resp.StatusCode != want || strings.Contains(body, "Fehlerseite der Website") != (want >= 400) {
			t.Errorf("%s: %d\n%s", address, resp.StatusCode, body)
		}
	}
}
