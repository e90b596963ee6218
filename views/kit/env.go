package kit

import (
	"slices"

	"fyne.io/fyne/v2"

	"laufzettel/views/words"
)

// Env is what all widgets of one window share: words, keys, names, hints and
// kept splits. It belongs to the UI thread.
type Env struct {
	*words.Words
	Run Dispatcher

	canvas  fyne.Canvas
	hint    func(string)
	names   map[string]fyne.CanvasObject
	scopes  [3]*Scope
	changed map[string]string
	kept    Keeper
	mem     map[string]string
	sheet   *Sheet
	held    func() fyne.KeyModifier
	home    func() fyne.Focusable
	named   map[fyne.CanvasObject]string // names of the registered and of those they replaced
	old     map[string]fyne.CanvasObject
}

// Keeper keeps small things between starts (splits, narrow rail); app gives one.
type Keeper interface {
	Get(key string) string
	Put(key, value string)
}

// NewEnv makes an environment. keep may be nil: then things are kept for the
// session only.
func NewEnv(w *words.Words, run Dispatcher, keep Keeper) *Env {
	return &Env{Words: w, Run: run, names: map[string]fyne.CanvasObject{}, kept: keep, mem: map[string]string{},
		changed: map[string]string{},
		named:   map[fyne.CanvasObject]string{}, old: map[string]fyne.CanvasObject{}}
}

// Keep stores a small thing under a key.
func (e *Env) Keep(key, value string) {
	e.mem[key] = value
	if e.kept != nil {
		e.kept.Put(key, value)
	}
}

// Kept reads what Keep stored, "" if nothing.
func (e *Env) Kept(key string) string {
	if v, ok := e.mem[key]; ok {
		return v
	}
	if e.kept != nil {
		return e.kept.Get(key)
	}
	return ""
}

// Attach binds the environment to a window's canvas: keys that no widget has the
// focus for and all combinations with Strg or Alt arrive here.
func (e *Env) Attach(c fyne.Canvas) {
	e.canvas = c
	c.SetOnTypedKey(func(ev *fyne.KeyEvent) { e.Key(ev) })
	c.SetOnTypedRune(func(r rune) { e.Rune(r) })
	for _, s := range Combinations() {
		c.AddShortcut(s, func(s fyne.Shortcut) { e.Shortcut(s) })
	}
}

// Canvas gives the canvas, nil before Attach.
func (e *Env) Canvas() fyne.Canvas { return e.canvas }

// OnHint sets where hints are shown (the status bar).
func (e *Env) OnHint(show func(string)) { e.hint = show }

// Hint shows what the thing under focus or mouse does; "" clears it.
func (e *Env) Hint(text string) {
	if e.hint != nil {
		e.hint(text)
	}
}

// Name registers an object so that tests and scripts find it; an empty name is
// not registered. A later object of the same name takes its place.
func (e *Env) Name(name string, o fyne.CanvasObject) {
	if name == "" {
		return
	}
	if before, ok := e.names[name]; ok && before != o && e.old[name] != nil {
		delete(e.named, e.old[name]) // the one before the last cannot be asked for any more
	}
	e.old[name] = e.names[name]
	e.names[name], e.named[o] = o, name
}

// Find gives a registered object, nil if there is none.
func (e *Env) Find(name string) fyne.CanvasObject { return e.names[name] }

// Names lists the registered names in order.
func (e *Env) Names() []string {
	out := make([]string, 0, len(e.names))
	for n := range e.names {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}

// Focus gives the focus to an object on the canvas. One that has been replaced gives it to
// the one that bears its name now; one that is hidden or gone leaves it where it is, and
// where that is nowhere it goes home.
func (e *Env) Focus(f fyne.Focusable) {
	if e.canvas == nil || f == nil {
		return
	}
	if e.reachable(f) {
		e.canvas.Focus(f)
		return
	}
	if now, ok := e.names[e.nameOf(f)].(fyne.Focusable); ok && now != f && e.reachable(now) {
		e.canvas.Focus(now)
		return
	}
	e.settle()
}

// OnLost sets what gets the focus where it would be on nothing: the first region of the
// screen.
func (e *Env) OnLost(home func() fyne.Focusable) { e.home = home }

// settle sends a focus that is on nothing, or on what is not shown any more, home.
func (e *Env) settle() {
	if e.canvas == nil || e.sheet != nil || e.home == nil {
		return
	}
	if f := e.canvas.Focused(); f != nil && e.reachable(f) {
		return
	}
	if f := e.home(); f != nil && e.reachable(f) {
		e.canvas.Focus(f)
	}
}

// reachable tells whether an object stands on the canvas with nothing hidden above it.
// Fyne logs an error for every other one that is to have the focus. What widgets hold is
// known of ours alone; of others the driver tells where they stand.
func (e *Env) reachable(f fyne.Focusable) bool {
	o, ok := f.(fyne.CanvasObject)
	if !ok || !o.Visible() {
		return false
	}
	roots := e.canvas.Overlays().List()
	if len(roots) == 0 {
		roots = []fyne.CanvasObject{e.canvas.Content()}
	} else {
		roots = roots[len(roots)-1:]
	}
	for _, root := range roots {
		if within(root, o) {
			return true
		}
	}
	return false
}

// within tells whether o is shown somewhere in root.
func within(root, o fyne.CanvasObject) bool {
	if root == nil || !root.Visible() {
		return false
	}
	if root == o {
		return true
	}
	for _, x := range Inside(root) {
		if within(x, o) {
			return true
		}
	}
	return false
}

// nameOf gives the name an object was registered by, "" none.
func (e *Env) nameOf(f fyne.Focusable) string {
	o, ok := f.(fyne.CanvasObject)
	if !ok {
		return ""
	}
	if n, ok := e.named[o]; ok {
		return n
	}
	return ""
}

// Focused gives the object with the focus, nil if none.
func (e *Env) Focused() fyne.Focusable {
	if e.canvas == nil {
		return nil
	}
	return e.canvas.Focused()
}

// Rebuild runs a change that replaces objects and gives the focus to the new
// object of the same name, so that a refresh never takes the focus away.
func (e *Env) Rebuild(change func()) {
	before := e.Focused()
	name := ""
	if before != nil {
		name = e.nameOf(before)
	}
	change()
	if f, ok := e.names[name].(fyne.Focusable); ok && name != "" && f != e.Focused() && before == e.Focused() {
		e.Focus(f)
	}
	e.settle()
}

// Dispatcher is where work crosses threads: Background runs off the UI thread,
// UI runs on it. Presenters declare the same interface for themselves.
type Dispatcher interface {
	Background(work func())
	UI(update func())
}

// Live is the dispatcher of the running program.
type Live struct{}

// Background implements Dispatcher with a goroutine. A panic of the work is
// logged and ends that work only.
func (Live) Background(work func()) {
	go func() {
		defer func() {
			if r := recover(); r != nil {
				fyne.LogError("background work", panicError{r})
			}
		}()
		work()
	}()
}

// UI implements Dispatcher with fyne.Do.
func (Live) UI(update func()) { fyne.Do(update) }
