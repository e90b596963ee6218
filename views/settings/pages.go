package settings

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	"laufzettel/views/route"
	"laufzettel/views/settings/model"
)

// choice is a row of chips of which one is in force.
func (v *view) choice(name string, options []string, now string, set func(string)) fyne.CanvasObject {
	var chips []fyne.CanvasObject
	for _, o := range options {
		c := kit.NewChip(v.env, "settings."+name+"."+o, v.env.T("settings."+name+"."+o), "", func() { set(o) })
		c.Set("", o == now)
		chips = append(chips, c)
	}
	return kit.Row(6, chips...)
}

func yes(on bool) string {
	if on {
		return "yes"
	}
	return "no"
}

func (v *view) displayPage() fyne.CanvasObject {
	env, d := v.env, v.p.State.Display
	line := func(key string, row fyne.CanvasObject) fyne.CanvasObject {
		return kit.Col(6, kit.Bold(env.T("settings."+key)), kit.NewText(env.T("settings."+key+".text"), kit.RoleText,
			kit.ColorText2).Wrap(), row, kit.Space(0, 6), kit.HLine(kit.ColorLine))
	}
	set := func(change func(*model.Display, string)) func(string) {
		return func(o string) {
			n := v.p.State.Display
			change(&n, o)
			v.p.SetDisplay(n)
		}
	}
	return kit.NewScroll(kit.Pad(kit.Col(14,
		line("mode", v.choice("mode", []string{"system", "light", "dark", "contrast"}, d.Mode,
			set(func(n *model.Display, o string) { n.Mode = o }))),
		line("scale", v.choice("scale", []string{"100", "125", "150", "200"}, strconv.Itoa(d.Scale), set(func(n *model.Display, o string) {
			if pct, err := strconv.Atoi(o); err == nil {
				n.Scale = pct
			}
		}))),
		line("language", v.choice("language", []string{"de", "en"}, d.Language, set(func(n *model.Display, o string) { n.Language = o }))),
		line("swiss", v.choice("swiss", []string{"no", "yes"}, yes(d.Swiss),
			set(func(n *model.Display, o string) { n.Swiss = o == "yes" }))),
		line("forever", v.choice("forever", []string{"no", "yes"}, yes(d.Forever),
			set(func(n *model.Display, o string) { n.Forever = o == "yes" })))), 16, 24, 20, 24))
}

func (v *view) channelPage() fyne.CanvasObject {
	env, c := v.env, v.p.State.Channel
	field := func(name string, must bool, get func(*model.Channel) *string) fyne.CanvasObject {
		e := kit.NewEntry(env, "settings."+name, "", nil)
		e.Put(*get(&c))
		e.OnChanged = func(s string) {
			n := v.p.State.Channel
			*get(&n) = s
			v.p.SetChannel(n)
		}
		f := kit.NewField(env, env.T("settings."+name), e)
		if must {
			f.Mandatory()
		}
		if slices.Contains(c.Fixed, name) {
			e.Disable()
			f.Help(env.T("settings.fixed"))
		}
		return kit.Grow(f)
	}
	box := kit.Box{Tone: kit.ToneOK, Title: c.Enrolment}
	switch {
	case c.Pending:
		box.Tone = kit.ToneWarn
	case c.Enrolled:
		box.Buttons = []fyne.CanvasObject{kit.NewButton(env, "settings.log.watch", "", env.T("settings.log.watch"), v.watchLog).Small()}
	case !c.Enrolled:
		box = kit.Box{Tone: kit.ToneWarn, Title: env.T("settings.enrol.title"), Text: env.T("settings.enrol.text"),
			Buttons: []fyne.CanvasObject{kit.NewButton(env, "settings.enrol", "key", env.T("settings.add.channel"), v.enrol).Small(),
				kit.NewButton(env, "settings.enrol.invited", "", env.T("settings.enrol.invited"), v.askInvitation).Small(),
				kit.NewButton(env, "settings.enrol.export", "", env.T("settings.enrol.export"), v.askEnrolExport).Small(),
				kit.NewButton(env, "settings.enrol.import", "", env.T("settings.enrol.import"), v.askEnrolImport).Small()}}
	}
	return kit.NewScroll(kit.Pad(kit.Col(18, kit.NewBox(env, "settings.channel.state", box, nil),
		kit.Cols(16, field("person", true, func(c *model.Channel) *string { return &c.Person }),
			field("unit", false, func(c *model.Channel) *string { return &c.Unit })),
		kit.Cols(16, field("archive", true, func(c *model.Channel) *string { return &c.Archive }),
			field("address", true, func(c *model.Channel) *string { return &c.Address })),
		v.doorBox(field),
		kit.NewMetaTable(env, "settings.device", 180, kit.Group{Title: env.T("settings.device"), Pairs: []kit.Pair{
			{Label: env.T("settings.fingerprint"), Value: c.Fingerprint, Mono: true, Missing: c.Fingerprint == ""}}}),
		kit.NewText(env.T("settings.fingerprint.text"), kit.RoleText, kit.ColorText2).Wrap()), 16, 24, 20, 24))
}

func (v *view) makeProfile() fyne.CanvasObject {
	return kit.Pad(kit.Row(8, kit.Grow(kit.Col(0, kit.Body("").End(), kit.Caption("").End())), kit.Caption("")), 0, 14, 0, 14)
}

func (v *view) fillProfile(i int, o fyne.CanvasObject) {
	x, row := v.shown[i], o.(*fyne.Container).Objects[0].(*fyne.Container)
	col := row.Objects[0].(*fyne.Container).Objects
	role := kit.RoleText
	if x.ID == v.p.Picked {
		role = kit.RoleBold
	}
	col[0].(*kit.Text).Style(role, kit.ColorText)
	col[0].(*kit.Text).Set(x.Name)
	col[1].(*kit.Text).Set(x.Kinds)
	row.Objects[1].(*kit.Text).Set(v.env.Int(int64(x.Portions)))
	row.Refresh()
}

func (v *view) profilesPage() fyne.CanvasObject {
	env := v.env
	if len(v.p.State.Profiles) == 0 {
		return kit.NewEmpty(env.T("settings.profiles.none"), env.T("settings.profiles.none.text"), nil)
	}
	search := kit.NewSearch(env, "settings.profile.search", env.T("settings.profile.search"), func(text string) {
		v.search = text
		v.shown = v.p.Find(text)
		v.pick.Reload()
	})
	search.Entry.Put(v.search)
	search.Entry.OnDown = func() { env.Focus(v.pick) }
	for i, x := range v.shown {
		if x.ID == v.p.Picked {
			v.pick.Mark(i)
		}
	}
	left := kit.Col(0, kit.Pad(search, 12, 14, 8, 14), kit.Grow(v.pick))
	return kit.NewPanes(env, "settings.profiles", v.host.Class, kit.Pane{Object: left, Width: kit.Sizes{L: 320, M: 272, S: 200}, Min: 160},
		kit.Pane{Object: v.profileForm(), Grow: true})
}

func (v *view) profileForm() fyne.CanvasObject {
	env := v.env
	x, ok := v.p.Profile()
	if !ok {
		return kit.NewEmpty(env.T("settings.profiles.choose"), env.T("settings.profiles.choose.text"), nil)
	}
	field := func(name string, must bool, get func(*model.Profile) *string) fyne.CanvasObject {
		e := kit.NewEntry(env, "settings.profile."+name, "", nil)
		e.Put(*get(&x))
		f := kit.NewField(env, env.T("settings.profile."+name), e)
		if must {
			f.Mandatory()
		}
		e.OnChanged = func(s string) {
			f.SetError("")
			if must && strings.TrimSpace(s) == "" {
				f.SetError(env.T("settings.profile.missing"))
			}
			n, found := v.p.Profile()
			if !found {
				return
			}
			*get(&n) = s
			v.p.SetProfile(n)
			v.shown = v.p.Find(v.search)
			v.pick.Reload()
		}
		return kit.Grow(f)
	}
	head := []fyne.CanvasObject{kit.Grow(kit.Section(x.Name).End())}
	if x.ValidSince != "" {
		head = append(head, kit.NewStamp(env.T("settings.profile.valid", x.ValidSince), kit.ToneOK, "check"))
	}
	head = append(head, kit.NewButton(env, "settings.profile.layout", "sliders", env.T("nav.layout"),
		func() { v.host.Go(route.Route{Screen: route.Layout, ID: x.ID}) }).Small())
	first := kit.Cols(16, field("name", true, func(p *model.Profile) *string { return &p.Name }),
		field("agency", true, func(p *model.Profile) *string { return &p.AgencyID }))
	second := kit.Cols(16, field("contact", true, func(p *model.Profile) *string { return &p.Contact }),
		field("mail", true, func(p *model.Profile) *string { return &p.Mail }),
		field("system", false, func(p *model.Profile) *string { return &p.System }))
	cols := kit.Columns{Gap: 10, Left: 10, Cols: []kit.Column{{Title: env.T("settings.format.puid"), Width: 84},
		{Title: env.T("settings.format.name"), Grow: 1.2}, {Title: env.T("settings.format.verdict"), Grow: 1}}}
	rows := []fyne.CanvasObject{kit.Titled(env.T("settings.formats")), cols.Head()}
	for _, f := range x.Formats {
		rows = append(rows, kit.Sized(0, 27, cols.Row(kit.NewText(f.PUID, kit.RoleMono, kit.ColorText), kit.Body(f.Name).End(),
			kit.Row(8, kit.NewIcon("check", kit.ColorOK, 14), kit.Grow(kit.Body(env.T("settings.format.accepted")).End())))),
			kit.HLine(kit.ColorLine))
	}
	table := func(title string, pairs []model.Pair) fyne.CanvasObject {
		var ps []kit.Pair
		for _, p := range pairs {
			ps = append(ps, kit.Pair{Label: p.Label, Value: p.Value})
		}
		return kit.Grow(kit.NewMetaTable(env, "", 190, kit.Group{Title: title, Pairs: ps}))
	}
	var agreed fyne.CanvasObject = kit.Cols(24, table(env.T("settings.deadlines"), x.Deadlines),
		table(env.T("settings.packages"), x.Packages))
	if len(x.Fields) > 0 {
		agreed = v.fields(x)
	}
	return kit.NewScroll(kit.Pad(kit.Col(16, kit.Row(10, head...), first, second, kit.Col(0, rows...), agreed,
		kit.NewBox(env, "", kit.Box{Tone: kit.ToneNote, Text: env.T("settings.profile.note")}, nil)), 14, 24, 20, 22))
}

func (v *view) schemasPage() fyne.CanvasObject {
	env := v.env
	all := v.p.State.Schemas
	if len(all) == 0 {
		return kit.NewEmpty(env.T("settings.schemas.none"), env.T("settings.schemas.none.text"),
			kit.NewButton(env, "settings.schemas.add", "plus", env.T("settings.add.schemas"), v.askSchemas))
	}
	cols := kit.Columns{Gap: 12, Left: 20, Cols: []kit.Column{{Width: 18}, {Title: env.T("settings.schema.name"), Grow: 1},
		{Title: env.T("settings.schema.version"), Width: 90}, {Title: env.T("settings.schema.source"), Grow: 1.4}}}
	l := kit.NewList(env, "settings.schemas", func() int { return len(all) }, func() fyne.CanvasObject {
		return cols.Row(kit.NewIcon("", kit.ColorOK, 16), kit.Body("").End(), kit.Body(""),
			kit.NewText("", kit.RoleText, kit.ColorText2).Middle())
	}, func(i int, o fyne.CanvasObject) {
		s, c := all[i], o.(*fyne.Container).Objects
		icon, tint, from := "check", kit.ColorOK, s.Source
		if s.Missing {
			icon, tint, from = "dash", kit.ColorWarn, env.T("settings.schema.missing")
		}
		c[0].(*kit.Icon).Set(icon, tint)
		c[1].(*kit.Text).Set(s.Name)
		c[2].(*kit.Text).Set(s.Version)
		tone := kit.ColorText2
		if s.Missing {
			tone = kit.ColorWarn
		}
		c[3].(*kit.Text).Say(from, tone)
	})
	return kit.Col(0, kit.Space(0, 12), cols.Head(), kit.Grow(l))
}

func (v *view) keysPage() fyne.CanvasObject {
	env, keys := v.env, v.p.Keys
	cols := kit.Columns{Gap: 12, Left: 20, Cols: []kit.Column{{Title: env.T("settings.keys.where"), Width: 130},
		{Title: env.T("settings.keys.what"), Grow: 1}, {Title: env.T("settings.keys.key"), Width: 150},
		{Title: env.T("settings.keys.default"), Width: 130}}}
	l := kit.NewList(env, "settings.keys", func() int { return len(keys) }, func() fyne.CanvasObject {
		return cols.Row(kit.NewText("", kit.RoleText, kit.ColorText2).End(), kit.Body("").End(), kit.Body("").End(),
			kit.NewText("", kit.RoleText, kit.ColorText2).End())
	}, func(i int, o fyne.CanvasObject) {
		k, c := keys[i], o.(*fyne.Container).Objects
		spell := func(key string) string { return strings.Join(env.KeyCaps(key), " + ") }
		c[0].(*kit.Text).Set(k.Group)
		c[1].(*kit.Text).Set(k.Title)
		role := kit.RoleText
		if k.Now != "" {
			role = kit.RoleBold
		}
		c[2].(*kit.Text).Style(role, kit.ColorText)
		c[2].(*kit.Text).Set(spell(k.Key()))
		c[3].(*kit.Text).Set(spell(k.Default))
	})
	entry := kit.NewEntry(env, "settings.key.new", env.T("settings.keys.hint"), nil)
	field := kit.NewField(env, env.T("settings.keys.new"), entry).Help(env.T("settings.keys.help"))
	at := slices.IndexFunc(keys, func(k model.Key) bool { return k.ID == v.key })
	l.Mark(at)
	if at < 0 {
		entry.Disable()
	} else {
		entry.Put(keys[at].Now)
		field = kit.NewField(env, env.T("settings.keys.newfor", keys[at].Title), entry).Help(env.T("settings.keys.help"))
		entry.OnChanged = func(s string) {
			if clash := v.p.Clash(v.key, model.Spell(s)); clash != "" {
				field.SetError(env.T("settings.keys.clash", clash))
			} else {
				field.SetError("")
			}
		}
		entry.OnSubmitted = func(s string) {
			if clash := v.p.SetKey(v.key, s); clash == "" {
				env.Focus(l)
			}
		}
	}
	l.OnSelect = func(i int) {
		v.key = keys[i].ID
		v.redraw()
	}
	l.OnOpen = func(int) { env.Focus(entry) }
	return kit.Col(0, kit.Space(0, 12), cols.Head(), kit.Grow(l), kit.HLine(kit.ColorBorder),
		kit.Panel(kit.ColorRaised, kit.Pad(field, 10, 20, 12, 20)))
}
