package shell

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
	"laufzettel/views/route"
)

// showHelp opens the key help: the actions of the screen by group, then those of
// the window. What stands there is what is bound, not a list beside it.
func (s *Shell) showHelp() {
	screen := s.env.Scope(kit.LevelScreen)
	title := s.env.T("shell.help.title")
	var actions []kit.Action
	if screen != nil {
		title = s.env.T("shell.help.titlein", screen.Title)
		actions = append(actions, screen.Actions...)
	}
	actions = append(actions, s.env.Scope(kit.LevelWindow).Actions...)
	holder := container.NewStack()
	fill := func(search string) {
		holder.Objects = []fyne.CanvasObject{kit.NewScroll(kit.Pad(s.helpColumns(actions, search), 16, 20, 20, 20))}
		holder.Refresh()
	}
	fill("")
	search := kit.NewSearch(s.env, "help.search", s.env.T("shell.help.search"), fill)
	foot := kit.Row(12, append([]fyne.CanvasObject{kit.Grow(kit.Caption(s.env.T("shell.help.letters")).End())}, s.helpWays()...)...)
	kit.NewSheet(s.env, title, 1180, 490, holder, foot, kit.Sized(240, 0, search)).First(search.Entry).Show()
}

// helpWays are the places the key help leads to: the chapter about the screen below it,
// and where keys are changed.
func (s *Shell) helpWays() (out []fyne.CanvasObject) {
	if _, ok := s.screen(route.Handbook); ok && s.now.Screen != route.Handbook {
		out = append(out, kit.NewButton(s.env, "help.handbook", "book", s.env.T("shell.action.handbook"), func() {
			s.env.Open().Close()
			s.openHandbook()
		}).Small())
	}
	if _, ok := s.screen(route.Settings); ok {
		out = append(out, kit.NewButton(s.env, "help.change", "sliders", s.env.T("shell.help.change"), func() {
			s.env.Open().Close()
			s.Go(route.Route{Screen: route.Settings, Filter: "keys"})
		}).Small())
	}
	return out
}

// openHandbook opens the chapter about the screen that is shown.
func (s *Shell) openHandbook() {
	if s.now.Screen != route.Handbook {
		s.Go(route.Route{Screen: route.Handbook, ID: string(s.now.Screen)})
	}
}

func (s *Shell) helpColumns(actions []kit.Action, search string) fyne.CanvasObject {
	var order []string
	byGroup := map[string][]fyne.CanvasObject{}
	search = strings.ToLower(strings.TrimSpace(search))
	for _, a := range actions {
		keys := s.env.KeysOf(a)
		if len(keys) == 0 || !strings.Contains(strings.ToLower(a.Title+" "+strings.Join(keys, " ")), search) {
			continue
		}
		if _, ok := byGroup[a.Group]; !ok {
			order = append(order, a.Group)
		}
		var caps []fyne.CanvasObject
		for i, k := range keys {
			if i > 0 {
				caps = append(caps, kit.Caption(s.env.T("shell.help.or")))
			}
			caps = append(caps, kit.KeyCaps(s.env, k))
		}
		row := kit.Cols(6, kit.Grow(kit.Body(a.Title).Wrap()), kit.Middle(kit.Row(6, caps...))) // what an action does is never cut
		byGroup[a.Group] = append(byGroup[a.Group], kit.Pad(row, 5, 0, 5, 0), kit.HLine(kit.ColorLine))
	}
	if len(order) == 0 {
		return kit.NewEmpty(s.env.T("shell.help.none"), s.env.T("shell.help.none.text"), nil)
	}
	var cols []fyne.CanvasObject
	for _, g := range order {
		cols = append(cols, kit.Grow(kit.Col(0, append([]fyne.CanvasObject{kit.Sized(0, 26, kit.Bold(g)), kit.HLine(kit.ColorBorder)},
			byGroup[g]...)...)))
	}
	return kit.Cols(24, cols...)
}

// showCommands opens the command search: all actions in force, Enter does one.
func (s *Shell) showCommands() {
	var all, shown []kit.Action
	for _, l := range []kit.Level{kit.LevelScreen, kit.LevelWindow} {
		if sc := s.env.Scope(l); sc != nil {
			for _, a := range sc.Actions {
				if a.Do != nil && (a.When == nil || a.When()) && a.ID != "shell.command" {
					all = append(all, a)
				}
			}
		}
	}
	shown = all
	list := kit.NewList(s.env, "commands.list", func() int { return len(shown) },
		func() fyne.CanvasObject {
			return kit.Pad(kit.Row(8, kit.Grow(kit.Body("").End()), kit.Caption("").Right().AtLeast(120)), 0, 16, 0, 16)
		},
		func(i int, o fyne.CanvasObject) {
			row := o.(*fyne.Container).Objects[0].(*fyne.Container)
			row.Objects[0].(*kit.Text).Set(shown[i].Title)
			key := ""
			if k := s.env.KeysOf(shown[i]); len(k) > 0 {
				key = strings.Join(s.env.KeyCaps(k[0]), " + ")
			}
			row.Objects[1].(*kit.Text).Set(key)
		})
	do := func(i int) {
		if i >= 0 && i < len(shown) {
			a := shown[i]
			s.env.Open().Close()
			a.Do()
		}
	}
	list.OnOpen = do
	search := kit.NewSearch(s.env, "commands.search", s.env.T("shell.command.search"), func(text string) {
		shown = nil
		for _, a := range all {
			if strings.Contains(strings.ToLower(a.Title), strings.ToLower(strings.TrimSpace(text))) {
				shown = append(shown, a)
			}
		}
		list.Mark(0)
		list.Reload()
	})
	list.Mark(0)
	search.Entry.OnSubmitted = func(string) { do(list.Selected()) }
	search.Entry.OnDown = func() { s.env.Focus(list) }
	kit.NewSheet(s.env, s.env.T("shell.action.command"), 620, 420, kit.Col(0, kit.Pad(search, 12, 16, 12, 16), kit.Grow(list)),
		nil).First(search.Entry).Show()
}
