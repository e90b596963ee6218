package window_test

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"laufzettel/app/window"
	"laufzettel/viewer/access"
	"laufzettel/views/appraise"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/nav"
	"laufzettel/views/reader"
	"laufzettel/views/route"
)

type host struct {
	env  *kit.Env
	said []string
}

func (h *host) Env() *kit.Env               { return h.env }
func (h *host) Go(route.Route)              {}
func (h *host) Back()                       {}
func (h *host) Toast(text string, _ func()) { h.said = append(h.said, text) }
func (h *host) Tell(text string)            { h.said = append(h.said, text) }
func (h *host) Refuse(err error, f string)  { h.said = append(h.said, h.env.Explain(err, f)) }
func (h *host) Saved()                      {}
func (h *host) Status(string)               {}
func (h *host) Title(string)                {}
func (h *host) Class() kit.Class            { return kit.ClassM }
func (h *host) Badges()                     {}

func stage(t *testing.T, sc nav.Screen, route route.Route) (*kittest.Stage, *nav.View, *host) {
	t.Helper()
	s := kittest.New(t)
	h := &host{env: s.Env}
	v := sc.Build(h)
	t.Cleanup(func() { v.Close(); s.Run.Drain() })
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: v.Actions})
	s.Show(v.Object, 1388, 846)
	v.Resized(kit.ClassM)
	v.Show(route)
	s.Run.Drain()
	s.Env.Focus(v.Regions()[0])
	return s, v, h
}

// Keys on the real screens reach the real workspace, and real pages are drawn.
func TestScreensOnAWorkspace(t *testing.T) {
	c := &clock{time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	w := open(t, t.TempDir(), "M. Ahrens", c)
	p := accepted(t, w)
	s, _, h := stage(t, appraise.Screen(source(t, w, nil)), route.Route{Screen: route.Appraise, ID: p.ID})
	before, err := w.Desk.Appraisal(t.Context(), p.ID)
	must(t, err)
	for range before.Progress.Open {
		s.Env.Focused().TypedRune('a')
		s.Run.Drain()
		if s.Env.Find("page.failed") != nil || s.Env.Find("appraise.page.failed") != nil {
			t.Errorf("a generated document is not shown")
		}
	}
	s.Shoot(t, "04-bewertung-echt")
	after, err := w.Desk.Appraisal(t.Context(), p.ID)
	must(t, err)
	if after.Progress.Open != 0 || after.Progress.Archive != before.Progress.Archive+before.Progress.Open {
		t.Fatalf("before %+v, after %+v, said %v", before.Progress, after.Progress, h.said)
	}
	s.Env.Press("Strg+Z")
	s.Run.Drain()
	undone, err := w.Desk.Appraisal(t.Context(), p.ID)
	must(t, err)
	if undone.Progress.Open != 1 {
		t.Errorf("after Strg+Z %+v", undone.Progress)
	}
	s.Env.Press("Strg+Y")
	s.Run.Drain()
	must(t, w.Desk.FinishAppraisal(t.Context(), p.ID))
	packages, err := w.Packer.Package(t.Context(), p.ID, "", nil)
	must(t, err)
	closure(t, w, packages[0].PID, access.Facts{Published: true})
	s, _, _ = stage(t, reader.Screen(window.NewReader(w, nil, nil), "reader.title", w.Office.Now),
		route.Route{Screen: route.Reader, ID: packages[0].PID})
	if s.Env.Find("reader.error") != nil || s.Env.Find("reader.broken") != nil {
		t.Error("a package of ours is not shown as sound")
	}
	s.Env.TypeKey(fyne.KeyDown)
	s.Run.Drain()
	s.Shoot(t, "06-lesesaal-echt")
}
