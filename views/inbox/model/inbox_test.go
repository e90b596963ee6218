package model_test

import (
	"errors"
	"slices"
	"testing"

	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/inbox/inboxtest"
	"laufzettel/views/inbox/model"
	"laufzettel/views/present/presenttest"
)

func names(rows []model.Row) []string {
	var out []string
	for _, r := range rows {
		out = append(out, r.ID)
	}
	return out
}

func TestFilters(t *testing.T) {
	run := &presenttest.Cranked{}
	p := model.NewPresenter(&inboxtest.Fake{List: inboxtest.Full()}, run, presenttest.Words(t, "de"), func() {})
	p.Reload()
	run.Drain()
	for _, tt := range []struct {
		filter model.Filter
		search string
		want   []string
	}{
		{model.InWork, "", []string{"7c1e40f2", "b2", "c3", "d4", "e5", "f6", "g7", "h8"}},
		{model.Active, "", []string{"b2"}},
		{model.Returned, "", []string{"7c1e40f2"}},
		{model.Closed, "", []string{"i9"}},
		{"checked", "", []string{"7c1e40f2", "d4", "e5"}},
		{model.InWork, "landratsamt", []string{"7c1e40f2", "h8"}},
		{model.InWork, "7C1E", []string{"7c1e40f2"}},
		{model.InWork, "gibt es nicht", nil},
	} {
		p.SetFilter(tt.filter)
		p.SetSearch(tt.search)
		if got := names(p.Rows); !slices.Equal(got, tt.want) {
			t.Errorf("%s %q: %v, want %v", tt.filter, tt.search, got, tt.want)
		}
	}
}

// What was discarded is no work any more: it stands with what is ended.
func TestFilters_Discarded(t *testing.T) {
	run := &presenttest.Cranked{}
	p := model.NewPresenter(&inboxtest.Fake{List: []model.Portion{{ID: "a", State: "discarded"}, {ID: "b", State: "checked"}}}, run,
		presenttest.Words(t, "de"), func() {})
	p.Reload()
	run.Drain()
	for f, want := range map[model.Filter]int{model.InWork: 1, model.ToDo: 1, model.Closed: 1} {
		if got := p.Count(f); got != want {
			t.Errorf("%s: %d, want %d", f, got, want)
		}
	}
}

func TestNext(t *testing.T) {
	for _, tt := range []struct {
		p    model.Portion
		want model.Step
	}{
		{model.Portion{State: "arrived"}, model.StepKind},
		{model.Portion{State: "arrived", Kind: "bagit"}, model.StepCheck},
		{model.Portion{State: "recognised", Kind: "bagit"}, model.StepCheck},
		{model.Portion{State: "recognised", Kind: "bagit", Running: &model.Running{}}, model.StepOpen},
		{model.Portion{State: "checked", Kind: "bagit", Warnings: 1}, model.StepFindings},
		{model.Portion{State: "checked", Kind: "bagit"}, model.StepOpen},
		{model.Portion{State: "closed", Kind: "bagit"}, model.StepOpen},
	} {
		if got := model.Next(tt.p); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.p, got, tt.want)
		}
	}
}

// What is on its way to the archive says so in its row, how far it is and what it waits for;
// the state of the portion alone would say that it is packaged.
func TestSending(t *testing.T) {
	kind := "Fachverfahren, SIARD 2.2"
	for _, tt := range []struct {
		lang    string
		sending *model.Sending
		err     string
		word    string
		second  string
		tone    transfer.Tone
		active  int
	}{
		{"de", nil, "", "Paketiert", kind, transfer.ToneOK, 0},
		{"de", &model.Sending{Confirmed: 3, Of: 12, Stand: model.Sends}, "", "Wird gesendet, 3 von 12", kind, transfer.ToneNote, 1},
		{"de", &model.Sending{Confirmed: 3, Of: 12, Stand: model.Sends, Again: true}, "", "Wird gesendet, 3 von 12",
			"Senden geht nach Unterbrechung weiter", transfer.ToneNote, 1},
		{"de", &model.Sending{Of: 12, Stand: model.Passphrase, Again: true}, "", "Wartet auf Kennwort, 0 von 12",
			"Senden geht nach Unterbrechung weiter", transfer.ToneWarn, 0},
		{"de", &model.Sending{Of: 2, Stand: model.Waits}, "", "Wartet auf Senden, 0 von 2", kind, transfer.ToneNote, 0},
		{"de", &model.Sending{Confirmed: 1, Of: 2, Stand: model.Held}, "", "Senden angehalten, 1 von 2", kind, transfer.ToneNote, 0},
		{"de", &model.Sending{Confirmed: 1, Of: 2, Stand: model.Offline}, "", "Wartet auf Verbindung, 1 von 2", kind, transfer.ToneNote, 0},
		{"de", &model.Sending{Confirmed: 1, Of: 2, Stand: model.Stuck, Again: true, Reason: "Der Platz reicht nicht."}, "",
			"Senden steht, 1 von 2", "Der Platz reicht nicht.", transfer.ToneWarn, 0},
		{"de", &model.Sending{Of: 1, Stand: model.Sends, Again: true}, "Die Datei fehlt.", "Wird gesendet, 0 von 1", "Die Datei fehlt.",
			transfer.ToneNote, 1},
		{"en", &model.Sending{Confirmed: 3, Of: 12, Stand: model.Passphrase, Again: true}, "", "Waits for the passphrase, 3 of 12",
			"Sending goes on after an interruption", transfer.ToneWarn, 0},
	} {
		run := &presenttest.Cranked{}
		list := []model.Portion{{ID: "a", State: transfer.Packaged, Kind: "siard", KindLabel: kind, Sending: tt.sending, Err: tt.err}}
		p := model.NewPresenter(&inboxtest.Fake{List: list}, run, presenttest.Words(t, tt.lang), func() {})
		p.Reload()
		run.Drain()
		r := p.Rows[0]
		if r.Word != tt.word || r.Second != tt.second || r.Mark.Tone != tt.tone || p.Count(model.Active) != tt.active {
			t.Errorf("%+v: %q, %q, %s, %d active; want %q, %q, %s, %d", tt.sending, r.Word, r.Second, r.Mark.Tone, p.Count(model.Active),
				tt.word, tt.second, tt.tone, tt.active)
		}
	}
}

// Progress tells figures, and time left only once it is measured.
func TestProgress(t *testing.T) {
	run := &presenttest.Cranked{}
	list := inboxtest.Full()[1:2]
	f := &inboxtest.Fake{List: list}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {})
	p.Reload()
	run.Drain()
	r := p.Rows[0]
	if r.ProgressOf != "Phase 2 von 4" || r.ProgressNow != "68.412 von 120.336 · 512 Dateien/s" || r.ProgressEnd != "noch 1 min 40 s" {
		t.Errorf("progress %q %q %q", r.ProgressOf, r.ProgressNow, r.ProgressEnd)
	}
	f.List[0].Running = &model.Running{At: 1, Of: 4, Done: 12}
	f.Changed()
	run.Drain()
	if r := p.Rows[0]; r.ProgressNow != "12 gelesen" || r.ProgressEnd != "" {
		t.Errorf("progress without total %q %q", r.ProgressNow, r.ProgressEnd)
	}
}

// A list that comes after the window closed is dropped; a failed action is shown
// until it is understood.
func TestLateAndFailed(t *testing.T) {
	f, run, drawn := &inboxtest.Fake{List: inboxtest.Full()}, &presenttest.Cranked{}, 0
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() { drawn++ })
	f.Fault = failure.New(failure.Refused, "add", wording.Plain("Lieferung nicht geöffnet."))
	p.Add([]string{"/x"}, func(int) { t.Error("told as done") })
	run.Drain()
	if !errors.Is(p.Fault, f.Fault) {
		t.Errorf("fault %v", p.Fault)
	}
	p.Solved()
	before := drawn
	p.Reload()
	run.Work()
	p.Close()
	run.Update()
	if drawn != before || p.Fault != nil {
		t.Error("a closed presenter was drawn")
	}
}

// The number at a filter is what it would show with the search in force; the head counts
// all. Where nothing was found it says so in words.
func TestCounts_FollowTheSearch(t *testing.T) {
	run := &presenttest.Cranked{}
	p := model.NewPresenter(&inboxtest.Fake{List: inboxtest.Full()}, run, presenttest.Words(t, "de"), func() {})
	p.Reload()
	run.Drain()
	for _, search := range []string{"", "landratsamt", "gibt es nicht"} {
		p.SetSearch(search)
		for _, f := range model.Filters {
			want := p.Count(f)
			p.SetFilter(f)
			if len(p.Rows) != want {
				t.Errorf("search %q: %s says %d and shows %d", search, f, want, len(p.Rows))
			}
		}
		if p.All(model.InWork) != 8 {
			t.Errorf("search %q changes the number of all to %d", search, p.All(model.InWork))
		}
	}
	p.SetSearch("")
	p.SetFilter(model.InWork)
	found := map[string]string{}
	for _, r := range p.Rows {
		found[r.ID] = r.Found
	}
	for id, want := range map[string]string{"7c1e40f2": "4 Fehler, 7 Warnungen, 3 Hinweise", "f6": "keine", "g7": "nicht geprüft"} {
		if found[id] != want {
			t.Errorf("%s: %q, want %q", id, found[id], want)
		}
	}
}

// What is marked is checked where it waits for that, and nothing else.
func TestCheckAll(t *testing.T) {
	run := &presenttest.Cranked{}
	f := &inboxtest.Fake{List: inboxtest.Full()}
	p := model.NewPresenter(f, run, presenttest.Words(t, "de"), func() {})
	p.Reload()
	run.Drain()
	if n := p.CheckAll([]int{0, 1, 2, 7, 99, -1}); n != 1 {
		t.Errorf("%d checks begun, want that of h8 alone", n)
	}
	p.CancelAll([]int{0, 1, 99})
	run.Drain()
	if !slices.Contains(f.Did, "check h8") || !slices.Contains(f.Did, "cancel b2") {
		t.Errorf("did %v", f.Did)
	}
}
