package share_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"laufzettel/views/kit"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/share"
	"laufzettel/views/share/model"
	"laufzettel/views/share/sharetest"
	"laufzettel/views/shell/shelltest"
)

// atSource is a share where it is kept: a link is known at once, a locked file when all is read.
func atSource(locked error) *sharetest.Fake {
	f := sharetest.Full()
	f.Share.Open, f.Share.ID, f.Share.Agency = false, "/laufwerk/G", ""
	f.Share.Absent = []model.Absent{{Path: "Bauamt/zurück", Text: "Verknüpfung"}}
	f.Share.Source = func(_ context.Context, read func(done, total int64)) ([]model.Absent, error) {
		read(1, 2)
		return append(slices.Clone(f.Share.Absent), model.Absent{Path: "Kasse/Buchungen.mdb", Text: "gesperrt"}), locked
	}
	return f
}

func openSource(t *testing.T, f *sharetest.Fake) *shelltest.Frame {
	t.Helper()
	fr := shelltest.Open(t, share.AtSource(f, route.Archivist))
	fr.Go(route.Route{Screen: route.Source, ID: "/laufwerk/G"})
	fr.Run.Drain()
	return fr
}

// Looked at by keys alone; what would not come along is told, and nothing is decided.
func TestAtSource(t *testing.T) {
	f := atSource(nil)
	fr := openSource(t, f)
	if fr.Env.Find("share.missing.show") == nil {
		t.Error("a link is not told at once")
	}
	for _, key := range []string{"Strg+2", "Strg+3", "Strg+4", "Strg+6", "Strg+7", "S", "F", "Strg+1", "Strg+8"} {
		if !fr.Env.Press(key) {
			t.Errorf("%s does nothing", key)
		}
		fr.Run.Drain()
	}
	for range 3 { // nothing is decided here that could colour anything
		fr.Env.Press("Strg+1")
		fr.Env.Press("F")
		fr.Run.Drain()
		if b := fr.Env.Find("share.colour").(*kit.Button); b.AccessibilityLabel() == fr.Env.T("share.colour.decision") {
			t.Errorf("the tiles are coloured by %s", b.AccessibilityLabel())
		}
	}
	fr.Env.Press("Strg+8")
	fr.Run.Drain()
	lines := fr.Env.Find("share.lines").(*kit.List)
	if got := lines.Len(); got != 2 || !f.Share.Read {
		t.Errorf("%d lines of what is missing, read %v; want the link and the locked file", got, f.Share.Read)
	}
	fr.Env.Press("Strg+5")
	fr.Run.Drain()
	if lines.Len() == 0 {
		t.Error("nothing is there twice")
	}
	for _, key := range []string{"A", "V", "B", "N", "W", "Strg+P", "Strg+Z"} {
		fr.Env.Press(key)
		fr.Run.Drain()
	}
	for _, name := range []string{"share.do.A", "share.report", "share.list", "share.decide.take"} {
		if fr.Env.Find(name) != nil {
			t.Errorf("%s is offered at the source", name)
		}
	}
	if want := []string{"rules", "doubles"}; !slices.Equal(f.Did, want) {
		t.Errorf("did %v, want %v", f.Did, want)
	}
}

// A share that cannot be read to its end says so and claims nothing.
func TestAtSource_Stopped(t *testing.T) {
	f := atSource(errors.New("the drive went away"))
	fr := openSource(t, f)
	fr.Env.Press("Strg+8")
	fr.Run.Drain()
	if f.Share.Read || fr.Env.Find("share.fault") == nil {
		t.Errorf("read %v after a fault", f.Share.Read)
	}
}

func TestAtSource_Sizes(t *testing.T) {
	shelltest.Sizes(t, func() []nav.Screen { return []nav.Screen{share.AtSource(atSource(nil), route.Archivist)} },
		route.Route{Screen: route.Source, ID: "/laufwerk/G"}, nil, "")
}
