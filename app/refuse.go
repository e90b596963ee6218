package app

import (
	"fyne.io/fyne/v2"

	"laufzettel/app/work/office"
	"laufzettel/views/kit"
	"laufzettel/views/words"
)

// codeRefused is the exit code where the workspace could not be opened.
const codeRefused = 2

// refuse shows why the workspace cannot be opened and waits until the window is
// closed.
func refuse(a fyne.App, w fyne.Window, err error) int {
	texts, missing := words.Load("de")
	if missing != nil {
		fyne.LogError(office.Program, err)
		return codeRefused
	}
	a.Settings().SetTheme(kit.NewTheme(kit.ModeSystem, 1))
	env := kit.NewEnv(texts, kit.Live{}, nil)
	env.Attach(w.Canvas())
	text, details := kit.Explain(texts, err, texts.T("window.refused.text"))
	leave := kit.NewPrimary(env, "refused.close", "cross", texts.T("window.refused.close"), w.Close)
	box := kit.NewBox(env, "refused", kit.Box{Tone: kit.ToneError, Title: texts.T("window.refused.title"), Text: text, Details: details,
		Buttons: []fyne.CanvasObject{leave}}, nil)
	w.SetContent(kit.Panel(kit.ColorSurface, kit.Pad(kit.Col(0, box), 40, 40, 40, 40)))
	w.Resize(fyne.NewSize(880, 480))
	env.Focus(leave)
	w.ShowAndRun()
	return codeRefused
}
