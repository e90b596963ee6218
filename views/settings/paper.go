package settings

import (
	"strings"

	"laufzettel/views/kit"
)

// askEnrolExport asks where the enrolment goes.
func (v *view) askEnrolExport() {
	v.ask("settings.enrol.path", "settings.enrol.export.text", "settings.enrol.export", "settings.enrol.write", v.p.EnrolExport)
}

// askEnrolImport asks for the archive's answer and the fingerprint it has told.
func (v *view) askEnrolImport() {
	env := v.env
	var sheet *kit.Sheet
	path, told := kit.NewEntry(env, "settings.enrol.answer", "", nil), kit.NewEntry(env, "settings.enrol.told", "", nil)
	field := kit.NewField(env, env.T("settings.enrol.answer"), path).Mandatory()
	take := func() {
		if strings.TrimSpace(path.Text) == "" {
			field.SetError(env.T("settings.ask.missing"))
			return
		}
		sheet.Close()
		v.p.EnrolImport(strings.TrimSpace(path.Text), strings.TrimSpace(told.Text))
	}
	told.OnSubmitted = func(string) { take() }
	content := kit.Pad(kit.Col(12, kit.Body(env.T("settings.enrol.import.text")).Wrap(), field, kit.NewField(env, env.T("settings.enrol.told"), told)), 16, 20, 16, 20)
	foot := kit.Row(8, kit.Grow(kit.Space(1, 1)), kit.NewPrimary(env, "settings.enrol.take", "check", env.T("settings.enrol.take"), take).Key("Enter"))
	sheet = kit.NewSheet(env, env.T("settings.enrol.import"), 620, 360, content, foot).First(path)
	sheet.Show()
}
