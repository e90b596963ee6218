package browser_test

import (
	"net"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/work/office"
	"laufzettel/sync/sign"
)

// An act that outlasts the page leads to one that says so and names the way to the
// outcome and the way back, without script and without loading itself anew by time; a
// fault that comes late shows the form again with what was typed.
func TestWait_LeadsOnWithoutScript(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Administrator)
	ln, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0") // takes every call and answers none
	must(t, err)
	t.Cleanup(func() { _ = ln.Close() }) // closed below
	must(t, h.Office.Settings.Change(func(s *settings.Settings) {
		s.Channel.URL, s.Channel.KeyStore = "http://"+ln.Addr().String(), office.FileStore
	}))
	h.Outbox.Channel.Keys = sign.AgeFiles{Dir: filepath.Join(h.Office.Dir, "keys"), Passphrase: secret, WorkFactor: 4}
	_, err = h.Outbox.Channel.NewKey(t.Context())
	must(t, err)
	for _, lang := range languages {
		o := beside(t, h)
		o.Patience, o.Language = -1, lang
		p := visit(t, o)
		at := p.raw(p.get("settings?part=channel"), "settings/act", map[string]string{"act": "enrol"})
		p.judge(at, lang)
		if !strings.Contains(at.url.Path, "/wait") || len(all(byID(at.doc, "message"), "a")) != 1 || attr(byID(at.doc, "message"),
			"role") != "status" {
			t.Fatalf("%s: no page to wait at: %s %q", lang, at.url, at.said())
		}
		if at.header.Get("Refresh") != "" {
			t.Errorf("%s loads itself anew by time", at.url)
		}
		back := classed(all(at.doc, "main")[0], "button")
		if back == nil {
			t.Fatalf("%s has no way back", at.url)
		}
		before := p.get(p.whole(at, attr(back, "href")))
		p.judge(before, lang)
		if links := all(byID(before.doc, "message"), "a"); len(links) != 1 || !strings.Contains(attr(links[0], "href"), "/wait") {
			t.Errorf("%s: no way to the outcome from %s: %q", lang, before.url, before.said())
		}
		c, err := ln.Accept()
		must(t, err)
		must(t, c.Close())
		over := p.outcome(at)
		p.judge(over, lang)
		if attr(byID(over.doc, "message"), "role") != "alert" || !strings.Contains(over.url.Path, "/settings") {
			t.Errorf("%s: the outcome: %s %q", lang, over.url, over.said())
		}
		late := p.send(p.get("settings/act?act=issuers"), "settings/act",
			map[string]string{"path": filepath.Join(t.TempDir(), "nicht-da.pem")})
		p.judge(late, lang)
		if field := byID(late.doc, "path"); field == nil || !strings.HasSuffix(attr(field, "value"), "nicht-da.pem") ||
			attr(byID(late.doc, "message"), "role") != "alert" {
			t.Errorf("%s: a fault that comes late: %s %q", lang, late.url, late.said())
		}
		if p.waited == 0 {
			t.Errorf("%s: no page waited", lang)
		}
		if gone := p.get("wait?m=4711"); gone.status != 404 {
			t.Errorf("%s: no such act: %d", lang, gone.status)
		}
	}
}
