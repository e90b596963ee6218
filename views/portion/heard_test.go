package portion_test

import (
	"strings"
	"testing"

	"laufzettel/views/kit/kittest"
	"laufzettel/views/portion"
	"laufzettel/views/portion/model"
	"laufzettel/views/portion/portiontest"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

// What Fyne reports to a screen reader holds the state, the next step, the findings and
// the facts of a portion: nothing of it is lost inside a widget.
func TestHeard(t *testing.T) {
	d := model.Detail{ID: "P1", Name: "Bauaufsicht", State: "checked", Checked: true,
		Facts:    []model.Fact{{Label: "Abgebende Stelle", Value: "Landratsamt"}},
		Findings: []model.Finding{portiontest.Find("VOL-001", "error", "In der Lieferung genannt", "a.pdf", "return")}}
	f := shelltest.Open(t, portion.Screen(&portiontest.Fake{ByID: map[string]model.Detail{"P1": d}}, route.Archivist))
	f.Go(route.Route{Screen: route.Portion, ID: "P1"})
	all := strings.Join(kittest.Heard(f.Shell.Object()), "\n")
	for _, want := range []string{"text: Bauaufsicht", "text: Geprüft", "button: Annehmen", "VOL-001", "In der Lieferung genannt",
		"Landratsamt", "link: Tasten"} {
		if !strings.Contains(all, want) {
			t.Errorf("nobody hears %q in\n%s", want, all)
		}
	}
}
