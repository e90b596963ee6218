package appraise

import (
	"strings"

	"fyne.io/fyne/v2"

	"laufzettel/views/appraise/model"
	"laufzettel/views/kit"
	"laufzettel/views/present"
	"laufzettel/views/route"
)

// showFinish offers what the appraisal needs next before it is closed, and only that: the
// next open one, the release by a second person, the end. An unfinished portion cannot
// be closed by accident.
func (v *view) showFinish() {
	switch v.p.Next() {
	case model.StepDecide:
		c := v.p.Tree.Counts
		v.finishSheet([]fyne.CanvasObject{kit.Bold(v.env.N("appraise.finish.open", c.Open)).Wrap(),
			kit.Body(v.env.T("appraise.finish.open.text")).Wrap()},
			"goto", "down", func() {
				v.p.StepOpen(1)
				v.env.Focus(v.records.List)
			})
	case model.StepRelease:
		v.p.AskBarrier(v.showRelease)
	case model.StepFinish:
		v.finishSheet(v.readyText(), "do", "check", func() { v.p.Finish(v.finished) })
	default:
		v.next()
	}
}

func (v *view) readyText() []fyne.CanvasObject {
	c := v.p.Tree.Counts
	items := []fyne.CanvasObject{kit.Bold(v.env.T("appraise.finish.ready", c.Total, c.A, c.V)).Wrap(),
		kit.Body(v.env.T("appraise.finish.ready.text")).Wrap()}
	if n := v.unreasoned(); n > 0 {
		items = append(items, kit.NewBox(v.env, "", kit.Box{Tone: kit.ToneWarn, Text: v.env.N("appraise.finish.unreasoned", n)}, nil))
	}
	if d := v.p.Portion.Draft; d != "" {
		items = append(items, kit.NewBox(v.env, "appraise.finish.draft", kit.Box{Tone: kit.ToneNote, Text: d}, nil))
	}
	return items
}

// showRelease offers the release where the person at work may give it; else it says what
// stands in the way, and the way to another person.
func (v *view) showRelease(barrier error) {
	c := v.p.Tree.Counts
	items := []fyne.CanvasObject{kit.Bold(v.env.N("appraise.unreleased", c.Unreleased)).Wrap(), kit.Body(v.releaseSays()).Wrap()}
	if barrier == nil {
		v.finishForm(items, kit.FormButton{Name: "appraise.release", Icon: "shield", Text: v.env.T("appraise.release.do"),
			Do: func(map[string]string) { v.p.Release() }})
		return
	}
	r := present.Refused(v.env.Words, barrier, v.p.Portion.ID, v.env.T("appraise.error.text"))
	items = append(items, kit.NewBox(v.env, "appraise.release.barrier",
		kit.Box{Tone: kit.ToneNote, Title: r.What, Text: r.Means, Details: r.Details}, nil))
	v.finishForm(items, kit.FormButton{Name: "appraise.release.person", Icon: "user", Text: v.env.T("appraise.release.person"),
		Do: func(map[string]string) { v.host.Go(route.Route{Screen: route.People}) }})
}

// finishSheet shows what is next with the one button that does it.
func (v *view) finishSheet(items []fyne.CanvasObject, name, icon string, do func()) {
	v.finishForm(items, kit.FormButton{Name: "appraise.finish." + name, Icon: icon, Text: v.env.T("appraise.finish." + name),
		Do: func(map[string]string) { do() }})
}

// finishForm asks with one button, which has the focus. Another key than the one that opened
// the sheet does it: what it does has no undo.
func (v *view) finishForm(items []fyne.CanvasObject, b kit.FormButton) {
	b.Primary = true
	kit.Form{Name: "appraise.finish", Title: v.env.T("appraise.finish.title"), Above: kit.Col(8, items...), Width: 600, Height: 360,
		Lasting: true, Buttons: []kit.FormButton{b}}.Show(v.env)
	v.env.Focus(v.env.Find(b.Name).(fyne.Focusable))
}

// releaseSays tells who may release, and whose keys are younger than 30 days.
func (v *view) releaseSays() string {
	return strings.Join(append([]string{v.env.T("appraise.unreleased.text")}, v.p.Portion.Keys...), " ")
}

func (v *view) finished(err error) {
	if err == nil {
		v.host.Badges()
		v.host.Toast(v.env.T("appraise.finish.done"), nil)
		return
	}
	v.Refuse(err)
}
