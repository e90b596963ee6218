package work_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/procedure"

	"laufzettel/app/work"
	"laufzettel/app/work/appraise"
	"laufzettel/transfer"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/record"
)

// draftAnswer asks for an answer before the finish: a draft by name and content that
// no step sends or registers. It gives its text.
func draftAnswer(t *testing.T, w *work.House, id string, code procedure.Message, step string) string {
	t.Helper()
	for _, dir := range []string{"", t.TempDir()} {
		a, err := w.Replies.Answer(t.Context(), id, code, dir)
		must(t, err)
		name := filepath.Base(a.Path)
		raw, err := os.ReadFile(a.Path)
		must(t, err)
		if !a.Draft || !strings.HasPrefix(name, "ENTWURF_") || !strings.HasSuffix(name, ".entwurf.xml") ||
			!strings.Contains(string(raw), "<laufzettel:Entwurf") || !strings.Contains(string(raw), "Hinweis>ENTWURF") {
			t.Fatalf("%s: %s is no draft: %v %s %s", step, code, a.Draft, name, raw)
		}
		if dir == "" {
			continue
		}
		if job, err := w.Books.SendAnswer(t.Context(), id, code, "Amt"); failure.KindOf(err) != failure.Refused ||
			!strings.Contains(failure.HintOf(err).In("de"), "noch nicht abgeschlossen") {
			t.Errorf("%s: sending %s: %+v, %v", step, code, job, err)
		}
		jobs, err := w.Outbox.Queue.List(t.Context())
		must(t, err)
		letters, err := w.Intake.Portions.Letters(t.Context(), id)
		must(t, err)
		if len(jobs) > 0 || slices.ContainsFunc(letters, func(l transfer.Letter) bool { return strings.Contains(l.Path, string(code)) }) {
			t.Errorf("%s: %d jobs, letters %+v", step, len(jobs), letters)
		}
		p, err := w.Intake.Portions.Get(t.Context(), id)
		must(t, err)
		if slices.Contains(appraise.Answers(p), code) {
			t.Errorf("%s: the window offers %s", step, code)
		}
		return string(raw)
	}
	return ""
}

// draftsOf names the drafts among the papers of a portion.
func draftsOf(t *testing.T, w *work.House, id string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(w.Office.Dir, "letters", id, "*.entwurf*"))
	must(t, err)
	return slices.DeleteFunc(all, func(n string) bool { return strings.HasPrefix(filepath.Base(n), "kassationsliste") })
}

// Until the appraisal is finished, and every V released for it, the 0502 and the
// letter are drafts; after it they are what they are called, and no draft stays.
func TestAnswer_AppraisalIsDraftUntilFinished(t *testing.T) {
	dir := t.TempDir()
	w, ctx := open(t, dir, "M. Ahrens"), t.Context()
	p, a := accepted(t, w, generate.Plan{Kind: "xdomea-0501", Seed: 9, Documents: 1, Dossiers: 1, Cases: 2, Ratings: []string{"B"}})
	cases := a.Roots[0].Children
	must(t, w.Desk.Set(ctx, p.ID, []string{cases[0].ID, cases[1].ID}, record.RatingDestroy, "Doppel"))
	draftAnswer(t, w, p.ID, "0502", "decided")
	_, err := second(t, w, "J. Beyer").Desk.Release(ctx, p.ID, nil)
	must(t, err)
	draftAnswer(t, w, p.ID, "0502", "released")
	letter, err := w.Desk.AppraisalLetter(ctx, p.ID, "")
	must(t, err)
	if !strings.HasSuffix(letter[0], "bewertung.schreiben.entwurf.pdf") || len(draftsOf(t, w, p.ID)) != 3 {
		t.Errorf("letter %v, drafts %v", letter, draftsOf(t, w, p.ID))
	}
	must(t, w.Desk.FinishAppraisal(ctx, p.ID))
	if left := draftsOf(t, w, p.ID); len(left) > 0 {
		t.Errorf("drafts stay: %v", left)
	}
	reply, err := w.Replies.Answer(ctx, p.ID, "0502", "")
	must(t, err)
	raw, err := os.ReadFile(reply.Path)
	must(t, err)
	if reply.Draft || strings.Contains(string(raw), "ntwurf") || strings.Contains(string(raw), "ENTWURF") ||
		strings.Contains(filepath.Base(reply.Path), "ntwurf") {
		t.Errorf("after the finish: %+v %s", reply, raw)
	}
	p, err = w.Intake.Portions.Get(ctx, p.ID)
	must(t, err)
	if !slices.Contains(appraise.Answers(p), "0502") {
		t.Error("the window does not offer the 0502 after the finish")
	}
	if letter, err = w.Desk.AppraisalLetter(ctx, p.ID, ""); err != nil || !strings.HasSuffix(letter[0], "bewertung.schreiben.pdf") {
		t.Errorf("letter after the finish: %v, %v", letter, err)
	}
}

// The 0506 is a draft that tells of no success before the finish, and nothing at all
// between the finish and the receipts.
func TestAnswer_ImportIsDraftUntilFinished(t *testing.T) {
	for _, version := range []string{"2.3.0", "3.0.0", "4.0.0"} {
		w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
		p, _ := accepted(t, w, generate.Plan{Kind: "xdomea-0503", Version: version, Seed: 9, Documents: 1, Dossiers: 1, Cases: 1,
			Ratings: []string{"A"}})
		text := draftAnswer(t, w, p.ID, "0506", version)
		if ok := regexp.MustCompile(`Erfolgreich>(true|1)<`); ok.MatchString(text) || !strings.Contains(text, "Fehlermeldung>ENTWURF") &&
			!strings.Contains(text, ": ENTWURF") {
			t.Errorf("%s: the draft tells of success: %s", version, text)
		}
		must(t, w.Desk.FinishAppraisal(ctx, p.ID))
		if a, err := w.Replies.Answer(ctx, p.ID, "0506", ""); failure.KindOf(err) != failure.Refused ||
			!strings.Contains(failure.HintOf(err).In("de"), "Quittung") {
			t.Errorf("%s: before anything is packaged: %+v, %v", version, a, err)
		}
	}
}
