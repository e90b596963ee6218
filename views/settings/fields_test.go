package settings_test

import (
	"slices"
	"testing"

	"laufzettel/views/settings/settingstest"

	"laufzettel/views/route"
	"laufzettel/views/settings/model"
	"laufzettel/views/shell/shelltest"
)

// Every statement of a profile is shown with its explanation and changed in a
// sheet of its own; what is as it was is not saved.
func TestProfileFields(t *testing.T) {
	f := &settingstest.Fake{State: model.State{Profiles: []model.Profile{{ID: "p1", Name: "Landratsamt Musterkreis", AgencyID: "09999",
		Fields: []model.Field{{ID: "deadlines.appraisalDays", Group: "Fristen und Schutz", Label: "Bewertungsfrist in Tagen",
			Help: "Ab dem Eingang des Angebots.", Value: "183"},
			{ID: "mapping.aip", Group: "Zuordnungen", Label: "MAPPING-2: Archivpaket", Help: "Feld = Quelle.", Many: true}}}}}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Settings, Filter: "profiles"})
	fr.Tap(t, "settings.field.deadlines.appraisalDays")
	fr.Tap(t, "settings.field.take")
	fr.Tap(t, "settings.field.mapping.aip")
	fr.Type(t, "settings.field.value", "agency = profil.name")
	fr.Tap(t, "settings.field.take")
	fr.Run.Drain()
	if want := "field p1 mapping.aip agency = profil.name"; !slices.Contains(f.Did, want) || len(f.Did) != 1 {
		t.Errorf("done %v, want only %q", f.Did, want)
	}
}
