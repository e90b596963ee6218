package browser_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/browser"
	"laufzettel/app/settings"
)

type place = browser.Place

// others are addresses below the area beside the table: its root, the static files, none.
var others = []place{{Path: ""}, {Path: "app.css"}, {Path: "app.js"}, {Path: "icon.svg"}, {Path: "nichts"}}

// Every address of the table, and those without one: nobody gets a page without the
// cookie of the session, by another name of this machine, or from another site; no form
// is taken without its token, with one of another session, from another origin, without
// one, for another host, as another type, or by another user of a terminal server who
// has seen the address but not the cookie. Nothing of the workspace changes.
func TestPlaces_RefuseWhoIsNotIn(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Administrator)
	p := visit(t, beside(t, h))
	base, err := url.Parse(p.area)
	must(t, err)
	token := fields(form(p.get("session"), "session")).Get("token")
	origin := base.Scheme + "://" + base.Host
	ask := func(client *http.Client, method, path string, change func(*http.Request, url.Values)) int {
		v := url.Values{"token": {token}, "id": {"x"}, "act": {"new"}, "verb": {"accept"}, "title": {"Geschmuggelt"}}
		r, err := http.NewRequestWithContext(t.Context(), method, p.area+path, nil)
		must(t, err)
		if method == http.MethodPost {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("Origin", origin)
		}
		if change(r, v); method == http.MethodPost {
			r.Body = io.NopCloser(strings.NewReader(v.Encode()))
		}
		return p.read(client.Do(r)).status
	}
	stranger := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	forms := map[string]func(*http.Request, url.Values){
		"no token":           func(_ *http.Request, v url.Values) { v.Del("token") },
		"an empty token":     func(_ *http.Request, v url.Values) { v.Set("token", "") },
		"a foreign token":    func(_ *http.Request, v url.Values) { v.Set("token", strings.Repeat("a", 64)) },
		"two tokens":         func(_ *http.Request, v url.Values) { v.Add("token", token) },
		"another origin":     func(r *http.Request, _ url.Values) { r.Header.Set("Origin", "https://boese.example") },
		"an origin of null":  func(r *http.Request, _ url.Values) { r.Header.Set("Origin", "null") },
		"another port":       func(r *http.Request, _ url.Values) { r.Header.Set("Origin", "http://127.0.0.1:1") },
		"no origin":          func(r *http.Request, _ url.Values) { r.Header.Del("Origin") },
		"another host":       func(r *http.Request, _ url.Values) { r.Host = "boese.example" },
		"localhost":          func(r *http.Request, _ url.Values) { r.Host = "localhost:" + base.Port() },
		"another site":       func(r *http.Request, _ url.Values) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		"the site of a port": func(r *http.Request, _ url.Values) { r.Header.Set("Sec-Fetch-Site", "same-site") },
		"plain text":         func(r *http.Request, _ url.Values) { r.Header.Set("Content-Type", "text/plain") },
		"several parts":      func(r *http.Request, _ url.Values) { r.Header.Set("Content-Type", "multipart/form-data; boundary=x") },
	}
	looks := map[string]func(*http.Request, url.Values){
		"another host":   forms["another host"],
		"localhost":      forms["localhost"],
		"another origin": forms["another origin"],
		"another site":   forms["another site"],
	}
	none := func(*http.Request, url.Values) {}
	places := p.s.Places()
	if len(places) < 50 {
		t.Fatalf("%d places: the test looks past them", len(places))
	}
	for _, x := range append(places, others...) {
		for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost} {
			if got := ask(stranger, method, x.Path, none); got != http.StatusForbidden {
				t.Errorf("%s %s without the cookie: %d", method, x.Path, got)
			}
		}
		for name, change := range looks {
			if got := ask(p.client, http.MethodGet, x.Path, change); got != http.StatusForbidden {
				t.Errorf("GET %s, %s: %d", x.Path, name, got)
			}
		}
		for name, change := range forms {
			if got := ask(p.client, http.MethodPost, x.Path, change); got != http.StatusForbidden {
				t.Errorf("POST %s, %s: %d", x.Path, name, got)
			}
		}
		for _, method := range []string{http.MethodPut, http.MethodDelete, http.MethodPatch, http.MethodOptions, http.MethodTrace} {
			if got := ask(p.client, method, x.Path, none); got != http.StatusMethodNotAllowed {
				t.Errorf("%s %s: %d", method, x.Path, got)
			}
		}
		if x.Path != "session/end" && !x.Does && !strings.Contains(x.Path, ".") && x.Path != "" {
			if got := ask(p.client, http.MethodPost, x.Path, none); got != http.StatusNotFound {
				t.Errorf("POST %s, which takes no form: %d", x.Path, got)
			}
		}
		if !x.Gets && x.Does {
			if got := ask(p.client, http.MethodGet, x.Path, none); got != http.StatusNotFound {
				t.Errorf("GET %s, which shows no page: %d", x.Path, got)
			}
		}
	}
	rows, err := h.Books.BookRows(t.Context())
	must(t, err)
	if len(rows) != 0 {
		t.Errorf("%d accessions were smuggled in", len(rows))
	}
}

// judged is a row of make/axe/states.json: what make axe has to have judged at an
// address, in each language. It fails where one of them was not.
type judged struct {
	Path   string   `json:"path"`
	States []string `json:"states"` // of axe.mjs: page, empty, wrong, done, failed, told, waits, none, or the name of a list
	Why    string   `json:"why"`    // only where there is none: what comes instead of a page
}

// A route without a row in the list of make axe fails, and so does a row without a
// route: no page comes into the program that is not judged.
func TestPlaces_AreJudgedByAxe(t *testing.T) {
	raw, err := os.ReadFile("../../make/axe/states.json")
	must(t, err)
	var rows []judged
	must(t, json.Unmarshal(raw, &rows))
	h := house(t, t.TempDir(), "M. Ahrens", settings.Administrator)
	p := visit(t, beside(t, h))
	places := p.s.Places()
	known := []string{"page", "empty", "wrong", "done", "failed", "told", "waits", "double", "drafts", "litter", "none"}
	for _, x := range places {
		i := slices.IndexFunc(rows, func(r judged) bool { return r.Path == x.Path })
		if i < 0 {
			t.Errorf("%s is in the table of routes and not in make/axe/states.json", x.Path)
			continue
		}
		r := rows[i]
		has := func(s string) bool { return slices.Contains(r.States, s) }
		switch {
		case has("none"):
			if len(r.States) != 1 || r.Why == "" {
				t.Errorf("%s is not judged and does not say why", x.Path)
			}
		case x.Gets && !has("page") && !has("waits"):
			t.Errorf("%s shows a page that is not judged", x.Path)
		case x.Does && !has("done") && !has("failed") && !has("wrong") && !has("told"):
			t.Errorf("%s takes a form whose outcome is not judged", x.Path)
		}
		for _, s := range r.States {
			if !slices.Contains(known, s) {
				t.Errorf("%s: nobody judges the state %q", x.Path, s)
			}
		}
	}
	for _, r := range rows {
		if !slices.ContainsFunc(places, func(x place) bool { return x.Path == r.Path }) {
			t.Errorf("make/axe/states.json has %s, which is no route", r.Path)
		}
	}
}
