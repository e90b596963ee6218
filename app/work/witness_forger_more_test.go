package work_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/app/work/accession"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
)

// Rights count at the place in the log where somebody signs: what was released while the
// right was taken does not come to count when it is given again.
func TestInsider_ARightTakenAndGivenAgain(t *testing.T) {
	ctx := t.Context()
	dir, p, units, keys := insiders(t)
	in := in(t, dir, p, keys)
	roles := func(roles ...people.Role) {
		_, err := in.w.Office.ChangePerson(ctx, theSecond, func(p *people.Person) { p.Roles = roles })
		must(t, err)
	}
	must(t, in.w.Desk.Set(ctx, p.ID, []string{units[1].ID}, record.RatingDestroy, "Doppel"))
	before := in.w.Office.Now()
	roles(people.ReadingRoom)
	in.sql("UPDATE appraisal_decision SET released_by = '%s', released_at = at WHERE object_id = '%s'", theSecond, units[1].ID)
	in.says(events.Event{At: before, Actor: theSecond, Type: events.Released, Subject: p.ID}, keys[theSecond],
		[]saidRow{in.row("appraisal_decision", "object_id = '"+units[1].ID+"'", "released_by", "released_at")})
	in.judged()
	roles(people.Second)
	in.judged()
}

// The sealed spare key brings one key: used again by who has copied it, it brings nothing.
func TestInsider_TheSpareKeyTwice(t *testing.T) {
	ctx := t.Context()
	dir, p, _, keys := insiders(t)
	in := in(t, dir, p, keys)
	safe := t.TempDir()
	k, err := in.w.Office.Renewal.Spare(ctx, safe, "versiegelt")
	must(t, err)
	sealed := func() (string, error) { return "versiegelt", nil }
	spare, err := sign.AgeFiles{Dir: safe, WorkFactor: cheapKey, Passphrase: sealed}.Load(ctx, k.ID)
	must(t, err)
	_, err = in.w.Office.Renewal.FromSpare(ctx, theAdmin, safe, "versiegelt", "neu")
	must(t, err)
	must(t, in.w.Desk.Uphold(ctx, "test", p))
	next, err := sign.Generate()
	must(t, err)
	in.sql("UPDATE person_key SET ended = 1 WHERE ended IS NULL AND person_id = (SELECT id FROM person WHERE name = '%s')", theAdmin)
	in.sql("INSERT INTO person_key SELECT '%s', id, '%s', 'file', 1, NULL FROM person WHERE name = '%s'", next.ID(), next.Public(), theAdmin)
	in.says(events.Event{Actor: theAdmin, Type: events.Enrolled, Subject: "U001", Outcome: "spare-used"}, spare, []saidRow{
		in.row("person_key", "ended = 1 AND id <> '"+keys[theAdmin].ID()+"'", "ended"), in.row("person_key", "id = '"+next.ID()+"'")})
	in.judged()
}

// S3, the limit: who gave a key releases what it decided after 30 days, not after 29, and
// a row that makes the key older changes nothing.
func TestS3_ThirtyDays(t *testing.T) {
	ctx := t.Context()
	h, p, units := archiveThree(t)
	_, err := h.Office.AddPerson(ctx, people.Person{Name: "K. Caro", Roles: []people.Role{people.Archivist}}, "von mir")
	must(t, err)
	days := 0
	h.Office.Opts.Now = func() time.Time { return time.Now().AddDate(0, 0, days) }
	for _, tt := range []struct {
		days    int
		old     bool // the row says the key is old
		refused bool
	}{{29, false, true}, {29, true, true}, {31, false, false}} {
		days = tt.days
		must(t, h.Office.SignIn(ctx, "K. Caro", "von mir"))
		must(t, h.Desk.Set(ctx, p.ID, []string{units[0].ID}, record.RatingDestroy, "Doppel"))
		must(t, h.Office.SignIn(ctx, theAdmin, "nur für die Prüfung"))
		if tt.old {
			foreignHand(t, h.House, "UPDATE person_key SET made = 1 WHERE person_id = (SELECT id FROM person WHERE name = 'K. Caro')")
		}
		if _, err := h.Desk.Release(ctx, p.ID, nil); (err != nil) != tt.refused {
			t.Errorf("after %d days: %v (%s)", tt.days, err, failure.HintOf(err).In("de"))
		}
		if tt.old {
			if v := verdict(t, h.House); v.Sound || !strings.Contains(v.Broken, "made") {
				t.Errorf("a key made older is not told: %+v", v)
			}
			_, err := h.Office.Witness.RebuildTables(ctx, false)
			must(t, err)
		}
	}
	must(t, h.Desk.FinishAppraisal(ctx, p.ID))
}

// Two copies of a workspace go on, each signs a checkpoint of its own log: put beside the
// other log it is told.
func TestInsider_TheCheckpointOfAFork(t *testing.T) {
	ctx := t.Context()
	dir, p, units, keys := insiders(t)
	one, other := in(t, dir, p, keys), in(t, dir, p, keys)
	for i, in := range []*insider{one, other} {
		must(t, in.w.Desk.Set(ctx, p.ID, []string{units[1].ID}, record.RatingArchive, fmt.Sprintf("Fassung %d", i)))
		_, _, err := in.w.Log.Checkpoint(ctx, nil)
		must(t, err)
		sound(t, in.w)
	}
	for _, file := range checkpoints(t, one.w.Office.Dir) {
		raw, err := os.ReadFile(file)
		must(t, err)
		must(t, os.WriteFile(filepath.Join(other.w.Office.Dir, office.DirLog, "fremd.checkpoint"), raw, 0o600))
	}
	if v := verdict(t, other.w); v.Sound || !strings.Contains(v.Broken, "fremd.checkpoint") {
		t.Errorf("%+v", v)
	}
}

// An order is that of its portion, and a receipt that of the archive whose keys a person
// has compared: neither is taken from elsewhere, whatever lies beside it.
func TestInsider_PapersFromElsewhere(t *testing.T) {
	ctx := t.Context()
	h := enrolled(t)
	d := h.doom(t, h.taken(t, markedDelivery(t)))
	other := h.taken(t, delivery(t, generate.Plan{Seed: 32, Dossiers: 1, Cases: 2, Documents: 1, Mix: []string{"txt"},
		Ratings: []string{"B"}}))
	_, err := h.Intake.Decide(ctx, other.ID, intake.Accept, "")
	must(t, err)
	a, err := h.Desk.Appraisal(ctx, other.ID)
	must(t, err)
	units := a.Roots[0].Children
	must(t, h.Desk.Set(ctx, other.ID, []string{units[0].ID}, record.RatingDestroy, "Doppel"))
	must(t, h.Desk.Set(ctx, other.ID, []string{units[1].ID}, record.RatingArchive, ""))
	must(t, h.Office.SignIn(ctx, theSecond, "geheim"))
	_, err = h.Desk.Release(ctx, other.ID, nil)
	must(t, err)
	must(t, h.Office.SignIn(ctx, theAdmin, "nur für die Prüfung"))
	must(t, h.Desk.FinishAppraisal(ctx, other.ID))
	_, err = h.Packer.Package(ctx, other.ID, "", nil)
	must(t, err)
	h.sent(t, other.ID)

	st := ordered(t, h.House, d.portion.ID, "ArchG § 3", theSecond, "geheim", theAdmin, "nur für die Prüfung")
	for _, suffix := range []string{office.SuffixOrder, ".salz"} {
		name := strings.TrimSuffix(st.Path, office.SuffixOrder) + suffix
		raw, err := os.ReadFile(name)
		must(t, err)
		must(t, os.WriteFile(strings.ReplaceAll(name, d.portion.ID, other.ID), raw, 0o600))
	}
	_, err = h.Ending.Destroy(ctx, other.ID, "ArchG § 3", true)
	refused(t, "by the order of another portion", "fehlt der Auftrag", err)

	// the same receipts, sealed by another archive of the same name, which the file of keys names
	theirs, err := sign.Generate()
	must(t, err)
	packages, err := h.Intake.Portions.Packages(ctx, d.portion.ID)
	must(t, err)
	for _, pkg := range packages {
		path := h.Office.Path(pkg.Receipt)
		raw, err := os.ReadFile(path)
		must(t, err)
		var e struct{ Payload []byte }
		must(t, json.Unmarshal(raw, &e))
		var said map[string]any
		must(t, json.Unmarshal(e.Payload, &said))
		said["key_id"] = theirs.ID()
		sealed, err := sign.SealJSON(ctx, receipt.TypeReceipt, said, theirs)
		must(t, err)
		must(t, os.WriteFile(path, sealed, 0o600))
	}
	trust := h.trust
	trust.Keys = append(slices.Clone(trust.Keys), sign.TrustedKey{KeyID: theirs.ID(), PublicKey: theirs.Public().String(), State: "active",
		From: time.Now().AddDate(-1, 0, 0)})
	envelope, err := sign.SealTrust(ctx, trust, theirs)
	must(t, err)
	must(t, os.WriteFile(h.Keys.TrustFile(), envelope, 0o600))
	for name, act := range map[string]func() error{
		"destroy": func() error { _, err := h.Ending.Destroy(ctx, d.portion.ID, "ArchG § 3", true); return err },
		"clear":   func() error { _, err := h.Ending.Clear(ctx, d.portion.AccessionID); return err },
		"close": func() error {
			_, err := h.Ending.CloseAccession(ctx, d.portion.AccessionID, accession.Closing{Confirmed: true, Unreported: "Probe"})
			return err
		},
	} {
		if err := act(); err == nil {
			t.Errorf("%s went through on the receipts of another archive", name)
		}
	}
	if len(marked(t, h.Office.Dir, d.content)) == 0 {
		t.Error("something was destroyed")
	}
}
