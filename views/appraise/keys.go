package appraise

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/views/kit"
	pageview "laufzettel/views/pageview/model"
)

// actions are the keys of the screen (look.md 5); F1 shows what stands here.
func (v *view) actions() []kit.Action {
	decide, move := v.env.T("appraise.group.decide"), v.env.T("appraise.group.move")
	work := func() bool { return v.built == "work" }
	act := func(group, id string, do func(), keys ...string) kit.Action {
		return kit.Action{ID: "appraise." + id, Title: v.env.T("appraise.action." + id), Group: group, Keys: keys, Do: do, When: work}
	}
	p := v.p
	still := func() bool { return work() && !p.Portion.Finished }
	change := func(a kit.Action) kit.Action { a.When = still; return a }
	acts := []kit.Action{
		act(decide, "primary", v.next, "Strg+Enter"),
		change(act(decide, "archive", func() { p.Decide("A") }, "A")),
		change(act(decide, "destroy", func() { p.Decide("V") }, "V")),
		change(act(decide, "open", func() { p.Decide("") }, "B")),
		change(act(decide, "reason", v.bars.write, "N")),
		change(act(decide, "blocks", v.bars.showBlocks, "Strg+T")),
		change(act(decide, "last", v.bars.lastReason, "L")),
		change(act(decide, "dossierA", func() { v.askDossier("A") }, "Strg+Umschalt+A")),
		change(act(decide, "dossierV", func() { v.askDossier("V") }, "Strg+Umschalt+V")),
		change(act(decide, "undo", p.Undo, "Strg+Z")),
		change(act(decide, "redo", p.Redo, "Strg+Y")),
		act(decide, "finish", v.showFinish, "Strg+Umschalt+E"),
		act(decide, "papers", v.showPapers, "Strg+Umschalt+L"),
		act(decide, "model", v.showModel, "Strg+Umschalt+M"),
		act(move, "beside", v.showBeside, "Strg+Umschalt+B"),
		act(move, "nextunit", func() { p.Step(1) }, "J"),
		act(move, "prevunit", func() { p.Step(-1) }, "K"),
		act(move, "nextopen", func() { p.StepOpen(1) }, "O"),
		act(move, "prevopen", func() { p.StepOpen(-1) }, "I"),
		act(move, "nextdoc", func() { p.Turn(1) }, "D"),
		act(move, "prevdoc", func() { p.Turn(-1) }, "S"),
		act(move, "roll", v.toggleRoll, "G"),
		act(move, "first", func() { p.Ends(1) }, "Pos1"),
		act(move, "last", func() { p.Ends(-1) }, "Ende"),
		act(move, "mark", p.Mark, "Leertaste"),
		act(move, "markon", p.MarkOn, "Umschalt+Ab"),
		act(move, "markall", p.MarkAll, "Strg+A"),
		act(move, "contact", v.showContacts, "Strg+Umschalt+K"),
		act(move, "rule", v.showRule, "Strg+Umschalt+R"),
		act(move, "search", func() { v.env.Focus(v.search.Entry) }, "/"),
		act(move, "filter", v.showFilter, "Strg+G"),
		act(move, "sort", v.showSort, "Strg+Umschalt+O"),
		act(move, "pane", v.swap, "M"),
		act(move, "advance", v.toggleAdvance, "Strg+Umschalt+J"),
		act(move, "choose", v.showChoices, "Strg+Umschalt+P"),
		act(move, "reload", p.Reload, "F5"),
		{ID: "appraise.unmark", Title: v.env.T("appraise.action.unmark"), Group: move, Keys: []string{"Esc"},
			When: func() bool { return work() && (len(p.Marked) > 0 || p.Filter.Any()) },
			Do: func() {
				if !p.Unmark() {
					v.clearFilter()
				}
			}},
	}
	for i := range 9 {
		n := strconv.Itoa(i + 1)
		acts = append(acts, kit.Action{ID: "appraise.block." + n, Title: v.env.T("appraise.action.block", n), Group: decide,
			Keys: []string{"Strg+" + n},
			When: func() bool { return still() && i < len(p.Portion.Blocks.All()) }, Do: func() { v.bars.block(i) }})
	}
	for i := range acts {
		if slices.Contains(ofRow, strings.TrimPrefix(acts[i].ID, "appraise.")) {
			acts[i].On = "appraise.records"
		}
	}
	return append(acts, v.page.Actions()...)
}

// ofRow are the actions that stand in the menu of a row.
var ofRow = []string{"archive", "destroy", "open", "reason", "dossierA", "dossierV", "undo", "mark", "rule", "contact", "beside"}

// menu opens the menu of a row; what is marked elsewhere is marked no longer, for the actions
// are those of this row.
func (v *view) menu(i int, at fyne.Position) {
	if i < 0 || i >= len(v.p.Tree.Visible) {
		return
	}
	o := v.p.Tree.Objects[v.p.Tree.Visible[i]]
	if len(v.p.Marked) > 0 && !v.p.Marked[o.ID] {
		v.p.Unmark()
	}
	v.records.Select(i)
	kit.ShowMenu(v.env, v.describe(i), at, slices.DeleteFunc(v.actions(), func(a kit.Action) bool {
		return a.On == "" || a.When != nil && !a.When()
	})...)
}

// swap changes description and page in small windows.
func (v *view) swap() {
	if v.class != kit.ClassS {
		return
	}
	v.side = !v.side
	v.build(true)
	v.Selected()
}

// toggleRoll shows all documents of the object as one scroll in time order, or one
// by one again.
func (v *view) toggleRoll() {
	v.rolling = !v.rolling
	if d, ok := v.p.Details[v.p.Current]; ok {
		v.page.Show(pageview.Ref{})
		v.p.ShowDocument(d)
	}
}

func (v *view) toggleAdvance() {
	v.p.Advance = !v.p.Advance
	word, text := "no", "appraise.advance.off"
	if v.p.Advance {
		word, text = "yes", "appraise.advance.on"
	}
	v.env.Keep("appraise.advance", word)
	v.host.Toast(v.env.T(text), nil)
}
