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
}

// Keeper keeps small things between starts (splits, narrow rail); app gives one.
type Keeper interface {
	Get(key string) string
	Put(key, value string)
}

// NewEnv makes an environment. keep may be nil: then things are kept for the
// session only.
func NewEnv(w *words.Words, run Dispatcher, keep Keeper) *Env {
	return &Env{Words: w, Run: run, names: map[string]fyne.CanvasObject{}, kept: keep, mem: map[string]string{}, changed: map[string]string{}}
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
	for _, s := range combinations() {
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
	if name != "" {
		e.names[name] = o
	}
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

// Focus gives the focus to an object, if it is on the canvas.
func (e *Env) Focus(f fyne.Focusable) {
	if e.canvas != nil && f != nil {
		e.canvas.Focus(f)
	}
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
	name := ""
	if o, ok := e.Focused().(fyne.CanvasObject); ok {
		for n, x := range e.names {
			if x == o {
				name = n
			}
		}
	}
	change()
	if name == "" {
		return
	}
	if f, ok := e.names[name].(fyne.Focusable); ok && f != e.Focused() {
		e.Focus(f)
	}
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
