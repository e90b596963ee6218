package appraise

import (
	"context"
	"path/filepath"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/appraise/model"
	"laufzettel/views/kit"
)

// showPapers offers lists and letters: decisions, draft for the agency (A35),
// parts on paper (A37), outcome; and takes remarks in.
func (v *view) showPapers() {
	env := v.env
	portion := v.p.Portion.ID
	answer := container.NewStack()
	var scroll *kit.Scroll
	tell := func(o fyne.CanvasObject) {
		answer.Objects = []fyne.CanvasObject{o}
		answer.Refresh()
		scroll.Relayout()
	}
	var first fyne.Focusable
	var rows []fyne.CanvasObject
	for _, kind := range model.Papers {
		b := kit.NewButton(env, "appraise.papers."+kind, "file", env.T("appraise.papers."+kind), func() {
			v.env.Run.Background(func() {
				files, err := v.src.Write(context.Background(), portion, kind)
				v.env.Run.UI(func() { tell(v.written(files, err)) })
			})
		}).Small()
		if first == nil {
			first = b
		}
		rows = append(rows, kit.Row(12, kit.Sized(230, 28, b),
			kit.Grow(kit.NewText(env.T("appraise.papers."+kind+".text"), kit.RoleCaption, kit.ColorText2).Wrap())))
	}
	if d := v.p.Portion.Draft; d != "" {
		rows = append(rows, kit.NewBox(env, "", kit.Box{Tone: kit.ToneNote, Text: d}, nil))
	}
	file := kit.NewEntry(env, "appraise.remarks.file", env.T("appraise.remarks.hint"), nil)
	take := func() {
		name := strings.TrimSpace(file.Text)
		v.env.Run.Background(func() {
			n, err := v.src.TakeRemarks(context.Background(), portion, name)
			v.env.Run.UI(func() {
				if err != nil {
					tell(kit.NewBox(env, "appraise.papers.failed", kit.Box{Tone: kit.ToneError, Text: env.Explain(err, err.Error())}, nil))
					return
				}
				tell(kit.NewBox(env, "appraise.papers.taken", kit.Box{Tone: kit.ToneOK, Text: env.N("appraise.remarks.taken", n)}, nil))
				v.p.Survey()
			})
		})
	}
	file.OnSubmitted = func(string) { take() }
	choose := kit.NewButton(env, "appraise.remarks.choose", "folder", env.T("appraise.remarks.choose"), func() {
		v.env.Run.Background(func() {
			name, err := v.src.ChooseFile(context.Background(), env.T("appraise.remarks"))
			v.env.Run.UI(func() {
				if err == nil && name != "" {
					file.Put(name)
					take()
				}
			})
		})
	}).Small()
	rows = append(rows, kit.HLine(kit.ColorLine), kit.Row(8, kit.Grow(kit.NewField(env, env.T("appraise.remarks"), file)), choose), answer)
	scroll = kit.NewScroll(kit.Pad(kit.Col(12, rows...), 16, 20, 16, 20))
	kit.NewSheet(env, env.T("appraise.papers.title"), 720, 480, scroll, nil).First(first).Show()
}

// written lists what was made, each with a link that opens it.
func (v *view) written(files []string, err error) fyne.CanvasObject {
	if err != nil {
		return kit.NewBox(v.env, "appraise.papers.failed", kit.Box{Tone: kit.ToneError, Text: v.env.Explain(err, err.Error())}, nil)
	}
	items := []fyne.CanvasObject{kit.Bold(v.env.N("appraise.papers.written", len(files)))}
	for i, f := range files {
		items = append(items, kit.Loose(kit.NewLink(v.env, "appraise.papers.file."+strconv.Itoa(i), filepath.Base(f), func() {
			v.env.Run.Background(func() {
				if err := v.src.ShowFile(context.Background(), f); err != nil {
					v.env.Run.UI(func() { v.Refuse(err) })
				}
			})
		})))
	}
	return kit.Col(4, items...)
}

// showBeside shows the portion beside the last one of the same agency.
func (v *view) showBeside() {
	env, portion := v.env, v.p.Portion.ID
	holder := container.NewStack(kit.Pad(kit.Caption(env.T("appraise.documents.loading")), 16, 20, 16, 20))
	kit.NewSheet(env, env.T("appraise.beside.title"), 640, 420, kit.NewScroll(holder), nil).Show()
	v.env.Run.Background(func() {
		groups, err := v.src.Beside(context.Background(), portion)
		v.env.Run.UI(func() {
			var o fyne.CanvasObject
			if err != nil {
				o = kit.NewBox(env, "appraise.beside.none", kit.Box{Tone: kit.ToneNote, Text: env.Explain(err, err.Error())}, nil)
			} else {
				o = kit.NewMetaTable(env, "appraise.beside", 190, groupsOf(groups)...)
			}
			holder.Objects = []fyne.CanvasObject{kit.Pad(o, 16, 20, 16, 20)}
			holder.Refresh()
		})
	})
}

func groupsOf(groups []model.Group) []kit.Group {
	out := make([]kit.Group, len(groups))
	for i, g := range groups {
		out[i].Title = g.Title
		for _, p := range g.Pairs {
			out[i].Pairs = append(out[i].Pairs, kit.Pair{Label: p.Label, Value: p.Value, Missing: p.Missing})
		}
	}
	return out
}

// showModel shows the appraisal model of the agency and lets it be changed. It
// proposes; nothing in it decides.
func (v *view) showModel() {
	env, portion := v.env, v.p.Portion.ID
	var rules []model.Rule
	var list *kit.List
	problem := container.NewStack()
	read := func(err error) {
		problem.Objects = nil
		if err != nil {
			problem.Objects = []fyne.CanvasObject{kit.NewBox(env, "appraise.model.failed",
				kit.Box{Tone: kit.ToneError, Text: env.Explain(err, err.Error())}, nil)}
		}
		problem.Refresh()
	}
	load := func() {
		v.env.Run.Background(func() {
			got, err := v.src.Model(context.Background(), portion)
			v.env.Run.UI(func() {
				read(err)
				rules = got
				list.Reload()
			})
		})
	}
	put := func(r model.Rule) {
		v.env.Run.Background(func() {
			err := v.src.SetRule(context.Background(), portion, r)
			v.env.Run.UI(func() {
				read(err)
				if err == nil {
					load()
					v.p.Survey()
				}
			})
		})
	}
	list = kit.NewList(env, "appraise.model.list", func() int { return len(rules) },
		func() fyne.CanvasObject {
			return kit.Pad(kit.Row(12, kit.Sized(110, 20, kit.Body("").End()), kit.Sized(24, 20, kit.Bold("")),
				kit.Grow(kit.Body("").End())), 0, 20, 0, 20)
		},
		func(i int, o fyne.CanvasObject) {
			row := o.(*fyne.Container).Objects[0].(*fyne.Container)
			row.Objects[0].(*fyne.Container).Objects[0].(*kit.Text).Set(rules[i].Plan)
			row.Objects[1].(*fyne.Container).Objects[0].(*kit.Text).Set(rules[i].Letter)
			row.Objects[2].(*kit.Text).Set(strings.TrimSpace(rules[i].Title + "  " + rules[i].Reason))
			row.Refresh()
		})
	plan := kit.NewEntry(env, "appraise.model.plan", "63.2", nil)
	letter := kit.NewEntry(env, "appraise.model.letter", "A", nil)
	title := kit.NewEntry(env, "appraise.model.name", "", nil)
	add := func(map[string]string) {
		put(model.Rule{Plan: strings.TrimSpace(plan.Text), Letter: strings.ToUpper(strings.TrimSpace(letter.Text)),
			Title: strings.TrimSpace(title.Text)})
	}
	drop := func(map[string]string) {
		if i := list.Selected(); i >= 0 && i < len(rules) {
			put(model.Rule{Plan: rules[i].Plan})
		}
	}
	list.OnOpen = func(i int) {
		plan.Put(rules[i].Plan)
		letter.Put(rules[i].Letter)
		title.Put(rules[i].Title)
		env.Focus(plan)
	}
	form := kit.Cols(12, kit.Sized(110, 0, kit.NewField(env, env.T("appraise.model.plan"), plan)),
		kit.Sized(80, 0, kit.NewField(env, env.T("appraise.model.letter"), letter)),
		kit.Grow(kit.NewField(env, env.T("appraise.model.name"), title)))
	kit.Form{Name: "appraise.model", Title: env.T("appraise.model.title"), Text: env.T("appraise.model.text"), Width: 640, Height: 480,
		Body: list, First: list, Fields: []kit.FormField{{Object: form}, {Object: problem}}, Buttons: []kit.FormButton{
			{Name: "appraise.model.drop", Icon: "cross", Text: env.T("appraise.model.drop"), Bare: true, Stays: true, Do: drop},
			{Name: "appraise.model.add", Icon: "plus", Text: env.T("appraise.model.add"), Bare: true, Stays: true, Do: add}}}.Show(env)
	load()
}
