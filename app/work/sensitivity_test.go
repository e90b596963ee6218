package work_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/work"
	"laufzettel/app/work/appraise"
	"laufzettel/transfer"
	"laufzettel/transfer/events"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/sensitivity"
	"laufzettel/viewer/sensitivity/found"
)

// secret is a name nobody but the delivery knows.
const secret = "Xaverina Quittenbaum"

// sensible receives a delivery of two Vorgänge with two texts each: one of them holds
// personal data, one is empty.
func sensible(t *testing.T, w *work.House) transfer.Portion {
	t.Helper()
	dir := filepath.Dir(delivery(t, generate.Plan{Seed: 31, Dossiers: 1, Cases: 2, Documents: 2, Mix: []string{"txt"},
		Ratings: []string{"B"}, Folder: true}))
	texts := []string{"Frau " + secret + ", geb. 12.03.1954, IBAN DE89 3704\u00a00044 0532 0130 00.\n", "\n", "Der Rat der Stadt tagt.\n",
		"Wiedervorlage.\n"}
	return filled(t, w, dir, ".txt", texts)
}

// filled takes in the delivery of dir, its files of one kind holding the texts in their order.
func filled(t *testing.T, w *work.House, dir, ext string, texts []string) transfer.Portion {
	t.Helper()
	n := 0
	must(t, filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(name) != ext {
			return err
		}
		n++
		return os.WriteFile(name, []byte(texts[(n-1)%len(texts)]), 0o600)
	}))
	if n != len(texts) {
		t.Fatalf("%d texts", n)
	}
	entries, err := os.ReadDir(dir)
	must(t, err)
	return house{House: w}.taken(t, filepath.Join(dir, entries[0].Name()))
}

func TestSensing_MapListJudge(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	p := sensible(t, w)
	m, err := w.Sensing.MapOf(ctx, p.ID, appraise.ByCase, nil)
	must(t, err)
	want := map[sensitivity.Kind]int{sensitivity.Name: 1, sensitivity.BirthDate: 1, sensitivity.IBAN: 1}
	if m.Files != 4 || m.Searched != 4 || m.Unread != 1 || m.Cut != 0 || m.Places != 3 || len(m.Rows) != 2 || m.Special {
		t.Errorf("%+v", m)
	}
	for k, n := range want {
		if m.Kinds[k] != n {
			t.Errorf("%s: %d, want %d", k, m.Kinds[k], n)
		}
	}
	for _, by := range appraise.Levels {
		x, err := w.Sensing.MapOf(ctx, p.ID, by, nil)
		must(t, err)
		total := 0
		for _, r := range x.Rows {
			total += r.Places
		}
		if total != 3 {
			t.Errorf("by %s: %d places in %+v", by, total, x.Rows)
		}
	}
	places, total, err := w.Sensing.Places(ctx, p.ID, appraise.Narrow{})
	must(t, err)
	if total != 3 || len(places) != 3 || places[0].Word != secret || places[0].Before != "Frau " || places[0].Page != 1 ||
		places[0].Why.In(wording.English) == places[0].Why.In(wording.German) {
		t.Fatalf("%d: %+v", total, places)
	}
	must(t, w.Sensing.Judge(ctx, p.ID, []int64{places[0].ID}, found.Confirmed))
	must(t, w.Sensing.Judge(ctx, p.ID, []int64{places[1].ID}, found.Dismissed))
	if err := w.Sensing.Judge(ctx, p.ID, []int64{places[2].ID, 9999}, found.Dismissed); err == nil {
		t.Error("a number of no place is judged")
	}
	m, err = w.Sensing.MapOf(ctx, p.ID, appraise.ByDossier, nil)
	must(t, err)
	if m.Places != 2 || m.Confirmed != 1 || m.Dismissed != 1 || len(m.Rows) != 1 {
		t.Errorf("judged: %+v", m)
	}
	if left, n, err := w.Sensing.Places(ctx, p.ID, appraise.Narrow{}); err != nil || n != 1 || left[0].Kind != sensitivity.IBAN {
		t.Errorf("left: %+v %d %v", left, n, err)
	}
	if empty, n, err := w.Sensing.Places(ctx, p.ID, appraise.Narrow{Kind: sensitivity.Phone, All: true}); err != nil || n != 0 ||
		len(empty) != 0 {
		t.Errorf("%+v %d %v", empty, n, err)
	}
	outlives(t, w, p)
}

// A mail with an attachment, one that is cut, one whole: the map says which were searched in part.
func TestSensing_InPart(t *testing.T) {
	w, ctx := open(t, t.TempDir(), "M. Ahrens"), t.Context()
	dir := filepath.Dir(delivery(t, generate.Plan{Seed: 32, Dossiers: 1, Cases: 3, Documents: 1, Mix: []string{"eml"},
		Ratings: []string{"B"}, Folder: true}))
	head := "From: amt@musterkreis.example\r\nSubject: Vermerk\r\nMIME-Version: 1.0\r\n"
	parts := head + "Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: text/plain\r\n\r\nAnbei.\r\n"
	mails := []string{head + "\r\nDer Rat tagt.\r\n", parts,
		parts + "--a\r\nContent-Type: text/plain; name=liste.txt\r\n\r\nIBAN DE89 3704 0044 0532 0130 00\r\n--a--\r\n"}
	p := filled(t, w, dir, ".eml", mails)
	m, err := w.Sensing.MapOf(ctx, p.ID, appraise.ByDocument, nil)
	must(t, err)
	cut := 0
	for _, r := range m.Rows {
		cut += r.Cut
	}
	if m.Searched != 3 || m.Unread != 0 || m.Cut != 2 || cut != 2 || m.Places != 3 {
		t.Errorf("%+v", m)
	}
}

// outlives wants the value in no table of the map and in no event, and a judgement to
// outlive a search by other rules.
func outlives(t *testing.T, w *work.House, p transfer.Portion) {
	t.Helper()
	ctx := t.Context()
	rows, err := w.Office.Store.Reader().QueryContext(ctx,
		"SELECT kind || rule || verdict || at || length FROM sensitivity_hit UNION SELECT path || rules FROM sensitivity_file UNION SELECT body FROM event")
	must(t, err)
	defer rows.Close()
	n := 0
	for rows.Next() {
		var s string
		must(t, rows.Scan(&s))
		n++
		if strings.Contains(s, "Quittenbaum") || strings.Contains(s, "0532 0130") {
			t.Errorf("a value is kept: %s", s)
		}
	}
	must(t, rows.Err())
	if n < 8 {
		t.Fatalf("%d rows looked at", n)
	}
	marked := 0
	all, err := events.List(ctx, w.Office.Store, p.ID, 0, 0)
	must(t, err)
	for _, e := range all {
		if e.Type == events.Marked {
			marked++
		}
	}
	if marked != 2 {
		t.Errorf("%d acts in the log", marked)
	}
	prof := profile.Profile{ID: "p1", AgencyID: "09999", Agency: "Amt", Sensitivity: profile.Sensitivity{Off: []string{"iban"}}}
	_, err = w.Intake.Profiles.Save(ctx, prof, "M. Ahrens")
	must(t, err)
	_, err = w.Intake.Portions.Amend(ctx, p.ID, func(p *transfer.Portion) { p.ProfileID = "p1" }, nil)
	must(t, err)
	m, err := w.Sensing.MapOf(ctx, p.ID, appraise.ByDossier, nil)
	must(t, err)
	if m.Places != 1 || m.Confirmed != 1 || m.Dismissed != 1 || !slices.Equal(m.Off, []string{"iban"}) {
		t.Errorf("by other rules: %+v", m)
	}
}

// Who may not see a delivery sees no map, and who may not appraise judges nothing.
func TestSensing_Rights(t *testing.T) {
	h := enrolled(t)
	ctx := t.Context()
	p := sensible(t, h.House)
	must(t, h.Office.May(ctx, people.People))
	_, err := h.Office.AddPerson(ctx, people.Person{Name: "A. Clerk", Roles: []people.Role{people.Clerk}}, "geheim")
	must(t, err)
	must(t, h.Office.SignIn(ctx, "A. Clerk", "geheim"))
	if _, err := h.Sensing.MapOf(ctx, p.ID, appraise.ByCase, nil); err == nil {
		t.Error("a clerk sees the map")
	}
	if _, _, err := h.Sensing.Places(ctx, p.ID, appraise.Narrow{}); err == nil {
		t.Error("a clerk sees places")
	}
	if err := h.Sensing.Judge(ctx, p.ID, []int64{1}, found.Confirmed); err == nil {
		t.Error("a clerk judges")
	}
	if _, err := h.Sensing.Recognise(ctx, p.ID, nil); err == nil {
		t.Error("a clerk has text recognised")
	}
	if _, err := h.Sensing.RecognisedFiles(ctx, p.ID); err == nil {
		t.Error("a clerk lists recognised text")
	}
}

// With the delivered copy goes what was found in it (G13).
func TestSensing_GoesWithTheCopy(t *testing.T) {
	h := enrolled(t)
	p := h.taken(t, markedDelivery(t))
	d := h.doom(t, p)
	if has, err := found.Holds(t.Context(), h.Office.Store, p.ID); err != nil || !has {
		t.Fatalf("nothing was kept, %v", err)
	}
	ordered(t, h.House, d.portion.ID, "Archivgesetz § 5", "J. Beyer", "geheim", "M. Ahrens", "nur für die Prüfung")
	_, err := h.Ending.Destroy(t.Context(), d.portion.ID, "Archivgesetz § 5", true)
	must(t, err)
	if has, err := found.Holds(t.Context(), h.Office.Store, p.ID); err != nil || has {
		t.Errorf("places are left: %v %v", has, err)
	}
}
