package browser

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"laufzettel/app/window"
	settings "laufzettel/views/settings/model"
)

// settingsRoom is the room Einstellungen. The keys of the window are set in the window.
type settingsRoom struct{ *face }

// settingsParts are the parts of the room, in the order of the window.
var settingsParts = []string{"display", "channel", "profiles", "schemas", "issuers", "clerks"}

type settingsBody struct {
	settings.State
	Part    string
	Fields  []blank
	Acts    []deedView
	Rows    []trustRow // issuers and clerks
	Search  string
	Agreed  []profileRow
	Enrol   string
	Enrol2  tone
	Swap    string // what a change of the display does and does not
	Missing string // the fingerprint, where there is none
}

type profileRow struct {
	settings.Profile
	Href string
}

// trustRow is somebody who is trusted, with what withdraws it.
type trustRow struct {
	Name, Second, Third string
	Print               string
	Take                deedView
}

type fieldRow struct {
	settings.Field
	Act deedView
}

type fieldGroup struct {
	ID, Title string
	Rows      []fieldRow
}

type profileBody struct {
	Layout string // the desk where its layouts are made
	settings.Profile
	Form   []blank
	Groups []fieldGroup
}

// present makes the presenter of the settings with all of them read.
func (s settingsRoom) present() (*settings.Presenter, error) {
	p := settings.NewPresenter(window.Settings{Desk: s.desk}, inline{}, s.words, func() []settings.Key { return nil }, nothing, nothing)
	p.Reload()
	if p.Err != nil {
		p.Close()
		return nil, p.Err
	}
	return p, nil
}

// page is one part of the settings, or one profile.
func (s settingsRoom) page(w http.ResponseWriter, r *http.Request) error {
	p, err := s.present()
	if err != nil {
		return err
	}
	defer p.Close()
	q := r.URL.Query()
	if id := q.Get("profile"); id != "" {
		return s.profilePage(w, r, p, id)
	}
	b := settingsBody{State: p.State, Part: q.Get("part")}
	if !slices.Contains(settingsParts, b.Part) {
		b.Part = settingsParts[0]
	}
	var tabs []tab
	for _, name := range settingsParts {
		tabs = append(tabs, tab{Text: s.words.T("settings.page." + name), Href: s.pages.href("settings", "part", name),
			Now: name == b.Part})
	}
	s.part(p, &b, strings.TrimSpace(q.Get("q")))
	s.write(w, r, &page{Name: "settings", Title: s.words.T("nav.settings"), Room: "settings", Body: b, Tabs: tabs,
		TabsOf: s.words.T("browser.parts.settings")})
	return nil
}

// part fills in what the part asked for shows.
func (s settingsRoom) part(p *settings.Presenter, b *settingsBody, search string) {
	t := s.words.T
	add := func(act string) {
		x := s.offer("settings", act, "", "", t("settings.add."+b.Part))
		x.Key = "Strg+N"
		b.Acts = []deedView{x}
	}
	switch b.Part {
	case "display":
		b.Fields, b.Swap = s.displayFields(p.State.Display), t("browser.display.text")
	case "channel":
		b.Fields = s.channelFields(p.State.Channel)
		s.enrolled(p.State.Channel, b)
	case "profiles":
		b.Search = search
		for _, x := range p.Find(search) {
			b.Agreed = append(b.Agreed, profileRow{x, s.pages.href("settings", "profile", x.ID)})
		}
		x := s.once("settings", "newprofile", "", "", t("settings.add.profiles"))
		x.Key = "Strg+N"
		b.Acts = []deedView{x}
	case "schemas":
		add("schemas")
	case "issuers":
		add("issuers")
		for _, i := range p.State.Issuers {
			row := trustRow{Name: i.Name, Second: i.Until, Print: i.Fingerprint,
				Take: s.offer("settings", "dropissuer", i.Fingerprint, "", t("settings.issuer.withdraw")+" …")}
			if row.Take.About = i.Name; i.Expired {
				row.Third = t("browser.expired")
			}
			b.Rows = append(b.Rows, row)
		}
	case "clerks":
		add("clerk")
		for _, c := range p.State.Clerks {
			row := trustRow{Name: c.Office, Second: c.AgencyID, Third: c.Way, Print: c.Fingerprint,
				Take: s.offer("settings", "dropclerk", c.Fingerprint, "", t("settings.clerk.withdraw")+" …")}
			row.Take.About = c.Office
			b.Rows = append(b.Rows, row)
		}
	}
}

// enrolled says whether the archive knows the key of this device, and offers the ways.
func (s settingsRoom) enrolled(c settings.Channel, b *settingsBody) {
	t := s.words.T
	b.Enrol, b.Enrol2 = c.Enrolment, toneOK
	if !c.Enrolled {
		b.Enrol2 = toneNote
	}
	if b.Enrol == "" {
		b.Enrol = t("settings.enrol.title") + " " + t("settings.enrol.text")
	}
	if b.Missing = c.Fingerprint; b.Missing == "" {
		b.Missing = t("browser.missing")
	}
	if !c.Enrolled {
		b.Acts = append(b.Acts, s.once("settings", "enrol", "", "", t("settings.add.channel")),
			s.offer("settings", "enrolinvited", "", "", t("settings.enrol.invited")),
			s.offer("settings", "enrolfile", "", "", t("settings.enrol.export")),
			s.offer("settings", "enrolanswer", "", "", t("settings.enrol.import")))
	} else {
		b.Acts = append(b.Acts, s.once("settings", "watchlog", "", "", t("settings.log.watch")))
	}
	b.Acts = append(b.Acts, s.once("settings", "trydoor", "", "", t("settings.door.try")))
	if strings.HasPrefix(strings.TrimSpace(c.Door), "sftp://") {
		b.Acts = append(b.Acts, s.offer("settings", "password", "", "", t("settings.password.ask")))
		if c.PasswordKept {
			b.Acts = append(b.Acts, s.offer("settings", "nopassword", "", "", t("settings.password.remove")+" …"))
		}
	}
}

// options are choices by their texts.
func (s settingsRoom) options(key string, values ...string) (out []choiceView) {
	for _, v := range values {
		out = append(out, choiceView{Value: v, Text: s.words.T("settings." + key + "." + v)})
	}
	return out
}

func (s settingsRoom) displayFields(d settings.Display) []blank {
	yes := map[bool]string{true: "yes", false: "no"}
	f := func(id, value string, values ...string) blank {
		return blank{ID: id, Label: s.words.T("settings." + id), Help: s.words.T("settings." + id + ".text"), Kind: choice, Value: value,
			Choices: s.options(id, values...)}
	}
	return []blank{f("mode", d.Mode, "system", "light", "dark", "contrast"), f("scale", strconv.Itoa(d.Scale), "100", "125", "150", "200"),
		f("language", d.Language, "de", "en"), f("swiss", yes[d.Swiss], "no", "yes"), f("forever", yes[d.Forever], "no", "yes")}
}

// channelParts are the statements of archive and channel by their names.
var channelParts = []struct {
	id   string
	must bool
	of   func(*settings.Channel) *string
}{{"person", false, func(c *settings.Channel) *string { return &c.Person }},
	{"unit", false, func(c *settings.Channel) *string { return &c.Unit }},
	{"archive", false, func(c *settings.Channel) *string { return &c.Archive }},
	{"address", false, func(c *settings.Channel) *string { return &c.Address }},
	{"door", false, func(c *settings.Channel) *string { return &c.Door }},
	{"rate", false, func(c *settings.Channel) *string { return &c.Rate }},
	{"hostkey", false, func(c *settings.Channel) *string { return &c.HostKey }},
	{"identity", false, func(c *settings.Channel) *string { return &c.Identity }},
	{"stamps", false, func(c *settings.Channel) *string { return &c.Stamps }},
	{"parallel", false, func(c *settings.Channel) *string { return &c.Parallel }},
	{"cafile", false, func(c *settings.Channel) *string { return &c.CAFile }},
	{"certfile", false, func(c *settings.Channel) *string { return &c.CertFile }},
	{"certkey", false, func(c *settings.Channel) *string { return &c.CertKey }}}

func (s settingsRoom) channelFields(c settings.Channel) (out []blank) {
	for _, x := range channelParts {
		f := blank{ID: x.id, Label: s.words.T("settings." + x.id), Value: *x.of(&c), Fixed: slices.Contains(c.Fixed, x.id)}
		if x.id == "door" {
			f.Help = s.words.T("settings.door.text")
			if c.DoorTest != "" {
				f.Help = c.DoorTest
			}
		}
		out = append(out, f)
	}
	return out
}

// profilePage is what is agreed with one agency.
func (s settingsRoom) profilePage(w http.ResponseWriter, r *http.Request, p *settings.Presenter, id string) error {
	p.Picked = id
	x, ok := p.Profile()
	if !ok {
		return errNoPage
	}
	b := profileBody{Profile: x, Form: s.profileFields(x)}
	if s.has(r.Context(), "inbox") { // the desk is the archive's
		b.Layout = s.pages.href("layout", "id", id)
	}
	for _, f := range x.Fields {
		if n := len(b.Groups); n == 0 || b.Groups[n-1].Title != f.Group {
			b.Groups = append(b.Groups, fieldGroup{ID: "group" + strconv.Itoa(n), Title: f.Group})
		}
		g := &b.Groups[len(b.Groups)-1]
		act := s.offer("settings", "field", id, f.ID, s.words.T("browser.change"))
		act.About = f.Label
		g.Rows = append(g.Rows, fieldRow{f, act})
	}
	s.write(w, r, &page{Name: "profile", Title: x.Name, Room: "settings",
		Crumbs: s.crumbs("settings", link{s.words.T("settings.page.profiles"), address("settings", "part", "profiles")}), Body: b})
	return nil
}

// profileParts are the first statements of a profile.
var profileParts = []struct {
	id   string
	must bool
	of   func(*settings.Profile) *string
}{{"name", true, func(p *settings.Profile) *string { return &p.Name }},
	{"agency", false, func(p *settings.Profile) *string { return &p.AgencyID }},
	{"contact", false, func(p *settings.Profile) *string { return &p.Contact }},
	{"mail", false, func(p *settings.Profile) *string { return &p.Mail }},
	{"system", false, func(p *settings.Profile) *string { return &p.System }}}

func (s settingsRoom) profileFields(x settings.Profile) (out []blank) {
	for _, f := range profileParts {
		out = append(out, blank{ID: f.id, Label: s.words.T("settings.profile." + f.id), Value: *f.of(&x), Must: f.must})
	}
	return out
}

// find says what an act of the room is now.
func (s settingsRoom) find(r *http.Request) (deed, error) {
	p, err := s.present()
	if err != nil {
		return deed{}, err
	}
	defer p.Close()
	act, id, of := r.FormValue("act"), r.FormValue("id"), r.FormValue("of")
	switch act {
	case "display":
		return s.display(p.State.Display), nil
	case "channel":
		return s.channel(p.State.Channel), nil
	case "enrol", "enrolinvited", "enrolfile", "enrolanswer", "watchlog", "takelog", "trydoor", "password", "nopassword":
		return s.way(act), nil
	case "newprofile", "profile", "field":
		return s.profile(p, act, id, of)
	case "schemas", "issuers", "clerk":
		return s.adds(act), nil
	case "trustclerk":
		return s.trust(r.Context(), of)
	case "dropissuer", "dropclerk":
		return s.withdraw(p.State, act, id)
	}
	return deed{}, errNoDeed
}

// display changes how the window and the next session look.
func (s settingsRoom) display(d settings.Display) deed {
	x := deed{Title: s.words.T("settings.page.display"), Text: s.words.T("browser.display.text"),
		Back: address("settings", "part", "display"), Fields: s.displayFields(d), Buttons: button(s.words.T("browser.save")),
		Done: s.words.T("browser.kept")}
	for i := range x.Fields {
		choices := x.Fields[i].Choices
		x.Fields[i].check = func(v string) string {
			if slices.ContainsFunc(choices, func(c choiceView) bool { return c.Value == v }) {
				return ""
			}
			return s.words.T("settings.ask.missing")
		}
	}
	x.work = func(ctx context.Context, a answers, _ *message) error {
		scale, err := strconv.Atoi(a.text("scale"))
		if err != nil {
			return errNoDeed
		}
		d.Mode, d.Scale, d.Language, d.Swiss, d.Forever = a.text("mode"), scale, a.text("language"), a.text("swiss") == "yes",
			a.text("forever") == "yes"
		if err := (window.Settings{Desk: s.desk}).SaveDisplay(ctx, d); err != nil {
			return err
		}
		s.changed()
		return nil
	}
	return x
}

// channel changes who works here, the archive, and the ways to it; what the
// administrator's policy fixes stays.
func (s settingsRoom) channel(c settings.Channel) deed {
	x := deed{Title: s.words.T("settings.page.channel"), Back: address("settings", "part", "channel"), Fields: s.channelFields(c),
		Buttons: button(s.words.T("browser.save")), Done: s.words.T("browser.kept")}
	x.work = func(ctx context.Context, a answers, _ *message) error {
		before := c.Person
		for _, part := range channelParts {
			if !slices.Contains(c.Fixed, part.id) && a.Has(part.id) {
				*part.of(&c) = a.text(part.id)
			}
		}
		if err := (window.Settings{Desk: s.desk}).SaveChannel(ctx, c); err != nil {
			return err
		}
		if c.Person != before {
			s.changed()
		}
		return nil
	}
	return x
}

// way are the acts about the archive: enrolment, its log, another door.
func (s settingsRoom) way(act string) deed {
	src, t := window.Settings{Desk: s.desk}, s.words.T
	x := deed{Back: address("settings", "part", "channel"), Done: t("browser.noted")}
	path := func(id, key string) blank {
		return blank{ID: id, Label: t(key), Help: t("browser.path.help"), Must: true}
	}
	switch act {
	case "enrol":
		x.work = func(ctx context.Context, _ answers, _ *message) error { return src.Enrol(ctx) }
	case "enrolinvited":
		x.Title, x.Text, x.Buttons = t("settings.enrol.invited"), t("settings.enrol.invited.text"), button(t("settings.add.channel"))
		x.Fields = []blank{{ID: "code", Label: t("settings.enrol.invitation"), Must: true}}
		x.work = func(ctx context.Context, a answers, _ *message) error { return src.EnrolInvited(ctx, a.text("code")) }
	case "enrolfile":
		x.Title, x.Text, x.Buttons, x.Fields = t("settings.enrol.export"), t("settings.enrol.export.text"),
			button(t("settings.enrol.write")), []blank{path("path", "browser.enrol.path")}
		x.work = func(ctx context.Context, a answers, _ *message) error { return src.EnrolExport(ctx, a.path("path")) }
	case "enrolanswer":
		x.Title, x.Text, x.Buttons = t("settings.enrol.import"), t("settings.enrol.import.text"), button(t("settings.enrol.take"))
		x.Fields = []blank{path("path", "settings.enrol.answer"), {ID: "told", Label: t("settings.enrol.told")}}
		x.work = func(ctx context.Context, a answers, _ *message) error {
			return src.EnrolImport(ctx, a.path("path"), a.text("told"))
		}
	case "watchlog":
		x.work = func(ctx context.Context, _ answers, m *message) error {
			got, err := src.WatchLog(ctx)
			if m.Title, m.Text = t("settings.log.watch"), got.Says; got.Broken {
				m.Tone, m.Title = toneError, t("settings.log.broken")
				m.Links = []link{{t("settings.log.take") + " …", address("settings/act", "act", "takelog")}}
			}
			return err
		}
	case "takelog":
		x.Title, x.Text, x.Buttons = t("settings.log.broken"), t("settings.log.take.text"), button(t("settings.log.take"))
		x.Fields = []blank{{ID: "note", Label: t("settings.log.note"), Kind: area, Must: true}}
		x.work = func(ctx context.Context, a answers, _ *message) error { return src.TakeLog(ctx, a.text("note")) }
	case "trydoor":
		x.work = func(ctx context.Context, _ answers, m *message) error {
			m.Title = t("browser.door.sound")
			return src.TryDoor(ctx)
		}
	case "password":
		x.Title, x.Text, x.Buttons = t("settings.password"), t("settings.password.text"), button(t("settings.password.keep"))
		x.Fields = []blank{{ID: "pass", Label: t("settings.password"), Kind: secret, Must: true}}
		x.work = func(ctx context.Context, a answers, _ *message) error { return src.KeepPassword(ctx, a.Get("pass")) }
	case "nopassword":
		x.Title, x.Text, x.Buttons = t("settings.password"), t("browser.password.remove"), button(t("settings.password.remove"))
		x.work = func(ctx context.Context, _ answers, _ *message) error { return src.KeepPassword(ctx, "") }
	}
	return x
}

// profile makes a profile, or changes one.
func (s settingsRoom) profile(p *settings.Presenter, act, id, field string) (deed, error) {
	src, t := window.Settings{Desk: s.desk}, s.words.T
	x := deed{Back: address("settings", "profile", id), Done: t("browser.kept"), Buttons: button(t("settings.field.take"))}
	if act == "newprofile" {
		x.work = func(ctx context.Context, _ answers, m *message) error {
			id, err := src.NewProfile(ctx)
			m.to = address("settings", "profile", id)
			return err
		}
		x.Back = address("settings", "part", "profiles")
		return x, nil
	}
	p.Picked = id
	one, ok := p.Profile()
	if !ok {
		return x, errNoDeed
	}
	if act == "profile" {
		x.Title, x.Fields = one.Name, s.profileFields(one)
		x.work = func(ctx context.Context, a answers, _ *message) error {
			for _, f := range profileParts {
				*f.of(&one) = a.text(f.id)
			}
			return src.SaveProfile(ctx, one)
		}
		return x, nil
	}
	i := slices.IndexFunc(one.Fields, func(f settings.Field) bool { return f.ID == field })
	if i < 0 {
		return x, errNoDeed
	}
	f := one.Fields[i]
	x.Title, x.Text, x.Fields = f.Label, f.Help, []blank{{ID: "value", Label: f.Group, Value: f.Value}}
	if f.Many {
		x.Fields[0].Kind = area
	}
	x.work = func(ctx context.Context, a answers, _ *message) error {
		return src.SaveField(ctx, id, f.ID, a.text("value"))
	}
	return x, nil
}

// adds takes schemas, issuers, or the key of an agency out of a file.
func (s settingsRoom) adds(act string) deed {
	src, t := window.Settings{Desk: s.desk}, s.words.T
	key := map[string]string{"schemas": "schema", "issuers": "issuer", "clerk": "clerk"}[act]
	part := map[string]string{"schemas": "schemas", "issuers": "issuers", "clerk": "clerks"}[act]
	x := deed{Title: t("settings.add." + part), Text: t("settings." + key + ".text"), Buttons: button(t("settings." + key + ".take")),
		Back: address("settings", "part", part), Done: t("browser.noted")}
	x.Fields = []blank{{ID: "path", Label: t("settings." + key + ".path"), Help: t("browser.path.help"), Must: true}}
	x.work = func(ctx context.Context, a answers, m *message) error {
		file := a.path("path")
		switch act {
		case "schemas":
			return src.AddSchemas(ctx, []string{file})
		case "issuers":
			return src.AddIssuers(ctx, []string{file})
		}
		if _, err := src.ReadClerk(ctx, file); err != nil {
			return err
		}
		m.Tone, m.Title, m.to = toneNote, t("settings.clerk.compare"), address("settings/act", "act", "trustclerk", "of", file)
		return nil
	}
	return x
}

// trust has the fingerprint of an agency's key compared before it counts.
func (s settingsRoom) trust(ctx context.Context, file string) (deed, error) {
	src, t := window.Settings{Desk: s.desk}, s.words.T
	c, err := src.ReadClerk(ctx, file)
	if err != nil {
		return deed{}, err
	}
	x := deed{Title: t("settings.clerk.compare"), Text: t("settings.clerk.compare.text", c.Office, c.Fingerprint),
		Buttons: button(t("settings.clerk.same")), Back: address("settings", "part", "clerks"), Done: t("browser.noted")}
	x.Fields = []blank{{ID: "compared", Label: t("browser.compared"), Value: c.Fingerprint, Must: true, check: func(v string) string {
		if v != c.Fingerprint {
			return t("browser.compared.changed")
		}
		return ""
	}}}
	x.work = func(ctx context.Context, a answers, _ *message) error {
		return src.AddClerk(ctx, file, a.text("compared"))
	}
	return x, nil
}

// withdraw takes trust away, once asked.
func (s settingsRoom) withdraw(st settings.State, act, print string) (deed, error) {
	src, t := window.Settings{Desk: s.desk}, s.words.T
	x := deed{Done: t("browser.noted")}
	if act == "dropissuer" {
		i := slices.IndexFunc(st.Issuers, func(i settings.Issuer) bool { return i.Fingerprint == print })
		if i < 0 {
			return x, errNoDeed
		}
		x.Title, x.Text, x.Buttons, x.Back = t("settings.issuer.withdraw"), t("settings.issuer.withdraw.text", st.Issuers[i].Name),
			button(t("settings.issuer.withdraw")), address("settings", "part", "issuers")
		x.work = func(ctx context.Context, _ answers, _ *message) error { return src.RemoveIssuer(ctx, print) }
		return x, nil
	}
	i := slices.IndexFunc(st.Clerks, func(c settings.Clerk) bool { return c.Fingerprint == print })
	if i < 0 {
		return x, errNoDeed
	}
	x.Title, x.Text, x.Buttons, x.Back = t("settings.clerk.withdraw"), t("settings.clerk.withdraw.text", st.Clerks[i].Office),
		button(t("settings.clerk.withdraw")), address("settings", "part", "clerks")
	x.work = func(ctx context.Context, _ answers, _ *message) error { return src.RemoveClerk(ctx, print) }
	return x, nil
}
