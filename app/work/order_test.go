package work_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/settings"
	"laufzettel/app/work"
	"laufzettel/app/work/accession"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/sync/order"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/samples"
)

// Without an order that two persons have signed over exactly what goes, nothing goes.
func TestOrder_NothingGoesWithout(t *testing.T) {
	ctx := t.Context()
	h := enrolled(t)
	d := h.doom(t, h.taken(t, markedDelivery(t)))
	id, terms := d.portion.ID, accession.OrderTerms{Basis: "ArchG § 3"}
	destroy := func() error { _, err := h.Ending.Destroy(ctx, id, "ArchG § 3", true); return err }
	inbox := filepath.Join(h.Office.Dir, office.DirInbox, id)

	refused(t, "without an order", "fehlt der Auftrag", destroy())
	_, err := h.Ending.MakeOrder(ctx, id, accession.OrderTerms{})
	refused(t, "an order without basis", "Rechtsgrundlage", err)
	st, err := h.Ending.MakeOrder(ctx, id, terms)
	must(t, err)
	if st.Whole || len(st.Missing) != 1 || st.Missing[0] != "J. Beyer" ||
		!strings.Contains(strings.Join(st.Says, "\n"), "J. Beyer gibt frei: Unterschrift fehlt") ||
		!strings.Contains(strings.Join(st.Keys, "\n"), "Schlüssel von J. Beyer gegeben von M. Ahrens") {
		t.Fatalf("order %+v", st)
	}
	refused(t, "with half an order", "wartet auf die Unterschrift von J. Beyer", destroy())
	_, err = h.Ending.MakeOrder(ctx, id, terms)
	refused(t, "signing twice", "wartet auf die Unterschrift von J. Beyer", err)

	must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim"))
	_, err = h.Ending.MakeOrder(ctx, id, accession.OrderTerms{Basis: "etwas anderes"})
	refused(t, "signing another basis", "andere Rechtsgrundlage", err)
	st, err = h.Ending.MakeOrder(ctx, id, terms)
	must(t, err)
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	paper, err := order.ReadFile(st.Path)
	must(t, err)
	if !st.Whole || !paper.Whole() || paper.Count != 1 || len(paper.Objects) != 1 || !strings.Contains(paper.Objects[0].Decided, ":") ||
		paper.Objects[0].Files == 0 || paper.Originals[0].Files == 0 {
		t.Fatalf("order %+v", paper.Order)
	}
	raw, err := os.ReadFile(st.Path)
	must(t, err)
	payload, err := paper.Payload()
	must(t, err)
	if bytes.Contains(payload, []byte(betreff)) || bytes.Contains(raw, []byte(betreff)) {
		t.Error("the order names a title")
	}
	_, err = h.Ending.Destroy(ctx, id, "ArchG § 4", true)
	refused(t, "another basis than ordered", "andere Rechtsgrundlage", err)

	// Something else lies there than was ordered.
	must(t, os.WriteFile(filepath.Join(inbox, "dazu.txt"), []byte("dazu"), 0o600))
	refused(t, "with a file more than ordered", "fehlt der Auftrag", destroy())
	must(t, os.Remove(filepath.Join(inbox, "dazu.txt")))

	// A signature of an order made elsewhere, or none.
	must(t, os.WriteFile(st.Path, bytes.Replace(raw, []byte(`"sig":"`), []byte(`"sig":"A`), 1), 0o600))
	refused(t, "with a broken order", "fehlt der Auftrag", destroy())
	must(t, os.WriteFile(st.Path, raw, 0o600))
	if _, err := os.Stat(inbox); err != nil {
		t.Fatal("something was removed before the order held:", err)
	}
	_, err = h.Ending.Clear(ctx, d.portion.AccessionID)
	must(t, err)
	_, err = h.Ending.CloseAccession(ctx, d.portion.AccessionID, accession.Closing{Confirmed: true, Unreported: "Probe"})
	refused(t, "closing over what was not destroyed by order", "zuerst den Auftrag zur Vernichtung machen", err)

	must(t, destroy())
	if left := marked(t, h.Office.Dir, d.content); len(left) > 0 {
		t.Errorf("the content of the destroyed Vorgang still stands in %v", left)
	}
	if _, err := order.ReadFile(st.Path); err != nil {
		t.Error("the order does not stay:", err)
	}
	if left, _ := filepath.Glob(filepath.Join(h.Office.Dir, office.DirOrders, "*.salz")); len(left) > 0 {
		t.Errorf("the salt stays: %v", left)
	}
}

// A key the second person has got from the first lately, in place of an old one, is no
// second hand, and a decision changed after the order makes it void.
func TestOrder_TwoHands(t *testing.T) {
	ctx := t.Context()
	h := enrolled(t)
	d := h.doom(t, h.taken(t, markedDelivery(t)))
	id, terms := d.portion.ID, accession.OrderTerms{Basis: "ArchG § 3"}
	_, err := h.Ending.MakeOrder(ctx, id, accession.OrderTerms{Basis: "ArchG § 3", Second: "M. Ahrens"})
	if failure.KindOf(err) != failure.Refused {
		t.Errorf("one person twice: %v", err)
	}
	_, err = h.Office.PersonKey(ctx, "J. Beyer", "von mir")
	must(t, err)
	must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim")) // the old key confirms the new one
	_, err = h.Office.Renewal.Confirm(ctx, "J. Beyer")
	must(t, err)
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	_, err = h.Ending.MakeOrder(ctx, id, terms)
	refused(t, "a second hand lately given its key", "aus einer Hand", err)
	_, err = h.Office.AddPerson(ctx, people.Person{Name: "K. Caro", Roles: []people.Role{people.Archivist}}, "kaltes")
	must(t, err)
	_, err = h.Ending.MakeOrder(ctx, id, accession.OrderTerms{Basis: "ArchG § 3", Second: "K. Caro"})
	refused(t, "a second hand without the right", "gehört nicht zu den Rechten", err)
}

// One person alone, by the policy beside the program: the order says so, and waits or
// names the consent of the agency.
func TestOrder_OnePersonArchive(t *testing.T) {
	ctx := t.Context()
	many := enrolled(t)
	w, err := work.Open(ctx, many.Office.Dir, office.Options{Person: "M. Ahrens", KeyWork: cheapKey, PDFium: samples.PDFium(),
		Policy:     &settings.Policy{Alone: new(true)},
		Passphrase: func() (string, error) { return "nur für die Prüfung", nil }})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	h := house{w, many.trust}
	p := h.taken(t, markedDelivery(t))
	h.aloneToReceipts(t, p.ID)
	terms := accession.OrderTerms{Basis: "ArchG § 3"}
	st, err := h.Ending.MakeOrder(ctx, p.ID, terms)
	must(t, err)
	if !st.Whole || !strings.Contains(strings.Join(st.Says, "\n"), "Einpersonenarchiv, auszuführen nicht vor 20") {
		t.Fatalf("order %+v", st)
	}
	_, err = h.Ending.Destroy(ctx, p.ID, "ArchG § 3", true)
	refused(t, "before the time of waiting is over", "darf erst ab", err)
	must(t, os.Remove(st.Path))
	st, err = h.Ending.MakeOrder(ctx, p.ID, accession.OrderTerms{Basis: "ArchG § 3", Consent: "LRA Musterkreis, 12.10.2026, Az. 4711"})
	must(t, err)
	_, err = many.Ending.Destroy(ctx, p.ID, "ArchG § 3", true)
	if failure.KindOf(err) != failure.Refused {
		t.Fatalf("an order of one where nobody works alone: %v", err)
	}
	n, err := h.Ending.Destroy(ctx, p.ID, "ArchG § 3", true)
	must(t, err)
	if n != 1 {
		t.Errorf("%d destroyed", n)
	}
	lists, err := filepath.Glob(filepath.Join(h.Office.Dir, office.DirLetters, p.ID, "kassationsliste*.json"))
	must(t, err)
	said, err := os.ReadFile(lists[0])
	if err != nil || !bytes.Contains(said, []byte("Einpersonenarchiv, mit Zustimmung der Stelle")) {
		t.Errorf("the list does not say that one person ordered: %v %s", err, said)
	}
}

// aloneToReceipts takes a portion to its receipts with one person alone.
func (h house) aloneToReceipts(t *testing.T, id string) {
	t.Helper()
	ctx := t.Context()
	must(t, h.Office.May(ctx, people.People))
	_, err := h.Intake.Decide(ctx, id, intake.Accept, "")
	must(t, err)
	a, err := h.Desk.Appraisal(ctx, id)
	must(t, err)
	units := a.Roots[0].Children
	must(t, h.Desk.Set(ctx, id, []string{units[0].ID}, record.RatingDestroy, "Doppel"))
	must(t, h.Desk.Set(ctx, id, []string{units[1].ID}, record.RatingArchive, ""))
	must(t, h.Desk.FinishAppraisal(ctx, id))
	_, err = h.Packer.Package(ctx, id, "", nil)
	must(t, err)
	h.sent(t, id)
}
