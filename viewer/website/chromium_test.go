package website

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"laufzettel/transfer/vocab"
)

// hostile is a page that tries every way out.
const hostile = `<!DOCTYPE html><html manifest="http://manifest.example/m"><head><meta charset="utf-8"><title>Feindlich</title>
<base href="http://www.boese.example/"><meta http-equiv="refresh" content="1; url=http://refresh.example/">
<link rel="preconnect" href="http://preconnect.example"><link rel="dns-prefetch" href="//dns.example"><link rel="prefetch" href="http://prefetch.example/x"><link rel="preload" as="image" href="http://preload.example/x.png">
<link rel="stylesheet" href="http://sheet.example/s.css"><link rel="icon" href="http://icon.example/i.png"><link rel="stylesheet" href="/eigen.css">
<style>@import "http://import.example/i.css"; @font-face{font-family:x;src:url(http://font.example/f.woff)} body{background:url('http://bg.example/b.png');font-family:x}</style>
<script src="http://script.example/s.js"></script><script>fetch("http://fetch.example/");location="http://location.example/";new Image().src="http://image.example/"</script></head>
<body background="http://bodybg.example/b.png" onload="location='http://onload.example/'">
<img src="http://img.example/i.png" onerror="location='http://onerror.example/'"><img srcset="http://srcset.example/1.png 1x"><picture><source srcset="http://source.example/2.png"><img src="x"></picture>
<iframe src="http://iframe.example/"></iframe><iframe srcdoc="<img src='http://srcdoc.example/x'>"></iframe><object data="http://object.example/o"></object><embed src="http://embed.example/e">
<video src="http://video.example/v.mp4" poster="http://poster.example/p.png" autoplay></video><audio src="http://audio.example/a.mp3" autoplay></audio>
<svg><image href="http://svgimage.example/i.png" width="9" height="9"/><use href="http://svguse.example/u.svg#a"/><style><img src="http://mutated.example/x"></style></svg>
<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=http://mutated2.example/&gt;"></mglyph></table></mtext></math>
<noscript><img src="http://noscript.example/n.png"></noscript><input type="image" src="http://input.example/i.png"><table background="http://table.example/t.png"><tr><td style="background:url(http://cell.example/c.png)">x</td></tr></table>
<p><a id="hinaus" href="http://hinaus.example/ziel" ping="http://ping.example/">hinaus</a> <a id="post" href="mailto:amt@amt.example">Post</a> <a id="drin" href="http://www.amt.example/zwei.html">zwei</a></p>
<form action="http://suche.example/" role="search"><input id="wort" name="wort" value="Mühlwehr"><button id="such">Suchen</button></form>
<form action="http://wahl.example/"><select name="ziel"><option value="http://www.amt.example/zwei.html">zwei</option></select><button id="wahl">Los</button></form>
<form action="http://bestellen.example/" method="post"><input name="menge" value="1"><button id="bestellen">Bestellen</button></form></body></html>`

// TestChromium_NothingLeavesLoopback shows a hostile page in a real browser whose
// only way out is a proxy that tells on it, and works with it by mouse. make
// test-chromium installs the browser and runs it.
func TestChromium_NothingLeavesLoopback(t *testing.T) {
	program := os.Getenv("LAUFZETTEL_CHROMIUM")
	if program == "" {
		t.Skip("no browser named in LAUFZETTEL_CHROMIUM: run make test-chromium")
	}
	var mu sync.Mutex
	var asked []string
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.Method+" "+r.Host)
		mu.Unlock()
		http.Error(w, "no way out", http.StatusForbidden)
	}))
	defer proxy.Close()
	host := "crawl/www.amt.example/"
	s := served(t, vocab.NewTree("x", map[string][]byte{host + "index.html": []byte(hostile), host +
		"zwei.html": []byte("<title>Zwei</title><p>Seite zwei am Mühlwehr</p>"), host + "eigen.css": []byte("p{color:#040}"),
		"crawl/hts-log.txt": []byte("HTTrack3.49-2 launched on Fri, 30 Oct 2026 06:00:00 at http://www.amt.example/\n")}))
	b := browse(t, program, strings.TrimPrefix(proxy.URL, "http://"))
	page := s.at("/" + s.token + s.a.pathOf("http://www.amt.example/index.html"))
	for _, step := range []struct{ click, want string }{
		{"", "Archivierte Webseite"}, {"", "Diese Seite leitete von selbst weiter"},
		{"#hinaus", "http://hinaus.example/ziel"}, {"#post", "amt@amt.example"}, {"#drin", "Seite zwei am Mühlwehr"},
		{"#such", "<mark>Mühlwehr</mark>"}, {"#wahl", "Seite zwei am Mühlwehr"}, {"#bestellen", "Ihre Eingaben wurden nicht übertragen"},
	} {
		b.open(page)
		if step.click != "" {
			b.click(step.click)
		}
		if got := b.waitFor(step.want); !strings.Contains(got, step.want) {
			t.Errorf("after %q: no %q in\n%.1500s", step.click, step.want, got)
		}
		if strings.Contains(step.want, "leitete") {
			time.Sleep(3 * time.Second) // longer than the page waits before it leads on
			if got := b.html(); !strings.Contains(got, "Archivierte Webseite") {
				t.Errorf("the page led away by itself:\n%.500s", got)
			}
		}
	}
	b.call("Page.navigate", map[string]any{"url": "http://kontrolle.invalid/"}) // the proxy does see what leaves
	b.waitFor("no way out")
	mu.Lock()
	defer mu.Unlock()
	if !slices.Contains(asked, "GET kontrolle.invalid") {
		t.Error("the proxy saw nothing of a page outside: this test proves nothing")
	}
	for _, a := range asked {
		if strings.Contains(a, ".example") {
			t.Errorf("the browser asked outside: %s", a)
		} else {
			t.Logf("the browser itself asked for %s", a)
		}
	}
}

// browser is a headless Chromium driven over its debugging pipe.
type browser struct {
	t       *testing.T
	in      io.Writer
	out     *bufio.Reader
	id      int
	session string
}

func browse(t *testing.T, program, proxy string) *browser {
	t.Helper()
	read, theirs, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ours, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	profile, err := os.MkdirTemp("", "laufzettel-chromium-*")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
		"--user-data-dir="+profile, "--proxy-server="+proxy, "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-domain-reliability",
		"--disable-default-apps", "--disable-extensions", "--disable-client-side-phishing-detection",
		"--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication", "--metrics-recording-only",
		"--password-store=basic", "--window-size=1200,2400", "about:blank")
	cmd.ExtraFiles = []*os.File{ours, theirs}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = ours.Close()
	_ = theirs.Close()
	t.Cleanup(func() {
		_ = write.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
		_ = read.Close()
		for range 20 { // its helpers write for a moment after it is gone
			if os.RemoveAll(profile) == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
	})
	b := &browser{t: t, in: write, out: bufio.NewReaderSize(read, 1<<20)}
	target := b.call("Target.createTarget", map[string]any{"url": "about:blank"})
	b.session = b.call("Target.attachToTarget", map[string]any{"targetId": target["targetId"], "flatten": true})["sessionId"].(string)
	b.call("Page.enable", nil)
	b.call("DOM.enable", nil)
	return b
}

// call sends one command and waits for its answer; events are passed over.
func (b *browser) call(method string, params map[string]any) map[string]any {
	b.t.Helper()
	b.id++
	msg := map[string]any{"id": b.id, "method": method, "params": params}
	if params == nil {
		msg["params"] = map[string]any{}
	}
	if b.session != "" {
		msg["sessionId"] = b.session
	}
	raw, err := json.Marshal(msg)
	if err == nil {
		_, err = b.in.Write(append(raw, 0))
	}
	for err == nil {
		var line []byte
		if line, err = b.out.ReadBytes(0); err != nil {
			break
		}
		var answer struct {
			ID     int
			Result map[string]any
			Error  *struct{ Message string }
		}
		if err = json.Unmarshal(line[:len(line)-1], &answer); err == nil && answer.ID == b.id {
			if answer.Error != nil {
				return map[string]any{"error": answer.Error.Message}
			}
			return answer.Result
		}
	}
	b.t.Fatalf("%s: %v", method, err)
	return nil
}

func (b *browser) open(address string) {
	b.call("Page.navigate", map[string]any{"url": address})
	b.waitFor("</body>")
	time.Sleep(300 * time.Millisecond) // what a page fetches late counts too
}

func (b *browser) html() string {
	root, ok := b.call("DOM.getDocument", map[string]any{"depth": 0})["root"].(map[string]any)
	if !ok {
		return ""
	}
	out, _ := b.call("DOM.getOuterHTML", map[string]any{"nodeId": root["nodeId"]})["outerHTML"].(string)
	return out
}

// waitFor reads the page until it holds a text, at most ten seconds.
func (b *browser) waitFor(text string) (page string) {
	for range 100 {
		if page = b.html(); strings.Contains(page, text) {
			return page
		}
		time.Sleep(100 * time.Millisecond)
	}
	return page
}

// click presses the mouse in the middle of an element.
func (b *browser) click(selector string) {
	b.t.Helper()
	root, _ := b.call("DOM.getDocument", map[string]any{"depth": 0})["root"].(map[string]any)
	node := b.call("DOM.querySelector", map[string]any{"nodeId": root["nodeId"], "selector": selector})["nodeId"]
	b.call("DOM.scrollIntoViewIfNeeded", map[string]any{"nodeId": node})
	quads, ok := b.call("DOM.getContentQuads", map[string]any{"nodeId": node})["quads"].([]any)
	if !ok || len(quads) == 0 {
		b.t.Fatalf("%s is not on the page", selector)
	}
	q := quads[0].([]any)
	x, y := (q[0].(float64)+q[4].(float64))/2, (q[1].(float64)+q[5].(float64))/2
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1})
	}
}
