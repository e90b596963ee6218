package reader

import (
	"context"
	"strings"

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
	env, t := v.env, v.env.T
	text := kit.NewTextArea(env, "reader.note.text", "", 6, nil)
	text.Put(note.Text)
	field := kit.NewField(env, t("reader.note.text"), text).Mandatory()
	state := t("reader.note.draft")
	if note.Person != "" {
		state = t("reader.note.confirmed", note.Person, note.At)
	}
	var sheet *kit.Sheet
	closed := func() { sheet.Close() }
	confirm := kit.NewPrimary(env, "reader.note.do", "check", t("reader.note.do"), func() {
		words := strings.TrimSpace(text.Text)
		if words == "" {
			field.SetError(t("reader.note.missing"))
			return
		}
		v.work(func(ctx context.Context) (string, error) {
			return t("reader.note.done", title), src.ConfirmNote(ctx, pid, words)
		}, closed)
	})
	foot := kit.Row(8, kit.Grow(kit.Space(0, 0)), confirm)
	if note.Person != "" {
		remove := kit.NewButton(env, "reader.note.remove", "trash", t("reader.note.remove"), func() {
			v.work(func(ctx context.Context) (string, error) {
				return t("reader.note.removed", title), src.RemoveNote(ctx, pid)
			}, closed)
		})
		foot = kit.Row(8, remove, kit.Grow(kit.Space(0, 0)), confirm)
	}
	body := kit.Pad(kit.Col(10, kit.Bold(title), kit.Caption(state).Wrap(), kit.Grow(field), kit.Caption(t("reader.note.where")).Wrap()),
		16, 20, 16, 20)
	sheet = kit.NewSheet(env, t("reader.note.title"), 600, 420, body, foot).First(text)
	sheet.Show()
}
