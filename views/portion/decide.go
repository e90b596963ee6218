package portion

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/pageview"
	"laufzettel/views/portion/model"
	"laufzettel/views/route"
)

// primary does the next step of the state.
func (v *view) primary() {
	if verb := v.p.Primary(); verb != model.DoNothing && v.p.Busy == model.DoNothing {
		v.do(verb)
	}
}

// do leads to the screen or sheet a decision needs, or does it at once.
func (v *view) do(verb model.Verb) {
	id := v.p.Detail.ID
	switch verb {
	case model.DoReturn:
		v.p.Letter(v.letter)
	case model.DoException, model.DoStop:
		v.reason(verb)
	case model.DoClear:
		v.clear()
	case model.DoPackage:
		if v.p.Detail.Divides {
			v.split()
			return
		}
		v.p.Do(model.Action{Verb: verb}, func() { v.done(verb) })
	case model.DoClose: // an accession is closed in the book, with the list of its copies
		v.host.Go(route.Route{Screen: route.Book})
	case model.DoAppraise:
		if v.shared() {
			v.goShare()
			return
		}
		v.host.Go(route.Route{Screen: route.Appraise, ID: id})
	case model.DoReader:
		v.host.Go(route.Route{Screen: route.Reader, ID: id})
	case model.DoReopen:
		v.host.Go(route.Route{Screen: route.Inbox, Filter: "open"})
	default:
		v.p.Do(model.Action{Verb: verb}, func() { v.done(verb) })
	}
}

// shared tells whether the portion is a file share that can be looked at.
func (v *view) shared() bool { return v.p.Detail.Kind == shareKind && v.p.Detail.Checked }

// shareKind is the kind of deliveries that have a workplace of their own.
const shareKind = "files"

func (v *view) goShare() {
	if v.shared() {
		v.host.Go(route.Route{Screen: route.Share, ID: v.p.Detail.ID})
	}
}

func (v *view) done(verb model.Verb) {
	v.host.Saved()
	v.host.Badges()
	if v.env.Has("portion.done." + string(verb)) {
		v.host.Toast(v.env.T("portion.done."+string(verb), v.p.Detail.Name), nil)
	}
}

// reason asks for the reason of an exception or a stop; without one nothing is done.
func (v *view) reason(verb model.Verb) {
	env := v.env
	entry := kit.NewTextArea(env, "portion.reason", env.T("portion.reason.hint"), 4, nil)
	field := kit.NewField(env, env.T("portion.reason"), entry).Mandatory()
	var sheet *kit.Sheet
	take := func() {
		reason := strings.TrimSpace(entry.Text)
		if reason == "" {
			field.SetError(env.T("portion.reason.missing"))
			env.Focus(entry)
			return
		}
		sheet.Close()
		v.p.Do(model.Action{Verb: verb, Text: reason}, func() { v.done(verb) })
	}
	content := kit.Pad(kit.Col(14, kit.Body(env.T("portion.reason."+string(verb))).Wrap(), field), 16, 20, 20, 20)
	foot := kit.Row(8, kit.Grow(kit.Caption(env.T("portion.reason.kept")).End()), kit.NewPrimary(env, "portion.reason.take", primaryIcons[verb], env.T("portion.take."+string(verb)), take).Key(lastKey))
	sheet = kit.NewSheet(env, env.T("portion.do."+string(verb)), 600, 340, content, foot).First(entry)
	sheet.Actions = []kit.Action{{ID: "portion.reason.take", Title: env.T("portion.take." + string(verb)), Keys: []string{lastKey}, Do: take}}
	sheet.Show()
}

// letter shows the draft beside the page it will be: the form left, the PDF right, made
// anew as it is typed. What is signed has no undo: it takes another key than the one that
// opened the sheet.
func (v *view) letter(l model.Letter) {
	env := v.env
	page := pageview.New(env, "portion.letter.page")
	subject := kit.NewEntry(env, "portion.letter.subject", "", nil)
	text := kit.NewTextArea(env, "portion.letter.text", "", 14, nil)
	var mentioned func() string
	draft := func() model.Action {
		return model.Action{Verb: model.DoReturn, Subject: subject.Text, Text: text.Text, Mention: mentioned()}
	}
	typed := func(string) { page.Show(v.p.Draft(draft())) }
	aside, mentioned := v.aside(l.Aside, func() { typed("") })
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
		kit.NewField(env, env.T("portion.letter.subject"), subject), kit.Grow(field), aside), 14, 20, 16, 20)
	content := kit.Cols(0, kit.Wide(letterForm, form), kit.VLine(kit.ColorLine), kit.Grow(page.Object()))
	foot := kit.Row(8, kit.Grow(kit.Caption(env.T("portion.letter.kept")).End()), kit.NewPrimary(env, "portion.letter.take", "mail", env.T("portion.letter.take"), take).Key(lastKey))
	sheet = kit.NewSheet(env, env.T("portion.letter.title"), 1180, 720, content, foot).First(text)
	sheet.Actions = []kit.Action{{ID: "portion.letter.take", Title: env.T("portion.letter.take"), Keys: []string{lastKey}, Do: take}}
	sheet.OnClose = page.Close
	sheet.Show()
	typed("")
}

// letterForm is the width of the form of the letter in units.
const letterForm = 460

// lastKey does what has no undo. Strg+Enter, which leads to it, does not do it as well.
const lastKey = "Strg+Umschalt+Enter"

// showLetter shows the letter that was made last, and where it goes from here.
func (v *view) showLetter() { v.wantLetter = true }

// aside offers the notes of the check for the letter; mentioned gives the codes of those
// that are ticked.
func (v *view) aside(notes []model.Aside, changed func()) (row fyne.CanvasObject, mentioned func() string) {
	chips := make([]*kit.Chip, len(notes))
	items := []fyne.CanvasObject{kit.Caption(v.env.T("portion.letter.aside"))}
	for i, n := range notes {
		chips[i] = kit.NewChip(v.env, "portion.letter.aside."+n.Code, kit.Shorten(n.Code+" "+n.Title, kit.S(360), kit.RoleText, false), strconv.Itoa(n.Count), func() {
			chips[i].Set(strconv.Itoa(n.Count), !chips[i].Active())
			changed()
		})
		chips[i].Set(strconv.Itoa(n.Count), n.Ticked)
		items = append(items, chips[i])
	}
	if len(notes) == 0 {
		items = nil
	}
	return kit.Flow(6, items...), func() string {
		var codes []string
		for i, c := range chips {
			if c.Active() {
				codes = append(codes, notes[i].Code)
			}
		}
		return strings.Join(codes, " ")
	}
}

// clear asks before an accession is given free for deletion at the source: it
// is an act of its own and goes out as a letter (A19).
func (v *view) clear() {
	env := v.env
	var sheet *kit.Sheet
	take := func() {
		sheet.Close()
		v.p.Do(model.Action{Verb: model.DoClear}, func() { v.done(model.DoClear) })
	}
	content := kit.Pad(kit.Body(env.T("portion.clear.text", v.p.Detail.Name)).Wrap(), 16, 20, 20, 20)
	foot := kit.Row(8, kit.Grow(kit.Caption(env.T("portion.reason.kept")).End()), kit.NewPrimary(env, "portion.clear.take", "shield", env.T("portion.take.clear"), take).Key(lastKey))
	sheet = kit.NewSheet(env, env.T("portion.do.clear"), 600, 260, content, foot)
	sheet.Actions = []kit.Action{{ID: "portion.clear.take", Title: env.T("portion.take.clear"), Keys: []string{lastKey}, Do: take}}
	sheet.Show()
}
