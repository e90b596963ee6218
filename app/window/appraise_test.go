package window_test

import (
	"strings"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/transfer/failure"
	appraise "laufzettel/views/appraise/model"
)

// The judgement aids of the screen against a real workspace: facts, words, text
// blocks, papers; without a profile there is no model and the reason says so.
func TestAppraise_AidsOfAWorkspace(t *testing.T) {
	c, ctx := &clock{time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}, t.Context()
	w := open(t, t.TempDir(), "M. Ahrens", c)
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Reasons = []string{"Doppel."} }))
	p := accepted(t, w)
	src := source(t, w, nil)
	portion, err := src.Load(ctx, p.ID)
	must(t, err)
	if got := portion.Blocks.All(); len(got) != 1 || got[0] != "Doppel." {
		t.Errorf("blocks %v", got)
	}
	facts, err := src.Survey(ctx, p.ID)
	must(t, err)
	id := ""
	for _, o := range portion.Objects {
		if o.Kind == appraise.Unit && portion.Verdicts[o.ID].Letter == "" {
			id = o.ID
		}
	}
	if f := facts[id]; f.Files == 0 || f.Bytes == 0 || len(f.Formats) == 0 {
		t.Errorf("facts of %s: %+v", id, f)
	}
	must(t, src.Index(ctx, p.ID, func(int, int) {}))
	hits, err := src.Words(ctx, p.ID, "nirgendsimtext")
	must(t, err)
	if len(hits.Units) != 0 || hits.Total == 0 || hits.Indexed != hits.Total {
		t.Errorf("%+v", hits)
	}
	if _, err := src.Decide(ctx, p.ID, []string{id}, "V", "Massenakte."); err != nil {
		t.Fatal(err)
	}
	files, err := src.Write(ctx, p.ID, "draft")
	must(t, err)
	if len(files) != 3 {
		t.Errorf("%v", files)
	}
	must(t, src.SetBlocks(ctx, []string{"Doppel.", "Neu."}))
	if portion, err = src.Load(ctx, p.ID); err != nil || len(portion.Blocks.Own) != 2 || portion.Blocks.Last[0] != "Massenakte." ||
		!strings.Contains(portion.Draft, "liegt bei der Stelle") {
		t.Errorf("%+v %q %v", portion.Blocks, portion.Draft, err)
	}
	if _, err := src.Model(ctx, p.ID); p.ProfileID == "" && failure.KindOf(err) != failure.Refused {
		t.Errorf("model without a profile: %v", err)
	}
	if _, err := src.Beside(ctx, p.ID); failure.KindOf(err) != failure.Refused {
		t.Errorf("beside nothing: %v", err)
	}
	details, err := src.Details(ctx, p.ID, id)
	must(t, err)
	if len(details.Proposals) == 0 {
		t.Errorf("no proposals beside the decision: %+v", details)
	}
}
