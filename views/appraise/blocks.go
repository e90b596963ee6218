package appraise

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/views/kit"
)

// block is one line of the sheet of text blocks.
type block struct {
	text string
	key  string // "Strg 1", or where it comes from
	own  int    // place among the own blocks, -1: not changeable here
}

// blocks lists what can be put in: profile, own, given last.
func (v *view) blocks() []block {
	b := v.p.Portion.Blocks
	var out []block
	for i, text := range b.All() {
		x := block{text: text, own: i - len(b.Profile)}
		if i < len(b.Profile) {
			x.own = -1
		}
		if i < 9 {
			x.key = strings.Join(v.env.KeyCaps("Strg+"+string(rune('1'+i))), " ")
		}
		out = append(out, x)
	}
	for _, text := range b.Last {
		if !slices.ContainsFunc(out, func(x block) bool { return x.text == text }) {
			out = append(out, block{text: text, key: v.env.T("appraise.blocks.last"), own: -1})
		}
	}
	return out
}

// showBlocks lists the text blocks: Enter puts one in; new ones are kept in the
// settings, those of the profile are changed there.
func (b *decisionBar) showBlocks() {
	v := b.v
	env := v.env
	list := v.blocks()
	problem := container.NewStack()
	l := kit.NewList(env, "appraise.blocks.list", func() int { return len(list) },
		func() fyne.CanvasObject {
			return kit.Pad(kit.Row(12, kit.Grow(kit.Body("").End()), kit.Caption("")), 0, 20, 0, 20)
		},
		func(i int, o fyne.CanvasObject) {
			row := o.(*fyne.Container).Objects[0].(*fyne.Container)
			row.Objects[0].(*kit.Text).Set(list[i].text)
			row.Objects[1].(*kit.Text).Set(list[i].key)
			row.Refresh()
		})
	l.OnOpen = func(i int) {
		env.Open().Close()
		if text, ok := v.p.Append(list[i].text); ok {
			b.put(text)
		}
		b.write()
	}
	save := func(own []string) {
		env.Run.Background(func() {
			err := v.src.SetBlocks(context.Background(), own)
			env.Run.UI(func() {
				problem.Objects = nil
				if err != nil {
					problem.Objects = []fyne.CanvasObject{kit.NewBox(env, "appraise.blocks.failed",
						kit.Box{Tone: kit.ToneError, Text: env.Explain(err, err.Error())}, nil)}
				} else {
					v.p.Portion.Blocks.Own = own
					list = v.blocks()
					l.Reload()
					v.host.Saved()
				}
				problem.Refresh()
			})
		})
	}
	text := kit.NewEntry(env, "appraise.blocks.new", env.T("appraise.blocks.new.hint"), nil)
	text.OnSubmitted = func(s string) {
		if s = strings.TrimSpace(s); s != "" {
			save(append(slices.Clone(v.p.Portion.Blocks.Own), s))
			text.Put("")
		}
	}
	drop := func(map[string]string) {
		if i := l.Selected(); i >= 0 && i < len(list) && list[i].own >= 0 {
			own := slices.Clone(v.p.Portion.Blocks.Own)
			save(slices.Delete(own, list[i].own, list[i].own+1))
		}
	}
	form := kit.Form{Name: "appraise.blocks", Title: env.T("appraise.blocks"), Width: 560, Height: 420, Body: l, First: l,
		Fields: []kit.FormField{{Object: kit.NewField(env, env.T("appraise.blocks.new"), text)}, {Object: problem}},
		Buttons: []kit.FormButton{{Name: "appraise.blocks.drop", Icon: "cross", Text: env.T("appraise.blocks.drop"), Bare: true,
			Stays: true, Do: drop}}}
	if len(list) == 0 {
		form.Body, form.First = kit.NewEmpty(env.T("appraise.blocks.none"), env.T("appraise.blocks.none.text"), nil), text
	}
	form.Show(env)
}
