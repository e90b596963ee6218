package reader

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/failure"
	"laufzettel/viewer/catalog"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/words"
)

type host struct {
	env   *kit.Env
	class kit.Class
	said  []string
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
func (h *host) Class() kit.Class            { return h.class }
func (h *host) Badges()                     {}

type play struct {
	*kittest.Stage
	host *host
	fake *fake
	v    *view
	nav  *nav.View
}

func open(t *testing.T, v kittest.Variant, route route.Route, prepare func(*fake)) *play {
	t.Helper()
	s := kittest.With(t, v.Lang, v.Mode, v.Scale)
	f := newFake()
	if prepare != nil {
		prepare(f)
	}
	h := &host{env: s.Env, class: kit.ClassOf(fyne.NewSize(v.W, v.H))}
	p := &play{Stage: s, host: h, fake: f, v: newView(f, h, f.title, func() time.Time { return now })}
	p.nav = p.v.nav()
	s.Env.SetScope(kit.LevelScreen, &kit.Scope{Title: "Lesesaal", Actions: p.nav.Actions})
	s.Show(container.NewStack(kit.NewRect(kit.ColorSurface), p.nav.Object), v.W-200*v.Scale, v.H-26*v.Scale)
	p.nav.Resized(h.class)
	p.nav.Show(route)
	s.Run.Drain()
	s.Env.Focus(p.nav.Regions()[0])
	return p
}

var light = kittest.Variant{Name: "hell", Lang: "de", Mode: kit.ModeLight, Scale: 1, W: 1440, H: 872}

func (p *play) press(keys ...string) {
	names := map[string]fyne.KeyName{"Enter": fyne.KeyReturn, "Ab": fyne.KeyDown, "Bild Ab": fyne.KeyPageDown}
	for _, k := range keys {
		switch n, ok := names[k]; {
		case ok:
			p.Env.TypeKey(n)
		case len(k) == 1 && p.Env.Focused() != nil:
			p.Env.Focused().TypedRune(rune(strings.ToLower(k)[0]))
		default:
			p.Env.Press(k)
		}
		p.Run.Drain()
	}
}

func (p *play) search(t *testing.T, words string) {
	t.Helper()
	p.Type(t, "reader.search", words)
	p.press("Enter")
}

// From the words to the page and back, without the mouse.
func TestByKeyboard(t *testing.T) {
	p := open(t, light, route.Route{}, nil)
	p.search(t, "Mühlwehr")
	if p.v.p.Results.Total != 5 || p.Env.Focused() != fyne.Focusable(p.v.hits.list) {
		t.Fatalf("%d hits, focus %T", p.v.p.Results.Total, p.Env.Focused())
	}
	p.press("J", "K", "Enter")
	if p.v.p.Open == nil || p.v.p.Open.PID != "p0" || p.v.page.Shown().Title != "Bescheid mit Nebenbestimmungen" {
		t.Fatalf("open %+v, page %q; want the document of the best place", p.v.p.Open, p.v.page.Shown().Title)
	}
	if !p.v.p.Verified || p.v.p.Integrity.Sound != 14 {
		t.Error("integrity was not computed on opening")
	}
	p.press("D", "D", "S")
	if got := p.v.page.Shown().Title; got != "Messreihe Abfluss 1999–2003" {
		t.Errorf("document %q", got)
	}
	p.press("S", "Bild Ab")
	if got := p.v.page.Where(); !strings.HasPrefix(got, "Seite 2 von 4") {
		t.Errorf("page %s", got)
	}
	p.press("F")
	if !slices.Contains(p.fake.log, "document p0 d5 true") {
		t.Errorf("the original was not opened: %v", p.fake.log)
	}
	p.press("O")
	if p.v.p.Open.PID != "p1" {
		t.Errorf("next hit is %s", p.v.p.Open.PID)
	}
	p.press("I", "I")
	if p.v.p.Open.PID != "p0" {
		t.Errorf("previous hit is %s", p.v.p.Open.PID)
	}
	p.press("Strg+Enter", "Enter")
	if !slices.Contains(p.fake.log, "copy p0") || len(p.host.said) != 1 || !strings.Contains(p.host.said[0], "20.11.2026") {
		t.Errorf("%v %v", p.fake.log, p.host.said)
	}
	p.Env.Press("Esc")
	p.Run.Drain()
	if p.v.p.Open != nil || p.Env.Focused() != fyne.Focusable(p.v.hits.list) || p.v.hits.list.Selected() != 0 {
		t.Errorf("back: open %v, selected %d", p.v.p.Open, p.v.hits.list.Selected())
	}
}

// Of words that stand nearly everywhere the count says so.
func TestHits_More(t *testing.T) {
	p := open(t, light, route.Route{}, nil)
	p.search(t, "Mühlwehr")
	p.v.p.Results.Total, p.v.p.Results.More = 10_000, true
	p.v.Refresh()
	if got := p.v.hits.count.Text(); !strings.HasPrefix(got, "Mehr als 10.000 Treffer") {
		t.Errorf("count %q", got)
	}
}

func TestDocumentsByYearUndatedFirst(t *testing.T) {
	p := open(t, light, route.Route{ID: "p0"}, nil)
	var got []string
	for _, r := range p.v.p.Rows() {
		if r.Band != "" {
			got = append(got, r.Band)
		} else {
			got = append(got, words.WrittenDay(p.v.env.Words, p.v.p.Open.Documents[r.Doc].Date))
		}
	}
	want := []string{"Ohne Datum", "–", "1998", "12.03.", "30.03.", "17.06.", "1999", "08.01.", "14.05.", "2003", "11.11.", "28.11.",
		"2004", "19.01."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if p.v.p.Current != "d1" {
		t.Errorf("first shown %s, want the first dated document", p.v.p.Current)
	}
}

// Files of a share are often called alike: each says in which folder it lay.
func TestDocuments_SayTheirFolder(t *testing.T) {
	p := open(t, light, route.Route{ID: "p0"}, nil)
	k := p.v.pack
	for _, folder := range []string{"", "Alt/Protokolle"} {
		doc := &p.v.p.Open.Documents[k.rows[1].Doc]
		doc.Folder = folder
		row := k.docs.Describe(1)
		if said := strings.Contains(row, "Alt/Protokolle"); said != (folder != "") {
			t.Errorf("in folder %q the row reads %q", folder, row)
		}
	}
}

// A closed object shows its description and no document until an application is noted.
func TestClosed(t *testing.T) {
	p := open(t, light, route.Route{ID: "p3"}, nil)
	if p.v.page.Shown().Key != "" || p.Env.Find("reader.grant") == nil {
		t.Fatalf("a closed object shows %q", p.v.page.Shown().Key)
	}
	for _, l := range p.fake.log {
		if strings.HasPrefix(l, "document") {
			t.Errorf("a document of a closed object was opened: %s", l)
		}
	}
	p.press("Strg+Enter", "Enter")
	if p.Env.Open() == nil {
		t.Fatal("an empty application number was taken")
	}
	p.Type(t, "reader.grant.number", "2026-318")
	p.press("Enter")
	if !slices.Contains(p.fake.log, "grant p3 2026-318") || p.v.p.Open.Closed || p.v.page.Shown().Key == "" {
		t.Errorf("%v", p.fake.log)
	}
}

// A reader at the kiosk finds no way round: no drop, no outside program, no copy,
// no application noted by himself. Printing: TestPrint.
func TestKiosk(t *testing.T) {
	p := open(t, light, route.Route{ID: "p0"}, func(f *fake) { f.title = KioskTitle })
	p.press("Strg+Enter", "Strg+E")
	if p.Env.Open() != nil {
		t.Error("a sheet for copies or programs of outside opens")
	}
	p.nav.Dropped([]string{"/tmp/p3.tar"})
	p.Run.Drain()
	if p.v.p.Open.PID != "p0" || len(p.host.said) != 1 {
		t.Errorf("a dropped file was opened: %s %v", p.v.p.Open.PID, p.host.said)
	}
	p.v.p.OpenPackage("p3", "")
	p.Run.Drain()
	p.press("Strg+Enter")
	if p.Env.Open() != nil || p.Env.Find("reader.grant") != nil || p.v.page.Shown().Key != "" {
		t.Error("a reader can note an application himself")
	}
	p.Shoot(t, "06-lesesaal-kiosk-geschlossen-hell")
	for _, l := range p.fake.log {
		if strings.HasPrefix(l, "outside") || strings.HasPrefix(l, "copy") || strings.HasPrefix(l, "grant") || l == "document p3 d1 false" {
			t.Errorf("the kiosk did %q", l)
		}
	}
}

// The next reader finds nothing of the one before: no object, no words, no number.
func TestLeave(t *testing.T) {
	p := open(t, light, route.Route{}, func(f *fake) { f.title = KioskTitle })
	p.v.hits.search.Entry.Put("Mühlwehr")
	p.v.p.SetText("Mühlwehr")
	p.Run.Drain()
	p.v.p.OpenResult(0)
	p.Run.Drain()
	if err := p.Env.Tap("reader.leave"); err != nil {
		t.Fatal(err)
	}
	p.Run.Drain()
	if v := p.v; v.p.Open != nil || v.p.Searched || len(v.p.Results.Items) != 0 || v.hits.search.Entry.Text != "" ||
		v.page.Shown().Key != "" {
		t.Errorf("left behind: %+v %q", v.p.Query, v.hits.search.Entry.Text)
	}
	if !slices.Contains(p.fake.log, "leave") || len(p.host.said) != 1 || !strings.Contains(p.host.said[0], "beendet") {
		t.Errorf("%v %v", p.fake.log, p.host.said)
	}
	p.press("Strg+Umschalt+Q") // also where nothing is open
	staff := open(t, light, route.Route{}, nil)
	staff.press("Strg+Umschalt+Q")
	if staff.Env.Find("reader.leave") != nil || slices.Contains(staff.fake.log, "leave") {
		t.Error("the archive's staff ends no session")
	}
}

func TestIntegrityBroken(t *testing.T) {
	p := open(t, light, route.Route{ID: "p0"}, func(f *fake) { f.broken = []string{"rep1/data/0005.pdf"} })
	if p.Env.Find("reader.broken") == nil {
		t.Error("a differing digest is not told")
	}
	p.fake.broken = nil
	p.press("F5")
	if !p.v.p.Verified || len(p.v.p.Integrity.Broken) != 0 {
		t.Error("F5 does not compute anew")
	}
}

func TestEvidenceAndBack(t *testing.T) {
	p := open(t, light, route.Route{ID: "p0"}, nil)
	p.Tap(t, "reader.evidence.events")
	if p.v.page.Shown().Key != "p0!events" || !p.v.page.Ready() {
		t.Fatalf("shown %q", p.v.page.Shown().Key)
	}
	p.Tap(t, "reader.evidence.back")
	if p.v.page.Shown().Key != "p0/d1" {
		t.Errorf("back at %q", p.v.page.Shown().Key)
	}
}

func TestFiltersAndMore(t *testing.T) {
	p := open(t, light, route.Route{}, nil)
	p.search(t, "Mühlwehr")
	p.Tap(t, "reader.agency.1")
	p.Type(t, "reader.from", "199")
	p.press("Enter")
	p.Type(t, "reader.from", "8")
	p.press("Enter")
	want := []string{`search "Mühlwehr"  0-0 from 0`, `search "Mühlwehr" Bauamt Beispielstadt 0-0 from 0`,
		`search "Mühlwehr" Bauamt Beispielstadt 1998-0 from 0`}
	if diff := cmp.Diff(want, p.fake.log); diff != "" {
		t.Error(diff)
	}
	p.Tap(t, "reader.filter.clear")
	if p.v.p.Filtered() || p.v.p.Query.Text != "Mühlwehr" {
		t.Errorf("%+v", p.v.p.Query)
	}
	p.v.p.SetText("viele")
	p.Run.Drain()
	p.v.hits.list.OnOpen(50)
	p.Run.Drain()
	if n := len(p.v.p.Results.Items); n != 100 || p.v.p.Results.Items[50].PID != "v50" {
		t.Errorf("%d items after the second page", n)
	}
}

func TestFaults(t *testing.T) {
	p := open(t, light, route.Route{ID: "niemand"}, nil)
	if p.Env.Find("reader.error") == nil {
		t.Error("an unknown object is not told")
	}
	p.Env.Press("Esc")
	p.nav.Dropped([]string{"/tmp/notiz.txt"})
	p.Run.Drain()
	if !failure.Explained(p.v.p.OpenErr) {
		t.Errorf("dropped text file: %v", p.v.p.OpenErr)
	}
	p.nav.Dropped([]string{"/tmp/p0.tar"})
	p.Run.Drain()
	if p.v.p.Open == nil || p.v.p.OpenErr != nil {
		t.Error("a dropped package does not open after a fault")
	}
	p.Env.Press("Esc")
	p.fake.fail = errors.New("disk")
	p.search(t, "x")
	if p.v.p.Err == nil || p.v.p.Busy {
		t.Error("a failed search is not told")
	}
}

// Late answers never replace newer ones.
func TestLateAnswers(t *testing.T) {
	p := open(t, light, route.Route{}, nil)
	p.v.p.SetText("nichts")
	p.v.p.SetText("Mühlwehr")
	p.Run.Drain()
	if p.v.p.Results.Total != 5 {
		t.Errorf("%d hits", p.v.p.Results.Total)
	}
	p.v.p.OpenPackage("p0", "")
	p.v.p.Back()
	p.Run.Drain()
	if p.v.p.Open != nil {
		t.Error("a package opens after the way back")
	}
}

func TestOpen_IsZero(t *testing.T) {
	if catalog.Open != "" {
		t.Error("the zero grade must mean open")
	}
}

func TestFocusOrder(t *testing.T) {
	for _, v := range kittest.Variants() {
		p := open(t, v, route.Route{}, nil)
		p.search(t, "Mühlwehr")
		inOrder(t, v.Name+" search", p.Env.FocusOrder(60), "reader.search", "reader.search.do", "reader.hits")
		p.Env.Focus(p.v.hits.list)
		p.press("Enter")
		names := []string{"reader.primary", "reader.documents", "reader.page.search"}
		if p.v.class != kit.ClassS {
			names = append(names, "reader.rendition.archive", "reader.evidence.report")
		}
		inOrder(t, v.Name+" package", p.Env.FocusOrder(60), names...)
	}
}

func inOrder(t *testing.T, what string, order []string, names ...string) {
	t.Helper()
	last := -1
	for _, n := range names {
		at := slices.Index(order, n)
		if at < 0 || at < last {
			t.Errorf("%s: %s at %d after %d in %v", what, n, at, last, order)
		}
		last = at
	}
}

func TestShots(t *testing.T) {
	for _, v := range kittest.Variants() {
		p := open(t, v, route.Route{}, nil)
		if v.Name == "hell" {
			p.Shoot(t, "06-lesesaal-beginn-hell")
		}
		p.search(t, "Mühlwehr")
		p.Shoot(t, "06-lesesaal-treffer-"+v.Name)
		p.Env.Focus(p.v.hits.list)
		p.press("Enter")
		p.Shoot(t, "06-lesesaal-"+v.Name)
		if v.Name == "hell" || v.Name == "klein" {
			p.v.p.OpenPackage("p3", "")
			p.Run.Drain()
			p.Shoot(t, "06-lesesaal-geschlossen-"+v.Name)
		}
		if v.Name == "hell" {
			p.v.p.OpenPackage("p0", "")
			p.Run.Drain()
			p.Tap(t, "reader.evidence.events")
			p.Shoot(t, "06-lesesaal-ereignisse-hell")
			p.Env.Press("Esc")
			p.Run.Drain()
			p.v.p.SetText("nichts")
			p.Run.Drain()
			p.Shoot(t, "06-lesesaal-nichts-hell")
		}
	}
}

// The words of the search stand in the search field of the document that they led to, and
// F3 goes from its last hit to the next documents and results.
func TestSearchIsCarried(t *testing.T) {
	p := open(t, light, route.Route{}, nil)
	p.search(t, `"Mühlwehr" -Brücke`)
	p.press("Enter")
	field := p.Env.Find("reader.page.search").(*kit.Entry)
	if field.Text != "Mühlwehr" {
		t.Errorf("in the document %q is looked for", field.Text)
	}
	first := p.v.page.Shown().Key
	for range 60 {
		if p.press("F3"); p.v.p.Open.PID != "p0" {
			break
		}
	}
	if p.v.p.Open.PID == "p0" || p.v.page.Shown().Key == first {
		t.Errorf("F3 stays in %s, %s", p.v.p.Open.PID, p.v.page.Shown().Title)
	}
	p.Env.Press("Esc")
	p.Run.Drain()
	p.v.hits.search.Entry.SetText("")
	p.search(t, "Pegel")
	p.press("Enter")
	if field.Text != "Pegel" {
		t.Errorf("after another search %q is looked for", field.Text)
	}
}
