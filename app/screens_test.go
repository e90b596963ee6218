package app_test

import (
	"os"
	"path"
	"strings"
	"testing"
)

// faceless are what presenters stand on: places, words, how a portion is presented.
var faceless = []string{module + "/views/route", module + "/views/words", module + "/views/present"}

// TestPresentersKnowNoFyne: what a screen shows and offers (its presenter, data and
// words) stands in views/<screen>/model, and neither it nor its tests need Fyne, not
// even by way of another package: another face than the window's can use it.
func TestPresentersKnowNoFyne(t *testing.T) {
	models := map[string]bool{}
	for _, p := range listDeps(t, "./views/...") {
		name, _, _ := strings.Cut(p.ImportPath, " ") // the test of a package: "path [path.test]"
		name = strings.TrimSuffix(strings.TrimSuffix(name, ".test"), "_test")
		if path.Base(name) != "model" && !contains(faceless, name) {
			continue
		}
		models[path.Base(path.Dir(name))], models[path.Base(name)] = true, true
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
	for _, name := range []string{"model", "route", "words", "present"} {
		if !models[name] {
			t.Errorf("no package %s found: the test looks past it", name)
		}
	}
}
