package browser_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/app/browser"
	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/samples"
)

// wire sends bytes to the server as they stand and gives the status of every answer
// until it closes the connection or has nothing more to say; "closed" where it says
// nothing at all.
func wire(t *testing.T, host, request string) (got []string) {
	t.Helper()
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", host)
	must(t, err)
	defer c.Close()
	must(t, c.SetDeadline(time.Now().Add(time.Minute)))
	_, _ = io.WriteString(c, request) // a server that has read enough may close before the end
	in := bufio.NewReader(c)
	for {
		res, err := http.ReadResponse(in, nil)
		if err != nil {
			break
		}
		_, _ = io.Copy(io.Discard, res.Body) // what a refusal says is judged elsewhere
		_ = res.Body.Close()
		got = append(got, fmt.Sprint(res.StatusCode))
	}
	if len(got) == 0 {
		return []string{"closed"}
	}
	return got
}

// What no browser sends but a program on this machine can: requests that say twice how
// long they are, hide one in another, name another host in their first line, or ask for
// another protocol. Each is refused, and none smuggles an act past the gate.
func TestServer_OddRequests(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Administrator)
	p := visit(t, beside(t, h))
	u, err := url.Parse(p.area)
	must(t, err)
	var cookie string
	for _, c := range p.client.Jar.Cookies(u) {
		cookie = c.Name + "=" + c.Value
	}
	token := fields(form(p.get("book/act?act=new"), "book/act")).Get("token")
	head := "Host: " + u.Host + "\r\nCookie: " + cookie + "\r\nOrigin: http://" + u.Host + "\r\n"
	body := "token=" + token + "&act=new&title=Geschmuggelt&agency=Amt"
	act := "POST " + u.Path + "book/act HTTP/1.1\r\n" + head + "Content-Type: application/x-www-form-urlencoded\r\n"
	inner := strings.Replace(
		act,
		"Cookie: "+cookie+"\r\n",
		"Connection: close\r\n",
		1,
	) + fmt.Sprintf(
		"Content-Length: %d\r\n\r\n%s",
		len(body),
		body,
	)
	look := func(first string) string { return first + "\r\n" + head + "Connection: close\r\n\r\n" }
	for _, tt := range []struct {
		name, request string
		want          []string
	}{
		{"a look of ours", look("GET " + u.Path + "overview HTTP/1.1"), []string{"200"}},
		{"two lengths", act + "Content-Length: 3\r\nContent-Length: 90\r\n\r\n" + body, []string{"400"}},
		{"a length and pieces, one request within the other", act + "Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" +
			inner, []string{"403", "403"}},
		{"pieces under another name", act + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + inner, []string{"501"}},
		{"pieces twice", act + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + inner, []string{"501"}},
		{"a blank before the colon", act + "Content-Length : 3\r\n\r\n" + body, []string{"400"}},
		{"a negative length", act + "Content-Length: -1\r\n\r\n" + body, []string{"400"}},
		{"a request without its cookie behind one of ours", look("GET " + u.Path +
			"overview HTTP/1.1")[:len(look("GET "+u.Path+"overview HTTP/1.1"))-len("Connection: close\r\n\r\n")] + "\r\n" + inner,
			[]string{"200", "403"}},
		{"two hosts", look("GET " + u.Path + "overview HTTP/1.1\r\nHost: boese.example"), []string{"400"}},
		{"another host in the first line", look("GET http://boese.example" + u.Path + "overview HTTP/1.1"), []string{"403"}},
		{"no host", "GET " + u.Path + "overview HTTP/1.1\r\nCookie: " + cookie + "\r\nConnection: close\r\n\r\n", []string{"400"}},
		{"no host, an older protocol", "GET " + u.Path + "overview HTTP/1.0\r\nCookie: " + cookie + "\r\n\r\n", []string{"403"}},
		{"a way through", look("CONNECT " + u.Host + " HTTP/1.1"), []string{"405"}},
		{"a method of nobody", look("GEHEIM " + u.Path + "overview HTTP/1.1"), []string{"405"}},
		{"a method in small letters", look("get " + u.Path + "overview HTTP/1.1"), []string{"405"}},
		{"the method in a header", strings.Replace(look("GET "+u.Path+"book/act HTTP/1.1"), "Connection",
			"X-HTTP-Method-Override: POST\r\nConnection", 1), []string{"404"}},
		{"another protocol", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", []string{"403"}},
		{"an upgrade", strings.Replace(look("GET "+u.Path+"overview HTTP/1.1"), "Connection: close",
			"Connection: Upgrade\r\nUpgrade: h2c\r\nConnection: close", 1), []string{"200"}},
		{"no HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", []string{"400"}},
		{"a line in a header", look("GET " + u.Path + "overview?q=a\rSet-Cookie:x HTTP/1.1"), []string{"400"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := wire(t, u.Host, tt.request); strings.Join(got, " ") != strings.Join(tt.want, " ") {
				t.Errorf("%v, want %v", got, tt.want)
			}
		})
	}
	// A head without end is cut off; the answer may be lost with what was not read.
	if got := wire(t, u.Host, "GET "+u.Path+" HTTP/1.1\r\n"+head+"X: "+strings.Repeat("x", 1<<20)+"\r\n\r\n"); got[0] != "431" &&
		got[0] != "closed" {
		t.Errorf("a head without end: %v", got)
	}
	rows, err := h.Books.BookRows(t.Context())
	must(t, err)
	if len(rows) != 0 {
		t.Errorf("an act was smuggled in: %+v", rows)
	}
}

// No path leads out of the pages to a file, whatever it is written like, with or without
// the session.
func TestServer_PathsLeadNowhere(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Administrator)
	p := visit(t, beside(t, h))
	u, err := url.Parse(p.area)
	must(t, err)
	var cookie string
	for _, c := range p.client.Jar.Cookies(u) {
		cookie = c.Name + "=" + c.Value
	}
	for _, path := range []string{
		"../../../../etc/passwd", "%2e%2e/%2e%2e/%2e%2e/etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", `..\..\..\etc\passwd`,
		"..%5c..%5cwindows", "....//....//etc/passwd",
		"static/../../server.go", "app.css/../../../routes.go", "pages/layout.html", "static/app.css", "app.css%00.html", "/etc/passwd",
		"//etc/passwd", "app.css/", "%61pp.css/..", "overview/..",
		"overview%2f..%2fapp.js", ".", "..", "laufzettel.db", "keys/../laufzettel.db", "paper?portion=../../etc&n=0",
		"paper?portion=%2e%2e%2f%2e%2e&n=0", "holdings/picture?pid=../../../etc/passwd&doc=x",
		"holdings?pid=..%2f..%2f..", "appraise?id=../../..&object=x", "file?n=/etc/passwd",
	} {
		for name, head := range map[string]string{"inside": "Cookie: " + cookie + "\r\n", "outside": ""} {
			got := wire(t, u.Host, "GET "+u.Path+path+" HTTP/1.1\r\nHost: "+u.Host+"\r\n"+head+"Connection: close\r\n\r\n")
			want := map[string][]string{"inside": {"303", "400", "403", "404"}, "outside": {"400", "403"}}[name]
			if len(got) != 1 || !strings.Contains(strings.Join(want, " "), got[0]) {
				t.Errorf("%s, %s: %v", path, name, got)
			}
		}
	}
}

// The server is there on loopback and nowhere else of the machine; where a policy
// forbids the pages none begins, and an address is worth nothing once the session is over.
func TestServer_LoopbackPolicyEnd(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	p := visit(t, browser.Options{House: h})
	u, err := url.Parse(p.area)
	must(t, err)
	if ip := net.ParseIP(u.Hostname()); ip == nil || !ip.IsLoopback() {
		t.Errorf("answers at %s", u.Host)
	}
	addrs, err := net.InterfaceAddrs()
	must(t, err)
	for _, a := range addrs {
		n, ok := a.(*net.IPNet)
		if !ok || n.IP.IsLoopback() || n.IP.IsLinkLocalUnicast() {
			continue
		}
		if c, err := (&net.Dialer{Timeout: time.Second}).DialContext(t.Context(), "tcp",
			net.JoinHostPort(n.IP.String(), u.Port())); err == nil {
			_ = c.Close()
			t.Errorf("answers at %s", n.IP)
		}
	}
	address := p.s.Address()
	must(t, p.s.Close())
	if _, err := http.Get(address); err == nil {
		t.Error("an address of a session that is over answers")
	}
	off := false
	c := &clock{start: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	forbidden, err := work.Open(
		context.Background(),
		t.TempDir(),
		office.Options{Now: c.now, Person: "M. Ahrens", KeyWork: 4, PDFium: samples.PDFium(), Policy: &settings.Policy{Browser: &off}},
	)
	must(t, err)
	defer func() { must(t, forbidden.Close()) }()
	if s, err := browser.Start(t.Context(), browser.Options{House: forbidden}); failure.KindOf(err) != failure.Refused || s != nil {
		t.Errorf("forbidden by a policy: %v", err)
	}
}

// The folder of the workspace, or one above it, is no delivery: it is refused with what to
// do, and the database is as sound as before.
func TestInbox_RefusesTheWorkspace(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	p := visit(t, beside(t, h))
	for _, dir := range []string{h.Office.Dir, filepath.Dir(h.Office.Dir), h.Office.Store.Path()} {
		told := p.send(p.get("inbox"), "inbox/open", map[string]string{"path": dir})
		if attr(byID(told.doc, "message"), "role") != "alert" || !strings.Contains(told.said(), "liegt der Arbeitsbereich selbst") {
			t.Errorf("%s: %q", dir, told.said())
		}
	}
	if list, err := h.Intake.Portions.List(t.Context()); err != nil || len(list) != 0 {
		t.Errorf("%d portions, %v", len(list), err)
	}
}
