package pageview

import (
	"context"
	"io"
	"path"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/viewer"
	"laufzettel/views/kit"
	"laufzettel/views/pageview/model"
)

// canSave tells whether what is shown can be saved as a file.
func (v *Pane) canSave() bool {
	if v.Save == nil || v.roll != nil || v.p.Ref.Key == "" {
		return false
	}
	_, table := v.p.Doc.(viewer.Extractor)
	return table || v.p.Ref.Give != nil
}

// askSave asks which part of a table shall be saved, and where.
func (v *Pane) askSave() {
	if !v.canSave() {
		return
	}
	if table, ok := v.p.Doc.(viewer.Extractor); ok {
		v.askTable(table)
		return
	}
	ref := v.p.Ref
	write := func(ctx context.Context, out io.Writer) error {
		src, done, err := ref.Give(ctx)
		if err != nil {
			return err
		}
		defer done()
		_, err = io.Copy(out, viewer.Advancing(ctx, src.Reader(), src.Size))
		return err
	}
	name := path.Base(ref.File)
	text := kit.Pad(kit.Col(8, kit.Bold(name).End(), kit.Body(v.env.T("page.save.object")).Wrap()), 16, 20, 16, 20)
	foot, first := v.saveButtons(func() (model.Part, bool) { return model.Part{Name: name, Write: write}, true })
	kit.NewSheet(v.env, v.env.T("page.save.title"), 560, 270, text, foot).First(first).Show()
}

// saveButtons are the two ways a part can be kept; asked gives it, false where the
// sheet holds something wrong.
func (v *Pane) saveButtons(asked func() (model.Part, bool)) (fyne.CanvasObject, fyne.Focusable) {
	do := func(use bool) func() {
		return func() {
			part, ok := asked()
			if !ok {
				return
			}
			part.Copy = use
			v.env.Open().Close()
			v.Save(part)
		}
	}
	save := kit.NewPrimary(v.env, v.name+".save.do", "save", v.env.T("page.save.do"), do(false))
	return kit.Row(8, kit.Grow(kit.Space(0, 0)), kit.NewButton(v.env, v.name+".save.copy", "package", v.env.T("page.save.copy"), do(true)),
		save), save
}

// askTable asks for columns, rows and words.
func (v *Pane) askTable(table viewer.Extractor) {
	env, t := v.env, v.env.T
	names := table.Names()
	chips := make([]*kit.Chip, len(names))
	items := make([]fyne.CanvasObject, len(names))
	for i, n := range names {
		chips[i] = kit.NewChip(env, v.name+".save.column."+strconv.Itoa(i), n, "", func() { chips[i].Set("", !chips[i].Active()) })
		chips[i].Set("", true)
		items[i] = chips[i]
	}
	none := kit.NewButton(env, v.name+".save.none", "", t("page.save.none"), func() {
		for _, c := range chips {
			c.Set("", false)
		}
	}).Small()
	from, to := kit.NewEntry(env, v.name+".save.from", "1", nil), kit.NewEntry(env, v.name+".save.to", v.env.Int(int64(table.Rows())), nil)
	words := kit.NewEntry(env, v.name+".save.words", "", nil)
	words.Put(v.p.Query)
	fields := [2]*kit.Field{kit.NewField(env, t("page.save.from"), from), kit.NewField(env, t("page.save.to"), to)}
	wrong := kit.NewText("", kit.RoleCaption, kit.ColorError).Wrap()
	asked := func() (model.Part, bool) {
		e := viewer.Extract{Words: strings.TrimSpace(words.Text)}
		for i, c := range chips {
			if c.Active() {
				e.Columns = append(e.Columns, names[i])
			}
		}
		var first, last int64 = 1, 0
		ok := true
		for i, f := range []*int64{&first, &last} {
			text := []string{from.Text, to.Text}[i]
			fields[i].SetError("")
			if text = strings.NewReplacer(".", "", " ", "").Replace(text); text == "" {
				continue
			}
			n, err := strconv.ParseInt(text, 10, 64)
			if err != nil || n < 1 || n > int64(table.Rows()) || i == 1 && n < first {
				fields[i].SetError(t("page.save.row", env.Int(int64(table.Rows()))))
				ok = false
				continue
			}
			*f = n
		}
		e.From, e.To = first-1, last
		wrong.Set("")
		if len(e.Columns) == 0 {
			wrong.Set(t("page.save.columns.none"))
			ok = false
		}
		if len(e.Columns) == len(names) {
			e.Columns = nil
		}
		write := func(ctx context.Context, out io.Writer) error {
			_, err := table.WriteCSV(ctx, out, e)
			return err
		}
		return model.Part{Name: v.p.Ref.Title + ".csv", Write: write}, ok
	}
	foot, first := v.saveButtons(asked)
	body := kit.Col(10, kit.Bold(v.p.Ref.Title).End(), kit.Body(t("page.save.table")).Wrap(),
		kit.Row(8, kit.Caption(t("page.save.columns")), none),
		kit.Flow(6, items...), wrong, kit.Cols(12, kit.Grow(fields[0]), kit.Grow(fields[1])),
		kit.NewField(env, t("page.save.words"), words).Help(t("page.save.words.help")))
	kit.NewSheet(env, t("page.save.title"), 620, 560, kit.NewScroll(kit.Pad(body, 14, 20, 14, 20)), foot).First(first).Show()
}
