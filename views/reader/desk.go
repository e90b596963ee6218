package reader

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/transfer/failure"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
	"laufzettel/views/kit"
	"laufzettel/views/reader/model"
)

// desk gives what the staff can do beside; nil at a reader's place.
func (v *view) desk() model.DeskSource {
	src, ok := v.src.(model.DeskSource)
	if !ok || v.kiosk() {
		return nil
	}
	return src
}

// work does something of the desk off the UI thread and says the outcome.
func (v *view) work(do func(ctx context.Context) (said string, err error), after func()) {
	v.env.Run.Background(func() {
		said, err := do(context.Background())
		v.env.Run.UI(func() {
			switch {
			case failure.Canceled(err):
				return
			case err != nil:
				v.Refuse(err)
				return
			}
			v.Say(said)
			if after != nil {
				after()
			}
		})
	})
}

// toggle is a chip that is on or off.
func toggle(env *kit.Env, name, text string, on bool) *kit.Chip {
	var c *kit.Chip
	c = kit.NewChip(env, name, text, "", func() { c.Set("", !c.Active()) })
	c.Set("", on)
	return c
}

// askClosure decides the closure of the object shown.
func (v *view) askClosure() {
	src := v.desk()
	if src == nil || v.p.Open == nil {
		return
	}
	pid, title := v.p.Open.PID, v.p.Open.ReferenceCode
	v.env.Run.Background(func() {
		laws, err := src.Laws(context.Background())
		v.env.Run.UI(func() {
			if err != nil || len(laws) == 0 {
				v.Refuse(err)
				return
			}
			v.closureSheet(src, pid, title, laws)
		})
	})
}

func (v *view) closureSheet(src model.DeskSource, pid, title string, laws []access.Law) {
	env, t := v.env, v.env.T
	chosen := 0
	about := container.NewStack()
	show := func() {
		about.Objects = []fyne.CanvasObject{v.aboutLaw(src, laws[chosen])}
		about.Refresh()
	}
	var chips []*kit.Chip
	var row []fyne.CanvasObject
	for i, l := range laws {
		c := kit.NewChip(env, "reader.law."+l.ID, l.Name, "", func() {
			chosen = i
			show()
			for k, c := range chips {
				c.Set("", k == i)
			}
		})
		c.Set("", i == 0)
		chips, row = append(chips, c), append(row, c)
	}
	show()
	personal, secret := toggle(env, "reader.personal", t("reader.closure.personal"), false),
		toggle(env, "reader.secret", t("reader.closure.secret"), false)
	published, description := toggle(env, "reader.published", t("reader.closure.published"), false),
		toggle(env, "reader.described", t("reader.closure.description"), false)
	var sheet *kit.Sheet
	do := func(a map[string]string) {
		f := access.Facts{End: a["end"], Died: a["died"], Born: a["born"],
			Personal: personal.Active(), Secret: secret.Active(), Published: published.Active(), Description: description.Active()}
		f.Personal = f.Personal || f.Died != "" || f.Born != ""
		v.work(func(ctx context.Context) (string, error) {
			p, err := src.Decide(ctx, pid, laws[chosen].ID, f)
			return v.periodWords(p), err
		}, func() {
			sheet.Close()
			v.p.OpenPackage(pid, "")
		})
	}
	propose := func(map[string]string) { v.askProposal(src, pid, laws[chosen], personal.Active()) }
	field := func(id string) kit.FormField {
		return kit.FormField{ID: id, Name: "reader." + id, Label: t("reader.closure." + id)}
	}
	end := field("end")
	end.Help = t("reader.closure.end.help")
	sheet = kit.Form{Name: "reader.closure", Title: t("reader.closure.title"), Width: 640, Height: 680,
		Above: kit.Col(10, kit.Bold(title), kit.Caption(t("reader.closure.now", v.closureNow())).Wrap(),
			kit.Caption(t("reader.closure.law")), kit.Flow(6, row...), about),
		Fields: []kit.FormField{end, {Object: kit.Col(10, kit.Row(6, personal, secret), kit.Row(6, published, description))}, field("died"),
			field("born")},
		Buttons: []kit.FormButton{
			{Name: "reader.closure.propose", Icon: "search", Text: t("reader.closure.propose"), Bare: true, Do: propose},
			{Name: "reader.closure.do", Icon: "lock", Text: t("reader.closure.do"), Primary: true, Stays: true, Do: do}}}.Show(env)
}

// aboutLaw shows a table with the sections its periods stand in, and whether the
// archive has compared it with the law in force.
func (v *view) aboutLaw(src model.DeskSource, l access.Law) fyne.CanvasObject {
	env, t := v.env, v.env.T
	var pairs []kit.Pair
	for _, r := range l.Rows() {
		value := t("reader.closure.years", r.Years)
		if r.Years == 0 {
			value = t("reader.closure.noperiod")
		}
		if r.Basis != "" {
			value += ", " + r.Basis
		}
		pairs = append(pairs, kit.Pair{Label: r.What, Value: value})
	}
	items := []fyne.CanvasObject{kit.NewMetaTable(env, "reader.law", 230, kit.Group{Pairs: pairs})}
	if l.Source != "" {
		items = append(items, kit.Caption(l.Source).Wrap())
	}
	if l.Checked != "" {
		return kit.Col(6, append(items, kit.Caption(t("reader.closure.checked", l.Checked)).Wrap())...)
	}
	confirm := kit.NewButton(env, "reader.law.checked", "check", t("reader.closure.confirm"), func() {
		env.Open().Close()
		v.work(func(ctx context.Context) (string, error) {
			return t("reader.closure.confirmed", l.Name), src.ConfirmLaw(ctx, l.ID)
		}, v.askClosure)
	}).Small()
	return kit.Col(6, append(items, kit.NewBox(env, "reader.law.unchecked",
		kit.Box{Tone: kit.ToneWarn, Title: t("reader.closure.unchecked"), Text: t("reader.closure.unchecked.text"),
			Buttons: []fyne.CanvasObject{confirm}}, nil))...)
}

// closureNow says what holds for the object shown, with its legal basis.
func (v *view) closureNow() string {
	c := v.p.Open.Closure
	words := v.env.T("reader.free")
	if c.Grade != catalog.Open {
		words = v.closedWord(c)
	}
	if c.Basis != "" {
		words += " (" + c.Basis + ")"
	}
	return words
}

// periodWords says until when an object is closed, on what ground, and from when
// it is open.
func (v *view) periodWords(p access.Period) string { return v.periodAs("reader.closure.", p) }

// periodAs says a period by the texts of a group: of one that is set, or of one proposed.
func (v *view) periodAs(group string, p access.Period) string {
	switch {
	case p.Open:
		return v.env.T(group+"open", p.Basis)
	case p.Until.IsZero():
		return v.env.T(group+"endless", p.Basis)
	}
	return v.env.T(group+"until", p.Until, p.Basis, p.Until.AddDate(0, 0, 1))
}

// showGrants lists the applications in force; for an object shown a new one can
// be noted.
func (v *view) showGrants() {
	src := v.desk()
	if src == nil {
		return
	}
	v.env.Run.Background(func() {
		list, err := src.Grants(context.Background())
		v.env.Run.UI(func() {
			if err != nil {
				v.Refuse(err)
				return
			}
			v.grantSheet(src, list)
		})
	})
}

func (v *view) grantSheet(src model.DeskSource, list []access.Grant) {
	env, t := v.env, v.env.T
	items := []fyne.CanvasObject{kit.Titled(t("reader.grants.inforce"))}
	if len(list) == 0 {
		items = append(items, kit.Body(t("reader.grants.none")))
	}
	for _, g := range list {
		until := ""
		if !g.Until.IsZero() {
			until = t("reader.grants.until", g.Until)
		}
		var rights []string
		for _, r := range g.Rights {
			rights = append(rights, t("reader.right."+string(r)))
		}
		end := kit.NewButton(env, "reader.revoke."+g.Application+"."+g.PID, "", t("reader.grants.revoke"), func() {
			v.work(func(ctx context.Context) (string, error) {
				return t("reader.grants.revoked", g.Application), src.Revoke(ctx, g.Application, g.PID)
			}, func() { v.reopened(); v.showGrants() })
		}).Small()
		items = append(items, kit.Row(8, kit.Grow(kit.Col(0,
			kit.Body(strings.Join(model.Filled([]string{g.Application, g.Reader, until}), ", ")).End(),
			kit.Caption(g.PID+" · "+strings.Join(rights, ", ")).End())), kit.Loose(end)), kit.HLine(kit.ColorLine))
	}
	form := kit.Form{Name: "reader.grants", Title: t("reader.grants.title"), Height: 600, Above: kit.Col(8, items...),
		Buttons: []kit.FormButton{}}
	if v.p.Open != nil {
		v.newGrant(src, &form)
	}
	form.Show(env)
}

// newGrant asks in the form of grants for one more, on the object that is shown.
func (v *view) newGrant(src model.DeskSource, form *kit.Form) {
	env, t, pid := v.env, v.env.T, v.p.Open.PID
	print, copy := toggle(env, "reader.grants.print", t("reader.right.print"), false),
		toggle(env, "reader.grants.copy", t("reader.right.copy"), false)
	form.Fields = []kit.FormField{{Object: kit.Titled(t("reader.grants.new", v.p.Open.ReferenceCode))},
		{ID: "number", Label: t("reader.grant.field"), Must: true}, {ID: "reader", Label: t("reader.grants.reader")},
		{Object: kit.Row(6, print, copy)},
		{ID: "day", Label: t("reader.grants.day"), Help: t("reader.grants.day.help"), Check: func(text string) string {
			if _, ok := model.WrittenDay(text); !ok {
				return t("reader.grants.day.bad")
			}
			return ""
		}}}
	form.Buttons = []kit.FormButton{{Name: "reader.grants.do", Icon: "check", Text: t("reader.grants.do"), Primary: true, Stays: true,
		Do: func(a map[string]string) {
			g := access.Grant{PID: pid, Application: a["number"], Reader: a["reader"], Rights: []access.Right{access.Read}}
			if print.Active() {
				g.Rights = append(g.Rights, access.Print)
			}
			if copy.Active() {
				g.Rights = append(g.Rights, access.Copy)
			}
			g.Until, _ = model.WrittenDay(a["day"])
			v.work(func(ctx context.Context) (string, error) {
				return t("reader.grants.noted", a["number"]), src.AddGrant(ctx, g)
			}, func() { v.reopened(); v.showGrants() })
		}}}
}

// reopened shows the object anew after its rights changed.
func (v *view) reopened() {
	if v.p.Open != nil {
		v.p.OpenPackage(v.p.Open.PID, v.p.Current)
	}
}

// askHandOut gives a copy out as a folder or one ZIP.
func (v *view) askHandOut() {
	src := v.desk()
	if src == nil || v.p.Open == nil || v.p.Open.Closed {
		return
	}
	t, pid := v.env.T, v.p.Open.PID
	out := func(zip bool) func(map[string]string) {
		return func(map[string]string) {
			v.work(func(ctx context.Context) (string, error) {
				h, err := src.HandOut(ctx, pid, zip)
				said := t("reader.handout.done", h.Files, h.Path)
				if !h.Sound {
					said += " " + t("reader.handout.broken")
				}
				if !h.Signed {
					said += " " + t("reader.handout.unsigned")
				}
				return said, err
			}, nil)
		}
	}
	kit.Form{Name: "reader.handout", Title: t("reader.handout.title"), Text: t("reader.handout.text"),
		Above: kit.Bold(v.p.Open.ReferenceCode), Width: 560, Buttons: []kit.FormButton{
			{Name: "reader.handout.folder", Icon: "folder", Text: t("reader.handout.folder"), Do: out(false)},
			{Name: "reader.handout.zip", Icon: "package", Text: t("reader.handout.zip"), Primary: true, Do: out(true)}}}.Show(v.env)
}

// askDescriptions exports the descriptions of what the search finds, all of them
// where nothing is searched.
func (v *view) askDescriptions() {
	src := v.desk()
	if src == nil {
		return
	}
	t, q := v.env.T, v.p.Query
	var sheet *kit.Sheet
	out := func(form string) func(map[string]string) {
		return func(a map[string]string) {
			v.work(func(ctx context.Context) (string, error) {
				n, path, err := src.Descriptions(ctx, form, q, a["fonds"], a["isil"])
				return t("reader.descriptions.done", n, path), err
			}, func() { sheet.Close() })
		}
	}
	sheet = kit.Form{Name: "reader.descriptions", Title: t("reader.descriptions.title"), Text: t("reader.descriptions.text"), Width: 560,
		Fields: []kit.FormField{{ID: "fonds", Name: "reader.fonds", Label: t("reader.descriptions.fonds")},
			{ID: "isil", Name: "reader.isil", Label: t("reader.descriptions.isil"), Placeholder: "DE-"}},
		Buttons: []kit.FormButton{{Name: "reader.descriptions.csv", Icon: "list", Text: "CSV …", Stays: true, Do: out("csv")},
			{Name: "reader.descriptions.ead", Icon: "list", Text: "EAD(DDB) …", Primary: true, Stays: true, Do: out("ead")}}}.Show(v.env)
}

// deskButtons stand above the description of an object for the staff.
func (k *packView) deskButtons() fyne.CanvasObject {
	v, env := k.v, k.v.env
	if v.desk() == nil || v.p.Open == nil {
		return nil
	}
	row := []fyne.CanvasObject{kit.NewButton(env, "reader.closure", "lock", env.T("reader.closure.button"), v.askClosure).Small(),
		kit.NewButton(env, "reader.grants", "check", env.T("reader.grants.button"), v.showGrants).Small()}
	if !v.p.Open.Closed {
		row = append(row, kit.NewButton(env, "reader.handout", "package", env.T("reader.handout.button"), v.askHandOut).Small(),
			kit.NewButton(env, "reader.note", "note", env.T("reader.note.button"), v.askNote).Small())
	}
	return kit.Flow(6, row...) // in the narrow pane they go on in a second line
}
