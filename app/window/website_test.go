package window_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"laufzettel/app/window"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/generate"
	"laufzettel/viewer/access"
	"laufzettel/views/kit"
	portion "laufzettel/views/portion/model"
	"laufzettel/views/reader"
	"laufzettel/views/route"
)

// A packaged web area opens in the system browser from the reading room, and ends
// with the program.
func TestReader_OpensTheWebsite(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	p, err := w.Intake.Receive(t.Context(), made(t, generate.Plan{Kind: "website", Seed: 3}), nil)
	must(t, err)
	_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	seen := ""
	before := window.NewReader(w, func(address string) error { seen = address; return nil }, nil)
	d := desk(t, w)
	d.Site = before.OpenPortionSite
	must(t, window.Portion{Desk: d}.Act(t.Context(), p.ID, portion.Action{Verb: portion.DoSite}))
	if !strings.HasPrefix(seen, "http://127.0.0.1:") {
		t.Errorf("a portion's website opened at %q", seen)
	}
	must(t, before.CloseSites())
	_, err = w.Intake.Decide(t.Context(), p.ID, intake.Accept, "")
	must(t, err)
	must(t, w.Desk.FinishAppraisal(t.Context(), p.ID))
	packages, err := w.Packer.Package(t.Context(), p.ID, "", nil)
	must(t, err)
	var area string // the representation with the crawl; the Web-PDF is a package of its own (B3)
	for _, p := range packages {
		pkg, err := w.Room.Open(t.Context(), p.PID, reading.Asker{})
		must(t, err)
		if pkg.HoldsWebsite(t.Context()) {
			area = p.PID
		}
		must(t, pkg.Close())
	}
	closure(t, w, area, access.Facts{Published: true})
	var opened []string
	src := window.NewReader(w, func(address string) error { opened = append(opened, address); return nil }, nil)
	s, _, h := stage(t, reader.Screen(src, "reader.title", w.Office.Now), route.Route{Screen: route.Reader, ID: area})
	button, ok := s.Env.Find("reader.site").(*kit.Button)
	if !ok {
		t.Fatal("the reading room offers no way to the website")
	}
	for range 2 {
		button.Tapped(nil)
		s.Run.Drain()
	}
	if len(opened) != 2 || opened[0] != opened[1] || !strings.HasPrefix(opened[0], "http://127.0.0.1:") {
		t.Fatalf("opened %v, said %v", opened, h.said)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, opened[0], nil)
	must(t, err)
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	must(t, err)
	body, err := io.ReadAll(resp.Body)
	must(t, err)
	must(t, resp.Body.Close())
	if !strings.Contains(string(body), packages[0].ReferenceCode) || !strings.Contains(string(body), "www.musterkreis.example") {
		t.Errorf("the overview does not name the snapshot:\n%s", body)
	}
	must(t, src.CloseSites())
	if resp, err := client.Do(req); err == nil {
		_ = resp.Body.Close()
		t.Error("the website is still served")
	}
}
