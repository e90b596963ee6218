package door_test

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/app/store"
	"laufzettel/sync/archive"
	"laufzettel/sync/channel"
	"laufzettel/sync/door"
	"laufzettel/sync/queue"
	"laufzettel/sync/receipt"
	"laufzettel/sync/sign"
	"laufzettel/transfer/failure"
)

// stranger is a machine that never reaches the archive.
func stranger(t *testing.T) (*channel.Service, *store.Store, string) {
	t.Helper()
	root := t.TempDir()
	db, err := store.Open(t.Context(), filepath.Join(root, "workspace.db"), store.Room{Name: queue.Room, Migrations: queue.Migrations},
		store.Room{Name: receipt.Room, Migrations: receipt.Migrations}, store.Room{Name: channel.Room, Migrations: channel.Migrations})
	must(t, err)
	t.Cleanup(func() { _ = db.Close() })
	s := &channel.Service{DB: db, Keys: sign.AgeFiles{Dir: filepath.Join(root, "keys"), WorkFactor: 4,
		Passphrase: func() (string, error) { return "nur für den Test", nil }}}
	_, err = s.NewKey(t.Context())
	must(t, err)
	return s, db, root
}

// TestPaper_EnrolledByFileDeliversThroughADoor: two files and two telephone calls
// are enough; no request reaches the archive.
func TestPaper_EnrolledByFileDeliversThroughADoor(t *testing.T) {
	ctx := t.Context()
	r := newRig(t, nil)
	admin := archive.NewAdmin(r.config.DB, nil)
	s, db, root := stranger(t)
	application, own, err := s.EnrolFile(ctx, channel.Applicant{Office: "Amt Beispielstadt", Host: "pc-9", Program: "test"})
	must(t, err)
	shown, err := admin.Applied(ctx, application)
	if err != nil || shown.Fingerprint != own || shown.Office != "Amt Beispielstadt" || shown.State != "" {
		t.Fatalf("shown %+v, %v", shown, err)
	}
	for what, fingerprint := range map[string]string{"none": "", "another": r.config.Key.Public().Fingerprint()} {
		if _, _, err := admin.Admit(ctx, application, archive.Consent{Fingerprint: fingerprint}); failure.KindOf(err) != failure.Refused ||
			!strings.Contains(failure.HintOf(err).In("de"), own) {
			t.Errorf("fingerprint %s: %v", what, err)
		}
	}
	if _, _, err := admin.Admit(ctx, application, archive.Consent{Fingerprint: own,
		Roles: []archive.Role{"könig"}}); failure.KindOf(err) != failure.Refused {
		t.Errorf("an unknown role: %v", err)
	}
	if all, err := admin.Clients(ctx); err != nil || len(all) != 1 {
		t.Errorf("refused enrolments left something behind: %+v, %v", all, err)
	}
	for what, bad := range map[string][]byte{"tampered": bytes.Replace(application, []byte(`"payload":"`), []byte(`"payload":"A`), 1),
		"cut": application[:len(application)/2], "another file": []byte("{}")} {
		if _, _, err := admin.Admit(ctx, bad, archive.Consent{Fingerprint: own}); failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: %v", what, err)
		}
	}
	c, answer, err := admin.Admit(ctx, application, archive.Consent{Fingerprint: strings.ToLower(strings.ReplaceAll(own, "-", " "))})
	if err != nil || c.State != "active" {
		t.Fatalf("admitted %+v, %v", c, err)
	}
	if _, again, err := admin.Admit(ctx, application, archive.Consent{Fingerprint: own,
		Roles: []archive.Role{archive.RoleAdminister}}); err != nil || !bytes.Equal(again, answer) {
		t.Errorf("the answer again: %v\n%s", err, again)
	}

	theirs := r.config.Key.Public().Fingerprint()
	for what, try := range map[string]func() error{
		"no fingerprint":      func() error { _, err := s.EnrolAnswered(ctx, answer, ""); return err },
		"another fingerprint": func() error { _, err := s.EnrolAnswered(ctx, answer, own); return err },
		"a cut answer":        func() error { _, err := s.EnrolAnswered(ctx, answer[:len(answer)-20], theirs); return err },
		"no answer":           func() error { _, err := s.EnrolAnswered(ctx, application, theirs); return err },
		"foreign trust": func() error {
			_, err := s.EnrolAnswered(ctx, bytes.Replace(answer, []byte(`"trust": "`), []byte(`"trust": "AAAA`), 1), theirs)
			return err
		},
		"another machine": func() error {
			other, _, _ := stranger(t)
			_, err := other.EnrolAnswered(ctx, answer, theirs)
			return err
		},
	} {
		if err := try(); failure.KindOf(err) != failure.Refused {
			t.Errorf("%s: %v, want Refused", what, err)
		}
	}
	if peers, err := s.Peers(ctx); err != nil || len(peers) != 0 {
		t.Errorf("refused answers left something behind: %+v, %v", peers, err)
	}
	p, err := s.EnrolAnswered(ctx, answer, theirs)
	if err != nil || p.State != "active" || p.URL != r.url || p.Client != c.ID || len(p.Roles) != 1 {
		t.Fatalf("enrolled %+v, %v", p, err)
	}

	r.root, r.service, r.receipts, r.queue = root, s, receipt.NewStore(db), queue.NewSQL(db)
	r.sender = &channel.Sender{Service: s, DB: db, Receipts: r.receipts, Root: root,
		Door: func(context.Context) (channel.Carrier, error) { return door.Folder(r.drop, nil), nil }}
	r.runner = &queue.Runner{Store: r.queue, Workers: r.sender.Workers(), Chance: func() float64 { return 0 }}
	data := content(70_000)
	j := r.enqueue("paket.tar", data)
	r.run(j.ID)
	if sum := r.collect(); sum != (archive.Collected{Taken: 1}) {
		t.Fatalf("collected %+v", sum)
	}
	r.delivered(r.run(j.ID), "paket.tar", data)

	must(t, admin.Revoke(ctx, c.KeyID))
	if _, _, err := admin.Admit(ctx, application, archive.Consent{Fingerprint: own}); failure.KindOf(err) != failure.Refused {
		t.Errorf("a revoked key came in again: %v", err)
	}
}
