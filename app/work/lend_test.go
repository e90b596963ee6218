package work_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"laufzettel/app/receiver"
	"laufzettel/app/settings"
	"laufzettel/app/store"
	"laufzettel/app/work"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/app/work/outbox"
	"laufzettel/appraisal"
	"laufzettel/sync/archive"
	"laufzettel/sync/archive/archivetest"
	"laufzettel/sync/channel"
	"laufzettel/sync/loan"
	"laufzettel/sync/queue"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/record"
)

// centre is a receiver with workspaces enrolled at it.
type centre struct {
	t  *testing.T
	r  *receiver.Receiver
	db string
}

func newCentre(t *testing.T) *centre {
	t.Helper()
	dir := t.TempDir()
	keys := sign.AgeFiles{Dir: filepath.Join(dir, "keys"), Passphrase: passphrase, WorkFactor: 4}
	r, err := receiver.Open(t.Context(), receiver.Options{Dir: dir, DB: filepath.Join(dir, "a.db"), Name: "Musterarchiv",
		Listen: archive.ListenOptions{Addr: "127.0.0.1:0"}, Keys: keys})
	must(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- r.Serve(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return &centre{t, r, filepath.Join(dir, "a.db")}
}

func passphrase() (string, error) { return "nur für den Test", nil }

// desk opens a workspace of a person, enrolled with roles.
func (h *centre) desk(person string, protection office.Protection, policy settings.Policy, roles ...archive.Role) *work.House {
	t := h.t
	t.Helper()
	w, err := work.Open(context.Background(), t.TempDir(), office.Options{Person: person, Passphrase: passphrase, KeyWork: 4,
		Policy:     &policy,
		Protection: func(string) office.Protection { return protection }})
	must(t, err)
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	must(t, w.Office.Settings.Change(func(s *settings.Settings) {
		s.Archive, s.Channel.URL, s.Channel.KeyStore = "Landesarchiv "+person, h.r.URL(), office.FileStore
	}))
	w.Outbox.Channel.Keys = sign.AgeFiles{Dir: filepath.Join(w.Office.Dir, "keys"), Passphrase: passphrase, WorkFactor: 4}
	_, err = w.Outbox.Channel.NewKey(t.Context())
	must(t, err)
	p, err := w.Outbox.Channel.Enrol(t.Context(), h.r.URL(), channel.Applicant{Office: person, Host: "pc", Program: "test"})
	must(t, err)
	_, err = archivetest.Confirm(t.Context(), h.r.Archive, p.Code, roles...)
	must(t, err)
	_, err = w.Outbox.Channel.Refresh(t.Context(), h.r.URL())
	must(t, err)
	return w
}

func published(t *testing.T, w *work.House, p generate.Plan) loan.Loan {
	t.Helper()
	portion, _ := received(t, w, p)
	_, err := w.Intake.Decide(t.Context(), portion.ID, intake.Accept, "")
	must(t, err)
	l, err := w.Lending.Publish(t.Context(), portion.ID)
	must(t, err)
	return l
}

var open3 = generate.Plan{Seed: 7, Dossiers: 1, Cases: 3, Documents: 1, Ratings: []string{"B"}, Mix: []string{"txt"}}

// Taking out tells of an unprotected disk; a policy forbids it, and a disk the
// system cannot judge counts as unprotected (G17).
func TestTakeOut_UnprotectedDisk(t *testing.T) {
	h := newCentre(t)
	l := published(t, h.desk("Ahrens", office.Protected, settings.Policy{}, archive.RoleDeliver, archive.RoleAppraise), open3)
	only := true
	for name, tt := range map[string]struct {
		protection office.Protection
		policy     settings.Policy
		refused    bool
		warning    string
	}{
		"encrypted":               {office.Protected, settings.Policy{ProtectedOnly: &only}, false, ""},
		"open, told":              {office.Unprotected, settings.Policy{}, false, "nicht verschlüsselt"},
		"unknown, told":           {office.ProtectionUnknown, settings.Policy{}, false, "nicht feststellen"},
		"open, policy forbids":    {office.Unprotected, settings.Policy{ProtectedOnly: &only}, true, "Richtlinie"},
		"unknown, policy forbids": {office.ProtectionUnknown, settings.Policy{ProtectedOnly: &only}, true, "Richtlinie"},
	} {
		t.Run(name, func(t *testing.T) {
			w := h.desk("Beyer", tt.protection, tt.policy, archive.RoleAppraise)
			got, err := w.Lending.TakeOut(t.Context(), l.Work, outbox.TakeOptions{Release: true})
			if tt.refused {
				if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), tt.warning) {
					t.Errorf("%v (%s), want refused by the policy", err, failure.HintOf(err).In("de"))
				}
				if list, err := w.Intake.Portions.List(t.Context()); err != nil || len(list) != 0 {
					t.Errorf("refused, but here: %v, %v", list, err)
				}
				return
			}
			must(t, err)
			if tt.warning == "" && got.Warning != "" || !strings.Contains(got.Warning, tt.warning) {
				t.Errorf("warning %q, want %q", got.Warning, tt.warning)
			}
		})
	}
}

// What comes out of the work package is what was delivered, with facts, report
// and record tree; what was decided before is there.
func TestTakeOut_EverythingIsThere(t *testing.T) {
	h := newCentre(t)
	a := h.desk("Ahrens", office.Protected, settings.Policy{}, archive.RoleDeliver, archive.RoleAppraise)
	l := published(t, a, open3)
	b := h.desk("Beyer", office.Protected, settings.Policy{}, archive.RoleAppraise)
	taken, err := b.Lending.TakeOut(t.Context(), l.Work, outbox.TakeOptions{})
	must(t, err)
	here, err := a.Intake.Portions.Get(t.Context(), l.Portion)
	must(t, err)
	there, err := b.Intake.Portions.Get(t.Context(), taken.Loan.Portion)
	must(t, err)
	if here.Kind != there.Kind || here.Files != there.Files || here.Agency != there.Agency || there.State != here.State || there.Run == "" {
		t.Errorf("there %+v\nhere %+v", there, here)
	}
	x, err := os.ReadFile(filepath.Join(a.Office.Dir, filepath.FromSlash(here.Path)))
	must(t, err)
	y, err := os.ReadFile(filepath.Join(b.Office.Dir, filepath.FromSlash(there.Path)))
	must(t, err)
	if string(x) != string(y) {
		t.Error("the delivered bytes differ")
	}
	ra, err := a.Intake.Report(t.Context(), here.ID)
	must(t, err)
	rb, err := b.Intake.Report(t.Context(), there.ID)
	must(t, err)
	if ra.Verdict != rb.Verdict || len(ra.Findings) != len(rb.Findings) {
		t.Error("the check reports differ")
	}
	// the facts of the check came along: words can be searched without a new check
	must(t, b.Desk.IndexTexts(t.Context(), there.ID, nil))
	again, err := b.Lending.TakeOut(t.Context(), there.ID, outbox.TakeOptions{Days: 30})
	must(t, err)
	if again.Loan.Portion != there.ID || !again.Loan.Until.After(taken.Loan.Until) {
		t.Errorf("taking again gave %+v", again.Loan)
	}
	if list, err := b.Intake.Portions.List(t.Context()); err != nil || len(list) != 1 {
		t.Errorf("%d portions after taking twice, %v", len(list), err)
	}
}

// Decisions that are not at the archive keep a portion from being given back.
func TestGiveBack_NothingIsLost(t *testing.T) {
	h := newCentre(t)
	a := h.desk("Ahrens", office.Protected, settings.Policy{}, archive.RoleDeliver, archive.RoleAppraise)
	l := published(t, a, open3)
	b := h.desk("Beyer", office.Protected, settings.Policy{}, archive.RoleAppraise)
	taken, err := b.Lending.TakeOut(t.Context(), l.Work, outbox.TakeOptions{})
	must(t, err)
	id := taken.Loan.Portion
	tree, err := b.Desk.Appraisal(t.Context(), id)
	must(t, err)
	var unit *record.Object
	for _, u := range appraisal.Units(tree.Roots) {
		unit = u
	}
	must(t, b.Desk.Set(t.Context(), id, []string{unit.ID}, record.RatingArchive, "Leitakte"))
	must(t, b.Outbox.Queue.Pause(t.Context(), true)) // the line is down
	if _, err := b.Lending.GiveBack(t.Context(), id, true); failure.KindOf(err) != failure.Transient {
		t.Fatalf("given back with unsent decisions: %v", err)
	}
	if _, err := os.Stat(filepath.Join(b.Office.Dir, "inbox", id)); err != nil {
		t.Errorf("the copy went before its decisions arrived: %v", err)
	}
	must(t, b.Outbox.Queue.Pause(t.Context(), false))
	_, err = b.Lending.GiveBack(t.Context(), id, true)
	must(t, err)
	_, err = a.Lending.Exchange(t.Context(), l.Portion)
	must(t, err)
	at, err := a.Desk.Appraisal(t.Context(), l.Portion)
	must(t, err)
	if v := at.Verdicts[unit.ID]; v.Decision == nil || v.Decision.Actor != "Beyer" || v.Rating != record.RatingArchive {
		t.Errorf("the decision did not come back: %+v", v)
	}
}

// expire lets every lease have run out yesterday.
func (h *centre) expire() {
	h.t.Helper()
	s, err := store.Open(h.t.Context(), h.db)
	must(h.t, err)
	defer s.Close()
	must(h.t, s.WithTx(h.t.Context(), func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE archive_lease SET until_at = since - 86400000, since = since - 172800000")
		return err
	}))
}

// What was decided offline and sent after the lease had run out comes back as
// proposals on both sides; nothing of it holds by itself and nothing is lost.
func TestExchange_ExpiredLease(t *testing.T) {
	h := newCentre(t)
	a := h.desk("Ahrens", office.Protected, settings.Policy{}, archive.RoleDeliver, archive.RoleAppraise)
	l := published(t, a, open3)
	b := h.desk("Beyer", office.Protected, settings.Policy{}, archive.RoleAppraise)
	taken, err := b.Lending.TakeOut(t.Context(), l.Work, outbox.TakeOptions{})
	must(t, err)
	id := taken.Loan.Portion
	tree, err := b.Desk.Appraisal(t.Context(), id)
	must(t, err)
	object := appraisal.Units(tree.Roots)[0].ID
	must(t, b.Desk.Set(t.Context(), id, []string{object}, record.RatingDestroy, "Doppel"))
	h.expire()
	c, err := b.Lending.Exchange(t.Context(), id)
	must(t, err)
	if c.Proposals != 1 {
		t.Errorf("on the laptop %+v, want one proposal", c)
	}
	_, err = a.Lending.Exchange(t.Context(), l.Portion)
	must(t, err)
	for who, w := range map[string]*work.House{l.Portion + " at home": a, id + " on the laptop": b} {
		portion, _, _ := strings.Cut(who, " ")
		d, err := w.Lending.Disputes(t.Context(), portion)
		must(t, err)
		if len(d) != 1 || d[0].Conflict || len(d[0].Proposals) != 1 || d[0].Proposals[0].Actor != "Beyer" ||
			d[0].Proposals[0].Reason != "Doppel" {
			t.Fatalf("%s: disputes %+v", who, d)
		}
		at, err := w.Desk.Appraisal(t.Context(), portion)
		must(t, err)
		if at.Verdicts[object].Rating != record.RatingAppraise {
			t.Errorf("%s: the late decision holds: %+v", who, at.Verdicts[object])
		}
	}
	if err := a.Desk.FinishAppraisal(t.Context(), l.Portion); failure.KindOf(err) != failure.Refused {
		t.Errorf("closed over a proposal: %v", err)
	}
	must(t, a.Lending.Settle(t.Context(), l.Portion, object, record.RatingDestroy, "übernommen"))
	_, err = a.Lending.Exchange(t.Context(), l.Portion)
	must(t, err)
	_, err = b.Lending.Exchange(t.Context(), id)
	must(t, err)
	at, err := b.Desk.Appraisal(t.Context(), id)
	must(t, err)
	if v := at.Verdicts[object]; v.Rating != record.RatingDestroy || v.Decision.Actor != "Ahrens" {
		t.Errorf("after settling at home the laptop shows %+v", v)
	}
}

// Every step of a sending is told, so that rate and time left can be shown.
func TestSendOnce_TellsSteps(t *testing.T) {
	h := newCentre(t)
	w := h.desk("Ahrens", office.Protected, settings.Policy{}, archive.RoleDeliver)
	p, _ := received(t, w, generate.Plan{Seed: 7, Dossiers: 1, Cases: 1, Documents: 1, Ratings: []string{"A"}, Mix: []string{"txt"}})
	_, err := w.Intake.Decide(t.Context(), p.ID, intake.Accept, "")
	must(t, err)
	must(t, w.Desk.FinishAppraisal(t.Context(), p.ID))
	_, err = w.Packer.Package(t.Context(), p.ID, "", nil)
	must(t, err)
	must(t, w.Outbox.Send(t.Context(), p.ID))
	var mu sync.Mutex
	steps := 0
	_, err = w.Outbox.SendOnce(t.Context(), func(j queue.Job) {
		mu.Lock()
		defer mu.Unlock()
		if j.State == queue.Running && j.Done > 0 && j.Done == j.Total {
			steps++
		}
	})
	must(t, err)
	if steps < 2 { // the archival package and the accession package
		t.Errorf("%d steps told, want one per package", steps)
	}
}

// A key without the role appraise sees no work; the answer says whom to ask.
func TestWorkLists_RoleIsTold(t *testing.T) {
	h := newCentre(t)
	w := h.desk("Amt", office.Protected, settings.Policy{}, archive.RoleDeliver)
	_, err := w.Lending.WorkLists(t.Context())
	if failure.KindOf(err) != failure.Setup || !strings.Contains(failure.HintOf(err).In("de"), "Rolle") {
		t.Errorf("%v (%s)", err, failure.HintOf(err).In("de"))
	}
}
