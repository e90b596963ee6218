package window_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/app/window"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/generate"
	inbox "laufzettel/views/inbox/model"
	"laufzettel/views/portion"
	"laufzettel/views/route"
)

// nameless are kinds that do not tell who sends them.
var nameless = []string{"files", "warc", "wacz"}

// A defective portion of every kind opens in the window with kind, agency, counts
// and findings, each in German with what the agency should do; the screens show it.
func TestKindsInTheWindow(t *testing.T) {
	w := steady(t, t.TempDir(), "M. Ahrens")
	d := desk(t, w)
	src := window.Portion{Desk: d}
	ids := map[string]string{}
	for _, kind := range generate.Kinds(work.Kinds(time.Now)) {
		plan := generate.Plan{Kind: kind, Seed: 3, Dossiers: 1, Cases: 2, Documents: 1, Ratings: []string{"A"}}
		if codes := generate.DefectsOf(work.Kinds(time.Now), kind); kind != "files" {
			// A defect that leaves the delivery recognisable: something is missing.
			plan.Defects = []string{"VOL-001"}
			if !slices.Contains(codes, "VOL-001") {
				plan.Defects = codes[len(codes)-1:]
			}
			if strings.HasPrefix(kind, "xdomea-0501") {
				plan.Defects = []string{"XDO-006"} // an offer brings no files
			}
		}
		p, err := w.Intake.Receive(t.Context(), made(t, plan), nil)
		must(t, err)
		o := intake.CheckOptions{NoPDFA: true}
		if kind == intake.PlainKind {
			o.Kind = kind // nothing in the files tells it
		}
		_, err = w.Intake.Check(t.Context(), p.ID, o)
		must(t, err)
		ids[kind] = p.ID
	}
	list, err := window.Inbox{Desk: d}.Portions(t.Context())
	must(t, err)
	rows := map[string]inbox.Portion{}
	for _, r := range list {
		rows[r.ID] = r
	}
	for kind, id := range ids {
		t.Run(kind, func(t *testing.T) {
			row := rows[id]
			if row.Kind != kind || row.KindLabel == "" || row.KindLabel == kind || row.Files == 0 || !row.Checked {
				t.Errorf("row %+v", row)
			}
			x, err := src.Portion(t.Context(), id)
			must(t, err)
			if x.KindLabel == "" || x.KindLabel == kind || x.FileCount == 0 || len(x.Facts) == 0 || len(x.Checks) == 0 {
				t.Errorf("kind %q (%q), %d files, %d facts, %d checks", x.Kind, x.KindLabel, x.FileCount, len(x.Facts), len(x.Checks))
			}
			if (x.Agency == "") != slices.Contains(nameless, kind) {
				t.Errorf("agency %q", x.Agency)
			}
			if len(x.Findings) == 0 {
				t.Error("no finding is shown")
			}
			for _, f := range x.Findings {
				if f.Code == "" || f.Title == "" || f.Remedy == "" || !strings.ContainsAny(f.Title+f.Remedy, "äöüßÄÖÜ") &&
					!german(f.Title+" "+f.Remedy) {
					t.Errorf("finding %+v", f)
				}
			}
			s, _, _ := stage(t, portion.Screen(src), route.Route{Screen: route.Portion, ID: id})
			if s.Env.Find("portion.error") != nil || s.Env.Find("portion.finding.0") == nil {
				t.Error("the screen shows no finding")
			}
		})
	}
}

// german reports words that only a German sentence holds.
func german(s string) bool {
	for _, w := range []string{" die ", " der ", " das ", " nicht ", "Bitte", " ist ", " und ", "Die ", "Der "} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}
