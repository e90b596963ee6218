package kit

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2"
)

// FormField is one field of a Form. What is read into Text may be changed.
type FormField struct {
	ID, Label   string
	Name        string // registers the field; "": the form's name and ID
	Text        string
	Placeholder string
	Help        string
	Must        bool   // an empty answer is told at the field
	Missing     string // how, "": Bitte ausfüllen.
	Secret      bool   // a passphrase: shown as dots, given as typed
	Area        bool   // several lines
	Lines       int    // of an area, 0: 4
	Exact       bool   // given as typed, blanks and ends of lines at the edges too
	Off         bool   // shown, and not to be changed
	// Object stands in place of a typed field, such as switches: it gives no answer.
	Object fyne.CanvasObject
	// Pick asks otherwise, as by the system's dialog, and puts what was chosen; its button
	// stands behind the field. nil: the field is typed alone.
	Pick func(put func(text string))
	// Check says what is wrong with an answer, "" nothing.
	Check func(text string) string
}

// FormButton is one way out of a Form.
type FormButton struct {
	Name, Icon, Text string
	Primary          bool
	// Bare acts without the answers: it goes another way and asks for no field.
	Bare bool
	// Stays leaves the form open: who acts closes it once it is done.
	Stays bool
	Off   bool   // cannot be pressed as yet
	Key   string // stands on the primary one in place of Strg+Enter, where the body acts by it
	Do    func(answers map[string]string)
}

// Form is the one sheet that asks: a text, fields one below the other, at the bottom the
// ways out. What is missing or wrong is told at its field, which gets the focus; nothing
// typed is lost by that. Enter goes to the next empty field and from the last one on, with
// Strg from anywhere, to the primary button. The first empty field has the focus.
type Form struct {
	// Name registers the fields as Name.ID and, where Buttons name none, the button as
	// Name.take.
	Name  string
	Title string
	Text  string
	// Above and Below stand before and behind the fields; nil: nothing.
	Above, Below fyne.CanvasObject
	// Body takes the room that is left before the fields, such as a list; Height gives it.
	Body   fyne.CanvasObject
	Fields []FormField
	// First has the focus when the form opens; nil: the first empty field.
	First fyne.Focusable
	// Note is a line at the left of the buttons.
	Note    string
	Width   float32      // in units, 0: 600
	Height  float32      // in units, 0: as it needs
	Buttons []FormButton // nil: the usual one; empty: none, the body acts
	// Do, Icon and Take are those of the usual one button.
	Do, Icon string
	Take     func(answers map[string]string)
	// Lasting is for what cannot be undone: no key does it, a person goes to its button.
	Lasting bool
	// LastingKey does a lasting act all the same, where it is none of the keys that lead to
	// the form or through it.
	LastingKey string
	OnClose    func()
}

// formWidth is the width of a form that says none, in units.
const formWidth = 600

// openForm is a form on the canvas.
type openForm struct {
	Form
	env     *Env
	sheet   *Sheet
	content *Scroll
	entries []*Entry
	fields  []*Field
}

// Show opens the form.
func (f Form) Show(env *Env) *Sheet {
	if f.Buttons == nil {
		f.Buttons = []FormButton{{Name: f.Name + ".take", Icon: f.Icon, Text: f.Do, Primary: true, Do: f.Take}}
	}
	if f.Width == 0 {
		f.Width = formWidth
	}
	o := &openForm{Form: f, env: env}
	var items []fyne.CanvasObject
	if f.Text != "" {
		items = append(items, Body(f.Text).Wrap())
	}
	if f.Above != nil {
		items = append(items, f.Above)
	}
	if f.Body != nil {
		items = append(items, Grow(f.Body))
	}
	for i, x := range f.Fields {
		if x.Object != nil {
			o.entries, o.fields, items = append(o.entries, nil), append(o.fields, nil), append(items, x.Object)
			continue
		}
		var field fyne.CanvasObject = o.field(i, x)
		if x.Pick != nil {
			put := o.entries[i].Put
			field = Row(8, Grow(field), NewButton(env, f.Name+"."+x.ID+".pick", "folder", env.T("form.pick"),
				func() { x.Pick(put) }).Small())
		}
		items = append(items, field)
	}
	if f.Below != nil {
		items = append(items, f.Below)
	}
	o.open(Pad(Col(12, items...), 16, 20, 20, 20))
	return o.sheet
}

// open shows what was asked; what has no body scrolls where there is no room for it.
func (o *openForm) open(page fyne.CanvasObject) {
	content := page
	if o.Body == nil {
		o.content = NewScroll(page)
		if content = o.content; o.Height == 0 {
			content = o.content.Tall()
		}
	}
	var foot fyne.CanvasObject
	if len(o.Buttons) > 0 || o.Note != "" {
		foot = o.foot()
	}
	o.sheet = NewSheet(o.env, o.Title, o.Width, o.Height, content, foot)
	o.sheet.OnClose, o.sheet.Actions = o.closed, o.keys()
	if first := o.first(); first != nil {
		o.sheet.First(first)
	}
	o.sheet.Show()
}

func (o *openForm) field(i int, x FormField) *Field {
	name := x.Name
	if name == "" {
		name = o.Name + "." + x.ID
	}
	e := NewEntry(o.env, name, x.Placeholder, nil)
	if x.Area {
		e = NewTextArea(o.env, name, x.Placeholder, cmp.Or(x.Lines, 4), nil)
	} else {
		e.OnSubmitted = func(string) { o.enter(i) }
	}
	e.Password = x.Secret
	e.Put(x.Text)
	if x.Off {
		e.Disable()
	}
	box := NewField(o.env, x.Label, e).Help(x.Help)
	if x.Must {
		box.Mandatory()
	}
	o.entries, o.fields = append(o.entries, e), append(o.fields, box)
	return box
}

// foot are the ways out, the primary one last.
func (o *openForm) foot() fyne.CanvasObject {
	var note fyne.CanvasObject = Space(1, 1)
	if o.Note != "" {
		note = Caption(o.Note).End()
	}
	row := []fyne.CanvasObject{Grow(note)}
	for _, b := range o.Buttons {
		do := func() { o.take(b) }
		button := NewButton(o.env, b.Name, b.Icon, b.Text, do)
		if b.Primary {
			button = NewPrimary(o.env, b.Name, b.Icon, b.Text, do).Key(cmp.Or(b.Key, o.key()))
		}
		if b.Off {
			button.Disable()
		}
		row = append(row, button)
	}
	return Row(8, row...)
}

// first is what has the focus: the first empty field, else the first; without fields the
// primary button, or the first button where the act is lasting.
func (o *openForm) first() fyne.Focusable {
	if o.First != nil {
		return o.First
	}
	var any *Entry
	for _, e := range o.entries {
		if e == nil || e.Disabled() {
			continue
		}
		if e.Text == "" {
			return e
		}
		if any == nil {
			any = e
		}
	}
	if any != nil {
		return any
	}
	for _, b := range o.Buttons {
		if f, ok := o.env.Find(b.Name).(fyne.Focusable); ok && b.Primary != o.Lasting {
			return f
		}
	}
	return nil
}

func (o *openForm) keys() []Action {
	key := o.key()
	for _, b := range o.Buttons {
		if b.Primary && key != "" {
			return []Action{{ID: b.Name, Title: b.Text, Keys: []string{key}, Do: func() { o.take(b) }, When: o.able(b)}}
		}
	}
	return nil
}

// able tells whether a button can be pressed now.
func (o *openForm) able(b FormButton) func() bool {
	return func() bool {
		d, ok := o.env.Find(b.Name).(fyne.Disableable)
		return ok && !d.Disabled()
	}
}

// key does what the primary button does, "" none.
func (o *openForm) key() string {
	if o.Lasting {
		return o.LastingKey
	}
	return "Strg+Enter"
}

// enter goes on from field i.
func (o *openForm) enter(i int) {
	for _, e := range o.entries[i+1:] {
		if e != nil && e.Text == "" {
			o.env.Focus(e)
			return
		}
	}
	for _, b := range o.Buttons {
		if b.Primary && !o.Lasting && o.able(b)() {
			o.take(b)
			return
		}
	}
}

// answers reads the fields; false: something is missing or wrong and told there.
func (o *openForm) answers() (map[string]string, bool) {
	out, bad := map[string]string{}, -1
	for i, x := range o.Fields {
		if x.Object != nil {
			continue
		}
		text := o.entries[i].Text
		if !x.Secret && (!x.Exact || strings.TrimSpace(text) == "") {
			text = strings.TrimSpace(text)
		}
		wrong := ""
		if x.Must && text == "" {
			if wrong = x.Missing; wrong == "" {
				wrong = o.env.T("form.missing")
			}
		} else if x.Check != nil {
			wrong = x.Check(text)
		}
		o.fields[i].SetError(wrong)
		if wrong != "" && bad < 0 {
			bad = i
		}
		out[x.ID] = text
	}
	if o.content != nil {
		o.content.Relayout() // a line more stands below a field that is wrong
	}
	o.sheet.Relayout()
	if bad >= 0 {
		o.env.Focus(o.entries[bad])
	}
	return out, bad < 0
}

// closed empties what is secret, which stays nowhere, and tells it.
func (o *openForm) closed() {
	for i, x := range o.Fields {
		if x.Secret {
			o.entries[i].Put("")
		}
	}
	if o.OnClose != nil {
		o.OnClose()
	}
}

func (o *openForm) take(b FormButton) {
	var answers map[string]string
	if !b.Bare {
		var whole bool
		if answers, whole = o.answers(); !whole {
			return
		}
	}
	if !b.Stays {
		o.sheet.Close()
	}
	if b.Do != nil {
		b.Do(answers)
	}
}
