// Package shell is the frame of the window: rail, place of the screen, status
// bar, toast, key help and command search. It builds screens when they are first
// shown, keeps them, and moves between them by nav routes. It knows no screen by
// name; app registers them.
package shell

import (
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/transfer/failure"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
)

// Deps is what the shell needs from app.
type Deps struct {
	Env     *kit.Env
	Screens []nav.Screen
	Role    route.Role
	Archive string // name below the mark
	User    string
	Now     func() time.Time
	// Title sets the title of the window; may be nil.
	Title func(string)
	// Home is where the window starts; zero: the first screen of the role.
	Home route.Route
	// After calls back later on the UI thread (toast); nil: the toast stays.
	After func(time.Duration, func()) (stop func())
	// Welcome asks who works here, for what archive and in which role; nil: not offered.
	Welcome func()
	// Support writes the package for support; nil: not offered.
	Support func()
	// Browse opens the pages of the second face in the browser; nil: not offered.
	Browse func()
}

// Shell is the frame. All methods belong to the UI thread.
type Shell struct {
	deps    Deps
	env     *kit.Env
	root    *fyne.Container
	place   *fyne.Container
	rail    *rail
	status  *statusBar
	toast   *kit.Toast
	refused *fyne.Container // what stopped a step that has no place on its screen
	views   map[route.Key]*nav.View
	shown   *nav.View
	now     route.Route
	past    []route.Route
	class   kit.Class
	sized   bool
	narrow  bool // chosen by Strg+B
	screens []nav.Screen
}

// New makes the frame; nothing is shown before Start.
func New(d Deps) *Shell {
	if d.Now == nil {
		d.Now = time.Now
	}
	s := &Shell{deps: d, env: d.Env, views: map[route.Key]*nav.View{}, class: kit.ClassM}
	for _, sc := range d.Screens {
		if sc.For(d.Role) {
			s.screens = append(s.screens, sc)
		}
	}
	s.narrow = s.env.Kept("rail.narrow") == "yes"
	s.place, s.refused = container.NewStack(), container.NewStack()
	s.refused.Hide()
	s.rail = newRail(s)
	s.status = newStatusBar(s)
	s.toast = kit.NewToast(s.env, d.After)
	s.env.OnHint(s.status.hint)
	s.env.OnLost(s.refuge)
	frame := kit.Cols(0, s.rail.root, kit.VLine(kit.ColorLine),
		kit.Grow(kit.Col(0, kit.Grow(s.place), s.refused, s.status.root)))
	s.root = container.New(&frameLayout{s}, kit.NewRect(kit.ColorSurface), frame, s.toast)
	s.env.SetScope(kit.LevelWindow, &kit.Scope{Title: s.env.T("shell.keys.everywhere"), Actions: s.actions()})
	return s
}

// Object gives the content of the window.
func (s *Shell) Object() fyne.CanvasObject { return s.root }

// Start shows the first screen. The window must have its content by then.
func (s *Shell) Start() {
	home := s.deps.Home
	if _, ok := s.screen(home.Screen); !ok && len(s.screens) > 0 { // none, or not one of the role
		home = route.Route{Screen: s.screens[0].Key}
	}
	s.status.saved(s.deps.Now())
	s.Badges()
	s.Go(home)
}

// Drop takes files and folders dropped on the window.
func (s *Shell) Drop(paths []string) {
	if v := s.views[s.now.Screen]; v != nil && v.Dropped != nil {
		v.Dropped(paths)
		return
	}
	if _, ok := s.screen(route.Inbox); ok {
		s.Go(route.Route{Screen: route.Inbox})
		if v := s.views[route.Inbox]; v != nil && v.Dropped != nil {
			v.Dropped(paths)
		}
	}
}

// Channel shows the state of the channel at the right of the status bar.
func (s *Shell) Channel(text string) { s.status.channel(text) }

// Close ends the background work of all screens.
func (s *Shell) Close() {
	for _, v := range s.views {
		if v.Close != nil {
			v.Close()
		}
	}
	s.views = map[route.Key]*nav.View{}
}

func (s *Shell) screen(k route.Key) (nav.Screen, bool) {
	i := slices.IndexFunc(s.screens, func(x nav.Screen) bool { return x.Key == k })
	if i < 0 {
		return nav.Screen{}, false
	}
	return s.screens[i], true
}

// Env implements nav.Host.
func (s *Shell) Env() *kit.Env { return s.env }

// Go implements nav.Host. A screen the role does not have is not gone to.
func (s *Shell) Go(r route.Route) {
	if r.Screen == route.Welcome && s.deps.Welcome != nil {
		s.deps.Welcome()
		return
	}
	sc, ok := s.screen(r.Screen)
	if !ok {
		return
	}
	if s.now.Screen != "" && s.now != r {
		s.past = append(s.past, s.now)
		if len(s.past) > 50 {
			s.past = s.past[1:]
		}
	}
	s.show(sc, r)
}

// Back implements nav.Host.
func (s *Shell) Back() {
	if n := len(s.past); n > 0 {
		r := s.past[n-1]
		s.past = s.past[:n-1]
		if sc, ok := s.screen(r.Screen); ok {
			s.show(sc, r)
		}
	}
}

func (s *Shell) show(sc nav.Screen, r route.Route) {
	keepRail := s.env.Focused() != nil && s.env.Focused() == fyne.Focusable(s.rail.list)
	s.now = r
	v := s.build(sc)
	if old := s.shown; old != nil && old != v && old.Hide != nil {
		old.Hide()
	}
	s.shown = v
	s.status.screen("")
	s.Title(s.env.T(sc.Title))
	s.env.SetScope(kit.LevelScreen, &kit.Scope{Title: s.env.T(sc.Title), Actions: v.Actions})
	s.place.Objects = []fyne.CanvasObject{v.Object}
	s.place.Refresh()
	s.rail.mark(sc)
	s.fitRail()
	s.layoutToast(s.root.Size())
	if v.Show != nil {
		v.Show(r)
	}
	if !keepRail {
		s.enter(r, enterTries)
	}
}

// A screen that is still loading has nothing to focus yet: the shell tries again
// for a while, unless somebody has moved the focus or gone on.
const (
	enterTries = 40
	enterPause = 100 * time.Millisecond
)

func (s *Shell) enter(r route.Route, tries int) {
	s.focusRegion(1)
	regions := s.regions()
	if len(regions) < 2 || s.env.Focused() == regions[1] || tries == 0 || s.deps.After == nil {
		return
	}
	s.deps.After(enterPause, func() {
		if f := s.env.Focused(); s.now == r && s.env.Open() == nil && (f == nil || f == fyne.Focusable(s.status.help)) {
			s.enter(r, tries-1)
		}
	})
}

// room is the host of one screen: what a screen says about itself while another
// one is shown (it may redraw in the background) is not shown.
type room struct {
	*Shell
	key route.Key
}

// Status implements nav.Host.
func (r room) Status(text string) {
	if r.now.Screen == r.key {
		r.Shell.Status(text)
	}
}

// Title implements nav.Host.
func (r room) Title(text string) {
	if r.now.Screen == r.key {
		r.Shell.Title(text)
	}
}

// Actions lists the actions of all screens of the role and of the window (key
// ""), by screen, for changing keys. Screens not yet shown are built for it.
func (s *Shell) Actions() map[string][]kit.Action {
	out := map[string][]kit.Action{"": s.actions()}
	for _, sc := range s.screens {
		out[string(sc.Key)] = s.build(sc).Actions
	}
	return out
}

func (s *Shell) build(sc nav.Screen) *nav.View {
	v := s.views[sc.Key]
	if v == nil {
		v = sc.Build(room{s, sc.Key})
		s.views[sc.Key] = v
		if v.Resized != nil {
			v.Resized(s.class)
		}
	}
	return v
}

// Now gives the route shown.
func (s *Shell) Now() route.Route { return s.now }

// Toast implements nav.Host.
func (s *Shell) Toast(text string, undo func()) {
	s.toast.Say(text, undo)
	s.status.screen(text)
	s.root.Refresh()
	s.layoutToast(s.root.Size())
}

// undo takes back what the toast tells of; without one it says so, as a key that does
// nothing leaves a person in doubt.
func (s *Shell) undo() {
	if !s.toast.Undo() {
		s.toast.Tell(s.env.T("shell.undo.none"))
	}
}

// Tell implements nav.Host.
func (s *Shell) Tell(text string) {
	s.toast.Tell(text)
	s.status.screen(text)
	s.root.Refresh()
	s.layoutToast(s.root.Size())
}

// Refuse implements nav.Host.
func (s *Shell) Refuse(err error, fallback string) {
	if err == nil || failure.Canceled(err) {
		return
	}
	box := nav.Refused(s, "shell.refused", err, s.now.ID, fallback, s.understood, func() { s.root.Refresh() })
	s.toast.Clear()
	s.refused.Objects = []fyne.CanvasObject{kit.Pad(box, 6, 20, 6, 20)}
	s.refused.Show()
	s.root.Refresh()
}

func (s *Shell) understood() {
	s.refused.Objects = nil
	s.refused.Hide()
	s.root.Refresh()
}

// Saved implements nav.Host.
func (s *Shell) Saved() { s.status.saved(s.deps.Now()) }

// Status implements nav.Host.
func (s *Shell) Status(text string) { s.status.screen(text) }

// Title implements nav.Host.
func (s *Shell) Title(text string) {
	if s.deps.Title != nil {
		s.deps.Title(text + " – Laufzettel")
	}
}

// Class implements nav.Host.
func (s *Shell) Class() kit.Class { return s.class }

// Badges implements nav.Host.
func (s *Shell) Badges() { s.rail.refresh() }

func (s *Shell) resized(size fyne.Size) {
	c := kit.ClassOf(size)
	if s.sized && c == s.class {
		s.fitRail()
		return
	}
	s.sized, s.class = true, c
	s.fitRail()
	for _, v := range s.views {
		if v.Resized != nil {
			v.Resized(c)
		}
	}
}

func (s *Shell) fitRail() {
	sc, _ := s.screen(s.now.Screen)
	s.rail.setNarrow(s.narrow || sc.Narrow || s.root.Size().Width < kit.S(1280) && s.root.Size().Width > 0)
}

// regions are what F6 goes through: rail, regions of the screen, status bar.
func (s *Shell) regions() []fyne.Focusable {
	out := []fyne.Focusable{s.rail.list}
	if v := s.views[s.now.Screen]; v != nil && v.Regions != nil {
		for _, f := range v.Regions() {
			if o, ok := f.(fyne.CanvasObject); ok && o.Visible() {
				out = append(out, f)
			}
		}
	}
	return append(out, s.status.help)
}

// refuge is what has the focus where it would be on nothing: the first region of the
// screen, else the help in the status bar.
func (s *Shell) refuge() fyne.Focusable {
	r := s.regions()
	return r[min(1, len(r)-1)]
}

func (s *Shell) focusRegion(i int) {
	if r := s.regions(); i >= 0 && i < len(r) {
		s.env.Focus(r[i])
	}
}

// step moves to the next or previous region.
func (s *Shell) step(by int) {
	r := s.regions()
	at := slices.Index(r, s.env.Focused())
	if at < 0 {
		at = s.regionOf(r)
	}
	s.focusRegion((at + by + len(r)) % len(r))
}

// regionOf finds the region the focus is nearest behind: things between two
// regions belong to the first of them.
func (s *Shell) regionOf(r []fyne.Focusable) int {
	f, ok := s.env.Focused().(fyne.CanvasObject)
	if !ok {
		return 0
	}
	pos := fyne.CurrentApp().Driver().AbsolutePositionForObject(f)
	best, least := 0, float32(1e9)
	for i, x := range r {
		p := fyne.CurrentApp().Driver().AbsolutePositionForObject(x.(fyne.CanvasObject))
		d := (p.X-pos.X)*(p.X-pos.X) + (p.Y-pos.Y)*(p.Y-pos.Y)
		if d < least {
			best, least = i, d
		}
	}
	return best
}

func (s *Shell) actions() []kit.Action {
	group := s.env.T("shell.keys.everywhere")
	a := func(id, keys string, do func()) kit.Action {
		return kit.Action{ID: "shell." + id, Title: s.env.T("shell.action." + id), Group: group, Keys: []string{keys}, Do: do}
	}
	acts := []kit.Action{
		a("help", "F1", s.showHelp), a("region", "F6", func() { s.step(1) }), a("region.back", "Umschalt+F6", func() { s.step(-1) }),
		a("command", "Strg+K", s.showCommands), a("rail", "Strg+B", s.toggleRail),
		a("open", "Strg+O", s.openDelivery), a("undo", "Strg+Z", s.undo),
		a("back", "Esc", s.escape),
	}
	if _, ok := s.screen(route.Handbook); ok {
		acts = append(acts, a("handbook", "Umschalt+F1", s.openHandbook))
	}
	if s.deps.Welcome != nil {
		acts = append(acts, a("welcome", "Strg+Umschalt+F2", s.deps.Welcome))
	}
	if s.deps.Support != nil {
		acts = append(acts, a("support", "Strg+Umschalt+F1", s.deps.Support))
	}
	if s.deps.Browse != nil {
		browse := a("browse", "Strg+F6", s.deps.Browse)
		browse.Keys = append(browse.Keys, "F9")
		acts = append(acts, browse)
	}
	for i, sc := range s.rail.items(s.screens) {
		if i < railKeys {
			acts = append(acts, kit.Action{ID: "shell.view." + string(sc.Key), Title: s.env.T(sc.Title), Group: s.env.T("shell.keys.views"),
				Keys: []string{"Alt+" + railDigit(i)}, Do: func() {
					s.env.Focus(s.status.help)
					s.Go(route.Route{Screen: sc.Key})
				}})
		}
	}
	return acts
}

// railKeys is how many items of the rail have a key: Alt with 1 to 9, and 0.
const railKeys = 10

// railDigit is the digit of the item at i, from 0.
func railDigit(i int) string { return strconv.Itoa((i + 1) % railKeys) }

// OpenFilter is the filter of a route that asks the inbox to open a delivery.
const OpenFilter = "open"

func (s *Shell) openDelivery() { s.Go(route.Route{Screen: route.Inbox, Filter: OpenFilter}) }

func (s *Shell) toggleRail() {
	s.narrow = !s.narrow
	word := "no"
	if s.narrow {
		word = "yes"
	}
	s.env.Keep("rail.narrow", word)
	s.fitRail()
}

func (s *Shell) escape() {
	switch {
	case s.toast.Visible():
		s.toast.Clear()
	case s.refused.Visible():
		s.understood()
	default:
		s.Back()
	}
}

func (s *Shell) layoutToast(size fyne.Size) {
	m := s.toast.MinSize()
	s.toast.Resize(m)
	sc, _ := s.screen(s.now.Screen)
	s.toast.Move(fyne.NewPos(s.rail.width()+kit.S(20), size.Height-m.Height-kit.S(34+sc.Foot)))
}

type frameLayout struct{ s *Shell }

// Layout implements fyne.Layout.
func (f *frameLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	f.s.resized(size)
	o[0].Resize(size)
	o[1].Resize(size)
	f.s.layoutToast(size)
}

// MinSize implements fyne.Layout: the smallest window is 880 × 480.
func (f *frameLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(880, 480) }
