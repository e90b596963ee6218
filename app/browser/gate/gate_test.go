package gate_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"laufzettel/app/browser/gate"
)

const host = "127.0.0.1:4711"

// place is a gate with pages that say what was asked of them, and a clock by hand.
type place struct {
	t       *testing.T
	g       *gate.Gate
	handler http.Handler
	now     time.Time
	over    int
	asked   []string
}

func open(t *testing.T) *place {
	p := &place{t: t, now: time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)}
	p.g = gate.New(host, func() time.Time { return p.now }, func() { p.over++ })
	p.handler = p.g.Guard(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.asked = append(p.asked, r.Method+" "+r.URL.Path)
		_, _ = io.WriteString(w, "inside")
	}), func(w http.ResponseWriter, reason gate.Reason) { _, _ = io.WriteString(w, string(reason)) })
	return p
}

// ask sends one request; change makes it another than a browser of ours would send.
func (p *place) ask(method, path, body string, change func(*http.Request)) *http.Response {
	r := httptest.NewRequest(method, "http://"+host+path, strings.NewReader(body))
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if method == http.MethodPost {
		r.Header.Set("Origin", "http://"+host)
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	p.handler.ServeHTTP(w, r)
	return w.Result()
}

// enter comes in by a new address and gives the cookie.
func (p *place) enter() *http.Cookie {
	p.t.Helper()
	res := p.ask("GET", pathOf(p.t, p.g.Address()), "", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "none") })
	if res.StatusCode != http.StatusSeeOther || res.Header.Get("Location") != p.g.Area() || len(res.Cookies()) != 1 {
		p.t.Fatalf("entering: %d to %q with %d cookies", res.StatusCode, res.Header.Get("Location"), len(res.Cookies()))
	}
	return res.Cookies()[0]
}

func pathOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil || u.Host != host {
		t.Fatalf("address %q: %v", address, err)
	}
	return u.Path
}

func with(c *http.Cookie, more func(*http.Request)) func(*http.Request) {
	return func(r *http.Request) {
		r.AddCookie(c)
		if more != nil {
			more(r)
		}
	}
}

func said(t *testing.T, res *http.Response) string {
	t.Helper()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// Attacks on the server: each is refused for its reason, and nothing behind the gate
// is asked.
func TestGuard_Attacks(t *testing.T) {
	head := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	hostIs := func(h string) func(*http.Request) { return func(r *http.Request) { r.Host = h } }
	form := func(p *place) string { return "x=1&token=" + p.g.Token() }
	none := func(*place) string { return "" }
	for _, tt := range []struct {
		name   string
		method string
		cookie bool
		path   string // below the area; a leading slash: as it stands
		body   func(*place) string
		change func(*http.Request)
		want   string
		status int
	}{
		{"a page of ours", "GET", true, "inbox", none, nil, "inside", 200},
		{"a form of ours", "POST", true, "inbox", form, nil, "inside", 200},
		{"foreign host", "GET", true, "inbox", none, hostIs("evil.example"), "foreign", 403},
		{"a name that leads to loopback", "GET", true, "inbox", none, hostIs("localhost:4711"), "foreign", 403},
		{"another port", "GET", true, "inbox", none, hostIs("127.0.0.1:80"), "foreign", 403},
		{"no host", "GET", true, "inbox", none, hostIs(""), "foreign", 403},
		{"foreign origin", "POST", true, "inbox", form, head("Origin", "http://evil.example"), "foreign", 403},
		{"foreign origin of a look", "GET", true, "inbox", none, head("Origin", "http://evil.example"), "foreign", 403},
		{"another server of loopback", "POST", true, "inbox", form, head("Origin", "http://127.0.0.1:80"), "foreign", 403},
		{"origin null", "POST", true, "inbox", form, head("Origin", "null"), "foreign", 403},
		{"a form without origin", "POST", true, "inbox", form, func(r *http.Request) { r.Header.Del("Origin") }, "foreign", 403},
		{"two origins", "POST", true, "inbox", form, func(r *http.Request) { r.Header.Add("Origin", "http://evil.example") }, "foreign",
			403},
		{"another site", "GET", true, "inbox", none, head("Sec-Fetch-Site", "cross-site"), "foreign", 403},
		{"the same site on another port", "GET", true, "inbox", none, head("Sec-Fetch-Site", "same-site"), "foreign", 403},
		{"a form typed by nobody", "POST", true, "inbox", form, head("Sec-Fetch-Site", "none"), "foreign", 403},
		{"no cookie", "GET", false, "inbox", none, nil, "unknown", 403},
		{"no cookie, a form", "POST", false, "inbox", form, nil, "unknown", 403},
		{"a made-up cookie", "GET", false, "inbox", none, head("Cookie", "laufzettel="+strings.Repeat("0", 64)), "unknown", 403},
		{"an empty cookie", "GET", false, "inbox", none, head("Cookie", "laufzettel="), "unknown", 403},
		{"outside the area", "GET", true, "/inbox", none, nil, "unknown", 403},
		{"the root", "GET", true, "/", none, nil, "unknown", 403},
		{"a made-up address", "GET", false, "/o/" + strings.Repeat("0", 64), none, nil, "used", 403},
		{"an empty address", "GET", false, "/o/", none, nil, "used", 403},
		{"no token", "POST", true, "inbox", func(*place) string { return "x=1" }, nil, "token", 403},
		{"an empty token", "POST", true, "inbox", func(*place) string { return "token=" }, nil, "token", 403},
		{"a made-up token", "POST", true, "inbox", func(*place) string { return "token=" + strings.Repeat("0", 64) }, nil, "token", 403},
		{"two tokens", "POST", true, "inbox", func(p *place) string { return form(p) + "&token=x" }, nil, "token", 403},
		{"the token in the address", "POST", true, "inbox?token=TOKEN", func(*place) string { return "x=1" }, nil, "token", 403},
		{"a form as JSON", "POST", true, "inbox", form, head("Content-Type", "application/json"), "token", 403},
		{"a form as plain text", "POST", true, "inbox", form, head("Content-Type", "text/plain"), "token", 403},
		{"a form in parts", "POST", true, "inbox", form, head("Content-Type", "multipart/form-data; boundary=x"), "token", 403},
		{"a method that changes", "DELETE", true, "inbox", none, nil, "method", 405},
		{"a method that puts", "PUT", true, "inbox", form, nil, "method", 405},
		{"a method that tells", "TRACE", true, "inbox", none, nil, "method", 405},
		{"asking before", "OPTIONS", true, "inbox", none, nil, "method", 405},
		{"a body that is too large", "POST", true, "inbox", func(p *place) string {
			return form(p) + "&y=" +
				strings.Repeat("y", gate.MaxBody)
		}, nil, "toolarge", 413},
		{"one that does not say so", "POST", true, "inbox", func(p *place) string {
			return form(p) + "&y=" +
				strings.Repeat("y", gate.MaxBody)
		},
			func(r *http.Request) { r.ContentLength = -1 }, "toolarge", 413},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := open(t)
			c := p.enter()
			path := tt.path
			if !strings.HasPrefix(path, "/") {
				path = p.g.Area() + strings.ReplaceAll(path, "TOKEN", p.g.Token())
			}
			change := tt.change
			if tt.cookie {
				change = with(c, tt.change)
			}
			res := p.ask(tt.method, path, tt.body(p), change)
			if got := said(t, res); got != tt.want || res.StatusCode != tt.status {
				t.Errorf("%q with %d, want %q with %d", got, res.StatusCode, tt.want, tt.status)
			}
			if inside := len(p.asked) > 0; inside != (tt.want == "inside") {
				t.Errorf("asked behind the gate: %v", p.asked)
			}
			if csp := res.Header.Get("Content-Security-Policy"); !strings.HasPrefix(csp,
				"default-src 'none'; style-src 'self'; script-src 'self';") {
				t.Errorf("policy %q", csp)
			}
			if got := res.Header.Get("Access-Control-Allow-Origin"); got != "" || res.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("others may read it: %q, %q", got, res.Header.Get("Cache-Control"))
			}
		})
	}
}

// The address works once, for one browser, and not for what is done ahead of the
// person; the cookie is for our path alone.
func TestAddress_WorksOnce(t *testing.T) {
	p := open(t)
	address := pathOf(t, p.g.Address())
	for name, change := range map[string]func(*http.Request){
		"a preview":               func(r *http.Request) { r.Method = "HEAD" },
		"a page loaded before":    func(r *http.Request) { r.Header.Set("Sec-Purpose", "prefetch;prerender") },
		"an older way of loading": func(r *http.Request) { r.Header.Set("Purpose", "prefetch") },
		"a link of another site":  func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
	} {
		if res := p.ask("GET", address, "", change); res.StatusCode != 403 || len(res.Cookies()) != 0 {
			t.Errorf("%s: %d, %d cookies", name, res.StatusCode, len(res.Cookies()))
		}
	}
	res := p.ask("GET", address, "", nil)
	if res.StatusCode != http.StatusSeeOther || len(res.Cookies()) != 1 {
		t.Fatalf("the person: %d, %d cookies", res.StatusCode, len(res.Cookies()))
	}
	c := res.Cookies()[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != p.g.Area() || c.Domain != "" || c.MaxAge != 0 ||
		len(c.Value) != 64 {
		t.Errorf("cookie %+v", c)
	}
	if again := p.ask("GET", address, "", nil); again.StatusCode != 403 || said(t, again) != "used" || len(again.Cookies()) != 0 {
		t.Errorf("used again: %d", again.StatusCode)
	}
	late := pathOf(t, p.g.Address())
	p.now = p.now.Add(11 * time.Minute)
	if res := p.ask("GET", late, "", nil); said(t, res) != "used" || len(res.Cookies()) != 0 {
		t.Errorf("an old address: %d", res.StatusCode)
	}
}

// A second browser that comes in puts the first one out; its forms are worth nothing.
func TestAddress_SecondSession(t *testing.T) {
	p := open(t)
	first := p.enter()
	token := p.g.Token()
	before := pathOf(t, p.g.Address())
	second := p.enter() // with an address made after it
	if res := p.ask("GET", before, "", nil); said(t, res) != "used" {
		t.Error("an address in place of which another was made still holds")
	}
	if res := p.ask("GET", p.g.Area()+"inbox", "", with(first, nil)); said(t, res) != "unknown" {
		t.Error("the first browser is still in")
	}
	if res := p.ask("POST", p.g.Area()+"inbox", "token="+token, with(second, nil)); said(t, res) != "token" {
		t.Error("a form of the first session is taken in the second")
	}
	if res := p.ask("GET", p.g.Area()+"inbox", "", with(second, nil)); said(t, res) != "inside" {
		t.Error("the second browser is not in")
	}
}

// The session ends after its idle time, which what pages do by themselves does not
// prolong, or by its end; nobody comes in afterwards.
func TestTick_EndsAnIdleSession(t *testing.T) {
	p := open(t)
	c := p.enter()
	look := func(change func(*http.Request)) string {
		return said(t, p.ask("GET", p.g.Area()+"inbox", "", with(c, change)))
	}
	p.now = p.now.Add(29 * time.Minute)
	if p.g.Tick() || look(nil) != "inside" {
		t.Error("ended before its time")
	}
	p.now = p.now.Add(29 * time.Minute)
	if look(func(r *http.Request) { r.Header.Set(gate.LiveHeader, "1") }) != "inside" {
		t.Error("a page that looks for news is refused")
	}
	if left, limited := p.g.Left(); left != time.Minute || !limited {
		t.Errorf("left %v, %v: a page that looks for news is no person", left, limited)
	}
	p.g.SetIdle(0)
	p.now = p.now.Add(100 * time.Hour)
	if _, limited := p.g.Left(); limited || p.g.Tick() {
		t.Error("ended although the person wants no limit")
	}
	p.g.SetIdle(2 * time.Hour)
	p.now = p.now.Add(2 * time.Hour)
	p.g.Tick()
	if !p.g.Tick() || p.over != 1 || look(nil) != "over" {
		t.Errorf("idle for its time: told %d times, %s", p.over, look(nil))
	}
	if res := p.ask("GET", pathOf(t, p.g.Address()), "", nil); said(t, res) != "over" || len(res.Cookies()) != 0 {
		t.Error("an address lets somebody in after the end")
	}
}
