package browser_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"laufzettel/app/browser"
	"laufzettel/app/receiver"
	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/appraisal/merge"
	"laufzettel/sync/archive"
	"laufzettel/sync/archive/archivetest"
	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/sync/sign"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
)

// wrong tells whether a page says that a field is wrong.
func wrong(a answer, field string) bool {
	n := byID(a.doc, field)
	return a.status == http.StatusUnprocessableEntity && n != nil && has(n, "aria-invalid")
}

// alarmed tells whether a page says that something did not go.
func alarmed(a answer) bool {
	n := byID(a.doc, "message")
	return n != nil && attr(n, "role") == "alert"
}

// An accession is opened by hand, gets a remark and a deadline, and is found; what is
// missing or cannot be meant is told at its field, with all that was typed.
func TestBook_NewRemarkDeadline(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	p := visit(t, beside(t, h))
	ask := p.get("book/act?act=new")
	p.judge(ask, "de")
	odd := p.send(ask, "book/act", map[string]string{"title": "Bauakten 2010", "due": "morgen"})
	p.judge(odd, "de")
	if !wrong(odd, "due") || attr(byID(odd.doc, "title"), "value") != "Bauakten 2010" {
		t.Fatalf("an odd day: %d %s", odd.status, odd.said())
	}
	none := p.send(ask, "book/act", nil)
	p.judge(none, "de")
	if !wrong(none, "title") || !wrong(none, "agency") {
		t.Errorf("neither title nor offer: %d %q", none.status, none.said())
	}
	made := p.send(ask, "book/act", map[string]string{"title": "Bauakten 2010", "agency": "Bauamt", "due": "31.12.2026", "for": "Angebot"})
	rows, err := h.Books.BookRows(t.Context())
	must(t, err)
	if len(rows) != 1 || made.url.Query().Get("id") != rows[0].ID || !strings.Contains(made.said(), "angelegt") {
		t.Fatalf("made %v, at %s: %q", rows, made.url, made.said())
	}
	remark := p.get("book/act?act=remark&id=" + rows[0].ID)
	if empty := p.send(remark, "book/act", map[string]string{"remark": "  "}); !wrong(empty, "remark") {
		t.Errorf("an empty remark: %d", empty.status)
	}
	noted := p.send(remark, "book/act", map[string]string{"remark": "Kommt in zwei Teilen."})
	if !strings.Contains(text(noted.doc), "Kommt in zwei Teilen.") || !strings.Contains(noted.said(), "Eingetragen") {
		t.Errorf("noted: %q", noted.said())
	}
	met := p.send(p.get("book/act?act=due&id="+rows[0].ID), "book/act", map[string]string{"for": "Angebot", "due": ""})
	if !strings.Contains(text(met.doc), "erledigt") {
		t.Errorf("the deadline is not met: %s", text(all(met.doc, "main")[0]))
	}
	if hit := p.get("book?q=bauamt&filter=all"); len(all(classed(hit.doc, "scroll"), "a")) != 1 {
		t.Errorf("found: %s", text(all(hit.doc, "main")[0]))
	}
	if miss := p.get("book?q=nirgends"); !strings.Contains(text(miss.doc), "Nichts passt dazu") {
		t.Error("something is found that is not there")
	}
	for _, act := range []string{"clear", "close", "destroy", "confirm", "receipt", "diff", "gone", "nonsense", ""} { // not offered now
		if a := p.get("book/act?act=" + act + "&id=" + rows[0].ID); a.status != http.StatusNotFound {
			t.Errorf("%s: %d", act, a.status)
		}
	}
}

// The papers of the book are written and read; a trial tells how far it came.
func TestBook_Papers(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	x := taken(t, h, generate.Plan{Seed: 3, Documents: 1, Defects: []string{"VOL-001"}})
	_, err := h.Intake.Decide(t.Context(), x.ID, intake.Return, "")
	must(t, err)
	p := visit(t, beside(t, h))
	pdf := func(a answer, ref string) {
		t.Helper()
		if got := p.get(p.whole(a, ref)); got.header.Get("Content-Type") != "application/pdf" || !strings.HasPrefix(got.raw, "%PDF-") {
			t.Errorf("%s: %d %s", ref, got.status, got.header)
		}
	}
	entry := p.get("book?id=" + x.AccessionID)
	p.judge(entry, "de")
	letters := 0
	for _, a := range all(entry.doc, "a") {
		if strings.Contains(attr(a, "href"), "paper?accession=") {
			pdf(entry, attr(a, "href"))
			letters++
		}
	}
	if letters == 0 {
		t.Errorf("no letter: %s", text(all(entry.doc, "main")[0]))
	}
	for page, values := range map[string]map[string]string{"book?id=" + x.AccessionID: {"act": "folder"},
		"book/act?act=year": {"year": "2026"}, "book/act?act=trial": {"path": delivery(t, generate.Plan{Seed: 9, Documents: 1})}} {
		done := p.send(p.get(page), "book/act", values)
		links := all(byID(done.doc, "message"), "a")
		if len(links) != 1 {
			t.Fatalf("%s: %s %d %q", page, done.url, done.status, done.said())
		}
		pdf(done, attr(links[0], "href"))
	}
	if odd := p.send(p.get("book/act?act=year"), "book/act", map[string]string{"year": "bald"}); !wrong(odd, "year") {
		t.Errorf("an odd year: %q", odd.said())
	}
}

// centre is a receiver that the workspace of a test is enrolled at.
func centre(t *testing.T, h *work.House) {
	t.Helper()
	dir := t.TempDir()
	r, err := receiver.Open(t.Context(), receiver.Options{Dir: dir, DB: filepath.Join(dir, "a.db"), Name: "Musterarchiv",
		Listen: archive.ListenOptions{Addr: "127.0.0.1:0"},
		Keys:   sign.AgeFiles{Dir: filepath.Join(dir, "keys"), Passphrase: secret, WorkFactor: 4}})
	must(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Serve(ctx) }()
	t.Cleanup(func() {
		stop()
		must(t, <-done)
		must(t, r.Close())
	})
	must(t, h.Office.Settings.Change(func(s *settings.Settings) { s.Channel.URL, s.Channel.KeyStore = r.URL(), office.FileStore }))
	h.Outbox.Channel.Keys = sign.AgeFiles{Dir: filepath.Join(h.Office.Dir, "keys"), Passphrase: secret, WorkFactor: 4}
	_, err = h.Outbox.Channel.NewKey(t.Context())
	must(t, err)
	p, err := h.Outbox.Channel.Enrol(t.Context(), r.URL(), channel.Applicant{Office: "M. Ahrens", Host: "pc", Program: "test"})
	must(t, err)
	_, err = archivetest.Confirm(t.Context(), r.Archive, p.Code, archive.RoleDeliver, archive.RoleAppraise, archive.RoleRead)
	must(t, err)
	_, err = h.Outbox.Channel.Refresh(t.Context(), r.URL())
	must(t, err)
}

func secret() (string, error) { return "nur für die Prüfung", nil }

// Packages are queued, held, sent and receipted; a receipt is verified, a job is
// cancelled only after it was asked. Then the accession is cleared, and closed after
// every copy that goes was named and the one out of reach was told gone.
func TestTransmitAndClose(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	centre(t, h)
	x := packaged(t, h, generate.Plan{Seed: 5, Dossiers: 1, Cases: 1, Documents: 1})
	must(t, h.Outbox.Send(t.Context(), x.ID))
	p := visit(t, beside(t, h))
	room := p.get("transmit")
	p.judge(room, "de")
	jobs := all(byID(room.doc, "live-jobs"), "a")
	if len(jobs) == 0 || !strings.Contains(text(room.doc), "Musterarchiv") {
		t.Fatalf("queue: %s", text(all(room.doc, "main")[0]))
	}
	if held := p.send(room, "transmit/act", map[string]string{"act": "hold"}); !strings.Contains(text(held.doc), "pausiert") ||
		!strings.Contains(held.said(), "angehalten") {
		t.Errorf("held: %s", text(byID(held.doc, "live-jobs")))
	}
	job := p.get(p.whole(room, attr(jobs[len(jobs)-1], "href")))
	p.judge(job, "de")
	ask := p.get("transmit/act?act=cancel&id=" + url.QueryEscape(job.url.Query().Get("job")))
	p.judge(ask, "de")
	if !strings.Contains(text(ask.doc), "nicht rückgängig") || form(ask, "transmit/act") == nil {
		t.Errorf("cancel: %s", text(all(ask.doc, "main")[0]))
	}
	if a := p.get("transmit/act?act=renumber&id=" + url.QueryEscape(job.url.Query().Get("job"))); a.status != http.StatusNotFound {
		t.Errorf("another code for a job that was not refused: %d", a.status)
	}
	if gone := p.send(p.get("transmit"), "transmit/act", map[string]string{"act": "go"}); !strings.Contains(gone.said(),
		"wieder gesendet") {
		t.Errorf("resumed: %q", gone.said())
	}
	_, err := h.Outbox.SendOnce(t.Context(), nil)
	must(t, err)
	receipts := p.get("transmit?part=receipts")
	p.judge(receipts, "de")
	if sound := p.send(receipts, "transmit/act", map[string]string{"act": "verify"}); !strings.Contains(sound.said(), "Die Quittung gilt") {
		t.Errorf("verified: %q", sound.said())
	}
	if none := p.send(p.get("transmit/act?act=verifyfile"), "transmit/act",
		map[string]string{"path": "/nirgends.json"}); none.status != http.StatusUnprocessableEntity || !alarmed(none) ||
		attr(byID(none.doc, "path"), "value") != "/nirgends.json" {
		t.Errorf("a receipt from nowhere: %d %q", none.status, none.said())
	}
	if got := p.send(p.get("transmit"), "transmit/act", map[string]string{"act": "fetch"}); !strings.Contains(got.said(), "Abgeholt") {
		t.Errorf("fetched: %q", got.said())
	}

	id := x.AccessionID
	clear := p.get("book/act?act=clear&id=" + id)
	if clear.status != http.StatusOK {
		t.Fatalf("cleared: %d %s", clear.status, text(all(p.get("book?id="+id).doc, "main")[0]))
	}
	cleared := p.send(clear, "book/act", nil)
	if len(all(byID(cleared.doc, "message"), "a")) != 1 {
		t.Errorf("cleared: %q", cleared.said())
	}
	must(t, h.Copies.NoteCopy(t.Context(), x.ID, copies.Loan, "Notebook 7", "M. Ahrens", 1))
	closing := p.get("book/act?act=close&id=" + id)
	p.judge(closing, "de")
	if !strings.Contains(text(closing.doc), "Notebook 7") {
		t.Errorf("the copies are not named: %s", text(all(closing.doc, "main")[0]))
	}
	if early := p.send(closing, "book/act", nil); early.status != http.StatusUnprocessableEntity || !alarmed(early) {
		t.Errorf("closed before the agency has told: %d %q", early.status, early.said())
	}
	gone := ""
	for _, a := range all(closing.doc, "a") {
		if strings.Contains(attr(a, "href"), "act=gone") {
			gone = p.whole(closing, attr(a, "href"))
		}
	}
	p.send(p.get(gone), "book/act", map[string]string{"how": "zurückgegeben und geleert"})
	p.send(p.get("book/act?act=deletion&id="+id), "book/act", map[string]string{"note": "Schreiben vom 15.10.2026"})
	if done := p.send(p.get("book/act?act=close&id="+id), "book/act", map[string]string{"keep": "1"}); !strings.Contains(done.said(),
		"Abgeschlossen") {
		t.Errorf("closed: %q", done.said())
	}
	e, err := h.Books.BookEntry(t.Context(), id)
	must(t, err)
	if !e.State.Ended() {
		t.Errorf("state %s", e.State)
	}
	for _, lang := range languages {
		visit(t, browser.Options{House: h, Language: lang}).walk(lang)
	}
}

// A fetch plan is entered, paused and removed after it was asked; an odd link is told.
func TestTransmit_Plans(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	p := visit(t, beside(t, h))
	ask := p.get("transmit/act?act=plan")
	if none := p.send(ask, "transmit/act", nil); !wrong(none, "link") {
		t.Errorf("no link: %d", none.status)
	}
	if odd := p.send(ask, "transmit/act",
		map[string]string{"link": "ftp://alt.example/x.zip"}); odd.status != http.StatusUnprocessableEntity || !alarmed(odd) {
		t.Errorf("an odd link: %d %q", odd.status, odd.said())
	}
	p.send(ask, "transmit/act", map[string]string{"link": "https://abgabe.example/x.zip", "digest": strings.Repeat("a", 128),
		"first": "22:00"})
	list := p.get("transmit?part=plans")
	p.judge(list, "de")
	paused := p.send(list, "transmit/act", map[string]string{"act": "pauseplan"})
	if !strings.Contains(text(paused.doc), "Fortsetzen") {
		t.Fatalf("paused: %q %s", paused.said(), text(all(list.doc, "main")[0]))
	}
	remove := ""
	for _, a := range all(paused.doc, "a") {
		if strings.Contains(attr(a, "href"), "removeplan") {
			remove = p.whole(paused, attr(a, "href"))
		}
	}
	if left := p.send(p.get(remove), "transmit/act", nil); !strings.Contains(text(left.doc), "noch keinen Abholplan") {
		t.Errorf("removed: %s", text(all(left.doc, "main")[0]))
	}
}

// Two decisions that stand against each other are read with all sides and settled with
// a reason; without one nothing happens. Nobody asks an archive before a person does.
func TestLoans_Settle(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	x := taken(t, h, generate.Plan{Seed: 3, Dossiers: 1, Cases: 2, Documents: 1, Ratings: []string{"B"}, Mix: []string{"txt"}})
	_, err := h.Intake.Decide(t.Context(), x.ID, intake.Accept, "")
	must(t, err)
	begun := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	must(t, h.Lending.Loans.Put(t.Context(), loan.Loan{Portion: x.ID, Side: loan.Taken, Peer: "https://archiv.example", Work: "W1",
		Title: "Bauakten", Person: "M. Ahrens", Purpose: "appraise", State: loan.Open, Begun: begun, Until: begun.AddDate(0, 0, 30)}))
	a, err := h.Desk.Appraisal(t.Context(), x.ID)
	must(t, err)
	object := a.Roots[0].Children[0].ID
	side := func(r record.Rating, who string) merge.Known {
		return merge.Known{Statement: merge.Statement{Object: object, Act: merge.Decide, Rating: r, Reason: "Grund von " + who, Actor: who,
			At: begun}.Seal(), Client: who, Office: "Außenstelle", Sequence: 1}
	}
	must(t, h.Office.Store.WithTx(t.Context(), func(tx *sql.Tx) error { return h.Lending.Ledger.ShareTx(t.Context(), tx, x.ID) }))
	_, err = h.Lending.Ledger.Take(t.Context(), x.ID, []merge.Known{side("A", "J. Beyer"), side("V", "D. Cordes")}, 2, true)
	must(t, err)
	p := visit(t, beside(t, h))
	room := p.get("loans")
	p.judge(room, "de")
	if got := text(byID(room.doc, "live-disputes")); !strings.Contains(got, "Grund von J. Beyer") ||
		!strings.Contains(got, "Grund von D. Cordes") || !strings.Contains(text(room.doc), "noch nicht gefragt") {
		t.Fatalf("disputes: %s", text(all(room.doc, "main")[0]))
	}
	if job := p.get("transmit"); len(all(byID(job.doc, "live-jobs"), "a")) != 1 {
		t.Errorf("the conflict is no job: %s", text(all(job.doc, "main")[0]))
	} else if one := p.get(p.whole(job, attr(all(byID(job.doc, "live-jobs"), "a")[0], "href"))); one.status != http.StatusOK ||
		!strings.Contains(one.raw, "/loans\"") {
		t.Errorf("its page leads not here: %d", one.status)
	}
	ask := p.get(p.whole(room, attr(all(byID(room.doc, "live-disputes"), "a")[0], "href")))
	p.judge(ask, "de")
	if none := p.send(ask, "loans/act", map[string]string{"as": "V"}); !wrong(none, "reason") {
		t.Errorf("no reason: %d", none.status)
	}
	if odd := p.send(ask, "loans/act", map[string]string{"as": "X", "reason": "x"}); !alarmed(odd) {
		t.Errorf("no such letter: %q", odd.said())
	}
	done := p.send(ask, "loans/act", map[string]string{"as": "V", "reason": "nach Rücksprache"})
	if !strings.Contains(text(done.doc), "Kein Widerspruch") || !strings.Contains(done.said(), "Entschieden") {
		t.Errorf("settled: %q", done.said())
	}
	if without := p.send(done, "loans/act", map[string]string{"act": "ask"}); !alarmed(without) {
		t.Errorf("asked an archive that is not there: %q", without.said())
	}
	if a := p.get("loans/act?act=take&id=W1"); a.status != http.StatusNotFound {
		t.Errorf("taken twice: %d", a.status)
	}
	for _, lang := range languages {
		visit(t, browser.Options{House: h, Language: lang}).walk(lang)
	}
}

// A person is entered with a key, signs in and out, gets and loses roles and is taken
// out; the window beside is told. Who may not change the register is refused.
func TestPeople_EnterSignInRoles(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	must(t, h.Office.Settings.Change(func(s *settings.Settings) { s.Channel.KeyStore = office.FileStore }))
	must(t, h.Office.May(t.Context(), people.People))
	o, changes := beside(t, h), 0
	o.Changed = func() { changes++ }
	p := visit(t, o)
	register := p.get("people")
	p.judge(register, "de")
	if !strings.Contains(text(register.doc), "Das Personenregister ist offen") || len(all(byID(register.doc, "live-people"), "a")) != 1 {
		t.Fatalf("register: %s", text(all(register.doc, "main")[0]))
	}
	ask := p.get("people/act?act=add")
	if none := p.send(ask, "people/act", map[string]string{"pass": "geheim"}); !wrong(none, "name") ||
		strings.Contains(none.raw, "geheim") {
		t.Errorf("nobody: %d, shows the passphrase: %v", none.status, strings.Contains(none.raw, "geheim"))
	}
	added := p.send(ask, "people/act", map[string]string{"name": "J. Beyer", "unit": "Referat 2", "pass": "geheim"})
	if !strings.Contains(text(byID(added.doc, "live-people")), "J. Beyer") {
		t.Fatalf("added: %q", added.said())
	}
	all2, err := h.Office.People.List(t.Context())
	must(t, err)
	id := ""
	for _, x := range all2 {
		if x.Name == "J. Beyer" {
			id = x.ID
		}
	}
	page := p.get("people?id=" + id)
	p.judge(page, "de")
	roles := p.send(page, "people/act", map[string]string{"act": "roles", "role-second": "1"})
	if n := byID(roles.doc, "role-second"); n == nil || !has(n, "checked") || !has(byID(roles.doc, "role-archivist"), "checked") {
		t.Errorf("roles: %q", roles.said())
	}
	sign := p.get("people/act?act=signin&id=" + id)
	if bad := p.send(sign, "people/act", map[string]string{"pass": "falsch"}); !alarmed(bad) || h.Office.Person() != "M. Ahrens" {
		t.Errorf("signed in with another passphrase: %q as %s", bad.said(), h.Office.Person())
	}
	if in := p.send(sign, "people/act", map[string]string{"pass": "geheim"}); h.Office.Person() != "J. Beyer" || changes != 1 ||
		!strings.Contains(in.said(), "J. Beyer") {
		t.Errorf("signed in: %q as %s, told %d times", in.said(), h.Office.Person(), changes)
	}
	if refused := p.send(p.get("people/act?act=edit&id="+id), "people/act", map[string]string{"unit": "Leitung"}); !alarmed(refused) ||
		attr(byID(refused.doc, "unit"), "value") != "Leitung" {
		t.Errorf("the register was changed without the right: %q", refused.said())
	}
	if refused := p.send(p.get("people/act?act=add"), "people/act", map[string]string{"name": "K. Neu"}); !alarmed(refused) {
		t.Errorf("a person was entered without the right: %q", refused.said())
	}
	p.send(p.get("people"), "people/act", map[string]string{"act": "signout"})
	if changes != 2 {
		t.Errorf("told %d times", changes)
	}
	must(t, h.Office.SignIn(t.Context(), "M. Ahrens", "nur für die Prüfung"))
	out := p.send(p.get("people/act?act=leave&id="+id), "people/act", nil)
	if !strings.Contains(text(out.doc), "ausgetragen") {
		t.Errorf("taken out: %q %s", out.said(), text(all(out.doc, "main")[0]))
	}
	if a := p.get("people/act?act=confirm&id=" + id); a.status != http.StatusNotFound {
		t.Errorf("a key that does not wait was to be confirmed: %d", a.status)
	}
	for _, lang := range languages {
		visit(t, browser.Options{House: h, Language: lang}).walk(lang)
	}
}

// The formats of the stock are a table; a program is named for one, and packages are
// converted after it was asked.
func TestPreserve_InventoryViewerConvert(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in is a shell script")
	}
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	prog := filepath.Join(t.TempDir(), "prog")
	must(t, os.WriteFile(prog, []byte(standIn), 0o700))
	_, err := h.Packer.TakeTools(t.Context(),
		strings.NewReader(
			fmt.Sprintf(`[{"id":"ersatz","name":"Ersatz","program":%q,"args":["{in}","{out}"],"extensions":["docx"],"target":"pdf","seconds":20}]`, prog)))
	must(t, err)
	p := visit(t, beside(t, h))
	if empty := p.get("preserve"); !strings.Contains(text(empty.doc), "Noch keine Pakete") {
		t.Errorf("empty: %s", text(all(empty.doc, "main")[0]))
	}
	packaged(t, h, generate.Plan{Kind: "xdomea-0503", Dossiers: 1, Cases: 1, Documents: 2, Mix: []string{"docx"}, Seed: 3})
	room := p.send(p.get("preserve"), "preserve/act", map[string]string{"act": "count"})
	p.judge(room, "de")
	docx := ""
	for _, row := range all(room.doc, "tr") {
		if got := text(row); strings.Contains(got, "fmt/412") {
			docx = p.whole(room, attr(all(row, "a")[0], "href"))
			if !strings.Contains(got, " % ") {
				t.Errorf("no share: %s", got)
			}
		}
	}
	if docx == "" {
		t.Fatalf("formats: %s", text(all(room.doc, "main")[0]))
	}
	chosen := p.get(docx)
	if !strings.Contains(text(chosen.doc), "umwandelbar mit Ersatz") {
		t.Errorf("plan: %s", text(all(chosen.doc, "main")[0]))
	}
	named := p.send(p.get("preserve/act?act=viewer&id="+url.QueryEscape("fmt/412")), "preserve/act",
		map[string]string{"program": "Textprogramm"})
	p.judge(named, "de")
	convert := p.get("preserve/act?act=convert&id=" + url.QueryEscape("fmt/412"))
	p.judge(convert, "de")
	if !strings.Contains(text(convert.doc), "zweites mit derselben Signatur") {
		t.Fatalf("convert: %d %s", convert.status, text(all(convert.doc, "main")[0]))
	}
	done := p.send(convert, "preserve/act", nil)
	if !strings.Contains(done.said(), "1 neues Paket") || !strings.Contains(text(p.get(docx).doc), "schon umgewandelt") {
		t.Errorf("converted: %q", done.said())
	}
	if again := p.get("preserve/act?act=convert&id=" + url.QueryEscape("fmt/412")); again.status != http.StatusNotFound {
		t.Errorf("once more: %d", again.status)
	}
}

// standIn writes a PDF in place of a converter.
const standIn = `#!/bin/sh
printf '%%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%%%EOF\n' > "$2"
`

// Settings are kept as typed; what the policy fixes stays, what cannot be meant is told.
func TestSettings_DisplayChannelProfileTrust(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	o, changes := beside(t, h), 0
	o.Changed = func() { changes++ }
	p := visit(t, o)
	display := p.get("settings")
	p.judge(display, "de")
	p.send(display, "settings/act", map[string]string{"mode": "contrast", "scale": "150", "swiss": "yes"})
	if look := h.Office.Settings.Get().Look; look.Variant != "contrast" || look.Scale != 1.5 || !look.Swiss || changes != 1 {
		t.Errorf("display %+v, told %d times", look, changes)
	}
	if odd := p.send(display, "settings/act", map[string]string{"scale": "9000"}); !wrong(odd, "scale") {
		t.Errorf("an odd size: %d %q", odd.status, odd.said())
	}
	channel := p.get("settings?part=channel")
	p.judge(channel, "de")
	p.send(channel, "settings/act", map[string]string{"act": "channel", "archive": "Stadtarchiv", "unit": "Referat 3"})
	if set := h.Office.Settings.Get(); set.Archive != "Stadtarchiv" || set.Person.Unit != "Referat 3" || set.Person.Name != "M. Ahrens" &&
		set.Person.Name != "" {
		t.Errorf("kept %+v", set.Person)
	}
	if none := p.send(p.get("settings?part=channel"), "settings/act", map[string]string{"act": "enrol"}); !alarmed(none) {
		t.Errorf("enrolled nowhere: %q", none.said())
	}
	made := p.send(p.get("settings?part=profiles"), "settings/act", map[string]string{"act": "newprofile"})
	id := made.url.Query().Get("profile")
	p.judge(made, "de")
	if named := p.send(made, "settings/act", map[string]string{"act": "profile", "name": ""}); !wrong(named, "name") {
		t.Errorf("a profile without a name: %d", named.status)
	}
	p.send(made, "settings/act", map[string]string{"name": "Bauamt Musterstadt", "agency": "09999"})
	field := p.get("settings/act?act=field&id=" + url.QueryEscape(id) + "&of=deadlines.appraisalDays")
	if field.status != http.StatusOK {
		t.Fatalf("field: %d %s", field.status, field.said())
	}
	if odd := p.send(field, "settings/act", map[string]string{"value": "bald"}); !alarmed(odd) ||
		attr(byID(odd.doc, "value"), "value") != "bald" {
		t.Errorf("an odd deadline: %q", odd.said())
	}
	p.send(field, "settings/act", map[string]string{"value": "60"})
	profile, err := h.Intake.Profiles.Get(t.Context(), id)
	must(t, err)
	if profile.Agency != "Bauamt Musterstadt" || profile.Deadlines.AppraisalDays != 60 {
		t.Errorf("profile %s, %d days", profile.Agency, profile.Deadlines.AppraisalDays)
	}
	if none := p.send(p.get("settings/act?act=issuers"), "settings/act", map[string]string{"path": "/nirgends.pem"}); !alarmed(none) {
		t.Errorf("an issuer from nowhere: %q", none.said())
	}
	if none := p.send(p.get("settings/act?act=clerk"), "settings/act", map[string]string{"path": "/nirgends.json"}); !alarmed(none) {
		t.Errorf("a key from nowhere: %q", none.said())
	}
	for _, lang := range languages {
		visit(t, browser.Options{House: h, Language: lang}).walk(lang)
	}
}

// Every act of every room is refused to a form without its token, from another origin
// or for another host; nothing of the workspace changes.
func TestRooms_Attacks(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Administrator)
	p := visit(t, beside(t, h))
	good := fields(form(p.get("book/act?act=new"), "book/act")).Get("token")
	base, err := url.Parse(p.area)
	must(t, err)
	for room, act := range map[string]string{"book": "new", "transmit": "hold", "loans": "sync", "people": "add", "preserve": "count",
		"settings": "newprofile"} {
		for name, change := range map[string]func(*http.Request, url.Values){
			"no token":      func(_ *http.Request, v url.Values) { v.Del("token") },
			"another token": func(_ *http.Request, v url.Values) { v.Set("token", strings.Repeat("a", 64)) },
			"origin":        func(r *http.Request, _ url.Values) { r.Header.Set("Origin", "https://boese.example") },
			"no origin":     func(r *http.Request, _ url.Values) { r.Header.Del("Origin") },
			"host":          func(r *http.Request, _ url.Values) { r.Host = "boese.example" },
			"site":          func(r *http.Request, _ url.Values) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
		} {
			v := url.Values{"act": {act}, "token": {good}, "title": {"x"}, "name": {"x"}}
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.area+room+"/act", nil)
			must(t, err)
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Header.Set("Origin", base.Scheme+"://"+base.Host)
			change(r, v)
			r.Body = io.NopCloser(strings.NewReader(v.Encode()))
			if a := p.read(p.client.Do(r)); a.status < 400 {
				t.Errorf("%s with %s: %d", room, name, a.status)
			}
		}
	}
	rows, err := h.Books.BookRows(t.Context())
	must(t, err)
	profiles, err := h.Intake.Profiles.List(t.Context())
	must(t, err)
	if len(rows)+len(profiles) != 0 {
		t.Errorf("%d accessions and %d profiles were made", len(rows), len(profiles))
	}
}

// Where the place has become one for readers, or a policy forbids the pages, they end
// with the next look.
func TestPages_EndAtAReadersPlace(t *testing.T) {
	h := house(t, t.TempDir(), "M. Ahrens", settings.Archivist)
	p := visit(t, browser.Options{House: h})
	must(t, h.Office.Settings.Change(func(s *settings.Settings) { s.Person.Role = settings.ReadingRoom }))
	if a := p.get("overview"); a.status != http.StatusNotFound {
		t.Errorf("%d %q", a.status, a.said())
	}
	<-p.s.Done()
}
