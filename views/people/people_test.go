package people_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/people"
	"laufzettel/views/people/model"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

// fake is a register without a workspace.
type fake struct {
	model.State
	refuse error
	set    []model.Person
	signed string
	out    bool
	place  int
	keys   []string
}

// source makes the fake a people.Source; its state has the name of its method.
type source struct{ *fake }

func (s source) State(context.Context) (model.State, error) { return s.fake.State, nil }
func (s source) Add(_ context.Context, p model.Person, _ string) error {
	s.set = append(s.set, p)
	return s.refuse
}
func (s source) Set(_ context.Context, p model.Person) error {
	s.set = append(s.set, p)
	return s.refuse
}
func (s source) Key(context.Context, string, string) error { return s.refuse }
func (s source) ConfirmKey(_ context.Context, name string) error {
	s.keys = append(s.keys, "confirm "+name)
	return s.refuse
}
func (s source) RejectKey(_ context.Context, name string) error {
	s.keys = append(s.keys, "reject "+name)
	return s.refuse
}
func (s source) Spare(_ context.Context, dir, pass string) error {
	s.keys = append(s.keys, "spare "+dir+" "+pass)
	return s.refuse
}
func (s source) UseSpare(_ context.Context, name, dir, sparePass, pass string) error {
	s.keys = append(s.keys, "use "+name+" "+dir+" "+sparePass+" "+pass)
	return s.refuse
}
func (s source) Found(context.Context) error {
	s.keys = append(s.keys, "found")
	return s.refuse
}
func (s source) Refound(_ context.Context, name, head, scan, pass string) error {
	s.keys = append(s.keys, "refound "+name+" "+head+" "+scan+" "+pass)
	return s.refuse
}
func (s source) ChooseFile(context.Context, string) (string, error)   { return "akt.pdf", s.refuse }
func (s source) ChooseFolder(context.Context, string) (string, error) { return "stick", s.refuse }
func (s source) Close(context.Context, bool) error                    { s.fake.Closed = true; return s.refuse }
func (s source) SignIn(_ context.Context, name, _ string) error       { s.signed = name; return s.refuse }
func (s source) SignOut()                                             { s.out = true }
func (s source) MakePlace(context.Context) error                      { s.place++; return s.refuse }
func (s source) Subscribe(func()) func()                              { return func() {} }

func full() *fake {
	return &fake{State: model.State{Now: "M. Ahrens", Roles: []string{"clerk", "archivist", "second", "reading-room", "administrator"},
		Rights: []model.Right{{Words: "Bewerten", Roles: []string{"archivist"}},
			{Words: "Eine Vernichtung freigeben", Roles: []string{"second"}}},
		People: []model.Person{{ID: "U001", Name: "M. Ahrens", Roles: []string{"archivist", "administrator"}, Key: "ABCDEFGHIJKLMNOP",
			Active: true, Self: true, Now: true},
			{ID: "U002", Name: "J. Beyer", Unit: "Referat 2", Roles: []string{"second"}, Active: true}}}}
}

func TestScreen(t *testing.T) {
	f, changed := full(), 0
	fr := shelltest.Open(t, people.Screen(source{f}, func() { changed++ }, route.Archivist))
	fr.Go(route.Route{Screen: route.People})
	shelltest.Walk(t, fr, "rail", "people.add", "people.signin", "people.list")
	fr.Tap(t, "people.role.second")
	fr.Run.Drain()
	if len(f.set) != 1 || !slices.Equal(f.set[0].Roles, []string{"archivist", "administrator", "second"}) {
		t.Fatalf("set %+v, want the role second added", f.set)
	}
	fr.Env.Find("people.list").(*kit.List).Select(1)
	fr.Run.Drain()
	fr.Env.Press("Strg+Enter")
	fr.Type(t, "people.signin.pass", "geheim")
	fr.Tap(t, "people.signin.take")
	fr.Run.Drain()
	if f.signed != "J. Beyer" || changed != 1 {
		t.Fatalf("signed in %q, window changed %d times", f.signed, changed)
	}
	f.refuse = errors.New("wrong passphrase")
	fr.Tap(t, "people.role.clerk")
	fr.Run.Drain()
	if fr.Env.Find("people.fault") == nil {
		t.Error("the refusal is not shown")
	}
	fr.Tap(t, "people.fault.close")
	f.refuse = nil
	fr.Tap(t, "people.shut")
	fr.Run.Drain()
	if !f.Closed {
		t.Error("the register was not closed")
	}
	fr.Tap(t, "people.signout")
	if !f.out || changed != 2 {
		t.Error("nobody was signed out")
	}
}

// A key somebody else has made is shown with who made it, and confirmed or taken back.
func TestScreen_KeyThatWaits(t *testing.T) {
	f := full()
	f.State.People[0].Waits, f.State.People[0].Origin = "J. Beyer", "Schlüssel von M. Ahrens gegeben von J. Beyer am 02.11.2026."
	f.State.Founding = "Gründungsakt: M. Ahrens am 02.11.2026, allein."
	fr := shelltest.Open(t, people.Screen(source{f}, func() {}, route.Archivist))
	fr.Go(route.Route{Screen: route.People})
	fr.Tap(t, "people.confirm")
	fr.Run.Drain()
	fr.Tap(t, "people.reject")
	fr.Run.Drain()
	if want := []string{"confirm M. Ahrens", "reject M. Ahrens"}; !slices.Equal(f.keys, want) {
		t.Errorf("did %q, want %q", f.keys, want)
	}
	again := shelltest.Open(t, people.Screen(source{full()}, func() {}, route.Archivist))
	again.Go(route.Route{Screen: route.People})
	if again.Env.Find("people.confirm") != nil {
		t.Error("nothing waits, and there is something to confirm")
	}
}

func TestShots(t *testing.T) {
	shelltest.Shots(t, "10-personen", func() []nav.Screen {
		return []nav.Screen{people.Screen(source{full()}, func() {},
			route.Archivist)}
	},
		route.Route{Screen: route.People}, nil, "people.list", "people.signin")
}

// A workstation becomes a reader's place only after its meaning was told; a refusal
// is shown and nothing changes.
func TestScreen_MakesAReadersPlace(t *testing.T) {
	f, changed := full(), 0
	fr := shelltest.Open(t, people.Screen(source{f}, func() { changed++ }, route.Archivist))
	fr.Go(route.Route{Screen: route.People})
	fr.Tap(t, "people.place")
	if f.place != 0 || fr.Env.Open() == nil {
		t.Fatal("made without being asked")
	}
	f.refuse = errors.New("no key file")
	fr.Tap(t, "people.place.do")
	fr.Run.Drain()
	if fr.Env.Find("people.fault") == nil || changed != 0 {
		t.Error("the refusal is not shown")
	}
	f.refuse = nil
	fr.Tap(t, "people.place")
	fr.Tap(t, "people.place.do")
	fr.Run.Drain()
	if f.place != 2 || changed != 1 {
		t.Errorf("made %d times, window changed %d times", f.place, changed)
	}
}

// typed is what somebody takes for the passphrase, wherever the focus may be.
const typed = "Geheim-4711-marke"

// W6: in whatever order a passphrase is typed and sent into the sheet, it is in no
// text on screen, neither while it is typed nor in the refusal after it, nor is it
// sent as a name. Without a picked person the name is typed first, as the only text.
func TestScreen_NeverShowsAPassphrase(t *testing.T) {
	send := map[string]func(*shelltest.Frame){
		"enter":  func(fr *shelltest.Frame) { fr.Env.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) },
		"button": func(fr *shelltest.Frame) { fr.Tap(t, "people.signin.take") },
		"enter twice": func(fr *shelltest.Frame) {
			for range 2 {
				if f := fr.Env.Canvas().Focused(); f != nil {
					f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
				}
			}
		},
	}
	steps := map[string]int{"at once": 0, "after Tab": 1, "after two Tabs": 2, "after Umschalt+Tab": -1}
	for how, do := range send {
		for where, tabs := range steps {
			f := full()
			f.refuse = failure.New(failure.Refused, "sign in", wording.Plain("Das Kennwort stimmt nicht."))
			fr := shelltest.Open(t, people.Screen(source{f}, func() {}, route.Archivist))
			fr.Go(route.Route{Screen: route.People})
			fr.Env.Find("people.list").(*kit.List).Select(1)
			fr.Run.Drain()
			fr.Env.Press("Strg+Enter")
			if e, ok := fr.Env.Canvas().Focused().(*kit.Entry); !ok || !e.Password {
				t.Fatalf("the focus is on %T, want the field of the passphrase", fr.Env.Canvas().Focused())
			}
			for range tabs {
				fr.Env.Canvas().(interface{ FocusNext() }).FocusNext()
			}
			if tabs < 0 {
				fr.Env.Canvas().(interface{ FocusPrevious() }).FocusPrevious()
			}
			for _, r := range typed {
				if focused := fr.Env.Canvas().Focused(); focused != nil {
					focused.TypedRune(r)
				}
			}
			look := func(when string) {
				if strings.Contains(shown(fr), typed) {
					t.Errorf("%s, %s, %s: the passphrase is on screen", how, where, when)
				}
			}
			look("typed")
			do(fr)
			fr.Run.Drain()
			look("sent")
			if f.signed != "" && f.signed != "J. Beyer" {
				t.Errorf("%s, %s: %q went as a name", how, where, f.signed)
			}
		}
	}
}

// shown is all text on the canvas and its overlays as a person sees it.
func shown(fr *shelltest.Frame) string {
	var b strings.Builder
	var walk func(fyne.CanvasObject)
	walk = func(o fyne.CanvasObject) {
		if !o.Visible() {
			return
		}
		switch x := o.(type) {
		case *canvas.Text:
			b.WriteString(x.Text + "\n")
		case *fyne.Container:
			for _, c := range x.Objects {
				walk(c)
			}
		case fyne.Widget:
			for _, c := range test.WidgetRenderer(x).Objects() {
				walk(c)
			}
		}
	}
	walk(fr.Env.Canvas().Content())
	for _, o := range fr.Env.Canvas().Overlays().List() {
		walk(o)
	}
	return b.String()
}

// Spare key, founding act and second founding act: what is asked, which key does it, and
// where a refusal is told.
func TestScreen_LastingKeys(t *testing.T) {
	type step = func(t *testing.T, fr *shelltest.Frame)
	tap := func(name string) step {
		return func(t *testing.T, fr *shelltest.Frame) { fr.Tap(t, name); fr.Run.Drain() }
	}
	typed := func(name, text string) step {
		return func(t *testing.T, fr *shelltest.Frame) { fr.Type(t, name, text) }
	}
	press := func(key string) step {
		return func(_ *testing.T, fr *shelltest.Frame) { fr.Env.Press(key); fr.Run.Drain() }
	}
	tests := []struct {
		name  string
		steps []step
		want  string
	}{
		{"spare key", []step{tap("people.spare"), typed("people.spare.folder", "/media/stick"),
			typed("people.spare.sparepass", "versiegelt"), press("Strg+Enter")}, "spare /media/stick versiegelt"},
		{"spare key into a chosen folder", []step{tap("people.spare"), tap("people.spare.folder.pick"),
			typed("people.spare.sparepass", "versiegelt"), tap("people.spare.take")}, "spare stick versiegelt"},
		{"spare key without a passphrase", []step{tap("people.spare"), typed("people.spare.folder", "/media/stick"), press("Strg+Enter")},
			""},
		{"spare key used", []step{tap("people.usespare"), typed("people.usespare.folder", "stick"), typed("people.usespare.sparepass", "a"),
			typed("people.usespare.newpass", "b"), press("Strg+Enter")}, "use M. Ahrens stick a b"},
		{"founding act", []step{tap("people.found"), press("Strg+Umschalt+Enter")}, "found"},
		{"founding act by its button", []step{tap("people.found"), tap("people.found.take")}, "found"},
		{"founding act by no other key", []step{tap("people.found"), press("Strg+Enter")}, ""},
		{"founding act not signed", []step{tap("people.found"), tap("people.found.no")}, ""},
		{"second founding act", []step{tap("people.refound"), typed("people.refound.head", "Dr. K. Lang"), tap("people.refound.scan.pick"),
			typed("people.refound.newpass", "neu"), press("Strg+Umschalt+Enter")}, "refound M. Ahrens Dr. K. Lang akt.pdf neu"},
		{"second founding act by no other key", []step{tap("people.refound"), typed("people.refound.head", "Dr. K. Lang"),
			typed("people.refound.scan", "akt.pdf"), typed("people.refound.newpass", "neu"), press("Strg+Enter")}, ""},
		{"second founding act without a scan", []step{tap("people.refound"), typed("people.refound.head", "Dr. K. Lang"),
			typed("people.refound.newpass", "neu"), press("Strg+Umschalt+Enter")}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := full()
			fr := shelltest.Open(t, people.Screen(source{f}, func() {}, route.Archivist))
			fr.Go(route.Route{Screen: route.People})
			for _, do := range tt.steps {
				do(t, fr)
			}
			if got := strings.Join(f.keys, "; "); got != tt.want {
				t.Errorf("did %q, want %q", got, tt.want)
			}
		})
	}
}

// What is refused is told in place.
func TestScreen_LastingKeysRefused(t *testing.T) {
	f := full()
	f.refuse = failure.New(failure.Refused, "sign founding act", wording.Say("hint.office.found-already", "M. Ahrens"))
	fr := shelltest.Open(t, people.Screen(source{f}, func() {}, route.Archivist))
	fr.Go(route.Route{Screen: route.People})
	fr.Tap(t, "people.found")
	fr.Env.Press("Strg+Umschalt+Enter")
	fr.Run.Drain()
	if fr.Env.Find("people.fault") == nil || len(f.keys) != 1 {
		t.Errorf("did %q; the refusal is not shown", f.keys)
	}
}
