package preserve

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/preserve/model"
	"laufzettel/views/route"
)

// fake is a stock in memory.
type fake struct {
	inv  model.Inventory
	plan []model.Package
	did  []string
	fail error
}

func (f *fake) Inventory(context.Context) (model.Inventory, error) { return f.inv, f.fail }
func (f *fake) Plan(_ context.Context, puid string) ([]model.Package, error) {
	f.did = append(f.did, "plan "+puid)
	return f.plan, nil
}
func (f *fake) Convert(_ context.Context, pid string, _ func(int, int, string)) (model.Made, error) {
	f.did = append(f.did, "convert "+pid)
	if pid == "p2" {
		return model.Made{}, failure.New(failure.Refused, "x", wording.Plain("Register werden nie umgewandelt."))
	}
	return model.Made{PID: pid + "-neu"}, nil
}
func (f *fake) SetViewer(_ context.Context, puid, program string) error {
	f.did = append(f.did, "viewer "+puid+" "+program)
	return nil
}
func (f *fake) Measures(context.Context) ([]model.Measure, error) {
	return []model.Measure{{At: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC), Text: "bericht.docx: fmt/412 nach fmt/477, LibreOffice 7.4",
		Person: "M. Ahrens", Outcome: "converted"}}, nil
}

// host is the shell as the screen sees it.
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
func (h *host) Class() kit.Class            { return kit.ClassL }
func (h *host) Badges()                     {}

func full() *fake {
	return &fake{inv: model.Inventory{At: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Packages: 18, Formats: []model.Format{
		{PUID: "fmt/477", Name: "PDF/A-2b", Files: 120, Bytes: 80 << 20, ViewPath: "Laufzettel"},
		{PUID: "fmt/412", Name: "Microsoft Word", Files: 31, Bytes: 9 << 20, ViewPath: "LibreOffice ab 2027", Outside: true},
		{PUID: "fmt/440", Name: "Microsoft Project", Files: 2, Bytes: 1 << 20}}},
		plan: []model.Package{{PID: "p1", ReferenceCode: "LAM 12/1", Files: 3, Converter: "LibreOffice"},
			{PID: "p2", ReferenceCode: "LAM 12/2", Files: 1, Converter: "LibreOffice"},
			{PID: "p3", ReferenceCode: "LAM 12/3", Files: 1, Converter: "LibreOffice", Converted: true},
			{PID: "p4", ReferenceCode: "LAM 12/4", Files: 1}}}
}

func stage(t *testing.T, f *fake, lang string, mode kit.Mode) (*kittest.Stage, *view) {
	t.Helper()
	s := kittest.With(t, lang, mode, 1)
	v := newView(f, &host{env: s.Env})
	n := v.nav()
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Actions: n.Actions})
	s.Show(n.Object, 1280, 800)
	n.Resized(kit.ClassL)
	n.Show(route.Route{})
	s.Run.Drain()
	return s, v
}

func TestScreen(t *testing.T) {
	for _, lang := range []string{"de", "en"} {
		s, v := stage(t, full(), lang, kit.ModeLight)
		s.Shoot(t, "preserve-"+lang)
		if v.p.Index() != 0 || len(v.p.Open()) != 2 {
			t.Errorf("chosen %d, open %v", v.p.Index(), v.p.Open())
		}
	}
}

// What is chosen is converted after a question; one that fails is told and the
// others go on.
func TestConvert(t *testing.T) {
	f := full()
	s, v := stage(t, f, "de", kit.ModeLight)
	s.Env.Press("Strg+Enter")
	if slices.ContainsFunc(f.did, func(d string) bool { return d == "convert p1" }) {
		t.Fatal("converted without asking")
	}
	s.Tap(t, "preserve.do")
	s.Run.Drain()
	if !slices.Contains(f.did, "convert p1") || !slices.Contains(f.did, "convert p2") || slices.Contains(f.did, "convert p3") ||
		slices.Contains(f.did, "convert p4") {
		t.Errorf("did %v", f.did)
	}
	if failure.KindOf(v.p.Fault) != failure.Refused || v.p.Working {
		t.Errorf("fault %v, working %v", v.p.Fault, v.p.Working)
	}
}

func TestViewer(t *testing.T) {
	f := full()
	s, _ := stage(t, f, "de", kit.ModeLight)
	s.Env.Press("V")
	s.Type(t, "preserve.viewer", "Altes Programm")
	s.Tap(t, "preserve.viewer.do")
	s.Run.Drain()
	if !slices.Contains(f.did, "viewer fmt/477 Altes Programm") {
		t.Errorf("did %v", f.did)
	}
}

func TestFaultAndEmpty(t *testing.T) {
	f := &fake{fail: errors.New("kaputt")}
	s, v := stage(t, f, "de", kit.ModeContrast)
	if v.Told().Hidden || s.Env.Find("preserve.error") == nil && s.Env.Find("preserve.retry") == nil {
		t.Error("the fault is not shown")
	}
	s.Shoot(t, "preserve-fehler")
}
