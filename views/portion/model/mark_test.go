package model_test

import (
	"testing"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/views/portion/model"
	"laufzettel/views/portion/portiontest"
	"laufzettel/views/present"
	"laufzettel/views/present/presenttest"
)

// A tick stands only beside a check that was made wholly and found nothing.
func TestCheck_Mark(t *testing.T) {
	w := presenttest.Words(t, "de")
	for _, c := range []struct {
		name string
		c    model.Check
		want present.CheckMark
		said string
	}{
		{"passed", model.Check{State: check.Full, Detail: "Laufzettel"}, present.CheckPassed, "Laufzettel"},
		{"failed", model.Check{State: check.Full, Detail: "Laufzettel", Failed: 2, Warned: 1}, present.CheckFailed,
			"2 Fehler · Laufzettel"},
		{"warned", model.Check{State: check.Full, Warned: 1}, present.CheckWarned, "1 Warnung"},
		{"one of a kind's own, no one knows which", model.Check{State: check.Full, Failed: 3, Shared: true}, present.CheckWarned,
			"siehe Befunde"},
		{"one of a kind's own that was not made", model.Check{State: check.NotDone, Failed: 3, Shared: true, Detail: "Fristen fehlen."},
			present.CheckNot, "nicht geprüft: Fristen fehlen."},
		{"not made", model.Check{State: check.NotDone, Detail: "Schema fehlt."}, present.CheckNot, "nicht geprüft: Schema fehlt."},
		{"in part", model.Check{State: check.Partial, Detail: "nur XML"}, present.CheckPartly, "nur XML"},
		{"in part and failed", model.Check{State: check.Partial, Failed: 1, Detail: "nur XML"}, present.CheckFailed, "1 Fehler · nur XML"},
	} {
		if got := c.c.Mark(); got != c.want {
			t.Errorf("%s: mark %s, want %s", c.name, got, c.want)
		}
		if got := c.c.Said(w); got != c.said {
			t.Errorf("%s: says %q, want %q", c.name, got, c.said)
		}
	}
}

// The stamp of a portion just checked is green only where every mandatory check was made
// and nothing was found.
func TestWholeMark(t *testing.T) {
	for _, c := range []struct {
		state            transfer.State
		errors, warnings int
		whole            bool
		want             transfer.Tone
	}{
		{transfer.Checked, 0, 0, true, transfer.ToneOK}, {transfer.Checked, 0, 0, false, transfer.ToneWarn},
		{transfer.Checked, 0, 1, true, transfer.ToneWarn}, {transfer.Checked, 1, 0, true, transfer.ToneError},
		{transfer.Accepted, 0, 0, false, transfer.ToneOK},
	} {
		if got := present.WholeMarkOf(c.state, "xdomea-0503", c.errors, c.warnings, c.whole).Tone; got != c.want {
			t.Errorf("%+v: tone %v, want %v", c, got, c.want)
		}
	}
	if got := present.MarkOf(transfer.Checked, "xdomea-0503", 0, 0).Tone; got == transfer.ToneOK {
		t.Error("a list that knows nothing of missing checks shows a green stamp")
	}
}

// The number at a severity is what is left of it by the search.
func TestHits_FollowTheSearch(t *testing.T) {
	p, _ := load(t, &portiontest.Fake{ByID: map[string]model.Detail{"p1": portiontest.Full()}}, "p1")
	p.SetSearch("pdf-014")
	if p.Hits("warning") != 6 || p.Hits("error") != 0 || p.Hits("") != 6 || p.Count("error") != 4 {
		t.Errorf("hits %d of warnings, %d of errors, %d of all, %d errors counted; want 6, 0, 6, 4", p.Hits("warning"), p.Hits("error"),
			p.Hits(""), p.Count("error"))
	}
}
