package kit

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// Action is something a key can do. Keys are written as on a German keyboard:
// "Strg+Enter", "Alt+1", "F6", "A", "Bild Ab" (look.md 5); the first is shown.
type Action struct {
	ID    string // stable, for changed keys: "portion.primary"
	Title string
	Group string // column of the key help
	Keys  []string
	Do    func()
	When  func() bool // nil: always
	// On names the table whose rows it acts on: it stands in their menu too. Many: it
	// acts on all that are marked.
	On   string
	Many bool
}

// Scope is the set of actions of the window, the screen or the sheet on top.
type Scope struct {
	Title   string
	Actions []Action
}

// Level orders scopes: the sheet is asked first and alone, then screen, window.
type Level int

// The levels.
const (
	LevelWindow Level = iota
	LevelScreen
	LevelSheet
)

// SetScope puts a scope in force; nil takes it away.
func (e *Env) SetScope(l Level, s *Scope) { e.scopes[l] = s }

// Scope gives the scope of a level, nil if none.
func (e *Env) Scope(l Level) *Scope { return e.scopes[l] }

// ChangeKeys puts the user's own keys in force: action id → key.
func (e *Env) ChangeKeys(keys map[string]string) { e.changed = keys }

// KeysOf gives the keys of an action as they are in force.
func (e *Env) KeysOf(a Action) []string {
	if k, ok := e.changed[a.ID]; ok && k != "" {
		return []string{k}
	}
	return a.Keys
}

// KeyOf gives the first key of the action with this id in any scope, "" if none.
func (e *Env) KeyOf(id string) string {
	if k := e.keysNamed(id); len(k) > 0 {
		return k[0]
	}
	return ""
}

func (e *Env) keysNamed(id string) []string {
	for _, s := range e.scopes {
		if s == nil {
			continue
		}
		for _, a := range s.Actions {
			if a.ID == id && len(e.KeysOf(a)) > 0 {
				return e.KeysOf(a)
			}
		}
	}
	return nil
}

// Press does what a key in our writing is bound to; false: nothing is.
func (e *Env) Press(chord string) bool {
	if chord == "" {
		return false
	}
	if top := e.scopes[LevelSheet]; top != nil {
		return e.press(top, chord)
	}
	for l := LevelScreen; l >= LevelWindow; l-- {
		if s := e.scopes[l]; s != nil && e.press(s, chord) {
			return true
		}
	}
	return false
}

func (e *Env) press(s *Scope, chord string) bool {
	for _, a := range s.Actions {
		if a.Do == nil || !slices.ContainsFunc(e.KeysOf(a), func(k string) bool { return strings.EqualFold(k, chord) }) {
			continue
		}
		if a.When == nil || a.When() {
			a.Do()
			return true
		}
	}
	return false
}

// Key does what a key event without Strg or Alt is bound to. Letters come as
// runes and are no business of Key.
func (e *Env) Key(ev *fyne.KeyEvent) bool {
	name, ok := keyNames[ev.Name]
	if !ok {
		return false
	}
	if e.shift() && e.Press("Umschalt+"+name) {
		return true
	}
	return e.Press(name)
}

// Rune does what a letter or sign is bound to; capital and small act alike.
func (e *Env) Rune(r rune) bool {
	switch r {
	case '+':
		return e.Press("Plus")
	case '-':
		return e.Press("Minus")
	case ' ':
		return false // arrives as the key Leertaste too
	}
	return e.Press(string(unicode.ToUpper(r)))
}

// Shortcut does what a combination with Strg or Alt is bound to.
func (e *Env) Shortcut(s fyne.Shortcut) bool { return e.Press(Chord(s)) }

// Chord writes a Fyne shortcut in our way, "" if it is none of ours.
func Chord(s fyne.Shortcut) string {
	switch s.(type) {
	case *fyne.ShortcutUndo:
		return "Strg+Z"
	case *fyne.ShortcutRedo:
		return "Strg+Y"
	case *fyne.ShortcutCopy:
		return "Strg+C"
	case *fyne.ShortcutCut:
		return "Strg+X"
	case *fyne.ShortcutPaste:
		return "Strg+V"
	case *fyne.ShortcutSelectAll:
		return "Strg+A"
	}
	c, ok := s.(*desktop.CustomShortcut)
	if !ok {
		return ""
	}
	name, ok := keyNames[c.KeyName]
	if !ok {
		name = strings.ToUpper(string(c.KeyName))
	}
	out := ""
	if c.Modifier&(fyne.KeyModifierControl|fyne.KeyModifierSuper) != 0 {
		out += "Strg+"
	}
	if c.Modifier&fyne.KeyModifierAlt != 0 {
		out += "Alt+"
	}
	if c.Modifier&fyne.KeyModifierShift != 0 {
		out += "Umschalt+"
	}
	return out + name
}

// KeyCaps writes the parts of a key in the language of the user.
func (e *Env) KeyCaps(chord string) []string {
	if chord == "" {
		return nil
	}
	parts := strings.Split(chord, "+")
	for i, p := range parts {
		if id := "key." + strings.ReplaceAll(p, " ", ""); e.Has(id) {
			parts[i] = e.T(id)
		}
	}
	return parts
}

var keyNames = map[fyne.KeyName]string{
	fyne.KeyReturn: "Enter", fyne.KeyEnter: "Enter", fyne.KeyEscape: "Esc", fyne.KeySpace: "Leertaste",
	fyne.KeyUp: "Auf", fyne.KeyDown: "Ab", fyne.KeyLeft: "Links", fyne.KeyRight: "Rechts",
	fyne.KeyPageUp: "Bild Auf", fyne.KeyPageDown: "Bild Ab", fyne.KeyHome: "Pos1", fyne.KeyEnd: "Ende",
	fyne.KeyDelete: "Entf", fyne.KeyBackspace: "Rück", fyne.KeyTab: "Tab", fyne.KeyInsert: "Einfg",
	fyne.KeyF1: "F1", fyne.KeyF2: "F2", fyne.KeyF3: "F3", fyne.KeyF4: "F4", fyne.KeyF5: "F5", fyne.KeyF6: "F6",
	fyne.KeyF7: "F7", fyne.KeyF8: "F8", fyne.KeyF9: "F9", fyne.KeyF10: "F10", fyne.KeyF11: "F11", fyne.KeyF12: "F12",
}

// Held gives the keys Strg, Alt and Umschalt as they are held down now.
func (e *Env) Held() fyne.KeyModifier {
	if e.held != nil {
		return e.held()
	}
	d, ok := fyne.CurrentApp().Driver().(desktop.Driver)
	if !ok {
		return 0
	}
	return d.CurrentKeyModifiers()
}

// Hold sets where Held asks; nil: the driver. A driver without keys tells none.
func (e *Env) Hold(held func() fyne.KeyModifier) { e.held = held }

func (e *Env) shift() bool { return e.Held()&fyne.KeyModifierShift != 0 }

// Combinations are the keys with Strg or Alt the window listens to: no other reaches an action.
func Combinations() []fyne.Shortcut {
	out := []fyne.Shortcut{&fyne.ShortcutUndo{}, &fyne.ShortcutRedo{}, &fyne.ShortcutCopy{}, &fyne.ShortcutCut{},
		&fyne.ShortcutPaste{}, &fyne.ShortcutSelectAll{}}
	var keys []fyne.KeyName
	for c := 'A'; c <= 'Z'; c++ {
		keys = append(keys, fyne.KeyName(string(c)))
	}
	for c := '0'; c <= '9'; c++ {
		keys = append(keys, fyne.KeyName(string(c)))
	}
	keys = append(keys, fyne.KeyReturn, fyne.KeyEnter, fyne.KeyTab, fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight, fyne.KeyHome,
		fyne.KeyEnd, fyne.KeyDelete, fyne.KeyPageUp, fyne.KeyPageDown)
	for k, name := range keyNames {
		if strings.HasPrefix(name, "F") && len(name) <= 3 && name != "F4" { // Alt+F4 is the system's
			keys = append(keys, k)
		}
	}
	for _, k := range keys {
		for _, m := range []fyne.KeyModifier{fyne.KeyModifierControl, fyne.KeyModifierAlt,
			fyne.KeyModifierControl | fyne.KeyModifierShift} {
			out = append(out, &desktop.CustomShortcut{KeyName: k, Modifier: m})
		}
	}
	return out
}

type panicError struct{ value any }

func (p panicError) Error() string { return fmt.Sprint("panic: ", p.value) }
