package browser_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/browser"
	"laufzettel/app/settings"
	"laufzettel/app/work/intake"
	"laufzettel/appraisal"
	"laufzettel/transfer/generate"
)

// Every second case is selected by a rule that is shown before it decides: the selected
// are kept, the others destroyed, both with the rule in their reason. A rule that is not
// whole, nothing to decide, and numbers that hold no longer decide nothing.
func TestAppraise_SelectByRule(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	x := taken(t, h, generate.Plan{Seed: 5, Dossiers: 1, Cases: 5, Documents: 1})
	_, err := h.Intake.Decide(t.Context(), x.ID, intake.Accept, "")
	must(t, err)
	p := visit(t, beside(t, h))
	list := p.get("appraise?id=" + x.ID)
	if !strings.Contains(list.raw, "appraise/rule?id="+x.ID) {
		t.Fatal("no way to the rule")
	}
	empty := p.get("appraise/rule?id=" + x.ID)
	p.judge(empty, "de")
	if !strings.Contains(text(byID(empty.doc, "chosen").Parent), "Felder der Regel") || form(empty, "appraise/rule") == nil {
		t.Errorf("no rule yet: %s", text(all(empty.doc, "main")[0]))
	}
	for _, kind := range []string{"letter", "digit", "years", "chance", "nonsense"} {
		p.judge(p.get("appraise/rule?id="+x.ID+"&kind="+kind+"&a=1990&b=1"), "de")
	}
	shown := p.get("appraise/rule?id=" + x.ID + "&kind=nth&a=2&b=1")
	p.judge(shown, "de")
	if got := text(all(shown.doc, "main")[0]); !strings.Contains(got, "2 von 3 offenen Vorgängen") || !strings.Contains(got, "jeder 2. Vorgang") {
		t.Fatal(got)
	}
	reasons := 0
	open := func() (open, kept, gone int) {
		reasons = 0
		a, err := h.Desk.Appraisal(t.Context(), x.ID)
		must(t, err)
		for _, u := range appraisal.Units(a.Roots) {
			d := a.Verdicts[u.ID]
			if d.Decision != nil && strings.Contains(d.Decision.Reason, "jeder 2. Vorgang") && strings.Contains(d.Decision.Reason, "2 von 3") && strings.HasSuffix(d.Decision.Reason, "Nach Absprache.") {
				reasons++
			}
			switch {
			case d.Rating == "A":
				kept++
			case d.Rating == "V":
				gone++
			default:
				open++
			}
		}
		return open, kept, gone
	}
	before, kept0, gone0 := open()
	none := p.send(shown, "appraise/rule", map[string]string{"more": "x"})
	p.judge(none, "de")
	if none.status != http.StatusUnprocessableEntity || attr(byID(none.doc, "message"), "role") != "alert" {
		t.Errorf("nothing to decide: %d %q", none.status, none.said())
	}
	late := p.send(shown, "appraise/rule", map[string]string{"chosen": "A", "seen": "1/3"})
	if !strings.Contains(late.said(), "seit der Anzeige geändert") {
		t.Errorf("other numbers than shown: %q", late.said())
	}
	if n, _, _ := open(); n != before || n != 3 {
		t.Fatalf("%d open: something was decided", n)
	}
	done := p.send(shown, "appraise/rule", map[string]string{"chosen": "A", "left": "V", "more": "Nach Absprache."})
	if !strings.Contains(done.said(), "5 von 5") {
		t.Errorf("decided: %q", done.said())
	}
	if n, kept, gone := open(); n != 0 || kept != kept0+2 || gone != gone0+1 || reasons != 3 {
		t.Errorf("%d open, %d kept, %d destroyed, %d reasons", n, kept, gone, reasons)
	}
	p.send(p.get("appraise?id="+x.ID), "appraise/undo", nil)
	if n, kept, gone := open(); n != 1 || kept != kept0+2 || gone != gone0 {
		t.Errorf("one taken back: %d open, %d kept, %d destroyed", n, kept, gone)
	}
}

// The model of an agency is read and changed, remarks are read in, and a portion stands
// beside the one before; without an agency, a file or a portion before, the page says so.
func TestAppraise_ModelRemarksBeside(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Administrator)
	x := taken(t, h, generate.Plan{Seed: 5, Dossiers: 1, Cases: 1, Documents: 1})
	_, err := h.Intake.Decide(t.Context(), x.ID, intake.Accept, "")
	must(t, err)
	p := visit(t, beside(t, h))
	lone := p.get("appraise/beside?id=" + x.ID)
	p.judge(lone, "de")
	if classed(lone.doc, "message") == nil {
		t.Errorf("nothing before it: %s", text(all(lone.doc, "main")[0]))
	}
	page := p.get("appraise/model?id=" + x.ID)
	p.judge(page, "de")
	got, err := h.Intake.Portions.Get(t.Context(), x.ID)
	must(t, err)
	if got.ProfileID != "" {
		added := p.send(p.get("appraise/act?act=rule&id="+x.ID), "appraise/act", map[string]string{"plan": "63.2", "letter": "A", "name": "Bauakten"})
		if !strings.Contains(text(all(added.doc, "table")[0]), "Bauakten") {
			t.Errorf("added: %s", text(all(added.doc, "main")[0]))
		}
		p.judge(added, "de")
		dropped := p.send(added, "appraise/act", map[string]string{"act": "drop"})
		if strings.Contains(text(all(dropped.doc, "main")[0]), "Bauakten") {
			t.Error("the rule is still there")
		}
	} else if classed(page.doc, "message") == nil {
		t.Error("without a profile the page says nothing")
	}
	ask := p.get("appraise/act?act=remarks&id=" + x.ID)
	p.judge(ask, "de")
	if odd := p.send(ask, "appraise/act", map[string]string{"file": filepath.Join(t.TempDir(), "fehlt.csv")}); attr(byID(odd.doc, "message"), "role") != "alert" {
		t.Errorf("no file: %q", odd.said())
	}
	broken := filepath.Join(t.TempDir(), "liste.csv")
	must(t, os.WriteFile(broken, []byte("\x00\x01"), 0o600))
	if odd := p.send(ask, "appraise/act", map[string]string{"file": broken}); attr(byID(odd.doc, "message"), "role") != "alert" {
		t.Errorf("no list: %q", odd.said())
	}
	if odd := p.get("appraise/act?act=boese&id=" + x.ID); odd.status != http.StatusNotFound {
		t.Errorf("an act of nobody: %d", odd.status)
	}
	p.judge(visit(t, browser.Options{House: h, Language: "en"}).get("appraise/model?id="+x.ID), "en")
}
