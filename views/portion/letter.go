package portion

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/pageview"
	"laufzettel/views/portion/model"
)

// letter shows the draft beside the page it will be: the form left, the PDF right, made
// anew as it is typed. What is signed has no undo: it takes another key than the one that
// opened the sheet.
func (v *view) letter(l model.Letter) {
	env := v.env
	page := pageview.New(env, "portion.letter.page")
	subject := kit.NewEntry(env, "portion.letter.subject", "", nil)
	text := kit.NewTextArea(env, "portion.letter.text", "", 8, nil)
	causes, aside := v.points("cause", l.Causes), v.points("aside", l.Aside)
	draft := func() model.Action {
		return model.Action{Verb: model.DoReturn, Subject: subject.Text, Text: text.Text, Mention: strings.Join(aside.codes(true), " "),
			Leave: causes.codes(false)}
	}
	typed := func(string) { page.Show(v.p.Draft(draft())) }
	for _, p := range []*points{causes, aside} {
		p.changed = func() { typed("") }
	}
	subject.Put(l.Subject)
	text.Put(l.Text)
	subject.OnChanged, text.OnChanged = typed, typed
	field := kit.NewField(env, env.T("portion.letter.text"), text).Mandatory()
	var sheet *kit.Sheet
	take := func() {
		if strings.TrimSpace(text.Text) == "" {
			field.SetError(env.T("portion.letter.missing"))
			env.Focus(text)
			return
		}
		a := draft()
		sheet.Close()
		v.p.Do(a, func() {
			v.done(model.DoReturn)
			v.showLetter()
		})
	}
	form := kit.Pad(kit.Col(12, kit.Row(8, kit.Caption(env.T("portion.letter.to")), kit.Grow(kit.Bold(l.To).End())),
		kit.NewField(env, env.T("portion.letter.subject"), subject), kit.Grow(field), causes.object(), aside.object()), 14, 20, 16, 20)
	content := kit.Cols(0, kit.Wide(letterForm, form), kit.VLine(kit.ColorLine), kit.Grow(page.Object()))
	foot := kit.Row(8, kit.Grow(kit.Caption(env.T("portion.letter.kept")).End()),
		kit.NewPrimary(env, "portion.letter.take", "mail", env.T("portion.letter.take"), take).Key(lastKey))
	sheet = kit.NewSheet(env, env.T("portion.letter.title"), 1180, 720, content, foot).First(text)
	sheet.Actions = []kit.Action{{ID: "portion.letter.take", Title: env.T("portion.letter.take"), Keys: []string{lastKey}, Do: take}}
	sheet.OnClose = page.Close
	sheet.Show()
	typed("")
}

// letterForm is the width of the form of the letter in units.
const letterForm = 460

// showLetter shows the letter that was made last, and where it goes from here.
func (v *view) showLetter() { v.wantLetter = true }

// points are statements of the letter that a person ticks: causes, notes.
type points struct {
	title   string
	all     []model.Point
	chips   []*kit.Chip
	changed func()
}

// pointsHeight is how high a list of points may stand in the form before it scrolls, in units.
const pointsHeight = 104

func (v *view) points(name string, all []model.Point) *points {
	p := &points{title: v.env.T("portion.letter." + name), all: all}
	for i, x := range all {
		chip := kit.NewChip(v.env, "portion.letter."+name+"."+x.Code, kit.Shorten(x.Code+" "+x.Title, kit.S(340), kit.RoleText, false),
			strconv.Itoa(x.Count), func() { p.tick(i) })
		p.chips = append(p.chips, chip)
		p.dress(i, x.Ticked)
	}
	return p
}

// dress shows a point as told or left out: by its sign and its fill.
func (p *points) dress(i int, ticked bool) {
	icon, tint := "dash", kit.ColorText2
	if ticked {
		icon, tint = "check", kit.ColorPrimary
	}
	p.chips[i].Icon(icon, tint).Set(strconv.Itoa(p.all[i].Count), ticked)
	p.chips[i].Refresh()
}

func (p *points) tick(i int) {
	p.dress(i, !p.chips[i].Active())
	p.changed()
}

// codes are those of the points that are ticked, or of the others; never nil.
func (p *points) codes(ticked bool) []string {
	out := []string{}
	for i, c := range p.chips {
		if c.Active() == ticked {
			out = append(out, p.all[i].Code)
		}
	}
	return out
}

// object is the list of points under its title; nothing where there are none.
func (p *points) object() fyne.CanvasObject {
	if len(p.all) == 0 {
		return kit.Space(0, 0)
	}
	rows := make([]fyne.CanvasObject, 0, len(p.chips))
	for _, c := range p.chips {
		rows = append(rows, c)
	}
	list := kit.Flow(6, rows...)
	if high := float32(len(p.chips)) * 32; high > pointsHeight {
		return kit.Col(6, kit.Caption(p.title), kit.Sized(0, pointsHeight, kit.NewScroll(list)))
	}
	return kit.Col(6, kit.Caption(p.title), list)
}

// newLetterOut makes what can be done with the final letter while it is looked at.
func (v *view) newLetterOut() {
	env := v.env
	v.mail = kit.NewButton(env, "portion.letter.mail", "mail", env.T("portion.letter.mail"), v.mailLetter).Key(mailKey).Small()
	v.keep = kit.NewButton(env, "portion.letter.keep", "folder", env.T("portion.letter.keep"), v.keepLetter).Key(keepKey).Small()
	v.outRow = kit.Pad(kit.Flow(8, v.mail, v.keep), 3, 8, 5, 12)
	v.outRow.Hidden = true
}

const (
	mailKey = "Strg+M"
	keepKey = "Strg+S"
)

func (v *view) letterActions() []kit.Action {
	act := func(id, key string, do func()) kit.Action {
		return kit.Action{ID: "portion.letter." + id, Title: v.env.T("portion.letter." + id), Group: v.env.T("nav.portion"),
			Keys: []string{key}, When: v.p.LooksAtClaim, Do: do}
	}
	return []kit.Action{act("mail", mailKey, v.mailLetter), act("keep", keepKey, v.keepLetter)}
}

func (v *view) mailLetter() {
	v.p.Do(model.Action{Verb: model.DoMail}, func() { v.done(model.DoMail) })
}

// keepLetter asks for the folder the letter is laid into.
func (v *view) keepLetter() {
	env := v.env
	kit.Form{Name: "portion.letter.folder", Title: env.T("portion.letter.keep.title"), Text: env.T("portion.letter.keep.text"),
		Fields: []kit.FormField{{ID: "path", Label: env.T("portion.letter.folder"), Placeholder: env.T("portion.letter.folder.hint"),
			Must: true}},
		Do: env.T("portion.letter.keep.do"), Icon: "folder", Take: func(a map[string]string) {
			v.p.Do(model.Action{Verb: model.DoKeep, Text: strings.TrimSpace(a["path"])}, func() { v.done(model.DoKeep) })
		}}.Show(env)
}
