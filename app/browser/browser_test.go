package browser_test

import (
	"bytes"
	"crypto/sha512"
	"encoding/hex"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/browser"
	"laufzettel/app/settings"
	"laufzettel/app/work/intake"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/report"
	"laufzettel/viewer/access"
)

var languages = []string{"de", "en"}

// An empty workspace: every page a link leads to is whole, in both languages.
func TestPages_Empty(t *testing.T) {
	for _, lang := range languages {
		t.Run(lang, func(t *testing.T) {
			p := visit(t, browser.Options{House: house(t, t.TempDir(), "M. Ahrens", settings.Administrator), Language: lang})
			if n := len(p.walk(lang)); n < 6 {
				t.Errorf("%d pages seen", n)
			}
		})
	}
}

// Portions in many states: every page a link leads to is whole, in both languages.
func TestPages_EveryState(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	arrived, err := h.Intake.Receive(t.Context(), delivery(t, generate.Plan{Seed: 2, Documents: 1}), nil)
	must(t, err)
	bad := taken(t, h, generate.Plan{Seed: 3, Documents: 3, Defects: []string{"VOL-001", "FMT-002"}})
	back := taken(t, h, generate.Plan{Seed: 4, Documents: 1, Defects: []string{"VOL-001"}})
	_, err = h.Intake.Decide(t.Context(), back.ID, intake.Return, "")
	must(t, err)
	good := taken(t, h, generate.Plan{Seed: 5, Documents: 2})
	_, err = h.Intake.Decide(t.Context(), good.ID, intake.Accept, "")
	must(t, err)
	for _, lang := range languages {
		t.Run(lang, func(t *testing.T) {
			p := visit(t, browser.Options{House: h, Language: lang})
			seen := p.walk(lang)
			for _, id := range []string{arrived.ID, bad.ID, back.ID, good.ID} {
				if _, ok := seen[p.area+"portion?id="+id]; !ok {
					t.Errorf("no link leads to %s", id)
				}
			}
			papers := 0
			for _, a := range seen {
				if a.header.Get("Content-Type") == "application/pdf" && strings.HasPrefix(a.raw, "%PDF-") {
					papers++
				}
			}
			if papers == 0 {
				t.Error("no link leads to a letter")
			}
		})
	}
}

// A clerk at an archive returns a delivery after reading the letter: first without a
// text, which is told at the field, then with it.
func TestPortion_ReturnWithLetterRead(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	x := taken(t, h, generate.Plan{Seed: 3, Documents: 1, Defects: []string{"VOL-001"}})
	p := visit(t, browser.Options{House: h})
	page := p.get("portion?id=" + x.ID)
	if finding := all(page.doc, "article"); len(finding) == 0 || !strings.Contains(text(finding[0]), "VOL-001") ||
		!strings.Contains(text(finding[0]), "Abhilfe") {
		t.Fatalf("no finding with its remedy on %s", page.url)
	}
	letter := p.get("portion/act?id=" + x.ID + "&verb=return")
	if written := text(byID(letter.doc, "text")); !strings.Contains(written, "[Hier folg") {
		t.Errorf("letter %q", written)
	}
	empty := p.send(letter, "portion/act", map[string]string{"text": "  ", "subject": "Eigener Betreff"})
	p.judge(empty, "de")
	if field := byID(empty.doc, "text"); empty.status != http.StatusUnprocessableEntity || !has(field, "aria-invalid") ||
		attr(byID(empty.doc, "subject"), "value") != "Eigener Betreff" {
		t.Errorf("an empty letter: %d", empty.status)
	}
	done := p.send(letter, "portion/act", nil)
	if done.status != http.StatusOK || !strings.Contains(done.said(), "Nachforderung") || done.url.Fragment != "" &&
		done.url.Fragment != "message" {
		t.Errorf("after the letter: %d %q", done.status, done.said())
	}
	now, err := h.Intake.Portions.Get(t.Context(), x.ID)
	must(t, err)
	if now.State != "returned" {
		t.Errorf("state %s", now.State)
	}
	if again := p.send(letter, "portion/act", nil); !strings.Contains(again.said(), "nicht möglich") {
		t.Errorf("sent twice: %q", again.said())
	}
}

// A delivery is opened by its path, checked, and decided on with a reason.
func TestInbox_OpenCheckDecide(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	o := beside(t, h)
	p := visit(t, o)
	page := p.get("inbox")
	missing := p.send(page, "inbox/open", map[string]string{"path": " "})
	p.judge(missing, "de")
	if missing.status != http.StatusUnprocessableEntity || !has(byID(missing.doc, "path"), "aria-invalid") {
		t.Errorf("no path: %d", missing.status)
	}
	nowhere := p.send(page, "inbox/open", map[string]string{"path": "/nirgends/x.zip"})
	p.judge(nowhere, "de")
	if n := byID(nowhere.doc, "message"); n == nil || attr(n, "role") != "alert" {
		t.Errorf("a path to nothing: %q", nowhere.said())
	}
	opened := p.send(page, "inbox/open", map[string]string{"path": `"` + delivery(t, generate.Plan{Seed: 7, Documents: 1}) + `"`})
	list, err := h.Intake.Portions.List(t.Context())
	must(t, err)
	if len(list) != 1 || !strings.Contains(opened.said(), list[0].ID) {
		t.Fatalf("%d portions, said %q", len(list), opened.said())
	}
	id := list[0].ID
	settle(t, o)
	list[0], err = h.Intake.Portions.Get(t.Context(), id)
	must(t, err)
	for _, verb := range []string{"report", "receipt"} {
		wrote := p.send(p.get("portion?id="+id), "portion/act", map[string]string{"verb": verb})
		links := all(byID(wrote.doc, "message"), "a")
		if len(links) != 1 {
			t.Fatalf("%s: %q", verb, wrote.said())
		}
		u, err := wrote.url.Parse(attr(links[0], "href"))
		must(t, err)
		if pdf := p.get(u.String()); pdf.header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(pdf.raw, "%PDF-") {
			t.Errorf("%s: %d %s", verb, pdf.status, pdf.header)
		}
	}
	if list[0].Verdict != string(check.Accepted) {
		t.Fatalf("the sample is %s", list[0].Verdict)
	}
	accepted := p.send(p.get("portion/act?id="+id+"&verb=accept"), "portion/act", nil)
	if !strings.Contains(accepted.said(), "ist angenommen") {
		t.Errorf("accepted: %q", accepted.said())
	}
}

// An exception needs a reason, and what the state does not allow is refused.
func TestPortion_ExceptionNeedsAReason(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	x := taken(t, h, generate.Plan{Seed: 3, Documents: 1, Defects: []string{"VOL-001"}})
	p := visit(t, browser.Options{House: h, Language: "en"})
	ask := p.get("portion/act?id=" + x.ID + "&verb=exception")
	if none := p.send(ask, "portion/act", map[string]string{"text": ""}); none.status != http.StatusUnprocessableEntity {
		t.Errorf("no reason: %d", none.status)
	}
	if accept := p.post(attr(all(ask.doc, "form")[0], "action"),
		map[string][]string{"id": {x.ID}, "verb": {"accept"},
			"token": {fields(all(ask.doc, "form")[0]).Get("token")}}); !strings.Contains(accept.said(), "not possible") {
		t.Errorf("accepted with errors: %q", accept.said())
	}
	done := p.send(ask, "portion/act", map[string]string{"text": "Die Datei kommt nach."})
	now, err := h.Intake.Portions.Get(t.Context(), x.ID)
	must(t, err)
	if now.State != "accepted-with-exception" {
		t.Errorf("%s: %q", now.State, done.said())
	}
}

// What is asked for by a made-up name leads nowhere: no file, no page, no word of the
// workspace.
func TestPages_NamesLeadNowhere(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	x := taken(t, h, generate.Plan{Seed: 3, Documents: 1})
	p := visit(t, browser.Options{House: h})
	for _, page := range []string{"portion?id=../../etc/passwd", "portion?id=", "portion?id=%00", "paper?made=0", "paper?made=-1",
		"paper?portion=../..&n=0", "paper?portion=" + x.ID + "&n=-1",
		"paper?portion=" + x.ID + "&n=99999999999999999999", "static/app.css", "..%2f..%2fetc/passwd", "%2e%2e/%2e%2e/etc/passwd",
		"app.css/../server.go", "pages/layout.html", "portion/act?id=" + x.ID + "&verb=clear",
		"portion/act?id=" + x.ID + "&verb=<script>", "inbox/take?id=1", "inbox/open", "unlock?m=1", "events/x", "portion?id=" +
			strings.Repeat("A", 5000)} {
		a := p.get(page)
		if a.status != http.StatusNotFound || strings.Contains(a.raw, "root:") || strings.Contains(a.raw, h.Office.Dir) ||
			strings.Contains(a.raw, "<script>") {
			t.Errorf("%s: %d", page, a.status)
		}
	}
}

// Who has no right to a room has no page of it; nothing is served at a reader's place,
// nor where a policy forbids it.
func TestRooms_ByRole(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Clerk)
	p := visit(t, browser.Options{House: h})
	for _, page := range []string{"overview", "inbox", "portion?id=P2026-0001", "appraise", "holdings", "holdings/picture?pid=x&doc=y",
		"book", "book/act?act=new", "transmit", "transmit/act?act=plan", "loans", "preserve"} {
		if a := p.get(page); a.status != http.StatusNotFound || !strings.Contains(a.said(), "Rolle") {
			t.Errorf("%s for a clerk: %d %q", page, a.status, a.said())
		}
	}
	x := taken(t, h, generate.Plan{Seed: 3, Documents: 1, Defects: []string{"VOL-001"}})
	_, err := h.Intake.Decide(t.Context(), x.ID, intake.Return, "")
	must(t, err)
	if a := p.get("paper?portion=" + x.ID + "&n=0"); a.status != http.StatusNotFound || strings.HasPrefix(a.raw, "%PDF") {
		t.Errorf("a letter of the archive for a clerk: %d", a.status)
	}
	must(t, h.Office.Settings.Change(func(s *settings.Settings) { s.Person.Role = settings.ReadingRoom }))
	if _, err := browser.Start(t.Context(), browser.Options{House: h}); failure.KindOf(err) != failure.Refused {
		t.Errorf("at a reader's place: %v", err)
	}
}

// The session can be set and ended on a page; then nobody is answered any more.
func TestSession_SetAndEnd(t *testing.T) {
	p := visit(t, browser.Options{House: house(t, t.TempDir(), "M. Ahrens", settings.Archivist)})
	page := p.get("session")
	set := p.send(page, "session", map[string]string{"idle": "0", "letters": ""})
	if body := all(set.doc, "body")[0]; !strings.Contains(set.said(), "gemerkt") || attr(body, "data-letters") != "off" {
		t.Errorf("said %q, letters %s", set.said(), attr(body, "data-letters"))
	}
	if odd := p.send(page, "session", map[string]string{"idle": "-5"}); attr(byID(odd.doc, "message"), "role") != "alert" {
		t.Errorf("an odd time: %q", odd.said())
	}
	end := p.send(set, "session/end", nil)
	p.judge(end, "de")
	if !strings.Contains(text(end.doc), "Die Sitzung ist beendet") {
		t.Errorf("%d %s", end.status, text(end.doc))
	}
	<-p.s.Done()
	if _, err := p.client.Get(p.area); err == nil {
		t.Error("still answered after the end")
	}
}

// A portion is appraised: the document is read as text beside its picture, decisions
// have reasons, one is taken back, many are made at once, and what is open keeps the
// appraisal from being finished.
func TestAppraise_DecideWithReasons(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	must(t, h.Office.Settings.Change(func(s *settings.Settings) { s.Reasons = []string{"Massenakte."} }))
	x := taken(t, h, generate.Plan{Seed: 5, Dossiers: 1, Cases: 3, Documents: 2})
	_, err := h.Intake.Decide(t.Context(), x.ID, intake.Accept, "")
	must(t, err)
	p := visit(t, browser.Options{House: h})
	list := p.get("appraise?id=" + x.ID)
	units := all(byID(list.doc, "marks"), "input")
	if len(units) != 3 {
		t.Fatalf("%d units: %s", len(units), text(all(list.doc, "main")[0]))
	}
	object := p.get("appraise?id=" + x.ID + "&object=" + attr(units[0], "value"))
	if d := byID(object.doc, "document"); d == nil || len(all(d, "img")) != 1 && len(all(d, "table"))+len(all(d, "p")) == 0 {
		t.Fatalf("no document on %s", object.url)
	}
	pictures := 0
	for _, a := range all(classed(object.doc, "documents"), "a") {
		page := p.get(p.whole(object, attr(a, "href")))
		p.judge(page, "de")
		for _, img := range all(page.doc, "img") {
			drawn := p.get(p.whole(page, attr(img, "src")))
			if drawn.header.Get("Content-Type") != "image/png" || !strings.HasPrefix(drawn.raw, "\x89PNG") || attr(img, "alt") == "" {
				t.Errorf("picture of %s: %d %s", page.url, drawn.status, drawn.header.Get("Content-Type"))
			}
			pictures++
		}
	}
	if pictures == 0 {
		t.Error("no document was drawn")
	}
	next := p.send(object, "appraise/decide", map[string]string{"letter": "V", "reason": "Doppelt vorhanden.", "block": "0"})
	if !strings.Contains(next.said(), "V – Vernichten") || strings.Contains(next.url.RawQuery, attr(units[0], "value")) {
		t.Errorf("after V: %q at %s", next.said(), next.url)
	}
	again := p.get("appraise?id=" + x.ID + "&object=" + attr(units[0], "value"))
	if got := text(byID(again.doc, "reason")); got != "Doppelt vorhanden. Massenakte." {
		t.Errorf("reason %q", got)
	}
	if none := p.send(list, "appraise/many", map[string]string{"letter": "A"}); none.status != http.StatusUnprocessableEntity ||
		!strings.Contains(none.said(), "kein Vorgang markiert") {
		t.Errorf("nothing marked: %d %q", none.status, none.said())
	}
	many := p.post(attr(form(list, "appraise/many"), "action"),
		map[string][]string{"token": {fields(form(list, "appraise/many")).Get("token")}, "id": {x.ID}, "letter": {"A"},
			"reason": {"Von Dauer."},
			"mark":   {attr(units[1], "value"), attr(units[2], "value")}})
	if !strings.Contains(many.said(), "2 Vorgänge auf A gesetzt") {
		t.Errorf("many: %q", many.said())
	}
	undone := p.send(p.get("appraise?id="+x.ID), "appraise/undo", nil)
	if !strings.Contains(undone.said(), "Zurückgenommen") || !strings.Contains(text(byID(undone.doc, "marks")), "offen") {
		t.Errorf("undo: %q", undone.said())
	}
	finish := p.get("appraise/finish?id=" + x.ID)
	p.judge(finish, "de")
	if !strings.Contains(text(finish.doc), "Noch 2 Vorgänge offen") || form(finish, "appraise/finish") != nil {
		t.Errorf("finish: %s", text(all(finish.doc, "main")[0]))
	}
	refused := p.post(attr(form(list, "appraise/undo"), "action")[:len(attr(form(list, "appraise/undo"), "action"))-len("undo")]+"finish",
		map[string][]string{"token": {fields(form(list, "appraise/undo")).Get("token")}, "id": {x.ID}})
	if attr(byID(refused.doc, "message"), "role") != "alert" {
		t.Errorf("finished with open cases: %q", refused.said())
	}
	if found := p.get("appraise?id=" + x.ID + "&show=V"); len(all(byID(found.doc, "marks"), "input")) != 1 {
		t.Errorf("filter V: %s", text(byID(found.doc, "marks")))
	}
	if word := p.get("appraise?id=" + x.ID + "&word=nirgendsimtext"); !strings.Contains(text(word.doc), "Nichts gefunden") {
		t.Errorf("filter by a word: %s", text(all(word.doc, "main")[0]))
	}
}

// A tagged PDF is read as it names itself: headings, a list, a table with heads, in its
// language; the page says so, and says of another that it names nothing.
func TestAppraise_TaggedPage(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	var paper bytes.Buffer
	must(t, report.Write(&paper, report.Document{Kind: "x", Title: "Niederschrift", Author: "Bauamt", Created: time.Unix(0, 0),
		Blocks: []report.Block{
			report.Heading{Level: 1, Text: "Anwesende"},
			report.Table{Columns: []report.Column{{Title: "Name", Weight: 1}, {Title: "Amt", Weight: 1}},
				Rows: [][]string{{"M. Ahrens", "Archiv"}}},
			report.Card{Label: "1", Title: "Beschluss", Text: []string{"Es wird gebaut."}, Places: []string{"Plan A", "Plan B"}},
		}}))
	bag, sum := t.TempDir(), sha512.Sum512(paper.Bytes())
	must(t, os.Mkdir(filepath.Join(bag, "data"), 0o700))
	for name, content := range map[string]string{"bagit.txt": "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
		"data/niederschrift.pdf": paper.String(),
		"manifest-sha512.txt":    hex.EncodeToString(sum[:]) + "  data/niederschrift.pdf\n"} {
		must(t, os.WriteFile(filepath.Join(bag, filepath.FromSlash(name)), []byte(content), 0o600))
	}
	x, err := h.Intake.Receive(t.Context(), bag, nil)
	must(t, err)
	_, err = h.Intake.Check(t.Context(), x.ID, intake.CheckOptions{NoPDFA: true})
	must(t, err)
	_, err = h.Intake.Decide(t.Context(), x.ID, intake.Accept, "")
	must(t, err)
	plain := taken(t, h, generate.Plan{Seed: 5, Dossiers: 1, Cases: 1, Documents: 2})
	_, err = h.Intake.Decide(t.Context(), plain.ID, intake.Accept, "")
	must(t, err)
	p := visit(t, browser.Options{House: h})
	first := func(id string) answer {
		list := p.get("appraise?id=" + id)
		return p.get("appraise?id=" + id + "&object=" + attr(all(byID(list.doc, "marks"), "input")[0], "value"))
	}
	page := first(x.ID)
	for _, a := range all(classed(page.doc, "documents"), "a") {
		if strings.Contains(text(a), "niederschrift.pdf") {
			page = p.get(p.whole(page, attr(a, "href")))
		}
	}
	p.judge(page, "de")
	leaf := classed(page.doc, "leaf")
	if leaf == nil {
		t.Fatal(page.url, text(all(page.doc, "main")[0]))
	}
	var heads []string
	for _, n := range all(classed(leaf, "text"), "h5", "h6", "div") {
		if n.Data != "div" || attr(n, "role") == "heading" {
			heads = append(heads, n.Data+attr(n, "aria-level")+" "+text(n))
		}
	}
	if d := cmp.Diff([]string{"h5 Niederschrift", "h6 Anwesende", "div7 1 Beschluss"}, heads); d != "" {
		t.Error(d)
	}
	ths := all(leaf, "th")
	if len(ths) != 2 || text(ths[0]) != "Name" || attr(ths[0], "scope") != "col" || len(all(leaf, "td")) != 2 {
		t.Errorf("table: %s", text(byID(page.doc, "document")))
	}
	if block := classed(leaf, "text"); attr(block, "lang") != "de-DE" || len(all(block, "li")) != 2 ||
		!strings.Contains(text(leaf), "stehen so im PDF selbst") {
		t.Errorf("language %q: %s", attr(block, "lang"), text(leaf))
	}
	for _, a := range all(classed(first(plain.ID).doc, "documents"), "a") {
		other := p.get(p.whole(page, attr(a, "href")))
		if l := classed(other.doc, "leaf"); l != nil && len(all(l, "p")) > 1 && !strings.Contains(text(l), "Das PDF sagt nicht") {
			t.Errorf("untagged: %s", text(l))
		}
	}
}

// The holdings are searched, a package is read with its documents and evidence, its
// digests are computed, and a copy is made; what is closed shows no document.
func TestHoldings_SearchAndRead(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	x := packaged(t, h, generate.Plan{Seed: 5, Dossiers: 1, Cases: 2, Documents: 2})
	o := beside(t, h)
	p := visit(t, o)
	if link := p.get("portion?id=" + x.ID); !strings.Contains(text(link.doc), "Löschfreigabe") &&
		!strings.Contains(text(link.doc), "Senden") {
		t.Errorf("packaged: %s", text(all(link.doc, "main")[0]))
	}
	hits := all(classed(p.get("holdings").doc, "results"), "h3")
	if len(hits) != 2 {
		t.Fatalf("%d hits", len(hits))
	}
	if none := p.get("holdings?q=nirgendsimtext"); !strings.Contains(text(none.doc), "Nichts gefunden") {
		t.Error("a word that stands nowhere is found")
	}
	if by := p.get("holdings?accession=" + x.AccessionID); len(all(classed(by.doc, "results"), "h3")) != 2 {
		t.Errorf("by portion: %s", text(all(by.doc, "main")[0]))
	}
	words := p.get("holdings?q=Pfahlgr%C3%BCndung")
	if len(all(words.doc, "mark")) == 0 {
		t.Fatalf("no word is marked: %s", text(all(words.doc, "main")[0]))
	}
	pkg := p.get(p.whole(words, attr(all(classed(words.doc, "results"), "a")[1], "href")))
	p.judge(pkg, "de")
	if found := text(byID(pkg.doc, "document")); !strings.Contains(found, "Treffer") || len(all(byID(pkg.doc, "document"), "img")) != 1 {
		t.Errorf("document: %s", found)
	}
	sound := p.send(pkg, "holdings/act", map[string]string{"act": "verify"})
	if !strings.Contains(sound.said(), "Unversehrt") {
		t.Errorf("verified: %q", sound.said())
	}
	copied := p.send(pkg, "holdings/act", map[string]string{"act": "copy"})
	if !strings.Contains(copied.said(), "Nutzungskopie erstellt") {
		t.Errorf("copied: %q", copied.said())
	}
	outside := p.send(pkg, "holdings/act", map[string]string{"act": "outside", "doc": attr(all(pkg.doc, "img")[0], "alt")})
	if attr(byID(outside.doc, "message"), "role") != "alert" {
		t.Errorf("a made-up document was copied: %q", outside.said())
	}
	out := filepath.Join(t.TempDir(), "kopie")
	if handed := p.send(pkg, "holdings/act", map[string]string{"act": "handout", "value": out}); !strings.Contains(handed.said(),
		"herausgegeben") {
		t.Errorf("handed out: %q", handed.said())
	}
	if _, err := os.Stat(out); err != nil {
		t.Error(err)
	}
	if nowhere := p.send(pkg, "holdings/act", map[string]string{"act": "handout", "value": ""}); attr(byID(nowhere.doc, "message"),
		"role") != "alert" {
		t.Errorf("handed out to nowhere: %q", nowhere.said())
	}
}

// Every page of a workspace with packages is whole, in both languages.
func TestPages_Holdings(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	packaged(t, h, generate.Plan{Seed: 5, Dossiers: 1, Cases: 2, Documents: 2})
	for _, lang := range languages {
		o := beside(t, h)
		o.Language = lang
		visit(t, o).walk(lang)
	}
}

// A closed object shows its description and no document, on any way; an application
// that was granted opens it.
func TestHoldings_Closed(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	packaged(t, h, generate.Plan{Seed: 5, Dossiers: 1, Cases: 1, Documents: 2})
	p := visit(t, beside(t, h))
	open := p.get(p.whole(p.get("holdings"), attr(all(classed(p.get("holdings").doc, "results"), "a")[0], "href")))
	picture := p.whole(open, attr(all(open.doc, "img")[0], "src"))
	pid := fields(form(open, "holdings/act")).Get("pid")
	laws, err := h.Gate.Laws(t.Context())
	must(t, err)
	_, err = h.Gate.DecideClosure(t.Context(), pid, laws[0].ID, access.Facts{End: "2020-01-01"})
	must(t, err)
	closed := p.get("holdings?pid=" + url.QueryEscape(pid))
	p.judge(closed, "de")
	if byID(closed.doc, "document") != nil || len(all(closed.doc, "img")) != 0 || !strings.Contains(text(closed.doc), "Geschlossen") {
		t.Errorf("closed: %s", text(all(closed.doc, "main")[0]))
	}
	if drawn := p.get(picture); drawn.status == http.StatusOK || drawn.header.Get("Content-Type") == "image/png" {
		t.Errorf("the picture of a closed object: %d", drawn.status)
	}
	for _, act := range []string{"copy", "outside"} {
		if got := p.send(open, "holdings/act", map[string]string{"act": act}); attr(byID(got.doc, "message"), "role") != "alert" {
			t.Errorf("%s of a closed object: %q", act, got.said())
		}
	}
	granted := p.send(closed, "holdings/act", map[string]string{"act": "grant", "value": "A 1/2026"})
	if !strings.Contains(granted.said(), "A 1/2026") || byID(granted.doc, "document") == nil {
		t.Errorf("granted: %q", granted.said())
	}
}

// fill answers the fields of a step by their labels' keys: the names on the page are
// numbers, the labels those of the kind.
func fill(t *testing.T, a answer, byLabel map[string]string) map[string]string {
	t.Helper()
	out := map[string]string{"next": "1"}
	for _, l := range all(a.doc, "label") {
		for label, value := range byLabel {
			if strings.HasPrefix(text(l), label) {
				if n := byID(a.doc, attr(l, "for")); n != nil {
					out[attr(n, "name")] = value
				}
			}
		}
	}
	return out
}

// A clerk prepares a portion step by step, sees what is missing at the field, builds,
// checks and hands over; a confirmation on paper is noted.
func TestDeliver_FromDraftToHandOver(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Clerk)
	o := beside(t, h)
	p := visit(t, o)
	list := p.get("deliver")
	if none := p.send(list, "deliver/begin", nil); none.status != http.StatusUnprocessableEntity {
		t.Errorf("no kind: %d", none.status)
	}
	office := p.send(list, "deliver/begin", map[string]string{"kind": "files"})
	p.judge(office, "de")
	missing := p.send(office, "deliver/save", map[string]string{"next": "1"})
	p.judge(missing, "de")
	if missing.status != http.StatusUnprocessableEntity || len(all(byID(missing.doc, "message"), "li")) == 0 {
		t.Fatalf("nothing typed: %d %s", missing.status, missing.said())
	}
	source, target, medium := t.TempDir(), filepath.Join(t.TempDir(), "portion"), t.TempDir()
	must(t, os.WriteFile(filepath.Join(source, "brief.txt"), []byte("Grüße\n"), 0o600))
	typed := map[string]string{"Abgebende Stelle": "Landratsamt Musterkreis", "Kennung": "09999", "Behördenkennung": "09999",
		"Bearbeitet": "M. Ahrens", "Wer": "M. Ahrens", "Ansprech": "M. Ahrens", "Name der": "plaene", "Name": "plaene", "Titel": "Pläne",
		"Bezeichnung": "Pläne"}
	folder := p.send(office, "deliver/save", fill(t, office, typed))
	if folder.status != http.StatusOK || byID(folder.doc, "source") == nil {
		t.Fatalf("after the office: %d %s", folder.status, folder.said())
	}
	nowhere := p.send(folder, "deliver/save", map[string]string{"next": "1", "source": source})
	if nowhere.status != http.StatusUnprocessableEntity || !has(byID(nowhere.doc, "target"), "aria-invalid") ||
		attr(byID(nowhere.doc, "source"), "value") != source {
		t.Errorf("no target: %d", nowhere.status)
	}
	content := p.send(folder, "deliver/save", map[string]string{"next": "1", "source": `"` + source + `"`, "target": target})
	settle(t, o)
	content = p.get(content.url.String())
	check := p.send(content, "deliver/save", fill(t, content, typed))
	if check.status != http.StatusOK {
		t.Fatalf("after the content: %d %s", check.status, check.said())
	}
	p.send(check, "deliver/act", map[string]string{"act": "make"})
	settle(t, o)
	hand := p.get(strings.Replace(check.url.String(), "step=check", "step=hand", 1))
	p.judge(hand, "de")
	if form(hand, "deliver/act") == nil || byID(hand.doc, "path") == nil {
		t.Fatalf("nothing to hand over: %s", text(all(p.get(check.url.String()).doc, "main")[0]))
	}
	if none := p.send(hand, "deliver/act", map[string]string{"act": "hand", "path": ""}); attr(byID(none.doc, "message"),
		"role") != "alert" {
		t.Errorf("handed over to nowhere: %q", none.said())
	}
	p.send(hand, "deliver/act", map[string]string{"act": "hand", "path": medium})
	settle(t, o)
	back := p.get(strings.Replace(check.url.String(), "step=check", "step=back", 1))
	p.judge(back, "de")
	if !strings.Contains(text(back.doc), "Quittung des Archivs steht noch aus") {
		t.Fatalf("after the hand-over: %s", text(all(back.doc, "main")[0]))
	}
	wrong := p.send(back, "deliver/act", map[string]string{"act": "receipt", "path": filepath.Join(source, "brief.txt")})
	if attr(byID(wrong.doc, "message"), "role") != "alert" {
		t.Errorf("a letter as a receipt: %q", wrong.said())
	}
	for _, lang := range languages {
		o := beside(t, h)
		o.Language = lang
		visit(t, o).walk(lang)
	}
}
