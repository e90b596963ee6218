package pageview

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"laufzettel/viewer"
	"laufzettel/views/kit"
	"laufzettel/views/pageview/model"
)

// openPart opens an attachment of the mail shown; the way back leads to the mail,
// from a mail inside a mail level by level.
func (v *Pane) openPart(n int) {
	c, ok := v.p.Doc.(viewer.Container)
	if !ok || v.OpenSource == nil || n < 0 || n >= len(c.Parts()) {
		return
	}
	parent, chain := v.p.Ref, v.back
	if parent.Parent == nil && chain.Key != "" {
		parent.Parent = &chain
	}
	v.show(c, parent, n)
}

// show shows attachment n of a mail.
func (v *Pane) show(c viewer.Container, parent model.Ref, n int) {
	open := v.OpenSource
	v.p.Show(model.Ref{Key: parent.Key + "/" + model.Itoa(n), Title: c.Parts()[n].Name, File: c.Parts()[n].Name,
		Give: func(context.Context) (viewer.Source, func(), error) {
			src, err := c.OpenPart(n)
			return src, func() {}, err
		}, Open: func(ctx context.Context) (viewer.Document, error) {
			src, err := c.OpenPart(n)
			if err != nil {
				return nil, err
			}
			return open(ctx, src)
		}})
	v.back, v.outer, v.part = parent, c, n
	v.refresh()
}

// nextPart opens the first attachment of a mail, pressed again the next one.
func (v *Pane) nextPart() {
	if c, ok := v.p.Doc.(viewer.Container); ok && len(c.Parts()) > 0 {
		v.openPart(0)
		return
	}
	if v.back.Key != "" && v.outer != nil {
		v.show(v.outer, v.back, (v.part+1)%len(v.outer.Parts()))
	}
}

// goBack leads from an attachment or a table below to what it was opened from.
func (v *Pane) goBack() {
	parent := v.back
	if parent.Key == "" {
		return
	}
	v.Show(parent)
	if parent.Parent != nil {
		v.back = *parent.Parent
		v.refresh()
	}
}

// partRows is how many files inside are in sight at once; the rest is scrolled to.
const partRows = 4

// partList lists the files inside a document: attachments, tables, pictures.
func (v *Pane) partList(parts []viewer.Part) fyne.CanvasObject {
	row := func(i int) fyne.CanvasObject {
		b := kit.NewLink(v.env, v.name+".part."+model.Itoa(i), parts[i].Name, func() { v.openPart(i) })
		return kit.Row(8, kit.NewIcon("file", kit.ColorText2, 16), b, kit.Caption(v.env.Bytes(parts[i].Size)))
	}
	rows := make([]fyne.CanvasObject, len(parts))
	for i := range parts {
		rows[i] = row(i)
	}
	list := kit.Col(8, rows...)
	if len(parts) <= partRows {
		return list
	}
	return kit.Sized(0, partRows*30, container.NewVScroll(list))
}

func (v *Pane) backLink() fyne.CanvasObject {
	words := "page.back" // to the mail
	if v.outer == nil {
		words = "page.back.table"
	}
	return kit.NewButton(v.env, v.name+".back", "left", v.env.T(words), v.goBack).Small()
}
