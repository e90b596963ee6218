package work_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/reading"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/kinds/website"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
)

// showing is a workspace with a closed register, a person for every role, a web area
// in ingest and one that is packaged.
type showing struct {
	*work.House
	t        *testing.T
	ingest   transfer.Portion
	packaged transfer.Portion
	packages []transfer.Package
	area     string // the package that holds the crawl
	first    string // a page in it
}

func newShowing(t *testing.T) showing {
	h := showing{House: open(t, t.TempDir(), "M. Ahrens"), t: t}
	h.ingest, _ = received(t, h.House, generate.Plan{Kind: "website", Seed: 3})
	h.packaged, _ = received(t, h.House, generate.Plan{Kind: "website", Seed: 4})
	h.packages = packaged(t, h.House, h.packaged.ID, intake.PackageOptions{})
	for _, p := range h.packages {
		o, err := h.Room.Open(t.Context(), p.PID, reading.Asker{})
		must(t, err)
		if o.HoldsWebsite(t.Context()) {
			h.area = p.PID
			files, err := o.Files(t.Context())
			must(t, err)
			i := slices.IndexFunc(files, func(l aip.Listed) bool { return l.MIME == "text/html" || filepath.Ext(l.Path) == ".html" })
			h.first = files[max(i, 0)].Path
		}
		must(t, o.Close())
	}
	if h.area == "" {
		t.Fatal("no package holds the web area")
	}
	for _, role := range people.Roles {
		_, err := h.Office.AddPerson(t.Context(), people.Person{Name: "P " + string(role), Roles: []people.Role{role}}, "geheim")
		must(t, err)
	}
	return h
}

// decide sets the closure of all packages, as the archivist.
func (h showing) decide(f access.Facts) {
	h.t.Helper()
	must(h.t, h.Office.SignIn(h.t.Context(), "P "+string(people.Archivist), "geheim"))
	for _, p := range h.packages {
		_, err := h.Gate.DecideClosure(h.t.Context(), p.PID, "bund", f)
		must(h.t, err)
	}
}

// grant opens all packages by an application, or ends that.
func (h showing) grant(on bool) {
	h.t.Helper()
	must(h.t, h.Office.SignIn(h.t.Context(), "P "+string(people.Archivist), "geheim"))
	for _, p := range h.packages {
		if on {
			must(h.t, h.Gate.NoteGrant(h.t.Context(), access.Grant{PID: p.PID, Application: "A1",
				Rights: []access.Right{access.Read, access.Print, access.Copy}}))
		} else {
			must(h.t, h.Gate.RevokeGrant(h.t.Context(), "A1", p.PID))
		}
	}
}

// website opens a web area by whatever name.
func (h showing) website(ctx context.Context, key string) (*reading.Website, error) {
	o, err := h.Room.Open(ctx, key, reading.Asker{})
	if err != nil {
		return nil, err
	}
	s, err := o.Website(ctx)
	if err != nil {
		return nil, errors.Join(err, o.Close())
	}
	return s, nil
}

// at opens something and does what is tried with it.
func (h showing) at(ctx context.Context, key string, fn func(*reading.Opened) error) error {
	o, err := h.Room.Open(ctx, key, reading.Asker{})
	if err != nil {
		return err
	}
	return errors.Join(fn(o), o.Close())
}

// portionWays are all ways records come out by a portion or the file of one.
func (h showing) portionWays(p transfer.Portion) map[string]func(context.Context) error {
	in := filepath.Join(h.Office.Dir, filepath.FromSlash(p.Path))
	site := func(key string, fn func(context.Context, *reading.Website) error) func(context.Context) error {
		return func(ctx context.Context) error {
			s, err := h.website(ctx, key)
			if err != nil {
				return err
			}
			defer s.Close()
			return fn(ctx, s)
		}
	}
	count := func(ctx context.Context, s *reading.Website) error { _, err := s.Statistics(ctx); return err }
	return map[string]func(context.Context) error{
		"may show":      func(ctx context.Context) error { return h.Gate.MayShowPortion(ctx, p.ID) },
		"website stats": site(p.ID, count),
		"website pages": site(p.ID, func(ctx context.Context, s *reading.Website) error {
			_, err := s.Pages(ctx, []website.Page{{URL: "http://www.musterkreis.example/"}})
			return err
		}),
		"website by file": site(in, count),
		"describe by file": func(ctx context.Context) error {
			return refusals(h.at(ctx, in, func(o *reading.Opened) error {
				_, err := o.DescribeWebsite(ctx, website.Meta{}, "")
				return err
			}))
		},
		"document": func(ctx context.Context) error {
			return h.at(ctx, p.ID, func(o *reading.Opened) error {
				_, done, err := o.Document(ctx, h.anyFile(p))
				if err == nil {
					done()
				}
				return err
			})
		},
		"file for another program": func(ctx context.Context) error {
			return h.at(ctx, p.ID, func(o *reading.Opened) error {
				r, err := o.File(ctx, h.anyFile(p))
				if err == nil {
					_, err = io.Copy(io.Discard, r)
					must(h.t, r.Close())
				}
				return err
			})
		},
		"delivered files": func(ctx context.Context) error {
			return h.at(ctx, p.ID, func(o *reading.Opened) error { _, err := o.Delivered(ctx, 0, 9); return err })
		},
		"a unit with its documents": func(ctx context.Context) error {
			return h.at(ctx, p.ID, func(o *reading.Opened) error { _, err := o.Unit(ctx, &record.Object{ID: "x"}); return err })
		},
		"words": func(ctx context.Context) error {
			_, err := h.Desk.WithWords(ctx, &appraise.Appraisal{Portion: p}, "kreis*")
			return err
		},
		"foreign by file": func(ctx context.Context) error {
			return refusals(h.at(ctx, in, func(o *reading.Opened) error {
				f, err := o.Look(ctx)
				if err == nil {
					must(h.t, f.Close())
				}
				return err
			}))
		},
	}
}

func (h showing) anyFile(p transfer.Portion) string {
	list, err := h.Intake.Delivered(h.t.Context(), p.ID, 0, 1)
	must(h.t, err)
	return list[0].Path
}

// packageWays are all ways records come out by a package. use marks those that hand
// something out and so need the right to do that as well.
func (h showing) packageWays() (look, use map[string]func(context.Context) error) {
	with := func(fn func(context.Context, *reading.Opened) error) func(context.Context) error {
		return func(ctx context.Context) error {
			return h.at(ctx, h.area, func(o *reading.Opened) error { return fn(ctx, o) }) // every way asks by itself
		}
	}
	first := func() string { return h.first }
	file := ""
	for _, p := range h.packages {
		if p.PID == h.area {
			row, err := h.Intake.Portions.Packages(h.t.Context(), h.packaged.ID)
			must(h.t, err)
			i := slices.IndexFunc(row, func(x transfer.Package) bool { return x.PID == p.PID })
			file = filepath.Join(h.Office.Dir, filepath.FromSlash(row[i].Path))
		}
	}
	website := func(key string) func(context.Context) error {
		return func(ctx context.Context) error {
			s, err := h.website(ctx, key)
			if err == nil {
				must(h.t, s.Close())
			}
			return err
		}
	}
	look = map[string]func(context.Context) error{
		"view":  with(func(ctx context.Context, o *reading.Opened) error { _, err := o.Documents(ctx); return err }),
		"files": with(func(ctx context.Context, o *reading.Opened) error { _, err := o.Files(ctx); return err }),
		"evidence": with(func(ctx context.Context, o *reading.Opened) error {
			_, err := o.Evidence(ctx, "mets")
			return err
		}),
		"difference": with(func(ctx context.Context, o *reading.Opened) error { _, err := reading.Diff(ctx, o, o); return err }),
		"what lies below": with(func(ctx context.Context, o *reading.Opened) error {
			d, err := o.Description(ctx)
			if err == nil && len(d.Documents()) == 0 {
				err = failure.New(failure.Refused, "describe", wording.Plain("geschlossen"))
			}
			return err
		}),
		"website":         website(h.area),
		"website by file": website(file),
		"database": with(func(ctx context.Context, o *reading.Opened) error {
			_, done, err := o.Database(ctx, "")
			if err == nil {
				done()
			}
			return refusals(err)
		}),
		"document": with(func(ctx context.Context, o *reading.Opened) error {
			_, done, err := o.Document(ctx, first())
			if err == nil {
				done()
			}
			return err
		}),
		"page": with(func(ctx context.Context, o *reading.Opened) error {
			return refusals(o.Draw(ctx, first(), 1, 100, io.Discard))
		}),
		"file for another program": with(func(ctx context.Context, o *reading.Opened) error {
			r, err := o.File(ctx, first())
			if err == nil {
				must(h.t, r.Close())
			}
			return err
		}),
		"search": func(ctx context.Context) error {
			hits, err := h.searched(ctx)
			if err == nil && hits == 0 {
				err = failure.New(failure.Refused, "search", wording.Plain("geschlossen"))
			}
			return err
		},
	}
	part := func(_ context.Context, out io.Writer) error { _, err := io.WriteString(out, "x"); return err }
	use = map[string]func(context.Context) error{
		"hand out": with(func(ctx context.Context, o *reading.Opened) error {
			_, err := o.HandOut(ctx, filepath.Join(h.t.TempDir(), "neu"))
			return err
		}),
		"use copy": with(func(ctx context.Context, o *reading.Opened) error { _, err := o.UseCopy(ctx, 0); return err }),
		"export": with(func(ctx context.Context, o *reading.Opened) error {
			_, err := o.Export(ctx, filepath.Join(h.t.TempDir(), "neu"))
			return err
		}),
		"export as ZIP": with(func(ctx context.Context, o *reading.Opened) error {
			_, err := o.ExportZIP(ctx, h.t.TempDir())
			return err
		}),
		"save a part": with(func(ctx context.Context, o *reading.Opened) error {
			_, err := o.Extract(ctx, filepath.Join(h.t.TempDir(), "neu"), part)
			return err
		}),
		"use copy of a part": with(func(ctx context.Context, o *reading.Opened) error {
			_, err := o.ExtractCopy(ctx, "x", part)
			return err
		}),
		"begin a blackened copy": with(func(ctx context.Context, o *reading.Opened) error {
			_, err := h.Blackener.BeginBlackening(ctx, o, first())
			return err
		}),
		"print": with(func(ctx context.Context, o *reading.Opened) error {
			_, err := o.Print(ctx, first(), func(context.Context, string, string) error { return nil })
			return err
		}),
	}
	return look, use
}

// searched counts places found in documents.
func (h showing) searched(ctx context.Context) (n int, err error) {
	r, err := h.Room.OpenHoldings(reading.Asker{}).Search(ctx, catalog.Query{Text: "musterkreis"})
	for _, it := range r.Items {
		for _, p := range it.Places {
			if p.Path != "" {
				n++
			}
		}
	}
	return n, err
}

// refusals keeps only what refuses a look: whether the content can be read at all is
// another question.
func refusals(err error) error {
	hint := failure.HintOf(err).In("de")
	for _, word := range []string{"gehört nicht zu den Rechten", "geschlossen", "Leseplatz", "nicht genannt werden", "anmelden"} {
		if strings.Contains(hint, word) {
			return err
		}
	}
	return nil
}

// Every way out × (open, closed, granted, in ingest) × every role (A25, F13): whoever
// asks, and by whatever name, what may not be shown is refused, and nothing else.
func TestShowing_EveryWayEveryStateEveryRole(t *testing.T) {
	h := newShowing(t)
	ctx := t.Context()
	look, use := h.packageWays()
	try := func(state string, role people.Role, ways map[string]func(context.Context) error, want bool) {
		t.Helper()
		for name, way := range ways {
			err := way(ctx)
			if err != nil && failure.KindOf(err) != failure.Refused {
				t.Fatalf("%s, %s by %s: %v", state, name, role, err)
			}
			if got := err == nil; got != want {
				t.Errorf("%s, %s by %s: shown %v, want %v: %v (%s)", state, name, role, got, want, err, failure.HintOf(err).In("de"))
			}
		}
	}
	// The units of a delivery are its description: they may be known as long as that is
	// not closed with the content.
	units := func(p transfer.Portion) map[string]func(context.Context) error {
		return map[string]func(context.Context) error{"units": func(ctx context.Context) error {
			_, err := h.Room.Records(ctx, p.ID, reading.Asker{})
			return err
		}}
	}
	each := func(state string, shown bool) {
		for _, role := range people.Roles {
			must(t, h.Office.SignIn(ctx, "P "+string(role), "geheim"))
			archive := role == people.Archivist || role == people.Second
			try("in ingest", role, h.portionWays(h.ingest), archive)
			try("in ingest", role, units(h.ingest), archive)
			try(state, role, units(h.packaged), state != "closed with its description")
			try(state, role, h.portionWays(h.packaged), shown)
			try(state, role, look, shown)
			try(state, role, use, shown && (role == people.Archivist || role == people.ReadingRoom))
		}
	}
	h.decide(access.Facts{Published: true})
	each("open", true)
	// What is published is free whatever a rule says: period, person, secrecy, a closed description.
	h.decide(access.Facts{End: "2026-01-01", Personal: true, Secret: true, Description: true, Published: true})
	each("published, against every rule", true)
	h.decide(access.Facts{End: "2026-01-01"})
	each("closed", false)
	h.grant(true)
	each("granted", true)
	h.grant(false)
	h.decide(access.Facts{End: "2026-01-01", Description: true})
	each("closed with its description", false)

	// Nobody signed in sees nothing of what is in ingest; at a reader's place neither
	// does an archivist, nor any portion at all.
	h.Office.SignOut()
	try("in ingest", "nobody", h.portionWays(h.ingest), false)
	h.decide(access.Facts{Published: true})
	must(t, h.Office.Settings.Change(func(s *settings.Settings) { s.Person.Role = settings.ReadingRoom }))
	try("in ingest", "reader's place", h.portionWays(h.ingest), false)
	try("open", "reader's place", h.portionWays(h.packaged), false)
	try("open", "reader's place", units(h.packaged), false)
}

// A served web area gives no page any more from the moment its closure applies, and
// gives them again when it ends.
func TestShowing_ServedWebsiteIsClosed(t *testing.T) {
	h := newShowing(t)
	ctx := t.Context()
	status := func(s *reading.Served) int {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL(), nil)
		must(t, err)
		resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
		must(t, err)
		body, err := io.ReadAll(resp.Body)
		must(t, errors.Join(err, resp.Body.Close()))
		if resp.StatusCode != http.StatusOK && strings.Contains(string(body), "musterkreis") {
			t.Errorf("the refusal names the web area: %s", body)
		}
		return resp.StatusCode
	}
	serve := func(key string) *reading.Served {
		site, err := h.website(ctx, key)
		must(t, err)
		served, err := site.Serve(ctx)
		must(t, err)
		t.Cleanup(func() { must(t, served.Close()) })
		return served
	}
	h.decide(access.Facts{Published: true})
	area, portion, ingest := serve(h.area), serve(h.packaged.ID), serve(h.ingest.ID)
	for _, step := range []struct {
		name                  string
		do                    func()
		area, portion, ingest int
	}{
		{"open", func() {}, 200, 200, 200},
		{"closed", func() { h.decide(access.Facts{End: "2026-01-01"}) }, 403, 403, 200},
		{"granted", func() { h.grant(true) }, 200, 200, 200},
		{"grant ended", func() { h.grant(false) }, 403, 403, 200},
		{"a reader in ingest", func() { must(t, h.Office.SignIn(ctx, "P "+string(people.ReadingRoom), "geheim")) }, 403, 403, 403},
	} {
		step.do()
		if a, p, i := status(area), status(portion), status(ingest); a != step.area || p != step.portion || i != step.ingest {
			t.Errorf("%s: package %d, portion %d, in ingest %d, want %d, %d, %d", step.name, a, p, i, step.area, step.portion, step.ingest)
		}
	}
}

// The folders of the workspace are no way around the question, whatever the path.
func TestShowing_FilesOfTheWorkspace(t *testing.T) {
	h := newShowing(t)
	ctx := t.Context()
	in := filepath.Join(h.Office.Dir, filepath.FromSlash(h.ingest.Path))
	link := filepath.Join(t.TempDir(), "verweis.zip")
	must(t, os.Symlink(in, link))
	siard := delivery(t, generate.Plan{Kind: "siard", Seed: 3, Dossiers: 1, Cases: 2, Documents: 1})
	base, err := h.Intake.Receive(ctx, siard, nil)
	must(t, err)
	database := filepath.Join(h.Office.Dir, filepath.FromSlash(base.Path))
	must(t, h.Office.SignIn(ctx, "P "+string(people.Clerk), "geheim"))
	for name, try := range map[string]func() error{
		"through a link":       func() error { _, err := h.website(ctx, link); return err },
		"around the workspace": func() error { _, err := h.Room.Open(ctx, filepath.Dir(h.Office.Dir), reading.Asker{}); return err },
		"the workspace":        func() error { _, err := h.Room.Open(ctx, h.Office.Dir, reading.Asker{}); return err },
		"up and down": func() error {
			_, err := h.website(ctx, filepath.Join(h.Office.Dir, "letters")+"/../"+h.ingest.Path)
			return err
		},
		"a database in ingest": func() error { _, err := h.Room.Open(ctx, database, reading.Asker{}); return err },
		"building out of it":   func() error { _, err := h.Room.Open(ctx, in, reading.Asker{}); return err },
	} {
		why := noRight
		if strings.HasSuffix(name, "the workspace") { // whoever asks: what holds our database is not read at all
			why = "liegt der Arbeitsbereich selbst"
		}
		if err := try(); failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), why) {
			t.Errorf("%s: %v (%s)", name, err, failure.HintOf(err).In("de"))
		}
	}
	for _, own := range []string{siard} { // the caller's own file is not ours to forbid
		must(t, h.at(ctx, own, func(o *reading.Opened) error {
			_, done, err := o.Database(ctx, "")
			if err == nil {
				done()
			}
			return err
		}))
	}
}
