package app_test

import (
	"os"
	"path"
	"strings"
	"testing"
)

// TestPresentersKnowNoFyne: what a screen shows and offers (its presenter, data and
// words) stands in views/<screen>/model, and neither it nor its tests need Fyne, not
// even by way of another package: another face than the window's can use it.
func TestPresentersKnowNoFyne(t *testing.T) {
	models := map[string]bool{}
	for _, p := range listDeps(t, "./views/...") {
		name, _, _ := strings.Cut(p.ImportPath, " ") // the test of a package: "path [path.test]"
		name = strings.TrimSuffix(strings.TrimSuffix(name, ".test"), "_test")
		if path.Base(name) != "model" {
			continue
		}
		models[path.Base(path.Dir(name))] = true
		for _, dep := range p.Deps {
			if within(dep, "fyne.io") {
				t.Errorf("%s depends on %s: a presenter knows no face", p.ImportPath, dep)
			}
		}
	}
	screens, err := os.ReadDir("../views")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range screens {
		if raw, err := os.ReadFile("../views/" + s.Name() + "/view.go"); err != nil || !strings.Contains(string(raw), "nav.Screen") {
			continue
		}
		if !models[s.Name()] {
			t.Errorf("views/%s has no model: its presenter, data and words belong there", s.Name())
		}
	}
	if len(models) == 0 {
		t.Error("no model found: the test looks at nothing")
	}
}
