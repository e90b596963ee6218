package window_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"laufzettel/app/window"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/viewer"
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
	if !strings.Contains(string(body), "Bestandssignatur 5100") || !strings.Contains(string(body), "www.musterkreis.example") {
		t.Errorf("the overview does not name the snapshot:\n%s", body)
	}
	must(t, src.CloseSites())
	if resp, err := client.Do(req); err == nil {
		_ = resp.Body.Close()
		t.Error("the website is still served")
	}
}

// A database is looked at before it is packaged: from its tables to rows, from a key to
// the row it names, from a cell to its object, and every table can be searched.
func TestPortion_OpensTheDatabase(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	p, err := w.Intake.Receive(t.Context(), made(t, generate.Plan{Kind: "siard", Seed: 3}), nil)
	must(t, err)
	src := window.Portion{Desk: desk(t, w)}
	_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	doc, err := src.Open(t.Context(), p.ID, "")
	must(t, err)
	list := doc.(viewer.Tabler)
	deep := doc.(viewer.Deeper)
	leads, objects := 0, 0
	for row := range list.Rows() {
		if !deep.Leads(row, 0) {
			t.Fatalf("nothing lies behind table %d: %v", row, list.Row(row))
		}
		_, table, err := deep.Below(t.Context(), row, 0)
		must(t, err)
		rows := table.(viewer.Tabler)
		if _, ok := table.(viewer.Searcher); !ok || rows.Rows() == 0 {
			t.Errorf("%v: %d rows, searched %v", list.Row(row), rows.Rows(), ok)
		}
		for r := range min(rows.Rows(), 5) {
			for c := range rows.Columns() {
				if !table.(viewer.Deeper).Leads(r, c) {
					continue
				}
				leads++
				_, below, err := table.(viewer.Deeper).Below(t.Context(), r, c)
				if err == nil && below.Info().Kind != viewer.Table {
					objects++
				}
				if err == nil {
					must(t, below.Close())
				}
			}
		}
		must(t, table.Close())
	}
	if list.Rows() < 2 || leads == 0 || objects == 0 {
		t.Errorf("%d tables, %d cells that lead on, %d objects", list.Rows(), leads, objects)
	}
	must(t, doc.Close())
	other, err := w.Intake.Receive(t.Context(), made(t, generate.Plan{Kind: "bagit", Seed: 3}), nil)
	must(t, err)
	if _, err := src.Open(t.Context(), other.ID, ""); !failure.Explained(err) {
		t.Errorf("a bag as a database: %v", err)
	}
}

// The pages of a web archive that lies in a delivery as a file can be opened.
func TestPortion_OpensPagesOfAWebArchive(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	p, err := w.Intake.Receive(t.Context(), made(t, generate.Plan{Kind: "warc", Seed: 3}), nil)
	must(t, err)
	src := window.Portion{Desk: desk(t, w)}
	_, err = w.Intake.Check(t.Context(), p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	doc, err := src.Open(t.Context(), p.ID, "crawl-001.warc.gz")
	must(t, err)
	deep, ok := doc.(viewer.Deeper)
	if !ok || !deep.Leads(0, 0) {
		t.Fatalf("%T leads nowhere", doc)
	}
	_, page, err := deep.Below(t.Context(), 0, 0)
	must(t, err)
	must(t, page.Close())
	must(t, doc.Close())
}
