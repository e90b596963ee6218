package conflicts

import (
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/views/conflicts/model"
	"laufzettel/views/kit"
	"laufzettel/views/pageview"
	"laufzettel/views/route"
)

const (
	settleLeft   = 520 // width of sides, decision and history in units
	settleFacts  = 116 // heights of what the object is and of its documents
	settlePapers = 120
)

// settling is the sheet on which a dispute is settled: the sides, what the person decides
// and why, what was decided before; beside them the object with its pages.
type settling struct {
	v        *view
	env      *kit.Env
	now      model.Settling
	about    model.About
	chips    map[string]*kit.Chip
	reason   *kit.Entry
	take     *kit.Button
	note     *kit.Text
	facts    *fyne.Container
	history  *fyne.Container
	papers   *kit.List
	page     *pageview.Pane
	factsBox *kit.Scroll
	leftBox  *kit.Scroll
	sheet    *kit.Sheet
}

// askSettle shows all sides and asks for the decision and its reason; nothing is chosen at
// first.
func (v *view) askSettle(i int) {
	if i < 0 || i >= len(v.p.State.Disputes) {
		return
	}
	env := v.env
	s := &settling{v: v, env: env, now: model.Settling{Dispute: v.p.State.Disputes[i]}, chips: map[string]*kit.Chip{}, facts: kit.Col(0),
		history: kit.Col(0), note: kit.Caption("").End()}
	s.page = pageview.New(env, "conflicts.page")
	s.page.OpenSource = v.p.OpenSource
	s.papers = kit.NewList(env, "conflicts.papers", func() int { return len(s.about.Documents) }, func() fyne.CanvasObject {
		return kit.Pad(kit.Row(10, kit.Wide(84, kit.NewText("", kit.RoleText, kit.ColorText2)), kit.Grow(kit.Body("").End()),
			kit.Wide(60, kit.Caption("").Right())), 0, 12, 0, 16)
	}, s.fillPaper)
	s.papers.OnSelect = func(i int) { s.page.Show(v.p.Page(s.now.Dispute, s.about.Documents[i])) }
	s.papers.Describe = func(i int) string { d := s.about.Documents[i]; return d.Date + " " + d.Title + ", " + d.Form }
	s.take = kit.NewPrimary(env, "conflicts.settle.do", "check", env.T("conflicts.settle.do"), s.settle).Key("Strg+Enter")
	open := kit.NewButton(env, "conflicts.settle.open", "appraise", env.T("conflicts.settle.open"), s.open).Small()
	content := kit.Cols(0, kit.Wide(settleLeft, s.left()), kit.VLine(kit.ColorLine), kit.Grow(s.right()))
	s.sheet = kit.NewSheet(env, s.now.Dispute.Title, 1180, 720, content, kit.Row(8, kit.Grow(s.note), s.take), open).First(s.chips["A"])
	s.sheet.Actions = s.actions()
	s.sheet.OnClose = s.page.Close
	s.dress()
	s.sheet.Show()
	v.p.About(s.now.Dispute, s.tell)
}

// left is what is decided: sides, choice, reason, history.
func (s *settling) left() fyne.CanvasObject {
	env, d := s.env, s.now.Dispute
	var cards []fyne.CanvasObject
	for _, x := range d.Sides {
		cards = append(cards, kit.Grow(s.card(x)))
	}
	sides := kit.Cols(10, cards...)
	if len(cards) > 2 {
		sides = kit.Col(8, cards...)
	}
	var chips []fyne.CanvasObject
	for _, letter := range []string{"A", "V", "B"} {
		chip := kit.NewChip(env, "conflicts.settle."+strings.ToLower(letter), env.T("conflicts.settle."+strings.ToLower(letter)),
			map[string]string{"A": "1", "V": "2", "B": "3"}[letter], func() { s.choose(letter) })
		s.chips[letter] = chip
		chips = append(chips, chip)
	}
	s.reason = kit.NewTextArea(env, "conflicts.reason", env.T("conflicts.reason.hint"), 2, func(text string) {
		s.now.Reason = text
		s.dress()
	})
	explain := "conflicts.settle.conflict"
	if !d.Conflict {
		explain = "conflicts.settle.proposal"
	}
	s.leftBox = kit.NewScroll(kit.Pad(kit.Col(12, kit.NewBox(env, "", kit.Box{Tone: kit.ToneNote, Text: env.T(explain)}, nil), sides,
		kit.Titled(env.T("conflicts.settle.yours")), kit.Flow(6, chips...),
		kit.NewField(env, env.T("conflicts.reason"), s.reason).Mandatory(), kit.Titled(env.T("conflicts.settle.history")), s.history), 14,
		20, 16, 20))
	return s.leftBox
}

// right is what it is about: the object, its documents, the page.
func (s *settling) right() fyne.CanvasObject {
	s.factsBox = kit.NewScroll(kit.Pad(s.facts, 0, 16, 0, 16))
	return kit.Col(0, kit.Pad(kit.Section(s.env.T("conflicts.settle.about")), 10, 16, 4, 16), kit.Sized(0, settleFacts, s.factsBox),
		kit.HLine(kit.ColorBorder),
		kit.Sized(0, settlePapers, s.papers), kit.HLine(kit.ColorLine), kit.Grow(s.page.Object()))
}

// card is one side: letter, person, time, reason.
func (s *settling) card(x model.Side) fyne.CanvasObject {
	env := s.env
	who := []fyne.CanvasObject{kit.Bold(env.T("conflicts.letter." + x.Letter)).End(), kit.Caption(x.Who).Wrap()}
	if x.Late {
		who = append(who, kit.Caption(env.T("conflicts.side.late")).Wrap())
	}
	return kit.Framed(kit.ColorSurface, kit.ColorBorder, 2, kit.Pad(kit.Col(8,
		kit.Row(10, kit.NewLetterBox(x.Letter, 32), kit.Grow(kit.Col(2, who...))), kit.HLine(kit.ColorLine),
		kit.NewMetaTable(env, "", 84, kit.Group{Pairs: []kit.Pair{{Label: env.T("conflicts.settle.at"), Value: env.Moment(x.At)},
			{Label: env.T("conflicts.settle.why"), Value: x.Why}}})), 10, 12, 8, 12))
}

func (s *settling) actions() []kit.Action {
	env := s.env
	out := []kit.Action{{ID: "conflicts.settle.do", Title: env.T("conflicts.settle.do"), Keys: []string{"Strg+Enter"}, Do: s.settle}}
	for key, letter := range map[string]string{"1": "A", "2": "V", "3": "B"} {
		out = append(out, kit.Action{ID: "conflicts.settle." + strings.ToLower(letter),
			Title: env.T("conflicts.settle." + strings.ToLower(letter)), Keys: []string{key}, Do: func() { s.choose(letter) }})
	}
	return append(out, s.page.Actions()...)
}

// choose sets the letter and leads to the reason.
func (s *settling) choose(letter string) {
	s.now.Letter = letter
	s.dress()
	s.env.Focus(s.reason)
}

// dress shows what is chosen, and offers to settle only what can be.
func (s *settling) dress() {
	for letter, c := range s.chips {
		c.Set(map[string]string{"A": "1", "V": "2", "B": "3"}[letter], letter == s.now.Letter)
	}
	missing := s.now.Missing()
	if missing == "" {
		s.take.Enable()
		missing = "conflicts.settle.kept"
	} else {
		s.take.Disable()
	}
	s.note.Set(s.env.T(missing))
}

func (s *settling) settle() {
	if s.now.Missing() != "" {
		return
	}
	s.sheet.Close()
	s.v.p.Settle(s.now.Dispute, s.now.Letter, strings.TrimSpace(s.now.Reason))
}

// open leads to the portion in the appraisal; the dispute stays.
func (s *settling) open() {
	s.sheet.Close()
	s.v.host.Go(route.Route{Screen: route.Appraise, ID: s.now.Dispute.Portion})
}

// tell shows what is known of the object, once it is read.
func (s *settling) tell(a model.About, err error) {
	env := s.env
	if s.sheet != env.Open() {
		return // closed meanwhile
	}
	s.about = a
	if err != nil {
		text, _ := kit.Explain(env.Words, err, env.T("conflicts.error.text"))
		s.facts.Objects = []fyne.CanvasObject{kit.NewBox(env, "conflicts.settle.fault", kit.Box{Tone: kit.ToneWarn, Text: text}, nil)}
	} else {
		var pairs []kit.Pair
		for _, f := range a.Facts {
			pairs = append(pairs, kit.Pair{Label: f.Label, Value: f.Value})
		}
		s.facts.Objects = []fyne.CanvasObject{kit.NewMetaTable(env, "", 132, kit.Group{Pairs: pairs})}
	}
	s.history.Objects = nil
	for _, l := range a.History {
		s.history.Objects = append(s.history.Objects, kit.Pad(kit.Row(10,
			kit.Wide(112, kit.NewText(env.Moment(l.At), kit.RoleText, kit.ColorText2)),
			kit.Grow(kit.Col(1, kit.Body(l.Said+", "+l.Who).Wrap(), kit.Caption(l.Why).Wrap()))), 4, 0, 4, 0), kit.HLine(kit.ColorLine))
	}
	s.factsBox.Relayout()
	s.leftBox.Relayout()
	s.papers.Reload()
	if len(a.Documents) > 0 {
		s.papers.Mark(0)
		s.page.Show(s.v.p.Page(s.now.Dispute, a.Documents[0]))
	}
}

func (s *settling) fillPaper(i int, o fyne.CanvasObject) {
	d, c := s.about.Documents[i], o.(*fyne.Container).Objects[0].(*fyne.Container).Objects
	for j, text := range []string{d.Date, d.Title, d.Form} {
		c[j].(*kit.Text).Set(text)
	}
}
