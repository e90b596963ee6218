package browser_test

import (
	"net/http"
	"net/url"
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
	if got := text(all(shown.doc, "main")[0]); !strings.Contains(got, "2 von 3 offenen Vorgängen") ||
		!strings.Contains(got, "jeder 2. Vorgang") {
		t.Fatal(got)
	}
	reasons := 0
	open := func() (open, kept, gone int) {
		reasons = 0
		a, err := h.Desk.Appraisal(t.Context(), x.ID)
		must(t, err)
		for _, u := range appraisal.Units(a.Roots) {
			d := a.Verdicts[u.ID]
			if d.Decision != nil && strings.Contains(d.Decision.Reason, "jeder 2. Vorgang") &&
				strings.Contains(d.Decision.Reason, "2 von 3") &&
				strings.HasSuffix(d.Decision.Reason, "Nach Absprache.") {
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
		added := p.send(
			p.get("appraise/act?act=rule&id="+x.ID),
			"appraise/act",
			map[string]string{"plan": "63.2", "letter": "A", "name": "Bauakten"},
		)
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
	if odd := p.send(ask, "appraise/act", map[string]string{"file": filepath.Join(t.TempDir(), "fehlt.csv")}); attr(
		byID(odd.doc, "message"),
		"role",
	) != "alert" {
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

// A closure is set by the table of a law, a document gets a copy that the browser can
// print, and the descriptions of what is found are written; what is missing is told.
func TestHoldings_CloseDescribePrint(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	packaged(t, h, generate.Plan{Seed: 5, Dossiers: 1, Cases: 1, Documents: 2})
	p := visit(t, beside(t, h))
	found := p.get("holdings")
	pkg := p.get(p.whole(found, attr(all(classed(found.doc, "results"), "a")[0], "href")))
	p.judge(pkg, "de")
	pid := pkg.url.Query().Get("pid")
	printed := p.send(pkg, "holdings/act", map[string]string{"act": "print"})
	if !strings.Contains(printed.said(), "Druckkopie ist bereit") {
		t.Fatalf("printed: %q", printed.said())
	}
	paper := all(byID(printed.doc, "message"), "a")
	if len(paper) != 1 {
		t.Fatalf("no way to the copy: %q", printed.said())
	}
	if got := p.get(p.whole(printed, attr(paper[0], "href"))); got.status != http.StatusOK || len(got.raw) == 0 {
		t.Errorf("copy: %d, %d bytes", got.status, len(got.raw))
	}
	out := filepath.Join(t.TempDir(), "findbuch.xml")
	ask := p.get("holdings/desk/act?act=descriptions&of=q%3D")
	p.judge(ask, "de")
	if none := p.send(ask, "holdings/desk/act", map[string]string{"fonds": "Bauamt"}); none.status != http.StatusUnprocessableEntity {
		t.Errorf("no file named: %d %q", none.status, none.said())
	}
	wrote := p.send(ask, "holdings/desk/act", map[string]string{"file": out, "fonds": "Bauamt", "isil": "DE-1951"})
	raw, err := os.ReadFile(out)
	must(t, err)
	if !strings.Contains(wrote.said(), "1 Beschreibung") || !strings.Contains(string(raw), "<ead") {
		t.Errorf("%q, %.80s", wrote.said(), raw)
	}
	if again := p.send(ask, "holdings/desk/act", map[string]string{"file": out, "fonds": "Bauamt", "isil": "DE-1951"}); attr(
		byID(again.doc, "message"),
		"role",
	) != "alert" {
		t.Errorf("a file was written over: %q", again.said())
	}
	closing := p.get("holdings/desk/act?act=closure&id=" + url.QueryEscape(pid))
	p.judge(closing, "de")
	if odd := p.send(closing, "holdings/desk/act", map[string]string{"law": "bund", "end": "gestern"}); attr(
		byID(odd.doc, "message"),
		"role",
	) != "alert" {
		t.Errorf("an odd day: %q", odd.said())
	}
	closed := p.send(closing, "holdings/desk/act", map[string]string{"law": "bund", "end": "2020"})
	if !strings.Contains(closed.said(), "Festgelegt: geschlossen bis 31.12.2050") {
		t.Errorf("closed: %q", closed.said())
	}
	after := p.get("holdings?pid=" + url.QueryEscape(pid))
	p.judge(after, "de")
	if byID(after.doc, "document") != nil {
		t.Error("what is closed shows a document")
	}
	for _, odd := range []string{"holdings/desk/act?act=closure&id=..%2F..", "holdings/desk/act?act=boese",
		"holdings/desk/act?act=descriptions&of=%25"} {
		if a := p.get(odd); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", odd, a.status)
		}
	}
}
