package sample_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/views/kit"
	"laufzettel/views/kit/kittest"
	"laufzettel/views/nav"
	"laufzettel/views/route"
	"laufzettel/views/sample"
	"laufzettel/views/sample/model"
	"laufzettel/views/shell/shelltest"
)

// fake is a portion whose sample is drawn and looked at in memory.
type fake struct {
	sample *model.Sample
	left   []model.Unit
	fault  error
	did    []string
}

func full() *fake {
	return &fake{sample: &model.Sample{Number: 1, Seed: strings.Repeat("ab12", 16), Seq: 412, At: time.Date(2026, 11, 20, 9, 0, 0, 0,
		time.UTC),
		Person: "M. Ahrens", Most: 50, Confidence: .952, Open: 2, Strata: []model.Stratum{
			{Number: 1, Units: 840, Drawn: 2, Looked: 0, Standing: model.Waiting}, {Number: 2, Units: 31, Drawn: 1, Looked: 1,
				Standing: model.Passed}}},
		left: []model.Unit{{Object: "o1", Reference: "VIII-123/4", Subject: "Beschaffung", Span: "1999-2003", Plan: "VIII",
			Files: []string{"a.txt", "b.txt"}, Left: 2},
			{Object: "o2", Reference: "VIII-123/5", Subject: "Wartung", Span: "2001", Plan: "VIII", Files: []string{"c.txt"}, Left: 1}}}
}

func (f *fake) Load(context.Context, string) (model.Portion, error) {
	return model.Portion{ID: "P1", Title: "Gemeinde Musterdorf", Sample: f.sample}, f.fault
}
func (f *fake) Draw(_ context.Context, _ string, most, confidence int) error {
	f.did = append(f.did, "draw")
	if most == 30 && confidence == 990 {
		f.sample, f.left = full().sample, full().left
		return nil
	}
	return failure.New(failure.Refused, "draw", wording.Say("hint.sample.drawn", 1))
}
func (f *fake) Next(context.Context, string) (*model.Unit, error) {
	if len(f.left) == 0 {
		return nil, nil
	}
	return &f.left[0], nil
}
func (f *fake) Look(_ context.Context, _, object string, destroy bool) error {
	word := "stays "
	if destroy {
		word = "goes "
	}
	f.did = append(f.did, word+object)
	if !destroy {
		f.sample.Strata[0].Standing = model.Back
	}
	f.left = f.left[1:]
	return nil
}
func (f *fake) Open(_ context.Context, _, file string) (viewer.Document, error) {
	f.did = append(f.did, "open "+file)
	return viewer.Undelivered(file), nil
}
func (f *fake) OpenSource(context.Context, viewer.Source) (viewer.Document, error) { return nil, nil }

// Who decided may not say anything of the unit: nothing is offered that must fail, why is said,
// and the next step is the other person.
func TestScreen_OwnDecision(t *testing.T) {
	f := full()
	f.left[0].Barrier = failure.New(failure.Refused, "look at sample", wording.Say("hint.sample.own-decision"))
	persons := nav.Screen{Key: route.People, Title: "nav.people", Icon: "user",
		Build: func(nav.Host) *nav.View { return &nav.View{Object: kit.NewRect(kit.ColorSurface)} }}
	fr := shelltest.Open(t, sample.Screen(f, route.Archivist), persons)
	fr.Go(route.Route{Screen: route.Sample, ID: "P1"})
	f.did = nil
	for _, name := range []string{"sample.goes", "sample.stays"} {
		if b := fr.Env.Find(name).(*kit.Button); !b.Disabled() {
			t.Errorf("%s is offered", name)
		}
	}
	for _, key := range []string{"V", "A"} {
		fr.Env.Press(key)
		fr.Run.Drain()
	}
	if len(f.did) != 0 {
		t.Errorf("did %v", f.did)
	}
	if said := strings.Join(kittest.Heard(fr.Shell.Object()), "\n"); !strings.Contains(said, "eine andere Person") {
		t.Errorf("why is not said: %s", said)
	}
	fr.Tap(t, "sample.onward")
	if at := fr.Shell.Now().Screen; at != route.People {
		t.Errorf("the next step leads to %s", at)
	}
}

func open(t *testing.T, f *fake) *shelltest.Frame {
	t.Helper()
	fr := shelltest.Open(t, sample.Screen(f, route.Archivist))
	fr.Go(route.Route{Screen: route.Sample, ID: "P1"})
	return fr
}

// The second person says V and A by keys, unit by unit, and what was decided is nowhere.
func TestSecondLook(t *testing.T) {
	f := full()
	fr := open(t, f)
	f.did = nil
	for _, key := range []string{"V", "A", "A"} { // the third finds nothing left
		fr.Env.Press(key)
		fr.Run.Drain()
	}
	want := []string{"goes o1", "open c.txt", "stays o2"}
	if !slices.Equal(f.did, want) {
		t.Errorf("did %v, want %v", f.did, want)
	}
	if f.sample.Result() != model.Back {
		t.Errorf("result %s", f.sample.Result())
	}
}

// A sample is drawn by the plan that is typed; what is no share is told at its field.
func TestDraw(t *testing.T) {
	f := &fake{}
	fr := open(t, f)
	fr.Env.Press("Strg+Enter")
	put := func(field, text string) { fr.Env.Find(field).(*kit.Entry).Put(text) }
	put("sample.most", "viel")
	fr.Tap(t, "sample.take")
	fr.Run.Drain()
	if len(f.did) != 0 {
		t.Errorf("drew by a word: %v", f.did)
	}
	put("sample.most", "3")
	put("sample.confidence", "99")
	fr.Tap(t, "sample.take")
	fr.Run.Drain()
	if want := []string{"draw", "open a.txt"}; !slices.Equal(f.did, want) {
		t.Errorf("did %v, want %v", f.did, want)
	}
}

// What stops a step is told in place.
func TestFault(t *testing.T) {
	fr := open(t, &fake{})
	fr.Env.Press("Strg+Enter")
	fr.Tap(t, "sample.take")
	fr.Run.Drain()
	if fr.Env.Find("sample.fault") == nil {
		t.Error("a refused draw is not told")
	}
}

// The one next step of each stand: draw, look (two ways of equal weight, so none), go on to the
// appraisal, where what has passed is released and what came back decided anew.
func TestNextStep(t *testing.T) {
	done := func(s model.Standing) *fake {
		f := full()
		f.sample.Open, f.left = 0, nil
		for i := range f.sample.Strata {
			f.sample.Strata[i].Standing = s
		}
		return f
	}
	for _, tt := range []struct {
		name       string
		f          *fake
		draw, sure string // the words of draw, seen or not, and of the way on
		asks       bool   // Strg+Enter asks how sure the sample has to be
		draws      bool   // Z does
	}{
		{"undrawn", &fake{}, "Stichprobe ziehen", "", true, true}, {"being looked at", full(), "", "", false, false},
		{"passed", done(model.Passed), "Stichprobe ziehen", "Weiter: freigeben", false, true},
		{"back", done(model.Back), "Stichprobe ziehen", "Weiter: neu entscheiden", false, true},
	} {
		fr := open(t, tt.f)
		shown := func(name string) string {
			b := fr.Env.Find(name).(*kit.Button)
			if a := fr.Env.FocusOrder(200); !slices.Contains(a, name) || !b.Visible() {
				return ""
			}
			return b.Text()
		}
		if got := shown("sample.draw"); got != tt.draw {
			t.Errorf("%s: draw %q, want %q", tt.name, got, tt.draw)
		}
		if got := shown("sample.onward"); got != tt.sure {
			t.Errorf("%s: on %q, want %q", tt.name, got, tt.sure)
		}
		if fr.Env.Press("Z"); (fr.Env.Open() != nil) != tt.draws {
			t.Errorf("%s: Z asks %v", tt.name, !tt.draws)
		}
		if fr.Env.Open() != nil {
			fr.Env.Press("Esc")
		}
		fr.Env.Press("Strg+Enter")
		fr.Run.Drain()
		if (fr.Env.Open() != nil) != tt.asks {
			t.Errorf("%s: Strg+Enter asks %v", tt.name, !tt.asks)
		}
		if now := fr.Shell.Now().Screen; (now == route.Appraise) != (tt.sure != "") {
			t.Errorf("%s: Strg+Enter leads to %s", tt.name, now)
		}
	}
}

func TestPerThousand(t *testing.T) {
	for text, want := range map[string]int{"5": 50, "0,1": 1, "99.9 %": 999, "0": 0, "-3": 0, "x": 0, "": 0, "101": 0, "NaN": 0} {
		if got, ok := model.PerThousand(text); got != want || ok != (want > 0) {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestSizes(t *testing.T) {
	shelltest.Sizes(t, func() []nav.Screen { return []nav.Screen{sample.Screen(full(), route.Archivist)} },
		route.Route{Screen: route.Sample, ID: "P1"}, nil, "")
}

func TestShots(t *testing.T) {
	shelltest.Shots(t, "03-stichprobe", func() []nav.Screen { return []nav.Screen{sample.Screen(full(), route.Archivist)} },
		route.Route{Screen: route.Sample, ID: "P1"}, nil, "sample.files")
}
