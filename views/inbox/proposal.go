package inbox

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/views/inbox/model"
	"laufzettel/views/kit"
)

// took tells what was taken in, with the way back, and asks about what was not.
func (v *view) took(taken int) {
	var said []string
	if taken > 0 {
		said = append(said, v.env.N("inbox.taken", taken))
	}
	if offered := v.p.Offered(); len(offered) > 0 {
		said = append(said, v.env.T("inbox.offered", strings.Join(offered, ", ")))
	}
	if len(said) > 0 { // one message: undo takes all of it back
		v.host.Toast(strings.Join(said, " "), v.p.Undo)
	}
	v.askOpen()
}

// askOpen shows the sheet of the first drop that waits for a person's word.
func (v *view) askOpen() {
	if len(v.p.Open) == 0 || v.env.Open() != nil {
		return
	}
	env, drop := v.env, v.p.Open[0]
	rows := []fyne.CanvasObject{kit.Caption(env.T("inbox.proposal.text")).Wrap()}
	for i, piece := range drop.Pieces {
		rows = append(rows, kit.Col(4, kit.Bold(piece.Name).End(), kit.Caption(piece.What).End(), kit.Flow(6, v.goals(i, piece)...)))
	}
	later := true
	kit.Form{Name: "inbox.proposal", Title: env.T("inbox.proposal.title"), Text: drop.Sentence, Above: kit.Col(14, rows...), Width: 720,
		Height: 480, Note: drop.Source, Buttons: []kit.FormButton{
			{Name: "inbox.proposal.later", Text: env.T("inbox.proposal.later"), Bare: true},
			{Name: "inbox.proposal.take", Icon: "right", Text: env.T("inbox.proposal.take"), Primary: true, Stays: true,
				Do: func(map[string]string) {
					later = false
					env.Open().Close()
					v.p.Take(v.took)
				}}},
		OnClose: func() {
			if later {
				v.leave(drop)
			}
		}}.Show(env)
}

// leave lets a drop lie, by whichever way its sheet was closed, and says so: it does not come
// back before the next one.
func (v *view) leave(drop model.Proposal) {
	v.p.Later()
	v.host.Toast(v.env.T("inbox.proposal.left", drop.Source), nil)
	v.askOpen()
}

// goals are the chips of one piece; one of them is chosen.
func (v *view) goals(piece int, x model.Piece) []fyne.CanvasObject {
	chips := make([]*kit.Chip, len(x.Goals))
	out := make([]fyne.CanvasObject, len(x.Goals))
	for i, g := range x.Goals {
		chips[i] = kit.NewChip(v.env, fmt.Sprintf("inbox.proposal.%d.%d", piece, i), g.Label, "", func() {
			v.p.Choose(piece, g.To)
			for j, c := range chips {
				c.Set("", x.Goals[j].To == g.To)
			}
		})
		chips[i].Set("", g.To == x.To)
		out[i] = chips[i]
	}
	return out
}
