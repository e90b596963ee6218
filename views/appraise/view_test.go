package appraise

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"laufzettel/views/appraise/appraisetest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/appraise/model"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/nav"
	"laufzettel/views/route"
)

// host is the shell as far as the screen sees it.
type host struct {
	env   *kit.Env
	class kit.Class
	gone  []route.Route
	said  []string
	saves int
	title string
}

func (h *host) Env() *kit.Env               { return h.env }
func (h *host) Go(r route.Route)            { h.gone = append(h.gone, r) }
func (h *host) Back()                       {}
func (h *host) Toast(text string, _ func()) { h.said = append(h.said, text) }
func (h *host) Tell(text string)            { h.said = append(h.said, text) }
func (h *host) Refuse(err error, f string)  { h.said = append(h.said, h.env.Explain(err, f)) }
func (h *host) Saved()                      { h.saves++ }
func (h *host) Status(string)               {}
func (h *host) Title(s string)              { h.title = s }
func (h *host) Class() kit.Class            { return h.class }
func (h *host) Badges()                     {}

type play struct {
	*kittest.Stage
	host *host
	fake *appraisetest.Fake
	v    *view
	nav  *nav.View
}

// openScreen puts the screen beside a rail of 52, as the shell does.
func openScreen(t *testing.T, v kittest.Variant, prepare func(*appraisetest.Fake)) *play {
	t.Helper()
	s := kittest.With(t, v.Lang, v.Mode, v.Scale)
	f := appraisetest.NewFake(appraisetest.SampleObjects())
	if prepare != nil {
		prepare(f)
	}
	h := &host{env: s.Env, class: kit.ClassOf(fyne.NewSize(v.W, v.H))}
	p := &play{Stage: s, host: h, fake: f, v: newView(f, h)}
	p.nav = p.v.nav()
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Title: "Bewertung", Actions: p.nav.Actions})
	s.Show(container.NewStack(kit.NewRect(kit.ColorSurface), p.nav.Object), v.W-52*v.Scale, v.H-26*v.Scale)
	p.nav.Resized(h.class)
	p.nav.Show(route.Route{Screen: route.Appraise})
	s.Run.Drain()
	s.Env.Focus(p.nav.Regions()[0])
	return p
}

var light = kittest.Variant{Name: "hell", Lang: "de", Mode: kit.ModeLight, Scale: 1, W: 1440, H: 872}

// press sends keys as a person would: letters to what has the focus, others too.
func (p *play) press(keys ...string) {
	for _, k := range keys {
		switch {
		case len(k) == 1 && p.Env.Focused() != nil:
			p.Env.Focused().TypedRune(rune(strings.ToLower(k)[0]))
		case k == "Enter":
			p.Env.TypeKey(fyne.KeyReturn)
		case k == "Ab":
			p.Env.TypeKey(fyne.KeyDown)
		case k == "Rechts":
			p.Env.TypeKey(fyne.KeyRight)
		case k == "Links":
			p.Env.TypeKey(fyne.KeyLeft)
		case k == "Leertaste":
			p.Env.TypeKey(fyne.KeySpace)
		case k == "Bild Ab":
			p.Env.TypeKey(fyne.KeyPageDown)
		default:
			p.Env.Press(k)
		}
		p.Run.Drain()
	}
}

func mockup(f *appraisetest.Fake) {
	for id, l := range map[string]string{"139/1": "A", "139/2": "V", "139/3": "A", "147/1": "A", "147/2": "A", "147/5": "V", "147/8": "A"} {
		f.Own[id] = model.Verdict{Letter: l, Origin: "decision", Reason: "Regel 63.2", Actor: "M. Ahrens", At: appraisetest.Now}
	}
}

// Once the appraisal is closed the bar offers nothing that must fail, by no way.
func TestClosed_OffersNoDecision(t *testing.T) {
	p := openScreen(t, light, func(f *appraisetest.Fake) {
		mockup(f)
		f.Portion.Finished, f.Portion.After = true, "package"
	})
	before := appraisetest.Letters(p.v.p)
	p.press("A", "V", "B", "N", "Strg+Z", "Strg+Y", "Strg+Umschalt+A")
	for _, l := range []string{"A", "V", "B"} {
		p.Tap(t, "appraise.key."+l)
	}
	if got := appraisetest.Letters(p.v.p); got != before || p.Env.Open() != nil {
		t.Errorf("decided %s after the end, was %s; a sheet is open: %v", got, before, p.Env.Open() != nil)
	}
	for _, a := range p.nav.Actions {
		if strings.HasPrefix(a.ID, "appraise.dossier") && a.When() {
			t.Errorf("%s is offered", a.ID)
		}
	}
	if !p.v.bars.undo.Disabled() || !p.v.bars.field.Entry.Disabled() {
		t.Error("undo or the reason can be used")
	}
	if said := strings.Join(kittest.Heard(p.v.bars.root), " "); strings.Count(said, "abgeschlossen") != 3 {
		t.Errorf("the bar says %s, want closed at each key that is not the decision", said)
	}
}

// A morning's work by keyboard alone.
func TestByKeyboard(t *testing.T) {
	p := openScreen(t, light, nil)
	steps := []struct {
		keys []string
		at   string // selected object
		want string // letters
	}{
		{[]string{"A"}, "139/2", "139/1=A"},
		{[]string{"V"}, "139/3", "139/1=A 139/2=V"},
		{[]string{"K", "K"}, "139/1", "139/1=A 139/2=V"},
		{[]string{"O"}, "139/3", "139/1=A 139/2=V"},
		{[]string{"I"}, "152/6", "139/1=A 139/2=V"},
		{[]string{"Pos1"}, "139/1", "139/1=A 139/2=V"},
		{[]string{"B"}, "139/1", "139/2=V"},
		{[]string{"Strg+Z"}, "139/1", "139/1=A 139/2=V"},
		{[]string{"Strg+Y"}, "139/1", "139/2=V"},
		{[]string{"Ab", "Ab"}, "139/3", "139/2=V"},
		{[]string{"Leertaste", "J", "Leertaste", "V"}, "147/2", "139/2=V 139/3=V 147/1=V"},
		{[]string{"Strg+Umschalt+A", "Enter"}, "152/1",
			"139/2=V 139/3=V 147=A 147/1=V 147/2=a 147/3=a 147/4=a 147/5=a 147/6=a 147/7=a 147/8=a 147/9=a"},
		{[]string{"Strg+Z"}, "147", "139/2=V 139/3=V 147/1=V"},
		{[]string{"Links"}, "147", "139/2=V 139/3=V 147/1=V"},
		{[]string{"J"}, "152/1", "139/2=V 139/3=V 147/1=V"},
	}
	for i, st := range steps {
		p.press(st.keys...)
		if got := appraisetest.Letters(p.v.p); p.v.p.Current != st.at || got != st.want {
			t.Fatalf("step %d %v: at %s with %s, want %s with %s", i, st.keys, p.v.p.Current, got, st.at, st.want)
		}
	}
	if p.host.saves == 0 {
		t.Error("the status bar was never told that all is saved")
	}
}

func TestReasonByKeyboard(t *testing.T) {
	p := openScreen(t, light, nil)
	p.press("N")
	p.Type(t, "appraise.reason", "Kein Wert")
	if p.v.p.Current != "139/1" || appraisetest.Letters(p.v.p) != "" {
		t.Fatalf("typing a reason decided something: %s", appraisetest.Letters(p.v.p))
	}
	p.press("Strg+3", "Enter", "V")
	v := p.v.p.Tree.Verdict(p.v.p.Tree.Index["139/1"])
	if v.Letter != "V" || v.Reason != "Kein Wert Doppelüberlieferung." {
		t.Errorf("%+v", v)
	}
	if e := p.Env.Find("appraise.reason").(*kit.Entry); e.Text != "" {
		t.Errorf("the reason %q of the last object stands at the next", e.Text)
	}
	p.press("Strg+T", "Enter")
	if e := p.Env.Find("appraise.reason").(*kit.Entry); e.Text != p.fake.Portion.Blocks.All()[0] {
		t.Errorf("block from the sheet: %q", e.Text)
	}
}

// How far an appraisal of many thousand is stands beside what is open, not over it.
func TestProgress_OfMany(t *testing.T) {
	for _, lang := range []string{"de", "en"} {
		at := light
		at.Lang = lang
		p := openScreen(t, at, nil)
		for _, n := range []int{20, 5_000, 900_000} {
			p.v.p.Tree.Counts.Total, p.v.p.Tree.Counts.Open = n, n-n/3
			p.v.refreshHead()
			for _, x := range []*kit.Text{p.v.done, p.v.open} {
				if x.Size().Width < x.MinSize().Width {
					t.Errorf("%s, %d: a part is %v wide and needs %v", lang, n, x.Size().Width, x.MinSize().Width)
				}
			}
		}
	}
}

func TestSearchAndFilterByKeyboard(t *testing.T) {
	p := openScreen(t, light, mockup)
	p.press("/")
	p.Type(t, "appraise.search", "tief")
	if rows := p.v.records.Rows(); len(rows) != 4 || rows[2].Number != "/03" {
		t.Fatalf("%d rows: %+v", len(rows), rows)
	}
	p.press("Enter")
	if p.v.p.Current != "147/3" && p.v.p.Current != "147/7" {
		t.Errorf("selected %s is not in the list", p.v.p.Current)
	}
	p.Env.Press("Esc")
	p.Run.Drain()
	if p.v.p.Filter.Any() || p.v.search.Entry.Text != "" {
		t.Error("Esc does not clear the search")
	}
	p.Tap(t, "appraise.chip.v")
	if len(p.v.records.Rows()) != 5 {
		t.Errorf("%d rows for V, want 2 with their Akten and plan unit", len(p.v.records.Rows()))
	}
	p.press("Strg+G")
	p.Tap(t, "appraise.filter.suggestion.V")
	p.Env.Press("Esc")
	if p.Env.Open() != nil || len(p.v.records.Rows()) != 3 {
		t.Errorf("facet: %d rows", len(p.v.records.Rows()))
	}
}

func TestFinishSheet(t *testing.T) {
	p := openScreen(t, light, mockup)
	p.press("Strg+Umschalt+E", "Enter")
	if slices.Contains(p.fake.Log, "finish") || p.Env.Open() != nil {
		t.Fatal("finished with open ones")
	}
	p.press("Strg+A", "A", "Strg+Enter", "Enter")
	if !slices.Contains(p.fake.Log, "finish") || len(p.host.said) == 0 {
		t.Errorf("not finished: %v %v", p.fake.Log[len(p.fake.Log)-1], p.host.said)
	}
	p.Run.Drain()
	p.press("Strg+Enter")
	if want := (route.Route{Screen: route.Portion, ID: "p1"}); len(p.host.gone) == 0 || p.host.gone[len(p.host.gone)-1] != want {
		t.Errorf("after the end the key of the next step leads to %v, want %v", p.host.gone, want)
	}
}

// What must fail is not offered: who decided is told why a second person is needed, and
// is led to where another signs in; the end is not offered before.
func TestReleaseSheet_OfWhoDecided(t *testing.T) {
	p := openScreen(t, light, mockup)
	p.press("Strg+A", "V")
	p.fake.Barred = failure.New(failure.Refused, "release", wording.Say("hint.appraisal.release-own-decision"))
	p.press("Strg+Enter")
	p.Run.Drain()
	if p.Env.Find("appraise.finish.do") != nil || p.Env.Find("appraise.release") != nil && p.Env.Find("appraise.release").Visible() {
		t.Error("finishing or releasing is offered, and must fail")
	}
	p.Tap(t, "appraise.release.person")
	if want := (route.Route{Screen: route.People}); len(p.host.gone) == 0 || p.host.gone[len(p.host.gone)-1] != want ||
		slices.Contains(p.fake.Log, "release") {
		t.Errorf("led to %v after %v", p.host.gone, p.fake.Log)
	}
}

// V leaves only after a second person released it.
func TestReleaseSheet(t *testing.T) {
	p := openScreen(t, light, mockup)
	p.press("Strg+A", "V")
	if n := p.v.p.Tree.Counts.Unreleased; n != 18 {
		t.Fatalf("%d wait for release", n)
	}
	p.v.p.Portion.Keys = []string{"Schlüssel von J. Beyer gegeben von M. Ahrens am 02.11.2026."}
	p.press("Strg+Enter")
	p.Run.Drain()
	if !strings.Contains(p.v.releaseSays(), "Schlüssel von J. Beyer gegeben von M. Ahrens") {
		t.Error("the sheet of the release does not tell a key younger than 30 days")
	}
	p.Shoot(t, "04-bewertung-freigabe-hell")
	p.fake.Fail = failure.New(failure.Refused, "release", wording.Plain("Freigeben muss eine andere Person."))
	p.Tap(t, "appraise.release")
	if p.v.p.Tree.Counts.Unreleased != 18 || len(p.host.said) == 0 ||
		p.host.said[len(p.host.said)-1] != "Freigeben muss eine andere Person." {
		t.Error("the decider released his own decisions")
	}
	p.fake.Fail = nil
	p.press("Strg+Enter")
	p.Run.Drain()
	p.Tap(t, "appraise.release")
	if n := p.v.p.Tree.Counts.Unreleased; n != 0 || !strings.Contains(strings.Join(p.host.said, " "), "freigegeben") {
		t.Errorf("%d wait still, said %v", n, p.host.said)
	}
}

func TestChoosePortion(t *testing.T) {
	p := openScreen(t, light, nil)
	p.press("A", "Strg+Umschalt+P", "Enter")
	if p.Env.Open() != nil || p.v.p.Portion.ID != "p1" || appraisetest.Letters(p.v.p) != "139/1=A" {
		t.Errorf("after choosing the same portion: %s %s", p.v.p.Portion.ID, appraisetest.Letters(p.v.p))
	}
}

func TestDocumentsByKeyboard(t *testing.T) {
	p := openScreen(t, light, nil)
	p.press("D", "D")
	if got := p.v.page.Shown().Title; got != "Geänderte Pläne Gründung" {
		t.Errorf("shown %q", got)
	}
	p.press("D", "D") // a damaged one
	if !p.v.page.Ready() || p.Env.Find("appraise.page.failed") == nil {
		t.Error("the damaged document shows no box")
	}
	p.press("S", "Bild Ab")
	if got := p.v.page.Where(); !strings.HasPrefix(got, "Seite 2 von 4") {
		t.Errorf("after the damaged one: %s", got)
	}
}

func TestStates(t *testing.T) {
	empty := openScreen(t, light, func(f *appraisetest.Fake) { f.Portion = model.Portion{} })
	empty.Shoot(t, "04-bewertung-leer-hell")
	empty.Tap(t, "appraise.empty.go")
	if len(empty.host.gone) != 1 || empty.host.gone[0].Screen != route.Inbox {
		t.Errorf("went %v", empty.host.gone)
	}
	failed := openScreen(t, light, func(f *appraisetest.Fake) {
		f.Fail = failure.Wrap(failure.Setup, "load", wording.Plain("Der Arbeitsbereich ist gesperrt."), errors.New("busy"))
	})
	failed.Shoot(t, "04-bewertung-fehler-hell")
	failed.fake.Fail = nil
	failed.Tap(t, "appraise.retry")
	if failed.v.built != "work" {
		t.Errorf("after the second try: %s", failed.v.built)
	}
	failed.fake.Fail = failure.New(failure.Setup, "decide", wording.Plain("Auf dem Datenträger ist kein Platz mehr."))
	failed.press("A")
	if failed.Env.Find("appraise.warning") == nil || appraisetest.Letters(failed.v.p) != "" {
		t.Error("a decision that was not stored is not told")
	}
	failed.Shoot(t, "04-bewertung-nicht-gespeichert-hell")
}

// Tab order is reading order and reaches everything; F6 finds the regions.
func TestFocusOrder(t *testing.T) {
	for _, v := range kittest.Variants() {
		p := openScreen(t, v, mockup)
		order := p.Env.FocusOrder(80)
		last := -1
		for _, name := range []string{"appraise.finish", "appraise.primary", "appraise.search", "appraise.chip.all", "appraise.filter",
			"appraise.records", "appraise.sort", "appraise.page.search", "appraise.key.A", "appraise.key.B", "appraise.reason",
			"appraise.undo"} {
			at := slices.Index(order, name)
			if at < 0 && !(name == "appraise.undo" && p.v.bars.undo.Disabled()) {
				t.Errorf("%s: Tab never reaches %s: %v", v.Name, name, order)
				continue
			}
			if at >= 0 && at < last {
				t.Errorf("%s: %s comes too early: %v", v.Name, name, order)
			}
			last = max(last, at)
		}
	}
}

func TestShots(t *testing.T) {
	for _, v := range kittest.Variants() {
		p := openScreen(t, v, mockup)
		p.v.p.Choose(p.v.p.Tree.Index["147/3"])
		p.Run.Drain()
		p.press("D", "D", "D")
		if v.Name != "klein" {
			p.Type(t, "appraise.page.search", "Tiefgarage")
			p.press("Enter")
			p.Env.Press("F3")
			p.Run.Drain()
		}
		p.Env.Focus(p.v.records.List)
		p.Shoot(t, "04-bewertung-"+v.Name)
		if v.Name == "klein" {
			p.press("M")
			p.Shoot(t, "04-bewertung-klein-angaben")
		}
		if v.Name == "hell" {
			p.v.p.Choose(p.v.p.Tree.Index["147/2"])
			p.Run.Drain()
			p.Shoot(t, "04-bewertung-entschieden-hell")
			p.press("Strg+G")
			p.Shoot(t, "04-bewertung-filter-hell")
			p.Env.Press("Esc")
			p.press("Strg+A")
			p.Shoot(t, "04-bewertung-markiert-hell")
			p.press("Strg+Umschalt+E")
			p.Shoot(t, "04-bewertung-abschliessen-hell")
		}
	}
}

// Every action has a key, no key does two things here, and each has a title for
// the help sheet (F1).
func TestEveryKeyOnce(t *testing.T) {
	p := openScreen(t, light, nil)
	seen := map[string]string{}
	for _, a := range p.nav.Actions {
		if len(a.Keys) == 0 || strings.TrimSpace(a.Title) == "" || a.Title == a.ID || a.Group == "" {
			t.Errorf("%s: keys %v, title %q, group %q", a.ID, a.Keys, a.Title, a.Group)
		}
		for _, k := range a.Keys {
			if other, ok := seen[k]; ok {
				t.Errorf("%s is the key of %s and of %s", k, other, a.ID)
			}
			seen[k] = a.ID
		}
	}
	for _, want := range []string{"A", "V", "B", "N", "J", "K", "D", "G", "L", "Strg+Z", "Strg+Y", "Leertaste"} {
		if seen[want] == "" {
			t.Errorf("%s does nothing", want)
		}
	}
}

// The word the list is narrowed by is looked for in the documents, and the hits lead through
// those of all units that are left.
func TestFilterWordIsCarried(t *testing.T) {
	p := openScreen(t, light, mockup)
	p.fake.ItsWords = map[string]bool{"147/2": true, "147/3": true, "147/7": true}
	f := p.v.p.Filter
	f.Word = "Tiefbau"
	p.v.p.Narrow(f)
	p.Run.Drain()
	p.press("Enter", "J")
	field := p.Env.Find("appraise.page.search").(*kit.Entry)
	if field.Text != "Tiefbau" {
		t.Fatalf("in the document %q is looked for", field.Text)
	}
	before := p.v.p.Current
	for range 40 {
		if p.press("Umschalt+F3"); p.v.p.Current != before {
			return
		}
	}
	t.Errorf("the hits stay in %s", before)
}
