package browser_test

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/generate"
)

// A table of a law is compared once, a note on what is held is drafted, confirmed and
// taken away, an application is noted, listed and ended, on pages alone.
func TestHoldings_LawsNotesGrants(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	packaged(t, h, generate.Plan{Seed: 5, Dossiers: 1, Cases: 1, Documents: 2})
	p := visit(t, beside(t, h))
	laws := p.get("holdings/laws")
	p.judge(laws, "de")
	if !strings.Contains(text(laws.doc), "§ 11 Abs. 1 BArchG") || !strings.Contains(text(laws.doc), "Vom Archiv zu prüfen") {
		t.Fatalf("laws: %s", text(all(laws.doc, "main")[0]))
	}
	ask := p.get("holdings/desk/act?act=law&of=bund")
	p.judge(ask, "de")
	noted := p.send(ask, "holdings/desk/act", nil)
	if now := text(p.get("holdings/laws").doc); !strings.Contains(noted.said(), "als verglichen vermerkt") || !strings.Contains(now,
		"Mit dem geltenden Gesetz verglichen") {
		t.Errorf("compared: %q", noted.said())
	}
	found := p.get("holdings")
	pkg := p.get(p.whole(found, attr(all(classed(found.doc, "results"), "a")[0], "href")))
	pid := pkg.url.Query().Get("pid")
	note := p.get("holdings/desk/act?act=note&id=" + url.QueryEscape(pid))
	p.judge(note, "de")
	if empty := p.send(note, "holdings/desk/act", map[string]string{"text": " "}); empty.status != http.StatusUnprocessableEntity {
		t.Errorf("an empty note: %d", empty.status)
	}
	if kept := p.send(note, "holdings/desk/act",
		map[string]string{"text": "Enthält u.a.: Lageplan."}); !strings.Contains(kept.said(), "ist bestätigt") {
		t.Errorf("note: %q", kept.said())
	}
	again := p.get("holdings/desk/act?act=note&id=" + url.QueryEscape(pid))
	if !strings.Contains(text(again.doc), "Bestätigt von M. Ahrens") || !strings.Contains(text(byID(again.doc, "text")), "Lageplan") {
		t.Errorf("the note again: %s", text(all(again.doc, "main")[0]))
	}
	if gone := p.send(again, "holdings/desk/act", map[string]string{"as": "remove"}); !strings.Contains(gone.said(), "ist entfernt") {
		t.Errorf("note removed: %q", gone.said())
	}
	grant := p.get("holdings/desk/act?act=grant&id=" + url.QueryEscape(pid))
	p.judge(grant, "de")
	if odd := p.send(grant, "holdings/desk/act", map[string]string{"number": "A 7/2026", "until": "bald"}); !wrong(odd, "until") {
		t.Errorf("an odd day: %q", odd.said())
	}
	if done := p.send(grant, "holdings/desk/act",
		map[string]string{
			"number": "A 7/2026", "reader": "K. Leser", "copy": "1", "until": "31.12.2030",
		}); !strings.Contains(done.said(), "A 7/2026 ist vermerkt") {
		t.Errorf("grant: %q", done.said())
	}
	list := p.get("holdings/grants?pid=" + url.QueryEscape(pid))
	p.judge(list, "de")
	if !strings.Contains(text(list.doc), "K. Leser") || !strings.Contains(text(list.doc), "Kopieren") ||
		!strings.Contains(text(list.doc), "bis 31.12.2030") {
		t.Errorf("grants: %s", text(all(list.doc, "main")[0]))
	}
	end := p.get("holdings/desk/act?act=revoke&id=" + url.QueryEscape(pid) + "&of=" + url.QueryEscape("A 7/2026"))
	p.judge(end, "de")
	if over := p.send(end, "holdings/desk/act", nil); !strings.Contains(over.said(), "ist beendet") ||
		!strings.Contains(text(p.get("holdings/grants").doc), "Kein Antrag ist in Kraft") {
		t.Errorf("ended: %q", over.said())
	}
	for _, odd := range []string{
		"holdings/desk/act?act=law&of=bund",
		"holdings/desk/act?act=law&of=boese",
		"holdings/desk/act?act=note&id=nichts",
		"holdings/desk/act?act=grant&id=nichts",
		"holdings/desk/act?act=revoke&id=x&of=y",
		"holdings/grants?pid=nichts",
	} {
		if a := p.get(odd); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", odd, a.status)
		}
	}
}

// First pages stand side by side with their units and are decided on by marks; a unit
// without a page says so.
func TestAppraise_Contacts(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	x := taken(t, h, generate.Plan{Seed: 5, Dossiers: 1, Cases: 30, Documents: 1}).ID
	_, err := h.Intake.Decide(t.Context(), x, intake.Accept, "")
	must(t, err)
	p := visit(t, beside(t, h))
	first := p.get("appraise/contacts?id=" + x)
	p.judge(first, "de")
	tiles := all(classed(first.doc, "contacts"), "li")
	if len(tiles) != 24 {
		t.Fatalf("%d tiles: %s", len(tiles), text(all(first.doc, "main")[0]))
	}
	pictures := all(classed(first.doc, "contacts"), "img")
	if len(pictures) == 0 {
		t.Fatal("no pictures")
	}
	if img := p.get(p.whole(first, attr(pictures[0], "src"))); img.status != http.StatusOK ||
		img.header.Get("Content-Type") != "image/png" {
		t.Errorf("picture: %d %s", img.status, img.raw)
	}
	last := p.get("appraise/contacts?id=" + x + "&page=2")
	p.judge(last, "de")
	if n := len(all(classed(last.doc, "contacts"), "li")); n != 6 {
		t.Errorf("%d tiles on the second page", n)
	}
	mark := all(tiles[0], "input")[0]
	done := p.send(first, "appraise/many", map[string]string{
		"mark": attr(mark, "value"), "letter": "A", "reason": "Von Dauer.",
	})
	if now := p.get("appraise/contacts?id=" + x); attr(byID(done.doc, "message"), "role") != "status" ||
		!strings.Contains(text(all(classed(now.doc, "contacts"), "li")[0]), "A") {
		t.Errorf("decided: %q", done.said())
	}
	for _, odd := range []string{
		"appraise/contacts?id=nichts", "appraise/contacts", "appraise/first?id=" + x + "&object=..", "appraise/first?id=..&object=x",
	} {
		if a := p.get(odd); a.status != http.StatusNotFound && a.status != http.StatusInternalServerError {
			t.Errorf("%s: %d", odd, a.status)
		}
	}
}

// Spare key and founding acts are offered to whom they concern and ask on pages of
// their own; nothing is done by looking.
func TestPeople_KeysThatLast(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Administrator)
	packaged(t, h, generate.Plan{Seed: 5, Dossiers: 1, Cases: 1, Documents: 1}) // enters the person with a key
	p := visit(t, beside(t, h))
	register := p.get("people")
	var one answer
	for _, a := range all(register.doc, "a") {
		if text(a) == "M. Ahrens" {
			one = p.get(p.whole(register, attr(a, "href")))
		}
	}
	if one.doc == nil {
		t.Fatalf("nobody: %s", text(all(register.doc, "main")[0]))
	}
	p.judge(one, "de")
	id := url.QueryEscape(one.url.Query().Get("id"))
	for _, act := range []string{"spare", "found"} {
		p.judge(p.get("people/act?act="+act+"&id="+id), "de")
	}
	spare := p.get("people/act?act=spare&id=" + id)
	if empty := p.send(spare, "people/act", nil); !wrong(empty, "sparefolder") || !wrong(empty, "sparepass") {
		t.Errorf("nothing typed: %d", empty.status)
	}
	dir := t.TempDir()
	made := p.send(spare, "people/act", map[string]string{"sparefolder": dir, "sparepass": "ein anderes Kennwort"})
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	must(t, err)
	if len(files) == 0 || !strings.Contains(made.said(), "Ersatzschlüssel ist angelegt") {
		t.Errorf("spare key: %q, %d files", made.said(), len(files))
	}
	if strings.Contains(made.raw, "ein anderes Kennwort") {
		t.Error("a page shows a passphrase")
	}
	for act, missing := range map[string]string{"refound": "scan", "usespare": "sparefolder"} {
		ask := p.get("people/act?act=" + act + "&id=" + id)
		p.judge(ask, "de")
		if empty := p.send(ask, "people/act", nil); !wrong(empty, missing) {
			t.Errorf("%s with nothing typed: %d", act, empty.status)
		}
	}
	if odd := p.get("people/act?act=refound&id=nichts"); odd.status != http.StatusNotFound {
		t.Errorf("a second founding act for nobody: %d", odd.status)
	}
}
