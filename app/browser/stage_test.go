package browser_test

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/html"

	"laufzettel/app/browser"
	"laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/appraisal"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/record"
	"laufzettel/transfer/samples"
)

// clock is a time of day that goes on a little with every look, for many goroutines.
type clock struct {
	start time.Time
	looks atomic.Int64
}

func (c *clock) now() time.Time {
	return c.start.Add(time.Duration(c.looks.Add(1)) * time.Millisecond)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatalf("%v (%s)", err, failure.HintOf(err).In("de"))
	}
}

// house opens a workspace of a person.
func house(t *testing.T, dir, person string, role settings.Role) *work.House {
	t.Helper()
	c := &clock{start: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	h, err := work.Open(context.Background(), dir, office.Options{Now: c.now, Person: person, KeyWork: 4, PDFium: samples.PDFium(),
		Passphrase: func() (string, error) { return "nur für die Prüfung", nil }})
	must(t, err)
	t.Cleanup(func() { must(t, h.Close()) })
	must(t, h.Office.Settings.Change(func(s *settings.Settings) { s.Archive, s.Person.Role = "Landesarchiv Musterland", role }))
	return h
}

// beside are the options of pages beside a window: its works can be waited for.
func beside(t *testing.T, h *work.House) browser.Options {
	hub := window.NewHub()
	works := window.NewWorks(hub, h.Office.Now)
	t.Cleanup(func() { works.Close(); hub.Close() })
	return browser.Options{House: h, Hub: hub, Works: works, Sender: window.NewSender(h, hub)}
}

// settle waits until no work runs.
func settle(t *testing.T, o browser.Options) {
	t.Helper()
	changed := make(chan struct{}, 1)
	defer o.Hub.Subscribe(func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	})()
	for len(o.Works.All()) > 0 {
		select {
		case <-changed:
		case <-t.Context().Done():
			t.Fatal("works never end")
		}
	}
}

// delivery writes a delivery and gives its path.
func delivery(t *testing.T, p generate.Plan) string {
	t.Helper()
	parcel, err := generate.Make(work.Kinds(time.Now), p)
	must(t, err)
	path, err := parcel.Write(t.Context(), t.TempDir())
	must(t, err)
	return path
}

// taken takes a delivery in and checks it.
func taken(t *testing.T, h *work.House, p generate.Plan) transfer.Portion {
	t.Helper()
	x, err := h.Intake.Receive(t.Context(), delivery(t, p), nil)
	must(t, err)
	_, err = h.Intake.Check(t.Context(), x.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	return x
}

// packaged brings a delivery to its packages, all of it archived.
func packaged(t *testing.T, h *work.House, p generate.Plan) transfer.Portion {
	t.Helper()
	x := taken(t, h, p)
	_, err := h.Intake.Decide(t.Context(), x.ID, intake.Accept, "")
	must(t, err)
	a, err := h.Desk.Glance(t.Context(), x.ID)
	must(t, err)
	var ids []string
	for _, u := range appraisal.Units(a.Roots) {
		ids = append(ids, u.ID)
	}
	must(t, h.Desk.Set(t.Context(), x.ID, ids, record.RatingArchive, "Von Dauer."))
	must(t, h.Desk.FinishAppraisal(t.Context(), x.ID))
	_, err = h.Packer.Package(t.Context(), x.ID, "", nil)
	must(t, err)
	x, err = h.Intake.Portions.Get(t.Context(), x.ID)
	must(t, err)
	return x
}

// person is somebody with a browser.
type person struct {
	t      *testing.T
	s      *browser.Server
	client *http.Client
	area   string // with scheme and host
	waited int    // pages that waited for an act
}

// visit begins the pages and comes in.
func visit(t *testing.T, o browser.Options) *person {
	t.Helper()
	o.Zone = time.UTC
	s, err := browser.Start(t.Context(), o)
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	jar, err := cookiejar.New(nil)
	must(t, err)
	p := &person{t: t, s: s, client: &http.Client{Jar: jar, Timeout: time.Minute}}
	res, err := p.client.Get(s.Address())
	must(t, err)
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("coming in: %s", res.Status)
	}
	u := res.Request.URL
	p.area = u.Scheme + "://" + u.Host + u.Path[:strings.LastIndex(strings.TrimPrefix(u.Path, "/"), "/")+2]
	return p
}

// answer is a page with how it came.
type answer struct {
	status int
	url    *url.URL
	header http.Header
	raw    string
	doc    *html.Node
}

func (p *person) read(res *http.Response, err error) answer {
	p.t.Helper()
	must(p.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	must(p.t, err)
	a := answer{status: res.StatusCode, url: res.Request.URL, header: res.Header, raw: string(raw)}
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") {
		a.doc, err = html.Parse(strings.NewReader(a.raw))
		must(p.t, err)
	}
	return a
}

// get reads a page below the area, or at a whole address.
func (p *person) get(page string) answer {
	p.t.Helper()
	if !strings.HasPrefix(page, "http") {
		page = p.area + page
	}
	return p.read(p.client.Get(page))
}

// send sends the form of a page whose action ends with action: what stands in it, with
// values changed or added; it waits for the outcome.
func (p *person) send(on answer, action string, values map[string]string) answer {
	p.t.Helper()
	return p.outcome(p.raw(on, action, values))
}

// raw sends a form as send does and gives the first answer.
func (p *person) raw(on answer, action string, values map[string]string) answer {
	p.t.Helper()
	for _, form := range all(on.doc, "form") {
		if !strings.HasSuffix(attr(form, "action"), "/"+action) || attr(form, "method") != "post" {
			continue
		}
		v := fields(form)
		other := func(name string) bool { return v.Get(name) != "" && values[name] != "" && v.Get(name) != values[name] }
		if other("verb") || other("act") {
			continue
		}
		for name, value := range values {
			v.Set(name, value)
		}
		return p.sent(attr(form, "action"), v)
	}
	p.t.Fatalf("%s has no form %s with %v", on.url, action, values)
	return answer{}
}

func (p *person) post(path string, v url.Values) answer {
	p.t.Helper()
	return p.outcome(p.sent(path, v))
}

// sent gives the first answer to a form.
func (p *person) sent(path string, v url.Values) answer {
	p.t.Helper()
	base, err := url.Parse(p.area)
	must(p.t, err)
	r, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, base.ResolveReference(&url.URL{Path: path}).String(),
		strings.NewReader(v.Encode()))
	must(p.t, err)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", base.Scheme+"://"+base.Host)
	return p.read(p.client.Do(r))
}

// outcome goes on from a page that waits, by the link it has, until the act is over.
func (p *person) outcome(a answer) answer {
	p.t.Helper()
	for a.doc != nil && len(all(a.doc, "body")) == 1 && has(all(a.doc, "body")[0], "data-waits") {
		links := all(byID(a.doc, "message"), "a")
		if len(links) == 0 {
			p.t.Fatalf("%s has no way on: %q", a.url, a.said())
		}
		p.waited++
		a = p.get(p.whole(a, attr(links[0], "href")))
	}
	return a
}

// whole gives a reference of a page as a whole address.
func (p *person) whole(on answer, ref string) string {
	p.t.Helper()
	u, err := on.url.Parse(ref)
	must(p.t, err)
	return u.String()
}

// form gives the form of a page whose action ends with action, nil for none.
func form(on answer, action string) *html.Node {
	for _, f := range all(on.doc, "form") {
		if strings.HasSuffix(attr(f, "action"), "/"+action) {
			return f
		}
	}
	return nil
}

// fields gives what a browser would send of a form as it stands, buttons left out.
func fields(form *html.Node) url.Values {
	v := url.Values{}
	for _, n := range all(form, "input", "textarea", "select") {
		name, kind := attr(n, "name"), attr(n, "type")
		switch {
		case name == "" || kind == "submit", (kind == "radio" || kind == "checkbox") && !has(n, "checked"):
		case n.Data == "textarea":
			v.Set(name, text(n))
		case n.Data == "select":
			for i, o := range all(n, "option") {
				if i == 0 || has(o, "selected") {
					v.Set(name, attr(o, "value"))
				}
			}
		default:
			v.Set(name, attr(n, "value"))
		}
	}
	return v
}

// all gives the elements of some names, in their order.
func all(n *html.Node, names ...string) (out []*html.Node) {
	if n == nil {
		return nil
	}
	for d := range n.Descendants() {
		if d.Type == html.ElementNode && (len(names) == 0 || slices.Contains(names, d.Data)) {
			out = append(out, d)
		}
	}
	return out
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// text gives what stands in an element, spaces joined.
func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
			if n.Data != "textarea" {
				b.WriteByte(' ')
			}
		}
	}
	if n.Data == "textarea" {
		return b.String()
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// byID gives an element, nil where there is none.
func byID(doc *html.Node, id string) *html.Node {
	for _, n := range all(doc) {
		if attr(n, "id") == id {
			return n
		}
	}
	return nil
}

// said gives what a page tells first.
func (a answer) said() string {
	if n := byID(a.doc, "message"); n != nil {
		return text(n)
	}
	return ""
}

// classed gives the first element of a class, nil where there is none.
func classed(doc *html.Node, class string) *html.Node {
	for _, n := range all(doc) {
		if slices.Contains(strings.Fields(attr(n, "class")), class) {
			return n
		}
	}
	return nil
}
