package reader

import (
	"context"

	"laufzettel/views/kit"
	"laufzettel/views/reader/model"
)

// askNote shows the note on what the object holds, or its draft from titles, to be
// confirmed by the person at work.
func (v *view) askNote() {
	src := v.desk()
	if src == nil || v.p.Open == nil {
		return
	}
	pid, title := v.p.Open.PID, v.p.Open.ReferenceCode
	v.env.Run.Background(func() {
		note, err := src.ContentNote(context.Background(), pid)
		v.env.Run.UI(func() {
			if err != nil { // closed: neither note nor draft
				v.Refuse(err)
				return
			}
			v.noteSheet(src, pid, title, note)
		})
	})
}

func (v *view) noteSheet(src model.DeskSource, pid, title string, note model.ContentNote) {
	t := v.env.T
	state := t("reader.note.draft")
	var sheet *kit.Sheet
	closed := func() { sheet.Close() }
	confirm := kit.FormButton{Name: "reader.note.do", Icon: "check", Text: t("reader.note.do"), Primary: true, Stays: true,
		Do: func(a map[string]string) {
			v.work(func(ctx context.Context) (string, error) {
				return t("reader.note.done", title), src.ConfirmNote(ctx, pid, a["text"])
			}, closed)
		}}
	buttons := []kit.FormButton{confirm}
	if note.Person != "" {
		state = t("reader.note.confirmed", note.Person, note.At)
		remove := kit.FormButton{Name: "reader.note.remove", Icon: "trash", Text: t("reader.note.remove"), Bare: true, Stays: true,
			Do: func(map[string]string) {
				v.work(func(ctx context.Context) (string, error) {
					return t("reader.note.removed", title), src.RemoveNote(ctx, pid)
				}, closed)
			}}
		buttons = []kit.FormButton{remove, confirm}
	}
	sheet = kit.Form{Name: "reader.note", Title: t("reader.note.title"), Above: kit.Col(4, kit.Bold(title), kit.Caption(state).Wrap()),
		Fields: []kit.FormField{{ID: "text", Label: t("reader.note.text"), Text: note.Text, Area: true, Lines: 6, Must: true,
			Missing: t("reader.note.missing")}}, Below: kit.Caption(t("reader.note.where")).Wrap(), Buttons: buttons}.Show(v.env)
}
