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
	v.saveForm(kit.Form{Text: v.env.T("page.save.object"), Above: kit.Bold(name).End(), Width: 560},
		func() (model.Part, bool) { return model.Part{Name: name, Write: write}, true })
}

// saveForm asks with the two ways a part can be kept; asked gives it, false where the form
// holds something wrong.
func (v *Pane) saveForm(form kit.Form, asked func() (model.Part, bool)) {
	do := func(use bool) func(map[string]string) {
		return func(map[string]string) {
			part, ok := asked()
			if !ok {
				return
			}
			part.Copy = use
			v.env.Open().Close()
			v.Save(part)
		}
	}
	form.Name, form.Title = v.name+".save", v.env.T("page.save.title")
	form.Buttons = []kit.FormButton{
		{Name: v.name + ".save.copy", Icon: "package", Text: v.env.T("page.save.copy"), Bare: true, Stays: true, Do: do(true)},
		{Name: v.name + ".save.do", Icon: "save", Text: v.env.T("page.save.do"), Primary: true, Bare: true, Stays: true, Do: do(false)}}
	form.Show(v.env)
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
	body := kit.Col(10, kit.Bold(v.p.Ref.Title).End(),
		kit.Row(8, kit.Caption(t("page.save.columns")), none),
		kit.Flow(6, items...), wrong, kit.Cols(12, kit.Grow(fields[0]), kit.Grow(fields[1])),
		kit.NewField(env, t("page.save.words"), words).Help(t("page.save.words.help")))
	v.saveForm(kit.Form{Text: t("page.save.table"), Above: body, Width: 620, Height: 560}, asked)
}
