package share

import (
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/appraisal/share"
	"laufzettel/transfer/record"
	"laufzettel/views/kit"
	"laufzettel/views/pageview"
	"laufzettel/views/route"
	"laufzettel/views/share/model"
)

// chosen is what a decision is about: the marked lines, the chosen one, or the folder.
func (v *view) chosen() (means []model.Means, text string) {
	p := v.p
	if p.Share == nil {
		return nil, ""
	}
	if v.last == v.lines.List() && p.Mode != model.Tiles {
		var paths []string
		for _, i := range v.lines.Chosen() {
			m := p.Lines[i].Means
			switch {
			case m == nil:
			case len(m.Paths) > 0:
				paths = append(paths, m.Paths...)
				text = p.Lines[i].Text
			default:
				means = append(means, *m)
				text = p.Lines[i].Text
			}
		}
		if len(paths) > 0 {
			means = append(means, model.Means{Paths: paths})
		}
		if n := v.lines.Marks(); n > 1 {
			text = v.env.N("share.lines", n)
		}
		return means, text
	}
	text = p.Folder(p.At).Path
	if text == "" {
		text = p.Share.Title
	}
	return []model.Means{{Paths: []string{p.Folder(p.At).Path}}}, text
}

// tell says in the bar what a decision would be about.
func (v *view) tell() {
	if v.source() {
		return
	}
	_, text := v.chosen()
	if text != "" {
		text = v.env.T("share.about", text)
	}
	v.meant.Set(text)
}

// ask shows what a decision would change and asks for the reason.
func (v *view) ask(letter string) {
	means, text := v.chosen()
	if len(means) == 0 {
		v.host.Tell(v.env.T("share.nothing"))
		return
	}
	v.p.Ask(means, func(m model.Meant) {
		env := v.env
		say := env.T("share.ask", text, env.N("share.files", m.Files), env.Bytes(m.Bytes))
		if m.Kept > 0 {
			say += " " + env.N("share.ask.kept", m.Kept)
		}
		field := kit.FormField{ID: "reason", Name: "share.reason", Label: env.T("share.reason"), Text: v.p.Reason,
			Help: env.T("share.reason.help"), Must: letter != string(record.RatingAppraise)}
		kit.Form{Name: "share.decide", Title: env.T("share.ask." + letter), Text: say, Fields: []kit.FormField{field},
			Buttons: []kit.FormButton{
				{Name: "share.decide.take", Icon: "check", Text: env.T("share.ask." + letter), Primary: true,
					Do: func(a map[string]string) {
						v.p.Decide(means, record.Rating(letter), strings.TrimSpace(a["reason"]), func() {
							v.lines.Unmark()
							v.host.Saved()
							v.host.Badges()
							v.host.Toast(env.T("share.decided."+letter, env.N("share.files", m.Files)), v.p.Undo)
						})
					}}}}.Show(env)
	})
}

// askName asks for title and description of the chosen folder.
func (v *view) askName() {
	if v.p.Share == nil {
		return
	}
	env, f := v.env, v.p.Folder(v.p.At)
	kit.Form{Name: "share.describe", Title: env.T("share.describe.title"), Text: env.T("share.describe.text", f.Path),
		Do: env.T("share.describe.take"), Icon: "check",
		Fields: []kit.FormField{{ID: "title", Label: env.T("share.describe.name"), Text: f.Title},
			{ID: "detail", Label: env.T("share.describe.detail"), Text: f.Detail, Area: true}},
		Take: func(a map[string]string) { v.p.Describe(a["title"], a["detail"]) }}.Show(env)
}

// open goes into a folder, narrows a choice, or shows a file.
func (v *view) open(i int) {
	l := v.p.Lines[i]
	switch {
	case l.Folder >= 0:
		v.p.Choose(l.Folder)
		v.last = v.tree.List()
		v.env.Focus(v.tree.List())
	case l.File >= 0 && v.source():
		v.host.Tell(v.env.T("share.source.lies", v.p.Share.Tree.Path(l.File)))
	case l.File >= 0:
		v.look(l.File)
	case v.p.Mode == model.Choosing:
		v.p.Narrow(l)
	}
}

// look shows a file as a page.
func (v *view) look(file int32) {
	env := v.env
	page := pageview.New(env, "share.page")
	page.Said = func(s string) { v.host.Toast(s, nil) }
	ref := v.p.Page(file)
	sheet := kit.NewSheet(env, ref.Title, 980, 680, page.Object(), kit.Row(8, kit.Grow(kit.Caption(env.T("share.look.noted")).End())))
	sheet.Actions = page.Actions()
	sheet.OnClose = page.Close
	sheet.Show()
	page.Show(ref)
}

// difference shows how a draft differs from the one proposed to be kept.
func (v *view) difference() {
	i := v.lines.Selected()
	if v.p.Mode != model.Drafting || i < 0 || v.p.Lines[i].File < 0 || v.p.Lines[i].Keep == v.p.Lines[i].File {
		v.host.Tell(v.env.T("share.difference.none"))
		return
	}
	l := v.p.Lines[i]
	v.p.Between(l.File, l.Keep, func(changes []share.Change, cut bool) { v.showDifference(l, changes, cut) })
}

// longestSame is how much of what did not change is shown around a change.
const longestSame = 120

func (v *view) showDifference(l model.Line, changes []share.Change, cut bool) {
	env := v.env
	var rows []fyne.CanvasObject
	for _, c := range changes {
		text, color, sign := c.Text, kit.ColorText2, ""
		switch c.Kind {
		case "-":
			color, sign = kit.ColorV, env.T("share.difference.gone")
		case "+":
			color, sign = kit.ColorA, env.T("share.difference.new")
		default:
			if r := []rune(text); len(r) > longestSame {
				text = string(r[:longestSame/2]) + " … " + string(r[len(r)-longestSame/2:])
			}
		}
		rows = append(rows, kit.Cols(10, kit.Wide(60, kit.NewText(sign, kit.RoleCaptionBold, color)),
			kit.Grow(kit.NewText(text, kit.RoleText, color).Wrap())))
	}
	note := ""
	if cut {
		note = env.T("share.difference.cut")
	}
	tree := v.p.Share.Tree
	content := kit.Pad(kit.Col(10, kit.Body(env.T("share.difference.text", tree.Path(l.File), tree.Path(l.Keep))).Wrap(),
		kit.Grow(kit.NewScroll(kit.Col(6, rows...)))), 14, 20, 14, 20)
	kit.NewSheet(env, env.T("share.difference"), 860, 620, content, kit.Row(8, kit.Grow(kit.Caption(note).End()))).Show()
}

// up takes a choice back, else goes to the folder above.
func (v *view) up() {
	if v.p.Mode == model.Choosing && len(v.p.Choice) > 0 {
		v.p.Widen()
		return
	}
	if above := v.p.Folder(v.p.At).Parent; above >= 0 {
		v.p.Choose(above)
	}
}

func (v *view) turn(m model.Mode) {
	v.lines.Unmark()
	v.p.Turn(m)
	v.last = v.tree.List()
	if m != model.Tiles && len(v.p.Lines) > 0 {
		v.lines.List().Mark(0)
		v.lines.List().Reveal(0)
	}
}

// primary leads to where destruction is released and the appraisal is finished.
func (v *view) primary() {
	if v.p.Share == nil {
		return
	}
	if _, _, whole := v.p.Done(); !whole {
		v.host.Tell(v.env.T("share.primary.open"))
	}
	v.host.Go(route.Route{Screen: route.Appraise, ID: v.p.Share.ID})
}
