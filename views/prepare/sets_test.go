package prepare_test

import (
	"slices"
	"strings"
	"testing"

	"laufzettel/views/prepare/preparetest"

	"laufzettel/views/nav"
	"laufzettel/views/prepare/model"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

func siteDraft() *model.Draft {
	d := sourced()
	d.Kind, d.Title, d.Table = "website", "Webauftritt Musterkreis", &model.Table{}
	d.Fields = append(d.Fields, model.Field{Key: model.FieldDefaults, Label: "Satz von Vorgaben", Step: "content", Value: "Landkreis",
		Choices: []string{"Landkreis", "Stadtwerke"}, Help: "Gespeicherte Vorgaben für viele Snapshots"})
	d.Sets = []model.Set{{Name: "Landkreis", Text: "Bestandssignatur: W 12\n"}, {Name: "Stadtwerke", Text: "Bestandssignatur: W 14\n"}}
	d.SetText = "Projekt: Internet\n"
	return d
}

// Sets of defaults are made of what was typed, changed and deleted in the window;
// a new one is taken for the portion at once (F1).
func TestScreen_Sets(t *testing.T) {
	f := &preparetest.Fake{State: preparetest.State(), Draft: siteDraft()}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Prepare, ID: "V2026-0007"})
	fr.Tap(t, "prepare.sets.new")
	fr.Tap(t, "prepare.set.save") // without a name: told, nothing done
	fr.Run.Drain()
	fr.Type(t, "prepare.set.name", "Turnus")
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if !slices.Contains(f.Did, "set website Turnus Projekt: Internet\n") ||
		f.Typed[len(f.Typed)-1].Fields[model.FieldDefaults] != "Turnus" {
		t.Fatalf("did %q", f.Did)
	}
	f.Draft = siteDraft()
	fr.Env.Press("F5")
	fr.Run.Drain()
	fr.Tap(t, "prepare.sets.edit")
	fr.Type(t, "prepare.set.text", "58: Reihe\n")
	fr.Tap(t, "prepare.set.save")
	fr.Run.Drain()
	fr.Tap(t, "prepare.sets.edit")
	fr.Tap(t, "prepare.set.remove")
	fr.Run.Drain()
	all := strings.Join(f.Did, "\n")
	if !strings.Contains(all, "set website Landkreis 58: Reihe\nBestandssignatur: W 12") || !strings.Contains(all, "set gone Landkreis") ||
		f.Typed[len(f.Typed)-1].Fields[model.FieldDefaults] != "" {
		t.Errorf("did %q", f.Did)
	}
}

func TestScreen_SetsShots(t *testing.T) {
	one := route.Route{Screen: route.Prepare, ID: "V2026-0007"}
	shelltest.Shots(t, "07-abgabe-vorgaben", func() []nav.Screen {
		return []nav.Screen{screen(&preparetest.Fake{State: preparetest.State(), Draft: siteDraft()})}
	}, one, nil, "prepare.field.defaults.Landkreis", "prepare.sets.new", "prepare.sets.edit", "prepare.primary")
	shelltest.Shots(t, "07-abgabe-satz", func() []nav.Screen {
		return []nav.Screen{screen(&preparetest.Fake{State: preparetest.State(), Draft: siteDraft()})}
	}, one, func(fr *shelltest.Frame) { fr.Tap(t, "prepare.sets.edit") })
}
