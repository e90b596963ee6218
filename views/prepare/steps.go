package prepare

import (
	"context"

	"fyne.io/fyne/v2"

	"laufzettel/transfer/check"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
	"laufzettel/views/kit"
	"laufzettel/views/prepare/model"
)

func (v *view) stepName(s model.Step) string {
	return v.env.T("prepare.step." + [...]string{"office", "folder", "content", "check", "hand", "back"}[s])
}

// stepNote is the second line of a step: what it lacks, or what it is about.
func (v *view) stepNote(s model.Step) string {
	env, d := v.env, v.p.State.Draft
	switch n := v.p.Missing(s); {
	case d == nil:
		return ""
	case v.p.Done(s):
		return env.T("prepare.step.done")
	case n > 0 && v.p.Told[s]:
		return env.N("prepare.step.missing", n)
	case s == model.StepBack && len(d.Missing) > 0 && v.p.Done(model.StepHand):
		return env.N("prepare.step.proofs", len(d.Missing))
	}
	return env.T("prepare.step.open")
}

func (v *view) makeStep() fyne.CanvasObject {
	return kit.Pad(kit.Row(12, kit.NewIcon("", kit.ColorText, 16), kit.Grow(kit.Col(0, kit.Body("").End(), kit.Caption("").End()))), 4, 8,
		4, 18)
}

func (v *view) fillStep(i int, o fyne.CanvasObject) {
	s := model.Step(i)
	row := o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
	icon, tint := "dash", kit.ColorText2
	if v.p.Done(s) {
		icon, tint = "check", kit.ColorOK
	} else if v.p.Told[s] && v.p.Missing(s) > 0 {
		icon, tint = "error", kit.ColorError
	}
	row[0].(*kit.Icon).Set(icon, tint)
	role := kit.RoleText
	if s == v.p.Step {
		role = kit.RoleBold
	}
	lines := row[1].(*fyne.Container).Objects
	lines[0].(*kit.Text).Style(role, kit.ColorText)
	lines[0].(*kit.Text).Set(v.stepName(s))
	lines[1].(*kit.Text).Set(v.stepNote(s))
}

func (v *view) makeRow() fyne.CanvasObject {
	return kit.Pad(kit.Row(12, kit.Grow(kit.Col(0, kit.Body("").End(), kit.Caption("").End())), kit.Wide(190, kit.Caption("").End()),
		kit.Wide(170, kit.NewStamp("", kit.ToneNote, "")), kit.Wide(110, kit.Caption("").Right())), 6, 24, 6, 24)
}

func (v *view) fillRow(i int, o fyne.CanvasObject) {
	r := v.p.State.Rows[i]
	row := o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
	lines := row[0].(*fyne.Container).Objects
	lines[0].(*kit.Text).Set(r.Title)
	under := r.ID
	if r.Note != "" {
		under += " · " + r.Note
	}
	lines[1].(*kit.Text).Set(under)
	row[1].(*kit.Text).Set(r.Kind)
	row[2].(*kit.Stamp).Set(r.Word, stampTone(r.State), "")
	row[3].(*kit.Text).Set(v.env.Short(r.Changed))
}

// page is the form of the step shown.
func (v *view) page(d *model.Draft) fyne.CanvasObject {
	switch v.p.Step {
	case model.StepOffice:
		return v.fields(d, kind.StepOffice)
	case model.StepFolder:
		return v.folders(d)
	case model.StepContent:
		return v.fields(d, kind.StepContent)
	case model.StepCheck:
		return v.checking(d)
	case model.StepHand:
		return v.handing(d)
	}
	return v.coming(d)
}

// fields is a form: in class L two fields beside each other.
func (v *view) fields(d *model.Draft, step kind.Step) fyne.CanvasObject {
	env := v.env
	var rows, pair []fyne.CanvasObject
	flush := func() {
		if len(pair) > 0 {
			rows = append(rows, kit.Cols(16, pair...))
			pair = nil
		}
	}
	for _, f := range d.Fields {
		if f.Step != step {
			continue
		}
		if f.Key == model.FieldDefaults {
			flush()
			rows = append(rows, v.sets(d, f))
			continue
		}
		if len(f.Choices) > 0 {
			flush()
			rows = append(rows, v.choice(d, f))
			continue
		}
		pair = append(pair, kit.Grow(v.field(d, f)))
		if len(pair) == 2 || f.Long || v.host.Class() == kit.ClassS {
			flush()
		}
		if f.Read != "" && f.Value != "" && f.Value != f.Read {
			flush()
			rows = append(rows, v.reason(d, f))
		}
	}
	flush()
	if d.Locked() {
		rows = append([]fyne.CanvasObject{kit.NewBox(env, "prepare.locked", kit.Box{Tone: kit.ToneNote, Text: env.T("prepare.locked")},
			nil)}, rows...)
	}
	return kit.Col(14, rows...)
}

func (v *view) field(d *model.Draft, f model.Field) fyne.CanvasObject {
	env := v.env
	name := "prepare.field." + f.Key
	e := kit.NewEntry(env, name, f.Read, nil)
	if f.Long {
		e = kit.NewTextArea(env, name, "", 3, nil)
	}
	e.Put(f.Value)
	x := kit.NewField(env, f.Label, e)
	e.OnChanged = func(s string) {
		x.SetError(v.p.Set(f.Key, s))
		v.steps.Reload()
	}
	if f.Required {
		x.Mandatory()
	}
	help := f.Help
	if f.Read != "" && f.Value == "" {
		help = env.T("prepare.read")
	}
	x.Help(help)
	if t := v.p.FieldFault(f); t != "" {
		x.SetError(t)
	}
	if d.Locked() {
		e.Disable()
	}
	v.errs[f.Key] = x
	return x
}

// reason asks why a value read from the files is corrected.
func (v *view) reason(d *model.Draft, f model.Field) fyne.CanvasObject {
	env := v.env
	e := kit.NewEntry(env, "prepare.reason."+f.Key, "", nil)
	e.Put(d.Reason[f.Key])
	e.OnChanged = func(s string) { v.p.SetReason(f.Key, s) }
	if d.Locked() {
		e.Disable()
	}
	return kit.NewField(env, env.T("prepare.reason", f.Label, f.Read), e).Mandatory()
}

// choice is a row of chips of which one is in force.
func (v *view) choice(d *model.Draft, f model.Field) fyne.CanvasObject {
	now := f.Value
	if now == "" {
		now = f.Read
	}
	chips := make([]fyne.CanvasObject, 0, len(f.Choices))
	for _, o := range f.Choices {
		c := kit.NewChip(v.env, "prepare.field."+f.Key+"."+o, o, "", func() {
			if o == f.Value && !f.Required {
				v.p.Set(f.Key, "") // taken back
			} else {
				v.p.Set(f.Key, o)
			}
			v.shown = ""
			v.redraw()
		})
		c.Set("", o == now)
		chips = append(chips, c)
	}
	items := []fyne.CanvasObject{kit.NewText(f.Label, kit.RoleCaption, kit.ColorText2), kit.Flow(6, chips...)}
	if t := v.p.FieldFault(f); t != "" {
		items = append(items, kit.NewText(t, kit.RoleCaption, kit.ColorError).Wrap())
	}
	return kit.Col(6, items...)
}

// folders asks for material and target.
func (v *view) folders(d *model.Draft) fyne.CanvasObject {
	env := v.env
	one := func(key, value string, set func(string)) fyne.CanvasObject {
		e := kit.NewEntry(env, "prepare."+key, "", nil)
		e.Put(value)
		x := kit.NewField(env, env.T("prepare."+key), e).Mandatory().Help(env.T("prepare." + key + ".text"))
		e.OnChanged = func(s string) {
			set(s)
			x.SetError("")
			v.steps.Reload()
		}
		if value == "" && v.p.Told[model.StepFolder] {
			x.SetError(env.T("prepare." + key + ".missing"))
		}
		if d.Locked() {
			e.Disable()
		}
		pick := kit.NewButton(env, "prepare."+key+".pick", "folder", env.T("prepare.pick"), func() {
			v.choose(env.T("prepare."+key), func(path string) { e.SetText(path) })
		}).Small()
		return kit.Col(6, x, kit.Row(8, pick))
	}
	return kit.Col(20, one("source", d.Source, func(s string) { v.p.SetPlace(s, v.p.State.Draft.Target) }),
		one("target", d.Target, func(s string) { v.p.SetPlace(v.p.State.Draft.Source, s) }),
		kit.NewText(env.T("prepare.promise"), kit.RoleText, kit.ColorText2).Wrap())
}

// choose opens the dialog of the system.
func (v *view) choose(title string, take func(string)) {
	v.p.Pick(func(ctx context.Context) ([]string, error) { return v.pick.Folder(ctx, title) }, take)
}

// checking shows build, self-check and findings: the same cards as the archive's.
func (v *view) checking(d *model.Draft) fyne.CanvasObject {
	env := v.env
	if r := d.Running; r != nil {
		p := kit.Progress{Phase: env.T("prepare.phase." + r.Phase),
			Right: env.T("prepare.phase.of", env.Int(int64(r.At)), env.Int(int64(r.Of))), Left: env.Left(r.Left)}
		if r.Total > 0 {
			p.Known, p.Share = true, float32(r.Done)/float32(r.Total)
			p.Done = env.T("prepare.progress", env.Int(r.Done), env.Int(r.Total), env.Int(int64(r.Rate)))
		}
		return kit.Col(12, kit.NewProgressRow(env, "prepare.progress", p, v.p.Cancel),
			kit.NewText(env.T("prepare.progress.text"), kit.RoleText, kit.ColorText2).Wrap())
	}
	box := kit.Box{Tone: kit.ToneNote, Title: env.T("prepare.check.open"), Text: env.T("prepare.check.open.text")}
	switch {
	case d.Checked && d.OK:
		box = kit.Box{Tone: kit.ToneOK, Title: d.Outcome, Text: env.T("prepare.check.ok.text")}
	case d.Checked:
		box = kit.Box{Tone: kit.ToneError, Title: d.Outcome, Text: env.T("prepare.check.bad.text"),
			Buttons: []fyne.CanvasObject{kit.NewButton(env, "prepare.again", "refresh", env.T("prepare.do.make"), v.p.Make).Small()}}
	}
	items := []fyne.CanvasObject{kit.NewBox(env, "prepare.result", box, nil)}
	for i, f := range d.Findings {
		key := f.Code + f.Title
		open, chosen := v.open[key]
		if !chosen {
			open = i < 2
		}
		var card *kit.FindingCard
		card = kit.NewFindingCard(env, "prepare.finding."+env.Int(int64(i)),
			kit.Finding{Code: f.Code, Tone: severityTone(f.Severity), Severity: env.T("severity." + string(f.Severity)), Title: f.Title,
				Count: env.N("prepare.places", f.Count), Places: f.Places, Expected: f.Expected, Found: f.Found, Remedy: f.Remedy}, open,
			nil,
			func() {
				v.open[key] = card.Open()
				v.form.Refresh()
			})
		items = append(items, card)
	}
	return kit.Col(10, items...)
}

func severityTone(s check.Severity) kit.Tone {
	switch s {
	case check.Error:
		return kit.ToneError
	case check.Warning:
		return kit.ToneWarn
	}
	return kit.ToneNote
}

// handing asks for the way to the archive.
func (v *view) handing(d *model.Draft) fyne.CanvasObject {
	env := v.env
	if r := d.Running; r != nil {
		return v.checking(d)
	}
	if v.p.Done(model.StepHand) {
		return kit.Col(12, kit.NewBox(env, "prepare.handed",
			kit.Box{Tone: kit.ToneOK, Title: env.T("prepare.handed.title"), Text: env.T("prepare.handed.text")}, nil),
			v.pairs("prepare.sealed", env.T("prepare.sealed"), d.Sealed))
	}
	if !v.p.Done(model.StepCheck) {
		return kit.NewBox(env, "prepare.unchecked", kit.Box{Tone: kit.ToneWarn, Title: env.T("prepare.unchecked.title"),
			Text: env.T("prepare.unchecked.text"),
			Buttons: []fyne.CanvasObject{kit.NewButton(env, "prepare.tocheck", "right", env.T("prepare.step.check"),
				func() { v.p.Go(model.StepCheck) }).Small()}}, nil)
	}
	e := kit.NewEntry(env, "prepare.folder", "", nil)
	e.Put(env.Kept("prepare.folder"))
	e.OnChanged = func(s string) { env.Keep("prepare.folder", s) }
	items := []fyne.CanvasObject{kit.NewText(env.T("prepare.hand.text"), kit.RoleText, kit.ColorText).Wrap(),
		kit.NewField(env, env.T("prepare.folder"), e).Help(env.T("prepare.folder.text")),
		kit.Row(8, kit.NewButton(env, "prepare.folder.pick", "folder", env.T("prepare.pick"), func() {
			v.choose(env.T("prepare.folder"), func(path string) { e.SetText(path) })
		}).Small())}
	if a := v.p.State.Archive; a != "" {
		items = append(items, kit.HLine(kit.ColorLine), kit.NewText(env.T("prepare.channel.text", a), kit.RoleText, kit.ColorText).Wrap(),
			kit.Row(8, kit.NewButton(env, "prepare.channel", "transmit", env.T("prepare.channel"), func() { v.p.HandOver("") })))
	}
	return kit.Col(12, items...)
}

func (v *view) handOver() {
	folder := v.env.Kept("prepare.folder")
	if folder == "" {
		v.choose(v.env.T("prepare.folder"), func(path string) {
			v.env.Keep("prepare.folder", path)
			v.p.HandOver(path)
		})
		return
	}
	v.p.HandOver(folder)
}

// coming shows what came back and what is missing (C8).
func (v *view) coming(d *model.Draft) fyne.CanvasObject {
	env := v.env
	if !v.p.Done(model.StepHand) {
		return kit.NewBox(env, "prepare.nothanded", kit.Box{Tone: kit.ToneNote, Title: env.T("prepare.nothanded.title"),
			Text: env.T("prepare.nothanded.text")}, nil)
	}
	box := kit.Box{Tone: kit.ToneWarn, Title: env.T("prepare.await.title"), Text: env.T("prepare.await.text")}
	switch d.State {
	case prepare.Confirmed:
		box = kit.Box{Tone: kit.ToneOK, Title: env.T("prepare.confirmed.title"), Text: env.T("prepare.confirmed.text")}
	case prepare.Deletable:
		box = kit.Box{Tone: kit.ToneOK, Title: env.T("prepare.deletable.title"), Text: env.T("prepare.deletable.text")}
	}
	items := []fyne.CanvasObject{kit.NewBox(env, "prepare.standing", box, nil)}
	if len(d.Confirmed) > 0 {
		items = append(items, v.pairs("prepare.confirmations", env.T("prepare.confirmations"), d.Confirmed))
	}
	if d.Deleted != "" {
		items = append(items, kit.Body(d.Deleted).Wrap())
	}
	for _, n := range d.Missing {
		items = append(items, kit.Row(8, kit.NewIcon("clock", kit.ColorWarn, 16), kit.Grow(kit.Body(env.T("prepare.missing", n)).End()),
			kit.NewButton(env, "prepare.paper."+n, "file", env.T("prepare.paper"), func() { v.askPaper(n) }).Small()))
	}
	if d.State == prepare.HandedOver {
		items = append(items, kit.HLine(kit.ColorLine), kit.Row(8,
			kit.NewButton(env, "prepare.reopen", "undo", env.T("prepare.reopen"), v.askReopen)))
	}
	return kit.Col(12, append(items, v.pairs("prepare.sealed", env.T("prepare.sealed"), d.Sealed))...)
}

func (v *view) pairs(name, title string, list []model.Pair) fyne.CanvasObject {
	g := kit.Group{Title: title}
	for _, p := range list {
		g.Pairs = append(g.Pairs, kit.Pair{Label: p.Label, Value: p.Value, Mono: p.Mono, Missing: p.Value == ""})
	}
	return kit.NewMetaTable(v.env, name, 150, g)
}

// beside is what was read and what comes about.
func (v *view) beside(d *model.Draft) fyne.CanvasObject {
	env := v.env
	var items []fyne.CanvasObject
	if len(d.Read) > 0 {
		items = append(items, v.pairs("prepare.readvalues", env.T("prepare.readvalues"), d.Read))
	}
	if len(d.Tree) > 0 {
		items = append(items, kit.Titled(env.T("prepare.tree")))
		for _, line := range d.Tree {
			items = append(items, kit.NewText(line, kit.RoleMono, kit.ColorText).Middle())
		}
	}
	if len(items) == 0 {
		items = append(items, kit.NewText(env.T("prepare.nothing.read"), kit.RoleText, kit.ColorText2).Wrap())
	}
	return kit.NewScroll(kit.Pad(kit.Col(10, items...), 16, 16, 16, 16))
}

func (v *view) askReceipt() {
	env := v.env
	v.ask("prepare.receipt", env.T("prepare.receipt"), env.T("prepare.receipt.text"), env.T("prepare.receipt.take"),
		[]askField{{"file", "", true}}, func(s []string) { v.p.Receipt(s[0]) })
}

func (v *view) askPaper(name string) {
	env := v.env
	v.ask("prepare.paper", env.T("prepare.paper"), env.T("prepare.paper.text"), env.T("prepare.paper.take"),
		[]askField{{"name", name, true}, {"by", "", true}, {"day", "", true}, {"scan", "", true}, {"note", "", false}}, func(s []string) {
			v.p.Paper(model.Paper{Name: s[0], By: s[1], Day: s[2], Scan: s[3], Note: s[4]})
		})
}

func (v *view) askReopen() {
	env := v.env
	v.ask("prepare.reopen", env.T("prepare.reopen"), env.T("prepare.reopen.text"), env.T("prepare.reopen.take"),
		[]askField{{"reason", "", true}}, func(s []string) { v.p.Reopen(s[0]) })
}

func (v *view) askDeleted() {
	env := v.env
	v.ask("prepare.deleted", env.T("prepare.deleted"), env.T("prepare.deleted.text"), env.T("prepare.deleted.take"),
		[]askField{{"note", "", false}}, func(s []string) { v.p.Deleted(s[0]) })
}
