package website

import (
	"io"
	"net/url"
	"strings"
	"testing"
	"testing/iotest"

	"laufzettel/transfer/samples"
)

func testPlace() *place {
	u, _ := url.Parse("http://a.example/ordner/seite.html")
	a := &Archive{byURL: map[uint64][]ref{}, hosts: map[string]bool{"a.example": true}, layers: []*layer{{}}}
	a.put("http://a.example/ordner/da.html", ref{status: 200})
	a.put("http://a.example/bild.png", ref{status: 200})
	a.put("https://a.example/q?x=1&y=2", ref{status: 200})
	return &place{a: a, prefix: "/T", url: u}
}

func TestRewriteHTML(t *testing.T) {
	for name, tt := range map[string]struct{ in, want string }{
		"stored":     {`<a href="da.html#x">`, `<a href="/T/u/http/a.example/ordner/da.html#x">`},
		"query":      {`<a href="/q?x=1&amp;y=2">`, `<a href="/T/u/http/a.example/q?x=1&amp;y=2">`},
		"outside":    {`<a href="//b.example/x">`, `<a href="/T/hinweis?art=verweis&amp;ziel=http%3A%2F%2Fb.example%2Fx">`},
		"not stored": {`<a href="weg.html">`, `<a href="/T/hinweis?art=fehlt&amp;ziel=http%3A%2F%2Fa.example%2Fordner%2Fweg.html">`},
		"mail":       {`<a href="mailto:a@b.example">`, `<a href="/T/hinweis?art=mail&amp;ziel=mailto%3Aa%40b.example">`},
		"script link": {`<a href="java&#10;script:boese()">`,
			`<a href="/T/hinweis?art=skript&amp;ziel=java%0Ascript%3Aboese%28%29">`},
		"print by event":  {`<a href="#" onclick="window.print()">`, `<a href="/T/hinweis?art=druck&amp;ziel=Druckansicht">`},
		"anchor":          {`<a href="#oben">`, `<a href="#oben">`},
		"picture":         {`<img src="/bild.png" onerror="x()">`, `<img src="/T/u/http/a.example/bild.png">`},
		"foreign picture": {`<img src="https://zaehler.example/1.gif">`, `<img src="/T/fehlt">`},
		"set": {`<img srcset="/bild.png 1x, http://b.example/2.png 2x">`,
			`<img srcset="/T/u/http/a.example/bild.png 1x, /T/fehlt 2x">`},
		"data":     {`<img src="data:image/gif;base64,AA">`, `<img src="data:image/gif;base64,AA">`},
		"script":   {`a<script>fetch("http://b.example")</script>b`, `ab`},
		"noscript": {`<noscript><img src="http://b.example/z.gif"></noscript>`, `<img src="/T/fehlt">`},
		"comment":  {`a<!--[if IE]><img src="http://b.example"><![endif]-->b`, `ab`},
		"preconnect": {`<link rel="dns-prefetch" href="//b.example"><link rel="stylesheet" href="/x.css">`,
			`<link rel="stylesheet" href="/T/fehlt">`},
		"refresh": {`<meta http-equiv="refresh" content="0; url=http://b.example/">`, ``},
		"charset": {`<meta charset="iso-8859-1"><meta name="author" content="A">`, `<meta name="author" content="A">`},
		"base":    {`<base href="/anders/"><a href="../ordner/da.html">`, `<a href="/T/u/http/a.example/ordner/da.html">`},
		"style": {`<p style="background:url(/bild.png)">`,
			`<p style="background:url(&#34;/T/u/http/a.example/bild.png&#34;)">`},
		"ping and hash": {`<a ping="http://b.example" href="da.html" integrity="x">`, `<a href="/T/u/http/a.example/ordner/da.html">`},
		"foreign content": {`<svg><style><img src="http://b.example/x"></style></svg>`,
			`<svg><style>\3c img src="http://b.example/x"></style></svg>`},
		"title in svg": {`<svg><title><a href="http://b.example">x</a></title></svg>`,
			`<svg><title>&lt;a href="http://b.example">x&lt;/a></title></svg>`},
		"cdata":      {`<svg><![CDATA[<img src="http://b.example">]]></svg>`, `<svg>]]></svg>`},
		"plain text": {`<xmp><b></xmp>`, `<pre>&lt;b></pre>`},
		"button elsewhere": {`<button formaction="http://b.example/x">`,
			`<button formaction="/T/hinweis?art=formular&amp;ziel=http%3A%2F%2Fb.example%2Fx">`},
		"frame": {`<iframe src="http://b.example/karte" srcdoc="<script>"></iframe>`,
			`<iframe src="/T/hinweis?art=verweis&amp;ziel=http%3A%2F%2Fb.example%2Fkarte"></iframe>`},
		"unfinished form": {`<form action="/weg"><input name="menge">`,
			`<form action="/T/hinweis?art=formular&amp;ziel=http%3A%2F%2Fa.example%2Fweg" method="post"><input name="menge"></form>`},
		"search by role": {`<form role="search"><input name="w"></form>`,
			`<form action="/T/suche" method="get" role="search"><input type="hidden" name="laufzettel-feld" value="w"><input name="w"></form>`},
		"object and embed":  {`<object data="http://b.example/x.swf"></object>`, `<object data="/T/fehlt"></object>`},
		"svg use":           {`<svg><use xlink:href="http://b.example/i.svg#a"/></svg>`, `<svg><use xlink:href="/T/fehlt"/></svg>`},
		"telephone":         {`<a href="tel:+49351">`, `<a href="/T/hinweis?art=verweis&amp;ziel=tel%3A%2B49351">`},
		"content stays put": {`<p>Größe &amp; Maß</p>`, `<p>Größe &amp; Maß</p>`},
	} {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			if err := testPlace().rewriteHTML(&b, strings.NewReader(tt.in), "text/html; charset=utf-8", "", ""); err != nil {
				t.Fatal(err)
			}
			if b.String() != tt.want {
				t.Errorf("got  %s\nwant %s", b.String(), tt.want)
			}
		})
	}
}

func TestRewriteHTML_BannerOnce(t *testing.T) {
	for name, in := range map[string]string{"body": "<html><head><title>t</title></head><body class=x><p>a</p></body></html>",
		"no body": "<title>t</title><p>a</p>", "text only": "Hallo", "empty": "", "body after text": "<head></head> <body><p>a"} {
		var b strings.Builder
		if err := testPlace().rewriteHTML(&b, strings.NewReader(in), "text/html", "[B]", ""); err != nil {
			t.Fatal(err)
		}
		if strings.Count(b.String(), "[B]") != 1 || strings.Index(b.String(), "[B]") > strings.Index(b.String()+"<p>", "<p>") {
			t.Errorf("%s: %s", name, b.String())
		}
	}
	var b strings.Builder
	if err := testPlace().rewriteHTML(&b, strings.NewReader(`<frameset><frame src="da.html"></frameset>`), "text/html", "[B]",
		""); err != nil || strings.Contains(b.String(), "[B]") {
		t.Errorf("a set of frames has no place for a banner: %s %v", b.String(), err)
	}
	if err := testPlace().rewriteHTML(&b, iotest.ErrReader(io.ErrClosedPipe), "text/html", "", ""); err == nil {
		t.Error("an error of the reader was lost")
	}
}

func TestRewriteHTML_Latin1(t *testing.T) {
	var b strings.Builder
	if err := testPlace().rewriteHTML(&b, strings.NewReader("<meta charset=iso-8859-1><p>Gr\xfc\xdfe</p>"), "text/html", "",
		""); err != nil || b.String() != "<p>Grüße</p>" {
		t.Errorf("%q %v", b.String(), err)
	}
}

func TestRewriteCSS(t *testing.T) {
	mark := func(s string) string { return "<" + s + ">" }
	for in, want := range map[string]string{
		`a{background:url(x.png)}`:                  `a{background:url("%3Cx.png%3E")}`,
		`a{background:url( 'x y.png' ) no-repeat}`:  `a{background:url("%3Cx y.png%3E") no-repeat}`,
		`@import "a.css" print; b{content:"a.css"}`: `@import "%3Ca.css%3E" print; b{content:"a.css"}`,
		`@IMPORT URL(a.css);`:                       `@IMPORT URL("%3Ca.css%3E");`,
		`/* url(x) */ a{b:c}`:                       `/* url(x) */ a{b:c}`,
		`a{content:"url(x)"}`:                       `a{content:"url(x)"}`,
		`a{b:curl(x)}`:                              `a{b:curl(x)}`,
		`a{b:url(x\29 y)}`:                          `a{b:url("%3Cx)y%3E")}`,
		`a{b:url(`:                                  `a{b:url(`,
		`a{b:url("x`:                                `a{b:url("x`,
		`/* offen`:                                  `/* offen`,
	} {
		if got := rewriteCSS(in, mark); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", in, got, want)
		}
	}
}

func FuzzRewriteHTML(f *testing.F) {
	f.Add(`<a href="http://b.example"><form><input name=q></form><svg><style><img src=x>`)
	for _, data := range samples.Seeds(f, 12, samples.Named(".htm", ".html"), "webarchiv", "httrack") {
		f.Add(string(data))
	}
	for _, data := range samples.Seeds(f, 6, samples.Named(".htm", ".html"), "formate") {
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, in string) {
		var b strings.Builder
		if err := testPlace().rewriteHTML(&b, strings.NewReader(in), "text/html; charset=utf-8", "[B]", ""); err != nil {
			t.Fatal(err)
		}
		var again strings.Builder
		if err := testPlace().rewriteHTML(&again, strings.NewReader(b.String()), "text/html; charset=utf-8", "", ""); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(strings.ToLower(again.String()), "<script") {
			t.Errorf("a script is left in %q", again.String())
		}
	})
}

func FuzzRewriteCSS(f *testing.F) {
	f.Add(`@import "a"; a{b:url( 'x' )}`)
	for _, data := range samples.Seeds(f, 5, samples.Named(".css"), "webarchiv", "httrack") {
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, in string) { rewriteCSS(in, func(s string) string { return s }) })
}
