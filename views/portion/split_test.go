package portion_test

import (
	"testing"

	"laufzettel/views/portion/portiontest"

	"github.com/google/go-cmp/cmp"

	"laufzettel/views/kit"
	"laufzettel/views/portion/model"
	"laufzettel/views/route"
	"laufzettel/views/shell/shelltest"
)

// A register asks how large its packages may become; what is no number is told at
// the field, empty means whole (C10).
func TestScreen_SplitsARegister(t *testing.T) {
	f := &portiontest.Fake{ByID: map[string]model.Detail{"P1": {ID: "P1", Name: "623456-S-1989", State: "appraised", Kind: "register",
		Divides: true, FileCount: 66_004}}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Portion, ID: "P1"})
	fr.Tap(t, "portion.primary")
	fr.Type(t, "portion.split", "viele")
	fr.Tap(t, "portion.split.take")
	if len(f.Did) > 0 {
		t.Fatalf("did %v", f.Did)
	}
	fr.Env.Find("portion.split").(*kit.Entry).Put("")
	fr.Type(t, "portion.split", "65.535")
	fr.Tap(t, "portion.split.take")
	fr.Run.Drain()
	want := []model.Action{{Verb: model.DoPackage, Text: "65535"}}
	if diff := cmp.Diff(want, f.Did); diff != "" {
		t.Errorf("did (-want +got)\n%s", diff)
	}
}

// Jobs that stand still are told in place with the answer, and the primary button leads to
// them: sending once more would change nothing.
func TestScreen_TellsJobsThatStandStill(t *testing.T) {
	f := &portiontest.Fake{ByID: map[string]model.Detail{"P1": {ID: "P1", Name: "akten", State: "packaged",
		Held: model.Held{Jobs: 16, Why: "Der Schlüsselspeicher antwortet nicht."}}}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Portion, ID: "P1"})
	if fr.Env.Find("portion.held") == nil {
		t.Fatal("nothing tells of the jobs")
	}
	for _, name := range []string{"portion.primary", "portion.held.jobs"} {
		fr.Go(route.Route{Screen: route.Portion, ID: "P1"})
		fr.Tap(t, name)
		fr.Run.Drain()
		if len(f.Did) > 0 || fr.Shell.Now().Screen != route.Transmit {
			t.Errorf("%s: did %v, shows %v", name, f.Did, fr.Shell.Now())
		}
	}
}

// The letter of receipt is written from here (D5), but not before the check.
func TestScreen_WritesTheLetterOfReceipt(t *testing.T) {
	f := &portiontest.Fake{ByID: map[string]model.Detail{"P1": {ID: "P1", Name: "handelsregister", State: "arrived"},
		"P2": {ID: "P2", Name: "handelsregister", State: "checked", Checked: true}}}
	fr := shelltest.Open(t, screen(f))
	for _, id := range []string{"P1", "P2"} {
		fr.Go(route.Route{Screen: route.Portion, ID: id})
		fr.Env.Press("Strg+Umschalt+E")
		fr.Run.Drain()
	}
	if diff := cmp.Diff([]model.Action{{Verb: model.DoReceipt, Text: model.Here}}, f.Did); diff != "" {
		t.Errorf("did (-want +got)\n%s", diff)
	}
}

// A kind can be forced where the recognised one is not the right one.
func TestScreen_ChecksAsAnotherKind(t *testing.T) {
	f := &portiontest.Fake{ByID: map[string]model.Detail{"P1": {ID: "P1", Name: "lieferung", State: "checked", Checked: true, Kind: "bagit",
		Kinds: []model.Choice{{Name: "bagit", Label: "BagIt-Paket"}, {Name: "eark", Label: "E-ARK-Paket"}}}}}
	fr := shelltest.Open(t, screen(f))
	fr.Go(route.Route{Screen: route.Portion, ID: "P1"})
	fr.Env.Press("Strg+Umschalt+A")
	fr.Env.Find("portion.kinds").(*kit.List).Select(1)
	fr.Run.Drain()
	if diff := cmp.Diff([]model.Action{{Verb: model.DoCheck, Text: "eark"}}, f.Did); diff != "" {
		t.Errorf("did (-want +got)\n%s", diff)
	}
}

// A10: what is packaged can be converted from here, a register never.
func TestScreen_Converts(t *testing.T) {
	f := &portiontest.Fake{ByID: map[string]model.Detail{"P1": {ID: "P1", Name: "akten", State: "accepted", Checked: true},
		"P2": {ID: "P2", Name: "standesamt", State: "packaged", Checked: true, Kind: "register"},
		"P3": {ID: "P3", Name: "akten", State: "packaged", Checked: true, Kind: "xdomea-0503"}}}
	fr := shelltest.Open(t, screen(f))
	for _, id := range []string{"P1", "P2", "P3"} {
		fr.Go(route.Route{Screen: route.Portion, ID: id})
		fr.Env.Press("Strg+Umschalt+U")
		fr.Run.Drain()
	}
	fr.Tap(t, "portion.convert")
	fr.Run.Drain()
	if diff := cmp.Diff([]model.Action{{Verb: model.DoConvert}, {Verb: model.DoConvert}}, f.Did); diff != "" {
		t.Errorf("did (-want +got)\n%s", diff)
	}
}
