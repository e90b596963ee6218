package sensitive_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/sensitivity"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/sensitive"
	"laufzettel/views/sensitive/model"
	"laufzettel/views/shell/shelltest"
)

// why is the reason of a place.
var why = wording.Word("personal.why.", "iban")

type fake struct {
	places []model.Place
	did    []string
	empty  bool
	tool   string // text recognition
	fails  error
}

func full() *fake {
	return &fake{places: []model.Place{
		{ID: 1, Path: "brief.txt", Page: 2, Kind: sensitivity.Kinds[0], Why: why, Before: "Konto ", Word: "DE89 3704",
			After: " bitte"},
		{ID: 2, Path: "brief.txt", Page: 3, Kind: sensitivity.Kinds[0], Why: why, Before: "IBAN ", Word: "DE12 5001",
			After: "."}}}
}

func (f *fake) Map(_ context.Context, _ string, by model.Level, _ func(done, total int)) (model.Map, error) {
	f.did = append(f.did, "map "+string(by))
	m := model.Map{Title: "Gemeinde Musterdorf", Files: 12, Searched: 12, Unread: 3, Yields: []string{"findet etwa 4 von 5 Namen"},
		Recogniser: f.tool}
	if slices.Contains(f.did, "recognise") {
		m.Unread, m.Recognised = 1, 2
	}
	if f.empty {
		return m, nil
	}
	open, confirmed := 0, 0
	for _, p := range f.places {
		switch p.Verdict {
		case model.Unjudged:
			open++
		case model.Confirmed:
			confirmed++
		}
	}
	m.Places, m.Confirmed, m.Dismissed = open+confirmed, confirmed, len(f.places)-open-confirmed
	m.Rows = []model.Row{{ID: "u1", Title: "VIII-1 Beschaffung", Files: 2, Pages: 3, Places: open + confirmed, Confirmed: confirmed,
		Judge: open, Density: .7,
		Kinds: map[sensitivity.Kind]int{sensitivity.Kinds[0]: open + confirmed}}, {ID: "u2", Title: "VIII-2 Bau", Files: 3, Unread: 3,
		Kinds: map[sensitivity.Kind]int{}}}
	return m, nil
}
func (f *fake) Places(_ context.Context, _ string, n model.Narrow) (out []model.Place, total int, err error) {
	f.did = append(f.did, fmt.Sprintf("places %s %s all=%v", n.Level, n.Row, n.All))
	for _, p := range f.places {
		if n.Row == "u1" && (n.All || p.Verdict == "") {
			out = append(out, p)
		}
	}
	return out, len(out), nil
}
func (f *fake) Judge(_ context.Context, _ string, place int64, v model.Verdict) error {
	f.did = append(f.did, fmt.Sprintf("judge %d %s", place, v))
	for i := range f.places {
		if f.places[i].ID == place {
			f.places[i].Verdict = v
		}
	}
	return nil
}
func (f *fake) Recognise(_ context.Context, _ string, progress func(done, total int)) (model.Recognised, error) {
	progress(1, 3)
	if f.fails != nil {
		return model.Recognised{}, f.fails
	}
	f.did = append(f.did, "recognise")
	return model.Recognised{Files: 2, Pages: 5, Failed: 1, Why: wording.Say("hint.appraise.no-recogniser")}, nil
}
func (f *fake) Open(_ context.Context, _, file string) (viewer.Document, error) {
	return viewer.Undelivered(file), nil
}
func (f *fake) OpenSource(context.Context, viewer.Source) (viewer.Document, error) { return nil, nil }

func open(t *testing.T, f *fake) *shelltest.Frame {
	t.Helper()
	fr := shelltest.Open(t, sensitive.Screen(f, route.Archivist))
	fr.Go(route.Route{Screen: route.Sensitive, ID: "P1"})
	return fr
}

// One key confirms or dismisses and goes on to the next place; the map follows without being
// read anew; another level is read by its key.
func TestJudgeByKeys(t *testing.T) {
	f := full()
	fr := open(t, f)
	f.did = nil
	fr.Env.Press("J")
	fr.Run.Drain()
	fr.Env.Press("N")
	fr.Run.Drain()
	fr.Env.Press("Strg+5")
	fr.Run.Drain()
	want := []string{"judge 1 confirmed", "judge 2 dismissed", "map page", "places page u1 all=false"}
	if !slices.Equal(f.did, want) {
		t.Errorf("did %v, want %v", f.did, want)
	}
}

// A judgement is taken back by the same key as every act.
func TestUndo(t *testing.T) {
	f := full()
	fr := open(t, f)
	fr.Env.Press("B")
	fr.Run.Drain()
	fr.Env.Press("N")
	fr.Run.Drain()
	if f.places[0].Verdict != model.Dismissed {
		t.Fatalf("places %+v", f.places)
	}
	p := model.NewPresenter(f, fr.Run, fr.Env.Words, func() {}, func(string) {})
	p.Load("P1")
	fr.Run.Drain()
	p.ShowAll()
	fr.Run.Drain()
	p.Look(0)
	p.Judge(model.Unjudged)
	fr.Run.Drain()
	if f.places[0].Verdict != model.Unjudged || p.Map.Dismissed != 0 || p.Map.Places != 2 || p.Map.Rows[0].Judge != 2 {
		t.Errorf("%+v, map %+v", f.places, p.Map)
	}
}

// An empty map never says that something is free of personal data.
func TestEmpty(t *testing.T) {
	f := full()
	f.empty = true
	fr := open(t, f)
	fr.Run.Drain()
	for _, lang := range []string{"sensitive.nothing", "sensitive.nothing.text"} {
		if text := fr.Env.T(lang); text == lang {
			t.Errorf("no text %s", lang)
		}
	}
}

func TestSizes(t *testing.T) {
	shelltest.Sizes(t, func() []nav.Screen { return []nav.Screen{sensitive.Screen(full(), route.Archivist)} },
		route.Route{Screen: route.Sensitive, ID: "P1"}, nil, "")
}

func TestShots(t *testing.T) {
	shelltest.Shots(t, "17-karte", func() []nav.Screen { return []nav.Screen{sensitive.Screen(full(), route.Archivist)} },
		route.Route{Screen: route.Sensitive, ID: "P1"}, nil, "sensitive.rows")
}

// Text recognition is asked for first; what it read is said, and the map is read anew.
func TestRecognise(t *testing.T) {
	f := full()
	fr := open(t, f)
	fr.Run.Drain()
	f.did = nil
	fr.Env.Press("Strg+T") // none is set up: it is told, nothing begins
	fr.Run.Drain()
	if len(f.did) > 0 {
		t.Errorf("without a program: %v", f.did)
	}
	f.tool = "Tesseract"
	fr.Env.Press("F5")
	fr.Run.Drain()
	f.did = nil
	fr.Env.Press("Strg+T")
	fr.Run.Drain()
	if len(f.did) > 0 {
		t.Errorf("unasked: %v", f.did)
	}
	fr.Env.Press("Strg+Enter")
	fr.Run.Drain()
	if want := []string{"recognise", "map case", "places case u1 all=false"}; !slices.Equal(f.did, want) {
		t.Errorf("did %v, want %v", f.did, want)
	}
}

// What went wrong is shown, and the screen can be used again.
func TestRecognise_Fails(t *testing.T) {
	f := full()
	f.tool, f.fails = "Tesseract", failure.New(failure.Setup, "read", wording.Say("hint.appraise.no-recogniser"))
	said := ""
	fr := open(t, f)
	p := model.NewPresenter(f, fr.Run, fr.Env.Words, func() {}, func(s string) { said = s })
	p.Load("P1")
	fr.Run.Drain()
	p.Recognise()
	if !p.Reading {
		t.Error("not under way")
	}
	p.Recognise() // once more while it runs: nothing
	fr.Run.Drain()
	if p.Reading || p.Fault == nil || said != "" || slices.Contains(f.did, "recognise") {
		t.Errorf("reading %v, fault %v, said %q, did %v", p.Reading, p.Fault, said, f.did)
	}
	f.fails = nil
	p.Recognise()
	fr.Run.Drain()
	if p.Fault != nil || said != fr.Env.T("sensitive.recognise.done", 5, 2)+" "+fr.Env.T("sensitive.recognise.failed", 1,
		wording.Say("hint.appraise.no-recogniser").In(fr.Env.Language())) || p.Map.Recognised != 2 || p.Map.Unread != 1 {
		t.Errorf("fault %v, said %q, map %+v", p.Fault, said, p.Map)
	}
}
