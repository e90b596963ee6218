package work_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
)

// A new key for somebody who has one counts only once the old key or a third person has
// confirmed it; its maker stays the giver whoever confirmed.
func TestRenewal_ARequestIsNoKey(t *testing.T) {
	ctx := t.Context()
	h, _, _ := archiveThree(t)
	k, err := h.Office.PersonKey(ctx, "J. Beyer", "von mir")
	must(t, err)
	p, err := h.Office.People.Find(ctx, "J. Beyer")
	must(t, err)
	if now, _ := p.Current(); now.ID == k.ID || p.Request == nil || p.Request.ID != k.ID {
		t.Fatalf("a key nobody confirmed counts: %+v", p)
	}
	if all, err := h.Office.Renewal.Requests(ctx); err != nil || len(all) != 1 || all[0].GivenBy != "M. Ahrens" {
		t.Errorf("%+v, %v", all, err)
	}
	sound(t, h.House)
	must(t, h.Office.Renewal.Reject(ctx, "J. Beyer"))
	_, err = h.Office.Renewal.Confirm(ctx, "J. Beyer")
	refused(t, "what was taken back", "wartet kein neuer", err)

	k, err = h.Office.PersonKey(ctx, "J. Beyer", "von mir")
	must(t, err)
	must(t, h.Office.SignIn(ctx, "J. Beyer", "geheim"))
	_, err = h.Office.Renewal.Confirm(ctx, "J. Beyer")
	must(t, err)
	origins, err := h.Office.KeyOrigins(ctx, "J. Beyer")
	if err != nil || len(origins) != 1 || origins[0].By != "M. Ahrens" || origins[0].Confirmed != "J. Beyer" || !origins[0].Fresh {
		t.Errorf("origin %+v, %v; want given by M. Ahrens", origins, err)
	}
	sound(t, h.House)
	// The row of the request moved into the register by a foreign hand is no key.
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "nur für die Prüfung"))
	k2, err := h.Office.PersonKey(ctx, "J. Beyer", "noch einer")
	must(t, err)
	foreignHand(t, h.House, "UPDATE person_key SET ended = 1 WHERE ended IS NULL AND person_id = 'U002'",
		"INSERT INTO person_key (id, person_id, public, place, made) SELECT id, person_id, public, place, made FROM person_request WHERE id = '"+k2.ID+"'", "DELETE FROM person_request WHERE id = '"+k2.ID+"'")
	w := open(t, h.Office.Dir, "M. Ahrens")
	must(t, w.Office.SignIn(ctx, "J. Beyer", "noch einer"))
	if _, err := w.Office.Allow(ctx, people.Release, "release"); failure.KindOf(err) != failure.Damaged {
		t.Errorf("acted with a key nobody confirmed (%s): %v", k.ID, err)
	}
}

// The spare key that lies with the head brings a new key, and nothing else, once.
func TestRenewal_TheSpareKey(t *testing.T) {
	ctx := t.Context()
	h, _, _ := archiveThree(t)
	dir := filepath.Join(t.TempDir(), "tresor")
	_, err := h.Office.Renewal.Spare(ctx, dir, "")
	refused(t, "without a passphrase", "Ersatzschlüssels", err)
	k, err := h.Office.Renewal.Spare(ctx, dir, "versiegelt")
	must(t, err)
	sound(t, h.House)
	must(t, os.RemoveAll(filepath.Join(h.Keys.KeysDir(), "personen")))
	h.Office.SignOut()
	_, err = h.Office.Renewal.FromSpare(ctx, "J. Beyer", dir, "versiegelt", "neu")
	refused(t, "of another person", "kein Ersatzschlüssel", err)
	if _, err = h.Office.Renewal.FromSpare(ctx, "M. Ahrens", dir, "falsch", "neu"); failure.KindOf(err) != failure.Refused {
		t.Errorf("with a wrong passphrase: %v", err)
	}
	_, err = h.Office.Renewal.FromSpare(ctx, "M. Ahrens", t.TempDir(), "versiegelt", "neu")
	refused(t, "another folder", "liegt der Ersatzschlüssel von M. Ahrens nicht", err)
	got, err := h.Office.Renewal.FromSpare(ctx, "M. Ahrens", dir, "versiegelt", "neu")
	must(t, err)
	if got.ID == k.ID {
		t.Error("the spare key itself is in use")
	}
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "neu"))
	_, err = h.Office.Allow(ctx, people.People, "people")
	must(t, err)
	if origins, err := h.Office.KeyOrigins(ctx, "M. Ahrens"); err != nil || len(origins) != 1 || !origins[0].Spare ||
		!strings.Contains(origins[0].German(), "Ersatzschlüssel") {
		t.Errorf("origin %+v, %v", origins, err)
	}
	sound(t, h.House)
	_, err = h.Office.Renewal.FromSpare(ctx, "M. Ahrens", dir, "versiegelt", "noch einer")
	refused(t, "a second time", "kein Ersatzschlüssel", err)
}

// Where the last key of the administration is lost the head signs a second founding act
// on paper: the scan stays, and it is told for ever, on orders too.
func TestRenewal_OnPaper(t *testing.T) {
	ctx := t.Context()
	h, _, _ := archiveThree(t)
	scan := filepath.Join(t.TempDir(), "gruendung.pdf")
	must(t, os.WriteFile(scan, []byte("%PDF-1.7 unterschrieben"), 0o600))
	_, err := h.Office.Renewal.OnPaper(ctx, "M. Ahrens", "Dr. L. Leitner", scan, "neu")
	refused(t, "a key that is not lost", "nicht verloren", err)
	must(t, os.RemoveAll(filepath.Join(h.Keys.KeysDir(), "personen")))
	h.Office.SignOut()
	_, err = h.Office.Renewal.OnPaper(ctx, "J. Beyer", "Dr. L. Leitner", scan, "neu")
	refused(t, "nobody of the administration", "Rolle Administration", err)
	for name, call := range map[string][2]string{"no head": {" ", scan}, "no scan": {"Dr. L. Leitner", scan + ".pdf"},
		"no picture": {"Dr. L. Leitner", filepath.Join(h.Office.Dir, office.DbName)}} {
		_, err = h.Office.Renewal.OnPaper(ctx, "M. Ahrens", call[0], call[1], "neu")
		refused(t, name, "auf Papier unterschrieben", err)
	}
	_, err = h.Office.Renewal.OnPaper(ctx, "M. Ahrens", "Dr. L. Leitner", scan, "neu")
	must(t, err)
	must(t, h.Office.SignIn(ctx, "M. Ahrens", "neu"))
	_, err = h.Office.Allow(ctx, people.People, "people")
	must(t, err)
	g, err := h.Office.Witness.Founding(ctx)
	if err != nil || len(g.Paper) != 1 || g.Paper[0].Head != "Dr. L. Leitner" ||
		!strings.Contains(g.German(), "Zweiter Gründungsakt auf Papier: Dr. L. Leitner hat M. Ahrens") {
		t.Fatalf("%+v, %v", g, err)
	}
	sound(t, h.House)
	must(t, os.WriteFile(h.Office.Path(g.Paper[0].File), []byte("ein anderer"), 0o600))
	if v := verdict(t, h.House); v.Sound || !strings.Contains(v.Broken, "Scan des zweiten Gründungsakts") {
		t.Errorf("another scan: %+v", v)
	}
}
