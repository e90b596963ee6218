package prepare

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/transfer/check"
	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/prepare/model"
)

// table is the lower half of the step Angaben: what was read of the material, a
// row for each entry or file, what is wrong at the row (look.md 4, Abgabe). Below
// the rows stands what is wrong with the selected one and where it was read.
type table struct {
	v      *view
	list   *kit.List
	all    *kit.Chip
	faulty *kit.Chip
	read   *kit.Button
	note   *kit.Text
	head   *fyne.Container
	detail *kit.Text
	omit   *kit.Button // gives the reason for an entry that is not there
	add    *kit.Button // takes a file from elsewhere as the missing one
	top    *fyne.Container
	body   *fyne.Container
	object *fyne.Container
	of     *model.Table
	rows   []int
	cols   kit.Columns
}

func newTable(v *view) *table {
	env := v.env
	t := &table{v: v, note: kit.NewText("", kit.RoleCaption, kit.ColorText2).Wrap(),
		detail: kit.NewText("", kit.RoleCaption, kit.ColorText).Wrap(), head: container.NewStack(), top: container.NewStack(),
		body: container.NewStack()}
	t.all = kit.NewChip(env, "prepare.rows.all", env.T("prepare.rows.all"), "", func() { v.p.Filter(false) })
	t.faulty = kit.NewChip(env, "prepare.rows.faults", env.T("prepare.rows.faults"), "", func() { v.p.Filter(true) })
	t.read = kit.NewButton(env, "prepare.rows.read", "refresh", env.T("prepare.rows.read"), v.look).Key("Strg+L").Small()
	t.omit = kit.NewButton(env, "prepare.rows.omit", "note", env.T("prepare.rows.omit"), t.askOmit).Small()
	t.add = kit.NewButton(env, "prepare.rows.add", "folder", env.T("prepare.rows.add"), t.askAdd).Small()
	t.omit.Hide()
	t.add.Hide()
	t.list = kit.NewList(env, "prepare.rows", func() int { return len(t.rows) }, t.make, t.fill)
	t.list.OnSelect = func(int) { t.say() }
	t.list.Describe = t.describe
	t.object = kit.Panel(kit.ColorSurface, kit.Col(0, kit.HLine(kit.ColorLine), kit.Pad(t.top, 8, 24, 8, 24), t.head, kit.Grow(t.body),
		kit.Pad(kit.Row(12, kit.Grow(t.detail), t.add, t.omit), 6, 24, 8, 24)))
	t.object.Hide()
	return t
}

// look reads the material where the step is about it.
func (v *view) look() {
	if d := v.p.State.Draft; d != nil && !d.Locked() && d.Looking == nil && d.Source != "" {
		v.p.Look()
	}
}

// show puts the table of a draft on the screen, or takes it away.
func (t *table) show(d *model.Draft) {
	if v := t.v; v.p.Step != model.StepContent || d.Source == "" {
		t.object.Hide()
		return
	}
	env := t.v.env
	t.object.Show()
	changed := t.of != d.Table
	t.of, t.rows = d.Table, t.v.p.Shown()
	if r := d.Looking; r != nil {
		p := kit.Progress{Phase: env.T("prepare.phase.preview"), Left: env.Left(r.Left)}
		if r.Total > 0 {
			p.Known, p.Share = true, float32(r.Done)/float32(r.Total)
			p.Done = env.T("prepare.progress", env.Int(r.Done), env.Int(r.Total), env.Int(int64(r.Rate)))
		}
		t.top.Objects = []fyne.CanvasObject{kit.NewProgressRow(env, "prepare.rows.progress", p, t.v.p.StopLook)}
	} else {
		t.top.Objects = []fyne.CanvasObject{t.bar(d)}
	}
	t.top.Refresh()
	if d.Table == nil {
		t.body.Objects = []fyne.CanvasObject{kit.NewEmpty(env.T("prepare.rows.none"), env.T("prepare.rows.none.text"), nil)}
		t.head.Objects, t.detail.Hidden = nil, true
		t.omit.Hide()
		t.add.Hide()
		t.object.Refresh()
		return
	}
	if changed {
		t.columns()
	}
	t.body.Objects = []fyne.CanvasObject{t.list}
	if len(t.rows) == 0 {
		t.body.Objects = []fyne.CanvasObject{kit.NewEmpty(env.T("prepare.rows.sound"), "", nil)}
	}
	t.list.Reload()
	t.say()
	t.object.Refresh()
}

// bar is the line above the rows: title, chips, and what is to be known of the
// whole.
func (t *table) bar(d *model.Draft) fyne.CanvasObject {
	env := t.v.env
	if d.Locked() {
		t.read.Disable()
	} else {
		t.read.Enable()
	}
	if d.Table == nil {
		return kit.Row(8, kit.Section(env.T("prepare.rows")), kit.Grow(kit.Space(1, 1)), t.read)
	}
	t.all.Set(env.Int(int64(d.Table.Total)), !t.v.p.Faults)
	t.faulty.Set(env.Int(int64(d.Table.Faulty)), t.v.p.Faults)
	row := kit.Row(8, kit.Section(env.T("prepare.rows")), kit.Grow(kit.Space(1, 1)), t.all, t.faulty, t.read)
	var notes []string
	if d.Stale {
		notes = append(notes, env.T("prepare.rows.stale"))
	}
	notes = append(notes, d.Table.Missing...)
	if d.Table.More > 0 {
		notes = append(notes, env.T("prepare.rows.more", env.Int(int64(d.Table.More))))
	}
	if len(notes) == 0 {
		return row
	}
	t.note.Say(strings.Join(notes[:min(len(notes), maxNotes)], "\n"), kit.ColorWarn)
	return kit.Col(4, row, t.note)
}

// maxNotes bounds the lines above the rows; the fields say the rest.
const maxNotes = 3

// columns fits the head to the table.
func (t *table) columns() {
	t.cols = kit.Columns{Gap: 12, Left: 24, Cols: []kit.Column{{Width: 16}}}
	for _, c := range t.of.Columns {
		t.cols.Cols = append(t.cols.Cols, kit.Column{Title: c.Title, Grow: c.Weight, Right: c.Right})
	}
	t.head.Objects = []fyne.CanvasObject{t.cols.Head()}
	t.list = kit.NewList(t.v.env, "prepare.rows", t.list.Len, t.make, t.fill) // other columns, other rows
	t.list.OnSelect = func(int) { t.say() }
	t.list.Describe = t.describe
}

func (t *table) make() fyne.CanvasObject {
	cells := []fyne.CanvasObject{kit.NewIcon("", kit.ColorText, 16)}
	for _, c := range t.cols.Cols[1:] {
		x := kit.Body("").End()
		if c.Right {
			x = x.Right()
		}
		cells = append(cells, x)
	}
	return t.cols.Row(cells...)
}

// row gives a shown row as it stands with the reasons typed since it was read.
func (t *table) row(i int) model.TableRow {
	r := t.of.Rows[t.rows[i]]
	if d := t.v.p.State.Draft; d != nil && r.Gap != "" {
		why := d.Reason[r.Key]
		return r.Omitted(why, t.v.env.T("prepare.rows.omitted", r.Gap, why))
	}
	return r
}

// askOmit asks why the entry of the selected row is not there; an empty answer
// takes the reason back.
func (t *table) askOmit() {
	env, i, d := t.v.env, t.list.Selected(), t.v.p.State.Draft
	if d.Locked() || i < 0 || i >= len(t.rows) || t.of.Rows[t.rows[i]].Gap == "" {
		return
	}
	r := t.of.Rows[t.rows[i]]
	t.v.ask("prepare.omit", env.T("prepare.omit.title", r.Gap), env.T("prepare.omit.text"), env.T("prepare.omit.done"),
		[]askField{{key: "omit", value: d.Reason[r.Key]}}, func(x []string) {
			t.v.p.SetReason(r.Key, x[0])
			t.list.Reload()
			t.say()
		})
}

// askAdd asks for the file that is missing at the selected row.
func (t *table) askAdd() {
	env, i, d := t.v.env, t.list.Selected(), t.v.p.State.Draft
	if d.Locked() || i < 0 || i >= len(t.rows) || t.of.Rows[t.rows[i]].Lacks == "" {
		return
	}
	name := t.of.Rows[t.rows[i]].Lacks
	t.v.ask("prepare.add", env.T("prepare.add.title"), env.T("prepare.add.text", name), env.T("prepare.omit.done"),
		[]askField{{key: "add", must: true}}, func(x []string) { t.v.p.AddFile(name, x[0]) })
}

func (t *table) fill(i int, o fyne.CanvasObject) {
	r := t.row(i)
	cells := o.(*fyne.Container).Objects
	worst := r.Worst()
	tone, tint := severityTone(worst), kit.ColorText
	if worst == "" {
		cells[0].(*kit.Icon).Set("check", kit.ColorOK)
	} else {
		cells[0].(*kit.Icon).Set(tone.Icon(), tone.Color())
	}
	if worst == check.Error {
		tint = kit.ColorError
	}
	for k := range cells[1:] {
		text := ""
		if k < len(r.Cells) {
			text = r.Cells[k]
		}
		cells[k+1].(*kit.Text).Say(text, tint)
	}
}

func (t *table) describe(i int) string {
	r := t.row(i)
	var out []string
	for k, c := range r.Cells {
		if c != "" && k < len(t.of.Columns) {
			out = append(out, t.of.Columns[k].Title+" "+c)
		}
	}
	for _, f := range r.Faults {
		out = append(out, t.v.env.T("severity."+string(f.Severity))+": "+f.Text)
	}
	return strings.Join(out, ", ")
}

// say tells of the selected row what is wrong and where it was read.
func (t *table) say() {
	env, i := t.v.env, t.list.Selected()
	var lines []string
	t.omit.Hide()
	t.add.Hide()
	if t.of != nil && i >= 0 && i < len(t.rows) {
		r := t.row(i)
		if r.Gap != "" && !t.v.p.State.Draft.Locked() {
			t.omit.Show()
		}
		if r.Lacks != "" && !t.v.p.State.Draft.Locked() {
			t.add.Show()
		}
		for _, f := range r.Faults[:min(len(r.Faults), maxNotes)] {
			lines = append(lines, env.T("severity."+string(f.Severity))+": "+f.Text)
		}
		if len(r.Files) > 0 {
			lines = append(lines, env.T("prepare.rows.from", strings.Join(r.Files[:min(len(r.Files), 4)], ", ")))
		}
	}
	t.detail.Hidden = len(lines) == 0
	t.detail.Set(strings.Join(lines, "\n"))
	t.object.Refresh()
}

// halves gives form and table their share of the height: the table a little less
// than half, in a small window more; where it is hidden the form has all.
type halves struct{ host nav.Host }

// Layout implements fyne.Layout.
func (x halves) Layout(o []fyne.CanvasObject, s fyne.Size) {
	upper := s.Height
	if o[1].Visible() {
		upper = s.Height * 0.54
		if x.host.Class() == kit.ClassS {
			upper = s.Height * 0.4
		}
	}
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(s.Width, upper))
	o[1].Move(fyne.NewPos(0, upper))
	o[1].Resize(fyne.NewSize(s.Width, s.Height-upper))
}

// MinSize implements fyne.Layout.
func (halves) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(max(o[0].MinSize().Width, o[1].MinSize().Width), o[0].MinSize().Height)
}
