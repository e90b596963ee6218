package work_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/appraisal"
	"laufzettel/appraisal/sift"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
)

// accepted receives, checks and accepts a delivery.
func accepted(t *testing.T, w *work.House, p generate.Plan) (transfer.Portion, *appraise.Appraisal) {
	t.Helper()
	portion, _ := received(t, w, p)
	portion, err := w.Intake.Decide(t.Context(), portion.ID, intake.Accept, "")
	must(t, err)
	a, err := w.Desk.Appraisal(t.Context(), portion.ID)
	must(t, err)
	return portion, a
}

func TestSurvey_FactsOfUnits(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	_, a := accepted(t, w, generate.Plan{Seed: 3, Dossiers: 1, Cases: 2, Documents: 2, Mix: []string{"csv", "txt"}, Ratings: []string{"B"}})
	s, err := w.Desk.Survey(ctx, a)
	must(t, err)
	items := s.Items(a)
	if len(items) != 2 {
		t.Fatalf("%d items", len(items))
	}
	for _, it := range items {
		if it.Documents != 2 || it.Files != 2 || it.Bytes <= 0 || it.Number == "" || it.Plan == "" || it.From == 0 {
			t.Errorf("%+v", it)
		}
		if d := cmp.Diff([]string{"CSV", "TXT"}, it.Formats); d != "" {
			t.Error(d)
		}
	}
	must(t, w.Desk.Set(ctx, a.Portion.ID, []string{items[0].ID}, record.RatingArchive, "Leitakte"))
	a, err = w.Desk.Appraisal(ctx, a.Portion.ID)
	must(t, err)
	kept := sift.Total(s.Items(a))
	if kept.Archive.Units != 1 || kept.Archive.Files != 2 || kept.Archive.Bytes != items[0].Bytes || kept.Open.Units != 1 {
		t.Errorf("%+v", kept)
	}
}

// Words stand in documents, are found with their unit, and go with the copy when
// records are destroyed.
func TestWords_IndexSearchAndDestruction(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	p, a := accepted(t, w, generate.Plan{Seed: 3, Dossiers: 1, Cases: 2, Documents: 2, Mix: []string{"txt", "pdf"}, Ratings: []string{"B"}})
	before, err := w.Desk.WithWords(ctx, a, "e*")
	must(t, err)
	if before.Indexed != 0 || before.Total != 4 {
		t.Errorf("before: %+v", before)
	}
	told := 0
	must(t, w.Desk.IndexTexts(ctx, p.ID, func(done, total int) { told = done }))
	if told != 4 {
		t.Errorf("progress ended at %d", told)
	}
	word := firstWord(t, w, a)
	found, err := w.Desk.WithWords(ctx, a, word)
	must(t, err)
	if found.Indexed != 4 || !found.Units[a.Roots[0].Children[0].ID] {
		t.Errorf("%q: %+v", word, found)
	}
	must(t, w.Desk.IndexTexts(ctx, p.ID, nil)) // nothing left to do
}

// firstWord reads a long word out of the first text document.
func firstWord(t *testing.T, w *work.House, a *appraise.Appraisal) string {
	t.Helper()
	for o := range record.All([]*record.Object{a.Roots[0].Children[0]}) {
		for f := range o.Files() {
			if !strings.HasSuffix(f.Name, ".txt") {
				continue
			}
			doc, done, err := openedPortion(t, w, a.Portion.ID).Document(t.Context(), f.Name)
			must(t, err)
			defer done()
			text, err := doc.(interface{ Line(int) string }), error(nil)
			must(t, err)
			for n := range 40 {
				for _, word := range strings.Fields(text.Line(n)) {
					if len(word) > 6 && !strings.ContainsAny(word, ".,:;-/") {
						return word
					}
				}
			}
		}
	}
	t.Fatal("no word found")
	return ""
}

// A portion delivered anew keeps the decisions on what is unchanged; what changed
// is open again, even where its dossier was decided.
func TestAppraisal_RedeliveryKeepsTheUnchanged(t *testing.T) {
	dir := t.TempDir()
	w, ctx := open(t, dir, "M. Ahrens"), t.Context()
	const process = "0a4f0aa1-831a-40a0-b49d-ef1d381b740f"
	plan := generate.Plan{Seed: 5, Process: process, Dossiers: 1, Cases: 3, Documents: 2, Mix: []string{"txt"}, Ratings: []string{"B"}}
	p1, a1 := accepted(t, w, plan)
	cases := a1.Roots[0].Children
	must(t, w.Desk.Set(ctx, p1.ID, []string{a1.Roots[0].ID}, record.RatingDestroy, "Massenakte"))
	must(t, w.Desk.Set(ctx, p1.ID, []string{cases[1].ID}, record.RatingArchive, "Leitakte"))

	p2 := again(t, w, plan, cases[2].Children[0])
	a2, err := w.Desk.Appraisal(ctx, p2.ID)
	must(t, err)
	got := map[string]string{}
	for _, u := range appraisal.Units(a2.Roots) {
		v := a2.Verdicts[u.ID]
		got[u.ID] = string(v.Rating)
		if v.Decision != nil {
			got[u.ID] += " " + v.Decision.Reason
		}
	}
	want := map[string]string{cases[0].ID: "V Massenakte", cases[1].ID: "A Leitakte", cases[2].ID: "B"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if a2.Earlier == nil || a2.Earlier.Same != 2 || a2.Earlier.Changed[cases[2].ID] != "1 Dokument mit anderem Inhalt" {
		t.Errorf("%+v", a2.Earlier)
	}
	s, err := w.Desk.Survey(ctx, a2)
	must(t, err)
	if s.Facts[cases[2].ID].Changed == "" || s.Facts[cases[0].ID].Changed != "" {
		t.Error("the survey does not show what changed")
	}
	must(t, w.Desk.Set(ctx, p2.ID, []string{cases[2].ID}, record.RatingArchive, "Nachtrag"))
	if a2, err = w.Desk.Appraisal(ctx, p2.ID); err != nil || a2.Verdicts[cases[2].ID].Rating != record.RatingArchive {
		t.Errorf("an own decision does not hold: %v", err)
	}
}

func TestDraft_OutAndRemarksIn(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	p, a := accepted(t, w, generate.Plan{Seed: 3, Dossiers: 1, Cases: 2, Documents: 1, Mix: []string{"txt"}, Ratings: []string{"B"}})
	unit := a.Roots[0].Children[0]
	must(t, w.Desk.Set(ctx, p.ID, []string{unit.ID}, record.RatingDestroy, "Massenakte"))
	out, err := w.Desk.DraftOut(ctx, p.ID, t.TempDir())
	must(t, err)
	if len(out) != 3 {
		t.Fatalf("%v", out)
	}
	raw, err := os.ReadFile(out[1])
	must(t, err)
	c := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(raw), "\ufeff")))
	c.Comma = ';'
	rows, err := c.ReadAll()
	must(t, err)
	if rows[1][0] != unit.ID || rows[1][5] != "V" || rows[2][5] != "offen" {
		t.Fatalf("%q", rows)
	}
	rows[1][7], rows[1][8], rows[1][9] = "a", "Bitte behalten; Rechtsstreit anhängig.", "K. Bauer"
	var back bytes.Buffer
	cw := csv.NewWriter(&back)
	cw.Comma = ';'
	must(t, cw.WriteAll(rows))
	name := filepath.Join(t.TempDir(), "antwort.csv")
	must(t, os.WriteFile(name, back.Bytes(), 0o600))
	for i, want := range []int{1, 0} {
		n, err := w.Desk.RemarksIn(ctx, p.ID, name)
		must(t, err)
		if n != want {
			t.Errorf("round %d: %d new remarks, want %d", i, n, want)
		}
	}
	a, err = w.Desk.Appraisal(ctx, p.ID)
	must(t, err)
	s, err := w.Desk.Survey(ctx, a)
	must(t, err)
	if r := s.Remarks[unit.ID]; len(r) != 1 || r[0].Author != "K. Bauer" || r[0].Wish != "A" || s.Draft == nil || s.Draft.Objects != 2 {
		t.Errorf("%+v %+v", r, s.Draft)
	}
	must(t, os.WriteFile(name, []byte("ID;Stellungnahme\nfremd;x\n"), 0o600))
	if _, err := w.Desk.RemarksIn(ctx, p.ID, name); failure.KindOf(err) != failure.Refused ||
		!strings.Contains(failure.HintOf(err).In("de"), "fremd") {
		t.Errorf("remarks on another portion: %v", err)
	}
}

func TestFinish_LeavesPrecedentsAndPapers(t *testing.T) {
	dir := t.TempDir()
	w, ctx := open(t, dir, "M. Ahrens"), t.Context()
	p, a := accepted(t, w, generate.Plan{Seed: 3, Dossiers: 1, Cases: 3, Documents: 1, Mix: []string{"txt"}, Ratings: []string{"B"}})
	cases := a.Roots[0].Children
	must(t, w.Desk.Set(ctx, p.ID, []string{cases[0].ID, cases[1].ID}, record.RatingArchive, "Leitakte"))
	must(t, w.Desk.Set(ctx, p.ID, []string{cases[2].ID}, record.RatingDestroy, "Doppel"))
	out, err := w.Desk.ExportAppraisal(ctx, p.ID, t.TempDir())
	must(t, err)
	var names []string
	for _, o := range out {
		names = append(names, filepath.Base(o))
	}
	if d := cmp.Diff([]string{"kassationsliste.entwurf.pdf", "kassationsliste.entwurf.csv", "bewertungsliste.pdf", "bewertungsliste.csv",
		"bewertung.schreiben.entwurf.pdf"}, names); d != "" {
		t.Error(d)
	}
	raw, err := os.ReadFile(out[3])
	must(t, err)
	if !strings.Contains(string(raw), "Laufzettel "+office.Version) || !strings.Contains(string(raw), p.ID+", 1. Fassung") {
		t.Errorf("the list names neither program nor version of the delivery: %s", raw)
	}
	_, err = second(t, w, "J. Beyer").Desk.Release(ctx, p.ID, nil)
	must(t, err)
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	plan := a.Roots[0].Plan.Reference
	list, err := w.Desk.Counsel.Precedents(ctx, plan, "")
	must(t, err)
	if len(list) != 1 || list[0].Archived != 2 || list[0].Destroyed != 1 || list[0].Portion != p.ID {
		t.Errorf("%+v", list)
	}
	reasons, err := w.Desk.Book.LastReasons(ctx, 9)
	must(t, err)
	if d := cmp.Diff([]string{"Doppel", "Leitakte"}, reasons); d != "" {
		t.Error(d)
	}
}

func TestModelAndReasons(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	_, err := w.Intake.Profiles.Save(ctx, profile.Profile{ID: "lra", Agency: "Landratsamt Musterkreis",
		AgencyID: generate.DefaultAgency.ID}, "test")
	must(t, err)
	must(t, w.Desk.SetModel(ctx, "lra", profile.ModelRule{Plan: "6*", Rating: "A", Title: "Bau"}))
	must(t, w.Desk.SetModel(ctx, "lra", profile.ModelRule{Plan: "6*", Rating: "V", Title: "Massenakte"}))
	if err := w.Desk.SetModel(ctx, "lra", profile.ModelRule{Plan: "7", Rating: "X"}); failure.KindOf(err) != failure.Refused {
		t.Errorf("rating X: %v", err)
	}
	if err := w.Desk.SetModel(ctx, "fehlt", profile.ModelRule{Plan: "7", Rating: "A"}); failure.KindOf(err) != failure.Refused {
		t.Errorf("unknown profile: %v", err)
	}
	must(t, w.Desk.SetReasons(ctx, "lra", []string{"Nach Modell."}))
	must(t, w.Desk.SetReasons(ctx, "", []string{"Doppel.", "Nach Modell."}))
	if err := w.Desk.SetReasons(ctx, "", []string{" "}); failure.KindOf(err) != failure.Refused {
		t.Errorf("empty block: %v", err)
	}
	prof, err := w.Intake.Profiles.Get(ctx, "lra")
	must(t, err)
	if len(prof.Model) != 1 || prof.Model[0].Rating != "V" {
		t.Errorf("%+v", prof.Model)
	}
	if d := cmp.Diff([]string{"Nach Modell.", "Doppel."}, w.Desk.ReasonBlocks(ctx, transfer.Portion{ProfileID: "lra"})); d != "" {
		t.Error(d)
	}
	must(t, w.Desk.SetModel(ctx, "lra", profile.ModelRule{Plan: "6*"}))
	if prof, _ = w.Intake.Profiles.Get(ctx, "lra"); len(prof.Model) != 0 {
		t.Errorf("rule is still there: %+v", prof.Model)
	}
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Reasons = nil }))
}

// again delivers a plan a second time with other bytes in one document, and
// accepts it.
func again(t *testing.T, w *work.House, plan generate.Plan, doc *record.Object) transfer.Portion {
	t.Helper()
	ctx := t.Context()
	parcel, err := generate.Make(work.Kinds(time.Now), plan)
	must(t, err)
	for f := range doc.Files() {
		for i := range parcel.Members {
			if strings.HasSuffix(parcel.Members[i].Name, f.Name) {
				parcel.Members[i].Data = append(bytes.Clone(parcel.Members[i].Data), "\nNachtrag.\n"...)
			}
		}
	}
	path, err := parcel.Write(ctx, t.TempDir())
	must(t, err)
	p, err := w.Intake.Receive(ctx, path, nil)
	must(t, err)
	_, err = w.Intake.Check(ctx, p.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	if _, err = w.Intake.Decide(ctx, p.ID, intake.Accept, ""); err != nil {
		_, err = w.Intake.Decide(ctx, p.ID, intake.Exception, "Zweite Fassung mit Nachtrag")
	}
	must(t, err)
	return p
}

// What is delivered again unchanged keeps its reference code; what changed gets
// the next number.
func TestPackage_RedeliveryKeepsReferenceCodes(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	plan := generate.Plan{Seed: 5, Process: "0a4f0aa1-831a-40a0-b49d-ef1d381b740f", Dossiers: 1, Cases: 2, Documents: 1,
		Mix: []string{"txt"}, Ratings: []string{"A"}}
	codes := func(p transfer.Portion) map[string]string {
		t.Helper()
		must(t, w.Desk.FinishAppraisal(ctx, p.ID))
		list, err := w.Packer.Package(ctx, p.ID, "", nil)
		must(t, err)
		out := map[string]string{}
		for _, pkg := range list {
			out[pkg.Object] = pkg.ReferenceCode
		}
		return out
	}
	p1, a := accepted(t, w, plan)
	first := codes(p1)
	changed, same := a.Roots[0].Children[1], a.Roots[0].Children[0]
	second := codes(again(t, w, plan, changed.Children[0]))
	if second[same.ID] != first[same.ID] || second[same.ID] == "" {
		t.Errorf("unchanged: %q, then %q", first[same.ID], second[same.ID])
	}
	if second[changed.ID] == first[changed.ID] || second[changed.ID] == "" {
		t.Errorf("changed: %q, then %q", first[changed.ID], second[changed.ID])
	}
}

// Two parts of one procedure share no Vorgang: nothing is shown as changed.
func TestSurvey_OtherPartOfTheProcedureIsNoRedelivery(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	plan := generate.Plan{Seed: 5, Process: "0a4f0aa1-831a-40a0-b49d-ef1d381b740f", Dossiers: 1, Cases: 2, Documents: 1,
		Mix: []string{"txt"}, Ratings: []string{"B"}}
	accepted(t, w, plan)
	plan.Seed = 6
	_, a := accepted(t, w, plan)
	s, err := w.Desk.Survey(ctx, a)
	must(t, err)
	for _, it := range s.Items(a) {
		if it.Changed || it.Letter != "" {
			t.Errorf("%+v", it)
		}
	}
}

// Glance sees what Appraisal sees: after a decision, and after the records were
// read anew or scrubbed.
func TestGlance_SeesWhatAppraisalSees(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	p, a := accepted(t, w, generate.Plan{Seed: 5, Dossiers: 1, Cases: 2, Documents: 1, Mix: []string{"txt"}, Ratings: []string{"B"}})
	look := func() (string, []*record.Object) {
		t.Helper()
		g, err := w.Desk.Glance(ctx, p.ID)
		must(t, err)
		full, err := w.Desk.Appraisal(ctx, p.ID)
		must(t, err)
		if d := cmp.Diff(full.Progress, g.Progress); d != "" {
			t.Error(d)
		}
		return string(g.Verdicts[a.Roots[0].Children[0].ID].Rating), g.Roots
	}
	rating, first := look()
	if rating != "B" {
		t.Errorf("rating %q", rating)
	}
	must(t, w.Desk.Set(ctx, p.ID, []string{a.Roots[0].Children[0].ID}, record.RatingArchive, ""))
	rating, second := look()
	if rating != "A" || second[0] != first[0] {
		t.Errorf("rating %q, records read anew: %v", rating, second[0] != first[0])
	}
	_, err := w.Intake.Portions.Amend(ctx, p.ID, func(p *transfer.Portion) { p.Fault = "geändert" }, nil)
	must(t, err)
	if _, third := look(); third[0] == first[0] {
		t.Error("a changed portion shows old records")
	}
}
